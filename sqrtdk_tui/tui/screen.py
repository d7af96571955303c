"""The one screen: keys come in, the View changes, its parts are shown. All keys are handled here, in order."""

import gc
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.message import Message
from textual.screen import Screen
from textual.timer import Timer

from sqrtdk_tui.lab import is_refusal
from sqrtdk_tui.tui import keys, looks, moves
from sqrtdk_tui.tui.computing import Computed, Failed, Reader
from sqrtdk_tui.tui.parts import Parts
from sqrtdk_tui.tui.reader import KEY_NAMES, TypedLines
from sqrtdk_tui.tui.running import Grown, Laboratory
from sqrtdk_tui.tui.view import View

if TYPE_CHECKING:
    from sqrtdk_tui.tui.classroom import Classroom
    from sqrtdk_tui.tui.studio import MakeDesk, Studio

EDITING = ("field", "line", "find")
FRAMES_A_SECOND = 20


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

    class Unreadable(Message):
        """The very first Lab cannot be shown; `sentence` says why."""

        def __init__(self, sentence: str) -> None:
            super().__init__()
            self.sentence = sentence

    def __init__(self, view: View, theme: str, ascii: bool, make_desk: "MakeDesk | None" = None) -> None:
        super().__init__()
        self._make_desk = make_desk
        self.view = view
        self.computing = Reader(self)
        self.laboratory = Laboratory(self)
        self.studio: Studio | None = None
        self._player: Timer | None = None
        self.parts = Parts(looks.styles(theme), ascii)

    def compose(self) -> ComposeResult:
        """Every part, once; they are moved and filled, never made anew."""
        yield from self.parts.widgets

    def on_mount(self) -> None:
        """Paint what needs no numbers; load the rest when that stands on the terminal."""
        self._player = self.set_interval(1 / FRAMES_A_SECOND, self.play_on, pause=True)
        self.paint()
        self.call_after_refresh(self.post_message, self.FirstPainted())

    def on_instrument_screen_first_painted(self) -> None:
        """Load the numbers and the charts. What is there then stays for good, so the collector need not see it."""
        from sqrtdk_tui.tui.studio import Studio

        self.studio = Studio(self.computing.ask, self._make_desk)
        if self.view.note:  # the line for newcomers
            self.studio.greet()
        asked_for = self.view.pane != "steps" and self.parts.hides_the_pane  # by name, so it is what is wanted
        try:
            self._become(self.view.but(full=True) if asked_for else self.view)
        except ValueError as error:
            self.post_message(self.Unreadable(str(error)))
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
        if self._lesson(lambda room: room.press(self.view, key)):
            return
        found = keys.find(key, self.view.states)
        if found is not None:
            self.do(found.name)
        elif self.view.mode in EDITING:
            edited = self.view.editor.typed(character) if character else self.view.editor.key(key)
            if edited is not None:
                self._become(self.view.but(editor=edited, row=0))

    def _lesson(self, do: "Callable[[Classroom], View | None]") -> bool:
        """Has the tour or the quiz taken it?"""
        has_keys = self.studio is not None and self.view.states[0] == "lesson"
        after = do(self.studio.classroom) if self.studio is not None and has_keys else None
        if after is not None:
            self._try(lambda view: after)
        return after is not None

    def on_paste(self, event: events.Paste) -> None:
        """Pasted text goes into the open field as a whole, line ends as spaces; elsewhere it is no key."""
        event.stop()
        if self._lesson(lambda room: room.paste(self.view, event.text)):
            return
        if self.view.mode in EDITING:
            self._become(self.view.but(editor=self.view.editor.typed(event.text.strip("\r\n")), row=0))

    def on_typed_lines(self, event: TypedLines) -> None:
        """Lines that came in one go: in a field they are a paste, elsewhere keys that were gathered on their way."""
        if self.view.mode in EDITING:
            self.on_paste(event)
        else:
            for sign in event.text.replace("\r\n", "\r"):
                self.press(KEY_NAMES.get(sign, sign), sign if sign.isprintable() else None)

    def do(self, name: str) -> None:
        """Carry out a command of the table by its name."""
        own = {
            "run": self._run_found,
            "go": self._go,
            "run_up": lambda: self._choose_run(-1),
            "run_down": lambda: self._choose_run(+1),
            "show_run": self._show_run,
        }
        if name == "accept" and self.view.mode == "line" and self.view.editor.text.strip() in ("q", "quit"):
            name = "quit"
        if name in own:
            own[name]()
        elif name == "leave" and self.laboratory.is_busy:
            self.laboratory.stop()
        elif name in moves.MOVES:
            self._try(moves.MOVES[name])
            self._open_a_hidden_pane(name)
        else:
            self.post_message(self.Asked(name))

    def _run_found(self) -> None:
        """Do what the palette's words have found."""
        found = keys.search(self.view.editor.text, self.view.states_below)
        row = self.view.row
        self._try(moves.MOVES["put_away"])
        if row < len(found):
            self.do(found[row].name)

    def _open_a_hidden_pane(self, name: str) -> None:
        """Where the screen is too small for charts and pane, choosing a pane shows it instead of the charts."""
        if (name.startswith("pane_") or name in ("play", "step", "thousand")) and self.parts.hides_the_pane:
            self._try(lambda view: view.but(full=True))

    def _try(self, move: Callable[[View], View]) -> None:
        try:
            self._become(move(self.view))
        except ValueError as error:
            if not is_refusal(error):
                raise
            self.refuse(str(error))

    def refuse(self, sentence: str) -> None:
        """Say why not; what was typed and the old value stay."""
        if self.view.mode in EDITING:
            self.view = self.view.but(editor=replace(self.view.editor, error=sentence))
        else:
            self.view = self.view.but(note=sentence)
        self.paint()

    def show_command(self) -> None:
        """Keep the command that makes this screen in sight until Escape."""
        self.view = self.view.but(
            command_shown=True, note="Sent to your terminal's clipboard, and printed after you quit. Esc hides it."
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
            self.view = replace(view, winner=self.studio.winner)
            self._measure()
        if self._player is not None:
            (self._player.resume if view.playing else self._player.pause)()
        self.paint()

    # --- measurements ------------------------------------------------------------------------

    def _measure(self) -> None:
        """Begin what the View needs and nobody measures yet."""
        wish = self.studio.wish(self.view) if self.studio is not None else None
        if wish is not None and not self.laboratory.is_running(wish.kind, wish.lab):
            self.laboratory.start(wish.kind, wish.lab, wish.make)

    def on_grown(self, message: Grown) -> None:
        """A measurement has grown, ended or been refused."""
        if self.studio is None or not self.laboratory.take(message):
            return
        self.studio.notebook.take(message)
        if message.refused:
            self.note(message.refused)
        else:
            self._try(lambda view: view)

    def _go(self) -> None:
        """Measure with the next seed; what was stopped begins anew."""
        if self.studio is None or self.laboratory.is_busy:
            return
        if self.studio.notebook.is_finished(self.view.lab):
            self._try(moves.MOVES["next_draw"])
        else:
            self.studio.notebook.forget(self.view.lab)
            self._measure()

    def _choose_run(self, way: int) -> None:
        if self.studio is not None and self.studio.notebook.records:
            at = self.studio.notebook.chosen(self.view) + way
            last = len(self.studio.notebook.records) - 1
            self._try(lambda view: view.but(run=max(0, min(at, last))))

    def _show_run(self) -> None:
        """The inputs of the chosen run again, and with them its result."""
        if self.studio is not None and self.studio.notebook.records:
            record = self.studio.notebook.records[self.studio.notebook.chosen(self.view)]
            self._try(lambda view: view.with_lab(record.findings.lab))

    def on_computed(self, message: Computed) -> None:
        """A late result: shown if it is still what is wanted."""
        if self.studio is None or not self.computing.done(message):
            return
        if isinstance(message, Failed):
            self._take_back(message.result)
            return
        note = self.studio.take(message.kind, message.result)
        self._try(lambda view: view.but(note=note) if note else view)

    def on_failed(self, message: Failed) -> None:
        """A late refusal."""
        self.on_computed(message)

    def _take_back(self, error: Exception) -> None:
        if not is_refusal(error):
            raise error
        if self.studio is not None and self.studio.reading is None:
            self.post_message(self.Unreadable(str(error)))
            return
        self._try(moves.MOVES["undo"])
        self.note(str(error))

    def play_on(self) -> None:
        """One frame further, while the walk plays."""
        if self.view.playing:
            self._become(moves.play_on(self.view))

    # --- parts -------------------------------------------------------------------------------

    def paint(self) -> None:
        """Show the View."""
        if self.size.width and self.size.height:
            self.view = self.parts.show(self.view, self.studio, self.size.width, self.size.height)

    @property
    def text(self) -> str:
        """The words of all parts that are shown, top to bottom, for tests and people who listen."""
        return self.parts.text
