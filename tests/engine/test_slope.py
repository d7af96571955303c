"""The slope of one row against finite differences, automatic differentiation and fractions."""

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqrtdk_tui.engine.attention import attention_weights, divide, raw_scores, softmax, softmax_jacobian
from sqrtdk_tui.engine.errors import ScoreError, UndefinedRowError
from sqrtdk_tui.engine.row_sides import PULL, behind, pull_of_keys, side_of
from sqrtdk_tui.engine.shares import Floats
from sqrtdk_tui.engine.slope import nudge, scaled_up, shifted, slope_side
from tests.engine.cases import read

pytestmark = pytest.mark.filterwarnings("error")

CHAPTER = [16.0, 8.0, 0.0]
RECORDED = read("autodiff_slopes.json")
SIDES = [(case["raw"], side) for case in RECORDED["rows"] for side in case["sides"]]
rows = st.lists(st.floats(-30, 30), min_size=1, max_size=8)


def exp(x: Fraction) -> Fraction:
    """e^x for a moderate x, to 60 digits, by its series after halving."""
    halvings = max(0, math.ceil(math.log2(abs(float(x)) + 1)) + 4)
    small, term, total = x / 2**halvings, Fraction(1), Fraction(1)
    for power in range(1, 40):
        term = (term * small / power).limit_denominator(10**90)
        total += term
    for _ in range(halvings):
        total = (total * total).limit_denominator(10**90)
    return total


@pytest.mark.parametrize(("raw", "side"), SIDES, ids=[case["name"] for case in RECORDED["rows"] for _ in range(2)])
def test_slopes_are_those_of_automatic_differentiation(raw: list[float], side: dict[str, Any]) -> None:
    found = slope_side(raw, side["divisor"])
    assert found.weights == pytest.approx(np.array(side["weights"]), rel=1e-12)
    assert found.jacobian == pytest.approx(np.array(side["at_input"]), rel=1e-9, abs=1e-15)
    assert found.jacobian * found.way_back == pytest.approx(np.array(side["at_raw"]), rel=1e-9, abs=1e-15)
    assert found.total_slope == pytest.approx(np.trace(found.jacobian), rel=1e-12)
    assert found.jacobian_norm == pytest.approx(np.linalg.norm(found.jacobian), rel=1e-9)


@pytest.mark.parametrize("case", RECORDED["pulls"])
def test_the_pull_is_that_of_automatic_differentiation(case: dict[str, Any]) -> None:
    query, keys, divisor = np.array(case["query"]), np.array(case["keys"]), case["divisor"]
    scores = raw_scores(query, keys)
    jacobian = softmax_jacobian(softmax(scores / divisor)) @ keys / divisor
    assert jacobian == pytest.approx(np.array(case["jacobian"]), rel=1e-9, abs=1e-14)
    ours = side_of(behind(scores[:, None].copy()), divisor, pull_of_keys([keys[None]], lambda: False))[PULL, 0]
    assert ours == pytest.approx(case["norm"], rel=1e-10)


@given(rows, st.sampled_from([1.0, math.sqrt(2.0), 8.0]))
def test_slopes_are_finite_differences(raw: list[float], divisor: float) -> None:
    side, step = slope_side(raw, divisor), 1e-5
    for token in range(len(raw)):
        ahead, back = np.array(raw), np.array(raw)
        ahead[token] += step
        back[token] -= step
        slope = (softmax(ahead / divisor) - softmax(back / divisor)) / (ahead[token] - back[token])
        assert side.jacobian[:, token] * side.way_back == pytest.approx(slope, rel=1e-6, abs=1e-9)


def test_the_pull_is_a_finite_difference() -> None:
    rng = np.random.default_rng(1)
    query, keys = rng.standard_normal(6), rng.standard_normal((4, 6))
    for divisor in (1.0, math.sqrt(6.0)):
        columns = []
        for slot in range(6):
            step = np.zeros(6)
            step[slot] = 1e-6
            ahead, back = (attention_weights(query + sign * step, keys, divisor) for sign in (1.0, -1.0))
            columns.append((ahead - back) / 2e-6)
        scores = raw_scores(query, keys)
        ours = side_of(behind(scores[:, None].copy()), divisor, pull_of_keys([keys[None]], lambda: False))[PULL, 0]
        assert ours == pytest.approx(np.linalg.norm(columns), rel=1e-8)


def test_the_chapters_cat_moves_69_times_less_undivided() -> None:
    undivided, divided = nudge(CHAPTER, 1), nudge(CHAPTER, 1, divisor=8.0)
    assert 100 * undivided.change[1] == pytest.approx(0.00034, abs=5e-6)
    assert 100 * divided.change[1] == pytest.approx(0.0231, abs=5e-5)
    assert divided.change[1] / undivided.change[1] == pytest.approx(68.6, abs=0.1)
    assert undivided.after == pytest.approx(softmax(np.array([16.0, 8.01, 0.0])), rel=1e-12)


@given(st.lists(st.integers(-200, 200), min_size=1, max_size=4), st.integers(0, 3),
       st.sampled_from([0.01, -0.01, 1e-12, 3.0, -20.0]), st.sampled_from([1.0, 8.0]))  # fmt: skip
def test_tiny_changes_are_exact(raw: list[int], token: int, delta: float, divisor: float) -> None:
    token %= len(raw)
    found = nudge(raw, token, delta, divisor)
    powers = [exp(Fraction(score - max(raw)) / Fraction(divisor)) for score in raw]
    moved = list(powers)
    moved[token] *= exp(Fraction(delta) / Fraction(divisor))
    for place, change in enumerate(found.change):
        exact = moved[place] / sum(moved) - powers[place] / sum(powers)
        assert float(change) == pytest.approx(float(exact), rel=1e-11, abs=1e-80)


@given(st.lists(st.floats(-1e300, 1e300), min_size=1, max_size=5), st.floats(-1e6, 1e6), st.floats(1e-3, 1e3))
def test_a_nudge_never_makes_a_nan(raw: list[float], delta: float, divisor: float) -> None:
    found = nudge(raw, len(raw) - 1, delta, divisor)
    for values in (found.before, found.after):
        assert ((values >= 0.0) & (values <= 1.0 + 1e-15)).all()
        assert values.sum() == pytest.approx(1.0)
    assert found.change.sum() == pytest.approx(0.0, abs=1e-12)
    assert found.change[-1] * delta >= 0.0


def test_gaps_count_not_sizes() -> None:
    before: Floats = softmax(CHAPTER)
    assert softmax(shifted(CHAPTER)).tolist() == before.tolist()
    assert softmax(divide(shifted(CHAPTER), 8.0)).tolist() == softmax(divide(CHAPTER, 8.0)).tolist()
    assert softmax(scaled_up(CHAPTER))[1] == pytest.approx(before[1] ** 2 / (before**2).sum())
    assert scaled_up([-math.inf, 1.0]).tolist() == [-math.inf, 2.0]


def test_masks_and_what_is_refused() -> None:
    masked = nudge([1.0, -math.inf, 0.0], 1, 5.0)
    assert masked.change.tolist() == [0.0, 0.0, 0.0]
    assert nudge([3.0], 0).change.tolist() == [0.0]
    for bad in (lambda: nudge(CHAPTER, 3), lambda: nudge(CHAPTER, -1), lambda: nudge(CHAPTER, 0, math.inf),
                lambda: nudge(CHAPTER, 0, 0.01, 0.0), lambda: slope_side([[1.0, 2.0]]),
                lambda: shifted([1.79e308], 1e308), lambda: scaled_up([1e308], 10.0)):  # fmt: skip
        with pytest.raises(ScoreError):
            bad()
    with pytest.raises(UndefinedRowError):
        slope_side([-math.inf])
