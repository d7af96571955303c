"""The question file: whole, by its rules, and what is broken in it says where."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest

from sqrtdk_tui.content import ContentError, packaged
from sqrtdk_tui.quiz.bank import CHAPTER, FILE, Question, load
from sqrtdk_tui.quiz.draw import Asked, drawn
from sqrtdk_tui.quiz.words import TOPICS
from sqrtdk_tui.tour import ANCHORS, stop_of

BANK = load()
CHOOSING = [question for question in BANK.questions if question.choices]
MOST = {"prompt": 185, "option": 95, "explanation": 230}


def every_draw(question: Question) -> list[Asked]:
    """The question with each of its parameters."""
    places = tuple(range(len(question.choices)))
    return [drawn(question, 0, 0, params, places) for params in question.draws]


DRAWS = [asked for question in BANK.questions for asked in every_draw(question)]


def texts_of(asked: Asked) -> list[str]:
    """Every text that a learner may read of it."""
    options = [text for option in asked.options for text in (option.text, option.why)]
    near = [why for _, why in asked.near]
    return [asked.prompt, asked.answer, asked.explanation, *asked.hints, *options, *near, *asked.question.rubric]


def test_there_are_49_questions_and_the_chapter_s_three_come_first() -> None:
    assert len(BANK.questions) == 49
    assert BANK.ids()[:3] == CHAPTER
    assert Counter(q.kind for q in BANK.questions) == {
        "recall": 5,
        "numeric": 12,
        "predict": 9,
        "choice": 22,
        "teaser": 1,
    }
    assert BANK.questions[-1] is BANK.teaser


def test_tiers_rise_and_no_topic_follows_itself_among_the_statements() -> None:
    tiers = [q.tier for q in BANK.questions[:-1]]
    assert tiers == sorted(tiers)
    statements = [q.topic for q in BANK.questions if q.tier == 2]
    assert all(a != b for a, b in pairwise(statements))


@pytest.mark.parametrize("question", BANK.questions, ids=lambda q: q.id)
def test_each_names_an_idea_of_the_chapter_and_a_topic(question: Question) -> None:
    assert question.source in ANCHORS
    assert stop_of(question.source) is not None
    assert question.topic in TOPICS
    assert question.rev >= 1
    assert len(question.hints) <= 2


@pytest.mark.parametrize("asked", DRAWS, ids=lambda a: f"{a.question.id}-{a.params}")
def test_texts_are_filled_and_fit(asked: Asked) -> None:
    assert len(asked.prompt) <= MOST["prompt"]
    assert len(asked.explanation) <= MOST["explanation"]
    assert all(len(option.text) <= MOST["option"] for option in asked.options)
    for text in texts_of(asked):
        assert text.strip() == text
        assert text
        assert not re.search(r"[{}\[\]\t\n]", text), text
        assert "  " not in text


@pytest.mark.parametrize("question", CHOOSING, ids=lambda q: q.id)
def test_numbers_ascend_and_options_differ(question: Question) -> None:
    texts = [choice.text for choice in question.choices]
    assert len(set(texts)) == len(texts)
    if question.order == "ascending" and question.id != "slope-peak":
        numbers = [
            float(found[0]) for text in texts if (found := re.search(r"\d+(\.\d+)?", re.split("[≈=]", text)[-1]))
        ]
        assert numbers == sorted(numbers)


def test_the_right_option_is_no_longer_than_the_others_as_a_rule() -> None:
    longest = sum(
        len(next(c.text for c in q.choices if c.ok)) > max(len(c.text) for c in q.choices if not c.ok) for q in CHOOSING
    )
    assert longest <= len(CHOOSING) // 3


def test_the_right_option_stands_everywhere() -> None:
    places = Counter(
        next(i for i, choice in enumerate(q.choices) if choice.ok) for q in CHOOSING if q.order == "ascending"
    )
    assert len(places) >= 3


def broken(change: str, to: str) -> str:
    """The message for the file with one place changed."""
    text = packaged(FILE)
    assert change in text
    with pytest.raises(ContentError) as caught:
        load(lambda name: text.replace(change, to, 1))
    return str(caught.value)


def test_what_is_broken_names_the_file_and_the_line() -> None:
    text = packaged(FILE)
    line = text[: text.index('id = "divisor"')].count("\n")
    assert broken('generator = "divisor"', 'generator = "no_such"').startswith(f"{FILE}, line {line} (divisor): ")
    assert "line" in broken("rev = 1", "rev = ")
    assert "rev must be a whole number" in broken("rev = 1", 'rev = "1"')
    assert "kind must be one of" in broken('kind = "recall"', 'kind = "essay"')
    assert "one of them ok" in broken("ok = true, ", "")
    assert "is not known here" in broken("hints = ", "hint = ")
    assert "twice" in broken('id = "ch-q2-winner"', 'id = "ch-q1-first-failure"')
    assert "equally long" in broken("q1 = [1, 2, 1, 2]", "q1 = [1, 2, 1]")


def test_a_missing_file_names_itself() -> None:
    def missing(name: str) -> str:
        raise FileNotFoundError(2, "No such file or directory")

    with pytest.raises(ContentError, match=rf"{FILE} is missing"):
        load(missing)
    with pytest.raises(ContentError, match="no \\[\\[question\\]\\]"):
        load(lambda name: "schema = 1\n")
    with pytest.raises(ContentError, match=FILE):
        load(lambda name: b"\xff\xfe".decode("utf-8"))
