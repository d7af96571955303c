"""What a terminal can do, asked before anything is drawn: is it one, can it address the cursor, which signs has it."""

import locale
import os
import sys

from sqrtdk_tui.typed import shown

_DUMB = ("", "dumb", "unknown")


def is_terminal(stream_number: int) -> bool:
    """Is this file descriptor a terminal?"""
    try:
        return os.isatty(stream_number)
    except OSError:
        return False


def why_no_screen() -> str | None:
    """None when a full screen can be drawn, else one sentence that names --plain."""
    for number, stream in ((0, "Standard input"), (2, "Standard error")):
        if not is_terminal(number):
            return f"{stream} is not a terminal; --plain prints the reading."
    term = os.environ.get("TERM", "")
    if term in _DUMB or not _known(term):
        named = f"TERM={shown(term)}" if term else "TERM is not set: it"
        return f"{named} cannot place its cursor; --plain prints the reading."
    return None


def _known(term: str) -> bool:
    """Is this terminal described on this machine, and can it move its cursor?"""
    try:
        import curses

        curses.setupterm(term, 1)
        return bool(curses.tigetstr("cup"))
    except Exception:
        return term.startswith(("xterm", "screen", "tmux", "linux", "vt", "rxvt", "alacritty", "kitty", "foot", "ansi"))


def shows_unicode() -> bool:
    """Does the locale in force say UTF-8? Asked of the C library, which does not guess as Python's UTF-8 mode does."""
    if os.environ.get("TERM") in ("vt100", "vt102", "vt220"):
        return False
    if _coerced():
        return False
    try:
        locale.setlocale(locale.LC_CTYPE, "")
    except locale.Error:
        return False
    return locale.nl_langinfo(locale.CODESET).upper().replace("-", "") == "UTF8"


def _coerced() -> bool:
    """Did Python itself put LC_CTYPE in the environment, in place of a locale that knows only ASCII (PEP 538)?"""
    try:
        with open("/proc/self/environ", "rb") as file:
            at_start = file.read().split(b"\0")
    except OSError:
        return False
    now = os.environ.get("LC_CTYPE", "")
    return now in ("C.UTF-8", "C.utf8", "UTF-8") and f"LC_CTYPE={now}".encode() not in at_start


def width(default: int = 80) -> int:
    """The columns of the terminal on standard output, or the default."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or default
    except (OSError, ValueError):  # not a terminal, or closed
        return default
