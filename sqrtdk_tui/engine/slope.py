"""The slope of one row, undivided and divided: Jacobians, and what a small step of one raw score does to all shares.

    p = softmax(z), z = s/c          ∂p_i/∂z_j = p_i(δ_ij − p_j) at softmax's input          ∂p_i/∂s_j = ∂p_i/∂z_j / c

Undivided is c = 1; divided usually c = √d_k (Vaswani et al. 2017, §3.2.1). Changes are worked out as such, never as
the difference of two shares that are nearly alike.
"""

import math
from dataclasses import dataclass
from typing import SupportsFloat

import numpy as np
import numpy.typing as npt

from sqrtdk_tui.engine.attention import checked_divisor, divide, log_softmax, softmax
from sqrtdk_tui.engine.errors import ScoreError
from sqrtdk_tui.engine.shares import Floats, as_floats, jacobian_norm, softmax_jacobian, total_slope, winner_slope

_LARGEST_STEP = 700.0


@dataclass(frozen=True, slots=True, eq=False)
class Nudge:
    """One raw score moved by `delta` before the divide: shares before and after, and the change, each (n,)."""

    token: int
    delta: float
    before: Floats
    after: Floats
    change: Floats  # after − before to full precision; adds up to 0


@dataclass(frozen=True, slots=True, eq=False)
class SlopeSide:
    """One side of a row: scores as softmax sees them, shares and slopes there."""

    divisor: float
    scores: Floats  # z = s/divisor, (n,)
    weights: Floats
    log_weights: Floats
    jacobian: Floats  # ∂p/∂z, (n, n)
    winner_slope: float
    total_slope: float
    jacobian_norm: float

    @property
    def way_back(self) -> float:
        """The further factor 1/divisor on the way back from softmax's input to the raw score: ∂p/∂s = J·way_back."""
        return 1.0 / self.divisor


def slope_side(raw: npt.ArrayLike, divisor: SupportsFloat = 1.0) -> SlopeSide:
    """Return one side of a row of raw scores, (n,).

    Raises `ScoreError` as `divide` and `softmax`, `UndefinedRowError` when every token is masked.
    """
    scores = divide(raw, divisor)
    weights = softmax(scores)
    return SlopeSide(
        divisor=checked_divisor(divisor),
        scores=scores,
        weights=weights,
        log_weights=log_softmax(scores),
        jacobian=softmax_jacobian(weights),
        winner_slope=float(winner_slope(weights)),
        total_slope=float(total_slope(weights)),
        jacobian_norm=float(jacobian_norm(weights)),
    )


def nudge(raw: npt.ArrayLike, token: int, delta: float = 0.01, divisor: SupportsFloat = 1.0) -> Nudge:
    """Return what all shares of softmax(raw/divisor) do when `delta` is added to the raw score of `token` (from 0).

        h = delta/divisor          p_t' − p_t = p_t(1 − p_t)·u          p_j' − p_j = −p_j p_t·u
        u = (e^h − 1)/(1 − p_t + p_t e^h)

    1 − p_t is added up from the other shares, so a change of 1e-300 keeps its digits. A masked token keeps its 0.
    A step beyond ±700 at softmax's input turns the row over: then the change is the difference.
    Raises `ScoreError` for a token that is not there and a step that is not finite; else as `slope_side`.
    """
    c, scores = checked_divisor(divisor), divide(raw, divisor)
    if scores.ndim != 1 or not 0 <= token < scores.size:
        raise ScoreError(f"There is no token {token + 1} in a row of shape {scores.shape}; count from 1 to n.")
    if not math.isfinite(delta):
        raise ScoreError(f"The step is {delta}; it must be a finite number.")
    before, h = softmax(scores), delta / c
    if abs(h) > _LARGEST_STEP:
        turned = scores.copy()
        turned[token] += h
        after = softmax(turned)
        return Nudge(token, delta, before, after, after - before)
    own, rest = float(before[token]), math.exp(_log_rest_of(scores, token))
    u = math.expm1(h) / (rest + own * math.exp(h))
    change = -before * (own * u)
    change[token] = own * rest * u
    return Nudge(token, delta, before, before + change, change)


def shifted(raw: npt.ArrayLike, amount: float = 100.0) -> Floats:
    """Return the row with the same number added to every raw score: the gaps, and so all shares, stay as they were.

    Raises `ScoreError` where a sum is beyond float64.
    """
    return _moved(as_floats(raw, "score"), 1.0, amount)


def scaled_up(raw: npt.ArrayLike, factor: float = 2.0) -> Floats:
    """Return the row with every raw score times the same factor: every gap grows, so all shares move.

    Raises `ScoreError` where a product is beyond float64.
    """
    return _moved(as_floats(raw, "score"), factor, 0.0)


def _moved(raw: Floats, factor: float, amount: float) -> Floats:
    with np.errstate(all="ignore"):
        moved: Floats = raw * factor + amount
    if (np.isinf(moved) & np.isfinite(raw)).any() or np.isnan(moved).any():
        raise ScoreError("A score would be too large for a 64-bit float; nothing was changed.")
    return moved


def _log_rest_of(scores: Floats, token: int) -> float:
    """Return ln(1 − p) of one token, from the others' scores; −inf when it stands alone."""
    logs = log_softmax(scores)
    others = np.delete(logs, token)
    if others.size == 0 or np.isneginf(others).all():
        return -math.inf
    top = float(others.max())
    with np.errstate(all="ignore"):
        return top + math.log(float(np.exp(others - top).sum()))
