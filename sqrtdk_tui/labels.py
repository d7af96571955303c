"""Token names as they may stand on a terminal: one line, no control, as wide as asked."""

from rich.cells import cell_len, set_cell_size

from sqrtdk_tui.typed import safe

_ASCII_SIGNS = {
    "√": "sqrt ",
    "·": ".",
    "÷": "/",
    "×": "x",
    "−": "-",
    "≈": "~",
    "▲": "^",
    "▸": ">",
    "◂": "<",
    "←": "<-",
    "→": "->",
    "↑": "^",
    "↓": "v",
    "│": "|",
    "─": "-",
    "…": "~",
    "σ": "sigma",
    "μ": "mu",
    "ρ": "rho",
    "±": "+-",
    "Σ": "sum ",
    "∂": "d",
    "‖": "|",
    "²": "^2",
    "≥": ">=",
    "≤": "<=",
    "“": '"',
    "”": '"',
    "’": "'",
    "é": "e",
    "█": "#",
    "░": ".",
    "½": "1/2",
    "χ": "chi",
    "–": "-",
    "—": "-",
    "ä": "a",
    "∞": "inf",
    "✓": "ok",
    "✗": "no",
    "▪": "#",
    "┼": "+",
    "§": "sec. ",
    "▒": ":",
    "•": "o",
}
_TO_ASCII = str.maketrans(_ASCII_SIGNS)


def to_ascii(text: str) -> str:
    """The same words in ASCII; a sign without a known spelling becomes `?`."""
    return text if text.isascii() else text.translate(_TO_ASCII).encode("ascii", "replace").decode()


def fit(text: str, width: int, ascii: bool = False) -> str:
    """`text` in at most `width` cells, cut with a mark when it is longer."""
    text = to_ascii(safe(text)) if ascii else safe(text)
    if cell_len(text) <= width:
        return text
    if width <= 0:
        return ""
    mark = "~" if ascii else "…"
    return set_cell_size(text, width - 1).rstrip() + mark
