"""The two charts in rows: title and word, plotext's bars, and under each bar its token and its score."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from rich.cells import cell_len

from sqrtdk_tui import digits, words
from sqrtdk_tui.charts import Chart, share_bars
from sqrtdk_tui.labels import fit
from sqrtdk_tui.reading import Reading, Side
from sqrtdk_tui.rows import Cell, Look, Row, beside
from sqrtdk_tui.runs import Run

MOST_BARS = 8
LEAST_CHART = 7
SIDE_BY_SIDE = 80
_GAP = 2
_COVERED = ("covered", "What will these bars show?", "c uncovers them")


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: a token, or the many small ones together."""

    label: str
    value: float
    others: int
    log_weight: float
    log_rest: float

    @property
    def score(self) -> str:
        """The score under the bar; tokens taken together have none."""
        return "" if self.others else digits.score(self.value)

    @property
    def share(self) -> float:
        """The share, 0..1."""
        return math.exp(self.log_weight)


def bars(reading: Reading, side: Side, most: int = MOST_BARS) -> list[Bar]:
    """A bar a token in the row's order; of more than `most` tokens the largest, and "the other N" with their total."""
    count = len(reading.labels)
    shown = list(range(count)) if count <= most else reading.order[: most - 1]
    found = [
        Bar(reading.labels[i], float(side.scores[i]), 0, float(side.log_weights[i]), float(side.log_rests[i]))
        for i in shown
    ]
    if count > most:
        rest = reading.order[most - 1 :]
        total = float(np.logaddexp.reduce(side.log_weights[rest]))
        others = float(np.logaddexp.reduce(side.log_weights[shown]))
        found.append(Bar(f"other {len(rest)}", math.nan, len(rest), total, others))
    return found


def rows(reading: Reading, look: Look, height: int, covered: bool = False) -> list[Row]:
    """Both charts in `height` rows, side by side from 80 columns, else one above the other."""
    if reading.undivided is None or reading.divided is None:
        return [look.row((f" {reading.undefined}", "text"))]
    if look.width >= SIDE_BY_SIDE:
        half = Look((look.width - _GAP) // 2, look.ascii)
        left = _side(reading, reading.undivided, half, height, "spike")
        right = _cover(reading, half) if covered else _side(reading, reading.divided, half, height, "mix")
        return beside(left, right, half.width + _GAP)
    upper = height // 2
    right = _cover(reading, look) if covered else _side(reading, reading.divided, look, height - upper, "mix")
    return _filled(_side(reading, reading.undivided, look, upper, "spike"), upper) + right


def _filled(block: list[Row], height: int) -> list[Row]:
    return block[:height] + [()] * (height - len(block))


def _cover(reading: Reading, look: Look) -> list[Row]:
    title = look.spread([(f" DIVIDED {words.divided_by(reading)}", "title")], [("? COVERED ", "dim")])
    return [title, (), *[look.row((f"     {line}", "text")) for line in _COVERED[1:]]]


def _side(reading: Reading, side: Side, look: Look, height: int, role: str) -> list[Row]:
    title = _title(reading, side, look, role)
    if height < LEAST_CHART or look.ascii:
        return [title, *_lying(bars(reading, side, max(2, min(MOST_BARS, height - 1))), look, height - 1, role)]
    shown = bars(reading, side, _most(len(reading.labels), look))
    chart = _upright(tuple(bar.share for bar in shown), tuple(_notes(shown, look)), look.width, height - 2)
    drawn: list[Row] = [_as_role(line, role) for line in chart.lines[:-1]]
    return [title, *drawn, *_under(shown, chart.centres, look)][: height + 1]


def _title(reading: Reading, side: Side, look: Look, role: str) -> Row:
    """What the chart is of, and its word; the formula goes where both have no room."""
    short = "UNDIVIDED" if role == "spike" else "DIVIDED"
    word = words.headline(side) + (", TOO LATE" if role == "mix" and reading.late else "")
    formula = f"{short} softmax(q·k)" if role == "spike" else f"{short} {words.divided_by(reading)}"
    name = formula if cell_len(look.text(formula)) + cell_len(word) + 3 <= look.width else short
    return look.spread([(f" {name}", "title")], [(f"{word} ", f"{role} word")])


@lru_cache(maxsize=64)
def _upright(shares: tuple[float, ...], notes: tuple[str, ...], width: int, height: int) -> Chart:
    """Kept, since a learner goes back and forth, and one of the two charts often stays as it is."""
    return share_bars(shares, [""] * len(shares), notes, width, height)


def _most(count: int, look: Look) -> int:
    """A bar each for up to eight tokens; of more, as many as have room for names and scores under them."""
    return MOST_BARS if count <= MOST_BARS else max(3, min(MOST_BARS, (look.width - 5) // 6))


def _as_role(line: Row, role: str) -> Row:
    return tuple(Run(run.text, f"{role} bar" if run.role == "bar" else run.role) for run in line)


def _pitch(count: int, look: Look) -> int:
    return (look.width - 5) // max(1, count)


def _notes(shown: Sequence[Bar], look: Look) -> list[str]:
    room = _pitch(len(shown), look) - 1
    return [_short(bar, room) for bar in shown]


def _short(bar: Bar, room: int) -> str:
    """The share, in fewer digits where the bars stand close, never a rounder number than is true."""
    text = digits.share(bar.log_weight, bar.log_rest)
    if cell_len(text) <= room:
        return text
    percent = 100 * bar.share
    if percent >= 99:
        return ">99%"
    return "<1%" if percent < 1 else f"{percent:.0f}%"


def _under(shown: Sequence[Bar], centres: Sequence[int], look: Look) -> list[Row]:
    """The tokens' names and, a row below, their scores, each centred under its bar."""
    room = max(1, _pitch(len(shown), look) - 1)
    names = [fit(_name_in(bar, room), room, look.ascii) for bar in shown]
    scores = [fit(_score_in(bar, room), room, look.ascii) for bar in shown]
    return [_centred(names, centres, look, "", "text"), _centred(scores, centres, look, "score", "text")]


def _name_in(bar: Bar, room: int) -> str:
    """A token's name; "other 12" becomes "+12" where there is no room."""
    return f"+{bar.others}" if bar.others and cell_len(bar.label) > room else bar.label


def _score_in(bar: Bar, room: int) -> str:
    """A score in fewer digits where the bars stand close."""
    if cell_len(bar.score) <= room or not math.isfinite(bar.value):
        return bar.score
    if abs(bar.value) < 0.5 and room < 4:
        return "0"
    shorter = [f"{bar.value:.1f}", f"{bar.value:.0f}", f"{bar.value:.0e}".replace("e+0", "e").replace("e+", "e")]
    return next((text for text in shorter if len(text) <= room), bar.score)


def _centred(texts: Sequence[str], centres: Sequence[int], look: Look, head: str, role: str) -> Row:
    starts = [centre - (cell_len(text) - 1) // 2 for text, centre in zip(texts, centres, strict=False)]
    head = head if starts and starts[0] > len(head) + 1 else ""
    runs: list[Run] = [Run(f" {head}", "dim")]
    at = len(head) + 1
    for text, start in zip(texts, starts, strict=False):
        runs.append(Run(" " * max(0, start - at), "blank"))
        runs.append(Run(text, role))
        at = max(at, start) + cell_len(text)
    return tuple(runs) if at <= look.width else look.row(*[(run.text, run.role) for run in runs])


def _lying(shown: Sequence[Bar], look: Look, height: int, role: str) -> list[Row]:
    """Bars that lie down: drawn by plotext in ASCII with room for it, else one-row meters."""
    if height >= len(shown) and look.ascii and look.width >= 38:
        labels = [f"{fit(bar.label, 8, look.ascii)} {bar.score}".strip() for bar in shown]
        notes = [digits.share(bar.log_weight, bar.log_rest) for bar in shown]
        chart = share_bars([bar.share for bar in shown], labels, notes, look.width - 1, height, ascii=True)
        return [(Run(" ", "blank"), *_as_role(line, role)) for line in chart.lines]
    return meters(shown, look, height, role)


def meters(shown: Sequence[Bar], look: Look, height: int, role: str) -> list[Row]:
    """One row a token: name, score, share, and a bar of text that is to scale. The largest come first to stay."""
    keep = sorted(sorted(range(len(shown)), key=lambda i: -shown[i].log_weight)[: max(0, height)])
    widths = (-_longest([shown[i].label for i in keep], 10) - 1, _longest([shown[i].score for i in keep], 9) + 1, 11)
    columns = max(4, look.width - sum(map(abs, widths)) - 3)
    block = []
    for i in keep:
        bar = shown[i]
        cells: list[Cell] = [
            (f" {bar.label}", "text"),
            (bar.score, "text"),
            (digits.share(bar.log_weight, bar.log_rest), "text"),
        ]
        row = look.columns(cells, widths)
        block.append((*row, Run(" ", "blank"), Run(meter(bar.share, columns, look.ascii), f"{role} bar")))
    return block


def _longest(texts: Sequence[str], most: int) -> int:
    return min(most, max(map(cell_len, texts), default=0))


def meter(share: float, columns: int, ascii: bool) -> str:
    """A bar of text on a scale of 0..1: `columns` cells are 1; in eighths of a cell, in whole `#` in ASCII."""
    if ascii:
        return "#" * round(share * columns) or ("." if share > 0 else "")
    eighths = round(share * columns * 8)
    text = "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
    return text or ("▏" if share > 0 else "")
