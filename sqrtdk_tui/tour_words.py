"""The tour in lines with roles, and its keys: the same for the screen and for the line dialogue."""

from sqrtdk_tui.content import Line
from sqrtdk_tui.tour import LETTERS, VERDICTS, Stop, Tour

NEXT_PAGE = (
    "That is the whole argument. Attention mixes; a block also needs a part that works on each token by itself, and a "
    "skip past each. How they fit together is the next page."
)
_KEYS = {"enter": "commit", "up": "up", "down": "down", "n": "next", "p": "back", "v": "show"}


def deed(tour: Tour, key: str) -> tuple[str, int | None] | None:
    """The action of a key now: letters and arrows mark, Enter predicts and then goes on, p goes back, v shows more."""
    if tour.stop is None:
        return {"p": ("back", None), "r": ("restart", None)}.get(key)
    if key == "enter" and tour.told:
        return "next", None
    if key in LETTERS[: len(tour.stop.options)]:
        return "select", LETTERS.index(key)
    return (_KEYS[key], None) if key in _KEYS else None


def lines(tour: Tour) -> list[Line]:
    """The step as lines: what it is about, the question and its options; once predicted, result and verdict."""
    stop = tour.stop
    if stop is None:
        return [Line("The end of the tour", "title"), Line(NEXT_PAGE)]
    found = [Line(f"Step {tour.at + 1} of {len(tour.stops)} · {stop.title}", "place"), Line(stop.told(stop.text))]
    found.append(Line(stop.told(stop.question), "title"))
    for place, option in enumerate(stop.options):
        chosen = place == (stop_choice if (stop_choice := tour.chosen.get(stop.id)) is not None else tour.selected)
        found.append(Line(f"{'▸' if chosen else ' '} {LETTERS[place]}  {option}", "strong" if chosen else "text"))
    if tour.note:
        found.append(Line(tour.note, "note"))
    return found + (_told_lines(tour, stop) if tour.told else [])


def _told_lines(tour: Tour, stop: Stop) -> list[Line]:
    right = tour.chosen[stop.id] == stop.right
    head = "✓ As you predicted." if right else f"✗ It is {LETTERS[stop.right]}: {stop.options[stop.right]}."
    return [
        Line(head, "right" if right else "wrong"),
        Line(stop.told(stop.result)),
        Line(f"The chapter's idea: {VERDICTS[stop.verdict]}. {stop.told(stop.because)}", "strong"),
    ]


def working(tour: Tour) -> list[tuple[str, str]]:
    """(key, what it does) now, the most wanted first."""
    if tour.stop is None:
        return [("p", "back"), ("r", "from the start")]
    back = [("p", "back")] if tour.at else []
    if tour.told:
        more = [("v", "the other setting")] if len(tour.stop.evidence) > 1 else []
        return [("Enter", "next"), *more, *back]
    choose = [("Enter", "predict")] if tour.selected is not None else []
    return [*choose, (f"a-{LETTERS[len(tour.stop.options) - 1]}", "choose"), ("n", "next"), *back]
