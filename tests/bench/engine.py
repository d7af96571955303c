"""The engine beside the notebook idiom and beside its own random numbers: both in turn, and the best of each."""

import subprocess
import sys
import time
from collections.abc import Callable

import numpy as np

from sqrtdk_tui.engine.pairs import PairRun
from sqrtdk_tui.engine.slots import Slots
from sqrtdk_tui.engine.streaming import BLOCK, PIECE, finish, refine
from sqrtdk_tui.engine.streams import SLOT_PAIRS, block_generator
from sqrtdk_tui.engine.sweep import D_KS, row_sweep
from tests.bench.screen import Row

_TRIES = 7
_D_K = 1024

_MEMORY = """
import sys, threading
from pathlib import Path
from sqrtdk_tui.engine.errors import Cancelled
from sqrtdk_tui.engine.pairs import PairRun, measure_pairs
from sqrtdk_tui.engine.slots import Slots
from sqrtdk_tui.engine.streaming import finish

def memory(kind):
    line = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith(kind))
    return int(line.split()[1]) / 1024

law, seconds = sys.argv[1], float(sys.argv[2])
measure_pairs(Slots(law), 64, 1, 0, "slots")
rest = memory("VmRSS")
Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew
run = PairRun(Slots(law), 4096, 10**7, 0, "slots")
wanted = threading.Event()
if seconds:
    threading.Timer(seconds, wanted.set).start()
try:
    finish(run, 2, wanted.is_set)
except Cancelled:
    pass
run.result()
print(memory("VmHWM") - rest)
"""


def _alternately(*works: Callable[[], object]) -> list[float]:
    """The shortest time of each in seconds; they take turns, so that a busy machine is unfair to none."""
    times = [[_timed(work) for work in works] for _ in range(_TRIES)]
    return [min(column) for column in zip(*times, strict=True)]


def _timed(work: Callable[[], object]) -> float:
    before = time.perf_counter()
    work()
    return time.perf_counter() - before


def _idiom(rng: np.random.Generator, pairs: int, d_k: int) -> None:
    (rng.standard_normal((pairs, d_k)) * rng.standard_normal((pairs, d_k))).sum(1)


def _numbers_alone() -> None:
    """The random numbers of two blocks of normal slots, from the same streams, into memory that stays."""
    buffer = np.empty(PIECE)
    for block in range(2):
        rng = block_generator(0, SLOT_PAIRS, _D_K, 1, block)
        for _ in range(2 * _D_K * BLOCK // PIECE):
            rng.standard_normal(out=buffer)


def _pairs(slots: Slots, d_k: int, pairs: int, method: str, threads: int = 1) -> Callable[[], None]:
    return lambda: finish(PairRun(slots, d_k, pairs, 0, method), threads)


def measure() -> list[Row]:
    """Rows of what, its yardstick, ours, the unit, and what is aimed at."""
    return [*_speeds(), *_against_the_idiom(), *_memory(), *_sweeps()]


def _speeds() -> list[Row]:
    slots = 2e-6 * 2 * BLOCK * _D_K  # millions in two blocks
    numbers, ours = _alternately(_numbers_alone, _pairs(Slots(), _D_K, 2 * BLOCK, "slots"))
    one, two = _alternately(*(_pairs(Slots(), _D_K, 8 * BLOCK, "slots", threads) for threads in (1, 2)))
    return [
        ("slots, beside their numbers alone", slots / numbers, slots / ours, "M/s", "0.9x or more"),
        ("slots, one and two threads", 4 * slots / one, 4 * slots / two, "M/s", "1.8x or more"),
    ]


def _against_the_idiom() -> list[Row]:
    rng, rows = np.random.default_rng(0), []
    for what, work, pairs, target in (
        ("±1 bits", _pairs(Slots("rademacher"), 4096, 16 * BLOCK, "slots"), 16 * BLOCK, "100x"),
        ("law", _pairs(Slots(), 4096, 100 * BLOCK, "law"), 100 * BLOCK, "1000x"),
        ("law ±1", _pairs(Slots("rademacher"), 4096, 100 * BLOCK, "law"), 100 * BLOCK, "1000x"),
    ):
        idiom, ours = _alternately(lambda: _idiom(rng, 1_000, 4096), work)
        rows.append((f"pairs, idiom and {what}", 1.0 / idiom, 1e-3 * pairs / ours, "k/s", f"{target} or more"))
    for name in ("normal", "rademacher"):
        few, many = _alternately(*(_pairs(Slots(name), d_k, 100 * BLOCK, "law") for d_k in (64, 2**20)))
        rows.append((f"{name} law, d_k = 64 and 2^20", 1e3 * few, 1e3 * many, "ms", "1x"))
    return rows


def _memory() -> list[Row]:
    rows = []
    for what, law, seconds in (("±1 at full size", "rademacher", 0.0), ("normal, cancelled", "normal", 10.0)):
        done = subprocess.run(
            [sys.executable, "-c", _MEMORY, law, str(seconds)], check=True, capture_output=True, text=True
        )
        rows.append((f"memory, 10^7 x 4096 {what}", 0.0, float(done.stdout), "MiB", "50 MiB or less"))
    return rows


def _sweeps() -> list[Row]:
    rows = []
    for tokens, target in ((10, "50 ms, 2 s"), (128, "10 s"), (1024, "10 s")):
        runs, before, first = row_sweep(Slots(), D_KS, tokens, None, 0), time.perf_counter(), 0.0
        for number in refine(runs):
            if not first:
                runs[number].result()
                first = time.perf_counter() - before
        for run in runs:
            run.result()
        rows.append(
            (f"sweep, {tokens} tokens: first, all", 1e3 * first, 1e3 * (time.perf_counter() - before), "ms", target)
        )
    return rows
