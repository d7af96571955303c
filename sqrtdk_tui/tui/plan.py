"""Which part of the instrument stands where, for every size of terminal. Pure arithmetic."""

from dataclasses import dataclass

LEAST_WIDTH, LEAST_HEIGHT = 40, 12
_PANEL = 36
_PANEL_FROM = (120, 24)
_SIDE_BY_SIDE = 80
COMPACT, EVIDENCE = 4, 6
"""Lines of the compact charts: title, shares, meters, tokens with their scores; of another pane as evidence."""
MEASURING_PANES = ("measure", "slope")
COMPACT_PANES = (*MEASURING_PANES, "tour", "quiz")


@dataclass(frozen=True, slots=True)
class Place:
    """A rectangle of cells; a height or width of 0 is a part that is not shown."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class Plan:
    """Places by name: title, strip, panel, charts, words, tabs, pane, footer; empty when the terminal is too small."""

    places: dict[str, Place]

    def __getitem__(self, name: str) -> Place:
        return self.places.get(name, Place(0, 0, 0, 0))


def too_small(width: int, height: int) -> str:
    """The one line that a terminal too small for the instrument shows; empty when it is large enough."""
    if width >= LEAST_WIDTH and height >= LEAST_HEIGHT:
        return ""
    return f"needs {LEAST_WIDTH}x{LEAST_HEIGHT}, has {width}x{height}"[:width]


def plan(
    width: int,
    height: int,
    *,
    full: bool = False,
    all_inputs: bool = False,
    word_rows: int = 2,
    pane_rows: int = 8,
    compact: int = 0,
) -> Plan:
    """Places for this size. `full` gives the charts' rows to the pane; `word_rows` lines stand under the charts.

    `compact` shrinks the charts to so many lines. Rows to spare go to the pane up to the `pane_rows` that it can use,
    then to the charts, then to the pane again.
    """
    if too_small(width, height):
        return Plan({})
    panel = width >= _PANEL_FROM[0] and height >= _PANEL_FROM[1]
    left = _PANEL if panel else 0
    heights = _heights(width - left, height, full, panel, word_rows, 0 if compact else pane_rows, compact)
    places, y = {}, 0
    for name, rows in heights:
        x = 0 if name in ("title", "footer") else left
        places[name] = Place(x, y, width - x, rows)
        y += rows
    if panel:
        top = places["title"].height
        places["panel"] = Place(0, top, left - 1, height - top - 1)
    elif all_inputs:
        places["panel"], places["pane"] = places["pane"], Place(0, 0, 0, 0)
        if not places["panel"].height:
            places["panel"] = places["charts"]
            places["charts"] = Place(0, 0, 0, 0)
    return Plan(places)


def _heights(
    width: int, height: int, full: bool, panel: bool, word_rows: int, pane_rows: int, compact: int
) -> list[tuple[str, int]]:
    title = 1 if height >= 16 else 0
    strip = 0 if panel else 1
    left = height - title - strip - 1  # the footer
    if full:
        words = 1 if height >= 20 else 0
        return [
            ("title", title),
            ("strip", strip),
            ("charts", 0),
            ("words", words),
            ("tabs", 1),
            ("pane", left - words - 1),
            ("footer", 1),
        ]
    left -= word_rows
    if pane_rows:
        charts, pane = _shares(left, pane_rows, side_by_side=width >= _SIDE_BY_SIDE)
    else:
        charts = compact if width >= _SIDE_BY_SIDE else 2 * COMPACT
        charts, pane = (charts, left - charts - 1) if left - charts - 1 >= 5 else (left, 0)
    tabs = 1 if pane else 0
    return [
        ("title", title),
        ("strip", strip),
        ("charts", charts),
        ("words", word_rows),
        ("tabs", tabs),
        ("pane", pane),
        ("footer", 1),
    ]


def _shares(rows: int, pane_rows: int, *, side_by_side: bool) -> tuple[int, int]:
    """(charts, pane) out of `rows`, which hold a line of tabs too when there is a pane."""
    least = 11 if side_by_side else 20
    if rows - least - 1 < 5:
        return rows, 0
    pane = min(pane_rows, rows - least - 1)
    most = max(27 if side_by_side else 44, rows * 3 // 5)
    charts = min(most, rows - 1 - pane)
    charts -= (charts - least) % 2  # even steps keep the 50 % tick in the middle
    return charts, rows - charts - 1
