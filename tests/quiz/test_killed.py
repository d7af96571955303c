"""Cut off at any moment, and two at once: every answer that was given is there."""

from __future__ import annotations

import contextlib
import os
import random
import select
import signal
import subprocess
import sys
from pathlib import Path

from sqrtdk_tui.quiz import store

ROOT = Path(__file__).parents[2]
KILLS = 50

# Answers for ever; after each answer is stored it writes the answer's id, as the feedback would show.
ANSWERING = """
import os, sys
from pathlib import Path
from tests.quiz.helpers import answer, card_of, desk_at
desk = desk_at(Path(sys.argv[1]), ids=sys.argv[2] + ":")
for _ in range(int(sys.argv[3])):
    answer(desk, right=False)
    os.write(1, f"{desk.session.taken[-1].event}\\n".encode())
    desk.press("next")
"""

# One process is killed fifty times: it forks a child for each life, so that no life has to import everything anew.
LIVES = """
import os, sys
from pathlib import Path
import fsrs
from tests.quiz.helpers import answer, desk_at
while sys.stdin.readline():
    life = os.fork()
    if not life:
        desk = desk_at(Path(sys.argv[1]), ids=f"{os.getpid()}:")
        while True:
            if desk.session.ended:
                desk.press("more")
            answer(desk, right=False)
            os.write(1, f"{desk.session.taken[-1].event}\\n".encode())
            desk.press("next")
    os.write(1, f"life {life}\\n".encode())
    os.waitpid(life, 0)
"""


def started(code: str, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )


def test_fifty_kills_lose_no_answer_that_was_confirmed(tmp_path: Path) -> None:
    path, rng, lines = tmp_path / "progress.db", random.Random(0), list[str]()
    with started(LIVES, str(path)) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for _ in range(KILLS):
            process.stdin.write(b"live\n")
            process.stdin.flush()
            stream = process.stdout.fileno()
            while not lines or not lines[-1].startswith("life"):
                lines.append(_line(stream))
            life = int(lines[-1].split()[1])
            lines.append(_line(stream))
            select.select([], [], [], rng.uniform(0, 0.01))
            os.kill(life, signal.SIGKILL)
        process.stdin.close()
        lines += process.stdout.read().decode().splitlines()
    confirmed = {line for line in lines if not line.startswith("life")}
    stored = {event.id for event in store.read(path)}
    assert len(confirmed) >= KILLS
    assert confirmed <= stored
    assert len(stored - confirmed) <= KILLS  # at most the one that was being stored, each time
    assert not list(tmp_path.glob("*damaged*"))


def _line(stream: int) -> str:
    """The next line, read byte by byte, so that none is swallowed ahead."""
    line = b""
    while not line.endswith(b"\n"):
        got = os.read(stream, 1)
        assert got, line
        line += got
    return line.decode().strip()


def test_two_sessions_at_once_keep_both_sets(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    with contextlib.ExitStack() as stack:
        both = [stack.enter_context(started(ANSWERING, str(path), name, "40")) for name in ("a", "b")]
        ids = [process.communicate(timeout=60)[0].decode().split() for process in both]
    assert [len(own) for own in ids] == [40, 40]
    assert {event.id for event in store.read(path)} == {*ids[0], *ids[1]}
