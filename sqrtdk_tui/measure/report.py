"""A study without a screen: its tables and sentences as text, as JSON's own types, and the runs as CSV."""

import math
from typing import Any

from sqrtdk_tui.engine.assumptions import Assumption, Dial
from sqrtdk_tui.engine.kurtosis_error import kurtosis_error, why_none
from sqrtdk_tui.engine.moments import Estimate
from sqrtdk_tui.engine.pair_results import PairsResult, Scores
from sqrtdk_tui.engine.row_results import RowSide, RowsResult
from sqrtdk_tui.measure import points as measure_points
from sqrtdk_tui.measure import tables as measure_tables
from sqrtdk_tui.measure import words as measure_words
from sqrtdk_tui.measure.cases import case_sentence
from sqrtdk_tui.measure.saved import csv_text
from sqrtdk_tui.rows import Look, Row, wrap
from sqrtdk_tui.study import Findings

__all__ = ["csv_text", "json_object", "plain"]

_SCORES = ("mean", "variance", "std", "kurtosis", "exact_variance", "expected_error")
_SIDE = (
    "top_share", "entropy_nats", "entropy_normalised", "effective_tokens", "dead_share", "winner_slope_mean",
    "winner_slope_median", "total_slope_mean",
)  # fmt: skip
_PULL = ("median", "q25", "q75", "rms")
_NOT_FINITE = "The number is beyond what a 64-bit float can hold."
_LATE_SCORES = "Divided after softmax, the scores stay the raw ones: only the shares are divided."
_LATE_MIX = "Divided after softmax, shares no longer add up to 1; their mix stays the undivided one."
_OF_A_MIX = ("entropy_nats", "entropy_normalised", "effective_tokens")
_NO_ERROR = "One row tells no error; at least two are needed."
_NO_ROWS = "No row of two tokens or more is measured at this d_k."
_NO_PAIRS = "No pair is measured at this d_k yet."


def plain(findings: Findings, look: Look) -> list[Row]:
    """What is measured, every number of it, and the sentences of the screen, word for word."""
    head = wrap(look.text(f"{measure_words.headline(findings)}, seed {findings.lab.seed}"), look.width)
    table: list[Row] = [*(look.row((line, "title")) for line in head), ()]
    table += _tables(findings, look)
    texts = [measure_words.sentence(findings), *(case_sentence(case) for case in findings.assumptions)]
    lines = [line for text in texts for line in wrap(look.text(text), look.width)]
    return [*table, (), *(look.row((line, "text")) for line in lines)]


def _tables(findings: Findings, look: Look) -> list[Row]:
    pairs, shares = findings.pairs, findings.rows
    if findings.kind == "sweep":
        return measure_points.points_in_full(findings, look)
    if findings.kind == "assumptions":
        return measure_tables.assumption_table(findings.assumptions, look)
    if pairs is None:
        return []
    if findings.dial is not None:
        return measure_tables.dial_table(pairs, findings.dial, look)
    table = measure_tables.moments_tall(pairs, look)
    return [*table, (), *measure_tables.shares_tall(shares, look)] if shares is not None else table


def json_object(findings: Findings) -> dict[str, Any] | list[dict[str, Any]]:
    """The study as JSON's own types: an object, of a sweep a list of them, one a d_k.

    What is infinite or does not exist is null, and `reasons` says why: {"raw.exact_variance": sentence}.
    """
    if findings.kind == "sweep":
        return [_measurement(findings, *point) for point in measure_points.points_of(findings)]
    if findings.kind == "assumptions":
        return _assumptions(findings)
    if findings.dial is not None and findings.pairs is not None:
        return _dial(findings, findings.pairs, findings.dial)
    return _measurement(findings, findings.lab.d_k, findings.pairs, findings.rows)


class _Object:
    """Numbers by name, with the reason for each that is null."""

    def __init__(self) -> None:
        self.reasons: dict[str, str] = {}

    def number(self, name: str, value: float | None, why: str | None = None) -> float | None:
        """The number as JSON can hold it."""
        if value is not None and math.isfinite(value):
            return float(value)
        self.reasons[name] = why or _NOT_FINITE
        return None

    def value(self, name: str, estimate: Estimate | None, why: str | None = None) -> float | None:
        """The same of an estimate."""
        return self.number(name, None if estimate is None else estimate.value, why)

    def error(self, name: str, estimate: Estimate | None, why: str | None = None) -> float | None:
        """One standard error of an estimate."""
        return self.number(name, None if estimate is None else estimate.error, why or _NO_ERROR)


def _measurement(findings: Findings, d_k: int, pairs: PairsResult | None, rows: RowsResult | None) -> dict[str, Any]:
    """One measurement: pairs at one d_k and rows at the same."""
    into = _Object()
    return {
        **_settings(findings, d_k, pairs),
        "raw": _scores(into, "raw", pairs, None if pairs is None else pairs.raw),
        "divided": _scores(into, "divided", pairs, None if pairs is None else pairs.divided),
        "rows": _rows(into, rows),
        "reasons": into.reasons,
    }


def _settings(findings: Findings, d_k: int, pairs: PairsResult | None) -> dict[str, Any]:
    method = findings.method if pairs is None else pairs.method
    return {"d_k": d_k, "pairs": 0 if pairs is None else pairs.pairs, "method": method, "seed": findings.lab.seed}


def _scores(into: _Object, side: str, pairs: PairsResult | None, scores: Scores | None) -> dict[str, Any] | None:
    if pairs is None or scores is None:
        into.reasons[side] = _NO_PAIRS
        return None
    if side == "divided" and pairs.late:
        into.reasons[side] = _LATE_SCORES
        return None
    found: dict[str, Any] = {
        name: into.number(f"{side}.{name}", getattr(scores, name), pairs.reasons.get(name)) for name in _SCORES
    }
    off = None if scores.exact_kurtosis is None else kurtosis_error(pairs.slots, pairs.d_k, pairs.pairs)
    why = pairs.reasons.get("exact_kurtosis") or why_none(pairs.slots)
    found["errors"] = {
        "mean": into.number(f"{side}.errors.mean", scores.mean_error, pairs.reasons.get("mean_error")),
        "variance": into.number(f"{side}.errors.variance", scores.expected_error, pairs.reasons.get("expected_error")),
        "std": into.number(f"{side}.errors.std", scores.std_error, pairs.reasons.get("std_error")),
        "kurtosis": into.number(f"{side}.errors.kurtosis", off, why),
    }
    return found


def _rows(into: _Object, rows: RowsResult | None) -> dict[str, Any] | None:
    if rows is None:
        into.reasons["rows"] = _NO_ROWS
        return None
    sides = {name: _side(into, f"rows.{name}", rows, getattr(rows, name)) for name in ("undivided", "divided")}
    return {"tokens": rows.tokens, "count": rows.count, **sides}


def _side(into: _Object, path: str, rows: RowsResult, side: RowSide) -> dict[str, Any]:
    late = rows.late and side is rows.divided
    why = {**rows.reasons, **(dict.fromkeys(_OF_A_MIX, _LATE_MIX) if late else {})}
    every: dict[str, Estimate | None] = {
        name: None if late and name in _OF_A_MIX else getattr(side, name) for name in _SIDE
    }
    pulls: dict[str, Estimate | None] = {name: getattr(side.pull_on_q, name) for name in _PULL}
    found: dict[str, Any] = {name: into.value(f"{path}.{name}", one, why.get(name)) for name, one in every.items()}
    found["pull_on_q"] = {
        name: into.value(f"{path}.pull_on_q.{name}", one, why.get(f"pull_on_q.{name}")) for name, one in pulls.items()
    }
    found["errors"] = {name: into.error(f"{path}.errors.{name}", one, why.get(name)) for name, one in every.items()}
    found["errors"]["pull_on_q"] = {
        name: into.error(f"{path}.errors.pull_on_q.{name}", one, why.get(f"pull_on_q.{name}"))
        for name, one in pulls.items()
    }
    return found


def _dial(findings: Findings, pairs: PairsResult, dial: Dial) -> dict[str, Any]:
    into, why = _Object(), pairs.reasons
    reason = why.get("exact_std") or why.get("std")

    def many(name: str, values: Any, because: str | None) -> list[float | None] | None:
        if values is None:
            into.reasons[name] = because or _NOT_FINITE
            return None
        return [into.number(f"{name}.{i}", value) for i, value in enumerate(values.tolist())]

    return {
        **_settings(findings, pairs.d_k, pairs),
        "divisors": dial.divisors.tolist(),
        "exact": many("exact", dial.exact, reason),
        "measured": many("measured", dial.measured, reason),
        "error": many("error", dial.error, why.get("std_error")),
        "one_at": into.number("one_at", dial.one_at, reason),
        "measured_one_at": into.number("measured_one_at", dial.measured_one_at, reason),
        "right": {"value": into.number("right.value", dial.right.value, reason), "reason": dial.right.reason},
        "sentence": measure_words.sentence(findings),
        "reasons": into.reasons,
    }


def _assumptions(findings: Findings) -> dict[str, Any]:
    lab = findings.lab
    return {
        "d_k": lab.d_k,
        "pairs": measure_words.most_pairs(findings),
        "seed": lab.seed,
        "cases": [_case(case) for case in findings.assumptions],
        "sentence": measure_words.sentence(findings),
    }


def _case(case: Assumption) -> dict[str, Any]:
    into, pairs = _Object(), case.pairs
    why = {} if pairs is None else pairs.reasons
    none = why.get("exact_std") or ("" if pairs is not None else _NO_PAIRS)
    known = pairs is not None and case.exact_spread is not None  # else the sample's spread estimates nothing
    std, error = (pairs.raw.std, pairs.raw.std_error) if pairs is not None and known else (None, None)
    return {
        "name": case.name,
        "pairs": 0 if pairs is None else pairs.pairs,
        "method": None if pairs is None else pairs.method,
        "predicted": case.predicted,
        "exact_mean": into.number("exact_mean", case.exact_mean, none),
        "exact_spread": into.number("exact_spread", case.exact_spread, none),
        "measured_spread": into.number("measured_spread", std, none or why.get("std")),
        "expected_error": into.number("expected_error", error, none or why.get("std_error")),
        "exact_key_spread": into.number("exact_key_spread", case.exact_key_spread, none),
        "measured_key_spread": into.value("measured_key_spread", case.key_spread, none or _NO_ROWS),
        "right_divisor": into.number("right_divisor", case.right.value, none),
        "right_reason": case.right.reason,
        "left_by_sqrt_d_k": into.number("left_by_sqrt_d_k", case.left, none),
        "sentence": case_sentence(case),
        "reasons": into.reasons,
    }
