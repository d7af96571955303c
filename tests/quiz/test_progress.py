"""The progress file in every state that a disk can leave it in: it goes on, says it once, overwrites nothing."""

from __future__ import annotations

import os
import resource
import sqlite3
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from sqrtdk_tui.quiz import store
from sqrtdk_tui.quiz.events import Event
from sqrtdk_tui.quiz.progress import Progress
from tests.quiz.helpers import START, Clock, answer, card_of, desk_at, fact, go_on

ROOT = Path(__file__).parents[2]


def progress_at(path: Path) -> Progress:
    return Progress(path, Clock())


def test_folder_and_file_are_for_this_account_alone(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "progress.db"
    was = os.umask(0)
    try:
        assert progress_at(path).add(fact(1, START))
    finally:
        os.umask(was)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert not list(path.parent.glob("*-journal"))


def test_an_answer_is_in_the_file_before_its_feedback_shows(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    desk = desk_at(path)
    answer(desk, right=False)
    assert card_of(desk).state == "feedback"
    (stored,) = store.read(path)
    assert (stored.question, stored.correct, stored.grade) == ("ch-q1-first-failure", 0, 1)
    assert desk.progress.saved


def test_undo_is_a_fact_too(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    desk = desk_at(path)
    answer(desk)
    desk.press("undo")
    answer(desk, right=False)
    assert [event.kind for event in store.read(path)] == ["answer", "undo", "answer"]
    again = desk_at(path, ids="x")
    assert [event.grade for event in again.history.answers] == [1]


def test_one_comes_back_to_what_is_not_answered_yet(tmp_path: Path) -> None:
    path, clock = tmp_path / "progress.db", Clock()
    first = desk_at(path, clock)
    for _ in range(2):
        answer(first)
        go_on(first)
    second = desk_at(path, clock, ids="x")
    assert card_of(second).asked.question.id == "ch-q3-learned"
    clock.wait(days=9)
    third = desk_at(path, clock, ids="y")
    assert card_of(third).asked.question.id in ("ch-q1-first-failure", "ch-q2-winner")
    assert card_of(third).asked.visit == 1
    assert third.due() == 2


def test_a_card_is_there_before_the_history_is_read_and_a_touched_one_stays(tmp_path: Path) -> None:
    path, clock = tmp_path / "progress.db", Clock()
    first = desk_at(path, clock)
    for _ in range(4):
        answer(first)
        go_on(first)
    touched, untouched = desk_at(path, clock, load=False, ids="x"), desk_at(path, clock, load=False, ids="y")
    assert card_of(touched).asked.question.id == card_of(untouched).asked.question.id == "ch-q1-first-failure"
    answer(touched)
    touched.load()
    untouched.load()
    assert card_of(touched).state == "feedback"
    assert card_of(untouched).asked.question.id == "var-raw"
    assert len(touched.history.answers) == 5
    assert touched.schedule is not None
    assert len(touched.schedule.memories["ch-q1-first-failure"].answers) == 2
    go_on(touched)
    assert card_of(touched).asked.question.id == "var-raw"
    touched.press("undo")
    assert card_of(touched).state == "compare"


def test_a_newcomer_is_greeted_once(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    assert desk_at(path).greet()
    assert not desk_at(path, ids="x").greet()


def test_where_the_tour_stands_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    desk = desk_at(path)
    desk.visit_tour("sum", "1")
    desk.visit_tour("hundred")
    again = desk_at(path, ids="x")
    assert again.history.tour == (("sum", "1"), ("hundred", ""))
    assert again.history.answers == ()


def test_without_a_file_everything_works(tmp_path: Path) -> None:
    desk = desk_at(None)
    answer(desk)
    assert len(desk.history.answers) == 1
    assert desk.progress.take_note() == ""


BAD = {
    "nul": b"\0" * 20_000,
    "junk": b"not a database, but it has our name" * 100,
    "cut head": b"SQLite format 3",
    "head only": b"SQLite format 3\0" + b"\xff" * 5000,
}


@pytest.mark.parametrize("content", BAD.values(), ids=list(BAD))
def test_a_damaged_file_is_put_aside_and_said_once(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "progress.db"
    path.write_bytes(content)
    desk = desk_at(path)
    note = desk.progress.take_note()
    assert "was damaged" in note
    assert str(path) in note
    answer(desk)
    assert desk.progress.take_note() == ""
    (aside,) = tmp_path.glob("progress-damaged-20261201-*.db")
    assert aside.read_bytes() == content
    assert len(store.read(path)) == 1


def test_whichever_page_is_lost_one_goes_on_with_what_can_be_read(tmp_path: Path) -> None:
    path, whole = tmp_path / "progress.db", [fact(i, START) for i in range(300)]
    store.add(path, whole)
    good, ids, kept = path.read_bytes(), {event.id for event in whole}, []
    for page in range(4096, len(good), 4096):
        path.write_bytes(good[:page] + bytes(4096) + good[page + 4096 :])
        desk = desk_at(path)
        new = answer(desk).taken[-1].event
        stored = {event.id for event in store.read(path)}
        assert {new} <= stored <= ids | {new}
        assert len(desk.history.events) == len(stored)
        kept.append(len(stored))
    assert max(kept) == 301  # only an index was lost
    assert sorted(kept)[len(kept) // 2] > 1
    assert list(tmp_path.glob("progress-damaged-*"))


def test_two_damaged_files_of_one_second_are_both_kept(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    for content in (b"one" * 40, b"two" * 40):
        path.write_bytes(content)
        store.move_aside(path, "damaged", "20261201")
    assert {file.read_bytes()[:3] for file in tmp_path.iterdir()} == {b"one", b"two"}


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    path.touch()
    progress = progress_at(path)
    assert progress.history().events == ()
    assert progress.add(fact(1, START))
    assert progress.take_note() == ""


def test_another_program_s_file_is_left_alone(tmp_path: Path) -> None:
    other, text = tmp_path / "places.sqlite", tmp_path / "thesis.txt"
    with sqlite3.connect(other) as db:
        db.execute("CREATE TABLE bookmarks (url)")
    db.close()
    text.write_text("a thesis")
    for path in (other, text):
        before, progress = path.read_bytes(), progress_at(path)
        assert progress.history().events == ()
        assert not progress.add(fact(1, START))
        assert progress.take_note().startswith(f"progress not saved: {path} (it ")
        assert path.read_bytes() == before
        assert [event.id for event in progress.history().events] == ["f1"]
    assert len(list(tmp_path.iterdir())) == 2


def test_a_newer_version_s_file_is_read_and_not_written(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    store.add(path, [fact(1, START)])
    with sqlite3.connect(path) as db:
        db.execute("ALTER TABLE events ADD COLUMN mood TEXT")
        db.execute(f"PRAGMA user_version = {store.SCHEMA + 1}")
    db.close()
    before, desk = path.read_bytes(), desk_at(path)
    assert len(desk.history.answers) == 1
    answer(desk)
    assert desk.progress.take_note() == f"progress not saved: {path} (made by a newer version)"
    assert len(desk.history.answers) == 2
    assert path.read_bytes() == before


def test_a_locked_file_is_waited_for_a_little_and_caught_up_with(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    store.add(path, [fact(1, START)])
    progress = progress_at(path)
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    assert not progress.add(fact(2, START))
    assert "locked by another program" in progress.take_note()
    assert not progress.add(fact(3, START))
    assert progress.take_note() == ""
    other.execute("ROLLBACK")
    other.close()
    assert progress.add(fact(4, START))
    assert progress.saved
    assert [event.id for event in store.read(path)] == ["f1", "f2", "f3", "f4"]


def test_a_folder_or_a_file_in_the_way_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    for path in (tmp_path, tmp_path / "file" / "progress.db"):
        progress = progress_at(path)
        progress.history()
        assert not progress.add(fact(1, START))
        assert progress.take_note().startswith("progress not saved: ")
        assert len(progress.history().events) == 1


READ_ONLY = """
import os, sys
from pathlib import Path
from tests.quiz.helpers import START, Clock, fact
from sqrtdk_tui.quiz.progress import Progress
if os.geteuid() == 0:  # who may do everything has to be somebody else for this
    os.setgroups([]); os.setgid(65534); os.setuid(65534)
progress = Progress(Path(sys.argv[1]), Clock())
before, added = len(progress.history().events), progress.add(fact(9, START))
print(before, added, progress.take_note(), len(progress.history().events))
"""


def child(code: str, *arguments: str, limit: int | None = None) -> str:
    """What a process of its own prints; `limit` bytes are the most that it can write into a file."""

    def bounded() -> None:
        if limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=ROOT,
        capture_output=True,
        text=True,
        preexec_fn=bounded,
        check=True,
    )
    return done.stdout.strip()


def test_a_read_only_file_is_read_and_not_written(tmp_path: Path) -> None:
    path = tmp_path / "home" / "progress.db"
    store.add(path, [fact(1, START)])
    path.chmod(0o444)
    path.parent.chmod(0o555)
    for folder in tmp_path.parents[:2]:
        if folder != Path("/tmp"):
            folder.chmod(0o755)
    tmp_path.chmod(0o755)
    try:
        told = child(READ_ONLY, str(path))
        assert told == f"1 False progress not saved: {path} (it may only be read) 2"
        told = child(READ_ONLY, str(path.parent / "new" / "progress.db"))
        assert "Permission denied" in told
    finally:
        path.parent.chmod(0o755)
    assert len(store.read(path)) == 1


FULL = """
import sys
from pathlib import Path
from tests.quiz.helpers import START, Clock, fact
from sqrtdk_tui.quiz.progress import Progress
progress = Progress(Path(sys.argv[1]), Clock())
saved = [progress.add(fact(n, START, response="x" * 200)) for n in range(200)]
print(saved.index(False), any(saved[saved.index(False):]), progress.take_note(), len(progress.history().events))
"""


def test_a_full_disk_stops_nobody_and_breaks_nothing(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    first, later, *note, events = child(FULL, str(path), limit=30_000).split()
    assert int(first) > 20
    assert later == "False"
    assert " ".join(note) == f"progress not saved: {path} (it cannot be written: disk full or faulty)"
    assert events == "200"
    assert len(store.read(path)) == int(first)
    assert progress_at(path).add(Event("after", 1, "answer"))


def test_a_clock_set_back_does_not_change_the_order(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    for number, hours in enumerate((10, 2, 11)):
        store.add(path, [fact(number, START.replace(hour=hours))])
    assert [event.id for event in store.read(path)] == ["f0", "f1", "f2"]


def test_values_of_a_wrong_kind_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    store.add(path, [fact(1, START), fact(2, START), fact(3, START)])
    with sqlite3.connect(path) as db:
        db.execute("UPDATE events SET at = 'soon' WHERE id = 'f1'")
        db.execute("UPDATE events SET kind = 'dance' WHERE id = 'f2'")
    db.close()
    desk = desk_at(path)
    assert [event.id for event in desk.history.events] == ["f3"]
