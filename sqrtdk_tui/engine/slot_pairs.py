"""Raw scores slot by slot: every slot of every query and key is drawn, and the products are added up.

±1 slots are bits: q_i·k_i = −1 where the two bits differ, so of 64 slots one xor and one count of ones give the sum
exactly, Σ q_i k_i = d_k − 2·popcount(q xor k). It is the same honest sum of d_k products, 64 at a time.
"""

from __future__ import annotations  # numpy.random is 7 ms and 3 MiB, and waits for the first draw

import numpy as np
import numpy.typing as npt

from sqrtdk_tui.engine.shares import Floats
from sqrtdk_tui.engine.slots import Slots, Sums, combine
from sqrtdk_tui.engine.streaming import PIECE, Stop, stop_if
from sqrtdk_tui.engine.streams import draw_standard

_WORDS = ((8, "<u1"), (16, "<u2"), (32, "<u4"))


def scores_slot_by_slot(slots: Slots, d_k: int, rows: int, rng: np.random.Generator, stop: Stop) -> Floats:
    """Return `rows` raw scores, each of a new query and a new key, by drawing all 2·d_k slots of each: (rows,).

    In pieces of 2^15 slots; inf where a score is beyond float64. Raises `Cancelled` between two pieces.
    """
    factors = (rng.standard_normal(rows), rng.standard_normal(rows)) if slots.correlation > 0.0 else None
    add_up = _sums_of_bits if slots.distribution == "rademacher" else _sums_of_slots
    return combine(slots, d_k, add_up(slots, d_k, rows, rng, stop), factors)


def _sums_of_slots(slots: Slots, d_k: int, rows: int, rng: np.random.Generator, stop: Stop) -> Sums:
    """Return Σa, Σa², Σb, Σab, each (rows,); those that the settings multiply by 0 are left at 0."""
    correlated = slots.correlation > 0.0
    need_a = correlated or slots.mean_k != 0.0 or (slots.rho != 0.0 and slots.mean_q != 0.0)
    need_b, need_a2 = correlated or slots.mean_q != 0.0, slots.rho != 0.0
    a_sum, a2_sum, b_sum, ab_sum = np.zeros((4, rows))
    step = min(d_k, max(1, PIECE // rows))
    buffers = np.empty((2, step, rows))
    for start in range(0, d_k, step):
        used = min(step, d_k - start)
        a, b = (_draw(slots.distribution, rng, buffer[:used], stop) for buffer in buffers)
        ab_sum += np.einsum("ij,ij->j", a, b)
        if need_a:
            a_sum += a.sum(axis=0)
        if need_a2:
            a2_sum += np.einsum("ij,ij->j", a, a)
        if need_b:
            b_sum += b.sum(axis=0)
    return Sums(a_sum, a2_sum, b_sum, ab_sum)


def _draw(distribution: str, rng: np.random.Generator, out: Floats, stop: Stop) -> Floats:
    stop_if(stop)
    if distribution == "normal":
        return rng.standard_normal(out=out)  # in place: no new memory for each piece
    return draw_standard(distribution, rng, out.shape)


def _sums_of_bits(slots: Slots, d_k: int, rows: int, rng: np.random.Generator, stop: Stop) -> Sums:
    """Return the same sums of ±1 slots, from random words: whole numbers, exact."""
    bits, kind = next(((bits, kind) for bits, kind in _WORDS if d_k <= bits), (64, "<u8"))
    words, last = -(-d_k // bits), d_k % bits
    need_a, need_b = slots.mean_k != 0.0, slots.mean_q != 0.0
    a_ones, b_ones, unlike = np.zeros((3, rows))
    step = max(1, PIECE // rows)
    for start in range(0, words, step):
        used = min(step, words - start)
        a, b = (_words(rng, used, rows, kind, stop) for _ in range(2))
        if last and start + used == words:
            ones = a.dtype.type(2**last - 1)  # the last word's other bits are no slots
            a[-1] &= ones
            b[-1] &= ones
        if need_a:
            a_ones += _ones(a)
        if need_b:
            b_ones += _ones(b)
        unlike += _ones(np.bitwise_xor(a, b, out=a))
    a_sum, b_sum, ab_sum = (sign * (2.0 * ones - d_k) for sign, ones in ((1.0, a_ones), (1.0, b_ones), (-1.0, unlike)))
    return Sums(a_sum, float(d_k), b_sum, ab_sum)


def _words(rng: np.random.Generator, words: int, rows: int, kind: str, stop: Stop) -> npt.NDArray[np.unsignedinteger]:
    """Return random words of the least width that holds a vector, (words, rows), alike on every machine."""
    stop_if(stop)
    size = words * rows * np.dtype(kind).itemsize
    raw = rng.integers(0, 2**64, -(-size // 8), dtype=np.uint64).astype("<u8", copy=False)
    found: npt.NDArray[np.unsignedinteger] = raw.view(kind)[: words * rows].reshape(words, rows)
    return found


def _ones(words: npt.NDArray[np.unsignedinteger]) -> npt.NDArray[np.int64]:
    """Return the number of ones in each column; at most 1,023 words of 64 fit 16 bits."""
    kind = np.uint16 if words.shape[0] < 1024 else np.int64
    ones: npt.NDArray[np.int64] = np.bitwise_count(words).sum(axis=0, dtype=kind).astype(np.int64)
    return ones
