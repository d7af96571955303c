"""A row of shares as bars of text: what the bars stand for, and one-row meters that are to scale."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rich.cells import cell_len

from sqrtdk_tui import digits
from sqrtdk_tui.reading import FEW, Reading, Side
from sqrtdk_tui.rows import Cell, Look, Row
from sqrtdk_tui.runs import Run

MOST_BARS = FEW
_LONGEST_NAME, _LONGEST_SCORE = 10, 9


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: a token, or `others` small ones taken together."""

    label: str
    value: float
    others: int
    log_weight: float
    log_rest: float

    @property
    def share(self) -> float:
        """The share, 0..1."""
        return math.exp(self.log_weight)

    @property
    def told(self) -> str:
        """The share in words."""
        return digits.share(self.log_weight, self.log_rest)

    @property
    def score(self) -> str:
        """The score under the bar; tokens taken together have none."""
        return "" if self.others else digits.score(self.value)


def bars(reading: Reading, side: Side, most: int = MOST_BARS) -> list[Bar]:
    """A bar a token in the row's order; of more than `most` tokens the largest, and "other N" with their total."""
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


@dataclass(frozen=True, slots=True)
class Columns:
    """Widths of the columns before the meters: the same on both sides, so that both have one scale."""

    name: int
    score: int
    share: int

    @classmethod
    def fitting(cls, *sides: Sequence[Bar]) -> "Columns":
        """As wide as the widest of all sides needs."""
        every = [bar for side in sides for bar in side]
        return cls(
            min(_LONGEST_NAME, max((cell_len(bar.label) for bar in every), default=0)),
            min(_LONGEST_SCORE, max((len(bar.score) for bar in every), default=0)),
            max((len(bar.told) for bar in every), default=0),
        )


def meters(shown: Sequence[Bar], columns: Columns, look: Look, role: str) -> list[Row]:
    """One row a token: name, score, share, and a bar of text on a scale of 0 to 100 %."""
    widths = (-columns.name - 2, columns.score + 1, columns.share + 2)
    room = max(4, look.width - sum(map(abs, widths)) - 2)
    block = []
    for bar in shown:
        cells: list[Cell] = [(f" {bar.label}", "text"), (bar.score, "text"), (bar.told, "text")]
        shade = "rest bar" if bar.others else f"{role} bar"
        block.append((*look.columns(cells, widths), Run(" ", "blank"), Run(meter(bar.share, room, look.ascii), shade)))
    return block


def meter(share: float, columns: int, ascii: bool) -> str:
    """A bar of text on a scale of 0..1: `columns` cells are 1; in eighths of a cell, in whole `#` in ASCII."""
    if ascii:
        return "#" * round(share * columns) or ("." if share > 0 else "")
    eighths = round(share * columns * 8)
    text = "█" * (eighths // 8) + " ▏▎▍▌▋▊▉"[eighths % 8].strip()
    return text or ("▏" if share > 0 else "")
