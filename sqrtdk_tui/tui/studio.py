"""Holds what has been computed for the present View and turns it into rows. The numbers come with this module:
it is imported after the first paint."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from sqrtdk_tui import picture, reading, steps, words
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.reading import Reading
from sqrtdk_tui.rows import Look, Row
from sqrtdk_tui.tui import keys, regions
from sqrtdk_tui.tui.computing import INLINE
from sqrtdk_tui.tui.plan import COMPACT, COMPACT_PANES, MEASURING_PANES
from sqrtdk_tui.tui.view import View

if TYPE_CHECKING:
    from sqrtdk_tui.quiz.desk import Desk
    from sqrtdk_tui.tui.classroom import Classroom
    from sqrtdk_tui.tui.notebook import Notebook, Wish
    from sqrtdk_tui.walk import Walk, Walks

_MOST_KEPT = 32
THREAD = INLINE + 1
MakeDesk = Callable[[], "Desk"]
Ask = Callable[[str, Any, int, Callable[[Callable[[], bool]], Any]], Any]


INVITATIONS = {
    "sum": "does the spread grow like √d_k? 3 Measure",
    "measure": "and what does a nudge move? 4 Slope",
    "slope": "how a score becomes a share: 1 Steps",
}

_MORE = {name: f"Tab, then {keys.NUMBERS[name]}, shows all of it." for name in ("sum", "measure", "slope")}


def _evident(view: View) -> View:
    """The same with the pane open that the evidence is about."""
    return replace(view, pane=view.shown_pane, focus="inputs")


class Studio:
    """The results in hand. `ask` computes at once or later (see reader); late results come in by `take`."""

    def __init__(self, ask: Ask, make_desk: MakeDesk | None = None) -> None:
        self._ask, self._make_desk, self._greets = ask, make_desk, False
        self.reading: Reading | None = None
        self._kept: dict[Lab, Reading] = {}  # a learner goes back and forth
        self._walk: Walk | None = None
        self._walks: tuple[Lab, Walks | None] | None = None

    def want(self, view: View) -> None:
        """See that everything this View shows is computed or being computed.

        Raises:
            LabError, ScoreError: the Lab cannot be read; the results in hand stay.
        """
        lab = view.lab
        if self.reading is None or self.reading.lab != lab:
            found = self._kept.get(lab) or self._ask(
                "reading", lab, reading.slots_to_draw(lab), lambda stop: reading.read(lab, stop)
            )
            if found is not None:
                self.take("reading", found)
        if self.reading is not None and self.reading.lab == lab:
            self._want_place(self.reading)
        if view.shown_pane == "sum":
            self._want_walk(view)
        if view.pane in keys.LESSONS:
            self.classroom  # noqa: B018  it begins to read what was kept

    @cached_property
    def notebook(self) -> Notebook:
        """What has been measured; its engine is loaded with the first measurement."""
        from sqrtdk_tui.tui.notebook import Notebook

        return Notebook()

    @cached_property
    def classroom(self) -> Classroom:
        """The tour and the quiz; what was kept of them is read in a thread, and the first card does not wait for it."""
        from sqrtdk_tui.learner import desk_at
        from sqrtdk_tui.tui.classroom import Classroom

        room = Classroom(self._make_desk or (lambda: desk_at(None, 0)))
        self._ask("history", "all", THREAD, lambda stop: room.read())
        return room

    def greet(self) -> None:
        """Remember, once what was kept is read, that the learner has seen the line for newcomers."""
        self._greets = True
        self.classroom  # noqa: B018  begins to read

    def covers(self, view: View) -> bool:
        """Is a question open that the charts would answer?"""
        return view.pane in keys.LESSONS and self.classroom.covers(view)

    def own_keys(self, view: View) -> list[tuple[str, str]]:
        """Keys of the tour or the quiz in their present state."""
        return self.classroom.working(view) if view.states[0] == "lesson" else []

    def wish(self, view: View) -> Wish | None:
        """What has to be measured for this View, if anything."""
        return self.notebook.wish(_evident(view)) if view.shown_pane in MEASURING_PANES else None

    def _want_place(self, now: Reading) -> None:
        if now.lab.source != "drawn" or now.place is not None:
            return
        found = self._ask("place", now.lab, reading.place_cost(now.lab), lambda stop: reading.place(now, stop))
        if found is not None:
            self.take("place", found)

    @property
    def winner(self) -> int:
        """The winner's place in the list of tokens."""
        now = self.reading
        return 0 if now is None or now.undivided is None else now.listed.index(now.undivided.winners[0])

    def walk_key(self, view: View) -> int:
        """The key whose walk is shown: the chosen token of a drawn row, else the first."""
        if view.lab.source != "drawn" or self.reading is None or self.reading.lab != view.lab:
            return 0
        return self.reading.listed[view.place]

    def _want_walk(self, view: View) -> None:
        from sqrtdk_tui import walk

        lab, key = view.lab, self.walk_key(view)
        if self._walk is None or (self._walk.lab, self._walk.key) != (lab, key):
            found = self._ask("walk", (lab, key), walk.walk_cost(lab), lambda stop: walk.read_walk(lab, key))
            if found is not None:
                self.take("walk", found)
        if view.thousand and (self._walks is None or self._walks[0] != lab):
            ends = self._ask("walks", lab, walk.walks_cost(lab), lambda stop: (lab, walk.read_walks(lab, stop)))
            if ends is not None:
                self.take("walks", ends)

    def take(self, kind: str, result: Any) -> str:
        """A result has come, at once or late; what there is to say of it, mostly nothing."""
        if kind in ("reading", "place"):
            self.reading = result
            if len(self._kept) >= _MOST_KEPT:
                self._kept.pop(next(iter(self._kept)))
            self._kept[result.lab] = result
        elif kind == "walk":
            self._walk = result
        elif kind == "history":
            self.classroom.take(result)
            if self._greets:
                self.classroom.desk.greet()
            return self.classroom.desk.progress.take_note()
        else:
            self._walks = result
        return ""

    def charts(self, view: View, look: Look, height: int) -> list[Row]:
        """The two charts."""
        if self.reading is None:
            return []
        if self.covers(view):
            return [(), look.row((f"   {self.classroom.cover(view)}", "covered"))]
        if view.pane != view.shown_pane != "steps":
            return self.pane(_evident(view), look, height)
        if view.pane in COMPACT_PANES and height < 2 * COMPACT + 4:
            return picture.compact(self.reading, look, view.covered)
        return picture.rows(self.reading, look, height, view.covered)

    def words(self, view: View, look: Look, height: int) -> list[Row]:
        """The sentence, then the command when it is asked for, a note, or the trail and the row's place."""
        now = self.reading
        if now is None:
            return []
        if self.covers(view):
            return regions.sentences([(view.note, "warn")], look, height)
        if view.pane != view.shown_pane != "steps":
            return regions.sentences(
                [(view.note or _MORE[view.evidence], "warn" if view.note else "dim")], look, height
            )
        said = words.covered_sentence(now) if view.covered else words.sentence(now)
        if now.lab != view.lab:
            said = "Computing: the charts still show the inputs before."
        texts = [(said, "strong")]
        if view.note:
            texts.append((view.note, "warn"))
        elif not (view.covered and now.trail is not None and now.trail.side == "divided"):
            texts += [(words.trail(now, look.width - 2), "dim"), (words.place(now), "dim")]
        return regions.sentences(texts, look, height, first=1 if view.note else 0)

    def invitation(self, view: View) -> str:
        """What the other pane would answer."""
        if view.pane in keys.LESSONS:
            return self.classroom.place(view)
        if view.pane != "steps":
            return INVITATIONS[view.pane]
        return words.invitation(view.lab)

    def pane(self, view: View, look: Look, height: int) -> list[Row]:
        """The open pane."""
        if view.pane == "sum":
            return self._sum(view, look, height)
        if view.pane in keys.LESSONS:
            return self.classroom.rows(view, look, height)
        if view.pane == "measure":
            return self.notebook.measured(view, look, height)
        if self.reading is None:
            return []
        if view.pane == "slope":
            return self.notebook.sloped(view, self.reading, look, height)
        listed = self.reading.listed
        token = listed[min(view.place, len(listed) - 1)]
        return steps.rows(self.reading, token, look, height, view.covered)

    def _sum(self, view: View, look: Look, height: int) -> list[Row]:
        from sqrtdk_tui import sum_pane

        if view.thousand:
            if self._walks is None or self._walks[0] != view.lab:
                return [look.row((" A thousand walks are being added up …", "dim"))]
            return sum_pane.walks_rows(self._walks[1], look, height)
        if self._walk is None or (self._walk.lab, self._walk.key) != (view.lab, self.walk_key(view)):
            return [look.row((" The slots are being drawn …", "dim"))]
        return sum_pane.walk_rows(self._walk, view.walk_at, look, height)
