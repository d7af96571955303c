"""Runs the instrument without a terminal: keys in, shown text out."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.pilot import Pilot

from sqrtdk_tui.command import parse_line
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.tui.app import SqrtdkApp
from sqrtdk_tui.tui.keys import LESSONS
from sqrtdk_tui.tui.studio import MakeDesk
from sqrtdk_tui.tui.view import View

SIZES = ((80, 24), (120, 40), (60, 30), (40, 12))


class Driven:
    """The running instrument."""

    def __init__(self, app: SqrtdkApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def view(self) -> View:
        """The present View."""
        return self.app.instrument.view

    @property
    def text(self) -> str:
        """What the parts show."""
        return self.app.instrument.text

    def part(self, name: str) -> str:
        """What one part shows."""
        return self.app.instrument.parts.text_of(name)

    async def press(self, *names: str) -> None:
        """Keys, one after the other; back when everything that they ask for is computed and shown."""
        await self.pilot.press(*names)
        await self.settle()

    async def type(self, text: str) -> None:
        """Type a text and press Enter: at once, as a paste of keys would come."""
        for character in text:
            self.app.instrument.press(character if character != " " else "space", character)
        await self.press("enter")

    async def settle(self) -> None:
        """Wait until nothing is being computed."""
        screen = self.app.instrument
        await self.pilot.pause()
        while screen.studio is None or screen.computing.is_busy or screen.laboratory.is_busy:
            await self.pilot.pause()
        await self.pilot.pause()

    def cells(self) -> list[str]:
        """The composed lines of the screen, as a terminal of this size would show them."""
        return ["".join(segment.text for segment in strip) for strip in self.app.instrument._compositor.render_strips()]


@asynccontextmanager
async def instrument(
    line: str = "",
    size: tuple[int, int] = (80, 24),
    *,
    theme: str = "dark",
    ascii: bool = False,
    out: str = ".",
    settled: bool = True,
    make_desk: MakeDesk | None = None,
) -> AsyncIterator[Driven]:
    """The instrument as `sqrtdk-tui LINE` would start it."""
    pane, lab = parse_line(f"sqrtdk-tui {line}", "steps", Lab())
    focus = "pane" if pane in LESSONS else "inputs"
    app = SqrtdkApp(View(lab, pane, focus=focus), theme=theme, ascii=ascii, out=out, make_desk=make_desk)
    async with app.run_test(size=size) as pilot:
        driven = Driven(app, pilot)
        if settled:
            await driven.settle()
        yield driven
