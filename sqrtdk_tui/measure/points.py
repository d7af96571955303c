"""The points of a sweep as rows of text: a row a d_k, a column a d_k, or every number of it with its error."""

import math
from collections.abc import Callable

from sqrtdk_tui import digits
from sqrtdk_tui.engine.pair_results import PairsResult
from sqrtdk_tui.engine.row_results import RowSide, RowsResult
from sqrtdk_tui.measure.figures import Forms, exact, forms, percent_forms, shorter
from sqrtdk_tui.measure.tables import line, spread_of
from sqrtdk_tui.measure.words import middle_half
from sqrtdk_tui.rows import Look, Row
from sqrtdk_tui.study import Findings

_NAME, _CELL = 9, 17
_TITLE, _POINT = 14, 8

_SIDES: tuple[tuple[str, Callable[[RowSide], Forms]], ...] = (
    ("top share", lambda side: percent_forms(side.top_share)),
    ("dead rows", lambda side: percent_forms(side.dead_share)),
    ("entropy 0..1", lambda side: forms(side.entropy_normalised)),
    ("eff. tokens", lambda side: forms(side.effective_tokens)),
    ("slope mean", lambda side: forms(side.winner_slope_mean)),
    ("slope median", lambda side: forms(side.winner_slope_median)),
)


def reach_of(pairs: PairsResult | None, *, divided: bool = False) -> Forms:
    """As `spread_of`; of Cauchy slots half the distance between the quartiles, which exists."""
    if pairs is None or pairs.slots.distribution != "cauchy":
        return spread_of(pairs, divided=divided)
    by = pairs.divisor if divided and not pairs.late else 1.0
    return forms(middle_half(pairs).divided(by))


def points_of(findings: Findings) -> list[tuple[int, PairsResult | None, RowsResult | None]]:
    """The measured points of a sweep, each d_k with what there is of it."""
    pairs = {point.d_k: point for point in findings.pair_points}
    rows = {point.d_k: point for point in findings.row_points}
    return [(d_k, pairs.get(d_k), rows.get(d_k)) for d_k in sorted(pairs.keys() | rows.keys())]


def points_tall(findings: Findings, look: Look, height: int) -> list[Row]:
    """A row for each point of a sweep; where not all fit, every second or fewer, the last one always."""
    widths = (-9, 14, 8, 7, 7) if look.width >= 45 else (-9, 14, 8)
    heads = (_spread_name(findings), "exact", "top", "dead")
    table = [line(" d_k", heads[: len(widths) - 1], "dim", widths, look)]
    for d_k, pairs, rows in _thinned(findings, height - 1):
        true = exact(pairs.raw.exact_std) if pairs else ""
        cells: list[str | Forms] = [reach_of(pairs), true, *_told_shares(rows)]
        role = "strong" if d_k == findings.lab.d_k else "text"
        table.append(line(f" {d_k}", cells[: len(widths) - 1], role, widths, look))
    return table


def points_wide(findings: Findings, look: Look, *, full: bool = False, divided: bool = True) -> list[Row]:
    """A column for each point of a sweep: slots, spreads, top share, dead rows; `full`: entropy and slopes as well.

    divided: with the divided spread, which the chart shows too. As many points as fit, the last always; values without
    their errors, which the printed report has.
    """
    shown = _thinned(findings, (look.width - _TITLE) // _POINT)
    widths = [-_TITLE] + [_POINT] * len(shown)
    by = "late" if findings.lab.divide == "after" else "÷"
    lines: list[tuple[str, list[Forms]]] = [
        ("d_k", [(str(d_k),) for d_k, _, _ in shown]),
        (_spread_name(findings), [_alone(reach_of(pairs)) for _, pairs, _ in shown]),
    ]
    if divided:
        name = "divided" if by == "÷" else "at softmax"
        lines.append((name, [_alone(reach_of(pairs, divided=True)) for _, pairs, _ in shown]))
    if findings.row_points:
        shares = [_told_shares(rows) for _, _, rows in shown]
        lines += [("top share", [(top,) for top, _ in shares]), ("dead rows", [(dead,) for _, dead in shares])]
    if findings.row_points and full:
        lines.append((f"dead rows {by}", [_dead_divided(rows) for _, _, rows in shown]))
        lines += [
            (name, [("",) if rows is None else _alone(told(rows.undivided)) for _, _, rows in shown])
            for name, told in _SIDES[2:]
        ]
    return [line(f" {title}", cells, "text" if at else "dim", widths, look) for at, (title, cells) in enumerate(lines)]


def points_in_full(findings: Findings, look: Look) -> list[Row]:
    """Every number of every point, undivided and divided, with one standard error: tables of as many columns as fit."""
    points, by = points_of(findings), "late" if findings.lab.divide == "after" else "÷"
    columns: list[tuple[str, list[Forms]]] = [
        (_spread_name(findings), [reach_of(pairs) for _, pairs, _ in points]),
        ("divided" if by == "÷" else "at softmax", [reach_of(pairs, divided=True) for _, pairs, _ in points]),
        ("exact", [(exact(pairs.raw.exact_std),) if pairs else ("",) for _, pairs, _ in points]),
    ]
    most = max(1, (look.width - _NAME) // _CELL)
    groups = [columns[at : at + most] for at in range(0, len(columns), most)]
    if findings.row_points:
        each = max(1, most // 2)
        for at in range(0, len(_SIDES), each):
            groups.append(
                [
                    (f"{name}{sign}", [("",) if rows is None else told(side_of(rows)) for _, _, rows in points])
                    for name, told in _SIDES[at : at + each]
                    for sign, side_of in (("", _undivided), (f" {by}", _divided))
                ]
            )
    table: list[Row] = []
    for group in groups:
        widths = [-_NAME] + [min(_CELL, (look.width - _NAME) // len(group))] * len(group)
        table += [()] if table else []
        table.append(
            line(
                " d_k",
                [(name, name.replace(" 0..1", "").replace("median", "med.")) for name, _ in group],
                "dim",
                widths,
                look,
            )
        )
        for at, (d_k, _, _) in enumerate(points):
            role = "strong" if d_k == findings.lab.d_k else "text"
            table.append(line(f" {d_k}", [cells[at] for _, cells in group], role, widths, look))
    return table


def _undivided(rows: RowsResult) -> RowSide:
    return rows.undivided


def _divided(rows: RowsResult) -> RowSide:
    return rows.divided


def _dead_divided(rows: RowsResult | None) -> Forms:
    return ("" if rows is None else digits.fraction(rows.divided.dead_share.value),)


def _alone(told: Forms) -> Forms:
    """The forms without an error, which has no place beside many points."""
    bare = tuple(form.partition("±")[0] + ("%" if form.endswith("%") and "±" in form else "") for form in told)
    try:
        return (*bare, *shorter(float(bare[0])))
    except ValueError:
        return bare


def _spread_name(findings: Findings) -> str:
    return "half within" if findings.lab.slots == "cauchy" else "raw spread"


def _thinned(findings: Findings, most: int) -> list[tuple[int, PairsResult | None, RowsResult | None]]:
    """(d_k, pairs, rows) of at most so many points at equal steps, the last among them."""
    every = points_of(findings)
    step = max(1, math.ceil(len(every) / max(1, most)))
    return every[::-1][::step][::-1]


def _told_shares(rows: RowsResult | None) -> tuple[str, str]:
    """Top share and dead rows, undivided."""
    if rows is None:
        return "", ""
    return digits.fraction(rows.undivided.top_share.value), digits.fraction(rows.undivided.dead_share.value)
