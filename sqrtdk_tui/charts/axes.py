"""What stands along an axis, and where: numbers become positions in cells, round ends and short labels."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor, isfinite, log10, nan

from sqrtdk_tui.charts.canvas import Frame
from sqrtdk_tui.charts.cells import cut

Ticks = Sequence[tuple[float, str]]

_LONGEST_LABEL = 10
_STEPS = (1.0, 1.2, 1.5, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)


def number(value: float) -> str:
    """A figure for a tick: `1024`, `0.125`, `-16`, `3e8`."""
    if not isfinite(value):
        return "?"
    if abs(value) < 1e7 and value == int(value):
        text = f"{value:.0f}"
    else:
        text = f"{value:.3g}".replace("e+0", "e").replace("e+", "e").replace("e-0", "e-")
    return text


def round_up(value: float) -> float:
    """The next round number at or above `value`, for the top of a scale; 1 for what has no such number."""
    if not isfinite(value) or value <= 0:
        return 1.0
    power = 10.0 ** floor(log10(value))
    for step in _STEPS:
        if value <= step * power < float("inf"):
            return step * power
    return value


def scale(values: Sequence[float], limits: tuple[float, float], cells: int, *, log: bool = False) -> list[float]:
    """Where `values` stand on an axis from `limits[0]` to `limits[1]` that is `cells` long; nan where they cannot.

    On a logarithmic axis zero and what is below it cannot stand. What lies beyond the limits comes out beyond the axis,
    but no further than its own length.
    """
    low, high = (_log(limit) if log else limit for limit in limits)
    if not (isfinite(low) and isfinite(high) and low < high and cells > 0):
        return [nan] * len(values)
    points = ((_log(float(value)) if log else float(value)) for value in values)
    # Divided first: at the ends of what a float can hold, the plain difference is infinite.
    span = high / cells - low / cells
    if span == 0:
        return [nan] * len(values)
    return [min(max((point - low) / span, -cells), 2.0 * cells) if isfinite(point) else nan for point in points]


def _log(value: float) -> float:
    return log10(value) if value > 0 and isfinite(value) else nan


def ticks_on(
    limits: tuple[float, float], given: Ticks, cells: int, *, log: bool = False
) -> tuple[tuple[float, str], ...]:
    """`given` ticks inside the limits, or the two ends if there are none, as (position in cells, label)."""
    ticks = list(given) or [(limit, number(limit)) for limit in limits]
    places = scale([value for value, _ in ticks], limits, cells, log=log)
    labels = [cut(label.strip(), _LONGEST_LABEL) for _, label in ticks]
    return tuple(
        (place, label)
        for place, label in zip(places, labels, strict=True)
        if -1e-9 <= place <= cells + 1e-9 and label  # plotext fails on a label of blanks
    )


def framed(
    x_limits: tuple[float, float],
    y_limits: tuple[float, float],
    x_ticks: Ticks,
    y_ticks: Ticks,
    width: int,
    height: int,
    *,
    x_log: bool = False,
    y_log: bool = False,
) -> Frame:
    """The frame of a chart with both axes in data units. The y labels come first: they decide what is left for x."""
    up = ticks_on(y_limits, y_ticks, height - 2, log=y_log)
    columns = Frame(width, height, up).columns
    return Frame(width, height, up, ticks_on(x_limits, x_ticks, columns, log=x_log))
