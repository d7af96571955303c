"""The bare app of the benchmark on our own driver and painter, with more keys for what tests want to provoke."""

import sys
import time
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.driver import Driver
from textual.events import Key
from textual.screen import ModalScreen
from textual.widgets import Static

from sqrtdk_tui.tui.driver import KioskDriver
from sqrtdk_tui.tui.lifeline import leave
from sqrtdk_tui.tui.painter import PaintedApp


def compute() -> None:
    """Compute for a minute and never look up."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        sum(range(1000))


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
        elif (event.is_printable and event.key != "x") or event.key == "escape":
            self.show(f"{self.query_one(Static).content} {event.key}")

    def show(self, text: str) -> None:
        if "--wide" in sys.argv:  # a kilobyte for each key
            text = "\n".join(f" {text} " * 20 for _ in range(10))
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
        self.run_worker(compute, thread=True)
        self.show("working")

    def press_z(self) -> None:
        self.show(f"{self.size.width}x{self.size.height}")


class KioskApp(DemoApp):
    """The same without a way to a shell."""

    def get_driver_class(self) -> type[Driver]:
        return KioskDriver


if __name__ == "__main__":
    app = (KioskApp if "--kiosk" in sys.argv else DemoApp)()
    app.run(mouse="--no-mouse" not in sys.argv)
    leave(app.exit_status)
