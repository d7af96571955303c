"""Whatever a terminal sends, in whatever parts it comes: keys in order, nothing made up, no exception."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqrtdk_tui.tui.keyboard import Keyboard, Piece

UP = "\x1b[A"


def fed(*packets: bytes, flush: bool = True) -> list[Piece]:
    keyboard = Keyboard()
    pieces = [piece for packet in packets for piece in keyboard.feed(packet)]
    return pieces + (keyboard.flush() if flush and keyboard.wait else [])


def keys(*texts: str) -> list[Piece]:
    return [Piece("keys", text) for text in texts]


@pytest.mark.parametrize(
    ("packets", "pieces"),
    [
        ([b"12\x1b[A3\r"], keys("12", UP, "3\r")),
        ([b"\x1b"], [Piece("escape")]),
        ([b"\x1b", b"[A"], keys(UP)),
        ([b"\x1b", b"[", b"A"], keys(UP)),
        ([b"\x1b", b"q"], [Piece("escape"), *keys("q")]),
        ([b"\x1bq"], [Piece("escape"), *keys("q")]),
        ([b"\x1b\x1b[A"], [Piece("escape"), *keys(UP)]),
        ([b"\x1b["], [Piece("escape"), *keys("[")]),
        ([b"\x1b[<0;1;", b"2M"], keys("\x1b[<0;1;2M")),
        ([b"\x1b[[A"], keys("\x1b[[A")),
        ([b"\x1b[1;5C", b"\x1bOA"], keys("\x1b[1;5C", "\x1bOA")),
        ([b"\x1b[57;1:1u"], keys("\x1b[57;1:1u")),
        ([b"\x1b[0n\x1b[0", b"n"], [Piece("answer")] * 2),
        (["é".encode()[:1], "é".encode()[1:]], keys("é")),
        ([b"a\xff\xfeb"], keys("ab")),
        ([b"\x1b[M\xff\xfe\xfda"], keys("a")),
        ([b"\x1b[M ", b"!", b"!a"], keys("a")),
        ([b"\x1b]11;rgb:0/0/0", b"\x1b", b"\\a"], keys("a")),
        ([b"\x1b[?1;2c\x1b[3;4Ra"], keys("a")),
        ([b"\x1b[200~1,2\r\n3\x1b[2", b"01~a"], [Piece("paste", "1,2\r\n3"), *keys("a")]),
        ([b"\x1b[200~\x1b[A\x00\xff\x1b[201~"], [Piece("paste", UP)]),
        ([b"\x1b[200~never ends"], [Piece("paste", "never ends")]),
    ],
)
def test_pieces(packets: list[bytes], pieces: list[Piece]) -> None:
    assert fed(*packets) == pieces


@given(st.lists(st.binary(max_size=12) | st.sampled_from([b"\x1b", b"\x1b[", b"\x1b[M", b"\x1b[200~", b"\x1b]"])))
def test_no_bytes_are_too_much(packets: list[bytes]) -> None:
    keyboard = Keyboard()
    for packet in packets:
        keyboard.feed(packet)
    keyboard.flush()
    keyboard.flush()
    assert keyboard.wait is None
    assert keyboard.feed(b"a") == keys("a")


@given(st.lists(st.sampled_from([b"ab", "é漢".encode(), b"\x1b[A", b"\x1b[1;2B", b"\x1bOP", b"\r"])), st.data())
def test_it_does_not_matter_where_packets_end(sent: list[bytes], data: st.DataObject) -> None:
    whole = b"".join(sent)
    ends = sorted(data.draw(st.sets(st.integers(0, len(whole)))))
    packets = [whole[a:b] for a, b in zip([0, *ends], [*ends, len(whole)], strict=True)]
    assert "".join(piece.text for piece in fed(*packets)) == whole.decode()


def test_endless_strings_and_pastes_are_not_kept() -> None:
    keyboard = Keyboard()
    for _ in range(100):
        keyboard.feed(b"\x1b]52;" + b"x" * 60000)
        keyboard.flush()
    keyboard.feed(b"\x1b[200~")
    for _ in range(40):
        keyboard.feed(b"y" * 60000)
    (paste,) = keyboard.feed(b"\x1b[201~")
    assert len(paste.text) == 1 << 20


def test_lines_that_come_in_one_go_are_told_from_keys() -> None:
    keyboard = Keyboard()
    assert keyboard.feed(b"12\r") == keys("12\r")
    assert keyboard.feed(b"\r12\r") == keys("\r12\r")
    assert keyboard.feed(b"64\rq") == keys("64\rq")
    assert keyboard.wait is None
    assert keyboard.feed(b"0.5,1\r2,3\r") == [Piece("lines", "0.5,1\r2,3\r")]
    assert keyboard.wait
    assert keyboard.feed(b"4\r") == [Piece("lines", "4\r")]  # more of the same
    assert keyboard.flush() == []
    assert keyboard.feed(b"4\r") == keys("4\r")
