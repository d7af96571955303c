"""The sentences of the Measure pane: what they claim is what was found, and no more than the error allows."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from sqrtdk_tui import digits
from sqrtdk_tui.engine import law
from sqrtdk_tui.engine.kurtosis_error import kurtosis_error
from sqrtdk_tui.engine.moments import Estimate
from sqrtdk_tui.engine.pair_results import PairsResult, Scores
from sqrtdk_tui.engine.slots import Slots
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.measure import words as words
from sqrtdk_tui.measure.cases import CASES, case_note, case_sentence, leaves
from sqrtdk_tui.measure.figures import earned, percent, plus_minus, with_error
from sqrtdk_tui.study import Study
from tests.measure.studies import LABS, begun, found


def pairs_of(name: str) -> PairsResult:
    pairs = found(name).pairs
    assert pairs is not None
    return pairs


@pytest.mark.parametrize(
    ("value", "error", "shown", "off"),
    [
        (63.0912, 1.31, "63.1", "±1.3"),
        (63.40380105, 0.654828, "63.40", "±0.65"),
        (7.96265, 0.0409, "7.963", "±0.041"),
        (-0.0004, 0.0566, "0.000", "±0.057"),
        (-0.06068, 0.0566, "-0.061", "±0.057"),
        (1_044_237.8, 27_074.2, "1044000", "±27000"),
        (9.96, 0.0996, "9.96", "±0.10"),
        (1.618e-5, 1.31e-6, "1.62e-5", "±1.3e-6"),
        (1.2e8, 3e6, "1.200e8", "±3000000"),
        (2.0, 0.0, "2", "±0"),
        (61.849, None, "61.8", "none"),
        (None, 1.0, "none", "±1.0"),
        (61.849, math.inf, "61.8", "±any"),
    ],
)
def test_a_number_shows_the_digits_that_its_error_has_earned(
    value: float | None, error: float | None, shown: str, off: str
) -> None:
    assert earned(value, error) == shown
    assert plus_minus(error) == off


def test_a_share_with_its_error() -> None:
    assert percent(Estimate(0.9256, 0.9247, 0.9265)) == "92.560±0.090%"
    assert percent(Estimate(0.0, 0.0, 5e-5)) == "0%"
    assert percent(Estimate(1.0, 0.9999, 1.0)) == "100%"
    assert with_error(Estimate(0.239, 0.239, 0.239)) == "0.239"
    assert with_error(Estimate(0.239, 0.239, 0.243)) == "0.2390±0.0040", "all of the error lies on one side"


def off_by(errors: float, relative: float = 0.01) -> Scores:
    scores = pairs_of("pairs").raw
    return replace(
        scores, exact_variance=100.0, expected_error=100.0 * relative, variance=100.0 + errors * 100 * relative
    )


@pytest.mark.parametrize(
    ("errors", "told"),
    [
        (0.0, "as the law says, within its error"),
        (-1.0, "as the law says, within its error"),
        (1.6, "as the law says, 1.6 errors off"),
        (-1.9, "as the law says, 1.9 errors off"),
        (2.7, "2.7 errors off, chance has such days"),
        (-2.9, "2.9 errors off, chance has such days"),
        (3.4, "3.4 errors off, rare by chance: try another seed"),
        (-5.2, "5.2 errors off, more than chance explains"),
    ],
)
def test_the_verdict_says_no_more_than_the_error_allows(errors: float, told: str) -> None:
    assert words.verdict(off_by(errors)) == told


def test_few_pairs_of_wide_slots_accuse_nobody() -> None:
    assert words.verdict(off_by(4.5, relative=0.2)) == "4.5 errors off; so few pairs of such slots can be"
    assert words.verdict(off_by(0.5, relative=0.2)) == "as the law says, within its error"


def test_without_an_error_there_is_no_verdict() -> None:
    assert "no exact value" in words.verdict(pairs_of("cauchy").raw)
    assert "no error to expect" in words.verdict(pairs_of("t3").raw)
    assert "only its sign" in words.verdict(pairs_of("one coin").raw)
    assert "no spread" in words.verdict(pairs_of("one pair").raw)


def test_the_variance_stands_beside_the_exact_one_and_its_error() -> None:
    raw, told = pairs_of("pairs").raw, words.sentence(found("pairs"))
    assert raw.variance is not None
    assert f"Variance {raw.variance:.2f}, exact 64, expected ±0.65: as the law says" in told
    rows = found("pairs").rows
    assert rows is not None
    dead = digits.fraction(rows.undivided.dead_share.value)
    assert f"Of 20,000 rows of 3 tokens {dead} are dead undivided, 0% once divided by 8." in told
    assert "nothing is divided" in words.sentence(found("undivided"))
    assert "tokens" not in words.sentence(found("one token"))


def test_a_hundred_coins_pass_fifty_practically_never() -> None:
    told = words.sentence(found("coins"))
    assert "100 slots of ±1 pass 50 practically never: 1 in 5.5 million; here " in told
    assert digits.one_in(math.log(law.rademacher_tail(100, 50, strict=True))) == "1 in 5.5 million"
    common = words.coins_sentence(replace(pairs_of("coins"), d_k=16))
    assert "16 slots of ±1 pass 8 with a chance of 1 in " in common
    assert words.coins_sentence(pairs_of("one coin")) == ""
    assert words.coins_sentence(pairs_of("pairs")) == ""


@pytest.mark.parametrize("d_k", [4, 5, 16, 40, 64, 100, 1024])
def test_what_was_seen_beyond_half_the_slots_lies_in_its_limits(d_k: int) -> None:
    lab = Lab(d_k=d_k, slots="rademacher", pairs=2000, source="raw", raw_scores=(1.0,))
    pairs = begun(lab, 1).pairs
    assert pairs is not None
    sums = np.random.default_rng(0).integers(0, 2, (2000, d_k)).sum(1) * 2.0 - d_k
    pairs = replace(pairs, raw=replace(pairs.raw, counts=pairs.raw.bins.counts(sums.astype(float))))
    for far in (d_k // 2, d_k // 4, 2):
        seen, (least, most) = int(np.count_nonzero(np.abs(sums) > far)), words.seen_beyond(pairs, far)
        assert least <= seen <= most
        assert least == most or d_k > 100, "a bin holds one sum"


def test_four_times_the_slots_is_twice_the_spread() -> None:
    found_ = words.quadrupled(found("sweep"))
    assert found_ is not None
    small, large = found_
    assert (small.d_k, large.d_k) == (64, 256)
    assert small.raw.std is not None
    assert large.raw.std is not None
    told = words.sentence(found("sweep"))
    spreads = f"{small.raw.std:.3f} -> {large.raw.std:.3f}"
    assert f"Four times the slots is twice the spread: 64 -> 256 slots, {spreads}." in told
    crossing = found("sweep").crossing
    assert crossing is not None
    assert f"larger up to d_k = {crossing.above}, smaller from {crossing.below}." in told


def test_where_twice_is_not_true_it_is_not_said() -> None:
    for name in ("sweep tied", "sweep cauchy"):
        assert "is twice" not in words.sentence(found(name))
    assert "exact 3.93" in words.sentence(found("sweep tied"))
    assert "No variance exists" in words.sentence(found("sweep cauchy"))


def test_the_dial_tells_what_each_divisor_leaves() -> None:
    told = words.sentence(found("dial"))
    assert "÷ √d_k leaves 1.00." in told
    assert "÷ d_k leaves 0.125: too much." in told
    assert "The spread is 1 at divisor 8; measured 7.963." in told
    told = words.sentence(found("dial mean"))
    assert "÷ √d_k leaves 1.41: too little." in told
    assert "softmax sees only the spread over one query's keys: 8 makes that 1" in told
    assert "d_k leaves 1.00" in words.sentence(found("dial one"))
    assert "no divisor makes the spread 1" in words.sentence(found("dial cauchy"))
    assert [leaves(x) for x in (1.0, 0.125, 4.0, 32.0)] == [
        "1.00",
        "0.125: too much",
        "4.00: too little",
        "32.0: too little",
    ]


def test_each_broken_assumption_has_its_sentence() -> None:
    cases = {case.name: case_sentence(case) for case in found("assumptions").assumptions}
    assert set(cases) == set(CASES)
    assert "softmax does not see it" in cases["mean_k"]
    assert "does not cancel" in cases["mean_q"]
    assert "11.31" in cases["mean_q"]
    assert "÷ 32 is right" in cases["sigma"]
    assert "ρ·d_k, here 32; ÷ √d_k leaves 4" in cases["rho"]
    assert "no variance" in cases["cauchy"]
    assert all(case_note(case) for case in found("assumptions").assumptions)
    told = words.sentence(found("assumptions"))
    assert "√d_k fits mean 1 in k, Student t3, sparse 10%; not the other 5." in told
    assert "leaves unsaid that the pieces average zero" in told


@pytest.mark.parametrize("name", LABS)
def test_a_sentence_fits_two_lines(name: str) -> None:
    texts = words.sentences(found(name)) + [case_sentence(case) for case in found(name).assumptions]
    assert texts
    for text in texts:
        assert len(text) <= 150
        assert "\n" not in text
        assert "None" not in text
        assert "nan" not in text
    assert words.sentence(found(name)) == " ".join(words.sentences(found(name)))


def test_the_head_says_what_is_measured_and_how() -> None:
    assert words.headline(found("pairs")) == "20,000 pairs at d_k = 64, normal slots, by the exact law"
    assert "slot by slot" in words.headline(found("t3"))
    assert "normal σ 2 mean 0,1 slots" in words.headline(found("sigma"))
    assert "normal ρ 0.2 tied 0.5 slots" in words.headline(found("tied"))
    assert words.headline(found("one pair")).startswith("1 pair at")
    assert "20,000 pairs a point, 20,000 rows of 3 tokens" in words.headline(found("sweep"))
    assert words.invitation(Lab(d_k=256)) == "g measures: 20,000 pairs at d_k = 256"


def test_a_study_that_was_stopped_says_so() -> None:
    assert "2,048 of 20,000 pairs" in words.headline(begun(Lab(), 1))
    nothing = Study(Lab()).findings()
    assert words.sentences(nothing) == []
    assert words.sentence(nothing) == "Nothing is measured yet."


@pytest.mark.parametrize("slots", ["normal", "rademacher", "uniform", "laplace", "sparse"])
@pytest.mark.parametrize("d_k", [8, 64])
def test_the_error_of_the_kurtosis_is_that_of_repeated_runs(slots: str, d_k: int) -> None:
    rng, size = np.random.default_rng(5), 4000
    draws: dict[str, Callable[[int], Any]] = {
        "normal": lambda shape: rng.standard_normal(shape),
        "rademacher": lambda shape: 2.0 * rng.integers(0, 2, shape) - 1.0,
        "uniform": lambda shape: rng.uniform(-math.sqrt(3), math.sqrt(3), shape),
        "laplace": lambda shape: rng.laplace(0.0, math.sqrt(0.5), shape),
        "sparse": lambda shape: rng.standard_normal(shape) * math.sqrt(10) * (rng.random(shape) < 0.1),
    }
    draw = draws[slots]
    runs: list[float] = []
    for _ in range(60):
        scores = np.zeros(size)
        for _ in range(d_k):
            scores += draw(size) * draw(size)
        runs.append(float(np.mean((scores - scores.mean()) ** 4) / scores.var() ** 2))
    expected = kurtosis_error(Slots(slots), d_k, size)
    assert expected is not None
    low, high = (0.3, 1.6) if slots in ("laplace", "sparse") else (0.7, 1.4)  # eighth moments of far tails come late
    assert low < float(np.std(runs)) / expected < high


def test_the_error_of_the_kurtosis_of_a_normal_law_is_24_over_n() -> None:
    far = kurtosis_error(Slots(), 2**20, 1000)
    assert far == pytest.approx(math.sqrt(24 / 1000), rel=1e-3)
    assert kurtosis_error(Slots("t5"), 64, 1000) is None
    assert kurtosis_error(Slots("rademacher"), 1, 1000) == 0.0
