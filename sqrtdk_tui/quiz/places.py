"""Where a learner's answers lie. Paths come in as arguments; only the fixed folder is asked of the system."""

import unicodedata
from pathlib import Path

from sqrtdk_tui.options import UsageError
from sqrtdk_tui.typed import shown

FILE = "progress.db"
LEARNERS = "learners"
LONGEST_NAME = 40


def data_folder() -> Path:
    """The folder that this system keeps a program's data in."""
    import platformdirs

    return platformdirs.user_data_path("sqrtdk-tui", appauthor=False)


def progress_file(folder: Path, learner: str | None = None) -> Path:
    """progress.db, or one of its own for a learner on a shared account.

    Raises:
        UsageError: the name could lead elsewhere, or is none.
    """
    return folder / FILE if learner is None else folder / LEARNERS / f"{safe_name(learner)}.db"


def safe_name(learner: str) -> str:
    """A name as part of a file name: letters and digits of any script, - _ . and blanks inside; capitals do not count.

    Two spellings of one name are one learner, whatever the file system makes of capitals.
    """
    name = unicodedata.normalize("NFC", learner).strip().casefold()
    allowed = all(char.isalnum() or char in "-_. " or unicodedata.combining(char) for char in name)
    if not name or len(name) > LONGEST_NAME or not name[0].isalnum() or not allowed or name.endswith("."):
        raise UsageError(
            f"--learner {shown(learner)} cannot be a name here; use letters and digits, "
            f"with - _ . between them, at most {LONGEST_NAME}."
        )
    return name.replace(" ", "_")
