"""What a terminal is told when the screen starts and when it ends: every mode that is set here is reset here."""

from textual import constants

_MOUSE_MODES = (1000, 1003, 1015, 1006)  # presses, movements, and two ways to write large coordinates
_MOUSE_PIXELS = 1016  # Textual sets it later, on terminals that report their size in the stream

# The key protocol of kitty: keys that cannot be confused, all of them, with the text that they stand for.
_ALL_KEYS = "\x1b[>25u"
_KEYS_BEFORE = "\x1b[<u"

MOUSE_OFF = "".join(f"\x1b[?{mode}l" for mode in (*_MOUSE_MODES, _MOUSE_PIXELS))


def starting(mouse: bool) -> str:
    """The alternate screen, no cursor, no autowrap, keys and pastes and focus as sequences, and two questions."""
    return "".join(
        (
            "\x1b[?1049h\x1b[?25l\x1b[?7l\x1b[?2004h\x1b[?1004h",
            "" if constants.DISABLE_KITTY_KEY else _ALL_KEYS,
            "\x1b[?2026$p\x1b[?2048$p",  # can it show a frame at once? can it say its size in the stream?
            "".join(f"\x1b[?{mode}h" for mode in _MOUSE_MODES) if mouse else "",
        )
    )


def restoring() -> str:
    """Undo it all. The screen is cleared first, for terminals that have only one."""
    return "".join(
        (
            "\x1b[?2026l",
            MOUSE_OFF,
            "\x1b[?2048l\x1b[?2004l\x1b[?1004l",
            "" if constants.DISABLE_KITTY_KEY else _KEYS_BEFORE,  # kitty keeps them with the screen: before leaving it
            "\x1b[m\x1b[H\x1b[2J\x1b[?7h\x1b[?1049l\x1b[?25h",
        )
    )
