"""What softmax makes of many rows at once: shares, entropy, slopes and the pull on the query, tokens first.

Everything is worked out from t = s − max s, so that one e^t a token serves all of it. With e = e^t, and sums over all
tokens but the winner, R = Σe, Z = 1 + R, S₂ = Σe², S₃ = Σe³:

    top share 1/Z          entropy log1p(R) − Σet/Z          winner's slope R/Z²          total slope (2R + R² − S₂)/Z²
    Z⁴‖J‖²_F = R² + 3S₂ − 2S₃ + 2R(S₂ − S₃) + R²S₂ + S₂²          J = diag(p) − ppᵀ

Each of these adds numbers of one sign (S₃ ≤ S₂ ≤ R²), so a row that is nearly one-hot keeps its digits. R is taken
out of the squares first, so that they do not vanish before R itself does at 1e-308.

The pull on the query is ‖∂p/∂q‖_F of p = softmax(q·K/c), ∂p/∂q = J·K/c: how far all shares together move for a small
step of the query (the root of the sum over all directions). A common part of all keys cancels in J·K.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from sqrtdk_tui.engine.shares import Floats
from sqrtdk_tui.engine.streaming import Stop, stop_if

DEAD = 0.01
"""A row is dead when its total slope 1 − Σp² is below this: less than one part in a hundred is left to move."""

TOP, ENTROPY, EFFECTIVE, IS_DEAD, WINNER, TOTAL, PULL, PULL_SQUARED = range(8)
"""Rows of the table that `side_of` returns."""


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """One side's z = t/c and part = e/R (0 at the winners), (tokens, rows); and sums over the row, each (rows,)."""

    z: Floats
    part: Floats
    rest: Floats  # R
    ties: Floats  # tokens at the maximum, less one: they count in R
    s2: Floats  # S₂/R²
    s3: Floats  # S₃/R²
    spent: Floats  # Σet


PullOf = Callable[[Sums, float], Floats]
"""(sums, divisor) -> ‖J·K‖_F·Z²/R of each row, (rows,)."""


def behind(scores: Floats) -> Floats:
    """Return t = s − max s of each row, in place: (tokens, rows). Never −inf, so that 0·t is 0."""
    scores -= scores.max(axis=0)
    return np.maximum(scores, -1e300, out=scores)


def side_of(t: Floats, divisor: float, pull_of: PullOf) -> Floats:
    """Return the statistics of each row, (8, rows), for softmax(t/divisor); t: (tokens, rows) from `behind`.

    The slopes and the pull are 0 where everything but the top share is below 1e-308.
    """
    sums = _sums(t / divisor if divisor != 1.0 else t)
    rest, total, found = sums.rest, 1.0 + sums.rest, np.empty((8, t.shape[1]))
    found[TOP] = 1.0 / total
    found[ENTROPY] = np.log1p(rest) - sums.spent / total
    found[EFFECTIVE] = np.exp(found[ENTROPY])
    found[WINNER] = rest / (total * total)
    found[TOTAL] = rest * (2.0 + rest * (1.0 - sums.s2)) / (total * total)
    found[IS_DEAD] = found[TOTAL] < DEAD
    found[PULL] = np.where(rest > 0.0, rest / (total * total) * pull_of(sums, divisor) / divisor, 0.0)
    found[PULL_SQUARED] = found[PULL] ** 2
    return found


def spread_square(t: Floats) -> Floats:
    """Return the unbiased variance of each row's scores over its keys, (rows,); NaN for one token. t: (tokens, rows).

    Its mean over many rows is the square of `law.spread_across_keys`.
    """
    apart = t - t.mean(axis=0)
    return np.asarray(np.einsum("ij,ij->j", apart, apart) / (t.shape[0] - 1.0))


def pull_by_law(along: Floats, rest: Floats, unit: float = 1.0) -> PullOf:
    """Return the pull's root mean square over what the scores leave open of the keys (`row_laws.LawRows`).

    unit: the σ of the keys, in which `along`, `rest` and lengths are measured, so that no square is beyond float64.
    """

    def root(sums: Sums, divisor: float) -> Floats:
        known = np.minimum(along * divisor, 1e300) * np.sqrt(_known_square(sums))  # scores below 1e-300 have no digits
        return np.asarray(unit * np.sqrt(_open_square(sums, rest) + known * known))

    return root


def pull_of_keys(keys: Sequence[Floats], stop: Stop) -> PullOf:
    """Return the pull of the very keys drawn; keys: slices of (rows, tokens, some of the d_k slots).

    J·K has the rows p_j(k_j − k̄), k̄ = Σ p k: no n × n matrix is built. Keys are taken from the winner's, D = k − k_w,
    so that k_w − k̄ = −Σ p D keeps its digits. Raises `Cancelled` between two slices.
    """

    def root(sums: Sums, divisor: float) -> Floats:
        winner = sums.z.argmax(axis=0)
        part = sums.part + (sums.z == 0.0) / np.where(sums.rest > 0.0, sums.rest, 1.0)
        part[winner, np.arange(winner.size)] = 0.0
        rows, found = np.ascontiguousarray(part.T), np.zeros(winner.size)
        share = sums.rest / (1.0 + sums.rest)
        for piece in keys:
            stop_if(stop)
            apart = piece - np.take_along_axis(piece, winner[:, None, None], axis=1)
            mean = np.einsum("rt,rtd->rd", rows, apart)
            found += np.einsum("rd,rd->r", mean, mean)
            apart -= (share[:, None] * mean)[:, None, :]
            apart *= rows[:, :, None]
            found += (1.0 + sums.rest) ** 2 * np.einsum("rtd,rtd->r", apart, apart)
        return np.sqrt(found)

    return root


def _sums(z: Floats) -> Sums:
    e = np.exp(z)
    below = z < 0.0
    ties = z.shape[0] - 1.0 - below.sum(axis=0, dtype=np.uint16)
    e *= below
    spent, rest = np.einsum("ij,ij->j", e, z), e.sum(axis=0) + ties
    part = e / np.where(rest > 0.0, rest, 1.0)
    squares = part * part
    tied = ties / np.maximum(rest, 1.0) ** 2
    s2, s3 = squares.sum(axis=0) + tied, np.einsum("ij,ij->j", squares, e) + tied
    return Sums(z, part, rest, ties, s2, s3, spent)


def _open_square(sums: Sums, rest: Floats) -> Floats:
    """Return Σ_j (JᵀJ)_jj·rest_j·Z⁴/R²: what the keys' open directions add to the pull."""
    r, s2, s3 = sums.rest, sums.s2, sums.s3
    if rest.ndim < 2:
        return np.asarray(rest * (1.0 + 3.0 * s2 - 2.0 * s3 + 2.0 * r * (s2 - s3) + r * r * s2 * (1.0 + s2)))
    # (JᵀJ)_jj Z⁴ = e²(Z² − 2Ze + 1 + S₂), and R² + S₂ for the winner and, with the same `rest`, for its ties.
    total, top = 1.0 + r, np.where(sums.z == 0.0, rest, 0.0).max(axis=0)
    weights = sums.part * sums.part * (total * total + 1.0 + r * r * s2 - 2.0 * total * r * sums.part)
    return np.asarray(np.einsum("ij,ij->j", weights, rest) + (1.0 + sums.ties) * (1.0 + s2) * top)


def _known_square(sums: Sums) -> Floats:
    """Return ‖Jz‖²·Z⁴/R²: what the keys' known direction adds to the pull, per unit of (`along`·divisor)²."""
    total = 1.0 + sums.rest
    mean = sums.spent / total  # of z under p; at most 0
    apart = (sums.z - mean) * sums.part
    top = (mean / np.where(sums.rest > 0.0, sums.rest, 1.0)) ** 2
    return np.asarray(total * total * (np.einsum("ij,ij->j", apart, apart) + (1.0 + sums.ties) * top))
