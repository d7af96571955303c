"""What the Slope pane says in sentences: the slopes of the row, the nudge, and what moves of all scores do."""

import math

from sqrtdk_tui import digits, words
from sqrtdk_tui.labels import fit
from sqrtdk_tui.slope.reading import SlopeReading

UNDEFINED = "Every token is masked: there is no share, and so no slope."


def number(value: float) -> str:
    """A slope or a pull: 0.2227, 0.0278, 0.000335, 1.1e-7, 1.47."""
    if value == 0:
        return "0"
    if 0.1 <= abs(value) < 1:
        return f"{value:.4f}"
    return _plain(f"{value:.3g}" if 1e-4 <= abs(value) < 1e6 else f"{value:.1e}")


def number_of(log_value: float) -> str:
    """The same from its natural logarithm, also where the number itself is below 1e-308."""
    value = math.exp(log_value)
    return number(value) if value > 1e-300 or log_value == -math.inf else digits.power_of_ten(log_value / math.log(10))


def times(log_ratio: float) -> str:
    """How many times as large, from the logarithm of the ratio: 664 times, 8 times less, the same."""
    size = abs(log_ratio)
    if size < 0.005:
        return "the same"
    less = " less" if log_ratio < 0 else ""
    if size > math.log(1e6):
        return f"{digits.power_of_ten(size / math.log(10))} times{less}"
    ratio = math.exp(size)
    return f"{f'{ratio:,.0f}' if ratio >= 9.95 else f'{ratio:.3g}' if ratio < 1.1 else f'{ratio:.2g}'} times{less}"


def slopes(now: SlopeReading, covered: bool = False) -> str:
    """The winner's slope on both sides, taken at softmax's input, and what is left of it at the raw score."""
    if now.reading.unmasked == 1:
        return "One token has every share, whatever its score: all slopes are 0 on both sides."
    left, right = now.log_slopes
    by, log_by = digits.size(now.reading.divisor), math.log(now.reading.divisor)
    if by == "1":
        return f"Divided by 1 both sides agree: winner's slope {number_of(left)} at softmax's input."
    told = f"At softmax's input the winner's slope is {number_of(left)} undivided"
    if covered:
        return f"{told}. What will dividing by {by} make of it?"
    told += f", {number_of(right)} divided"
    if now.reading.late:
        return f"{told}: divided after softmax, slopes shrink like the shares, and nothing is won."
    ratio, back = right - left, right - left - log_by
    still = "still " if ratio * back > 0 and abs(ratio) >= 0.005 else ""
    return (
        f"{told}: {times(ratio)}. Back at the raw score ÷ {by} more: {number_of(right - log_by)}, {still}{times(back)}."
    )


def invitation(now: SlopeReading) -> str:
    """What the nudge would do, before it is done."""
    return f"n nudges {fit(now.reading.labels[now.token], 16)} by {_signed(now.delta)}"


def nudge(now: SlopeReading, covered: bool = False) -> str:
    """The chosen token's share before and after `delta` more on its raw score, on both sides."""
    token, name = now.token, words.name(now.reading, now.token)
    head = f"{_signed(now.delta)} on {name} before the divide"
    if now.reading.raw[token] == -math.inf:
        return f"{head}: it is masked, so its share stays exactly 0."
    if now.reading.unmasked == 1:
        return f"{head}: it has every share already, and keeps it."
    if covered:
        return f"{head}: {_path(now, 'left')} undivided."
    left, right = float(now.left_nudge.change[token]), float(now.right_nudge.change[token])
    ratio = f": {times(math.log(right / now.delta) - math.log(left / now.delta))}" if left * now.delta > 0 else ""
    return f"{head}: {_path(now, 'left')} undivided; {_path(now, 'right')} divided{ratio}."


def _signed(value: float) -> str:
    return f"{'−' if value < 0 else '+'}{digits.size(abs(value))}"


def points(change: float) -> str:
    """A change of a share in percentage points: +0.00034, +0.023, −0.023; below 1e-300 only that it is."""
    sign = "−" if change < 0 else "+"
    return f"{sign}{_plain(f'{100 * abs(change):#.2g}').rstrip('.')}" if abs(change) > 1e-300 else "less than 1e-300"


def _path(now: SlopeReading, side: str) -> str:
    found, shares = (now.left_nudge, now.left_now) if side == "left" else (now.right_nudge, now.right_now)
    before, after = float(found.before[now.token]), float(found.after[now.token])
    change = float(found.change[now.token])
    decimals = 1 - math.floor(math.log10(100 * abs(change))) if abs(change) > 1e-300 else 99
    told = f"{points(change)} points"
    if decimals > 9:
        return f"{words.share_of(shares, now.token)}, {told}"
    decimals = max(1, decimals)
    return f"{100 * before:.{decimals}f}% → {100 * after:.{decimals}f}%, {told}"


def moves(now: SlopeReading, covered: bool = False) -> str:
    """What adding to all scores, or multiplying them, has done to the shares; empty before any move."""
    if not now.moved:
        return ""
    if now.factor == 1:
        return _added(now, covered)
    what = "doubled" if now.factor == 2 else f"× {digits.size(now.factor)}"
    head = f"Every score {what}{_and_added(now)}"
    if not now.has_gaps:
        return f"{head}: the scores are equal and stay so, so no share moves. Gaps count, not sizes."
    gaps = "every gap doubles" if now.factor == 2 else f"every gap is × {digits.size(now.factor)}"
    return f"{head}: {gaps}, shares move: {_winner(now, '→', covered)}. Gaps count, not sizes."


def _and_added(now: SlopeReading) -> str:
    return f", {digits.size(now.added)} added" if now.added else ""


def _added(now: SlopeReading, covered: bool) -> str:
    head = f"{digits.size(now.added)} added to every score"
    if now.largest_move > 1e-9:
        return f"{head}: in exact arithmetic no share moves; scores this large are rounded by 64-bit floats."
    return f"{head}: no share moves. {_winner(now, 'stays', covered)}. Gaps count, not sizes."


def _winner(now: SlopeReading, sign: str, covered: bool) -> str:
    left, right = now.reading.undivided, now.reading.divided
    assert left is not None
    assert right is not None
    token = left.winners[0]
    told = []
    sides = ((left, now.left_now, "undivided"), (right, now.right_now, "divided"))
    for was, new, side in sides[: 1 if covered else 2]:
        share = words.told_share(new, token)
        told.append(f"{share} {side}" if sign == "stays" else f"{words.told_share(was, token)} → {share} {side}")
    return f"{words.name(now.reading, token, 12)} {'stays at ' if sign == 'stays' else ''}{', '.join(told)}"


def _plain(text: str) -> str:
    return text.replace("e-0", "e-").replace("e+0", "e").replace("e+", "e")
