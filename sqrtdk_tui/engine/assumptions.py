"""What becomes of √d_k when an assumption breaks, and the divisor dial: which divisor brings the spread to 1.

The paper's case (Vaswani et al. 2017, §3.2.1, footnote 4) is independent slots with mean 0 and variance 1: spread
√d_k. Each case here breaks one assumption. Two spreads matter: that of q·k over all queries and keys, and that of one
query's scores over its keys, which is all that softmax sees: a mean in k moves every score alike, a mean in q does not.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from sqrtdk_tui.engine.law import RightDivisor, right_divisor, score_mean, score_spread, spread_across_keys
from sqrtdk_tui.engine.moments import Estimate
from sqrtdk_tui.engine.pair_results import PairsResult, finite
from sqrtdk_tui.engine.pairs import PairRun
from sqrtdk_tui.engine.rounding import settled
from sqrtdk_tui.engine.rows import RowRun
from sqrtdk_tui.engine.shares import Floats
from sqrtdk_tui.engine.slots import Slots
from sqrtdk_tui.engine.streaming import Run
from sqrtdk_tui.engine.sweep import MOST_SLOTS, pair_sweep, row_sweep

CASES: dict[str, Slots] = {
    "sigma": Slots(sigma_q=2.0, sigma_k=2.0),
    "mean_q": Slots(mean_q=1.0),
    "mean_k": Slots(mean_k=1.0),
    "rho": Slots(rho=0.5),
    "correlation": Slots(correlation=0.5),
    "t3": Slots("t3"),
    "cauchy": Slots("cauchy"),
    "sparse": Slots("sparse"),
}
_KEYS = 8  # keys a query, for the spread over keys


@dataclass(frozen=True, slots=True, eq=False)
class Assumption:
    """One broken assumption; None where a number does not exist, and for what is not measured yet."""

    name: str
    slots: Slots
    d_k: int
    predicted: float  # √d_k: the spread, and the divisor, of the paper's case
    exact_mean: float | None
    exact_spread: float | None  # of q·k over all queries and keys
    exact_key_spread: float | None  # of one query's scores over its keys
    right: RightDivisor
    pairs: PairsResult | None
    key_spread: Estimate | None

    @property
    def spread(self) -> Estimate | None:
        """The measured spread of q·k with the error to expect; None where no error can be given."""
        if self.pairs is None or self.pairs.raw.std is None or self.pairs.raw.std_error is None:
            return None
        return Estimate.give_or_take(self.pairs.raw.std, self.pairs.raw.std_error)

    @property
    def left(self) -> float | None:
        """The exact spread over keys that dividing by √d_k leaves: 1 where √d_k is right."""
        return None if self.exact_key_spread is None else settled(self.exact_key_spread / self.predicted)


class AssumptionRuns:
    """All eight cases at one d_k; measure with `streaming.refine(runs.all())`, and ask for `results()` at any time."""

    def __init__(self, d_k: int, count: int, seed: int, method: str | None = None) -> None:
        """Draw nothing yet; count: pairs a case, and rows of 8 keys. method "slots": all slot by slot; None: the law
        where there is one. Raises as `PairRun` and `RowRun`."""
        self.d_k, self._pairs, self._rows = d_k, dict[str, PairRun](), dict[str, RowRun]()
        for name, slots in CASES.items():
            self._pairs[name] = pair_sweep(slots, [d_k], count, seed, method, most_slots=MOST_SLOTS // 8)[0]
            for run in row_sweep(slots, [d_k], _KEYS, count, seed, method, most_slots=MOST_SLOTS // 8):
                self._rows[name] = run

    def all(self) -> list[Run[Any]]:
        """Return every run, the pairs of all cases first."""
        return [*self._pairs.values(), *self._rows.values()]

    def results(self) -> Iterator[Assumption]:
        """Yield the cases in order, with what is measured so far."""
        for name, slots in CASES.items():
            pairs, rows = self._pairs[name], self._rows.get(name)
            yield Assumption(
                name=name,
                slots=slots,
                d_k=self.d_k,
                predicted=math.sqrt(self.d_k),
                exact_mean=score_mean(slots, self.d_k),
                exact_spread=finite(score_spread(slots, self.d_k)),
                exact_key_spread=finite(spread_across_keys(slots, self.d_k)),
                right=right_divisor(slots, self.d_k),
                pairs=pairs.result() if pairs.folded() else None,
                key_spread=rows.result().key_spread if rows is not None and rows.folded() else None,
            )


@dataclass(frozen=True, slots=True, eq=False)
class Dial:
    """The spread of q·k/c for divisors c from 1 to d_k, each (m,); None where there is no spread or no error."""

    divisors: Floats
    exact: Floats | None
    measured: Floats | None
    error: Floats | None  # one standard error of `measured`
    one_at: float | None  # the divisor that makes the exact spread 1, on the dial or not
    measured_one_at: float | None
    right: RightDivisor  # makes 1 of the spread over keys, which softmax sees


def divisor_dial(pairs: PairsResult, steps: int = 49) -> Dial:
    """Return the dial for a measurement: `steps` divisors in equal ratios from 1 to d_k, √d_k in the middle.

    Nothing is drawn: a divisor only scales the scores. d_k = 1 has the one divisor 1.
    """
    divisors = np.geomspace(1.0, float(pairs.d_k), steps if pairs.d_k > 1 else 1)
    raw = pairs.raw
    exact, measured, error = (
        None if value is None else value / divisors for value in (raw.exact_std, raw.std, raw.std_error)
    )
    if raw.exact_std is None and pairs.slots.distribution == "cauchy":
        measured = None  # the spread of the sample is finite, but it is no estimate of anything
    one_at = None if measured is None else raw.std
    return Dial(divisors, exact, measured, error, raw.exact_std, one_at, right_divisor(pairs.slots, pairs.d_k))
