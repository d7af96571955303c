"""An app that sends its terminal only the cells that changed, and no faster than the terminal takes them.

Textual gives every update to `App._display`; here it goes into a grid of cells instead, and the difference to
what the terminal shows is sent when the terminal is ready for it. In between the grid moves on, so that a slow
line sees fewer frames, never older ones. `_display` is private: the version of Textual is bounded for it.
"""

import asyncio
import os
from typing import Any, TypeVar

from rich.console import RenderableType
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App
from textual.driver import Driver
from textual.events import Resize
from textual.screen import Screen

from sqrtdk_tui.tui.driver import TerminalDriver
from sqrtdk_tui.tui.frame import Frame
from sqrtdk_tui.tui.ink import Ink, colours_of, draw
from sqrtdk_tui.tui.pace import Pace
from sqrtdk_tui.tui.pen import paint

Result = TypeVar("Result")

_TOGETHER, _TOGETHER_END = "\x1b[?2026h", "\x1b[?2026l"  # show what comes between them at once
_FAREWELL = 0.2  # s for cancelled tasks to end


class PaintedApp(App[Result]):
    """The parent of an app that is used over ssh: `app.run()`, then `leave(app.exit_status)` (see lifeline)."""

    def __init__(self, *args: Any, **options: Any) -> None:
        for name in ("COLUMNS", "LINES"):  # what a shell once set; Rich would believe it more than the terminal
            os.environ.pop(name, None)
        super().__init__(*args, **options)
        self.ink = Ink(colours_of(self))
        self._wanted = Frame(0, 0)
        self._shown: Frame | None = None
        self._pace = Pace()
        self._turn: asyncio.TimerHandle | None = None

    def get_driver_class(self) -> type[Driver]:
        """The driver that this painter needs; no environment variable may choose another."""
        return TerminalDriver

    @property
    def exit_status(self) -> int:
        """The status for the process: 128 + n when signal n (1: the terminal is gone) ended it, 1 after an error."""
        lifeline = self._driver.lifeline if isinstance(self._driver, TerminalDriver) else None
        return (lifeline and lifeline.status) or self.return_code or 0

    def run(self, **options: Any) -> Result | None:
        """Run the app. It ends without waiting for worker threads that still compute.

        (Whoever awaits run_async() instead has to call `lifeline.let_go()` within a second after it.)
        """
        loop = asyncio.new_event_loop()
        try:
            return super().run(loop=loop, **options)
        except OSError:
            if self.exit_status < 128:
                raise
            return None  # nothing can be printed on a terminal that is gone
        finally:
            _close(loop)
            if isinstance(self._driver, TerminalDriver):
                self._driver.lifeline.let_go()

    def exit(self, result: Result | None = None, return_code: int = 0, message: RenderableType | None = None) -> None:
        """Exit, within about a second whatever the program is doing."""
        super().exit(result, return_code, message)
        if isinstance(self._driver, TerminalDriver):
            self._driver.lifeline.hurry(return_code)

    def _build_driver(self, headless: bool, inline: bool, mouse: bool, size: tuple[int, int] | None) -> Driver:
        driver = super()._build_driver(headless, inline, mouse, size)
        if isinstance(driver, TerminalDriver):
            driver.on_answer, driver.on_start = self._frame_taken, self._terminal_started
        return driver

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        """Draw what Textual has composed; what is not composed of strips goes Textual's way."""
        if not isinstance(self._driver, TerminalDriver) or not isinstance(renderable, LayoutUpdate | ChopsUpdate):
            super()._display(screen, renderable)
            return
        if self._running and not self._closed and not self._batch_count:
            self._wanted = draw(renderable, self._wanted, self.ink)
            self._send_frame()
        self.post_display_hook()

    def _send_frame(self) -> None:
        """Send what differs, or wait for the turn: the terminal's answer, or the end of patience with it."""
        driver = self._driver
        if not isinstance(driver, TerminalDriver) or not self._wanted.width:
            return
        if not self._pace.is_free(driver.backlog):
            if self._turn is None:
                self._turn = asyncio.get_running_loop().call_later(self._pace.patience, self._answer_overdue)
            return
        if text := paint(self._shown, self._wanted):
            self._shown = self._wanted.copy()
            if self._sync_available:
                text = _TOGETHER + text + _TOGETHER_END
            driver.write(text + self._pace.sent(len(text.encode())))

    def _frame_taken(self) -> None:
        self._pace.answered()
        self._next_turn()

    def _answer_overdue(self) -> None:
        self._pace.give_up()
        self._next_turn()

    def _next_turn(self) -> None:
        if self._turn is not None:  # a frame has been waiting
            self._turn.cancel()
            self._turn = None
            self._send_frame()

    def _terminal_started(self) -> None:
        """The terminal is ours, perhaps again: what was on its way to it is lost."""
        self._pace.restart()
        self.paint_anew()

    def paint_anew(self) -> None:
        """Send every cell: nothing is known of what the terminal shows."""
        self._shown = None
        self._send_frame()

    async def _on_resize(self, event: Resize) -> None:
        """A terminal that changes its size may cut, wrap or clear: paint it whole, as soon as the layout fits."""
        self._shown = None
        if (self._wanted.width, self._wanted.height) == event.size:
            self._send_frame()


def _close(loop: asyncio.AbstractEventLoop) -> None:
    """End what is left of a loop, without the wait for threads that asyncio.run() would add."""
    tasks = asyncio.all_tasks(loop)
    for task in tasks:
        task.cancel()
    if tasks:
        loop.run_until_complete(asyncio.wait(tasks, timeout=_FAREWELL))
    loop.close()
