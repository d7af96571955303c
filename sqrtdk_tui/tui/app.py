"""The application around the screen: quitting, saving, copying, the palette."""

import sys
from collections.abc import Iterable
from typing import ClassVar, NoReturn

from textual.app import SystemCommand
from textual.binding import BindingType
from textual.command import CommandPalette
from textual.screen import Screen

from sqrtdk_tui import __version__, command
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.rows import Look
from sqrtdk_tui.tui import crash, keys, looks
from sqrtdk_tui.tui.lifeline import leave
from sqrtdk_tui.tui.painter import PaintedApp
from sqrtdk_tui.tui.screen import InstrumentScreen
from sqrtdk_tui.tui.view import View

_BEYOND_PALETTE = (
    "palette",
    "accept",
    "close",
    "open",
    "row_up",
    "row_down",
    "line_up",
    "line_down",
    "page_up",
    "page_down",
    "quit_now",
)


class SqrtdkApp(PaintedApp[None], inherit_bindings=False):
    """√d_k in a terminal."""

    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = "ctrl+p"
    CSS = """
    SearchIcon { display: none; }
    CommandPalette #--input { border: ascii $foreground 50%; }
    CommandPalette CommandList, CommandPalette LoadingIndicator { border: none; }
    CommandPalette CommandList.--visible, CommandPalette CommandList.--populating { border: none; }
    * { scrollbar-size-vertical: 0; }
    """
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, view: View, *, theme: str = "dark", ascii: bool = False, out: str = ".") -> None:
        super().__init__()
        self.instrument = InstrumentScreen(view, theme, ascii)
        self.said: list[str] = []  # printed after quit
        self._out, self._ascii = out, ascii
        self._theme_name = theme
        self.register_theme(looks.theme(theme))
        self.theme = f"sqrtdk-{theme}"

    def get_default_screen(self) -> Screen[None]:
        """The instrument is the only screen."""
        return self.instrument

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The palette offers the commands of the key table that work now."""
        states, look = self.instrument.view.states, Look(ascii=self._ascii)
        for entry in keys.COMMANDS:
            if entry.name in _BEYOND_PALETTE or not set(entry.states) & set(states):
                continue
            title = look.text(f"{entry.help} ({' '.join(map(keys.sign, entry.keys))})")
            yield SystemCommand(title, "", lambda name=entry.name: self.instrument.do(name))

    def on_instrument_screen_asked(self, message: InstrumentScreen.Asked) -> None:
        """Something that goes beyond the screen."""
        actions = {
            "quit": self.exit,
            "quit_now": self.exit,
            "command": self._show_command,
            "save": self._save,
            "suspend": self.action_suspend_process,
            "palette": self.action_command_palette,
            "repaint": self.repaint,
        }
        actions[message.what]()

    def _show_command(self) -> None:
        view = self.instrument.view
        line = command.command_line(view.pane, view.lab)
        self.copy_to_clipboard(line)
        self.said.append(line)
        self.instrument.show_command()

    def action_command_palette(self) -> None:
        """Find a command by its name."""
        self.push_screen(CommandPalette(placeholder="Find a command"))

    def _save(self) -> None:
        from sqrtdk_tui.tui import saving

        self.instrument.note(saving.save(self._out, self.instrument, self.export_screenshot()))

    def _fatal_error(self) -> None:
        """End without Textual's long traceback: `run` tells it in one sentence."""
        self._close_messages_no_wait()

    @property
    def failure(self) -> BaseException | None:
        """The exception that ended the program, if one did."""
        return self._exception

    def repaint(self) -> None:
        """Paint every cell again, whatever the terminal shows."""
        self.refresh(layout=True)


def run(pane: str, lab: Lab, *, theme: str, ascii: bool, out: str) -> NoReturn:
    """Show the instrument until the learner quits, then end the process with its exit status."""
    app = SqrtdkApp(View(lab, pane), theme=theme, ascii=ascii, out=out)
    app.run(mouse=False)
    if app.failure is not None:
        print(crash.sentence(app.failure, crash.keep(app.failure, __version__)), file=sys.stderr)
    for line in dict.fromkeys(app.said):
        print(line)
    leave(app.exit_status)
