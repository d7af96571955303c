"""Both Jacobians diag(p) − ppᵀ side by side, as numbers and shades on one scale."""

from collections.abc import Sequence

from sqrtdk_tui import digits
from sqrtdk_tui.engine.slope import SlopeSide
from sqrtdk_tui.labels import fit
from sqrtdk_tui.rows import Cell, Look, Row
from sqrtdk_tui.slope_reading import SlopeReading
from sqrtdk_tui.slope_words import number

_SHADES, _ASCII_SHADES = " ░▒▓█", " .:*#"
_FROM = (0.01, 0.25, 0.5, 0.75)  # of the largest entry on either side, for each shade but the blank
_NAME, _NARROW_NAME, _CELL, _WIDEST_CELL = 6, 4, 8, 12
_WIDE = 60


def rows(now: SlopeReading, look: Look, height: int) -> list[Row]:
    """A title, the tokens' names, and a row a token; of too many tokens the largest, and a note that says so.

    `height` of at least 3.
    """
    shown = _shown(now, min(height - 2, _most(look)))
    top = max(float(abs(side.jacobian).max()) for side in (now.left, now.right))
    table = [_title(now, len(shown), top, look), _names(now, shown, look)]
    for i in shown:
        cells, widths = _half(now, now.left, i, shown, top, look)
        more, more_widths = _half(now, now.right, i, shown, top, look)
        table.append(look.columns([*cells, ("│", "axis"), *more], [*widths, 3, *more_widths]))
    return table


def _most(look: Look) -> int:
    """How many tokens fit beside each other on one side."""
    return max(1, (_half_width(look) - _name_width(look)) // _CELL)


def _half_width(look: Look) -> int:
    return (look.width - 3) // 2


def _name_width(look: Look) -> int:
    return _NAME if look.width >= _WIDE else _NARROW_NAME


def _cell_width(look: Look, shown: int) -> int:
    return min(_WIDEST_CELL, (_half_width(look) - _name_width(look)) // max(1, shown))


def _shown(now: SlopeReading, most: int) -> list[int]:
    """The tokens of the largest shares, the chosen one among them, in the order of the list."""
    listed = now.reading.listed
    if len(listed) <= most:
        return listed
    kept = now.reading.order[:most]
    if now.token not in kept:
        kept[-1] = now.token
    return [i for i in listed if i in kept]


def _title(now: SlopeReading, shown: int, top: float, look: Look) -> Row:
    shades = _ASCII_SHADES if look.ascii else _SHADES
    count = len(now.reading.labels)
    left: list[Cell] = [(" Slopes at softmax's input: diag(p) − p·pT", "title")]
    if shown < count:
        left.append((f"   {shown} of {count} tokens", "dim"))
    return look.spread(left, [(f"{shades[4]} {number(0.75 * top)} to {number(top)} " if top > 0 else "", "dim")])


def _names(now: SlopeReading, shown: Sequence[int], look: Look) -> Row:
    by = digits.size(now.reading.divisor)
    wide = _cell_width(look, len(shown))
    names = [(fit(now.reading.labels[i], wide - 2), "dim") for i in shown]
    name, left, right = _name_width(look), "p", f"÷ {by}"
    pad = _half_width(look) - name - wide * len(shown)
    widths = [-name - pad, *[wide] * len(shown)]
    return look.columns(
        [(f" {left}", "spike word"), *names, ("│", "axis"), (f" {right}", "mix word"), *names], [*widths, 3, *widths]
    )


def _half(
    now: SlopeReading, side: SlopeSide, i: int, shown: Sequence[int], top: float, look: Look
) -> tuple[list[Cell], list[int]]:
    """One token's row of one side: ∂p_i/∂z_j for the tokens shown."""
    wide, name = _cell_width(look, len(shown)), _name_width(look)
    pad = _half_width(look) - name - wide * len(shown)
    chosen = i == now.token and len(now.reading.labels) > 1
    role = "strong" if chosen else "text"
    cells: list[Cell] = [(f"{'▸' if chosen else ' '}{now.reading.labels[i]}", role)]
    for j in shown:
        value = float(side.jacobian[i, j])
        mark = shade(value, top, look)
        cells.append((f"{mark * (2 if wide >= 11 else 1)}{cell_number(value, wide - (3 if wide >= 11 else 2))}", role))
    return cells, [-name - pad, *[wide] * len(shown)]


def shade(value: float, top: float, look: Look) -> str:
    """How dark an entry is, by its size against the largest one on either side."""
    shades = _ASCII_SHADES if look.ascii else _SHADES
    part = abs(value) / top if top > 0 else 0.0
    return shades[sum(part >= start for start in _FROM)]


def cell_number(value: float, width: int) -> str:
    """An entry in `width` cells, in as many digits as fit there: 0.2227, −0.163, −3e-4, padded at the left."""
    told = number(abs(value))
    sign = "−" if value < 0 else ""
    forms = [told]
    if value != 0 and abs(value) >= 0.01:
        forms += [f"{abs(value):.{places}f}" for places in (3, 2)]
    elif value != 0:
        forms += [f"{abs(value):.{places}e}".replace("e-0", "e-") for places in (1, 0)]
    text = next((sign + form for form in forms if len(sign + form) <= width), sign + forms[-1])
    return text.rjust(width)
