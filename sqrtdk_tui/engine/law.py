"""What is exactly true of one raw score q·k: its mean, variance, kurtosis and tails, and the divisor that fits.

Vaswani et al. 2017 (§3.2.1, footnote 4) have the case of independent slots with mean 0 and variance 1: mean 0,
variance d_k. The general normal case, with Σ = (1−r)I + r·11ᵀ for the slots of one vector:

    mean      d(μ_q μ_k + ρ σ_q σ_k)
    variance  σ_q²σ_k²(1+ρ²) tr Σ² + (σ_q²μ_k² + σ_k²μ_q² + 2ρ σ_qσ_k μ_qμ_k) 1ᵀΣ1
    tr Σ² = d(1 + (d−1)r²),   1ᵀΣ1 = d(1 + (d−1)r)

For other distributions ρ = r = 0 and the same two lines hold, whatever the kurtosis. Cauchy slots have no moments.
"""

import math
from dataclasses import dataclass

import numpy as np

from sqrtdk_tui.engine.rademacher import mean_abs_rademacher, rademacher_pmf, rademacher_tail
from sqrtdk_tui.engine.rounding import settled
from sqrtdk_tui.engine.slots import DISTRIBUTIONS, Slots
from sqrtdk_tui.engine.variance_gamma import mean_abs_normal, normal_cdf, normal_density, normal_tail

__all__ = [
    "RightDivisor",
    "mean_abs_normal",
    "mean_abs_rademacher",
    "normal_cdf",
    "normal_density",
    "normal_tail",
    "rademacher_pmf",
    "rademacher_tail",
    "right_divisor",
    "score_kurtosis",
    "score_mean",
    "score_spread",
    "score_variance",
    "spread_across_keys",
]


@dataclass(frozen=True, slots=True)
class RightDivisor:
    """The divisor that leaves the scores of one query a spread of 1, and why it is that; None where there is none.

    reason: "unit" (√d_k itself), "sigma", "query_mean", "correlated", "aligned" (the common ρσ_qσ_k·d_k is the same
    for every key of this query, so softmax does not see it), "no_spread" (|ρ| = 1: all keys are alike),
    "no_variance" (Cauchy), "too_large" (beyond float64).
    """

    value: float | None
    reason: str


def score_mean(slots: Slots, d_k: int) -> float | None:
    """Return E[q·k] = d(μ_q μ_k + ρ σ_q σ_k); None for Cauchy slots, which have no mean; ±inf beyond float64."""
    if slots.distribution == "cauchy":
        return None
    return _number(d_k * (slots.mean_q * slots.mean_k + slots.rho * slots.sigma_q * slots.sigma_k))


def score_variance(slots: Slots, d_k: int) -> float | None:
    """Return Var[q·k] of a random query and key (formula above); None for Cauchy slots; inf beyond float64."""
    if slots.distribution == "cauchy":
        return None
    trace, total = _sigma_sums(slots, d_k)
    unit, a, b = slots.sigma_q * slots.sigma_k, slots.sigma_q * slots.mean_k, slots.sigma_k * slots.mean_q
    own = unit * unit * (1.0 + slots.rho * slots.rho) * trace
    return _number(own + (a * a + b * b + 2.0 * slots.rho * a * b) * total)


def score_spread(slots: Slots, d_k: int) -> float | None:
    """Return the standard deviation of q·k, √(variance); √d_k in the standard case; None for Cauchy slots."""
    if slots.distribution == "cauchy":
        return None
    trace, total = _sigma_sums(slots, d_k)
    own = slots.sigma_q * slots.sigma_k * math.sqrt((1.0 + slots.rho * slots.rho) * trace)
    # A² + B² + 2ρAB as a sum of two squares, which cannot be negative nor overflow on the way.
    a, b = slots.sigma_q * slots.mean_k, slots.sigma_k * slots.mean_q
    return _number(math.hypot(own, (a + slots.rho * b) * math.sqrt(total), slots.own_part * b * math.sqrt(total)))


def score_kurtosis(slots: Slots, d_k: int) -> float | None:
    """Return the kurtosis of q·k (3 for a normal score): inf where it is infinite (t3), None for Cauchy slots.

    independent slots of kurtosis κ:  3 + (K − 3)/d_k,  K the kurtosis of one q_i k_i (κ² when the means are 0)
    normal, means 0:                  3 + 6(1 + 6ρ² + ρ⁴)/(1+ρ²)² · tr Σ⁴/(tr Σ²)²
    normal, correlated, with means:   3 + κ₄/κ₂², κ the cumulants below
    """
    kurtosis = DISTRIBUTIONS[slots.distribution]
    if kurtosis is None or math.isinf(kurtosis):
        return kurtosis
    if slots.rho == 0.0 and slots.correlation == 0.0:
        return settled(3.0 + (_product_kurtosis(slots, kurtosis) - 3.0) / d_k)
    if slots.mean_q != 0.0 or slots.mean_k != 0.0:
        return _kurtosis_from_cumulants(slots, d_k)
    rho2, r = slots.rho * slots.rho, slots.correlation
    trace, _ = _sigma_sums(slots, d_k)
    fourth = (1.0 + (d_k - 1) * r) ** 4 + (d_k - 1) * (1.0 - r) ** 4
    return settled(3.0 + 6.0 * (1.0 + 6.0 * rho2 + rho2 * rho2) / (1.0 + rho2) ** 2 * fourth / trace**2)


def spread_across_keys(slots: Slots, d_k: int) -> float | None:
    """Return the spread of one query's scores over its keys, which is all that softmax sees (root mean square over q).

        σ_k √(1−ρ²) √E[qᵀΣq],   E[qᵀΣq] = σ_q² tr Σ² + μ_q² 1ᵀΣ1

    What every key adds alike (a key mean, the aligned part ρ) is left out: softmax ignores it. None for Cauchy slots.
    """
    if slots.distribution == "cauchy":
        return None
    if slots.own_part == 0.0:
        return 0.0
    trace, total = _sigma_sums(slots, d_k)
    length = math.hypot(slots.sigma_q * math.sqrt(trace), slots.mean_q * math.sqrt(total))
    return settled(slots.sigma_k * slots.own_part * length)


def right_divisor(slots: Slots, d_k: int) -> RightDivisor:
    """Return the divisor that brings `spread_across_keys` to 1, with the strongest reason that it is not just √d_k."""
    spread = spread_across_keys(slots, d_k)
    if spread is None:
        return RightDivisor(None, "no_variance")
    if spread == 0.0 or math.isinf(spread):
        return RightDivisor(None, "too_large" if spread else "no_spread")
    reasons = (
        ("aligned", slots.rho != 0.0),
        ("correlated", slots.correlation != 0.0 and d_k > 1),
        ("query_mean", slots.mean_q != 0.0),
        ("sigma", slots.sigma_q != 1.0 or slots.sigma_k != 1.0),
    )
    return RightDivisor(spread, next((name for name, holds in reasons if holds), "unit"))


def _sigma_sums(slots: Slots, d_k: int) -> tuple[float, float]:
    """Return tr Σ² and 1ᵀΣ1 of the slots of one vector."""
    r = slots.correlation
    return d_k * (1.0 + (d_k - 1) * r * r), d_k * (1.0 + (d_k - 1) * r)


def _kurtosis_from_cumulants(slots: Slots, d_k: int) -> float:
    """Return 3 + κ₄/κ₂² of normal slots from two independent parts: along 1, where the means are, and the d−1 others.

    A pair (x, y) with covariance V and mean m, A = [[0, ½], [½, 0]] (so that xy is the form A), has the cumulants
    κ₂ = 2 tr(AV)² + 4 mᵀAVAm and κ₄ = 48 tr(AV)⁴ + 192 mᵀA(VA)³m (Mathai & Provost 1992, "Quadratic Forms
    in Random Variables", ch. 3). Means in units of σ, so that nothing overflows before they do.
    """
    unit, half = np.array([[1.0, slots.rho], [slots.rho, 1.0]]), np.array([[0.0, 0.5], [0.5, 0.0]])
    means = math.sqrt(d_k) * np.array([slots.mean_q / slots.sigma_q, slots.mean_k / slots.sigma_k])
    tied, free = 1.0 + (d_k - 1) * slots.correlation, 1.0 - slots.correlation  # Σ's eigenvalues
    with np.errstate(all="ignore"):
        twice = unit @ half @ unit @ half  # (VA)² of the unit case
        second, fourth = float(np.trace(twice)), float(np.trace(twice @ twice))
        near, far = means @ half @ unit @ half @ means * tied, means @ half @ unit @ half @ twice @ means * tied**3
        k2 = 2.0 * second * (tied**2 + (d_k - 1) * free**2) + 4.0 * float(near)
        k4 = 48.0 * fourth * (tied**4 + (d_k - 1) * free**4) + 192.0 * float(far)
    return _number(3.0 + k4 / (k2 * k2))


def _product_kurtosis(slots: Slots, kurtosis: float) -> float:
    """Return the kurtosis of A·a + B·b + C·ab, the part of one q_i k_i that varies; a, b symmetric with variance 1."""
    a, b, c = slots.sigma_q * slots.mean_k, slots.sigma_k * slots.mean_q, slots.sigma_q * slots.sigma_k
    largest = max(abs(a), abs(b), c)
    if not 0.0 < largest < math.inf:
        return math.inf  # beyond float64
    a2, b2, c2 = (a / largest) ** 2, (b / largest) ** 2, (c / largest) ** 2
    fourth = kurtosis * (a2 * a2 + b2 * b2 + kurtosis * c2 * c2) + 6.0 * (a2 * b2 + kurtosis * c2 * (a2 + b2))
    return fourth / (a2 + b2 + c2) ** 2


def _number(value: float) -> float:
    """Return the value without the noise of rounding; what overflowed into inf − inf on the way is infinite."""
    return math.inf if math.isnan(value) else settled(value)
