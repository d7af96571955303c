"""Attention weights as bars on one fixed scale from 0 to 100 %: what a learner compares at a glance.

Upright bars end in eighths of a row (▁▂▃▄▅▆▇█), so 30 % and 19 % differ even on a small screen. A share too small for
an eighth still shows ▁, and only an exact 0, a masked token, shows nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqrtdk_tui.charts.blocks import block_layers, in_eighths
from sqrtdk_tui.charts.canvas import Frame, Layer, draw
from sqrtdk_tui.charts.cells import Chart, Grid, cut

_WIDEST_BAR = 15
_LEFT = len("100%┤")


def share_bars(
    shares: Sequence[float],
    labels: Sequence[str],
    notes: Sequence[str],
    width: int,
    height: int,
    *,
    ascii: bool = False,
) -> Chart:
    """One bar a share, its label below and its note right above its top; every line is `width` cells wide.

    The scale is always 0 to 100 %, whatever the shares. A note that would touch its neighbour's bar or note is left
    out: half a number misleads. In ASCII the bars lie down, since `#` knows no eighths: label at the left, note at the
    right, `.` for a share too small for one `#`. A size too small for bars gives blank lines.
    """
    shares = [min(max(float(share), 0.0), 1.0) if share == share else 0.0 for share in shares]
    if ascii:
        return _lying(shares, labels, notes, width, height)
    return _upright(shares, labels, notes, width, height)


def _upright(shares: Sequence[float], labels: Sequence[str], notes: Sequence[str], width: int, height: int) -> Chart:
    """Rows from the top: one of head room for the note of a full bar, the scale, the axis, the labels."""
    scale_rows = height - 3
    slots = _slots(len(shares), width - _LEFT)
    if scale_rows < 1 or not slots:
        return Grid(width, height).chart()
    frame = Frame(width, height - 1, y_ticks=_percent_ticks(scale_rows), origin="0%")
    eighths = [in_eighths(share * scale_rows) for share in shares]
    grid = Grid(width, height)
    grid.paste(0, 0, draw(frame, block_layers(slots, eighths)))
    centres = tuple(_LEFT + left + (wide - 1) // 2 for left, wide in slots)
    pitch = slots[1][0] - slots[0][0] if len(slots) > 1 else width - _LEFT
    for centre, label in zip(centres, labels, strict=False):
        text = cut(label, max(1, pitch - 1))
        grid.write(_start(centre, text, width), height - 1, text, "text")
    for centre, note, top in zip(centres, notes, eighths, strict=False):
        _write_note(grid, centre, note, height - 3 - -(-top // 8))
    return grid.chart(centres)


def _percent_ticks(rows: int) -> tuple[tuple[float, str], ...]:
    """A tick stands on the row whose upper edge is its value: 100% on the top row of a full bar."""
    if rows < 3:
        return ((rows - 0.5, "100%"),)
    return ((rows - 0.5, "100%"), ((rows + 1) // 2 - 0.5, "50%"))


def _slots(bars: int, columns: int) -> list[tuple[int, int]]:
    """(left column, width) of each bar: evenly spaced, the same margin at both ends, about 6 columns of every 10.

    A bar is odd in width wherever there is room, so that its label can stand exactly in its middle.
    """
    if bars < 1 or columns < 2 * bars - 1:
        return []
    pitch = max(2, columns // bars)
    wide = 2 * round((0.64 * pitch - 1) / 2) + 1 if pitch > 3 else pitch - 1
    wide = min(wide, _WIDEST_BAR)
    margin = (columns - (bars - 1) * pitch - wide) // 2
    return [(margin + i * pitch, wide) for i in range(bars)]


def _start(centre: int, text: str, width: int) -> int:
    """Where `text` begins to have its middle on `centre` without leaving the chart."""
    return max(_LEFT, min(centre - (len(text) - 1) // 2, width - len(text)))


def _write_note(grid: Grid, centre: int, note: str, row: int) -> None:
    """The note on `row`, if the cells under it and one at either side are free."""
    text = cut(note, grid.width - _LEFT)
    start = max(_start(centre, text, grid.width), min(_LEFT + 1, grid.width - len(text)))
    before, after = max(start - 1, _LEFT), min(start + len(text) + 1, grid.width)
    if grid.is_free(before, row, after - before):
        grid.write(start, row, text, "text")


def _lying(shares: Sequence[float], labels: Sequence[str], notes: Sequence[str], width: int, height: int) -> Chart:
    """ASCII: `the  |##########            66.5%`, one or two rows a bar, and the scale below if a row is left."""
    shares = shares[: max(0, height)]
    names = [cut(label, max(1, width // 4), ascii=True) for label in labels[: len(shares)]]
    remarks = [cut(note, max(1, width // 4, min(10, width // 3)), ascii=True) for note in notes[: len(shares)]]
    left = max(map(len, names), default=0) + 1
    columns = width - left - 1 - max(map(len, remarks), default=0) - 1
    if columns < 2 or not shares:
        return Grid(width, height).chart()
    pitch = 2 if 2 * len(shares) <= height else 1
    used = (len(shares) - 1) * pitch + 1
    grid = Grid(width, height)
    middles = [used - i * pitch - 0.5 for i in range(len(shares))]
    grid.paste(left + 1, 0, draw(Frame(columns, used, axes=False), _lying_layers(shares, middles, columns)))
    for i, (name, remark) in enumerate(zip(names, remarks, strict=False)):
        grid.write(0, i * pitch, name, "text")
        grid.write(width - len(remark), i * pitch, remark, "text")
    for row in range(used):
        grid.write(left, row, "|", "axis")
    _write_scale(grid, left, used, columns)
    return grid.chart(ascii=True)


def _lying_layers(shares: Sequence[float], middles: Sequence[float], columns: int) -> list[Layer]:
    lengths = [round(share * columns) for share in shares]
    bars = [(length - 0.5, y) for length, y in zip(lengths, middles, strict=True) if length]
    specks = [y for length, y, share in zip(lengths, middles, shares, strict=True) if share > 0 and not length]
    return [
        Layer("bar", [x for x, _ in bars], [y for _, y in bars], "#", kind="rows"),
        Layer("bar", [0.5] * len(specks), specks, "."),
    ]


def _write_scale(grid: Grid, left: int, row: int, columns: int) -> None:
    """`+--------+--------+` and its three figures, where two rows are left for them."""
    if grid.height < row + 2:
        return
    middle, end = left + columns // 2, left + columns
    grid.write(left, row, "+" + "-" * columns, "axis")
    for column, label in ((left, "0%"), (middle, "50%"), (end, "100%")):
        grid.write(column, row, "+", "axis")
        grid.write(column - len(label) // 2, row + 1, label, "axis")
