"""In tmux and in GNU screen, detached and attached again, the picture is that of a fresh start, cell by cell."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.program.instrument import environment, fresh, texts
from tests.terminal.pty_session import RIGHT, PtySession

pytestmark = pytest.mark.terminal

Open = Callable[..., PtySession]
OURS = (sys.executable, "-m", "sqrtdk_tui")


class Tmux:
    """A tmux server of its own, without a status line."""

    detach = b"\x02d"

    def __init__(self, folder: Path) -> None:
        self.socket, self.config = folder / "tmux", folder / "tmux.conf"
        self.config.write_text("set -g status off\nset -g escape-time 0\n", encoding="utf-8")
        self.base = ["tmux", "-S", str(self.socket), "-f", str(self.config), "-u"]

    def start(self, *command: str, size: tuple[int, int] = (80, 24)) -> PtySession:
        """A new session that runs this command."""
        return PtySession([*self.base, "new-session", *command], size, environment(TERM="screen-256color"))

    def attach(self, size: tuple[int, int] = (80, 24)) -> PtySession:
        """The same session on another terminal."""
        return PtySession([*self.base, "attach"], size, environment(TERM="screen-256color"))

    def end(self) -> None:
        """End the server."""
        subprocess.run([*self.base, "kill-server"], check=False, capture_output=True)


class Screen:
    """GNU screen with sockets in a folder of its own."""

    detach = b"\x01d"

    def __init__(self, folder: Path) -> None:
        self.config = folder / "screenrc"
        self.config.write_text("startup_message off\ndefutf8 on\nterm screen-256color\n", encoding="utf-8")
        sockets = folder / "sockets"
        sockets.mkdir(mode=0o700)
        self.env = environment(TERM="screen-256color", SCREENDIR=str(sockets), SYSSCREENRC="/dev/null")
        self.base = ["screen", "-U", "-c", str(self.config)]

    def start(self, *command: str, size: tuple[int, int] = (80, 24)) -> PtySession:
        """A new session that runs this command."""
        return PtySession([*self.base, "-S", "ours", *command], size, self.env)

    def attach(self, size: tuple[int, int] = (80, 24)) -> PtySession:
        """The same session on another terminal."""
        return PtySession([*self.base, "-r", "ours"], size, self.env)

    def end(self) -> None:
        """End the session."""
        subprocess.run([*self.base, "-S", "ours", "-X", "quit"], check=False, capture_output=True, env=self.env)


@pytest.fixture(params=[Tmux, Screen], ids=["tmux", "screen"])
def multiplexer(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Tmux | Screen]:
    """One of the two; it ends with the test."""
    with contextlib.closing(_Ending(request.param(tmp_path))) as made:
        yield made.what


class _Ending:
    def __init__(self, what: Tmux | Screen) -> None:
        self.what = what

    def close(self) -> None:
        self.what.end()


def shows(shown: PtySession, wanted: Sequence[Sequence[Any]], seconds: float = 15.0) -> bool:
    """Wait until the words on the terminal are these, in every cell."""
    lines = texts([list(row) for row in wanted])
    shown.wait_until(lambda: [line.rstrip() for line in lines] == shown.screen(), seconds)
    return texts(shown.cells()) == lines


def coloured(cells: list[list[Any]]) -> list[list[tuple[Any, ...]]]:
    """Each cell with all that can be seen of it."""
    return [[(cell.data, cell.fg, cell.bg, cell.bold, cell.reverse, cell.underscore) for cell in row] for row in cells]


def test_a_detached_session_comes_back_as_a_fresh_start_looks(multiplexer: Tmux | Screen) -> None:
    wanted = fresh("--d-k", "128")
    with multiplexer.start(*OURS) as shown:
        settle_in(shown)
        shown.send(RIGHT)
        assert shows(shown, wanted)
        before = coloured(shown.cells())
        shown.send(multiplexer.detach)
        shown.wait_exit()
    with multiplexer.attach() as again:
        assert shows(again, wanted)
        again.wait_quiet()
        assert coloured(again.cells()) == before
        again.send(RIGHT)
        again.wait_for("◂ 256 ▸")
        again.send(b"q")
        again.wait_exit()


def test_attached_to_a_terminal_of_another_size_it_looks_as_started_there(multiplexer: Tmux | Screen) -> None:
    wanted = fresh(size=(120, 36))
    with multiplexer.start(*OURS) as shown:
        settle_in(shown)
        shown.send(multiplexer.detach)
        shown.wait_exit()
    with multiplexer.attach((120, 36)) as again:
        assert shows(again, wanted)
        again.resize(60, 20)
        assert shows(again, fresh(size=(60, 20)))


def test_a_key_held_in_a_multiplexer_leaves_no_backlog(multiplexer: Tmux | Screen) -> None:
    with multiplexer.start(*OURS, "--tokens", "8") as shown:
        settle_in(shown)
        for _ in range(60):
            shown.send(b"r")
            shown.pump(1 / 30)
        assert shown.wait_for("seed 60", 1.0) < 0.5


def settle_in(shown: PtySession) -> None:
    """Wait for the charts, and for nothing more to come."""
    shown.wait_until(lambda: "%" in shown.text(), 15)
    shown.wait_quiet(0.3, 15)


def test_both_are_there() -> None:
    for name in ("tmux", "screen"):
        assert any(os.access(Path(folder) / name, os.X_OK) for folder in os.environ["PATH"].split(":")), name
