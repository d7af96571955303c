"""Names from anywhere stand on a terminal as one line, as wide as asked."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from sqrtdk_tui.labels import fit, to_ascii
from sqrtdk_tui.typed import safe


@given(st.text(max_size=30), st.integers(0, 40), st.booleans())
def test_any_name_fits_and_steers_nothing(text: str, width: int, ascii: bool) -> None:
    shown = fit(text, width, ascii)
    assert cell_len(shown) <= width
    assert not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in shown)
    assert "\x1b" not in shown
    if ascii:
        assert shown.isascii()


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("attention", 5, "atte…"),
        ("the", 3, "the"),
        ("語語語", 4, "語…"),
        ("語語", 4, "語語"),
        ("a\x1b[31mb", 20, "a�[31mb"),
        ("two\nlines", 20, "two�lines"),
        ("[/b]", 20, "[/b]"),
        ("a\u202eb\u200b", 20, "ab"),
        ("e\u0301", 1, "é"),
        ("x", 0, ""),
    ],
)
def test_names(text: str, width: int, shown: str) -> None:
    assert fit(text, width) == shown


def test_signs_have_a_spelling_in_ascii() -> None:
    assert to_ascii("√64 = 8 ÷ ≈ ▲ × ρ") == "sqrt 64 = 8 / ~ ^ x rho"
    assert to_ascii("語") == "?"
    assert fit("attention", 5, ascii=True) == "atte~"


def test_a_lone_surrogate_can_be_written_out() -> None:
    assert safe("\udcff").encode() == "�".encode()
