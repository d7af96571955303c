"""Which questions a session asks: what is fading first, then what is new, topics mixed; a miss comes back."""

from collections.abc import Sequence
from datetime import datetime

from sqrtdk_tui.quiz.bank import Bank
from sqrtdk_tui.quiz.schedule import Schedule

MOST_CARDS = 12
BETWEEN = 3  # other cards before a miss comes back


def plan(bank: Bank, schedule: Schedule, now: datetime, most: int = MOST_CARDS) -> tuple[str, ...]:
    """Due cards, the most faded first, then new ones in the file's order, no two of a topic in a row if it can be."""
    due = schedule.due_now(now)
    new = [question.id for question in bank.graded if question.id not in schedule.memories]
    return interleaved(bank, (due + new)[:most])


def ahead(bank: Bank, schedule: Schedule, now: datetime, most: int = MOST_CARDS) -> tuple[str, ...]:
    """For who wants to go on though nothing is due: the most faded ones."""
    order = {name: place for place, name in enumerate(bank.ids())}
    known = sorted(schedule.memories, key=lambda name: (schedule.faded(name, now), order.get(name, 0)))
    return interleaved(bank, known[:most])


def interleaved(bank: Bank, questions: Sequence[str]) -> tuple[str, ...]:
    """The same questions, each the earliest whose topic is another than that of the one before."""
    waiting, mixed, last = list(questions), [], ""
    while waiting:
        chosen = next((name for name in waiting if bank[name].topic != last), waiting[0])
        waiting.remove(chosen)
        mixed.append(chosen)
        last = bank[chosen].topic
    return tuple(mixed)


def with_return(queue: tuple[str, ...], at: int, question: str) -> tuple[str, ...]:
    """The queue with a missed question once more: after three other cards, or last."""
    place = min(len(queue), at + 1 + BETWEEN)
    return (*queue[:place], question, *queue[place:])
