"""One drawn row: the same numbers for one seed, however it is grown, and nothing drawn twice."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqrtdk_tui.engine.errors import Cancelled, ScoreError, SlotsError
from sqrtdk_tui.engine.slots import DISTRIBUTIONS, MAX_SLOTS, DrawnRow, Slots, walk
from sqrtdk_tui.engine.streams import Stream, blocks, draw_standard, generator

pytestmark = pytest.mark.filterwarnings("error")
ALL = list(DISTRIBUTIONS)
CORRELATED = Slots(rho=0.5, correlation=0.3, mean_q=1.0, mean_k=-0.5, sigma_q=0.7, sigma_k=3.0)
seeds = st.integers(0, 2**63 - 1)


def shifted(distribution: str) -> Slots:
    return Slots(distribution, sigma_q=2.0, sigma_k=0.5, mean_q=0.25, mean_k=-1.0)


@settings(max_examples=25)
@given(st.sampled_from(ALL), seeds, st.integers(1, 3000), st.integers(1, 3000))
def test_a_short_draw_is_a_prefix_of_a_long_one(distribution: str, seed: int, short: int, long: int) -> None:
    short, long = sorted((short, long))
    few, many = np.empty(short), np.empty(long)
    Stream(seed).draw(distribution, 3, 12, few)
    Stream(seed).draw(distribution, 3, 12, many)
    assert (few == many[:short]).all()


@pytest.mark.parametrize("distribution", ALL)
def test_a_larger_d_k_extends_the_same_vectors(distribution: str) -> None:
    slots = shifted(distribution)
    products = walk(slots, 8, 1, 5000)
    grown = DrawnRow(8, 3, distribution)
    for d_k in (1, 2, 3, 64, 100, 65, 1000, 5000, 7):
        assert (products[:d_k] == walk(slots, 8, 1, d_k)).all()
        score = grown.raw_scores(slots, d_k)
        assert (score == DrawnRow(8, 3, distribution).raw_scores(slots, d_k)).all()
        assert abs(score[1] - products[:d_k].sum()) <= 1e-12 * np.abs(products[:d_k]).sum()


@pytest.mark.parametrize("slots", [Slots(), CORRELATED, shifted("sparse"), shifted("rademacher")])
def test_more_tokens_keep_the_first_keys(slots: Slots) -> None:
    few = DrawnRow(2, 5, slots.distribution).raw_scores(slots, 300)
    many = DrawnRow(2, 700, slots.distribution).raw_scores(slots, 300)
    assert (few == many[:5]).all()


@pytest.mark.parametrize("d_k", [1, 63, 64, 70_000, 200_001])
def test_correlated_walks_end_at_the_raw_score(d_k: int) -> None:
    scores = DrawnRow(5, 4).raw_scores(CORRELATED, d_k)
    for key in range(4):
        products = walk(CORRELATED, 5, key, d_k)
        assert abs(scores[key] - products.sum()) <= 1e-12 * np.abs(products).sum()


def test_changing_sigma_mean_or_correlation_draws_nothing() -> None:
    row = DrawnRow(1, 8)
    assert row.slots_to_draw(64) == 9 * 64
    row.raw_scores(Slots(), 64)
    assert row.slots_to_draw(64) == 0
    row.raw_scores(CORRELATED, 64)
    assert row.slots_to_draw(64) == 0
    assert row.slots_to_draw(128) == 9 * 64
    assert row.slots_to_draw(100) == 9 * 36
    row.raw_scores(CORRELATED, 100)
    assert row.slots_to_draw(100) == row.slots_to_draw(64) == row.slots_to_draw(16) == 0


@given(st.integers(1, MAX_SLOTS))
def test_blocks_cover_the_slots_once(d_k: int) -> None:
    found = list(blocks(d_k))
    assert [block for block, *_ in found] == list(range(len(found)))
    assert sum(used for _, _, used, _ in found) == d_k
    assert all(used <= 2**16 for _, _, used, _ in found)
    assert all(whole for *_, whole in found[:-1])


def test_streams_differ_by_seed_purpose_vector_and_block() -> None:
    stream = Stream(1)
    firsts = [stream.point(p, v, b).random() for p in (0, 1) for v in (0, 1, 256) for b in (0, 1, 80)]
    firsts.append(Stream(2).point(0).random())
    assert len(set(firsts)) == len(firsts)
    assert generator(1, 0).random() == firsts[0]


def test_a_stream_is_numpys_own_philox_under_its_key() -> None:
    own = np.random.Generator(np.random.Philox(key=np.array([7, 3 << 56 | 5 << 16 | 2], dtype=np.uint64)))
    assert (Stream(7).point(3, 5, 2).standard_normal(9) == own.standard_normal(9)).all()


@pytest.mark.parametrize("distribution", [name for name, kurtosis in DISTRIBUTIONS.items() if kurtosis is not None])
def test_standard_slots_have_mean_0_and_variance_1(distribution: str) -> None:
    streamed, sampled = np.empty(400_000), draw_standard(distribution, np.random.default_rng(1), (400, 1000)).ravel()
    Stream(11).draw(distribution, 0, 0, streamed)
    for slots in (streamed, sampled):
        assert abs(slots.mean()) < 5 / math.sqrt(slots.size)
        kurtosis = DISTRIBUTIONS[distribution] or 3.0
        room = 5 * math.sqrt((kurtosis - 1) / slots.size) if math.isfinite(kurtosis) else 0.05
        assert abs((slots**2).mean() - 1.0) <= room
        if distribution not in ("t3", "t5"):
            assert (slots**4).mean() == pytest.approx(kurtosis, rel=0.04)


def test_cauchy_slots_have_quartiles_at_their_scale() -> None:
    slots = np.empty(100_000)
    Stream(3).draw("cauchy", 0, 0, slots)
    assert np.quantile(slots, [0.25, 0.5, 0.75]) == pytest.approx([-1, 0, 1], abs=0.03)


def test_slots_of_different_vectors_are_uncorrelated() -> None:
    a, b = np.empty(65536), np.empty(65536)
    Stream(9).draw("normal", 0, 16, a)
    Stream(9).draw("normal", 1, 16, b)
    assert abs(np.mean(a * b)) < 4 / 256


def test_cancelling_keeps_what_is_whole() -> None:
    answers = iter([False] * 7 + [True])
    row = DrawnRow(1, 4)
    with pytest.raises(Cancelled):
        row.raw_scores(Slots(), 128, lambda: next(answers))
    assert row.slots_to_draw(128) == 5 * 64
    assert (row.raw_scores(Slots(), 128) == DrawnRow(1, 4).raw_scores(Slots(), 128)).all()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"distribution": "gauss"}, "no law called 'gauss'"),
        ({"sigma_q": 0.0}, "σ of the slots is 0.0"),
        ({"sigma_k": math.nan}, "σ of the slots is nan"),
        ({"sigma_k": math.inf}, "σ of the slots is inf"),
        ({"mean_q": math.inf}, "mean of the slots is inf"),
        ({"rho": 1.1}, "ρ of q with k is 1.1"),
        ({"rho": math.nan}, "ρ of q with k is nan"),
        ({"correlation": 1.0}, "own correlation is 1.0"),
        ({"correlation": -0.1}, "own correlation is -0.1"),
        ({"distribution": "laplace", "rho": 0.5}, "must be normal"),
        ({"distribution": "rademacher", "correlation": 0.5}, "must be normal"),
    ],
)
def test_a_law_that_cannot_be_drawn_is_refused_in_one_sentence(wrong: dict[str, Any], words: str) -> None:
    with pytest.raises(SlotsError) as caught:
        Slots(**wrong)
    assert words in str(caught.value)
    assert str(caught.value).endswith(".")
    assert ". " not in str(caught.value)


def test_sizes_and_seeds_that_cannot_be_drawn_are_refused() -> None:
    for call in (
        lambda: DrawnRow(-1, 3),
        lambda: DrawnRow(2**63, 3),
        lambda: DrawnRow(0, 0),
        lambda: DrawnRow(0, 3).raw_scores(Slots(), 0),
        lambda: DrawnRow(0, 1024).raw_scores(Slots(), 4097),
        lambda: DrawnRow(0, 3).raw_scores(Slots("laplace"), 4),
        lambda: walk(Slots(), 0, -1, 4),
    ):
        with pytest.raises(SlotsError):
            call()


def test_scores_beyond_float64_are_refused() -> None:
    huge = Slots(sigma_q=1e300, sigma_k=1e300)
    with pytest.raises(ScoreError, match="too large"):
        DrawnRow(0, 3).raw_scores(huge, 4)
    with pytest.raises(ScoreError, match="too large"):
        walk(huge, 0, 0, 4)
