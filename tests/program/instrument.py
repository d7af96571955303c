"""The installed command under a real pseudo-terminal: how tests start it, and what they wait for."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.terminal.pty_session import PtySession

COMMAND = str(Path(sys.executable).parent / "sqrtdk-tui")
LONG_WORK = ("sum", "--d-k", "16384", "--slots", "t3")
"""A pane in which `w` computes for seconds, in a thread."""

_OURS = ("LC_", "LANG", "NO_COLOR", "COLORTERM", "COLUMNS", "LINES", "TERM", "TEXTUAL", "TMUX", "STY")
_SIGNS = ("%", "needs", "exact", "sums")


def environment(**changes: str | None) -> dict[str, str]:
    """A terminal in a UTF-8 locale; None takes a variable away."""
    kept: dict[str, str | None] = {k: v for k, v in os.environ.items() if not k.startswith(_OURS)}
    wanted = {**kept, "TERM": "xterm-256color", "LANG": "C.UTF-8", **changes}
    return {name: value for name, value in wanted.items() if value is not None}


def start(
    *words: str,
    size: tuple[int, int] = (80, 24),
    command: Sequence[str] = (COMMAND,),
    options: dict[str, Any] | None = None,
    **changes: str | None,
) -> PtySession:
    """The command, as a shell would start it; `options` are the terminal's, `changes` the environment's."""
    return PtySession([*command, *words], size, environment(**changes), **(options or {}))


def settle(shown: PtySession, seconds: float = 15.0) -> list[str]:
    """Wait until the charts stand and nothing more comes; the lines of the screen."""
    shown.wait_until(lambda: 1049 in shown.modes(), seconds)
    shown.wait_until(lambda: any(word in shown.text() for word in _SIGNS) or len(shown.screen()) < 6, seconds)
    shown.wait_until(lambda: not any(word in shown.text() for word in ("Computing", "are being")), seconds)
    shown.wait_quiet(0.3, seconds)
    return shown.screen()


def fresh(*words: str, size: tuple[int, int] = (80, 24)) -> list[list[Any]]:
    """Every cell of a fresh start."""
    with start(*words, size=size) as shown:
        settle(shown)
        return shown.cells()


def texts(cells: list[list[Any]]) -> list[str]:
    """The same without colours."""
    return ["".join(cell.data for cell in row) for row in cells]


def threads_of(pid: int) -> list[int]:
    """Its threads by number."""
    return [int(path.name) for path in Path(f"/proc/{pid}/task").iterdir()]


def cpu_of(pid: int) -> float:
    """Milliseconds of CPU that it has used, to the microsecond."""
    told = (Path(f"/proc/{pid}/task/{thread}/schedstat").read_text(encoding="ascii") for thread in threads_of(pid))
    return sum(int(line.split()[0]) for line in told) / 1e6


def catches(pid: int, number: int) -> bool:
    """Has the program a handler of its own for this signal by now?"""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("SigCgt:"):
            return bool(int(line.split()[1], 16) & 1 << (number - 1))
    return False
