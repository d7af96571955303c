"""The exact law of q·k when all 2·d slots are independent N(0, 1): the symmetric variance-gamma law.

    q·k = √X·g,   X = |q|² ~ χ²_d,   g ~ N(0, 1) independent of X

Its density is |x|^((d−1)/2) K_((d−1)/2)(|x|) / (√π 2^((d−1)/2) Γ(d/2)) (d = 1: K_0(|x|)/π; d = 2: Laplace, ½e^−|x|),
but Bessel's K overflows for large d. Everything here is the mean over X instead, a trapezoid sum over v = ln(X/d):
the integrand is analytic and dies doubly fast, so the sum converges faster than any power of its step.
"""

import math
from collections.abc import Callable

import numpy as np

from sqrtdk_tui.engine.errors import SlotsError
from sqrtdk_tui.engine.rademacher import central
from sqrtdk_tui.engine.shares import Floats

_NEGLIGIBLE = 45.0  # e^−45 of the largest value is where the sum stops


def normal_tail(d: int, c: float) -> float:
    """Return P(|q·k| > c) = E[erfc(c/√(2X))], to 1e-8 relative for d = 1 to 2^20 (0 below 1e-308).

    1 for c ≤ 0 and 0 for c = ∞. Raises `SlotsError` for d < 1 or a NaN.
    """
    _check(d, c)
    if c <= 0.0 or math.isinf(c):
        return 1.0 if c <= 0.0 else 0.0

    def log_integrand(v: Floats) -> Floats:
        return _log_chi_square(d, v) + _log_erfc(c / np.sqrt(2.0 * d) * np.exp(-0.5 * v))

    return min(_mean(log_integrand, float(d), d, c), 1.0)


def normal_cdf(d: int, x: float) -> float:
    """Return P(q·k ≤ x), by symmetry from `normal_tail`. Raises as `normal_tail`."""
    half = 0.5 * normal_tail(d, abs(x))
    return half if x < 0.0 else 1.0 - half


def normal_density(d: int, x: float) -> float:
    """Return the density of q·k at x, E[φ(x/√X)/√X], to 1e-8 relative; infinite for d = 1 at x = 0.

    Raises as `normal_tail`.
    """
    _check(d, x)
    if math.isinf(x):
        return 0.0
    if d == 1 and x == 0.0:
        return math.inf

    def log_integrand(v: Floats) -> Floats:
        size = x / math.sqrt(d) * np.exp(-0.5 * v)
        return _log_chi_square(d, v) - 0.5 * (size * size + v + math.log(2.0 * math.pi * d))

    return _mean(log_integrand, d - 1.0, d, abs(x))


def mean_abs_normal(d: int) -> float:
    """Return E|q·k| = 2Γ((d+1)/2)/(√π Γ(d/2)); d = 64: 6.358. Raises `SlotsError` for d < 1.

    With C(2m, m)/4^m = Γ(m+½)/(√π m!): d·C(d, d/2)/2^d for even d (then equal to E|S_d| of d coins), else
    2/(π·C(d−1, (d−1)/2)/2^(d−1)).
    """
    _check(d, 0.0)
    return d * central(d) if d % 2 == 0 else 2.0 / (math.pi * central(d - 1))


def _log_chi_square(d: int, v: Floats) -> Floats:
    """Return the log-density of v = ln(X/d), X ~ χ²_d; without Γ(d/2) itself, whose logarithm loses digits."""
    h = 0.5 * d
    if h < 10.0:
        log_constant = h * math.log(h) - h - math.lgamma(h)
    else:  # Stirling's series: ln Γ(h) = h ln h − h − ½ ln(h/2π) + 1/(12h) − …
        series = 1 / (12 * h) - 1 / (360 * h**3) + 1 / (1260 * h**5) - 1 / (1680 * h**7)
        log_constant = 0.5 * math.log(h / (2.0 * math.pi)) - series
    return log_constant + h * (v - np.expm1(v))


def _mean(log_integrand: Callable[[Floats], Floats], degree: float, d: int, x: float) -> float:
    """Return the integral of e^log_integrand over v; x is the point of the law, `degree` the power of X at its peak."""
    # The peak of degree/2·v − d/2·e^v − x²/(2d)·e^−v, a quadratic in e^v, and the width of a normal curve there.
    y = max((degree + math.hypot(degree, 2.0 * x)) / (2.0 * d), 1e-300)
    peak, width = math.log(y), 1.0 / math.sqrt(0.5 * d * y + x / d * (x / y) / 2.0)
    with np.errstate(all="ignore"):
        top = float(log_integrand(np.array(peak)))
        left, right = (_reach(log_integrand, peak, top, side * min(width, 1.0)) for side in (-1.0, 1.0))
        step = min(0.2, width / 3.0)
        v = np.arange(left, right + step, step)
        return float(np.exp(log_integrand(v) - top).sum()) * step * math.exp(top)


def _reach(log_integrand: Callable[[Floats], Floats], peak: float, top: float, step: float) -> float:
    """Return a place, on the side that `step` points to, where the integrand is negligible."""
    while not float(log_integrand(np.array(peak + step))) < top - _NEGLIGIBLE:
        step *= 1.5
    return peak + step


_erfc = np.frompyfunc(math.erfc, 1, 1)


def _log_erfc(z: Floats) -> Floats:
    """Return ln erfc(z) for z ≥ 0, by the asymptotic series where erfc itself underflows."""
    near = np.log(np.asarray(_erfc(np.minimum(z, 25.0)), dtype=np.float64))
    far = np.maximum(z, 25.0)
    series = -far * far - np.log(far * math.sqrt(math.pi)) + np.log1p(-0.5 / far**2 + 0.75 / far**4 - 1.875 / far**6)
    return np.asarray(np.where(z < 25.0, near, series))


def _check(d: int, x: float) -> None:
    if d < 1 or math.isnan(x):
        raise SlotsError(f"The law of q·k was asked for {d} slots at {x}; it needs at least 1 slot and a number.")
