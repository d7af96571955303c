"""Keys on a View: whatever is pressed, what is shown stays whole; undo and Escape give back what was there."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqrtdk_tui.command import command_line
from sqrtdk_tui.lab import MAX_SEED, Lab, LabError
from sqrtdk_tui.options import PANES, UsageError
from sqrtdk_tui.presets import PRESETS
from sqrtdk_tui.reading import read
from sqrtdk_tui.rows import Look, width_of
from sqrtdk_tui.tui import help_page, keys, regions
from sqrtdk_tui.tui.editor import Editor
from sqrtdk_tui.tui.keys import COMMANDS
from sqrtdk_tui.tui.moves import MOVES, accept, play_on, step_of
from sqrtdk_tui.tui.view import View
from tests.lab.strategies import labs

TYPED = (*"0123456789.,-;hij [", "backspace", "home", "delete")
ALL_KEYS = sorted({key for command in COMMANDS for key in command.keys} | set(TYPED) | {"tick"})


def press(view: View, key: str) -> View:
    """What the screen does with a key, but for what goes beyond it. Refusals are raised."""
    if key == "tick":
        return play_on(view) if view.playing else view
    character = key if len(key) == 1 else " " if key == "space" else None
    found = keys.find(key, view.states)
    if found is not None:
        move = MOVES.get(found.name)
        return view if move is None else move(view)
    if view.mode in ("field", "line"):
        edited = view.editor.typed(character) if character else view.editor.key(key)
        return view if edited is None else view.but(editor=edited)
    return view


def pressed(view: View, *all_keys: str) -> View:
    """The same for several keys; a refusal leaves the View as it is, with the sentence beside the field."""
    for key in all_keys:
        try:
            view = press(view, key)
        except ValueError as error:
            sentence = refusal(error)
            if view.mode in ("field", "line"):
                view = view.but(editor=Editor(view.editor.text, view.editor.cursor, sentence))
            else:
                view = view.but(note=sentence)
    return view


def refusal(error: ValueError) -> str:
    if not type(error).__module__.startswith("sqrtdk_tui."):
        raise error
    assert str(error).isprintable()
    return str(error)


def check(view: View) -> None:
    names = [entry.name for entry in view.choices()]
    assert view.active in names
    assert 0 <= view.place < view.lab.count
    assert view.walk_at is None or 0 <= view.walk_at <= view.lab.d_k
    assert not (view.playing and (view.walk_at is None or view.thousand))
    assert view.pane in keys.PANES
    assert view.row >= 0
    assert view.mode != "list" or view.row < len(PRESETS)
    assert 0 <= view.editor.cursor <= len(view.editor.text)
    assert len(view.past) <= 200
    look = Look(80)
    shown = [regions.title(look), regions.strip(view, look), regions.footer(view, look), regions.line(view, look)]
    shown += [regions.tabs(view, "", look), *regions.panel(view, look, 9), *regions.panel(view, Look(36), 30)]
    if view.mode == "list":
        shown += regions.presets(view, look, 20)
    for row in shown:
        assert width_of(row) <= look.width


@settings(max_examples=150, deadline=None)
@given(labs(), st.lists(st.sampled_from(ALL_KEYS), max_size=40))
def test_whatever_is_pressed_the_view_stays_whole(lab: Lab, all_keys: list[str]) -> None:
    view = View(lab)
    for key in all_keys:
        view = pressed(view, key)
        check(view)


CHANGES = ["left", "right", "up", "down", "r", "0", "m", "2", "1", "enter", "3", "8", ",", "-", "escape", "p"]


@settings(max_examples=60, deadline=None)
@given(labs(), st.lists(st.sampled_from(CHANGES), max_size=40))
def test_undo_leads_all_the_way_back(lab: Lab, all_keys: list[str]) -> None:
    view = pressed(View(lab), *all_keys, "escape")
    seen = [view.lab]
    while view.past:
        view = pressed(view, "u")
        assert view.lab != seen[-1], "each undo gives back another Lab"
        seen.append(view.lab)
        check(view)
    assert view.lab == lab
    assert pressed(view, "u").lab == lab
    assert pressed(view, "u").note == "Nothing to undo."


@settings(max_examples=60, deadline=None)
@given(labs(), st.lists(st.sampled_from(TYPED), max_size=20), st.integers(0, 8), st.booleans())
def test_escape_leaves_a_field_with_the_old_value(lab: Lab, typed: list[str], which: int, line: bool) -> None:
    view = pressed(View(lab, all_inputs=True), *["down"] * which)
    left = pressed(view, ":" if line else "enter", *typed, "escape")
    assert left.mode == "explore"
    assert left.lab == lab
    assert left.editor.text == ""
    assert left.active == view.active


def test_figures_in_a_field_are_typed_and_not_panes() -> None:
    view = pressed(View(Lab()), "enter", "1", "2", "left", "3")
    assert view.editor.text == "132"
    assert view.pane == "steps"
    assert pressed(view, "enter").lab.d_k == 132


def test_what_is_wrong_is_said_beside_the_field_and_the_old_value_kept() -> None:
    view = pressed(View(Lab()), "enter", "0", "enter")
    assert view.mode == "field"
    assert "0 is out of range; use a whole number from 1" in view.editor.error
    assert view.lab == Lab()
    assert pressed(view, "backspace", "8", "enter").lab == Lab(d_k=8)


def test_an_empty_field_changes_nothing() -> None:
    for name in ("d_k", "scores", "divide"):
        view = pressed(View(Lab(), active=name), "enter", "enter")
        assert (view.mode, view.lab) == ("explore", Lab())


def test_six_steps_left_lead_to_one_slot_and_six_back() -> None:
    view = pressed(View(Lab()), *["left"] * 6)
    assert view.lab.d_k == 1
    assert "d_k = 1 is the smallest" in pressed(view, "left").note
    assert pressed(view, *["right"] * 6).lab == Lab()


def test_one_key_returns_to_the_default_and_one_undoes_it() -> None:
    other = Lab(d_k=16, source="drawn", tokens=5, seed=3)
    view = pressed(View(other, pane="sum"), "0")
    assert view.lab == Lab()
    assert pressed(view, "u").lab == other


def test_the_next_draw_goes_round() -> None:
    drawn = Lab(source="drawn")
    assert pressed(View(drawn), "r", "r").lab.seed == 2
    assert pressed(View(drawn.changed(seed=MAX_SEED)), "r").lab.seed == 0


def test_panes_focus_and_looks_are_toggled() -> None:
    view = View(Lab())
    assert pressed(view, "2").pane == "sum"
    assert pressed(view, "2", "1").pane == "steps"
    assert pressed(view, "tab").focus == "pane"
    assert pressed(view, "tab", "escape").focus == "inputs"
    assert pressed(view, "c").covered
    assert pressed(view, "c", "escape").covered, "Escape does not uncover by chance"
    assert not pressed(view, "c", "c").covered
    assert pressed(view, "f").full
    assert not pressed(view, "f", "escape").full
    assert pressed(view, "m").all_inputs
    assert pressed(view, "?").mode == "page"
    assert pressed(view, "p").mode == "list"
    assert pressed(view, "p", "escape") == view


def test_up_and_down_choose_an_input_and_tokens_in_the_pane() -> None:
    view = View(Lab())
    assert pressed(view, "down").active == "scores"
    assert pressed(view, "up").active == "divide"
    assert pressed(view, "]", "]").token == 2
    assert pressed(view, "[").token == 2
    assert pressed(view, "tab", "down").token == 1
    assert pressed(view, "tab", "up").token == 2


def test_a_token_that_is_gone_is_no_longer_chosen() -> None:
    view = pressed(View(Lab(source="drawn", tokens=8)), "[")
    assert view.token == 7
    assert view.with_lab(Lab()).token is None


def test_an_input_that_is_gone_is_no_longer_chosen() -> None:
    view = View(Lab(source="drawn"), active="seed")
    assert view.with_lab(Lab()).active == "d_k"
    assert pressed(View(Lab(), pane="sum", active="slots"), "1").active == "d_k"


@pytest.mark.parametrize("row", range(len(PRESETS)))
def test_a_preset_opens_from_the_list(row: int) -> None:
    view = pressed(View(Lab(d_k=3)), "p", *["down"] * row)
    assert view.row == row
    view = pressed(view, "enter")
    assert (view.pane, view.lab) == PRESETS[row].open()
    assert PRESETS[row].name in view.note
    assert pressed(view, "u").lab == Lab(d_k=3) or view.lab == Lab(d_k=3)
    read(view.lab)


def test_the_list_ends_at_its_ends() -> None:
    assert pressed(View(Lab()), "p", "up").row == 0
    assert pressed(View(Lab()), "p", *["pagedown"] * 9).row == len(PRESETS) - 1


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(PANES), labs())
def test_a_pasted_command_gives_the_same_screen(pane: str, lab: Lab) -> None:
    line = command_line(pane, lab)
    if not line.isprintable():
        return  # a line end inside a name does not go through one line
    view = pressed(View(Lab(seed=5), pane="sum"), ":")
    view = view.but(editor=view.editor.typed(line))
    after = accept(view)
    assert after.pane == pane
    assert command_line(after.pane, after.lab) == line
    check(after)


def test_options_typed_after_the_colon_change_only_what_they_name() -> None:
    view = pressed(View(Lab(source="drawn", seed=4), pane="sum"), ":", *"--d-k 16".replace(" ", " "))
    view = pressed(view, "enter")
    assert (view.pane, view.lab) == ("sum", Lab(source="drawn", seed=4, d_k=16))


def test_a_line_that_cannot_be_stays_open_with_its_sentence() -> None:
    view = pressed(View(Lab()), ":", *"--d 16", "enter")
    assert view.mode == "line"
    assert "did you mean --d-k?" in view.editor.error
    with pytest.raises((LabError, UsageError)):
        accept(view)


@pytest.mark.parametrize("d_k", [1, 2, 63, 64, 65, 1000, 2**20])
def test_a_walk_plays_to_its_end_in_at_most_sixty_frames(d_k: int) -> None:
    view = pressed(View(Lab(d_k=d_k), pane="sum"), "space")
    assert (view.playing, view.walk_at) == (True, 0)
    frames = 0
    while view.playing:
        view = pressed(view, "tick")
        frames += 1
    assert frames <= 60
    assert view.walk_at == d_k


def test_a_walk_steps_pauses_and_ends() -> None:
    view = View(Lab(d_k=256), pane="sum")
    assert step_of(view.lab) == 4
    assert step_of(Lab(d_k=10)) == 1
    assert pressed(view, ".").walk_at == 0
    assert pressed(view, ".", ".", ".").walk_at == 8
    assert pressed(view, ".", "e").walk_at is None
    playing = pressed(view, "space", "tick")
    assert not pressed(playing, "space").playing
    assert pressed(playing, "space", "space").walk_at == playing.walk_at, "it goes on where it paused"
    assert pressed(playing, "right").walk_at is None, "another walk"
    assert pressed(view, "w").thousand
    assert not pressed(view, "w", "w").thousand
    assert not pressed(view, "space", "1").playing


def test_walk_keys_do_nothing_in_another_pane() -> None:
    view = View(Lab())
    for key in (" ", "space", ".", "e", "w"):
        assert pressed(view, key) == view


def test_the_help_page_scrolls() -> None:
    lines = help_page.rows(Look(80))
    view = pressed(View(Lab()), "?", "down", "pagedown")
    shown = regions.page(lines, view, Look(80), 20)
    assert len(shown) == 20
    assert shown[0] == lines[11]
    assert regions.page(lines, view.but(row=10_000), Look(80), 20)[-2] == lines[-1]
    assert len(regions.page(lines[:3], view.but(row=0), Look(80), 20)) == 20
