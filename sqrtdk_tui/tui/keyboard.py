"""What a terminal sends, cut into whole pieces: keys, pastes, answers.

Textual's own parser takes bytes as they come: half a sequence waits 100 ms, an unknown one is typed letter by
letter, and one byte that is not UTF-8 ends the program. Here only what it knows, and only whole, goes on to it.
"""

import codecs
import re
from typing import Literal, NamedTuple

from textual._ansi_sequences import ANSI_SEQUENCES_KEYS
from textual._keyboard_protocol import FUNCTIONAL_KEYS

ESCAPE_WAIT = 0.2  # s that a lone Escape waits: on a slow line the rest of an arrow key can come 150 ms later
_BURST_WAIT = 0.05  # s of silence that end lines which a terminal types faster than anyone
_STRING_WAIT = 1.0  # s for the end of an answer that has begun
_PASTE_WAIT = 2.0  # s of silence that end a paste without an end
_LONGEST = 4096  # bytes of a sequence
_LARGEST_PASTE = 1 << 20  # bytes that are kept of one

_PASTE_START, _PASTE_END = b"\x1b[200~", b"\x1b[201~"
_WHOLE = re.compile(
    rb"\x1b\[M(?P<mouse>[\s\S]{3})"  # X10 mouse report: three bytes of any value
    rb"|(?P<csi>\x1b\[(?!M)(?:\[[A-E]|[0-?]*[ -/]*[@-~]))"  # the Linux console's F1 to F5 have a second bracket
    rb"|(?P<ss3>\x1bO[@-~])"
    rb"|(?P<string>\x1b[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\))"
)
_BEGUN = re.compile(rb"\x1b(?:\[(?:M[\s\S]{0,2}|\[|[0-?]*[ -/]*)|O|[\]PX^_][^\x07\x1b]*\x1b?)?\Z")
_LINES = re.compile(r"[^\r\n]{2,}(\r\n|\r|\n)[^\r\n]{2,}")  # two lines in one packet: a paste without brackets
_BROKEN = re.compile(rb"\x1b\[[0-?]*[ -/]*")
_KNOWN = re.compile(
    r"\x1b\[(?:[IO]|<\d+;-?\d+;-?\d+[Mm]|\?\d+;\d\$y|48(?:;\d+(?::\d*)*){4}t"
    r"|(?P<code>\d{0,6})(?:[;:]\d{0,6})*(?P<final>[~A-Zu]))"
)


class Piece(NamedTuple):
    """One whole thing: text and sequences for the key parser, a lone Escape, a paste, an answer to ASK.

    "lines" are text with line ends that came in one go: a paste by a terminal that does not say so, or keys that
    a slow line has gathered. Which of the two it is shows where they arrive.
    """

    kind: Literal["keys", "escape", "paste", "answer", "lines"]
    text: str = ""


class Keyboard:
    """Cuts the bytes that are fed to it into Pieces. What belongs to no key is dropped."""

    def __init__(self) -> None:
        self._held = b""
        self._pasted: bytearray | None = None
        self._in_burst = False
        self._decoder = codecs.getincrementaldecoder("utf-8")("ignore")

    @property
    def wait(self) -> float | None:
        """Seconds of silence after which to call `flush`; None when nothing is held back."""
        if self._pasted is not None:
            return _PASTE_WAIT
        if not self._held:
            return _BURST_WAIT if self._in_burst else None
        return ESCAPE_WAIT if self._held[1:2] in (b"", b"[", b"O") else _STRING_WAIT

    def feed(self, data: bytes) -> list[Piece]:
        """More bytes came: the pieces that are whole now."""
        pieces = []
        if self._held == b"\x1b" and data[:1] not in (b"[", b"O"):
            pieces.append(Piece("escape"))  # nothing that we ask for comes in two parts like this
            self._held = b""
        data, self._held = self._held + data, b""
        while data:
            step = self._paste if self._pasted is not None else self._sequence if data[0] == 0x1B else self._text
            piece, data = step(data)
            if piece:
                pieces.append(piece)
        return pieces

    def flush(self) -> list[Piece]:
        """Nothing more came in time: what was held back is what it looks like."""
        held, self._held = self._held, b""
        self._in_burst = False
        if self._pasted is not None:
            return [self._end_paste(held)]
        if held in (b"\x1b", b"\x1b[", b"\x1bO"):
            return [Piece("escape"), *([Piece("keys", held[1:].decode())] if held[1:] else [])]
        return []

    def _text(self, data: bytes) -> tuple[Piece | None, bytes]:
        text, escape, rest = data.partition(b"\x1b")
        keys = self._decoder.decode(text)
        if escape:
            self._decoder.reset()
        if not keys:
            return None, escape + rest
        self._in_burst = self._in_burst or bool(_LINES.search(keys))
        return Piece("lines" if self._in_burst else "keys", keys), escape + rest

    def _sequence(self, data: bytes) -> tuple[Piece | None, bytes]:
        if whole := _WHOLE.match(data):
            rest = data[whole.end() :]
            if whole[0] == _PASTE_START:
                self._pasted = bytearray()
                return None, rest
            if whole["csi"] or whole["ss3"]:
                return _named(whole[0].decode()), rest
            return None, rest
        if _BEGUN.match(data):
            self._held = data if len(data) < _LONGEST else b""
            return None, b""
        if broken := _BROKEN.match(data):
            return None, data[broken.end() :]
        return Piece("escape"), data[1:]

    def _paste(self, data: bytes) -> tuple[Piece | None, bytes]:
        text, end, rest = data.partition(_PASTE_END)
        if end:
            return self._end_paste(text), rest
        kept = next((n for n in range(len(_PASTE_END) - 1, 0, -1) if data.endswith(_PASTE_END[:n])), 0)
        self._held = data[len(data) - kept :]
        self._keep(data[: len(data) - kept])
        return None, b""

    def _end_paste(self, rest: bytes) -> Piece:
        self._keep(rest)
        text = bytes(self._pasted or b"").decode("utf-8", "ignore")
        self._pasted = None
        return Piece("paste", text.replace("\0", ""))

    def _keep(self, data: bytes) -> None:
        assert self._pasted is not None
        self._pasted += data[: _LARGEST_PASTE - len(self._pasted)]


def _named(sequence: str) -> Piece | None:
    """The piece for a sequence that means something here, else None."""
    if sequence in ("\x1b[0n", "\x1b[3n"):
        return Piece("answer")
    if sequence in ANSI_SEQUENCES_KEYS:
        return Piece("keys", sequence)
    known = _KNOWN.fullmatch(sequence)
    if known is None:
        return None
    final = known["final"]
    if final and final != "u" and f"{known['code'] or 1}{final}" not in FUNCTIONAL_KEYS:
        return None
    return Piece("keys", sequence)
