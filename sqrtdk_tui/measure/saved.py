"""The runs as CSV: one line for each that stands for one measurement, of a study of many one line a point."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqrtdk_tui import command
from sqrtdk_tui.engine.moments import Estimate
from sqrtdk_tui.engine.pair_results import PairsResult
from sqrtdk_tui.engine.row_results import RowsResult
from sqrtdk_tui.engine.slots import Slots
from sqrtdk_tui.measure.points import points_of
from sqrtdk_tui.measure.records import Record
from sqrtdk_tui.measure.words import most_pairs
from sqrtdk_tui.reading import slots_of

_SIDE = (
    "top_share",
    "entropy_normalised",
    "effective_tokens",
    "dead_share",
    "winner_slope_mean",
    "winner_slope_median",
)


@dataclass(frozen=True, eq=False, slots=True)
class _Line:
    """What one line is of: a d_k of a sweep, a divisor of a dial, a broken assumption, or the whole run."""

    point: str
    d_k: int
    slots: Slots
    pairs: PairsResult | None
    rows: RowsResult | None
    divisor: float | None
    divided: tuple[float | None, float | None]  # the spread that the divisor leaves, and its error
    late: bool = False


def csv_text(records: Sequence[Record]) -> str:
    """A header, then each run's lines with its number, numbers in full; empty where there is none."""
    lines = [_csv_line(record, line) for record in records for line in _lines(record)]
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(_csv_line(None, None)), lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)
    return out.getvalue()


def _lines(record: Record) -> Iterator[_Line]:
    found = record.findings
    slots = slots_of(found.lab)
    if found.kind == "sweep":
        for d_k, pairs, rows in points_of(found):
            yield _line(str(d_k), d_k, slots, pairs, rows)
    elif found.kind == "assumptions":
        for case in found.assumptions:
            yield _line(case.name, case.d_k, case.slots, case.pairs, None)
    elif found.dial is not None and found.pairs is not None:
        dial = found.dial
        for i, divisor in enumerate(dial.divisors.tolist()):
            left = None if dial.measured is None else float(dial.measured[i])
            error = None if dial.error is None else float(dial.error[i])
            yield _Line(f"{divisor:.6g}", found.lab.d_k, slots, found.pairs, None, divisor, (left, error))
    else:
        yield _line("", found.lab.d_k, slots, found.pairs, found.rows)


def _line(point: str, d_k: int, slots: Slots, pairs: PairsResult | None, rows: RowsResult | None) -> _Line:
    if pairs is None:
        return _Line(point, d_k, slots, None, rows, None if rows is None else rows.divisor, (None, None))
    divided = (None, None) if pairs.late else (pairs.divided.std, pairs.divided.std_error)
    return _Line(point, d_k, slots, pairs, rows, pairs.divisor, divided, pairs.late)


def _csv_line(record: Record | None, line: _Line | None) -> dict[str, str]:
    """One line; without one, the names of the columns alone."""
    found = None if record is None else record.findings
    lab = None if found is None else found.lab
    pairs, rows = line and line.pairs, line and line.rows
    slots, raw = line and line.slots, pairs and pairs.raw
    values: dict[str, Any] = {
        "run": record and record.number,
        "study": lab and lab.study,
        "point": line and line.point,
        "d_k": line and line.d_k,
        "slots": slots and slots.distribution,
        **{name: slots and getattr(slots, name) for name in ("sigma_q", "sigma_k", "mean_q", "mean_k", "rho")},
        "slot_correlation": slots and slots.correlation,
        "tokens": rows and rows.tokens,
        "seed": None if lab is None else lab.seed,
        "divisor": line and line.divisor,
        "divided": line and ("after softmax" if line.late else "before softmax"),
        "method": found and (pairs.method if pairs else found.method),
        "pairs": found and (pairs.pairs if pairs else most_pairs(found)),
        "asked": pairs.asked if pairs else lab and lab.pairs,
        "mean": raw and raw.mean,
        "variance": raw and raw.variance,
        "exact_variance": raw and raw.exact_variance,
        "expected_error": raw and raw.expected_error,
        "spread": raw and raw.std,
        "exact_spread": raw and raw.exact_std,
        "spread_error": raw and raw.std_error,
        "divided_spread": line and line.divided[0],
        "divided_spread_error": line and line.divided[1],
        "rows": rows and rows.count,
    }
    for side in ("undivided", "divided"):
        for name in _SIDE:
            one: Estimate | None = getattr(getattr(rows, side), name) if rows else None
            values[f"{name}_{side}"] = None if one is None else one.value
            values[f"{name}_{side}_error"] = None if one is None else one.error
    values["command"] = lab and command.command_line("measure", lab)
    return {name: _cell(value) for name, value in values.items()}


def _cell(value: Any) -> str:
    """A float by its repr, digit for digit; nothing for what does not exist."""
    if value is None:
        return ""
    if isinstance(value, float):
        return repr(value) if value - value == 0.0 else ""
    return str(value)
