"""A widget that shows rows it is handed. Every part of the instrument is one of these."""

from collections.abc import Iterator, Sequence

from rich.segment import Segment
from rich.style import Style
from textual.strip import Strip
from textual.widget import Widget

from sqrtdk_tui.charts.cells import Run
from sqrtdk_tui.rows import Row
from sqrtdk_tui.tui.plan import Place


def _segments(run: Run, styles: dict[str, Style]) -> Iterator[Segment]:
    """A run in its style; leading blanks stand apart, since pictures (SVG) drop them at the start of a text."""
    text, style = run.text.lstrip(" "), styles.get(run.role, styles["text"])
    if len(text) < len(run.text):
        yield Segment(" " * (len(run.text) - len(text)), style)
    if text:
        yield Segment(text, style)


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
        wanted = tuple(rows)
        if wanted == self._rows:
            return
        self._rows = wanted
        self._strips.clear()
        self.refresh()

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
            self._strips[y] = Strip(segments).adjust_cell_length(self.size.width, styles["blank"])
        return self._strips[y]

    def notify_style_update(self) -> None:
        """Its styles come from the roles alone, so a change of CSS repaints nothing by itself."""
        self._strips.clear()
        super().notify_style_update()
