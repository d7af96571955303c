"""Whole rows slot by slot: every slot of every query and key is drawn, and the keys stay at hand for the pull on q."""

from __future__ import annotations  # numpy.random is 7 ms and 3 MiB, and waits for the first draw

import numpy as np

from sqrtdk_tui.engine.shares import Floats
from sqrtdk_tui.engine.slots import Slots, query_and_keys
from sqrtdk_tui.engine.streaming import PIECE, Stop, stop_if
from sqrtdk_tui.engine.streams import draw_standard


def rows_at_once(d_k: int, tokens: int) -> int:
    """Return how many rows are drawn together: about 2^15 slots, at least one row."""
    return max(1, PIECE // (d_k * tokens))


def rows_slot_by_slot(
    slots: Slots, d_k: int, tokens: int, rows: int, rng: np.random.Generator, stop: Stop
) -> tuple[Floats, list[Floats]]:
    """Return raw scores, tokens first (tokens, rows), and the keys in slices of (rows, tokens, some of the d_k slots).

    Holds rows·tokens·d_k numbers: 0.25 MiB for `rows_at_once`, 32 MiB for one row of 2^22 slots. Raises `Cancelled`
    between two slices of about 2^15 slots.
    """
    w_q, w_k = rng.standard_normal((rows, 1, 1)), rng.standard_normal((rows, tokens, 1))
    scores, keys = np.zeros((rows, tokens)), []
    step = max(1, min(d_k, PIECE // (rows * tokens)))
    for start in range(0, d_k, step):
        stop_if(stop)
        used = min(step, d_k - start)
        a = draw_standard(slots.distribution, rng, (rows, 1, used))
        b = draw_standard(slots.distribution, rng, (rows, tokens, used))
        q, k = query_and_keys(slots, a, b, w_q, w_k)
        scores += np.einsum("rs,rts->rt", q[:, 0], k)
        keys.append(k)
    return np.ascontiguousarray(scores.T), keys
