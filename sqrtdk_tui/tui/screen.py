"""The one screen: keys come in, the View changes, its parts are shown. All keys are handled here, in order."""

import gc
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer

from sqrtdk_tui import command
from sqrtdk_tui.rows import Look, Row
from sqrtdk_tui.tui import keys, looks, moves, regions
from sqrtdk_tui.tui.computing import Computed, Failed, Reader
from sqrtdk_tui.tui.lines import Lines
from sqrtdk_tui.tui.plan import Place, Plan, plan, too_small
from sqrtdk_tui.tui.view import View

if TYPE_CHECKING:
    from sqrtdk_tui.tui.studio import Studio

PARTS = ("title", "strip", "panel", "charts", "words", "tabs", "pane", "footer")
FRAMES_A_SECOND = 20
_SUM_ROWS, _MOST_PANE_ROWS = 14, 24


class InstrumentScreen(Screen[None]):
    """Shows a View. What a key does to it stands in moves; what leaves the screen is posted to the app."""

    CSS = """
    InstrumentScreen { layers: base over; overflow: hidden; }
    #hint, #over { layer: over; }
    """
    AUTO_FOCUS = None
    BINDINGS: ClassVar[list[BindingType]] = []

    class Asked(Message):
        """The learner asked for something beyond the screen: quit, save, copy, suspend, palette, repaint."""

        def __init__(self, what: str) -> None:
            super().__init__()
            self.what = what

    class FirstPainted(Message):
        """The inputs are on the screen: the time to load what the charts need."""

    def __init__(self, view: View, theme: str, ascii: bool) -> None:
        super().__init__()
        self.view = view
        self._ascii = ascii
        self._styles = looks.styles(theme)
        self.computing = Reader(self)
        self.studio: Studio | None = None
        self._plan = Plan({})
        self._player: Timer | None = None
        self._parts = {name: Lines(name, self._styles) for name in (*PARTS, "hint", "over")}

    def compose(self) -> ComposeResult:
        """Every part, once; they are moved and filled, never made anew."""
        yield from self._parts.values()

    def on_mount(self) -> None:
        """Paint what needs no numbers; load the rest when that stands on the terminal."""
        self._player = self.set_interval(1 / FRAMES_A_SECOND, self.play_on, pause=True)
        self.paint()
        self.call_after_refresh(self.post_message, self.FirstPainted())

    def on_instrument_screen_first_painted(self) -> None:
        """Load the numbers and the charts. What is there then stays for good, so the collector need not see it."""
        from sqrtdk_tui.tui.studio import Studio

        self.studio = Studio(self.computing.ask)
        self._become(self.view)
        gc.freeze()
        gc.enable()

    def on_resize(self) -> None:
        """Lay the parts out anew."""
        self.paint()

    # --- keys --------------------------------------------------------------------------------

    def on_key(self, event: events.Key) -> None:
        """One key: an editing key of an open field, or a command of the table."""
        event.stop()
        event.prevent_default()
        key = event.character if event.is_printable and event.character and event.character != " " else event.key
        self.press(key, event.character if event.is_printable else None)

    def press(self, key: str, character: str | None) -> None:
        """The same, named as the key table names it."""
        found = keys.find(key, self.view.states)
        if found is not None:
            self.do(found.name)
        elif self.view.mode in ("field", "line"):
            edited = self.view.editor.typed(character) if character else self.view.editor.key(key)
            if edited is not None:
                self._become(self.view.but(editor=edited))

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text goes into the open field as a whole, line ends as spaces; elsewhere it is no key."""
        event.stop()
        if self.view.mode in ("field", "line"):
            self._become(self.view.but(editor=self.view.editor.typed(event.text.strip("\r\n"))))

    def do(self, name: str) -> None:
        """Carry out a command of the table by its name."""
        move = moves.MOVES.get(name)
        if move is None:
            self.post_message(self.Asked(name))
            return
        self._try(move)

    def _try(self, move: Callable[[View], View]) -> None:
        try:
            self._become(move(self.view))
        except ValueError as error:
            self.refuse(str(error))

    def refuse(self, sentence: str) -> None:
        """Say why not; what was typed and the old value stay."""
        if self.view.mode in ("field", "line"):
            editor = type(self.view.editor)(self.view.editor.text, self.view.editor.cursor, sentence)
            self.view = self.view.but(editor=editor)
        else:
            self.view = self.view.but(note=sentence)
        self.paint()

    def show_command(self) -> None:
        """Keep the command that makes this screen in sight until Escape."""
        self.view = self.view.but(
            command_shown=True, note="The command is copied, and printed after you quit. Esc hides it."
        )
        self.paint()

    def note(self, sentence: str) -> None:
        """Tell something under the charts until the next key."""
        self.view = self.view.but(note=sentence)
        self.paint()

    # --- numbers -----------------------------------------------------------------------------

    def _become(self, view: View) -> None:
        """Show another View, if its Lab can be read; raises what the reading refuses."""
        before, self.view = self.view, view
        if self.studio is not None:
            try:
                self.studio.want(view)
            except ValueError:
                self.view = before
                raise
        if self._player is not None:
            (self._player.resume if view.playing else self._player.pause)()
        self.paint()

    def on_computed(self, message: Computed) -> None:
        """A late result: shown if it is still what is wanted."""
        if self.studio is None or not self.computing.done(message):
            return
        if isinstance(message, Failed):
            self._take_back(message.result)
            return
        self.studio.take(message.kind, message.result)
        self._try(lambda view: view)

    def on_failed(self, message: Failed) -> None:
        """A late refusal."""
        self.on_computed(message)

    def _take_back(self, error: Exception) -> None:
        if not isinstance(error, ValueError):
            raise error
        self._try(moves.MOVES["undo"])
        self.note(str(error))

    def play_on(self) -> None:
        """One frame further, while the walk plays."""
        if self.view.playing:
            self._become(moves.play_on(self.view))

    # --- parts -------------------------------------------------------------------------------

    def paint(self) -> None:
        """Show the View: place every part, and hand each its rows."""
        width, height = self.size
        if not width or not height:
            return
        view = self.view
        pane_rows = view.lab.count + 5 if view.pane == "steps" else _SUM_ROWS
        self._plan = plan(
            width,
            height,
            full=view.full,
            all_inputs=view.all_inputs,
            word_rows=self._word_rows(width, height),
            pane_rows=min(max(pane_rows, 8), _MOST_PANE_ROWS),
        )
        rows = dict(self._rows(width, height))
        for name in PARTS:
            self._parts[name].stand(self._plan[name])
            self._parts[name].show(rows.get(name, []))
        self._show_hint(width, height)
        self._show_over(width, height)

    def _word_rows(self, width: int, height: int) -> int:
        place = 1 if self.view.lab.source == "drawn" and height >= 20 else 0
        wrapped = 1 if width < 78 and height >= 16 else 0
        return 2 + place + wrapped

    def _look(self, name: str) -> Look:
        return Look(self._plan[name].width, self._ascii)

    def _rows(self, width: int, height: int) -> Iterator[tuple[str, list[Row]]]:
        small = too_small(width, height)
        if small:
            return
        view = self.view
        yield "title", [regions.title(self._look("title"))]
        yield "strip", [regions.strip(view, self._look("strip"))]
        yield "panel", regions.panel(view, self._look("panel"), self._plan["panel"].height)
        yield (
            "footer",
            [
                regions.line(view, self._look("footer"))
                if view.mode == "line"
                else regions.footer(view, self._look("footer"))
            ],
        )
        invitation = self.studio.invitation(view) if self.studio else ""
        yield "tabs", [regions.tabs(view, invitation, self._look("tabs"))]
        if self.studio is not None:
            from sqrtdk_tui.tui.studio import filled

            yield from filled(self.studio, view, self._plan, self._ascii).items()

    def _show_hint(self, width: int, height: int) -> None:
        """What is wrong with the typed text, right under it (above it for the line at the bottom)."""
        view, hint = self.view, self._parts["hint"]
        error = view.editor.error if view.mode in ("field", "line") else ""
        shown = error
        if view.command_shown and not shown:
            shown = command.command_line(view.pane, view.lab)
        look = Look(width, self._ascii)
        role = "warn" if error else "shown"
        rows = regions.sentences([(shown, role)], look, 3)
        strip = self._plan["strip"].height
        top = height - 1 - len(rows) if view.mode == "line" or not strip or not error else self._plan["strip"].y + 1
        hint.stand(Place(0, max(0, top), width, len(rows)))
        hint.show(rows)

    def _show_over(self, width: int, height: int) -> None:
        """What is open over the instrument: presets, help, or the size that is needed."""
        over, view, look = self._parts["over"], self.view, Look(width, self._ascii)
        small = too_small(width, height)
        if small:
            over.stand(Place(0, 0, width, height))
            over.show([look.row((small, "text"))])
            return
        top = self._plan["title"].height
        room = height - top - 1
        if view.mode == "list":
            rows = regions.presets(view, look, room)
        elif view.mode == "page":
            from sqrtdk_tui.tui import help_page

            lines = help_page.rows(look)
            self.view = view = view.but(row=min(view.row, max(0, len(lines) - room + 1)))
            rows = regions.page(lines, view, look, room)
        else:
            over.stand(Place(0, 0, 0, 0))
            return
        over.stand(Place(0, top, width, room))
        over.show(rows)

    def part_text(self, name: str) -> str:
        """What one part shows."""
        return self._parts[name].text

    @property
    def text(self) -> str:
        """The words of all parts that are shown, top to bottom, for tests and people who listen."""
        shown: list[Any] = [self._parts["over"]] if self._parts["over"].display else [self._parts[n] for n in PARTS]
        return "\n".join(part.text for part in [*shown, self._parts["hint"]] if part.display)
