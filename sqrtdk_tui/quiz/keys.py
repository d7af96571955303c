"""Keys of the quiz -> actions of the session, state by state; and which keys to name as working now.

One accidental key never costs anything: digits grade only where answers are compared, an option is marked before it
is committed, and a held Enter or Space counts once.
"""

from dataclasses import dataclass

from sqrtdk_tui.quiz.card import ASK, COMPARE, FEEDBACK, Card
from sqrtdk_tui.quiz.draw import LETTERS
from sqrtdk_tui.quiz.grading import GRADES, GUESS, SURE, THINK
from sqrtdk_tui.quiz.session import Value
from sqrtdk_tui.quiz.sitting import Session

END = "end"
HELD = 0.2  # seconds: a key that comes sooner after itself is the same press
_GUARDED = ("enter", "space")
_FIELD_PASSES = ("h", "g", "!", "z", "u", "v", "n", "?")  # what the number field leaves to the pane

Deed = tuple[str, Value]


@dataclass(frozen=True, slots=True)
class Guard:
    """When Enter and Space came last, accepted or not."""

    key: str = ""
    at: float = float("-inf")

    def press(self, key: str, now: float) -> tuple["Guard", bool]:
        """(the next guard, may this key act?); `now` in seconds of a clock that only goes forward."""
        if key not in _GUARDED:
            return self, True
        return Guard(key, now), not (key == self.key and now - self.at < HELD)


def state_of(session: Session) -> str:
    """ask, compare, feedback or end."""
    return session.card.state if session.card else END


def in_field(session: Session) -> bool:
    """Does the number field take what is typed?"""
    return session.card is not None and session.card.kind == "numeric" and session.card.state == ASK


def taken_by_field(session: Session, key: str) -> bool:
    """Is this key a character for the number field?"""
    return in_field(session) and key not in _FIELD_PASSES and (len(key) == 1 or key == "space")


def deed(session: Session, key: str) -> Deed | None:
    """The action and value of a key now; None where it does nothing.

    Keys are named as Textual names them: enter, space, up, down, and characters as themselves.
    """
    if taken_by_field(session, key):
        return None
    if key == "u":
        return "undo", None
    card = session.card
    if card is None:
        return _ENDS.get(key)
    if key == "v":
        return "evidence", None
    return {ASK: _asked, COMPARE: _compared, FEEDBACK: _told}[card.state](card, key)


_ENDS: dict[str, Deed] = {"m": ("misses", None), "n": ("more", None), "space": ("reveal", None)}


def _asked(card: Card, key: str) -> Deed | None:
    always: dict[str, Deed] = {"h": ("hint", None), "z": ("skip", None), "enter": ("commit", THINK)}
    if key in always:
        return always[key]
    if card.kind in ("recall", "teaser"):
        return ("reveal", None) if key == "space" else None
    if key in ("g", "!"):
        return "commit", GUESS if key == "g" else SURE
    if key in LETTERS[: len(card.asked.options)]:
        return "select", LETTERS.index(key)
    return (key, None) if key in ("up", "down") and card.chooses else None


def _compared(card: Card, key: str) -> Deed | None:
    return ("grade", int(key)) if key in map(str, GRADES) else None


def _told(card: Card, key: str) -> Deed | None:
    if key in ("n", "enter"):
        return "next", None
    return ("retry", None) if key == "t" else None


def working(session: Session) -> list[tuple[str, str]]:
    """(key, what it does) for this very state, the most wanted first; for the foot of the card and for help."""
    card = session.card
    undo = [("u", "undo")] if session.past else []
    if card is None:
        misses = [("m", "the misses again")] if session.misses else []
        closing = session.closing
        teaser = [("Space", "what the next page says")] if closing and closing.state == ASK else []
        return [*misses, *teaser, ("n", "more cards"), *undo]
    evidence = [("v", "see it" if card.evidence == 0 else "the next step")] if card.asked.has_evidence else []
    if card.state == COMPARE:
        return [*((str(grade), word) for grade, word in GRADES.items()), *evidence, *undo]
    if card.state == FEEDBACK:
        return [("Enter", "next"), *evidence, *([("t", "try again")] if card.can_retry else []), *undo]
    return [*_asking(card), *undo]


def _asking(card: Card) -> list[tuple[str, str]]:
    hints = [("h", "hint")] if card.hints < len(card.asked.hints) else []
    if card.kind in ("recall", "teaser"):
        return [("Space", "show the answer"), *hints, ("z", "skip")]
    if card.kind != "numeric" and card.selected is None:
        return [(f"a-{LETTERS[len(card.asked.options) - 1]}", "choose"), *hints, ("z", "skip")]
    if card.kind == "numeric" and not card.typed:
        return [("0-9", "type a number"), ("Enter", "answer"), *hints, ("z", "skip")]
    return [("Enter", "I think so"), ("!", "sure"), ("g", "a guess"), *hints, ("z", "skip")]
