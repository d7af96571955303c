"""Upright bars to an eighth of a row (▁▂▃▄▅▆▇█): what shares and counts are drawn with."""

from __future__ import annotations

from collections.abc import Sequence
from math import nan

from sqrtdk_tui.charts.canvas import Layer

_EIGHTHS = " ▁▂▃▄▅▆▇"


def in_eighths(rows: float, *, ascii: bool = False) -> int:
    """A height of `rows` in eighths of a row, to the nearest; at least one if it is not exactly 0.

    ASCII has no eighths: there it is whole rows, and one eighth for what is less than half a row.
    """
    if ascii:
        return round(rows) * 8 or (1 if rows > 0 else 0)
    return max(round(rows * 8), 1 if rows > 0 else 0)


def block_layers(slots: Sequence[tuple[int, int]], heights: Sequence[int], *, ascii: bool = False) -> list[Layer]:
    """Bars at `slots`, each (left column, width), of `heights` in eighths of a row.

    Whole rows are filled from the bar's top edge down to the axis; above them one row of cells holds the rest. Both are
    lines from a bar's first column to its last, with a gap (nan) before the next bar.
    """
    xs, tops, caps, glyphs = [], [], [], []
    for (left, wide), height in zip(slots, heights, strict=True):
        whole, rest = divmod(height, 8)
        xs += [left + 0.5, left + wide - 0.5, nan]
        tops += [whole - 0.5 if whole else nan] * 3
        caps += [whole + 0.5 if rest else nan] * 3
        glyphs += ["." if ascii else _EIGHTHS[rest]] * 3
    full = "#" if ascii else "█"
    return [Layer("bar", xs, tops, full, kind="columns"), Layer("bar", xs, caps, glyphs, kind="line")]
