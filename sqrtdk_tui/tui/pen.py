"""The shortest reasonable way to turn one grid of cells into another on a terminal.

A plain Textual program sends every region that it repainted. Over a slow line most of that is wasted: a
key that moves a bar changes a few dozen cells, and colour codes weigh more than text. So the screen is
kept twice, as it is shown and as it is wanted, and only the difference is sent (as curses does it).
"""

from collections.abc import Iterable
from typing import NamedTuple

from sqrtdk_tui.tui.frame import PLAIN, Frame, Look

_BLANKS_WORTH_ERASING = 3  # "ESC [ K" is three bytes long
_MANY_RUNS = 300


class Run(NamedTuple):
    """Cells of one look that stand side by side and have to be written."""

    y: int
    x: int
    end: int
    look: Look


def paint(shown: Frame | None, wanted: Frame) -> str:
    """The escape text that turns the shown frame into the wanted one; nothing when they are equal.

    None, or a frame of another size, means that nothing is known of what the terminal shows: it is
    cleared first. Autowrap must be off, or the last cell of the screen would scroll it. The colours
    are left as the terminal's own, the cursor anywhere.
    """
    start = ""
    if shown is None or (shown.width, shown.height) != (wanted.width, wanted.height):
        shown, start = Frame(wanted.width, wanted.height), "\x1b[m\x1b[H\x1b[2J"
    runs = [run for y in range(wanted.height) for run in _row_runs(shown, wanted, y)]
    orders = [runs]
    if len(runs) < _MANY_RUNS:  # each look once, for more jumps: shorter when little changes
        by_look = {look: place for place, look in enumerate(dict.fromkeys(run.look for run in runs))}
        orders.append(sorted(runs, key=lambda run: by_look[run.look]))
    return start + min((_write(order, wanted) for order in orders), key=len)


def _row_runs(shown: Frame, wanted: Frame, y: int) -> Iterable[Run]:
    """The runs of row y that differ, from left to right."""
    old, new, old_looks, new_looks = shown.texts[y], wanted.texts[y], shown.looks[y], wanted.looks[y]
    if old == new and old_looks == new_looks:
        return
    differs = [a != b or c != d for a, b, c, d in zip(old, new, old_looks, new_looks, strict=True)]
    if "" in old or "" in new:
        _keep_whole(differs, old, new)
    start, end, look = 0, 0, PLAIN
    for x in (x for x, changed in enumerate(differs) if changed):
        if new_looks[x] == look and end and (x == end or _worth_bridging(wanted, Run(y, start, end, look), x)):
            end = x + 1
            continue
        if end:
            yield Run(y, start, end, look)
        start, end, look = x, x + 1, new_looks[x]
    yield Run(y, start, end, look)


def _keep_whole(differs: list[bool], old: list[str], new: list[str]) -> None:
    """A wide character is written whole or not at all, the one that is there and the one that comes."""
    for places in (range(1, len(new)), range(len(new) - 1, 0, -1)):
        for x in places:
            if (old[x] == "" or new[x] == "") and (differs[x] or differs[x - 1]):
                differs[x] = differs[x - 1] = True


def _worth_bridging(wanted: Frame, run: Run, x: int) -> bool:
    """Is writing the unchanged cells between the run and column x no longer than a jump over them?"""
    if x - run.end > 6 or wanted.looks[run.y][run.end : x].count(run.look) != x - run.end:
        return False
    between = wanted.texts[run.y][run.end : x]
    jump = len(_sideways(run.end, x))
    return all(len(text) == 1 for text in between) and len("".join(between).encode()) <= jump


def _portions(cells: list[str], x: int, end: int) -> Iterable[tuple[int, int, bool]]:
    """A run in parts (from, to, sure): after one that is not sure, the terminal's cursor may be elsewhere.

    So it is after a wide character, or one with combining marks: terminals disagree about their widths.
    """
    start = x
    while x < end:
        if len(cells[x]) == 1 and cells[x + 1 : x + 2] != [""]:
            x += 1
            continue
        if start < x:
            yield start, x, True
        start, x = x, x + 1
        while cells[x : x + 1] == [""]:
            x += 1
        yield start, x, False
        start = x
    if start < x:
        yield start, x, True


def _is_blank(frame: Frame, y: int, x: int) -> bool:
    """Is row y blank from column x on, in the terminal's own colours?"""
    return set(frame.texts[y][x:]) <= {" "} and set(frame.looks[y][x:]) <= {PLAIN}


def _write(runs: list[Run], wanted: Frame) -> str:
    pen = _Pen()
    for run in runs:
        pen.write(run, wanted)
    pen.dress(PLAIN)
    return "".join(pen.out)


class _Pen:
    """The terminal's cursor and look while a frame is written; column None: somewhere in the row."""

    def __init__(self) -> None:
        self.out: list[str] = []
        self.y = -1
        self.x: int | None = None
        self.look = PLAIN

    def write(self, run: Run, frame: Frame) -> None:
        """Write a run, taking aim anew after each sign of whose width the terminal may think otherwise."""
        cells = frame.texts[run.y]
        blank_from_here = run.look == PLAIN and _is_blank(frame, run.y, run.end)
        for start, end, sure in _portions(cells, run.x, run.end):
            text = "".join(cells[start:end])
            self.move(run.y, start)
            self.dress(run.look)
            written = text.rstrip(" ") if blank_from_here and end == run.end else text
            erases = len(text) - len(written) > _BLANKS_WORTH_ERASING
            self.out.append(written + "\x1b[K" if erases else text)
            self.x = end if sure and not erases and end < frame.width else None

    def move(self, y: int, x: int) -> None:
        """Go to a cell by the shortest of the ways that the known place allows."""
        if (y, x) == (self.y, self.x):
            return
        ways = ["\x1b[H" if (y, x) == (0, 0) else f"\x1b[{y + 1}H" if x == 0 else f"\x1b[{y + 1};{x + 1}H"]
        if self.y >= 0:
            updown = _step(y - self.y, "B", "A")
            ways.append(updown + "\r" + _step(x, "C", "D"))
            if self.x is not None:
                ways.append(updown + _sideways(self.x, x))
        self.out.append(min(ways, key=len))
        self.y, self.x = y, x

    def dress(self, look: Look) -> None:
        """Change the look: only the colours that differ, or everything when attributes have to go."""
        if look == self.look:
            return
        codes = [look.codes] if look == PLAIN or self.look == PLAIN else ["0;" + look.codes]
        if look.attributes == self.look.attributes:
            changes = [
                new or default
                for new, old, default in zip(look[1:], self.look[1:], ("39", "49"), strict=True)
                if new != old
            ]
            codes.append(";".join(changes))
        self.out.append(f"\x1b[{min(codes, key=len)}m")
        self.look = look


def _step(count: int, forward: str, back: str) -> str:
    """A relative move by `count` cells, empty for none."""
    if count == 0:
        return ""
    return f"\x1b[{abs(count) if abs(count) > 1 else ''}{forward if count > 0 else back}"


def _sideways(old: int, new: int) -> str:
    """From one column of a row to another."""
    return "\b" * (old - new) if 0 < old - new <= 3 else _step(new - old, "C", "D")
