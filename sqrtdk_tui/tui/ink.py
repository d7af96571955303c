"""From what Textual has composed to cells: styles become looks, strips become rows of a Frame."""

import os
from collections.abc import Iterable, Iterator
from typing import Any

from rich.color import Color, ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App

from sqrtdk_tui.tui.frame import PLAIN, Frame, Look

_COLOURLESS = ("vt", "xterm-mono", "screen-m", "ansi-m")
_MARKS = (("bold", "1"), ("dim", "2"), ("underline", "4"), ("reverse", "7"))
_MORE_MARKS = (("italic", "3"), ("strike", "9"))
_MOST_KEPT = 4096


def colours_of(app: App[Any]) -> ColorSystem | None:
    """The colours that may be sent to this terminal: none with NO_COLOR, none on a VT100 and its kin."""
    if app.no_color or os.environ.get("TERM", "").startswith(_COLOURLESS):
        return None
    return app.console._color_system


class Ink:
    """Turns styles into looks for a terminal with these colours. Without colours only the marks are left."""

    def __init__(self, colours: ColorSystem | None) -> None:
        self.colours = colours
        self._looks: dict[Style, Look] = {}

    def look(self, style: Style | None) -> Look:
        """The look of a style; links and blinking are left out."""
        if style is None:
            return PLAIN
        found = self._looks.get(style)
        if found is None:
            if len(self._looks) >= _MOST_KEPT:
                self._looks.clear()
            found = self._looks[style] = self._mixed(style)
        return found

    def _mixed(self, style: Style) -> Look:
        marks = _MARKS if self.colours is None else _MARKS + _MORE_MARKS
        attributes = ";".join(code for name, code in marks if getattr(style, name))
        return Look(attributes, self._codes(style.color, True), self._codes(style.bgcolor, False))

    def _codes(self, color: Color | None, foreground: bool) -> str:
        if color is None or color.is_default or self.colours is None:
            return ""
        return ";".join(color.downgrade(self.colours).get_ansi_codes(foreground))

    def pieces(self, strip: Iterable[Segment]) -> Iterator[tuple[str, Look]]:
        """A strip as text with looks."""
        return ((text, self.look(style)) for text, style, control in strip if not control)


def draw(update: LayoutUpdate | ChopsUpdate, frame: Frame, ink: Ink) -> Frame:
    """Draw an update into the frame, or into a new one when the screen has another size."""
    if isinstance(update, ChopsUpdate):
        _draw_parts(update, frame, ink)
        return frame
    left, top, width, height = update.region
    if (frame.width, frame.height) != (left + width, top + height):
        frame = Frame(left + width, top + height)
    for y, strips in enumerate(update.strips, top):
        frame.put(left, y, (piece for strip in strips for piece in ink.pieces(strip)))
    return frame


def _draw_parts(update: ChopsUpdate, frame: Frame, ink: Ink) -> None:
    """Spans (row, from column, up to column) say what changed; each row is cut into strips of known ends."""
    for y, start, stop in update.spans:
        for end, (x, strip) in zip(update.chop_ends[y], update.chops[y].items(), strict=False):
            if strip is not None and x < stop and end > start:
                frame.put(x, y, ink.pieces(strip), min(end, stop))
