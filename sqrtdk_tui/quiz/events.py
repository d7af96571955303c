"""Events: what is kept of a learner's answers. Facts, only ever added; everything else is worked out from them."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

ANSWER, RETRY, UNDO, TOUR, GREETED = "answer", "retry", "undo", "tour", "greeted"
KINDS = (ANSWER, RETRY, UNDO, TOUR, GREETED)


class Event(NamedTuple):
    """One fact. `at` is the time in milliseconds UTC; `correct` is 1, 0 or None; `of` is the event that is undone.

    For the tour, `question` is the step and `response` the option chosen there, if any.
    """

    id: str
    at: int
    kind: str
    question: str = ""
    rev: int = 0
    seed: int = 0
    visit: int = 0
    params: str = "{}"
    response: str = ""
    correct: int | None = None
    hints: int = 0
    confidence: str = ""
    grade: int | None = None
    of: str = ""


class Stamp(NamedTuple):
    """What makes an event this one: an id that no other has, and the time."""

    id: str
    at: int


TEXTS = ("id", "kind", "question", "params", "response", "confidence", "of")
WHOLES = ("at", "rev", "seed", "visit", "hints")
MAYBE = ("correct", "grade")


def event_from(values: Mapping[str, Any]) -> Event | None:
    """An event from a mapping, as an exported line holds it; None for what is none. Unknown names are passed over."""
    known = {name: values[name] for name in Event._fields if name in values}
    if not {"id", "at", "kind"} <= set(known) or known["kind"] not in KINDS or not known["id"]:
        return None
    texts = all(isinstance(known.get(name, ""), str) for name in TEXTS)
    wholes = all(_is_whole(known.get(name, 0)) for name in WHOLES)
    maybe = all(known.get(name) is None or _is_whole(known[name]) for name in MAYBE)
    return Event(**known) if texts and wholes and maybe and known.get("grade") in (None, 1, 2, 3, 4) else None


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -(2**63) <= value < 2**63


def params_text(params: Mapping[str, Any]) -> str:
    """Drawn parameters as they are stored."""
    return json.dumps(params, sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True)
class History:
    """All events so far, oldest first."""

    events: tuple[Event, ...] = ()

    @cached_property
    def undone(self) -> frozenset[str]:
        """The ids of what was taken back."""
        return frozenset(event.of for event in self.events if event.kind == UNDO)

    @cached_property
    def answers(self) -> tuple[Event, ...]:
        """The answers that stand: graded, not retries, not undone."""
        undone = self.undone
        return tuple(e for e in self.events if e.kind == ANSWER and e.grade is not None and e.id not in undone)

    @cached_property
    def visits(self) -> dict[str, int]:
        """How often each question has been drawn; what was undone counts, so that nothing is drawn twice."""
        counts: dict[str, int] = {}
        for event in self.events:
            if event.kind in (ANSWER, RETRY):
                counts[event.question] = max(counts.get(event.question, 0), event.visit + 1)
        return counts

    @property
    def tour(self) -> tuple[tuple[str, str], ...]:
        """Every position of the tour, oldest first, as (step, option chosen)."""
        return tuple((event.question, event.response) for event in self.events if event.kind == TOUR)

    @property
    def greeted(self) -> bool:
        """Has the line for newcomers been shown?"""
        return any(event.kind == GREETED for event in self.events)

    def joined(self, more: Iterable[Event]) -> "History":
        """The same with events that are not in it yet, at the end."""
        known = {event.id for event in self.events}
        return History((*self.events, *(event for event in more if event.id not in known)))
