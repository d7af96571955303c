"""A study: what the Measure pane measures at one Lab. It grows while it runs; its Findings can be had at any time."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from sqrtdk_tui.engine.assumptions import Assumption, AssumptionRuns, Dial, divisor_dial
from sqrtdk_tui.engine.monte_carlo import checked_method
from sqrtdk_tui.engine.pair_results import PairsResult
from sqrtdk_tui.engine.pairs import PairRun
from sqrtdk_tui.engine.row_results import RowsResult, divided_late
from sqrtdk_tui.engine.rows import RowRun
from sqrtdk_tui.engine.streaming import Run, refine
from sqrtdk_tui.engine.sweep import D_KS, D_KS_FAR, Crossing, crossing_of, pair_sweep, row_count, row_sweep
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.reading import slots_of

FEWEST_TOKENS = 2
_SWEEP_PAIRS = 20_000

Stop = Callable[[], bool]


@dataclass(frozen=True, eq=False, slots=True)
class Findings:
    """What a study has found so far.

    "pairs" fills `pairs` and `rows`; "sweep" fills `pair_points`, `row_points` and `crossing`, a result for each d_k;
    "dial" fills `pairs` and `dial`; "assumptions" fills `assumptions`. `done` of `asked` draws are in.
    """

    lab: Lab
    done: int
    asked: int
    pairs: PairsResult | None = None
    rows: RowsResult | None = None
    pair_points: tuple[PairsResult, ...] = ()
    row_points: tuple[RowsResult, ...] = ()
    crossing: Crossing | None = None
    dial: Dial | None = None
    assumptions: tuple[Assumption, ...] = ()

    @property
    def finished(self) -> bool:
        """Is everything that was asked for measured?"""
        return self.done >= self.asked

    @property
    def kind(self) -> str:
        """pairs, sweep, dial or assumptions."""
        return self.lab.study

    @property
    def method(self) -> str:
        """ "law" or "slots": how the draws were made."""
        return checked_method(slots_of(self.lab), method_of(self.lab))


class Study:
    """The runs of one study; `measure` makes them grow.

    Raises:
        SlotsError, ScoreError: what cannot be measured at this Lab, in one sentence.
    """

    def __init__(self, lab: Lab) -> None:
        self.lab = lab
        self._pairs: list[PairRun] = []
        self._rows: list[RowRun] = []
        self._assumptions: AssumptionRuns | None = None
        slots, method, divisor = slots_of(lab), method_of(lab), divisor_for(lab)
        if lab.divide == "after":  # softmax sees the raw scores; what the late divide does to shares needs no draw
            divisor = _nothing
        if lab.study == "assumptions":
            self._assumptions = AssumptionRuns(lab.d_k, lab.pairs, lab.seed, method)
        elif lab.study == "sweep":
            d_ks = D_KS if lab.d_k <= D_KS[-1] else D_KS_FAR
            self._pairs = pair_sweep(slots, d_ks, min(lab.pairs, _SWEEP_PAIRS), lab.seed, method, divisor)
            if lab.count >= FEWEST_TOKENS:
                self._rows = row_sweep(slots, d_ks, lab.count, None, lab.seed, method, divisor)
        else:
            self._pairs = [PairRun(slots, lab.d_k, lab.pairs, lab.seed, method, divisor(lab.d_k))]
            if lab.study == "pairs" and lab.count >= FEWEST_TOKENS:
                self._rows = row_sweep(slots, [lab.d_k], lab.count, row_count(lab.count), lab.seed, method, divisor)

    @property
    def runs(self) -> list[Run[Any]]:
        """Every run of the study."""
        return self._assumptions.all() if self._assumptions else [*self._pairs, *self._rows]

    @property
    def progress(self) -> tuple[int, int]:
        """(blocks that are in, blocks in all)."""
        return sum(run.folded() for run in self.runs), sum(run.blocks() for run in self.runs)

    def measure(self, threads: int, cancelled: Stop | None = None) -> Iterator[int]:
        """Grow, block by block; yields after each. Raises Cancelled; what is measured by then stays good."""
        yield from refine(self.runs, threads, cancelled)

    def findings(self) -> Findings:
        """What is found so far."""
        done, asked = self.progress
        if self._assumptions:
            return Findings(self.lab, done, asked, assumptions=tuple(self._assumptions.results()))
        pairs = tuple(run.result() for run in self._pairs if run.folded())
        rows = tuple(run.result() for run in self._rows if run.folded())
        if self.lab.divide == "after":
            pairs = tuple(replace(one, divisor=math.sqrt(one.d_k), late=True) for one in pairs)
            rows = tuple(divided_late(one, math.sqrt(one.d_k)) for one in rows)
        if self.lab.study == "sweep":
            crossing = crossing_of(rows) if len(rows) > 1 else None
            return Findings(self.lab, done, asked, pair_points=pairs, row_points=rows, crossing=crossing)
        first = pairs[0] if pairs else None
        dial = divisor_dial(first) if first is not None and self.lab.study == "dial" else None
        return Findings(self.lab, done, asked, first, rows[0] if rows else None, dial=dial)


def method_of(lab: Lab) -> str | None:
    """The engine's word for the Lab's method: None leaves the choice to it."""
    return None if lab.method == "auto" else lab.method


def divisor_for(lab: Lab) -> Callable[[int], float]:
    """d_k -> the divisor of the Lab's rule; of a division after softmax the √d_k that it uses."""
    if not isinstance(lab.divide, str):
        fixed = float(lab.divide)
        return lambda d_k: fixed
    rules: dict[str, Callable[[int], float]] = {"none": lambda d_k: 1.0, "dk": float}
    return rules.get(lab.divide, math.sqrt)


def _nothing(d_k: int) -> float:
    return 1.0


def measured(lab: Lab, threads: int, cancelled: Stop | None = None) -> Findings:
    """The whole study at once, for a printed report."""
    study = Study(lab)
    for _ in study.measure(threads, cancelled):
        pass
    return study.findings()
