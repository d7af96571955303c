"""The instrument beside a bare Textual program: the two in turn, and ratios of their medians."""

import sys
from collections.abc import Callable
from pathlib import Path

from tests.bench.meter import Meter, median
from tests.terminal.pty_session import LEFT, RIGHT

_BARE = [sys.executable, str(Path(__file__).parent / "bare_app.py")]
_OURS = [str(Path(sys.executable).parent / "sqrtdk-tui")]
_STARTS, _KEYS, _IDLE = 7, 50, 5.0
_ZIGZAG = [LEFT] * 4 + ([RIGHT] * 8 + [LEFT] * 8) * 3  # d_k between 4 and 1024

Row = tuple[str, float, float, str, str]  # what, bare, ours, unit, target


def measure() -> list[Row]:
    """Rows of what, the bare program's figure, ours, the unit, and what is aimed at."""
    starts = [(_started(_BARE), _started(_OURS)) for _ in range(_STARTS)]
    bare, ours = Meter(_BARE), Meter(_OURS)
    try:
        for meter in (bare, ours):
            meter.start()
        keys = [(bare.key(RIGHT), ours.key(key)) for key in _ZIGZAG[: _KEYS + 2]][2:]
        idle = [meter.idle(_IDLE) for meter in (bare, ours)]
        memory = [meter.pss() for meter in (bare, ours)]
    finally:
        bare.close()
        ours.close()

    def of(which: Callable[[tuple[float, ...]], float]) -> tuple[float, float]:
        return median([which(b) for b, _ in starts]), median([which(o) for _, o in starts])

    return [
        ("first glyph", *of(lambda s: s[0]), "ms", "1.2x"),
        ("settled", *of(lambda s: s[1]), "ms", "1.8x"),
        ("memory when settled (PSS)", *of(lambda s: s[2]), "MiB", "1.8x"),
        ("quit", *of(lambda s: s[3]), "ms", "1.1x"),
        (
            "a d_k key, last byte painted",
            median([b[0] for b, _ in keys]),
            median([o[0] for _, o in keys]),
            "ms",
            "2.5x",
        ),
        ("bytes a key", median([b[1] for b, _ in keys]), median([o[1] for _, o in keys]), "B", "2000 B"),
        ("memory after the keys (PSS)", memory[0], memory[1], "MiB", "1.8x"),
        (f"bytes in {_IDLE:.0f} s idle", idle[0][0], idle[1][0], "B", "0 B"),
        (f"CPU in {_IDLE:.0f} s idle", idle[0][1], idle[1][1], "ms", "1x"),
    ]


def _started(argv: list[str]) -> tuple[float, ...]:
    meter = Meter(argv)
    try:
        glyph, settled = meter.start()
        return glyph, settled, meter.pss(), meter.quit()
    finally:
        meter.close()


def while_measuring() -> list[Row]:
    """A key at rest beside the same key while a long measurement runs: the divided side is covered."""
    rest = Meter([*_OURS, "measure", "--pairs", "1000"])
    busy = Meter([*_OURS, "measure", "--method", "slots", "--pairs", "10000000", "--d-k", "1024"])
    try:
        for meter in (rest, busy):
            meter.start_busy()
        keys = []
        for _ in range(25):
            keys.append((rest.until(b"c", b"COVERED"), busy.until(b"c", b"COVERED")))
            for meter in (rest, busy):
                meter.until(b"c", b"MIX")
    finally:
        rest.close()
        busy.close()
    return [("a key while measuring", median([r for r, _ in keys]), median([b for _, b in keys]), "ms", "1.5x")]


def many_tokens() -> list[Row]:
    """A d_k key with 1024 drawn tokens beside one with 3; between 64 and 256, back and forth."""
    few, many = Meter([*_OURS, "--tokens", "3"]), Meter([*_OURS, "--tokens", "1024"])
    try:
        for meter in (few, many):
            meter.start()
        way = [RIGHT, RIGHT, LEFT, LEFT] * 6
        keys = [(few.key(key), many.key(key)) for key in way]
        first = (keys[0][0][0], keys[0][1][0])
    finally:
        few.close()
        many.close()
    return [
        ("a d_k key, 3 and 1024 tokens", median([f[0] for f, _ in keys]), median([m[0] for _, m in keys]), "ms", "4x"),
        ("the first of them (new slots)", first[0], first[1], "ms", "4x"),
    ]
