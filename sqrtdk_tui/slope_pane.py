"""The Slope pane in rows: both Jacobians, the nudge and the moves, the honest statistics, and where the story turns."""

from dataclasses import dataclass

from sqrtdk_tui import digits, slope_claims, slope_matrix, slope_words
from sqrtdk_tui.engine.row_results import RowSide
from sqrtdk_tui.rows import Cell, Look, Row, wrap
from sqrtdk_tui.slope_claims import percent, plus_minus
from sqrtdk_tui.slope_reading import SlopeFindings, SlopeReading

_MOST_WIDTH = 110
_FEWEST_MATRIX_ROWS = 3


@dataclass(frozen=True, slots=True)
class _Block:
    """Rows that belong together; a lower rank is shown first where not all fit."""

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
) -> list[Row]:
    """The pane in at most `height` rows, the most wanted of it where not all fits."""
    look = Look(min(look.width, _MOST_WIDTH), look.ascii)
    above = _row_blocks(now, look, nudged)
    below = _statistics_blocks(statistics, look, running)
    kept = _kept([*above, *below], height - (_FEWEST_MATRIX_ROWS if now else 0))
    spare = height - sum(len(block.rows) for block in kept)
    told: list[Row] = []
    if now is not None and spare >= _FEWEST_MATRIX_ROWS:
        told += slope_matrix.rows(now, look, spare)
    for block in [*above, *below]:
        if block in kept:
            told += block.rows
    return told[:height]


def _kept(blocks: list[_Block], room: int) -> list[_Block]:
    """The blocks that fit, by rank; the first one always, cut if it must be."""
    kept: list[_Block] = []
    for block in sorted(blocks, key=lambda block: block.rank):
        if not kept or len(block.rows) <= room:
            kept.append(block)
            room -= len(block.rows)
    return kept


def _row_blocks(now: SlopeReading | None, look: Look, nudged: bool) -> list[_Block]:
    if now is None:
        return [_Block(0, _told(slope_words.UNDEFINED, look, "text"))]
    blocks = [_Block(1, _told(slope_words.slopes(now), look, "text"))]
    if now.moved:
        blocks.insert(0, _Block(0, _told(slope_words.moves(now), look, "strong")))
    told = slope_words.nudge(now) if nudged else slope_words.invitation(now)
    return [*blocks, _Block(2 if nudged else 4, _told(told, look, "strong" if nudged else "dim"))]


def _statistics_blocks(found: SlopeFindings | None, look: Look, running: bool) -> list[_Block]:
    told = slope_claims.statistics(found)
    blocks = [_Block(3, _told(told, look, "strong" if found is not None and found.rows else "dim"))]
    if found is not None and found.rows is not None:
        blocks.insert(0, _Block(5, _table(found, look, running)))
    crossing = slope_claims.crossing(found)
    return [*blocks, _Block(6, _told(crossing, look, "text"))] if crossing else blocks


def _told(text: str, look: Look, role: str) -> list[Row]:
    return [look.row((f" {line}", role)) for line in wrap(text, look.width - 2)]


def _table(found: SlopeFindings, look: Look, running: bool) -> list[Row]:
    assert found.rows is not None
    rows = found.rows
    head = ["", "dead rows", "median pull", "quarter below", "quarter above", "root mean sq."]
    sides = [["undivided", *_numbers(rows.undivided)], [f"÷ {digits.size(rows.divisor)}", *_numbers(rows.divided)]]
    head[0] = f"{rows.count:,} rows" if not running or found.finished else f"{rows.count:,} so far"
    widths = (-13, 13, 13, 14, 14, 13)
    columns = 6 if look.width >= 80 else 3
    block = [look.columns([(f" {text}", "dim") for text in head[:columns]], widths[:columns])]
    for side in sides:
        cells: list[Cell] = [(f" {text}" if i == 0 else text, "text") for i, text in enumerate(side)]
        block.append(look.columns(cells[:columns], widths[:columns]))
    return block


def _numbers(side: RowSide) -> list[str]:
    pull = side.pull_on_q
    found = (pull.median, pull.q25, pull.q75, pull.rms)
    return [percent(side.dead_share), *(plus_minus(one) for one in found)]
