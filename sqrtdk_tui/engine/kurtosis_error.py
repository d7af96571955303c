"""How far the measured kurtosis of N scores may lie from the exact one: one standard error, from eight moments.

With the standardised moments m of the scores, the measured kurtosis misses m₄ by about √(V/N),

    V = m₈ − 4m₄m₆ + 4m₄³ − m₄² − 8m₃m₅ + 16m₃²m₄ + 16m₃²          24 for a normal law

(the delta method: Kendall & Stuart, The Advanced Theory of Statistics, vol. 1, ch. 10). The moments follow from the
cumulants of q·k, which add up over independent parts: the d_k products, or, for normal slots however tied, the
directions in which Σ is diagonal.
"""

import math
from functools import lru_cache

import numpy as np

from sqrtdk_tui.engine.slots import Slots

_HIGHEST = 8
_NORMAL = (1.0, 0.0, 1.0, 0.0, 3.0, 0.0, 15.0, 0.0, 105.0)
_MOMENTS = {
    "normal": _NORMAL,
    "rademacher": (1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0),
    "uniform": (1.0, 0.0, 1.0, 0.0, 9 / 5, 0.0, 27 / 7, 0.0, 9.0),
    "laplace": (1.0, 0.0, 1.0, 0.0, 6.0, 0.0, 90.0, 0.0, 2520.0),
    "sparse": (1.0, 0.0, 1.0, 0.0, 30.0, 0.0, 1500.0, 0.0, 105_000.0),
}  # of a standard slot, from the zeroth on


def kurtosis_error(slots: Slots, d_k: int, pairs: int) -> float | None:
    """Return one standard error of the kurtosis of `pairs` scores; None where the eighth moment is infinite."""
    found = _spread_of_one(slots, d_k)
    return None if found is None else math.sqrt(found / pairs)


def why_none(slots: Slots) -> str:
    """Return why `kurtosis_error` is None for these slots, in one sentence."""
    if slots.distribution in _MOMENTS:
        return "The moments of the scores are beyond what a 64-bit float can hold."
    return f"The eighth moment of {slots.distribution} slots is infinite, so the kurtosis has no standard error."


@lru_cache(maxsize=256)
def _spread_of_one(slots: Slots, d_k: int) -> float | None:
    if slots.distribution not in _MOMENTS:
        return None
    with np.errstate(all="ignore"):
        tied = slots.rho != 0.0 or slots.correlation != 0.0
        kappa = _tied_cumulants(slots, d_k) if tied else _free_cumulants(slots, d_k)
        m = _moments_of(kappa)
    found = (
        m[8] - 4.0 * m[4] * m[6] + 4.0 * m[4] ** 3 - m[4] ** 2
        - 8.0 * m[3] * m[5] + 16.0 * m[3] ** 2 * m[4] + 16.0 * m[3] ** 2
    )  # fmt: skip
    return max(0.0, found) if math.isfinite(found) else None


def _free_cumulants(slots: Slots, d_k: int) -> list[float]:
    """Standardised cumulants of a sum of d_k independent A·a + B·b + C·ab, a and b standard slots."""
    of_slot = _MOMENTS[slots.distribution]
    a, b, c = slots.sigma_q * slots.mean_k, slots.sigma_k * slots.mean_q, slots.sigma_q * slots.sigma_k
    unit = math.hypot(a, b, c)
    a, b, c = a / unit, b / unit, c / unit
    moments = [0.0] * (_HIGHEST + 1)
    for n in range(_HIGHEST + 1):
        for i in range(n + 1):
            for j in range(n + 1 - i):
                both = n - i - j
                ways = math.comb(n, i) * math.comb(n - i, j)
                moments[n] += ways * a**i * b**j * c**both * of_slot[i + both] * of_slot[j + both]
    kappa = [0.0] * (_HIGHEST + 1)
    for n in range(1, _HIGHEST + 1):
        taken = sum(math.comb(n - 1, j - 1) * kappa[j] * moments[n - j] for j in range(1, n))
        kappa[n] = moments[n] - taken
    return [0.0, 0.0, 1.0, *(kappa[n] * d_k / (kappa[2] * d_k) ** (n / 2) for n in range(3, _HIGHEST + 1))]


def _tied_cumulants(slots: Slots, d_k: int) -> list[float]:
    """The same of normal slots with ρ and r: 2^(n−1)(n−1)!·(tr(AV)^n + n·mᵀA(VA)^(n−1)m) summed over directions.

    Mathai & Provost 1992, Quadratic Forms in Random Variables, ch. 3; A and V as in `law`.
    """
    unit, half = np.array([[1.0, slots.rho], [slots.rho, 1.0]]), np.array([[0.0, 0.5], [0.5, 0.0]])
    means = math.sqrt(d_k) * np.array([slots.mean_q / slots.sigma_q, slots.mean_k / slots.sigma_k])
    scale = 1.0 + (d_k - 1) * slots.correlation  # Σ's largest eigenvalue, along 1, where the means are
    free = (1.0 - slots.correlation) / scale
    kappa, power = [0.0] * (_HIGHEST + 1), np.eye(2)
    for n in range(1, _HIGHEST + 1):
        along = float(means @ half @ power @ means) / scale  # power: (VA)^(n−1)
        power = power @ unit @ half
        traces = float(np.trace(power)) * (1.0 + (d_k - 1) * free**n)
        kappa[n] = 2.0 ** (n - 1) * math.factorial(n - 1) * (traces + n * along)
    spread = math.sqrt(kappa[2])
    return [0.0, 0.0, 1.0, *(kappa[n] / spread**n for n in range(3, _HIGHEST + 1))]


def _moments_of(kappa: list[float]) -> list[float]:
    """Moments of a law with mean 0 and these cumulants."""
    moments = [1.0]
    for n in range(1, _HIGHEST + 1):
        moments.append(sum(math.comb(n - 1, j) * kappa[n - j] * moments[j] for j in range(n)))
    return moments
