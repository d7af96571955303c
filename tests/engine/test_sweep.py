"""Sweeps, the crossing of the medians, the divisor dial and the broken assumptions."""

import math

import numpy as np
import pytest

from sqrtdk_tui.engine import law
from sqrtdk_tui.engine.assumptions import CASES, AssumptionRuns, divisor_dial
from sqrtdk_tui.engine.errors import SlotsError
from sqrtdk_tui.engine.pairs import measure_pairs
from sqrtdk_tui.engine.slots import Slots
from sqrtdk_tui.engine.streaming import finish, refine
from sqrtdk_tui.engine.sweep import D_KS, D_KS_FAR, Crossing, crossing_of, measured, pair_sweep, row_count, row_sweep

pytestmark = pytest.mark.filterwarnings("error")


def test_four_times_the_slots_is_twice_the_spread_and_the_divided_spread_stays() -> None:
    runs = pair_sweep(Slots(), D_KS_FAR, 4_000, 0)
    for _ in refine(runs):
        pass
    for run in runs:
        raw, divided = run.result().raw, run.result().divided
        assert raw.std is not None
        assert raw.std_error is not None
        assert divided.std is not None
        assert abs(raw.std - math.sqrt(run.d_k)) < 4.5 * raw.std_error
        assert divided.std == pytest.approx(raw.std / math.sqrt(run.d_k))
    offs = [run.result().raw.off_by() for run in runs]
    assert len(set(offs)) == len(D_KS_FAR)  # no two points share their random numbers


def test_a_first_look_at_every_point_comes_before_more_of_any() -> None:
    runs = row_sweep(Slots(), D_KS, 3, 3 * 2048, 0)
    order, seen = [], []
    for number in refine(runs, 2):
        order.append(number)
        seen.append(len(measured(runs)))
    assert order[: 2 * len(D_KS)] == [*range(len(D_KS)), *range(len(D_KS))]
    assert seen[: len(D_KS)] == list(range(1, len(D_KS) + 1))
    assert [row_count(tokens) for tokens in (3, 10, 128, 1024)] == [20_000, 20_000, 20_000, 1_000]


@pytest.mark.parametrize(("tokens", "rows", "low", "high"), [
    (3, 4_000, 16, 64), (10, 4_000, 64, 128), (128, 80_000, 512, 1024), (1024, 3_000, 1024, 4096),
])  # fmt: skip
def test_where_the_undivided_median_falls_below(tokens: int, rows: int, low: int, high: int) -> None:
    runs = row_sweep(Slots(), [low // 2, low, high, 2 * high], tokens, rows, 1)
    for _ in refine(runs, 2):
        pass
    assert crossing_of(run.result() for run in reversed(runs)) == Crossing(low, high)
    assert crossing_of([run.result() for run in runs if run.d_k <= low]) is None
    assert crossing_of([run.result() for run in runs if run.d_k >= high]) is None
    assert crossing_of([]) is None


def test_what_is_too_close_to_call_is_left_between() -> None:
    runs = row_sweep(Slots(), [256, 512, 1024], 128, 500, 0)  # 0.1476 and 0.1331 at 512
    for _ in refine(runs):
        pass
    assert crossing_of(run.result() for run in runs) == Crossing(256, 1024)


def test_one_slot_is_no_crossing() -> None:
    runs = row_sweep(Slots(), [1], 3, 500, 0)
    finish(runs[0])
    assert crossing_of([runs[0].result()]) is None


def test_slot_by_slot_a_sweep_keeps_within_its_means() -> None:
    pairs = pair_sweep(Slots("t5"), D_KS_FAR, 20_000, 0, most_slots=2**24)
    assert [run.asked for run in pairs][:3] == [20_000] * 3
    assert pairs[-1].asked == 8
    rows = row_sweep(Slots("t5"), D_KS_FAR, 128, 20_000, 0)
    assert max(run.d_k * run.tokens for run in rows) == 2**22
    assert len(row_sweep(Slots(), D_KS_FAR, 128, 20, 0)) == len(D_KS_FAR)
    with pytest.raises(SlotsError):
        pair_sweep(Slots("t5"), D_KS, 10, 0, "law")


def test_the_eight_broken_assumptions() -> None:
    runs = AssumptionRuns(64, 6_000, 1)
    assert [case.pairs for case in runs.results()] == [None] * 8
    for _ in refine(runs.all()):
        pass
    found = {case.name: case for case in runs.results()}
    assert list(found) == list(CASES)
    for case in found.values():
        assert case.predicted == 8.0
        assert case.right == law.right_divisor(case.slots, 64)
        if case.spread is not None:
            assert case.exact_spread is not None
            assert abs(case.spread.value - case.exact_spread) < 5 * case.spread.error
        if case.key_spread is not None:
            assert case.exact_key_spread is not None
            assert abs(case.key_spread.value - case.exact_key_spread) < 5 * case.key_spread.error + 0.1
    assert found["sigma"].left == 4.0
    assert found["mean_k"].left == 1.0  # softmax does not see it
    assert found["mean_k"].exact_spread == pytest.approx(8 * math.sqrt(2))
    assert found["mean_q"].left == pytest.approx(math.sqrt(2))
    assert found["rho"].exact_mean == 32.0
    assert found["correlation"].left == pytest.approx(4.09, abs=0.01)
    assert found["t3"].spread is None
    assert found["t3"].pairs is not None
    assert (found["cauchy"].left, found["cauchy"].key_spread, found["cauchy"].right.value) == (None, None, None)
    assert found["sparse"].left == 1.0


def test_the_dial_marks_the_divisor_that_leaves_a_spread_of_one() -> None:
    dial = divisor_dial(measure_pairs(Slots(), 64, 20_000, 0))
    assert dial.exact is not None
    assert dial.measured is not None
    assert dial.error is not None
    assert dial.divisors[[0, 24, 48]] == pytest.approx(np.array([1.0, 8.0, 64.0]))
    assert dial.exact[[0, 24, 48]] == pytest.approx(np.array([8.0, 1.0, 0.125]))
    assert (np.abs(dial.measured - dial.exact) < 4 * dial.error).all()
    assert dial.one_at == dial.right.value == 8.0
    assert dial.measured_one_at == pytest.approx(8.0, rel=0.03)
    shared = divisor_dial(measure_pairs(Slots(mean_k=1.0), 64, 1_000, 0))
    assert shared.one_at == pytest.approx(8 * math.sqrt(2))
    assert shared.right.value == 8.0
    none = divisor_dial(measure_pairs(Slots("cauchy"), 64, 1_000, 0))
    assert (none.exact, none.measured, none.one_at, none.measured_one_at) == (None, None, None, None)
    heavy = divisor_dial(measure_pairs(Slots("t3"), 64, 1_000, 0))
    assert heavy.error is None
    assert heavy.measured is not None
    assert divisor_dial(measure_pairs(Slots(), 1, 100, 0)).divisors.tolist() == [1.0]
