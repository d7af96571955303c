"""The thread that waits for what the terminal sends and says what it means."""

import contextlib
import os
import select
import threading
from collections.abc import Callable

from textual._xterm_parser import XTermParser
from textual.events import Key, Paste
from textual.message import Message

from sqrtdk_tui.tui.keyboard import Keyboard, Piece

KEY_NAMES = {"\r": "enter", "\n": "enter", "\t": "tab", " ": "space", "\x7f": "backspace", "\x08": "backspace"}


class TypedLines(Paste):
    """Text with line ends that came in one go, without a word that it is a paste. Else each sign is a key."""


class Reader:
    """Reads a terminal until it is stopped or the terminal is gone.

    It sleeps until something comes: a pipe wakes it to stop, so that ending costs no time-out. The three
    callbacks are called in its thread: `on_event` with each key, paste, click or report, `on_answer` when the
    terminal answered, `on_gone` at end of file or hang-up, after which there is nothing more to read.
    """

    def __init__(
        self,
        file_number: int,
        on_event: Callable[[Message], None],
        on_answer: Callable[[], None],
        on_gone: Callable[[], None],
    ) -> None:
        self._file_number = file_number
        self._on_event, self._on_answer, self._on_gone = on_event, on_answer, on_gone
        self._keyboard, self._parser = Keyboard(), XTermParser()
        self._wake, self._waker = os.pipe()
        self._thread = threading.Thread(target=self._run, name="terminal-input", daemon=True)
        self._thread.start()

    def stop(self, seconds: float) -> None:
        """Read no more; wait for the thread, but not longer than this."""
        with contextlib.suppress(OSError):  # it has stopped already
            os.write(self._waker, b"\0")
        if self._thread is not threading.current_thread():
            self._thread.join(seconds)

    def _run(self) -> None:
        try:
            while self._read():
                pass
        finally:
            os.close(self._wake)
            os.close(self._waker)

    def _read(self) -> bool:
        """Wait for one packet and hand on what it holds. False at the end."""
        ready, _, _ = select.select([self._file_number, self._wake], [], [], self._keyboard.wait)
        if self._wake in ready:
            return False
        if not ready:
            return self._hand_on(self._keyboard.flush())
        try:
            data = os.read(self._file_number, 4096)
        except BlockingIOError:  # another process was quicker
            return True
        except OSError:
            data = b""
        if not data:
            self._on_gone()
            return False
        return self._hand_on(self._keyboard.feed(data))

    def _hand_on(self, pieces: list[Piece]) -> bool:
        for piece in pieces:
            if piece.kind == "answer":
                self._on_answer()
            elif piece.kind == "escape":
                self._on_event(Key("escape", "\x1b"))
            elif piece.kind == "paste":
                self._on_event(Paste(piece.text))
            elif piece.kind == "lines":
                self._on_event(TypedLines(piece.text))
            else:
                for event in self._parse(piece.text):
                    self._on_event(event)
        return True

    def _parse(self, text: str) -> list[Message]:
        """The events that Textual makes of it; a sequence that it stumbles over is dropped."""
        parser = self._parser
        try:
            events = [event for event in parser.feed(text) if not _is_half_a_character(event)]
            whole = parser._awaiting.timeout is None
        except Exception:
            events, whole = [], False
        if not whole:
            self._parser = XTermParser()
            for name in ("mouse_pixels", "terminal_size", "terminal_pixel_size"):
                setattr(self._parser, name, getattr(parser, name))
        return events


def _is_half_a_character(event: Message) -> bool:
    """A kitty key report can name half of a surrogate pair, which no text may hold."""
    return isinstance(event, Key) and event.character is not None and "\ud800" <= event.character[:1] <= "\udfff"
