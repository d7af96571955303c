"""The tour: ten steps, each a question before it is an answer. Frozen states; `press` makes the next one.

The steps are data (data/tour.toml), their numbers the engine's (tour_facts), their pictures Labs (evidence). Where a
learner stands is told by `position` and found again by `resumed`.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from sqrtdk_tui.content import Entry, Read, entries, packaged
from sqrtdk_tui.evidence import Step, steps_of

FILE = "tour.toml"
LETTERS = "abcd"
ANCHORS = (
    "open", "qa1", "qa2", "qa3", "close", "size", "walk100", "napkin", "dk64", "spike", "slope", "hygiene", "fixed",
    "limits",
)  # fmt: skip
VERDICTS = {"exact": "exactly true", "typical": "typical", "cartoon": "a cartoon that is off"}
_KNOWN = (
    "id", "title", "text", "question", "options", "right", "facts", "result", "verdict", "because", "anchors",
    "evidence",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Stop:
    """One step of the tour as it stands in the file; {names} are filled when it is asked or told."""

    id: str
    title: str
    text: str
    question: str
    options: tuple[str, ...]
    right: int
    facts: str
    result: str
    verdict: str
    because: str
    anchors: tuple[str, ...]
    evidence: tuple[Mapping[str, Any], ...]

    def told(self, text: str) -> str:
        """One of its texts with the engine's numbers in it."""
        return text.format_map(_facts(self.facts)) if "{" in text else text

    @property
    def steps(self) -> tuple[Step, ...]:
        """What the instrument shows once the learner has predicted."""
        return steps_of(self.evidence)


@dataclass(frozen=True, slots=True)
class Tour:
    """Where a learner stands: at `stops[at]`, or past the last one. `chosen` holds what was predicted, by id."""

    stops: tuple[Stop, ...]
    at: int = 0
    selected: int | None = None
    chosen: Mapping[str, int] = field(default_factory=dict)
    shown: int = 0  # which of the stop's settings the instrument has, counted from 0
    note: str = ""

    @property
    def stop(self) -> Stop | None:
        """The step in front; None past the last one."""
        return self.stops[self.at] if self.at < len(self.stops) else None

    @property
    def told(self) -> bool:
        """Has the learner predicted here, so that the instrument may show it?"""
        return self.stop is not None and self.stop.id in self.chosen

    @property
    def covered(self) -> bool:
        """Must charts and numbers stay covered? Also where a step only asks and measures nothing."""
        return self.stop is not None and not (self.told and self.stop.facts)

    @property
    def step(self) -> Step | None:
        """The setting that the instrument has now; None where there is nothing to show."""
        return self.stop.steps[self.shown] if self.stop else None

    @property
    def position(self) -> tuple[str, str]:
        """(step, option chosen there or nothing): what is stored, so that one comes back to where one was."""
        if self.stop is None:
            return "end", ""
        return self.stop.id, str(self.chosen.get(self.stop.id, ""))

    def but(self, **changes: Any) -> "Tour":
        """The same with some things changed, and no note unless one is given."""
        return replace(self, **{"note": "", **changes})


def _known_facts() -> Mapping[str, Callable[[], dict[str, str]]]:
    from sqrtdk_tui.tour_facts import FACTS  # the quiz asks for step numbers only

    return FACTS


@cache
def _facts(name: str) -> dict[str, str]:
    return _known_facts()[name]()


def load(read: Read = packaged) -> tuple[Stop, ...]:
    """Read the steps.

    Raises:
        ContentError: naming the file and the line.
    """
    return tuple(_stop(entry) for entry in entries(FILE, "step", read))


@cache
def packaged_stops() -> tuple[Stop, ...]:
    """The product's own steps, read once."""
    return load()


def _stop(entry: Entry) -> Stop:
    entry.only(_KNOWN)
    stop = Stop(
        id=entry.text("id"),
        title=entry.text("title"),
        text=entry.text("text"),
        question=entry.text("question"),
        options=entry.texts("options"),
        right=entry.whole("right"),
        facts=entry.text("facts", ""),
        result=entry.text("result"),
        verdict=entry.text("verdict"),
        because=entry.text("because"),
        anchors=entry.texts("anchors"),
        evidence=tuple(step.values for step in entry.tables("evidence")),
    )
    if not 3 <= len(stop.options) <= 4 or not 0 <= stop.right < len(stop.options):
        raise entry.fault("three or four options are needed, and right is the place of one of them.")
    if stop.verdict not in VERDICTS or stop.facts not in _known_facts() or not stop.evidence:
        raise entry.fault("verdict and facts must be known ones, and evidence is needed.")
    return stop


def stop_of(anchor: str, stops: tuple[Stop, ...] | None = None) -> int | None:
    """The number (from 1) of the step that carries this idea of the chapter."""
    known = packaged_stops() if stops is None else stops
    return next((number for number, stop in enumerate(known, 1) if anchor in stop.anchors), None)


def resumed(stops: tuple[Stop, ...], visits: Iterable[tuple[str, str]]) -> Tour:
    """The tour where it was left: `visits` are all positions stored so far, oldest first."""
    chosen, last = {}, ""
    places = {stop.id: number for number, stop in enumerate(stops)}
    for name, response in visits:
        last = name if name in places or name == "end" else last
        if name in places and response.isdecimal() and int(response) < len(stops[places[name]].options):
            chosen[name] = int(response)
    at = len(stops) if last == "end" else places.get(last, 0)
    return Tour(stops, at, chosen=chosen)


def press(tour: Tour, action: str, value: int | None = None) -> Tour:
    """select(place) up down commit next back show(the next setting) restart -> the next state."""
    does = ACTIONS.get(action)
    return tour if does is None else does(tour, value)


def _select(tour: Tour, value: int | None) -> Tour:
    if tour.stop is None or tour.told or value is None or not 0 <= value < len(tour.stop.options):
        return tour
    return tour.but(selected=value)


def _move(way: int) -> Callable[[Tour, int | None], Tour]:
    def move(tour: Tour, value: int | None) -> Tour:
        start = -1 if way > 0 else 0
        here = start if tour.selected is None else tour.selected
        return _select(tour, (here + way) % len(tour.stop.options)) if tour.stop else tour

    return move


def _commit(tour: Tour, value: int | None) -> Tour:
    """The prediction is made; only now may the instrument show."""
    if tour.stop is None or tour.told:
        return tour
    if tour.selected is None:
        return tour.but(note=f"Predict first: {', '.join(LETTERS[: len(tour.stop.options)])} or ↑ ↓.")
    return tour.but(chosen={**tour.chosen, tour.stop.id: tour.selected}, selected=None, shown=0)


def _next(tour: Tour, value: int | None) -> Tour:
    return tour.but(at=min(tour.at + 1, len(tour.stops)), selected=None, shown=0)


def _back(tour: Tour, value: int | None) -> Tour:
    return tour.but(at=max(tour.at - 1, 0), selected=None, shown=0, note="" if tour.at else "This is the first step.")


def _show(tour: Tour, value: int | None) -> Tour:
    if tour.stop is None or not tour.told:
        return tour
    return tour.but(shown=(tour.shown + 1) % len(tour.stop.evidence))


ACTIONS: Mapping[str, Callable[[Tour, int | None], Tour]] = {
    "select": _select,
    "up": _move(-1),
    "down": _move(+1),
    "commit": _commit,
    "next": _next,
    "back": _back,
    "show": _show,
    "restart": lambda tour, value: Tour(tour.stops),
}
