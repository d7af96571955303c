"""The Sum pane: a walk that ends at the raw score, its band, and a thousand ends beside the law."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqrtdk_tui import sum_pane
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.options import SLOT_NAMES
from sqrtdk_tui.reading import raw_scores
from sqrtdk_tui.rows import Look, text_of, width_of
from sqrtdk_tui.walk import MOST_SLOTS_A_WALK, WALKS, read_walk, read_walks
from tests.lab.strategies import small_labs

COINS = Lab(d_k=100, slots="rademacher")


@settings(max_examples=60, deadline=None)
@given(small_labs(), st.data())
def test_a_walk_ends_at_the_drawn_row_s_raw_score(lab: Lab, data: st.DataObject) -> None:
    lab = lab.changed(source="drawn")
    key = data.draw(st.integers(0, lab.tokens - 1))
    walk = read_walk(lab, key)
    sizes = [abs(mean) + sigma for mean, sigma in zip(lab.mean, lab.sigma, strict=True)]
    scale = float(np.max(np.abs(walk.sums))) + lab.d_k * sizes[0] * sizes[1]  # of the terms that may cancel
    assert walk.total == pytest.approx(raw_scores(lab)[key], rel=1e-9, abs=1e-9 * scale)
    assert walk.sums[0] == walk.at(0) == 0
    assert walk.at(None) == walk.total
    assert len(walk.sums) == lab.d_k + 1


def test_a_longer_walk_goes_on_from_the_shorter_one() -> None:
    short, long = read_walk(Lab(d_k=64), 0), read_walk(Lab(d_k=128), 0)
    np.testing.assert_array_equal(short.sums, long.sums[:65])


def test_the_band_is_the_exact_spread() -> None:
    walk = read_walk(Lab(), 0)
    band = walk.band(60)
    assert band is not None
    assert (band[0][0], band[1][0]) == (0, 0)
    assert (band[0][-1], band[1][-1]) == (pytest.approx(-8), pytest.approx(8))
    aligned = read_walk(Lab(rho=0.5), 0).band(60)
    assert aligned is not None
    assert (aligned[0][-1] + aligned[1][-1]) / 2 == pytest.approx(32)
    assert read_walk(Lab(slots="cauchy"), 0).band(60) is None


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 3000), st.integers(2, 120), st.integers(0, 9), st.data())
def test_the_envelope_keeps_every_least_and_greatest_sum(
    d_k: int, columns: int, seed: int, data: st.DataObject
) -> None:
    walk = read_walk(Lab(d_k=d_k, seed=seed), 0)
    lows, highs = walk.envelope(columns, None)
    assert len(lows) == len(highs) == min(d_k, columns) + 1, "at most a point a column"
    assert np.min(lows) == walk.sums.min()
    assert np.max(highs) == walk.sums.max()
    assert lows[0] == highs[0] == 0
    assert np.all(lows <= highs)
    assert lows[-1] <= walk.total <= highs[-1]
    upto = data.draw(st.integers(0, d_k))
    seen, _ = walk.envelope(columns, upto)
    known = ~np.isnan(seen)
    np.testing.assert_array_equal(seen[known], lows[known])
    assert np.all(known[:-1] >= known[1:]), "nothing is shown beyond the slot that is reached"
    if upto == d_k:
        assert known.all()


@pytest.mark.parametrize("slots", SLOT_NAMES)
@pytest.mark.parametrize("d_k", [1, 2, 7, 64])
def test_a_thousand_walks_end_in_a_thousand_places(slots: str, d_k: int) -> None:
    walks = read_walks(Lab(d_k=d_k, slots=slots))
    assert walks is not None
    assert walks.counts.sum() == (900 if slots == "cauchy" else WALKS)  # the widest tenth is told, not drawn
    assert len(walks.ends) == WALKS == 1000
    assert len(walks.edges) == len(walks.counts) + 1
    assert np.all(np.diff(walks.edges) > 0)
    if slots == "cauchy":
        assert walks.expected.size == 0
        return
    assert len(walks.expected) == len(walks.counts)
    assert walks.expected.sum() == pytest.approx(1000, rel=0.02)
    assert np.all(walks.expected >= 0)
    assert walks.exact == (slots in ("normal", "rademacher"))


@pytest.mark.parametrize("slots", ["normal", "rademacher"])
def test_counts_agree_with_the_exact_law(slots: str) -> None:
    walks = read_walks(Lab(d_k=64, slots=slots))
    assert walks is not None
    full = walks.expected > 5
    chi = float(np.sum((walks.counts - walks.expected)[full] ** 2 / walks.expected[full]))
    assert chi < 2.5 * full.sum(), "a seed that is always the same"
    assert walks.method == "law"


def test_the_same_seed_gives_the_same_ends() -> None:
    one, other = read_walks(COINS), read_walks(COINS)
    assert one is not None
    assert other is not None
    np.testing.assert_array_equal(one.ends, other.ends)
    assert set(one.ends % 2) == {0}, "a sum of 100 coins is even"


def test_too_many_slots_without_a_law_are_not_walked() -> None:
    assert read_walks(Lab(d_k=MOST_SLOTS_A_WALK + 1, slots="laplace")) is None
    assert "16,384 slots" in sum_pane.too_long()
    assert read_walks(Lab(d_k=2**20)) is not None


def test_the_sentences_of_the_coins() -> None:
    walk, walks = read_walk(COINS, 0), read_walks(COINS)
    assert walks is not None
    told = sum_pane.walk_sentence(walk, None)
    assert f"{walk.total:.0f} after 100 slots" in told
    assert "spread by √100 = 10." in told
    told = sum_pane.walks_sentence(walks)
    assert "1,000 sums of 100 slots by the exact law" in told
    assert "exact 10." in told
    assert "Beyond ±50: 1 in 5.5 million; here 0." in told


def test_the_sentence_says_whose_walk_it_is() -> None:
    by_hand = sum_pane.walk_sentence(read_walk(Lab(), 0), None)
    assert by_hand.startswith("Drawn, not the bars")
    drawn = sum_pane.walk_sentence(read_walk(Lab(source="drawn"), 1), 5)
    assert drawn.startswith('q·k for "cat", slot by slot: ')
    assert "0 before the first slot" in sum_pane.walk_sentence(read_walk(Lab(), 0), 0)
    assert "1 slot;" in sum_pane.walk_sentence(read_walk(Lab(), 0), 1)


def test_cauchy_has_no_spread_to_speak_of() -> None:
    lab = Lab(slots="cauchy")
    walks = read_walks(lab)
    assert walks is not None
    for told in (sum_pane.walk_sentence(read_walk(lab, 0), None), sum_pane.walks_sentence(walks)):
        assert "variance" in told
        assert "spread by" not in told
    assert sum_pane.spread_text(None) == "none exists"
    assert sum_pane.json_object(read_walk(lab, 0), walks)["spread"] is None


@settings(max_examples=60, deadline=None)
@given(small_labs(), st.integers(40, 140), st.integers(1, 30), st.booleans(), st.data())
def test_rows_keep_their_width_and_height(lab: Lab, width: int, height: int, ascii: bool, data: st.DataObject) -> None:
    look = Look(width, ascii)
    upto = data.draw(st.none() | st.integers(0, lab.d_k))
    blocks = [sum_pane.walk_rows(read_walk(lab, 0), upto, look, height)]
    blocks.append(sum_pane.walks_rows(read_walks(lab), look, height))
    for block in blocks:
        assert len(block) <= height
        for row in block:
            assert width_of(row) <= width
            assert not ascii or text_of(row).isascii()
            assert "\x1b" not in text_of(row)


def test_the_chart_needs_a_size_that_holds_the_walk_and_the_band() -> None:
    walk = read_walk(Lab(), 0)
    assert walk.limit() >= 8
    assert walk.limit() >= float(np.max(np.abs(walk.sums)))
    assert math.isfinite(read_walk(Lab(slots="cauchy"), 0).limit())
