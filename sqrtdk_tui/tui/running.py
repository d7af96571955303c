"""Long measurements in a thread of their own: they report as they grow, and stop at once when told to."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from textual.message import Message
from textual.message_pump import MessagePump

_EVERY = 0.1  # s between two reports: more than that nobody reads


class Growing(Protocol):
    """What can be run: it grows block by block, and what it has found can be had at any time."""

    @property
    def progress(self) -> tuple[int, int]:
        """(blocks that are in, blocks in all)."""

    def measure(self, threads: int, cancelled: Callable[[], bool] | None = None) -> Iterator[int]:
        """Grow; yields after each block."""

    def findings(self) -> Any:
        """What is found so far."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast it goes: blocks a second, and the seconds that are left."""

    rate: float
    left: float


class Grown(Message):
    """A measurement has grown. `ended` says that it will not grow any more, `refused` why it could not start."""

    def __init__(
        self, kind: str, wanted: Any, findings: Any, pace: Pace | None, ended: bool, refused: str = ""
    ) -> None:
        super().__init__()
        self.kind, self.wanted, self.findings = kind, wanted, findings
        self.pace, self.ended, self.refused = pace, ended, refused


@dataclass(slots=True)
class _Job:
    kind: str
    wanted: Any
    stopped: threading.Event
    dropped: bool = False


class Laboratory:
    """Runs one measurement at a time; a new one drops the old."""

    def __init__(self, owner: MessagePump) -> None:
        self._owner = owner
        self._job: _Job | None = None

    def start(self, kind: str, wanted: Any, make: Callable[[], Growing]) -> None:
        """Begin to measure; Grown messages follow until one has ended."""
        self.drop()
        job = self._job = _Job(kind, wanted, threading.Event())
        threading.Thread(target=self._run, args=(job, make), name=f"sqrtdk-{kind}", daemon=True).start()

    def stop(self) -> None:
        """Stop at once and keep what is measured: one last Grown comes."""
        if self._job is not None:
            self._job.stopped.set()

    def drop(self) -> None:
        """Stop at once; nothing of it comes any more."""
        if self._job is not None:
            self._job.dropped = True
            self._job.stopped.set()
            self._job = None

    def is_running(self, kind: str, wanted: Any) -> bool:
        """Is this being measured?"""
        return self._job is not None and (self._job.kind, self._job.wanted) == (kind, wanted)

    @property
    def is_busy(self) -> bool:
        """Is anything being measured?"""
        return self._job is not None

    def take(self, message: Grown) -> bool:
        """Take note of a message; False when it is of a measurement that is no longer wanted."""
        if not self.is_running(message.kind, message.wanted):
            return False
        if message.ended:
            self._job = None
        return True

    def _run(self, job: _Job, make: Callable[[], Growing]) -> None:
        from sqrtdk_tui.engine.errors import Cancelled
        from sqrtdk_tui.engine.streaming import threads_for

        try:
            growing = make()
            told, started = 0.0, time.monotonic()
            try:
                for _ in growing.measure(threads_for(on_screen=True), job.stopped.is_set):
                    now = time.monotonic()
                    if now - told >= _EVERY:
                        told = now
                        self._tell(job, growing, _pace(growing, now - started), ended=False)
            except Cancelled:
                pass
            self._tell(job, growing, None, ended=True)
        except ValueError as error:  # what cannot be measured is refused in a sentence
            self._post(job, Grown(job.kind, job.wanted, None, None, True, str(error)))

    def _tell(self, job: _Job, growing: Growing, pace: Pace | None, *, ended: bool) -> None:
        if not job.dropped:
            self._post(job, Grown(job.kind, job.wanted, growing.findings(), pace, ended))

    def _post(self, job: _Job, message: Grown) -> None:
        if not job.dropped:
            self._owner.post_message(message)


def _pace(growing: Growing, seconds: float) -> Pace | None:
    done, asked = growing.progress
    if not done or seconds <= 0:
        return None
    rate = done / seconds
    return Pace(rate, (asked - done) / rate)
