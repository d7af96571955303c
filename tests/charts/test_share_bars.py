"""Bars tell the truth to half a row, stand where they are said to stand, and keep their shape for any text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqrtdk_tui.charts import Chart, share_bars

EIGHTHS = " ▁▂▃▄▅▆▇█"
SPIKE = ((0.9997, 0.0003, 1.1e-7), ("the", "cat", "sat"), ("99.97%", "0.03%", "0.00001%"))
MIX = ((0.665, 0.245, 0.09), ("the", "cat", "sat"), ("66.5%", "24.5%", "9.0%"))


def bar_height(chart: Chart, column: int) -> float:
    """Rows of bar in a column, to an eighth, counted up from the axis; and nothing may float above a gap."""
    total, ended = 0.0, False
    for line in reversed(chart.text.split("\n")[:-2]):
        cell = EIGHTHS.find(line[column]) / 8
        if cell <= 0:
            ended = True
            continue
        assert not ended, "a piece of bar above a gap"
        total += cell
        ended = cell < 1
    return total


def widths(chart: Chart) -> set[int]:
    return {sum(len(run.text) for run in line) for line in chart.lines}


shares = st.lists(st.floats(0, 1, allow_nan=False), min_size=1, max_size=9)
sizes = st.tuples(st.integers(24, 80), st.integers(5, 40))


@given(shares, sizes)
def test_every_bar_is_within_half_a_row_of_its_share(values: list[float], size: tuple[int, int]) -> None:
    width, height = size
    chart = share_bars(values, [], [], width, height)
    assert widths(chart) == {width}
    assert len(chart.lines) == height
    assert len(chart.centres) == len(values)
    rows = height - 3
    for share, centre in zip(values, chart.centres, strict=True):
        assert abs(bar_height(chart, centre) - share * rows) <= 1 / 8
        assert (bar_height(chart, centre) > 0) == (share > 0)


@given(st.integers(1, 9), st.integers(24, 120))
def test_bars_are_evenly_spaced_equally_wide_and_symmetrical(count: int, width: int) -> None:
    chart = share_bars([1.0] * count, [], [], width, 8)
    row = chart.text.split("\n")[2][5:]
    bars = [len(bar) for bar in row.split()]
    assert len(set(bars)) == 1
    assert len(bars) == count
    assert len({b - a for a, b in zip(chart.centres, chart.centres[1:], strict=False)}) <= 1
    assert 0 <= (len(row) - len(row.rstrip())) - (len(row) - len(row.lstrip())) <= 1


def test_thirty_and_nineteen_percent_differ_at_the_sketch_size() -> None:
    chart = share_bars((0.3, 0.19), ("a", "b"), ("30%", "19%"), 40, 11)
    tall, short = (bar_height(chart, centre) for centre in chart.centres)
    assert tall - short >= 0.5


def test_the_note_stands_right_above_the_bar_and_the_label_below_it() -> None:
    lines = share_bars(*SPIKE, 38, 10).text.split("\n")
    assert lines[0].split() == ["│", "99.97%"]
    assert lines[1].startswith("100%┤")
    assert lines[6].split() == ["│", "███████", "0.03%", "0.00001%"]
    assert lines[8].startswith("  0%┼──")
    assert lines[9].split() == ["the", "cat", "sat"]


def test_a_masked_token_shows_nothing_and_the_tiniest_share_shows_something() -> None:
    chart = share_bars((1.0, 5e-324, 0.0), ("a", "b", "c"), ("", "", ""), 38, 10)
    assert [bar_height(chart, centre) for centre in chart.centres] == [7.0, 1 / 8, 0.0]


def test_roles_tell_bars_from_frame_and_text() -> None:
    chart = share_bars(*MIX, 38, 10)
    by_role: dict[str, str] = {}
    for run in (run for line in chart.lines for run in line):
        by_role[run.role] = by_role.get(run.role, "") + run.text
    assert set(by_role["bar"]) <= set(EIGHTHS[1:])
    assert set(by_role["axis"]) <= set("015%│┤┼─ ")
    assert by_role["blank"].isspace()
    assert "24.5%" in by_role["text"]


def test_a_note_that_would_touch_another_is_left_out_whole() -> None:
    text = share_bars([0.1] * 9, "abcdefghi", ["10.01%"] * 9, 40, 11).text
    assert text.count("10.01%") >= 1
    assert text.count("10.0") == text.count("10.01%")


def test_a_long_note_is_shown_whole_where_the_row_is_free() -> None:
    text = share_bars((0.9999999, 1e-7), ("a", "b"), ("all but 1 in 8.9 million", ""), 38, 10).text
    assert "all but 1 in 8.9 million" in text


@pytest.mark.parametrize(
    "nasty", ["", "\n", "a\nb", "\x1b[31m", "\x1b]0;x\x07", "日本", "e\u0301", "👍🏽", "\u202e", "[/b]", "\x9b"]
)
@pytest.mark.parametrize("ascii", [False, True])
def test_no_label_can_move_the_cursor_or_shift_a_cell(nasty: str, ascii: bool) -> None:
    chart = share_bars(MIX[0], (nasty, "cat", "sat"), (nasty, "24.5%", nasty), 38, 10, ascii=ascii)
    assert widths(chart) == {38}
    assert len(chart.text.split("\n")) == 10
    assert chart.text.replace("\n", "").isprintable()
    assert "日" not in chart.text


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (8, 3), (8, 4), (3, 20), (200, 2), (-5, 7), (500, 200)])
@pytest.mark.parametrize("ascii", [False, True])
@pytest.mark.parametrize("count", [0, 1, 3, 9])
def test_any_size_gives_a_chart_of_that_size(size: tuple[int, int], ascii: bool, count: int) -> None:
    width, height = (max(0, side) for side in size)
    chart = share_bars([1 / 3] * count, ["x"] * count, ["33%"] * count, *size, ascii=ascii)
    assert len(chart.lines) == height
    assert widths(chart) <= {width}


@given(shares, st.integers(40, 80), st.integers(9, 24))
def test_ascii_bars_lie_to_scale_in_plain_characters(values: list[float], width: int, height: int) -> None:
    chart = share_bars(values, ["tok"] * len(values), ["12.3%"] * len(values), width, height, ascii=True)
    assert widths(chart) == {width}
    assert all(" " <= char <= "~" for char in chart.text.replace("\n", ""))
    columns = width - len("tok |") - len(" 12.3%")
    assert columns >= 20
    rows = [line for line in chart.text.split("\n") if line.startswith("tok")]
    for share, row in zip(values, rows, strict=True):
        assert abs(row.count("#") - share * columns) <= 0.5
        drawn = row[len("tok |") : -len(" 12.3%")].strip()
        assert bool(drawn) == (share > 0)


def test_ascii_scale_line_marks_its_ends_and_middle() -> None:
    lines = share_bars(*MIX, 38, 10, ascii=True).text.split("\n")
    assert lines[0].startswith("the |####")
    assert lines[0].endswith("66.5%")
    assert lines[6].split() == ["0%", "50%", "100%"]
