"""The slope of one row and of rows drawn alike, as numbers."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sqrtdk_tui.engine.errors import Cancelled, ScoreError
from sqrtdk_tui.engine.sweep import D_KS
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.reading import read
from sqrtdk_tui.slope.reading import SlopeStatistics, read_slope
from tests.slope.measured import drawn, findings, raw, slope

INF = math.inf


def test_the_chapter_s_row_has_the_slopes_of_the_reference() -> None:
    now = slope()
    assert now.left.winner_slope == pytest.approx(3.354e-4, rel=1e-3)
    assert now.right.winner_slope == pytest.approx(0.2227, rel=1e-3)
    assert now.right.winner_slope / now.left.winner_slope == pytest.approx(664, abs=0.5)
    assert now.right.winner_slope * now.right.way_back == pytest.approx(0.0278, abs=5e-5)
    assert now.right.winner_slope * now.right.way_back / now.left.winner_slope == pytest.approx(83, abs=0.5)
    assert now.right.total_slope == pytest.approx(1 - float((now.right.weights**2).sum()))


def test_a_nudge_before_the_divide_moves_the_divided_share_69_times_as_far() -> None:
    now = slope()
    left, right = now.left_nudge.change[1], now.right_nudge.change[1]
    assert 100 * left == pytest.approx(0.00034, abs=5e-6)
    assert 100 * right == pytest.approx(0.023, abs=5e-4)
    assert right / left == pytest.approx(69, abs=0.5)


def test_adding_the_same_to_every_score_changes_nothing() -> None:
    before, after = slope(), slope(added=100)
    assert after.moved
    assert after.largest_move < 1e-14
    np.testing.assert_allclose(after.left.jacobian, before.left.jacobian, rtol=1e-12)
    np.testing.assert_allclose(after.right.jacobian, before.right.jacobian, rtol=1e-12)


def test_doubling_every_score_is_the_row_of_doubled_scores() -> None:
    now, typed = slope(factor=2), slope(raw(32, 16, 0))
    assert now.largest_move > 0.1
    np.testing.assert_array_equal(now.left.weights, typed.left.weights)
    np.testing.assert_array_equal(now.right.jacobian, typed.right.jacobian)
    np.testing.assert_array_equal(now.right_nudge.change, typed.right_nudge.change)


def test_both_moves_together_and_masks_that_stay() -> None:
    now = slope(raw(2, 1, -INF), token=2, added=100, factor=2)
    np.testing.assert_array_equal(now.left.scores, [104, 102, -INF])
    assert now.left_nudge.change[2] == 0


def test_the_present_row_is_the_reading_s_own() -> None:
    reading = read(Lab())
    now = read_slope(reading, 0)
    assert now is not None
    assert now.left_now is reading.undivided
    assert not now.moved
    assert now.largest_move == 0


def test_the_log_of_a_slope_outlives_the_slope() -> None:
    now = slope(raw(5000, 0), token=0)
    assert now.left.winner_slope == 0
    assert now.log_slopes[0] == pytest.approx(-5000)
    assert now.log_slopes[1] == pytest.approx(math.log(now.right.winner_slope))


def test_divided_after_softmax_slopes_shrink_like_the_shares() -> None:
    now = slope(Lab(divide="after"))
    np.testing.assert_allclose(now.right.jacobian, now.left.jacobian / 8)
    assert now.right.way_back == 1
    assert now.right_nudge.change[1] == pytest.approx(now.left_nudge.change[1] / 8)
    assert now.log_slopes[1] == pytest.approx(math.log(now.right.winner_slope))


def test_too_large_a_score_is_one_sentence() -> None:
    reading = read(raw(1e308, 0))
    for move in ({"factor": 2.0}, {"factor": 2.0, "added": 100.0}):
        with pytest.raises(ScoreError, match=r"^[^.]*64-bit[^.]*\.$"):
            read_slope(reading, 0, **move)


def test_a_row_with_no_share_has_no_slope() -> None:
    assert read_slope(read(raw(-INF, -INF)), 0) is None


@pytest.mark.parametrize("lab", [raw(3), raw(1, 1, 1), raw(1, -INF), drawn(1024, 64)])
def test_every_row_has_a_slope(lab: Lab) -> None:
    now = slope(lab, token=0)
    assert now.left.jacobian.shape == (lab.count, lab.count)
    assert np.isfinite(now.right.jacobian).all()


@pytest.mark.parametrize(
    ("tokens", "d_k", "dead", "left", "right"),
    [(3, 64, 0.511, 0.0684, 0.435), (3, 4096, 0.931, 7.6e-18, 0.436), (128, 64, 0.134, 1.8483, 0.133)],
)
def test_rows_are_as_the_reference_has_them(tokens: int, d_k: int, dead: float, left: float, right: float) -> None:
    rows = findings(drawn(tokens, d_k)).rows
    assert rows is not None
    assert rows.undivided.dead_share.value == pytest.approx(dead, abs=0.03)
    assert math.log(rows.undivided.pull_on_q.median.value) == pytest.approx(
        math.log(left), abs=0.05 * abs(math.log(left)) + 0.2
    )
    assert rows.divided.pull_on_q.median.value == pytest.approx(right, abs=0.005)


def test_the_crossing_is_found_where_the_reference_has_it() -> None:
    few, many = findings(drawn(3, 64)).crossing, findings(drawn(128, 64)).crossing
    assert few is not None
    assert many is not None
    assert 8 <= few.above < few.below <= 64
    assert 256 <= many.above < many.below <= 1024


def test_the_present_d_k_is_measured_first_and_is_a_point_of_the_sweep() -> None:
    statistics = SlopeStatistics(drawn(3, 100), 5_000)
    growing = statistics.measure(1)
    for _ in range(3):
        next(growing)
    found = statistics.findings()
    assert found.rows is not None
    assert found.rows.d_k == 100
    assert found.rows.count == 5_000
    assert not found.finished
    for _ in growing:
        pass
    found = statistics.findings()
    assert found.finished
    assert [point.d_k for point in found.points] == sorted({*D_KS, 100})
    assert statistics.progress == (found.done, found.asked)


def test_what_is_measured_before_it_is_stopped_stays() -> None:
    statistics, stopped = SlopeStatistics(drawn(3, 64), 5_000), False
    growing = statistics.measure(1, lambda: stopped)
    next(growing)
    stopped = True
    with pytest.raises(Cancelled):
        next(growing)
    assert statistics.findings().done == 1
    for _ in statistics.measure(1):
        pass
    assert statistics.findings().finished


def test_one_token_has_nothing_to_measure() -> None:
    found = findings(raw(3))
    assert found.finished
    assert found.rows is None
    assert not found.points


def test_a_row_too_large_to_draw_leaves_the_rest_of_the_sweep() -> None:
    lab = Lab(unit_scores=(0.0,) * 8, d_k=2**20, slots="uniform")
    statistics = SlopeStatistics(lab, 2)
    assert len(statistics.runs) == 20
