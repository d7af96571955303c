"""Long measurements in constant blocks: the same digits on any number of threads, flat memory, stopped in milliseconds.

A block is 2,048 rows. Each has a stream of its own (`streams.block_generator`), is drawn in NumPy pieces of a few
milliseconds that let go of Python's global lock, and comes back as a small summary. Summaries are merged in block
order, so it does not matter which thread has drawn which block, or how many threads there are.
"""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, Protocol, TypeVar

import numpy as np

from sqrtdk_tui.engine.errors import Cancelled, SlotsError
from sqrtdk_tui.engine.streams import MOST_BLOCKS

BLOCK = 2_048
PIECE = 2**15
"""Numbers that one NumPy call draws or changes at most: 0.25 MiB, less than 1 ms, 2 ms for the slowest law."""

Stop = Callable[[], bool]
Summary = TypeVar("Summary")
Task = Callable[[Stop], Summary]


class Run(Protocol[Summary]):
    """A measurement that grows block by block: what `refine` needs of it."""

    def blocks(self) -> int:
        """Return how many blocks it has in all."""

    def folded(self) -> int:
        """Return how many blocks it holds already."""

    def task(self, block: int) -> Task[Summary]:
        """Return the work of one block; it calls its argument between pieces and raises `Cancelled` when true."""

    def fold(self, summary: Summary) -> None:
        """Take in the next block's summary."""


def threads_for(on_screen: bool) -> int:
    """Return how many threads to measure with: all cores, or on screen one less, so that keys are answered."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, cores - 1) if on_screen else cores


def block_count(rows: int) -> int:
    """Return how many blocks hold so many rows. Raises `SlotsError` below 1 or above 2^31 rows."""
    if not 1 <= rows <= BLOCK * MOST_BLOCKS:
        raise SlotsError(f"{rows} draws cannot be measured; there must be 1 to {BLOCK * MOST_BLOCKS}.")
    return -(-rows // BLOCK)


def rows_in(block: int, rows: int) -> int:
    """Return how many of `rows` rows lie in a block: 2,048 in all but the last."""
    return min(BLOCK, rows - block * BLOCK)


def stop_if(cancelled: Stop) -> None:
    """Raise `Cancelled` when the caller wants no more."""
    if cancelled():
        raise Cancelled


def in_order(tasks: Iterable[Task[Summary]], threads: int = 1, cancelled: Stop | None = None) -> Iterator[Summary]:
    """Yield what each task returns, in the order of the tasks, whichever thread finishes first.

    Few tasks are under way at a time, so memory does not grow with their number. `cancelled` is called in the working
    threads, between pieces; when it is true `Cancelled` is raised here, after all threads have stopped. A task's own
    exception is raised likewise. Closing the generator stops the threads, too.
    """
    stopped = threading.Event()

    def stop() -> bool:
        return stopped.is_set() or (cancelled is not None and cancelled())

    def run(task: Task[Summary]) -> Summary:
        with np.errstate(all="ignore"):  # what overflows is found by looking at the result
            stop_if(stop)
            return task(stop)

    if threads == 1:
        yield from (run(task) for task in tasks)
        return
    pool, ahead = ThreadPoolExecutor(threads, "measure"), deque[Future[Summary]]()
    try:
        for task in tasks:
            ahead.append(pool.submit(run, task))
            if len(ahead) > 2 * threads:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        stopped.set()
        pool.shutdown(wait=True, cancel_futures=True)


def refine(runs: Iterable[Run[Any]], threads: int = 1, cancelled: Stop | None = None) -> Iterator[int]:
    """Measure all runs, a little of each before more of any; yield the number of the run that has just grown.

    Rounds of 1, 1, 2, 4, 8 … blocks a run: after each round every run is twice as large. A run that was stopped goes
    on where it was. Raises as `in_order`; what the runs hold by then stays good.
    """
    measured = list(runs)
    tasks = (_numbered(number, measured[number].task(block)) for number, block in _rounds(measured))
    for number, summary in in_order(tasks, threads, cancelled):
        measured[number].fold(summary)
        yield number


def finish(run: Run[Any], threads: int = 1, cancelled: Stop | None = None) -> None:
    """Measure all that is left of one run. Raises as `in_order`; what the run holds by then stays good."""
    for _ in refine([run], threads, cancelled):
        pass


def _numbered(number: int, task: Task[Summary]) -> Task[tuple[int, Summary]]:
    return lambda stop: (number, task(stop))


def _rounds(runs: list[Run[Any]]) -> Iterator[tuple[int, int]]:
    """Yield (run, block) in the order of work."""
    first = [run.folded() for run in runs]
    last = [run.blocks() for run in runs]
    start, size = 0, 1
    while any(begin + start < end for begin, end in zip(first, last, strict=True)):
        for number, (begin, end) in enumerate(zip(first, last, strict=True)):
            for block in range(begin + start, min(begin + start + size, end)):
                yield number, block
        start, size = start + size, max(1, start + size)
