"""What many rows have shown: means with standard errors, shares with binomial ones, quantiles with rank errors."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from sqrtdk_tui.engine.moments import Estimate, Moments
from sqrtdk_tui.engine.quantiles import Quantiles
from sqrtdk_tui.engine.row_sides import EFFECTIVE, ENTROPY, IS_DEAD, PULL, PULL_SQUARED, TOP, TOTAL, WINNER
from sqrtdk_tui.engine.slots import Slots


@dataclass(frozen=True, slots=True)
class Pull:
    """‖∂p/∂q‖_F over many rows: how far the shares move for a small step of the query, undivided or divided.

    `kind`: "law", the root mean square over all keys with these scores; "slots", of the very keys drawn.
    """

    kind: str
    median: Estimate
    q25: Estimate
    q75: Estimate
    mean: Estimate | None
    rms: Estimate | None


@dataclass(frozen=True, slots=True)
class RowSide:
    """One side of softmax over many rows. Slopes are taken at softmax's input; the pull reaches back to the query."""

    top_share: Estimate
    entropy_nats: Estimate
    entropy_normalised: Estimate | None  # None for one token: 0/0
    effective_tokens: Estimate
    dead_share: Estimate  # rows with a total slope below 0.01
    winner_slope_mean: Estimate
    winner_slope_median: Estimate
    total_slope_mean: Estimate
    pull_on_q: Pull


@dataclass(frozen=True, slots=True)
class RowsResult:
    """What `count` rows of `asked` have shown so far."""

    slots: Slots
    d_k: int
    tokens: int
    count: int
    asked: int
    method: str
    seed: int
    divisor: float
    undivided: RowSide
    divided: RowSide
    key_spread: Estimate | None  # of one query's raw scores over its keys, root mean square: all that softmax sees
    exact_quantiles: bool  # else from a count in bins 1 % wide
    reasons: Mapping[str, str] = field(default_factory=dict)
    late: bool = False  # `divided` is softmax(q·k) ÷ divisor: see `divided_late`


def divided_late(rows: RowsResult, divisor: float) -> RowsResult:
    """Return what a division after softmax makes of the undivided rows: p/c in the place of softmax(s/c).

    Shares, slopes and pulls shrink c times. Softmax still works on the undivided scores, so a dead row stays dead, and
    the mix, of which entropy and effective tokens speak, stays as it is.
    """
    left = rows.undivided
    pull = left.pull_on_q
    right = replace(
        left,
        top_share=left.top_share.divided(divisor),
        winner_slope_mean=left.winner_slope_mean.divided(divisor),
        winner_slope_median=left.winner_slope_median.divided(divisor),
        total_slope_mean=left.total_slope_mean.divided(divisor),
        pull_on_q=Pull(
            pull.kind,
            pull.median.divided(divisor),
            pull.q25.divided(divisor),
            pull.q75.divided(divisor),
            None if pull.mean is None else pull.mean.divided(divisor),
            None if pull.rms is None else pull.rms.divided(divisor),
        ),
    )
    return replace(rows, divisor=divisor, divided=right, late=True)


def row_side_of(
    moments: Moments, winner: Quantiles, pull: Quantiles, tokens: int, kind: str, has_variance: bool
) -> RowSide:
    """Return one side; moments: of the rows of `row_sides.side_of`."""
    entropy = moments.estimate(ENTROPY)
    q25, median, q75 = pull.at(0.25, 0.5, 0.75)
    return RowSide(
        top_share=moments.estimate(TOP),
        entropy_nats=entropy,
        entropy_normalised=entropy.divided(math.log(tokens)) if tokens > 1 else None,
        effective_tokens=moments.estimate(EFFECTIVE),
        dead_share=_share(float(moments.mean[IS_DEAD]), moments.count),
        winner_slope_mean=moments.estimate(WINNER),
        winner_slope_median=winner.at(0.5)[0],
        total_slope_mean=moments.estimate(TOTAL),
        pull_on_q=Pull(
            kind,
            median,
            q25,
            q75,
            moments.estimate(PULL) if has_variance else None,
            _root(moments.estimate(PULL_SQUARED)) if has_variance else None,
        ),
    )


def key_spread_of(variance: Moments, slots: Slots, tokens: int) -> Estimate | None:
    """Return the spread over a row's keys, from the moments of its variance; None where there is none."""
    if tokens == 1 or slots.distribution == "cauchy" or not math.isfinite(float(variance.mean[0])):
        return None
    return _root(variance.estimate(0))


def row_reasons(slots: Slots, tokens: int) -> dict[str, str]:
    """Return, for each number that is None, one sentence that says why."""
    reasons = {}
    if tokens == 1:
        reasons["entropy_normalised"] = "One token has no entropy to compare with: ln 1 is 0."
        reasons["key_spread"] = "One token has no spread over tokens; at least two are needed."
    if slots.distribution == "cauchy":
        why = "Cauchy slots have no mean and no variance, so neither the pull on q nor the spread over keys has a mean."
        reasons |= {"pull_on_q.mean": why, "pull_on_q.rms": why, "key_spread": why}
    return reasons


def _share(share: float, count: int) -> Estimate:
    """A share with one binomial standard error, by the interval of Wilson 1927: not 0 wide where none was seen."""
    middle = (share + 0.5 / count) / (1.0 + 1.0 / count)
    room = math.sqrt(share * (1.0 - share) / count + 0.25 / count**2) / (1.0 + 1.0 / count)
    return Estimate(share, middle - room, middle + room)


def _root(square: Estimate) -> Estimate:
    """√ of a mean square; its error is error/(2·root)."""
    root = math.sqrt(square.value)
    return Estimate.give_or_take(root, square.error / (2.0 * root) if root > 0.0 else 0.0)
