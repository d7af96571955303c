"""Options -> where a learner's answers lie, and a desk to answer at. Loads the quiz only when a desk is asked for."""

from __future__ import annotations

import os
from argparse import Namespace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from sqrtdk_tui.options import UsageError
from sqrtdk_tui.quiz.places import data_folder, progress_file
from sqrtdk_tui.typed import TypedError, whole_number

if TYPE_CHECKING:
    from sqrtdk_tui.quiz.desk import Desk

MAX_SEED = 2**63 - 1


def path_of(given: Namespace) -> Path | None:
    """Where the answers are kept; None for nowhere."""
    if given.no_progress:
        return None
    return Path(given.progress) if given.progress is not None else progress_file(data_folder(), given.learner)


def seed_of(given: Namespace) -> int:
    """The session's seed: the one given, or a fresh one short enough to be typed again."""
    if given.quiz_seed is None:
        return int.from_bytes(os.urandom(4), "big") % 1_000_000
    try:
        return whole_number(given.quiz_seed, 0, MAX_SEED)
    except TypedError as error:
        raise UsageError(f"--quiz-seed: {error}") from None


def check(given: Namespace) -> None:
    """Refuse what cannot be a place or a seed, before a screen opens. Raises UsageError."""
    path_of(given)
    seed_of(given)


def now() -> datetime:
    """The time with its zone."""
    return datetime.now().astimezone()


def desk_for(given: Namespace) -> Desk:
    """The desk that the options ask for."""
    return desk_at(path_of(given), seed_of(given))


def desk_at(path: Path | None, seed: int) -> Desk:
    """A desk with nothing read yet: its first card is there at once. Without a path it forgets."""
    from sqrtdk_tui.quiz.bank import packaged_bank
    from sqrtdk_tui.quiz.desk import Desk
    from sqrtdk_tui.quiz.progress import Progress

    return Desk(packaged_bank(), Progress(path, now), now, seed, lambda: os.urandom(8).hex())


def is_new(given: Namespace) -> bool:
    """Is there a place for answers, and none there yet?"""
    path = path_of(given)
    try:
        return path is not None and not path.exists()
    except OSError:
        return False  # a place that cannot be looked at; the quiz will say so
