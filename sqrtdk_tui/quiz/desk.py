"""The desk: a session, its progress and its clock together. The one place where pressing a key reaches the disk.

desk = Desk(bank, progress, clock, seed, new_id)    a first card at once, no history read
history = desk.progress.history()                   in a worker, if there may be much of it
schedule = desk.replayed(history)                   in the worker, too
desk.take(history, schedule)                        plans the sitting by what is fading
desk.press("select", 1); desk.press("commit")       stored before `desk.session` shows what came of it
"""

from collections.abc import Callable
from datetime import datetime

from sqrtdk_tui.quiz import plan, schedule, session, stats
from sqrtdk_tui.quiz.bank import Bank
from sqrtdk_tui.quiz.events import ANSWER, GREETED, TOUR, UNDO, Event, History, Stamp
from sqrtdk_tui.quiz.progress import Progress
from sqrtdk_tui.quiz.schedule import Schedule
from sqrtdk_tui.quiz.session import Value
from sqrtdk_tui.quiz.sitting import Session

Clock = Callable[[], datetime]


class Desk:
    """One learner's sitting. `clock` gives the time with its zone, `new_id` an id that no other event has."""

    def __init__(self, bank: Bank, progress: Progress, clock: Clock, seed: int, new_id: Callable[[], str]) -> None:
        self.bank, self.progress, self.seed = bank, progress, seed
        self._clock, self._new_id = clock, new_id
        self.schedule: Schedule | None = None
        self._read = History()
        self._new: list[Event] = []
        self.session = session.start(bank, seed, plan.plan(bank, schedule.empty(bank), clock()), {})

    def replayed(self, history: History) -> Schedule:
        """The schedule after this history; may take a while, so a worker calls it."""
        return schedule.replay(history.answers, self.bank, self._clock())

    @property
    def history(self) -> History:
        """All that was read, and what has been added since."""
        return self._read.joined(self._new)

    def take(self, history: History, replayed: Schedule) -> None:
        """Use what was read: plan the sitting anew, behind a card that the learner has touched."""
        known = {event.id for event in history.events}
        self._read, self.schedule = history, replayed
        for event in self._new:
            if event.id not in known:
                self._learn(event)
        queue = plan.plan(self.bank, self.schedule, self._clock())
        self.session = session.replanned(self.session, queue, self.history.visits)

    def load(self) -> None:
        """Read, replay and take in one go."""
        history = self.progress.history()
        self.take(history, self.replayed(history))

    def press(self, action: str, value: Value = None) -> Session:
        """Do what the learner asks. Answers are stored first; then the new session is there to be shown."""
        if action == "more":
            self.session = session.more(self.session, self._further())
            return self.session
        after = session.press(self.session, action, value, self._stamp())
        for event in after.unsaved:
            self._store(event)
        self.session = after
        return after

    def visit_tour(self, position: str, response: str = "") -> None:
        """Remember where the tour stands."""
        self._store(self._event(TOUR, position, response))

    def greet(self) -> bool:
        """True once in a learner's life: the line for newcomers may be shown. Asks the history, so load it first."""
        if self.history.greeted or self.history.events:
            return False
        self._store(self._event(GREETED, "", ""))
        return True

    def due(self) -> int:
        """How many cards are due today."""
        return len(self.schedule.due_now(self._clock())) if self.schedule else 0

    def next_due(self) -> datetime | None:
        """When something is due again, after today."""
        return self.schedule.next_due(self._clock()) if self.schedule else None

    def next_due_words(self) -> str:
        """The same in words: tomorrow, in 5 days; empty when nothing is planned."""
        due = self.next_due()
        return schedule.due_words(due, self._clock()) if due else ""

    def grade_dates(self) -> dict[int, str]:
        """For the recall card in front: grade -> when it would come again, in words."""
        if self.schedule is None or self.session.card is None:
            return {}
        now, name = self._clock(), self.session.card.asked.question.id
        return {grade: schedule.due_words(due, now) for grade, due in self.schedule.preview(name, now).items()}

    def next_date(self, question: str) -> str:
        """When a question comes again, in words; empty where it is not known yet."""
        due = self.schedule.due(question) if self.schedule else None
        return schedule.due_words(due, self._clock()) if due else ""

    def stats(self) -> stats.Stats:
        """This learner's figures now."""
        now = self._clock()
        return stats.of(self.history, self.bank, self.schedule or schedule.empty(self.bank), now)

    def _further(self) -> tuple[str, ...]:
        known = self.schedule or schedule.empty(self.bank)
        now, skipped = self._clock(), self.session.skipped
        queue = plan.plan(self.bank, known, now) or plan.ahead(self.bank, known, now)
        return tuple(name for name in queue if name not in skipped)

    def _event(self, kind: str, question: str, response: str) -> Event:
        stamp = self._stamp()
        return Event(stamp.id, stamp.at, kind, question, response=response)

    def _stamp(self) -> Stamp:
        return Stamp(self._new_id(), int(self._clock().timestamp() * 1000))

    def _store(self, event: Event) -> None:
        self.progress.add(event)
        self._new.append(event)
        self._learn(event)

    def _learn(self, event: Event) -> None:
        """Let the schedule know of one event: only its own card is scheduled anew."""
        if self.schedule is None:
            return
        if event.kind == ANSWER:
            self.schedule = self.schedule.after(event, self._clock())
        elif event.kind == UNDO:
            self.schedule = self.schedule.without(event.question, event.of, self._clock())
