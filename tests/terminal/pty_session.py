"""A program under a real pseudo-terminal, and the person and the line at its other end.

`PtySession` starts a command as a login shell would, types, resizes, hangs up, and reads the screen through
pyte. Every wait ends with the event that it waits for; the time given is only the latest moment. `rate` and
`delay` make the line slow: so many bytes a second arrive, answers take so long on their way.
"""

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import pyte

ROOT = Path(__file__).parents[2]

UP, DOWN, RIGHT, LEFT, ENTER, ESCAPE = b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D", b"\r", b"\x1b"

_QUERY = re.compile(rb"\x1b\[5n|\x1b\[\?(\d+)\$p|\x1b\[0?c")
_MODE = re.compile(rb"\x1b\[\?([0-9;]+)([hl])|\x1b\[([<>])[0-9;]*u")
_NOT_FOR_PYTE = re.compile(rb"\x1b\[[<=>][0-9;]*[@-~]|\x1b\[\?[0-9;]*\$p|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?)?\Z")
_ON_BY_DEFAULT = {7, 25}
_USUAL = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGPIPE)


class PtySession:
    """One run of a command on a terminal of `size` columns and lines."""

    def __init__(
        self,
        argv: Sequence[str],
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
        *,
        answers: bool = True,
        rate: float | None = None,
        delay: float = 0.0,
        in_band: bool = False,
        ignore: Sequence[signal.Signals] = (),
        streams: Mapping[int, str] | None = None,
    ) -> None:
        self.answers, self.rate, self.delay, self.in_band = answers, rate, delay, in_band
        self.out = bytearray()
        self.status: int | None = None
        self._replies: list[tuple[float, bytes]] = []
        self._asked = self._fed = 0
        self._terminal = pyte.Screen(*size)
        self._stream = pyte.ByteStream(self._terminal)
        self._read_at = time.monotonic()
        self.master, self.slave = pty.openpty()
        self._set_size(*size)
        self.before = termios.tcgetattr(self.slave)
        environment = dict({**os.environ, "TERM": "xterm-256color"} if env is None else env)
        self.pid = os.fork()
        if self.pid == 0:
            self._become(list(argv), environment, ignore, streams or {})

    @classmethod
    def python(cls, *arguments: str, **options: Any) -> Self:
        """Start this Python, in the root of the repository."""
        return cls([sys.executable, *arguments], **options)

    def _become(self, argv: list[str], env: dict[str, str], ignore: Sequence[int], streams: Mapping[int, str]) -> None:
        try:
            for number in _USUAL:
                signal.signal(number, signal.SIG_IGN if number in ignore else signal.SIG_DFL)
            os.setsid()
            fcntl.ioctl(self.slave, termios.TIOCSCTTY, 0)
            for stream in (0, 1, 2):
                os.dup2(os.open(streams[stream], os.O_RDWR | os.O_CREAT) if stream in streams else self.slave, stream)
            os.chdir(ROOT)
            os.execvpe(argv[0], argv, env)
        finally:
            os._exit(127)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.alive():
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)
        for number in (self.master, self.slave):
            with contextlib.suppress(OSError):
                os.close(number)

    # What the person does

    def send(self, keys: bytes) -> None:
        """Type, all in one packet."""
        os.write(self.master, keys)

    def _set_size(self, columns: int, lines: int) -> None:
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def resize(self, columns: int, lines: int) -> None:
        """Give the terminal another size."""
        self.screen()
        self._terminal.resize(lines, columns)
        self._set_size(columns, lines)

    def kill(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        os.kill(self.pid, number)

    def hang_up(self) -> None:
        """The connection drops: the terminal is gone."""
        os.close(self.slave)
        os.close(self.master)

    # What comes back

    def pump(self, seconds: float) -> None:
        """Take what the program sends for so long."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0 and self.alive():
            self._step(left)

    def _step(self, longest: float) -> None:
        """Take what is there, at the rate of the line; wait for it, but not longer than this."""
        now = time.monotonic()
        for due, reply in self._replies:
            if due <= now:
                self.send(reply)
        self._replies = [entry for entry in self._replies if entry[0] > now]
        longest = min([longest, 0.02, *(due - now for due, _ in self._replies)])
        room = 65536
        if self.rate:
            room = min(256, int((now - self._read_at) * self.rate))
            if room < 32:
                time.sleep(min(longest, 32 / self.rate))
                return
        if not select.select([self.master], [], [], longest)[0]:
            return
        with contextlib.suppress(OSError):
            data = os.read(self.master, room)
            self._read_at = max(self._read_at + len(data) / self.rate, time.monotonic() - 0.05) if self.rate else now
            self.out += data
            self._answer()

    def _answer(self) -> None:
        for query in _QUERY.finditer(bytes(self.out), self._asked):
            self._asked = query.end()
            if self.answers:
                self._replies.append((time.monotonic() + self.delay, self._reply(query)))

    def _reply(self, query: re.Match[bytes]) -> bytes:
        if query[1]:  # is this mode known, and is it on? 2: known, off
            known = query[1] == b"2026" or (query[1] == b"2048" and self.in_band)
            return b"\x1b[?%s;%d$y" % (query[1], 2 * known)
        return b"\x1b[0n" if query[0] == b"\x1b[5n" else b"\x1b[?62;22c"

    def wait_until(self, condition: Callable[[], object], seconds: float = 5.0) -> float:
        """Wait until this is so; how long did it take? Fails when it does not come to be in time."""
        start = time.monotonic()
        while not condition():
            assert self.alive(), f"ended with {self.status}:\n" + self.text()
            assert time.monotonic() - start < seconds, f"not within {seconds} s:\n" + self.text()
            self._step(0.02)
        return time.monotonic() - start

    def wait_for(self, text: str, seconds: float = 5.0) -> float:
        """Wait until this text is on the screen; how long did it take?"""
        return self.wait_until(lambda: text in self.text(), seconds)

    def wait_quiet(self, silence: float = 0.3, seconds: float = 5.0) -> int:
        """Wait until nothing has come for so long. How many bytes came?"""
        start, end, before = time.monotonic(), time.monotonic() + silence, len(self.out)
        count = before
        while time.monotonic() < end and self.alive():
            assert time.monotonic() - start < seconds, "does not come to rest"
            self._step(0.02)
            if len(self.out) > count:
                count, end = len(self.out), time.monotonic() + silence
        return count - before

    def screen(self) -> list[str]:
        """The lines of the screen as they are now."""
        data = bytes(self.out[self._fed :])
        if unfinished := _UNFINISHED.search(data):
            data = data[: unfinished.start()]
        self._fed += len(data)
        self._stream.feed(_NOT_FOR_PYTE.sub(b"", data))
        return [line.rstrip() for line in self._terminal.display]

    def text(self) -> str:
        """The screen as one text."""
        return "\n".join(self.screen())

    def cells(self) -> list[list[Any]]:
        """Every cell with its colours, as pyte's named tuples."""
        self.screen()
        terminal = self._terminal
        return [[terminal.buffer[y][x] for x in range(terminal.columns)] for y in range(terminal.lines)]

    # How it ends

    def alive(self) -> bool:
        """Does the program still run?"""
        if self.status is None:
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                self.status = os.waitstatus_to_exitcode(status)
        return self.status is None

    def wait_exit(self, seconds: float = 5.0) -> int:
        """Wait for the end; the exit status, negative for a signal."""
        end = time.monotonic() + seconds
        while self.alive():
            assert time.monotonic() < end, f"still alive after {seconds} s:\n" + self.text()
            try:
                self._step(0.01)
            except (OSError, ValueError):  # hung up: there is nothing to read
                time.sleep(0.005)
        with contextlib.suppress(OSError, ValueError):
            while select.select([self.master], [], [], 0)[0]:
                self.out += os.read(self.master, 65536)
        assert self.status is not None
        return self.status

    def modes(self) -> set[int]:
        """The private modes that differ from a fresh terminal's, with -1 for the kitty keyboard."""
        on, kitty = set(_ON_BY_DEFAULT), 0
        for numbers, letter, bracket in _MODE.findall(bytes(self.out)):
            changed = {int(number) for number in numbers.split(b";") if number}
            on = on | changed if letter == b"h" else on - changed
            kitty = max(0, kitty + {b">": 1, b"<": -1}.get(bracket, 0))
        return (on ^ _ON_BY_DEFAULT) | ({-1} if kitty else set())

    def left_changed(self) -> set[int | str]:
        """What the program did not put back."""
        same = termios.tcgetattr(self.slave) == self.before
        return {*self.modes(), *(() if same else ("termios",))}
