"""The Slope pane without a screen: its rows in full, and the same numbers as JSON's own types."""

import math
from collections.abc import Mapping
from typing import Any

from sqrtdk_tui.engine.moments import Estimate
from sqrtdk_tui.engine.row_results import RowSide, RowsResult
from sqrtdk_tui.engine.slope import Nudge, SlopeSide
from sqrtdk_tui.engine.sweep import Crossing
from sqrtdk_tui.reading import Reading
from sqrtdk_tui.rows import Look, Row
from sqrtdk_tui.slope import claims as slope_claims
from sqrtdk_tui.slope import pane as slope_pane
from sqrtdk_tui.slope import words as slope_words
from sqrtdk_tui.slope.reading import SlopeFindings, SlopeReading, SlopeStatistics, read_slope
from sqrtdk_tui.study import FEWEST_TOKENS

MOST_TOKENS = 64
"""Tokens up to which the n × n numbers of a Jacobian are written out."""
_WIDEST = 100
_TOO_SMALL = "Not 0 but below 1e-308, the least that a 64-bit float holds in full"
_ALL = 1_000

Json = dict[str, Any]


def slope_of(reading: Reading) -> SlopeReading | None:
    """The slope of a row whose runner-up is nudged; None where every token is masked."""
    return read_slope(reading, reading.order[min(1, len(reading.order) - 1)])


def plain(now: SlopeReading | None, found: SlopeFindings | None, look: Look) -> list[Row]:
    """Everything that the pane can say, but for the chart: the crossing stands there in words."""
    look = Look(min(look.width, _WIDEST), look.ascii)
    return slope_pane.column(now, found, look, _ALL, nudged=True, running=False, covered=False, chart=False)


def json_object(now: SlopeReading | None, found: SlopeFindings | None) -> Json:
    """Strict JSON: what is undefined, left out or beyond float64 is null, and `reasons` says why."""
    if found is None and now is not None and now.reading.lab.count < FEWEST_TOKENS:
        found = SlopeStatistics(now.reading.lab).findings()
    reasons: dict[str, str] = {}
    answer = _of_the_row(now, reasons)
    answer["rows"] = None if found is None or found.rows is None else rows_object(found.rows)
    answer["sweep"] = [] if found is None else [rows_object(point) for point in found.points]
    answer["crossing"] = None if found is None else _crossing(found.crossing)
    if answer["rows"] is None:
        reasons["rows"] = slope_claims.statistics(found)
    if answer["crossing"] is None:
        reasons["crossing"] = slope_claims.crossing(found) or "No sweep over d_k has been measured."
    told = [slope_words.UNDEFINED] if now is None else [slope_words.slopes(now), slope_words.nudge(now)]
    if now is not None and now.moved:
        told.insert(0, slope_words.moves(now))
    told += [slope_claims.statistics(found), slope_claims.crossing(found)]
    return {**answer, "sentences": [text for text in told if text], "reasons": reasons}


def _of_the_row(now: SlopeReading | None, reasons: dict[str, str]) -> Json:
    names = ("log10_winner_slope", "jacobian", "winner_slope", "total_slope", "way_back", "nudge")
    if now is None:
        reasons.update(dict.fromkeys(names, slope_words.UNDEFINED))
        return dict.fromkeys(names)
    sides = {"undivided": now.left, "divided": now.right}
    nudges = {"undivided": now.left_nudge, "divided": now.right_nudge}
    count = len(now.reading.labels)
    if count > MOST_TOKENS:
        reasons["jacobian"] = f"{count} × {count} numbers are left out; each is diag(p) − p·pᵀ of that side's weights."
    for name, side in sides.items():
        _name_what_is_too_small(now, name, side, reasons)
    logs = dict(zip(sides, now.log_slopes, strict=True))
    for name, log_value in logs.items():
        if log_value == -math.inf:
            reasons[f"log10_winner_slope.{name}"] = "One token has every share: the slope is exactly 0."
    return {
        "log10_winner_slope": {name: _log10(log_value) for name, log_value in logs.items()},
        "moved": {"factor": now.factor, "added": now.added},
        "jacobian": None if count > MOST_TOKENS else {name: side.jacobian.tolist() for name, side in sides.items()},
        "winner_slope": {name: side.winner_slope for name, side in sides.items()},
        "total_slope": {name: side.total_slope for name, side in sides.items()},
        "way_back": {name: _way_back(side, now.reading) for name, side in sides.items()},
        "nudge": {name: _nudge(found, now) for name, found in nudges.items()},
    }


def _name_what_is_too_small(now: SlopeReading, name: str, side: SlopeSide, reasons: dict[str, str]) -> None:
    """A 0 that is none gets its reason: the number is below what 64 bits hold."""
    if now.reading.unmasked == 1:
        return
    for slope in ("winner_slope", "total_slope"):
        if getattr(side, slope) == 0:
            reasons[f"{slope}.{name}"] = f"{_TOO_SMALL}; log10_winner_slope.{name} has a logarithm."
    if side.winner_slope == 0 and len(now.reading.labels) <= MOST_TOKENS:
        reasons[f"jacobian.{name}"] = f"{_TOO_SMALL}."
    nudged = now.left_nudge if name == "undivided" else now.right_nudge
    if nudged.change[nudged.token] == 0 and now.reading.raw[nudged.token] != -math.inf:
        reasons[f"nudge.{name}.change"] = f"{_TOO_SMALL}."


def _log10(log_value: float) -> float | None:
    return log_value / math.log(10) if math.isfinite(log_value) else None


def _way_back(side: SlopeSide, reading: Reading) -> Json:
    """The further factor from softmax's input to the raw score, and the winner's slope there."""
    factor = 1.0 if reading.late else side.way_back
    return {"factor": factor, "winner_slope": side.winner_slope * factor}


def _nudge(found: Nudge, now: SlopeReading) -> Json:
    return {
        "token": found.token,
        "label": now.reading.labels[found.token],
        "delta": found.delta,
        "before": float(found.before[found.token]),
        "after": float(found.after[found.token]),
        "change": float(found.change[found.token]),
    }


def _crossing(found: Crossing | None) -> Json | None:
    return None if found is None else {"above": found.above, "below": found.below}


def rows_object(rows: RowsResult) -> Json:
    """Rows drawn alike, with one standard error of every number under `errors`."""
    reasons: Mapping[str, str] = rows.reasons
    return {
        "d_k": rows.d_k,
        "tokens": rows.tokens,
        "count": rows.count,
        "method": rows.method,
        "divisor": rows.divisor,
        "undivided": _side(rows.undivided),
        "divided": _side(rows.divided),
        "reasons": dict(reasons),
    }


def _side(side: RowSide) -> Json:
    pull = side.pull_on_q
    names = (
        "top_share", "entropy_nats", "entropy_normalised", "effective_tokens", "dead_share",
        "winner_slope_mean", "winner_slope_median", "total_slope_mean",
    )  # fmt: skip
    found: dict[str, Estimate | None] = {name: getattr(side, name) for name in names}
    pulls = {"median": pull.median, "q25": pull.q25, "q75": pull.q75, "rms": pull.rms}
    return {
        **{name: _value(one) for name, one in found.items()},
        "pull_on_q": {name: _value(one) for name, one in pulls.items()},
        "errors": {
            **{name: _error(one) for name, one in found.items()},
            "pull_on_q": {name: _error(one) for name, one in pulls.items()},
        },
    }


def _value(found: Estimate | None) -> float | None:
    return found.value if found is not None and math.isfinite(found.value) else None


def _error(found: Estimate | None) -> float | None:
    return found.error if found is not None and math.isfinite(found.error) else None
