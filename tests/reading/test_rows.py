"""Rows are never wider than asked, whatever stands in them."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from sqrtdk_tui.rows import Look, beside, text_of, width_of, wrap

texts = st.text(max_size=20)
Told = list[tuple[str, str]]
cells = st.lists(st.tuples(texts, st.just("text")), max_size=5)
looks = st.builds(Look, st.integers(0, 60), st.booleans())


@given(cells, cells, looks)
def test_a_row_is_never_wider_than_its_look(left: Told, right: Told, look: Look) -> None:
    assert width_of(look.row(*left)) <= look.width
    assert width_of(look.spread(left, right)) <= max(look.width, 1)
    if look.ascii:
        assert text_of(look.row(*left)).isascii()


@given(cells, looks, st.data())
def test_columns_are_exactly_as_wide_as_asked(told: Told, look: Look, data: st.DataObject) -> None:
    widths = data.draw(st.lists(st.integers(-12, 12), min_size=len(told), max_size=len(told)))
    row = look.columns(told, widths)
    assert [cell_len(run.text) for run in row] == [abs(width) for width in widths]


def test_columns_align_to_either_side() -> None:
    assert text_of(Look().columns([("a", ""), ("b", "")], (-3, 3))) == "a    b"


def test_spread_puts_its_ends_at_the_edges() -> None:
    assert text_of(Look(10).spread([("left", "")], [("right", "")])) == "left right"
    assert text_of(Look(9).spread([("left", "")], [("right", "")])) == "le… right"


def test_beside_starts_the_second_block_at_its_column() -> None:
    left, right = [Look().row(("ab", ""))], [Look().row(("x", "")), Look().row(("y", ""))]
    assert [text_of(row) for row in beside(left, right, 4)] == ["ab  x", "    y"]


@given(st.lists(st.text("abc語", min_size=1, max_size=9), max_size=12), st.integers(20, 40))
def test_wrapped_lines_keep_every_word_in_its_order(words: list[str], width: int) -> None:
    lines = wrap(" ".join(words), width)
    assert [word for line in lines for word in line.split()] == words
    assert all(cell_len(line) <= width for line in lines)


def test_wider_gaps_are_kept() -> None:
    assert wrap("1: 66.5%   4: 86.7%", 80) == ["1: 66.5%   4: 86.7%"]
