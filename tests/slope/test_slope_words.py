"""The Slope pane's sentences."""

from __future__ import annotations

import math
from dataclasses import replace

import pytest

from sqrtdk_tui.engine.moments import Estimate
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.slope import claims as slope_claims
from sqrtdk_tui.slope import words as slope_words
from sqrtdk_tui.slope.reading import SlopeFindings
from tests.slope.measured import drawn, findings, raw, slope

INF = math.inf


def test_the_chapter_s_slopes() -> None:
    assert slope_words.slopes(slope()) == (
        "At softmax's input the winner's slope is 0.000335 undivided, 0.2227 divided: 664 times. "
        "Back at the raw score ÷ 8 more: 0.0278, still 83 times."
    )


def test_the_chapter_s_nudge() -> None:
    assert slope_words.nudge(slope()) == (
        '+0.01 on "cat" before the divide: 0.03354% → 0.03387%, +0.00034 points undivided; '
        "24.473% → 24.496%, +0.023 points divided: 69 times."
    )
    assert slope_words.invitation(slope()) == "n nudges cat by +0.01"


def test_the_winner_is_nudged_as_well() -> None:
    assert "99.96645% → 99.96679%, +0.00033 points undivided" in slope_words.nudge(slope(token=0))


def test_adding_moves_nothing_and_doubling_moves_all() -> None:
    assert slope_words.moves(slope()) == ""
    assert slope_words.moves(slope(added=100)) == (
        '100 added to every score: no share moves. "the" stays at 99.97% undivided, 66.5% divided. '
        "Gaps count, not sizes."
    )
    doubled = slope_words.moves(slope(factor=2))
    assert doubled.startswith("Every score doubled: every gap doubles, shares move:")
    assert "66.5% → 86.7% divided" in doubled
    assert "Every score × 4, 100 added: every gap is × 4" in slope_words.moves(slope(factor=4, added=100))


def test_equal_scores_have_no_gap_to_double() -> None:
    assert "stay so, so no share moves" in slope_words.moves(slope(raw(1, 1, 1), factor=2))


def test_rounding_is_not_taken_for_a_move() -> None:
    assert "rounded by 64-bit floats" in slope_words.moves(slope(added=1e17))


@pytest.mark.parametrize(
    ("lab", "part"),
    [
        (Lab(d_k=1), "Divided by 1 both sides agree: winner's slope 0.2227"),
        (raw(1, 1), "0.2500 undivided, 0.2500 divided: the same. Back at the raw score ÷ 8 more: 0.0313, 8 times less"),
        (Lab(divide="after"), "nothing is won"),
        (raw(3, -INF), "all slopes are 0"),
        (raw(5000, 0), "10^-2171 undivided"),
        (raw(1e300, 1, -1e300), "10^-4e299 undivided, 10^-5e298 divided: 10^4e299 times"),
        (raw(4, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3), "times less"),
    ],
)
def test_slopes_of_other_rows(lab: Lab, part: str) -> None:
    assert part in slope_words.slopes(slope(lab))


def test_a_nudge_that_moves_nothing_says_why() -> None:
    assert "it is masked" in slope_words.nudge(slope(raw(1, 2, -INF), token=2))
    assert "every share already" in slope_words.nudge(slope(raw(1, -INF), token=0))
    assert "less than 1e-300 points" in slope_words.nudge(slope(raw(5000, 0)))


def test_what_is_covered_is_not_told() -> None:
    for text in (
        slope_words.slopes(slope(), covered=True),
        slope_words.nudge(slope(), covered=True),
        slope_words.moves(slope(factor=2), covered=True),
    ):
        assert not any(number in text for number in ("0.2227", "664", "24.47", "66.5", "86.7"))


@pytest.mark.parametrize(
    ("tokens", "d_k", "told"),
    [
        (3, 64, "3 tokens at d_k = 64: half the rows are dead undivided (5"),
        (3, 4096, "3 tokens at d_k = 4096: 93% of the rows are dead undivided, a few kick hard. Pull on q: median"),
        (128, 64, "128 tokens at d_k = 64: here the undivided slope is larger, not smaller: median pull on q 1."),
        (128, 4096, "128 tokens at d_k = 4096: 8"),
        (10, 64, "10 tokens at d_k = 64: here the undivided pull on q is larger, not smaller: median 0."),
        (3, 1, "3 tokens at d_k = 1: divided by 1, both sides are the same."),
    ],
)
def test_the_sentence_changes_with_the_statistics(tokens: int, d_k: int, told: str) -> None:
    text = slope_claims.statistics(findings(drawn(tokens, d_k)))
    assert text.startswith(told)
    assert ("a few kick hard" in text) == (d_k == 4096 or (tokens, d_k) == (3, 64))


def test_many_tokens_name_the_slope_that_is_still_smaller() -> None:
    for tokens, d_k in ((128, 64), (1024, 64)):
        found = findings(drawn(tokens, d_k), 400)
        text = slope_claims.statistics(found)
        assert "here the undivided slope is larger, not smaller: median pull on q" in text
        assert text.endswith("; the total slope is smaller.")
        assert found.rows is not None
        left, right = found.rows.undivided, found.rows.divided
        assert left.total_slope_mean.value < right.total_slope_mean.value


def test_a_divide_after_softmax_does_not_borrow_the_crossing() -> None:
    told = slope_claims.crossing(findings(Lab(divide="after")))
    assert told.startswith("With the divide before softmax, the undivided median falls")


def test_too_few_rows_are_too_close_to_call() -> None:
    assert "neither slope is clearly the smaller one" in slope_claims.statistics(findings(drawn(3, 20), 40))


def test_the_crossing_in_words() -> None:
    told = slope_claims.crossing(findings(drawn(128, 64)))
    assert told.startswith("The undivided median falls below the divided one between d_k = ")
    assert told.endswith((" 512 and 1024.", " 256 and 1024."))


def test_a_crossing_that_is_not_there_or_not_yet() -> None:
    found = findings(drawn(3, 64))
    without = replace(found, crossing=None)
    assert "no crossing" in slope_claims.crossing(without)
    assert "still being measured" in slope_claims.crossing(replace(without, done=1))
    assert "cannot cross" in slope_claims.crossing(findings(Lab(divide="none"), 50))
    assert slope_claims.crossing(None) == ""


def test_nothing_measured_is_said() -> None:
    empty = SlopeFindings(Lab(), None, (), None, 0, 10)
    assert slope_claims.statistics(empty) == "No random rows have been measured yet."
    assert slope_claims.statistics(None, running=True) == "Measuring random rows …"
    assert "too many to draw" in slope_claims.statistics(replace(empty, done=10))
    assert "take two tokens" in slope_claims.statistics(findings(raw(3)))


def test_cauchy_rows_have_no_root_mean_square() -> None:
    text = slope_claims.statistics(findings(Lab(source="drawn", slots="cauchy"), 200))
    assert "RMS" not in text
    assert "here the undivided slope is smaller" in text


@pytest.mark.parametrize(
    ("value", "error", "told"),
    [
        (0.0723, 0.003, "0.072 ±.003"),
        (1.4716, 0.0104, "1.47 ±.01"),
        (0.13268, 0.00012, "0.1327 ±.0001"),
        (0.13268, 0.00001, "0.1327 ±.0001"),
        (5.7e-18, 2.4e-18, "6e-18 ±2e-18"),
        (1.09e-3, 8e-5, "1.09e-3 ±8e-5"),
        (0.0, 0.0, "<1e-308"),
        (0.5, INF, "0.5 ±?"),
        (12.0, 3.0, "12 ±3"),
        (5e-148, 1e-146, "<2e-146"),
        (9.9533e-148, 3e-149, "1e-147±3e-149"),
    ],
)
def test_a_number_has_the_digits_that_its_error_leaves(value: float, error: float, told: str) -> None:
    assert slope_claims.plus_minus(Estimate.give_or_take(value, error)) == told


def test_a_share_of_rows_has_its_error() -> None:
    assert slope_claims.percent(Estimate(0.504, 0.500, 0.508)) == "50.4% ±0.4"
    assert slope_claims.percent(Estimate(0.0, 0.0, 0.00002)) == "0.00% ±0.01"
    assert slope_claims.percent(Estimate(1.0, 0.75, 1.0)) == "100% ±12"


@pytest.mark.parametrize(
    ("log_ratio", "told"),
    [(math.log(664.1), "664 times"), (-math.log(8), "8 times less"), (0.0, "the same"), (100.0, "10^43 times")],
)
def test_ratios(log_ratio: float, told: str) -> None:
    assert slope_words.times(log_ratio) == told
