"""The slots of a query and its keys: which law they follow, and one drawn row that grows with d_k.

Standard slots a (of the query) and b (of a key) have mean 0 and variance 1. From them

    a' = √(1−r)·a + √r·w         b' = √(1−r)·b + √r·w_j         one common factor w for each vector
    q_i = μ_q + σ_q a'_i         k_i = μ_k + σ_k(ρ a'_i + √(1−ρ²) b'_i)

so Σ q_i k_i is a linear combination of Σa, Σa², Σb and Σab. Only those sums are kept: changing σ, μ, ρ or r draws
nothing, and a larger d_k draws only its new slots.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

from sqrtdk_tui.engine.errors import Cancelled, SlotsError
from sqrtdk_tui.engine.shares import Floats, finite_scores
from sqrtdk_tui.engine.streams import FACTORS, Stream, blocks

DISTRIBUTIONS: Mapping[str, float | None] = MappingProxyType(
    {
        "normal": 3.0,
        "rademacher": 1.0,
        "uniform": 9 / 5,
        "laplace": 6.0,
        "t5": 9.0,
        "t3": math.inf,
        "sparse": 30.0,
        "cauchy": None,
    }
)
"""Each law of a standard slot and its kurtosis E[a⁴]: infinite for t3, and None for Cauchy, which has no moments.

rademacher: ±1, each with probability 1/2. uniform: on (−√3, √3). t5, t3: Student t scaled to variance 1.
sparse: N(0, 10) with probability 0.1, else 0. cauchy: σ is its scale, since it has no variance.
"""

MAX_SLOTS = 2**22
_CHUNK = 2**17  # slots held at once: 1 MiB


@dataclass(frozen=True, slots=True)
class Slots:
    """How the slots are drawn; the default is the paper's assumption (Vaswani et al. 2017, §3.2.1, footnote 4).

    `rho` is the correlation of q_i with k_i, `correlation` that of any two slots of one vector (both for normal
    slots only). Raises `SlotsError` in one sentence for a law that does not exist.
    """

    distribution: str = "normal"
    sigma_q: float = 1.0
    sigma_k: float = 1.0
    mean_q: float = 0.0
    mean_k: float = 0.0
    rho: float = 0.0
    correlation: float = 0.0

    def __post_init__(self) -> None:
        """Refuse what cannot be drawn."""
        if self.distribution not in DISTRIBUTIONS:
            raise SlotsError(f"There is no law called {self.distribution!r}; use one of {', '.join(DISTRIBUTIONS)}.")
        for sigma in (self.sigma_q, self.sigma_k):
            if not 0.0 < sigma < math.inf:
                raise SlotsError(f"The σ of the slots is {sigma}; it must be a finite number above 0.")
        for mean in (self.mean_q, self.mean_k):
            if not math.isfinite(mean):
                raise SlotsError(f"The mean of the slots is {mean}; it must be a finite number.")
        if not -1.0 <= self.rho <= 1.0:
            raise SlotsError(f"The correlation ρ of q with k is {self.rho}; it must lie from −1 to 1.")
        if not 0.0 <= self.correlation < 1.0:
            raise SlotsError(f"The slots' own correlation is {self.correlation}; it must be at least 0 and below 1.")
        if self.distribution != "normal" and (self.rho != 0.0 or self.correlation != 0.0):
            raise SlotsError(
                f"Correlated slots must be normal: for {self.distribution} slots a correlation alone does "
                "not say how they hang together."
            )

    @property
    def own_part(self) -> float:
        """√(1−ρ²): the part of a key's slot that is not the query's."""
        return math.sqrt((1.0 - self.rho) * (1.0 + self.rho))


@dataclass(frozen=True, slots=True, eq=False)
class Sums:
    """Sums over some slots: Σa and Σa² of the query; Σb and Σab of each key. Shapes broadcast: one query, (tokens,)
    keys; or (rows,) of both."""

    a: float | Floats
    a2: float | Floats
    b: Floats
    ab: Floats


class DrawnRow:
    """One query and `tokens` keys, the same for one seed however long they are made.

    Raising d_k extends the same vectors, raising `tokens` keeps the first keys. Memory: O(tokens · log d_k).
    """

    def __init__(self, seed: int, tokens: int, distribution: str = "normal") -> None:
        """Draw nothing yet. Raises `SlotsError` for a seed, a number of tokens or a law that cannot be drawn."""
        Stream(seed)  # refuses a wrong seed
        Slots(distribution)
        check_size(tokens, 1)
        self.seed, self.tokens, self.distribution = seed, tokens, distribution
        self._whole: dict[int, Sums] = {}
        self._part: dict[tuple[int, int], Sums] = {}  # the last prefix of a block that was used

    def slots_to_draw(self, d_k: int) -> int:
        """Return how many slots `raw_scores` would have to draw now: 0 when only σ, μ, ρ or r have changed."""
        new = sum(used for block, _, used, whole in blocks(d_k) if not self._known(block, used, whole))
        return new * (self.tokens + 1)

    def raw_scores(self, slots: Slots, d_k: int, cancelled: Callable[[], bool] | None = None) -> Floats:
        """Return q·k_j of each key for slots of this distribution, shape (tokens,).

        Raises `SlotsError` for another distribution or more than `MAX_SLOTS`, `ScoreError` if a score overflows,
        `Cancelled` when `cancelled()` is true between two chunks (finished blocks are kept).
        """
        if slots.distribution != self.distribution:
            raise SlotsError(f"This row has {self.distribution} slots; {slots.distribution} slots need another.")
        check_size(self.tokens, d_k)
        stream = Stream(self.seed)
        parts = [self._sums(stream, block, used, whole, cancelled) for block, _, used, whole in blocks(d_k)]
        total = Sums(
            math.fsum(p.a for p in parts),
            math.fsum(p.a2 for p in parts),
            np.sum([p.b for p in parts], axis=0),
            np.sum([p.ab for p in parts], axis=0),
        )
        factors = stream.point(FACTORS).standard_normal(self.tokens + 1) if slots.correlation > 0.0 else None
        with np.errstate(all="ignore"):
            common = None if factors is None else (float(factors[0]), factors[1:])
            return finite_scores(combine(slots, d_k, total, common))

    def _known(self, block: int, used: int, whole: bool) -> bool:
        return block in self._whole if whole else (block, used) in self._part

    def _sums(self, stream: Stream, block: int, used: int, whole: bool, cancelled: Callable[[], bool] | None) -> Sums:
        if self._known(block, used, whole):
            return self._whole[block] if whole else self._part[block, used]
        a, b, ab = np.empty(used), np.empty(self.tokens), np.empty(self.tokens)
        stream.draw(self.distribution, 0, block, a)
        chunk = np.empty((min(self.tokens, max(1, _CHUNK // used)), used))
        for first in range(0, self.tokens, len(chunk)):
            if cancelled is not None and cancelled():
                raise Cancelled
            rows = chunk[: self.tokens - first]
            for offset, row in enumerate(rows):
                stream.draw(self.distribution, 1 + first + offset, block, row)
            b[first : first + len(rows)] = rows.sum(axis=1)
            # Not `rows @ a`: BLAS may round a key differently when other keys stand beside it.
            ab[first : first + len(rows)] = np.einsum("ij,j->i", rows, a)
        sums = Sums(float(a.sum()), float(a @ a), b, ab)
        if whole:
            self._whole[block] = sums
        else:
            self._part = {(block, used): sums}
        return sums


def walk(slots: Slots, seed: int, key: int, d_k: int) -> Floats:
    """Return the products q_i·k_i, slot by slot, of the query and key number `key` (from 0) of `DrawnRow`.

        their running sum is the raw score's walk          ->   (d_k,); the sum equals DrawnRow's raw score

    Raises as `DrawnRow` and `DrawnRow.raw_scores`.
    """
    check_size(key + 1, 1)
    check_size(1, d_k)
    stream = Stream(seed)
    factors = stream.point(FACTORS).standard_normal(key + 2)
    products = np.empty(d_k)
    with np.errstate(all="ignore"):
        for block, start, used, _ in blocks(d_k):
            a, b = np.empty(used), np.empty(used)
            stream.draw(slots.distribution, 0, block, a)
            stream.draw(slots.distribution, key + 1, block, b)
            q, k = query_and_keys(slots, a, b, factors[0], factors[key + 1])
            np.multiply(q, k, out=products[start : start + used])
    return finite_scores(products)


def query_and_keys(
    slots: Slots, a: Floats, b: Floats, w_q: Floats | float, w_k: Floats | float
) -> tuple[Floats, Floats]:
    """Return q and k from standard slots a and b and the common factors (module docstring); shapes broadcast."""
    if slots.correlation > 0.0:
        own, common = math.sqrt(1.0 - slots.correlation), math.sqrt(slots.correlation)
        a, b = own * a + common * w_q, own * b + common * w_k
    if slots.rho != 0.0:
        b = slots.rho * a + slots.own_part * b
    return slots.mean_q + slots.sigma_q * a, slots.mean_k + slots.sigma_k * b


def combine(slots: Slots, d_k: int, sums: Sums, factors: tuple[float | Floats, Floats] | None = None) -> Floats:
    """Return the raw scores Σ_i (μ_q + σ_q a'_i)(μ_k + σ_k(ρ a'_i + √(1−ρ²) b'_i)) from sums over a and b.

    factors: the common factors w of the query and w_j of each key; needed when r > 0.
    """
    if factors is not None and slots.correlation > 0.0:
        sums = _with_factors(sums, slots.correlation, d_k, *factors)
    key_sum = slots.rho * sums.a + slots.own_part * sums.b
    product_sum = slots.rho * sums.a2 + slots.own_part * sums.ab
    of_means = d_k * slots.mean_q * slots.mean_k + slots.mean_k * slots.sigma_q * sums.a
    scores: Floats = of_means + slots.mean_q * slots.sigma_k * key_sum + slots.sigma_q * slots.sigma_k * product_sum
    return scores


def _with_factors(sums: Sums, r: float, d_k: int, w_q: float | Floats, w_k: Floats) -> Sums:
    """Return the sums over a' and b' from those over a and b."""
    own, common = math.sqrt(1.0 - r), math.sqrt(r)
    w, w_j = common * w_q, common * w_k
    return Sums(
        own * sums.a + d_k * w,
        own * own * sums.a2 + 2.0 * own * w * sums.a + d_k * w * w,
        own * sums.b + d_k * w_j,
        own * own * sums.ab + own * (w * sums.b + w_j * sums.a) + d_k * w * w_j,
    )


def check_size(tokens: int, d_k: int) -> None:
    """Raise `SlotsError` for a row that is too large to draw slot by slot, or has no token or no slot."""
    if tokens < 1 or d_k < 1 or tokens * d_k > MAX_SLOTS:
        raise SlotsError(
            f"{tokens} tokens of {d_k} slots cannot be drawn; both must be at least 1, and together "
            f"(tokens × slots) at most {MAX_SLOTS}."
        )
