"""The application around the screen: quitting, saving, copying, the palette."""

from __future__ import annotations

import contextlib
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, NoReturn, TextIO

from textual.binding import BindingType
from textual.driver import Driver
from textual.screen import Screen

from sqrtdk_tui import __version__, command
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.options import PROGRAM
from sqrtdk_tui.tui import crash, looks
from sqrtdk_tui.tui.driver import KioskDriver, TerminalDriver
from sqrtdk_tui.tui.keys import LESSONS
from sqrtdk_tui.tui.lifeline import leave
from sqrtdk_tui.tui.painter import PaintedApp
from sqrtdk_tui.tui.screen import InstrumentScreen
from sqrtdk_tui.tui.view import View

if TYPE_CHECKING:
    from sqrtdk_tui.quiz.desk import Desk

NEW_HERE = "New here? 6 starts the tour (10 steps). Any other key: explore."


class SqrtdkApp(PaintedApp[None], inherit_bindings=False):
    """√d_k in a terminal."""

    ENABLE_COMMAND_PALETTE = False  # the key table has its own, in order with all other keys
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(
        self,
        view: View,
        *,
        theme: str = "dark",
        ascii: bool = False,
        out: str = ".",
        make_desk: Callable[[], Desk] | None = None,
    ) -> None:
        self._kiosk = view.kiosk
        super().__init__()
        self.instrument = InstrumentScreen(view, theme, ascii, make_desk)
        self.said: list[str] = []  # printed after quit
        self.refused = ""
        self._out, self._ascii = out, ascii
        self._theme_name = theme
        self.register_theme(looks.theme(theme))
        self.theme = f"sqrtdk-{theme}"

    def get_driver_class(self) -> type[Driver]:
        """A kiosk cannot be stopped into a shell."""
        return KioskDriver if self._kiosk else TerminalDriver

    def get_default_screen(self) -> Screen[None]:
        """The instrument is the only screen."""
        return self.instrument

    def on_instrument_screen_asked(self, message: InstrumentScreen.Asked) -> None:
        """Something that goes beyond the screen."""
        actions = {
            "quit": self.exit,
            "quit_now": self.exit,
            "command": self._show_command,
            "save": self._save,
            "suspend": self.action_suspend_process,
            "repaint": self.paint_anew,
        }
        if self._kiosk:  # the key table does not lead here; whatever else may does not either
            del actions["save"], actions["suspend"]
        actions[message.what]()

    def on_instrument_screen_unreadable(self, message: InstrumentScreen.Unreadable) -> None:
        """Leave with the sentence that a printed reading would have been refused with."""
        self.refused = message.sentence
        self.exit(return_code=2)

    def _show_command(self) -> None:
        view = self.instrument.view
        line = command.command_line(view.shown_pane, view.lab)
        self.copy_to_clipboard(line)
        self.said.append(line)
        self.instrument.show_command()

    def _save(self) -> None:
        from sqrtdk_tui.tui import saving

        self.instrument.note(saving.save(self._out, self.instrument, self.export_screenshot(title=PROGRAM)))

    def _fatal_error(self) -> None:
        """End without Textual's long traceback: `run` tells it in one sentence."""
        self._close_messages_no_wait()

    def fail(self, thread: threading.ExceptHookArgs) -> None:
        """End for an exception of another thread, as for one of our own; without that thread nothing would go on."""
        if self._loop is not None and isinstance(thread.exc_value, Exception):
            with contextlib.suppress(RuntimeError):  # the event loop has ended already
                self._loop.call_soon_threadsafe(self._handle_exception, thread.exc_value)

    @property
    def failure(self) -> BaseException | None:
        """The exception that ended the program, if one did."""
        return self._exception


def run(
    pane: str,
    lab: Lab,
    *,
    theme: str,
    ascii: bool,
    out: str,
    kiosk: bool = False,
    make_desk: Callable[[], Desk] | None = None,
    is_new: bool = False,
) -> NoReturn:
    """Show the instrument until the learner quits, then end the process with its exit status.

    `make_desk` gives the learner's answers to the tour and the quiz; `is_new` greets who has none yet.
    """
    view = View(lab, pane, kiosk=kiosk, focus="pane" if pane in LESSONS else "inputs", note=NEW_HERE if is_new else "")
    app = SqrtdkApp(view, theme=theme, ascii=ascii, out=out, make_desk=make_desk)
    threading.excepthook = app.fail
    app.run(mouse=False)
    if app.failure is not None:
        _print(crash.told(app.failure, __version__, keeps=not kiosk), sys.stderr)
    if app.refused:
        _print(f"{PROGRAM}: {app.refused}", sys.stderr)
    for line in dict.fromkeys(app.said):
        _print(line, sys.stdout)
    leave(app.exit_status)


def _print(line: str, stream: TextIO) -> None:
    """Print what the stream's encoding can hold of it; a stream that is gone is no fault."""
    encoding = stream.encoding or "utf-8"
    with contextlib.suppress(OSError):
        print(line.encode(encoding, "replace").decode(encoding), file=stream)
