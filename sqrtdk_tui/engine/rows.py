"""A run of many rows: one new query against new keys each, undivided and divided, by the exact law or slot by slot."""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from sqrtdk_tui.engine.attention import checked_divisor
from sqrtdk_tui.engine.errors import SlotsError
from sqrtdk_tui.engine.moments import Moments
from sqrtdk_tui.engine.monte_carlo import checked_method
from sqrtdk_tui.engine.quantiles import Quantiles
from sqrtdk_tui.engine.row_laws import rows_by_law
from sqrtdk_tui.engine.row_results import RowsResult, key_spread_of, row_reasons, row_side_of
from sqrtdk_tui.engine.row_sides import (
    PULL,
    WINNER,
    PullOf,
    behind,
    pull_by_law,
    pull_of_keys,
    side_of,
    spread_square,
)
from sqrtdk_tui.engine.shares import Floats, finite_scores
from sqrtdk_tui.engine.slot_rows import rows_at_once, rows_slot_by_slot
from sqrtdk_tui.engine.slots import Slots, check_size
from sqrtdk_tui.engine.streaming import PIECE, Stop, Task, block_count, finish, rows_in, stop_if
from sqrtdk_tui.engine.streams import LAW_ROWS, SLOT_ROWS, block_generator


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    """Of one block: moments of both sides' statistics and of the variance over a row's keys, (8,), (8,), (1,);
    winner's slopes and pulls of both sides, (4, rows)."""

    moments: tuple[Moments, Moments, Moments]
    values: Floats


class RowRun:
    """One measurement of rows, growing block by block (`streaming.Run`); ask for `result()` at any time."""

    def __init__(
        self,
        slots: Slots,
        d_k: int,
        tokens: int,
        count: int,
        seed: int,
        method: str | None = None,
        divisor: float | None = None,
    ) -> None:
        """Draw nothing yet. method None: the law where there is one; divisor None: √d_k.

        Raises `SlotsError` for what cannot be drawn (slot by slot at most 2^22 slots a row), `ScoreError` for a
        divisor that is not a finite number above 0.
        """
        self.slots, self.d_k, self.tokens, self.asked, self.seed = slots, d_k, tokens, count, seed
        self.method, self._blocks = checked_method(slots, method), block_count(count)
        block_generator(seed, LAW_ROWS, d_k, tokens, 0)  # refuses what has no stream
        self.divisor = checked_divisor(math.sqrt(d_k) if divisor is None else divisor)
        if self.method == "slots":
            check_size(tokens, d_k)
        self._folded = 0
        self._moments: tuple[Moments, Moments, Moments] | None = None
        self._quantiles = [Quantiles() for _ in range(4)]

    @property
    def done(self) -> int:
        """How many rows are in."""
        return 0 if self._moments is None else self._moments[0].count

    def blocks(self) -> int:
        """Return how many blocks there are in all."""
        return self._blocks

    def folded(self) -> int:
        """Return how many blocks are in."""
        return self._folded

    def task(self, block: int) -> Task[_Block]:
        """Return the work of one block."""

        def draw(stop: Stop) -> _Block:
            rows, start = rows_in(block, self.asked), 0
            found, variance = np.empty((2, 8, rows)), np.empty((1, rows))
            for scores, pull_of in self._pieces(block, rows, stop):
                used = scores.shape[1]
                t = behind(finite_scores(scores))
                variance[:, start : start + used] = spread_square(t)
                for side, divisor in zip(found, (1.0, self.divisor), strict=True):
                    stop_if(stop)
                    side[:, start : start + used] = side_of(t, divisor, pull_of)
                start += used
            values = np.concatenate([side[[WINNER, PULL]] for side in found])
            return _Block((Moments.of(found[0]), Moments.of(found[1]), Moments.of(variance)), values)

        return draw

    def fold(self, summary: _Block) -> None:
        """Take in the next block."""
        if self._moments is None:
            self._moments = summary.moments
        else:
            a, b, c = (ours.merged(new) for ours, new in zip(self._moments, summary.moments, strict=True))
            self._moments = (a, b, c)
        for quantiles, values in zip(self._quantiles, summary.values, strict=True):
            quantiles.add(values)
        self._folded += 1

    def result(self) -> RowsResult:
        """Return what is known now. Raises `SlotsError` before the first block is in."""
        if self._moments is None:
            raise SlotsError("Nothing has been measured yet; at least one block of rows must be in.")
        has_variance, (a, b, c, d) = self.slots.distribution != "cauchy", self._quantiles
        undivided = row_side_of(self._moments[0], a, b, self.tokens, self.method, has_variance)
        divided = row_side_of(self._moments[1], c, d, self.tokens, self.method, has_variance)
        settings = (self.slots, self.d_k, self.tokens, self.done, self.asked, self.method, self.seed, self.divisor)
        spread = key_spread_of(self._moments[2], self.slots, self.tokens)
        return RowsResult(*settings, undivided, divided, spread, a.exact, row_reasons(self.slots, self.tokens))

    def _pieces(self, block: int, rows: int, stop: Stop) -> Iterator[tuple[Floats, PullOf]]:
        """Yield raw scores, (tokens, some rows), and how their pull is found."""
        by_law = self.method == "law"
        rng = block_generator(self.seed, LAW_ROWS if by_law else SLOT_ROWS, self.d_k, self.tokens, block)
        step = max(1, PIECE // self.tokens) if by_law else rows_at_once(self.d_k, self.tokens)
        for start in range(0, rows, step):
            stop_if(stop)
            used = min(step, rows - start)
            if by_law:
                law = rows_by_law(self.slots, self.d_k, self.tokens, used, rng)
                yield law.scores, pull_by_law(law.along, law.rest, self.slots.sigma_k)
            else:
                scores, keys = rows_slot_by_slot(self.slots, self.d_k, self.tokens, used, rng, stop)
                yield scores, pull_of_keys(keys, stop)


def measure_rows(
    slots: Slots,
    d_k: int,
    tokens: int,
    count: int,
    seed: int,
    method: str | None = None,
    threads: int = 1,
    cancelled: Stop | None = None,
) -> RowsResult:
    """Return what `count` rows show, without stopping on the way. Raises as `RowRun` and `Cancelled`."""
    run = RowRun(slots, d_k, tokens, count, seed, method)
    finish(run, threads, cancelled)
    return run.result()
