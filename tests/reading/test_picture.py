"""The two charts in rows: to scale, as wide and high as asked, many tokens told as one."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqrtdk_tui.lab import Lab
from sqrtdk_tui.meters import MOST_BARS, Columns, bars, meter, meters
from sqrtdk_tui.picture import rows
from sqrtdk_tui.reading import Reading, Side, read
from sqrtdk_tui.rows import Look, Row, text_of, width_of
from sqrtdk_tui.tui.plan import plan
from tests.lab.strategies import small_labs
from tests.reading.test_reading import raw

INF = math.inf
AT_80 = plan(80, 24)["charts"]
EIGHTHS = " ▁▂▃▄▅▆▇█"


def of_shares(*shares: float) -> Lab:
    """A row whose undivided shares are these, as near as softmax comes."""
    return Lab(source="raw", raw_scores=tuple(math.log(p) for p in shares), divide="none")


def texts(found: list[Row]) -> list[str]:
    return [text_of(row) for row in found]


def both(reading: Reading) -> tuple[Side, Side]:
    assert reading.undivided is not None
    assert reading.divided is not None
    return reading.undivided, reading.divided


def bar_heights(lines: list[str], first: int, last: int) -> tuple[list[int], int]:
    """(heights in eighths of the bars between these columns, rows of the scale): read off the screen's cells."""
    part = [line.ljust(last)[first:last] for line in lines]
    top = next(i for i, line in enumerate(part) if "100%" in line)
    bottom = next(i for i, line in enumerate(part) if line.strip().startswith("0%"))
    heights: list[int] = []
    drawn = [[EIGHTHS.find(line[column]) for line in part[top:bottom]] for column in range(5, last - first)]
    columns = [sum(max(0, eighth) for eighth in column) for column in drawn]
    for left, here in zip([0, *columns], columns, strict=False):
        if here and not left:
            heights.append(here)
        if here and left:
            assert here == left, "a bar is as high in every column"
    return heights, bottom - top


def test_the_chapter_s_bars_stand_to_scale_at_eighty_columns() -> None:
    reading = read(Lab())
    lines = texts(rows(reading, Look(80), AT_80.height))
    assert len(lines) == AT_80.height
    for side, first in zip(both(reading), (0, 41), strict=True):
        heights, scale = bar_heights(lines, first, first + 39)
        assert scale >= 5
        for share, height in zip(side.weights, heights, strict=True):
            assert height == pytest.approx(share * scale * 8, abs=1.0 if share < 1 / 8 / scale else 0.5)


shares_of_three = st.tuples(st.floats(0.02, 1), st.floats(0.02, 1), st.floats(0.02, 1))


@settings(max_examples=40, deadline=None)
@given(shares_of_three, st.integers(AT_80.height, 24))
def test_every_bar_is_within_half_an_eighth_of_its_share(parts: tuple[float, ...], height: int) -> None:
    shares = [part / sum(parts) for part in parts]
    heights, scale = bar_heights(texts(rows(read(of_shares(*shares)), Look(80), height)), 0, 39)
    for share, found in zip(shares, heights, strict=True):
        assert found == max(1, round(share * scale * 8)) or abs(share * scale * 8 % 1 - 0.5) < 1e-6


def test_three_tenths_and_a_fifth_differ() -> None:
    heights, _ = bar_heights(texts(rows(read(of_shares(0.3, 0.19, 0.51)), Look(80), AT_80.height)), 0, 39)
    assert heights[0] - heights[1] >= 4, "half a row"


def test_a_masked_token_has_no_bar_and_says_so() -> None:
    lines = texts(rows(read(raw(1, -INF, 1)), Look(80), AT_80.height))
    heights, _ = bar_heights(lines, 0, 39)
    assert len(heights) == 2
    assert any("masked" in line for line in lines)


def test_names_scores_and_words_stand_with_the_bars() -> None:
    page = texts(rows(read(Lab()), Look(80), AT_80.height))
    assert "UNDIVIDED softmax(q·k)" in page[0]
    assert "▲ SPIKE" in page[0]
    assert "DIVIDED softmax(q·k ÷ 8)" in page[0]
    assert "≈ MIX" in page[0]
    assert "99.97%" in "".join(page)
    names, scores = page[-2:]
    assert names.split() == ["the", "cat", "sat", "the", "cat", "sat"]
    assert scores.split() == ["score", "16", "8", "0", "score", "2", "1", "0"]


def test_a_late_division_is_named() -> None:
    assert "TOO LATE" in texts(rows(read(Lab(divide="after")), Look(80), AT_80.height))[0]


def test_a_covered_side_shows_nothing_of_its_numbers() -> None:
    page = "\n".join(texts(rows(read(Lab()), Look(80), AT_80.height, covered=True)))
    assert "COVERED" in page
    for told in ("66.5", "24.5", "MIX"):
        assert told not in page


LOOKS = st.builds(Look, st.integers(40, 160), st.booleans())


@settings(max_examples=80, deadline=None)
@given(small_labs(), LOOKS, st.integers(8, 40), st.booleans())
def test_rows_keep_their_width_and_height(lab: Lab, look: Look, height: int, covered: bool) -> None:
    found = rows(read(lab), look, height, covered)
    assert len(found) <= height
    for row in found:
        assert width_of(row) <= look.width
        assert not look.ascii or text_of(row).isascii()
        assert "\x1b" not in text_of(row)
        assert "\n" not in text_of(row)


@pytest.mark.parametrize("count", [1, 8, 9, 10, 100, 1024])
def test_of_many_tokens_the_largest_are_shown_and_the_others_added_up(count: int) -> None:
    scores = tuple(float(i * 37 % count) / count for i in range(count))
    reading = read(raw(*scores, divide="none"))
    side = both(reading)[0]
    shown = bars(reading, side)
    assert len(shown) == min(count, MOST_BARS)
    assert sum(bar.share for bar in shown) == pytest.approx(1, rel=1e-12)
    if count > MOST_BARS:
        others = count - MOST_BARS + 1
        assert shown[-1].label == f"other {others}"
        kept = sorted(side.weights, reverse=True)[: MOST_BARS - 1]
        assert [bar.share for bar in shown[:-1]] == pytest.approx(kept)
        assert shown[-1].share == pytest.approx(1 - sum(kept))
        assert math.exp(shown[-1].log_rest) == pytest.approx(sum(kept))
        names = texts(rows(reading, Look(120), 20))[-2]
        assert names.count(f"+{others}") + names.count(f"other {others}") == 2
    else:
        assert [bar.label for bar in shown] == list(reading.labels)


def test_the_others_are_told_where_all_of_them_are_masked() -> None:
    reading = read(raw(*[1.0, 2.0, *[-INF] * 10]))
    shown = bars(reading, both(reading)[0])
    assert shown[-1].log_weight == -INF
    assert shown[-1].share == 0


@given(st.floats(0, 1), st.integers(4, 60))
def test_a_meter_is_to_scale(share: float, columns: int) -> None:
    text = meter(share, columns, ascii=False)
    eighths = sum(8 if char == "█" else " ▏▎▍▌▋▊▉".index(char) for char in text)
    assert eighths == (max(1, round(share * columns * 8)) if share else 0)
    hashes = meter(share, columns, ascii=True)
    assert hashes.isascii()
    assert hashes.count("#") == round(share * columns)
    assert bool(hashes) == (share > 0)


@settings(max_examples=60, deadline=None)
@given(small_labs(), LOOKS)
def test_meters_fit_and_have_one_scale_on_both_sides(lab: Lab, look: Look) -> None:
    reading = read(lab)
    if reading.undivided is None or reading.divided is None:
        return
    shown = [bars(reading, side) for side in both(reading)]
    columns = Columns.fitting(*shown)
    starts = set()
    for side in shown:
        found = meters(side, columns, look, "spike")
        assert len(found) == len(side)
        assert all(width_of(row) <= look.width for row in found)
        starts |= {width_of(row[:-1]) for row in found}
    assert len(starts) == 1


def test_in_ascii_bars_lie_at_least_twenty_columns_long() -> None:
    page = texts(rows(read(Lab()), Look(80, ascii=True), AT_80.height))
    assert all(line.isascii() for line in page)
    assert max(line[:39].count("#") for line in page) >= 20
