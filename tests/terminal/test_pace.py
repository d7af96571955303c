"""Frames wait for a terminal that is behind, and only for as long as it is worth it."""

import os
import threading

from sqrtdk_tui.tui.pace import ASK, Pace
from sqrtdk_tui.tui.writer import Writer


def test_small_frames_go_out_at_once_and_a_large_one_is_waited_for() -> None:
    pace = Pace()
    assert pace.is_free(0)
    assert pace.sent(200) == ASK
    assert pace.is_free(0)
    pace.sent(5000)
    assert not pace.is_free(0)
    pace.answered()
    assert not pace.is_free(0)
    pace.answered()
    assert pace.is_free(0)


def test_a_terminal_that_never_answers_is_asked_no_more_and_its_backlog_counts() -> None:
    pace = Pace()
    pace.sent(5000)
    pace.give_up()
    assert pace.is_free(0)
    assert pace.sent(5000) == ""
    assert pace.is_free(0)
    assert not pace.is_free(10)
    assert pace.patience < 0.1


def test_a_terminal_that_has_answered_is_only_slow() -> None:
    pace = Pace()
    pace.sent(10)
    pace.answered()
    pace.sent(5000)
    assert pace.patience > 5
    pace.give_up()
    assert pace.is_free(99)
    assert pace.sent(10) == ASK


def test_answers_that_nobody_asked_for_do_no_harm() -> None:
    pace = Pace()
    for _ in range(3):
        pace.answered()
    pace.sent(5000)
    assert not pace.is_free(0)


def test_the_writer_never_waits_and_drops_what_nobody_takes() -> None:
    taker, giver = os.pipe()
    writer = Writer(giver)
    for _ in range(100):
        writer.write("x" * 10000)  # far more than a pipe holds
    assert writer.backlog > 900000
    assert not writer.drain(0.05)
    os.close(taker)  # the terminal is gone
    writer.write("y")
    assert not writer.drain(1)
    assert writer.gone
    assert writer.backlog == 0
    writer.close(1)
    os.close(giver)


def test_the_writer_keeps_the_order_and_writes_all() -> None:
    taker, giver = os.pipe()
    os.set_blocking(giver, False)  # as another program may leave a terminal
    writer = Writer(giver, "ascii")
    got = bytearray()

    def take() -> None:
        while data := os.read(taker, 4096):
            got.extend(data)

    thread = threading.Thread(target=take)
    thread.start()
    for n in range(5000):
        writer.write(f"{n} █ ")
    writer.close(5)
    os.close(giver)
    thread.join(5)
    os.close(taker)
    assert got.decode() == "".join(f"{n} ? " for n in range(5000))
