"""--json: every key, strictly JSON, and the numbers of the lesson."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqrtdk_tui import cli, command, report, words
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.options import PANES
from sqrtdk_tui.reading import place, read
from tests.lab.strategies import small_labs

Caught = pytest.CaptureFixture[bytes]
STATISTICS = {
    "top_share",
    "entropy_nats",
    "entropy_normalised",
    "effective_tokens",
    "winner_slope",
    "total_slope",
    "winners",
    "word",
}
KEYS = {
    "d_k",
    "source",
    "slots",
    "seed",
    "seed_text",
    "divisor",
    "labels",
    "scores",
    "weights",
    "log_weights",
    "undivided",
    "divided",
    "sentence",
    "command",
}


def _no_token(word: str) -> float:
    raise AssertionError(f"{word} is no JSON")


def strict(text: str | bytes) -> dict[str, Any]:
    found = json.loads(text, parse_constant=_no_token)
    assert isinstance(found, dict)
    return found


def printed(caught: Caught, *words: str) -> dict[str, Any]:
    """What the command prints with --json, exit status 0."""
    assert cli.main([*words, "--json"]) == 0
    out, err = caught.readouterr()
    assert err == b""
    return strict(out)


def test_every_key_is_there(capfdbinary: Caught) -> None:
    found = printed(capfdbinary)
    assert set(found) >= KEYS
    assert set(found["undivided"]) == set(found["divided"]) == STATISTICS
    assert set(found["weights"]) == set(found["log_weights"]) == {"undivided", "divided"}
    assert set(found["scores"]) == {"raw", "divided"}
    assert found["divisor"] == {"rule": "sqrt", "value": 8}
    assert (found["d_k"], found["source"], found["slots"], found["seed"], found["seed_text"]) == (
        64,
        "hand",
        "normal",
        0,
        "0",
    )
    assert found["labels"] == ["the", "cat", "sat"]
    assert found["command"] == "sqrtdk-tui"
    assert "undefined" not in found


def test_the_numbers_of_the_lesson(capfdbinary: Caught) -> None:
    found = printed(capfdbinary, "--scores", "16,8,0")
    assert found["scores"] == {"raw": [16, 8, 0], "divided": [2, 1, 0]}
    assert found["weights"]["undivided"] == pytest.approx([0.99966, 3.35e-4, 1.12e-7], rel=5e-3)
    assert found["weights"]["divided"] == pytest.approx([0.6652, 0.2447, 0.0900], rel=5e-4)
    assert found["undivided"]["winner_slope"] == pytest.approx(3.354e-4, rel=1e-3)
    assert found["divided"]["winner_slope"] == pytest.approx(0.2227, rel=1e-3)
    assert (found["undivided"]["word"], found["divided"]["word"]) == ("SPIKE", "MIX")
    assert found["undivided"]["winners"] == [0]
    assert found["log_weights"]["undivided"] == pytest.approx([math.log(p) for p in found["weights"]["undivided"]])


def test_divided_by_d_k(capfdbinary: Caught) -> None:
    found = printed(capfdbinary, "--scores", "16,8,0", "--divide", "dk")
    assert found["divisor"] == {"rule": "dk", "value": 64}
    assert found["weights"]["divided"] == pytest.approx([0.3758, 0.3316, 0.2926], rel=5e-4)


def test_too_late_the_shares_sum_to_an_eighth(capfdbinary: Caught) -> None:
    found = printed(capfdbinary, "--scores", "16,8,0", "--divide", "after")
    assert sum(found["weights"]["divided"]) == pytest.approx(0.125, rel=1e-12)
    assert found["weights"]["divided"] == pytest.approx([0.12496, 4.19e-5, 1.4e-8], rel=5e-3)
    assert found["divided"]["word"] == "SPIKE"
    assert "the shares sum to 0.125 and the spike stays" in found["sentence"]


def test_a_masked_token_is_null(capfdbinary: Caught) -> None:
    found = printed(capfdbinary, "--scores", "2,-inf,1")
    assert found["scores"]["raw"] == [2, None, 1]
    assert found["scores"]["divided"][1] is None
    assert found["log_weights"]["undivided"][1] is None
    assert found["weights"]["undivided"][1] in (0, None), "its weight is exactly 0"
    assert found["undivided"]["winners"] == [0]


def test_an_undefined_row_says_why_and_is_no_failure(capfdbinary: Caught) -> None:
    found = printed(capfdbinary, "--scores", "-inf,-inf")
    assert found["weights"] == found["log_weights"] == {"undivided": None, "divided": None}
    for side in ("undivided", "divided"):
        assert found[side]["winners"] == []
        assert all(found[side][name] is None for name in STATISTICS - {"winners"})
    assert "masked" in found["undefined"]
    assert "masked" in found["sentence"]


def test_ties_have_several_winners(capfdbinary: Caught) -> None:
    found = printed(capfdbinary, "--scores", "3,1,3")
    assert found["undivided"]["winners"] == found["divided"]["winners"] == [0, 2]
    assert found["sentence"].startswith("A tie")


def test_one_token_has_no_normalised_entropy(capfdbinary: Caught) -> None:
    found = printed(capfdbinary, "--scores", "3")
    assert found["undivided"]["entropy_normalised"] is None
    assert found["undivided"]["entropy_nats"] == 0


def test_a_seed_of_nineteen_figures_is_told_as_text_too(capfdbinary: Caught) -> None:
    found = printed(capfdbinary, "--tokens", "2", "--seed", "9223372036854775807")
    assert (found["seed"], found["seed_text"]) == (2**63 - 1, "9223372036854775807")


def test_the_sum_pane_tells_its_walk(capfdbinary: Caught) -> None:
    found = printed(capfdbinary, "sum", "--slots", "rademacher", "--d-k", "100")
    assert found["sum"]["spread"] == 10
    assert found["sum"]["walks"] == 1000
    assert found["sum"]["measured_spread"] == pytest.approx(10, rel=0.1)
    assert found["command"] == "sqrtdk-tui sum --d-k 100 --slots rademacher"
    cauchy = printed(capfdbinary, "sum", "--slots", "cauchy")
    assert cauchy["sum"]["spread"] is None


def test_the_farthest_numbers_stay_strict(capfdbinary: Caught) -> None:
    found = printed(capfdbinary, "--scores", "1.79e308,-1.79e308,0", "--divide", "none")
    assert found["scores"]["raw"] == [1.79e308, -1.79e308, 0]


@settings(max_examples=60, deadline=None)
@given(small_labs(), st.sampled_from(PANES))
def test_any_reading_is_strict_json_in_its_own_types(lab: Lab, pane: str) -> None:
    reading = place(read(lab)) if lab.source == "drawn" and lab.tokens * lab.d_k < 200 else read(lab)
    found = report.json_object(reading, pane)
    again = strict(json.dumps(found, allow_nan=False))
    assert again == found, "native numbers, lists and texts only"
    assert set(found) >= KEYS
    assert found["sentence"] == words.sentence(reading)
    assert command.parse_line(found["command"], "steps", Lab())[0] == pane
    assert len(found["labels"]) == len(found["scores"]["raw"]) == lab.count
