"""The help page: the keys of the present state first, then every key, then the glossary. Made from the one table."""

from sqrtdk_tui.glossary import GLOSSARY, NOTES
from sqrtdk_tui.rows import Look, Row, wrap
from sqrtdk_tui.tui import keys
from sqrtdk_tui.tui.keys import COMMANDS, Command

_WHERE = (
    ("Everywhere, with no field open", ("explore",)),
    ("In the pane (Tab)", ("pane", "steps pane")),
    ("Sum", ("sum",)),
    ("Measure", ("measure", "measure pane")),
    ("Slope", ("slope",)),
    ("In the tour and the quiz (Tab leaves)", ("lesson",)),
    ("In a field, and after :", ("field", "line")),
    ("In the lists of presets and of commands", ("list", "find")),
    ("On this page", ("page",)),
)
_LESSON_KEYS = (
    ("a b c d", "choose an option; ↑ ↓ do too. Nothing is answered by it"),
    ("Enter", "answer: I think so. After the feedback: next"),
    ("! g", "answer: I am sure; a guess"),
    ("Space", "show the answer, where you only think"),
    ("1 2 3 4", "then: missed, barely, good, easy. Elsewhere nothing"),
    ("h", "a hint"),
    ("z", "skip this card for now"),
    ("t", "try again, after a miss"),
    ("u", "undo the last grade, as often as you like"),
    ("v", "show it on the instrument; again: the next setting"),
    ("b", "back to your own settings, once it is answered"),
    ("n p", "tour: the next step, the step before"),
    ("n", "quiz: next; at the end: more cards"),
    ("m", "at the end: the misses once more"),
    ("PgUp PgDn", "scroll the card"),
)


def rows(look: Look, *, kiosk: bool = False) -> list[Row]:
    """The whole page: the keys that everyone needs, the words, then the keys of every other state."""
    page: list[Row] = []
    told: set[str] = set()
    for number, (where, states) in enumerate(_WHERE):
        here = (*states, keys.KIOSK) if kiosk else states
        commands = [c for c in COMMANDS if c.works(here) and c.name not in told]
        told |= {c.name for c in commands}
        page += [look.row((f" {where}", "title"))]
        page += [row for command in commands for row in _key_rows(command, look)]
        if "lesson" in states:
            page += [row for head, text in _LESSON_KEYS for row in _entry(head, text, look)]
        page.append(())
        if not number:
            page += _words(look)
    return page[:-1]


def _words(look: Look) -> list[Row]:
    page: list[Row] = [look.row((" Words", "title"))]
    for word, meaning in GLOSSARY:
        page += _entry(word, meaning, look)
    page += [(), look.row((" Good to know", "title"))]
    for note in NOTES:
        page += _entry("", note, look)
    return [*page, ()]


def _key_rows(command: Command, look: Look) -> list[Row]:
    return _entry(" ".join(keys.sign(key) for key in command.keys), command.help, look)


def _entry(head: str, text: str, look: Look) -> list[Row]:
    column = 19 if look.width >= 60 else 12
    if len(head) > column - 3:  # a long word stands on a line of its own
        return [look.row((f"  {head}", "key")), *_entry("", text, look)]
    lines = wrap(text, max(12, look.width - column - 2)) or [""]
    first = look.row((f"  {head}".ljust(column), "key"), (lines[0], "text"))
    return [first, *[look.row((" " * column + line, "text")) for line in lines[1:]]]
