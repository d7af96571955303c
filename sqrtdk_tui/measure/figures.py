"""Measured numbers -> the digits that their errors have earned."""

import math

from sqrtdk_tui import digits
from sqrtdk_tui.engine.moments import Estimate

_ALIKE = 1e-6  # draws of a discrete law may differ by rounding alone, which is no error


def earned(value: float | None, error: float | None) -> str:
    """A measured value, rounded to the second digit of its error: 63.1 where the error is 1.3.

    Three digits where no error is known.
    """
    if value is None:
        return "none"
    if error is None or not 0.0 < error < math.inf or not math.isfinite(value):
        return digits.size(float(f"{value:.3g}"))
    return _rounded(value, 1 - _power(error))


def plus_minus(error: float | None) -> str:
    """An error with two digits: ±1.3, ±0.057; `none` where none can be given."""
    if error is None:
        return "none"
    if error == 0.0 or not math.isfinite(error):
        return "±0" if error == 0.0 else "±any"
    return f"±{_rounded(error, 1 - _power(error))}"


def room(estimate: Estimate) -> float:
    """One standard error; the whole way to the far end where the value itself is the other, as with 0 dead rows."""
    at_end = estimate.value in (estimate.low, estimate.high)
    return max(estimate.high - estimate.value, estimate.value - estimate.low) if at_end else estimate.error


def with_error(estimate: Estimate) -> str:
    """1.2401±0.0026; the value alone where all draws near it are alike, which tells no error."""
    off = room(estimate)
    if off < _ALIKE * abs(estimate.value):
        return earned(estimate.value, None)
    return earned(estimate.value, off) + (plus_minus(off) if off else "")


def percent(estimate: Estimate) -> str:
    """A share with its error, in percent: 92.56±0.09%; a bare 0% where none was seen."""
    if estimate.value in (0.0, 1.0):
        return f"{100 * estimate.value:.0f}%"
    error = 100.0 * room(estimate)
    return f"{earned(100.0 * estimate.value, error)}{plus_minus(error)}%"


def _power(value: float) -> int:
    """The power of ten of the first digit, after rounding to two: 0.0996 -> -1."""
    return int(f"{value:.1e}".split("e")[1])


def _rounded(value: float, decimals: int) -> str:
    """So many decimals, tens for a negative number; powers of ten where zeros would fill the line."""
    size = abs(value)
    if size and (size < 1e-4 or size >= 1e7):
        places = _power(size) + decimals
        text = f"{value:.{min(places, 6)}e}" if places >= 0 else "0"
        return text.replace("e+0", "e").replace("e+", "e").replace("e-0", "e-")
    text = f"{round(value, decimals):.{max(0, decimals)}f}"
    return text.removeprefix("-") if float(text) == 0.0 else text


def exact(value: float | None) -> str:
    """An exact number, four digits; `none` where there is none."""
    return "none" if value is None else digits.size(float(f"{value:.4g}"))


def root(d_k: int) -> float:
    """√d_k, to the digits that a sentence shows."""
    return math.sqrt(d_k) if math.isqrt(d_k) ** 2 == d_k else float(f"{math.sqrt(d_k):.4g}")
