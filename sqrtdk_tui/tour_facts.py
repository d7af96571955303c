"""The numbers in the tour's sentences, each computed by the engine: a step of the tour names one of these functions."""

import math
from collections.abc import Callable, Mapping
from functools import cache

from sqrtdk_tui import digits
from sqrtdk_tui.engine import law
from sqrtdk_tui.engine.rows import measure_rows
from sqrtdk_tui.engine.slots import Slots
from sqrtdk_tui.evidence import share_words
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.reading import Reading, Side, divisor_of, read, slots_of
from sqrtdk_tui.walk import read_walk

Facts = dict[str, str]
_THREE = (16.0, 8.0, 0.0)
_ROWS = 20_000


def _sides(lab: Lab) -> tuple[Reading, Side, Side]:
    now = read(lab)
    assert now.undivided is not None
    assert now.divided is not None
    return now, now.undivided, now.divided


def _three(**changes: object) -> tuple[Reading, Side, Side]:
    return _sides(Lab(source="raw", raw_scores=_THREE).changed(**changes))


def _spread(lab: Lab) -> float:
    return law.score_spread(slots_of(lab), lab.d_k) or math.nan


def _shares(side: Side) -> str:
    return ", ".join(share_words(side, token) for token in range(len(side.weights)))


def sum_() -> Facts:
    """A walk over 64 slots of ±1, and how far such walks spread at 16 and at 64 slots."""
    coins = Lab(slots="rademacher", seed=454)
    small, large = _spread(coins.changed(d_k=16)), _spread(coins)
    end = digits.score(read_walk(coins, 0).total)
    return {"end": end, "small": digits.size(small), "large": digits.size(large), "variance": digits.size(large**2)}


def hundred() -> Facts:
    """How often a hundred coins stay within 20, reach 10, pass 50: exact."""
    return {
        "beyond": digits.one_in(math.log(law.rademacher_tail(100, 50, strict=True))),
        "within": f"{100 * (1 - law.rademacher_tail(100, 20, strict=True)):.1f}%",
        "reach": f"{100 * law.rademacher_tail(100, 10):.0f}%",
    }


def napkin() -> Facts:
    """Two slots: the root, and the chances of −2, 0 and 2."""
    outer, inner = (float(law.rademacher_pmf(2, value)) for value in (2, 0))
    return {
        "root": digits.size(divisor_of(Lab(d_k=2))),
        "large": digits.size(divisor_of(Lab(d_k=64))),
        "outer": f"{100 * outer:.0f}%",
        "inner": f"{100 * inner:.0f}%",
        "variance": digits.size(law.score_variance(Slots("rademacher"), 2) or math.nan),
    }


def spike() -> Facts:
    """The shares of 16, 8, 0 undivided, and the odds of one gap."""
    _, left, _ = _three()
    first, second, third = (share_words(left, token) for token in range(3))
    odds = math.exp(float(left.log_weights[0] - left.log_weights[1]))
    return {"first": first, "second": second, "third": third, "odds": f"{odds:.0f}"}


def before() -> Facts:
    """The same three scores divided after softmax, and before it."""
    late, _, after = _three(divide="after")
    _, left, right = _three()
    return {
        "after": _shares(after),
        "together": f"{1 / late.divisor:.4g}",
        "before": _shares(right),
        "second": share_words(left, 1),
        "mended": share_words(right, 1),
    }


@cache
def _dead_rows() -> tuple[float, float]:
    found = measure_rows(Slots(), 64, 3, _ROWS, 0)
    return found.undivided.dead_share.value, found.divided.dead_share.value


def slope() -> Facts:
    """The winner's slope on both sides, and how many random rows are dead."""
    now, left, right = _three()
    times = right.winner_slope / left.winner_slope
    undivided, divided = _dead_rows()
    return {
        "raw": f"{left.winner_slope:.4f}",
        "divided": f"{right.winner_slope:.2f}",
        "times": f"{times:.0f}",
        "back": f"{times / now.divisor:.0f}",
        "dead": digits.fraction(undivided),
        "alive": digits.fraction(divided) if divided else "none",
    }


def hygiene() -> Facts:
    """Eight drawn keys: how many keep their place, and what the winner has before and after."""
    now, left, right = _sides(Lab(source="drawn", tokens=8, seed=7))
    divided_order = sorted(range(len(now.labels)), key=lambda i: -right.scores[i])
    winner = left.winners[0]
    return {
        "count": str(sum(a == b for a, b in zip(now.order, divided_order, strict=True))),
        "winner": now.labels[winner],
        "before": share_words(left, winner),
        "after": share_words(right, winner),
        "divisor": digits.size(now.divisor),
    }


def fixed() -> Facts:
    """√128, and the spread that it leaves."""
    lab = Lab(d_k=128)
    return {
        "root": digits.size(divisor_of(lab)),
        "spread": digits.size(_spread(lab) / divisor_of(lab)),
        "d_k": digits.size(divisor_of(lab.changed(divide="dk"))),
    }


def limits() -> Facts:
    """The spread that is left where every slot is twice as large."""
    lab = Lab(sigma=(2.0, 2.0))
    return {"spread": digits.size(_spread(lab) / divisor_of(lab))}


FACTS: Mapping[str, Callable[[], Facts]] = {
    "": dict,
    "sum": sum_,
    "hundred": hundred,
    "napkin": napkin,
    "spike": spike,
    "before": before,
    "slope": slope,
    "hygiene": hygiene,
    "fixed": fixed,
    "limits": limits,
}
