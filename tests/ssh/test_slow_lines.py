"""Over ssh on slow and long lines, also inside tmux, and when many connections drop at once."""

import contextlib
import os
import select
import shlex
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.program.instrument import COMMAND, LONG_WORK, environment, fresh, settle
from tests.program.test_multiplexers import Tmux, shows
from tests.ssh.server import Server, sshd
from tests.ssh.test_ssh import _instruments
from tests.terminal.pty_session import LEFT, RIGHT, ROOT, PtySession

pytestmark = pytest.mark.ssh

LINES = {  # bytes a second, seconds each way, and what the way back and forth adds to a key
    "quick": (1e9, 0.0),
    "9,600 bytes a second": (9600.0, 0.0),
    "100 ms of round trip": (1e9, 0.05),
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One sshd for the module."""
    with sshd(tmp_path_factory.mktemp("sshd"), "MaxStartups 100") as running:
        yield running


def command(server: Server, *words: str, line: str = "quick") -> list[str]:
    """ssh over such a line."""
    rate, delay = LINES[line]
    proxy = shlex.join(
        [sys.executable, "-m", "tests.terminal.slow_line", "127.0.0.1", str(server.port), str(rate), str(delay)]
    )
    slow = ("-o", f"ProxyCommand=env PYTHONPATH={shlex.quote(str(ROOT))} {proxy}") if line != "quick" else ()
    return server.ssh("env", "LANG=C.UTF-8", COMMAND, *words, options=("-tt", *slow))


@contextlib.contextmanager
def connected(server: Server, way: str, line: str, folder: Path, *words: str) -> Iterator[PtySession]:
    """A learner's terminal, alone or with tmux in between."""
    argv = command(server, *words, line=line)
    if way == "ssh":
        with PtySession(argv, env=environment()) as shown:
            yield shown
        return
    tmux = Tmux(folder)
    try:
        with tmux.start(*argv) as shown:
            yield shown
    finally:
        tmux.end()


def settled(shown: PtySession) -> None:
    shown.wait_until(lambda: "%" in shown.text(), 30)
    shown.wait_quiet(0.7, 30)


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("way", ["ssh", "ssh in tmux"])
def test_a_d_k_key_is_painted_at_once(server: Server, way: str, line: str, tmp_path: Path) -> None:
    with connected(server, way, line, tmp_path) as shown:
        settled(shown)
        took = []
        for key, wanted in ((LEFT, fresh("--d-k", "32")), (RIGHT, fresh()), (RIGHT, fresh("--d-k", "128"))):
            begun = time.monotonic()
            shown.send(key)
            assert shows(shown, wanted, 5)
            took.append(time.monotonic() - begun)
            shown.wait_quiet(0.3)
        assert sorted(took)[1] < 0.3, took


@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("way", ["ssh", "ssh in tmux"])
def test_a_held_key_leaves_no_backlog(server: Server, way: str, line: str, tmp_path: Path) -> None:
    with connected(server, way, line, tmp_path, "--tokens", "8") as shown:
        settled(shown)
        begun = time.monotonic()
        for n in range(90):
            shown.send(b"r")
            shown.pump(max(0.0, begun + (n + 1) / 30 - time.monotonic()))
        assert shown.wait_for("seed 90", 5.0) < 1.0
        assert shows(shown, fresh("--tokens", "8", "--seed", "90"), 5)


def test_ssh_in_tmux_detached_and_attached_shows_a_fresh_start(server: Server, tmp_path: Path) -> None:
    tmux = Tmux(tmp_path)
    try:
        with tmux.start(*command(server)) as shown:
            settled(shown)
            shown.send(RIGHT)
            assert shows(shown, fresh("--d-k", "128"))
            shown.send(tmux.detach)
            shown.wait_exit()
        with tmux.attach() as again:
            assert shows(again, fresh("--d-k", "128"))
    finally:
        tmux.end()


def test_ten_sessions_dropped_in_the_middle_of_work_leave_nothing_behind(server: Server) -> None:
    word = "918273645"
    with contextlib.ExitStack() as stack:
        people = [
            stack.enter_context(PtySession(command(server, *LONG_WORK, "--seed", word), env=environment()))
            for _ in range(10)
        ]
        for shown in people:
            settle(shown, 60)
        for shown in people:
            shown.send(b"w")
        for shown in people:
            shown.wait_for("are being added up", 30)
        watched = [os.pidfd_open(pid) for pid in _instruments(word)]
        assert len(watched) == 10
        for shown in people:
            shown.hang_up()
        end = time.monotonic() + 3.0  # 2 s each; ten at once share two processors
        for process in watched:  # readable when the process has ended
            assert select.select([process], [], [], max(0.0, end - time.monotonic()))[0]
            os.close(process)
    assert not _instruments(word)
