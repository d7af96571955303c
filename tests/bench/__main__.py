"""python -m tests.bench: every figure beside its yardstick, measured in one run. Nothing passes or fails here.

By name only, since they take minutes: `load` (a hundred sessions), `monkey [SEED [KEYS]]`, `idle` (a minute).
"""

import subprocess
import sys
import time

from tests.bench import engine, idle, load, monkey, quiz, screen
from tests.bench.meter import median


def _seconds(argv: list[str]) -> float:
    before = time.perf_counter()
    subprocess.run(argv, check=True, stdout=subprocess.DEVNULL)
    return 1e3 * (time.perf_counter() - before)


def _command_line() -> list[screen.Row]:
    plain = [sys.executable, "-c", "import argparse"]
    rows = []
    for word in ("--help", "--version"):
        times = [(_seconds(plain), _seconds([*screen._OURS, word])) for _ in range(15)]
        rows.append(
            (
                f"{word}, beside import argparse",
                median([a for a, _ in times]),
                median([b for _, b in times]),
                "ms",
                "2x",
            )
        )
    return rows


def main() -> None:
    """Print the table."""
    print(f"{'':40}{'yardstick':>12}{'ours':>12}{'ratio':>9}   aimed at")
    for rows in (
        _command_line(),
        engine.measure(),
        quiz.measure(),
        screen.measure(),
        screen.many_tokens(),
        screen.while_measuring(),
    ):
        for what, bare, ours, unit, target in rows:
            ratio = f"{ours / bare:.2f}x" if bare else "-"
            print(f"{what:40}{bare:9.1f} {unit:<3}{ours:8.1f} {unit:<3}{ratio:>8}   {target}", flush=True)


LONG = {"load": load.main, "monkey": monkey.main, "idle": idle.main}
LONG.get(sys.argv[1] if len(sys.argv) > 1 else "", main)()
