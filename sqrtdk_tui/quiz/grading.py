"""Right, nearly, or not yet: tolerance, near misses, the grade for the schedule, and the words of the verdict."""

import math
from dataclasses import dataclass

from sqrtdk_tui import digits
from sqrtdk_tui.quiz.draw import Asked
from sqrtdk_tui.quiz.numbers import Typed

AGAIN, HARD, GOOD, EASY = 1, 2, 3, 4
GRADES = {AGAIN: "missed", HARD: "barely", GOOD: "good", EASY: "easy"}
GUESS, THINK, SURE = "guess", "think", "sure"
CONFIDENCES = {GUESS: "a guess", THINK: "I think so", SURE: "I am sure"}

RIGHT, WITH_HINT, MENDED, NOT_YET = "Right", "Right, with a hint", "Right, at the second try", "Not yet"
_NEAR = 0.01
_FEWEST_FIGURES = 2


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an answer: `response` as it is stored, `why` about this very answer, `read` how it was read.

    `grade` is what the schedule takes, 1 to 4.
    """

    right: bool
    verdict: str
    why: str
    response: str
    grade: int
    read: str = ""


def judge_option(asked: Asked, shown: int, hints: int, confidence: str, retry: bool) -> Outcome:
    """An option, by its place on the screen. Its place in the file is what is stored: that one never moves."""
    option = asked.options[shown]
    verdict, grade = _verdict(option.ok, hints, confidence, retry)
    return Outcome(option.ok, verdict, option.why, str(asked.places[shown]), grade)


def judge_number(asked: Asked, typed: Typed, hints: int, confidence: str, retry: bool) -> Outcome:
    """A number: right within the tolerance, or as rounded to what was typed; else a known slip, else not yet."""
    assert asked.key is not None
    right = is_right(typed, asked.key, asked.question.tolerance)
    verdict, grade = _verdict(right, hints, confidence, retry)
    why = "" if right else near_miss(asked, typed) or "That is not it."
    return Outcome(right, verdict, why, typed.text, grade, typed.reading)


def judge_self(grade: int, hints: int) -> Outcome:
    """What learners say of their own answer."""
    right = grade > AGAIN
    verdict = (WITH_HINT if hints else RIGHT) if right else NOT_YET
    return Outcome(right, verdict, "", GRADES[grade], grade)


def _verdict(right: bool, hints: int, confidence: str, retry: bool) -> tuple[str, int]:
    """Words and grade: wrong at first is Again, even if mended; a guess or a hint makes it Hard; Easy is by hand."""
    if not right:
        return NOT_YET, AGAIN
    if retry:
        return MENDED, AGAIN
    if hints:
        return WITH_HINT, HARD
    return RIGHT, HARD if confidence == GUESS else GOOD


def is_right(typed: Typed, key: float, tolerance: tuple[float, float]) -> bool:
    """|x − key| within max(absolute, relative·|key|), or the key rounded to the decimals typed is what was typed.

    Rounding counts from two significant figures on: 1.4 for √2 is right, 1 is not.
    """
    absolute, relative = tolerance
    slack = max(absolute, relative * abs(key)) + 1e-9 * max(1.0, abs(key))
    return abs(typed.value - key) <= slack or _rounds_to(typed, key)


def _rounds_to(typed: Typed, value: float) -> bool:
    if typed.decimals is None or typed.figures < _FEWEST_FIGURES:
        return False
    half = 0.5 * 10.0**-typed.decimals
    return abs(typed.value - value) <= half * (1 + 1e-9) + 1e-15 * abs(value)


def near_miss(asked: Asked, typed: Typed) -> str:
    """Why this number comes up, where it is a known slip; else empty."""
    for value, why in asked.near:
        close = abs(typed.value - value) <= _NEAR * abs(value) + 1e-12
        if close or _rounds_to(typed, value):
            return why
    return ""


def percent_meant(asked: Asked, typed: Typed) -> str:
    """A question back where a share was asked for and a number above 1 came without its sign; costs no attempt."""
    if not asked.question.share or not 1 < typed.value <= 100 or "%" in typed.text:
        return ""
    return f"A share is at most 1. Did you mean {digits.size(typed.value)}%?"


def key_words(asked: Asked) -> str:
    """The key as text, empty where there is none."""
    return "" if asked.key is None or math.isnan(asked.key) else digits.size(asked.key)
