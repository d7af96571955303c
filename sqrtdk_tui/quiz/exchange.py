"""Answers and cards as text files: to Anki, to another machine, and back."""

import json
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from sqrtdk_tui.options import UsageError
from sqrtdk_tui.quiz import store
from sqrtdk_tui.quiz.bank import Bank, Question
from sqrtdk_tui.quiz.draw import LETTERS, Asked, drawn
from sqrtdk_tui.quiz.events import Event, event_from
from sqrtdk_tui.typed import shown

ANKI_HEAD = (
    "#separator:Tab",
    "#html:false",
    "#notetype:Basic",
    "#deck:sqrt(d_k)",
    "#tags:sqrtdk",
    "#guid column:1",
)
ANSWERS_FORMAT = "sqrtdk-tui answers"
MOST_BYTES = 64_000_000


def anki_text(bank: Bank) -> str:
    """Every question as a line of guid, front and back, under the header lines that Anki 2.1.54 and later read."""
    rows = ["\t".join((f"sqrtdk-{q.id}", *map(_cell, sides(q)))) for q in bank.questions]
    return "\n".join([*ANKI_HEAD, *rows]) + "\n"


def sides(question: Question) -> tuple[str, str]:
    """(front, back) of a card on paper: its first draw, the options in the file's order."""
    asked = drawn(question, 0, 0, question.draws[0], tuple(range(len(question.choices))))
    options = [f"{LETTERS[i]}) {option.text}" for i, option in enumerate(asked.options)]
    return "  ".join([asked.prompt, *options]), f"{_answer(asked)}  {asked.explanation}"


def _answer(asked: Asked) -> str:
    right = asked.right_option
    return asked.answer if right is None else f"{LETTERS[right]}) {asked.answer}"


def _cell(text: str) -> str:
    """A field of a tab-separated line; quoted where it begins with a quotation mark, as the reader would take it."""
    flat = " ".join(text.split("\t")).replace("\r", " ").replace("\n", " ")
    return '"' + flat.replace('"', '""') + '"' if '"' in flat else flat


def answers_text(events: Iterable[Event]) -> str:
    """A head and one JSON object a line: facts only, no name of anybody."""
    head = json.dumps({"format": ANSWERS_FORMAT, "version": store.SCHEMA})
    return "\n".join([head, *(json.dumps(event._asdict(), ensure_ascii=False) for event in events)]) + "\n"


def read_answers(path: Path) -> list[Event]:
    """Events of an exported file, or of another progress file.

    Raises:
        UsageError: it is neither, in one sentence; nothing was taken from it.
    """
    name = shown(str(path), 60)
    try:
        if path.stat().st_size > MOST_BYTES:
            raise UsageError(f"{name} is larger than {MOST_BYTES} bytes.")
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"{name} cannot be read: {error.strerror}.") from None
    if data.startswith(b"SQLite format 3\0"):
        try:
            return store.read(path)
        except store.Trouble as trouble:
            raise UsageError(f"{name} cannot be read: {trouble.reason}.") from None
    return _events(data.decode("utf-8", "replace").splitlines(), name)


def _events(lines: list[str], name: str) -> list[Event]:
    head = _object(lines[0]) if lines else None
    if head is None or head.get("format") != ANSWERS_FORMAT:
        raise UsageError(f"{name} is no file of answers; quiz export --answers makes one.")
    events = []
    for number, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        found = _object(line)
        event = event_from(found) if found is not None else None
        if event is None:
            raise UsageError(f"{name}, line {number}: that is no answer; nothing was imported.")
        events.append(event)
    return events


def _object(line: str) -> dict[str, object] | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def write(path: Path, text: str, begins: str) -> None:
    """Write a whole file at once; an existing one only if it is an earlier export, which begins so.

    Raises:
        UsageError: it cannot be written, or something else has that name; what was there stays.
    """
    name = shown(str(path), 60)
    try:
        if path.exists():
            with open(path, "rb") as file:
                if not file.read(len(begins)).startswith(begins.encode()):
                    raise UsageError(f"{name} is there already and is something else; choose another name.")
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".sqrtdk-")
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
            os.replace(draft, path)
        except OSError:
            os.unlink(draft)
            raise
    except OSError as error:
        raise UsageError(f"{name} cannot be written: {error.strerror}.") from None
