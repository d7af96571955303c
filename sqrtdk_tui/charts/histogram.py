"""Counts as bars, with the count that the law expects drawn over them in the same units."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, floor, isfinite

from sqrtdk_tui.charts.axes import number, round_up, scale, ticks_on
from sqrtdk_tui.charts.blocks import block_layers, in_eighths
from sqrtdk_tui.charts.canvas import Frame, Layer, draw
from sqrtdk_tui.charts.cells import Chart

_LARGEST = 1e300  # so that bins can be added up without leaving the floats


def histogram(
    counts: Sequence[float],
    edges: Sequence[float],
    curve: Sequence[float],
    width: int,
    height: int,
    *,
    ascii: bool = False,
) -> Chart:
    """Bars of `counts: (n,)` between rising `edges: (n+1,)`, and `curve: (n,)` or empty, the count expected in each.

    Bins of which more than one would fall into a column are added up, counts and expected counts alike, so that both
    keep one unit. A count too small for an eighth of a row shows ▁; one that is not finite shows nothing.
    """
    step = max(1, ceil(len(counts) / max(1, width - 8)))
    if len(counts) < 1 or len(edges) != len(counts) + 1:
        counts, edges, curve = (), (0.0, 1.0), ()
    counts, curve = _merged(counts, step), _merged(curve, step)
    edges = [float(edge) for edge in (*edges[:-1:step], edges[-1])]
    limits = (edges[0], edges[-1])
    top = round_up(max([*counts, *curve], default=0.0))
    frame = _frame(top, limits, width, height)
    bins = list(pairwise(scale(edges, limits, frame.columns)))
    if any(left != left or right != right for left, right in bins) or not counts:
        bins, counts, curve = [], [], []
    heights = [in_eighths(count / top * frame.rows, ascii=ascii) for count in counts]
    layers = block_layers([_slot(left, right, frame.columns) for left, right in bins], heights, ascii=ascii)
    heights_expected = [count / top * frame.rows for count in curve]
    return draw(frame, [*layers, _curve(bins, heights_expected, "o" if ascii else "•")]).chart(ascii=ascii)


def _merged(counts: Sequence[float], step: int) -> list[float]:
    """Neighbouring counts added up, `step` at a time; what is not a count (nan, infinite, negative) counts as 0."""
    clean = [min(max(float(count), 0.0), _LARGEST) if isfinite(count) else 0.0 for count in counts]
    return [sum(clean[i : i + step]) for i in range(0, len(clean), step)]


def _frame(top: float, limits: tuple[float, float], width: int, height: int) -> Frame:
    rows = height - 2
    y_ticks: tuple[tuple[float, str], ...] = ((rows - 0.5, number(top)),)
    if rows >= 4:
        y_ticks += (((rows + 1) // 2 - 0.5, number(top / 2)),)
    columns = Frame(width, height, y_ticks).columns
    ends = (limits[0], limits[0] / 2 + limits[1] / 2, limits[1])
    return Frame(width, height, y_ticks, ticks_on(limits, [(end, number(end)) for end in ends], columns), origin="0")


def _slot(left: float, right: float, columns: int) -> tuple[int, int]:
    """The columns whose centres lie in a bin, as (first, how many); at least one."""
    first = min(max(0, ceil(left - 0.5)), columns - 1)
    return first, max(1, min(columns, ceil(right - 0.5)) - first)


def _curve(bins: Sequence[tuple[float, float]], heights: Sequence[float], marker: str) -> Layer:
    """A mark at each bin's centre; at every second one if bins are so narrow that marks would hide the bars' tops."""
    skip = 2 if bins and bins[-1][1] - bins[0][0] < 2 * len(bins) else 1
    marked = list(zip(bins, heights, strict=False))[::skip]
    xs = [floor((left + right) / 2) + 0.5 for (left, right), _ in marked]
    # A bar of exactly k rows ends with the k-th row, so an expected count of k rows has its mark there too.
    return Layer("curve", xs, [max(0, ceil(y - 1e-9) - 1) + 0.5 for _, y in marked], marker)
