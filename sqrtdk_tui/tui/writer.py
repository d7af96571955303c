"""Writing to a terminal that may be slow, stopped or gone, without ever holding up the program."""

import os
import select
import threading


class Writer:
    """A thread that writes what it is given, in order. `write` never waits.

    When the terminal is gone the rest is thrown away (`gone` is then true). Signs that `encoding` cannot
    express become question marks, never an escape notation.
    """

    def __init__(self, file_number: int, encoding: str = "utf-8") -> None:
        self.gone = False
        self._file_number, self._encoding = file_number, encoding
        self._waiting = bytearray()
        self._writing = 0
        self._closed = False
        self._changed = threading.Condition()
        threading.Thread(target=self._run, name="terminal-output", daemon=True).start()

    @property
    def backlog(self) -> int:
        """Bytes that the terminal has not taken yet."""
        return len(self._waiting) + self._writing

    def write(self, text: str) -> None:
        """Hand over text to be written."""
        with self._changed:
            if not self._closed and not self.gone:
                self._waiting += text.encode(self._encoding, "replace")
                self._changed.notify_all()

    def drain(self, seconds: float) -> bool:
        """Wait until all is written, but not longer than this. Was it?"""
        with self._changed:
            return self._changed.wait_for(lambda: self.gone or not self.backlog, seconds) and not self.gone

    def close(self, seconds: float) -> None:
        """Write what is left, wait for it no longer than this, and end the thread when it is done."""
        self.drain(seconds)
        with self._changed:
            self._closed = True
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._waiting or self._closed)
                if not self._waiting:
                    return
                data, self._waiting = bytes(self._waiting), bytearray()
                self._writing = len(data)
            self._write(data)
            with self._changed:
                self._writing = 0
                self._changed.notify_all()

    def _write(self, data: bytes) -> None:
        """Write all of it, however little the terminal takes at a time."""
        try:
            while data:
                try:
                    written = os.write(self._file_number, data)
                except BlockingIOError:  # whoever shares the terminal with us has made it non-blocking
                    select.select([], [self._file_number], [])
                    continue
                data = data[written:]
                self._writing = len(data)
        except OSError:
            self.gone = True
            self._waiting.clear()
