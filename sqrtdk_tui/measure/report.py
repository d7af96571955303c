"""A study without a screen: its tables and sentences as text, as JSON's own types, and the runs as CSV."""

import csv
import io
import math
from collections.abc import Sequence
from typing import Any

from sqrtdk_tui import command
from sqrtdk_tui.engine.assumptions import Assumption, Dial
from sqrtdk_tui.engine.moments import Estimate
from sqrtdk_tui.engine.pair_results import PairsResult, Scores
from sqrtdk_tui.engine.row_results import RowSide, RowsResult
from sqrtdk_tui.measure import tables as measure_tables
from sqrtdk_tui.measure import words as measure_words
from sqrtdk_tui.measure.cases import case_sentence
from sqrtdk_tui.measure.records import Record, headline_of
from sqrtdk_tui.rows import Look, Row, wrap
from sqrtdk_tui.study import Findings

_SCORES = ("mean", "variance", "std", "kurtosis", "exact_variance", "expected_error")
_SIDE = (
    "top_share", "entropy_nats", "entropy_normalised", "effective_tokens", "dead_share", "winner_slope_mean",
    "winner_slope_median", "total_slope_mean",
)  # fmt: skip
_PULL = ("median", "q25", "q75", "rms")
_NOT_FINITE = "The number is beyond what a 64-bit float can hold."
_NO_ROWS = "No row of two tokens or more is measured at this d_k."
_NO_PAIRS = "No pair is measured at this d_k yet."


def plain(findings: Findings, look: Look) -> list[Row]:
    """What is measured, every number of it, and the sentences of the screen, word for word."""
    table = [look.row((f"{measure_words.headline(findings)}, seed {findings.lab.seed}", "title")), ()]
    table += _tables(findings, look)
    texts = [measure_words.sentence(findings), *(case_sentence(case) for case in findings.assumptions)]
    lines = [line for text in texts for line in wrap(text, look.width)]
    return [*table, (), *(look.row((line, "text")) for line in lines)]


def _tables(findings: Findings, look: Look) -> list[Row]:
    pairs, shares = findings.pairs, findings.rows
    if findings.kind == "sweep":
        return measure_tables.points_tall(findings, look, len(measure_tables.points_of(findings)) + 1)
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
        return [_measurement(findings, *point) for point in measure_tables.points_of(findings)]
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
    return {name: into.number(f"{side}.{name}", getattr(scores, name), pairs.reasons.get(name)) for name in _SCORES}


def _rows(into: _Object, rows: RowsResult | None) -> dict[str, Any] | None:
    if rows is None:
        into.reasons["rows"] = _NO_ROWS
        return None
    sides = {name: _side(into, f"rows.{name}", rows, getattr(rows, name)) for name in ("undivided", "divided")}
    return {"tokens": rows.tokens, "count": rows.count, **sides}


def _side(into: _Object, path: str, rows: RowsResult, side: RowSide) -> dict[str, Any]:
    found: dict[str, Any] = {
        name: into.value(f"{path}.{name}", getattr(side, name), rows.reasons.get(name)) for name in _SIDE
    }
    pull = side.pull_on_q
    found["pull_on_q"] = {
        name: into.value(f"{path}.pull_on_q.{name}", getattr(pull, name), rows.reasons.get(f"pull_on_q.{name}"))
        for name in _PULL
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


def csv_text(records: Sequence[Record]) -> str:
    """The table of runs as CSV: a header, one row a run, numbers in full; empty where there is none."""
    lines = [_csv_row(record) for record in records]
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(_csv_row(None)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue()


def _csv_row(record: Record | None) -> dict[str, str]:
    """One run; without one, the names of the columns alone."""
    found = None if record is None else record.findings
    pairs, rows = (None, None) if found is None else headline_of(found)
    lab = None if found is None else found.lab
    raw, divided = (None, None) if pairs is None else (pairs.raw, pairs.divided)
    left, right = (None, None) if rows is None else (rows.undivided, rows.divided)
    values: dict[str, Any] = {
        "run": record and record.number,
        "study": lab and lab.study,
        "d_k": pairs.d_k if pairs else lab and lab.d_k,
        "slots": lab and lab.slots,
        **{f"sigma_{of}": lab and lab.sigma[i] for i, of in enumerate("qk")},
        **{f"mean_{of}": lab and lab.mean[i] for i, of in enumerate("qk")},
        "rho": lab and lab.rho,
        "slot_correlation": lab and lab.slot_correlation,
        "tokens": rows and rows.tokens,
        "seed": None if lab is None else lab.seed,
        "divisor": pairs and pairs.divisor,
        "method": found and (pairs.method if pairs else found.method),
        "pairs": found and measure_words.most_pairs(found),
        "asked": pairs.asked if pairs else lab and lab.pairs,
        "mean": raw and raw.mean,
        "variance": raw and raw.variance,
        "exact_variance": raw and raw.exact_variance,
        "expected_error": raw and raw.expected_error,
        "spread": raw and raw.std,
        "exact_spread": raw and raw.exact_std,
        "spread_error": raw and raw.std_error,
        "divided_spread": divided and divided.std,
        "top_share_undivided": left and left.top_share.value,
        "top_share_divided": right and right.top_share.value,
        "dead_share_undivided": left and left.dead_share.value,
        "dead_share_divided": right and right.dead_share.value,
        "command": lab and command.command_line("measure", lab),
    }
    return {name: _csv_cell(value) for name, value in values.items()}


def _csv_cell(value: Any) -> str:
    """A float by its repr, digit for digit; nothing for what does not exist."""
    if value is None:
        return ""
    return repr(value) if isinstance(value, float) else str(value)
