"""A chart as plain data: lines of runs, each run a text and a role, never a colour code.

What a role looks like is the caller's to say: "bar", "axis" and "line" are names, and the theme turns them into styles.
So a chart is the same on a screen, in a report and in a test.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from sqrtdk_tui.runs import Run

BLANK = "blank"
"""The role of an empty cell: nothing to style."""

_TO_ASCII = str.maketrans({"│": "|", "┤": "+", "├": "+", "┼": "+", "└": "+", "┬": "+", "┴": "+", "─": "-", "−": "-"})
_JOINING_JAMO = range(0x1160, 0x1200)


@dataclass(frozen=True, slots=True)
class Chart:
    """Lines of equal width in cells. `centres` holds the column of each bar's centre, where there are bars to label."""

    lines: tuple[tuple[Run, ...], ...]
    centres: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """The picture alone, for a report or a test."""
        return "\n".join("".join(run.text for run in line) for line in self.lines)


class Grid:
    """Cells to write in: one character and one role each. Writing outside it is cut off, never an error."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = max(0, width), max(0, height)
        self.chars = [[" "] * self.width for _ in range(self.height)]
        self.roles = [[BLANK] * self.width for _ in range(self.height)]

    def write(self, column: int, row: int, text: str, role: str) -> None:
        """Put `text` at (column, row), row 0 on top; whatever lies outside the grid is left out."""
        if not 0 <= row < self.height:
            return
        text = text[max(0, -column) : max(0, self.width - column)]
        column = max(0, column)
        self.chars[row][column : column + len(text)] = text
        self.roles[row][column : column + len(text)] = [role] * len(text)

    def paste(self, column: int, row: int, other: Grid) -> None:
        """Put the whole of `other` with its upper left cell at (column, row); it must fit in."""
        for at, (chars, roles) in enumerate(zip(other.chars, other.roles, strict=True), start=row):
            self.chars[at][column : column + other.width] = chars
            self.roles[at][column : column + other.width] = roles

    def is_free(self, column: int, row: int, length: int) -> bool:
        """Whether these cells lie inside the grid and hold nothing yet."""
        if not (0 <= row < self.height and 0 <= column <= self.width - length):
            return False
        return all(char == " " for char in self.chars[row][column : column + length])

    def chart(self, centres: Iterable[int] = (), *, ascii: bool = False) -> Chart:
        """The finished chart; `ascii` gives the frame its ASCII form and lets nothing above `~` through."""
        lines = []
        for chars, roles in zip(self.chars, self.roles, strict=True):
            text = "".join(chars)
            if ascii:
                text = clean(text.translate(_TO_ASCII), ascii=True)
            lines.append(tuple(_runs(text, roles)))
        return Chart(tuple(lines), tuple(centres))


def _runs(text: str, roles: list[str]) -> Iterable[Run]:
    start = 0
    for role, group in groupby(roles):
        end = start + sum(1 for _ in group)
        yield Run(text[start:end], role)
        start = end


def clean(text: str, *, ascii: bool = False) -> str:
    """`text` with one cell for each character, and none that a terminal would obey instead of showing.

    Control characters, line ends, combining and double-width characters become `�` (`?` in ASCII), so a token from a
    file can neither move the cursor nor shift what stands to its right.
    """
    if text.isascii() and text.isprintable():
        return text
    if ascii:
        return "".join(char if char.isascii() and char.isprintable() else "?" for char in text)
    return "".join(char if _is_one_cell(char) else "�" for char in text)


def _is_one_cell(char: str) -> bool:
    code = ord(char)
    # Emoji and flags from here on are drawn two cells wide by most terminals, whatever the tables say.
    if code >= 0x1F000 or code in _JOINING_JAMO or not char.isprintable():
        return False
    return unicodedata.east_asian_width(char) not in "WF" and not unicodedata.category(char).startswith("M")


def cut(text: str, room: int, *, ascii: bool = False) -> str:
    """`text` in at most `room` cells; what is cut shows that it is cut."""
    text = clean(text, ascii=ascii)
    if len(text) <= room:
        return text
    return text[: max(0, room - 1)] + ("~" if ascii else "…") if room > 0 else ""
