"""A hundred sessions at once on this machine, as in a lecture, beside fifty bare Textual programs."""

import os
import select
import sys
import threading
import time
from pathlib import Path

from tests.bench.meter import Meter, median
from tests.terminal.pty_session import LEFT, RIGHT

SESSIONS, BARE = 100, 50
_BARE_APP = [sys.executable, str(Path(__file__).parent / "bare_app.py")]
_OURS = [str(Path(sys.executable).parent / "sqrtdk-tui")]
_KEYS = 24


class Room:
    """Terminals that are all read, so that none stands still; a thread plays the people who only look on."""

    def __init__(self, argv: list[str], count: int) -> None:
        self.begun = time.perf_counter()
        self.meters = [Meter(argv) for _ in range(count)]
        self.read = list(self.meters)
        self._ended = threading.Event()
        self._reader = threading.Thread(target=self._look_on, daemon=True)
        self._reader.start()

    def _look_on(self) -> None:
        while not self._ended.is_set():
            waiting = {meter.session.master: meter for meter in self.read}
            for number in select.select(list(waiting), [], [], 0.02)[0]:
                meter = waiting[number]
                meter.out += os.read(number, 65536)
                meter._answer()

    def painted(self, word: str, seconds: float = 180.0) -> float:
        """Seconds until this word stands on every terminal."""
        end = time.perf_counter() + seconds
        while not all(word.encode() in meter.out for meter in self.meters):
            assert time.perf_counter() < end, "not all are painted"
            time.sleep(0.05)
        return time.perf_counter() - self.begun

    def rest(self, seconds: float = 60.0) -> None:
        """Until no terminal gets anything more."""
        before, end = -1, time.perf_counter() + seconds
        while (now := sum(len(meter.out) for meter in self.meters)) != before and time.perf_counter() < end:
            before = now
            time.sleep(1.0)

    def keys(self, *people: Meter) -> list[float]:
        """These people press keys at the same time, each when the last one is painted; ms for each."""
        self.read = [meter for meter in self.meters if meter not in people]
        time.sleep(0.1)
        took: list[float] = []

        def press(meter: Meter) -> None:
            took.extend(meter.key(key)[0] for key in ([LEFT] * 4 + [RIGHT] * 4) * (_KEYS // 8))

        threads = [threading.Thread(target=press, args=(meter,)) for meter in people]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.read = list(self.meters)
        return took

    def pss(self) -> tuple[float, float]:
        """(MiB of all together, MiB that each has for itself alone)."""
        alone = 0.0
        for meter in self.meters:
            for line in Path(f"/proc/{meter.session.pid}/smaps_rollup").read_text(encoding="ascii").splitlines():
                if line.startswith(("Private_Clean:", "Private_Dirty:")):
                    alone += int(line.split()[1]) / 1024
        return sum(meter.pss() for meter in self.meters), alone / len(self.meters)

    def close(self) -> None:
        """Everybody leaves."""
        self._ended.set()
        self._reader.join()
        for meter in self.meters:
            meter.close()


def measure(sessions: int = SESSIONS, bare: int = BARE) -> dict[str, float]:
    """What a lecture costs. Raises when a session is not painted."""
    room = Room(_OURS, 1)
    try:
        room.painted("66.5%")
        room.rest()
        lone = median(room.keys(room.meters[0]))
    finally:
        room.close()
    room = Room(_OURS, sessions)
    try:
        painted = room.painted("66.5%")
        room.rest()
        pressed = median(room.keys(room.meters[0], room.meters[-1]))
        memory, alone = room.pss()
    finally:
        room.close()
    room = Room(_BARE_APP, bare)
    try:
        room.painted("0")
        room.rest()
        bare_memory = room.pss()[0]
    finally:
        room.close()
    return {
        "painted": painted,
        "lone key": lone,
        "key": pressed,
        "memory": memory,
        "alone": alone,
        "bare memory": bare_memory,
    }


def main() -> None:
    """Print the figures."""
    got = measure()
    print(f"{SESSIONS} sessions: all painted after {got['painted']:.1f} s")
    ratio = got["key"] / got["lone key"]
    print(
        f"a d_k key: lone {got['lone key']:.1f} ms, two of {SESSIONS} pressing {got['key']:.1f} ms: {ratio:.2f}x (4x)"
    )
    alone, shared = got["alone"], got["memory"] - SESSIONS * got["alone"]
    print(f"memory (PSS): {got['memory']:.0f} MiB for {SESSIONS}, {alone:.1f} MiB each alone, {shared:.0f} MiB shared")
    print(f"              {got['bare memory']:.0f} MiB for {BARE} bare Textual programs")
