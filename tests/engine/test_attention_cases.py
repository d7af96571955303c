"""Attention against the reference cases: scipy's, ONNX's, Keras's and 60-digit values."""

from typing import Any

import numpy as np
import pytest

from sqrtdk_tui.engine import attention
from sqrtdk_tui.engine.errors import ScoreError
from tests.engine.cases import LONG, ROWS, SOFTMAX, UNDEFINED, floats

pytestmark = pytest.mark.filterwarnings("error")


def near(expected: Any, rel: float = 1e-12) -> Any:
    """Relative alone: an absolute allowance would hide a lost −4.2e-18."""
    return pytest.approx(expected, rel=rel, abs=1e-320)


@pytest.mark.parametrize("case", ROWS, ids=lambda case: str(case["id"]))
def test_a_row_has_its_reference_weights_and_statistics(case: dict[str, Any]) -> None:
    scores = floats(case["input"])
    weights = attention.softmax(scores)
    assert weights == near(floats(case["softmax"]))
    assert attention.log_softmax(scores) == near(floats(case["log_softmax"]))
    assert weights.max() == near(case["max_weight"])
    assert attention.winner_slope(weights) == near(case["max_slope_p_1mp"])
    assert attention.jacobian_norm(weights) == near(case["jacobian_frobenius"])
    assert 1.0 - attention.total_slope(weights) == near(case["sum_p2"])
    assert np.linalg.norm(attention.softmax_jacobian(weights)) == near(case["jacobian_frobenius"])


@pytest.mark.parametrize("case", ROWS, ids=lambda case: str(case["id"]))
def test_a_row_has_its_reference_entropy(case: dict[str, Any]) -> None:
    weights = attention.softmax(floats(case["input"]))
    if case["id"] == "underflow_746":  # its only other weight is below the smallest float: H is 0 to float64
        assert attention.entropy(weights) == 0.0
        return
    assert attention.entropy(weights) == near(case["entropy_nats"])
    assert attention.effective_tokens(weights) == near(case["perplexity"])
    expected = case["normalized_entropy"]
    found = attention.entropy_normalised(weights)
    assert found is None if expected is None else found == near(expected)


@pytest.mark.parametrize("case", UNDEFINED, ids=lambda case: str(case["id"]))
def test_what_has_no_weights_is_refused(case: dict[str, Any]) -> None:
    for function in (attention.softmax, attention.log_softmax, attention.log_rest):
        with pytest.raises(ScoreError):
            function(floats(case["input"]))


@pytest.mark.parametrize("case", LONG, ids=lambda case: str(case["id"]))
def test_a_million_scores(case: dict[str, Any]) -> None:
    n = case["n"]
    scores = np.arange(n) / (n - 1) if case["id"] == "long_1e6_ramp" else np.append(20.0, np.zeros(n - 1))
    weights, logs, at = attention.softmax(scores), attention.log_softmax(scores), case["check_indices"]
    assert weights[at] == near(case["softmax_at"])
    assert logs[at] == near(case["log_softmax_at"])
    assert abs(weights.sum() - case["sum"]) <= case["sum_tol"]
    assert weights.max() == near(case["max_weight"])


@pytest.mark.parametrize("case", SOFTMAX["scaled_dot_product"], ids=lambda case: str(case["id"]))
def test_scores_from_a_query_and_keys(case: dict[str, Any]) -> None:
    query, keys = floats(case["q"]), floats(case["K"])
    # A sum that nearly cancels has no more digits than its largest terms leave it.
    room = 4e-16 * (np.abs(keys) @ np.abs(query)).max()
    raw = attention.raw_scores(query, keys)
    assert np.abs(raw - floats(case["raw_scores"])).max() <= room
    seen = floats(case["softmax_input"])
    assert attention.softmax(seen) == near(floats(case["weights"]))
    assert attention.entropy(attention.softmax(seen)) == near(case["entropy_nats"])
    if "masked" not in case["id"] and "softcap" not in case["id"]:
        divisor = None if case["scale"] == "1/sqrt(d)" else 1.0 / case["scale_value"]
        assert attention.attention_weights(query, keys, divisor) == near(floats(case["weights"]), 1e-11)


@pytest.mark.parametrize("row", SOFTMAX["recipes"]["rows"], ids=lambda row: str(row["recipe"]))
def test_recipes_in_the_wild(row: dict[str, Any]) -> None:
    assert attention.softmax(row["softmax_input"]) == near(row["weights"])


def test_recipes_that_are_a_divisor() -> None:
    rows = {row["recipe"].split(" ")[0]: row for row in SOFTMAX["recipes"]["rows"]}
    raw = floats(rows["none"]["softmax_input"])
    for name, divisor in (("none", 1.0), ("1/sqrt(d)", 8.0), ("1/d", 64.0), ("8/d", 8.0), ("GPT-2", 8.0 * 12.0)):
        assert attention.softmax(attention.divide(raw, divisor)) == near(rows[name]["weights"])
