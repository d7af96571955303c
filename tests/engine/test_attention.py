"""What attention promises for every input: shares, order, digits, and one sentence for whatever it refuses."""

import math
from collections.abc import Callable
from decimal import Context, Decimal, localcontext
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqrtdk_tui.engine import attention
from sqrtdk_tui.engine.errors import ScoreError, UndefinedRowError

pytestmark = pytest.mark.filterwarnings("error")

finite = st.floats(allow_nan=False, allow_infinity=False)
rows = st.lists(finite | st.just(-math.inf), min_size=1, max_size=12).filter(lambda row: max(row) > -math.inf)
moderate = st.lists(st.floats(-800, 800), min_size=2, max_size=9)
divisors = st.floats(min_value=5e-324, allow_nan=False, allow_infinity=False)


def same(found: Any, expected: Decimal) -> bool:
    return abs(float(found) - float(expected)) <= 1e-12 * float(abs(expected)) or abs(expected) < Decimal("1e-300")


@given(rows)
def test_every_row_of_floats_becomes_shares(scores: list[float]) -> None:
    with np.errstate(all="raise"):
        weights, logs = attention.softmax(scores), attention.log_softmax(scores)
        rest = float(attention.log_rest(logs))
        statistics = [
            attention.entropy(weights),
            attention.effective_tokens(weights),
            attention.jacobian_norm(weights),
            attention.winner_slope(weights),
            attention.total_slope(weights),
        ]
        assert np.isfinite(attention.softmax_jacobian(weights)).all()
    assert abs(weights.sum() - 1.0) <= 1e-14
    assert (weights >= 0.0).all()
    assert (logs <= 0.0).all()
    assert rest <= 0.0
    assert all(0.0 <= float(value) <= len(scores) + 1e-9 for value in statistics)
    assert (weights[np.isneginf(scores)] == 0.0).all()


@given(st.lists(st.integers(-700, 700), min_size=1, max_size=9), st.integers(-(2**40), 2**40))
def test_a_shift_changes_nothing(scores: list[int], shift: int) -> None:
    moved = [score + shift for score in scores]
    assert (attention.softmax(scores) == attention.softmax(moved)).all()


@given(rows, divisors)
def test_a_positive_divisor_keeps_the_order(scores: list[float], divisor: float) -> None:
    try:
        with np.errstate(all="raise"):
            scaled = attention.divide(scores, divisor)
    except ScoreError:
        with np.errstate(all="ignore"):
            assert not np.isfinite(np.array(max(scores, key=lambda s: abs(s) if math.isfinite(s) else 0)) / divisor)
        return
    order = np.argsort(scores, kind="stable")
    assert (scaled[order][1:] >= scaled[order][:-1]).all()
    assert (np.isneginf(scaled) == np.isneginf(scores)).all()
    weights = attention.softmax(scaled)[order]
    assert (weights[1:] >= weights[:-1]).all()


@given(st.integers(1, 4), st.integers(1, 6), st.integers(0, 2**32))
def test_a_batch_is_its_rows_one_by_one(count: int, n: int, seed: int) -> None:
    scores = np.random.default_rng(seed).standard_normal((count, n)) * 30
    functions: list[Callable[..., Any]] = [attention.softmax, attention.log_softmax]
    for function in functions:
        assert (function(scores) == np.array([function(row) for row in scores])).all()
        assert (function(scores) == function(scores.T, axis=0).T).all()
    weights = attention.softmax(scores)
    for function in (
        attention.entropy,
        attention.effective_tokens,
        attention.winner_slope,
        attention.total_slope,
        attention.jacobian_norm,
    ):
        assert (function(weights) == np.array([function(row) for row in weights])).all()
        assert (function(weights.T, axis=0) == function(weights)).all()
    logs = attention.log_softmax(scores)
    assert (attention.log_rest(logs) == np.array([attention.log_rest(row) for row in logs])).all()


@settings(max_examples=30)
@given(moderate)
def test_twelve_digits_of_everything(scores: list[float]) -> None:
    weights, logs = attention.softmax(scores), attention.log_softmax(scores)
    winner = int(np.argmax(scores))
    with localcontext(Context(prec=800, Emin=-999999, Emax=999999)):
        powers = [Decimal(score).exp() for score in scores]
        total = sum(powers, Decimal(0))
        shares, rests = [p / total for p in powers], [(total - p) / total for p in powers]
        assert all(map(same, weights, shares))
        assert same(attention.winner_slope(weights), shares[winner] * rests[winner])
        pairs = list(zip(shares, rests, strict=True))
        assert same(attention.total_slope(weights), sum((p * r for p, r in pairs), Decimal(0)))
        apart = sum((p * p * q * q for i, p in enumerate(shares) for q in shares[:i]), Decimal(0))
        assert same(attention.jacobian_norm(weights), (sum(((p * r) ** 2 for p, r in pairs), 2 * apart)).sqrt())
    with localcontext(Context(prec=760, Emin=-999999, Emax=999999)):
        assert same(logs[winner], shares[winner].ln())
        assert same(attention.log_rest(logs), rests[winner].ln())


@pytest.mark.parametrize("scores", [[0, -40], [0, -30, -30.5], [3, 2, 1], [0, -300, -310], [0, 0, -5]])
def test_twelve_digits_of_entropy(scores: list[float]) -> None:
    with localcontext(Context(prec=400)):
        powers = [Decimal(score).exp() for score in scores]
        shares = [p / sum(powers, Decimal(0)) for p in powers]
        expected = -sum((p * p.ln() for p in shares), Decimal(0))
    assert same(attention.entropy(attention.softmax(scores)), expected)


def test_a_rest_far_below_the_smallest_float() -> None:
    logs = attention.log_softmax([0.0, -5000.0, -5000.0])
    assert float(attention.log_rest(logs)) == pytest.approx(-5000.0 + math.log(2.0), rel=1e-15)
    assert attention.softmax([0.0, -5000.0])[1] == 0.0
    assert float(attention.log_rest(attention.log_softmax([7.0]))) == -math.inf


def test_the_chapters_spike_is_all_but_one_in() -> None:
    raw = attention.log_softmax([16.0, 8.0, 0.0])
    assert float(np.exp(-attention.log_rest(raw))) == pytest.approx(2980.96, rel=1e-3)
    scaled = attention.softmax(attention.divide([16.0, 8.0, 0.0], 8))
    assert scaled == pytest.approx([0.66524096, 0.24472847, 0.09003057], abs=5e-9)


def test_scores_at_the_ends_of_float64() -> None:
    largest = 1.7976931348623157e308
    assert attention.softmax([largest, -largest]).tolist() == [1.0, 0.0]
    assert attention.log_softmax([largest, -largest]).tolist() == [0.0, -math.inf]
    assert attention.log_softmax([largest, 0.0]).tolist() == [0.0, -largest]


def test_one_token_has_no_normalised_entropy() -> None:
    assert attention.entropy_normalised([1.0]) is None
    assert attention.entropy([1.0]) == 0.0
    assert attention.softmax_jacobian([1.0]).tolist() == [[0.0]]


def test_the_jacobian_is_the_derivative() -> None:
    scores, step = np.array([0.3, -1.0, 0.8, 0.1]), 1e-6
    weights = attention.softmax(scores)
    columns = [
        (attention.softmax(scores + step * e) - attention.softmax(scores - step * e)) / (2 * step) for e in np.eye(4)
    ]
    jacobian = attention.softmax_jacobian(weights)
    assert jacobian == pytest.approx(np.array(columns).T, abs=1e-9)
    assert float(attention.winner_slope(weights)) == jacobian.diagonal()[2]
    assert float(attention.total_slope(weights)) == pytest.approx(np.trace(jacobian), rel=1e-15)


BEYOND_FLOATS: Any = [10**400]
REFUSED: list[tuple[Callable[[], Any], type[ScoreError], str]] = [
    (lambda: attention.softmax([1.0, math.nan]), ScoreError, "Score 2 is NaN"),
    (lambda: attention.softmax([math.inf, 1.0]), ScoreError, "Score 1 is +inf"),
    (lambda: attention.softmax([]), ScoreError, "at least one score"),
    (lambda: attention.softmax(["a"]), ScoreError, "not a 64-bit number"),
    (lambda: attention.softmax(BEYOND_FLOATS), ScoreError, "not a 64-bit number"),
    (lambda: attention.softmax([-math.inf, -math.inf]), UndefinedRowError, "Every token is masked"),
    (lambda: attention.softmax([[1.0, 2.0], [-math.inf, -math.inf]]), UndefinedRowError, "Every token is masked"),
    (lambda: attention.log_rest([-math.inf]), UndefinedRowError, "Every token is masked"),
    (lambda: attention.divide([1.0], 0), ScoreError, "divisor is 0"),
    (lambda: attention.divide([1.0], -2), ScoreError, "divisor is -2"),
    (lambda: attention.divide([1.0], math.nan), ScoreError, "divisor is nan"),
    (lambda: attention.divide([1.0], math.inf), ScoreError, "divisor is inf"),
    (lambda: attention.divide([1e300], 1e-10), ScoreError, "larger divisor"),
    (lambda: attention.raw_scores([1e200], [[1e200]]), ScoreError, "too large"),
    (lambda: attention.raw_scores([1e200, 1e200], [[1e200, -1e200]]), ScoreError, "too large"),
    (lambda: attention.raw_scores([1.0, 2.0], [[1.0]]), ScoreError, "(d_k,) and (n, d_k)"),
    (lambda: attention.raw_scores([math.inf], [[1.0]]), ScoreError, "not finite"),
    (lambda: attention.entropy([0.5, 0.6]), ScoreError, "add up to 1"),
    (lambda: attention.entropy([1.5, -0.5]), ScoreError, "negative"),
    (lambda: attention.total_slope([math.nan, 1.0]), ScoreError, "NaN"),
    (lambda: attention.softmax_jacobian([[1.0]]), ScoreError, "one row"),
]


@pytest.mark.parametrize(("call", "kind", "words"), REFUSED)
def test_a_refusal_is_one_sentence(call: Callable[[], Any], kind: type[ScoreError], words: str) -> None:
    with pytest.raises(ScoreError) as caught:
        call()
    message = str(caught.value)
    assert type(caught.value) is kind
    assert words in message
    assert message.endswith(".")
    assert ". " not in message
