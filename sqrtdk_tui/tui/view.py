"""The View: the Lab and how it is looked at. Frozen; every key makes the next one out of it (see moves)."""

from dataclasses import dataclass, replace
from typing import Any

from sqrtdk_tui.inputs import BY_NAME, INPUTS, Input, on_strip
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.options import DRAWING_PANES
from sqrtdk_tui.tui import keys
from sqrtdk_tui.tui.editor import NOTHING, Editor

_MOST_UNDONE = 200


@dataclass(frozen=True, slots=True)
class View:
    """What is on the screen.

    `mode` is "explore" or what is open over it (see keys); `focus` says who has the up and down keys, "inputs" or
    "pane". `token` is the place of the chosen token in the list, None as long as the learner leaves it to the
    winner's, which is `winner`. `walk_at` is the slot that the walk has reached (None: its end). `run` is the row of
    the table of runs that is chosen (None: the newest); `nudged`, `added` and `factor` are what the Slope pane does
    to the scores. `mine` is the learner's own Lab while the tour or the quiz shows another one, and `evidence` the pane
    that this one is about.
    """

    lab: Lab
    pane: str = "steps"
    mode: str = "explore"
    focus: str = "inputs"
    active: str = "d_k"
    token: int | None = None
    winner: int = 0
    covered: bool = False
    full: bool = False
    all_inputs: bool = False
    command_shown: bool = False
    note: str = ""
    editor: Editor = NOTHING
    row: int = 0
    past: tuple[Lab, ...] = ()
    walk_at: int | None = None
    playing: bool = False
    thousand: bool = False
    run: int | None = None
    nudged: bool = False
    added: float = 0.0
    factor: float = 1.0
    kiosk: bool = False
    mine: Lab | None = None
    evidence: str = "steps"

    @property
    def states(self) -> tuple[str, ...]:
        """The key table's states in force."""
        return keys.states_of(self.mode, self.focus, self.pane, kiosk=self.kiosk)

    @property
    def states_below(self) -> tuple[str, ...]:
        """The same as if nothing were open."""
        return keys.states_of("explore", self.focus, self.pane, kiosk=self.kiosk)

    @property
    def shown_pane(self) -> str:
        """The pane whose numbers are on the screen: over the tour and the quiz stands what their evidence is about."""
        return self.evidence if self.pane in keys.LESSONS else self.pane

    @property
    def input(self) -> Input:
        """The chosen input."""
        return BY_NAME[self.active]

    @property
    def moved(self) -> bool:
        """Has the Slope pane moved the scores?"""
        return self.nudged or self.added != 0 or self.factor != 1

    @property
    def place(self) -> int:
        """The place of the token in the list that the pane is about."""
        return min(self.winner if self.token is None else self.token, self.lab.count - 1)

    @property
    def draws(self) -> bool:
        """Is anything on the screen drawn from slots?"""
        return self.lab.source == "drawn" or self.shown_pane in DRAWING_PANES

    def choices(self) -> list[Input]:
        """The inputs that up and down go through."""
        if self.all_inputs:
            return [entry for entry in INPUTS if entry.live(self.lab, self.shown_pane)]
        return on_strip(self.lab, self.shown_pane)

    def but(self, **changes: Any) -> "View":
        """The same View with some things changed, and no note unless one is given."""
        return replace(self, **{"note": "", **changes})

    def with_lab(self, lab: Lab) -> "View":
        """The same with another Lab: the old one can be had back by undo, the walk stands at its end."""
        if lab == self.lab:
            return self.but()
        past = (*self.past, self.lab)[-_MOST_UNDONE:]
        token = self.token if self.token is not None and self.token < lab.count else None
        changed = self.but(lab=lab, past=past, token=token, walk_at=None, playing=False, added=0.0, factor=1.0)
        return changed.settled()

    def settled(self) -> "View":
        """The same with a chosen input that is there."""
        names = [entry.name for entry in self.choices()]
        return self if self.active in names else replace(self, active=names[0])
