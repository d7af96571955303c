"""Blocks: the same digits on any number of threads, in order, stopped at once, and nothing lost."""

import itertools
import threading
import time
from collections.abc import Callable

import numpy as np
import pytest

from sqrtdk_tui.engine.errors import Cancelled, ScoreError, SlotsError
from sqrtdk_tui.engine.pairs import PairRun
from sqrtdk_tui.engine.rows import RowRun
from sqrtdk_tui.engine.slots import Slots
from sqrtdk_tui.engine.streaming import BLOCK, block_count, finish, in_order, refine, rows_in, threads_for
from sqrtdk_tui.engine.streams import MOST_BLOCKS, block_generator

pytestmark = pytest.mark.filterwarnings("error")

PAIRS: list[Callable[[], PairRun]] = [
    lambda: PairRun(Slots(), 16, 9_000, 1, "slots"),
    lambda: PairRun(Slots(), 16, 30_000, 1, "law"),
    lambda: PairRun(Slots("rademacher"), 100, 30_000, 1, "slots"),
    lambda: PairRun(Slots("t5", mean_q=1.0), 8, 9_000, 1, "slots"),
]
ROWS: list[Callable[[], RowRun]] = [
    lambda: RowRun(Slots(), 16, 10, 9_000, 1, "law"),
    lambda: RowRun(Slots("laplace"), 16, 3, 7_000, 1, "slots"),
    lambda: RowRun(Slots("rademacher"), 64, 3, 30_000, 1, "law"),
]


def told(run: PairRun | RowRun) -> str:
    """Every digit of a result."""
    with np.printoptions(threshold=10**6):
        return repr(run.result())


@pytest.mark.parametrize("made", [*PAIRS, *ROWS])
def test_one_and_many_threads_give_the_same_digits(made: Callable[[], PairRun | RowRun]) -> None:
    one, two, five = made(), made(), made()
    for run, threads in ((one, 1), (two, 2), (five, 5)):
        finish(run, threads)
        assert run.done == run.asked
    assert told(one) == told(two) == told(five)


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("made", [PAIRS[1], ROWS[2]])
def test_a_stopped_run_keeps_what_it_has_and_goes_on(made: Callable[[], PairRun | RowRun], threads: int) -> None:
    whole, stopped = made(), made()
    finish(whole)
    with pytest.raises(Cancelled):
        for _ in refine([stopped], threads, lambda: stopped.folded() >= 2):
            pass
    assert 2 <= stopped.folded() < stopped.blocks()  # what was ready is kept
    assert stopped.result().asked == whole.asked
    finish(stopped, threads)
    assert told(stopped) == told(whole)


def test_results_come_in_order_and_every_round_doubles_each_run() -> None:
    runs = [PairRun(Slots(), 2, count, 0) for count in (8 * BLOCK, 3 * BLOCK, 5)]
    assert list(refine(runs)) == [0, 1, 2, 0, 1, 0, 0, 1, 0, 0, 0, 0]

    def wait(number: int) -> Callable[[object], int]:
        def task(_: object) -> int:
            time.sleep(0.002 * (number % 3))
            return number

        return task

    assert list(in_order((wait(n) for n in range(40)), 4)) == list(range(40))


@pytest.mark.parametrize("threads", [1, 3])
def test_a_task_that_fails_stops_all_others(threads: int) -> None:
    before = threading.active_count()
    with pytest.raises(ScoreError):
        finish(PairRun(Slots(sigma_q=1e300, sigma_k=1e300), 4, 30_000, 0, "law"), threads)
    with pytest.raises(ScoreError):
        finish(RowRun(Slots("uniform", sigma_q=1e300, sigma_k=1e300), 4, 3, 5_000, 0), threads)
    assert threading.active_count() == before


def test_cancelling_does_not_wait_for_a_block() -> None:
    run = PairRun(Slots(), 2**20, 10**7, 0, "slots")  # a block takes half a minute
    wanted = threading.Event()
    threading.Timer(0.1, wanted.set).start()
    before = time.perf_counter()
    with pytest.raises(Cancelled):
        finish(run, 2, wanted.is_set)
    assert time.perf_counter() - before < 1.0


def test_leaving_a_run_stops_its_threads() -> None:
    before = threading.active_count()
    slow = PairRun(Slots(), 2**20, 10**7, 0, "slots")
    runs = refine([PairRun(Slots(), 4, 100, 0), PairRun(Slots(), 4, 100, 1), slow, slow, slow, slow], 2)
    assert next(runs) == 0
    runs.close()  # type: ignore[attr-defined]
    assert threading.active_count() == before


def test_the_caller_is_asked_between_small_pieces() -> None:
    for run, numbers in (
        (PairRun(Slots(), 512, BLOCK, 0, "slots"), 2 * 512 * BLOCK),
        (PairRun(Slots("rademacher"), 2**14, BLOCK, 0, "slots"), 2**9 * BLOCK),
        (RowRun(Slots(), 64, 1024, BLOCK, 0, "law"), 1024 * BLOCK),
        (RowRun(Slots("uniform"), 4096, 100, 5, 0, "slots"), 101 * 4096 * 5),
    ):
        asked = itertools.count()
        finish(run, 1, lambda asked=asked: next(asked) < 0)  # type: ignore[misc]
        assert next(asked) >= numbers / 2**16


def test_what_cannot_be_streamed() -> None:
    assert block_count(1) == 1
    assert [rows_in(block, 5000) for block in range(3)] == [2048, 2048, 904]
    assert threads_for(on_screen=True) >= 1
    assert threads_for(on_screen=False) >= threads_for(on_screen=True)
    for rows in (0, BLOCK * MOST_BLOCKS + 1):
        with pytest.raises(SlotsError):
            block_count(rows)
    for d_k, tokens, block in ((0, 1, 0), (2**20 + 1, 1, 0), (1, 0, 0), (1, 65_536, 0), (1, 1, MOST_BLOCKS)):
        with pytest.raises(SlotsError):
            block_generator(0, 6, d_k, tokens, block)


def test_every_block_has_random_numbers_of_its_own() -> None:
    places = [(p, d, t, b) for p in (6, 7) for d in (1, 2, 2**20) for t in (1, 1024) for b in (0, 1, 5000)]
    firsts = {float(block_generator(3, *place).random()) for place in places}
    assert len(firsts) == len(places)
