"""A line of text being typed. Pure, so that keys of one packet are applied in the order in which they came."""

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Editor:
    """What is typed, where the cursor stands, and what is wrong with it, if anything."""

    text: str = ""
    cursor: int = 0
    error: str = ""

    def typed(self, text: str) -> "Editor":
        """The same with `text` put in at the cursor; line ends and blanks become spaces, controls are left out."""
        clean = "".join(" " if c.isspace() else c for c in text if c.isprintable() or c.isspace())
        return Editor(self.text[: self.cursor] + clean + self.text[self.cursor :], self.cursor + len(clean))

    def key(self, key: str) -> "Editor | None":
        """The same after an editing key; None when the key is not one."""
        at, end = self.cursor, len(self.text)
        moves = {"left": at - 1, "right": at + 1, "home": 0, "end": end, "ctrl+a": 0, "ctrl+e": end}
        if key in moves:
            return replace(self, cursor=min(max(moves[key], 0), end))
        word = len(self.text[:at].rstrip().rpartition(" ")[0])
        cuts = {
            "backspace": (max(at - 1, 0), at),
            "ctrl+h": (max(at - 1, 0), at),
            "delete": (at, at + 1),
            "ctrl+d": (at, at + 1),
            "ctrl+u": (0, at),
            "ctrl+k": (at, end),
            "ctrl+w": (word, at),
        }
        if key not in cuts:
            return None
        start, stop = cuts[key]
        return Editor(self.text[:start] + self.text[stop:], start)


def opened(text: str) -> Editor:
    """An editor that starts with `text`, the cursor behind it."""
    return Editor(text, len(text))


NOTHING = Editor()
"""Nothing typed."""
