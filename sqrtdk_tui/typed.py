"""What people type and paste -> numbers. Every refusal is one sentence: what was wrong, what is allowed."""

import math
import re
import unicodedata

_MINUS = dict.fromkeys(map(ord, "−‐‑‒–—﹣－"), "-")
_NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?")
_DECIMAL_COMMA = re.compile(r"[+-]?\d+,\d+([eE][+-]?\d+)?")
_GROUPED = re.compile(r"[+-]?\d{1,3}(,\d{3})+")
_GROUPS_OR_LIST = re.compile(r"[+-]?\d{1,3}([,\s]\d{3})*[,\s]0\d\d([,\s]\d{3})*")
_MASKS = ("-inf", "-infinity", "-∞")


class TypedError(ValueError):
    """A typed value that cannot be read; the message is one sentence."""


def tidy(text: str) -> str:
    """Fold look-alikes (full width digits, no-break spaces, every dash) into the plain sign.

    Raised and lowered figures stay as they are, and so are refused: 10² is not 102.
    """
    return "".join(map(_folded, text)).translate(_MINUS).strip()


def _folded(char: str) -> str:
    raised = unicodedata.decomposition(char).startswith(("<super>", "<sub>"))
    return char if raised else unicodedata.normalize("NFKC", char)


def whole_number(text: str, low: int, high: int) -> int:
    """`64`, `1,024`, `12 000`, `1e3`, `2^10` -> an int in low..high."""
    plain = re.sub(r"(?<=\d)[\s_](?=\d{3}\b)", "", tidy(text))
    if _GROUPED.fullmatch(plain):  # no whole number has a decimal part, so the comma can only group
        plain = plain.replace(",", "")
    allowed = f"use a whole number from {low} to {high}"
    power = re.fullmatch(r"2(?:\^|\*\*)(\d{1,3})", plain)
    if power:
        value: int = 2 ** int(power[1])
    elif re.fullmatch(r"[+-]?\d{1,40}", plain):
        value = int(plain)
    elif _NUMBER.fullmatch(plain) and math.isfinite(float(plain)) and float(plain).is_integer():
        value = int(float(plain))
    else:
        raise TypedError(f"{shown(text)} is not a whole number; {allowed}.")
    if not low <= value <= high:
        raise TypedError(f"{shown(text)} is out of range; {allowed}.")
    return value


def number(text: str) -> float:
    """One number; a decimal comma is taken where it can only be one (`0,5`), asked about where not (`1,024`)."""
    plain = tidy(text)
    if _GROUPED.fullmatch(plain) and not plain.lstrip("+-").startswith("0"):
        grouped = shown(plain.replace(",", ""))
        meant = f"{shown(plain.replace(',', '.'))} or {grouped}" if plain.count(",") == 1 else grouped
        raise TypedError(f"Did you mean {meant}? Use a point for decimals and nothing between thousands.")
    if _DECIMAL_COMMA.fullmatch(plain):
        plain = plain.replace(",", ".")
    return _one(plain, text)


def pair(text: str) -> tuple[float, float]:
    """`2` -> (2, 2), `2,1` -> (2, 1): of q and of k."""
    parts = numbers(text)
    if len(parts) > 2:
        raise TypedError(f"{shown(text)} has {len(parts)} numbers; use one for both, or two: of q, of k.")
    return parts[0], parts[-1]


def numbers(text: str, masks: bool = False) -> tuple[float, ...]:
    """A list of numbers, separated by commas, semicolons, spaces or new lines, in brackets or not.

    Commas inside the numbers (`2,5; 1,0`) are decimal where semicolons separate; where both readings
    are possible the answer is a question, not a guess. With `masks`, `-inf` is allowed.
    """
    plain = tidy(text).lstrip("[({").rstrip("])}").strip()
    if not plain.strip(",; "):
        raise TypedError("There is no number; use a list such as 2, 1, 0.")
    if ";" in plain:
        parts = [p.strip() for p in plain.split(";") if p.strip()]
        parts = [p.replace(",", ".") if _DECIMAL_COMMA.fullmatch(p) else p for p in parts]
    else:
        _ask_about_commas(plain)
        parts = [p for p in re.split(r"\s*,\s*|\s+", plain) if p]
    return tuple(_one(p, p, masks) for p in parts)


def _ask_about_commas(plain: str) -> None:
    if _GROUPS_OR_LIST.fullmatch(plain):  # nobody writes a score as 000
        grouped = shown(re.sub(r"[,\s]", "", plain))
        raise TypedError(f"Is {shown(plain)} one number ({grouped}) or a list? Write nothing between thousands.")
    words = re.split(r",?\s+", plain)
    inside = [w.strip(",") for w in words if "," in w.strip(",")]
    if len(words) > 1 and inside and all(_DECIMAL_COMMA.fullmatch(w) for w in inside):
        word = inside[0]
        two, one = word.replace(",", ", "), word.replace(",", ".", 1)
        asked = f"Is {shown(word)} one number ({shown(one)}) or two ({shown(two)})?"
        raise TypedError(f"{asked} Use points for decimals, or commas without spaces.")


def _one(plain: str, text: str, masks: bool = False) -> float:
    if masks and plain.lower() in _MASKS:
        return -math.inf
    if not _NUMBER.fullmatch(plain):
        extra = ", or -inf to mask a token" if masks else ""
        raise TypedError(f"{shown(text)} is not a number; use digits, such as 2, -0.5 or 1e3{extra}.")
    value = float(plain)
    if not math.isfinite(value):
        raise TypedError(f"{shown(text)} is too large; numbers go up to 1.79e308.")
    return value


def shown(text: str, most: int = 24) -> str:
    """A typed text as it may be quoted back: one line, no control characters, cut with a mark."""
    clean = "".join(c if c.isprintable() else "�" for c in text.strip()) or "nothing"
    return clean if len(clean) <= most else clean[: most - 1] + "…"


def safe(text: str) -> str:
    """`text` on one line: control characters become `�`; invisible marks that steer a terminal's text go."""
    if text.isascii() and text.isprintable():
        return text
    shown = []
    for char in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(char)
        if kind == "Cf":  # joiners and direction overrides: zero width here, anything at all over there
            continue
        shown.append("�" if kind.startswith("C") or kind in ("Zl", "Zp") else char)
    return "".join(shown)


def exact(value: float) -> str:
    """A float as the shortest text that reads back to the same double: 16, -0.5, 1e-300, -inf."""
    text = repr(float(value))
    return text.removesuffix(".0")
