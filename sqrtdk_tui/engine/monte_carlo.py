"""Many rows like this one: raw scores of fresh queries and keys, by their exact law where there is one.

Normal slots, given the query: scores are independent normals with
    mean Σ_i q_i(μ_k + ρσ_k a'_i)   and   variance σ_k²(1−ρ²) qᵀΣq,   Σ = (1−r)I + r·11ᵀ
and a query enters only through Σa' ~ N(0, 1ᵀΣ1) and Σ(a'−ā')² ~ (1−r)χ²_{d−1} (independent of it: Cochran 1934).
±1 slots: a score needs only how many of the query's +1 and −1 slots a key matches: two binomials.
Neither cost depends on d_k. Every other law is drawn slot by slot.
"""

from __future__ import annotations  # numpy.random is 7 ms and 3 MiB, and waits for the first draw

from collections.abc import Callable

import numpy as np

from sqrtdk_tui.engine.errors import Cancelled, SlotsError
from sqrtdk_tui.engine.shares import Floats, finite_scores
from sqrtdk_tui.engine.slots import Slots, query_and_keys
from sqrtdk_tui.engine.streams import draw_standard

_CHUNK = 2**17  # numbers drawn at once: 1 MiB
_Rows = Callable[[Slots, int, int, int, "np.random.Generator"], Floats]


def method_for(slots: Slots) -> str:
    """Return "law" where rows come from an exact law at a cost independent of d_k, else "slots"."""
    return "law" if slots.distribution in _LAWS else "slots"


def slots_cost(slots: Slots, d_k: int, tokens: int, rows: int) -> int:
    """Return how many slots `score_rows` draws for these rows: rows·(tokens + 1)·d_k, or 0 by law."""
    return 0 if method_for(slots) == "law" else rows * (tokens + 1) * d_k


def score_rows(
    slots: Slots,
    d_k: int,
    tokens: int,
    rows: int,
    rng: np.random.Generator,
    cancelled: Callable[[], bool] | None = None,
) -> Floats:
    """Return the raw scores of `rows` independent rows, each one new query against `tokens` new keys.

        ->   (rows, tokens); the scores of one row share their query, so they are not independent of each other

    Raises `SlotsError` if a number is below 1, `ScoreError` if a score overflows, `Cancelled` between two chunks.
    """
    law = _LAWS.get(slots.distribution)
    if law is None:
        return slot_by_slot(slots, d_k, tokens, rows, rng, cancelled)
    _check(d_k, tokens, rows)
    scores = np.empty((rows, tokens))
    step = max(1, _CHUNK // tokens)
    with np.errstate(all="ignore"):
        for start in range(0, rows, step):
            _stop_if(cancelled)
            part = scores[start : start + step]
            part[:] = law(slots, d_k, tokens, len(part), rng)
    return finite_scores(scores)


def slot_by_slot(
    slots: Slots,
    d_k: int,
    tokens: int,
    rows: int,
    rng: np.random.Generator,
    cancelled: Callable[[], bool] | None = None,
) -> Floats:
    """Return what `score_rows` does, for every law, by drawing each slot of each query and key.

    ->   (rows, tokens), at a cost of rows·(tokens + 1)·d_k slots, in chunks of about 1 MiB; raises likewise.
    """
    _check(d_k, tokens, rows)
    scores = np.zeros((rows, tokens))
    step = max(1, _CHUNK // ((tokens + 1) * d_k))
    piece = max(1, min(d_k, _CHUNK // (tokens + 1)))
    with np.errstate(all="ignore"):
        for start in range(0, rows, step):
            part = scores[start : start + step]
            w_q, w_k = rng.standard_normal((len(part), 1, 1)), rng.standard_normal((len(part), tokens, 1))
            for first in range(0, d_k, piece):
                _stop_if(cancelled)
                used = min(piece, d_k - first)
                a = draw_standard(slots.distribution, rng, (len(part), 1, used))
                b = draw_standard(slots.distribution, rng, (len(part), tokens, used))
                q, k = query_and_keys(slots, a, b, w_q, w_k)
                part += np.einsum("rs,rts->rt", q[:, 0], k)
    return finite_scores(scores)


def sum_sample(
    slots: Slots,
    d_k: int,
    count: int,
    rng: np.random.Generator,
    cancelled: Callable[[], bool] | None = None,
) -> Floats:
    """Return `count` independent raw scores, each of a new query and a new key: the ends of `count` walks, (count,).

    Raises as `score_rows`.
    """
    return score_rows(slots, d_k, 1, count, rng, cancelled)[:, 0]


def _normal_rows(slots: Slots, d_k: int, tokens: int, rows: int, rng: np.random.Generator) -> Floats:
    r = slots.correlation
    total = rng.standard_normal((rows, 1)) * np.sqrt(d_k * (1.0 + (d_k - 1) * r))  # Σa'
    around = rng.chisquare(d_k - 1, (rows, 1)) if d_k > 1 else np.zeros((rows, 1))
    squares = (1.0 - r) * around + total * total / d_k  # Σa'²
    q_sum = d_k * slots.mean_q + slots.sigma_q * total
    # qᵀΣq = (1−r)·Σ(q−q̄)² + ((1−r)/d + r)·(Σq)², as a length, so that a large σ is not squared.
    around_mean = slots.sigma_q * (1.0 - r) * np.sqrt(around)
    length = np.hypot(around_mean, np.sqrt((1.0 - r) / d_k + r) * q_sum)
    mean = slots.mean_k * q_sum
    if slots.rho != 0.0:
        mean = mean + slots.rho * slots.sigma_k * (slots.mean_q * total + slots.sigma_q * squares)
    return np.asarray(mean + slots.sigma_k * slots.own_part * length * rng.standard_normal((rows, tokens)))


def _sign_rows(slots: Slots, d_k: int, tokens: int, rows: int, rng: np.random.Generator) -> Floats:
    plus = rng.binomial(d_k, 0.5, (rows, 1))
    query_part = d_k * slots.mean_q * slots.mean_k + slots.mean_k * slots.sigma_q * (2.0 * plus - d_k)
    if slots.mean_q == 0.0:
        # Σab of a key is a sum of d_k coins, whatever the query: one binomial will do.
        product_sum = 2.0 * rng.binomial(d_k, 0.5, (rows, tokens)) - d_k
        return np.asarray(query_part + slots.sigma_q * slots.sigma_k * product_sum)
    among_plus = rng.binomial(plus, 0.5, (rows, tokens))
    among_minus = rng.binomial(d_k - plus, 0.5, (rows, tokens))
    key_sum = 2.0 * (among_plus + among_minus) - d_k  # Σb
    product_sum = 2.0 * (among_plus - among_minus) + d_k - 2.0 * plus  # Σab
    return np.asarray(query_part + slots.sigma_k * (slots.mean_q * key_sum + slots.sigma_q * product_sum))


_LAWS: dict[str, _Rows] = {"normal": _normal_rows, "rademacher": _sign_rows}


def _stop_if(cancelled: Callable[[], bool] | None) -> None:
    if cancelled is not None and cancelled():
        raise Cancelled


def _check(d_k: int, tokens: int, rows: int) -> None:
    if min(d_k, tokens, rows) < 1:
        raise SlotsError(f"{rows} rows of {tokens} tokens with {d_k} slots cannot be drawn; each must be at least 1.")
