"""The kiosk: nothing that a user, their terminal or the environment names is opened, and nothing is written."""

import json
import os
import signal
import subprocess
import sysconfig
from pathlib import Path

import pytest

from sqrtdk_tui import command, options
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.rows import Look, text_of
from sqrtdk_tui.tui import help_page, keys
from sqrtdk_tui.tui.keys import COMMANDS
from tests.account import Account
from tests.program.instrument import COMMAND, settle
from tests.terminal.pty_session import ENTER, ESCAPE, RIGHT, PtySession

NOT_THERE = ("save", "suspend")
BYTES = {
    "left": b"\x1b[D",
    "right": b"\x1b[C",
    "up": b"\x1b[A",
    "down": b"\x1b[B",
    "enter": b"\r",
    "escape": b"\x1b",
    "space": b" ",
    "tab": b"\t",
    "shift+tab": b"\x1b[Z",
    "pageup": b"\x1b[5~",
    "pagedown": b"\x1b[6~",
}
QUITS = ("quit", "quit_now")


def bytes_of(key: str) -> bytes:
    """What a terminal sends for a key of the table."""
    if key.startswith("ctrl+"):
        return bytes([ord(key[5:]) & 0x1F])
    return BYTES.get(key) or key.encode()


def lines(file: Path) -> list[str]:
    """What a learner may try after `:`."""
    return [
        *(f"{word} {file}" for word in ("--out", "--labels-file", "--progress", "--learner", "--scores", "--theme")),
        *(f"--{word}={file}" for word in ("out", "labels-file", "labels", "d-k", "seed")),
        f"sqrtdk-tui --out {file.parent} --labels-file /etc/passwd",
        "--scores -",
        "--kiosk",
        "--plain --json",
        f"!touch {file}",
        f"$(touch {file})",
        f"; touch {file}",
        f"> {file}",
        f"@{file}",
        "--help",
        "--version",
    ]


# What it offers


@pytest.mark.parametrize("mode", ["explore", *keys.OPEN_STATES])
@pytest.mark.parametrize("pane", options.PANES)
def test_no_key_footer_palette_or_help_offers_what_is_not_there(mode: str, pane: str) -> None:
    states = keys.states_of(mode, "inputs", pane, kiosk=True)
    for key in ("s", "ctrl+z"):
        assert keys.find(key, states) is None
        assert keys.find(key, keys.states_of("explore", "inputs", pane)) is not None
    assert "save" not in [label for _, label in keys.footer(states)]
    assert not {found.name for found in keys.search("", states)} & set(NOT_THERE)
    page = "\n".join(text_of(row) for row in help_page.rows(Look(100, False), kiosk=True))
    for word in ("save", "shell", "fg comes back"):
        assert word in "\n".join(text_of(row) for row in help_page.rows(Look(100, False)))
        assert word not in page


@pytest.mark.parametrize(
    "line", ["--out x", "--out=x", "--labels-file x", "--label-file x", "labels-file", "--progres x"]
)
def test_no_line_of_options_names_a_file_or_offers_to(line: str) -> None:
    with pytest.raises(ValueError, match="is not") as refused:
        command.parse_line(line, "steps", Lab(), kiosk=True)
    assert "file" not in str(refused.value).removeprefix(line.split()[0])
    assert "--out" not in str(refused.value).removeprefix(line.split("=")[0].split()[0])


def test_the_command_line_of_a_kiosk_has_no_file_and_tells_of_none() -> None:
    for words in (["--out", "."], ["--labels-file", "/etc/passwd"], ["--scores", "-"]):
        done = subprocess.run([COMMAND, "--kiosk", "--plain", *words], capture_output=True, text=True, check=False)
        assert done.returncode == 2
    told = subprocess.run([COMMAND, "--kiosk", "--help"], capture_output=True, text=True, check=True).stdout
    assert "--kiosk" in told
    for word in ("--out", "--labels-file", "standard input", "--scores -"):
        assert word not in told


# What it opens


def watched(folder: Path) -> set[Path]:
    """Every file under a folder."""
    return set(folder.rglob("*"))


@pytest.mark.terminal
def test_nothing_is_opened_for_writing_or_by_anybodys_choice(learner: Account, tmp_path: Path) -> None:
    told = tmp_path / "told"
    number = os.open(told, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.set_inheritable(number, True)
    folder = learner.home / "here"
    folder.mkdir()
    os.chown(folder, learner.uid, learner.gid)
    script = learner.home / "audited_kiosk.py"
    script.write_bytes(Path(__file__).with_name("audited_kiosk.py").read_bytes())
    argv = learner.argv(str(learner.python), "-I", str(script), str(number), folder=str(folder))
    env = learner.environment(
        TMPDIR=str(folder),
        TEXTUAL="debug,devtools",
        TEXTUAL_LOG=str(folder / "log"),
        TEXTUAL_SCREENSHOT="1",
        TEXTUAL_SCREENSHOT_LOCATION=str(folder),
        TEXTUAL_DRIVER="os:system",
        TERMINFO=str(folder),
        XDG_CONFIG_HOME=str(folder),
        COLUMNS="33",
    )
    before = watched(learner.home)
    with PtySession(argv, env=env, size=(100, 40)) as shown:
        os.close(number)
        settle(shown)
        at_first = shown.screen()
        press_everything(shown, folder / "mine")
        for each in (signal.SIGTSTP, signal.SIGWINCH):
            shown.kill(each)
        shown.send(b"0f\x1a\x13" + RIGHT)
        shown.send(b"u")
        shown.wait_for("SPIKE")
        assert len(shown.screen()) == len(at_first)
        shown.send(b"\x11")
        assert shown.wait_exit() == 0
        assert not shown.left_changed()
    assert watched(learner.home) == before
    script.unlink()
    folder.rmdir()
    check_events([json.loads(line) for line in told.read_text(encoding="utf-8").splitlines()], learner, script)


def press_everything(shown: PtySession, file: Path) -> None:
    """Every key of the table from every state, every entry of the palette, every line."""
    table = [bytes_of(key) for c in COMMANDS if c.name not in QUITS for key in c.keys]
    for opening in (b"", b"2", b"\t", ENTER, b":", b"\x10", b"p", b"?"):
        for key in [*table, b"\x1c", b"\x19", b"\x15"]:
            shown.send(opening + key + b"\x1b[27u")  # Escape, as kitty says it: no wait for more of a sequence
        rest(shown)
        shown.send(b"\x1b[27u\x1b[27u")
        assert shown.alive()
    for found in COMMANDS:
        if found.name not in QUITS:
            shown.send(b"\x10" + found.help.encode() + ENTER + b"\x1b[27u\x1b[27u")
            shown.send(b"\x10" + found.name.encode() + ENTER + b"\x1b[27u\x1b[27u")
            rest(shown)
    for line in lines(file):
        shown.send(b":" + line.encode() + ENTER)
        rest(shown)
        assert "Saved" not in shown.text()
        shown.send(b"\x1b[27u\x1b[27u")
    shown.send(ESCAPE)
    rest(shown)


def rest(shown: PtySession) -> None:
    """Until all that was typed has been answered: the command line of `:` opens and closes after it."""
    shown.wait_quiet(0.1, 20)


def check_events(events: list[tuple[str, list[object]]], learner: Account, script: Path) -> None:
    """No file is written; what is read belongs to Python's installation or is a fixed place of the system."""
    installed = (
        str(learner.python.parents[1]),
        sysconfig.get_path("stdlib"),
        "/usr/lib",
        "/usr/local/lib",
        "/proc/",
        "/sys/",
    )
    assert any(event == "open" for event, _ in events)
    for event, words in events:
        if event == "open":
            path, mode, flags = words
            assert isinstance(flags, int)
            assert not flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC), (path, mode)
            assert isinstance(path, int) or str(path).startswith(installed) or path == str(script), path
        elif event == "import":
            assert words[0] not in ("curses", "_curses", "webbrowser"), words
        else:
            assert event in ("os.kill", "ctypes.dlopen"), (event, words)
