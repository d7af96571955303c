"""The runs that were measured: a table that stays, and two of them compared in words."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sqrtdk_tui import digits
from sqrtdk_tui.engine.pair_results import PairsResult
from sqrtdk_tui.engine.row_results import RowsResult
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.measure.figures import Forms, exact
from sqrtdk_tui.measure.points import points_of
from sqrtdk_tui.measure.tables import line, spread_of
from sqrtdk_tui.measure.words import most_pairs, slots_told
from sqrtdk_tui.rows import Look, Row
from sqrtdk_tui.runs import Run
from sqrtdk_tui.study import Findings

_COLUMNS = ("", "run", "d_k", "slots", "study", "pairs", "spread", "exact", "dead")
_WIDTHS = (-2, 4, 9, 0, -12, 11, 14, 8, 7)
_SLOTS = 3
_DROPPED = ("exact", "study", "pairs", "dead", "spread")
"""Left out in this order where the settings, which tell runs apart, would have less than they need."""
_LEAST_SETTINGS, _MOST_SETTINGS = 12, 40
_FEWEST_TO_COMPARE = 3


@dataclass(frozen=True, eq=False, slots=True)
class Record:
    """A row of the table of runs."""

    number: int
    findings: Findings


def records_rows(records: Sequence[Record], chosen: int, look: Look, height: int, *, picked: bool) -> list[Row]:
    """The table around the chosen row, its head above; below it, if there is room, how the row differs from another."""
    if not records or height < 2:
        return []
    chosen = min(max(0, chosen), len(records) - 1)
    told = comparison(records, chosen, look.width - 2) if height >= _FEWEST_TO_COMPARE else ""
    room = min(len(records), height - 1 - (1 if told else 0))
    start = min(max(0, chosen - room + 1), len(records) - room)
    shown = list(enumerate(records))[start : start + room]
    told_settings = telling([record.findings.lab for record in records])
    needed = max(len(look.text(told_settings[at])) for at, _ in shown) + 2
    widths = _widths(look, min(needed, _MOST_SETTINGS))
    heads = [f" {head}" if head == "slots" else head for head in _COLUMNS]
    table = [line(heads[0], heads[1:], "dim", widths, look)]
    for at, record in shown:
        table.append(_record_row(record, told_settings[at], at == chosen, picked, widths, look))
    return table + ([look.row((f" {told}", "text"))] if told else [])


def _widths(look: Look, needed: int) -> list[int]:
    """The columns' widths: what is left over goes to the settings; columns go where those lack room, 0 wide."""
    widths = list(_WIDTHS)
    for name in ("", *_DROPPED):
        if name:
            widths[_COLUMNS.index(name)] = 0
        spare = look.width - sum(map(abs, widths))
        if spare >= max(needed, _LEAST_SETTINGS):
            break
    widths[_SLOTS] = -max(0, spare)
    return widths


def _record_row(record: Record, told: str, chosen: bool, picked: bool, widths: Sequence[int], look: Look) -> Row:
    found = record.findings
    role = "strong" if chosen and picked else "text" if chosen else "dim"
    pairs, rows = headline_of(found)
    spread = ("8 cases",) if found.kind == "assumptions" else spread_of(pairs)
    d_k = f"≤{pairs.d_k}" if found.kind == "sweep" and pairs else str(found.lab.d_k)
    cells: list[str | Forms] = [
        str(record.number),
        d_k,
        f" {_fitted(told, abs(widths[_SLOTS]) - 2, look)}",
        found.kind,
        f"{most_pairs(found):,}",
        spread,
        "" if pairs is None else exact(pairs.raw.exact_std),
        digits.fraction(rows.undivided.dead_share.value) if rows is not None else "",
    ]
    row = line("▸" if chosen else " ", cells, role, widths, look)
    return (Run(row[0].text, role), *row[1:])


def _fitted(told: str, room: int, look: Look) -> str:
    """As many of the settings as fit, and how many more there are: n 10, seed 3, +2."""
    parts = told.split(", ")
    for kept in range(len(parts), 0, -1):
        text = ", ".join(parts[:kept]) + (f", +{len(parts) - kept}" if kept < len(parts) else "")
        if len(look.text(text)) <= room:
            return text
    return parts[0]


def telling(labs: Sequence[Lab]) -> list[str]:
    """The settings of each run, first what tells it from the others."""
    every = [_parts(lab) for lab in labs]
    everywhere = set(every[0]).intersection(*every[1:]) if len(every) > 1 else set[str]()
    return [", ".join(sorted(parts, key=lambda part: part in everywhere)) for parts in every]


def settings(lab: Lab) -> str:
    """The slots, and what else is not at its default: normal, n 10, seed 3, ÷ d_k."""
    return ", ".join(_parts(lab))


def _parts(lab: Lab) -> list[str]:
    default, told = Lab(), [slots_told(lab)]
    if lab.count != default.count:
        told.append(f"n {lab.count}")
    if lab.seed != default.seed:
        told.append(f"seed {lab.seed}")
    if lab.divide != default.divide:
        rules = {"dk": "÷ d_k", "none": "÷ 1", "after": "÷ after softmax"}
        told.append(rules.get(lab.divide, lab.divide) if isinstance(lab.divide, str) else f"÷ {exact(lab.divide)}")
    if lab.method != default.method:
        told.append("slot by slot" if lab.method == "slots" else "by law")
    return told


def headline_of(findings: Findings) -> tuple[PairsResult | None, RowsResult | None]:
    """The pairs and rows that stand for a study in the table: of a sweep, those at its largest d_k."""
    if findings.kind == "sweep":
        every = points_of(findings)
        return every[-1][1:] if every else (None, None)
    return findings.pairs, findings.rows


def comparison(records: Sequence[Record], chosen: int, width: int) -> str:
    """The chosen run against the one before it; the first against the second. The end is left out if it is too long."""
    if len(records) < 2:
        return ""
    first, second = (chosen - 1, chosen) if chosen else (0, 1)
    text = f"{records[first].number} -> {records[second].number}: "
    text += compare(records[first].findings, records[second].findings)
    while len(text) > width and "; " in text:
        text = f"{text.rpartition('; ')[0]}."
    return text


def compare(a: Findings, b: Findings) -> str:
    """Two runs in words: d_k 64 -> 256: spread 7.963 -> 15.921, 2.00 times; exact 2."""
    (one, rows_a), (other, rows_b) = headline_of(a), headline_of(b)
    changes = _changes(a, b, one, other)
    if one is None or other is None:
        cases = "assumptions" in (a.kind, b.kind)
        return f"{changes}: {'eight cases have no one spread' if cases else 'nothing is measured yet'} to compare."
    told = f"{changes}: {_spreads(one, other)}"
    if rows_a is not None and rows_b is not None:
        dead = [digits.fraction(rows.undivided.dead_share.value) for rows in (rows_a, rows_b)]
        told += f"; dead rows {dead[0]} -> {dead[1]}"
    return f"{told}."


def _changes(a: Findings, b: Findings, one: PairsResult | None, other: PairsResult | None) -> str:
    """What is not the same: d_k 64 -> 256, normal -> ±1."""
    d_ks = (one.d_k if one else a.lab.d_k, other.d_k if other else b.lab.d_k)
    said = [f"d_k {d_ks[0]} -> {d_ks[1]}"] if d_ks[0] != d_ks[1] else []
    told = [
        (a.kind, b.kind, ""),
        (slots_told(a.lab), slots_told(b.lab), ""),
        (str(a.lab.count), str(b.lab.count), "tokens "),
        (f"{most_pairs(a):,}", f"{most_pairs(b):,}", "pairs "),
        (str(a.lab.seed), str(b.lab.seed), "seed "),
        (str(a.lab.divide), str(b.lab.divide), "divide by "),
        (a.method, b.method, "method "),
    ]
    said += [f"{name}{before} -> {after}" for before, after, name in told if before != after]
    return ", ".join(said[:3]) or "the same settings"


def _spreads(one: PairsResult, other: PairsResult) -> str:
    """The spreads, their ratio beside the exact one; where the law is the same, how many errors they are apart."""
    a, b = one.raw, other.raw
    if a.exact_std is None or b.exact_std is None or a.std is None or b.std is None:
        return "no variance exists on both sides, so no spread to compare"
    head = f"spread {_spread(one)} -> {_spread(other)}"
    if _same_stream(one, other):
        both = f"exact {exact(a.exact_std)} both"
        if one.pairs == other.pairs:
            return f"spread {_spread(one)}: the same draws, so the same result; {both}"
        fewer = min(one.pairs, other.pairs)
        return f"{head}; the first {fewer:,} draws are the same; {both}"
    if math.isclose(a.exact_std, b.exact_std, rel_tol=1e-12):
        error = math.hypot(a.std_error or 0.0, b.std_error or 0.0)
        if a.std_error is None or b.std_error is None or not error:
            return head
        return f"{head}, {abs(b.std - a.std) / error:.1f} errors apart; exact {exact(a.exact_std)} both"
    if not a.std or not a.exact_std:
        return head
    return f"{head}, {f'{b.std / a.std:#.3g}'.rstrip('.')} times; exact {exact(b.exact_std / a.exact_std)}"


def _same_stream(one: PairsResult, other: PairsResult) -> bool:
    """Do both draw the same numbers, one perhaps more of them? What is divided by changes no draw."""
    return (one.slots, one.d_k, one.seed, one.method) == (other.slots, other.d_k, other.seed, other.method)


def _spread(pairs: PairsResult) -> str:
    return spread_of(pairs)[0].partition("±")[0]
