"""The Measure pane in rows: what is measured, its numbers beside the exact ones, its picture, and the runs so far."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

from sqrtdk_tui.engine.pair_results import PairsResult
from sqrtdk_tui.measure import charts as measure_charts
from sqrtdk_tui.measure import points as measure_points
from sqrtdk_tui.measure import tables as measure_tables
from sqrtdk_tui.measure import words as measure_words
from sqrtdk_tui.measure.cases import case_sentence
from sqrtdk_tui.measure.records import Record, compare, records_rows
from sqrtdk_tui.rows import Cell, Look, Row, beside, width_of, wrap
from sqrtdk_tui.study import Findings

__all__ = ["Record", "compare", "rows"]

_WIDE = measure_tables.WIDE
_MOST_RECORDS = 4
_LEAST_BAR, _MOST_BAR = 4, 24


@dataclass(frozen=True, slots=True)
class Progress:
    """How fast a running study is: draws a second, seconds left; None where it is not known yet."""

    rate: float | None
    left: float | None


def rows(
    findings: Findings | None,
    records: Sequence[Record],
    chosen: int,
    look: Look,
    height: int,
    *,
    rate: float | None = None,
    left: float | None = None,
    running: bool = False,
    picked: bool = False,
    invited: str = "g measures",
) -> list[Row]:
    """The pane in at most `height` rows.

    `chosen` counts the records from 0; `picked`: the keys move in their table. `rate` is in draws (pairs or rows) a
    second and `left` in seconds, both for a study that is `running`. `invited` stands where nothing is measured yet.
    """
    if findings is None:
        top = [look.row((f" {invited}", "text"))]
        table = records_rows(records, chosen, look, height - 1, picked=picked)
        return [_cut(row, look) for row in top + table][: max(0, height)]
    head = _running(findings, Progress(rate, left), look) if running else _head(findings, look)
    most = max(1, (height + 1) // 4) if look.width >= _WIDE else max(1, height // 3)
    told = _told(findings, look, most)
    spare = height - 1 - len(told)
    table = records_rows(records, chosen, look, _room_for_records(spare, len(records), picked), picked=picked)
    body = _body(findings, look, max(0, spare - len(table)))
    return [_cut(row, look) for row in (head, *body, *told, *table)][: max(0, height)]


def _cut(row: Row, look: Look) -> Row:
    """The row, or what of it is as wide as the pane."""
    return row if width_of(row) <= look.width else look.row(*((run.text, run.role) for run in row))


def _room_for_records(spare: int, number: int, picked: bool) -> int:
    """Rows that the table of runs may take: three, or more while it is walked through."""
    if not number:
        return 0
    wanted = min(number, _MOST_RECORDS if picked else 1) + (2 if number > 1 else 1)
    return min(wanted, spare // 2 if picked else spare // 3)


def _head(findings: Findings, look: Look) -> Row:
    text = measure_words.headline(findings)
    seed = f"seed {findings.lab.seed} "
    if len(look.text(text)) + len(seed) + 2 > look.width:
        return look.row((f" {text}", "title"))
    return look.spread([(f" {text}", "title")], [(seed, "dim")])


def _told(findings: Findings, look: Look, most: int) -> list[Row]:
    """The sentences in at most so many rows, or the first one whole; how many more `f` or the printed report has."""
    every, width = measure_words.sentences(findings), max(8, look.width - 2)
    whole = wrap(look.text(measure_words.sentence(findings)), width)
    if len(whole) > most:
        for kept in range(len(every) - 1, 0, -1):
            whole = wrap(look.text(f"{' '.join(every[:kept])} +{len(every) - kept} more: f"), width)
            if len(whole) <= most:
                break
    return [look.row((f" {line}", "strong")) for line in whole]


def _running(findings: Findings, progress: Progress, look: Look) -> Row:
    """Pairs done, the bar, the rate and the time left, as text."""
    share = findings.done / findings.asked if findings.asked else 0.0
    drawn = f" {_drawn(findings)}"
    told = f"{drawn}, {measure_words.method_told(findings).removeprefix('by the ')}"
    long, short = _pace(progress, " a second"), _pace(progress, "/s")
    for text, end in ((told, long), (told, short), (drawn, short), (drawn, ""), ("", "")):
        free = look.width - len(look.text(text)) - len(end) - 8
        if free >= _LEAST_BAR or not text:
            break
    cells = max(1, min(free, _MOST_BAR))
    full = round(share * cells)
    bar: list[Cell] = [
        ("█" * full, "bar"),
        ("░" * (cells - full), "dim"),
        (f" {math.floor(100 * share):3d}%", "strong"),
    ]
    return look.row((f"{text}  " if text else " ", "title"), *bar, (end, "text"))


def _drawn(findings: Findings) -> str:
    """How many pairs and rows are in."""
    if findings.kind in ("pairs", "dial"):
        return measure_words.told_pairs(findings)
    pairs, rows = measure_words.pair_runs(findings), findings.row_points
    also = f", {sum(run.count for run in rows):,} rows" if rows else ""
    return f"{sum(run.pairs for run in pairs):,} pairs{also}"


def _pace(progress: Progress, per: str) -> str:
    """Rate and time left, each if it is known."""
    told = ""
    if progress.rate is not None and math.isfinite(progress.rate):
        told += f"  {count(progress.rate)}{per}"
    if progress.left is not None and math.isfinite(progress.left):
        told += f"  {duration(progress.left)} left"
    return told


def count(number: float) -> str:
    """1234567 -> 1.2 million."""
    for size, word in ((1e9, "billion"), (1e6, "million")):
        if number >= size:
            return f"{number / size:.2g} {word}" if number < 99.5 * size else f"{number / size:.0f} {word}"
    return f"{float(f'{number:.2g}'):,.0f}"


def duration(seconds: float) -> str:
    """3.2 -> 3 s; 200 -> 3 min; under a second says so."""
    if seconds < 1:
        return "under 1 s"
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.0f} h"


def _body(findings: Findings, look: Look, height: int) -> list[Row]:
    kinds = {"pairs": _pairs, "sweep": _sweep, "dial": _dial, "assumptions": _assumptions}
    if not measure_words.most_pairs(findings):
        return [look.row((" The first pairs are being drawn …", "dim"))][:height]
    return kinds[findings.kind](findings, look, height)[:height]


def _pairs(findings: Findings, look: Look, height: int) -> list[Row]:
    pairs, shares = findings.pairs, findings.rows
    if pairs is None:
        return []
    if look.width < _WIDE:
        return _narrow_pairs(findings, look, height)
    table = measure_tables.moments_wide(pairs, look)
    rest = height - len(table)
    if shares is None:
        return table + _histograms(findings, look, rest)
    if rest >= 3 + measure_charts.FEWEST_ROWS and look.width >= measure_tables.shares_width(look):
        return [*table, *measure_tables.shares_wide(shares, look), *_histograms(findings, look, rest - 3)]
    side = measure_tables.shares_tall(shares, Look(measure_tables.ROWS_WIDTH, look.ascii))
    column = measure_tables.ROWS_WIDTH + 1
    return table + beside(side[:rest], _stacked(pairs, Look(look.width - column, look.ascii), rest), column)


def _stacked(pairs: PairsResult, look: Look, height: int) -> list[Row]:
    """The raw scores' picture, and that of the divided ones below it where both have room."""
    if height < 2 * measure_charts.FEWEST_ROWS:
        return measure_charts.score_histogram(pairs, look, height) if height >= measure_charts.FEWEST_ROWS - 1 else []
    below = height // 2
    raw = measure_charts.score_histogram(pairs, look, height - below)
    return raw + measure_charts.score_histogram(pairs, look, below, divided=True)


def _narrow_pairs(findings: Findings, look: Look, height: int) -> list[Row]:
    pairs, shares = findings.pairs, findings.rows
    if pairs is None:
        return []
    body = measure_tables.moments_tall(pairs, look)
    if shares is not None and height >= len(body) + 4:
        body += measure_tables.shares_tall(shares, look)[: height - len(body)]
    rest = height - len(body)
    return body + (measure_charts.score_histogram(pairs, look, rest) if rest >= measure_charts.FEWEST_ROWS else [])


def _histograms(findings: Findings, look: Look, height: int) -> list[Row]:
    """Raw and divided scores side by side."""
    if findings.pairs is None or height < measure_charts.FEWEST_ROWS:
        return []
    column = look.width // 2
    left, right = Look(column - 1, look.ascii), Look(look.width - column, look.ascii)
    raw = measure_charts.score_histogram(findings.pairs, left, height)
    return beside(raw, measure_charts.score_histogram(findings.pairs, right, height, divided=True), column)


def _sweep(findings: Findings, look: Look, height: int) -> list[Row]:
    if look.width < _WIDE:
        table = measure_points.points_tall(findings, look, min(height, 7))
        rest = height - len(table)
        if rest < measure_charts.FEWEST_ROWS:
            return measure_points.points_tall(findings, look, height)
        return measure_charts.spread_chart(findings, look, rest) + table
    for how in ({"full": True}, {"full": True, "divided": False}, {}):
        table = measure_points.points_wide(findings, look, **how)
        if height >= len(table) + measure_charts.FEWEST_ROWS + 1:
            return _two_charts(findings, look, height - len(table)) + table
    column = look.width - 46
    side = measure_points.points_tall(findings, Look(45, look.ascii), height)
    if height < measure_charts.FEWEST_ROWS:
        return table[:height]
    return beside(measure_charts.spread_chart(findings, Look(column, look.ascii), height), side, column + 1)


def _two_charts(findings: Findings, look: Look, height: int) -> list[Row]:
    if not findings.row_points:
        return measure_charts.spread_chart(findings, look, height)
    column = look.width // 2
    left = measure_charts.spread_chart(findings, Look(column - 1, look.ascii), height)
    return beside(left, measure_charts.shares_chart(findings, Look(look.width - column, look.ascii), height), column)


def _dial(findings: Findings, look: Look, height: int) -> list[Row]:
    pairs, dial = findings.pairs, findings.dial
    if pairs is None or dial is None:
        return []
    table = measure_tables.dial_table(pairs, dial, look)
    if look.width < _WIDE:
        rest = height - len(table)
        chart = measure_charts.dial_chart(pairs, dial, look, rest) if rest >= measure_charts.FEWEST_ROWS else []
        return chart + table
    if height < measure_charts.FEWEST_ROWS or dial.one_at is None:
        return table[:height]
    column = look.width - 45
    return beside(measure_charts.dial_chart(pairs, dial, Look(column, look.ascii), height), table, column)


def _assumptions(findings: Findings, look: Look, height: int) -> list[Row]:
    table = measure_tables.assumption_table(findings.assumptions, look)
    lines = [line for case in findings.assumptions for line in wrap(case_sentence(case), max(8, look.width - 2))]
    if height < len(table) + len(lines):
        return table[:height]
    return table + [look.row((f" {line}", "text")) for line in lines]
