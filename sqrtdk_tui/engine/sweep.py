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

_SURE = 2.0

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
    """Where the undivided median pull on q falls below the divided one for good: between two measured d_k.

    `above` is the largest measured d_k at which it is above by more than two errors; from `below` on it is below by
    more than two. Points between them, if any, are too close to call: more rows narrow it.
    """

    above: int
    below: int


def crossing_of(points: Iterable[RowsResult]) -> Crossing | None:
    """Return the crossing among the measured points of one sweep over d_k, or None where they show none.

    At d_k = 1 both medians are equal (the divisor is 1), which is neither above nor below.
    """
    ordered = sorted(points, key=lambda point: point.d_k)
    first = len(ordered)
    while first and _errors_above(ordered[first - 1]) < -_SURE:
        first -= 1
    above = [point.d_k for point in ordered[:first] if _errors_above(point) > _SURE]
    return Crossing(above[-1], ordered[first].d_k) if above and first < len(ordered) else None


def measured(runs: Iterable[_Point]) -> list[_Point]:
    """Return the runs that have something to show."""
    return [run for run in runs if run.folded()]


def _errors_above(point: RowsResult) -> float:
    """How many errors the undivided median lies above the divided one."""
    undivided, divided = point.undivided.pull_on_q.median, point.divided.pull_on_q.median
    error = math.hypot(undivided.error, divided.error)
    return (undivided.value - divided.value) / error if error > 0.0 else 0.0


def _within(draws: int, slots_a_draw: int, method: str, most_slots: int) -> int:
    return draws if method == "law" else max(1, min(draws, most_slots // slots_a_draw))
