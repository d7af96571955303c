"""Both Jacobians diag(p) − ppᵀ side by side, as numbers and shades on one scale."""

import math
from collections.abc import Sequence

from rich.cells import cell_len

from sqrtdk_tui import digits
from sqrtdk_tui.engine.slope import SlopeSide
from sqrtdk_tui.labels import fit
from sqrtdk_tui.rows import Cell, Look, Row
from sqrtdk_tui.slope.reading import SlopeReading
from sqrtdk_tui.slope.words import number

HEAD = 2  # rows above the tokens: what each side is, and the names of its columns
_SHADES, _ASCII_SHADES = " ░▒▓█", " .:*#"
_FROM = (0.01, 0.25, 0.5, 0.75)  # of the largest entry on either side, for each shade but the blank
_WIDE = 60
_BAR = 2
_TITLES = (("undivided", "total slope ", "  "), ("undivided", "total ", "  "), ("raw", "total ", " "))


class Grid:
    """How the columns of both halves are laid out for this many tokens."""

    def __init__(self, look: Look, tokens: int) -> None:
        wide = look.width >= _WIDE
        self.half = (look.width - _BAR) // 2
        self.name = 6 if wide else 5
        least, most = (8, 12) if wide else (7, 8)
        self.most = max(1, (self.half - self.name) // least)
        self.shown = min(tokens, self.most)
        self.cell = min(most, (self.half - self.name) // max(1, self.shown))
        self.shades = 2 if self.cell >= 11 else 1

    @property
    def widths(self) -> list[int]:
        """Of one half: the name with what is left over, then a column a token."""
        return [-(self.half - self.cell * self.shown), *[self.cell] * self.shown]


def tokens_at_most(look: Look) -> int:
    """How many tokens fit beside each other on one side."""
    return Grid(look, 1).most


def rows(now: SlopeReading, look: Look, height: int, covered: bool = False) -> list[Row]:
    """Two rows of heads and a row a token; of too many tokens those with the largest shares, which the head says.

    With a row to spare above them, the formula.
    """
    shown = _shown(now, max(1, min(height - HEAD, tokens_at_most(look))))
    grid = Grid(look, len(shown))
    names: list[Cell] = [("", "dim"), *((fit(now.reading.labels[i], grid.cell - 2), "dim") for i in shown)]
    table = [_title(now, look, grid, covered), _beside(names, names, grid, look)]
    for i in shown:
        hidden: list[Cell] = [_name(now, i, grid), *[("?", "covered")] * grid.shown]
        left = _half(now, now.left, i, shown, grid, look)
        right = hidden if covered else _half(now, now.right, i, shown, grid, look)
        table.append(_beside(left, right, grid, look))
    return [_formula(look), *table] if height > len(table) else table[:height]


def _formula(look: Look) -> Row:
    jacobian = "diag(p) − " + ("p·p^T" if look.ascii else "p·pᵀ")
    told = f"Slope of each share (rows) by each score (columns): {jacobian}" if look.width >= _WIDE + 10 else jacobian
    return look.row((f" {told}", "dim"))


def _beside(left: list[Cell], right: list[Cell], grid: Grid, look: Look) -> Row:
    return look.columns([*left, ("│", "axis"), *right], [*grid.widths, _BAR, *grid.widths])


def _shown(now: SlopeReading, most: int) -> list[int]:
    """The tokens of the largest shares, the chosen one among them, in the order of the list."""
    listed = now.reading.listed
    if len(listed) <= most:
        return listed
    kept = now.reading.order[:most]
    if now.token not in kept:
        kept[-1] = now.token
    return [i for i in listed if i in kept]


def _title(now: SlopeReading, look: Look, grid: Grid, covered: bool) -> Row:
    """What each half is, its total slope, and what is not shown or what the darkest shade means.

    In as many words as leave room for the numbers, and for how many tokens of how many are shown.
    """
    count, top = len(now.reading.labels), _top(now)
    part = f"{grid.shown} of {count}"
    scale = [f"{shade(top, top, look)} from {number(_FROM[-1] * top)}"] if top > 0 and not covered else []
    notes = [f"{part} tokens", part] if grid.shown < count else scale
    left_look, right_look = Look(grid.half, look.ascii), Look(look.width - grid.half - _BAR, look.ascii)
    for side, total, gap in (
        ("undivided", "total slope ", "  "),
        ("undivided", "total ", "  "),
        ("raw", "total ", " "),
    ):
        by = f" ÷ {digits.size(now.reading.divisor)}{' too late' if now.reading.late else ''}{gap}"
        start: list[Cell] = [(f" {side}{gap}", "spike word"), (f"{total}{_total(now, now.left)}", "text")]
        end: list[Cell] = [(by, "mix word"), (f"{total}{'?' if covered else _total(now, now.right)}", "text")]
        room = right_look.width - _cells(end, look) - 1
        note = next((note for note in notes if len(look.text(note)) <= room), "")
        if _cells(start, look) <= left_look.width and room >= -1 and (note or grid.shown == count):
            break
    return (
        *left_look.spread(start, []),
        *look.columns([("│", "axis")], [_BAR]),
        *right_look.spread(end, [(note, "dim")] if note else []),
    )


def _cells(texts: list[Cell], look: Look) -> int:
    return sum(cell_len(look.text(text)) for text, _ in texts)


def _total(now: SlopeReading, side: SlopeSide) -> str:
    lost = side.total_slope == 0 and now.reading.unmasked > 1
    return "<1e-308" if lost else number(side.total_slope)


def _name(now: SlopeReading, i: int, grid: Grid) -> Cell:
    chosen = i == now.token and len(now.reading.labels) > 1
    name = fit(now.reading.labels[i], -grid.widths[0] - 2)
    return f"{'▸' if chosen else ' '}{name}", "strong" if chosen else "text"


def _half(now: SlopeReading, side: SlopeSide, i: int, shown: Sequence[int], grid: Grid, look: Look) -> list[Cell]:
    """One token's row of one side: its name, and ∂p_i/∂z_j for the tokens shown."""
    name = _name(now, i, grid)
    cells = [name]
    for j in shown:
        entry = float(side.jacobian[i, j])
        exact = now.reading.unmasked == 1 or -math.inf in (side.scores[i], side.scores[j])
        told = cell_number(entry, grid.cell - grid.shades - 1, exact)
        cells.append((shade(entry, _top(now), look) * grid.shades + told, name[1]))
    return cells


def _top(now: SlopeReading) -> float:
    """The winner's slope of the steeper side: no entry of either side is larger."""
    return max(now.left.winner_slope, now.right.winner_slope)


def shade(value: float, top: float, look: Look) -> str:
    """How dark an entry is, by its size against the largest one on either side."""
    shades = _ASCII_SHADES if look.ascii else _SHADES
    part = abs(value) / top if top > 0 else 0.0
    return shades[sum(part >= start for start in _FROM)]


def cell_number(value: float, width: int, exact: bool = True) -> str:
    """An entry in `width` cells, in as many digits as fit there: 0.2227, −0.163, −3e-4, padded at the left.

    Not exact: a 0 that is only too small for 64 bits, ~0.
    """
    size, sign = abs(value), "−" if value < 0 else ""
    if size == 0 or size >= 0.001:
        forms = [("0" if exact else "~0") if size == 0 else f"{size:.4f}", f"{size:.3f}", f"{size:.2f}"]
    else:
        forms = [f"{size:.{places}e}".replace("e-0", "e-") for places in (1, 0)]
    text = next((sign + form for form in forms if len(sign + form) <= width), sign + forms[-1])
    return text.rjust(width)
