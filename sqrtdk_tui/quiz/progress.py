"""Progress: the events of one learner, in a file if it can be, in memory if it must be. It never stops a learner."""

import contextlib
import threading
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

from sqrtdk_tui.quiz import store
from sqrtdk_tui.quiz.events import Event, History
from sqrtdk_tui.quiz.store import Trouble
from sqrtdk_tui.typed import safe

_PATIENCE, _SHORT = 1.0, 0.05  # seconds to wait for another program's lock: at first, and once it has failed


class Progress:
    """Adds events and reads them back. `note` says once what went wrong; `path` None keeps everything in memory.

    An event that could not be written stays in memory and is tried again with the next one.
    """

    def __init__(self, path: Path | None, clock: Callable[[], datetime]) -> None:
        self.path, self._clock = path, clock
        self._pending: list[Event] = []
        self._told = self._failing = False
        self._note = ""
        self._lock = threading.Lock()

    @property
    def saved(self) -> bool:
        """Is everything in the file?"""
        return self.path is not None and not self._pending

    def take_note(self) -> str:
        """What there is to say, once; empty when there is nothing."""
        note, self._note = self._note, ""
        return note

    def history(self) -> History:
        """Everything so far. May be called from another thread; reads 20,000 events in well under 100 ms."""
        with self._lock:
            stored = self._read() if self.path is not None else []
            return History(tuple(stored)).joined(self._pending)

    def add(self, event: Event) -> bool:
        """Store an event before anyone sees what came of it. False: only in memory so far."""
        with self._lock:
            self._pending.append(event)
            return self.path is not None and self._flush()

    def join(self, events: Iterable[Event]) -> int:
        """Take in events from elsewhere, each at its own time; how many were new.

        Raises:
            Trouble: nothing was taken in.
        """
        if self.path is None:
            raise Trouble("there is no file to import into")
        return store.add(self.path, events, _PATIENCE, imported=True)

    def flush(self) -> bool:
        """Try once more to write what is only in memory."""
        with self._lock:
            return self.path is not None and self._flush()

    def _read(self) -> list[Event]:
        assert self.path is not None
        was = store.identity(self.path)
        for attempt in (1, 2):
            try:
                return store.read(self.path, _PATIENCE)
            except Trouble as trouble:
                if not self._meet(trouble, was) or attempt == 2:
                    break
        return []

    def _flush(self) -> bool:
        assert self.path is not None
        was = store.identity(self.path)
        for attempt in (1, 2):
            try:
                store.add(self.path, self._pending, _SHORT if self._failing else _PATIENCE)
            except Trouble as trouble:
                self._failing = True
                if self._meet(trouble, was) and attempt == 1:
                    continue
                return False
            self._pending.clear()
            self._failing = False
            return True
        return False

    def _meet(self, trouble: Trouble, was: object) -> bool:
        """Say it once; move a damaged file aside. True: it is worth another try."""
        assert self.path is not None
        if trouble.damaged and was is not None:
            return self._put_aside(was)
        self._tell(f"progress not saved: {self._shown} ({trouble.reason})")
        return False

    def _put_aside(self, was: object) -> bool:
        assert self.path is not None
        if store.identity(self.path) != was:  # another session has moved it already
            return True
        try:
            aside = store.move_aside(self.path, "damaged", f"{self._clock():%Y%m%d-%H%M%S}")
        except OSError as error:
            self._tell(f"progress not saved: {self._shown} (damaged, and cannot be moved: {error.strerror or error})")
            return False
        rescued = store.rescue(aside)
        with contextlib.suppress(Trouble):
            store.add(self.path, rescued, _PATIENCE, imported=True)
        told = f", with {len(rescued)} entries of it" if rescued else ""
        self._note = f"{self._shown} was damaged. It is kept as {safe(aside.name)}; a new one is begun{told}."
        return True

    @property
    def _shown(self) -> str:
        return safe(str(self.path))

    def _tell(self, note: str) -> None:
        if not self._told:
            self._told, self._note = True, note
