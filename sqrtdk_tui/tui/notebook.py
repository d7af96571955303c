"""What has been measured: the runs of the Measure pane, and the honest statistics of the Slope pane."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqrtdk_tui.engine.streaming import BLOCK
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.measure import pane as measure_pane
from sqrtdk_tui.measure import words as measure_words
from sqrtdk_tui.measure.pane import Record
from sqrtdk_tui.reading import Reading
from sqrtdk_tui.rows import Look, Row
from sqrtdk_tui.slope import pane as slope_pane
from sqrtdk_tui.slope.reading import SlopeFindings, SlopeReading, SlopeStatistics, read_slope
from sqrtdk_tui.study import Findings, Study
from sqrtdk_tui.tui.running import Growing, Grown, Pace
from sqrtdk_tui.tui.view import View

MEASURE, SLOPE = "measure", "slope"


@dataclass(frozen=True, slots=True)
class Wish:
    """A measurement that the View needs and that is not there."""

    kind: str
    lab: Lab
    make: Callable[[], Growing]


class Notebook:
    """Every run is kept as a row of the table; a Lab that has one is not measured again unless it is asked for."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self._growing: dict[str, Any] = {}
        self._statistics: dict[Lab, SlopeFindings] = {}
        self._refused: set[tuple[str, Lab]] = set()
        self._pace: Pace | None = None
        self._numbered = 0

    def wish(self, view: View) -> Wish | None:
        """What has to be measured for this View, if anything."""
        lab = view.lab
        if view.pane not in (MEASURE, SLOPE) or (view.pane, lab) in self._refused:
            return None
        if view.pane == MEASURE and self.record_of(lab) is None:
            return Wish(MEASURE, lab, lambda: Study(lab))
        if view.pane == SLOPE and lab not in self._statistics and lab.count > 1:
            return Wish(SLOPE, lab, lambda: SlopeStatistics(lab))
        return None

    def record_of(self, lab: Lab) -> Record | None:
        """The newest run at this Lab."""
        return next((record for record in reversed(self.records) if record.findings.lab == lab), None)

    def is_finished(self, lab: Lab) -> bool:
        """Has everything at this Lab been measured that was asked for?"""
        record = self.record_of(lab)
        return record is not None and record.findings.finished

    def forget(self, lab: Lab) -> None:
        """Drop the stopped run of this Lab, so that it is measured anew."""
        self.records = [record for record in self.records if record.findings.lab != lab]
        self._refused.discard((MEASURE, lab))

    def take(self, message: Grown) -> None:
        """Results have come: shown as they grow, kept as a row when they have ended."""
        self._pace = message.pace
        if message.refused:
            self._refused.add((message.kind, message.wanted))
            return
        self._growing = {} if message.ended else {message.kind: message.findings}
        if message.ended and message.kind == SLOPE:
            self._statistics[message.wanted] = message.findings
        elif message.ended and message.findings.done:
            self._numbered += 1
            self.records.append(Record(self._numbered, message.findings))

    def chosen(self, view: View) -> int:
        """The place of the chosen row in the table of runs."""
        last = len(self.records) - 1
        return last if view.run is None else max(0, min(view.run, last))

    def measured(self, view: View, look: Look, height: int) -> list[Row]:
        """The Measure pane."""
        if view.covered:
            return [look.row((" What is measured is covered too: how large will it be? c uncovers it.", "dim"))]
        record, growing = self.record_of(view.lab), self._growing.get(MEASURE)
        findings: Findings | None = record.findings if record else None
        if findings is None and growing is not None and growing.lab == view.lab:
            findings = growing
        running = record is None and findings is not None
        return measure_pane.rows(
            findings,
            self.records,
            self.chosen(view),
            look,
            height,
            rate=self._pace.rate * BLOCK if running and self._pace else None,
            left=self._pace.left if running and self._pace else None,
            running=running,
            picked=view.focus == "pane",
            invited=measure_words.invitation(view.lab),
        )

    def sloped(self, view: View, now: Reading, look: Look, height: int) -> list[Row]:
        """The Slope pane."""
        slope = slope_of(view, now)
        statistics = self._statistics.get(view.lab)
        growing = self._growing.get(SLOPE)
        running = statistics is None and growing is not None and growing.lab == view.lab
        if running:
            statistics = growing
        nudged, covered = view.nudged, view.covered
        return slope_pane.rows(slope, statistics, look, height, nudged=nudged, running=running, covered=covered)


def slope_of(view: View, now: Reading) -> SlopeReading | None:
    """The slope of the row that the View shows; the chosen token, or else the runner-up, is nudged."""
    if now.undivided is None or now.lab != view.lab:
        return None
    order = now.order
    token = order[min(1, len(order) - 1)] if view.token is None else now.listed[view.place]
    return read_slope(now, token, added=view.added, factor=view.factor)
