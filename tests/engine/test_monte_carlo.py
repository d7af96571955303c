"""Rows by exact law: the same law as slot by slot, and the reference table of softmax saturation."""

import math

import numpy as np
import pytest

from sqrtdk_tui.engine import attention
from sqrtdk_tui.engine.attention import Floats
from sqrtdk_tui.engine.errors import Cancelled, ScoreError, SlotsError
from sqrtdk_tui.engine.monte_carlo import method_for, score_rows, slot_by_slot, slots_cost, sum_sample
from sqrtdk_tui.engine.slots import DISTRIBUTIONS, Slots
from tests.engine.cases import SATURATION

pytestmark = pytest.mark.filterwarnings("error")

BY_LAW = [
    Slots(),
    Slots(sigma_q=2.0, sigma_k=0.5, mean_q=0.7, mean_k=-1.0),
    Slots(rho=0.6, mean_q=0.5, sigma_k=2.0),
    Slots(rho=1.0, mean_k=1.0),
    Slots(correlation=0.3, mean_q=1.0, mean_k=0.2),
    Slots(rho=-0.4, correlation=0.5, mean_q=0.3, mean_k=1.0, sigma_q=1.5),
    Slots("rademacher"),
    Slots("rademacher", sigma_q=2.0, mean_k=0.5),
    Slots("rademacher", sigma_q=2.0, sigma_k=0.5, mean_q=0.75, mean_k=-1.0),
]
CELLS = [(3, 1), (3, 64), (3, 1024), (10, 8), (10, 128), (128, 16), (128, 256)]


def kolmogorov(one: Floats, other: Floats) -> float:
    """√(nm/(n+m))·max|F − G| of two samples; 1.95 is exceeded one time in a thousand (Smirnov 1948)."""
    # Rounding: the two ways of adding up discrete slots differ in the last bit.
    one, other = np.sort(one.round(7)), np.sort(other.round(7))
    places = np.concatenate((one, other))
    apart = np.searchsorted(one, places, "right") / one.size - np.searchsorted(other, places, "right") / other.size
    return float(np.abs(apart).max() * math.sqrt(one.size * other.size / (one.size + other.size)))


@pytest.mark.parametrize("d_k", [1, 2, 9, 40])
@pytest.mark.parametrize("slots", BY_LAW, ids=str)
def test_rows_by_law_are_rows_slot_by_slot(slots: Slots, d_k: int) -> None:
    rng = np.random.default_rng([20261201, d_k])
    by_law, by_slots = (draw(slots, d_k, 3, 12_000, rng) for draw in (score_rows, slot_by_slot))
    assert kolmogorov(by_law[:, 0], by_slots[:, 0]) < 1.95
    # The scores of a row share their query: compare what depends on two and on all of them, too.
    assert kolmogorov(by_law[:, 0] - by_law[:, 1], by_slots[:, 0] - by_slots[:, 1]) < 1.95
    assert kolmogorov(by_law[:, 0] * by_law[:, 2], by_slots[:, 0] * by_slots[:, 2]) < 1.95
    assert kolmogorov(by_law.max(axis=1), by_slots.max(axis=1)) < 1.95


def statistics_of(scores: Floats) -> dict[str, Floats]:
    weights = attention.softmax(scores)
    normalised = attention.entropy_normalised(weights)
    assert normalised is not None
    return {
        "pmax": weights.max(axis=1),
        "Hn": normalised,
        "perp": attention.effective_tokens(weights),
        "slope": attention.winner_slope(weights),
        "JF": attention.jacobian_norm(weights),
        "ipr": (weights**2).sum(axis=1),
    }


@pytest.mark.parametrize("mode", ["raw", "scaled"])
@pytest.mark.parametrize(("n", "d_k"), CELLS)
def test_the_saturation_table(n: int, d_k: int, mode: str) -> None:
    expected = SATURATION[n, d_k, mode]
    rows = 40_000 if n < 100 else 8_000
    scores = score_rows(Slots(), d_k, n, rows, np.random.default_rng([1, n, d_k]))
    found = statistics_of(attention.divide(scores, math.sqrt(d_k) if mode == "scaled" else 1.0))
    for name, values in found.items():
        room = 4 * math.hypot(values.std() / math.sqrt(rows), expected[f"{name}_se"])
        assert abs(values.mean() - expected[name]) <= room, name
    for bound in ("0.5", "0.9", "0.99"):
        share = expected[f"P_pmax>{bound}"]
        room = 4 * math.sqrt(share * (1 - share) / rows * 1.3) + 1e-12 + 4 / rows
        assert abs(np.mean(found["pmax"] > float(bound)) - share) <= room
    # The true median splits the rows in half, give or take the noise of counting and of the table's own median.
    assert np.mean(found["slope"] < expected["slope_median"]) == pytest.approx(0.5, abs=4 * 0.5 * 1.2 / math.sqrt(rows))


def mean_largest(n: int) -> float:
    """m_n = E[max of n independent N(0,1)] = ∫ x n φ(x) Φ(x)^(n−1) dx."""
    x = np.linspace(-12.0, 12.0, 4001)
    below = np.array([0.5 * math.erfc(-value / math.sqrt(2.0)) for value in x])
    density = n * np.exp(-0.5 * x * x) / math.sqrt(2 * math.pi) * below ** (n - 1)
    return float((x * density).sum() * (x[1] - x[0]))


@pytest.mark.parametrize(("n", "largest"), [(2, 0.5642), (3, 0.8463), (10, 1.5388), (128, 2.5946), (1024, 3.2482)])
def test_closed_forms_of_saturation(n: int, largest: float) -> None:
    m, rows, rng = mean_largest(n), 300_000 // n, np.random.default_rng([2, n])
    assert m == pytest.approx(largest, abs=5.1e-5)
    normals = rng.standard_normal((rows, n))
    for s in (1.0, 8.0, 64.0):
        weights = attention.softmax(s * normals)
        slope, gain = attention.total_slope(weights), (weights * normals).sum(axis=1) / s
        # Gaussian integration by parts: E[1 − Σp²] = E[Σ p_i g_i]/s ≤ m_n/s.
        assert abs((slope - gain).mean()) < 4.5 * (slope - gain).std() / math.sqrt(rows)
        assert slope.mean() - 4.5 * slope.std() / math.sqrt(rows) <= m / s
    winner = attention.winner_slope(weights)
    assert abs(winner.mean() - m / (2 * 64.0)) < 4.5 * winner.std() / math.sqrt(rows) + 0.05 * m / 128


def test_divided_rows_keep_six_tokens_in_ten() -> None:
    scores = score_rows(Slots(), 4096, 1024, 500, np.random.default_rng(3)) / 64.0
    effective = attention.effective_tokens(attention.softmax(scores))
    assert effective.mean() == pytest.approx(1024 / math.sqrt(math.e), rel=0.01)


def test_rademacher_rows_saturate_a_little_less() -> None:
    scores = score_rows(Slots("rademacher"), 64, 3, 40_000, np.random.default_rng(4))
    assert attention.softmax(scores).max(axis=1).mean() == pytest.approx(0.9183, abs=0.004)


def test_which_laws_cost_nothing_more_at_a_larger_d_k() -> None:
    for name in DISTRIBUTIONS:
        by_law = name in ("normal", "rademacher")
        assert method_for(Slots(name)) == ("law" if by_law else "slots")
        assert slots_cost(Slots(name), 64, 3, 10) == (0 if by_law else 10 * 4 * 64)


@pytest.mark.parametrize("slots", ["normal", "rademacher", "laplace", "sparse", "t5"])
def test_sums_have_variance_d_k(slots: str) -> None:
    sums = sum_sample(Slots(slots), 100, 4000, np.random.default_rng(5))
    assert sums.shape == (4000,)
    assert np.mean(sums**2) == pytest.approx(100.0, rel=0.12)


def test_long_rows_are_drawn_in_pieces() -> None:
    scores = slot_by_slot(Slots("uniform"), 50_000, 5, 3, np.random.default_rng(6))
    assert scores.shape == (3, 5)
    assert np.abs(scores).max() < 6 * math.sqrt(50_000)


def test_a_draw_can_be_cancelled_and_refused() -> None:
    rng = np.random.default_rng(7)
    for slots in (Slots(), Slots("laplace")):
        answers = iter([False, True])
        with pytest.raises(Cancelled):
            score_rows(slots, 64, 1024, 4000, rng, lambda answers=answers: next(answers))  # type: ignore[misc]
        with pytest.raises(SlotsError):
            score_rows(slots, 0, 3, 1, rng)
    with pytest.raises(ScoreError):
        score_rows(Slots(sigma_q=1e300, sigma_k=1e300), 4, 3, 10, rng)
    assert np.isfinite(score_rows(Slots(sigma_q=1e200, sigma_k=1e-200), 4, 3, 10, rng)).all()
    with pytest.raises(ScoreError):
        score_rows(Slots("uniform", sigma_q=1e300, sigma_k=1e300), 4, 3, 10, rng)
