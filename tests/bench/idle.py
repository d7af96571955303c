"""A minute without a key, the instrument beside the bare program: bytes and CPU."""

import sys
import time
from pathlib import Path

from tests.program.instrument import COMMAND, cpu_of, environment
from tests.terminal.pty_session import PtySession

_BARE_APP = [sys.executable, str(Path(__file__).parent / "bare_app.py")]


def idle(seconds: float) -> list[tuple[int, float]]:
    """(bytes, ms of CPU) of the bare program and of ours, side by side."""
    with PtySession(_BARE_APP, env=environment()) as bare, PtySession([COMMAND], env=environment()) as ours:
        both = (bare, ours)
        ours.wait_for("66.5%", 15)
        for each in both:
            each.wait_quiet(1.0, 15)
        before = [(len(each.out), cpu_of(each.pid)) for each in both]
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            for each in both:
                each.pump(0.1)
        return [(len(each.out) - b, cpu_of(each.pid) - c) for each, (b, c) in zip(both, before, strict=True)]


def main() -> None:
    """Print both."""
    for name, (size, cpu) in zip(("bare", "ours"), idle(60.0), strict=True):
        print(f"{name}: {size} bytes, {cpu:.1f} ms of CPU in a minute")
