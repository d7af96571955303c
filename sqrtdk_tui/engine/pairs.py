"""A run of N pairs of a random query and key, slot by slot or by the exact law of q·k (see `pair_results`)."""

import math
from dataclasses import dataclass

import numpy as np

from sqrtdk_tui.engine import law
from sqrtdk_tui.engine.attention import checked_divisor
from sqrtdk_tui.engine.bins import Bins, Counts, bins_for
from sqrtdk_tui.engine.errors import SlotsError
from sqrtdk_tui.engine.moments import Moments
from sqrtdk_tui.engine.monte_carlo import checked_method
from sqrtdk_tui.engine.pair_results import PairsResult, reasons_for, scores_of
from sqrtdk_tui.engine.quantiles import KEPT, quantiles_of
from sqrtdk_tui.engine.row_laws import pairs_by_law
from sqrtdk_tui.engine.shares import Floats, finite_scores
from sqrtdk_tui.engine.slot_pairs import scores_slot_by_slot
from sqrtdk_tui.engine.slots import Slots
from sqrtdk_tui.engine.streaming import BLOCK, Stop, Task, block_count, finish, rows_in, stop_if
from sqrtdk_tui.engine.streams import LAW_PAIRS, SLOT_PAIRS, block_generator


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    moments: Moments
    raw_counts: Counts
    divided_counts: Counts
    kept: Floats | None


class PairRun:
    """One measurement of pairs, growing block by block (`streaming.Run`); ask for `result()` at any time."""

    def __init__(
        self,
        slots: Slots,
        d_k: int,
        pairs: int,
        seed: int,
        method: str | None = None,
        divisor: float | None = None,
        bins: tuple[Bins, Bins] | None = None,
    ) -> None:
        """Draw nothing yet. method None: the law where there is one; divisor None: √d_k; bins: raw, divided.

        Raises `SlotsError` for what cannot be drawn, `ScoreError` for a divisor that is not a finite number above 0.
        """
        self.slots, self.d_k, self.asked, self.seed = slots, d_k, pairs, seed
        self.method, self._blocks = checked_method(slots, method), block_count(pairs)
        block_generator(seed, SLOT_PAIRS, d_k, 1, 0)  # refuses what has no stream
        self.divisor = checked_divisor(math.sqrt(d_k) if divisor is None else divisor)
        self.bins = bins or (bins_for(slots, d_k), bins_for(slots, d_k, self.divisor))
        # Scores are measured in units of this power of two, so that no fourth power is beyond float64.
        spread = law.score_spread(slots, d_k) or 1.0
        self._unit = math.ldexp(1.0, math.frexp(spread)[1]) if spread < 2.0**1000 else 2.0**1000
        self._folded = 0
        self._moments: Moments | None = None
        self._counts = [np.zeros(bins.count + 2, dtype=np.int64) for bins in self.bins]
        self._kept: list[Floats] = []

    @property
    def done(self) -> int:
        """How many pairs are in."""
        return 0 if self._moments is None else self._moments.count

    def blocks(self) -> int:
        """Return how many blocks there are in all."""
        return self._blocks

    def folded(self) -> int:
        """Return how many blocks are in."""
        return self._folded

    def task(self, block: int) -> Task[_Block]:
        """Return the work of one block."""

        def draw(stop: Stop) -> _Block:
            stop_if(stop)
            rows, by_law = rows_in(block, self.asked), self.method == "law"
            rng = block_generator(self.seed, LAW_PAIRS if by_law else SLOT_PAIRS, self.d_k, 1, block)
            if by_law:
                scores = pairs_by_law(self.slots, self.d_k, rows, rng)
            else:
                scores = scores_slot_by_slot(self.slots, self.d_k, rows, rng, stop)
            finite_scores(scores)
            return _Block(
                Moments.of(scores / self._unit),
                self.bins[0].counts(scores),
                self.bins[1].counts(scores / self.divisor),
                scores if block * BLOCK < KEPT else None,
            )

        return draw

    def fold(self, summary: _Block) -> None:
        """Take in the next block."""
        self._moments = summary.moments if self._moments is None else self._moments.merged(summary.moments)
        self._counts[0] += summary.raw_counts
        self._counts[1] += summary.divided_counts
        if summary.kept is not None:
            self._kept.append(summary.kept)
        self._folded += 1

    def result(self) -> PairsResult:
        """Return what is known now. Raises `SlotsError` before the first block is in."""
        if self._moments is None:
            raise SlotsError("Nothing has been measured yet; at least one block of pairs must be in.")
        quartiles = quantiles_of(np.concatenate(self._kept), 0.25, 0.5, 0.75)
        raw, divided = (
            scores_of(self.slots, self.d_k, self._moments, self._unit, divisor, quartiles, bins, counts)
            for divisor, bins, counts in zip((1.0, self.divisor), self.bins, self._counts, strict=True)
        )
        reasons = reasons_for(self.slots, self.d_k, raw, self.done)
        settings = (self.slots, self.d_k, self.done, self.asked, self.method, self.seed, self.divisor)
        return PairsResult(*settings, raw, divided, reasons)


def measure_pairs(
    slots: Slots,
    d_k: int,
    pairs: int,
    seed: int,
    method: str | None = None,
    threads: int = 1,
    cancelled: Stop | None = None,
) -> PairsResult:
    """Return what `pairs` pairs show, without stopping on the way. Raises as `PairRun` and `Cancelled`."""
    run = PairRun(slots, d_k, pairs, seed, method)
    finish(run, threads, cancelled)
    return run.result()
