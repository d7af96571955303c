"""When each question is due again: FSRS replayed from the answers, so that a better algorithm loses nothing.

`fsrs` is imported on first use. Nothing of it is stored; after an answer only that one card is scheduled anew.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import TYPE_CHECKING

from sqrtdk_tui.quiz.bank import Bank
from sqrtdk_tui.quiz.events import Event
from sqrtdk_tui.quiz.grading import GRADES

if TYPE_CHECKING:
    from fsrs import Card, Scheduler


@cache
def _scheduler() -> "Scheduler":
    from fsrs import Scheduler

    return Scheduler(enable_fuzzing=False, learning_steps=(), relearning_steps=())


@dataclass(frozen=True, slots=True)
class Memory:
    """What is known of one question: its answers, and FSRS's card after them."""

    answers: tuple[Event, ...]
    card: "Card"

    @property
    def due(self) -> datetime:
        """When it is due again, UTC."""
        return self.card.due


@dataclass(frozen=True, slots=True)
class Schedule:
    """One Memory for each question that has been answered."""

    memories: Mapping[str, Memory]
    revisions: Mapping[str, int]

    def due(self, question: str) -> datetime | None:
        """When a question is due again; None before its first answer."""
        memory = self.memories.get(question)
        return memory.due if memory else None

    def is_due(self, question: str, now: datetime) -> bool:
        """Is it due on this day? Days are those of the clock's own time zone."""
        due = self.due(question)
        return due is not None and due.astimezone(now.tzinfo).date() <= now.date()

    def due_now(self, now: datetime) -> list[str]:
        """What is due, the most faded first."""
        due = [question for question in self.memories if self.is_due(question, now)]
        return sorted(due, key=lambda question: (self.faded(question, now), self.memories[question].due))

    def faded(self, question: str, now: datetime) -> float:
        """How likely it is still known, 0..1, by FSRS's forgetting curve; 0 for what was never answered."""
        memory = self.memories.get(question)
        if memory is None:
            return 0.0
        return float(_scheduler().get_card_retrievability(memory.card, now.astimezone(UTC)))

    def next_due(self, now: datetime) -> datetime | None:
        """The first date, after today, on which something is due."""
        later = [memory.due for name, memory in self.memories.items() if not self.is_due(name, now)]
        return min(later, default=None)

    def preview(self, question: str, now: datetime) -> dict[int, datetime]:
        """For each grade, when the question would come again."""
        memory = self.memories.get(question)
        rev = self.revisions.get(question, 0)
        at = int(now.timestamp() * 1000)
        found = {}
        for grade in GRADES:
            event = Event("", at, "answer", question, rev, grade=grade)
            found[grade] = _reviewed(memory, event, at).due
        return found

    def after(self, answer: Event, now: datetime) -> "Schedule":
        """The same with one answer more: only its card moves."""
        if answer.grade is None or self.revisions.get(answer.question) != answer.rev:
            return self
        memory = _reviewed(self.memories.get(answer.question), answer, int(now.timestamp() * 1000))
        return Schedule({**self.memories, answer.question: memory}, self.revisions)

    def without(self, question: str, event: str, now: datetime) -> "Schedule":
        """The same with one answer taken back: its card is replayed without it."""
        memory = self.memories.get(question)
        if memory is None:
            return self
        others = {name: kept for name, kept in self.memories.items() if name != question}
        again = Schedule(others, self.revisions)
        for answer in memory.answers:
            if answer.id != event:
                again = again.after(answer, now)
        return again


def replay(answers: Iterable[Event], bank: Bank, now: datetime) -> Schedule:
    """Work the schedule out from all answers, oldest first. An answer to an older meaning of a question is passed over.

    20,000 answers take a few tenths of a second: for a worker, not for the screen's own thread.
    """
    revisions = {question.id: question.rev for question in bank.graded}
    latest = int(now.timestamp() * 1000)
    cards: dict[str, Card] = {}
    kept: dict[str, list[Event]] = {}
    for answer in answers:
        if answer.grade in GRADES and revisions.get(answer.question) == answer.rev:
            cards[answer.question] = _next_card(cards.get(answer.question), answer, latest)
            kept.setdefault(answer.question, []).append(answer)
    return Schedule({name: Memory(tuple(kept[name]), card) for name, card in cards.items()}, revisions)


def empty(bank: Bank) -> Schedule:
    """Nothing answered yet."""
    return Schedule({}, {question.id: question.rev for question in bank.graded})


def _reviewed(memory: Memory | None, answer: Event, latest: int) -> Memory:
    answers = (*memory.answers, answer) if memory else (answer,)
    return Memory(answers, _next_card(memory.card if memory else None, answer, latest))


def _next_card(card: "Card | None", answer: Event, latest: int) -> "Card":
    """The card after an answer. Never before its predecessor, never in the future: clocks are set both ways."""
    from fsrs import Card, Rating

    when = datetime.fromtimestamp(min(max(answer.at, 0), latest) / 1000, UTC)
    if card is None:
        card = Card(card_id=1, due=when)  # an id of its own would cost a millisecond of sleep
    elif card.last_review is not None and when < card.last_review:
        when = card.last_review
    return _scheduler().review_card(card, Rating(answer.grade or 1), when)[0]


def due_words(due: datetime, now: datetime) -> str:
    """today, tomorrow, in 5 days, in 4 months: by the days of the clock's own time zone."""
    days = (due.astimezone(now.tzinfo).date() - now.date()).days
    if days <= 0:
        return "today"
    if days == 1:
        return "tomorrow"
    if days < 60:
        return f"in {days} days"
    return f"in {days // 30} months" if days < 700 else f"in {days // 365} years"
