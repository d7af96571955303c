"""Computes what a View needs: at once when it is little, in a thread when it would hold up the keys."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from textual.message import Message
from textual.message_pump import MessagePump

INLINE = 600_000
"""Random numbers that may be drawn between a key and its picture: well under 20 ms."""

Compute = Callable[[Callable[[], bool]], Any]


class Computed(Message):
    """A thread has finished `kind` for `wanted`. The receiver drops it when it no longer wants that."""

    def __init__(self, kind: str, wanted: Any, result: Any) -> None:
        super().__init__()
        self.kind, self.wanted, self.result = kind, wanted, result


class Failed(Computed):
    """The same, but it could not be computed; `result` is the exception."""


@dataclass(slots=True)
class _Job:
    wanted: Any
    cancelled: threading.Event


class Reader:
    """At most one thread a kind of result; a newer wish cancels the older one between two blocks of numbers."""

    def __init__(self, owner: MessagePump) -> None:
        self._owner = owner
        self._jobs: dict[str, _Job] = {}
        self._drawing = threading.Lock()  # drawn rows are kept and extended: one thread at a time

    def ask(self, kind: str, wanted: Any, cost: int, compute: Compute) -> Any:
        """The result, or None when it will be posted as Computed. Exceptions of a small job are raised here."""
        job = self._jobs.get(kind)
        if job is not None and job.wanted == wanted:
            return None
        self.cancel(kind)
        if cost <= INLINE and self._drawing.acquire(timeout=0.02):
            try:
                return compute(lambda: False)
            finally:
                self._drawing.release()
        job = self._jobs[kind] = _Job(wanted, threading.Event())
        threading.Thread(target=self._run, args=(kind, job, compute), name=f"sqrtdk-{kind}", daemon=True).start()
        return None

    def cancel(self, kind: str) -> None:
        """Drop the job of this kind, if there is one."""
        job = self._jobs.pop(kind, None)
        if job is not None:
            job.cancelled.set()

    def cancel_all(self) -> None:
        """Drop every job."""
        for kind in list(self._jobs):
            self.cancel(kind)

    @property
    def is_busy(self) -> bool:
        """Is a thread at work, or its result on the way?"""
        return bool(self._jobs)

    def done(self, message: Computed) -> bool:
        """Take note of a finished job; False when it is not the one that is wanted now."""
        job = self._jobs.get(message.kind)
        if job is None or job.wanted != message.wanted:
            return False
        del self._jobs[message.kind]
        return True

    def _run(self, kind: str, job: _Job, compute: Compute) -> None:
        try:
            with self._drawing:
                result = compute(job.cancelled.is_set)
        except Exception as error:
            if not job.cancelled.is_set():
                self._owner.post_message(Failed(kind, job.wanted, error))
            return
        if not job.cancelled.is_set():
            self._owner.post_message(Computed(kind, job.wanted, result))
