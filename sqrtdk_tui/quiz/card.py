"""One card: ask -> (hints) -> commit -> feedback, or for recall ask -> reveal -> compare -> grade -> feedback.

A Card is frozen; every function here makes the next one out of it. What cannot be done now gives the same card with a
`note` that says so, and never costs anything.
"""

from dataclasses import dataclass, replace
from typing import Any

from sqrtdk_tui.quiz import grading
from sqrtdk_tui.quiz.draw import LETTERS, Asked
from sqrtdk_tui.quiz.grading import GRADES, THINK, Outcome
from sqrtdk_tui.quiz.numbers import parse
from sqrtdk_tui.typed import TypedError

ASK, COMPARE, FEEDBACK = "ask", "compare", "feedback"
MOST_TYPED = 200


@dataclass(frozen=True, slots=True)
class Card:
    """One question in front of the learner.

    `selected` is an option's place on the screen; `typed` the text in the number field; `hints` how many are open;
    `first` the outcome before a retry; `evidence` how many of its steps have been shown.
    """

    asked: Asked
    state: str = ASK
    selected: int | None = None
    typed: str = ""
    hints: int = 0
    confidence: str = THINK
    outcome: Outcome | None = None
    first: Outcome | None = None
    evidence: int = 0
    note: str = ""

    @property
    def kind(self) -> str:
        """recall, choice, numeric, predict or teaser."""
        return self.asked.question.kind

    @property
    def chooses(self) -> bool:
        """Has it options?"""
        return bool(self.asked.options)

    @property
    def is_retry(self) -> bool:
        """Is this the second try?"""
        return self.first is not None

    @property
    def covered(self) -> bool:
        """Must the instrument stay covered? It would give the answer away."""
        return self.state == ASK

    @property
    def can_retry(self) -> bool:
        """One retry, where a machine said not yet."""
        answered = self.state == FEEDBACK and self.outcome is not None and self.first is None
        return answered and self.kind in ("choice", "predict", "numeric") and not (self.outcome and self.outcome.right)

    @property
    def untouched(self) -> bool:
        """Has the learner done nothing with it yet?"""
        return self.state == ASK and self.selected is None and not self.typed and not self.hints

    def but(self, **changes: Any) -> "Card":
        """The same with some things changed, and no note unless one is given."""
        return replace(self, **{"note": "", **changes})


def select(card: Card, shown: int) -> Card:
    """Mark an option; never answers."""
    if card.state != ASK or not 0 <= shown < len(card.asked.options):
        return card
    return card.but(selected=shown)


def move(card: Card, way: int) -> Card:
    """Mark the option before or after; the first or last one where none is marked."""
    count = len(card.asked.options)
    if card.state != ASK or not count:
        return card
    start = -1 if way > 0 else 0
    return card.but(selected=((start if card.selected is None else card.selected) + way) % count)


def write(card: Card, text: str) -> Card:
    """The whole text of the number field."""
    if card.state != ASK or card.kind != "numeric":
        return card
    return card.but(typed=text[:MOST_TYPED])


def hint(card: Card) -> Card:
    """The next hint, as far as there are any."""
    if card.state != ASK:
        return card
    if card.hints >= len(card.asked.hints):
        return card.but(note="There is no hint here." if not card.asked.hints else "That was the last hint.")
    return card.but(hints=card.hints + 1)


def reveal(card: Card) -> Card:
    """Show the answer of a recall card, to compare; of a teaser, as its feedback."""
    if card.state != ASK or card.kind not in ("recall", "teaser"):
        return card
    return card.but(state=COMPARE if card.kind == "recall" else FEEDBACK)


def grade(card: Card, value: int) -> Card:
    """Take the learner's own grade, 1 to 4, of a recall card; nothing in any other state."""
    if card.state != COMPARE or value not in GRADES:
        return card
    return card.but(state=FEEDBACK, outcome=grading.judge_self(value, card.hints))


def commit(card: Card, confidence: str = THINK) -> Card:
    """Answer with what is selected or typed. Without either, or with no number in it, only a note."""
    if card.state != ASK:
        return card
    if card.kind in ("recall", "teaser"):
        return card.but(note="Think or jot it down; Space shows the answer.")
    if card.chooses:
        if card.selected is None:
            return card.but(note=f"Choose first: {', '.join(LETTERS[: len(card.asked.options)])} or ↑ ↓.")
        judged = grading.judge_option(card.asked, card.selected, card.hints, confidence, card.is_retry)
        return card.but(state=FEEDBACK, outcome=judged, confidence=confidence)
    return _commit_number(card, confidence)


def _commit_number(card: Card, confidence: str) -> Card:
    try:
        typed = parse(card.typed)
    except TypedError as error:
        return card.but(note=str(error))
    question = grading.percent_meant(card.asked, typed)
    if question:
        return card.but(note=question)
    judged = grading.judge_number(card.asked, typed, card.hints, confidence, card.is_retry)
    return card.but(state=FEEDBACK, outcome=judged, confidence=confidence)


def retry(card: Card, again: Asked) -> Card:
    """The same question drawn again, after a miss; the grade of the first try stays."""
    return Card(again, first=card.outcome) if card.can_retry else card


def next_evidence(card: Card) -> Card:
    """Show the next step of evidence; after the last one the first again. Nothing before the answer is known."""
    steps = len(card.asked.question.evidence)
    if card.state == ASK:
        return card
    if not steps:
        return card.but(note="The instrument has nothing to show for this one.")
    return card.but(evidence=card.evidence % steps + 1)
