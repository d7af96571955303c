"""What is left of a failure: one sentence for the learner, the details in a file for whoever mends it."""

import os
import tempfile
import traceback
from pathlib import Path


def keep(error: BaseException, version: str) -> Path | None:
    """Write the error's traceback into a new file that only its owner can read; None when nothing can be written."""
    text = f"sqrtdk-tui {version}\n" + "".join(traceback.format_exception(error))
    try:
        number, name = tempfile.mkstemp(prefix="sqrtdk-tui-", suffix=".txt")
        with os.fdopen(number, "w", encoding="utf-8", errors="replace") as file:
            file.write(text)
    except OSError:
        return None
    return Path(name)


def told(error: BaseException, version: str, *, keeps: bool) -> str:
    """The sentence for this error, its details kept in a file unless that is not wanted."""
    return sentence(error, keep(error, version)) if keeps else "sqrtdk-tui failed, which is a fault of the program."


def sentence(error: BaseException, kept: Path | None) -> str:
    """What to tell: that it is not the learner's fault, and where the details are."""
    where = f"the details are in {kept}" if kept else f"no details could be written ({type(error).__name__})"
    return f"sqrtdk-tui failed, which is a fault of the program; {where}."
