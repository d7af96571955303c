"""read(lab) -> Reading: everything that one screen shows, computed once, with no word of how it is shown."""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from sqrtdk_tui.engine import attention, monte_carlo, streams
from sqrtdk_tui.engine.attention import Floats
from sqrtdk_tui.engine.errors import ScoreError, UndefinedRowError
from sqrtdk_tui.engine.slots import DrawnRow, Slots
from sqrtdk_tui.lab import Lab

SPIKE, NEARLY, EVEN, MIX = "SPIKE", "NEARLY A SPIKE", "EVEN", "MIX"
PLACE_ROWS = 4_000
FEW = 8  # tokens that can all be shown at once
_PLACE_SLOTS = 2**26
_FEWEST_ROWS = 200
_CHUNK = 2**17

Cancelled = Callable[[], bool]


@dataclass(frozen=True, eq=False, slots=True)
class Side:
    """One chart: the scores that softmax sees and what it makes of them, all arrays of shape (n,)."""

    scores: Floats
    weights: Floats
    log_weights: Floats
    log_rests: Floats  # ln(1 - share), each token
    entropy_nats: float
    entropy_normalised: float | None
    effective_tokens: float
    winner_slope: float
    total_slope: float
    winners: tuple[int, ...]
    word: str

    @property
    def top_share(self) -> float:
        """The winner's share."""
        return float(self.weights[self.winners[0]])


@dataclass(frozen=True, eq=False, slots=True)
class Trail:
    """One token's share at smaller d_k: (d_k, ln share, ln(1 - share)), smallest first."""

    token: int
    side: str  # "undivided" or "divided"
    points: tuple[tuple[int, float, float], ...]


@dataclass(frozen=True, eq=False, slots=True)
class Place:
    """Where a drawn row's undivided top share lies among `rows` other rows drawn alike."""

    rows: int
    lower: float  # fraction of the rows with a smaller top share
    median_log_rest: float  # ln(1 - median top share)
    below_90: float
    method: str  # "law" or "slots"


@dataclass(frozen=True, eq=False, slots=True)
class Reading:
    """One Lab, read. `undivided` and `divided` are None where softmax is undefined; `undefined` says why."""

    lab: Lab
    labels: tuple[str, ...]
    raw: Floats
    divisor: float  # what the rule comes to: sqrt(d_k), 1, d_k or the number
    undivided: Side | None
    divided: Side | None
    undefined: str | None
    trail: Trail | None
    place: Place | None = None

    @property
    def order(self) -> list[int]:
        """Token indices, largest raw score first; equal scores in their own order."""
        return [int(i) for i in np.argsort(-self.raw, kind="stable")]

    @property
    def listed(self) -> list[int]:
        """Token indices in the order in which they are listed: their own, or by score when they are many."""
        return list(range(len(self.labels))) if len(self.labels) <= FEW else self.order

    @property
    def late(self) -> bool:
        """Is the division done after softmax?"""
        return self.lab.divide == "after"

    @property
    def unmasked(self) -> int:
        """Number of tokens that can be attended to."""
        return int(np.count_nonzero(self.raw > -math.inf))


def divisor_of(lab: Lab) -> float:
    """The number that the rule comes to at this d_k (for "after": what the shares are divided by)."""
    rules = {"sqrt": math.sqrt(lab.d_k), "after": math.sqrt(lab.d_k), "none": 1.0, "dk": float(lab.d_k)}
    return rules[lab.divide] if isinstance(lab.divide, str) else float(lab.divide)


def slots_of(lab: Lab) -> Slots:
    """The Lab's slot settings as the engine takes them."""
    return Slots(lab.slots, *lab.sigma, *lab.mean, lab.rho, lab.slot_correlation)


@lru_cache(maxsize=4)
def drawn_row(seed: int, tokens: int, distribution: str) -> DrawnRow:
    """The query and keys of this seed; kept, so that a change of d_k draws only what is new."""
    return DrawnRow(seed, tokens, distribution)


def slots_to_draw(lab: Lab) -> int:
    """How many slots read(lab) would have to draw: what it costs."""
    if lab.source != "drawn":
        return 0
    return drawn_row(lab.seed, lab.tokens, lab.slots).slots_to_draw(lab.d_k)


def raw_scores(lab: Lab, cancelled: Cancelled | None = None) -> Floats:
    """The row's raw scores q.k, shape (n,): typed, typed x sqrt(d_k), or drawn.

    Raises:
        ScoreError: a raw score overflows.
    """
    if lab.source == "drawn":
        return drawn_row(lab.seed, lab.tokens, lab.slots).raw_scores(slots_of(lab), lab.d_k, cancelled)
    scores = np.array(lab.scores)
    if lab.source == "raw":
        return scores
    with np.errstate(over="ignore"):
        raw = scores * math.sqrt(lab.d_k)
    if np.any(np.isinf(raw) & np.isfinite(scores)):
        raise ScoreError(f"A unit score × √{lab.d_k} is larger than 1.79e308; use smaller scores.")
    return raw


def read(lab: Lab, cancelled: Cancelled | None = None) -> Reading:
    """Compute everything that the instrument shows for this Lab, but for the place of a drawn row.

    Raises:
        ScoreError: a raw or divided score overflows; the message is one sentence.
    """
    raw, divisor = raw_scores(lab, cancelled), divisor_of(lab)
    late = lab.divide == "after"
    reading = Reading(lab, lab.token_names(), raw, divisor, None, None, None, None)
    try:
        undivided = side_of(raw)
        divided = side_of(raw if late else attention.divide(raw, divisor), divisor if late else 1.0)
    except UndefinedRowError as error:
        return replace(reading, undefined=str(error))
    reading = replace(reading, undivided=undivided, divided=divided)
    return replace(reading, trail=_trail(reading, undivided.winners[0]))


def side_of(scores: Floats, late_divisor: float = 1.0) -> Side:
    """Softmax of one row and its statistics; `late_divisor` divides the shares after softmax.

    A late division scales shares and slopes; entropy, effective tokens and the word stay those of
    the mix itself, whose proportions it does not touch.
    """
    weights, logs = attention.softmax(scores), attention.log_softmax(scores)
    entropy = float(attention.entropy(weights))
    effective = float(attention.effective_tokens(weights))
    shift = math.log(late_divisor)
    unmasked = int(np.count_nonzero(scores > -math.inf))
    normalised = attention.entropy_normalised(weights)
    return Side(
        scores=scores,
        weights=weights / late_divisor,
        log_weights=np.where(np.isneginf(logs) & np.isfinite(scores), -np.finfo(float).max, logs - shift),
        log_rests=_log_rests(weights, logs) if late_divisor == 1 else np.log1p(-weights / late_divisor),
        entropy_nats=entropy,
        entropy_normalised=None if normalised is None else float(normalised),
        effective_tokens=effective,
        winner_slope=float(attention.winner_slope(weights)) / late_divisor,
        total_slope=float(attention.total_slope(weights)) / late_divisor,
        winners=tuple(int(i) for i in np.flatnonzero(scores == scores.max())),
        word=word_for(float(weights.max()), effective, unmasked),
    )


def _log_rests(weights: Floats, logs: Floats) -> Floats:
    """ln(1 - p) for each token; the winner's from the others' log-weights, so that it is never lost."""
    winner = int(np.argmax(logs))
    rests = np.log1p(-np.where(np.arange(len(weights)) == winner, 0.0, weights))
    rests[winner] = attention.log_rest(logs)
    return rests


def word_for(top_share: float, effective_tokens: float, tokens: int) -> str:
    """SPIKE (top share >= 99 %), NEARLY A SPIKE (>= 90 %), EVEN (effective tokens >= 0.95 n), else MIX."""
    if top_share >= 0.99:
        return SPIKE
    if top_share >= 0.90:
        return NEARLY
    return EVEN if effective_tokens >= 0.95 * tokens else MIX


def _trail(reading: Reading, token: int) -> Trail | None:
    """The winner's share at d_k/4, d_k/16 ... on the side that moves with d_k."""
    lab = reading.lab
    moving = "undivided" if lab.source != "raw" else "divided"
    if moving == "divided" and lab.divide not in ("sqrt", "dk"):
        return None
    points = []
    for d_k in trail_d_ks(lab.d_k):
        there = lab.changed(d_k=d_k)
        scores = raw_scores(there)
        if moving == "divided":
            scores = attention.divide(scores, divisor_of(there))
        logs = attention.log_softmax(scores)
        rest = attention.log_rest(logs) if token == int(np.argmax(logs)) else math.log1p(-math.exp(logs[token]))
        points.append((d_k, float(logs[token]), float(rest)))
    return Trail(token, moving, tuple(points))


def trail_d_ks(d_k: int) -> tuple[int, ...]:
    """64 -> 1, 4, 16, 64; 100 -> 1, 4, 16, 100 ... : powers of four below d_k, then d_k."""
    powers = [4**i for i in range(11) if 4**i < d_k]
    return (*[p for p in powers if p * 2 <= d_k or p == powers[-1]], d_k)


def place_cost(lab: Lab) -> int:
    """How many random numbers place(reading) draws, at most."""
    if lab.source != "drawn":
        return 0
    if monte_carlo.method_for(slots_of(lab)) == "law":
        return PLACE_ROWS * lab.tokens
    return min(PLACE_ROWS * (lab.tokens + 1) * lab.d_k, _PLACE_SLOTS)


def place(reading: Reading, cancelled: Cancelled | None = None) -> Reading:
    """The same reading with the place of its drawn row among rows like it, where enough can be drawn."""
    lab = reading.lab
    if lab.source != "drawn" or reading.undivided is None or lab.tokens < 2:
        return reading
    rests, method = _rests_of_rows_like(slots_of(lab), lab.d_k, lab.tokens, cancelled)
    if len(rests) < _FEWEST_ROWS:
        return reading
    side = reading.undivided
    own = float(side.log_rests[side.winners[0]])
    found = Place(
        rows=len(rests),
        lower=float(np.mean(rests > own)),
        median_log_rest=float(np.median(rests)),
        below_90=float(np.mean(rests > math.log(0.1))),
        method=method,
    )
    return replace(reading, place=found)


_rests_kept: dict[tuple[Slots, int, int], Floats] = {}


def _rests_of_rows_like(slots: Slots, d_k: int, tokens: int, cancelled: Cancelled | None) -> tuple[Floats, str]:
    """ln(1 - top share) of rows drawn alike, always the same ones for the same settings."""
    method, key = monte_carlo.method_for(slots), (slots, d_k, tokens)
    if key not in _rests_kept:
        cost = tokens if method == "law" else (tokens + 1) * d_k
        rows = PLACE_ROWS if method == "law" else min(PLACE_ROWS, _PLACE_SLOTS // cost)
        step, rests = max(1, _CHUNK // tokens), []
        rng = streams.generator(0, streams.PLACE)
        for start in range(0, rows if rows >= _FEWEST_ROWS else 0, step):
            scores = monte_carlo.score_rows(slots, d_k, tokens, min(step, rows - start), rng, cancelled)
            rests.append(attention.log_rest(attention.log_softmax(scores)))
        if len(_rests_kept) >= 16:
            _rests_kept.pop(next(iter(_rests_kept)))
        _rests_kept[key] = np.concatenate(rests) if rests else np.empty(0)
    return _rests_kept[key], method
