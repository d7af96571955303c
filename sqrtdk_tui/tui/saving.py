"""Saves the picture and the reading, never over an older file."""

from pathlib import Path

from sqrtdk_tui import report
from sqrtdk_tui.tui.plan import COMPACT_PANES
from sqrtdk_tui.tui.screen import InstrumentScreen

_MOST_TRIES = 1000


def save(folder: str, instrument: InstrumentScreen, picture: str) -> str:
    """Write NAME.svg and NAME.txt into the folder; the sentence that says where, or why not."""
    studio, view = instrument.studio, instrument.view
    if studio is None or studio.reading is None:
        return "There is nothing to save yet."
    measured = view.pane in COMPACT_PANES  # what was measured is on the screen, and not measured again
    files = {
        ".svg": picture,
        ".txt": instrument.text + "\n" if measured else report.text_report(studio.reading, view.pane),
    }
    if view.pane == "measure" and studio.notebook.records:
        from sqrtdk_tui.measure.report import csv_text

        files[".csv"] = csv_text(studio.notebook.records)
    try:
        stem = _write_new(Path(folder), f"sqrtdk-{view.pane}-d{view.lab.d_k}", files)
    except OSError as error:
        return f"Not saved: {folder}: {error.strerror or error}."
    return f"Saved {' and '.join(stem + ending for ending in files)} in {Path(folder).resolve()}."


def _write_new(folder: Path, name: str, files: dict[str, str]) -> str:
    for number in range(1, _MOST_TRIES):
        stem = name if number == 1 else f"{name}-{number}"
        if any((folder / (stem + ending)).exists() for ending in files):
            continue
        for ending, text in files.items():
            with (folder / (stem + ending)).open("x", encoding="utf-8") as file:
                file.write(text)
        return stem
    raise OSError(f"{_MOST_TRIES} files of that name are there already")
