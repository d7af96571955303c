"""A typed number, as learners write one: 0.125, 1/8, 12.5%, sqrt(64), √64, 64^0.5, 12 000. What cannot be read costs
no attempt: the answer is a friendly sentence."""

import math
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from sqrtdk_tui import digits
from sqrtdk_tui.typed import TypedError, shown, tidy

_DECIMAL = r"(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
_NUMBER = re.compile(rf"[+-]?{_DECIMAL}")
_ROOT = re.compile(rf"(?:sqrt|√)\s*(?:\(\s*({_DECIMAL})\s*\)|({_DECIMAL}))", re.IGNORECASE)
_POWER = re.compile(rf"({_DECIMAL})\s*(?:\^|\*\*)\s*\(?\s*([+-]?{_DECIMAL})\s*\)?")
_GROUPS = re.compile(r"[+-]?[0-9]{1,3}(?: [0-9]{3})+(?:\.[0-9]*)?")
_MIXED = re.compile(r"([0-9]+)\s*([¼-¾⅐-⅞])")
_COMMA_GROUPS = re.compile(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+")
_COMMA_DECIMAL = re.compile(r"[+-]?[0-9]+,[0-9]+(?:[eE][+-]?[0-9]+)?")
MOST_TYPED = 40


@dataclass(frozen=True, slots=True)
class Typed:
    """What was read. `decimals` and `figures` count the typed digits; None and 0 for what is no plain decimal."""

    value: float
    text: str
    decimals: int | None = None
    figures: int = 0

    @property
    def reading(self) -> str:
        """How a text that is not simply a number was read: I read 1/8 as 0.125; empty for a plain number."""
        plain = self.text.replace(" ", "")
        if self.decimals is not None and "%" not in plain and plain.replace("−", "-").lstrip("+-").isascii():
            return "" if "," not in plain and " " not in self.text else f"I read {self.text} as {self._told()}."
        return f"I read {self.text} as {self._told()}."

    def _told(self) -> str:
        if self.value.is_integer() and abs(self.value) < 1e15:
            return f"{self.value:.0f}"
        return digits.size(self.value)


def parse(text: str) -> Typed:
    """The number that was typed.

    Raises:
        TypedError: in one friendly sentence; the attempt is not spent.
    """
    given = shown(text, MOST_TYPED)
    plain = _plain(text)
    if not plain:
        raise TypedError("Nothing is typed yet; a number such as 8, 0.25, 1/4 or 25% will do.")
    if len(text.strip()) > MOST_TYPED:
        raise TypedError("That is too long for one number.")
    plain = _commas(plain)
    percent = plain.endswith("%")
    body = plain.removesuffix("%").strip() if percent else plain
    value = _value(body, given) / (100 if percent else 1)
    if not math.isfinite(value):
        raise TypedError(f"{given} is too large to be the answer.")
    if not _NUMBER.fullmatch(body):
        return Typed(value, given)
    decimals, figures = _digits(body)
    return Typed(value, given, decimals + (2 if percent else 0), figures)


def _plain(text: str) -> str:
    """One kind of dash, slash, blank and digit; a leading = or ≈ is taken off."""
    halves = _MIXED.sub(lambda m: repr(int(m[1]) + unicodedata.numeric(m[2])), text)
    plain = tidy(halves).replace("⁄", "/").replace("∕", "/").replace("÷", "/")
    plain = re.sub(r"\s+", " ", plain).strip().lstrip("=≈~ ").strip()
    if _GROUPS.fullmatch(plain):
        plain = plain.replace(" ", "")
    return re.sub(r" ?% ?$", "%", plain)


def _commas(plain: str) -> str:
    """A decimal comma where it can only be one; a question where it may group thousands."""
    if "," not in plain:
        return plain
    if "." in plain:
        raise TypedError("There is a comma and a point; use a point for decimals and nothing between thousands.")
    number = plain.removesuffix("%")
    if _COMMA_GROUPS.fullmatch(number):
        whole, decimal = number.replace(",", ""), number.replace(",", ".")
        meant = f"{decimal} or {whole}" if number.count(",") == 1 else whole
        raise TypedError(f"Did you mean {meant}? Use a point for decimals and nothing between thousands.")
    if _COMMA_DECIMAL.fullmatch(number):
        return plain.replace(",", ".")
    raise TypedError("That looks like more than one number; type one.")


def _value(body: str, given: str) -> float:
    """A number, root or power, or one of them divided by another."""
    above, slash, below = body.partition("/")
    if not slash:
        return _term(body, given)
    if "/" in below:
        raise TypedError(f"{given} divides twice; one division is enough.")
    bottom = _term(below, given)
    if bottom == 0:
        raise TypedError("Nothing can be divided by 0.")
    return _term(above, given) / bottom


def _term(text: str, given: str) -> float:
    text = text.strip()
    sign = -1.0 if text.startswith("-") else 1.0
    if _NUMBER.fullmatch(text):
        return float(text)
    bare = text.lstrip("+-").strip() if text[:1] in "+-" else text
    if found := _ROOT.fullmatch(bare):
        return sign * math.sqrt(float(found[1] or found[2]))
    if found := _POWER.fullmatch(bare):
        return sign * _within(lambda: float(found[1]) ** float(found[2]), given)
    raise TypedError(_refusal(text, given))


def _within(work: Callable[[], float], given: str) -> float:
    try:
        return float(work())
    except OverflowError:
        raise TypedError(f"{given} is too large to be the answer.") from None
    except ZeroDivisionError:
        raise TypedError("Nothing can be divided by 0.") from None


def _refusal(text: str, given: str) -> str:
    """Why this is no number, as helpfully as can be told."""
    if text.lower().lstrip("+-") in ("nan", "inf", "infinity", "∞"):
        return f"{given} is not a number that can be checked; type digits."
    if "_" in text:
        return f"{given} has a _ in it; type the digits alone."
    if re.fullmatch(rf"[+-]?{_DECIMAL}(?:\s+[+-]?{_DECIMAL})+", text):
        return f"{given} is more than one number; type one."
    if re.match(rf"[+-]?{_DECIMAL}\s*[^\W\d_]", text):
        return f"Type the number alone, without words or units: {given} has some."
    return f"{given} is not a number; 8, 0.25, 1/4, 25%, sqrt(64) and 64^0.5 can be read."


def _digits(body: str) -> tuple[int, int]:
    """(decimals, significant figures) as typed: 0.050 -> (3, 2), 1.6e1 -> (0, 2)."""
    mantissa, _, exponent = body.lstrip("+-").lower().partition("e")
    decimals = len(mantissa.partition(".")[2]) - int(exponent or 0)
    return decimals, len(mantissa.replace(".", "").lstrip("0"))
