"""Measured numbers -> the digits that their errors have earned."""

import math

from sqrtdk_tui import digits
from sqrtdk_tui.engine.moments import Estimate

Forms = tuple[str, ...]
"""One number, in the form that says most first; a column takes the first that fits it, and never cuts a number."""

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
    """1.2401±0.0026; the value alone where all draws near it are alike, which tells no error; else its limit."""
    return forms(estimate)[0]


def percent(estimate: Estimate) -> str:
    """A share with its error, in percent: 92.56±0.09%; a bare 0% where none was seen."""
    return percent_forms(estimate)[0]


def forms(estimate: Estimate | None) -> Forms:
    """The forms of a positive number: with its error, with a shorter one, alone, in fewer digits."""
    if estimate is None:
        return ("none",)
    value, off = estimate.value, room(estimate)
    if value > 0.0 and math.isfinite(off) and off > value:
        return (digits.below(value + off),)
    if off < _ALIKE * abs(value):
        return (earned(value, None), *shorter(value))
    return forms_of(value, off)


def forms_of(value: float | None, error: float | None) -> Forms:
    """The same of a value of any sign with a given error."""
    if value is None:
        return ("none",)
    if error is None or not 0.0 < error < math.inf:
        return (earned(value, error) + ("" if error is None else plus_minus(error)), earned(value, None))
    power = _power(error)
    rough = f"{_rounded(value, -power)}±{_rounded(error, -power)}"
    alone = [earned(value, error), _rounded(value, -power)]
    return (f"{alone[0]}{plus_minus(error)}", rough, *alone, *shorter(value))


def shorter(value: float) -> Forms:
    """The value alone in three digits, two, one."""
    return tuple(_tidy(f"{float(f'{value:.{places}e}'):.3g}") for places in (2, 1, 0))


def percent_forms(estimate: Estimate) -> Forms:
    """The forms of a share, in percent."""
    if estimate.value in (0.0, 1.0):
        return (f"{100 * estimate.value:.0f}%",)
    value, error = 100.0 * estimate.value, 100.0 * room(estimate)
    if math.isfinite(error) and error > value:
        return (f"{digits.below(value + error)}%",)
    if error < _ALIKE * value:
        return (digits.fraction(estimate.value),)
    told = (f"{form}%" for form in forms_of(value, error))
    return (*(form for form in told if form != "100%"), digits.fraction(estimate.value))


def by_told(divisor: float, late: bool = False) -> str:
    """÷ 8; ÷ 8 late where shares are divided and not scores."""
    return f"÷ {digits.size(divisor)}{' late' if late else ''}"


def _tidy(text: str) -> str:
    return text.replace("e+0", "e").replace("e+", "e").replace("e-0", "e-")


def _power(value: float) -> int:
    """The power of ten of the first digit, after rounding to two: 0.0996 -> -1."""
    return int(f"{value:.1e}".split("e")[1])


def _rounded(value: float, decimals: int) -> str:
    """So many decimals, tens for a negative number; powers of ten where zeros would fill the line."""
    size = abs(value)
    if size and (size < 1e-4 or size >= 1e7):
        places = _power(size) + decimals
        text = f"{value:.{min(places, 6)}e}" if places >= 0 else "0"
        return _tidy(text)
    text = f"{round(value, decimals):.{max(0, decimals)}f}"
    return text.removeprefix("-") if float(text) == 0.0 else text


def exact(value: float | None) -> str:
    """An exact number: a whole one in full, else four digits; `none` where there is none."""
    if value is None:
        return "none"
    whole = math.isfinite(value) and math.isclose(value, round(value), rel_tol=1e-12)
    return digits.size(float(round(value)) if whole else value)


def root(d_k: int) -> float:
    """√d_k, to the digits that a sentence shows."""
    return math.sqrt(d_k) if math.isqrt(d_k) ** 2 == d_k else float(f"{math.sqrt(d_k):.4g}")
