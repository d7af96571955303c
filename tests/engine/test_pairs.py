"""Pairs: honest sums, their exact law, and errors that are what they say."""

import math

import numpy as np
import pytest

from sqrtdk_tui.engine import law
from sqrtdk_tui.engine.bins import Bins
from sqrtdk_tui.engine.errors import ScoreError, SlotsError
from sqrtdk_tui.engine.pairs import PairRun, measure_pairs
from sqrtdk_tui.engine.row_laws import pairs_by_law
from sqrtdk_tui.engine.shares import Floats
from sqrtdk_tui.engine.slot_pairs import scores_slot_by_slot
from sqrtdk_tui.engine.slots import Slots
from tests.engine.test_monte_carlo import BY_LAW, kolmogorov

pytestmark = pytest.mark.filterwarnings("error")

EVERY = [
    Slots(), Slots("uniform"), Slots("laplace"), Slots("t5", sigma_k=3.0), Slots("sparse", mean_q=0.5),
    Slots("rademacher"), Slots("rademacher", mean_q=1.0, mean_k=-0.5, sigma_q=2.0),
    Slots(sigma_q=2.0, sigma_k=0.5, mean_q=0.7, mean_k=-1.0), Slots(rho=0.5), Slots(rho=-0.9, mean_q=1.0),
    Slots(correlation=0.5), Slots(correlation=0.2, rho=0.3, mean_q=0.5, mean_k=0.5),
]  # fmt: skip


def by_slots(slots: Slots, d_k: int, rows: int, seed: int) -> Floats:
    return scores_slot_by_slot(slots, d_k, rows, np.random.default_rng(seed), lambda: False)


@pytest.mark.parametrize("d_k", [1, 2, 40, 300])
@pytest.mark.parametrize("slots", BY_LAW, ids=str)
def test_the_exact_law_is_that_of_the_sums(slots: Slots, d_k: int) -> None:
    drawn = pairs_by_law(slots, d_k, 12_000, np.random.default_rng([11, d_k]))
    assert kolmogorov(drawn, by_slots(slots, d_k, 12_000, 12 + d_k)) < 1.95


@pytest.mark.parametrize("d_k", [1, 3, 8, 9, 16, 31, 64, 65, 100, 128, 2500])
def test_signs_as_bits_are_the_sum_of_their_products(d_k: int) -> None:
    rows, bits = 300, next((b for b in (8, 16, 32) if d_k <= b), 64)
    words = -(-d_k // bits)
    step = max(1, 2**15 // rows)

    def signs(rng: np.random.Generator, used: int) -> Floats:
        raw = rng.integers(0, 2**64, -(-used * rows * bits // 64), dtype=np.uint64).astype("<u8")
        flat = np.unpackbits(raw.view(np.uint8), bitorder="little")[: used * rows * bits]
        in_order = flat.astype(np.float64).reshape(used, rows, bits).transpose(0, 2, 1)
        return 1.0 - 2.0 * in_order.reshape(used * bits, rows)

    rng, products = np.random.default_rng(d_k), []
    for start in range(0, words, step):
        used = min(step, words - start)
        a, b = signs(rng, used), signs(rng, used)
        products.append((a * b)[: d_k - start * bits])
    assert by_slots(Slots("rademacher"), d_k, rows, d_k).tolist() == np.concatenate(products).sum(axis=0).tolist()


@pytest.mark.parametrize("d_k", [1, 7, 64])
@pytest.mark.parametrize("slots", EVERY, ids=str)
def test_what_is_measured_lies_within_its_error(slots: Slots, d_k: int) -> None:
    found = measure_pairs(slots, d_k, 20_000, 5, "slots")
    for side, divisor in ((found.raw, 1.0), (found.divided, math.sqrt(d_k))):
        assert side.exact_variance == pytest.approx(law.score_spread(slots, d_k) ** 2 / divisor**2)  # type: ignore[operator]
        assert side.mean_error is not None
        assert side.exact_mean is not None
        assert abs(side.mean - side.exact_mean) <= 4.5 * side.mean_error
        off = side.off_by()
        assert off is None or abs(off) < 6.0  # heavy tails lean to one side
        assert side.counts.sum() == found.pairs == 20_000
        if slots.distribution not in ("t5", "sparse"):
            assert side.kurtosis == pytest.approx(side.exact_kurtosis, rel=0.25, abs=1e-12)
    assert found.divided.std == pytest.approx(found.raw.std / math.sqrt(d_k))  # type: ignore[operator]
    assert found.reasons == {}


@pytest.mark.parametrize(("slots", "d_k"), [(Slots(), 4), (Slots(), 64), (Slots("rademacher"), 100),
                                            (Slots(rho=0.5, correlation=0.1, mean_q=1.0), 8)])  # fmt: skip
def test_the_expected_error_is_the_error(slots: Slots, d_k: int) -> None:
    runs = [measure_pairs(slots, d_k, 2_000, seed, "law" if seed % 2 else "slots") for seed in range(400)]
    off = np.array([run.raw.off_by() for run in runs], dtype=np.float64)
    assert abs(off.mean()) < 4.0 / math.sqrt(len(off))
    assert (off**2).mean() == pytest.approx(1.0, abs=0.33)
    spreads = np.array([run.raw.std for run in runs], dtype=np.float64)
    assert spreads.std() == pytest.approx(runs[0].raw.std_error, rel=0.17)
    means = np.array([run.raw.mean for run in runs])
    assert means.std() == pytest.approx(runs[0].raw.mean_error, rel=0.17)
    if slots == Slots():  # the true median is 0, and inside its range two times in three
        inside = [run.raw.quartiles[1].low < 0.0 < run.raw.quartiles[1].high for run in runs]
        assert np.mean(inside) == pytest.approx(0.683, abs=0.1)


def test_what_has_no_error_says_so() -> None:
    heavy = measure_pairs(Slots("t3"), 64, 4_000, 0)
    assert heavy.method == "slots"
    assert heavy.raw.exact_variance == 64.0
    assert heavy.raw.expected_error is heavy.raw.std_error is heavy.raw.exact_kurtosis is None
    assert heavy.raw.mean_error == pytest.approx(8 / math.sqrt(4_000))
    assert "infinite" in heavy.reasons["expected_error"]
    assert heavy.raw.off_by() is None
    cauchy = measure_pairs(Slots("cauchy"), 16, 4_000, 0)
    exact = ("exact_mean", "exact_variance", "exact_std", "exact_kurtosis", "mean_error", "expected_error", "std_error")
    assert set(cauchy.reasons) == set(exact)
    first, middle, last = cauchy.raw.quartiles
    assert (last.value - first.value) / 4 == pytest.approx(22.9, abs=4 * math.hypot(first.error, last.error) / 4)
    assert middle.low < 0.0 < middle.high or abs(middle.value) < 3 * middle.error
    one = measure_pairs(Slots(), 4, 1, 0)
    assert (one.raw.variance, one.raw.std, one.raw.kurtosis) == (None, None, None)
    assert "two" in one.reasons["variance"]
    alike = measure_pairs(Slots(sigma_q=5e-324, sigma_k=5e-324), 4, 10, 0)
    assert alike.raw.variance == 0.0
    assert "alike" in alike.reasons["kurtosis"]


def test_large_scores_keep_their_moments() -> None:
    for sigma in (1e-100, 1e60, 1e70):
        side = measure_pairs(Slots(sigma_q=sigma, sigma_k=sigma), 64, 5_000, 0).raw
        assert side.std == pytest.approx(8 * sigma * sigma, rel=0.05)
        assert side.kurtosis == pytest.approx(3.09, abs=0.5)
    huge = measure_pairs(Slots(sigma_q=1e100, sigma_k=1e100), 64, 5_000, 0)
    assert huge.raw.std == pytest.approx(8e200, rel=0.05)
    assert huge.raw.variance is huge.raw.exact_variance is huge.raw.expected_error is None
    assert set(huge.reasons) >= {"variance", "exact_variance", "expected_error"}


def test_histogram_and_divisor_are_the_callers() -> None:
    bins = (Bins(-20.0, 20.0, 8), Bins(-1.0, 1.0, 4))
    run = PairRun(Slots(), 64, 5_000, 0, "law", 16.0, bins)
    with pytest.raises(SlotsError):
        run.result()
    for block in range(run.blocks()):
        run.fold(run.task(block)(lambda: False))
    found = run.result()
    assert found.raw.counts.shape == (10,)
    assert found.divided.counts.shape == (6,)
    assert found.divided.std == pytest.approx(0.5, rel=0.05)
    inside = law.normal_cdf(64, 16.0) - law.normal_cdf(64, -16.0)
    assert found.divided.counts[1:-1].sum() / 5_000 == pytest.approx(inside, abs=4 * math.sqrt(inside / 5_000))


def test_hundred_coins_do_not_pass_fifty() -> None:
    run = PairRun(Slots("rademacher"), 100, 20_000, 0, "slots", None, (Bins(-51.0, 51.0, 51), Bins(-5.0, 5.0, 10)))
    for block in range(run.blocks()):
        run.fold(run.task(block)(lambda: False))
    assert run.result().raw.counts[[0, -1]].tolist() == [0, 0]


def test_what_cannot_be_measured() -> None:
    for d_k, pairs, method in ((0, 10, None), (2**20 + 1, 10, None), (4, 0, None), (4, 10, "guess")):
        with pytest.raises(SlotsError):
            PairRun(Slots(), d_k, pairs, 0, method)
    with pytest.raises(SlotsError, match="slot by slot"):
        PairRun(Slots("t5"), 4, 10, 0, "law")
    with pytest.raises(SlotsError):
        PairRun(Slots(), 4, 10, -1)
    with pytest.raises(ScoreError):
        PairRun(Slots(), 4, 10, 0, None, 0.0)
