"""The parts around the charts: the strip follows the chosen input, the field shows what is typed."""

from __future__ import annotations

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqrtdk_tui.inputs import INPUTS
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.options import PANES
from sqrtdk_tui.presets import PRESETS
from sqrtdk_tui.rows import Look, text_of, width_of
from sqrtdk_tui.tui import regions
from sqrtdk_tui.tui.editor import Editor
from sqrtdk_tui.tui.view import View
from tests.lab.strategies import labs

looks = st.builds(Look, st.integers(40, 160), st.booleans())


def test_the_strip_of_the_chapter() -> None:
    told = text_of(regions.strip(View(Lab()), Look(80)))
    assert "d_k ◂ 64 ▸" in told
    assert "scores 2, 1, 0 × √d_k" in told
    assert "divide by √64 = 8" in told
    assert told.rstrip().endswith("m more")


@settings(max_examples=80, deadline=None)
@given(labs(), looks, st.sampled_from(PANES), st.data())
def test_the_chosen_input_is_in_sight(lab: Lab, look: Look, pane: str, data: st.DataObject) -> None:
    view = View(lab, pane=pane)
    view = view.but(active=data.draw(st.sampled_from([entry.name for entry in view.choices()])))
    row = regions.strip(view, look)
    assert width_of(row) <= look.width
    assert any(run.role == "chosen" for run in row)
    assert not look.ascii or text_of(row).isascii()


@settings(max_examples=80, deadline=None)
@given(labs(), looks, st.sampled_from([entry.name for entry in INPUTS]), st.text("12, x語", max_size=200), st.data())
def test_a_field_shows_where_the_next_sign_will_stand(
    lab: Lab, look: Look, name: str, text: str, data: st.DataObject
) -> None:
    editor = Editor(text, data.draw(st.integers(0, len(text))))
    for mode, draw in (("field", regions.field), ("line", regions.line)):
        view = View(lab, mode=mode, active=name, editor=editor)
        row = draw(view, look)
        assert width_of(row) <= look.width
        if text.isascii():
            assert any(run.role == "cursor" for run in row)


def test_an_empty_field_shows_the_old_value() -> None:
    told = text_of(regions.field(View(Lab(), mode="field"), Look(80)))
    assert "now 64" in told


@settings(max_examples=60, deadline=None)
@given(labs(), looks, st.integers(13, 30), st.booleans())
def test_the_panel_fits(lab: Lab, look: Look, height: int, all_inputs: bool) -> None:
    view = View(lab, all_inputs=all_inputs)
    rows = regions.panel(view, look, height)
    assert len(rows) <= height
    assert all(width_of(row) <= look.width for row in rows)
    told = "\n".join(text_of(row) for row in rows)
    for entry in view.choices() if all_inputs else []:
        assert look.text(entry.label) in told


@pytest.mark.parametrize(("width", "row"), list(product([40, 80, 120], [0, 1, len(PRESETS) // 2, len(PRESETS) - 1])))
def test_the_list_marks_the_chosen_preset_and_names_its_source(width: int, row: int) -> None:
    rows = regions.presets(View(Lab(), mode="list", row=row), Look(width), 12)
    assert len(rows) <= 12
    assert all(width_of(line) <= width for line in rows)
    marked = [text_of(line) for line in rows if "▸" in text_of(line)]
    assert len(marked) == 1
    assert PRESETS[row].name[:20] in marked[0]
    told = " ".join(" ".join(text_of(line) for line in rows).split())
    assert PRESETS[row].source in told
    assert PRESETS[row].line in told
    assert f"{row + 1} of {len(PRESETS)}" in text_of(rows[0])


def test_the_open_pane_is_in_brackets() -> None:
    assert "[1 Steps]  2 Sum " in text_of(regions.tabs(View(Lab()), "", Look(80)))
    assert " 1 Steps  [2 Sum]" in text_of(regions.tabs(View(Lab(), pane="sum"), "", Look(80)))
    told = text_of(regions.tabs(View(Lab()), "where do they come from? 2 Sum", Look(100)))
    assert "where do they come from? 2 Sum" in told
    assert width_of(regions.tabs(View(Lab()), "x" * 100, Look(80))) == 80


@given(st.lists(st.tuples(st.text(max_size=100), st.just("text")), max_size=3), looks, st.integers(1, 5))
def test_sentences_keep_their_room(told: list[tuple[str, str]], look: Look, height: int) -> None:
    rows = regions.sentences(told, look, height)
    assert len(rows) <= height
    assert all(width_of(row) <= look.width for row in rows)
