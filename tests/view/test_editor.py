"""A line being typed: every key does what it does in a shell, in the order in which the keys came."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqrtdk_tui.tui.editor import NOTHING, Editor, opened

KEYS = ("left", "right", "home", "end", "backspace", "delete", "ctrl+a", "ctrl+e", "ctrl+u", "ctrl+k", "ctrl+w")


def press(editor: Editor, *keys: str) -> Editor:
    for key in keys:
        after = editor.key(key) if key in KEYS else editor.typed(key)
        assert after is not None
        editor = after
    return editor


def test_figures_typed_after_the_cursor_moved_stand_where_it_stood() -> None:
    assert press(NOTHING, "12", "left", "3").text == "132"


@pytest.mark.parametrize(
    ("keys", "text", "cursor"),
    [
        (("home", "x"), "x2, 1 0", 1),
        (("backspace",), "2, 1 ", 5),
        (("left", "delete"), "2, 1 ", 5),
        (("delete",), "2, 1 0", 6),
        (("ctrl+a", "ctrl+k"), "", 0),
        (("ctrl+u",), "", 0),
        (("left", "left", "ctrl+u"), " 0", 0),
        (("ctrl+w",), "2, 1", 4),
        (("ctrl+w", "ctrl+w"), "2,", 2),
        (("ctrl+w", "ctrl+w", "ctrl+w", "ctrl+w"), "", 0),
        (("home", "left", "right", "end", "right"), "2, 1 0", 6),
    ],
)
def test_editing_keys(keys: tuple[str, ...], text: str, cursor: int) -> None:
    after = press(opened("2, 1 0"), *keys)
    assert after.text.rstrip() == text.rstrip()
    assert min(after.cursor, len(after.text.rstrip())) == min(cursor, len(text.rstrip()))


def test_a_key_that_edits_nothing_is_none_of_the_editors() -> None:
    assert NOTHING.key("f1") is NOTHING.key("escape") is NOTHING.key("tab") is None


def test_pasted_line_ends_become_spaces_and_controls_are_left_out() -> None:
    assert NOTHING.typed("2\n1\r\n0\t5\x1b[31m\0").text.split() == ["2", "1", "0", "5[31m"]


def test_typing_takes_back_what_was_wrong() -> None:
    wrong = Editor("x", 1, "x is not a number")
    assert wrong.typed("1").error == ""
    edited = wrong.key("backspace")
    assert edited is not None
    assert edited.error == ""


@given(st.lists(st.sampled_from(KEYS) | st.text(max_size=4), max_size=30))
def test_the_cursor_stays_in_the_text_and_the_text_on_one_line(keys: list[str]) -> None:
    editor = press(NOTHING, *keys)
    assert 0 <= editor.cursor <= len(editor.text)
    assert editor.text.isprintable()
