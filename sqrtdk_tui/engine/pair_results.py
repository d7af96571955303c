"""What N pairs of a random query and key have shown: moments of q·k beside their exact values, and the error to expect.

With κ the kurtosis and σ² the variance of q·k, N pairs miss the true values by about one standard error:

    mean  σ/√N          variance  σ²√((κ−1)/N)          spread (standard deviation)  σ√((κ−1)/N)/2

The exact κ and σ² are used where they are known. t3 slots have κ = ∞: their measured variance settles, but more
slowly than 1/√N, and no error can be given. Cauchy slots have no variance at all.
"""

import math
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from sqrtdk_tui.engine import law
from sqrtdk_tui.engine.bins import Bins, Counts
from sqrtdk_tui.engine.moments import Estimate, Moments
from sqrtdk_tui.engine.rounding import settled
from sqrtdk_tui.engine.slots import Slots


@dataclass(frozen=True, slots=True, eq=False)
class Scores:
    """What was measured of one side's scores, and the exact values; None where the reasons say why."""

    mean: float
    variance: float | None
    std: float | None
    kurtosis: float | None
    exact_mean: float | None
    exact_variance: float | None
    exact_std: float | None
    exact_kurtosis: float | None
    mean_error: float | None
    expected_error: float | None  # one standard error of the variance
    std_error: float | None
    quartiles: tuple[Estimate, Estimate, Estimate]  # of the first 204,800 pairs
    bins: Bins
    counts: Counts  # below the bins, in each, above them

    def off_by(self) -> float | None:
        """How many expected errors the measured variance lies from the exact one."""
        if self.variance is None or self.exact_variance is None or not self.expected_error:
            return None
        return (self.variance - self.exact_variance) / self.expected_error


@dataclass(frozen=True, slots=True, eq=False)
class PairsResult:
    """What `pairs` pairs of `asked` have shown so far."""

    slots: Slots
    d_k: int
    pairs: int
    asked: int
    method: str
    seed: int
    divisor: float
    raw: Scores
    divided: Scores
    reasons: Mapping[str, str] = field(default_factory=dict)
    late: bool = False  # divided after softmax: `divided` are the scores that softmax sees, which are the raw ones


def scores_of(
    slots: Slots,
    d_k: int,
    moments: Moments,
    unit: float,
    divisor: float,
    quartiles: Sequence[Estimate],
    bins: Bins,
    counts: Counts,
) -> Scores:
    """Return one side; `moments` are of the raw scores in units of `unit`, `quartiles` of the raw scores."""
    spread, mean, (low, middle, high) = law.score_spread(slots, d_k), law.score_mean(slots, d_k), quartiles
    exact_kurtosis = finite(law.score_kurtosis(slots, d_k))
    variance = finite(float(moments.variance))
    std = None if variance is None else finite(math.sqrt(variance) * (unit / divisor))
    exact_std = None if spread is None else finite(settled(spread / divisor))
    share = None if exact_kurtosis is None else math.sqrt(max(exact_kurtosis - 1.0, 0.0) / moments.count)
    exact_variance = _exact_variance(slots, d_k, divisor)
    return Scores(
        mean=float(moments.mean) * (unit / divisor),
        variance=_squared(std),
        std=std,
        kurtosis=finite(float(moments.kurtosis)),
        exact_mean=None if mean is None else finite(settled(mean / divisor)),
        exact_variance=exact_variance,
        exact_std=exact_std,
        exact_kurtosis=exact_kurtosis,
        mean_error=None if exact_std is None else exact_std / math.sqrt(moments.count),
        expected_error=None if share is None or exact_variance is None else share * exact_variance,
        std_error=None if share is None or exact_std is None else 0.5 * share * exact_std,
        quartiles=(low.divided(divisor), middle.divided(divisor), high.divided(divisor)),
        bins=bins,
        counts=counts.copy(),
    )


def reasons_for(slots: Slots, d_k: int, side: Scores, pairs: int) -> dict[str, str]:
    """Return, for each number of `side` that is None, one sentence that says why."""
    if slots.distribution == "cauchy":
        why = "Cauchy slots have no mean and no variance, so there is no exact value and no error to expect."
    elif law.score_kurtosis(slots, d_k) == math.inf and side.exact_variance is not None:
        why = (
            f"The kurtosis of {slots.distribution} slots is infinite, so the measured variance has no standard error: "
            "it settles more slowly than 1/√N."
        )
    else:
        why = "The exact value is too large for a 64-bit float."
    found = {name: why for name in _EXACT if getattr(side, name) is None}
    if pairs == 1:
        measured = "One pair has no spread; at least two are needed."
    elif side.std == 0.0:
        measured = "All scores were alike, so there is no kurtosis."
    else:
        measured = "The measured value is too large for a 64-bit float."
    return found | {name: measured for name in ("variance", "std", "kurtosis") if getattr(side, name) is None}


def finite(value: float | None) -> float | None:
    """Return the value, or None for one that is infinite or not a number."""
    return value if value is not None and math.isfinite(value) else None


_EXACT = (
    "exact_mean", "exact_variance", "exact_std", "exact_kurtosis", "mean_error", "expected_error", "std_error",
)  # fmt: skip


def _exact_variance(slots: Slots, d_k: int, divisor: float) -> float | None:
    """The variance of the divided scores, exact where it is: 64 and not (√64)², 1 after √d_k."""
    variance, spread = law.score_variance(slots, d_k), law.score_spread(slots, d_k)
    if variance is None or spread is None:
        return None
    if math.isfinite(variance) and sys.float_info.min < variance:
        return finite(settled(variance / divisor / divisor))
    return _squared(finite(settled(spread / divisor)))


def _squared(value: float | None) -> float | None:
    return None if value is None else finite(value * value)
