"""The Sum pane's reading: one raw score as a walk over its slots, and where a thousand such walks end."""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from sqrtdk_tui.engine import law, monte_carlo, slots, streams
from sqrtdk_tui.engine.attention import Floats
from sqrtdk_tui.engine.slots import Slots
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.reading import slots_of

WALKS = 1_000
MOST_SLOTS_A_WALK = 16_384
_BINS = 40
_POINTS_A_COLUMN = 1

Cancelled = Callable[[], bool]


@dataclass(frozen=True, eq=False, slots=True)
class Walk:
    """Partial sums of q_i·k_i: `sums`, shape (d_k + 1,), starts at 0; `spread` is None where no variance exists."""

    lab: Lab
    key: int
    slots: Slots
    sums: Floats
    mean: float
    spread: float | None

    @property
    def total(self) -> float:
        """The raw score: the sum of all slots."""
        return float(self.sums[-1])

    def at(self, slot: int | None) -> float:
        """The sum of the first `slot` slots; of all for None."""
        return float(self.sums[-1 if slot is None else slot])

    def limit(self) -> float:
        """Half the height that a chart needs: two spreads about the mean, and the walk itself."""
        reach = float(np.max(np.abs(self.sums)))
        law_reach = 0.0 if self.spread is None else abs(self.mean) + 2 * self.spread
        return max(reach, law_reach, 1e-300)

    def envelope(self, columns: int, upto: int | None) -> tuple[Floats, Floats]:
        """(least, greatest) sum at each of at most one point a column; nan beyond slot `upto`."""
        last = len(self.sums) - 1
        points = min(last, _POINTS_A_COLUMN * columns) + 1
        edges = np.floor(np.arange(points) * last / max(1, points - 1) + 0.5).astype(int)
        starts = np.concatenate(([0], edges[:-1] + 1))
        lows = np.minimum.reduceat(self.sums, starts)
        highs = np.maximum.reduceat(self.sums, starts)
        if upto is not None:
            hidden = edges > upto
            lows, highs = np.where(hidden, np.nan, lows), np.where(hidden, np.nan, highs)
        return lows, highs

    def band(self, points: int) -> tuple[Floats, Floats] | None:
        """Exact mean ± exact spread after 0 .. d_k slots at so many points; None where no variance exists."""
        if self.spread is None:
            return None
        counts = np.unique(np.linspace(1, len(self.sums) - 1, points).astype(int))
        means = [0.0] + [law.score_mean(self.slots, int(n)) or 0.0 for n in counts]
        spreads = [0.0] + [law.score_spread(self.slots, int(n)) or 0.0 for n in counts]
        return np.array(means) - np.array(spreads), np.array(means) + np.array(spreads)


@dataclass(frozen=True, eq=False, slots=True)
class Walks:
    """Ends of independent walks, each with its own query and key, beside what the law expects of them.

    `expected` has the count expected in each bin, or is empty; `exact` says whether by the exact law or by a normal
    curve of the same mean and spread.
    """

    lab: Lab
    ends: Floats
    edges: Floats
    counts: Floats
    expected: Floats
    exact: bool
    method: str
    spread: float | None


def walk_cost(lab: Lab) -> int:
    """Slots that read_walk draws."""
    return 2 * lab.d_k


def read_walk(lab: Lab, key: int) -> Walk:
    """The walk of the query and of key number `key` of this seed; the same that a drawn row has."""
    spec = slots_of(lab)
    products = slots.walk(spec, lab.seed, key, lab.d_k)
    sums = np.concatenate(([0.0], np.cumsum(products)))
    mean = law.score_mean(spec, lab.d_k)
    return Walk(lab, key, spec, sums, mean or 0.0, law.score_spread(spec, lab.d_k))


def walks_cost(lab: Lab) -> int:
    """Random numbers that read_walks draws."""
    return 4 * WALKS if monte_carlo.method_for(slots_of(lab)) == "law" else 2 * WALKS * min(lab.d_k, MOST_SLOTS_A_WALK)


def read_walks(lab: Lab, cancelled: Cancelled | None = None) -> Walks | None:
    """A thousand walks' ends; None where there is no exact law and too many slots to add one by one."""
    spec = slots_of(lab)
    method = monte_carlo.method_for(spec)
    if method != "law" and lab.d_k > MOST_SLOTS_A_WALK:
        return None
    rng = streams.generator(lab.seed, streams.SUMS)
    ends = monte_carlo.sum_sample(spec, lab.d_k, WALKS, rng, cancelled)
    mean, spread = law.score_mean(spec, lab.d_k), law.score_spread(spec, lab.d_k)
    edges = _edges(lab, ends, mean, spread)
    counts = np.histogram(ends, edges)[0].astype(float)
    expected, exact = _expected(lab, edges, mean, spread)
    return Walks(lab, ends, edges, counts, expected, exact, method, spread)


def _is_standard(lab: Lab) -> bool:
    return lab.mean == (0.0, 0.0) and lab.rho == 0 and lab.slot_correlation == 0


def _edges(lab: Lab, ends: Floats, mean: float | None, spread: float | None) -> Floats:
    """Bins over four spreads and every end; for ±1 slots each bin holds the same number of the sums that can be."""
    if mean is None or spread is None:
        reach = float(np.quantile(np.abs(ends), 0.9))  # the rest is told, not drawn: it would be all that is seen
        return np.linspace(-reach, reach, _BINS + 1)
    if lab.slots == "rademacher" and _is_standard(lab):
        unit = lab.sigma[0] * lab.sigma[1]
        step = 2 * max(1, math.ceil(8 * math.sqrt(lab.d_k) / 2 / _BINS))
        half = math.ceil(max(4 * math.sqrt(lab.d_k), float(np.max(np.abs(ends))) / unit) / step) * step
        first = -half - 1 + (lab.d_k + half) % 2
        return unit * np.arange(first, half + step + 1, step, dtype=float)
    reach = max(4 * spread, float(np.max(np.abs(ends - mean))))
    return np.linspace(mean - reach, mean + reach, _BINS + 1)


def _expected(lab: Lab, edges: Floats, mean: float | None, spread: float | None) -> tuple[Floats, bool]:
    if mean is None or spread is None:
        return np.empty(0), False
    unit = lab.sigma[0] * lab.sigma[1]
    if _is_standard(lab) and lab.slots == "rademacher":
        sums = np.arange(-lab.d_k, lab.d_k + 1, 2, dtype=float)
        inside = sums[np.abs(sums) <= 12 * math.sqrt(lab.d_k) + 2]
        chances = np.array([law.rademacher_pmf(lab.d_k, int(s)) for s in inside])
        return WALKS * np.histogram(unit * inside, edges, weights=chances)[0], True
    if _is_standard(lab) and lab.slots == "normal":
        below = np.array([law.normal_cdf(lab.d_k, float(edge) / unit) for edge in edges])
        return WALKS * np.diff(below), True
    below = np.array([0.5 * math.erfc((mean - float(edge)) / (spread * math.sqrt(2))) for edge in edges])
    return WALKS * np.diff(below), False
