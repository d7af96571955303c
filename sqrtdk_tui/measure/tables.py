"""The numbers of a study as rows of text: measured beside exact, undivided beside divided, point by point."""

import math
from collections.abc import Sequence

from sqrtdk_tui.engine.assumptions import Assumption, Dial
from sqrtdk_tui.engine.kurtosis_error import kurtosis_error
from sqrtdk_tui.engine.pair_results import PairsResult
from sqrtdk_tui.engine.row_results import RowSide, RowsResult
from sqrtdk_tui.measure.cases import CASES, case_note, leaves
from sqrtdk_tui.measure.figures import (
    Forms,
    by_told,
    earned,
    exact,
    forms,
    forms_of,
    percent_forms,
    plus_minus,
    root,
    shorter,
)
from sqrtdk_tui.rows import Cell, Look, Row

WIDE = 72
ROWS_WIDTH = 50
_SHARES = (-11, 14, 12, 16, 17, 14)
_SHARES_ASCII = (-11, 15, 13, 17, 18, 15)


def moments_of(pairs: PairsResult) -> list[tuple[str, Forms, Forms, Forms]]:
    """(name, measured, exact, error expected) for each moment of the raw scores, and for the divided spread."""
    raw, divided = pairs.raw, pairs.divided
    off = None if raw.exact_kurtosis is None else kurtosis_error(pairs.slots, pairs.d_k, pairs.pairs)
    numbers = [
        ("mean", raw.mean, raw.exact_mean, raw.mean_error),
        ("variance", raw.variance, raw.exact_variance, raw.expected_error),
        ("spread", raw.std, raw.exact_std, raw.std_error),
        ("kurtosis", raw.kurtosis, raw.exact_kurtosis, off),
        (by_told(pairs.divisor, pairs.late), divided.std, divided.exact_std, divided.std_error),
    ]
    return [(name, _alone(value, error), _true(true), (plus_minus(error),)) for name, value, true, error in numbers]


def _alone(value: float | None, error: float | None) -> Forms:
    """A value that its error stands below."""
    return ("none",) if value is None else (earned(value, error), *shorter(value))


def _true(value: float | None) -> Forms:
    return (exact(value),) if value is None else (exact(value), *shorter(value))


def moments_wide(pairs: PairsResult, look: Look) -> list[Row]:
    """Four rows: the moments' names, measured, exact, error expected."""
    columns = moments_of(pairs)
    cell = (look.width - 16) // 5
    widths = [-16] + [cell] * 5
    last = (f"spread {columns[-1][0]}", columns[-1][0], "too late" if pairs.late else "divided")
    heads = ("mean", "variance", "spread", "kurtosis", last)
    table = [line(" raw scores", heads, "dim", widths, look)]
    for at, title in ((1, " measured"), (2, " exact"), (3, " error expected")):
        table.append(line(title, [column[at] for column in columns], "strong" if at == 1 else "text", widths, look))
    return table


def moments_tall(pairs: PairsResult, look: Look) -> list[Row]:
    """The same with a row for each moment, for narrow panes."""
    widths = (-10, 10, 9, 9) if look.width < 50 else (-14, 12, 11, 11)
    table = [line(" raw", ("measured", "exact", "error"), "dim", widths, look)]
    names = [
        name if len(look.text(name)) < -widths[0] - 1 else name.replace("÷ ", "÷") for name, *_ in moments_of(pairs)
    ]
    rest = [cells for _, *cells in moments_of(pairs)]
    return table + [line(f" {name}", cells, "text", widths, look) for name, cells in zip(names, rest, strict=True)]


def shares_of(rows: RowsResult) -> list[tuple[str, Forms, Forms]]:
    """(name, undivided, divided) of what many rows have shown, each with its error."""

    def told(side: RowSide) -> list[Forms]:
        slopes = (side.winner_slope_mean, side.winner_slope_median)
        return [
            percent_forms(side.top_share),
            percent_forms(side.dead_share),
            *map(forms, slopes),
            forms(side.effective_tokens),
            forms(side.entropy_normalised),
        ]

    names = ("top share", "dead rows", "winner's slope", "its median", "eff. tokens", "entropy 0..1")
    return list(zip(names, told(rows.undivided), told(rows.divided), strict=True))


def shares_width(look: Look) -> int:
    """The columns that the three rows of shares need: in ASCII each ± takes two."""
    return sum(map(abs, _SHARES_ASCII if look.ascii else _SHARES))


def shares_wide(rows: RowsResult, look: Look) -> list[Row]:
    """Three rows: the names, undivided, divided; needs `shares_width` columns."""
    columns = shares_of(rows)[:5]
    widths = _SHARES_ASCII if look.ascii else _SHARES
    table = [line(f" n = {rows.tokens}", [name for name, _, _ in columns], "dim", widths, look)]
    by = by_told(rows.divisor, rows.late)
    for at, title in ((1, " undivided"), (2, f" {by}" if len(look.text(by)) < 10 else " divided")):
        table.append(line(title, [column[at] for column in columns], "text", widths, look))
    return table


def shares_tall(rows: RowsResult, look: Look) -> list[Row]:
    """The same with a row for each number."""
    by = by_told(rows.divisor, rows.late)
    widths = (-16, 17, 17) if look.width >= ROWS_WIDTH else (-11, 14, 14)
    table = [line(f" {rows.tokens} tokens", ("undivided", by), "dim", widths, look)]
    return table + [line(f" {name}", sides, "text", widths, look) for name, *sides in shares_of(rows)]


def spread_of(pairs: PairsResult | None, *, divided: bool = False) -> Forms:
    """The measured spread with its error; `none` where no variance exists or one pair has none."""
    if pairs is None:
        return ("",)
    side = pairs.divided if divided else pairs.raw
    return ("none",) if side.exact_std is None else forms_of(side.std, side.std_error)


def dial_table(pairs: PairsResult, dial: Dial, look: Look) -> list[Row]:
    """What some divisors leave of the spread: none, √d_k, d_k, the one in use and the right one."""
    marks = {1.0: "nothing", math.sqrt(pairs.d_k): "√d_k", float(pairs.d_k): "d_k"}
    if not pairs.late:  # a division after softmax divides no score
        marks.setdefault(pairs.divisor, "in use")
    if dial.one_at is not None:
        marks.setdefault(dial.one_at, "spread 1")
    if dial.right.value is not None:
        marks.setdefault(dial.right.value, "over keys")
    widths = (-11, 9, 16, 9) if look.width >= 45 else (-11, 9, 16, 0)
    table = [line(" divide by", ("divisor", "leaves", "exact"), "dim", widths, look)]
    for divisor, name in sorted(marks.items()):
        left, error = (None if x is None else x / divisor for x in (pairs.raw.std, pairs.raw.std_error))
        true = "none" if dial.one_at is None else leaves(dial.one_at / divisor).partition(":")[0]
        told = ("none",) if dial.measured is None else forms_of(left, error)
        table.append(line(f" {name}", (exact(divisor), told, true), "text", widths, look))
    return table


def assumption_table(cases: Sequence[Assumption], look: Look) -> list[Row]:
    """A row a case: the spread √d_k predicts, the exact one, the measured one, the right divisor, what √d_k leaves."""
    full, wide = look.width >= 92, look.width >= WIDE
    widths = (-16, 11, 9, 15, 9, 11, -27) if full else (-16, 0, 8, 13, 8, 10, -25) if wide else (-16, 0, 0, 15, 9, 0, 0)
    by = exact(cases[0].predicted) if cases else "√d_k"
    heads = ("predicted", "exact", "measured", "right ÷", f"after ÷ {by}" if len(by) < 5 else "after √", "")
    table = [line(" case", heads, "dim", widths, look)]
    for case in cases:
        left = ("none",) if case.left is None else (exact(case.left), *shorter(case.left))
        numbers = (root(case.d_k), case.exact_spread, case.right.value)
        by_root, true, right = (("none",) if x is None else (exact(x), *shorter(x)) for x in numbers)
        cells = (by_root, true, spread_of(case.pairs), right, left, f" {case_note(case)}")
        row = line(f" {CASES[case.name]}", cells, "text", widths, look)
        table.append(row)
    return table


def line(title: str, cells: Sequence[str | Forms], role: str, widths: Sequence[int], look: Look) -> Row:
    """A title and cells in columns, each cell in the first of its forms that fits; columns 0 wide are left out."""
    told: list[Cell] = [(title, "dim")]
    kept = [widths[0]]
    for cell, width in zip(cells, widths[1:], strict=True):
        if not width:
            continue
        every = (cell,) if isinstance(cell, str) else cell
        told.append((next((form for form in every if len(look.text(form)) < abs(width)), every[-1]), role))
        kept.append(width)
    return look.columns(told, kept)
