"""Ending soon and with the right exit status, whatever the rest of the program is doing.

An event loop ends a program only when it gets a turn. A dropped connection or a `kill` must end it even when
a handler computes or a worker thread never looks up, as with vim or htop. So a thread of its own hears the
signals (the C part of Python's signal handling writes their numbers into a pipe at once), asks the program
to end, and ends the process itself when that takes too long.
"""

import contextlib
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, NoReturn

HUNG_UP = 128 + signal.SIGHUP

_SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM)
_PATIENCE = 1.2  # s between the wish to end and the end
_RESTORING = 0.3  # s for giving the terminal back when the end is forced


def leave(status: int) -> NoReturn:
    """End the process now with this exit status; threads that still compute are not waited for.

    For the last line of a command, after all files are closed: atexit functions do not run.
    """
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(Exception):
            stream.flush()
    os._exit(status)


class Lifeline:
    """Hears what asks the program to end; `status` is then the exit status to end with, else None.

    `ask` is called in this thread with the status, `restore` when the process is about to be ended by force.
    `wake` is called for every other signal: it may have met another thread than the main one, which would not hear
    its handler until it wakes up for something else.
    """

    def __init__(self, ask: Callable[[int], None], restore: Callable[[], None], wake: Callable[[], None]) -> None:
        self.status: int | None = None
        self._ask, self._restore, self._wake = ask, restore, wake
        self._last_status = 0
        self._deadline: float | None = None
        self._handlers: dict[signal.Signals, Any] = {}
        self._out, self._in = os.pipe()
        os.set_blocking(self._in, False)
        self._thread = threading.Thread(target=self._run, name="lifeline", daemon=True)

    def hold(self) -> None:
        """Listen to the signals from here on. An ignored hang-up signal stays ignored, as `nohup` wants it."""
        for number in _SIGNALS:
            if not (number == signal.SIGHUP and signal.getsignal(number) == signal.SIG_IGN):
                self._handlers[number] = signal.signal(number, lambda *_: None)
        signal.set_wakeup_fd(self._in, warn_on_full_buffer=False)
        self._thread.start()

    def let_go(self) -> None:
        """The program has ended in good order: no deadline any more, signals as they were before."""
        signal.set_wakeup_fd(-1)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        self._handlers.clear()
        self._deadline = None

    def end(self, status: int) -> None:
        """End the program with this status, from any thread; the first one asked for counts."""
        if self.status is None:
            self.status = status
            self.hurry(status)
            self._ask(status)

    def hurry(self, status: int) -> None:
        """From now on the program has a second or so left; then it is ended with this status."""
        if self._deadline is None:
            self._last_status = status
            self._deadline = time.monotonic() + _PATIENCE
            with contextlib.suppress(BlockingIOError):
                os.write(self._in, b"\0")

    def _run(self) -> None:
        while True:
            left = None if self._deadline is None else self._deadline - time.monotonic()
            if left is not None and left <= 0:
                self._force()
            if select.select([self._out], [], [], left)[0]:
                for number in os.read(self._out, 64):
                    if number in _SIGNALS:
                        self.end(128 + number)
                    elif number:
                        self._wake()

    def _force(self) -> NoReturn:
        """The program did not end in time."""
        rescue = threading.Thread(target=self._restore, daemon=True)  # a stopped terminal would hold us up
        rescue.start()
        rescue.join(_RESTORING)
        os._exit(self.status or self._last_status)
