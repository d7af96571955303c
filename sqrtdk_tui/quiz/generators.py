"""The keys of the numeric questions, each computed by the engine; a question names one of these, nothing is evaluated.

A generator takes the drawn parameters and gives the key, the wrong values that people really get (by name: the bank
says why each is wrong) and texts to fill the question's sentences with.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from sqrtdk_tui import digits
from sqrtdk_tui.engine import attention, law
from sqrtdk_tui.engine.slots import Slots
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.reading import divisor_of


@dataclass(frozen=True, slots=True)
class Key:
    """The right value, near misses by name, and texts by name for the question's sentences."""

    value: float
    near: Mapping[str, float] = field(default_factory=dict)
    fields: Mapping[str, str] = field(default_factory=dict)


def divisor(d_k: int) -> Key:
    """√d_k, as the instrument divides."""
    root = divisor_of(Lab(d_k=d_k))
    return Key(root, {"d_k": d_k, "half": d_k / 2, "inverse_sqrt": 1 / root})


def variance_raw(d_k: int) -> Key:
    """Var(q·k) = d_k of independent slots with mean 0 and variance 1."""
    variance, root = _known(law.score_variance(Slots(), d_k)), _spread(Slots(), d_k)
    return Key(variance, {"sqrt": root, "one": 1.0, "square": variance**2})


def std_raw(d_k: int) -> Key:
    """The spread √d_k of a sum of d_k fair ±1 slots."""
    return Key(_spread(Slots("rademacher"), d_k), {"d_k": d_k, "one": 1.0, "half": d_k / 2})


def std_scaled(d_k: int) -> Key:
    """The spread after the divide: 1 whatever d_k is."""
    root = divisor_of(Lab(d_k=d_k))
    return Key(_spread(Slots(), d_k) / root, {"sqrt": root, "inverse_sqrt": 1 / root, "zero": 0.0})


def std_uniform(d_k: int) -> Key:
    """Slots even on −1..1 have variance 1/3, so a raw score spreads by √d_k/3."""
    slots = Slots("uniform", math.sqrt(1 / 3), math.sqrt(1 / 3))
    spread = _spread(slots, d_k)
    near = {"sqrt": math.sqrt(d_k), "variance": spread**2, "sqrt_third": math.sqrt(d_k / 3)}
    return Key(spread, near, {"left": digits.size(float(f"{spread / divisor_of(Lab(d_k=d_k)):.4g}"))})


def sigma_square(sigma: float, d_k: int) -> Key:
    """Slots σ times as large in q and in k: σ² is left after the divide."""
    raw = _spread(Slots("normal", sigma, sigma), d_k)
    return Key(raw / divisor_of(Lab(d_k=d_k)), {"sigma": sigma, "raw": raw, "one": 1.0})


def napkin(q1: float, q2: float, k1: float, k2: float) -> Key:
    """q·k ÷ √2 of two short lists."""
    raw = attention.raw_scores([q1, q2], [[k1, k2]])
    score = float(attention.divide(raw, divisor_of(Lab(d_k=2)))[0])
    return Key(score, {"raw": float(raw[0]), "raw_half": float(raw[0]) / 2}, {"raw": digits.size(float(raw[0]))})


def half_chance() -> Key:
    """The chance that two fair ±1 slots cancel."""
    return Key(float(law.rademacher_pmf(2, 0)), {"third": 1 / 3, "quarter": float(law.rademacher_pmf(2, 2))})


def second_share() -> Key:
    """The second token's share of the scores 16, 8, 0 divided by √64."""
    raw, divided = _shares(16, 8, 0), _shares(*attention.divide([16, 8, 0], divisor_of(Lab(d_k=64))))
    return Key(divided[1], {"second_raw": raw[1], "proportion": 1 / 3, "top": divided[0]})


def odds(gap: float, d_k: int) -> Key:
    """First share ÷ second share, e^(gap ÷ √d_k)."""
    root = divisor_of(Lab(d_k=d_k))
    raw = attention.log_softmax([gap, 0.0])
    scaled = attention.log_softmax(attention.divide([gap, 0.0], root))
    value, undivided = math.exp(scaled[0] - scaled[1]), math.exp(raw[0] - raw[1])
    near = {"odds_raw": undivided, "odds_divided": undivided / root, "gap_scaled": gap / root}
    texts = {"gap_scaled": digits.size(gap / root), "odds_raw": _large(undivided), "root": digits.size(root)}
    return Key(value, near, texts)


def slope(p: float) -> Key:
    """The slope p(1 − p) of a weight p at softmax's input, and a score that gives that weight among two tokens."""
    logit = math.log(p / (1 - p))
    found = float(attention.winner_slope(_shares(logit, 0.0)))
    return Key(found, {"one_minus_p": 1 - p, "p": p, "p_square": p * p}, {"logit": repr(logit), "percent": f"{p:.0%}"})


def self_match(d_k: int) -> Key:
    """The divided score of a ±1 query against a copy of itself: d_k ÷ √d_k."""
    signs = [1.0 if i % 3 else -1.0 for i in range(d_k)]
    raw, root = attention.raw_scores(signs, [signs]), divisor_of(Lab(d_k=d_k))
    score = float(attention.divide(raw, root)[0])
    return Key(score, {"d_k": d_k, "one": 1.0}, {"raw": digits.size(float(raw[0])), "root": digits.size(root)})


def _known(value: float | None) -> float:
    assert value is not None  # every law named here has a variance
    return value


def _spread(slots: Slots, d_k: int) -> float:
    return _known(law.score_spread(slots, d_k))


def _shares(*scores: float) -> list[float]:
    return [float(x) for x in attention.softmax(list(scores))]


def _large(value: float) -> str:
    return f"{value / 1e6:.2g} million" if value >= 1e6 else f"{value:.0f}"


GENERATORS: Mapping[str, Callable[..., Key]] = {
    made.__name__: made
    for made in (
        divisor,
        variance_raw,
        std_raw,
        std_scaled,
        std_uniform,
        sigma_square,
        napkin,
        half_chance,
        second_share,
        odds,
        slope,
        self_match,
    )
}
