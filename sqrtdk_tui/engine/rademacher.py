"""The exact law of S_n, the sum of n independent ±1 (Rademacher) numbers: q·k when every slot is +1 or −1.

S_n = 2·Bin(n, 1/2) − n,   P(S_n = s) = C(n, (n+s)/2) / 2^n   for |s| ≤ n with the parity of n, else 0
"""

import math

import numpy as np
import numpy.typing as npt

from sqrtdk_tui.engine.errors import SlotsError
from sqrtdk_tui.engine.shares import Floats

_EXACT_UP_TO = 1024  # whole-number arithmetic takes 0.2 ms here, and grows like n²


def rademacher_pmf(n: int, values: npt.ArrayLike) -> Floats:
    """Return P(S_n = s) for each s in `values` (any shape, kept); 0 where n coins cannot give s.

    Relative error below 1e-10 (n ≤ 2^20); below 1e-308 digits are lost. Raises `SlotsError` for n < 1.
    """
    _check(n)
    table = _from_centre(n)
    size = np.abs(np.asarray(values, dtype=np.float64))
    with np.errstate(all="ignore"):
        step = (size - n % 2) / 2.0
        possible = (step == np.floor(step)) & (step >= 0.0) & (step < len(table))
    return np.asarray(np.where(possible, table[np.where(possible, step, 0.0).astype(np.int64)], 0.0))


def rademacher_tail(n: int, c: float, strict: bool = False) -> float:
    """Return P(|S_n| ≥ c), or P(|S_n| > c) if `strict`.

        n ≤ 1024: the whole-number sum 2·Σ_{s≥c} C(n, (n+s)/2), rounded once; above: relative error below 1e-10

    Raises `SlotsError` for n < 1 or a NaN. 100 coins: P(|S| > 50) = 1.81e-7, one in 5.5 million.
    """
    _check(n)
    if math.isnan(c):
        raise SlotsError("The bound is not a number; any number is allowed.")
    if c > n:
        return 0.0
    first = max(math.floor(c) + 1 if strict else math.ceil(c), 0) if c >= 0.0 else 0
    first += (first - n) % 2  # the smallest size that has the parity of n
    if first <= n % 2:
        return 1.0
    if n <= _EXACT_UP_TO:
        return _whole_number_tail(n, first)
    return float(2.0 * _from_centre(n)[(first - n % 2) // 2 :].sum())


def mean_abs_rademacher(n: int) -> float:
    """Return E|S_n| = n·C(n−1, ⌊(n−1)/2⌋)/2^(n−1), close to √(2n/π); n = 100: 7.96. Raises `SlotsError` for n < 1."""
    _check(n)
    return n * central(n - 1)


def central(n: int) -> float:
    """Return the largest probability, P(S_n = 0) for even n and P(S_n = 1) for odd n, to 1e-15 relative.

    C(2m, m)/4^m = exp(−1/(8m) + 1/(192m³) − …)/√(πm),   and for n = 2m − 1 the same value (Stirling's series)
    """
    if n <= _EXACT_UP_TO:
        return float(math.comb(n, n // 2) / 2**n)
    m = (n + 1) // 2
    return math.exp(-1.0 / (8.0 * m) + 1.0 / (192.0 * m**3)) / math.sqrt(math.pi * m)


def _whole_number_tail(n: int, first: int) -> float:
    # Count from the far end: C(n, 0) for |S| = n, then C(n, 1) for n − 2, down to `first`.
    term, total = 1, 0
    for k in range((n - first) // 2 + 1):
        total += term
        term = term * (n - k) // (k + 1)
    return float(2 * total / 2**n)


def _from_centre(n: int) -> Floats:
    """Return P(S_n = s) for s = parity, parity + 2, …, until it is below 1e-324 or s = n."""
    steps = min(n // 2, math.isqrt(400 * n) + 2)
    s = n % 2 + 2.0 * np.arange(steps)
    with np.errstate(all="ignore"):
        ratios = np.cumprod((n - s) / (n + s + 2.0))
        table: Floats = central(n) * np.concatenate(([1.0], ratios))
    return table


def _check(n: int) -> None:
    if n < 1:
        raise SlotsError(f"The number of slots is {n}; it must be at least 1.")
