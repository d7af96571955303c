"""Digits: as many as a number has earned, never a rounder share than is true."""

from __future__ import annotations

import math
import re
from decimal import Decimal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from sqrtdk_tui import digits

INF = math.inf


def share(p: float) -> str:
    return digits.share(math.log(p) if p else -INF, math.log1p(-p) if p < 1 else -INF)


@pytest.mark.parametrize(
    ("p", "text"),
    [
        (0.66524, "66.5%"),
        (0.24473, "24.5%"),
        (0.09003, "9.0%"),
        (0.99966, "99.97%"),
        (3.354e-4, "0.03%"),
        (1.12e-7, "0.00001%"),
        (1e-12, "1 in 10^12"),
        (0.9984, "99.8%"),
        (0.99998, "99.998%"),
        (1 - 1e-9, ">99.999%"),
        (1 - 4e-6, ">99.999%"),
        (0.5, "50.0%"),
        (0.0061, "0.6%"),
        (0.989, "98.9%"),
        (0.9996, "99.96%"),
    ],
)
def test_shares_of_the_lesson(p: float, text: str) -> None:
    assert share(p) == text


def test_only_a_mask_has_nothing_and_only_a_lone_token_all() -> None:
    assert digits.share(-INF, 0.0) == "0%"
    assert digits.share(0.0, -INF) == "100%"


def test_a_winner_beyond_five_nines_says_what_it_leaves() -> None:
    assert digits.top_share(-1 / 8.9e6, -math.log(8.9e6)) == "all but 1 in 8.9 million"
    assert digits.top_share(-1e-12, -math.log(1e12)) == "all but 1 in a trillion"
    assert digits.top_share(0.0, -100 * math.log(10)) == "all but 1 in 10^100"
    assert digits.top_share(math.log(0.5), math.log(0.5)) == "50.0%"


@pytest.mark.parametrize(
    ("odds", "text"),
    [
        (28.4, "1 in 28"),
        (559, "1 in 560"),
        (31_094, "1 in 31,000"),
        (5_524_854, "1 in 5.5 million"),
        (12.4e6, "1 in 12 million"),
        (340e6, "1 in 340 million"),
        (2e9, "1 in 2 billion"),
        (1e16, "1 in 10^16"),
    ],
)
def test_odds_in_words(odds: float, text: str) -> None:
    assert digits.one_in(-math.log(odds)) == text


def test_odds_that_no_word_reaches_stay_short() -> None:
    assert digits.share(-1e308, -1e-300) == "1 in 10^4e307"
    assert digits.one_in(-2.5e6) == "1 in 10^1e6"
    assert digits.one_in(-2e6) == "1 in 10^9e5"


logits = st.floats(-800, 800)


def logs_of(logit: float) -> tuple[float, float]:
    """(ln p, ln(1 - p)) of p = 1/(1 + e^-logit), each with all its digits."""
    small = -math.log1p(math.exp(-abs(logit)))
    large = -abs(logit) + small
    return (small, large) if logit > 0 else (large, small)


@given(logits)
def test_a_share_reads_back_to_within_half_its_last_digit(logit: float) -> None:
    log_weight, log_rest = logs_of(logit)
    text = digits.share(log_weight, log_rest)
    assert text not in ("0%", "100%"), "something else has weight"
    if text.startswith("1 in 10^"):
        assert abs(int(text.removeprefix("1 in 10^")) + log_weight / math.log(10)) <= 0.5 + 1e-9
        assert 100 * math.exp(log_weight) < 1e-5
    elif text.startswith(">"):
        assert 100 * math.exp(log_rest) <= 1e-3
    else:
        number = Decimal(text.removesuffix("%"))
        half = Decimal(5).scaleb(int(number.as_tuple().exponent) - 1)
        missing = Decimal(100 * math.exp(log_rest)) if logit > 0 else 100 - Decimal(100 * math.exp(log_weight))
        assert abs(number + missing - 100) <= half * (1 + Decimal("1e-6"))


def rank(text: str) -> tuple[int, Decimal]:
    """Shown shares in their order."""
    if text.startswith("1 in 10^"):
        return 0, -Decimal(text.removeprefix("1 in 10^"))
    return 1 + text.startswith(">"), Decimal(text.strip(">%"))


@given(logits, logits)
def test_a_larger_share_never_shows_as_a_smaller_one(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert rank(digits.share(*logs_of(low))) <= rank(digits.share(*logs_of(high)))


@given(logits, logits)
def test_odds_keep_their_order(one: float, other: float) -> None:
    assume(abs(one - other) > 1e-3 * abs(one))
    texts = [digits.top_share(*logs_of(x)) for x in sorted((one, other))]
    assert all(re.fullmatch(r"(all but )?1 in [\d.,^]+( \w+)?|[\d.]+%", text) for text in texts)


@pytest.mark.parametrize(
    ("fraction", "text"),
    [
        (0, "0%"),
        (1, "100%"),
        (0.2234, "22%"),
        (0.0042, "0.4%"),
        (1 / 4000, "<0.1%"),
        (3999 / 4000, ">99.9%"),
        (0.9951, "99.5%"),
        (0.95, "95%"),
    ],
)
def test_a_fraction_of_rows_is_never_all_or_none_when_it_is_not(fraction: float, text: str) -> None:
    assert digits.fraction(fraction) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (16.0, "16"),
        (-3.0, "-3"),
        (0.0, "0"),
        (-0.0, "0"),
        (2.828427, "2.83"),
        (-INF, "masked"),
        (1.79e308, "1.8e308"),
        (0.0004, "4.0e-4"),
        (1e6, "1.0e6"),
        (-2.5e-10, "-2.5e-10"),
    ],
)
def test_scores(value: float, text: str) -> None:
    assert digits.score(value) == text


def test_scores_in_a_column_have_two_decimals_where_they_can() -> None:
    assert [digits.fixed(x) for x in (16.0, -0.5, 0.0, 1e-9, 1e9, -INF)] == [
        "16.00",
        "-0.50",
        "0.00",
        "1.0e-9",
        "1.0e9",
        "masked",
    ]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (8.0, "8"),
        (math.sqrt(2), "1.414"),
        (math.sqrt(128), "11.31"),
        (1024.0, "1024"),
        (7.395, "7.395"),
        (1e-5, "1e-5"),
    ],
)
def test_sizes_have_four_figures(value: float, text: str) -> None:
    assert digits.size(value) == text


def test_weights_and_factors() -> None:
    assert [digits.weight(x) for x in (0.66524, 1.0, 0.0001)] == [".665", "1.000", ".000"]
    assert [digits.factor(x) for x in (1.0, 0.3679, 0.0, 3.354e-4, 1e-12)] == [
        "1.0000",
        "0.3679",
        "0.0000",
        "3.4e-4",
        "1.0e-12",
    ]


@given(st.floats(allow_nan=False, max_value=1.79e308))
def test_any_score_is_short(value: float) -> None:
    assert 1 <= len(digits.score(value)) <= 10
    assert digits.score(value).isprintable()
