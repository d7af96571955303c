"""Textual's Linux driver, made to start and to end like the terminal programs that people trust over ssh.

What is different from its parent: nothing that comes from the terminal can end or hang it; it notices at once
when the terminal is gone; it sleeps until something happens and ends in a few milliseconds; it sets and
restores the terminal in one go and waits for the terminal's last word, so that no late answer is typed into
the shell; it draws on the terminal's real size.
"""

import contextlib
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.events import Resize
from textual.geometry import Size
from textual.message import Message

from sqrtdk_tui.tui import line
from sqrtdk_tui.tui.lifeline import HUNG_UP, Lifeline
from sqrtdk_tui.tui.modes import restoring, starting
from sqrtdk_tui.tui.pace import ASK
from sqrtdk_tui.tui.reader import Reader
from sqrtdk_tui.tui.writer import Writer

_LAST_WORD = 0.8  # s for the answer of a terminal that has answered before
_LAST_WRITE = 0.2  # s for bytes to leave, and for a thread to end
_LARGEST = Size(1600, 500)  # a client may claim any size; what lies beyond stays blank


class TerminalDriver(LinuxDriver):
    """Reads keys from standard input and draws on standard error; both have to be the terminal.

    `on_answer` is called in the event loop when the terminal has worked through a frame, `on_start` when it
    has been set up, for the first time or after a suspension. `lifeline.status` says what ended the program.
    """

    may_suspend = True

    def __init__(
        self, app: App[Any], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        if not self.may_suspend:
            signal.signal(signal.SIGTSTP, signal.SIG_IGN)
        self._out = sys.__stderr__.fileno() if sys.__stderr__ else 2
        self._size = self._size or self._get_terminal_size()
        self.on_answer: Callable[[], None] = lambda: None
        self.on_start: Callable[[], None] = lambda: None
        self._writer: Writer | None = None
        self._reader: Reader | None = None
        self._answers = False
        self._last_word = threading.Event()
        self.lifeline = Lifeline(self._ask_to_end, self._rescue, self._wake_up)
        self.lifeline.hold()

    @property
    def can_suspend(self) -> bool:
        """Can the program be stopped and go on later?"""
        return self.may_suspend

    @property
    def backlog(self) -> int:
        """Bytes that have not left this process."""
        return self._writer.backlog if self._writer else 0

    def write(self, data: str) -> None:
        """Send text to the terminal, without waiting. Nothing is sent while the terminal is given away."""
        if self._writer:
            self._writer.write(data)

    def _get_terminal_size(self) -> tuple[int, int]:
        """Columns and lines of the terminal itself, whatever COLUMNS and LINES were when the shell set them."""
        for number in (self._out, self.fileno):
            with contextlib.suppress(OSError):
                columns, lines = os.get_terminal_size(number)
                if columns and lines:
                    return min(columns, _LARGEST.width), min(lines, _LARGEST.height)
        columns, lines = shutil.get_terminal_size()
        return min(columns, _LARGEST.width), min(lines, _LARGEST.height)

    def _send_size(self) -> None:
        size = Size(*self._get_terminal_size())
        self.send_message(Resize(size, size))

    def process_message(self, message: Message) -> None:
        """Hand on what the terminal sent; its own word about its size is believed within reason."""
        if isinstance(message, Resize):
            size = Size(min(message.size.width, _LARGEST.width), min(message.size.height, _LARGEST.height))
            message = Resize(size, size, pixel_size=message.pixel_size)
        super().process_message(message)

    def start_application_mode(self) -> None:
        """Take the terminal, or take it again after a stop that gave no warning."""
        if not line.is_ours(self.fileno):
            return
        if self._writer is None:
            self._writer = Writer(
                self._out
            )  # what may be shown was settled with the locale; a stray setting spoils nothing
        signal.signal(signal.SIGWINCH, lambda *_: None if self._in_band_window_resize else self._send_size())
        self._send_size()
        before = line.make_raw(self.fileno)
        if self.attrs_before:  # stopped without warning: what the shell has left of our modes is unknown
            self.write(restoring())
        self.attrs_before = self.attrs_before or before
        self.write(starting(self._mouse))
        if self._reader is None:
            self._reader = Reader(self.fileno, self.process_message, self._answered, self._gone)
        self._loop.call_soon_threadsafe(self.on_start)
        if self._must_signal_resume:
            self._must_signal_resume = False
            self.send_message(self.SignalResume())

    def stop_application_mode(self) -> None:
        """Give the terminal back as it was, as far as it is still there."""
        if self._writer is None:
            return
        asks = self._answers and not self._writer.gone and self.lifeline.status != HUNG_UP
        self._last_word.clear()
        self.write(restoring() + ASK * asks)
        answered = asks and self._last_word.wait(_LAST_WORD)
        self._stop_reading()
        self._writer.drain(_LAST_WRITE)
        line.restore(self.fileno, self.attrs_before, discard_input=not answered)  # else it is the shell's
        self.attrs_before = None

    def disable_input(self) -> None:
        """Hear no more keys: Textual's word for the beginning of the end."""
        self.lifeline.hurry(self._app.return_code or 0)
        self._stop_reading()

    def _stop_reading(self) -> None:
        if self._reader:
            signal.signal(signal.SIGWINCH, signal.SIG_DFL)
            self._reader.stop(_LAST_WRITE)
            self._reader = None

    def close(self) -> None:
        """Let the last bytes out."""
        if self._writer:
            self._writer.close(_LAST_WRITE)
            self._writer = None

    # What other threads call

    def _answered(self) -> None:
        self._answers = True
        self._last_word.set()
        self._loop.call_soon_threadsafe(self.on_answer)

    def _gone(self) -> None:
        self.lifeline.end(HUNG_UP)

    def _ask_to_end(self, status: int) -> None:
        with contextlib.suppress(RuntimeError):  # the event loop is closed: it has ended already
            self._loop.call_soon_threadsafe(lambda: self._app.exit(return_code=status))

    def _wake_up(self) -> None:
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(lambda: None)

    def _rescue(self) -> None:
        """The app does not end: restore what can be restored from any thread."""
        line.restore(self.fileno, self.attrs_before, discard_input=True)
        if self._writer:
            with contextlib.suppress(OSError):
                os.write(self._out, restoring().encode())


class KioskDriver(TerminalDriver):
    """For an account that may run nothing else: no way to a shell, a browser or a file."""

    may_suspend = False

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Not here."""

    def deliver_binary(self, *args: Any, **options: Any) -> None:
        """Not here."""
