"""What is exact comes out exact, and the error of the kurtosis for every law whose eight moments are finite."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sqrtdk_tui.engine import law
from sqrtdk_tui.engine.kurtosis_error import kurtosis_error, why_none
from sqrtdk_tui.engine.pairs import PairRun
from sqrtdk_tui.engine.rounding import settled
from sqrtdk_tui.engine.slots import Slots
from sqrtdk_tui.engine.streaming import finish


@pytest.mark.parametrize("d_k", [2**i for i in range(21)] + [3, 7, 100, 1000])
def test_the_variance_is_the_number_of_slots_and_1_after_the_divide(d_k: int) -> None:
    assert law.score_variance(Slots(), d_k) == d_k
    run = PairRun(Slots(), d_k, 2, 0)
    finish(run, 1)
    found = run.result()
    assert (found.raw.exact_variance, found.divided.exact_variance, found.divided.exact_std) == (d_k, 1.0, 1.0)


def test_exact_values_of_other_slots() -> None:
    assert law.score_variance(Slots(sigma_q=2.0, sigma_k=2.0), 128) == 2048.0
    assert law.score_variance(Slots(mean_k=1.0), 64) == 128.0
    assert law.spread_across_keys(Slots(sigma_q=2.0, sigma_k=2.0), 64) == 32.0
    assert law.score_kurtosis(Slots("rademacher"), 10) == 2.8


@pytest.mark.parametrize(
    ("value", "told"), [(128.00000000000003, 128.0), (0.9999999999999998, 1.0), (math.pi, math.pi), (1e-300, 1e-300)]
)
def test_only_noise_is_taken_off(value: float, told: float) -> None:
    assert settled(value) == told
    assert settled(1.0 + 1e-9) == 1.0 + 1e-9
    assert settled(math.inf) == math.inf


@pytest.mark.parametrize(
    "slots",
    [
        Slots(rho=0.5),
        Slots(mean_q=1.0),
        Slots(mean_q=0.5, mean_k=1.0, rho=-0.3),
        Slots(correlation=0.2),
        Slots(correlation=0.1, rho=0.4, mean_k=0.5, sigma_q=2.0),
        Slots("uniform", mean_k=1.0, mean_q=-0.5),
    ],
)
def test_the_kurtosis_of_repeated_runs_spreads_as_the_error_says(slots: Slots) -> None:
    runs, size, d_k = 300, 4000, 8
    found = []
    for seed in range(runs):
        run = PairRun(slots, d_k, size, seed, "slots")
        finish(run, 1)
        kurtosis = run.result().raw.kurtosis
        assert kurtosis is not None
        found.append(kurtosis)
    expected = kurtosis_error(slots, d_k, size)
    assert expected is not None
    assert 0.6 < float(np.std(found)) / expected < 1.4


def test_tied_and_free_cumulants_are_one_law() -> None:
    for slots in (Slots(), Slots(mean_q=1.0, mean_k=0.5, sigma_q=2.0)):
        nearly = Slots(sigma_q=slots.sigma_q, mean_q=slots.mean_q, mean_k=slots.mean_k, rho=1e-12)
        assert kurtosis_error(slots, 16, 1000) == pytest.approx(kurtosis_error(nearly, 16, 1000), rel=1e-6)


def test_where_the_eighth_moment_is_infinite_it_says_so() -> None:
    for name in ("t3", "t5", "cauchy"):
        assert kurtosis_error(Slots(name), 64, 1000) is None
        assert "infinite" in why_none(Slots(name))
