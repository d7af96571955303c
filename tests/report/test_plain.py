"""--plain: the screen's sentences word for word, meters, no escape byte, as wide as asked."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from sqrtdk_tui import command, report, sum_pane, words
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.options import PANES
from sqrtdk_tui.reading import place, read
from sqrtdk_tui.rows import Look
from sqrtdk_tui.walk import read_walk, read_walks
from tests.lab.strategies import small_labs
from tests.reading.test_reading import DRAWN, raw


def page(lab: Lab, pane: str = "steps", look: Look | None = None) -> list[str]:
    return report.plain(place(read(lab)), pane, look or Look())


def joined(lines: list[str]) -> str:
    """The page as one line, so that a wrapped sentence is found."""
    return " ".join(" ".join(lines).split())


def test_the_bars_of_the_chapter() -> None:
    lines = page(Lab())
    assert any(line.startswith("UNDIVIDED softmax(q·k)") and "▲ SPIKE" in line for line in lines)
    assert any(line.startswith("DIVIDED softmax(q·k ÷ 8)") and "≈ MIX" in line for line in lines)
    meters = [line for line in lines if "█" in line]
    assert [line.split()[:3] for line in meters] == [
        ["the", "16", "99.97%"],
        ["the", "2", "66.5%"],
        ["cat", "1", "24.5%"],
        ["sat", "0", "9.0%"],
    ]
    lengths = [line.count("█") for line in meters]
    assert lengths[1] / lengths[0] == pytest.approx(0.665, abs=0.03)


LABS = [Lab(), raw(3, 3), raw(800, 0), DRAWN.changed(seed=4, tokens=9), raw(1, divide="after")]


@pytest.mark.parametrize("lab", LABS)
def test_the_words_are_those_of_the_screen(lab: Lab) -> None:
    reading = place(read(lab))
    told = joined(page(lab))
    for sentence in (words.sentence(reading), words.trail(reading), words.place(reading)):
        assert joined([sentence]) in told


def test_the_sum_pane_s_words_are_those_of_the_screen() -> None:
    lab = Lab(d_k=100, slots="rademacher")
    walks = read_walks(lab)
    assert walks is not None
    told = joined(page(lab, "sum"))
    assert sum_pane.walk_sentence(read_walk(lab, 0), None) in told
    assert sum_pane.walks_sentence(walks) in told


def test_the_last_line_is_the_command_that_prints_it() -> None:
    lab = DRAWN.changed(seed=4)
    last = page(lab, "sum")[-1]
    assert last == "sqrtdk-tui sum --tokens 3 --seed 4"
    assert command.parse_line(last, "steps", Lab()) == ("sum", lab)
    long = raw(*range(200)).changed(labels=("a name",) * 200)
    assert command.parse_line(page(long)[-1], "steps", Lab()) == ("steps", long)


def test_an_undefined_row_is_told() -> None:
    assert "masked" in joined(page(raw(-float("inf"))))


def test_a_saved_report_is_the_same_text() -> None:
    assert report.text_report(place(read(Lab())), "steps") == "\n".join(page(Lab())) + "\n"


@settings(max_examples=60, deadline=None)
@given(small_labs(), st.sampled_from(PANES), st.integers(40, 71) | st.integers(74, 140), st.booleans())
def test_any_reading_fits_and_steers_nothing(lab: Lab, pane: str, width: int, ascii: bool) -> None:
    lines = report.plain(read(lab), pane, Look(width, ascii))
    assert all(cell_len(line) <= width for line in lines[:-1]), "all but the command, which is not cut"
    for line in lines:
        assert "\x1b" not in line
        assert "\n" not in line
        assert "\r" not in line
        assert not ascii or line.isascii()
