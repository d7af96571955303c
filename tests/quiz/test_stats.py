"""Figures of a learner and of a class, and answers that travel between machines."""

from __future__ import annotations

import csv
import json
from datetime import timedelta
from pathlib import Path

import pytest

from sqrtdk_tui.options import UsageError
from sqrtdk_tui.quiz import classroom, exchange, schedule, stats, store
from sqrtdk_tui.quiz.bank import CHAPTER, packaged_bank
from sqrtdk_tui.quiz.events import Event, History
from sqrtdk_tui.quiz.places import progress_file, safe_name
from sqrtdk_tui.quiz.reset import reset
from sqrtdk_tui.quiz.words import TOPICS
from tests.quiz.helpers import START, answer, desk_at, fact, go_on, to_the_end

BANK = packaged_bank()
DAY = timedelta(days=1)


def figures(*events: Event) -> stats.Stats:
    history, now = History(events), START + DAY * 2
    return stats.of(history, BANK, schedule.replay(history.answers, BANK, now), now)


def test_counts_first_tries_and_what_was_sure_but_wrong() -> None:
    found = figures(
        fact(1, START, "tie", 1, confidence="sure"),
        fact(2, START + timedelta(minutes=5), "tie", 3),  # came back: no first try
        fact(3, START, "divisor", 3, confidence="sure"),
        fact(4, START, "hygiene", 1, confidence="sure"),
        Event("u1", 0, "undo", "hygiene", of="f4"),
        Event("r1", 0, "retry", "tie", 1, correct=1, grade=1),
        fact(5, START + DAY, "tie", 1, confidence="sure"),
    )
    assert (found.answered, found.tries, found.right, found.due) == (4, 3, 1, 2)
    assert found.sure_but_wrong == ("tie",)
    assert found.topics["winner"] == stats.Topic(seen=1, tries=2, right=0, due=1)
    assert found.calibration == {"sure": (1, 3)}
    assert json.loads(json.dumps(found.json_object()))["right_first_try"] == 1


def test_a_chapter_question_is_done_unaided_on_two_days() -> None:
    twice = [fact(10 * day + i, START + DAY * day, name) for day in (0, 1) for i, name in enumerate(CHAPTER)]
    assert figures(*twice).done
    assert not figures(*twice[:-1]).done
    assert not figures(*twice[:-1], fact(99, START + DAY, CHAPTER[2], hints=1)).done


def test_no_percentage_of_a_few() -> None:
    few = stats.words(figures(*[fact(i, START, q) for i, q in enumerate(CHAPTER)]), TOPICS, START)
    assert "%" not in "".join(few)
    many = [fact(i, START, question.id) for i, question in enumerate(BANK.graded[:6])]
    assert "6 of 6 (100%)" in stats.words(figures(*many), TOPICS, START)[0]
    assert stats.words(figures(), TOPICS, START) == ["Nothing is answered yet."]


def test_a_class_sees_first_answers_and_what_misleads_and_no_names() -> None:
    wrong = {"correct": 0}
    learners = [
        [fact(1, START, "tie", 1, response="2", **wrong), fact(2, START + DAY, "tie", 3, response="0")],
        [fact(3, START, "tie", 1, response="2", **wrong), fact(4, START, "divisor", 1, response="17", **wrong)],
        [fact(5, START, "tie", 3, response="0"), fact(6, START, "divisor", 1, response="32", **wrong)],
        [fact(7, START, "divisor", 1, response="32", **wrong)],
    ]
    rows = {row.question: row for row in classroom.of_class([History(tuple(own)) for own in learners], BANK)}
    tie, divisor = rows["tie"], rows["divisor"]
    assert (tie.learners, tie.right, tie.wrong, tie.wrong_count) == (3, 1, "both drop below the third token", 2)
    assert (divisor.learners, divisor.right, divisor.wrong) == (3, 0, "32")
    steering = [fact(i, START, "divisor", 1, response="\x1b[2J8", **wrong) for i in (1, 2)]
    (row,) = classroom.of_class([History((event,)) for event in steering], BANK)
    assert "\x1b" not in "".join(classroom.class_words([row], 2))
    told = json.dumps(classroom.class_json(list(rows.values()), 4))
    assert '"17"' not in told  # one learner's own


def test_anki_file_is_what_its_header_lines_say(tmp_path: Path) -> None:
    path = tmp_path / "cards.txt"
    exchange.write(path, exchange.anki_text(BANK), exchange.ANKI_HEAD[0])
    lines = path.read_text("utf-8").splitlines()
    head = dict(line[1:].split(":", 1) for line in lines if line.startswith("#"))
    assert head == {
        "separator": "Tab", "html": "false", "notetype": "Basic", "deck": "sqrt(d_k)", "tags": "sqrtdk",
        "guid column": "1",
    }  # fmt: skip
    rows = list(csv.reader([line for line in lines if not line.startswith("#")], delimiter="\t", strict=True))
    assert [row[0] for row in rows] == [f"sqrtdk-{name}" for name in BANK.ids()]
    assert all(len(row) == 3 and all(row) for row in rows)
    front, back = next(row[1:] for row in rows if row[0] == "sqrtdk-tie")
    assert front.endswith("c) both drop below the third token")
    assert back.startswith("a) they still tie")
    assert exchange.anki_text(BANK) == exchange.anki_text(BANK)
    exchange.write(path, exchange.anki_text(BANK), exchange.ANKI_HEAD[0])  # again over itself


def test_an_export_never_overwrites_what_is_something_else(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    store.add(path, [fact(1, START)])
    before = path.read_bytes()
    with pytest.raises(UsageError, match="something else"):
        exchange.write(path, "text", "{")
    with pytest.raises(UsageError, match="cannot be written"):
        exchange.write(tmp_path / "no" / "where.txt", "text", "{")
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["progress.db"]


def test_answers_of_two_machines_become_one_set(tmp_path: Path) -> None:
    desks = [desk_at(tmp_path / name / "progress.db", ids=name) for name in ("a", "b")]
    for desk in desks:
        for _ in range(3):
            answer(desk)
            go_on(desk)
    texts = [tmp_path / "a.jsonl", tmp_path / "b.jsonl"]
    for desk, text in zip(desks, texts, strict=True):
        exchange.write(text, exchange.answers_text(desk.progress.history().events), "{")
    for desk, text in zip(desks, reversed(texts), strict=True):
        assert desk.progress.join(exchange.read_answers(text)) == 3
        assert desk.progress.join(exchange.read_answers(text)) == 0
    first, second = (set(desk.progress.history().events) for desk in desks)
    assert first == second
    assert len(first) == 6


def test_answers_come_from_another_progress_file_too_and_in_their_own_order(tmp_path: Path) -> None:
    here, there = tmp_path / "here.db", tmp_path / "there.db"
    store.add(here, [fact(1, START), fact(3, START + DAY * 2)])
    store.add(there, [fact(2, START + DAY)])
    assert store.add(here, exchange.read_answers(there), imported=True) == 1
    assert [event.id for event in store.read(here)] == ["f1", "f2", "f3"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "[1]",
        '{"format": "other"}',
        '{"format": "sqrtdk-tui answers"}\n{"id": 1}',
        '{"format": "sqrtdk-tui answers"}\n{"id": "x", "at": 1, "kind": "answer", "grade": 9}',
        '{"format": "sqrtdk-tui answers"}\n{"id": "x", "at": 1e400, "kind": "answer"}',
        '{"format": "sqrtdk-tui answers"}\n{"id": "x", "at": 1, "kind": "dance"}',
        '{"format": "sqrtdk-tui answers"}\n' + "[" * 100_000,
    ],
)
def test_what_is_no_export_is_refused_whole(tmp_path: Path, text: str) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text(text)
    with pytest.raises(UsageError):
        exchange.read_answers(path)


def test_names_of_later_versions_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text('{"format": "sqrtdk-tui answers", "version": 9}\n{"id":"x","at":1,"kind":"answer","mood":"good"}\n')
    assert exchange.read_answers(path) == [Event("x", 1, "answer")]


def test_reset_needs_its_word_and_deletes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    desk = desk_at(path)
    to_the_end(desk)
    before = path.read_bytes()
    for typed in ("", "yes", "res", "reset it"):
        assert reset(path, typed, START) is None
    aside = reset(path, " Reset\n", START)
    assert aside is not None
    assert aside.read_bytes() == before
    assert not path.exists()
    with pytest.raises(UsageError, match="does not exist"):
        reset(path, "reset", START)
    desk.press("more")
    answer(desk)  # a sitting that was open goes on in a new file
    assert len(store.read(path)) == 1


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("Ann", "ann"),
        ("ann", "ann"),
        (" Zoë ", "zoë"),
        ("Zoe\u0308", "zoë"),
        ("a.b-c_d", "a.b-c_d"),
        ("李", "李"),
        ("a b", "a_b"),
    ],
)
def test_a_learner_s_name_is_a_file_of_one_folder(tmp_path: Path, name: str, file: str) -> None:
    assert progress_file(tmp_path, name) == tmp_path / "learners" / f"{file}.db"


@pytest.mark.parametrize(
    "name", ["", " ", ".", "..", "../x", "a/b", "/etc/passwd", "-x", "a\0b", "a\nb", "x" * 41, "a\\b", "~", "a."]
)
def test_a_name_that_could_lead_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="--learner"):
        safe_name(name)
