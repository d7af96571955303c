"""Slopes and statistics that several tests look at, measured once, with few rows and fixed seeds."""

from __future__ import annotations

from functools import cache

from sqrtdk_tui.lab import Lab
from sqrtdk_tui.reading import read
from sqrtdk_tui.slope.reading import SlopeFindings, SlopeReading, SlopeStatistics, read_slope

ROWS = 4_000


def slope(lab: Lab | None = None, token: int = 1, added: float = 0.0, factor: float = 1.0) -> SlopeReading:
    """The slope of a Lab's row that is defined; "cat" is nudged."""
    found = read_slope(read(lab or Lab()), token, added=added, factor=factor)
    assert found is not None
    return found


def raw(*scores: float) -> Lab:
    """A Lab with typed raw scores."""
    return Lab(source="raw", raw_scores=scores)


def drawn(tokens: int, d_k: int) -> Lab:
    """Rows like the learner's: normal slots."""
    return Lab(source="drawn", tokens=tokens, d_k=d_k, seed=7)


@cache
def findings(lab: Lab, rows: int = ROWS) -> SlopeFindings:
    """What is found when everything is measured."""
    statistics = SlopeStatistics(lab, rows)
    for _ in statistics.measure(1):
        pass
    return statistics.findings()
