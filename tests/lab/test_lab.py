"""The one record: what it holds, and one sentence for each rule that it keeps."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given

from sqrtdk_tui.lab import MAX_D_K, MAX_SEED, Lab, LabError
from tests.lab.strategies import labs

NAN, INF = math.nan, math.inf
BROKEN: list[tuple[dict[str, Any], str, str]] = [
    ({"d_k": 0}, "--d-k", "d_k goes from 1 to 1048576, not 0."),
    ({"d_k": MAX_D_K + 1}, "--d-k", "d_k goes from 1 to 1048576, not 1048577."),
    ({"source": "x\x1b"}, "--source", "x� is no source; use hand, raw or drawn."),
    ({"unit_scores": ()}, "--scores", "1 to 1024"),
    ({"raw_scores": (0.0,) * 1025}, "--scores", "There are too many scores; a row has 1 to 1024."),
    ({"unit_scores": (NAN,)}, "--scores", "A score must be a finite number, or -inf to mask a token."),
    ({"raw_scores": (INF,)}, "--scores", "A score must be a finite number, or -inf to mask a token."),
    ({"tokens": 0}, "--tokens", "tokens go from 1 to 1024, not 0."),
    ({"tokens": 1025}, "--tokens", "tokens go from 1 to 1024, not 1025."),
    (
        {"source": "drawn", "tokens": 1024, "d_k": 4097},
        "--d-k",
        "1024 tokens × 4097 slots are too many",
    ),
    ({"divide": "half"}, "--divide", "A divisor is a number above 0, or one of sqrt, none, dk or after."),
    ({"divide": 0.0}, "--divide", "A divisor is a number above 0"),
    ({"divide": -8.0}, "--divide", "A divisor is a number above 0"),
    ({"divide": INF}, "--divide", "A divisor is a number above 0"),
    ({"divide": NAN}, "--divide", "A divisor is a number above 0"),
    ({"slots": "gauss"}, "--slots", "gauss is no slot law; use normal, rademacher"),
    ({"sigma": (1.0, 0.0)}, "--sigma", "sigma goes from 1e-09 to 1000000000."),
    ({"sigma": (NAN, 1.0)}, "--sigma", "sigma goes from 1e-09 to 1000000000."),
    ({"mean": (INF, 0.0)}, "--mean", "mean goes from -1000000000 to 1000000000."),
    ({"rho": 1.5}, "--rho", "rho goes from -1 to 1, not 1.5."),
    ({"rho": NAN}, "--rho", "rho goes from -1 to 1, not nan."),
    ({"slot_correlation": 1.0}, "--slot-correlation", "slot-correlation goes from 0 to below 1, not 1."),
    ({"slot_correlation": -0.1}, "--slot-correlation", "slot-correlation goes from 0 to below 1, not -0.1."),
    ({"slots": "laplace", "rho": 0.5}, "--rho", "rho is for normal slots only: for laplace slots"),
    ({"slots": "t3", "slot_correlation": 0.5}, "--slot-correlation", "slot-correlation is for normal slots only"),
    ({"seed": -1}, "--seed", "seed goes from 0 to 9223372036854775807, not -1."),
    ({"seed": MAX_SEED + 1}, "--seed", "seed goes from 0 to 9223372036854775807"),
]


@pytest.mark.parametrize(("fields", "option", "sentence"), BROKEN)
def test_every_rule_has_its_option_and_its_sentence(fields: dict[str, Any], option: str, sentence: str) -> None:
    with pytest.raises(LabError) as caught:
        Lab(**fields)
    assert caught.value.option == option
    assert sentence in str(caught.value)
    assert str(caught.value).isprintable()
    assert str(caught.value).count(". ") == 0, "one sentence"


def test_the_edges_are_allowed() -> None:
    Lab(
        d_k=1,
        sigma=(1e-9, 1e9),
        mean=(-1e9, 1e9),
        divide=5e-324,
        rho=-1.0,
        slot_correlation=math.nextafter(1, 0),
        seed=MAX_SEED,
    )
    Lab(source="drawn", tokens=1024, d_k=4096)
    Lab(source="hand", tokens=1024, d_k=MAX_D_K)  # tokens are not live by hand


def test_a_lab_is_a_value() -> None:
    assert Lab() == Lab(d_k=64)
    assert hash(Lab()) == hash(Lab(d_k=64))
    assert Lab() != Lab(seed=1)
    with pytest.raises(AttributeError):
        Lab().d_k = 3  # type: ignore[misc]


def test_a_refused_change_leaves_the_lab_as_it_was() -> None:
    lab = Lab()
    with pytest.raises(LabError):
        lab.changed(d_k=0)
    assert lab == Lab()


def test_the_scores_in_use_are_those_of_the_source() -> None:
    lab = Lab(unit_scores=(1.0,), raw_scores=(5.0, 4.0), tokens=7)
    assert [lab.changed(source=s).scores for s in ("hand", "raw", "drawn")] == [(1.0,), (5.0, 4.0), ()]
    assert [lab.changed(source=s).count for s in ("hand", "raw", "drawn")] == [1, 2, 7]
    assert lab.changed(source="raw").with_scores((3.0,)).raw_scores == (3.0,)
    assert lab.with_scores((3.0,)).unit_scores == (3.0,)


def test_tokens_are_named_by_the_labels_then_by_words_then_by_number() -> None:
    assert Lab().token_names() == ("the", "cat", "sat")
    assert Lab(labels=("a",)).token_names() == ("a", "cat", "sat")
    assert Lab(labels=("a", "b", "c", "d")).token_names() == ("a", "b", "c")
    assert Lab(source="drawn", tokens=9).token_names()[:2] == ("t1", "t2")


@given(labs())
def test_every_token_has_a_name(lab: Lab) -> None:
    assert len(lab.token_names()) == lab.count
