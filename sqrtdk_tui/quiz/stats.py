"""A learner's figures, counted from the answers that stand."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqrtdk_tui.quiz.bank import CHAPTER, Bank
from sqrtdk_tui.quiz.events import Event, History
from sqrtdk_tui.quiz.grading import AGAIN, CONFIDENCES, SURE
from sqrtdk_tui.quiz.schedule import Schedule, due_words

FEWEST_FOR_PERCENT = 5
DAYS_UNAIDED = 2


@dataclass(frozen=True, slots=True)
class Topic:
    """One topic: its questions seen, first tries and how many of them were right, and what is due now."""

    seen: int
    tries: int
    right: int
    due: int


@dataclass(frozen=True, slots=True)
class Stats:
    """One learner. `calibration` maps a confidence to (right, given); `chapter` a question to its unaided days.

    A first try is the first answer to a question on one day: what came back after a miss is no first try.
    """

    answered: int
    tries: int
    right: int
    due: int
    next_due: datetime | None
    sure_but_wrong: tuple[str, ...]
    topics: dict[str, Topic]
    calibration: dict[str, tuple[int, int]]
    chapter: dict[str, int]

    @property
    def done(self) -> bool:
        """Has each of the chapter's questions been answered unaided on two different days?"""
        return all(days >= DAYS_UNAIDED for days in self.chapter.values())

    def json_object(self) -> dict[str, Any]:
        """The same as JSON's own types."""
        return {
            "answered": self.answered,
            "first_tries": self.tries,
            "right_first_try": self.right,
            "due": self.due,
            "next_due": self.next_due.astimezone(UTC).isoformat() if self.next_due else None,
            "sure_but_wrong": list(self.sure_but_wrong),
            "topics": {
                name: {"seen": t.seen, "first_tries": t.tries, "right_first_try": t.right, "due": t.due}
                for name, t in self.topics.items()
            },
            "confidence": {
                name: {"right": right, "answered": given} for name, (right, given) in self.calibration.items()
            },
            "chapter_days_unaided": self.chapter,
            "chapter_done": self.done,
        }


def of(history: History, bank: Bank, schedule: Schedule, now: datetime) -> Stats:
    """Count. Answers to questions that are gone, or that meant something else then, do not count."""
    answers = standing(history, bank)
    tries = _first_tries(answers, now)
    due = set(schedule.due_now(now))
    topics = {}
    for topic in dict.fromkeys(question.topic for question in bank.graded):
        names = {question.id for question in bank.graded if question.topic == topic}
        own = [a for a in tries if a.question in names]
        if own:
            right = sum(is_right(a) for a in own)
            topics[topic] = Topic(len({a.question for a in own}), len(own), right, len(names & due))
    return Stats(
        answered=len(answers),
        tries=len(tries),
        right=sum(map(is_right, tries)),
        due=len(due),
        next_due=schedule.next_due(now),
        sure_but_wrong=_sure_but_wrong(answers),
        topics=topics,
        calibration=_calibration(tries),
        chapter={name: _unaided_days(answers, name, now) for name in CHAPTER},
    )


def standing(history: History, bank: Bank) -> list[Event]:
    revisions = {question.id: question.rev for question in bank.graded}
    return [answer for answer in history.answers if revisions.get(answer.question) == answer.rev]


def _first_tries(answers: Sequence[Event], now: datetime) -> list[Event]:
    """Of each question and day the first answer."""
    firsts: dict[tuple[str, object], Event] = {}
    for answer in answers:
        firsts.setdefault((answer.question, _day(answer, now)), answer)
    return list(firsts.values())


def _day(answer: Event, now: datetime) -> object:
    """The answer's date in the clock's own time zone; a time that is none counts as the first of all days."""
    try:
        return datetime.fromtimestamp(answer.at / 1000, now.tzinfo).date()
    except (ValueError, OverflowError, OSError):
        return 0


def is_right(answer: Event) -> bool:
    return answer.correct == 1


def _sure_but_wrong(answers: Sequence[Event]) -> tuple[str, ...]:
    """Questions whose latest answer was wrong though sure."""
    latest = {answer.question: answer for answer in answers}
    return tuple(name for name, answer in latest.items() if answer.confidence == SURE and not is_right(answer))


def _calibration(answers: Sequence[Event]) -> dict[str, tuple[int, int]]:
    found = {}
    for confidence in CONFIDENCES:
        own = [answer for answer in answers if answer.confidence == confidence]
        if own:
            found[confidence] = (sum(map(is_right, own)), len(own))
    return found


def _unaided_days(answers: Sequence[Event], question: str, now: datetime) -> int:
    """On how many different days it was answered well, without a hint."""
    well = [a for a in answers if a.question == question and not a.hints and (a.grade or AGAIN) > AGAIN]
    return len({_day(a, now) for a in well})


def words(found: Stats, topic_name: dict[str, str], now: datetime) -> list[str]:
    """The figures as lines of text."""
    if not found.answered:
        return ["Nothing is answered yet."]
    lines = [f"{part_of(found.right, found.tries)} right at the first try. Due today: {found.due}."]
    if found.next_due:
        lines.append(f"Next after today: {due_words(found.next_due, now)}.")
    lines.append("")
    for topic, t in found.topics.items():
        due = f", {t.due} due" if t.due else ""
        told = f"{part_of(t.right, t.tries)} right, {t.seen} question{'' if t.seen == 1 else 's'} seen{due}"
        lines.append(f"{topic_name.get(topic, topic)}: {told}")
    lines.append("")
    for confidence, (right, given) in found.calibration.items():
        lines.append(f"Said “{CONFIDENCES[confidence]}”: {part_of(right, given)} right.")
    days = sum(count >= DAYS_UNAIDED for count in found.chapter.values())
    lines.append(f"The chapter's questions answered unaided on two days: {days} of {len(found.chapter)}.")
    return lines


def part_of(part: int, whole: int) -> str:
    """9 of 11 (82%); no percentage of a few."""
    percent = f" ({100 * part / whole:.0f}%)" if whole >= FEWEST_FOR_PERCENT else ""
    return f"{part} of {whole}{percent}"
