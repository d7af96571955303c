"""The median pull on q over d_k, undivided and divided, with the measured crossing and no other mark."""

import math

from sqrtdk_tui.charts import Series, curves
from sqrtdk_tui.rows import Look, Row
from sqrtdk_tui.slope.reading import SlopeFindings

_TOP = 1e12
_MOST_DECADES = 6
_NAMED_CROSSING = 78  # columns from which the key has room for the crossing; a sentence tells it, too


def rows(found: SlopeFindings, look: Look, height: int) -> list[Row]:
    """The chart in `height` rows, both axes logarithmic; the undivided curve leaves it at its foot."""
    d_ks = [float(point.d_k) for point in found.points]
    left = [point.undivided.pull_on_q.median.value for point in found.points]
    right = [point.divided.pull_on_q.median.value for point in found.points]
    low, high = _limits(left, right)
    series = [
        Series("median pull, undivided", *_above(d_ks, left, low), "spike bar"),
        Series("divided", *_above(d_ks, right, low), "mix bar"),
    ]
    if found.crossing is not None:
        above, below = float(found.crossing.above), float(found.crossing.below)
        name = f"crosses between {above:.0f} and {below:.0f}" if look.width >= _NAMED_CROSSING else ""
        # Two lines, apart: joined they would look like a curve.
        at, ends = [above, above, math.nan, below, below], [low, high, math.nan, low, high]
        series.append(Series(name, at, ends, "dim"))
    step = 4 if d_ks[-1] <= 4096 else 16
    ticks = [float(step**power) for power in range(12) if step**power <= d_ks[-1]]
    first, last = round(math.log10(low)), round(math.log10(high))
    powers = range(last, first - 1, -max(1, math.ceil((last - first) / max(1, height - 4))))
    chart = curves(
        series,
        look.width - 1,
        height,
        x_limits=(d_ks[0], max(d_ks[-1], 2 * d_ks[0])),
        y_limits=(low, high),
        x_log=True,
        y_log=True,
        x_ticks=[(tick, f"{tick:.0f}") for tick in ticks],
        y_ticks=[(10.0**power, f"{10.0**power:g}" if power > -4 else f"1e{power}") for power in powers],
        ascii=look.ascii,
    )
    return list(chart.lines)


def _limits(left: list[float], right: list[float]) -> tuple[float, float]:
    """Whole decades: from one below the smallest divided median up to above everything."""
    positive = [value for value in [*left, *right] if 0 < value < math.inf]
    if not positive:
        return 0.1, 1.0
    least = min((value for value in right if 0 < value < math.inf), default=min(positive))
    high = math.ceil(math.log10(min(max(positive), _TOP)))
    low = max(math.floor(math.log10(least)) - 1, high - _MOST_DECADES)
    return 10.0**low, 10.0 ** max(low + 1, high)


def _above(xs: list[float], ys: list[float], low: float) -> tuple[list[float], list[float]]:
    """The curve as far as it lies above the foot of the chart, and where it meets the foot."""
    shown: tuple[list[float], list[float]] = ([], [])
    for i, (x, y) in enumerate(zip(xs, ys, strict=True)):
        if y >= low:
            shown[0].append(x)
            shown[1].append(y)
            continue
        if i and ys[i - 1] >= low and y > 0:
            part = math.log(ys[i - 1] / low) / math.log(ys[i - 1] / y)
            shown[0].append(xs[i - 1] * (x / xs[i - 1]) ** part)
            shown[1].append(low)
        break
    return shown
