"""Every chart with every kind of float, for a child process: plotext's way of refusing is to abort the process.

Run as `python -m tests.charts.extremes`; it must end by itself, with exit code 0.
"""

from __future__ import annotations

import sys
import time
from typing import Literal

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sqrtdk_tui.charts import Series, curves, histogram, share_bars, walk_chart
from sqrtdk_tui.charts.canvas import DOTS, Frame, Layer, draw

WORST = [
    float("inf"),
    float("-inf"),
    float("nan"),
    1.79e308,
    -1.79e308,
    5e-324,
    -5e-324,
    1e9,
    -1e9,
    1e6,
    0.0,
    -0.0,
    1.0,
]
numbers = st.one_of(st.sampled_from(WORST), st.floats())
lists = st.lists(numbers, max_size=12)
pairs = st.tuples(numbers, numbers)
sides = st.tuples(st.integers(0, 90), st.integers(0, 30))
texts = st.lists(st.text(max_size=8), max_size=9)
many = settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck), database=None)


@many
@given(lists, lists, sides, st.sampled_from(["points", "line", "columns", "rows"]), st.sampled_from(["#", DOTS]))
def layers(
    xs: list[float],
    ys: list[float],
    size: tuple[int, int],
    kind: Literal["points", "line", "columns", "rows"],
    marker: str,
) -> None:
    n = min(len(xs), len(ys))
    draw(Frame(*size), [Layer("any", xs[:n], ys[:n], marker, kind)])


@many
@given(lists, texts, texts, sides, st.booleans())
def bars(values: list[float], labels: list[str], notes: list[str], size: tuple[int, int], ascii: bool) -> None:
    chart = share_bars(values[:9], labels, notes, *size, ascii=ascii)
    assert all(sum(len(run.text) for run in line) == size[0] for line in chart.lines)
    assert chart.text.replace("\n", "").isprintable()


@many
@given(lists, lists, st.none() | lists, st.none() | lists, sides, pairs, st.booleans())
def walks(
    a: list[float],
    b: list[float],
    low: list[float] | None,
    high: list[float] | None,
    size: tuple[int, int],
    ends: tuple[float, float],
    ascii: bool,
) -> None:
    n = min(len(a), len(b))
    walk_chart(a[:n], b[:n], low, high, *size, x_max=ends[0], y_limit=ends[1], ascii=ascii)


@many
@given(lists, lists, lists, sides, st.booleans())
def histograms(counts: list[float], edges: list[float], curve: list[float], size: tuple[int, int], ascii: bool) -> None:
    histogram(counts, edges, curve, *size, ascii=ascii)
    histogram(counts, [*counts, 1.0], curve, *size, ascii=ascii)
    histogram(counts, sorted([*counts, 1.0]), curve, *size, ascii=ascii)


@many
@given(lists, lists, texts, sides, pairs, pairs, st.booleans(), st.booleans(), st.booleans())
def lines(
    xs: list[float],
    ys: list[float],
    names: list[str],
    size: tuple[int, int],
    x_limits: tuple[float, float],
    y_limits: tuple[float, float],
    x_log: bool,
    y_log: bool,
    ascii: bool,
) -> None:
    n = min(len(xs), len(ys))
    series = [Series(name, xs[:n], ys[:n], "raw") for name in (names or ["a"])]
    ticks = [(value, name) for value, name in zip(ys, names, strict=False)]
    for x_ends, y_ends in ((x_limits, y_limits), ((1.0, 4096.0), (0.5, 2.0))):
        chart = curves(
            series, *size, x_limits=x_ends, y_limits=y_ends, x_log=x_log, y_log=y_log, y_ticks=ticks, ascii=ascii
        )
        assert chart.text.replace("\n", "").isprintable()


if __name__ == "__main__":
    started = time.perf_counter()
    for check in (layers, bars, walks, histograms, lines):
        check()
    sys.stdout.write(f"{time.perf_counter() - started:.1f} s\n")
