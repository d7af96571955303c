"""The Steps pane: its table, the chosen token, and the formula with live numbers."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqrtdk_tui.lab import Lab
from sqrtdk_tui.reading import read
from sqrtdk_tui.rows import Look, text_of, width_of
from sqrtdk_tui.steps import exponentials, rows, visible_tokens
from tests.lab.strategies import small_labs
from tests.reading.test_reading import DRAWN, raw

INF = math.inf


def page(lab: Lab, token: int = 0, width: int = 80, height: int = 9, covered: bool = False) -> list[str]:
    return [text_of(row).rstrip() for row in rows(read(lab), token, Look(width), height, covered)]


def test_the_table_of_the_chapter() -> None:
    lines = page(Lab())
    assert lines[0].split() == ["token", "q·k", "undivided", "│", "÷", "8", "e^(s", "−", "2)", "divided"]
    assert lines[1].split() == ["▸the", "16.00", "99.97%", "│", "2.00", "1.0000", "66.5%"]
    assert lines[2].split() == ["cat", "8.00", "0.03%", "│", "1.00", "0.3679", "24.5%"]
    assert lines[3].split() == ["sat", "0.00", "0.00001%", "│", "0.00", "0.1353", "9.0%"]
    assert lines[4].split() == ["sum", "100%", "│", "1.5032", "100%"]


def test_the_formula_follows_the_chosen_token() -> None:
    told = "\n".join(page(Lab(), token=1))
    assert "1 × √64 = 8; 8 ÷ 8 = 1; e^(1 − 2) = 0.3679; 0.3679 ÷ 1.5032 = 24.5%" in told
    assert ".665 v(the) + .245 v(cat) + .090 v(sat)" in told
    assert "2.30 effective tokens" in told
    assert "0.003 │ 0.832 nats" in told
    assert "▸cat" in told
    assert "▸the" not in told


def test_a_masked_token_is_told_so() -> None:
    assert "masked, so its share is exactly 0" in "\n".join(page(raw(1, -INF), token=1))


def test_divided_too_late_the_formula_divides_the_share() -> None:
    told = "\n".join(page(Lab(divide="after")))
    assert "÷ 8 = 12.5%" in told
    assert "0.125" in told


def test_a_covered_side_is_not_told() -> None:
    told = "\n".join(page(Lab(), covered=True))
    for number in ("66.5", "0.3679", ".665", "2.30", "0.832", "1.5032"):
        assert number not in told
    assert "99.97%" in told


def test_an_undefined_row_says_why() -> None:
    assert "masked" in page(raw(-INF, -INF))[0]


@given(st.integers(1, 1024), st.data())
def test_the_window_follows_the_chosen_token(count: int, data: st.DataObject) -> None:
    token = data.draw(st.integers(0, count - 1))
    room = data.draw(st.integers(1, 30))
    reading = read(Lab(source="raw", raw_scores=(0.0,) * count))
    shown = visible_tokens(reading, token, room)
    assert token in shown
    assert len(shown) == min(count, room)
    assert shown == list(range(shown[0], shown[-1] + 1))
    before, after = token - shown[0], shown[-1] - token
    assert abs(before - after) <= 1 or shown[0] == 0 or shown[-1] == count - 1, "in the middle, but for the ends"


WIDTHS = st.integers(40, 71) | st.integers(74, 160)


@settings(max_examples=80, deadline=None)
@given(
    small_labs(),
    WIDTHS,
    st.integers(2, 30),
    st.booleans(),
    st.booleans(),
    st.data(),
)
def test_rows_keep_their_width_and_height_and_mark_the_token(
    lab: Lab, width: int, height: int, ascii: bool, covered: bool, data: st.DataObject
) -> None:
    reading = read(lab)
    token = data.draw(st.integers(0, lab.count - 1))
    look = Look(width, ascii)
    found = rows(reading, token, look, height, covered)
    assert len(found) <= height
    for row in found:
        assert width_of(row) <= look.width
        assert not ascii or text_of(row).isascii()
        assert "\x1b" not in text_of(row)
    if reading.undivided is not None and lab.count > 1 and height >= 3:
        marked = [row for row in found if row and row[0].text.startswith(">" if ascii else "▸")]
        assert len(marked) == 1
        assert sum(bool(row) and row[0].role == marked[0][0].role for row in found) == 1, "told apart by its role too"


@settings(max_examples=50, deadline=None)
@given(small_labs())
def test_the_exponentials_are_one_at_the_top_and_their_sum_makes_the_share(lab: Lab) -> None:
    reading = read(lab)
    if reading.divided is None:
        return
    side = reading.divided
    powers, _ = exponentials(side)
    assert max(powers) == 1
    late = reading.divisor if reading.late else 1.0
    assert 1 / math.fsum(powers) / late == pytest.approx(side.top_share, rel=1e-12)


def test_a_thousand_tokens_show_the_chosen_one() -> None:
    lines = page(DRAWN.changed(tokens=1024), token=700, height=9)
    assert len(lines) == 9
    assert any(line.startswith("▸t701") for line in lines)
