"""The tour: ten steps, predict first, forward and back, and back again tomorrow."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable

import numpy as np
import pytest

from sqrtdk_tui import tour
from sqrtdk_tui.content import ContentError, packaged
from sqrtdk_tui.tour import ANCHORS, FILE, VERDICTS, Stop, Tour, load, packaged_stops, press, resumed, stop_of
from sqrtdk_tui.tour_facts import FACTS
from sqrtdk_tui.tour_words import deed, lines, working

STOPS = packaged_stops()


def at(number: int) -> Tour:
    return Tour(STOPS, number - 1)


def predicted(state: Tour) -> Tour:
    assert state.stop is not None
    return press(press(state, "select", state.stop.right), "commit")


def test_ten_steps_carry_every_idea_of_the_chapter_once() -> None:
    assert len(STOPS) == 10
    assert sorted(anchor for stop in STOPS for anchor in stop.anchors) == sorted(ANCHORS)
    assert stop_of("qa3") == 9
    assert stop_of("nowhere") is None


def test_the_first_measured_step_is_the_sum_of_slots_before_softmax() -> None:
    measured = [stop for stop in STOPS if stop.facts]
    assert measured[0].id == "sum"
    assert {step.pane for step in measured[0].steps} == {"sum"}
    assert press(press(at(1), "select", 0), "commit").covered


def test_one_step_is_hygiene_not_meaning_and_one_says_what_it_cannot_do() -> None:
    assert "Hygiene, not meaning" in [stop.title for stop in STOPS]
    assert "limits" in STOPS[-1].anchors
    assert {stop.verdict for stop in STOPS} == set(VERDICTS)
    told = "\n".join(line.text for line in lines(Tour(STOPS, 10)))
    assert "next page" in told


@pytest.mark.parametrize("stop", STOPS, ids=lambda s: s.id)
def test_texts_are_filled_short_and_without_markup(stop: Stop) -> None:
    for text in (stop.text, stop.question, stop.result, stop.because, *stop.options):
        told = stop.told(text)
        assert not re.search(r"[{}\[\]\n]", told)
        assert len(told) <= 230
    assert len(re.findall(r"[.?](?: |$)", stop.text)) <= 3


@pytest.mark.parametrize("stop", STOPS, ids=lambda s: s.id)
def test_nothing_is_told_before_a_prediction(stop: Stop) -> None:
    state = at(STOPS.index(stop) + 1)
    before = "\n".join(line.text for line in lines(state))
    assert stop.told(stop.result) not in before
    assert state.covered
    assert press(state, "commit").note.startswith("Predict first")
    assert press(state, "show") == state
    after = predicted(state)
    told = "\n".join(line.text for line in lines(after))
    assert stop.told(stop.result) in told
    assert VERDICTS[stop.verdict] in told
    assert press(after, "select", 0) == after


FACT_NUMBERS: dict[str, Callable[[dict[str, str]], bool]] = {
    "sum": lambda f: (
        float(f["small"]) == math.sqrt(16) and float(f["large"]) == math.sqrt(64) and float(f["variance"]) == 64
    ),
    "hundred": lambda f: (
        f["beyond"] == "1 in 5.5 million"
        and f["within"] == f"{100 * coins(100, lambda s: abs(s) <= 20):.1f}%"
        and f["reach"] == f"{100 * coins(100, lambda s: abs(s) >= 10):.0f}%"
        and abs(1 / coins(100, lambda s: abs(s) > 50) - 5_524_854) < 1
    ),
    "napkin": lambda f: (f["root"], f["outer"], f["inner"], f["variance"]) == ("1.414", "25%", "50%", "2"),
    "spike": lambda f: f["first"] == "99.97%" and f["odds"] == f"{math.exp(8):.0f}",
    "before": lambda f: (
        f["before"] == "66.5%, 24.5%, 9.0%" and f["after"].startswith("12.5%") and f["together"] == "0.125"
    ),
    "slope": lambda f: (f["divided"], f["times"], f["back"]) == ("0.22", "664", "83") and dead_share(f["dead"]),
    "hygiene": lambda f: (f["count"], f["divisor"]) == ("8", "8"),
    "fixed": lambda f: (f["root"], f["spread"], f["d_k"]) == (f"{math.sqrt(128):.2f}", "1", "128"),
    "limits": lambda f: f["spread"] == "4",
}


def coins(n: int, holds: Callable[[int], bool]) -> float:
    """The chance of a property of n coins' sum, counted in whole numbers."""
    return float(sum(math.comb(n, k) for k in range(n + 1) if holds(2 * k - n)) / 2**n)


def dead_share(told: str) -> bool:
    """Close to that of rows drawn in a plain way: one query, three keys, every slot normal."""
    rng = np.random.default_rng(5)
    query, keys = rng.standard_normal((20_000, 64)), rng.standard_normal((20_000, 3, 64))
    scores = np.einsum("ri,rji->rj", query, keys)
    weights = np.exp(scores - scores.max(axis=1, keepdims=True))
    weights /= weights.sum(axis=1, keepdims=True)
    dead = float(np.mean(1 - (weights**2).sum(axis=1) < 0.01))
    return abs(float(told.removesuffix("%")) - 100 * dead) < 2


@pytest.mark.parametrize("name", [name for name in FACTS if name])
def test_facts_equal_an_independent_calculation(name: str) -> None:
    assert FACT_NUMBERS[name](FACTS[name]())


def test_forward_back_and_again() -> None:
    state = predicted(at(1))
    assert press(state, "next").at == 1
    assert press(press(state, "next"), "back") == state
    assert press(at(1), "back").note == "This is the first step."
    end = at(10)
    for _ in range(3):
        end = press(end, "next")
    assert end.stop is None
    assert press(end, "back").at == 9
    assert press(end, "restart") == Tour(STOPS)


def test_settings_follow_one_another_and_begin_anew() -> None:
    state = predicted(at(6))
    assert state.stop is not None
    first, second = state.stop.steps
    assert state.step == first
    assert press(state, "show").step == second
    assert press(press(state, "show"), "show").step == first


def test_one_comes_back_to_where_one_was() -> None:
    state, visits = Tour(STOPS), []
    for _ in range(4):
        state = predicted(state)
        visits.append(state.position)
        state = press(state, "next")
        visits.append(state.position)
    assert resumed(STOPS, visits) == state
    assert resumed(STOPS, [*visits, ("end", "")]).stop is None
    assert resumed(STOPS, []) == Tour(STOPS)
    assert resumed(STOPS, [("gone", "1"), ("sum", "9"), ("sum", "x")]) == Tour(STOPS, 1)


def test_random_keys_never_uncover_without_a_prediction() -> None:
    rng, state = random.Random(1), Tour(STOPS)
    for _ in range(500):
        key, before = rng.choice(["enter", "up", "down", *"abcdnpvrz1"]), state
        found = deed(state, key)
        state = press(state, *found) if found else state
        if len(state.chosen) > len(before.chosen):
            assert key == "enter"
            assert before.selected is not None


def test_keys_named_as_working_do_work() -> None:
    for state in (at(1), at(2), predicted(at(6)), press(at(3), "select", 1), Tour(STOPS, 10)):
        for key, _ in working(state):
            assert deed(state, {"Enter": "enter"}.get(key, key[0])), key


def test_what_is_broken_names_the_file_and_the_line() -> None:
    text = packaged(FILE)
    for change, to in (("right = 1", "right = 7"), ('verdict = "exact"', 'verdict = "so"'), ("title =", "titel =")):
        with pytest.raises(ContentError, match=rf"^{FILE}, line \d+ \(\w+\): "):
            load(lambda name, change=change, to=to: text.replace(change, to, 1))  # type: ignore[misc]


def test_no_sentence_of_it_is_left_unfinished() -> None:
    assert all(stop.told(stop.result).endswith((".", "!")) for stop in STOPS)
    assert tour.LETTERS == "abcd"
