"""What rows drawn alike have shown, in sentences: dead rows, the pull on q, and where the story of the slope turns."""

import math

from sqrtdk_tui import digits
from sqrtdk_tui.engine.moments import Estimate
from sqrtdk_tui.engine.row_results import RowsResult
from sqrtdk_tui.slope_reading import SlopeFindings
from sqrtdk_tui.slope_words import number

SURE = 2.0
_HALF = (0.45, 0.55)
_MANY_DEAD = 0.2


def errors_above(left: Estimate, right: Estimate) -> float:
    """How many standard errors the left estimate lies above the right one; 0 where there is no telling."""
    error = math.hypot(left.error, right.error)
    if error == 0:
        return 0.0 if left.value == right.value else math.copysign(math.inf, left.value - right.value)
    return (left.value - right.value) / error if math.isfinite(error) else 0.0


def statistics(found: SlopeFindings | None) -> str:
    """Whether the undivided slope is smaller here, larger, or neither; what is dead and what kicks."""
    if found is None or found.rows is None:
        return _nothing_yet(found)
    rows = found.rows
    left, right = rows.undivided, rows.divided
    head = f"{rows.tokens} tokens at d_k = {rows.d_k}"
    if rows.divisor == 1:
        return f"{head}: dividing by 1 changes nothing, so both sides are the same."
    pull = f"{number(left.pull_on_q.median.value)} undivided, {number(right.pull_on_q.median.value)} divided"
    above = errors_above(left.pull_on_q.median, right.pull_on_q.median)
    if above > SURE:
        return _larger(rows, head, pull)
    if above < -SURE:
        return _smaller(rows, head, pull)
    return f"{head}: neither slope is clearly the smaller one; the median pull on q is {pull}, too close to call."


def _larger(rows: RowsResult, head: str, pull: str) -> str:
    left, right = rows.undivided, rows.divided
    dead = f"{digits.fraction(left.dead_share.value)} of the undivided rows are dead all the same."
    if errors_above(left.winner_slope_mean, right.winner_slope_mean) > SURE:
        return f"{head}: here the undivided slope is larger, not smaller: median pull on q {pull}. {dead}"
    slopes = f"{number(left.winner_slope_mean.value)} against {number(right.winner_slope_mean.value)}"
    return (
        f"{head}: here the undivided pull on q is larger, not smaller: median {pull}; "
        f"only softmax's own slope is smaller (winner's, mean {slopes})."
    )


def _smaller(rows: RowsResult, head: str, pull: str) -> str:
    left, right = rows.undivided, rows.divided
    dead, share = left.dead_share.value, digits.fraction(left.dead_share.value)
    half = _HALF[0] <= dead <= _HALF[1]
    who = f"half the undivided rows ({share})" if half else f"{share} of the undivided rows"
    told = f"Median pull on q {pull}"
    rms, other = left.pull_on_q.rms, right.pull_on_q.rms
    kicks = rms is not None and other is not None and errors_above(rms, other) > SURE
    if rms is None or other is None or not kicks or dead < _MANY_DEAD:
        return f"{head}: here the undivided slope is smaller: {who} are dead. {told}."
    root = f"root mean square {number(rms.value)} against {number(other.value)}"
    return f"{head}: {who} are dead, a few kick hard. {told}; {root}."


def _nothing_yet(found: SlopeFindings | None) -> str:
    if found is not None and found.asked == 0:
        return "One token has every share in any row, so there is nothing to measure; take two tokens or more."
    return "No random rows have been measured yet."


def crossing(found: SlopeFindings | None) -> str:
    """Between which d_k the undivided median pull falls below the divided one; empty where nothing is swept."""
    if found is None or len(found.points) < 2:
        return ""
    points, tokens = found.points, found.points[0].tokens
    if all(point.divisor == 1 for point in points):
        return "Nothing is divided, so the medians cannot cross."
    if found.crossing is not None:
        return (
            f"For {tokens} tokens the undivided median pull falls below the divided one "
            f"between d_k = {found.crossing.above} and {found.crossing.below}."
        )
    if not found.finished:
        return "Where the undivided median pull falls below the divided one is still being measured."
    return f"From d_k = {points[0].d_k} to {points[-1].d_k} the rows show no d_k where the median pulls change places."


def plus_minus(found: Estimate | None) -> str:
    """A measured number with one standard error, in the digits that the error leaves: 0.072 ±0.003, 5.7e-18 ±2e-18."""
    if found is None:
        return "none"
    value, error = found.value, found.error
    if not math.isfinite(error):
        return f"{number(value)} ±?"
    if value == 0 and error == 0:
        return "<1e-308"
    if error == 0:
        return f"{number(value)} ±0"
    place = -math.floor(math.log10(float(f"{error:.0e}")))
    if 1e-4 <= abs(value) < 1e6 and place <= 7:
        decimals = max(0, place)
        return f"{value:.{decimals}f} ±{error:.{decimals}f}"
    top = math.floor(math.log10(abs(value))) if value else 0
    shown = f"{value:.{min(2, max(0, top + place))}e} ±{error:.0e}"
    return shown.replace("e-0", "e-").replace("e+0", "e").replace("e+", "e")


def percent(found: Estimate) -> str:
    """A share of rows with one standard error: 50.4% ±0.4."""
    error = 100 * found.error
    decimals = min(3, max(1, -math.floor(math.log10(error)))) if 0 < error < math.inf else 1
    return f"{100 * found.value:.{decimals}f}% ±{error:.{decimals}f}"
