"""The yardstick of the benchmark: a plain Textual program, one Static and one key that counts up in it."""

from textual.app import App, ComposeResult
from textual.events import Key
from textual.widgets import Static


class BareApp(App[None]):
    """Counts the right and left arrows. Plain Textual, plain driver."""

    count = 0

    def compose(self) -> ComposeResult:
        yield Static(str(self.count))

    def on_key(self, event: Key) -> None:
        self.count += {"right": 1, "left": -1}.get(event.key, 0)
        self.query_one(Static).update(str(self.count))


if __name__ == "__main__":
    BareApp().run()
