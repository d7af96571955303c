"""Each input: where its arrow leads, where it ends, what typing takes, and when it is live."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqrtdk_tui.inputs import BY_NAME, INPUTS, Input, divide_text, on_strip, scores_text
from sqrtdk_tui.lab import MAX_D_K, MAX_SEED, Lab, LabError
from sqrtdk_tui.options import PANES
from sqrtdk_tui.typed import exact
from tests.lab.strategies import labs, well_said

DRAWN = Lab(source="drawn")
ENTRIES = [entry.name for entry in INPUTS]


def step(name: str, lab: Lab, way: int) -> Lab:
    return BY_NAME[name].step(lab, way)


def refused(name: str, lab: Lab, way: int) -> str:
    with pytest.raises(LabError) as caught:
        step(name, lab, way)
    return str(caught.value)


@given(labs(), st.sampled_from(INPUTS), st.sampled_from((-1, 1)))
def test_an_arrow_gives_a_lab_or_a_sentence(lab: Lab, entry: Input, way: int) -> None:
    try:
        entry.step(lab, way)
    except LabError as error:
        well_said(error)


@given(
    labs(), st.sampled_from(ENTRIES), st.text(max_size=15) | st.sampled_from(("", "hand", "drawn", "2", "−1", "1,5"))
)
def test_typing_gives_a_lab_or_a_sentence(lab: Lab, name: str, text: str) -> None:
    try:
        BY_NAME[name].typed(lab, text)
    except LabError as error:
        well_said(error)


@given(labs(), st.sampled_from([n for n in ENTRIES if n not in ("scores",)]))
def test_typing_what_an_input_shows_changes_nothing(lab: Lab, name: str) -> None:
    if name == "divide" and isinstance(lab.divide, str):
        return
    if name == "labels" and len(lab.labels) not in (0, lab.count):
        return
    assert BY_NAME[name].typed(lab, BY_NAME[name].value(lab)) == lab


def test_d_k_doubles_and_halves_to_its_ends() -> None:
    lab, seen = Lab(), []
    for _ in range(6):
        lab = step("d_k", lab, -1)
        seen.append(lab.d_k)
    assert seen == [32, 16, 8, 4, 2, 1]
    assert "d_k = 1 is the smallest" in refused("d_k", lab, -1)
    assert step("d_k", Lab(d_k=MAX_D_K // 2), +1).d_k == MAX_D_K
    assert refused("d_k", Lab(d_k=MAX_D_K), +1) == "d_k goes up to 1048576."
    assert step("d_k", Lab(d_k=100), +1).d_k == 200


def test_a_drawn_row_stops_where_too_many_slots_would_be_drawn() -> None:
    lab = Lab(source="drawn", tokens=1024, d_k=4096)
    assert refused("d_k", lab, +1) == "1024 tokens × 8192 slots are too many: at most 4194304 are drawn for a row."
    assert "at most 4194304 are drawn" in refused("tokens", Lab(source="drawn", tokens=8, d_k=2**19), +1)


@pytest.mark.parametrize(
    ("name", "lab", "ups"),
    [
        ("tokens", Lab(source="drawn", tokens=1), 14),
        ("sigma_q", DRAWN.changed(sigma=(0.25, 1.0)), 5),
        ("sigma_k", DRAWN.changed(sigma=(1.0, 0.25)), 5),
        ("mean_q", DRAWN.changed(mean=(-2.0, 0.0)), 6),
        ("mean_k", DRAWN.changed(mean=(0.0, -2.0)), 6),
        ("rho", DRAWN.changed(rho=-1.0), 8),
        ("slot_correlation", DRAWN, 5),
    ],
)
def test_a_stepped_input_goes_up_to_its_end_and_all_the_way_back(name: str, lab: Lab, ups: int) -> None:
    refused(name, lab, -1)
    at = lab
    for _ in range(ups):
        at = step(name, at, +1)
    assert "Enter types another value" in refused(name, at, +1)
    for _ in range(ups):
        at = step(name, at, -1)
    assert at == lab


def test_an_arrow_goes_on_from_a_value_between_the_steps() -> None:
    assert step("tokens", Lab(source="drawn", tokens=100), +1).tokens == 128
    assert step("tokens", Lab(source="drawn", tokens=100), -1).tokens == 64
    assert step("rho", DRAWN.changed(rho=0.3), -1).rho == 0.25


def test_sources_rules_and_laws_go_round() -> None:
    for name, field, count in (("scores", "source", 3), ("divide", "divide", 4), ("slots", "slots", 8)):
        lab, seen = Lab(), []
        for _ in range(count):
            lab = step(name, lab, +1)
            seen.append(getattr(lab, field))
        assert len(set(seen)) == count
        assert lab == Lab()
    assert step("divide", Lab(divide=7.0), +1).divide == "sqrt"
    assert step("divide", Lab(divide=7.0), -1).divide == "after"


def test_leaving_normal_slots_leaves_their_correlations() -> None:
    assert step("slots", Lab(rho=0.5, slot_correlation=0.5), +1) == Lab(slots="rademacher")


def test_the_seed_stops_at_its_ends() -> None:
    assert "seed goes from 0" in refused("seed", Lab(), -1)
    assert "seed goes from 0" in refused("seed", Lab(seed=MAX_SEED), +1)


@pytest.mark.parametrize(
    ("name", "text", "lab"),
    [
        ("d_k", "1,024", Lab(d_k=1024)),
        ("d_k", "2^10", Lab(d_k=1024)),
        ("scores", "3 2 1", Lab(unit_scores=(3.0, 2.0, 1.0))),
        ("scores", " RAW ", Lab(source="raw")),
        ("divide", "none", Lab(divide="none")),
        ("divide", "12", Lab(divide=12.0)),
        ("sigma_q", "2", Lab(sigma=(2.0, 1.0))),
        ("sigma_k", "0,5", Lab(sigma=(1.0, 0.5))),
        ("mean_q", "−1", Lab(mean=(-1.0, 0.0))),
        ("labels", "a, b, c", Lab(labels=("a", "b", "c"))),
        ("labels", "", Lab()),
    ],
)
def test_typed_values(name: str, text: str, lab: Lab) -> None:
    assert BY_NAME[name].typed(Lab(), text) == lab


def test_scores_typed_over_a_drawn_row_are_raw() -> None:
    assert BY_NAME["scores"].typed(DRAWN, "5,4") == DRAWN.changed(source="raw", raw_scores=(5.0, 4.0))


@pytest.mark.parametrize(
    ("name", "text", "option"),
    [
        ("d_k", "x", "--d-k"),
        ("d_k", "", "--d-k"),
        ("scores", "1,5 2,5", "--scores"),
        ("sigma_q", "x", "--sigma"),
        ("sigma_k", "0", "--sigma"),
        ("mean_k", "1,024", "--mean"),
        ("rho", "2", "--rho"),
        ("labels", "a", "--labels"),
        ("labels", "x" * 200_000, "--labels"),
        ("seed", "-1", "--seed"),
    ],
)
def test_a_refusal_names_the_right_option(name: str, text: str, option: str) -> None:
    with pytest.raises(LabError) as caught:
        BY_NAME[name].typed(Lab(), text)
    assert caught.value.option == option


def live(lab: Lab, pane: str) -> set[str]:
    return {entry.name for entry in INPUTS if entry.live(lab, pane)}


def test_an_input_that_changes_nothing_is_not_live() -> None:
    always = {"d_k", "scores", "divide", "labels"}
    slots = {"slots", "sigma_q", "sigma_k", "mean_q", "mean_k", "seed"}
    normal = {"rho", "slot_correlation"}
    assert live(Lab(), "steps") == always
    assert live(Lab(source="raw"), "steps") == always
    assert live(Lab(), "sum") == always | slots | normal
    assert live(DRAWN, "steps") == always | slots | normal | {"tokens"}
    assert live(DRAWN.changed(slots="t3"), "steps") == always | slots | {"tokens"}


def test_the_strip_shows_what_matters_and_what_is_not_at_its_default() -> None:
    assert [entry.name for entry in on_strip(Lab(), "steps")] == ["d_k", "scores", "divide"]
    assert [entry.name for entry in on_strip(Lab(sigma=(2.0, 1.0)), "steps")] == ["d_k", "scores", "divide"]
    assert [entry.name for entry in on_strip(DRAWN.changed(sigma=(2.0, 1.0)), "steps")] == [
        "d_k",
        "scores",
        "tokens",
        "divide",
        "sigma_q",
        "slots",
        "seed",
    ]


@given(labs(), st.sampled_from(PANES))
def test_only_live_inputs_are_on_the_strip(lab: Lab, pane: str) -> None:
    names = [entry.name for entry in on_strip(lab, pane)]
    assert names[0] == "d_k"
    assert set(names) <= live(lab, pane)


def test_values_in_words() -> None:
    assert scores_text(Lab()) == "2, 1, 0 × √d_k"
    assert scores_text(Lab(source="raw")) == "16, 8, 0 raw"
    assert "drawn" in scores_text(DRAWN)
    assert scores_text(Lab(source="raw", raw_scores=(1.0,) * 7)) == "1, 1, 1, 1, 1, 1, … raw"
    assert [divide_text(Lab(divide=rule)) for rule in ("sqrt", "none", "dk", "after", 7.395)] == [
        "√64 = 8",
        "nothing",
        "d_k = 64",
        "√64 = 8 after softmax",
        "7.395",
    ]
    assert divide_text(Lab(d_k=2)) == "√2 = 1.414"
    assert exact(16.0) == "16"
