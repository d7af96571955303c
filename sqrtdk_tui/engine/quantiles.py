"""Medians and quartiles of numbers that come in blocks: exact while they fit, then from a fine logarithmic count.

Up to 204,800 values are kept as they are. Beyond that they are counted in bins of ln x, 0.01 wide (the idea of
Masson, Rim & Lee 2019, "DDSketch", VLDB 12): a quantile then lies within 1 % of the exact one, in constant memory.
Values below 1e-308, 0 among them, count as 0.
"""

import math

import numpy as np
import numpy.typing as npt

from sqrtdk_tui.engine.moments import Estimate
from sqrtdk_tui.engine.shares import Floats

KEPT = 204_800
RELATIVE_ERROR = 0.01
_LOWEST, _BINS = -709.0, 142_000  # ln x from −709 to 711: all of float64 but its subnormal numbers


def quantiles_of(values: Floats, *shares: float) -> list[Estimate]:
    """Return exact quantiles of values that are all at hand, (m,), with ranks of error as `Quantiles.at`."""
    found = [float(value) for value in np.quantile(values, _with_room(shares, values.size))]
    return [Estimate(*found[at : at + 3]) for at in range(0, len(found), 3)]


class Quantiles:
    """Quantiles of numbers that are 0 or more."""

    def __init__(self) -> None:
        """Hold nothing yet."""
        self.count = 0
        self._kept: list[Floats] = []
        self._bins: npt.NDArray[np.int64] | None = None

    @property
    def exact(self) -> bool:
        """Are all values still there?"""
        return self._bins is None

    def add(self, values: Floats) -> None:
        """Take in one block of values, shape (m,)."""
        self.count += values.size
        if self._bins is None and self.count <= KEPT:
            self._kept.append(values)
            return
        if self._bins is None:
            self._bins = np.zeros(_BINS + 1, dtype=np.int64)
            for kept in self._kept:
                self._count(self._bins, kept)
            self._kept = []
        self._count(self._bins, values)

    def at(self, *shares: float) -> list[Estimate]:
        """Return the quantiles at these shares (0.5: the median), each from its rank ± √(count·share·(1−share)).

        The true quantile lies between those two ranks with the probability of one standard error, whatever the law.
        Raises `IndexError` while there are no values.
        """
        if self._bins is None:
            return quantiles_of(np.concatenate(self._kept), *shares)
        found = [self._binned(self._bins, share) for share in _with_room(shares, self.count)]
        return [Estimate(*found[at : at + 3]) for at in range(0, len(found), 3)]

    @staticmethod
    def _count(bins: npt.NDArray[np.int64], values: Floats) -> None:
        with np.errstate(all="ignore"):
            place = (np.log(values) - _LOWEST) / RELATIVE_ERROR
        np.add.at(bins, np.clip(place, -1.0, _BINS - 1.0).astype(np.int64) + 1, 1)

    def _binned(self, bins: npt.NDArray[np.int64], share: float) -> float:
        ends = np.cumsum(bins)
        rank = share * (self.count - 1)
        place = int(np.searchsorted(ends, rank, side="right"))
        if place == 0:
            return 0.0
        inside = (rank - ends[place - 1] + 0.5) / bins[place]
        return math.exp(_LOWEST + RELATIVE_ERROR * (place - 1 + inside))


def _with_room(shares: tuple[float, ...], count: int) -> list[float]:
    """Return each share, one standard error of its rank below it, and one above it."""
    wanted = []
    for share in shares:
        room = math.sqrt(share * (1.0 - share) / count)
        wanted += [share, max(share - room, 0.0), min(share + room, 1.0)]
    return wanted
