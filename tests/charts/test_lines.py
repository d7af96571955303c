"""Walks, histograms and curves: drawn where the numbers say, told apart without colour."""

from __future__ import annotations

from math import inf, nan, sqrt

import pytest

from sqrtdk_tui.charts import Chart, Series, curves, histogram, walk_chart

EIGHTHS = " ▁▂▃▄▅▆▇█"


def cells(chart: Chart, role: str) -> list[tuple[int, int]]:
    """(column, row from the top) of every cell of a role."""
    found = []
    for row, line in enumerate(chart.lines):
        column = 0
        for run in line:
            if run.role == role:
                found += [(column + i, row) for i, char in enumerate(run.text) if char != " "]
            column += len(run.text)
    return found


def widths(chart: Chart) -> set[int]:
    return {sum(len(run.text) for run in line) for line in chart.lines}


def test_a_walk_spans_the_axis_and_stays_between_its_limits() -> None:
    sums = [0.0, 1.0, 2.0, 1.0, 0.0, -1.0, -2.0, -1.0, 0.0]
    chart = walk_chart(sums, sums, None, None, 60, 13, x_max=8, y_limit=4)
    assert widths(chart) == {60}
    columns = {column for column, _ in cells(chart, "line")}
    assert columns == set(range(min(columns), 60)), "a gap in the walk"
    rows = {row for _, row in cells(chart, "line")}
    assert rows == set(range(2, 9)), "±2 of ±4 on 11 rows"


def test_a_slot_not_yet_added_is_not_drawn() -> None:
    sums = [0.0, 1.0, 2.0, nan, nan]
    chart = walk_chart(sums, sums, None, None, 60, 13, x_max=4, y_limit=4)
    assert max(column for column, _ in cells(chart, "line")) <= 34


def test_least_and_greatest_of_a_column_are_both_kept() -> None:
    chart = walk_chart([0, -3, 0], [0, 3, 0], None, None, 40, 14, x_max=1000, y_limit=4)
    rows = {row for _, row in cells(chart, "line")}
    assert (min(rows), max(rows)) == (1, 10)


def test_the_band_opens_as_a_root_and_is_told_apart_by_its_mark() -> None:
    band = [4 * sqrt(i / 100) for i in range(101)]
    chart = walk_chart([0.0] * 2, [0.0] * 2, [-y for y in band], band, 60, 22, x_max=16, y_limit=8)
    marks = cells(chart, "band")
    rows_at_end = [row for column, row in marks if column == 59]
    assert sorted(rows_at_end) == [5, 14]
    text = "".join(run.text for line in chart.lines for run in line if run.role == "band")
    assert set(text) == {"·"}


def test_a_band_beyond_the_limits_is_not_drawn_as_if_it_ended_there() -> None:
    chart = walk_chart([0.0], [0.0], None, [0.0, 30.0], 60, 22, x_max=16, y_limit=8)
    assert max(column for column, _ in cells(chart, "band")) < 30


@pytest.mark.parametrize("y_limit", [0, inf, nan, -1])
def test_a_scale_without_numbers_gives_an_empty_frame(y_limit: float) -> None:
    for x_max in (8, 0, nan):
        chart = walk_chart([0, 1], [0, 1], [0, 1], [0, 1], 30, 8, x_max=x_max, y_limit=y_limit)
        assert widths(chart) == {30}
        assert not cells(chart, "line")


def test_histogram_bars_are_to_scale_and_the_curve_is_in_the_same_units() -> None:
    counts, expected = [10.0, 50.0, 100.0, 50.0, 10.0], [10.0, 50.0, 100.0, 50.0, 10.0]
    chart = histogram(counts, [-5, -3, -1, 1, 3, 5], expected, 54, 12)
    lines = chart.text.split("\n")
    assert lines[0].startswith("100┤")
    assert lines[10].startswith("  0┼")
    for i, count in enumerate(counts):
        column = 4 + 10 * i + 1
        height = sum(max(0, EIGHTHS.find(line[column])) / 8 for line in lines[:10])
        assert abs(height - count / 10) <= 1 / 8
    assert [((column - 4) // 10, row) for column, row in sorted(cells(chart, "curve"))] == [
        (0, 9),
        (1, 5),
        (2, 0),
        (3, 5),
        (4, 9),
    ]


def test_histogram_adds_up_bins_that_share_a_column() -> None:
    chart = histogram([1.0] * 300, list(range(301)), [], 38, 10)
    assert chart.text.split("\n")[0].startswith("10┤")
    assert widths(chart) == {38}


@pytest.mark.parametrize("curve", [[], [1.0], [nan, inf], [1e308] * 3])
def test_histogram_takes_any_counts(curve: list[float]) -> None:
    for counts, edges in (([], []), ([1, nan, inf, -3, 1e308], range(6)), ([1.0], [0, 0]), ([1.0], [3]), ([0], [0, 1])):
        for ascii in (False, True):
            assert widths(histogram(counts, list(edges), curve, 40, 9, ascii=ascii)) == {40}


SWEEP = [
    Series("undivided", [1, 16, 256, 4096], [1, 16, 256, 4096], "raw"),
    Series("divided", [1, 16, 256, 4096], [1, 1, 1, 1], "divided"),
]


def test_a_power_law_is_straight_on_logarithmic_axes() -> None:
    chart = curves(SWEEP, 60, 15, x_limits=(1, 4096), y_limits=(1, 4096), x_log=True, y_log=True)
    marks = [
        (column, row)
        for row, line in enumerate(chart.text.split("\n")[1:], start=1)
        for column, char in enumerate(line)
        if char == "●"
    ]
    (x0, y0), (x1, y1) = marks[0], marks[-1]
    for x, y in marks:
        assert abs((y - y0) - (y1 - y0) * (x - x0) / (x1 - x0)) <= 1


def test_curves_are_told_apart_by_their_marks_and_named_in_the_key() -> None:
    chart = curves(SWEEP, 60, 14, x_limits=(1, 4096), y_limits=(1, 4096), x_log=True, y_log=True)
    key = chart.text.split("\n")[0]
    assert "● undivided   ○ divided" in key
    assert "*" in (
        plain := curves(SWEEP, 60, 14, x_limits=(1, 4096), y_limits=(0.5, 4096), x_log=True, ascii=True).text
    )
    assert "o divided" in plain
    assert all(" " <= char <= "~" for char in plain.replace("\n", ""))


def test_points_that_cannot_stand_break_their_curve() -> None:
    one = Series("loss", [0, 1, 2, 3, 4], [1, 1, nan, 1, inf], "raw")
    chart = curves([one], 45, 9, x_limits=(0, 4), y_limits=(0, 2))
    columns = {column for column, row in cells(chart, "raw") if row > 0}
    assert not columns & set(range(18, 30))
    assert (
        cells(curves([Series("", [1, 10], [0, -1], "raw")], 45, 9, x_limits=(1, 9), y_limits=(1, 9), y_log=True), "raw")
        == []
    )


def test_given_ticks_are_the_ticks() -> None:
    text = curves(
        SWEEP, 60, 14, x_limits=(0, 10), y_limits=(0, 4), x_ticks=[(5, "five"), (99, "off")], y_ticks=[(2, "two")]
    ).text
    assert "two┤" in text
    assert "five" in text
    assert "off" not in text


@pytest.mark.parametrize("size", [(0, 0), (1, 1), (8, 3), (5, 40), (200, 3), (-3, 9), (500, 200)])
@pytest.mark.parametrize("ascii", [False, True])
def test_any_size_gives_a_chart_of_that_size(size: tuple[int, int], ascii: bool) -> None:
    width, height = (max(0, side) for side in size)
    for chart in (
        walk_chart([0, 1, 2], [0, 2, 3], [0, -1], [0, 1], *size, x_max=9, y_limit=3, ascii=ascii),
        histogram([1, 2, 3], [0, 1, 2, 3], [1, 2, 3], *size, ascii=ascii),
        curves(SWEEP, *size, x_limits=(1, 4096), y_limits=(1, 9), ascii=ascii),
    ):
        assert len(chart.lines) == height
        assert widths(chart) <= {width}
