"""Sweeps over d_k: one run a point, all refined together (`streaming.refine`): the whole curve is soon there."""

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from sqrtdk_tui.engine.monte_carlo import checked_method
from sqrtdk_tui.engine.pairs import PairRun
from sqrtdk_tui.engine.row_results import RowsResult
from sqrtdk_tui.engine.rows import RowRun
from sqrtdk_tui.engine.slots import MAX_SLOTS, Slots

D_KS = tuple(2**power for power in range(13))
"""1, 2, 4 … 4096: the points of a sweep."""

D_KS_FAR = tuple(2**power for power in range(21))
"""1, 2, 4 … 1,048,576."""

ROW_TOKENS = (3, 10, 128, 1024)
MOST_SLOTS = 2**27
"""Slots that one point may draw slot by slot: 1.5 s of normal ones on one core."""

Divisor = Callable[[int], float]
_Point = TypeVar("_Point", PairRun, RowRun)


def row_count(tokens: int) -> int:
    """Return how many rows a point of a sweep has: 20,000, or fewer so that tokens·rows stays near 2.6 million.

    1024 tokens get 1,000 rows, and an error four times as large.
    """
    return 20_000 if tokens <= 128 else max(200, 1_024_000 // tokens)


def pair_sweep(
    slots: Slots,
    d_ks: Iterable[int],
    pairs: int,
    seed: int,
    method: str | None = None,
    divisor: Divisor = math.sqrt,
    most_slots: int = MOST_SLOTS,
) -> list[PairRun]:
    """Return one run of pairs for each d_k; slot by slot a point gets fewer pairs where more would pass `most_slots`.

    Raises as `PairRun`.
    """
    method = checked_method(slots, method)
    return [
        PairRun(slots, d_k, _within(pairs, 2 * d_k, method, most_slots), seed, method, divisor(d_k)) for d_k in d_ks
    ]


def row_sweep(
    slots: Slots,
    d_ks: Iterable[int],
    tokens: int,
    count: int | None,
    seed: int,
    method: str | None = None,
    divisor: Divisor = math.sqrt,
    most_slots: int = MOST_SLOTS,
) -> list[RowRun]:
    """Return one run of rows for each d_k; count None: `row_count(tokens)`.

    Slot by slot a point gets fewer rows, as in `pair_sweep`, and those points are left out that have more than 2^22
    slots a row. Raises as `RowRun`.
    """
    method, count = checked_method(slots, method), row_count(tokens) if count is None else count
    return [
        RowRun(slots, d_k, tokens, _within(count, (tokens + 1) * d_k, method, most_slots), seed, method, divisor(d_k))
        for d_k in d_ks
        if method == "law" or tokens * d_k <= MAX_SLOTS
    ]


@dataclass(frozen=True, slots=True)
class Crossing:
    """Where the undivided median pull on q falls below the divided one for good, between two measured d_k.

    `below` is the smallest measured d_k from which on it is below; `above` the one before it. `sure`: both medians
    are further apart than two of their errors at both ends.
    """

    above: int
    below: int
    sure: bool


def crossing_of(points: Iterable[RowsResult]) -> Crossing | None:
    """Return the crossing among measured points of one sweep over d_k, or None where none lies between two of them.

    At d_k = 1 both medians are equal (the divisor is 1), which counts as not below.
    """
    ordered = sorted(points, key=lambda point: point.d_k)
    first = len(ordered)
    while first and _gap(ordered[first - 1]) < 0.0:
        first -= 1
    if first in (0, len(ordered)):
        return None
    ends = ordered[first - 1 : first + 1]
    return Crossing(ends[0].d_k, ends[1].d_k, all(abs(_gap(end)) > 2.0 * _gap_error(end) for end in ends))


def measured(runs: Iterable[_Point]) -> list[_Point]:
    """Return the runs that have something to show."""
    return [run for run in runs if run.folded()]


def _gap(point: RowsResult) -> float:
    return point.undivided.pull_on_q.median.value - point.divided.pull_on_q.median.value


def _gap_error(point: RowsResult) -> float:
    return math.hypot(point.undivided.pull_on_q.median.error, point.divided.pull_on_q.median.error)


def _within(draws: int, slots_a_draw: int, method: str, most_slots: int) -> int:
    return draws if method == "law" else max(1, min(draws, most_slots // slots_a_draw))
