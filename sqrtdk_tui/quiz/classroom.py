"""A class from its progress files: per question how many were right at first, and what misleads; no names."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqrtdk_tui.quiz.bank import Bank
from sqrtdk_tui.quiz.events import Event, History
from sqrtdk_tui.quiz.stats import is_right, part_of, standing
from sqrtdk_tui.typed import shown


@dataclass(frozen=True, slots=True)
class ClassRow:
    """One question in a class: learners who answered it, how many right the first time, the commonest wrong answer."""

    question: str
    learners: int
    right: int
    wrong: str
    wrong_count: int


def of_class(histories: Iterable[History], bank: Bank) -> list[ClassRow]:
    """Per question, from the first answer of each learner; the order is the file's."""
    firsts: dict[str, list[Event]] = {}
    for history in histories:
        own: dict[str, Event] = {}
        for answer in standing(history, bank):
            own.setdefault(answer.question, answer)
        for name, answer in own.items():
            firsts.setdefault(name, []).append(answer)
    rows = []
    for question in bank.graded:
        answers = firsts.get(question.id, [])
        if answers:
            wrong, count = _most_chosen(bank, question.id, answers)
            rows.append(ClassRow(question.id, len(answers), sum(map(is_right, answers)), wrong, count))
    return rows


def _most_chosen(bank: Bank, question: str, answers: Sequence[Event]) -> tuple[str, int]:
    """The wrong option most chosen and how often; a number only if two typed it: what one typed is theirs."""
    choices = bank[question].choices
    wrong = Counter(answer.response for answer in answers if not is_right(answer))
    if bank[question].kind == "recall" or not wrong:
        return "", 0
    response, count = max(wrong.items(), key=lambda item: (item[1], item[0]))
    if choices:
        known = response.isdecimal() and int(response) < len(choices)
        return (choices[int(response)].text, count) if known else ("", 0)
    return (shown(response), count) if count > 1 else ("", 0)


def class_words(rows: Sequence[ClassRow], learners: int) -> list[str]:
    """The class as lines of text."""
    lines = [f"{learners} learner{'' if learners == 1 else 's'}."]
    for row in rows:
        wrong = f"; most chosen wrong, {row.wrong_count} times: {row.wrong}" if row.wrong else ""
        lines.append(f"{row.question}: {part_of(row.right, row.learners)} right at first{wrong}")
    return lines


def class_json(rows: Sequence[ClassRow], learners: int) -> dict[str, Any]:
    """The same as JSON's own types."""
    return {
        "learners": learners,
        "questions": {
            row.question: {
                "answered": row.learners,
                "right_first_try": row.right,
                "wrong_most_chosen": row.wrong or None,
                "wrong_count": row.wrong_count,
            }
            for row in rows
        },
    }
