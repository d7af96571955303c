"""The sentences: what they say in each situation, always as one line of plain text."""

from __future__ import annotations

import math
import unicodedata

import pytest
from hypothesis import given, settings
from rich.cells import cell_len

from sqrtdk_tui import words
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.reading import place, read
from tests.lab.strategies import small_labs
from tests.reading.test_reading import DRAWN, raw

INF = math.inf


def said(lab: Lab) -> str:
    return words.sentence(read(lab))


def test_the_lesson() -> None:
    assert said(Lab()) == 'Undivided, "the" takes 99.97%. Divided by 8: 66.5%. Same winner, still a mix.'
    assert said(Lab(d_k=256)).startswith('Undivided, "the" takes >') is False
    assert "all but 1 in 8.9 million" in said(Lab(d_k=256))
    assert "66.5%" in said(Lab(d_k=256))


def test_dividing_by_one_changes_nothing() -> None:
    assert "dividing by 1 changes nothing" in said(Lab(d_k=1))
    assert said(Lab(divide="none")) == "Nothing is divided: both charts are the same."
    assert said(Lab(divide=1.0)) == "Dividing by 1 changes nothing: both charts are the same."


def test_both_sides_a_spike() -> None:
    assert said(raw(800, 0)) == "The divide cannot help here: the top two scores differ by 100 even after it."
    assert said(raw(800, 800, 0)).startswith("A tie")


@pytest.mark.parametrize(
    ("lab", "told"),
    [
        (raw(2, 2, 0), 'A tie: "the" and "cat" take 46.8% each undivided, '),
        (raw(1, 1, 1), "A tie: equal scores get equal shares, 33.3% each, divided or not."),
        (raw(1, 1, 1, 0), "A tie: 3 tokens take "),
        (raw(1, 1, -INF), "A tie: equal scores get equal shares, 50.0% each, divided or not."),
        (raw(3), "Only one token takes everything, divided or not"),
        (raw(-INF, 3), 'Only "cat" is not masked: it takes everything, divided or not'),
        (raw(-INF, -INF), "Every token is masked: softmax has nothing to share out"),
        (
            raw(16, 8, 0, divide="after"),
            "Too late: divided after softmax, the shares sum to 0.125 and the spike stays.",
        ),
        (raw(2, 1, 0, divide=0.5), "Same winner, sharper."),
    ],
)
def test_what_is_said(lab: Lab, told: str) -> None:
    assert told in said(lab)


def test_a_row_that_is_no_spike_keeps_no_spike_when_divided_too_late() -> None:
    assert "spike" not in said(raw(1, 0, divide="after"))


def test_an_even_mix_is_called_even() -> None:
    assert said(raw(1, 0, divide=100.0).changed(labels=("a", "b"))).endswith("almost even.")


def test_headlines_have_a_sign_beside_the_word() -> None:
    reading = read(Lab())
    assert words.headline(reading.undivided) == "▲ SPIKE"
    assert words.headline(reading.divided) == "≈ MIX"
    assert words.headline(None) == "UNDEFINED"
    assert words.divided_by(reading) == "softmax(q·k ÷ 8)"
    assert words.divided_by(read(Lab(divide="after"))) == "softmax(q·k) ÷ 8"


def test_the_trail_of_the_lesson() -> None:
    told = words.trail(read(Lab()))
    assert told.startswith('"the" undivided at d_k')
    assert told.endswith("1: 66.5%   4: 86.7%   16: 98.2%   ▸ 64: 99.97%")
    assert words.trail(read(raw(16, 8, 0, divide="none"))) == "These scores and this divisor do not depend on d_k."
    assert words.trail(read(raw(-INF))) == ""


def test_the_place_of_a_drawn_row() -> None:
    told = words.place(place(read(DRAWN.changed(seed=3))))
    assert told.startswith("This row's top share ")
    assert "of 4,000 like it: median 99." in told
    assert told.endswith("% below 90%.")
    assert words.place(read(Lab())) == ""


def test_what_is_mixed_comes_largest_first() -> None:
    reading = read(Lab())
    assert reading.divided is not None
    assert words.mixed(reading, reading.divided) == ".665 v(the) + .245 v(cat) + .090 v(sat)"
    reading = read(raw(0, 5, -INF, 4, 3, 2))
    assert reading.divided is not None
    assert words.mixed(reading, reading.divided, 2).endswith(" + 3 more")
    assert words.mixed(reading, reading.divided).index("v(cat)") == 5


def test_a_covered_side_is_not_told() -> None:
    told = words.covered_sentence(read(Lab()))
    assert told == 'Undivided, "the" takes 99.97%. What will dividing by 8 leave it?'
    assert "66.5" not in told


def steers_nothing(text: str) -> bool:
    return not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in text)


@settings(max_examples=100, deadline=None)
@given(small_labs())
def test_every_sentence_is_one_line_of_plain_text(lab: Lab) -> None:
    reading = read(lab)
    told = [words.sentence(reading), words.covered_sentence(reading), words.trail(reading), words.place(reading)]
    told += [words.invitation(lab), words.divided_by(reading)]
    for side in (reading.undivided, reading.divided):
        told.append(words.headline(side))
        if side is not None:
            told.append(words.mixed(reading, side))
    for text in told:
        assert steers_nothing(text)
        assert "nan" not in text.replace("nan", "", sum(label.count("nan") for label in reading.labels))
        assert cell_len(text) <= 120
