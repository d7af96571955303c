"""Curves that compare runs: sweeps over d_k, losses of training.

Each curve is a line of dots with marks of its own on it (●, ○, ◆, ×), so that no two are told apart by colour alone. In
ASCII each is drawn in its own character.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from sqrtdk_tui.charts.axes import Ticks, framed, scale
from sqrtdk_tui.charts.canvas import DOTS, Layer, draw
from sqrtdk_tui.charts.cells import Chart, Grid, cut

_MARKS = "●○◆×▲□"
_ASCII_MARKS = "*ox+%@"
_CLOSEST_MARKS = 3  # columns between neighbouring points that may each carry a mark
_THIN_MARKS = 8  # columns between marks where points stand closer


@dataclass(frozen=True, slots=True)
class Series:
    """One curve: `xs` and `ys` of equal length in data units, its name for the key, its role for the caller's style."""

    name: str
    xs: Sequence[float]
    ys: Sequence[float]
    role: str


def curves(
    series: Sequence[Series],
    width: int,
    height: int,
    *,
    x_limits: tuple[float, float],
    y_limits: tuple[float, float],
    x_log: bool = False,
    y_log: bool = False,
    x_ticks: Ticks = (),
    y_ticks: Ticks = (),
    ascii: bool = False,
) -> Chart:
    """Several curves on one pair of axes, with a key above them if there is a row for it.

    Ticks are (value, label); without any, the limits are labelled. A point that is not finite (or not above 0, on a
    logarithmic axis) breaks its curve; one outside the limits is drawn at the edge.
    """
    marks = _ASCII_MARKS if ascii else _MARKS
    key = [(marks[i % len(marks)], one) for i, one in enumerate(series)]
    key_rows = 1 if height >= 6 and any(one.name for one in series) else 0
    frame = framed(x_limits, y_limits, x_ticks, y_ticks, width, height - key_rows, x_log=x_log, y_log=y_log)
    if frame.columns < 2 or frame.rows < 2:
        return Grid(width, height).chart()
    lines, points = [], []
    for i, (mark, one) in enumerate(key):
        xs = scale(one.xs, x_limits, frame.columns, log=x_log)
        ys = scale(one.ys, y_limits, frame.rows, log=y_log)
        lines.append(Layer(one.role, *_thinned(xs, ys), mark if ascii else DOTS, kind="line"))
        points.append(Layer(one.role, *_marked(xs, ys, first=_THIN_MARKS * i / len(series)), mark))
    grid = Grid(width, height)
    grid.paste(0, key_rows, draw(frame, [*lines, *points]))
    if key_rows:
        _write_key(grid, frame.left + 1, key)
    return grid.chart(ascii=ascii)


def _thinned(xs: Sequence[float], ys: Sequence[float]) -> tuple[list[float], list[float]]:
    """At most four points for each column of dots, the first, least, greatest and last: the same picture, sooner."""
    kept: list[int] = []
    for _, group in groupby(
        range(len(xs)), key=lambda i: int(2 * xs[i]) if xs[i] == xs[i] and ys[i] == ys[i] else None
    ):
        members = list(group)
        if len(members) > 4:
            least, greatest = min(members, key=ys.__getitem__), max(members, key=ys.__getitem__)
            members = sorted({members[0], least, greatest, members[-1]})
        kept += members
    return [xs[i] for i in kept], [ys[i] for i in kept]


def _marked(xs: Sequence[float], ys: Sequence[float], *, first: float) -> tuple[list[float], list[float]]:
    """The points that carry a mark: all if they stand apart, or else one in every few columns from `first` on.

    Each curve has another `first`, so the marks of two curves that run together lie side by side.
    """
    points = [(x, y) for x, y in zip(xs, ys, strict=True) if x == x and y == y]
    apart = len(points) < 2 or abs(points[-1][0] - points[0][0]) >= _CLOSEST_MARKS * (len(points) - 1)
    marked, after = [], first
    for x, y in points:
        if apart or x >= after:
            marked.append((x, y))
            after = x + _THIN_MARKS
    return [x for x, _ in marked], [y for _, y in marked]


def _write_key(grid: Grid, column: int, key: Sequence[tuple[str, Series]]) -> None:
    for mark, one in key:
        text = cut(f"{mark} {one.name}", grid.width - column)
        grid.write(column, 0, text, one.role)
        column += len(text) + 3
