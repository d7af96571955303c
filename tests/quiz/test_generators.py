"""Every key equals an independent calculation, and no near miss lies near the key or another near miss."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import combinations

import pytest

from sqrtdk_tui.quiz.bank import Question, load
from sqrtdk_tui.quiz.draw import Asked, drawn
from sqrtdk_tui.quiz.generators import GENERATORS
from sqrtdk_tui.quiz.grading import is_right, near_miss
from sqrtdk_tui.quiz.numbers import parse


def softmax(*scores: float) -> list[float]:
    """As a school book has it."""
    powers = [math.e**score for score in scores]
    return [power / sum(powers) for power in powers]


def chance_of_zero() -> float:
    """Of the four ways that two coins fall."""
    sums = [a + b for a in (-1, 1) for b in (-1, 1)]
    return float(Fraction(sums.count(0), len(sums)))


INDEPENDENT: dict[str, Callable[..., float]] = {
    "variance_raw": lambda d_k: float(d_k),
    "std_raw": lambda d_k: d_k**0.5,
    "divisor": lambda d_k: d_k**0.5,
    "std_scaled": lambda d_k: 1.0,
    "napkin": lambda q1, q2, k1, k2: (q1 * k1 + q2 * k2) / 2**0.5,
    "half_chance": chance_of_zero,
    "second_share": lambda: softmax(2, 1, 0)[1],
    "odds": lambda gap, d_k: math.exp(gap / d_k**0.5),
    "slope": lambda p: p - p * p,
    "std_uniform": lambda d_k: (d_k / 9) ** 0.5,
    "self_match": lambda d_k: d_k**0.5,
    "sigma_square": lambda sigma, d_k: float(sigma * sigma),
}
NUMERIC = [question for question in load().questions if question.generator]
DRAWS = [drawn(question, 0, 0, params, ()) for question in NUMERIC for params in question.draws]


def test_every_generator_is_checked_and_used() -> None:
    assert set(INDEPENDENT) == set(GENERATORS) == {question.generator for question in NUMERIC}


@pytest.mark.parametrize("asked", DRAWS, ids=lambda a: f"{a.question.id}-{a.params}")
def test_the_key_is_that_of_an_independent_calculation(asked: Asked) -> None:
    assert asked.key == pytest.approx(INDEPENDENT[asked.question.generator](**asked.params), rel=1e-12)


def slack(question: Question, key: float) -> float:
    absolute, relative = question.tolerance
    return max(absolute, relative * abs(key))


@pytest.mark.parametrize("asked", DRAWS, ids=lambda a: f"{a.question.id}-{a.params}")
def test_near_misses_lie_apart(asked: Asked) -> None:
    assert asked.key is not None
    least = 2.5 * slack(asked.question, asked.key)
    values = [value for value, _ in asked.near]
    assert len({why for _, why in asked.near}) == len(values)
    assert all(abs(value - asked.key) > least for value in values)
    assert all(abs(a - b) > least for a, b in combinations(values, 2))


@pytest.mark.parametrize("asked", DRAWS, ids=lambda a: f"{a.question.id}-{a.params}")
def test_every_near_miss_is_named_and_none_is_taken_for_right(asked: Asked) -> None:
    assert asked.key is not None
    for value, why in asked.near:
        for text in {repr(value), f"{value:.3g}", f"{value:.4g}"}:
            typed = parse(text)
            assert not is_right(typed, asked.key, asked.question.tolerance), (text, asked.key)
            assert near_miss(asked, typed) == why, text


@pytest.mark.parametrize("asked", DRAWS, ids=lambda a: f"{a.question.id}-{a.params}")
def test_the_key_is_right_as_people_round_it(asked: Asked) -> None:
    assert asked.key is not None
    for text in (repr(asked.key), f"{asked.key:.4g}", f"{asked.key:.3g}", f"{100 * asked.key!r}%"):
        assert is_right(parse(text), asked.key, asked.question.tolerance), text
