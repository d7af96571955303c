"""The Slope pane in rows: both Jacobians, the nudge and the moves, the honest statistics, and where the story turns."""

from dataclasses import dataclass

from sqrtdk_tui import digits
from sqrtdk_tui.engine.row_results import RowSide
from sqrtdk_tui.rows import Cell, Look, Row, beside, width_of, wrap
from sqrtdk_tui.runs import Run
from sqrtdk_tui.slope import chart as slope_chart
from sqrtdk_tui.slope import claims as slope_claims
from sqrtdk_tui.slope import matrix as slope_matrix
from sqrtdk_tui.slope import words as slope_words
from sqrtdk_tui.slope.claims import percent, plus_minus
from sqrtdk_tui.slope.reading import SlopeFindings, SlopeReading, SlopeStatistics
from sqrtdk_tui.study import FEWEST_TOKENS

_MOST_WIDTH = 100
_LEAST_TOKENS = 3
_CHART_FROM, _LEAST_CHART, _MOST_CHART = 19, 6, 12
_SIDE_FROM, _SIDE = 128, 48  # columns from which the chart stands at the right, and its width there

TABLE = (-11, 12, 14, 14, 14, 14)


# What is kept first where not all fits; from _MATRIX on, blocks leave the matrices their rows.
_MOVE, _NUDGE, _SLOPES, _INVITATION, _MATRIX, _SENTENCE, _CROSSING, _TABLE, _NAMES = range(9)


@dataclass(frozen=True, eq=False, slots=True)
class _Block:
    """Rows that belong together; a lower rank is kept first where not all fit."""

    rank: int
    rows: list[Row]


def rows(
    now: SlopeReading | None,
    statistics: SlopeFindings | None,
    look: Look,
    height: int,
    *,
    nudged: bool,
    running: bool,
    covered: bool = False,
) -> list[Row]:
    """The pane in at most `height` rows, the most wanted of it where not all fits.

    now: None where every token is masked. While the divided side is covered nothing of it is told.
    """
    swept = statistics is not None and len(statistics.points) > 1 and not covered
    if statistics is None or not swept or look.width < _SIDE_FROM or height < _LEAST_CHART:
        look = Look(min(look.width, _MOST_WIDTH), look.ascii)
        return column(now, statistics, look, height, nudged, running, covered, chart=swept and height >= _CHART_FROM)
    wide = min(look.width - _SIDE - 2, _MOST_WIDTH)
    left = column(now, statistics, Look(wide, look.ascii), height, nudged, running, covered, chart=False)
    chart = slope_chart.rows(statistics, Look(_SIDE, look.ascii), min(height, len(left), 2 * _MOST_CHART))
    return beside(left, chart, wide + 2)


def column(
    now: SlopeReading | None,
    found: SlopeFindings | None,
    look: Look,
    height: int,
    nudged: bool,
    running: bool,
    covered: bool,
    *,
    chart: bool,
) -> list[Row]:
    """One column: the matrices, the blocks that fit below them, and the chart if the numbers leave it room."""
    if found is None and now is not None and now.reading.lab.count < FEWEST_TOKENS:
        found = SlopeStatistics(now.reading.lab).findings()
    tokens = 0 if now is None else min(len(now.reading.labels), slope_matrix.tokens_at_most(look))
    least, full = (slope_matrix.HEAD + min(tokens, _LEAST_TOKENS), slope_matrix.HEAD + tokens) if tokens else (0, 0)
    for drawn, crossing in (True, True), (True, False), (False, True):
        if drawn and not chart:
            continue
        told = _of_the_row(now, look, nudged, covered)
        told += [] if covered else _of_many(found, look, running, crossing)
        room = height - (_LEAST_CHART if drawn else 0)
        kept = _kept(told, room, least, full)
        if not drawn or all(block in kept for block in told if block.rank < _NAMES):
            break
    room -= sum(len(block.rows) for block in kept)
    missing = len(told) - len(kept)
    if missing and kept and kept[-1].rows:
        kept[-1].rows[-1] = _with_note(kept[-1].rows[-1], missing, look)
    block: list[Row] = []
    if now is not None and room > slope_matrix.HEAD:
        block = slope_matrix.rows(now, look, room, covered)
    for part in kept:
        block += part.rows
    if drawn and found is not None:
        block += slope_chart.rows(found, look, min(height - len(block), _MOST_CHART))
    return block[:height]


def _with_note(row: Row, missing: int, look: Look) -> Row:
    """The row, with how many blocks are left out at its right end, if there is room for that."""
    for note in (f"+{missing} more: f", f"+{missing}: f"):
        free = look.width - width_of(row) - len(note)
        if free > 0:
            return (*row, Run(" " * free, "blank"), Run(note, "dim"))
    return row


def _kept(blocks: list[_Block], height: int, least: int, full: int) -> list[_Block]:
    """The blocks that fit, by rank; from `_MATRIX` on they leave the matrices `least` rows, `_NAMES` all of them."""
    kept, room = set[int](), height
    for i, block in sorted(enumerate(blocks), key=lambda numbered: numbered[1].rank):
        reserved = full if block.rank == _NAMES else least if block.rank >= _MATRIX else 0
        if len(block.rows) <= room - reserved or not kept:
            kept.add(i)
            room -= len(block.rows)
    return [block for i, block in enumerate(blocks) if i in kept]


def _of_the_row(now: SlopeReading | None, look: Look, nudged: bool, covered: bool) -> list[_Block]:
    if now is None:
        return [_Block(_MOVE, _told(slope_words.UNDEFINED, look, "text"))]
    blocks = [_Block(_SLOPES, _told(slope_words.slopes(now, covered), look, "text"))]
    if now.moved:
        blocks.insert(0, _Block(_MOVE, _told(slope_words.moves(now, covered), look, "strong")))
    if nudged:
        return [*blocks, _Block(_NUDGE, _told(slope_words.nudge(now, covered), look, "strong"))]
    return [*blocks, _Block(_INVITATION, _told(slope_words.invitation(now), look, "dim"))]


def _of_many(found: SlopeFindings | None, look: Look, running: bool, crossing: bool) -> list[_Block]:
    measured = found is not None and found.rows is not None
    sentence = _told(slope_claims.statistics(found, running), look, "strong" if measured else "dim")
    blocks = [_Block(_SENTENCE, sentence)]
    if found is not None and measured:
        blocks.insert(0, _Block(_TABLE, table(found, look)))
    if crossing and (told := slope_claims.crossing(found)):
        blocks.append(_Block(_CROSSING, _told(told, look, "text")))
    if measured:
        blocks.append(_Block(_NAMES, _told(slope_claims.NAMES, look, "dim")))
    return blocks


def _told(text: str, look: Look, role: str) -> list[Row]:
    return [look.row((f" {line}", role)) for line in wrap(look.text(text), look.width - 2)]


def table(found: SlopeFindings, look: Look) -> list[Row]:
    """Dead rows and the pull on q of both sides, each number with one standard error."""
    if found.rows is None:
        return []
    rows = found.rows
    widths = [width for i, width in enumerate(TABLE) if sum(map(abs, TABLE[: i + 1])) <= look.width]
    head = [f"of {rows.count:,}", "dead rows", "median pull", "25% below", "75% below", "RMS"]
    lines = [
        (head, "dim"),
        (["undivided", *_numbers(rows.undivided)], "text"),
        ([f"÷ {digits.size(rows.divisor)}", *_numbers(rows.divided)], "text"),
    ]
    block = []
    for texts, role in lines:
        fitting = zip(texts[1:], widths[1:], strict=False)
        cells: list[Cell] = [(f" {texts[0]}", role), *((_pressed(text, width, look), role) for text, width in fitting)]
        block.append(look.columns(cells, widths))
    return block


def _pressed(text: str, width: int, look: Look) -> str:
    """In ASCII ± takes two cells: the blank before it makes room, or else the error goes: no number is cut."""
    told = text.replace(" ±", "±") if look.ascii else text
    return told if len(look.text(told)) < width else told.partition("±")[0].rstrip()


def _numbers(side: RowSide) -> list[str]:
    pull = side.pull_on_q
    return [percent(side.dead_share), *(plus_minus(one) for one in (pull.median, pull.q25, pull.q75, pull.rms))]
