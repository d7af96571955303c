"""A sitting as a record: its queue, the card in front, and what became of the cards before."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sqrtdk_tui.quiz.bank import Bank
from sqrtdk_tui.quiz.card import Card
from sqrtdk_tui.quiz.events import Event


@dataclass(frozen=True, slots=True)
class Taken:
    """One answered card: its event, and whether it was right at the first try. `first`: for the first time today."""

    question: str
    event: str
    right: bool
    first: bool
    sure: bool


@dataclass(frozen=True, slots=True)
class Session:
    """A sitting. `card` is the card at `queue[at]`, None on the end page, where `closing` is the teaser.

    `planned` counts the cards without those that came back. `past` holds the session before each grade, for undo.
    """

    bank: Bank
    seed: int
    queue: tuple[str, ...]
    visits: Mapping[str, int]
    at: int = 0
    card: Card | None = None
    planned: int = 0
    taken: tuple[Taken, ...] = ()
    skipped: tuple[str, ...] = ()
    past: tuple["Session", ...] = field(default=(), repr=False)
    unsaved: tuple[Event, ...] = ()
    closing: Card | None = None
    note: str = ""

    @property
    def ended(self) -> bool:
        """Is this the end page?"""
        return self.card is None

    @property
    def right(self) -> tuple[int, int]:
        """(right at the first try, answered for the first time) in this sitting."""
        firsts = [one for one in self.taken if one.first]
        return sum(one.right for one in firsts), len(firsts)

    @property
    def sure_but_wrong(self) -> tuple[str, ...]:
        """Questions answered wrong with "I am sure": the ones worth most attention."""
        return tuple(dict.fromkeys(one.question for one in self.taken if one.sure and not one.right))

    @property
    def misses(self) -> tuple[str, ...]:
        """Questions missed at their first try in this sitting."""
        return tuple(one.question for one in self.taken if one.first and not one.right)

    def but(self, **changes: Any) -> "Session":
        """The same with some things changed, and no note unless one is given."""
        return replace(self, **{"note": "", **changes})
