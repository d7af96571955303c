"""Raw scores, scaled scores, softmax: the arithmetic of one attention row, as exact as float64 can hold it.

    weights = softmax(q·K / √d_k)        Vaswani et al. 2017 (arXiv 1706.03762), §3.2.1, eq. (1)

`-inf` is a mask (weight exactly 0). NaN and +inf are refused, so no NaN ever comes out.
"""

import math
from typing import SupportsFloat

import numpy as np
import numpy.typing as npt

from sqrtdk_tui.engine.errors import ScoreError, UndefinedRowError
from sqrtdk_tui.engine.shares import (
    Floats,
    as_floats,
    effective_tokens,
    entropy,
    entropy_normalised,
    jacobian_norm,
    softmax_jacobian,
    split_winner,
    total_slope,
    winner_slope,
)

__all__ = [
    "Floats",
    "attention_weights",
    "checked_divisor",
    "divide",
    "effective_tokens",
    "entropy",
    "entropy_normalised",
    "jacobian_norm",
    "log_rest",
    "log_softmax",
    "raw_scores",
    "softmax",
    "softmax_jacobian",
    "total_slope",
    "winner_slope",
]


def raw_scores(query: npt.ArrayLike, keys: npt.ArrayLike) -> Floats:
    """Return the raw score q·k_j of each key: how well it matches the query.

        s_j = Σ_i q_i k_ji          query: (d_k,)   keys: (n, d_k)   ->   (n,)

    Raises `ScoreError` if the shapes do not fit, a component is not finite, or a sum overflows float64.
    Source: Vaswani et al. 2017, §3.2.1.
    """
    q, k = as_floats(query, "component of the query"), as_floats(keys, "component of a key")
    if q.ndim != 1 or k.ndim != 2 or q.size == 0 or k.shape[0] == 0 or k.shape[1] != q.size:
        raise ScoreError(
            f"The query has shape {q.shape} and the keys have shape {k.shape}; "
            "they must be (d_k,) and (n, d_k), with the same d_k of at least 1 and at least one key."
        )
    if not (np.isfinite(q).all() and np.isfinite(k).all()):
        raise ScoreError("A component of the query or of a key is not finite; only finite numbers are allowed.")
    with np.errstate(all="ignore"):
        scores: Floats = k @ q
    if not np.isfinite(scores).all():
        raise ScoreError("A raw score is too large for a 64-bit float; its size must stay below 1.8e308.")
    return scores


def divide(scores: npt.ArrayLike, divisor: SupportsFloat) -> Floats:
    """Return the scaled scores s/divisor; a masked −inf stays −inf, and the order never changes.

        z = s / divisor          scores: any shape, kept          usual divisor: √d_k

    Two scores closer than float64 can tell apart may become equal, never swapped. Raises `ScoreError` for a
    divisor that is not a finite number above 0, for a score that is NaN or +inf, and for a quotient that overflows.
    Source: Vaswani et al. 2017, §3.2.1.
    """
    by, raw = checked_divisor(divisor), _checked_scores(scores)
    with np.errstate(all="ignore"):
        scaled: Floats = raw / by
    if (np.isinf(scaled) & ~np.isinf(raw)).any():
        raise ScoreError(f"A score divided by {by:g} is too large for a 64-bit float; a larger divisor is needed.")
    return scaled


def checked_divisor(divisor: SupportsFloat) -> float:
    """Return the divisor as a float; raises `ScoreError` unless it is a finite number above 0."""
    try:
        by = float(divisor)
    except (TypeError, ValueError, OverflowError):
        by = math.nan
    if not (0.0 < by < math.inf):
        raise ScoreError(f"The divisor is {divisor}; it must be a finite number above 0.")
    return by


def softmax(scores: npt.ArrayLike, axis: int = -1) -> Floats:
    """Return the attention weights of each row: positive shares that add up to 1.

        p_i = e^(s_i − max s) / Σ_j e^(s_j − max s)          scores: (..., n)   ->   (..., n), same shape

    Taking the maximum off changes nothing in exact arithmetic and keeps e^x from overflowing; where s_i − max s
    itself overflows the right answer is 0. A masked score (−inf) gets exactly 0. A weight below 1e-308 loses digits,
    one below 2.5e-324 is 0: use `log_softmax`. Raises `ScoreError` for NaN, +inf or an empty row, `UndefinedRowError`
    when a whole row is masked.
    """
    shifted = _shifted(scores, axis)
    with np.errstate(all="ignore"):
        powers: Floats = np.exp(shifted)
        weights: Floats = powers / _sum_along(powers, axis)
    return weights


def log_softmax(scores: npt.ArrayLike, axis: int = -1) -> Floats:
    """Return ln of the attention weights, in nats, exact where the weight itself is 1 or 0 to float64.

        ln p_i = (s_i − max s) − log1p(Σ_{j≠winner} e^(s_j − max s))          scores: (..., n)   ->   (..., n)

    The winner is left out of the sum, so ln p near p = 1 keeps its value: [0, −40] gives −4.2e-18, not 0.
    A masked score gives −inf. One value cannot be held: a finite score more than 1.797e308 below the maximum has a
    finite logarithm beyond float64, which rounds to −inf. Raises as `softmax`.
    """
    shifted = _shifted(scores, axis)
    with np.errstate(all="ignore"):
        _, others = split_winner(np.moveaxis(np.exp(shifted), axis, -1))
        rest = np.expand_dims(others.sum(axis=-1), axis)
        logs: Floats = shifted - np.log1p(rest)
    return logs


def log_rest(log_weights: npt.ArrayLike, axis: int = -1) -> Floats:
    """Return ln(1 − top share) of each row: what all tokens but the winner hold together, in nats.

        ln Σ_{j≠winner} p_j = m + ln Σ_{j≠winner} e^(ln p_j − m),   m = the second largest ln p
        log_weights: (..., n), from `log_softmax`   ->   (...), the axis removed

    Works far below 1e-308, where 1 − p is 0 in float64. −inf when no other token holds anything (n = 1, or all
    others masked). Raises as `softmax`.
    """
    logs = np.moveaxis(_checked_rows(log_weights, axis), axis, -1)
    _, others = split_winner(logs, empty=-math.inf)
    second = others.max(axis=-1, keepdims=True)
    with np.errstate(all="ignore"):
        # With nothing else in the row, second is −inf: take 0 off instead, so that e^−inf = 0 and never NaN.
        total = np.exp(others - np.where(np.isneginf(second), 0.0, second)).sum(axis=-1)
        result: Floats = np.asarray(second[..., 0] + np.log(total))
    return result


def attention_weights(query: npt.ArrayLike, keys: npt.ArrayLike, divisor: SupportsFloat | None = None) -> Floats:
    """Return softmax(q·K / divisor), with the paper's divisor √d_k unless another is given.

        query: (d_k,)   keys: (n, d_k)   ->   (n,)          divisor = 1: no divide

    Raises `ScoreError` as `raw_scores` and `divide`. Source: Vaswani et al. 2017, §3.2.1, eq. (1).
    """
    scores = raw_scores(query, keys)
    return softmax(divide(scores, math.sqrt(np.size(query)) if divisor is None else divisor))


def _checked_scores(scores: npt.ArrayLike) -> Floats:
    """Return the scores as float64, or say which one is NaN or +inf (places are counted from 1 along the last axis)."""
    array = as_floats(scores, "score")
    with np.errstate(all="ignore"):
        sound = array.size == 0 or array.max() < math.inf  # false for NaN too
    if not sound:
        wrong = np.isnan(array) | np.isposinf(array)
        place = np.argwhere(np.atleast_1d(wrong))[0][-1] + 1
        what = "NaN (not a number)" if np.isnan(array).any() else "+inf"
        raise ScoreError(f"Score {place} is {what}; a score must be a finite number, or −inf for a masked token.")
    return array


def _checked_rows(scores: npt.ArrayLike, axis: int) -> Floats:
    """Return the scores as float64 rows, each with at least one token that is not masked."""
    array = np.atleast_1d(_checked_scores(scores))
    if array.shape[axis] == 0:
        raise ScoreError("The row is empty; it needs at least one score.")
    if np.isneginf(array.max(axis=axis)).any():
        raise UndefinedRowError("Every token is masked, so no weight is defined; leave at least one token unmasked.")
    return array


def _shifted(scores: npt.ArrayLike, axis: int) -> Floats:
    """Return s − max s of each row; a difference beyond float64 becomes −inf, as a mask is."""
    array = _checked_rows(scores, axis)
    with np.errstate(all="ignore"):
        shifted: Floats = array - array.max(axis=axis, keepdims=True)
    return shifted


def _sum_along(array: Floats, axis: int) -> Floats:
    # NumPy adds pairwise (small error) only along contiguous memory: bring the axis there first.
    rows = np.ascontiguousarray(np.moveaxis(array, axis, -1))
    return np.expand_dims(rows.sum(axis=-1), axis)
