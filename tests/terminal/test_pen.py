"""What paint() sends makes a terminal (pyte) show exactly the wanted cells, whatever it showed before."""

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqrtdk_tui.tui.frame import PLAIN, Frame, Look
from sqrtdk_tui.tui.pen import paint

LOOKS = [
    PLAIN,
    Look("1"),
    Look("", "31"),
    Look("", "38;5;12", "48;5;17"),
    Look("", "38;2;1;2;3", "48;5;17"),
    Look("1;4", "31", "44"),
    Look("7", "", "44"),
]
ATTRIBUTES = {"bold": "1", "underscore": "4", "reverse": "7"}
texts = st.text(alphabet="ab █▄≈√█漢字한é", max_size=9) | st.just("e\u0301x") | st.integers(0, 12).map(" ".__mul__)
pieces = st.tuples(texts, st.sampled_from(LOOKS))


@st.composite
def histories(draw: st.DrawFn) -> list[Frame]:
    """A few frames of one size, each made from the one before by writing here and there."""
    width, height = draw(st.integers(1, 14)), draw(st.integers(1, 5))
    frames = [Frame(width, height)]
    for _ in range(draw(st.integers(1, 4))):
        frame = frames[-1].copy()
        for _ in range(draw(st.integers(0, 6))):
            x, y = draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))
            frame.put(x, y, [draw(pieces)], draw(st.integers(0, width)))
        frames.append(frame)
    return frames


def terminal(frame: Frame) -> tuple[pyte.Screen, pyte.Stream]:
    screen = pyte.Screen(frame.width, frame.height)
    stream = pyte.Stream(screen)
    stream.feed("\x1b[?7l")  # as the driver sets it: no autowrap
    return screen, stream


def colour(codes: str) -> str:
    """How pyte names the colour that these SGR parameters choose."""
    probe = pyte.Screen(2, 1)
    pyte.Stream(probe).feed(f"\x1b[{codes}mx")
    cell = probe.buffer[0][0]
    return cell.fg if codes[:1] in "3" else cell.bg


def seen(screen: pyte.Screen) -> list[list[tuple[str, str, str, str]]]:
    rows = []
    for y in range(screen.lines):
        cells = [screen.buffer[y][x] for x in range(screen.columns)]
        rows.append(
            [
                (c.data, ";".join(code for name, code in ATTRIBUTES.items() if getattr(c, name)), c.fg, c.bg)
                for c in cells
            ]
        )
    return rows


def cells(frame: Frame) -> list[list[tuple[str, str, str, str]]]:
    import unicodedata

    return [
        [
            (
                unicodedata.normalize("NFC", text),
                look.attributes,
                colour(look.foreground) if look.foreground else "default",
                colour(look.background) if look.background else "default",
            )
            for text, look in zip(texts, looks, strict=True)
        ]
        for texts, looks in zip(frame.texts, frame.looks, strict=True)
    ]


@given(histories())
@settings(deadline=None, max_examples=300)
def test_each_difference_leads_to_the_wanted_cells(frames: list[Frame]) -> None:
    screen, stream = terminal(frames[0])
    shown: Frame | None = None
    for wanted in frames:
        stream.feed(paint(shown, wanted))
        assert seen(screen) == cells(wanted)
        shown = wanted


@given(histories())
@settings(deadline=None)
def test_nothing_changed_sends_nothing(frames: list[Frame]) -> None:
    assert paint(frames[-1], frames[-1].copy()) == ""


@given(histories(), histories())
@settings(deadline=None)
def test_an_unknown_terminal_is_cleared_first(before: list[Frame], after: list[Frame]) -> None:
    screen, stream = terminal(after[-1])
    stream.feed("\x1b[41mrubbish" * 9)
    stream.feed(paint(None, after[-1]))
    assert seen(screen) == cells(after[-1])
    if (before[-1].width, before[-1].height) != (after[-1].width, after[-1].height):
        assert paint(before[-1], after[-1]) == paint(None, after[-1])


@given(st.text(max_size=30))
def test_no_text_can_send_a_control_character(text: str) -> None:
    frame = Frame(40, 1)
    frame.put(0, 0, [(text, PLAIN)])
    assert not any(ord(c) < 32 or 127 <= ord(c) < 160 for cell in frame.texts[0] for c in cell)


@pytest.mark.parametrize(
    ("before", "after", "sent"),
    [
        ("99.97%", "99.98%", "\x1b[1;5H8"),
        ("abcdefghij", "Abcdefghij", "\x1b[HA"),
        ("abcdefghij", "AbcDefghij", "\x1b[HAbcD"),  # writing over the gap is no longer than a jump
        ("a·········j", "A·········J", "\x1b[HA\x1b[9CJ"),
        ("xxxxxxxx", "x", "\x1b[1;2H\x1b[K"),
    ],
)
def test_a_small_change_sends_little(before: str, after: str, sent: str) -> None:
    shown, wanted = Frame(20, 2), Frame(20, 2)
    shown.put(0, 0, [(before, PLAIN)])
    wanted.put(0, 0, [(after, PLAIN)])
    assert paint(shown, wanted) == sent


def test_each_look_is_sent_once_when_that_is_shorter() -> None:
    shown, wanted = Frame(20, 4), Frame(20, 4)
    rich, poor = Look("1", "38;2;200;100;50", "48;2;20;30;40"), Look("", "38;2;90;90;90", "48;2;1;1;1")
    for y in range(4):
        wanted.put(0, y, [("ab", rich), ("cd", poor)])
    assert paint(shown, wanted).count("200;100;50") == 1
