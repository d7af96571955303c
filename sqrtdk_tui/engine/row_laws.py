"""Scores of whole rows by their exact law, at a cost that does not depend on d_k; and what is known of the keys then.

Normal slots, given the query: scores are independent normals with
    mean Σ_i q_i(μ_k + ρσ_k a'_i)   and   variance σ_k²(1−ρ²) qᵀΣq,   Σ = (1−r)I + r·11ᵀ
and a query enters only through Σa' ~ N(0, 1ᵀΣ1) and Σ(a'−ā')² ~ (1−r)χ²_{d−1} (independent of it: Cochran 1934).
±1 slots: a score needs only how many of the query's +1 and −1 slots a key matches: two binomials.

A score also says how far its key reaches in one direction: along Σq/|Σq| (along q when r = 0) two keys lie
|Σq|/(qᵀΣq) apart for each unit that their scores differ. Of the other directions only the mean square is known.
Both are given in units of σ_k.
"""

from __future__ import annotations  # numpy.random is 7 ms and 3 MiB, and waits for the first draw

from dataclasses import dataclass

import numpy as np

from sqrtdk_tui.engine.shares import Floats
from sqrtdk_tui.engine.slots import Slots


@dataclass(frozen=True, slots=True, eq=False)
class Queries:
    """Random queries as the scores of their keys see them, each (rows,).

    A score is normal with `mean` and `spread`. `along`: how far a key reaches along Σq/|Σq| for each unit of score;
    `rest`: its expected square length in all other directions (in which keys differ; ρ's part is common to them).
    """

    mean: Floats
    spread: Floats
    along: Floats
    rest: Floats


@dataclass(frozen=True, slots=True, eq=False)
class LawRows:
    """Raw scores, (tokens, rows), and of the keys `along`, (rows,), and `rest`, (rows,) or (tokens, rows)."""

    scores: Floats
    along: Floats
    rest: Floats


def rows_by_law(slots: Slots, d_k: int, tokens: int, rows: int, rng: np.random.Generator) -> LawRows:
    """Return rows of normal or ±1 slots, tokens first; inf where a score is beyond float64.

    Raises `KeyError` for another distribution.
    """
    law = {"normal": _normal_rows, "rademacher": _sign_rows}[slots.distribution]
    return law(slots, d_k, tokens, rows, rng)


def pairs_by_law(slots: Slots, d_k: int, rows: int, rng: np.random.Generator) -> Floats:
    """Return raw scores of as many new queries and keys, (rows,); raises as `rows_by_law`.

    Without means and correlations, normal slots need only |q|² ~ σ_q²χ²_d and one normal number, ±1 one binomial.
    """
    plain = slots.rho == slots.correlation == slots.mean_q == slots.mean_k == 0.0
    if plain and slots.distribution == "rademacher":
        return np.asarray(slots.sigma_q * slots.sigma_k * (2.0 * rng.binomial(d_k, 0.5, rows) - d_k))
    if plain and slots.distribution == "normal":
        length = np.sqrt(rng.chisquare(d_k, rows)) * slots.sigma_q
        return np.asarray(length * slots.sigma_k * rng.standard_normal(rows))
    return np.asarray(rows_by_law(slots, d_k, 1, rows, rng).scores[0])


def normal_queries(slots: Slots, d_k: int, rows: int, rng: np.random.Generator) -> Queries:
    """Draw queries of normal slots (formulas above)."""
    r, tied = slots.correlation, 1.0 + (d_k - 1) * slots.correlation  # the two eigenvalues of Σ: 1 − r, and along 1
    total = rng.standard_normal(rows) * np.sqrt(d_k * tied)  # Σa'
    around = rng.chisquare(d_k - 1, rows) if d_k > 1 else np.zeros(rows)
    squares = (1.0 - r) * around + total * total / d_k  # Σa'²
    q_sum = d_k * slots.mean_q + slots.sigma_q * total
    # qᵀΣq = (1−r)·Σ(q−q̄)² + ((1−r)/d + r)·(Σq)², as a length, so that a large σ is not squared.
    around_mean = slots.sigma_q * (1.0 - r) * np.sqrt(around)
    length = np.hypot(around_mean, np.sqrt((1.0 - r) / d_k + r) * q_sum)
    turned = np.hypot(np.sqrt(1.0 - r) * around_mean, tied / np.sqrt(d_k) * q_sum) / length  # |Σq|/√(qᵀΣq)
    mean = slots.mean_k * q_sum
    if slots.rho != 0.0:
        mean = mean + slots.rho * slots.sigma_k * (slots.mean_q * total + slots.sigma_q * squares)
    rest = slots.own_part**2 * np.maximum(d_k - turned * turned, 0.0) if d_k > 1 else np.zeros(rows)
    return Queries(mean, slots.sigma_k * slots.own_part * length, turned / length / slots.sigma_k, rest)


def sign_scores(slots: Slots, d_k: int, plus: Floats, shape: tuple[int, ...], rng: np.random.Generator) -> Floats:
    """Return scores of ±1 slots; plus: how many of each query's slots are +1, a shape that broadcasts to `shape`."""
    query_part = d_k * slots.mean_q * slots.mean_k + slots.mean_k * slots.sigma_q * (2.0 * plus - d_k)
    if slots.mean_q == 0.0:
        # Σab of a key is a sum of d_k coins, whatever the query: one binomial will do.
        product_sum = 2.0 * rng.binomial(d_k, 0.5, shape) - d_k
        return np.asarray(query_part + slots.sigma_q * slots.sigma_k * product_sum)
    among_plus = rng.binomial(plus.astype(np.int64), 0.5, shape)
    among_minus = rng.binomial(d_k - plus.astype(np.int64), 0.5, shape)
    key_sum = 2.0 * (among_plus + among_minus) - d_k  # Σb
    product_sum = 2.0 * (among_plus - among_minus) + d_k - 2.0 * plus  # Σab
    return np.asarray(query_part + slots.sigma_k * (slots.mean_q * key_sum + slots.sigma_q * product_sum))


def _normal_rows(slots: Slots, d_k: int, tokens: int, rows: int, rng: np.random.Generator) -> LawRows:
    queries = normal_queries(slots, d_k, rows, rng)
    scores = rng.standard_normal((tokens, rows))
    scores *= queries.spread
    scores += queries.mean
    return LawRows(scores, queries.along, queries.rest)


def _sign_rows(slots: Slots, d_k: int, tokens: int, rows: int, rng: np.random.Generator) -> LawRows:
    plus = rng.binomial(d_k, 0.5, rows).astype(np.float64)
    scores = sign_scores(slots, d_k, plus, (tokens, rows), rng)
    balance = 2.0 * plus - d_k
    q_sum = d_k * slots.mean_q + slots.sigma_q * balance
    # |q|², each slot μ ± σ; 0 is possible when μ = σ, and then every score is 0 too.
    square = plus * (slots.mean_q + slots.sigma_q) ** 2 + (d_k - plus) * (slots.mean_q - slots.sigma_q) ** 2
    along = np.where(square > 0.0, 1.0 / np.sqrt(np.where(square > 0.0, square, 1.0)), 0.0)
    reach = (scores - slots.mean_k * q_sum) / slots.sigma_k * along
    # Every key has the same length σ_k√d_k: what does not lie along q lies elsewhere.
    return LawRows(scores, along / slots.sigma_k, np.maximum(d_k - reach * reach, 0.0))
