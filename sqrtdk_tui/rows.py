"""Rows of text with roles: what panels and the printed report are made of. Knows no colour and no screen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from sqrtdk_tui.labels import fit, to_ascii
from sqrtdk_tui.runs import Run

Row = tuple[Run, ...]
Cell = tuple[str, str]  # text, role


@dataclass(frozen=True, slots=True)
class Look:
    """How wide a row may be, and whether it must be ASCII."""

    width: int = 80
    ascii: bool = False

    def text(self, text: str) -> str:
        """The text in the signs that this terminal has."""
        return to_ascii(text) if self.ascii else text

    def row(self, *cells: Cell) -> Row:
        """Texts one after the other, cut at the width with a mark."""
        left, runs = self.width, []
        for text, role in cells:
            shown = fit(text, left, self.ascii)
            if shown:
                runs.append(Run(shown, role))
            left -= cell_len(shown)
            if left <= 0 or cell_len(text) > cell_len(shown):
                break
        return tuple(runs)

    def columns(self, cells: Sequence[Cell], widths: Sequence[int]) -> Row:
        """Texts in columns with a blank between; a negative width aligns to the left, a positive one to the right."""
        runs = []
        for (text, role), width in zip(cells, widths, strict=True):
            shown = fit(text, max(0, abs(width) - 1), self.ascii)
            pad = " " * (abs(width) - cell_len(shown))
            runs.append(Run(shown + pad if width < 0 else pad + shown, role))
        return tuple(runs)

    def spread(self, left: Sequence[Cell], right: Sequence[Cell]) -> Row:
        """`left` at the left edge and `right` at the right one; the left is cut where they meet."""
        end = self.row(*right)
        room = self.width - width_of(end) - (1 if end else 0)
        start = Look(max(0, room), self.ascii).row(*left)
        gap = max(0, self.width - width_of(start) - width_of(end))
        return (*start, Run(" " * gap, "blank"), *end)


def width_of(row: Row) -> int:
    """The cells that a row takes."""
    return sum(cell_len(run.text) for run in row)


def text_of(row: Row) -> str:
    """The row's text alone."""
    return "".join(run.text for run in row)


def beside(left: Sequence[Row], right: Sequence[Row], column: int) -> list[Row]:
    """Two blocks side by side, the right one starting at `column`."""
    rows = []
    for i in range(max(len(left), len(right))):
        first = left[i] if i < len(left) else ()
        second = right[i] if i < len(right) else ()
        gap = Run(" " * max(0, column - width_of(first)), "blank")
        rows.append((*first, gap, *second) if second else first)
    return rows


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` cells, broken at spaces."""
    lines, line = [], ""
    for word in re.split(r"(?<! ) (?! )", text.strip()):  # wider gaps are meant, and kept
        if line and cell_len(line) + 1 + cell_len(word) > width:
            lines.append(line)
            line = word
        else:
            line = f"{line} {word}" if line else word
    return [*lines, line] if line else lines
