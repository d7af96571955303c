"""The Steps pane in rows: q·k -> ÷ -> e^(s − max) -> share, one row a token, and the chosen token's own sums."""

import math

from sqrtdk_tui import digits, words
from sqrtdk_tui.labels import fit
from sqrtdk_tui.reading import Reading, Side
from sqrtdk_tui.rows import Cell, Look, Row

_FULL = (-12, 10, 13, 3, 9, 14, 13)
_NARROW = (-8, 8, 11, 3, 6, 0, 10)
_NARROWEST = (-6, 7, 10, 2, 6, 0, 9)
_MOST_WIDTH = 84


def rows(reading: Reading, token: int, look: Look, height: int, covered: bool = False) -> list[Row]:
    """The pane in at most `height` rows; the table follows the chosen token where it cannot show all.

    While the divided side is covered, nothing of it is told.
    """
    left, right = reading.undivided, reading.divided
    if left is None or right is None:
        return [look.row((f" {reading.undefined}", "text"))][:height]
    spare = max(0, height - 2 - min(3, len(reading.labels)))
    tail = [] if covered else _tail(reading, left, right, token, look)[:spare]
    shown = visible_tokens(reading, token, max(1, height - 2 - len(tail)))
    table = [_header(reading, right, look)]
    table += [_token_row(reading, left, right, i, i == token, look) for i in shown]
    table.append(_sum_row(reading, right, look, all_shown=len(shown) == len(reading.labels)))
    if covered:
        return [_uncovered(row, look) for row in table][:height]
    return (table + tail)[:height]


def visible_tokens(reading: Reading, token: int, room: int) -> list[int]:
    """Token indices to show: all, or a window of `room` around the chosen one, in the order of the list."""
    listed = reading.listed
    start = min(max(0, listed.index(token) - room // 2), max(0, len(listed) - room))
    return listed[start : start + room]


def _uncovered(row: Row, look: Look) -> Row:
    """A row of the table without its divided half."""
    return (*row[:4], *look.row(("   ?", "dim")))


def _widths(look: Look) -> tuple[int, ...]:
    return _FULL if look.width >= 74 else _NARROW if look.width >= 46 else _NARROWEST


def _header(reading: Reading, right: Side, look: Look) -> Row:
    top = digits.score(float(right.scores.max()))
    divisor = digits.size(reading.divisor)
    told = f"÷ {divisor}" if len(divisor) < 7 else "÷ it"
    by, late = ("q·k", told) if reading.late else (told, "divided")
    power = f"e^(s − {top})" if len(top) < 6 else "e^(s − max)"
    titles = (" token", "q·k", "undivided", "│", by, power, late)
    return look.columns([(title, "dim") for title in titles], _widths(look))


def exponentials(side: Side) -> tuple[list[float], float]:
    """(e^(s − max) a token, their sum): the sum is 1 / the winner's share, before any late division."""
    top = float(side.log_weights.max())
    return [math.exp(x - top) for x in side.log_weights], 1 / float(side.weights[side.winners[0]])


def _token_row(reading: Reading, left: Side, right: Side, i: int, chosen: bool, look: Look) -> Row:
    powers, _ = exponentials(right)
    role = "strong" if chosen else "text"
    mark = "▸" if chosen and len(reading.labels) > 1 else " "
    cells = [
        (f"{mark}{fit(reading.labels[i], 9)}", role),
        (digits.fixed(float(reading.raw[i])), role),
        (words.share_of(left, i), role),
        ("│", "axis"),
        (digits.fixed(float(right.scores[i])), role),
        (digits.factor(powers[i]), role),
        (words.share_of(right, i), role),
    ]
    return look.columns(cells, _widths(look))


def _sum_row(reading: Reading, right: Side, look: Look, *, all_shown: bool) -> Row:
    powers, _ = exponentials(right)
    total = digits.size(1 / reading.divisor) if reading.late else "100%"
    cells = [
        (" sum" if all_shown else f" all {len(reading.labels)}", "dim"),
        ("", "dim"),
        ("100%", "dim"),
        ("│", "axis"),
        ("", "dim"),
        (digits.factor(math.fsum(powers)), "dim"),
        (total, "dim"),
    ]
    return look.columns(cells, _widths(look))


def _formula(reading: Reading, right: Side, token: int, look: Look) -> Row:
    """The chosen token's own way from score to share, with its live numbers."""
    score = digits.score(float(right.scores[token]))
    name = fit(reading.labels[token], 10)
    if score == "masked":
        return look.row((f" {name}: ", "dim"), ("masked, so its share is exactly 0", "text"))
    powers, _ = exponentials(right)
    raw, divisor = digits.score(float(reading.raw[token])), digits.size(reading.divisor)
    top, power = digits.score(float(right.scores.max())), digits.factor(powers[token])
    share, total = words.share_of(right, token), digits.factor(math.fsum(powers))
    divide = "" if reading.late else f"{raw} ÷ {divisor} = {score}; "
    late = f" ÷ {divisor}" if reading.late else ""
    text = f"{_by_hand(reading, token)}{divide}e^({score} − {top}) = {power}; {power} ÷ {total}{late} = {share}"
    return look.row((f" {name}: ", "dim"), (text, "text"))


def _by_hand(reading: Reading, token: int) -> str:
    """How a unit score became a raw one, so that it is seen that the divide takes the same factor out again."""
    lab = reading.lab
    if lab.source != "hand":
        return ""
    return f"{digits.score(lab.unit_scores[token])} × √{lab.d_k} = {digits.score(float(reading.raw[token]))}; "


def _tail(reading: Reading, left: Side, right: Side, token: int, look: Look) -> list[Row]:
    """The formula, what is mixed, and how wide the mix is; the most wanted first."""
    widths = f"{left.effective_tokens:.2f} │ {right.effective_tokens:.2f} effective tokens "
    wide = look.width >= 60
    room = look.width - (len(widths) + 1 if wide else 0)
    mix, most = words.mixed(reading, right), 4
    while len(mix) + 8 > room and most > 1:
        most -= 1
        mix = words.mixed(reading, right, most)
    mixes: list[Cell] = [(" mixed  ", "dim"), (mix, "text")]
    slopes = f"{digits.factor(left.winner_slope)} │ {digits.factor(right.winner_slope)}"
    totals = f"{digits.factor(left.total_slope)} │ {digits.factor(right.total_slope)}"
    more: list[Cell] = [("   total slope  ", "dim"), (totals, "text")] if look.width >= 96 else []
    return [
        _formula(reading, right, token, look),
        Look(min(look.width, _MOST_WIDTH), look.ascii).spread(mixes, [(widths, "text")]) if wide else look.row(*mixes),
        *([] if wide else [look.row((f" {widths}", "text"))]),
        look.row(
            (" entropy  ", "dim"),
            (f"{left.entropy_nats:.3f} │ {right.entropy_nats:.3f} nats", "text"),
            ("   winner's slope  ", "dim"),
            (slopes, "text"),
            *more,
        ),
    ]
