"""Many rows like this one: raw scores of fresh queries and keys, by their exact law where there is one (`row_laws`).

The law's cost does not depend on d_k. Every other law is drawn slot by slot.
"""

from __future__ import annotations  # numpy.random is 7 ms and 3 MiB, and waits for the first draw

from collections.abc import Callable

import numpy as np

from sqrtdk_tui.engine.errors import Cancelled, SlotsError
from sqrtdk_tui.engine.row_laws import normal_queries, sign_scores
from sqrtdk_tui.engine.shares import Floats, finite_scores
from sqrtdk_tui.engine.slots import Slots, query_and_keys
from sqrtdk_tui.engine.streams import draw_standard

_CHUNK = 2**17  # numbers drawn at once: 1 MiB
_Rows = Callable[[Slots, int, int, int, "np.random.Generator"], Floats]


def method_for(slots: Slots) -> str:
    """Return "law" where rows come from an exact law at a cost independent of d_k, else "slots"."""
    return "law" if slots.distribution in _LAWS else "slots"


def checked_method(slots: Slots, method: str | None) -> str:
    """Return the method asked for, "slots" or "law" (None: the law where there is one); raises `SlotsError`."""
    if method is None:
        return method_for(slots)
    if method not in ("slots", "law"):
        raise SlotsError(f"There is no method {method!r}; use slots or law.")
    if method == "law" and slots.distribution not in _LAWS:
        raise SlotsError(
            f"No exact law of q·k is at hand for {slots.distribution} slots, only for normal and rademacher ones; "
            "these must be measured slot by slot."
        )
    return method


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
    queries = normal_queries(slots, d_k, rows, rng)
    return np.asarray(queries.mean[:, None] + queries.spread[:, None] * rng.standard_normal((rows, tokens)))


def _sign_rows(slots: Slots, d_k: int, tokens: int, rows: int, rng: np.random.Generator) -> Floats:
    plus = rng.binomial(d_k, 0.5, (rows, 1)).astype(np.float64)
    return sign_scores(slots, d_k, plus, (rows, tokens), rng)


_LAWS: dict[str, _Rows] = {"normal": _normal_rows, "rademacher": _sign_rows}


def _stop_if(cancelled: Callable[[], bool] | None) -> None:
    if cancelled is not None and cancelled():
        raise Cancelled


def _check(d_k: int, tokens: int, rows: int) -> None:
    if min(d_k, tokens, rows) < 1:
        raise SlotsError(f"{rows} rows of {tokens} tokens with {d_k} slots cannot be drawn; each must be at least 1.")
