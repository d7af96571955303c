"""A widget that shows rows it is handed. Every part of the instrument is one of these."""

from collections.abc import Iterator, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from sqrtdk_tui.rows import Row, width_of
from sqrtdk_tui.runs import Run
from sqrtdk_tui.tui.plan import Place


def _segments(run: Run, styles: dict[str, Style]) -> Iterator[Segment]:
    """A run in its style; leading blanks stand apart, since pictures (SVG) drop them at the start of a text."""
    text, style = run.text.lstrip(" "), styles.get(run.role, styles["text"])
    if len(text) < len(run.text):
        yield Segment(" " * (len(run.text) - len(text)), style)
    if text:
        yield Segment(text, style)


def _row(rows: Sequence[Row], y: int) -> Row:
    return rows[y] if y < len(rows) else ()


def _difference(before: Row, after: Row, width: int) -> tuple[int, int]:
    """The cells, from and up to, in which two rows may differ: what lies between their common runs."""
    if before == after:
        return 0, 0
    same = 0
    while same < min(len(before), len(after)) and before[same] == after[same]:
        same += 1
    start, end = width_of(before[:same]), max(width_of(before), width_of(after))
    if width_of(before) == width_of(after):
        tail = 0
        while tail < min(len(before), len(after)) - same and before[-1 - tail] == after[-1 - tail]:
            tail += 1
        end -= width_of(after[len(after) - tail :])
    return min(start, width), min(end, width)


class Lines(Widget, can_focus=False):
    """Rows of text with roles. It computes nothing and takes no key; it is moved and filled by its screen."""

    DEFAULT_CSS = "Lines { position: absolute; width: 0; height: 0; }"

    def __init__(self, name: str, styles: dict[str, Style]) -> None:
        super().__init__(id=name)
        self._role_styles = styles
        self._rows: tuple[Row, ...] = ()
        self._strips: dict[int, Strip] = {}
        self._place = Place(0, 0, 0, 0)
        self.display = False

    def stand(self, place: Place) -> None:
        """Take this place on the screen; a place without cells hides it."""
        if place == self._place:
            return
        if place.width != self._place.width:
            self._strips.clear()
        self._place = place
        self.display = place.width > 0 and place.height > 0
        self.styles.offset = (place.x, place.y)
        self.styles.width, self.styles.height = place.width, place.height

    def look_like(self, styles: dict[str, Style]) -> None:
        """Show the same rows in other styles."""
        self._role_styles = styles
        self._strips.clear()
        self.refresh()

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows; nothing is painted when they are the same as before."""
        before, self._rows = self._rows, tuple(rows)
        changed = [
            Region(start, y, end - start, 1)
            for y in range(max(len(before), len(self._rows)))
            for start, end in [_difference(_row(before, y), _row(self._rows, y), self._place.width)]
            if end > start
        ]
        for region in changed:
            self._strips.pop(region.y, None)
        if changed:
            self.refresh(*changed)

    @property
    def text(self) -> str:
        """What stands there, for tests and for the saved text."""
        return "\n".join("".join(run.text for run in row).rstrip() for row in self._rows)

    def render_line(self, y: int) -> Strip:
        """One line of the widget, padded to its width."""
        if y not in self._strips:
            row = self._rows[y] if y < len(self._rows) else ()
            styles = self._role_styles
            segments = [segment for run in row for segment in _segments(run, styles)]
            self._strips[y] = Strip(segments).adjust_cell_length(self._place.width, styles["blank"])
        return self._strips[y]

    def render_lines(self, crop: Region) -> list[Strip]:
        """The lines inside `crop`: there is no border or padding for Textual's own way to add."""
        return [self.render_line(y).crop(crop.x, crop.right) for y in crop.line_range]

    def notify_style_update(self) -> None:
        """Its styles come from the roles alone, so a change of CSS repaints nothing by itself."""
        self._strips.clear()
        super().notify_style_update()
