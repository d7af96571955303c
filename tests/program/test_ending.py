"""How the instrument ends: always soon, by exit, with the terminal as it was found. All on the real command."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.program.instrument import COMMAND, LONG_WORK, catches, environment, settle, start, threads_of
from tests.terminal.pty_session import ENTER, RIGHT, PtySession

pytestmark = pytest.mark.terminal

SIGNALS = {signal.SIGTERM: 143, signal.SIGINT: 130, signal.SIGHUP: 129, signal.SIGQUIT: 131}


def busy(**options: object) -> PtySession:
    """The instrument in the middle of its longest work."""
    shown = start(*LONG_WORK, options=options)
    settle(shown)
    shown.send(b"w")
    shown.wait_for("are being added up")
    assert any("sqrtdk" in _thread_name(shown.pid, thread) for thread in threads_of(shown.pid))
    return shown


def _thread_name(pid: int, thread: int) -> str:
    return Path(f"/proc/{pid}/task/{thread}/comm").read_text(encoding="utf-8")


@pytest.mark.parametrize("key", [b"q", b"\x11", b"\x03"], ids=["q", "ctrl+q", "ctrl+c"])
@pytest.mark.parametrize("working", [False, True], ids=["idle", "working"])
def test_a_quit_is_an_exit_with_0(key: bytes, working: bool) -> None:
    with busy(in_band=True) if working else start(options={"in_band": True}) as shown:
        if not working:
            settle(shown)
        shown.send(key)
        assert shown.wait_exit(2.0) == 0
        assert not shown.left_changed()


@pytest.mark.parametrize("key", [b"\x11", b"\x03"], ids=["ctrl+q", "ctrl+c"])
@pytest.mark.parametrize("opened", [ENTER, b":", b"\x10", b"?", b"p"], ids=["field", "line", "find", "page", "list"])
def test_the_two_quits_work_from_whatever_is_open(key: bytes, opened: bytes) -> None:
    with start() as shown:
        settle(shown)
        shown.send(opened + b"1" + key)
        assert shown.wait_exit(2.0) == 0
        assert not shown.left_changed()


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("working", [False, True], ids=["idle", "working"])
def test_a_signal_is_an_exit_with_its_number(number: signal.Signals, working: bool) -> None:
    with busy(in_band=True) if working else start(options={"in_band": True}) as shown:
        if not working:
            settle(shown)
        shown.kill(number)
        assert shown.wait_exit(2.0) == SIGNALS[number]
        assert not shown.left_changed()


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_before_anything_is_drawn_is_an_exit_too(number: signal.Signals) -> None:
    with start("--scores", "-") as shown:  # waits for its standard input, long before the screen
        shown.wait_until(lambda: catches(shown.pid, signal.SIGTERM))
        shown.kill(number)
        assert shown.wait_exit(2.0) == SIGNALS[number]
        assert not shown.left_changed()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
@pytest.mark.parametrize("after", range(0, 300, 25))
def test_a_signal_at_any_moment_of_the_start_is_an_exit(number: signal.Signals, after: int) -> None:
    with start() as shown:
        shown.wait_until(lambda: catches(shown.pid, signal.SIGTERM))
        shown.pump(after / 1000)
        shown.kill(number)
        assert shown.wait_exit(2.0) == SIGNALS[number]
        assert not shown.left_changed()


@pytest.mark.parametrize("ignore", [(), (signal.SIGHUP,)], ids=["plain", "nohup"])
@pytest.mark.parametrize("working", [False, True], ids=["idle", "working"])
def test_a_lost_terminal_is_an_exit_with_129(ignore: tuple[signal.Signals, ...], working: bool) -> None:
    with busy(ignore=ignore) if working else start(options={"ignore": ignore}) as shown:
        if not working:
            settle(shown)
        shown.hang_up()
        assert shown.wait_exit(2.0) == 129


@pytest.mark.parametrize("ignore", [(), (signal.SIGHUP,)], ids=["plain", "nohup"])
@pytest.mark.parametrize("after", range(0, 400, 50))
def test_a_terminal_lost_at_any_moment_of_the_start_is_an_exit(ignore: tuple[signal.Signals, ...], after: int) -> None:
    with start(options={"ignore": ignore}) as shown:
        shown.wait_until(lambda: catches(shown.pid, signal.SIGTERM))
        shown.pump(after / 1000)
        shown.hang_up()
        assert shown.wait_exit(3.0) == 129


def test_the_end_of_its_input_is_an_exit_with_129(tmp_path: Path) -> None:
    """A pseudo-terminal whose input ends while its output goes on: one is read, another one is drawn on."""
    other = PtySession(["sleep", "60"])
    with other, start(options={"streams": {0: os.ttyname(other.slave)}}) as shown:
        shown.wait_for("66.5%", 10)
        other.hang_up()
        assert shown.wait_exit(2.0) == 129
        assert not shown.modes()


def test_an_ignored_hang_up_signal_alone_ends_nothing() -> None:
    with start(options={"ignore": (signal.SIGHUP,)}) as shown:
        settle(shown)
        shown.kill(signal.SIGHUP)
        shown.send(RIGHT)
        shown.wait_for("◂ 128 ▸")


_BREAKS = """
import sys, threading
from sqrtdk_tui import walk
from sqrtdk_tui.tui import app, computing, lines, reader, screen, writer
def broken(*_, **__):
    raise {what}("on purpose")
{where} = broken
from sqrtdk_tui.cli import main
sys.argv[1:] = {words}
sys.exit(main())
"""
PLACES = {
    "handler": "screen.InstrumentScreen.do",
    "paste": "screen.InstrumentScreen.on_paste",
    "render": "lines.Lines.render_line",
    "worker": "walk.read_walks",
    "input thread": "reader.Reader._hand_on",
    "before the screen": "app.run",
}
_KEYS = {"paste": b"\x1b[200~x\x1b[201~", "worker": b"w"}


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize(
    ("kept", "what"), [("kept", "ValueError"), ("kiosk", "ValueError"), ("unwritable", "MemoryError")]
)
def test_a_fault_is_an_exit_with_1_and_one_sentence(place: str, what: str, kept: str, tmp_path: Path) -> None:
    words = [*LONG_WORK, *(["--kiosk"] if kept == "kiosk" else [])]
    code = _BREAKS.format(where=PLACES[place], what=what, words=words)
    folder = tmp_path / "not there" if kept == "unwritable" else tmp_path
    env = environment(TMPDIR=str(folder), HOME=str(tmp_path))
    with PtySession([sys.executable, "-c", code], env=env) as shown:
        if place not in ("render", "before the screen", "input thread"):
            settle(shown)
        if place not in ("render", "before the screen"):
            shown.send(_KEYS.get(place, RIGHT))
        assert shown.wait_exit() == 1
        assert not shown.left_changed()
        said = " ".join(shown.text().split())
        said = said[said.index("sqrtdk-tui failed") :]  # a dead input thread leaves the terminal's answers unread
        assert said.startswith("sqrtdk-tui failed, which is a fault of the program")
        assert "Traceback" not in shown.out.decode()
        files = list(tmp_path.iterdir())
        if kept == "kiosk":
            assert not files
            assert said.count(".") == 1
        elif kept == "kept":
            assert len(files) == 1
            assert "on purpose" in files[0].read_text(encoding="utf-8")
            assert files[0].stat().st_mode & 0o077 == 0


def test_it_ends_soon_while_its_terminal_takes_nothing() -> None:
    with start() as shown:
        settle(shown)
        for n in range(30):
            shown._set_size(300, 100 + n % 2)
            time.sleep(0.02)  # nobody reads what is painted
        shown.kill(signal.SIGTERM)
        end = time.monotonic() + 2
        while shown.alive() and time.monotonic() < end:
            time.sleep(0.01)
        assert shown.status == 143


def test_plain_output_is_ended_by_exit_too(tmp_path: Path) -> None:
    argv = [COMMAND, "measure", "--method", "slots", "--d-k", "4096", "--pairs", "1000000", "--plain"]
    with PtySession(argv, env=environment()) as shown:
        shown.wait_until(lambda: catches(shown.pid, signal.SIGTERM))
        shown.kill(signal.SIGTERM)
        assert shown.wait_exit(2.0) == 143
