"""Starting anew: the progress file and its journal are moved aside under a dated name; nothing is deleted."""

import contextlib
from datetime import datetime
from pathlib import Path

from sqrtdk_tui.options import UsageError
from sqrtdk_tui.quiz import store
from sqrtdk_tui.typed import shown

WORD = "reset"


def reset(path: Path, typed: str, now: datetime) -> Path | None:
    """Move the file aside if the word was typed; where it is now. None: nothing was done.

    Raises:
        UsageError: there is no file, or it cannot be moved.
    """
    if typed.strip().lower() != WORD:
        return None
    name = shown(str(path), 60)
    if not path.is_file():
        raise UsageError(f"There is no progress to reset: {name} does not exist.")
    with contextlib.suppress(store.Trouble):
        store.read(path)  # mends a write that was broken off, which belongs to the file by its name
    try:
        return store.move_aside(path, "before-reset", f"{now:%Y%m%d-%H%M%S}")
    except OSError as error:
        raise UsageError(f"{name} cannot be moved: {error.strerror or error}.") from None
