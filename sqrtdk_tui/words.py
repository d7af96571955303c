"""Numbers -> sentences. Each takes a Reading and says in words what it shows; nothing is computed here."""

import math

from rich.cells import cell_len

from sqrtdk_tui import digits
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.labels import fit
from sqrtdk_tui.reading import EVEN, MIX, NEARLY, SPIKE, Reading, Side

SIGNS = {SPIKE: "▲", NEARLY: "▲", MIX: "≈", EVEN: "="}
_STATES = {SPIKE: "a spike", NEARLY: "nearly a spike", MIX: "a mix", EVEN: "almost even"}
_KEPT = {
    SPIKE: "the spike stays",
    NEARLY: "what is nearly a spike stays so",
    MIX: "the mix stays as it was",
    EVEN: "stay as even as they were",
}
ONE_LINE = 78
"""Cells of one line under the charts at 80 columns: the comparison is told in as many words as fit there."""


def name(reading: Reading, token: int, width: int = 16) -> str:
    """A token's name in quotation marks, for a sentence."""
    return f'"{fit(reading.labels[token], width)}"'


def share_of(side: Side, token: int) -> str:
    """One token's share, as short as a chart needs it."""
    return digits.share(float(side.log_weights[token]), float(side.log_rests[token]))


def told_share(side: Side, token: int) -> str:
    """One token's share, as a sentence says it."""
    return digits.top_share(float(side.log_weights[token]), float(side.log_rests[token]))


def headline(side: Side | None) -> str:
    """The picture's name with its sign: ▲ SPIKE, ≈ MIX."""
    return f"{SIGNS[side.word]} {side.word}" if side else "UNDEFINED"


def divided_by(reading: Reading) -> str:
    """What the right chart does: softmax(q·k ÷ 8), softmax(q·k) ÷ 8 when it comes too late."""
    divisor = digits.size(reading.divisor)
    return f"softmax(q·k) ÷ {divisor}" if reading.late else f"softmax(q·k ÷ {divisor})"


def sentence(reading: Reading) -> str:
    """What the two charts say, in one or two short sentences."""
    left, right = reading.undivided, reading.divided
    if left is None or right is None:
        return "Every token is masked: softmax has nothing to share out."
    if reading.divisor == 1:
        return _nothing_divided(reading)
    if reading.late:
        return f"Too late: divided after softmax, the shares sum to {1 / reading.divisor:.4g} and {_KEPT[left.word]}."
    if reading.unmasked == 1:
        return _alone(reading)
    if len(left.winners) > 1:
        return _tie(reading, left, right)
    if len(right.winners) > 1:
        return "Divided, the top scores are too close for float64 to tell apart: a tie."
    if left.word == right.word == SPIKE and reading.divisor > 1:
        return f"The divide cannot help here: the top two scores differ by {_gap(right)} even after it."
    return _compare(reading, left, right)


def _alone(reading: Reading) -> str:
    token = reading.order[0]
    only = "Only one token" if len(reading.labels) == 1 else f"Only {name(reading, token)} is not masked: it"
    return f"{only} takes everything, divided or not."


def _nothing_divided(reading: Reading) -> str:
    if reading.lab.divide in ("sqrt", "after"):
        return "At d_k = 1, √1 = 1: dividing by 1 changes nothing. Both charts are the same."
    why = "Nothing is divided" if reading.lab.divide == "none" else "Dividing by 1 changes nothing"
    return f"{why}: both charts are the same."


def _tie(reading: Reading, left: Side, right: Side) -> str:
    first, second = left.winners[:2]
    tied, others = len(left.winners), reading.unmasked - len(left.winners)
    who = f"{name(reading, first, 12)} and {name(reading, second, 12)}" if tied == 2 else f"{tied} tokens"
    if not others:
        return f"A tie: equal scores get equal shares, {told_share(left, first)} each, divided or not."
    return f"A tie: {who} take {told_share(left, first)} each undivided, {told_share(right, first)} divided."


def _gap(side: Side) -> str:
    """By how much the winner's score is ahead of the next one that is not tied with it."""
    top = float(side.scores.max())
    gap = top - float(side.scores[side.scores < top].max())
    return digits.score(gap) if math.isfinite(gap) else "more than 1.7e308"


def _compare(reading: Reading, left: Side, right: Side) -> str:
    token = left.winners[0]
    before, after = told_share(left, token), told_share(right, token)
    by = digits.size(reading.divisor)
    head = f"Undivided, {name(reading, token)} takes {before}"
    told = [f"{head}. Divided by {by}: {after}. {end}" for end in _outcomes(left, right, reading.divisor)]
    return next((text for text in told if cell_len(text) <= ONE_LINE), f"{head}; divided by {by}, {after}.")


def _outcomes(left: Side, right: Side, divisor: float) -> tuple[str, str]:
    """How it ends, in more and in fewer words."""
    if divisor < 1:
        return "Same winner, sharper.", "Sharper."
    state = _STATES[right.word]
    if left.word == right.word:
        return f"Same winner, both {state}.", f"Both {state}."
    still = "" if right.word == EVEN else "still "
    return f"Same winner, {still}{state}.", f"{still}{state}.".capitalize()


def covered_sentence(reading: Reading) -> str:
    """The same while the divided side is covered: what is seen, and what to guess."""
    side = reading.undivided
    if side is None or reading.unmasked == 1:
        return sentence(reading)
    token, by = side.winners[0], digits.size(reading.divisor)
    return f"Undivided, {name(reading, token)} takes {told_share(side, token)}. What will dividing by {by} leave it?"


def invitation(lab: Lab) -> str:
    """What the Sum pane would answer, beside its tab."""
    if lab.source == "hand":
        return "× √d_k is put in by hand: does a real sum grow so? 2 Sum"
    return "where do scores of this size come from? 2 Sum"


def trail(reading: Reading, width: int = 78) -> str:
    """The winner's share at smaller d_k, so that the collapse is seen where the bar no longer moves.

    The smallest d_k are left out where the line would be wider than `width`.
    """
    path = reading.trail
    if path is None:
        return "" if reading.undivided is None else "These scores and this divisor do not depend on d_k."
    points = [f"{d_k}: {digits.share(log, rest)}" for d_k, log, rest in path.points]
    points[-1] = f"▸ {points[-1]}"
    head = f"{name(reading, path.token, 12)} {path.side} at d_k  "
    while len(points) > 2 and cell_len(head + "   ".join(points)) > width:
        points.pop(0)
    return head + "   ".join(points)


def place(reading: Reading) -> str:
    """Where a drawn row lies among rows like it; empty for typed scores."""
    found, side = reading.place, reading.undivided
    if found is None or side is None:
        return ""
    median = digits.top_share(math.log1p(-math.exp(found.median_log_rest)), found.median_log_rest)
    return (
        f"This row's top share {told_share(side, side.winners[0])}; of {found.rows:,} like it: median {median}, "
        f"{digits.fraction(found.below_90)} below 90%."
    )


def mixed(reading: Reading, side: Side, most: int = 4) -> str:
    """What is mixed: .665 v(the) + .245 v(cat) + .090 v(sat), largest share first."""
    order = [i for i in reading.order if side.weights[i] > 0]
    terms = [f"{digits.weight(float(side.weights[i]))} v({fit(reading.labels[i], 8)})" for i in order[:most]]
    rest = f" + {len(order) - most} more" if len(order) > most else ""
    return " + ".join(terms) + rest
