"""Measures a terminal program from outside: what a person waits for, in milliseconds, bytes and MiB."""

import os
import re
import select
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from tests.terminal.pty_session import PtySession

_QUERY = re.compile(rb"\x1b\[5n|\x1b\[\?\d+\$p")
_CONTROL = re.compile(rb"\x1b\[[0-?]*[ -/]*[@-~]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)|\x1b[ -/]*[0-~]|[\x00-\x20]")
_QUIET = 0.06  # s without a byte end a burst


class Meter:
    """One run of a program on an 80x24 terminal that answers as xterm does."""

    def __init__(self, argv: Sequence[str]) -> None:
        env = {**os.environ, "TERM": "xterm-256color", "LANG": "C.UTF-8", "COLUMNS": "", "LINES": ""}
        self.started = time.perf_counter()
        self.session = PtySession(argv, env={k: v for k, v in env.items() if v}, answers=False)
        self.out = bytearray()
        self._answered = 0

    def burst(self, limit: float = 5.0, quiet: float = _QUIET) -> tuple[float, float, int]:
        """Read until it has been quiet for a while: (first byte, last byte, bytes), times by perf_counter."""
        first = last = 0.0
        size, end = len(self.out), time.perf_counter() + limit
        while (now := time.perf_counter()) < end:
            ready = select.select([self.session.master], [], [], quiet if first else end - now)[0]
            if not ready:
                break
            self.out += os.read(self.session.master, 65536)
            last = time.perf_counter()
            first = first or last
            self._answer()
        return first, last, len(self.out) - size

    def _answer(self) -> None:
        for query in _QUERY.finditer(self.out, self._answered):
            reply = b"\x1b[0n" if query[0] == b"\x1b[5n" else query[0][:-2] + b";2$y"
            os.write(self.session.master, reply)
            self._answered = query.end()

    def start(self) -> tuple[float, float]:
        """(first visible glyph, settled) in ms since the start."""
        glyph, settled, end = 0.0, 0.0, time.perf_counter() + 20
        while time.perf_counter() < end:
            first, last, _ = self.burst(limit=0.4 if glyph else 5.0, quiet=0.002 if not glyph else 0.3)
            if not first and glyph:
                break
            settled = last or settled
            if not glyph and _CONTROL.sub(b"", bytes(self.out)):
                glyph = last
        return 1e3 * (glyph - self.started), 1e3 * (settled - self.started)

    def start_busy(self) -> None:
        """Wait until the charts stand, for a program that does not come to rest."""
        end = time.perf_counter() + 20
        while b"MIX" not in self.out and time.perf_counter() < end:
            self.burst(limit=0.1)
        self.burst(limit=1.0, quiet=0.9)

    def key(self, name: bytes) -> tuple[float, int]:
        """(ms from the key to the last byte painted, bytes)."""
        pressed = time.perf_counter()
        os.write(self.session.master, name)
        _, last, size = self.burst(limit=2.0)
        return 1e3 * (last - pressed), size

    def until(self, name: bytes, text: bytes) -> float:
        """ms from the key until this text has been sent."""
        size, pressed = len(self.out), time.perf_counter()
        os.write(self.session.master, name)
        while text not in self.out[size:] and time.perf_counter() < pressed + 5:
            self.burst(limit=0.01, quiet=0.0005)
        return 1e3 * (time.perf_counter() - pressed)

    def pss(self) -> float:
        """MiB of memory that this process alone accounts for."""
        rollup = Path(f"/proc/{self.session.pid}/smaps_rollup").read_text(encoding="ascii")
        return int(re.search(r"^Pss:\s+(\d+)", rollup, re.M)[1]) / 1024  # type: ignore[index]

    def idle(self, seconds: float) -> tuple[int, float]:
        """(bytes, ms of CPU) in so many seconds without a key."""
        before = self._cpu()
        size = self.burst(limit=seconds, quiet=seconds)[2]
        return size, self._cpu() - before

    def _cpu(self) -> float:
        fields = Path(f"/proc/{self.session.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return 1e3 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def quit(self) -> float:
        """ms from ctrl+q to the end of the process."""
        pressed = time.perf_counter()
        os.write(self.session.master, b"\x11")
        while self.session.alive() and time.perf_counter() < pressed + 5:
            self.burst(limit=0.001, quiet=0.001)
        return 1e3 * (time.perf_counter() - pressed)

    def close(self) -> None:
        """End it, if it has not ended."""
        self.session.__exit__()


def median(values: Sequence[float]) -> float:
    """The middle of the measurements."""
    return statistics.median(values)
