"""The numbers of a study as rows of text: measured beside exact, undivided beside divided, point by point."""

import math
from collections.abc import Sequence

from sqrtdk_tui import digits
from sqrtdk_tui.engine.assumptions import Assumption, Dial
from sqrtdk_tui.engine.pair_results import PairsResult
from sqrtdk_tui.engine.row_results import RowSide, RowsResult
from sqrtdk_tui.engine.slots import Slots
from sqrtdk_tui.measure.cases import CASES, case_note, leaves
from sqrtdk_tui.measure.figures import earned, exact, percent, plus_minus, root, with_error
from sqrtdk_tui.measure.words import middle_half
from sqrtdk_tui.rows import Cell, Look, Row
from sqrtdk_tui.study import Findings

WIDE = 72
ROWS_WIDTH = 50
_SHARES = (-11, 14, 12, 16, 17, 14)
_SHARES_ASCII = (-11, 15, 13, 17, 18, 15)
_MOMENTS = {
    "normal": (3.0, 15.0, 105.0),
    "rademacher": (1.0, 1.0, 1.0),
    "uniform": (9 / 5, 27 / 7, 9.0),
    "laplace": (6.0, 90.0, 2520.0),
    "sparse": (30.0, 1500.0, 105_000.0),
}  # of a standard slot: fourth, sixth, eighth


def kurtosis_error(slots: Slots, d_k: int, pairs: int) -> float | None:
    """One standard error of the kurtosis of `pairs` scores; None where it is infinite or not known.

    With standardised moments m of a symmetric law: √((m₈ − 4m₄m₆ + 4m₄³ − m₄²)/N); 24/N for a normal law (Kendall &
    Stuart, The Advanced Theory of Statistics, vol. 1, ch. 10). The moments of a sum of d_k independent products follow
    from its cumulants.
    """
    moments = _MOMENTS.get(slots.distribution)
    if moments is None or (slots.mean_q, slots.mean_k, slots.rho, slots.correlation) != (0.0, 0.0, 0.0, 0.0):
        return None
    a4, a6, a8 = (moment * moment for moment in moments)  # of one product q_i k_i
    k4, k6 = (a4 - 3.0) / d_k, (a6 - 15.0 * a4 + 30.0) / d_k**2
    k8 = (a8 - 28.0 * a6 - 35.0 * a4 * a4 + 420.0 * a4 - 630.0) / d_k**3
    m4, m6 = k4 + 3.0, k6 + 15.0 * k4 + 15.0
    m8 = k8 + 28.0 * k6 + 35.0 * k4 * k4 + 210.0 * k4 + 105.0
    return math.sqrt(max(0.0, m8 - 4.0 * m4 * m6 + 4.0 * m4**3 - m4 * m4) / pairs)


def moments_of(pairs: PairsResult) -> list[tuple[str, str, str, str]]:
    """(name, measured, exact, error expected) for each moment of the raw scores, and for the divided spread."""
    raw, divided = pairs.raw, pairs.divided
    off = kurtosis_error(pairs.slots, pairs.d_k, pairs.pairs)
    numbers = [
        ("mean", raw.mean, raw.exact_mean, raw.mean_error),
        ("variance", raw.variance, raw.exact_variance, raw.expected_error),
        ("spread", raw.std, raw.exact_std, raw.std_error),
        ("kurtosis", raw.kurtosis, raw.exact_kurtosis, None if raw.exact_kurtosis is None else off),
        (f"÷ {digits.size(float(f'{pairs.divisor:.3g}'))}", divided.std, divided.exact_std, divided.std_error),
    ]
    return [(name, earned(value, error), exact(true), plus_minus(error)) for name, value, true, error in numbers]


def moments_wide(pairs: PairsResult, look: Look) -> list[Row]:
    """Four rows: the moments' names, measured, exact, error expected."""
    columns = moments_of(pairs)
    cell = (look.width - 16) // 5
    widths = [-16] + [cell] * 5
    last = f"spread {columns[-1][0]}"
    heads = ("mean", "variance", "spread", "kurtosis", last if len(last) < cell else "divided")
    table = [_line(" raw scores", heads, "dim", widths, look)]
    for at, title in ((1, " measured"), (2, " exact"), (3, " error expected")):
        table.append(_line(title, [column[at] for column in columns], "strong" if at == 1 else "text", widths, look))
    return table


def moments_tall(pairs: PairsResult, look: Look) -> list[Row]:
    """The same with a row for each moment, for narrow panes."""
    widths = (-10, 10, 9, 9)
    table = [_line(" raw", ("measured", "exact", "error"), "dim", widths, look)]
    return table + [_line(f" {name}", rest, "text", widths, look) for name, *rest in moments_of(pairs)]


def shares_of(rows: RowsResult) -> list[tuple[str, str, str]]:
    """(name, undivided, divided) of what many rows have shown, each with its error."""

    def told(side: RowSide) -> list[str]:
        slopes = (side.winner_slope_mean, side.winner_slope_median)
        return [
            percent(side.top_share),
            percent(side.dead_share),
            *map(with_error, slopes),
            with_error(side.effective_tokens),
        ]

    names = ("top share", "dead rows", "winner's slope", "its median", "eff. tokens")
    return list(zip(names, told(rows.undivided), told(rows.divided), strict=True))


def shares_width(look: Look) -> int:
    """The columns that the three rows of shares need: in ASCII each ± takes two."""
    return sum(map(abs, _SHARES_ASCII if look.ascii else _SHARES))


def shares_wide(rows: RowsResult, look: Look) -> list[Row]:
    """Three rows: the names, undivided, divided; needs `shares_width` columns."""
    columns = shares_of(rows)
    widths = _SHARES_ASCII if look.ascii else _SHARES
    table = [_line(f" n = {rows.tokens}", [name for name, _, _ in columns], "dim", widths, look)]
    by = f"÷ {digits.size(float(f'{rows.divisor:.3g}'))}"
    for at, title in ((1, " undivided"), (2, f" {by}")):
        table.append(_line(title, [column[at] for column in columns], "text", widths, look))
    return table


def shares_tall(rows: RowsResult, look: Look) -> list[Row]:
    """The same with a row for each number."""
    by = f"÷ {digits.size(float(f'{rows.divisor:.3g}'))}"
    widths = (-16, 17, 17) if look.width >= ROWS_WIDTH else (-11, 14, 14)
    table = [_line(f" {rows.tokens} tokens", ("undivided", by), "dim", widths, look)]
    return table + [_line(f" {name}", sides, "text", widths, look) for name, *sides in shares_of(rows)]


def points_of(findings: Findings) -> list[tuple[int, PairsResult | None, RowsResult | None]]:
    """The measured points of a sweep, each d_k with what there is of it."""
    pairs = {point.d_k: point for point in findings.pair_points}
    rows = {point.d_k: point for point in findings.row_points}
    return [(d_k, pairs.get(d_k), rows.get(d_k)) for d_k in sorted(pairs.keys() | rows.keys())]


def spread_of(pairs: PairsResult | None, *, divided: bool = False) -> str:
    """The measured spread with its error; `none` where no variance exists."""
    if pairs is None:
        return ""
    side = pairs.divided if divided else pairs.raw
    if side.exact_std is None:
        return "none"
    return earned(side.std, side.std_error) + (plus_minus(side.std_error) if side.std_error is not None else "")


def reach_of(pairs: PairsResult | None, *, divided: bool = False) -> str:
    """As `spread_of`; of Cauchy slots half the distance between the quartiles, which exists."""
    if pairs is None or pairs.slots.distribution != "cauchy":
        return spread_of(pairs, divided=divided)
    return with_error(middle_half(pairs).divided(pairs.divisor if divided else 1.0))


def points_tall(findings: Findings, look: Look, height: int) -> list[Row]:
    """A row for each point of a sweep; where not all fit, every second or fewer, the last one always."""
    widths = (-9, 14, 8, 7, 7) if look.width >= 45 else (-9, 14, 8)
    heads = (_spread_name(findings), "exact", "top", "dead")
    table = [_line(" d_k", heads[: len(widths) - 1], "dim", widths, look)]
    for d_k, pairs, rows in _thinned(findings, height - 1):
        true = exact(pairs.raw.exact_std) if pairs else ""
        cells = [reach_of(pairs), true, *_told_shares(rows)]
        role = "strong" if d_k == findings.lab.d_k else "text"
        table.append(_line(f" {d_k}", cells[: len(widths) - 1], role, widths, look))
    return table


def points_wide(findings: Findings, look: Look) -> list[Row]:
    """A column for each point of a sweep: slots, spreads, top share and dead rows, as many as fit, the last always."""
    shown = _thinned(findings, (look.width - 14) // 8)
    widths = [-14] + [8] * len(shown)
    spreads = [(reach_of(p).partition("±")[0], reach_of(p, divided=True).partition("±")[0]) for _, p, _ in shown]
    lines = [
        (" d_k", [str(d_k) for d_k, _, _ in shown]),
        (f" {_spread_name(findings)}", [raw for raw, _ in spreads]),
        (" divided", [divided for _, divided in spreads]),
    ]
    if findings.row_points:
        shares = [_told_shares(rows) for _, _, rows in shown]
        lines += [(" top share", [top for top, _ in shares]), (" dead rows", [dead for _, dead in shares])]
    return [_line(title, cells, "text" if at else "dim", widths, look) for at, (title, cells) in enumerate(lines)]


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


def dial_table(pairs: PairsResult, dial: Dial, look: Look) -> list[Row]:
    """What some divisors leave of the spread: none, √d_k, d_k, the one in use and the right one."""
    marks = {1.0: "nothing", math.sqrt(pairs.d_k): "√d_k", float(pairs.d_k): "d_k"}
    marks.setdefault(pairs.divisor, "in use")
    if dial.one_at is not None:
        marks.setdefault(dial.one_at, "spread 1")
    if dial.right.value is not None:
        marks.setdefault(dial.right.value, "over keys")
    widths = (-11, 8, 17, 8) if look.width >= 44 else (-11, 8, 16, 0)
    table = [_line(" divide by", ("divisor", "leaves", "exact"), "dim", widths, look)]
    for divisor, name in sorted(marks.items()):
        left, error = (None if x is None else x / divisor for x in (pairs.raw.std, pairs.raw.std_error))
        true = "none" if dial.one_at is None else leaves(dial.one_at / divisor).partition(":")[0]
        told = "none" if dial.measured is None else earned(left, error) + (plus_minus(error) if error else "")
        table.append(_line(f" {name}", (digits.size(float(f"{divisor:.4g}")), told, true), "text", widths, look))
    return table


def assumption_table(cases: Sequence[Assumption], look: Look) -> list[Row]:
    """A row a case: the spread √d_k predicts, the exact one, the measured one, the right divisor, what √d_k leaves."""
    full, wide = look.width >= 92, look.width >= WIDE
    widths = (-16, 11, 9, 15, 9, 11, -27) if full else (-16, 0, 8, 13, 8, 10, -25) if wide else (-16, 0, 0, 15, 9, 0, 0)
    by = exact(cases[0].predicted) if cases else "√d_k"
    heads = ("predicted", "exact", "measured", "right ÷", f"after ÷ {by}" if len(by) < 5 else "after √", "")
    table = [_line(" case", heads, "dim", widths, look)]
    for case in cases:
        measured = spread_of(case.pairs) if case.pairs is not None else ""
        left = "none" if case.left is None else exact(float(f"{case.left:.3g}"))
        cells = (exact(root(case.d_k)), exact(case.exact_spread), measured, exact(case.right.value), left)
        row = _line(f" {CASES[case.name]}", (*cells, f" {case_note(case)}"), "text", widths, look)
        table.append(row)
    return table


def _line(title: str, cells: Sequence[str], role: str, widths: Sequence[int], look: Look) -> Row:
    told: list[Cell] = [(title, "dim"), *((cell, role) for cell in cells)]
    return look.columns(told, widths)
