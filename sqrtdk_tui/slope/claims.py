"""What rows drawn alike have shown, in sentences: dead rows, the pull on q, and where the story of the slope turns."""

import math

from sqrtdk_tui import digits
from sqrtdk_tui.engine.moments import Estimate
from sqrtdk_tui.engine.row_results import RowsResult
from sqrtdk_tui.slope.reading import SlopeFindings

SURE = 2.0
"""Standard errors by which one side must lie above the other to be called the larger one."""
_HALF = (0.45, 0.55)
_MANY_DEAD = 0.2

NAMES = "Undivided, the total slope falls as d_k grows; the pull on q need not."


def errors_above(left: Estimate, right: Estimate) -> float:
    """How many standard errors the left estimate lies above the right one; 0 where there is no telling."""
    error = math.hypot(left.error, right.error)
    if error == 0:
        return 0.0 if left.value == right.value else math.copysign(math.inf, left.value - right.value)
    return (left.value - right.value) / error if math.isfinite(error) else 0.0


def ranks_above(left: Estimate, right: Estimate) -> float:
    """The same for medians, on a logarithmic scale: a rank's limits stay limits there, and no side hides the other."""
    upper, lower, sign = (left, right, 1.0) if left.value >= right.value else (right, left, -1.0)
    error = math.hypot(_log(upper.value) - _log(upper.low), _log(lower.high) - _log(lower.value))
    apart = _log(upper.value) - _log(lower.value)
    return sign * (apart / error if error > 0 else math.inf if apart > 0 else 0.0)


def _log(value: float) -> float:
    return math.log(max(value, 1e-308))


def statistics(found: SlopeFindings | None, running: bool = False) -> str:
    """Whether the undivided slope is smaller here, larger, or neither; what is dead and what kicks."""
    if found is None or found.rows is None:
        return _nothing_yet(found, running)
    rows = found.rows
    left, right = rows.undivided.pull_on_q.median, rows.divided.pull_on_q.median
    late = "With the divide before softmax, " if found.lab.divide == "after" else ""
    head = f"{late}{rows.tokens} tokens at d_k = {rows.d_k}"
    if rows.divisor == 1:
        return f"{head}: divided by 1, both sides are the same."
    above = ranks_above(left, right)
    if above > SURE:
        return f"{head}: {_larger(rows)}"
    if above < -SURE:
        return f"{head}: {_smaller(rows)}"
    return f"{head}: neither slope is clearly the smaller one: median pull on q {_against(left, right)}."


def _larger(rows: RowsResult) -> str:
    left, right = rows.undivided, rows.divided
    medians, slopes = _against(left.pull_on_q.median, right.pull_on_q.median), left.winner_slope_mean
    if errors_above(slopes, right.winner_slope_mean) > SURE:
        total = errors_above(left.total_slope_mean, right.total_slope_mean)
        less = f"the total slope is {'' if total < -SURE else 'not clearly '}smaller"
        return f"here the undivided slope is larger, not smaller: median pull on q {medians}; {less}."
    winners = f"{_short(slopes.value)} against {_short(right.winner_slope_mean.value)}"
    return (
        f"here the undivided pull on q is larger, not smaller: median {medians}; the winner's slope, {winners}, is not."
    )


def _smaller(rows: RowsResult) -> str:
    left, right = rows.undivided, rows.divided
    dead, share = left.dead_share.value, digits.fraction(left.dead_share.value)
    half = _HALF[0] <= dead <= _HALF[1]
    who = f"half the rows are dead undivided ({share})" if half else f"{share} of the rows are dead undivided"
    medians = _against(left.pull_on_q.median, right.pull_on_q.median)
    rms, other = left.pull_on_q.rms, right.pull_on_q.rms
    if rms is None or other is None or dead < _MANY_DEAD or errors_above(rms, other) <= SURE:
        return f"here the undivided slope is smaller: {who}. Pull on q: median {medians}."
    roots = f"RMS {_short(rms.value)} against {_short(other.value)}"
    return f"{who}, a few kick hard. Pull on q: median {medians}, {roots}."


def _against(left: Estimate, right: Estimate) -> str:
    return f"{_short(left.value)} against {_short(right.value)} divided"


def _nothing_yet(found: SlopeFindings | None, running: bool) -> str:
    if found is not None and found.asked == 0:
        return "One token has every share in any row, so there is nothing to measure; take two tokens or more."
    if found is not None and found.finished:
        return f"{found.lab.count} tokens × {found.lab.d_k} slots are too many to draw for a row; use fewer."
    return "Measuring random rows …" if running else "No random rows have been measured yet."


def crossing(found: SlopeFindings | None) -> str:
    """Between which d_k the undivided median pull falls below the divided one; empty where nothing is swept."""
    if found is None or len(found.points) < 2:
        return ""
    points, turn = found.points, found.crossing
    late = found.lab.divide == "after"  # measured is the divide before softmax, as the statistics say
    if all(point.divisor == 1 for point in points):
        return "Nothing is divided, so the medians cannot cross."
    if turn is not None:
        head = "With the divide before softmax, the" if late else "The"
        return f"{head} undivided median falls below the divided one between d_k = {turn.above} and {turn.below}."
    if not found.finished:
        return "Where the undivided median falls below the divided one is still being measured."
    return f"From d_k = {points[0].d_k} to {points[-1].d_k} no crossing of the two medians is measured."


def plus_minus(found: Estimate | None, width: int = 13) -> str:
    """A measured number with one standard error, in the digits that it leaves: 0.072 ±.003, 5.7e-18 ±2e-18.

    An error too small for its place is rounded up, never away; of a number below its own error stands only the limit.
    """
    if found is None:
        return "none"
    value, error = found.value, found.error
    if not math.isfinite(error):
        return f"{_short(value)} ±?"
    if value == 0 and error == 0:
        return "<1e-308"
    if 0 < value < error:
        return digits.below(value + error)
    if 0.01 <= value < 1e4:
        places = _places(error, 4)
        told = f"{value:.{places}f} ±{_rounded_up(error, places)}"
        return told if len(told) <= width else _short(value)
    top = math.floor(math.log10(value)) if value > 0 else 0
    digits_left = min(2, max(0, top - math.floor(math.log10(error)))) if error > 0 else 2
    forms = [_plain(f"{value:.{places}e} ±{error:.0e}") for places in range(digits_left, -1, -1)]
    forms += [forms[-1].replace(" ", "")]
    return next((form for form in forms if len(form) <= width), _short(value))


def percent(found: Estimate) -> str:
    """A share of rows with one standard error: 50.4% ±0.4."""
    error = 100 * found.error
    if not math.isfinite(error):
        return f"{100 * found.value:.0f}% ±?"
    places = 0 if error >= 9.5 else max(1, _places(error, 2 if found.value < 0.1 else 1))
    return f"{100 * found.value:.{places}f}% ±{max(error, 10.0**-places):.{places}f}"


def _places(error: float, most: int) -> int:
    """Decimals that show the first digit of an error."""
    return min(most, max(0, -math.floor(math.log10(float(f"{error:.0e}"))))) if error > 0 else most


def _rounded_up(error: float, places: int) -> str:
    return f"{max(error, 10.0**-places):.{places}f}".removeprefix("0")


def _short(value: float) -> str:
    """Three digits: 0.0723, 1.47, 5.7e-18."""
    return "<1e-308" if value == 0 else _plain(f"{value:.3g}" if 1e-3 <= value < 1e4 else f"{value:.1e}")


def _plain(text: str) -> str:
    return text.replace("e-0", "e-").replace("e+0", "e").replace("e+", "e")
