"""A monkey at the keyboard: random keys, resizes and pastes on the real program, repeatable by its seed."""

import random
import sys
import tempfile
import time

from sqrtdk_tui.tui.keys import COMMANDS
from tests.bench.meter import median
from tests.program.instrument import environment, settle
from tests.program.test_kiosk import bytes_of
from tests.terminal.pty_session import PtySession
from tests.terminal.test_driver import RUBBISH

KEYS = 20_000
_LOOK = 50  # keys between two looks at whether it still answers
_LONGEST = 20.0  # s for an answer; the longest work is done in a thread and takes a second or two
_LEFT_OUT = ("quit", "quit_now", "suspend", "save", "repaint")
_CHOICES = [bytes_of(key) for c in COMMANDS if c.name not in _LEFT_OUT for key in c.keys]
_TYPED = [character.encode() for character in "0123456789.,-einfk√ ÷é漢\u0301"]
_PASTES = (
    "--d-k {n}",
    "--tokens {m} --slots cauchy --seed {n}",
    "--scores 1,2,-inf --labels a,b,c",
    "--source hand --scores {m},0,-{m}",
    "--divide after --tokens {m}",
    "sqrtdk-tui sum --d-k {n}",
    "--slots t3 --sigma {m} --rho 0",
    "-inf,-inf",
    "1e308 -1e308 {n}",
    "\x1b[31m\x00\u202e[d_k][/]\r\nnext",
)
_SIZES = ((80, 24), (120, 36), (40, 12), (1, 1), (10, 3), (39, 40), (200, 60), (60, 20))


def one(dice: random.Random, shown: PtySession) -> None:
    """Press, paste or resize once."""
    kind = dice.random()
    if kind < 0.70:
        shown.send(dice.choice(_CHOICES))
    elif kind < 0.85:
        shown.send(dice.choice(_TYPED))
    elif kind < 0.95:
        text = dice.choice(_PASTES).format(n=dice.randrange(1, 70_000), m=dice.randrange(1, 40))
        opened = dice.choice((b":", b"\r", b"", b"\x10"))
        shown.send(opened + b"\x1b[200~" + text.encode() + b"\x1b[201~" + dice.choice((b"\r", b"", b"\x1b[27u")))
    elif kind < 0.98:
        shown.resize(*dice.choice(_SIZES))
    else:
        shown.send(dice.choice(list(RUBBISH.values())))


def play(seed: int, count: int = KEYS) -> list[float]:
    """So many random keys; how long it took to answer after each batch of them, in ms. Raises when it fails.

    q, the way to the shell and saving are left out. The program ends itself when weights do not sum to 1.
    """
    dice, answers = random.Random(seed), []
    with tempfile.TemporaryDirectory() as folder:
        argv = [sys.executable, "-m", "tests.bench.summed_app", "--out", folder]
        with PtySession(argv, env=environment(TMPDIR=folder)) as shown:
            settle(shown)
            for n in range(count):
                one(dice, shown)
                shown.pump(0.002)
                if n % _LOOK == _LOOK - 1:
                    answers.append(1e3 * answer(shown))
            shown.resize(80, 24)
            answer(shown)
            shown.send(b"\x03")
            status = shown.wait_exit(5)
            assert status == 0, f"ended with {status}"
            assert not shown.left_changed()
    return answers


def answer(shown: PtySession) -> float:
    """Seconds until it paints the whole screen when asked to.

    It is asked again now and then: Escape and `]` in one packet begin a terminal's answer, which swallows a key.
    """
    asked, before = time.monotonic(), _whole_frames(shown)
    while _whole_frames(shown) == before:
        assert time.monotonic() - asked < _LONGEST, "no answer:\n" + shown.text()
        assert shown.alive(), f"ended with {shown.status}:\n" + shown.text()
        shown.send(b"\x0c")
        again = time.monotonic() + 1.5
        while _whole_frames(shown) == before and time.monotonic() < again and shown.alive():
            shown.pump(0.01)
    return time.monotonic() - asked


def _whole_frames(shown: PtySession) -> int:
    return shown.out.count(b"\x1b[H")


def main() -> None:
    """Let it play with a fresh seed, or with the one that is given."""
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else random.SystemRandom().randrange(10**9)
    count = int(sys.argv[3]) if len(sys.argv) > 3 else KEYS
    print(f"monkey: seed {seed}, {count} keys, resizes and pastes", flush=True)
    begun = time.monotonic()
    answers = play(seed, count)
    took = time.monotonic() - begun
    print(f"no exception, no hang, weights sum to 1; {took:.0f} s, answers: median {median(answers):.0f} ms, ", end="")
    print(f"longest {max(answers):.0f} ms")
