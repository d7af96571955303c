"""Moments, quantiles and counts of numbers that come in blocks: as if all had been at hand at once."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqrtdk_tui.engine import quantiles
from sqrtdk_tui.engine.bins import Bins, bins_for
from sqrtdk_tui.engine.moments import Estimate, Moments
from sqrtdk_tui.engine.quantiles import KEPT, RELATIVE_ERROR, Quantiles, quantiles_of
from sqrtdk_tui.engine.slots import Slots

pytestmark = pytest.mark.filterwarnings("error")

samples = st.lists(st.lists(st.floats(-1e3, 1e3), min_size=1, max_size=30), min_size=1, max_size=6)


@given(samples, st.sampled_from([0.0, 1.0, -1e6]))
def test_merged_moments_are_those_of_all_numbers(parts: list[list[float]], shift: float) -> None:
    arrays = [np.array(part) + shift for part in parts]
    merged = Moments.of(arrays[0])
    for part in arrays[1:]:
        merged = merged.merged(Moments.of(part))
    every = np.concatenate(arrays)
    apart = [math.fsum((every - every.mean()) ** power) for power in (2, 3, 4)]
    size = float(np.abs(every - every.mean()).max()) + abs(shift) * 1e-10 + 1e-300
    assert merged.count == every.size
    assert merged.mean == pytest.approx(every.mean(), abs=1e-12 * (abs(shift) + 1e3))
    for power, found, expected in zip((2, 3, 4), (merged.m2, merged.m3, merged.m4), apart, strict=True):
        assert float(found) == pytest.approx(expected, rel=1e-9, abs=1e-9 * every.size * size**power)


def test_a_large_mean_costs_no_digits() -> None:
    values = np.random.default_rng(1).standard_normal((50, 400))
    total, moved = Moments.of(values[0]), Moments.of(values[0] + 1e8)
    for part in values[1:]:
        total, moved = total.merged(Moments.of(part)), moved.merged(Moments.of(part + 1e8))
    assert float(moved.variance) == pytest.approx(float(total.variance), rel=1e-7)
    assert float(moved.kurtosis) == pytest.approx(float(total.kurtosis), rel=1e-6)
    assert float(total.variance) == pytest.approx(values.var(ddof=1), rel=1e-12)


def test_a_single_number_has_no_spread() -> None:
    one = Moments.of(np.array([[3.0]]))
    assert math.isnan(one.variance[0])
    assert math.isnan(one.kurtosis[0])
    assert one.estimate(0) == Estimate(3.0, -math.inf, math.inf)


def test_quantiles_are_exact_while_they_fit() -> None:
    values = np.random.default_rng(2).exponential(size=20_001)
    held = Quantiles()
    for part in np.array_split(values, 7):
        held.add(part)
    assert held.exact
    (median,) = held.at(0.5)
    assert median.value == np.median(values)
    ordered = np.sort(values)
    assert ordered[10_000 - 71] <= median.low <= median.value <= median.high <= ordered[10_000 + 71]
    assert held.at(0.5) == quantiles_of(values, 0.5)


@pytest.mark.parametrize("law", ["tiny", "wide", "zeros"])
def test_beyond_that_they_are_within_one_per_cent(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quantiles, "KEPT", 5_000)
    rng = np.random.default_rng(3)
    values = np.exp({"tiny": -600 + rng.standard_normal(40_000), "wide": 200 * rng.standard_normal(40_000) - 250}.get(
        law, np.where(rng.random(40_000) < 0.4, -np.inf, rng.standard_normal(40_000))
    ))  # fmt: skip
    held = Quantiles()
    for part in np.array_split(values, 11):
        held.add(part)
    assert not held.exact
    for share, found in zip((0.1, 0.5, 0.75, 1.0), held.at(0.1, 0.5, 0.75, 1.0), strict=True):
        exact = float(np.quantile(values, share, method="inverted_cdf"))
        assert found.value == pytest.approx(exact, rel=1.01 * RELATIVE_ERROR, abs=1e-307)
    assert KEPT == 204_800


@settings(max_examples=200)
@given(st.lists(st.floats(-20, 20) | st.integers(-20, 20).map(float), min_size=1), st.integers(1, 50),
       st.floats(-10, 9), st.floats(0.01, 15))  # fmt: skip
def test_counts_are_those_of_a_search(values: list[float], count: int, low: float, width: float) -> None:
    bins = Bins(low, low + width, count)
    found = bins.counts(np.array(values))
    expected = np.bincount(np.searchsorted(bins.edges(), np.array(values), side="right"), minlength=count + 2)
    assert found.tolist() == expected.tolist()


def test_bins_cover_what_will_come() -> None:
    assert bins_for(Slots(), 64) == Bins(-32.0, 32.0, 40)
    assert bins_for(Slots(), 64, 8.0, 20) == Bins(-4.0, 4.0, 20)
    shifted = bins_for(Slots(mean_q=1.0, mean_k=1.0), 100)
    assert shifted.low + shifted.high == pytest.approx(200.0)
    assert bins_for(Slots("cauchy"), 64).high > 1000
    for slots in (Slots(sigma_q=1e200, sigma_k=1e200), Slots(sigma_q=1e-200, sigma_k=1e-200)):
        assert bins_for(slots, 4) == Bins(-20.0, 20.0, 40)
    extreme = np.array([-1e300, 1e300])
    assert Bins(0.0, 1e-3, 5).counts(extreme).tolist() == [1, 0, 0, 0, 0, 0, 1]
