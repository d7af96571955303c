"""A desk with a clock and ids of its own, and a learner who answers as told."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqrtdk_tui.quiz.bank import packaged_bank
from sqrtdk_tui.quiz.card import ASK, COMPARE, FEEDBACK, Card
from sqrtdk_tui.quiz.desk import Desk
from sqrtdk_tui.quiz.events import Event
from sqrtdk_tui.quiz.progress import Progress
from sqrtdk_tui.quiz.sitting import Session

START = datetime(2026, 12, 1, 9, tzinfo=UTC)


class Clock:
    """A clock that a test sets; every look at it takes a second."""

    def __init__(self, now: datetime = START) -> None:
        self.now = now

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now

    def wait(self, **time: float) -> None:
        self.now += timedelta(**time)


def desk_at(path: Path | None, clock: Clock | None = None, seed: int = 1, ids: str = "e", load: bool = True) -> Desk:
    """A desk at this file, its history read unless `load` is False."""
    numbers, clock = itertools.count(), clock or Clock()
    desk = Desk(packaged_bank(), Progress(path, clock), clock, seed, lambda: f"{ids}{next(numbers)}")
    if load:
        desk.load()
    return desk


def card_of(desk: Desk) -> Card:
    """The card in front."""
    assert desk.session.card is not None
    return desk.session.card


def answer(desk: Desk, *, right: bool = True, confidence: str = "think") -> Session:
    """Answer the card in front, up to its feedback."""
    card = card_of(desk)
    if card.state == ASK and card.kind == "recall":
        desk.press("reveal")
    if card_of(desk).state == COMPARE:
        return desk.press("grade", 3 if right else 1)
    if card.kind == "numeric":
        assert card.asked.key is not None
        desk.press("write", repr(card.asked.key if right else card.asked.key + 12345.0))
    else:
        place = card.asked.right_option
        assert place is not None
        desk.press("select", place if right else (place + 1) % len(card.asked.options))
    return desk.press("commit", confidence)


def go_on(desk: Desk) -> Session:
    """From the feedback to what comes next."""
    assert card_of(desk).state == FEEDBACK
    return desk.press("next")


def to_the_end(desk: Desk) -> list[str]:
    """Answer everything rightly; the ids of the cards, in order."""
    seen = []
    while not desk.session.ended:
        seen.append(card_of(desk).asked.question.id)
        answer(desk)
        go_on(desk)
    return seen


def fact(number: int, at: datetime, question: str = "divisor", grade: int = 3, **more: object) -> Event:
    """An answer as it is stored."""
    values: dict[str, object] = {"rev": 1, "correct": int(grade > 1), "grade": grade, "confidence": "think"}
    return Event(f"f{number}", int(at.timestamp() * 1000), "answer", question, **{**values, **more})  # type: ignore[arg-type]
