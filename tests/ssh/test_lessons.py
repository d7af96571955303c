"""The tour and the quiz over ssh: cut off in the middle, and on where one was."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ssh.server import Server, sshd
from tests.terminal.pty_session import PtySession

pytestmark = pytest.mark.ssh

COMMAND = str(Path(sys.executable).parent / "sqrtdk-tui")
CHAPTER_QUESTIONS = 3


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One sshd for the module."""
    with sshd(tmp_path_factory.mktemp("sshd")) as running:
        yield running


def connect(server: Server, what: str, kept: Path) -> PtySession:
    env = {**os.environ, "TERM": "xterm-256color"}
    argv = server.ssh("env", "LANG=C.UTF-8", COMMAND, what, "--progress", str(kept))
    return PtySession(argv, env=env)


def test_the_tour_goes_on_after_the_connection_was_cut(server: Server, tmp_path: Path) -> None:
    kept = tmp_path / "kept.db"
    with connect(server, "tour", kept) as shown:
        shown.wait_for("Step 1 of 10", 15)
        for step in range(1, 5):
            shown.wait_for(f"Step {step} of 10")
            shown.send(b"b")
            shown.wait_for("▸ b")
            shown.pump(0.25)
            shown.send(b"\r")
            shown.wait_for("Enter next")
            shown.pump(0.25)  # an Enter sooner than that is the same press
            shown.send(b"\r")
        shown.wait_for("Step 5 of 10")
        shown.hang_up()
    with connect(server, "tour", kept) as shown:
        shown.wait_for("Step 5 of 10", 15)
        shown.send(b"p")
        shown.wait_for("Step 4 of 10")
        shown.wait_for("▸ b")
        shown.send(b"q")
        assert shown.wait_exit() == 0


def test_the_chapters_three_questions_survive_a_cut_between_any_two(server: Server, tmp_path: Path) -> None:
    kept = tmp_path / "kept.db"
    asked = []
    for number in range(CHAPTER_QUESTIONS):
        with connect(server, "quiz", kept) as shown:
            shown.wait_for("1 of 12", 15)
            shown.wait_until(lambda: re.search(r"\?\s*$", shown.text(), re.MULTILINE))
            shown.wait_quiet()
            asked.append(question(shown))
            shown.send(b" ")
            shown.wait_for("Answer:")
            shown.send(b"3")
            shown.wait_for("Comes again")
            shown.hang_up()
        assert len(set(asked)) == number + 1, "an answer was lost: its question came again"


def question(shown: PtySession) -> str:
    """The line under the place of the card."""
    lines = shown.screen()
    at = next(i for i, line in enumerate(lines) if "1 of 12" in line)
    return lines[at + 1].strip()
