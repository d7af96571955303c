"""The progress file itself: SQLite with one table of events, a rollback journal and a busy timeout.

Every call opens the file anew and closes it: two sessions can answer at once, a reset in one is seen by the other, and
a worker thread may read while the screen writes. What goes wrong is a Trouble that says what can be done about it.
"""

import contextlib
import os
import sqlite3
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqrtdk_tui.quiz.events import KINDS, Event, event_from

SCHEMA = 1
APPLICATION = 0x5371446B  # "SqDk": how a file of ours is told from another program's
_MAGIC = b"SQLite format 3\0"
_DAMAGED = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)
_COLUMNS = ", ".join(f"[{name}]" for name in Event._fields)
_CREATE = """CREATE TABLE IF NOT EXISTS events (
    n INTEGER PRIMARY KEY, placed INTEGER NOT NULL,
    [id] TEXT NOT NULL UNIQUE, [at] INTEGER NOT NULL, [kind] TEXT NOT NULL, [question] TEXT NOT NULL,
    [rev] INTEGER NOT NULL, [seed] INTEGER NOT NULL, [visit] INTEGER NOT NULL, [params] TEXT NOT NULL,
    [response] TEXT NOT NULL, [correct] INTEGER, [hints] INTEGER NOT NULL, [confidence] TEXT NOT NULL,
    [grade] INTEGER, [of] TEXT NOT NULL)"""
# An event never stands before one that was there already, even if the clock was set back in between.
_INSERT = f"""INSERT OR IGNORE INTO events (placed, {_COLUMNS})
    VALUES (max(?, coalesce((SELECT max(placed) FROM events), 0)), {", ".join("?" * len(Event._fields))})"""
_SELECT = f"""SELECT {_COLUMNS} FROM events
    WHERE [kind] IN ({", ".join(map(repr, KINDS))}) AND typeof([at]) = 'integer' ORDER BY placed, n"""
_IMPORT = f"INSERT OR IGNORE INTO events (placed, {_COLUMNS}) VALUES ({', '.join('?' * (len(Event._fields) + 1))})"


class Trouble(Exception):
    """The file cannot be used now. `damaged`: it is ours, and may be moved aside."""

    def __init__(self, reason: str, *, damaged: bool = False) -> None:
        super().__init__(reason)
        self.reason, self.damaged = reason, damaged


def read(path: Path, timeout: float = 1.0, *, write: bool = True) -> list[Event]:
    """Every event, oldest first; none where there is no file yet. `write` False: not even a broken-off write is mended.

    Raises:
        Trouble: the file is damaged, another program's, or cannot be read.
    """
    if not path.exists() or not _is_begun(path):
        return []
    with _opened(path, "rw" if write and os.access(path, os.W_OK) else "ro", timeout) as db:
        _recognised(db)
        try:
            return list(map(Event._make, db.execute(_SELECT)))
        except sqlite3.OperationalError as error:
            if "no such" in str(error):  # a newer program has renamed things, or the table is not there yet
                return []
            raise


def rescue(path: Path) -> list[Event]:
    """The events of a damaged file that can still be read, up to the place where it breaks off."""
    events: list[Event] = []
    with contextlib.suppress(Trouble), _opened(path, "ro", 1.0) as db:
        if not _recognised(db):
            return events
        for row in db.execute(f"SELECT {_COLUMNS} FROM events ORDER BY n"):
            event = event_from(dict(zip(Event._fields, row, strict=True)))
            if event is not None:
                events.append(event)
    return events


def add(path: Path, events: Iterable[Event], timeout: float = 1.0, *, imported: bool = False) -> int:
    """Add events in one transaction; those that are there already stay as they are. Returns how many were new.

    Raises:
        Trouble: nothing was added.
    """
    create(path)
    with _opened(path, "rw", timeout) as db:
        if _recognised(db) > SCHEMA:
            raise Trouble("made by a newer version")
        db.execute("BEGIN IMMEDIATE")
        try:
            _prepare(db)
            before = db.total_changes
            db.executemany(_IMPORT if imported else _INSERT, [(event.at, *event) for event in events])
            new = db.total_changes - before
            db.execute("COMMIT")
        except sqlite3.Error:
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise
    return new


def create(path: Path) -> None:
    """Make the file, and its folder where it is missing, for this account alone. Raises Trouble."""
    try:
        if not path.parent.exists():
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    except OSError as error:
        raise Trouble(error.strerror or str(error)) from None


def _prepare(db: sqlite3.Connection) -> None:
    """The table of a new file. Inside the transaction: of two sessions that begin a file, one makes it."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone():
        db.execute(_CREATE)
        db.execute("CREATE INDEX IF NOT EXISTS placed ON events (placed)")
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {SCHEMA}")


@contextlib.contextmanager
def _opened(path: Path, mode: str, timeout: float) -> Iterator[sqlite3.Connection]:
    """A connection; whatever SQLite raises comes out as Trouble."""
    _check_kind(path)
    try:
        address = f"file:{quote(str(path.absolute()))}?mode={mode}"
        db = sqlite3.connect(address, uri=True, timeout=timeout, isolation_level=None)
        try:
            yield db
        finally:
            db.close()
    except sqlite3.Error as error:
        raise _trouble(error, path) from None
    except OSError as error:
        raise Trouble(error.strerror or str(error)) from None


def _trouble(error: sqlite3.Error, path: Path) -> Trouble:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _DAMAGED:
        return Trouble("the file is damaged", damaged=True)
    words = {
        sqlite3.SQLITE_BUSY: "locked by another program",
        sqlite3.SQLITE_LOCKED: "locked by another program",
        sqlite3.SQLITE_READONLY: "it may only be read",
        sqlite3.SQLITE_FULL: "the disk is full",
        sqlite3.SQLITE_CANTOPEN: "it cannot be opened",
        sqlite3.SQLITE_IOERR: "it cannot be written: disk full or faulty",
    }
    return Trouble(words.get(code, str(error)))


def _check_kind(path: Path) -> None:
    """Only a file is opened, and only one that can be a database."""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise Trouble("it is no file")
        with open(path, "rb") as file:
            head = file.read(4096)
    except OSError as error:
        raise Trouble(error.strerror or str(error)) from None
    journal = path.with_name(path.name + "-journal")
    if not head or head.startswith(_MAGIC) or (journal.exists() and journal.stat().st_size):
        return  # with a journal beside it SQLite mends the file first
    ours = not head.strip(b"\0") or path.suffix == ".db"
    raise Trouble("the file is damaged" if ours else "it is not a progress file", damaged=ours)


def _is_begun(path: Path) -> bool:
    try:
        return path.stat().st_size > 0
    except OSError:
        return True  # let opening it say why


def _recognised(db: sqlite3.Connection) -> int:
    """The schema's number; Trouble for another program's database."""
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    application = int(db.execute("PRAGMA application_id").fetchone()[0])
    if application != APPLICATION and db.execute("SELECT 1 FROM sqlite_master LIMIT 1").fetchone():
        raise Trouble("it belongs to another program")
    return version


def move_aside(path: Path, word: str, day: str) -> Path:
    """Rename the file and its journal to `name-word-day.db`; an existing name is never used. Raises OSError.

    A hot journal belongs to its file by name: both get the same new one.
    """
    for number in range(1, 1000):
        stem = f"{path.stem}-{word}-{day}" + ("" if number == 1 else f"-{number}")
        aside = path.with_name(stem + path.suffix)
        if aside.exists() or aside.with_name(aside.name + "-journal").exists():
            continue
        journal = path.with_name(path.name + "-journal")
        if journal.exists():
            journal.rename(aside.with_name(aside.name + "-journal"))
        path.rename(aside)
        return aside
    raise OSError("too many files of this day are aside already")


def identity(path: Path) -> tuple[Any, ...] | None:
    """Which file this is now: another one of the same name differs. None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
