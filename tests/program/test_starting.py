"""How the instrument starts, wherever and by whomever: folders, homes, limits, locales, terminals, sizes."""

import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.account import Account
from tests.program.instrument import COMMAND, environment, fresh, settle, start, texts
from tests.terminal.pty_session import RIGHT, PtySession

Cells = list[list[Any]]

pytestmark = pytest.mark.terminal


@pytest.fixture(scope="module")
def usual() -> Cells:
    """Every cell of a usual start."""
    return fresh()


# Where from, and in what surroundings


@pytest.mark.parametrize("way", ["from /", "symlink", "python -m", "wheel"])
def test_every_way_to_start_shows_the_same(way: str, tmp_path: Path, usual: Cells, learner: Account) -> None:
    link = tmp_path / "link"
    link.symlink_to(COMMAND)
    command = {
        "from /": ["sh", "-c", f'cd /; exec "{COMMAND}"'],
        "symlink": [str(link)],
        "python -m": [sys.executable, "-m", "sqrtdk_tui"],
        "wheel": learner.argv(str(learner.python), "-I", "-m", "sqrtdk_tui"),
    }[way]
    with start(command=command) as shown:
        settle(shown)
        assert shown.cells() == usual


@pytest.mark.parametrize("stale", [{"COLUMNS": "100", "LINES": "40"}, {"COLUMNS": "3", "LINES": "1"}, {"COLUMNS": "x"}])
def test_a_stale_size_in_the_environment_is_not_believed(stale: dict[str, str], usual: Cells) -> None:
    with PtySession([COMMAND], env=environment(**stale)) as shown:
        settle(shown)
        assert shown.cells() == usual


def test_nothing_in_the_program_believes_a_stale_size(monkeypatch: pytest.MonkeyPatch) -> None:
    from sqrtdk_tui.lab import Lab
    from sqrtdk_tui.tui.app import SqrtdkApp
    from sqrtdk_tui.tui.view import View

    monkeypatch.setenv("COLUMNS", "123")
    monkeypatch.setenv("LINES", "57")
    assert SqrtdkApp(View(Lab())).console.size != (123, 57)


# What the terminal and the locale can show


@pytest.mark.parametrize(
    "locale",
    [
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
        {"LC_ALL": "en_US.ISO-8859-1"},
        {"LC_ALL": "xx_XX.UTF-8"},
        {"LANG": None},
        {"LANG": "POSIX"},
    ],
    ids=lambda locale: "-".join(str(value) for value in locale.values()),
)
def test_a_locale_that_cannot_show_the_signs_gets_ascii(locale: dict[str, str | None]) -> None:
    with PtySession([COMMAND], env=environment(**locale)) as shown:
        settle(shown)
        assert shown.text().isascii()
        assert "#####" in shown.text()
        assert b"\\u" not in shown.out
        shown.send(b"y")
        shown.wait_for("sqrtdk-tui", 5)
        shown.send(b"q")
        assert shown.wait_exit() == 0
        assert shown.text().isascii()


_COLOURS = {  # what is sent, what is not
    "linux": (b"m", (b"38;", b"48;")),
    "xterm": (b"m", (b"38;", b"48;")),
    "xterm-256color": (b"[38;5;", (b"38;2;",)),
    "screen-256color": (b"[38;5;", (b"38;2;",)),
    "tmux-256color": (b"[38;5;", (b"38;2;",)),
}


@pytest.mark.parametrize("term", _COLOURS)
def test_each_terminal_gets_the_colours_that_it_has_and_the_same_words(term: str, usual: Cells) -> None:
    sent, not_sent = _COLOURS[term]
    with start(TERM=term) as shown:
        settle(shown)
        assert texts(shown.cells()) == texts(usual)
        assert sent in shown.out
        assert not any(code in shown.out for code in not_sent)
        assert len({cell.fg for row in shown.cells() for cell in row}) > 1


def test_a_vt100_shows_what_ascii_shows_without_a_colour() -> None:
    with start(TERM="vt100") as shown, start("--ascii") as plain:
        for each in (shown, plain):
            settle(each)
        assert texts(shown.cells()) == texts(plain.cells())
        assert {(cell.fg, cell.bg) for row in shown.cells() for cell in row} == {("default", "default")}


def test_no_color_loses_nothing_but_colour(usual: Cells) -> None:
    with start(NO_COLOR="1") as shown:
        settle(shown)
        assert texts(shown.cells()) == texts(usual)
        assert {(cell.fg, cell.bg) for row in shown.cells() for cell in row} == {("default", "default")}


# No screen


_REFUSED: dict[str, dict[str, object]] = {
    "stdin": {"streams": {0: "/dev/null"}},
    "stderr": {"streams": {2: "/dev/null"}},
    "dumb": {"TERM": "dumb"},
    "unset": {"TERM": None},
    "empty": {"TERM": ""},
    "unknown": {"TERM": "no-such-terminal"},
}


@pytest.mark.parametrize("case", _REFUSED)
@pytest.mark.parametrize("kiosk", [(), ("--kiosk",)], ids=["", "kiosk"])
def test_what_cannot_be_drawn_on_is_refused_within_a_second(case: str, kiosk: tuple[str, ...], tmp_path: Path) -> None:
    changes = dict(_REFUSED[case])
    streams: dict[int, str] = changes.pop("streams", {})  # type: ignore[assignment]
    if 2 in streams:
        streams = {2: str(tmp_path / "said")}
    begun = time.monotonic()
    with PtySession([COMMAND, *kiosk], env=environment(**changes), streams=streams) as shown:  # type: ignore[arg-type]
        assert shown.wait_exit() == 2
        assert time.monotonic() - begun < 1.0
        said = (tmp_path / "said").read_text(encoding="utf-8") if streams.get(2) else shown.text()
        assert "--plain" in said
        assert len(said.strip().splitlines()) <= (1 if streams.get(2) else 2)  # the terminal wraps
        assert b"\x1b" not in shown.out


def test_a_redirected_output_is_plain_whatever_the_others_are(tmp_path: Path) -> None:
    for streams in ({1: "out"}, {0: "/dev/null", 1: "out"}, {1: "out", 2: "err"}):
        told = {number: str(tmp_path / name) if name[0] != "/" else name for number, name in streams.items()}
        with PtySession([COMMAND], env=environment(TERM="dumb"), streams=told) as shown:
            assert shown.wait_exit() == 0
            assert b"\x1b" not in shown.out
        assert "66.5%" in (tmp_path / "out").read_text(encoding="utf-8")
        (tmp_path / "out").unlink()


@pytest.mark.parametrize("word", ["--plain", "--json", "--help", "--version"])
def test_what_draws_nothing_never_checks_its_terminal(word: str) -> None:
    with PtySession([COMMAND, word], env=environment(TERM="dumb"), streams={0: "/dev/null"}) as shown:
        assert shown.wait_exit() == 0
        assert b"\x1b" not in shown.out


# Little to work with


@pytest.fixture
def locked(learner: Account) -> Iterator[Account]:
    """The learner, with a home that nobody can write into."""
    learner.home.chmod(0o555)
    yield learner
    learner.home.chmod(0o755)


_HOMES: dict[str, dict[str, str | None]] = {
    "as it is": {},
    "missing": {"HOME": "/no/such/home"},
    "unset": {"HOME": None},
}


@pytest.mark.parametrize("home", _HOMES)
@pytest.mark.parametrize("limits", [":", "ulimit -v 2000000", "ulimit -u 40", "ulimit -n 32", "ulimit -v 460000"])
def test_it_runs_with_little_and_says_once_what_it_cannot_do(limits: str, home: str, locked: Account) -> None:
    argv = locked.argv(str(locked.python), "-m", "sqrtdk_tui", limits=limits, folder=str(locked.home))
    with PtySession(argv, env=locked.environment(TMPDIR="/no/such/folder", **_HOMES[home])) as shown:
        settle(shown)
        assert "99.97%" in shown.text()
        shown.send(b"s")
        shown.wait_for("Not saved")
        shown.send(RIGHT)
        shown.wait_for("◂ 128 ▸")
        assert "Not saved" not in shown.text()
        shown.send(b"2w")
        shown.wait_for("1,000 sums")
        shown.send(b"q")
        assert shown.wait_exit() == 0
        assert not shown.left_changed()
    assert not list(locked.home.iterdir())


def test_memory_that_does_not_suffice_is_told_in_a_sentence_before_anything_is_drawn(locked: Account) -> None:
    argv = locked.argv(str(locked.python), "-m", "sqrtdk_tui", limits="ulimit -v 250000")
    with PtySession(argv, env=locked.environment()) as shown:
        assert shown.wait_exit(10) == 2
        assert "Memory is limited to 244 MiB" in shown.text()
        assert "--plain" in shown.text()
        assert b"\x1b" not in shown.out
