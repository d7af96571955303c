"""The parts of the screen: where each stands at this size, and which rows it is handed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rich.style import Style

from sqrtdk_tui import command
from sqrtdk_tui.rows import Look, Row
from sqrtdk_tui.tui import regions
from sqrtdk_tui.tui.keys import LESSONS
from sqrtdk_tui.tui.lines import Lines
from sqrtdk_tui.tui.plan import COMPACT, COMPACT_PANES, EVIDENCE, Place, Plan, plan, too_small
from sqrtdk_tui.tui.view import View

if TYPE_CHECKING:
    from sqrtdk_tui.tui.studio import Studio

NAMES = ("title", "strip", "panel", "charts", "words", "tabs", "pane", "footer")
_NOWHERE = Place(0, 0, 0, 0)
_SUM_ROWS, _FEWEST_PANE_ROWS = 14, 8
_CARD_ROWS, _ROOMY = 18, 34


class Parts:
    """All widgets of the screen. `show` is the only way in: a View, what is computed of it, and a size."""

    def __init__(self, styles: dict[str, Style], ascii: bool) -> None:
        self._ascii = ascii
        self._plan = Plan({})
        self._lines = {name: Lines(name, styles) for name in (*NAMES, "hint", "over")}

    @property
    def widgets(self) -> Iterator[Lines]:
        """Every widget, once; they are moved and filled, never made anew."""
        yield from self._lines.values()

    @property
    def hides_the_pane(self) -> bool:
        """Is the terminal too small for the charts and the pane together?"""
        return not self._plan["pane"].height

    def show(self, view: View, studio: Studio | None, width: int, height: int) -> View:
        """Place every part and hand it its rows; the View, its page scrolled no further than there are lines."""
        self._plan = self._planned(view, width, height, full=view.full)
        if view.pane in LESSONS and self.hides_the_pane:  # a card that is not seen is not to be answered
            self._plan = self._planned(view, width, height, full=True)
        rows = dict(self._rows(view, studio)) if not too_small(width, height) else {}
        for name in NAMES:
            self._lines[name].stand(self._plan[name])
            self._lines[name].show(rows.get(name, []))
        self._show_hint(view, width, height)
        return self._show_over(view, width, height)

    def _planned(self, view: View, width: int, height: int, *, full: bool) -> Plan:
        return plan(
            width,
            height,
            full=full,
            all_inputs=view.all_inputs and view.pane not in LESSONS,
            word_rows=_word_rows(view, width, height),
            pane_rows=_pane_rows(view, height),
            compact=_compact(view, height),
        )

    def _look(self, name: str) -> Look:
        return Look(self._plan[name].width, self._ascii)

    def _rows(self, view: View, studio: Studio | None) -> Iterator[tuple[str, list[Row]]]:
        footer = self._look("footer")
        titled = self._plan["title"].height > 0  # the title line tells these keys too
        typing = view.mode in ("line", "find")
        yield "title", [regions.title(self._look("title"))]
        if studio is None or not studio.covers(view):
            yield "strip", [regions.strip(view, self._look("strip"))]
            yield "panel", regions.panel(view, self._look("panel"), self._plan["panel"].height)
        elif view.focus == "inputs":  # the inputs would tell too
            yield "strip", [self._look("strip").row((" Covered too. 1 opens the instrument, Tab the question.", "dim"))]
        yield (
            "footer",
            [
                regions.line(view, footer)
                if typing
                else regions.footer(
                    view,
                    footer,
                    first=() if titled else ("help", "quit"),
                    own=studio.own_keys(view) if studio else (),
                )
            ],
        )
        if studio is None:
            yield "tabs", [regions.tabs(view, "", self._look("tabs"))]
            return
        for name, make in (("charts", studio.charts), ("words", studio.words), ("pane", studio.pane)):
            place = self._plan[name]
            if place.width and place.height:
                yield name, make(view, Look(place.width, self._ascii), place.height)
        yield "tabs", [regions.tabs(view, studio.invitation(view), self._look("tabs"))]

    def _show_hint(self, view: View, width: int, height: int) -> None:
        """Under an open field what it allows, or what is wrong with its text; at the foot the command of `y`."""
        text, role = "", "dim"
        if view.mode in ("field", "line") and view.editor.error:
            text, role = view.editor.error, "warn"
        elif view.mode == "field":
            text = f"{view.input.label}: {view.input.allowed}"
        elif view.command_shown:
            text, role = command.command_line(view.shown_pane, view.lab), "shown"
        rows = regions.sentences([(text, role)], Look(width, self._ascii), 3)
        strip = self._plan["strip"]
        under_strip = view.mode == "field" and strip.height
        top = strip.y + 1 if under_strip else height - 1 - len(rows)
        self._lines["hint"].stand(Place(0, max(0, top), width, len(rows)))
        self._lines["hint"].show(rows)

    def _show_over(self, view: View, width: int, height: int) -> View:
        """What is open over the instrument: presets, commands, help, or the size that is needed."""
        over, look = self._lines["over"], Look(width, self._ascii)
        small = too_small(width, height)
        top = 0 if small else self._plan["title"].height
        room = height - top - 1
        if small:
            room, rows = height, [look.row((small, "text"))]
        elif view.mode == "list":
            rows = regions.presets(view, look, room)
        elif view.mode == "find":
            rows = regions.found(view, look, room)
        elif view.mode == "page":
            from sqrtdk_tui.tui import help_page

            lines = help_page.rows(look, kiosk=view.kiosk)
            view = view.but(row=min(view.row, max(0, len(lines) - room + 1)))
            rows = regions.page(lines, view, look, room)
        else:
            over.stand(_NOWHERE)
            return view
        over.stand(Place(0, top, width, room))
        over.show(rows)
        return view

    def text_of(self, name: str) -> str:
        """What one part shows."""
        return self._lines[name].text

    @property
    def text(self) -> str:
        """The words of all parts that are shown, top to bottom."""
        over = self._lines["over"]
        shown = [over] if over.display else [self._lines[name] for name in NAMES]
        return "\n".join(part.text for part in [*shown, self._lines["hint"]] if part.display)


def _word_rows(view: View, width: int, height: int) -> int:
    """Lines under the charts: the sentence, the trail, and a drawn row's place; narrow ones wrap."""
    if view.all_inputs:
        return 2
    if view.pane != "steps" and height >= 20:
        return 1 if width >= 78 and not view.note else 2
    place = 1 if view.lab.source == "drawn" and height >= 20 else 0
    return 2 + place + (1 if width < 78 and height >= 16 else 0)


def _compact(view: View, height: int) -> int:
    """Rows that the charts are shrunk to over this pane; 0 where they are not."""
    if view.pane not in COMPACT_PANES or (view.pane in LESSONS and height >= _ROOMY):
        return 0
    return EVIDENCE if view.pane != view.shown_pane != "steps" else COMPACT


def _pane_rows(view: View, height: int) -> int:
    """Rows that the pane can use: the table of a few tokens needs no more than it has."""
    if view.pane in LESSONS:
        return _CARD_ROWS
    wanted = view.lab.count + 5 if view.pane == "steps" else _SUM_ROWS
    return max(_FEWEST_PANE_ROWS, min(wanted, height // 3))
