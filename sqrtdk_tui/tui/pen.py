"""The shortest reasonable way to turn one grid of cells into another on a terminal.

A plain Textual program sends every region that it repainted. Over a slow line most of that is wasted: a
key that moves a bar changes a few dozen cells, and colour codes weigh more than text. So the screen is
kept twice, as it is shown and as it is wanted, and only the difference is sent (as curses does it).
"""

from collections.abc import Iterable
from typing import NamedTuple

from sqrtdk_tui.tui.frame import PLAIN, Frame, Look

_BLANKS_WORTH_ERASING = 3  # "ESC [ K" is three bytes long


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
    by_look = {look: place for place, look in enumerate(dict.fromkeys(run.look for run in runs))}
    return start + min(
        (_write(order, wanted) for order in (runs, sorted(runs, key=lambda run: by_look[run.look]))), key=len
    )


def _row_runs(shown: Frame, wanted: Frame, y: int) -> Iterable[Run]:
    """The runs of row y that differ, from left to right."""
    old, new, old_looks, new_looks = shown.texts[y], wanted.texts[y], shown.looks[y], wanted.looks[y]
    if old == new and old_looks == new_looks:
        return
    differs = [a != b or c != d for a, b, c, d in zip(old, new, old_looks, new_looks, strict=True)]
    if "" in old or "" in new:
        _keep_whole(differs, old, new)
    run: Run | None = None
    for x in (x for x, changed in enumerate(differs) if changed):
        if run and new_looks[x] == run.look and (x == run.end or _worth_bridging(wanted, run, x)):
            run = run._replace(end=x + 1)
            continue
        if run:
            yield run
        run = Run(y, x, x + 1, new_looks[x])
    if run:
        yield run


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
        """Write a run, anew after each character of whose width the terminal may think otherwise."""
        cells, x = frame.texts[run.y], run.x
        blanks = run.look == PLAIN and _is_blank(frame, run.y, run.end)
        while x < run.end:
            stop = x
            while stop < run.end and (plain := len(cells[stop]) == 1 and cells[stop + 1 : stop + 2] != [""]):
                stop += 1
            if stop < run.end and not plain:
                stop += 1
            text = "".join(cells[x:stop])
            ends_blank = blanks and stop == run.end and len(text) - len(text.rstrip(" ")) > _BLANKS_WORTH_ERASING
            self.move(run.y, x)
            self.dress(run.look)
            self.out.append(text.rstrip(" ") + "\x1b[K" if ends_blank else text)
            x = stop
            while x < run.end and cells[x] == "":
                x += 1
            sure = plain and stop < frame.width and not ends_blank
            self.x = stop if sure else None

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
