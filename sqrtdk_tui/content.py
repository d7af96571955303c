"""The product's own texts: TOML files in the package. What is missing or broken in one names the file and the line."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

Read = Callable[[str], str]


class ContentError(ValueError):
    """A file of the package that cannot be used; the message names it, and the line where that is known."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One table of a file, with the line at which it starts."""

    file: str
    line: int
    values: Mapping[str, Any]

    def fault(self, sentence: str) -> ContentError:
        """An error that says where."""
        name = self.values.get("id")
        whose = f" ({name})" if isinstance(name, str) else ""
        return ContentError(f"{self.file}, line {self.line}{whose}: {sentence}")

    def text(self, name: str, default: str | None = None) -> str:
        """A text; an error where it is missing or something else."""
        value = self.values.get(name, default)
        if not isinstance(value, str):
            raise self.fault(f"{name} must be a text.")
        return value

    def whole(self, name: str) -> int:
        """A whole number."""
        value = self.values.get(name)
        if not isinstance(value, int) or isinstance(value, bool):
            raise self.fault(f"{name} must be a whole number.")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        """A list of texts, empty where it is missing."""
        value = self.values.get(name, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.fault(f"{name} must be a list of texts.")
        return tuple(value)

    def tables(self, name: str) -> tuple["Entry", ...]:
        """A list of tables, empty where it is missing."""
        value = self.values.get(name, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            raise self.fault(f"{name} must be a list of tables.")
        return tuple(Entry(self.file, self.line, item) for item in value)

    def only(self, known: Sequence[str]) -> None:
        """Refuse a name that is none of these: a slip of the pen would otherwise be passed over."""
        for name in self.values:
            if name not in known:
                raise self.fault(f"{name} is not known here.")


def packaged(name: str) -> str:
    """The text of a file in the package's data folder."""
    from importlib import resources

    return resources.files("sqrtdk_tui").joinpath("data", name).read_text("utf-8")


def entries(name: str, table: str, read: Read = packaged) -> list[Entry]:
    """Every [[table]] of a file.

    Raises:
        ContentError: the file is missing, is no TOML, or has no such table.
    """
    import tomllib

    try:
        text = read(name)
        found = tomllib.loads(text).get(table)
    except OSError as error:
        raise ContentError(f"{name} is missing or cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError:
        raise ContentError(f"{name} is not a text in UTF-8.") from None
    except tomllib.TOMLDecodeError as error:
        raise ContentError(f"{name}: {str(error).rstrip('.')}.") from None
    starts = [text.count("\n", 0, at.start()) + 1 for at in re.finditer(rf"^\[\[{table}\]\]", text, re.MULTILINE)]
    if not isinstance(found, list) or not found or len(found) != len(starts):
        raise ContentError(f"{name} has no [[{table}]], or writes it in another way.")
    return [Entry(name, line, values) for line, values in zip(starts, found, strict=True)]


class Line(NamedTuple):
    """One line of the product's words; `role` is place, title, text, strong, right, wrong, dim or note."""

    text: str
    role: str = "text"
