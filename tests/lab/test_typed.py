"""What people type and paste is read as they mean it, asked about, or refused in one sentence."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqrtdk_tui.typed import TypedError, exact, number, numbers, pair, shown, whole_number

INF = math.inf
LISTS = {
    "2,1,0": (2, 1, 0),
    "2 1 0": (2, 1, 0),
    " 2 ,1 , 0 ": (2, 1, 0),
    "2, 1, 0,": (2, 1, 0),
    "2\n1\n0\n": (2, 1, 0),
    "2\r\n1\r\n0": (2, 1, 0),
    "2\t1\t0": (2, 1, 0),
    "2;1;0": (2, 1, 0),
    "2; 1; 0;": (2, 1, 0),
    "[2, 1, 0]": (2, 1, 0),
    "(2 1 0)": (2, 1, 0),
    "{2,1,0}": (2, 1, 0),
    "2\u00a01\u202f0": (2, 1, 0),
    "２，１，０": (2, 1, 0),
    "−1,2,−3": (-1, 2, -3),
    "–1 ‑2 —3": (-1, -2, -3),
    "1e3, 1E-3 1e−3": (1000, 0.001, 0.001),
    ".5 5. +5": (0.5, 5, 5),
    "2,5; 1,0; -0,5": (2.5, 1, -0.5),
    "2,5;1": (2.5, 1),
    "2,5": (2, 5),
    "16,8,0": (16, 8, 0),
    "٣ ٤": (3, 4),
}


@pytest.mark.parametrize(("text", "values"), LISTS.items())
def test_a_list_is_taken_as_it_is_pasted(text: str, values: tuple[float, ...]) -> None:
    assert numbers(text) == values


@pytest.mark.parametrize("text", ["-inf", "−inf", "-Infinity", "-∞", "−∞", "-INF"])
def test_a_mask_is_taken_where_masks_are(text: str) -> None:
    assert numbers(f"{text},2", masks=True) == (-INF, 2)
    with pytest.raises(TypedError, match="is not a number"):
        numbers(f"{text},2")


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("1,5 2,5", r"Is 1,5 one number \(1\.5\) or two \(1, 5\)\?"),
        ("2, 1,5", r"Is 1,5 one number"),
        ("1,000,000", r"one number \(1000000\) or a list\?"),
        ("12 000", r"one number \(12000\) or a list\?"),
    ],
)
def test_what_can_be_read_in_two_ways_is_asked_about(text: str, asked: str) -> None:
    with pytest.raises(TypedError, match=asked):
        numbers(text)


@pytest.mark.parametrize(
    ("text", "value"), [("0,5", 0.5), ("-2,75", -2.75), ("0,125", 0.125), ("1,5e3", 1500), ("８.5", 8.5), (" 3 ", 3)]
)
def test_one_number_takes_a_decimal_comma_where_it_can_be_nothing_else(text: str, value: float) -> None:
    assert number(text) == value


@pytest.mark.parametrize(
    ("text", "asked"), [("1,024", "Did you mean 1.024 or 1024?"), ("1,000,000", "Did you mean 1000000?")]
)
def test_one_number_with_a_comma_before_three_figures_is_asked_about(text: str, asked: str) -> None:
    with pytest.raises(TypedError, match=re.escape(asked)):
        number(text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("64", 64),
        ("1,024", 1024),
        ("1 048 576", 1_048_576),
        ("12\u00a0000", 12_000),
        ("1_000", 1000),
        ("1e3", 1000),
        ("6.4e1", 64),
        ("64.0", 64),
        ("2^10", 1024),
        ("2**20", 1_048_576),
        ("１２", 12),
        ("+5", 5),
    ],
)
def test_a_whole_number_is_taken_as_people_write_it(text: str, value: int) -> None:
    assert whole_number(text, 1, 1_048_576) == value


def test_a_seed_of_nineteen_figures_keeps_every_one() -> None:
    assert whole_number("9223372036854775807", 0, 2**63 - 1) == 2**63 - 1


@pytest.mark.parametrize("text", ["1.5", "0,5", "1e-3", "1 2", "10²", "2^x", "", "  ", "1e999", "9" * 60, "2^999", "x"])
def test_what_is_no_whole_number_in_range_is_refused_with_the_range(text: str) -> None:
    with pytest.raises(TypedError, match=r"use a whole number from 1 to 1024\.$"):
        whole_number(text, 1, 1024)


@pytest.mark.parametrize("text", ["0", "-1", "1025", "1e9", "−5"])
def test_the_range_is_kept(text: str) -> None:
    with pytest.raises(TypedError, match=r"is out of range; use a whole number from 1 to 1024\.$"):
        whole_number(text, 1, 1024)


@pytest.mark.parametrize("read", [number, numbers, pair])
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "nan",
        "inf",
        "+inf",
        "abc",
        "1,x",
        "0x10",
        "1..2",
        "--5",
        "5-",
        "½",
        "10²",
        "e5",
        ".",
        "12\x1b[31m",
        "[]",
    ],
)
def test_what_is_no_number_is_refused(read: Callable[[str], Any], text: str) -> None:
    with pytest.raises(TypedError, match=r"is not a number|There is no number"):
        read(text)


@pytest.mark.parametrize("text", [",", ";", ",;,", " , "])
def test_a_list_of_nothing_is_refused(text: str) -> None:
    for read in (numbers, pair):
        with pytest.raises(TypedError, match="There is no number"):
            read(text)


@pytest.mark.parametrize("text", ["1e400", "-1e309", "9" * 400, "1.8e308"])
def test_what_is_beyond_a_float_is_too_large_and_not_a_mask(text: str) -> None:
    with pytest.raises(TypedError, match=r"is too large; numbers go up to 1\.79e308"):
        numbers(text, masks=True)


def test_the_largest_float_is_taken() -> None:
    assert numbers("1.7976931348623157e308, -1.7976931348623157e308, 5e-324") == (
        1.7976931348623157e308,
        -1.7976931348623157e308,
        5e-324,
    )


def test_a_pair_is_one_for_both_or_one_for_each() -> None:
    assert pair("2") == (2, 2)
    assert pair("-1,2") == (-1, 2)
    with pytest.raises(TypedError, match="has 3 numbers; use one for both, or two"):
        pair("1,2,3")


READERS = (number, numbers, pair, lambda text: numbers(text, True), lambda text: whole_number(text, 0, 2**63 - 1))
number_like = st.text(st.sampled_from("0123456789+-−.,;eE ()[]{}^_\n\t\u00a0\x1b∞infa²½３"), max_size=30)


@given(st.text(max_size=40) | number_like)
def test_whatever_is_typed_the_answer_is_a_value_or_one_sentence(text: str) -> None:
    for read in READERS:
        try:
            value = read(text)
        except TypedError as error:
            sentence = str(error)
            assert sentence.isprintable(), "a control character would reach the terminal"
            assert len(sentence) < 200
            assert sentence[-1] in ".?"
        else:
            values = value if isinstance(value, tuple) else (value,)
            assert values
            assert all(x < INF for x in values), "nan or +inf"


@pytest.mark.parametrize("text", ["1" * 300_000 + "x", "]" * 300_000 + "x", " " * 300_000 + "x", "1,000 " * 60_000])
def test_a_megabyte_of_nonsense_is_refused_without_trying_every_way_to_read_it(text: str) -> None:
    for read in READERS:
        with pytest.raises(TypedError):
            read(text)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_an_exact_text_reads_back_to_the_same_bits(value: float) -> None:
    assert repr(number(exact(value))) == repr(value)
    assert exact(value) == repr(value).removesuffix(".0")


def test_a_quoted_text_is_cut_with_a_mark() -> None:
    assert shown("x" * 30) == "x" * 23 + "…"
    assert shown("  a\x1b[2J\nb ") == "a�[2J�b"
    assert shown("") == "nothing"
