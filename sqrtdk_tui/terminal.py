"""What a terminal can do, asked before anything is drawn: is it one, can it address the cursor, which signs has it."""

import errno
import locale
import os
import sys

from sqrtdk_tui.typed import shown

_DUMB = ("", "dumb", "unknown")
_KINDS = (
    "xterm screen tmux linux vt1 vt2 vt3 vt4 rxvt alacritty kitty foot ansi ghostty wezterm konsole gnome putty st-"
)
_LEAST_MEMORY = 448 << 20
_KEPT_IN_A_KIOSK = ("TERM", "COLORTERM", "NO_COLOR", "LANG", "LC_ALL", "LC_CTYPE")


def is_terminal(stream_number: int) -> bool:
    """Is this file descriptor a terminal?"""
    try:
        return os.isatty(stream_number)
    except OSError:
        return False


def is_gone() -> bool:
    """Has the terminal on standard output hung up? It then tells nothing more, not even that it is one."""
    try:
        os.get_terminal_size(1)
    except OSError as error:
        return error.errno == errno.EIO
    return False


def forget_the_environment() -> None:
    """Keep only what says how the terminal shows things: what is imported later reads settings and paths there."""
    for name in set(os.environ).difference(_KEPT_IN_A_KIOSK):
        del os.environ[name]


def why_no_screen(*, looks_up: bool = True) -> str | None:
    """None when a full screen can be drawn, else one sentence that names --plain.

    With `looks_up` the terminal's description is looked for, which opens files that TERM and others name.
    """
    for number, stream in ((0, "Standard input"), (2, "Standard error")):
        if not is_terminal(number):
            return f"{stream} is not a terminal; --plain prints the reading."
    memory = _memory_limit()
    if memory < _LEAST_MEMORY:
        return (
            f"Memory is limited to {memory >> 20} MiB (ulimit -v), the screen needs {_LEAST_MEMORY >> 20}; try --plain."
        )
    term = os.environ.get("TERM", "")
    if term in _DUMB or not (_known(term) if looks_up else _sounds_known(term)):
        named = f"TERM={shown(term)}" if term else "TERM is not set: it"
        return f"{named} cannot place its cursor; --plain prints the reading."
    return None


def _memory_limit() -> int:
    """Bytes of address space that this process may have; libraries end a process that gets no more."""
    import resource

    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    return limit if limit != resource.RLIM_INFINITY else 1 << 62


def _known(term: str) -> bool:
    """Is this terminal described on this machine, and can it move its cursor?"""
    try:
        import curses

        curses.setupterm(term, 1)
        return bool(curses.tigetstr("cup"))
    except Exception:
        return _sounds_known(term)


def _sounds_known(term: str) -> bool:
    """The same by its name alone."""
    return term.startswith(tuple(_KINDS.split())) and len(term) < 40 and not set(term) & set("/ \t\n\x1b")


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
