"""Where the random numbers come from: one independent stream for every (seed, purpose, vector, block).

A stream is Philox 4x64-10 with the four numbers as its 128-bit key (Salmon et al. 2011, "Parallel random numbers: as
easy as 1, 2, 3", §3: a keyed, counter-based generator, made for many independent streams; different keys give
independent streams by design, so nothing has to be spawned in order). Giving one generator a new key takes 0.4 µs
here; a new SeedSequence with its PCG64 takes 9 µs, and a row of 1024 keys needs 1025 streams for every block.
"""

from __future__ import annotations  # numpy.random is 7 ms and 3 MiB, and waits for the first draw

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from sqrtdk_tui.engine.errors import SlotsError
from sqrtdk_tui.engine.shares import Floats

VALUES, SPARSITY, FACTORS, PLACE, SUMS, TRAINING, SLOT_PAIRS, LAW_PAIRS, SLOT_ROWS, LAW_ROWS = range(10)
"""What a stream is for. Numbers drawn for one purpose never depend on what another has drawn."""

LARGEST_SEED = 2**63 - 1
LONGEST_BLOCK = 2**16
SPARSE_SHARE = 0.1
_VECTOR_BITS, _BLOCK_BITS = 40, 16
_D_K_BITS = 20
MOST_BLOCKS = 2 ** (_VECTOR_BITS - _D_K_BITS)


class Stream:
    """One Philox that is pointed at one stream after another.

    Sampling has the prefix property: `draw(m)` gives the first m numbers of `draw(n)`, m < n, at the same place.
    Not for two threads at a time.
    """

    def __init__(self, seed: int) -> None:
        """Take a seed from 0 to 2^63 − 1. Raises `SlotsError` for another one."""
        if not 0 <= seed <= LARGEST_SEED:
            raise SlotsError(f"The seed is {seed}; it must be a whole number from 0 to {LARGEST_SEED}.")
        self._seed = seed
        self._bits = np.random.Philox(key=0)
        self.generator = np.random.Generator(self._bits)

    def point(self, purpose: int, vector: int = 0, block: int = 0) -> np.random.Generator:
        """Go to the start of the stream (seed, purpose, vector, block) and return the generator there."""
        place = purpose << (_VECTOR_BITS + _BLOCK_BITS) | vector << _BLOCK_BITS | block
        self._bits.state = _start(self._seed, place)
        return self.generator

    def draw(self, distribution: str, vector: int, block: int, out: Floats) -> None:
        """Fill `out`, shape (m,), with the first m standard slots (mean 0, variance 1) of that vector's block.

        Raises `KeyError` for a distribution that is not in `slots.DISTRIBUTIONS`.
        """
        rng = self.point(VALUES, vector, block)
        if distribution == "sparse":
            # The number of zeros is random, so the places come from a stream of their own: a prefix stays a prefix.
            values = rng.standard_normal(out.size)
            keep = self.point(SPARSITY, vector, block).random(out.size) < SPARSE_SHARE
            np.multiply(values, np.where(keep, SPARSE_SHARE**-0.5, 0.0), out=out)
        elif distribution == "rademacher":
            out[:] = _signs(self._bits, out.size)
        else:
            out[:] = SAMPLERS[distribution](rng, out.size)


def blocks(d_k: int) -> Iterator[tuple[int, int, int, bool]]:
    """Yield (block, first slot, slots used, whole?) of the blocks that the first d_k slots of a vector lie in.

    Block 0 is slot 0, block b is slots 2^(b−1) to 2^b − 1; none is longer than 2^16, so that one always fits in half
    a MiB. Doubling d_k adds whole blocks; any other d_k uses a prefix of its last block.
    """
    block, start, size = 0, 0, 1
    while start < d_k:
        used = min(size, d_k - start)
        yield block, start, used, used == size
        block, start = block + 1, start + size
        size = min(start, LONGEST_BLOCK)


def generator(seed: int, purpose: int) -> np.random.Generator:
    """Return a generator of its own for one purpose, at the start of its stream. Raises as `Stream`."""
    return Stream(seed).point(purpose)


def block_generator(seed: int, purpose: int, d_k: int, tokens: int, block: int) -> np.random.Generator:
    """Return the generator of one block of rows of a measurement, at the start of its stream.

    Every (seed, purpose, d_k, tokens, block) has a stream of its own, so blocks may be drawn in any order, by any
    thread. d_k: 1 to 2^20, tokens: 1 to 65,535, block: 0 to `MOST_BLOCKS` − 1. Raises `SlotsError` outside these.
    """
    if not (1 <= d_k <= 2**_D_K_BITS and 1 <= tokens < 2**_BLOCK_BITS and 0 <= block < MOST_BLOCKS):
        raise SlotsError(
            f"Block {block} of {tokens} tokens with {d_k} slots has no random numbers; d_k may be 1 to {2**_D_K_BITS}, "
            f"tokens 1 to {2**_BLOCK_BITS - 1}, blocks 0 to {MOST_BLOCKS - 1}."
        )
    return Stream(seed).point(purpose, block << _D_K_BITS | d_k - 1, tokens)


def draw_standard(distribution: str, rng: np.random.Generator, size: tuple[int, ...]) -> Floats:
    """Return standard slots (mean 0, variance 1; Cauchy: scale 1) of any shape from a generator.

    Raises `KeyError` for a distribution that is not in `slots.DISTRIBUTIONS`.
    """
    return SAMPLERS[distribution](rng, size)


def _signs(bits: np.random.BitGenerator, count: int) -> Floats:
    """Return `count` numbers ±1, one bit each, in the same order on every machine."""
    words = np.atleast_1d(bits.random_raw(-(-count // 64))).astype("<u8")
    ones = np.unpackbits(words.view(np.uint8), count=count, bitorder="little")
    return _SIGN[ones]


def _rademacher(rng: np.random.Generator, size: int | tuple[int, ...]) -> Floats:
    return _signs(rng.bit_generator, int(np.prod(size))).reshape(size)


def _sparse(rng: np.random.Generator, size: int | tuple[int, ...]) -> Floats:
    keep = rng.random(size) < SPARSE_SHARE
    return rng.standard_normal(size) * np.where(keep, SPARSE_SHARE**-0.5, 0.0)


def _start(seed: int, place: int) -> Any:
    counter = {"counter": [0, 0, 0, 0], "key": [seed, place]}
    # A full buffer position (4) makes the first draw compute a new block of words.
    return {
        "bit_generator": "Philox",
        "state": counter,
        "buffer": [0, 0, 0, 0],
        "buffer_pos": 4,
        "has_uint32": 0,
        "uinteger": 0,
    }


_SIGN = np.array([-1.0, 1.0])
SAMPLERS: dict[str, Callable[[np.random.Generator, Any], npt.NDArray[np.float64]]] = {
    "normal": lambda rng, size: rng.standard_normal(size),
    "rademacher": _rademacher,
    "uniform": lambda rng, size: (rng.random(size) - 0.5) * 12**0.5,
    "laplace": lambda rng, size: rng.laplace(scale=0.5**0.5, size=size),
    "t5": lambda rng, size: rng.standard_t(5, size) * (3 / 5) ** 0.5,
    "t3": lambda rng, size: rng.standard_t(3, size) * (1 / 3) ** 0.5,
    "sparse": _sparse,
    # The inverse of its distribution function: a quarter of the time of standard_cauchy, and never infinite.
    "cauchy": lambda rng, size: np.tan(np.pi * (rng.random(size) - 0.5)),
}
