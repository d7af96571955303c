"""The quiz: its first card, an answer stored and judged, and a long history read and replayed."""

from __future__ import annotations

import contextlib
import itertools
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

from sqrtdk_tui.quiz import store
from sqrtdk_tui.quiz.bank import load
from sqrtdk_tui.quiz.desk import Desk
from sqrtdk_tui.quiz.events import Event, History
from sqrtdk_tui.quiz.progress import Progress
from sqrtdk_tui.quiz.schedule import replay
from tests.bench.meter import Meter, median
from tests.bench.screen import Row
from tests.terminal.pty_session import LEFT, RIGHT

ANSWERS = 20_000
_TRIES = 7


def _milliseconds(work: Callable[[], object]) -> float:
    before = time.perf_counter()
    work()
    return 1e3 * (time.perf_counter() - before)


def _many(now: datetime) -> list[Event]:
    """Twenty thousand answers to all questions over four years, one in five a miss."""
    names, start = [question.id for question in load().graded], now - timedelta(days=1460)
    gap = timedelta(days=1460) / ANSWERS
    return [
        Event(
            f"{i:016x}", int((start + gap * i).timestamp() * 1000), "answer", names[i % len(names)], 1, i, i // 48,
            json.dumps({"d_k": 64}), "2", int(i % 5 > 0), i % 3 // 2, "think", 3 if i % 5 else 1,
        )
        for i in range(ANSWERS)
    ]  # fmt: skip


def _yardstick(path: Path) -> float:
    """Reading as many rows of the same table with sqlite3 alone."""
    import sqlite3

    db = sqlite3.connect(path)
    spent = _milliseconds(lambda: db.execute("SELECT * FROM events").fetchall())
    db.close()
    return spent


def _answering(folder: Path, now: datetime) -> tuple[float, float]:
    """(a row inserted by sqlite3 alone, an answer judged, stored and scheduled), medians in milliseconds."""
    import sqlite3

    db = sqlite3.connect(folder / "bare.db", isolation_level=None)
    db.execute("CREATE TABLE events (id TEXT)")
    bare = median([_milliseconds(lambda: db.execute("INSERT INTO events VALUES ('x')")) for _ in range(30)])
    db.close()
    path, numbers = folder / "many.db", itertools.count()
    desk = Desk(load(), Progress(path, lambda: now), lambda: now, 1, lambda: f"n{next(numbers)}")
    desk.load()
    times: list[float] = []
    while len(times) < 30:
        if desk.session.ended:
            desk.press("more")
        card = desk.session.card
        assert card is not None
        if card.kind == "recall":
            desk.press("reveal")
            times.append(_milliseconds(lambda: desk.press("grade", 3)))
        else:
            desk.press("write", repr(card.asked.key))
            desk.press("select", card.asked.right_option)
            times.append(_milliseconds(lambda: desk.press("commit")))
        desk.press("next")
    return bare, median(times)


def _on_screen(folder: Path, many: Path) -> tuple[float, float, float]:
    """Milliseconds to paint: a d_k key, the pane opened over a long history, the feedback of a stored answer."""
    command = str(Path(sys.executable).parent / "sqrtdk-tui")
    with contextlib.closing(Meter([command, "--progress", str(many)])) as meter:
        meter.start()
        keys = median([meter.key(key)[0] for key in ([RIGHT] * 4 + [LEFT] * 4) * 3])
        opened = meter.key(b"7")[0]
    times = []
    for number in range(5):
        with contextlib.closing(Meter([command, "quiz", "--progress", str(folder / f"new{number}.db")])) as meter:
            meter.start()
            meter.key(b" ")
            times.append(meter.key(b"3")[0])
    return keys, opened, median(times)


def measure() -> list[Row]:
    """Rows of the table."""
    now = datetime(2026, 12, 1, 9, tzinfo=UTC)
    with tempfile.TemporaryDirectory() as name:
        folder, events = Path(name), _many(now)
        path = folder / "many.db"
        store.add(path, events)
        reading = median([_milliseconds(lambda: store.read(path)) for _ in range(_TRIES)])
        history, bank = History(tuple(store.read(path))), load()
        replaying = median([_milliseconds(lambda: replay(history.answers, bank, now)) for _ in range(_TRIES)])
        bare, answering = _answering(folder, now)
        first = "from tests.quiz.helpers import desk_at; desk_at(None, load=False)"
        code = f"import time; t = time.perf_counter(); {first}; print(1e3 * (time.perf_counter() - t))"
        opening = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(_TRIES)]
        key, opened, answered = _on_screen(folder, path)
        return [
            ("the quiz pane opens over 20,000 answers", key, opened, "ms", "2 frames"),
            ("an answer stored and its feedback painted", key, answered, "ms", "2.5x a d_k key"),
            ("20,000 stored answers read", median([_yardstick(path) for _ in range(_TRIES)]), reading, "ms", "100 ms"),
            ("20,000 answers replayed", 0.0, replaying, "ms", "400 ms"),
            ("an answer judged, stored, scheduled", bare, answering, "ms", "beside a bare insert"),
            ("first card of a fresh process", 0.0, median(opening), "ms", "no history read"),
        ]
