"""The line discipline: what the kernel does with the bytes between a terminal and a program."""

import contextlib
import errno
import os
import signal
import termios
from typing import Any

from textual.drivers.linux_driver import LinuxDriver

Settings = list[Any]


def is_ours(terminal: int) -> bool:
    """False when this process was in the background of its terminal; it has then been stopped once more.

    A terminal that is gone is ours, too: it is for its reader to find that out.
    """

    def stop_again(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGSTOP)

    for number in (signal.SIGTTOU, signal.SIGTTIN):
        signal.signal(number, stop_again)
    try:  # a change that changes nothing is refused in the background
        termios.tcsetattr(terminal, termios.TCSANOW, termios.tcgetattr(terminal))
    except termios.error as error:
        return bool(error.args[0] != errno.EINTR)
    finally:
        for number in (signal.SIGTTOU, signal.SIGTTIN):
            signal.signal(number, signal.SIG_DFL)
    return True


def make_raw(terminal: int) -> Settings | None:
    """Every key comes through at once and as it is: no echo, no lines, no signals, no flow control.

    Returns the settings before, None when there is no terminal. Output is left alone.
    """
    try:
        before, raw = termios.tcgetattr(terminal), termios.tcgetattr(terminal)
    except termios.error:
        return None
    raw[0] = LinuxDriver._patch_iflag(raw[0])
    raw[3] = LinuxDriver._patch_lflag(raw[3])
    raw[6][termios.VMIN], raw[6][termios.VTIME] = 1, 0
    with contextlib.suppress(termios.error):
        termios.tcsetattr(terminal, termios.TCSANOW, raw)
    return before


def restore(terminal: int, before: Settings | None, discard_input: bool) -> None:
    """Put the settings back, as far as the terminal is there; throw away what nobody has read if so asked."""
    with contextlib.suppress(termios.error):
        if discard_input:
            termios.tcflush(terminal, termios.TCIFLUSH)
        if before is not None:
            termios.tcsetattr(terminal, termios.TCSANOW, before)
