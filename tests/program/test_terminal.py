"""The installed command under a real pseudo-terminal."""

import os
import sys
from pathlib import Path

import pytest

from tests.terminal.pty_session import ENTER, ESCAPE, LEFT, RIGHT, PtySession

pytestmark = pytest.mark.terminal

COMMAND = str(Path(sys.executable).parent / "sqrtdk-tui")


def environment(**changes: str) -> dict[str, str]:
    """A terminal in a UTF-8 locale."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "LANG", "NO_COLOR", "COLUMNS", "LINES"))}
    return {**kept, "TERM": "xterm-256color", "LANG": "C.UTF-8", **changes}


def start(*words: str, size: tuple[int, int] = (80, 24), **changes: str) -> PtySession:
    """The command, as a shell would start it."""
    return PtySession([COMMAND, *words], size, environment(**changes))


def test_shows_spike_and_mix_and_quits_cleanly() -> None:
    with start() as shown:
        shown.wait_for("66.5%")
        for words in ("Why divide before we mix?", "SPIKE", "MIX", "99.97%", "0.03%", "24.5%", "9.0%", "Same winner"):
            assert words in shown.text()
        shown.send(b"q")
        assert shown.wait_exit() == 0
        assert not shown.left_changed()


def test_the_left_chart_moves_and_the_right_one_does_not() -> None:
    with start() as shown:
        shown.wait_for("66.5%")
        shown.wait_quiet()
        before = shown.screen()
        shown.send(LEFT * 6)
        shown.wait_for("dividing by 1 changes nothing")
        at_one = shown.screen()
        assert [line[41:] for line in at_one[3:11]] == [line[41:] for line in before[3:11]]
        assert [line[:41] for line in at_one[3:11]] != [line[:41] for line in before[3:11]]
        shown.send(RIGHT * 6)
        shown.wait_until(lambda: shown.screen() == before)


def test_typed_text_is_taken_in_the_order_of_its_keys() -> None:
    with start() as shown:
        shown.wait_for("66.5%")
        shown.send(ENTER + b"12" + LEFT + b"3" + ENTER)
        shown.wait_for("◂ 132 ▸")


def test_panes_presets_help_and_back() -> None:
    with start() as shown:
        shown.wait_for("66.5%")
        shown.wait_quiet()
        before = shown.screen()
        shown.send(b"2")
        shown.wait_for("after 64 slots; such sums")
        shown.send(b"w")
        shown.wait_for("1,000 sums of 64 slots")
        shown.send(b"p")
        shown.wait_for("Real heads")
        shown.send(ESCAPE)
        shown.wait_until(lambda: "Real heads" not in shown.text())
        shown.send(b"?")
        shown.wait_for("more lines below")
        shown.send(ESCAPE)
        shown.wait_until(lambda: "more lines below" not in shown.text())
        shown.send(b"w1")
        shown.wait_until(lambda: shown.screen() == before)


def test_the_command_is_copied_and_printed_after_quit() -> None:
    with start("--d-k", "128") as shown:
        shown.wait_for("66.5%")
        shown.send(b"y")
        shown.wait_for("sqrtdk-tui --d-k 128")
        assert b"\x1b]52;c;" in shown.out
        shown.send(b"q")
        assert shown.wait_exit() == 0
        assert "sqrtdk-tui --d-k 128" in shown.text()


def test_the_palette_opens_and_goes() -> None:
    with start() as shown:
        shown.wait_for("66.5%")
        shown.wait_quiet()
        before = shown.screen()
        shown.send(b"\x10")
        shown.wait_for("Commands")
        shown.send(ESCAPE)
        shown.wait_until(lambda: shown.screen() == before)


@pytest.mark.parametrize("size", [(40, 12), (60, 20), (100, 30), (120, 40), (200, 60)])
def test_any_size_shows_the_lesson(size: tuple[int, int]) -> None:
    with start(size=size) as shown:
        shown.wait_for("66.5%")
        assert "99.97%" in shown.text()


def test_a_c_locale_gets_ascii() -> None:
    with start(LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0") as shown:
        shown.wait_for("66.5%")
        assert shown.text().isascii()
        assert "#####" in shown.text()


def test_no_color_sends_no_colour_and_loses_nothing() -> None:
    with start(NO_COLOR="1") as shown:
        shown.wait_for("66.5%")
        assert b"38;" not in shown.out
        assert b"48;" not in shown.out
        assert "▲ SPIKE" in shown.text()


@pytest.mark.parametrize("stream", [0, 2])
def test_a_stream_that_is_no_terminal_is_refused_in_one_line(stream: int, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(b"")
    with PtySession([COMMAND], env=environment(), streams={stream: str(other)}) as shown:
        assert shown.wait_exit() == 2
        said = other.read_text() if stream == 2 else shown.text()
        assert "--plain" in said
        assert len(said.strip().splitlines()) == 1
        assert b"\x1b" not in shown.out


@pytest.mark.parametrize("term", ["dumb", "", "unknown", "no-such-terminal"])
def test_a_terminal_that_cannot_address_its_cursor_is_refused(term: str) -> None:
    with PtySession([COMMAND], env=environment(TERM=term)) as shown:
        assert shown.wait_exit() == 2
        assert "--plain" in shown.text()
        assert b"\x1b" not in shown.out


_BREAKS = """
import sys
from sqrtdk_tui.tui import app, lines, screen
def broken(self, *_):
    raise RuntimeError("on purpose")
{where} = broken
from sqrtdk_tui.cli import main
sys.exit(main([]))
"""


@pytest.mark.parametrize(
    "where", ["screen.InstrumentScreen.do", "screen.InstrumentScreen.on_paste", "lines.Lines.render_line"]
)
def test_a_fault_ends_with_one_sentence_and_a_file(where: str, tmp_path: Path) -> None:
    env = environment(TMPDIR=str(tmp_path))
    with PtySession([sys.executable, "-c", _BREAKS.format(where=where)], env=env) as shown:
        if "render_line" not in where:
            shown.wait_for("66.5%")
            shown.send(b"\x1b[200~x\x1b[201~" if "paste" in where else RIGHT)
        assert shown.wait_exit() == 1
        assert not shown.left_changed()
        assert "sqrtdk-tui failed" in shown.text()
        assert "Traceback" not in shown.text()
        kept = list(tmp_path.glob("sqrtdk-tui-*.txt"))
        assert len(kept) == 1
        assert "on purpose" in kept[0].read_text(encoding="utf-8")
        assert kept[0].stat().st_mode & 0o077 == 0
