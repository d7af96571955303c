"""One score as a walk: the partial sums of q_i·k_i, slot by slot, against the band that they should stay in."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

from sqrtdk_tui.charts.axes import framed, number, scale
from sqrtdk_tui.charts.canvas import DOTS, Layer, draw
from sqrtdk_tui.charts.cells import Chart, Grid


def walk_chart(
    lows: Sequence[float],
    highs: Sequence[float],
    band_low: Sequence[float] | None,
    band_high: Sequence[float] | None,
    width: int,
    height: int,
    *,
    x_max: float,
    y_limit: float,
    ascii: bool = False,
) -> Chart:
    """Partial sums of q_i·k_i against the number of slots added, 0 to `x_max`, between −`y_limit` and `y_limit`.

    Entry i of m of `lows` and `highs` stands at slot i·x_max/(m−1): the least and the greatest sum among the slots that
    share its column, the same number twice where a column has one slot. nan is a slot not yet added. The band
    (mean·n ± spread·√n) is spread over the same axis; None leaves an edge out. Sums outside the limits are drawn at
    the edge, the band is not.
    """
    limits = (-y_limit, y_limit)
    frame = framed(
        (0.0, x_max),
        limits,
        [(value, number(value)) for value in (0.0, x_max / 2, x_max)],
        [(value, number(value)) for value in (y_limit, 0.0, -y_limit)],
        width,
        height,
    )
    if frame.columns < 2 or frame.rows < 2:
        return Grid(width, height).chart()
    low, high = (scale(values, limits, frame.rows) for values in (lows, highs))
    layers = [Layer("axis", [0.5, frame.columns - 0.5], [frame.rows / 2] * 2, "-" if ascii else "─", kind="line")]
    for edge in (band_low, band_high):
        if edge is not None:
            ys = _at_columns(scale(edge, limits, frame.rows), frame.columns)
            ys = [y if 0 <= y <= frame.rows else nan for y in ys]  # at the edge it would look like a bound
            layers.append(Layer("band", [i + 0.5 for i in range(frame.columns)], ys, "." if ascii else "·"))
    xs, ys = _zigzag(_spread(len(low), frame.columns), low, high)
    layers.append(Layer("line", xs, ys, "*" if ascii else DOTS, kind="line"))
    return draw(frame, layers).chart(ascii=ascii)


def _spread(points: int, columns: int) -> list[float]:
    """`points` positions from one end of the canvas to the other."""
    return [i * columns / (points - 1) if points > 1 else 0.0 for i in range(points)]


def _at_columns(ys: Sequence[float], columns: int) -> list[float]:
    """`ys`, spread over the canvas, read off at each column's centre (straight lines between them)."""
    if not ys:
        return [nan] * columns
    out = []
    for column in range(columns):
        at = (column + 0.5) / columns * (len(ys) - 1)
        i = min(int(at), max(0, len(ys) - 2))
        after = ys[min(i + 1, len(ys) - 1)]
        out.append(ys[i] + (after - ys[i]) * (at - i))
    return out


def _zigzag(xs: Sequence[float], lows: Sequence[float], highs: Sequence[float]) -> tuple[list[float], list[float]]:
    """One line through every column's two ends, entering each at the end nearer to where the last was left."""
    out_x: list[float] = []
    out_y: list[float] = []
    for x, low, high in zip(xs, lows, highs, strict=True):
        last = out_y[-1] if out_y else low
        ends = [low] if low == high else [high, low] if abs(high - last) < abs(low - last) else [low, high]
        out_x += [x] * len(ends)
        out_y += ends
    return out_x, out_y
