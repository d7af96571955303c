"""read_slope(reading) -> SlopeReading: both Jacobians, one nudge and two moves; and the statistics of rows like it."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from sqrtdk_tui.engine.row_results import RowsResult
from sqrtdk_tui.engine.rows import RowRun
from sqrtdk_tui.engine.slope import Nudge, SlopeSide, nudge, scaled_up, shifted, slope_side
from sqrtdk_tui.engine.streaming import Run, refine
from sqrtdk_tui.engine.sweep import D_KS, D_KS_FAR, Crossing, crossing_of, row_sweep
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.reading import Reading, Side, side_of, slots_of
from sqrtdk_tui.study import FEWEST_TOKENS, divisor_for, method_of

STEP = 0.01
_MOST_SLOTS = 2**24  # that one point may draw where no law is known: 0.2 s of normal slots

Stop = Callable[[], bool]


@dataclass(frozen=True, eq=False, slots=True)
class SlopeReading:
    """The slopes of one row, its raw scores moved to raw × `factor` + `added`; what it was before is in `reading`.

    Divided after softmax, the right side's shares, slopes and changes are those of softmax(q·k) ÷ divisor, and there is
    nothing left on the way back: softmax's input is the raw score itself.
    """

    reading: Reading
    token: int
    added: float
    factor: float
    delta: float
    left: SlopeSide
    right: SlopeSide
    left_nudge: Nudge
    right_nudge: Nudge
    left_now: Side  # the moved row's shares, with logarithms that lose none
    right_now: Side

    @property
    def moved(self) -> bool:
        """Are the scores other than the reading's?"""
        return self.added != 0 or self.factor != 1

    @property
    def largest_move(self) -> float:
        """By how much any share of either side differs from the reading's, 0..1."""
        before = (self.reading.undivided, self.reading.divided)
        pairs = zip((self.left_now, self.right_now), before, strict=True)
        return max(float(abs(now.weights - was.weights).max()) for now, was in pairs if was is not None)

    @property
    def has_gaps(self) -> bool:
        """Do the scores that are not masked differ at all?"""
        return len(self.left_now.winners) < self.reading.unmasked

    @property
    def log_slopes(self) -> tuple[float, float]:
        """ln of the winner's slope p(1 − p), undivided and divided: not lost where the slope itself is 0 in float64."""
        left = _log_slope(self.left_now)
        if self.reading.late:
            return left, left - math.log(self.reading.divisor)
        return left, _log_slope(self.right_now)


def read_slope(
    reading: Reading, token: int, *, added: float = 0.0, factor: float = 1.0, delta: float = STEP
) -> SlopeReading | None:
    """Compute the slopes of raw × factor + added, and what `delta` more on one raw score does; masked stays masked.

    None where every token is masked: there is no share to move.

    Raises:
        ScoreError: a score overflows, in one sentence.
    """
    if reading.undivided is None or reading.divided is None:
        return None
    raw, by = reading.raw, reading.divisor
    added, factor, delta = float(added), float(factor), float(delta)
    if factor != 1:
        raw = scaled_up(raw, factor)
    if added != 0:
        raw = shifted(raw, added)
    left, left_nudge = slope_side(raw), nudge(raw, token, delta)
    if reading.late:
        right, right_nudge = _late_side(left, by), _late_nudge(left_nudge, by)
    else:
        right, right_nudge = slope_side(raw, by), nudge(raw, token, delta, by)
    left_now, right_now = reading.undivided, reading.divided
    if added != 0 or factor != 1:
        left_now = side_of(raw)
        right_now = side_of(raw, by) if reading.late else side_of(right.scores)
    return SlopeReading(
        reading, token, added, factor, delta, left, right, left_nudge, right_nudge, left_now, right_now
    )  # fmt: skip


def _log_slope(side: Side) -> float:
    winner = side.winners[0]
    return float(side.log_weights[winner]) + float(side.log_rests[winner])


def _late_side(side: SlopeSide, divisor: float) -> SlopeSide:
    return replace(
        side,
        weights=side.weights / divisor,
        log_weights=side.log_weights - math.log(divisor),
        jacobian=side.jacobian / divisor,
        winner_slope=side.winner_slope / divisor,
        total_slope=side.total_slope / divisor,
        jacobian_norm=side.jacobian_norm / divisor,
    )


def _late_nudge(found: Nudge, divisor: float) -> Nudge:
    return replace(
        found, before=found.before / divisor, after=found.after / divisor, change=found.change / divisor
    )  # fmt: skip


@dataclass(frozen=True, eq=False, slots=True)
class SlopeFindings:
    """What random rows of as many tokens have shown: at this d_k, and over a sweep of d_k. `done` of `asked` blocks."""

    lab: Lab
    rows: RowsResult | None
    points: tuple[RowsResult, ...]
    crossing: Crossing | None
    done: int
    asked: int

    @property
    def finished(self) -> bool:
        """Is everything that was asked for measured?"""
        return self.done >= self.asked


class SlopeStatistics:
    """Rows of the Lab's number of tokens at its d_k, then a sweep over d_k; `measure` makes them grow.

    With fewer than two tokens there is nothing to measure: no share ever moves.

    Raises:
        SlotsError, ScoreError: what cannot be measured at this Lab, in one sentence.
    """

    def __init__(self, lab: Lab, count: int | None = None) -> None:
        """Draw nothing yet. count: rows a point; None: 20,000, or fewer for many tokens."""
        self.lab = lab
        self._runs: list[RowRun] = []
        if lab.count >= FEWEST_TOKENS:
            d_ks = D_KS if lab.d_k <= D_KS[-1] else D_KS_FAR
            first = [lab.d_k, *(d_k for d_k in d_ks if d_k != lab.d_k)]
            how = (lab.seed, method_of(lab), divisor_for(lab), _MOST_SLOTS)
            self._runs = row_sweep(slots_of(lab), first, lab.count, count, *how)

    @property
    def runs(self) -> list[Run[Any]]:
        """Every run, the one at the present d_k first."""
        return [*self._runs]

    @property
    def progress(self) -> tuple[int, int]:
        """(blocks that are in, blocks in all)."""
        return sum(run.folded() for run in self._runs), sum(run.blocks() for run in self._runs)

    def measure(self, threads: int, cancelled: Stop | None = None) -> Iterator[int]:
        """Grow, block by block, the present d_k first; yields after each. Raises Cancelled; what is in stays good."""
        yield from refine(self._runs[:1], threads, cancelled)
        yield from refine(self._runs, threads, cancelled)

    def findings(self) -> SlopeFindings:
        """What is found so far."""
        points = tuple(sorted((run.result() for run in self._runs if run.folded()), key=lambda point: point.d_k))
        present = next((point for point in points if point.d_k == self.lab.d_k), None)
        crossing = crossing_of(points) if len(points) > 1 else None
        return SlopeFindings(self.lab, present, points, crossing, *self.progress)
