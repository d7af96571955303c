"""A study's pictures: scores against their law, spreads and shares against d_k, the spread that each divisor leaves."""

import math
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from sqrtdk_tui.charts import Chart, Run, Series, curves, histogram
from sqrtdk_tui.engine import law
from sqrtdk_tui.engine.assumptions import Dial
from sqrtdk_tui.engine.bins import Bins
from sqrtdk_tui.engine.pair_results import PairsResult, Scores
from sqrtdk_tui.engine.slots import Slots
from sqrtdk_tui.measure.figures import by_told
from sqrtdk_tui.measure.words import is_coins, middle_half, sums_in
from sqrtdk_tui.rows import Look, Row
from sqrtdk_tui.study import Findings

FEWEST_ROWS = 5
_AROUND = 3  # rows of a chart that are not its own: the key, the axis and its labels
_NAMED_AXIS = 60  # columns from which a chart of shares has room for four names


def score_histogram(pairs: PairsResult, look: Look, height: int, *, divided: bool = False) -> list[Row]:
    """The scores of one side as bars, with the counts that the law expects drawn over them."""
    side = pairs.divided if divided else pairs.raw
    by = pairs.divisor if divided and not pairs.late else 1.0
    shares, exact = _expected(pairs.slots, pairs.d_k, by, side.bins)
    edges, counts = side.bins.edges().tolist(), [float(n) for n in side.counts.tolist()[1:-1]]
    expected = [pairs.pairs * share for share in shares]
    if is_coins(pairs):
        edges, counts, expected = _coin_bars(pairs, side, expected, by)
    chart = histogram(counts, edges, expected, look.width, height, ascii=look.ascii)
    marks = "" if not expected else "• exact" if exact else "• bell"
    return titled(chart, look, by_told(pairs.divisor, pairs.late) if divided else "raw", marks)


def titled(chart: Chart, look: Look, left: str, right: str) -> list[Row]:
    """The chart with words in the upper corners where its first line is empty there."""
    lines: list[Row] = list(chart.lines)
    if not lines:
        return lines
    cells = [(char, run.role) for run in lines[0] for char in run.text]
    for text, start in ((look.text(left), 7), (look.text(right), len(cells) - len(look.text(right)))):
        place = slice(start, start + len(text))
        if start >= 0 and len(cells[place]) == len(text) and all(char == " " for char, _ in cells[place]):
            cells[place] = [(char, "dim") for char in text]
    lines[0] = tuple(Run(char, role) for char, role in cells)
    return lines


def _coin_bars(
    pairs: PairsResult, side: Scores, expected: list[float], unit: float
) -> tuple[list[float], list[float], list[float]]:
    """A bar for each bin that a sum of coins can fall into, its height the mean count of the sums in it.

    Bins hold one sum or two, or none, so plain counts would show a comb that is not in the law.
    """
    raw_edges = pairs.raw.bins.edges().tolist()
    edges: list[float] = []
    bars: list[float] = []
    law_bars: list[float] = []
    for i, count in enumerate(side.counts.tolist()[1:-1]):
        first, last = sums_in(pairs.d_k, raw_edges[i], raw_edges[i + 1])
        if first > last:
            continue
        sums = (last - first) // 2 + 1
        edges = edges or [(first - 1) / unit]
        edges.append((last + 1) / unit)
        bars.append(count / sums)
        law_bars.append(expected[i] / sums if expected else 0.0)
    if len(edges) > 2 and edges[0] + edges[-1] < 0.0:  # a sum on the last edge counts as above the bins
        del edges[0], bars[0], law_bars[0]
    return edges, bars, law_bars if expected else []


@lru_cache(maxsize=64)
def _expected(slots: Slots, d_k: int, divisor: float, bins: Bins) -> tuple[tuple[float, ...], bool]:
    """(share of the scores expected in each bin, whether by the exact law or by a bell curve); nothing for Cauchy."""
    mean, spread = law.score_mean(slots, d_k), law.score_spread(slots, d_k)
    edges = [divisor * edge for edge in bins.edges().tolist()]
    if mean is None or spread is None or not math.isfinite(spread) or not spread > 0.0 or not math.isfinite(mean):
        return (), False
    plain = (slots.mean_q, slots.mean_k, slots.rho, slots.correlation) == (0.0, 0.0, 0.0, 0.0)
    unit = slots.sigma_q * slots.sigma_k
    if plain and slots.distribution == "normal":
        below = [law.normal_cdf(d_k, edge / unit) for edge in edges]
    elif plain and slots.distribution == "rademacher" and unit == 1.0:
        return tuple(_coins_between(d_k, low, high) for low, high in pairwise(edges)), True
    else:
        below = [0.5 * math.erfc((mean - edge) / (spread * math.sqrt(2.0))) for edge in edges]
    shares = tuple(high - low for low, high in pairwise(below))
    return shares, plain and slots.distribution == "normal"


def _coins_between(d_k: int, low: float, high: float) -> float:
    first, last = sums_in(d_k, low, high)
    return float(law.rademacher_pmf(d_k, list(range(first, last + 1, 2))).sum()) if first <= last else 0.0


def spread_chart(findings: Findings, look: Look, height: int) -> list[Row]:
    """Measured spreads, raw and divided, against d_k, with √d_k between the points: all log-log.

    Of Cauchy slots, which have no spread, half the distance between the quartiles.
    """
    points, cauchy = findings.pair_points, findings.lab.slots == "cauchy"
    xs = [float(point.d_k) for point in points]
    if cauchy:
        raw = [middle_half(point).value for point in points]
        divided = [middle_half(point).value / (1.0 if point.late else point.divisor) for point in points]
    else:
        raw = [point.raw.std or math.nan for point in points]
        divided = [point.divided.std or math.nan for point in points]
    limits = _limits(xs)
    between = [x * math.sqrt(2.0) for x in xs[:-1]]
    series = [
        Series("half" if cauchy else "raw", xs, raw, "line"),
        Series("too late" if findings.lab.divide == "after" else "divided", xs, divided, "bar"),
        Series("√d_k" if not look.ascii else "sqrt d_k", between, [math.sqrt(x) for x in between], "curve"),
    ]
    return _log_log(series, limits, look, height, [*raw, *divided, 1.0])


def _log_log(
    series: list[Series], x_limits: tuple[float, float], look: Look, height: int, values: list[float]
) -> list[Row]:
    finite = [value for value in values if 0.0 < value < math.inf]
    low, high = min(finite, default=1.0) / 1.2, max(finite, default=1.0) * 1.2
    ticks = _decades(low, high, height)
    columns = look.width - 2 - max((len(label) for _, label in ticks), default=0)
    chart = curves(
        _named_in(series, columns), look.width, height, x_limits=x_limits, y_limits=(low, high), x_log=True, y_log=True,
        x_ticks=_powers(x_limits, columns), y_ticks=ticks, ascii=look.ascii,
    )  # fmt: skip
    return list(chart.lines)


def _decades(low: float, high: float, height: int) -> list[tuple[float, str]]:
    """Powers of ten, one on every second row at most, counted from 1: no label ever stands on another's row."""
    rows = max(1, height - _AROUND)
    powers = [power for power in range(-12, 13) if low <= 10.0**power <= high]
    step = 1
    while math.log10(high / low) / step > max(1, rows - 1):
        step += 1
    return [(10.0**power, _number(10.0**power)) for power in powers if power % step == 0]


def _named_in(series: list[Series], room: int) -> list[Series]:
    """The series with names that fit the key's one row; those at the end that do not are left unnamed: none is cut."""
    at, named = -3, []
    for one in series:
        at += len(one.name) + 5  # three between, the mark and a blank
        named.append(one if at <= room else replace(one, name=""))
    return named


def shares_chart(findings: Findings, look: Look, height: int) -> list[Row]:
    """Mean top share and share of dead rows, undivided, and the divided top share, against d_k; entropy if it fits."""
    points = findings.row_points
    xs = [float(point.d_k) for point in points]
    name = "top late" if findings.lab.divide == "after" else "top /" if look.ascii else "top ÷"
    series = [
        Series("top share", xs, [point.undivided.top_share.value for point in points], "line"),
        Series(name, xs, [point.divided.top_share.value for point in points], "bar"),
        Series("dead", xs, [point.undivided.dead_share.value for point in points], "curve"),
    ]
    if look.width >= _NAMED_AXIS:
        entropies = [point.undivided.entropy_normalised for point in points]
        series.append(Series("entropy", xs, [math.nan if e is None else e.value for e in entropies], "text"))
    limits = _limits(xs)
    chart = curves(
        _named_in(series, look.width - 6), look.width, height, x_limits=limits, y_limits=(0.0, 1.0), x_log=True,
        x_ticks=_powers(limits, look.width - 6),
        y_ticks=((0.0, "0%"), (0.5, "50%"), (1.0, "100%")), ascii=look.ascii,
    )  # fmt: skip
    return list(chart.lines)


def dial_chart(pairs: PairsResult, dial: Dial, look: Look, height: int) -> list[Row]:
    """The spread that each divisor leaves, log-log, the line at 1, and where √d_k and d_k stand."""
    xs = dial.divisors.tolist()
    ys = dial.exact if dial.measured is None else dial.measured
    left = [] if ys is None else ys.tolist()
    scale = left[0] * xs[0] if left else math.nan
    limits = _limits(xs)
    series = [
        Series("left", xs, left or [math.nan] * len(xs), "line"),
        *(
            Series(look.text(name), [at], [scale / at], "bar")
            for name, at in (("√d_k", math.sqrt(pairs.d_k)), ("d_k", float(pairs.d_k)))
        ),
        Series("1", limits, (1.0, 1.0), "axis"),
    ]
    return _log_log(series, limits, look, height, [*left, 1.0])


def _limits(xs: list[float]) -> tuple[float, float]:
    """The ends of an axis of d_k or of divisors; never one point alone."""
    return min(xs, default=1.0), max(max(xs, default=2.0), 2.0 * min(xs, default=1.0))


def _powers(limits: tuple[float, float], columns: int) -> list[tuple[float, str]]:
    """Powers of two at equal steps, as close as their labels allow, and the far end: the axis is named to its end."""
    low, span = limits[0], math.log2(limits[1] / limits[0])
    apart = 1.5 * max(len(_number(limit)) for limit in limits) + 1.0  # the last label ends with the axis
    least = span * apart / max(1, columns)
    steps = [step for step in range(1, 33) if step >= least]
    whole = [step for step in steps if math.isclose(span % step, 0.0, abs_tol=1e-9) and step <= span]
    step = (whole or steps or [32])[0]
    near = [low * 2.0 ** (step * at) for at in range(64) if step * at <= span - max(1.0, least)]
    return [(x, _number(x)) for x in (*near, limits[1])]


def _number(value: float) -> str:
    return f"{value:.4g}" if value < 1e4 else f"{value:.0f}" if value < 1e8 else f"{value:.0e}"
