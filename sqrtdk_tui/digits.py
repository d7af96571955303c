"""Numbers -> the digits they have earned. Shares are formatted from logarithms, so none is lost to rounding."""

import math

_TENTH = math.log(10)
_WORDS = ((1e12, "trillion"), (1e9, "billion"), (1e6, "million"))


def share(log_weight: float, log_rest: float) -> str:
    """A share as a percentage: 66.5%, 0.03%, 0.00001%, 1 in 10^12, 99.97%, >99.999%, 100%, 0%.

    `log_weight` is ln p and `log_rest` is ln(1 - p), both natural logarithms. A share below 1 % shows
    one significant digit; one above 99 % shows the first digit by which it misses 100 %.
    """
    if log_weight == -math.inf:
        return "0%"
    if log_rest == -math.inf:
        return "100%"
    percent, missing = 100 * math.exp(log_weight), 100 * math.exp(log_rest)
    if percent < 1e-5:
        return _one_in_power(-log_weight / _TENTH)
    if percent < 1:
        return f"{percent:.{_first_digit(percent)}f}%"
    if missing >= 1:
        return f"{percent:.{_below_word(percent)}f}%"
    return f"{100 - missing:.{_first_digit(missing)}f}%" if missing > 1e-3 else ">99.999%"


def _below_word(percent: float) -> int:
    """Decimals, one or more, in which a share under 90 % or 99 % does not round up to it: the words change there."""
    for limit in (90.0, 99.0):
        for decimals in range(1, 9):
            if percent < limit and float(f"{percent:.{decimals}f}") >= limit:
                continue
            break
        else:
            return 8
        if decimals > 1:
            return decimals
    return 1


def top_share(log_weight: float, log_rest: float) -> str:
    """A share for a sentence: as `share`, and `all but 1 in 8.9 million` above 99.999 %."""
    text = share(log_weight, log_rest)
    return f"all but {one_in(log_rest)}" if text == ">99.999%" else text


def one_in(log_probability: float) -> str:
    """ln(1 / 8 900 000) -> 1 in 8.9 million; beyond 10^15 a power of ten."""
    if log_probability <= -15 * _TENTH:
        return _one_in_power(-log_probability / _TENTH)
    odds = math.exp(-log_probability)
    for size, word in _WORDS:
        if odds >= size * 0.995:
            if round(odds / size, 1) == 1:
                return f"1 in a {word}"
            return f"1 in {odds / size:.2g} {word}" if odds < 99.5 * size else f"1 in {odds / size:.0f} {word}"
    return f"1 in {float(f'{odds:.2g}'):,.0f}"


def _one_in_power(power: float) -> str:
    """12.2 -> 1 in 10^12; a power of four digits and more is rounded to one."""
    return f"1 in {power_of_ten(power, 999.5)}"


def power_of_ten(power: float, most: float = 9999.5) -> str:
    """12.2 -> 10^12, -2171.4 -> 10^-2171; a power beyond `most` is rounded to one digit: 10^4e5."""
    short = f"{power:.0f}" if abs(power) < most else f"{power:.0e}".replace("e+0", "e").replace("e+", "e")
    return f"10^{short}"


def below(limit: float) -> str:
    """A positive number smaller than its own error, by what it lies under, rounded up: 1.05e-146 -> <2e-146."""
    first, _, power = f"{limit:.3e}".partition("e")
    short = f"{float(f'{math.ceil(float(first))}e{power}'):.1g}"
    return f"<{short.replace('e+0', 'e').replace('e+', 'e').replace('e-0', 'e-')}"


def fraction(share_of: float) -> str:
    """A measured fraction of rows as a percentage, no finer than a count of a few thousand earns: 22%, 0.4%."""
    percent = 100 * share_of
    if percent in (0, 100):
        return f"{percent:.0f}%"
    if percent < 0.05:
        return "<0.1%"
    if percent >= 99.95:
        return ">99.9%"
    return f"{percent:.0f}%" if 10 <= percent <= 99 else f"{percent:.1f}%"


def _first_digit(value: float) -> int:
    """Decimals that show the first significant digit of a positive value below 1 (0.0335 -> 2)."""
    return max(1, -int(f"{value:.0e}".split("e")[1]))


def score(value: float) -> str:
    """A score, shortest form: 16, 2.83, 0.5, 1.8e+308, masked."""
    if value == -math.inf:
        return "masked"
    if value == 0:
        return "0"
    if value.is_integer() and abs(value) < 1e6:
        return f"{value:.0f}"
    if 0.005 <= abs(value) < 1e6:
        exact = f"{value:.3f}"
        return exact if float(exact) == value and not exact.endswith("0") else f"{value:.2f}"
    return f"{value:.1e}".replace("e+0", "e").replace("e-0", "e-").replace("e+", "e")


def fixed(value: float) -> str:
    """A score in a column: as `score`, with two decimals where it would have fewer."""
    text = score(value)
    return f"{value:.2f}" if abs(value) < 1e5 and "e" not in text and len(text.partition(".")[2]) < 3 else text


def size(value: float) -> str:
    """A divisor, spread or typical size: four significant digits, no trailing zeros: 8, 1.414, 11.31, 1024."""
    if value.is_integer() and abs(value) < 1e7:
        return f"{value:.0f}"
    if f"{value:.4g}" == "1":  # not 1, and to divide by it is not to divide by 1
        return f"{value:.10g}" if f"{value:.10g}" != "1" else repr(value)
    return f"{value:.4g}".replace("e+0", "e").replace("e+", "e").replace("e-0", "e-")


def weight(value: float) -> str:
    """A share as a factor in a sum: .665, 1.000, .000."""
    text = f"{value:.3f}"
    return text.removeprefix("0")


def factor(value: float) -> str:
    """A positive factor such as e^(s - max): four decimals, or a power of ten when they would not show it."""
    if value == 0 or value >= 0.001:
        return f"{value:.4f}"
    return f"{value:.1e}".replace("e-0", "e-")
