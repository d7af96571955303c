"""Numbers as learners type them; what cannot be read is refused in words that help."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqrtdk_tui.quiz.numbers import parse
from sqrtdk_tui.typed import TypedError
from tests.lab.strategies import anything

READ = {
    "8": 8, " 8 ": 8, "8.": 8, ".125": 0.125, "1.6e1": 16, "1.6E+1": 16, "-2": -2, "−2": -2, "–2": -2, "+5": 5,
    "1/8": 0.125, "1⁄8": 0.125, "⅛": 0.125, "½": 0.5, "1½": 1.5, "1 ½": 1.5,
    "12.5%": 0.125, "12.5 %": 0.125, "12.5％": 0.125,
    "sqrt(64)": 8, "SQRT (64)": 8, "sqrt64": 8, "√64": 8, "√ 64": 8, "√(64)": 8, "1/√64": 0.125, "64^0.5": 8,
    "64**0.5": 8, "64^(-0.5)": 0.125, "2^-3": 0.125, "√4/√64": 0.25, "16/2": 8, "8÷2": 4,
    "12 000": 12000, "12\u00a0000": 12000, "12\u202f000": 12000, "1 000 000": 1e6,
    "2,83": 2.83, "0,125": 0.125, "0,5%": 0.005,
    "=8": 8, "≈ 8": 8, "= 1/8": 0.125, "８": 8, "1e-400": 0, "0": 0, "12,5%": 0.125, "10,24": 10.24,
}  # fmt: skip
REFUSED = {
    "": "Nothing is typed",
    "   ": "Nothing is typed",
    "=": "Nothing is typed",
    "abc": "not a number",
    "8 slots": "units",
    "8x": "units",
    "10²": "units",
    "nan": "that can be checked",
    "inf": "that can be checked",
    "-inf": "that can be checked",
    "1e999": "too large",
    "10^400": "too large",
    "1/0": "divided by 0",
    "0^-1": "divided by 0",
    "1/2/3": "one division",
    "1_000": "has a _",
    "3 4": "more than one number",
    "12 34": "more than one number",
    "1,2,3": "more than one number",
    "8,": "more than one number",
    "1,024": "Did you mean 1.024 or 1024?",
    "16,000": "Did you mean 16.000 or 16000?",
    "1,024,000": "Did you mean 1024000?",
    "1,024.5": "a comma and a point",
    "1.024,5": "a comma and a point",
    "√-4": "not a number",
    "e^2": "not a number",
    "--8": "not a number",
    "%": "not a number",
    "9" * 50: "too long",
    "8\x1b[31m": "not a number",
    "(8)": "not a number",
}


@pytest.mark.parametrize(("text", "value"), READ.items())
def test_is_read(text: str, value: float) -> None:
    assert parse(text).value == pytest.approx(value, rel=1e-12, abs=1e-300)


@pytest.mark.parametrize(("text", "why"), REFUSED.items())
def test_is_refused_in_words(text: str, why: str) -> None:
    with pytest.raises(TypedError) as caught:
        parse(text)
    sentence = str(caught.value)
    assert why in sentence
    assert sentence.isprintable()
    assert sentence[-1] in ".?"


@pytest.mark.parametrize(
    ("text", "decimals", "figures"),
    [("1.41", 2, 3), ("0.050", 3, 2), ("1.6e1", 0, 2), ("2e-3", 3, 1), ("24.5%", 3, 3), ("8", 0, 1), ("1/8", None, 0)],
)
def test_counts_the_typed_digits(text: str, decimals: int | None, figures: int) -> None:
    typed = parse(text)
    assert (typed.decimals, typed.figures) == (decimals, figures)


def test_tells_how_it_was_read_where_that_is_not_plain() -> None:
    assert parse("1/8").reading == "I read 1/8 as 0.125."
    assert parse("0,125").reading == "I read 0,125 as 0.125."
    assert parse("12 000").reading == "I read 12 000 as 12000."
    assert parse("12.5%").reading == "I read 12.5% as 0.125."
    assert parse("8.0").reading == ""


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_reads_back_every_float(value: float) -> None:
    assert parse(repr(value)).value == value


@given(anything)
def test_any_text_is_a_finite_number_or_a_sentence(text: str) -> None:
    try:
        value, told = parse(text).value, ""
    except TypedError as error:
        value, told = 0.0, str(error)
    assert math.isfinite(value)
    assert told.isprintable()
