"""One Lab, read: the numbers of the lesson, the words for what is seen, and the place of a drawn row."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqrtdk_tui.engine.errors import ScoreError
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.reading import (
    EVEN,
    MIX,
    NEARLY,
    PLACE_ROWS,
    SPIKE,
    Reading,
    Side,
    divisor_of,
    place,
    raw_scores,
    read,
    slots_to_draw,
    trail_d_ks,
    word_for,
)
from tests.lab.strategies import small_labs

INF = math.inf


def sides(lab: Lab) -> tuple[Side, Side]:
    reading = read(lab)
    assert reading.undivided is not None
    assert reading.divided is not None
    return reading.undivided, reading.divided


def raw(*scores: float, divide: str | float = "sqrt", d_k: int = 64) -> Lab:
    return Lab(d_k=d_k, source="raw", raw_scores=tuple(map(float, scores)), divide=divide)


def test_the_bars_of_the_chapter() -> None:
    left, right = sides(Lab())
    np.testing.assert_allclose(left.scores, [16, 8, 0])
    np.testing.assert_allclose(left.weights, [0.99966, 3.35e-4, 1.12e-7], rtol=5e-3)
    np.testing.assert_allclose(right.weights, [0.66524, 0.24473, 0.09003], rtol=1e-4)
    assert (left.word, right.word) == (SPIKE, MIX)
    assert (left.winners, right.winners) == ((0,), (0,))
    assert left.winner_slope == pytest.approx(3.354e-4, rel=1e-3)
    assert right.winner_slope == pytest.approx(0.2227, rel=1e-3)
    assert left.weights[0] / left.weights[1] == pytest.approx(2981, rel=1e-3)
    assert right.weights[0] / right.weights[1] == pytest.approx(math.e)


def test_divided_by_d_k_itself() -> None:
    np.testing.assert_allclose(sides(Lab(divide="dk"))[1].weights, [0.3758, 0.3316, 0.2926], rtol=2e-4)


def test_divided_too_late_the_shares_sum_to_an_eighth_and_the_spike_stays() -> None:
    left, right = sides(raw(16, 8, 0, divide="after"))
    np.testing.assert_allclose(right.weights, [0.12496, 4.19e-5, 1.4e-8], rtol=5e-3)
    assert right.weights.sum() == pytest.approx(0.125, rel=1e-12)
    np.testing.assert_allclose(np.exp(right.log_weights), right.weights)
    np.testing.assert_allclose(np.exp(right.log_rests), 1 - right.weights)
    assert right.word == SPIKE
    assert right.entropy_nats == left.entropy_nats


def test_the_divisor_of_every_rule() -> None:
    assert [divisor_of(Lab(divide=rule)) for rule in ("sqrt", "none", "dk", "after", 12.0)] == [8, 1, 64, 8, 12]


def test_at_one_slot_both_sides_are_the_same() -> None:
    left, right = sides(Lab(d_k=1))
    np.testing.assert_array_equal(left.weights, right.weights)


@pytest.mark.parametrize(
    ("share", "tokens_used", "tokens", "word"),
    [
        (0.99, 1.0, 3, SPIKE),
        (math.nextafter(0.99, 0), 1.0, 3, NEARLY),
        (0.90, 1.2, 3, NEARLY),
        (math.nextafter(0.90, 0), 1.2, 3, MIX),
        (0.4, 2.85, 3, EVEN),
        (0.4, 2.84, 3, MIX),
        (0.002, 950.0, 1000, EVEN),
    ],
)
def test_the_words_change_where_they_should(share: float, tokens_used: float, tokens: int, word: str) -> None:
    assert word_for(share, tokens_used, tokens) == word


@pytest.mark.parametrize(
    ("scores", "word"), [((5, 0), SPIKE), ((3, 0), NEARLY), ((2, 0), MIX), ((0.1, 0), EVEN), ((0, 0, -INF), EVEN)]
)
def test_rows_of_every_word(scores: tuple[float, ...], word: str) -> None:
    assert sides(raw(*scores))[0].word == word


def test_ties_have_several_winners() -> None:
    left, right = sides(raw(3, 1, 3, -INF))
    assert left.winners == right.winners == (0, 2)
    assert left.weights[0] == left.weights[2]


def test_a_masked_token_has_exactly_nothing() -> None:
    left, right = sides(raw(2, -INF, 1))
    for side in (left, right):
        assert side.weights[1] == 0
        assert side.log_weights[1] == -INF
    assert read(raw(2, -INF, 1)).unmasked == 2


def test_one_token_takes_everything() -> None:
    left, _ = sides(raw(-5))
    assert (left.top_share, left.entropy_nats, left.effective_tokens) == (1, 0, 1)
    assert left.entropy_normalised is None, "0/0"
    assert left.log_rests[0] == -INF


def test_a_row_without_any_token_to_attend_to_is_undefined() -> None:
    reading = read(raw(-INF, -INF))
    assert (reading.undivided, reading.divided, reading.trail) == (None, None, None)
    assert reading.undefined
    assert place(reading) is reading


def test_a_score_that_overflows_is_refused_in_one_sentence() -> None:
    with pytest.raises(ScoreError, match=r"A unit score × √64 is larger than 1\.79e308; use smaller scores\."):
        read(Lab(unit_scores=(1e308, 0.0)))
    with pytest.raises(ScoreError, match="is too large for a 64-bit float"):
        read(raw(1e308, 0, divide=1e-9))
    read(raw(1.79e308, -1.79e308))


def test_the_trail_leads_to_the_winner_s_share() -> None:
    reading = read(Lab())
    assert reading.trail is not None
    assert [d_k for d_k, _, _ in reading.trail.points] == [1, 4, 16, 64]
    shares = [math.exp(log) for _, log, _ in reading.trail.points]
    np.testing.assert_allclose(shares, [0.66524, 0.8668, 0.9817, 0.99966], rtol=1e-3)
    assert reading.trail.side == "undivided"


def test_the_trail_of_typed_scores_is_that_of_the_side_that_moves() -> None:
    trail = read(raw(16, 8, 0)).trail
    assert trail is not None
    assert trail.side == "divided"
    assert math.exp(trail.points[0][1]) == pytest.approx(0.99966, rel=1e-4)
    assert math.exp(trail.points[-1][1]) == pytest.approx(0.66524, rel=1e-4)
    for rule in ("none", "after", 12.0):
        assert read(raw(16, 8, 0, divide=rule)).trail is None


@pytest.mark.parametrize(
    ("d_k", "steps"), [(1, (1,)), (2, (1, 2)), (4, (1, 4)), (64, (1, 4, 16, 64)), (100, (1, 4, 16, 64, 100))]
)
def test_the_trail_goes_in_steps_of_four(d_k: int, steps: tuple[int, ...]) -> None:
    assert trail_d_ks(d_k) == steps


@settings(max_examples=60, deadline=None)
@given(small_labs())
def test_every_reading_holds_together(lab: Lab) -> None:
    reading = read(lab)
    assert len(reading.labels) == len(reading.raw) == lab.count
    if reading.undivided is None or reading.divided is None:
        assert reading.undefined
        assert not np.any(reading.raw > -INF)
        return
    late = reading.divisor if reading.late else 1.0
    for side, total in ((reading.undivided, 1.0), (reading.divided, 1 / late)):
        assert side.weights.sum() == pytest.approx(total, rel=1e-12)
        assert not np.any(np.isnan(side.log_weights))
        assert not np.any(np.isnan(side.log_rests))
        assert side.weights[list(side.winners)] == pytest.approx(side.weights.max(), rel=1e-15)
        assert 0 <= side.total_slope <= 1
        assert 0 <= side.winner_slope <= 0.25 + 1e-15
        assert 1 - 1e-12 <= side.effective_tokens <= lab.count + 1e-9
    assert set(reading.undivided.winners) <= set(reading.divided.winners), "a divisor never changes the winner"
    assert reading.raw[reading.order[0]] == reading.raw.max()
    if reading.trail:
        side = reading.undivided if reading.trail.side == "undivided" else reading.divided
        assert reading.trail.points[-1][0] == lab.d_k
        assert reading.trail.points[-1][1] == pytest.approx(float(side.log_weights[reading.trail.token]), abs=1e-12)


DRAWN = Lab(source="drawn")


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 30), st.integers(1, 500))
def test_a_drawn_row_is_the_same_each_time(seed: int, tokens: int, d_k: int) -> None:
    lab = DRAWN.changed(seed=seed, tokens=tokens, d_k=d_k)
    np.testing.assert_array_equal(raw_scores(lab), raw_scores(lab))
    assert slots_to_draw(lab) == 0, "kept"


def test_a_change_of_d_k_draws_only_what_is_new() -> None:
    lab = DRAWN.changed(seed=987_654, tokens=4, d_k=64)
    assert slots_to_draw(lab) == 64 * 5
    raw_scores(lab)
    assert slots_to_draw(lab.changed(d_k=128)) == 64 * 5
    assert slots_to_draw(lab.changed(sigma=(2.0, 3.0))) == 0
    assert slots_to_draw(Lab()) == 0


def placed(lab: Lab) -> Reading:
    reading = place(read(lab))
    assert reading.place is not None
    return reading


def test_one_undivided_row_in_five_is_no_spike_at_three_tokens() -> None:
    found = placed(DRAWN).place
    assert found is not None
    assert found.rows == PLACE_ROWS == 4000
    assert found.method == "law"
    assert found.below_90 == pytest.approx(0.21, abs=0.02)
    assert -math.expm1(found.median_log_rest) == pytest.approx(1 - 4.5e-3, abs=1e-3)


def test_the_rows_like_it_are_always_the_same_ones() -> None:
    for lab in (DRAWN.changed(seed=5), DRAWN.changed(slots="laplace", d_k=4)):
        one, other = placed(lab).place, placed(lab).place
        assert one is not None
        assert other is not None
        assert (one.lower, one.below_90, one.median_log_rest) == (other.lower, other.below_90, other.median_log_rest)


def test_a_row_s_place_is_spread_evenly_over_seeds() -> None:
    places = [placed(DRAWN.changed(seed=seed)).place for seed in range(60)]
    lower = sorted(found.lower for found in places if found)
    assert lower[0] < 0.1
    assert lower[-1] > 0.9
    assert sum(lower) / len(lower) == pytest.approx(0.5, abs=0.12)


def test_only_drawn_rows_of_several_tokens_have_a_place() -> None:
    for lab in (Lab(), raw(1, 2), DRAWN.changed(tokens=1)):
        assert place(read(lab)).place is None
