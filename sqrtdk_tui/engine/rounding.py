"""Exact values that come out exact: √128 squared is 128, not 128.00000000000003."""

import math

_NOISE = 1e-15  # relative: two or three roundings of a 64-bit float
_DIGITS = 12


def settled(value: float) -> float:
    """Return the short decimal (12 digits) that a closed form has missed by rounding alone; else the value itself."""
    if not math.isfinite(value) or value == 0.0:
        return value
    short = float(f"{value:.{_DIGITS}g}")
    return short if abs(short - value) <= _NOISE * abs(value) else value
