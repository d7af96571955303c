"""The two charts in rows: title and word, plotext's bars, and under each bar its token and its score."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.cells import cell_len

from sqrtdk_tui import words
from sqrtdk_tui.charts import Chart, share_bars
from sqrtdk_tui.labels import fit
from sqrtdk_tui.meters import MOST_BARS, Bar, Columns, bars, meter, meters
from sqrtdk_tui.reading import Reading, Side
from sqrtdk_tui.rows import Look, Row, beside
from sqrtdk_tui.runs import Run

SIDE_BY_SIDE = 80
_LEAST_CHART = 9  # rows of one side from which upright bars say more than meters
_GAP, _AXIS = 2, 5
_SHORT_NAME = 5  # of a token beside a lying bar
_COVERED = ("What will these bars show?", "c uncovers them")
_PARTLY = str.maketrans("█▁▂▃▄▅▆▇", "▒▁▂▃▄▅▆▇")  # tokens taken together are hatched: they are no winner


@dataclass(frozen=True, slots=True)
class _Half:
    """One side to draw, in the form that both sides take."""

    reading: Reading
    side: Side
    other: Side
    role: str
    look: Look
    height: int


def rows(reading: Reading, look: Look, height: int, covered: bool = False) -> list[Row]:
    """Both charts in `height` rows, side by side from 80 columns, else one above the other."""
    if reading.undivided is None or reading.divided is None:
        return [look.row((f" {reading.undefined}", "text"))]
    wide = look.width >= SIDE_BY_SIDE
    room = Look((look.width - _GAP) // 2, look.ascii) if wide else look
    each = height if wide else height // 2
    left = _side(_Half(reading, reading.undivided, reading.divided, "spike", room, each))
    if covered:
        right = _cover(reading, room)
    else:
        right = _side(_Half(reading, reading.divided, reading.undivided, "mix", room, each))
    if wide:
        return beside(left, right, room.width + _GAP)
    return left[:each] + [()] * (each - len(left)) + right


def compact(reading: Reading, look: Look, covered: bool = False) -> list[Row]:
    """Both charts in four lines a side: title, and for each token its share, a meter to scale, its name and score."""
    if reading.undivided is None or reading.divided is None:
        return [look.row((f" {reading.undefined}", "text"))]
    wide = look.width >= SIDE_BY_SIDE
    room = Look((look.width - _GAP) // 2, look.ascii) if wide else look
    left = _small(_Half(reading, reading.undivided, reading.divided, "spike", room, 4))
    right = (
        _cover(reading, room)[:3]
        if covered
        else _small(_Half(reading, reading.divided, reading.undivided, "mix", room, 4))
    )
    return beside(left, right, room.width + _GAP) if wide else left + right


def _small(half: _Half) -> list[Row]:
    count = len(half.reading.labels)
    shown = bars(half.reading, half.side, max(2, min(count, MOST_BARS, (half.look.width - 1) // 11)))
    cell = (half.look.width - 1) // len(shown)
    shades = ["rest bar" if bar.others else f"{half.role} bar" for bar in shown]
    shares = [(bar.told if len(bar.told) < cell else _short(bar, cell - 1), "text") for bar in shown]
    meters_ = [(meter(bar.share, cell - 2, half.look.ascii), shade) for bar, shade in zip(shown, shades, strict=True)]
    names = [(f"{fit(bar.label, max(3, cell - 2 - len(bar.score)))} {bar.score}", "dim") for bar in shown]
    lines = [
        half.look.columns([(" ", "text"), *cells], [-1, *[-cell] * len(shown)]) for cells in (shares, meters_, names)
    ]
    return [_title(half), *lines]


def _cover(reading: Reading, look: Look) -> list[Row]:
    title = look.spread([(f" DIVIDED {words.divided_by(reading)}", "title")], [("? COVERED ", "dim")])
    return [title, (), *[look.row((f"     {line}", "text")) for line in _COVERED]]


def _side(half: _Half) -> list[Row]:
    if half.look.ascii and half.look.width >= 38 and half.height >= 5:
        return [_title(half), *_lying(half)]
    if half.height < _LEAST_CHART or half.look.ascii:
        return [_title(half), *_meters(half)]
    shown = bars(half.reading, half.side, _most(len(half.reading.labels), half.look))
    chart = _upright(tuple(b.share for b in shown), tuple(_notes(shown, half.look)), half.look.width, half.height - 2)
    drawn = [_in_role(line, half.role, _rest_from(shown, chart)) for line in chart.lines[:-1]]
    return [_title(half), *drawn, *_under(shown, chart.centres, half.look)]


def _title(half: _Half) -> Row:
    """What the chart is of, and its word; the formula goes where both have no room."""
    short = "UNDIVIDED" if half.role == "spike" else "DIVIDED"
    late = half.role == "mix" and half.reading.late
    word = words.headline(half.side) + (", TOO LATE" if late else "")
    formula = f"{short} softmax(q·k)" if half.role == "spike" else f"{short} {words.divided_by(half.reading)}"
    name = formula if cell_len(half.look.text(formula)) + cell_len(word) + 3 <= half.look.width else short
    return half.look.spread([(f" {name}", "title")], [(f"{word} ", f"{half.role} word")])


@lru_cache(maxsize=64)
def _upright(shares: tuple[float, ...], notes: tuple[str, ...], width: int, height: int) -> Chart:
    """Kept, since a learner goes back and forth, and one of the two charts often stays as it is."""
    return share_bars(shares, [""] * len(shares), notes, width, height)


def _most(count: int, look: Look) -> int:
    """A bar each for up to eight tokens; of more, as many as have room for names and scores under them."""
    return MOST_BARS if count <= MOST_BARS else max(3, min(MOST_BARS, (look.width - _AXIS) // 6))


def _rest_from(shown: Sequence[Bar], chart: Chart) -> int:
    """The column from which the bar of the tokens taken together stands; beyond the chart when there is none."""
    if not shown[-1].others or len(chart.centres) < 2:
        return 10**6
    return (chart.centres[-1] + chart.centres[-2]) // 2 + 1


def _in_role(line: Row, role: str, rest_from: int) -> Row:
    """The chart's bars in their side's role; what stands for many tokens is hatched."""
    runs, at = [], 0
    for run in line:
        if run.role != "bar":
            runs.append(run)
        elif at >= rest_from:
            runs.append(Run(run.text.translate(_PARTLY), "rest bar"))
        else:
            runs.append(Run(run.text, f"{role} bar"))
        at += len(run.text)
    return tuple(runs)


def _pitch(count: int, look: Look) -> int:
    return (look.width - _AXIS) // max(1, count)


def _notes(shown: Sequence[Bar], look: Look) -> list[str]:
    room = _pitch(len(shown), look) - 1
    return [_short(bar, room) for bar in shown]


def _short(bar: Bar, room: int) -> str:
    """The share, in fewer digits where the bars stand close, never such as would change its word."""
    if cell_len(bar.told) <= room:
        return bar.told
    percent = 100 * bar.share
    if percent >= 99:
        return ">99%"
    if percent < 1:
        return "<1%"
    return f"{math.floor(percent) if percent >= 89 else round(percent)}%"


def _under(shown: Sequence[Bar], centres: Sequence[int], look: Look) -> list[Row]:
    """The tokens' names and, a row below, their scores, each centred under its bar."""
    room = max(1, _pitch(len(shown), look) - 1)
    names = [fit(_name_in(bar, room), room, look.ascii) for bar in shown]
    return [
        _centred(names, centres, look, ""),
        _centred([_score_in(bar, room) for bar in shown], centres, look, "score"),
    ]


def _name_in(bar: Bar, room: int) -> str:
    """A token's name; "other 12" becomes "+12" where there is no room."""
    return f"+{bar.others}" if bar.others and cell_len(bar.label) > room else bar.label


def _score_in(bar: Bar, room: int) -> str:
    """A score in as many digits as fit under its bar; none at all before a wrong or a cut one."""
    if len(bar.score) <= room or not math.isfinite(bar.value):
        return bar.score if len(bar.score) <= room else ""
    shorter = [f"{bar.value:.2f}", f"{bar.value:.1f}", f"{bar.value:.0f}", f"{bar.value:.0e}"]
    tidy = [text.replace("e+0", "e").replace("e+", "e").replace("e-0", "e-") for text in shorter]
    tidy += [text.replace("0.", ".", 1) for text in tidy if text.lstrip("-").startswith("0.")]
    return next((text for text in tidy if len(text) <= room and float(text) != 0), "")


def _centred(texts: Sequence[str], centres: Sequence[int], look: Look, head: str) -> Row:
    starts = [centre - (cell_len(text) - 1) // 2 for text, centre in zip(texts, centres, strict=False)]
    head = head if starts and starts[0] > len(head) + 1 else ""
    runs: list[Run] = [Run(f" {head}", "dim")]
    at = len(head) + 1
    for text, start in zip(texts, starts, strict=False):
        runs += [Run(" " * max(0, start - at), "blank"), Run(text, "text")]
        at = max(at, start) + cell_len(text)
    return tuple(runs) if at <= look.width else look.row(*[(run.text, run.role) for run in runs])


def _both(half: _Half, most: int) -> tuple[list[Bar], list[Bar]]:
    return bars(half.reading, half.side, most), bars(half.reading, half.other, most)


def _meters(half: _Half) -> list[Row]:
    """One-row meters, as many as there is room for, on the other side's scale too."""
    shown, other = _both(half, max(2, min(MOST_BARS, half.height - 1)))
    return meters(shown, Columns.fitting(shown, other), half.look, half.role)[: max(0, half.height - 1)]


def _lying(half: _Half) -> list[Row]:
    """ASCII: plotext's bars lie down, with the score under the name where two rows a bar are there."""
    shown, other = _both(half, max(2, min(MOST_BARS, half.height - 1)))
    every = [*shown, *other]
    name = min(_SHORT_NAME, max(cell_len(look_name) for look_name in (fit(b.label, _SHORT_NAME, True) for b in every)))
    share = max(len(bar.told) for bar in every)
    labels = [fit(_name_in(bar, name), name, True).ljust(name) for bar in shown]
    notes = [bar.told.rjust(share) for bar in shown]
    height = half.height - 1
    chart = share_bars([bar.share for bar in shown], labels, notes, half.look.width - 1, height, ascii=True)
    scores = [bar.score for bar in shown] if 2 * len(shown) <= height else []
    block = [(Run(" ", "blank"), *_in_role(line, half.role, 10**6)) for line in chart.lines]
    for i, score in enumerate(scores):
        if len(score) <= name + 1:
            block[2 * i + 1] = _with_head(block[2 * i + 1], score.rjust(name))
    return block


def _with_head(row: Row, head: str) -> Row:
    """The row with `head` over its first, blank, cells."""
    text = "".join(run.text for run in row)
    return (Run(" " + head, "text"), Run(text[len(head) + 1 :], "axis"))
