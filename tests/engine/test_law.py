"""The laws of one raw score, against tabled values, exact identities and simulation."""

import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from sqrtdk_tui.engine import law
from sqrtdk_tui.engine.errors import SlotsError
from sqrtdk_tui.engine.monte_carlo import slot_by_slot, sum_sample
from sqrtdk_tui.engine.slots import Slots

pytestmark = pytest.mark.filterwarnings("error")

COINS_100 = [  # (bound, strict, probability)
    (10, False, 0.3682016),
    (10, True, 0.2712530),
    (20, False, 0.0568879),
    (20, True, 0.0352002),
    (30, False, 0.00351764),
    (30, True, 0.00178993),
    (40, True, 3.21600e-5),
    (50, False, 5.63628e-7),
    (50, True, 1.81000e-7),
]
NORMAL_TAILS = {  # d: P(|q·k| > 1, 2, 3, 4, 5 standard deviations), with half a unit of the last printed digit
    1: [(0.2090, 5e-5), (0.0618, 5e-5), (0.0196, 5e-5), (0.00646, 5e-6), (0.00217, 5e-6)],
    2: [(0.2431, 5e-5), (0.0591, 5e-5), (0.0144, 5e-5), (0.00349, 5e-6), (8.5e-4, 5e-6)],
    8: [(0.2906, 5e-5), (0.0512, 5e-5), (0.00683, 5e-6), (7.7e-4, 5e-6), (7.7e-5, 5e-7)],
    64: [(0.3136, 5e-5), (0.0463, 5e-5), (0.00330, 5e-6), (1.24e-4, 5e-7), (2.7e-6, 5e-8)],
    512: [(0.3168, 5e-5), (0.0456, 5e-5), (0.00278, 5e-6), (7.0e-5, 5e-7), (7.5e-7, 5e-9)],
    2**20: [(0.3173, 5e-5), (0.0455, 5e-5), (0.00270, 5e-6), (6.3e-5, 5e-7), (5.7e-7, 5e-9)],
}
SITUATIONS = [
    Slots(),
    Slots(sigma_q=2.0, sigma_k=0.5),
    Slots(mean_q=0.5, mean_k=-1.0, sigma_q=2.0),
    Slots(rho=0.5),
    Slots(correlation=0.5),
    Slots(rho=-0.4, correlation=0.3, mean_q=0.7, mean_k=0.5, sigma_k=1.5),
    Slots("rademacher", mean_q=0.5, mean_k=1.0),
    Slots("uniform"),
    Slots("laplace", mean_k=1.0),
    Slots("t5"),
    Slots("sparse", sigma_q=3.0),
]


@pytest.mark.parametrize(("bound", "strict", "probability"), COINS_100)
def test_a_hundred_coins(bound: int, strict: bool, probability: float) -> None:
    assert law.rademacher_tail(100, bound, strict) == pytest.approx(probability, rel=2e-6)


def test_over_fifty_is_one_in_five_million() -> None:
    exact = float(Fraction(229445090930932205451592, 2**100))
    assert law.rademacher_tail(100, 50, strict=True) == exact
    assert round(1 / exact) == 5_524_854
    assert law.rademacher_pmf(100, 0) == pytest.approx(0.0795892, rel=1e-6)
    assert law.mean_abs_rademacher(100) == pytest.approx(7.958924, abs=5e-7)


@pytest.mark.parametrize(
    ("n", "probability"), [(144, 1.8e-5), (196, 2.5e-4), (256, 1.4e-3), (400, 0.0107), (576, 0.0335), (1024, 0.111)]
)
def test_over_fifty_by_number_of_coins(n: int, probability: float) -> None:
    assert law.rademacher_tail(n, 50, strict=True) == pytest.approx(probability, rel=0.04)


@pytest.mark.parametrize("n", [1, 2, 7, 100, 1023, 1024, 1025, 1026, 65_537, 2**20])
def test_the_coins_tails_add_up(n: int) -> None:
    sizes = np.arange(n % 2, n + 1, 2)
    chances = law.rademacher_pmf(n, sizes) * np.where(sizes == 0, 1.0, 2.0)
    assert chances.sum() == pytest.approx(1.0, rel=1e-12)
    assert (chances * sizes).sum() == pytest.approx(law.mean_abs_rademacher(n), rel=1e-12)
    for bound in (0.0, 0.5, 1.0, math.sqrt(n), 3 * math.sqrt(n), n):
        for strict in (False, True):
            counted = sizes > bound if strict else sizes >= bound
            assert law.rademacher_tail(n, bound, strict) == pytest.approx(chances[counted].sum(), rel=1e-11)
    assert law.rademacher_tail(n, n + 0.5) == law.rademacher_tail(n, n, strict=True) == 0.0
    assert law.rademacher_tail(n, -1.0) == 1.0


@pytest.mark.parametrize("n", [1025, 2049, 4096])
def test_large_sums_of_coins_agree_with_whole_numbers(n: int) -> None:
    first = 3 * math.isqrt(n) + (3 * math.isqrt(n) - n) % 2
    exact = Fraction(2 * sum(math.comb(n, k) for k in range((n - first) // 2 + 1)), 2**n)
    assert law.rademacher_tail(n, first) == pytest.approx(float(exact), rel=1e-12)


def test_coins_cannot_give_the_wrong_parity() -> None:
    assert law.rademacher_pmf(4, [-4, -1, 0, 0.5, 4, 6]).tolist() == [1 / 16, 0.0, 6 / 16, 0.0, 1 / 16, 0.0]


@pytest.mark.parametrize("d", NORMAL_TAILS)
def test_normal_tails(d: int) -> None:
    for spreads, (probability, room) in enumerate(NORMAL_TAILS[d], start=1):
        assert law.normal_tail(d, spreads * math.sqrt(d)) == pytest.approx(probability, abs=1.01 * room)


def test_normal_tails_of_a_hundred_slots() -> None:
    assert law.normal_tail(100, 20) == pytest.approx(0.0460, abs=5e-5)
    assert law.normal_tail(100, 30) == pytest.approx(0.00309, abs=5e-6)
    assert 1 / law.normal_tail(100, 50) == pytest.approx(573_930, abs=5)


@pytest.mark.parametrize("x", [1e-9, 0.1, 1.0, 7.0, 30.0, 600.0])
def test_two_slots_are_laplace_and_four_have_a_closed_form(x: float) -> None:
    assert law.normal_tail(2, x) == pytest.approx(math.exp(-x), rel=1e-11)
    assert law.normal_density(2, x) == pytest.approx(0.5 * math.exp(-x), rel=1e-11)
    assert law.normal_tail(4, x) == pytest.approx((1 + x / 2) * math.exp(-x), rel=1e-11)
    assert law.normal_density(4, -x) == pytest.approx((1 + x) / 4 * math.exp(-x), rel=1e-11)


# Bessel's K, from mpmath at 40 digits.
@pytest.mark.parametrize(
    ("d", "x", "density"),
    [
        (1, 0.5, 0.2942517293486038),
        (8, 5.0, 0.025618235986106203),
        (64, 12.0, 0.015851970733351772),
    ],
)
def test_densities_against_bessel(d: int, x: float, density: float) -> None:
    assert law.normal_density(d, x) == pytest.approx(density, rel=1e-12)


def test_the_density_of_one_slot_is_infinite_at_0() -> None:
    assert law.normal_density(1, 0.0) == math.inf
    assert law.normal_density(2, 0.0) == pytest.approx(0.5, rel=1e-11)
    assert law.normal_tail(5, 0.0) == 1.0
    assert law.normal_tail(5, math.inf) == law.normal_density(5, -math.inf) == 0.0
    assert law.normal_cdf(5, -3.0) + law.normal_cdf(5, 3.0) == pytest.approx(1.0, rel=1e-15)


@pytest.mark.parametrize("d", [1, 3, 64, 1001, 2**20])
def test_densities_are_the_slope_of_the_tail(d: int) -> None:
    for spreads in (0.3, 1.0, 4.0):
        x = spreads * math.sqrt(d)
        step = 1e-4 * x
        slope = (law.normal_tail(d, x - step) - law.normal_tail(d, x + step)) / (4 * step)
        assert law.normal_density(d, x) == pytest.approx(slope, rel=1e-6)


@pytest.mark.parametrize(
    ("d", "size"),
    [(2, 1.0), (4, 1.5), (8, 2.1875), (64, 6.358192), (128, 9.009420), (512, 18.045253), (1024, 25.526073)],
)
def test_typical_sizes(d: int, size: float) -> None:
    assert law.mean_abs_normal(d) == pytest.approx(size, abs=5e-7)
    assert law.mean_abs_rademacher(d) == law.mean_abs_normal(d)


@pytest.mark.parametrize("d", [1, 3, 65, 1025, 1027])
def test_typical_sizes_of_odd_numbers_of_slots(d: int) -> None:
    expected = 2 / math.sqrt(math.pi) * math.exp(math.lgamma((d + 1) / 2) - math.lgamma(d / 2))
    assert law.mean_abs_normal(d) == pytest.approx(expected, rel=1e-11)


@pytest.mark.parametrize("slots", SITUATIONS, ids=str)
def test_moments_agree_with_simulation(slots: Slots) -> None:
    d_k, count = 16, 60_000
    rng = np.random.default_rng(20261201)
    scores = slot_by_slot(slots, d_k, 2, count, rng)
    one, apart = scores[:, 0], (scores[:, 0] - scores[:, 1]) ** 2 / 2
    mean, spread = law.score_mean(slots, d_k), law.score_spread(slots, d_k)
    assert mean is not None
    assert spread is not None
    assert abs(one.mean() - mean) < 4.5 * spread / math.sqrt(count)
    squares = (one - mean) ** 2
    assert abs(squares.mean() - spread**2) < 4.5 * squares.std() / math.sqrt(count)
    across = law.spread_across_keys(slots, d_k)
    assert across is not None
    assert abs(apart.mean() - across**2) < 4.5 * apart.std() / math.sqrt(count)
    kurtosis = law.score_kurtosis(slots, d_k)
    if kurtosis is not None and slots.distribution != "t5":  # its sample kurtosis has no variance
        assert (squares**2).mean() / squares.mean() ** 2 == pytest.approx(kurtosis, rel=0.15)


@pytest.mark.parametrize(
    ("slots", "d_k", "kurtosis"),
    [
        (Slots(), 64, 3 + 6 / 64),
        (Slots("rademacher"), 64, 3 - 2 / 64),
        (Slots("uniform"), 64, 3 + 0.24 / 64),
        (Slots("laplace"), 64, 3 + 33 / 64),
        (Slots("t5"), 64, 3 + 78 / 64),
        (Slots("sparse"), 64, 3 + 897 / 64),
        (Slots("t3"), 64, math.inf),
        (Slots("cauchy"), 64, None),
        (Slots(rho=1.0), 1, 15.0),
        # By the moments of a and b, multiplied out by a computer algebra system:
        (Slots(rho=0.5, mean_q=1.0), 4, 259 / 54),
        (Slots(rho=0.3, mean_q=1.0, mean_k=-2.0), 4, 546563 / 159414),
        (Slots(rho=0.6, mean_q=1.0, mean_k=0.5, sigma_q=2.0, correlation=0.3), 2, 31959443 / 3313803),
        (Slots(sigma_q=1e-200, sigma_k=1e-200), 2, math.inf),
    ],
)
def test_kurtosis(slots: Slots, d_k: int, kurtosis: float | None) -> None:
    found = law.score_kurtosis(slots, d_k)
    assert found is None if kurtosis is None else found == pytest.approx(kurtosis, rel=1e-12)


@pytest.mark.parametrize(
    ("slots", "d_k", "value", "reason"),
    [
        (Slots(), 64, 8.0, "unit"),
        (Slots("rademacher"), 100, 10.0, "unit"),
        (Slots("t3"), 64, 8.0, "unit"),
        (Slots(sigma_q=2.0, sigma_k=2.0), 64, 32.0, "sigma"),
        (Slots(mean_k=5.0), 64, 8.0, "unit"),
        (Slots(mean_q=1.0), 64, 8 * math.sqrt(2), "query_mean"),
        (Slots(rho=0.5), 64, 8 * math.sqrt(0.75), "aligned"),
        (Slots(rho=-1.0), 64, None, "no_spread"),
        (Slots(correlation=0.5), 64, 8 * math.sqrt(16.75), "correlated"),
        (Slots("cauchy"), 64, None, "no_variance"),
        (Slots(sigma_q=1e200, sigma_k=1e200), 64, None, "too_large"),
    ],
)
def test_the_right_divisor(slots: Slots, d_k: int, value: float | None, reason: str) -> None:
    found = law.right_divisor(slots, d_k)
    assert found.reason == reason
    assert found.value is None if value is None else found.value == pytest.approx(value, rel=1e-5)


def test_the_table_of_situations() -> None:
    assert law.score_variance(Slots(sigma_q=2.0, sigma_k=2.0), 64) == pytest.approx(64 * 16)
    means = Slots(mean_q=0.5, mean_k=2.0, sigma_q=3.0)
    assert law.score_mean(means, 64) == 64.0
    assert law.score_variance(means, 64) == pytest.approx(64 * (9 + 36 + 0.25))
    assert law.score_mean(Slots(rho=0.5), 64) == 8 * 4.0
    assert law.score_variance(Slots(rho=0.5), 64) == pytest.approx(64 * 1.25)
    assert law.score_variance(Slots(correlation=0.5), 64) == pytest.approx(64 * (1 + 63 * 0.25))
    assert law.score_mean(Slots("cauchy"), 64) is law.score_variance(Slots("cauchy"), 64) is None
    assert law.score_variance(Slots(sigma_q=1e200, sigma_k=1e200), 2) == math.inf


def test_cauchy_scores_outgrow_every_root() -> None:
    for d_k, expected in ((4, 7.6), (16, 22.9), (64, 62.3), (256, 156.0)):
        scores = sum_sample(Slots("cauchy"), d_k, 20_000, np.random.default_rng(d_k))
        low, high = np.quantile(scores, [0.25, 0.75])
        assert (high - low) / math.sqrt(d_k) == pytest.approx(expected, rel=0.08)


def test_half_of_the_sparse_scores_are_exactly_0() -> None:
    scores = sum_sample(Slots("sparse"), 64, 20_000, np.random.default_rng(1))
    assert np.mean(scores == 0.0) == pytest.approx(0.99**64, abs=0.015)


def test_what_has_no_law_is_refused() -> None:
    calls: list[Callable[[], float]] = [
        lambda: law.normal_tail(0, 1.0),
        lambda: law.normal_density(3, math.nan),
        lambda: law.rademacher_tail(0, 1),
        lambda: law.rademacher_tail(4, math.nan),
    ]
    for call in calls:
        with pytest.raises(SlotsError):
            call()
