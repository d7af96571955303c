"""The driver and the painter under a real pseudo-terminal, with an app that counts arrow keys."""

import os
import signal
import time

import pytest

from tests.terminal.pty_session import ESCAPE, RIGHT, PtySession

pytestmark = pytest.mark.terminal


def demo(*arguments: str, **options: object) -> PtySession:
    session = PtySession.python("-m", "tests.terminal.painted_app", *arguments, **options)
    try:
        session.wait_until(lambda: session.screen()[0] == "0" and 1049 in session.modes())
        session.wait_quiet(0.15)
    except BaseException:
        session.__exit__()
        raise
    return session


# Painting


def test_a_key_sends_only_what_changed() -> None:
    with demo() as session:
        session.send(RIGHT)
        session.wait_for("1")
        assert session.wait_quiet() + 0 < 100
        session.send(b"n")
        assert session.wait_quiet() == 0  # the same picture again
        assert session.wait_quiet(1.0) == 0  # idle


def test_a_modal_screen_and_the_way_back() -> None:
    with demo() as session:
        before = session.cells()
        session.send(b"o")
        session.wait_for("on top")
        session.send(b"x")
        session.wait_until(lambda: "on top" not in session.text())
        session.wait_quiet()
        assert session.cells() == before


@pytest.mark.parametrize("size", [(1, 1), (10, 3), (400, 120), (80, 24)])
def test_a_resize_paints_what_a_fresh_start_paints(size: tuple[int, int]) -> None:
    with demo() as session, demo(size=size) as fresh:
        session.resize(81, 25)
        session.resize(*size)
        session.wait_quiet()
        for each in (session, fresh):
            each.send(b"f")
            each.wait_quiet()
        assert session.cells() == fresh.cells()


def test_the_size_is_the_terminals_whatever_the_environment_says() -> None:
    with demo(size=(50, 10), env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40"}) as session:
        session.send(b"z")
        session.wait_for("50x10")


@pytest.mark.parametrize(
    ("env", "colours", "no_colours"),
    [
        ({"TERM": "xterm-256color"}, b"[38;5;", b"[38;2;"),
        ({"TERM": "xterm-256color", "COLORTERM": "truecolor"}, b"[38;2;", b"[38;5;"),
        ({"TERM": "linux"}, b"m", b"[38;"),
        ({"TERM": "vt100"}, b"", b";4"),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, b"", b";4"),
    ],
)
def test_the_colours_are_those_that_the_terminal_has(env: dict[str, str], colours: bytes, no_colours: bytes) -> None:
    plain = {name: value for name, value in os.environ.items() if name not in ("COLORTERM", "NO_COLOR")}
    with demo(env={**plain, **env}) as session:
        assert colours in session.out
        assert no_colours not in session.out.replace(b"[?2004", b"")


# A slow line


def hold_right(session: PtySession, seconds: float = 3.0) -> int:
    """Hold the right arrow as a keyboard repeats it; how often was it sent?"""
    count = int(30 * seconds)
    start = time.monotonic()
    for n in range(count):
        session.send(RIGHT)
        session.pump(max(0.0, start + (n + 1) / 30 - time.monotonic()))
    return count


@pytest.mark.parametrize("line", [{"rate": 9600.0}, {"rate": 9600.0, "delay": 0.1}, {"delay": 0.1}, {}])
def test_a_held_key_leaves_no_backlog(line: dict[str, float]) -> None:
    with demo("--wide", **line) as session:
        count = hold_right(session)
        assert session.wait_for(f" {count} ", 1.0) < 1.0


def test_one_key_on_a_slow_line_is_painted_at_once() -> None:
    with demo("--wide", rate=9600.0) as session:
        session.send(RIGHT)
        session.wait_for(" 1 ", 0.3)


def test_a_terminal_that_never_answers_is_painted_all_the_same() -> None:
    with demo("--wide", answers=False) as session:
        count = hold_right(session, 1.0)
        session.wait_for(f" {count} ", 4.0)
        session.wait_quiet()
        asked = session.out.count(b"\x1b[5n")
        session.send(RIGHT)
        session.wait_for(f" {count + 1} ", 0.3)
        assert session.out.count(b"\x1b[5n") == asked  # no more questions


# Keys


def test_keys_of_one_packet_come_in_order() -> None:
    with demo() as session:
        session.send(b"ab" + RIGHT + b"cd")
        session.wait_for("1 c d")


def test_an_arrow_that_comes_in_two_parts_is_an_arrow() -> None:
    with demo() as session:
        session.send(ESCAPE)
        session.pump(0.15)
        session.send(RIGHT[1:])
        session.wait_for("1")
        assert "escape" not in session.text()
        session.send(ESCAPE)
        session.wait_for("1 escape")


RUBBISH = {
    "not UTF-8": b"\xff\xfe\xc3\x28\x80",
    "half a character": b"\xe2\x82",
    "X10 mouse": b"\x1b[M\xff\xff\xff\x1b[M !!",
    "urxvt mouse": b"\x1b[32;10;10M",
    "focus": b"\x1b[O\x1b[I\x1b[O\x1b[I",
    "unknown CSI": b"\x1b[12345z\x1b[?1;2;3x\x1b[>4;5;6q\x1b[ q\x1b[99~\x1b[1\x01",
    "too large kitty key": b"\x1b[9999999999u\x1b[55296u\x1b[97;5;55296u",
    "unasked answers": b"\x1b[0n\x1b[3n\x1b[?62;22c\x1b[>41;390;0c\x1b[12;40R\x1b[8;24;80t\x1b[?2026;2$y\x1b[?9999;0$y",
    "strings": b"\x1b]11;rgb:0000/0000/0000\x1b\\\x1b]52;c;YWJj\x07\x1bP>|term(1)\x1b\\\x1b_Gi=1;OK\x1b\\",
    "unknown SS3": b"\x1bOz",
}


@pytest.mark.parametrize("name", RUBBISH)
def test_what_is_no_key_is_ignored(name: str) -> None:
    with demo() as session:
        session.send(RUBBISH[name])
        session.send(RIGHT)
        session.wait_until(lambda: session.screen()[0] == "1")
        session.send(RIGHT)
        session.wait_until(lambda: session.screen()[0] == "2")


# Ending


def test_quit_is_quick_and_leaves_the_terminal_as_it_was() -> None:
    with demo() as session:
        assert {1049, 25, 7, 1000, 1003, 1006, 2004, 1004, -1} <= session.modes()
        start = time.monotonic()
        session.send(b"q")
        assert session.wait_exit() == 0
        assert time.monotonic() - start < 0.15
        assert session.left_changed() == set()


def test_modes_that_only_some_terminals_have_are_reset_too() -> None:
    with demo(in_band=True) as session:
        session.wait_until(lambda: {2048, 1016} <= session.modes())
        session.send(b"q")
        assert session.wait_exit() == 0
        assert session.left_changed() == set()


def test_without_the_mouse_the_mouse_is_left_alone() -> None:
    with demo("--no-mouse") as session:
        assert not {1000, 1003, 1006} & session.modes()


SIGNALS = {signal.SIGTERM: 143, signal.SIGINT: 130, signal.SIGHUP: 129, signal.SIGQUIT: 131}


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("busy", [b"", b"w", b"s"], ids=["idle", "worker", "stuck"])
def test_a_signal_ends_it_soon(number: signal.Signals, busy: bytes) -> None:
    with demo() as session:
        if busy:
            session.send(busy)
            session.wait_for("stuck" if busy == b"s" else "working")
            session.wait_quiet(0.1)
        session.kill(number)
        assert session.wait_exit(2.0) == SIGNALS[number]
        assert session.left_changed() == set()


@pytest.mark.parametrize("ignore", [(), (signal.SIGHUP,)], ids=["plain", "nohup"])
@pytest.mark.parametrize("busy", [b"", b"w", b"s"], ids=["idle", "worker", "stuck"])
def test_a_dropped_connection_ends_it_soon(ignore: tuple[signal.Signals, ...], busy: bytes) -> None:
    with demo(ignore=ignore) as session:
        session.send(busy or b"n")
        session.pump(0.2)
        session.hang_up()
        assert session.wait_exit(2.0) == 129


@pytest.mark.parametrize("after", [0.0, 0.05, 0.1, 0.15, 0.2])
def test_a_connection_that_drops_at_the_start_leaves_nothing_behind(after: float) -> None:
    with PtySession.python("-m", "tests.terminal.painted_app", ignore=(signal.SIGHUP,)) as session:
        session.pump(after)
        session.hang_up()
        assert session.wait_exit(3.0) == 129


def test_an_ignored_hang_up_signal_stays_ignored() -> None:
    with demo(ignore=(signal.SIGHUP,)) as session:
        session.kill(signal.SIGHUP)
        session.send(RIGHT)
        session.wait_for("1")


def test_quitting_does_not_wait_for_a_worker() -> None:
    with demo() as session:
        session.send(b"w")
        session.wait_for("working")
        session.send(b"q")
        assert session.wait_exit(1.0) == 0
        assert session.left_changed() == set()


def test_an_exception_restores_the_terminal() -> None:
    with demo() as session:
        session.send(b"e")
        assert session.wait_exit() == 1
        assert session.left_changed() == set()


def test_a_terminal_that_takes_nothing_more_does_not_hold_it_up() -> None:
    with demo() as session:
        for n in range(40):
            session.resize(300, 100 + n % 2)
            time.sleep(0.02)  # nobody reads what is painted
        os.kill(session.pid, signal.SIGTERM)
        end = time.monotonic() + 2
        while session.alive() and time.monotonic() < end:
            time.sleep(0.01)
        assert session.status == 143


def test_no_answer_is_left_for_the_shell() -> None:
    with demo(delay=0.2) as session:
        session.send(RIGHT + b"q")
        assert session.wait_exit() == 0
        session.answers = False
        os.set_blocking(session.slave, False)
        with pytest.raises(BlockingIOError):
            os.read(session.slave, 100)


def test_a_stop_gives_the_terminal_away_and_comes_back_with_the_picture() -> None:
    with demo() as session:
        session.send(RIGHT)
        session.wait_for("1")
        before = session.cells()
        session.kill(signal.SIGTSTP)
        session.wait_until(lambda: _state(session.pid) == "T")
        session.pump(0.1)
        assert session.left_changed() == set()
        session.kill(signal.SIGCONT)
        session.wait_until(lambda: 1049 in session.modes())
        session.wait_quiet()
        assert session.cells() == before
        session.send(RIGHT)
        session.wait_for("2")
        session.send(b"q")
        assert session.wait_exit() == 0
        assert session.left_changed() == set()


def test_a_stop_without_warning_is_repaired_too() -> None:
    with demo() as session:
        before, start = session.cells(), len(session.out)
        session.kill(signal.SIGSTOP)
        session.wait_until(lambda: _state(session.pid) == "T")
        session.kill(signal.SIGCONT)
        session.wait_until(lambda: b"\x1b[?1049h" in session.out[start:])
        session.wait_quiet()
        assert session.cells() == before
        session.send(b"q")
        assert session.wait_exit() == 0
        assert session.left_changed() == set()


def test_a_kiosk_is_not_stopped() -> None:
    with demo("--kiosk") as session:
        session.kill(signal.SIGTSTP)
        session.send(b"\x1a" + RIGHT)
        session.wait_for("1")
        assert _state(session.pid) != "T"


def _state(pid: int) -> str:
    with open(f"/proc/{pid}/stat") as file:
        return file.read().rpartition(")")[2].split()[0]


def test_ctrl_s_does_not_freeze_it() -> None:
    with demo() as session:
        session.send(b"\x13" + RIGHT)
        session.wait_for("1")
