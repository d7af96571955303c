"""The bare app of the benchmark on our own driver and painter, with more keys for what tests want to provoke."""

import sys
import time
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from sqrtdk_tui.tui.lifeline import leave
from sqrtdk_tui.tui.painter import PaintedApp


class Over(ModalScreen[None]):
    """Something on top."""

    BINDINGS: ClassVar[list[BindingType]] = [("x", "dismiss", "Close")]

    def compose(self) -> ComposeResult:
        yield Static("on top")


class DemoApp(PaintedApp[None]):
    """Counts the right and left arrows; the other keys misbehave."""

    count = 0

    def compose(self) -> ComposeResult:
        yield Static("0")

    def on_key(self, event: Key) -> None:
        if event.key in ("right", "left"):
            self.count += 1 if event.key == "right" else -1
            self.show(str(self.count))
        elif action := getattr(self, f"press_{event.key}", None):
            action()
        elif event.is_printable or event.key == "escape":
            self.show(f"{self.query_one(Static).content} {event.key}")

    def show(self, text: str) -> None:
        self.query_one(Static).update(text)

    def press_q(self) -> None:
        self.exit()

    def press_o(self) -> None:
        self.push_screen(Over())

    def press_n(self) -> None:
        self.query_one(Static).refresh()  # the same picture again

    def press_f(self) -> None:
        self.show("\n".join("#" * self.size.width for _ in range(self.size.height)))

    def press_e(self) -> None:
        raise ValueError("provoked")

    def press_s(self) -> None:
        self.show("stuck")
        self.call_after_refresh(self.call_later, time.sleep, 60)

    def press_w(self) -> None:
        self.run_worker(lambda: time.sleep(60), thread=True)
        self.show("working")


if __name__ == "__main__":
    app = DemoApp()
    app.run(mouse="--no-mouse" not in sys.argv)
    leave(app.exit_status)
