"""What a learner does in a sitting: `press` makes the next frozen Session out of one.

What must be stored is in `unsaved`: whoever calls stores it before showing the new session (see desk).
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sqrtdk_tui.quiz import card as cards
from sqrtdk_tui.quiz.bank import Bank
from sqrtdk_tui.quiz.card import Card
from sqrtdk_tui.quiz.draw import ask
from sqrtdk_tui.quiz.events import ANSWER, RETRY, UNDO, Event, Stamp, params_text
from sqrtdk_tui.quiz.grading import GUESS, SURE, THINK
from sqrtdk_tui.quiz.plan import with_return
from sqrtdk_tui.quiz.sitting import Session, Taken

CONFIDENT = (GUESS, THINK, SURE)
Value = str | int | None
_UNSTAMPED = Stamp("", 0)


def start(bank: Bank, seed: int, queue: tuple[str, ...], visits: Mapping[str, int]) -> Session:
    """A sitting at its first card; at its end where the queue is empty."""
    return _opened(Session(bank, seed, queue, dict(visits), planned=len(queue)))


def replanned(session: Session, queue: tuple[str, ...], visits: Mapping[str, int]) -> Session:
    """Once the history is known: another queue behind what is done. A card that has been touched stays in front."""
    done, card = session.queue[: session.at], session.card
    front = () if card is None or card.untouched else session.queue[session.at : session.at + 1]
    kept = (*done, *front)
    rest = tuple(name for name in queue if name not in kept)[: max(0, len(queue) - len(kept))]
    known = {name: max(visits.get(name, 0), session.visits.get(name, 0)) for name in {*visits, *session.visits}}
    past = tuple(replanned(before, queue, visits) for before in session.past)
    changed = session.but(queue=(*kept, *rest), visits=known, planned=len(kept) + len(rest), past=past)
    return changed if front else _opened(changed)


def more(session: Session, queue: tuple[str, ...]) -> Session:
    """From the end page to further cards; what was answered today counts on."""
    if not session.ended or not queue:
        return session.but(note="" if queue else "There is nothing more to ask today.")
    whole = (*session.queue, *queue)
    return _opened(session.but(queue=whole, planned=session.planned + len(queue), closing=None))


def press(session: Session, action: str, value: Value = None, stamp: Stamp = _UNSTAMPED) -> Session:
    """What the learner does -> the next session. An action that does nothing now changes nothing.

    select(place) up down write(text) hint reveal commit(confidence) grade(1-4) retry skip undo next evidence misses
    """
    does = ACTIONS.get(action)
    return session if does is None else does(session.but(unsaved=()), value, stamp)


def _opened(session: Session) -> Session:
    """The session with the card at its place, drawn for its next visit; the end page after the last."""
    if session.at < len(session.queue):
        question = session.bank[session.queue[session.at]]
        return session.but(card=Card(ask(question, session.seed, session.visits.get(question.id, 0))))
    teaser = session.bank.teaser
    return session.but(card=None, closing=Card(ask(teaser, session.seed, 0)) if teaser else None)


def _on_card(change: Callable[[Card, Any], Card]) -> Callable[[Session, Value, Stamp], Session]:
    def act(session: Session, value: Value, stamp: Stamp) -> Session:
        return session if session.card is None else replace(session, card=change(session.card, value))

    return act


def _reveal(session: Session, value: Value, stamp: Stamp) -> Session:
    if session.card is not None:
        return session.but(card=cards.reveal(session.card))
    return session.but(closing=cards.reveal(session.closing) if session.closing else None)


def _commit(session: Session, value: Value, stamp: Stamp) -> Session:
    if session.card is None:
        return session
    confidence = str(value) if value in CONFIDENT else THINK
    return _judged(session, cards.commit(session.card, confidence), stamp)


def _grade(session: Session, value: Value, stamp: Stamp) -> Session:
    if session.card is None or not isinstance(value, int):
        return session
    return _judged(session, cards.grade(session.card, value), stamp)


def _judged(session: Session, after: Card, stamp: Stamp) -> Session:
    """Take an answered card in, with its event; one that was not answered is only shown."""
    outcome, asked = after.outcome, after.asked
    if outcome is None or after.state != cards.FEEDBACK or session.card is after:
        return session.but(card=after)
    name = asked.question.id
    event = Event(
        stamp.id,
        stamp.at,
        RETRY if after.is_retry else ANSWER,
        name,
        asked.question.rev,
        asked.seed,
        asked.visit,
        params_text(asked.params),
        outcome.response,
        int(outcome.right),
        after.hints,
        after.confidence if after.kind != "recall" else "",
        outcome.grade,
    )
    after_it = session.but(card=after, unsaved=(event,), visits={**session.visits, name: asked.visit + 1})
    if after.is_retry:
        return after_it
    first = all(one.question != name for one in session.taken)
    taken = Taken(name, stamp.id, outcome.right, first, after.confidence == SURE and after.kind != "recall")
    return replace(after_it, taken=(*session.taken, taken), past=(*session.past, replace(session, past=())))


def _retry(session: Session, value: Value, stamp: Stamp) -> Session:
    card = session.card
    if card is None or not card.can_retry:
        return session
    question = card.asked.question
    return session.but(card=cards.retry(card, ask(question, session.seed, session.visits.get(question.id, 0))))


def _next(session: Session, value: Value, stamp: Stamp) -> Session:
    """On, from the feedback only. A miss comes back until it is right; mending it at once is no recall."""
    card = session.card
    if card is None or card.state != cards.FEEDBACK:
        return session
    first = card.first or card.outcome
    missed = first is not None and not first.right
    queue = with_return(session.queue, session.at, card.asked.question.id) if missed else session.queue
    return _opened(session.but(queue=queue, at=session.at + 1))


def _skip(session: Session, value: Value, stamp: Stamp) -> Session:
    """Put the card away for this sitting, every time it would come."""
    card = session.card
    if card is None or card.state != cards.ASK:
        return session
    if card.is_retry:  # it has been answered: there is nothing to put away, only to go on from
        return _next(session.but(card=replace(card, state=cards.FEEDBACK)), None, stamp)
    name = card.asked.question.id
    queue = tuple(q for place, q in enumerate(session.queue) if place < session.at or q != name)
    return _opened(session.but(queue=queue, planned=session.planned - 1, skipped=(*session.skipped, name)))


def _undo(session: Session, value: Value, stamp: Stamp) -> Session:
    """Back to the card as it stood before the last grade; the event stays and is marked undone."""
    if not session.past:
        return session.but(note="There is nothing to undo.")
    before, last = session.past[-1], session.taken[-1]
    event = Event(stamp.id, stamp.at, UNDO, last.question, of=last.event)
    note = "Undone: this card is yours again."
    return replace(before, past=session.past[:-1], unsaved=(event,), note=note)


def _misses(session: Session, value: Value, stamp: Stamp) -> Session:
    """From the end page: today's misses once more."""
    if not session.ended or not session.misses:
        return session.but(note="Nothing was missed." if session.ended else "")
    return more(session, session.misses)


ACTIONS: Mapping[str, Callable[[Session, Value, Stamp], Session]] = {
    "select": _on_card(lambda card, value: cards.select(card, value if isinstance(value, int) else -1)),
    "up": _on_card(lambda card, value: cards.move(card, -1)),
    "down": _on_card(lambda card, value: cards.move(card, +1)),
    "write": _on_card(lambda card, value: cards.write(card, str(value or ""))),
    "hint": _on_card(lambda card, value: cards.hint(card)),
    "evidence": _on_card(lambda card, value: cards.next_evidence(card)),
    "reveal": _reveal,
    "commit": _commit,
    "grade": _grade,
    "retry": _retry,
    "skip": _skip,
    "undo": _undo,
    "next": _next,
    "misses": _misses,
}
