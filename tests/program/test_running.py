"""While the instrument runs: keys, pastes, rubbish, sizes, stops, idleness. All on the real command."""

import itertools
import signal
import sys
import time
from pathlib import Path

import pytest

from tests.program.instrument import LONG_WORK, cpu_of, environment, fresh, settle, start
from tests.terminal.pty_session import DOWN, ENTER, ESCAPE, LEFT, RIGHT, UP, PtySession
from tests.terminal.test_driver import RUBBISH, _state

pytestmark = pytest.mark.terminal

SIZES = ((1, 1), (10, 3), (40, 15), (400, 120))
_BARE = str(Path(__file__).parents[1] / "bench" / "bare_app.py")


@pytest.mark.parametrize("end", [b"\r", b"\n", b"\r\n"], ids=["CR", "LF", "CRLF"])
@pytest.mark.parametrize("bracketed", [True, False], ids=["bracketed", "bare"])
def test_a_paste_with_line_ends_is_never_half_taken(end: bytes, bracketed: bool) -> None:
    around = (b"\x1b[200~", b"\x1b[201~") if bracketed else (b"", b"")
    with start() as shown:
        settle(shown)
        shown.send(DOWN + ENTER)
        shown.wait_for("now 2, 1, 0")
        shown.send(end.join((around[0] + b"40.5", b"60.5", b"80" + around[1])))
        shown.wait_until(lambda: shown.screen()[1].split()[-4:] == ["scores", "40.5", "60.5", "80"])
        shown.wait_quiet(0.2)  # no hand presses Enter within the burst
        shown.send(ENTER)
        shown.wait_for("40.50, 60.50, 80 × √d_k")


def test_a_paste_where_no_field_is_open_presses_no_key() -> None:
    with start() as shown:
        before = settle(shown)
        shown.send(b"\x1b[200~q\rp2:\x1b[201~")
        shown.send(RIGHT + LEFT)
        shown.wait_quiet(0.3)
        assert shown.screen() == before


def test_an_arrow_that_comes_in_two_parts_is_an_arrow() -> None:
    with start() as shown:
        settle(shown)
        shown.send(DOWN)
        shown.wait_for("◂ 2, 1, 0")
        shown.wait_quiet()  # the terminal's own answers are on their way no more
        shown.send(ESCAPE)
        shown.pump(0.15)
        shown.send(UP[1:])
        shown.wait_for("◂ 64 ▸")


def test_three_seconds_of_a_held_key_leave_nothing_to_do() -> None:
    with start("--tokens", "8") as shown:
        settle(shown)
        begun = time.monotonic()
        for n in range(90):
            shown.send(b"r")
            shown.pump(max(0.0, begun + (n + 1) / 30 - time.monotonic()))
        assert shown.wait_for("seed 90") < 0.5  # idle it is a frame of 10 ms; other work may hold up any one key


@pytest.mark.parametrize("name", RUBBISH)
def test_what_is_no_key_changes_nothing(name: str) -> None:
    with start() as shown:
        before = settle(shown)
        shown.send(RUBBISH[name])
        shown.send(RIGHT)
        shown.wait_for("◂ 128 ▸")
        shown.send(LEFT)
        shown.wait_until(lambda: shown.screen() == before)


def test_losing_and_regaining_focus_loses_no_key() -> None:
    with start() as shown:
        settle(shown)
        shown.send(b"\x1b[O" + RIGHT + b"\x1b[I" + RIGHT + b"\x1b[O")
        shown.wait_for("◂ 256 ▸")
        shown.send(ENTER + b"1\x1b[I\x1b[O2\x1b[I" + ENTER)
        shown.wait_for("◂ 12 ▸")


def test_flow_control_does_not_freeze_it() -> None:
    with start() as shown:
        settle(shown)
        shown.send(b"\x13" + RIGHT + b"\x11"[:0])
        shown.wait_for("◂ 128 ▸")


@pytest.mark.parametrize("last", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_fifty_resizes_during_work_end_in_the_picture_of_a_fresh_start(last: tuple[int, int]) -> None:
    sizes = [size for size in SIZES if size != last] * 16 + [SIZES[0], last]
    with start(*LONG_WORK, size=last) as once, start(*LONG_WORK, size=(80, 24)) as shown:
        for each in (shown, once):
            settle(each)
            each.send(b"f")  # at small sizes `w` would open the pane by itself
        once.send(b"w")
        once.pump(0.5)
        settle(once)
        shown.send(b"w")
        begun = time.monotonic()
        for n, size in enumerate(sizes, 1):
            shown.resize(*size)
            shown.pump(max(0.0, begun + n * 0.04 - time.monotonic()))
        shown.wait_until(lambda: settle(shown) == once.screen(), 20)
        assert shown.cells() == once.cells()


def test_a_drawn_row_is_resized_while_it_is_drawn() -> None:
    words = ("--tokens", "1024", "--d-k", "4096")
    with start(*words) as shown:
        settle(shown)
        for n, size in zip(range(50), itertools.cycle(SIZES), strict=False):
            shown.send(b"r" if n < 25 else b"")
            shown.resize(*size)
            shown.pump(0.04)
        shown.resize(100, 30)
        wanted = fresh(*words, "--seed", "25", size=(100, 30))
        shown.wait_for("seed 25", 15)
        settle(shown)
        assert shown.cells() == wanted


def test_a_stop_gives_a_usable_shell_and_fg_comes_back_with_the_picture() -> None:
    env = environment(PS1="$ ", HISTFILE="/dev/null")
    with PtySession(["bash", "--norc", "--noprofile", "-i"], env=env) as shell:
        shell.wait_for("$")
        shell.send(b"'" + sys.executable.encode() + b"' -m sqrtdk_tui --d-k 32\r")
        shell.wait_until(lambda: 1049 in shell.modes(), 10)
        settle(shell)
        before = shell.cells()
        shell.send(b"\x1a")
        shell.wait_for("Stopped")
        shell.send(b"echo $((6*7))\r")
        shell.wait_for("\n42")
        assert not shell.modes() - {2004}  # readline asks for bracketed pastes itself
        shell.send(b"fg\r")
        shell.wait_until(lambda: 1049 in shell.modes())
        shell.wait_until(lambda: shell.cells() == before)
        shell.send(RIGHT)
        shell.wait_for("◂ 64 ▸")
        shell.send(b"q")
        shell.wait_until(lambda: shell.modes() == {2004})  # the shell's own prompt
        shell.send(b"echo =$?=\r")
        shell.wait_for("=0=")


def test_idle_it_sends_nothing_and_computes_no_more_than_a_bare_app() -> None:
    bare = PtySession([sys.executable, _BARE], env=environment())
    with bare, start() as shown:
        settle(shown)
        bare.wait_until(lambda: bare.screen()[0] == "0")
        bare.wait_quiet(0.5)
        shown.wait_quiet(0.5)
        before, sent = [cpu_of(each.pid) for each in (bare, shown)], len(shown.out)
        end = time.monotonic() + 5
        while time.monotonic() < end:
            for each in (bare, shown):
                each.pump(0.05)
        used = [cpu_of(each.pid) - b for each, b in zip((bare, shown), before, strict=True)]
        assert len(shown.out) == sent
        assert used[1] <= used[0]


def test_a_stop_without_warning_is_repaired() -> None:
    with start() as shown:
        settle(shown)
        before, sent = shown.cells(), len(shown.out)
        shown.kill(signal.SIGSTOP)
        shown.wait_until(lambda: _state(shown.pid) == "T")
        shown.kill(signal.SIGCONT)
        shown.wait_until(lambda: b"\x1b[?1049h" in shown.out[sent:])
        shown.wait_quiet()
        assert shown.cells() == before


def test_a_terminal_that_claims_a_huge_size_is_painted_within_reason() -> None:
    with start() as shown:
        settle(shown)
        shown._set_size(60000, 60000)  # pyte itself would take minutes over it
        shown.send(RIGHT)
        shown.pump(0.5)
        shown._set_size(80, 24)
        shown.wait_for("◂ 128 ▸", 20)


@pytest.mark.parametrize("opened", [b"", ENTER, b":", b"?", b"p"], ids=["explore", "field", "line", "page", "list"])
def test_ctrl_l_paints_every_cell_again_whatever_the_terminal_shows(opened: bytes) -> None:
    with start() as shown:
        settle(shown)
        shown.send(opened or LEFT + RIGHT)
        shown.wait_quiet()
        before = shown.cells()
        shown.out += b"\x1b[2J\x1b[Hspoilt by a message"  # as `wall` does it
        assert "spoilt" in shown.text()
        shown.send(b"\x0c")
        shown.wait_until(lambda: shown.cells() == before)
