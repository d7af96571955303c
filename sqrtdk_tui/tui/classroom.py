"""The tour and the quiz as panes: keys to what they do, their states to rows. Their parts are loaded when one opens.

While a question stands the instrument is covered; what is shown as evidence is the View's own Lab, so that every pane
and every key works on it, and `b` brings the learner's settings back.
"""

import time
from collections.abc import Callable
from dataclasses import replace

from sqrtdk_tui import tour, tour_words
from sqrtdk_tui.content import Line
from sqrtdk_tui.evidence import Step
from sqrtdk_tui.quiz import keys as quiz_keys
from sqrtdk_tui.quiz import words as quiz_words
from sqrtdk_tui.quiz.card import ASK, COMPARE
from sqrtdk_tui.quiz.desk import Desk
from sqrtdk_tui.quiz.events import History
from sqrtdk_tui.quiz.schedule import Schedule
from sqrtdk_tui.rows import Look, Row, wrap
from sqrtdk_tui.tui import moves
from sqrtdk_tui.tui.view import View

Read = tuple[History, Schedule]
_ROLES = {"place": "dim", "right": "mix word", "wrong": "spike word", "note": "warn"}
_PAGE = 8
_FIELD = "  = "


class Classroom:
    """One learner's tour and quiz. `clock` is in seconds, for keys that are held down."""

    def __init__(self, make_desk: Callable[[], Desk], clock: Callable[[], float] = time.monotonic) -> None:
        self.desk = make_desk()
        self._tour: tour.Tour | None = None
        self._clock, self._guard = clock, quiz_keys.Guard()
        self._above = False
        self._top: int | None = None  # the first row that is shown; None: as the text is best seen
        self._lines: tuple[object, list[Line]] | None = None

    # --- what has been kept --------------------------------------------------------------------

    def read(self) -> Read:
        """All answers so far and what they mean for the cards; for a thread."""
        history = self.desk.progress.history()
        tour.packaged_stops()  # the feedback names steps of it: not to be waited for then
        return history, self.desk.replayed(history)

    def take(self, read: Read) -> None:
        """Go on where the learner was, unless they have begun something else meanwhile."""
        self.desk.take(*read)
        if self._tour is not None and self._tour == tour.Tour(self._tour.stops):
            self._tour = None
        self._lines = None

    @property
    def tour(self) -> tour.Tour:
        """Where the learner stands in the tour."""
        if self._tour is None:
            self._tour = tour.resumed(tour.packaged_stops(), self.desk.history.tour)
        return self._tour

    # --- keys ----------------------------------------------------------------------------------

    def press(self, view: View, key: str) -> View | None:
        """What this key makes of the View; None where it means nothing to the pane."""
        self._guard, counts = self._guard.press(key, self._clock())
        if not counts:
            return view
        if key in ("pageup", "pagedown"):
            self._top = (self._top or 0) + (_PAGE if key == "pagedown" else -_PAGE)
            return view.but()
        after = self._toured(view, key) if view.pane == "tour" else self._answered(view, key)
        if after is None:
            has_mine = view.mine is not None or not self.covers(view)
            return moves.MOVES["mine"](view) if key == "b" and has_mine else None
        self._top = None
        note = self.desk.progress.take_note()
        return after.but(note=note) if note else after

    def paste(self, view: View, text: str) -> View | None:
        """Pasted text, for a number field."""
        return self._write(view, " ".join(text.split())) if self._in_field(view) else None

    def _in_field(self, view: View) -> bool:
        return view.pane == "quiz" and quiz_keys.in_field(self.desk.session)

    def _write(self, view: View, text: str) -> View:
        card = self.desk.session.card
        self.desk.press("write", (card.typed if card else "") + text)
        return view.but()

    def _answered(self, view: View, key: str) -> View | None:
        session = self.desk.session
        if quiz_keys.taken_by_field(session, key):
            return self._write(view, " " if key == "space" else key)
        if self._in_field(view) and session.card is not None and key in ("backspace", "ctrl+h", "ctrl+u"):
            self.desk.press("write", "" if key == "ctrl+u" else session.card.typed[:-1])
            return view.but()
        deed = quiz_keys.deed(session, key)
        if deed is None:
            return None
        before = session.card.evidence if session.card else 0
        card = self.desk.press(*deed).card
        if deed[0] == "commit" and card is not None and card.kind == "predict" and not card.covered:
            card = self.desk.press("evidence").card  # it was a prediction: here is what happens
        seen = card.evidence if card else 0
        return _show(view, card.asked.steps[seen - 1]) if card and seen and seen != before else view.but()

    def _toured(self, view: View, key: str) -> View | None:
        deed = tour_words.deed(self.tour, key)
        if deed is None:
            return None
        before = self.tour
        self._tour = tour.press(before, *deed)
        if self.tour.position != before.position:
            self.desk.visit_tour(*self.tour.position)
        step = self.tour.step
        if self.tour.covered or step is None or (before.told and before.at == self.tour.at and before.step == step):
            return view.but()
        return _show(view, step)

    # --- what is shown -------------------------------------------------------------------------

    def covers(self, view: View) -> bool:
        """Would the instrument give the answer away?"""
        if view.pane == "tour":
            return self.tour.covered
        card = self.desk.session.card
        return view.pane == "quiz" and card is not None and card.covered

    def working(self, view: View) -> list[tuple[str, str]]:
        """(key, what it does) in this very state."""
        found = tour_words.working(self.tour) if view.pane == "tour" else quiz_keys.working(self.desk.session)
        mine = [("b", "my settings")] if view.mine is not None and not self.covers(view) else []
        return [*found, *mine, ("Tab", "explore")]

    def cover(self, view: View) -> str:
        """What stands where the charts are covered."""
        if view.pane == "tour" and self.tour.told:
            return "Still covered: this step only asks. The next ones measure."
        return "Covered until you have answered: what do you expect?"

    def place(self, view: View) -> str:
        """What the line of panes tells: how to repeat this sitting."""
        if self._above:
            return "PgUp: more above"
        return f"quiz seed {self.desk.seed}" if view.pane == "quiz" else "predict, then see"

    def rows(self, view: View, look: Look, height: int) -> list[Row]:
        """The card or the step, scrolled so that what came last is seen."""
        lines = self._tour_lines() if view.pane == "tour" else self._quiz_lines()
        rows: list[Row] = []
        news = 0
        for line in lines:
            if line.role in ("right", "wrong") or (line.role == "strong" and not news and line.text[:7] == "Answer:"):
                news = len(rows)
            typing = self._in_field(view) and line.text.startswith(_FIELD)
            rows += [_typed(line, look)] if typing else _wrapped(line, look)
        most = max(0, len(rows) - height)
        self._top = None if self._top is None else min(max(self._top, 0), most)
        top = min(news, most) if self._top is None else self._top
        self._above = top > 0
        shown = rows[top : top + height]
        if top + height < len(rows) and shown:
            shown[-1] = look.row((f" {len(rows) - top - height + 1} more lines: PgDn", "dim"))
        return shown

    def _tour_lines(self) -> list[Line]:
        return self._once(self.tour, lambda: tour_words.lines(self.tour))

    def _quiz_lines(self) -> list[Line]:
        session = self.desk.session
        return self._once((session, self.desk.schedule is None), self._new_quiz_lines)

    def _once(self, state: object, make: Callable[[], list[Line]]) -> list[Line]:
        """Lines with numbers in them are made once for a state, however often it is painted."""
        if self._lines is None or self._lines[0] != state:
            self._lines = state, make()
        return self._lines[1]

    def _new_quiz_lines(self) -> list[Line]:
        session, desk = self.desk.session, self.desk
        card = session.card
        noted = [Line(session.note, "note")] if session.note else []
        if card is None:
            return [Line(quiz_words.place(session, desk.due()), "place"), *noted, *quiz_words.end_lines(desk)]
        lines = [Line(quiz_words.place(session, desk.due()), "place"), *noted, *quiz_words.card_lines(card)]
        if card.state == ASK:
            return lines
        question = card.asked.question
        lines += quiz_words.feedback_lines(card, desk.next_date(question.id), tour.stop_of(question.source))
        if card.state == COMPARE:
            labels = quiz_words.grade_labels(desk)
            lines += [Line("   ".join(pair), "strong") for pair in (labels[:2], labels[2:])]
        return lines


def _show(view: View, step: Step) -> View:
    """The instrument set as the evidence says; the learner's own settings are put by."""
    mine = view.lab if view.mine is None else view.mine
    return replace(view.with_lab(step.lab), mine=mine, evidence=step.pane)


def _typed(line: Line, look: Look) -> Row:
    """The number field with its cursor; of a long text its end is seen."""
    text, room = line.text.removeprefix(_FIELD), look.width - len(_FIELD) - 3
    return look.row((f" {_FIELD}", "strong"), (text[-room:], "field"), (" ", "cursor"))


def _wrapped(line: Line, look: Look) -> list[Row]:
    indent = len(line.text) - len(line.text.lstrip())
    first = 1 + indent
    option = line.text[:2] in ("▸ ", "  ") and line.text[3:5] == "  "
    rest = first + 3 if option and indent else 6 if option else first
    parts = wrap(line.text, look.width - max(first, rest) - 1) or [""]
    role = _ROLES.get(line.role, line.role)
    return [look.row((" " * (first if not i else rest) + part, role)) for i, part in enumerate(parts)]
