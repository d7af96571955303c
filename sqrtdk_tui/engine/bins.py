"""Counts for a histogram of scores that come in blocks: equal bins, and what fell below and above them."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from sqrtdk_tui.engine.law import score_mean, score_spread
from sqrtdk_tui.engine.shares import Floats
from sqrtdk_tui.engine.slots import Slots

Counts = npt.NDArray[np.int64]
_SPREADS = 4.0


@dataclass(frozen=True, slots=True)
class Bins:
    """`count` equal bins from `low` to `high`; a value on an edge lies in the bin above it."""

    low: float
    high: float
    count: int

    def edges(self) -> Floats:
        """The count + 1 edges."""
        return np.linspace(self.low, self.high, self.count + 1)

    def counts(self, values: Floats) -> Counts:
        """How many values lie below the bins, in each, and above them: (m,) -> (count + 2,)."""
        edges = _with_ends(self)
        width = (self.high - self.low) / self.count
        place = np.clip((values - self.low) * (1.0 / width) + 1.0, 0.0, self.count + 1.0).astype(np.int64)
        # The product may miss by one at an edge: the edges themselves decide. Far faster than a search.
        place -= values < edges[place]
        place += values >= edges[place + 1]
        return np.bincount(place, minlength=self.count + 2)


@lru_cache(maxsize=64)
def _with_ends(bins: Bins) -> Floats:
    return np.concatenate(([-math.inf], bins.edges(), [math.inf]))


def bins_for(slots: Slots, d_k: int, divisor: float = 1.0, count: int = 40) -> Bins:
    """Return bins over the exact mean ± 4 exact spreads of q·k/divisor; for Cauchy slots over ±4·d_k(1 + ln d_k)σ_qσ_k.

    A law whose spread is 0 or beyond float64 gets bins of width 1 around 0.
    """
    mean, spread = score_mean(slots, d_k), score_spread(slots, d_k)
    if mean is None or spread is None:
        mean, spread = 0.0, d_k * (1.0 + math.log(d_k)) * slots.sigma_q * slots.sigma_k
    middle, room = mean / divisor, _SPREADS * spread / divisor
    if not (0.0 < room < math.inf and math.isfinite(middle) and middle - room < middle + room):
        middle, room = 0.0, count / 2
    return Bins(middle - room, middle + room, count)
