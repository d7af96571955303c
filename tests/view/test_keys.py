"""The one table of state and key: no key with two meanings, no command out of reach, all of it told."""

from __future__ import annotations

import ast
import re
from itertools import product
from pathlib import Path

import pytest

from sqrtdk_tui.lab import Lab
from sqrtdk_tui.rows import Look, text_of, width_of
from sqrtdk_tui.tui import help_page, keys, regions
from sqrtdk_tui.tui.keys import BY_NAME, COMMANDS, OPEN_STATES, STATES, find, states_of
from sqrtdk_tui.tui.moves import MOVES
from sqrtdk_tui.tui.view import View

OCCURRING = [states_of(*at) for at in product(("explore", *OPEN_STATES), ("inputs", "pane"), keys.PANES)]
APP = Path(keys.__file__).with_name("app.py")


@pytest.mark.parametrize("states", sorted(set(OCCURRING)), ids="+".join)
def test_no_key_has_two_meanings(states: tuple[str, ...]) -> None:
    meanings = [(key, c.name) for c in COMMANDS for key in c.keys if set(c.states) & set(states)]
    assert len(meanings) == len({key for key, _ in meanings})


def test_every_command_is_reached_by_each_of_its_keys_where_it_works() -> None:
    for command in COMMANDS:
        for key in command.keys:
            assert any(find(key, states) is command for states in OCCURRING), f"{key} never does {command.name}"
        for state in command.states:
            assert any(state in states for states in OCCURRING), f"{state} never occurs"


def test_no_command_needs_a_key_that_terminals_keep_or_lose() -> None:
    for command in COMMANDS:
        safe = [key for key in command.keys if not re.search(r"alt\+|meta\+|shift\+enter|^f\d+$", key)]
        assert safe, command.name


def test_names_are_distinct_and_states_are_known() -> None:
    assert len(BY_NAME) == len(COMMANDS)
    for command in COMMANDS:
        assert set(command.states) <= set(STATES)
        assert command.help
        assert command.keys


def test_an_open_field_leaves_figures_and_letters_to_typing() -> None:
    for state, key in product(("field", "line"), "0123456789.-,:abcqr[]?+ "):
        assert find(key, states_of(state, "inputs", "sum")) is None


def test_quitting_works_everywhere() -> None:
    for states in OCCURRING:
        for key in ("ctrl+q", "ctrl+c"):
            found = find(key, states)
            assert found is not None
            assert found.name == "quit_now"


def names_in(file: Path, variable: str) -> set[str]:
    """The texts of a table in a module of the screen, read from its source: importing it would bring the screen in."""
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id == variable for t in node.targets):
            found = node.value.keys if isinstance(node.value, ast.Dict) else getattr(node.value, "elts", [])
            return {ast.literal_eval(key) for key in found if key is not None}
    raise AssertionError(f"{variable} is not in {file.name}")


def test_every_command_is_carried_out_by_a_move_or_by_the_app() -> None:
    beyond = names_in(APP, "actions") | names_in(APP.with_name("screen.py"), "own")
    assert not beyond & set(MOVES)
    assert beyond | set(MOVES) == set(BY_NAME)


@pytest.mark.parametrize("states", sorted(set(OCCURRING)), ids="+".join)
def test_the_palette_finds_every_command_by_its_words(states: tuple[str, ...]) -> None:
    for command in keys.search("", states):
        assert command in keys.search(command.help.upper(), states)
    assert keys.search("no such words", states) == []


@pytest.mark.parametrize("states", sorted(set(OCCURRING)), ids="+".join)
def test_the_footer_tells_only_what_works(states: tuple[str, ...]) -> None:
    for signs, label in keys.footer(states):
        assert any(c.footer == label and set(c.states) & set(states) for c in COMMANDS)
        assert signs


VIEWS = [
    View(Lab(), mode=m, focus=f, pane=p)
    for m, f, p in product(("explore", *OPEN_STATES), ("inputs", "pane"), keys.PANES)
]


@pytest.mark.parametrize("width", [40, 60, 80, 120, 200])
def test_footer_and_title_fit_and_hold_what_is_wanted_first(width: int) -> None:
    look = Look(width)
    for view in VIEWS:
        footer = regions.footer(view, look)
        assert width_of(footer) <= width
        assert not text_of(footer).endswith("…"), "a key is told whole or not at all"
        assert text_of(footer).strip()
    title = text_of(regions.title(look))
    assert "? help" in title
    assert "q quit" in title
    first = keys.footer(View(Lab()).states)[0]
    assert first == ("←→", "d_k")


def test_what_is_open_tells_how_to_close_it() -> None:
    for mode in OPEN_STATES:
        assert "Esc" in text_of(regions.footer(View(Lab(), mode=mode), Look(80)))


def page(look: Look) -> str:
    return "\n".join(text_of(row) for row in help_page.rows(look))


def test_the_help_page_tells_every_key_and_every_word() -> None:
    from sqrtdk_tui.glossary import GLOSSARY, NOTES

    lines = page(Look(200)).splitlines()
    for command in COMMANDS:
        head = " ".join(map(keys.sign, command.keys))
        assert any(line.strip().startswith(head) and command.help in line for line in lines), command.name
    told = " ".join(page(Look(200)).split())
    for word, meaning in GLOSSARY:
        assert f"{word} {meaning}" in told or " ".join(f"{word} {meaning}".split()) in told
    for note in NOTES:
        assert note in told


@pytest.mark.parametrize("width", [40, 80, 120])
@pytest.mark.parametrize("ascii", [False, True])
def test_the_help_page_fits(width: int, ascii: bool) -> None:
    look = Look(width, ascii)
    for row in help_page.rows(look):
        assert width_of(row) <= width
        assert not ascii or text_of(row).isascii()
    assert "…" not in page(Look(width))
