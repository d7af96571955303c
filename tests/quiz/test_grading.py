"""Right, nearly, not yet; and the grade that the schedule takes."""

from __future__ import annotations

import pytest

from sqrtdk_tui.quiz import grading
from sqrtdk_tui.quiz.bank import packaged_bank
from sqrtdk_tui.quiz.card import Card, commit, hint, retry, select, write
from sqrtdk_tui.quiz.draw import ask, drawn
from sqrtdk_tui.quiz.grading import AGAIN, GOOD, GUESS, HARD, SURE, is_right
from sqrtdk_tui.quiz.numbers import parse


@pytest.mark.parametrize(
    ("text", "key", "tolerance", "right"),
    [
        ("1.4", 2**0.5, (0, 0), True),
        ("1", 2**0.5, (0, 0), False),
        ("1.41", 2**0.5, (0, 0), True),
        ("1.42", 2**0.5, (0, 0), False),
        ("1.5", 2**0.5, (0, 0), False),
        ("25%", 0.2447, (0, 0), False),
        ("24%", 0.2447, (0, 0), True),
        ("8.0000000001", 8, (0, 0), True),
        ("8.01", 8, (0, 0.005), True),
        ("8.05", 8, (0, 0.005), False),
        ("0.255", 0.2447, (0.011, 0), True),
        ("10", 9.6, (0, 0), True),
        ("9", 8.6, (0, 0), False),
        ("0.0", 0.04, (0, 0), False),
        ("1/8", 0.1251, (0, 0), False),
        ("-8", 8, (0, 0.01), False),
    ],
)
def test_tolerance_and_rounding(text: str, key: float, tolerance: tuple[float, float], right: bool) -> None:
    assert is_right(parse(text), key, tolerance) is right


def number_card(text: str, hints: int = 0) -> Card:
    card = Card(drawn(packaged_bank()["divisor"], 0, 0, {"d_k": 64}, ()))
    for _ in range(hints):
        card = hint(card)
    return write(card, text)


@pytest.mark.parametrize(
    ("text", "hints", "confidence", "verdict", "grade"),
    [
        ("8", 0, "think", grading.RIGHT, GOOD),
        ("8", 0, SURE, grading.RIGHT, GOOD),
        ("8", 0, GUESS, grading.RIGHT, HARD),
        ("8", 1, SURE, grading.WITH_HINT, HARD),
        ("64", 0, SURE, grading.NOT_YET, AGAIN),
        ("64", 1, GUESS, grading.NOT_YET, AGAIN),
    ],
)
def test_verdict_and_grade(text: str, hints: int, confidence: str, verdict: str, grade: int) -> None:
    outcome = commit(number_card(text, hints), confidence).outcome
    assert outcome is not None
    assert (outcome.verdict, outcome.grade) == (verdict, grade)


def test_a_near_miss_is_refuted_by_name_and_an_odd_number_is_just_not_it() -> None:
    near, odd = commit(number_card("32")).outcome, commit(number_card("17")).outcome
    assert near is not None
    assert odd is not None
    assert near.why == "Not half: the square root."
    assert odd.why == "That is not it."


def test_a_mended_answer_keeps_its_first_grade() -> None:
    missed = commit(number_card("32"))
    again = commit(write(retry(missed, ask(missed.asked.question, 0, 1)), "3"))
    mended = commit(write(retry(missed, missed.asked), "8"))
    assert again.outcome is not None
    assert mended.outcome is not None
    assert mended.outcome.verdict == grading.MENDED
    assert mended.outcome.grade == AGAIN
    assert not mended.can_retry
    assert not again.can_retry


def test_a_share_without_its_sign_is_asked_about() -> None:
    card = Card(drawn(packaged_bank()["dk64-second-share"], 0, 0, {}, ()))
    asked_back = commit(write(card, "24.5"))
    assert asked_back.state == "ask"
    assert "24.5%?" in asked_back.note
    assert commit(write(card, "24.5%")).outcome == grading.Outcome(
        True, grading.RIGHT, "", "24.5%", GOOD, "I read 24.5% as 0.245."
    )
    assert commit(write(card, "0.24")).outcome is not None


def test_an_option_is_stored_by_its_place_in_the_file() -> None:
    question = packaged_bank()["winner-exact"]
    for visit in range(6):
        asked = ask(question, 3, visit)
        for shown, place in enumerate(asked.places):
            outcome = commit(select(Card(asked), shown)).outcome
            assert outcome is not None
            assert outcome.response == str(place)
            assert outcome.right == question.choices[place].ok
            assert outcome.why == question.choices[place].why
