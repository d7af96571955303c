"""A grid of character cells, each with a text and a look: what a terminal shows or is to show."""

from collections.abc import Iterable
from typing import NamedTuple

from rich.cells import split_graphemes

_FAR = 1 << 30

# What must never reach the terminal from a text: control characters, and marks that reorder or break a line.
_UNWANTED = dict.fromkeys(
    [*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)


class Look(NamedTuple):
    """How a cell looks: three lists of SGR parameters, each empty for the terminal's own."""

    attributes: str = ""
    foreground: str = ""
    background: str = ""

    @property
    def codes(self) -> str:
        """All parameters, ready for one SGR sequence."""
        return ";".join(part for part in self if part)


PLAIN = Look()


class Frame:
    """`texts[y][x]` is the character in a cell and `looks[y][x]` its look.

    A wide character stands in its first cell; the cell that it covers as well holds an empty text.
    Combining marks stay with the character that they belong to.
    """

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.texts = [[" "] * width for _ in range(height)]
        self.looks = [[PLAIN] * width for _ in range(height)]

    def copy(self) -> "Frame":
        """A frame with the same cells."""
        twin = Frame(0, 0)
        twin.width, twin.height = self.width, self.height
        twin.texts = [row.copy() for row in self.texts]
        twin.looks = [row.copy() for row in self.looks]
        return twin

    def put(self, x: int, y: int, pieces: Iterable[tuple[str, Look]], end: int = _FAR) -> None:
        """Write text into row y from column x on; what would reach column `end` or the edge is cut."""
        if not 0 <= y < self.height:
            return
        end = min(end, self.width)
        for text, look in pieces:
            if x >= end:
                break
            cells, room = _cells(text), end - x
            if len(cells) > room:
                half = cells[room] == ""  # a wide character of which only one cell has room
                cells[room - half :] = [" "] * half
            self._unhalve(x, x + len(cells), y)
            self.texts[y][x : x + len(cells)] = cells
            self.looks[y][x : x + len(cells)] = [look] * len(cells)
            x += len(cells)

    def _unhalve(self, x: int, end: int, y: int) -> None:
        """Cells x to end are about to be written: a wide character that loses one half gets blanks for the other."""
        row = self.texts[y]
        if x < self.width and row[x] == "" and x:
            row[x - 1] = " "
        if end < self.width and row[end] == "":
            row[end] = " "


def _cells(text: str) -> list[str]:
    """The text, one entry for each cell that it takes."""
    if text.isascii() and text.isprintable():
        return list(text)
    text = text.translate(_UNWANTED)
    cells: list[str] = []
    for start, stop, width in split_graphemes(text)[0]:
        if width:
            cells += [text[start:stop]] + [""] * (width - 1)
    return cells
