"""The instrument as people use it: over ssh."""

import contextlib
import os
import select
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ssh.server import Server, sshd
from tests.terminal.pty_session import LEFT, RIGHT, PtySession

pytestmark = pytest.mark.ssh

COMMAND = str(Path(sys.executable).parent / "sqrtdk-tui")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One sshd for the module."""
    with sshd(tmp_path_factory.mktemp("sshd")) as running:
        yield running


def connect(server: Server, *words: str) -> PtySession:
    """`ssh -tt host sqrtdk-tui`, on a terminal of 80x24."""
    env = {**os.environ, "TERM": "xterm-256color"}
    return PtySession(server.ssh("env", "LANG=C.UTF-8", COMMAND, *words), env=env)


def test_keys_and_numbers_over_ssh(server: Server) -> None:
    with connect(server) as shown:
        shown.wait_for("66.5%", 15)
        assert "99.97%" in shown.text()
        shown.send(LEFT * 6)
        shown.wait_for("dividing by 1 changes nothing")
        shown.send(RIGHT * 6)
        shown.wait_for("99.97%")
        shown.send(b"2")
        shown.wait_for("after 64 slots; such sums")
        shown.send(b"q")
        assert shown.wait_exit() == 0
        assert not shown.left_changed()


def test_plain_and_json_over_ssh_without_a_terminal(server: Server) -> None:
    for word, wanted in (("--plain", "Same winner, still a mix."), ("--json", '"word": "SPIKE"')):
        argv = server.ssh(COMMAND, word, options=("-T",))
        done = subprocess.run(argv, capture_output=True, text=True, timeout=30, check=True)
        assert wanted in done.stdout
        assert "\x1b" not in done.stdout


def test_a_dropped_connection_leaves_no_process_behind(server: Server) -> None:
    with connect(server, "--seed", "987654321") as shown:
        shown.wait_for("66.5%", 15)
        watched = [os.pidfd_open(pid) for pid in _instruments("987654321")]
        assert watched
        shown.hang_up()
        for process in watched:  # readable when the process has ended
            assert select.select([process], [], [], 2.0)[0], "still there 2 s after the connection was dropped"
            os.close(process)


def _instruments(word: str) -> list[int]:
    """The instrument's own processes (not ssh, not the shell) with this word in their command line."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (folder / "cmdline").read_bytes().split(b"\0")
            if word.encode() in words and b"python" in words[0]:
                found.append(int(folder.name))
    return found
