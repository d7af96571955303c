"""Rows: the reference table of saturation, the pull on the query, and the law against the slots."""

import math

import numpy as np
import pytest

from sqrtdk_tui.engine import attention, law
from sqrtdk_tui.engine.errors import SlotsError
from sqrtdk_tui.engine.moments import Estimate
from sqrtdk_tui.engine.row_laws import rows_by_law
from sqrtdk_tui.engine.row_results import RowSide, RowsResult
from sqrtdk_tui.engine.row_sides import PULL, behind, pull_by_law, pull_of_keys, side_of
from sqrtdk_tui.engine.rows import RowRun, measure_rows
from sqrtdk_tui.engine.shares import Floats
from sqrtdk_tui.engine.slot_rows import rows_slot_by_slot
from sqrtdk_tui.engine.slots import Slots
from tests.engine.cases import SATURATION
from tests.engine.test_monte_carlo import BY_LAW, kolmogorov

pytestmark = pytest.mark.filterwarnings("error")

TABLE_DRAWS = {3: 400_000, 10: 400_000, 128: 100_000, 1024: 20_000}
OUR_DRAWS = {3: 20_000, 10: 20_000, 128: 5_000, 1024: 1_000}


def far(found: Estimate, expected: float, error: float) -> float:
    """How many combined standard errors apart."""
    return abs(found.value - expected) / math.hypot(found.error, error)


def drawn(slots: Slots, d_k: int, tokens: int, rows: int, seed: int) -> tuple[Floats, list[Floats]]:
    return rows_slot_by_slot(slots, d_k, tokens, rows, np.random.default_rng(seed), lambda: False)


@pytest.mark.parametrize(("n", "d_k"), sorted({cell[:2] for cell in SATURATION}))
def test_the_saturation_table(n: int, d_k: int) -> None:
    found = measure_rows(Slots(), d_k, n, OUR_DRAWS[n], 1)
    for mode, side in (("raw", found.undivided), ("scaled", found.divided)):
        table, more = SATURATION[n, d_k, mode], math.sqrt(OUR_DRAWS[n] / TABLE_DRAWS[n])
        assert side.entropy_normalised is not None
        pull = side.pull_on_q
        assert pull.mean is not None
        assert pull.rms is not None
        for name, value in (
            ("pmax", side.top_share), ("Hn", side.entropy_normalised), ("perp", side.effective_tokens),
            ("slope", side.winner_slope_mean), ("gq", pull.mean),
        ):  # fmt: skip
            assert far(value, table[name], table[f"{name}_se"]) < 4.0, (mode, name)
        assert far(side.total_slope_mean, 1.0 - table["ipr"], table["ipr_se"]) < 4.0
        # The table has no errors for these: those of its draws are ours, smaller by √(draws).
        for name, value in (
            ("slope_median", side.winner_slope_median), ("gq_median", pull.median), ("gq_rms", pull.rms),
        ):  # fmt: skip
            assert far(value, table[name], value.error * more) < 4.0, (mode, name)
        # 1 − Σp² < 0.01 is a little rarer than ‖J‖_F < 0.01, since ‖J‖_F ≤ 1 − Σp²; for very even rows much rarer.
        if n < 1024 or mode == "raw":
            assert side.dead_share.value <= table["P_JF<0.01"] + 4 * side.dead_share.error
            assert side.dead_share.value >= table["P_JF<0.01"] - 0.02 - 4 * side.dead_share.error


@pytest.mark.parametrize("slots", [Slots(), Slots("laplace", mean_k=1.0), Slots("rademacher"), Slots(rho=0.5)], ids=str)
@pytest.mark.parametrize(("d_k", "n"), [(1, 3), (2, 1), (5, 4), (64, 10), (300, 3)])
def test_every_statistic_of_a_row_is_that_of_its_weights(slots: Slots, d_k: int, n: int) -> None:
    scores, slices = drawn(slots, d_k, n, 25, 3)
    keys, rng = np.concatenate(slices, axis=2), np.random.default_rng(4)
    along, rest = rng.random(25), rng.random((n, 25)) + np.abs(scores)
    for token in range(n):  # tokens with one score have one rest
        rest[token] = rest[np.argmax(scores == scores[token], axis=0), np.arange(25)]
    for divisor in (1.0, math.sqrt(d_k), 1000.0):
        with np.errstate(all="ignore"):
            t = behind(scores.copy())
            found = side_of(t, divisor, pull_of_keys(slices, lambda: False))
            flat = side_of(t, divisor, pull_by_law(along, rest[0]))[PULL]
            open_pull = side_of(t, divisor, pull_by_law(along, rest))[PULL]
        for row in range(25):
            p = attention.softmax(scores[:, row] / divisor)
            jacobian = attention.softmax_jacobian(p)
            expected = [p.max(), attention.entropy(p), attention.effective_tokens(p), attention.total_slope(p) < 0.01,
                        attention.winner_slope(p), attention.total_slope(p)]  # fmt: skip
            assert found[:6, row] == pytest.approx(np.array(expected, dtype=np.float64), rel=1e-10, abs=1e-300)
            moved = jacobian @ keys[row] / divisor
            assert found[PULL, row] == pytest.approx(np.linalg.norm(moved), rel=1e-9, abs=1e-14)
            known = (along[row] * (jacobian @ scores[:, row])) ** 2
            squares = (jacobian**2).sum(axis=0)
            for ours, length in ((flat[row], np.full(n, rest[0, row])), (open_pull[row], rest[:, row])):
                expected_pull = math.sqrt(float((squares * length).sum() + known.sum())) / divisor
                assert ours == pytest.approx(expected_pull, rel=1e-8, abs=1e-14)


def test_a_nearly_dead_row_keeps_its_digits() -> None:
    for gap in (1.0, 40.0, 300.0, 600.0, 700.0):
        t = np.array([[0.0], [-gap], [-gap - 1.0]])
        with np.errstate(all="ignore"):
            found = side_of(t, 1.0, pull_by_law(np.array([0.5]), np.array([2.0])))
        r = math.exp(-gap) * (1.0 + math.exp(-1.0))
        z = 1.0 + r
        assert found[4, 0] == pytest.approx(r / z**2, rel=1e-13)
        e = np.array([1.0, math.exp(-gap), math.exp(-gap - 1.0)]) / z
        jacobian = np.diag(e) - np.outer(e, e)
        jacobian[0, 0] = r / z**2
        scaled = jacobian / r
        square = 2.0 * (scaled**2).sum() + 0.25 * ((scaled @ t[:, 0]) ** 2).sum()
        assert found[PULL, 0] == pytest.approx(r * math.sqrt(square), rel=1e-9)
    gone = np.array([[0.0], [-1e6]])
    with np.errstate(all="ignore"):
        found = side_of(gone, 1.0, pull_by_law(np.array([0.5]), np.array([2.0])))
    assert found[:, 0].tolist() == [1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0]


def pulls(slots: Slots, d_k: int, rows: int, divisor: float) -> tuple[Floats, Floats]:
    """The pull by law and of drawn keys."""
    with np.errstate(all="ignore"):
        by_law = rows_by_law(slots, d_k, 3, rows, np.random.default_rng([5, d_k]))
        one = side_of(behind(by_law.scores), divisor, pull_by_law(by_law.along, by_law.rest, slots.sigma_k))
        scores, keys = drawn(slots, d_k, 3, rows, 6)
        return one[PULL], side_of(behind(scores), divisor, pull_of_keys(keys, lambda: False))[PULL]


@pytest.mark.parametrize("slots", [s for s in BY_LAW if s.distribution == "normal" or s.mean_q == 0.0], ids=str)
@pytest.mark.parametrize("d_k", [1, 2, 5, 40])
def test_the_law_and_the_keys_pull_alike_in_the_mean_square(slots: Slots, d_k: int) -> None:
    one, other = (values**2 for values in pulls(slots, d_k, 8_000, 3.0))
    assert abs(one.mean() - other.mean()) <= 4.5 * math.hypot(one.std(), other.std()) / math.sqrt(8_000) + 1e-13


def test_with_many_slots_the_law_and_the_keys_pull_alike_row_by_row() -> None:
    # Undivided: pulls lie decades apart, and the few per cent by which key lengths differ do not show.
    assert kolmogorov(*pulls(Slots(), 400, 3_000, 1.0)) < 1.95


@pytest.mark.parametrize("slots", [Slots(), Slots("rademacher"), Slots(mean_q=1.0, sigma_k=2.0)], ids=str)
def test_law_and_slots_give_the_same_row(slots: Slots) -> None:
    by_law, by_slots = (measure_rows(slots, 16, 5, 6_000, 7, method) for method in ("law", "slots"))
    assert (by_law.undivided.pull_on_q.kind, by_slots.undivided.pull_on_q.kind) == ("law", "slots")
    for one, other in ((by_law.undivided, by_slots.undivided), (by_law.divided, by_slots.divided)):
        for name in ("top_share", "entropy_nats", "effective_tokens", "dead_share", "winner_slope_mean",
                     "winner_slope_median", "total_slope_mean"):  # fmt: skip
            first, second = getattr(one, name), getattr(other, name)
            assert far(first, second.value, second.error) < 4.5, name
    assert by_law.key_spread is not None
    exact = law.spread_across_keys(slots, 16)
    assert exact is not None
    assert far(by_law.key_spread, exact, 0.0) < 4.5


def pull_medians(found: RowsResult) -> tuple[float, float]:
    return found.undivided.pull_on_q.median.value, found.divided.pull_on_q.median.value


def test_few_tokens_die_and_many_do_not() -> None:
    few, many = (measure_rows(Slots(), 64, n, 4_000, 0) for n in (3, 128))
    assert few.undivided.dead_share.value == pytest.approx(0.5, abs=0.05)
    assert pull_medians(few)[0] < pull_medians(few)[1] / 5
    assert pull_medians(many)[0] > 10 * pull_medians(many)[1]


def test_what_has_no_value_says_so() -> None:
    alone = measure_rows(Slots(), 4, 1, 10, 0)
    assert (alone.undivided.entropy_normalised, alone.key_spread) == (None, None)
    assert set(alone.reasons) == {"entropy_normalised", "key_spread"}
    assert alone.undivided.pull_on_q.median.value == 0.0
    cauchy = measure_rows(Slots("cauchy"), 4, 3, 100, 0)
    assert cauchy.divided.pull_on_q.rms is cauchy.divided.pull_on_q.mean is None
    assert set(cauchy.reasons) == {"pull_on_q.rms", "pull_on_q.mean", "key_spread"}
    one = measure_rows(Slots(), 4, 3, 1, 0)
    assert one.undivided.top_share.error == math.inf
    assert one.undivided.dead_share.error > 0.2  # seen once or never is not always or never
    for tokens, d_k, method in ((0, 4, None), (3, 0, None), (1024, 8192, "slots")):
        with pytest.raises(SlotsError):
            RowRun(Slots(), d_k, tokens, 10, 0, method)
    with pytest.raises(SlotsError):
        RowRun(Slots(), 4, 3, 10, 0).result()


def test_long_runs_count_quantiles_in_bins() -> None:
    short, long = (measure_rows(Slots(), 16, 2, count, 3) for count in (204_800, 260_000))
    assert short.exact_quantiles
    assert not long.exact_quantiles
    pairs = zip(sides(short), sides(long), strict=True)
    for one, other in pairs:
        assert one.pull_on_q.median.value == pytest.approx(other.pull_on_q.median.value, rel=0.02)
        assert one.winner_slope_median.value == pytest.approx(other.winner_slope_median.value, rel=0.02)


def sides(found: RowsResult) -> tuple[RowSide, RowSide]:
    return found.undivided, found.divided


def test_extreme_rows_stay_silent() -> None:
    for slots in (Slots(sigma_q=1e150, sigma_k=1e150), Slots(sigma_q=1e-160, sigma_k=1e-160), Slots("sparse")):
        found = measure_rows(slots, 2, 4, 200, 0)
        for side in sides(found):
            assert 0.0 <= side.top_share.value <= 1.0
            assert math.isfinite(side.pull_on_q.median.value)
    same = measure_rows(Slots("rademacher", mean_q=1.0), 1, 3, 500, 0)  # half the queries are 0
    assert math.isfinite(same.undivided.pull_on_q.median.value)
