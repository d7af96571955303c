"""How spread out one row of attention weights is, and how steep softmax is there.

Near a one-hot row nearly every textbook formula subtracts two numbers close to 1. Here the winner's complement,
`rest` = Σ_{j≠winner} p_j, is always added up directly, so 1e-18 and 1e-300 keep all their digits.
"""

import math

import numpy as np
import numpy.typing as npt

from sqrtdk_tui.engine.errors import ScoreError

Floats = npt.NDArray[np.float64]


def as_floats(values: npt.ArrayLike, what: str) -> Floats:
    """Return `values` as a float64 array; raises `ScoreError` where they are not numbers."""
    try:
        return np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        message = f"A {what} is not a 64-bit number; only numbers in rows of equal length are allowed."
        raise ScoreError(message) from None


def finite_scores(scores: Floats) -> Floats:
    """Return drawn raw scores as they are; raises `ScoreError` where σ and the means made one overflow."""
    if not np.isfinite(scores).all():
        raise ScoreError("A raw score is too large for a 64-bit float; smaller σ and means are needed.")
    return scores


def split_winner(rows: Floats, empty: float = 0.0) -> tuple[Floats, Floats]:
    """Return (top, others) of each row: its largest entry, and the row with `empty` in that entry's place.

        rows: (..., n)   ->   top: (..., 1),   others: (..., n)

    Of several equal winners the first is taken.
    """
    winner = rows.argmax(axis=-1)[..., None]
    top = np.take_along_axis(rows, winner, axis=-1)
    others = np.array(rows, order="C")  # a copy, contiguous along the row: there NumPy adds pairwise
    np.put_along_axis(others, winner, empty, axis=-1)
    return top, others


def entropy(weights: npt.ArrayLike, axis: int = -1) -> Floats:
    """Return the entropy of each row in nats: 0 when one token has all the weight, ln n when all share it.

        H = −Σ p_i ln p_i,   0·ln 0 = 0          weights: (..., n)   ->   (...)

    The winner's −ln p is −log1p(−rest), so H keeps its digits near 0 ([0, −40] gives 1.74e-16).
    Raises `ScoreError` if the weights are not shares that add up to 1. Source: Shannon 1948, §6.
    """
    top, others, rest = _shares(weights, axis)
    with np.errstate(all="ignore"):
        log_top = np.where(top < 0.5, np.log(top), np.log1p(-rest))
        log_others = np.log(np.where(others > 0.0, others, 1.0))
        nats = -(top * log_top) - (others * log_others).sum(axis=-1, keepdims=True)
    return np.asarray(np.maximum(nats[..., 0], 0.0))


def entropy_normalised(weights: npt.ArrayLike, axis: int = -1) -> Floats | None:
    """Return H/ln n of each row: 0 for one winner, 1 for an even share; n counts masked tokens too.

        weights: (..., n)   ->   (...), or None for n = 1, where it is 0/0

    Raises as `entropy`.
    """
    nats = entropy(weights, axis)
    tokens = np.atleast_1d(np.asarray(weights)).shape[axis]
    return None if tokens == 1 else np.asarray(nats / math.log(tokens))


def effective_tokens(weights: npt.ArrayLike, axis: int = -1) -> Floats:
    """Return e^H of each row (the perplexity): how many equal tokens would be as spread out; 1 to n.

    weights: (..., n)   ->   (...)          Raises as `entropy`.
    """
    return np.asarray(np.exp(entropy(weights, axis)))


def softmax_jacobian(weights: npt.ArrayLike) -> Floats:
    """Return how each weight moves with each score, ∂p_i/∂s_j.

        J = diag(p) − p pᵀ,   J_ii = p_i Σ_{j≠i} p_j          weights: (n,)   ->   (n, n)

    All zeros at a one-hot row: there training has no slope. Raises `ScoreError` as `entropy`, or for more than one
    row. Source: Vaswani et al. 2017, §3.2.1 ("extremely small gradients").
    """
    row = as_floats(weights, "weight")
    if row.ndim != 1:
        raise ScoreError(f"The Jacobian belongs to one row of weights, but the shape is {row.shape}; give shape (n,).")
    top, _, rest = _shares(row, -1)
    with np.errstate(all="ignore"):
        jacobian: Floats = -np.multiply.outer(row, row)
        diagonal = row * (1.0 - row)
        diagonal[row.argmax()] = top[0] * rest[0]
    np.fill_diagonal(jacobian, diagonal)
    return jacobian


def jacobian_norm(weights: npt.ArrayLike, axis: int = -1) -> Floats:
    """Return the Frobenius norm ‖diag(p) − ppᵀ‖_F of each row without building the matrix.

        ‖J‖² = Σ p_i²(1−p_i)² + Σ_{i≠j} p_i² p_j²          weights: (..., n)   ->   (...)

    Everything is divided by `rest` first, so that no square of a small share underflows. 0 at a one-hot row.
    Raises as `entropy`.
    """
    top, others, rest = _shares(weights, axis)
    with np.errstate(all="ignore"):
        part = others / np.where(rest > 0.0, rest, 1.0)
        squares = (part * part).sum(axis=-1, keepdims=True)
        losers = (part * (1.0 - others)) ** 2 + others**2 * (squares - part * part)
        norm = rest * np.sqrt(top**2 * (1.0 + 2.0 * squares) + losers.sum(axis=-1, keepdims=True))
    return np.asarray(norm[..., 0])


def winner_slope(weights: npt.ArrayLike, axis: int = -1) -> Floats:
    """Return p(1−p) of each row's largest share: how fast the winner's weight moves with its own score; at most 1/4.

    ∂p_w/∂s_w = p_w Σ_{j≠w} p_j          weights: (..., n)   ->   (...)          Raises as `entropy`.
    """
    top, _, rest = _shares(weights, axis)
    with np.errstate(all="ignore"):
        return np.asarray((top * rest)[..., 0])


def total_slope(weights: npt.ArrayLike, axis: int = -1) -> Floats:
    """Return the trace of the softmax Jacobian of each row: Σ p_i(1−p_i) = 1 − Σ p_i², from 0 to 1 − 1/n.

        Σ_i p_i Σ_{j≠i} p_j          weights: (..., n)   ->   (...)

    For scores s·g, g ~ N(0,1): E[1 − Σp²] = E[Σ p_i g_i]/s, so it falls at most like 1/√d_k. Raises as `entropy`.
    """
    top, others, rest = _shares(weights, axis)
    with np.errstate(all="ignore"):
        # A loser's share is at most 1/2, so its 1 − p loses nothing; only the winner's complement is added up.
        losers = (others * (1.0 - others)).sum(axis=-1, keepdims=True)
        return np.asarray((top * rest + losers)[..., 0])


def _shares(weights: npt.ArrayLike, axis: int) -> tuple[Floats, Floats, Floats]:
    """Return (top, others, rest) with the row's axis last; raises `ScoreError` unless each row adds up to 1."""
    array = np.atleast_1d(as_floats(weights, "weight"))
    rows = np.moveaxis(array, axis, -1)
    if rows.shape[-1] == 0 or not (rows >= 0.0).all():
        raise ScoreError("A weight is negative, NaN or missing; weights are shares from 0 to 1 that add up to 1.")
    top, others = split_winner(rows)
    rest = others.sum(axis=-1, keepdims=True)
    if not (np.abs(top + rest - 1.0) <= 1e-9).all():
        raise ScoreError("The weights of a row do not add up to 1; weights are shares from 0 to 1 that add up to 1.")
    return top, others, rest
