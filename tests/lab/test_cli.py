"""The command: what it prints, refuses and imports, and how it ends. Children only where a process is needed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from sqrtdk_tui import __version__, cli
from sqrtdk_tui.options import PANES

ENV = {"PATH": os.environ.get("PATH", ""), "LANG": "C.UTF-8", "HOME": "/"}
ASCII_ENV = {**ENV, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
PROGRAM = [sys.executable, "-m", "sqrtdk_tui"]
Caught = pytest.CaptureFixture[str]


def run(
    *words: str, given: bytes | None = None, env: dict[str, str] = ENV, flags: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[bytes]:
    """The program in a process of its own, standard output in a pipe."""
    command = [PROGRAM[0], *flags, *PROGRAM[1:], *words]
    return subprocess.run(command, input=given, capture_output=True, env=env, timeout=30, check=False)


def printed(done: subprocess.CompletedProcess[bytes]) -> str:
    assert done.stderr == b""
    assert done.returncode == 0
    return done.stdout.decode()


def python(code: str, env: dict[str, str] = ENV) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=env, timeout=30, check=True, text=True)
    return done.stdout


MODULES = "print(*sorted(sys.modules))"
BARE = f"import sys, argparse; argparse.ArgumentParser(add_help=False); {MODULES}"
OURS = {"sqrtdk_tui", "sqrtdk_tui.cli", "sqrtdk_tui.options"}


@pytest.mark.parametrize(("option", "env"), [("--help", ENV), ("--version", ASCII_ENV)])
def test_help_and_version_import_argparse_and_no_more(option: str, env: dict[str, str]) -> None:
    code = (
        f"import sys\nfrom sqrtdk_tui.cli import main\ntry:\n    main(['{option}'])\n"
        f"except SystemExit as left:\n    assert left.code == 0\n    {MODULES}"
    )
    told = python(code, env)
    assert told.isascii()
    modules = set(told.splitlines()[-1].split())
    assert modules - set(python(BARE, env).split()) == OURS
    assert (f"usage: sqrtdk-tui [{'|'.join(PANES)}] [options]" if option == "--help" else __version__) in told


def test_help_fits_eighty_columns() -> None:
    page = printed(run("-h"))
    assert page.isascii()
    assert max(map(len, page.splitlines())) <= 80
    for word in ("examples:", "exit status:", "--slot-correlation X", "-h, --help"):
        assert word in page


def test_the_version_is_the_packages() -> None:
    assert printed(run("--version")) == f"sqrtdk-tui {__version__}\n"


def refused(words: list[str], caught: Caught) -> str:
    """The one line on standard error that these words get; nothing on standard output."""
    assert cli.main(words) == 2
    out, err = caught.readouterr()
    assert out == ""
    assert err.endswith("\n")
    assert err.count("\n") == 1
    assert err[:-1].isprintable()
    return err.removeprefix("sqrtdk-tui: ")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--d-k", "0"], ("--d-k: 0 is out of range", "1 to 1048576")),
        (["--d-k", "x"], ("--d-k: x is not a whole number", "1 to 1048576")),
        (["--source", "file"], ("--source: file is none of hand, raw or drawn",)),
        (["--scores", "1,x"], ("--scores: x is not a number", "-inf to mask a token")),
        (["--scores", "1,inf"], ("--scores: inf is not a number",)),
        (["--scores", "1e309"], ("--scores: 1e309 is too large",)),
        (["--scores", ""], ("--scores: There is no number",)),
        (["--scores", "0 " * 1025], ("--scores: There are too many scores; a row has 1 to 1024.",)),
        (["--tokens", "1025"], ("--tokens: 1025 is out of range", "1 to 1024")),
        (["--divide", "half"], ("--divide: half is no divisor", "sqrt, none, dk, after or a number above 0")),
        (["--slots", "gauss"], ("--slots: gauss is none of normal, rademacher",)),
        (["--sigma", "-1"], ("--sigma", "goes from 1e-09 to 1000000000")),
        (["--mean", "1,2,3"], ("--mean", "has 3 numbers; use one for both, or two")),
        (["--rho", "2"], ("--rho: rho goes from -1 to 1, not 2.",)),
        (["--slot-correlation", "1"], ("slot-correlation goes from 0 to below 1",)),
        (["--slots", "t5", "--rho", "1"], ("--rho: rho is for normal slots only",)),
        (["--seed", "9223372036854775808"], ("--seed", "is out of range", "0 to 9223372036854775807")),
        (["--labels", "a"], ("--labels: 1 label for 3 tokens; give one for each.",)),
        (["--labels", "a,b,c", "--labels-file", "x"], ("--labels and --labels-file", "give one of the two")),
        (["--theme", "pink"], ("--theme pink is none of dark or light.",)),
        (["--out", "/no/such/folder"], ("--out /no/such/folder is not a folder",)),
        (["--out", "\x1b[2J"], ("--out �[2J is not a folder",)),
        (["sums"], ("sums is not a pane", "did you mean sum?")),
        (["--tokenz", "3"], ("--tokenz is not an option; did you mean --tokens?",)),
        (["--plain", "--json"], ("--json: not allowed with argument --plain.",)),
        (["--scores", "1e308", "--source", "hand"], ("A unit score × √64 is larger than 1.79e308",)),
        (["--scores", "1e308", "--divide", "1e-10"], ("divided by 1e-10 is too large", "a larger divisor is needed")),
        (["--tokens", "2", "--sigma", "1e200"], ("--sigma", "goes from 1e-09 to 1000000000")),
    ],
)
def test_a_wrong_value_gets_one_line(words: list[str], told: tuple[str, ...], capsys: Caught) -> None:
    line = refused(words, capsys)
    for part in told:
        assert part in line


def test_a_wrong_value_ends_a_process_with_2() -> None:
    done = run("--d-k", "0")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"sqrtdk-tui: --d-k: 0 is out of range; use a whole number from 1 to 1048576.\n"


def test_a_refusal_can_be_said_where_the_locale_has_no_signs() -> None:
    done = run("--labels", "語", env=ASCII_ENV)
    assert done.returncode == 2
    assert done.stderr.isascii()
    assert done.stderr.count(b"\n") == 1


def test_a_pipe_gets_the_plain_reading() -> None:
    page = printed(run())
    assert "99.97%" in page
    assert "66.5%" in page
    assert "\x1b" not in page
    assert printed(run("--plain")) == page


def test_the_command_is_the_same_program_as_the_module() -> None:
    script = Path(sys.executable).with_name("sqrtdk-tui")
    done = subprocess.run([script, "--scores", "3,1", "sum"], capture_output=True, env=ENV, timeout=30, check=True)
    assert printed(done) == printed(run("sum", "--scores", "3,1"))


@pytest.mark.parametrize("words", [["--labels", "the,語,é"], ["sum", "--slots", "rademacher"], ["--tokens", "9"]])
def test_a_locale_without_signs_gets_pure_ascii(words: list[str]) -> None:
    page = printed(run(*words, env=ASCII_ENV))
    assert page.isascii()
    assert "#####" in page


def test_a_c_locale_that_python_has_replaced_still_counts() -> None:
    plain_c = {"PATH": ENV["PATH"], "LANG": "C"}
    assert printed(run(env=plain_c)).isascii()
    assert not printed(run(env={**plain_c, "LC_CTYPE": "C.UTF-8"})).isascii()


@pytest.mark.parametrize("flags", [("-W", "error"), ("-X", "dev")])
def test_no_warning_reaches_standard_error(flags: tuple[str, ...]) -> None:
    for words in (("sum", "--tokens", "9"), ("--json", "--scores", "1e308,-1e308,-inf")):
        printed(run(*words, flags=flags))


def test_scores_come_from_standard_input() -> None:
    done = run("--scores", "-", "--json", given=b"16\n8\n0\n")
    assert json.loads(printed(done))["scores"]["raw"] == [16, 8, 0]
    long = run("--scores", "-", "--json", given=b"1 " * 600_000)
    assert (long.returncode, long.stdout) == (2, b"")
    assert long.stderr == b"sqrtdk-tui: --scores -: standard input is longer than 1000000 bytes.\n"


def test_a_closed_pipe_is_quiet() -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    for words in (["--plain"], ["--json", "--tokens", "1024"], ["--help"]):
        done = subprocess.run(
            [*PROGRAM, *words], stdout=write_end, stderr=subprocess.PIPE, env=ENV, timeout=30, check=False
        )
        assert (done.returncode, done.stderr) == (0, b"")
    os.close(write_end)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no full device here")
def test_a_full_disk_is_told() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*PROGRAM], stdout=full, stderr=subprocess.PIPE, env=ENV, timeout=30, check=False)
    assert done.returncode == 2
    assert done.stderr == b"sqrtdk-tui: Standard output cannot be written: No space left on device.\n"


def test_closed_standard_streams_are_told() -> None:
    shell = f'exec "{sys.executable}" -m sqrtdk_tui'
    for tail, told in (
        (">&-", "Standard output is closed"),
        ("--scores - <&-", "--scores -: standard input is closed"),
    ):
        done = subprocess.run(["sh", "-c", f"{shell} {tail}"], capture_output=True, env=ENV, timeout=30, check=False)
        assert done.returncode == 2
        assert told in done.stderr.decode()


def _write(data: bytes) -> Callable[[Path], None]:
    def make(path: Path) -> None:
        path.write_bytes(data)

    return make


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (Path.mkdir, "is not a file of text"),
        (os.mkfifo, "is not a file of text"),
        (lambda path: None, "cannot be read: No such file or directory"),
        (_write(bytes(range(256))), "is not a file of text in UTF-8"),
        (_write(b"a\0b\nc\nd"), "is not a file of text in UTF-8"),
        (_write(b"x\n" * 500_001), "is longer than 1000000 bytes"),
        (_write(b"a\nb\n"), "2 labels for 3 tokens"),
        (_write(b""), "0 labels for 3 tokens"),
        (_write(b"x" * 300_000), "A name is too long"),
    ],
)
def test_a_labels_file_that_cannot_be_is_refused(
    make: Callable[[Path], None], told: str, tmp_path: Path, capsys: Caught
) -> None:
    path = tmp_path / "labels"
    make(path)
    line = refused(["--plain", "--labels-file", str(path)], capsys)
    assert told in line
    assert "--labels" in line


def test_a_name_that_no_file_can_have_is_refused(capsys: Caught) -> None:
    assert "the name cannot be used" in refused(["--labels-file", "a\0b"], capsys)


def test_a_labels_file_names_the_tokens_one_a_line(tmp_path: Path) -> None:
    path = tmp_path / "labels"
    path.write_bytes('\ufeffthe\r\n"a, b"\r\n語 \r\n\r\n'.encode())
    found = json.loads(printed(run("--json", "--labels-file", str(path))))
    assert found["labels"] == ["the", '"a, b"', "語"]


def test_a_redirected_standard_input_names_plain_before_anything_is_drawn(
    monkeypatch: pytest.MonkeyPatch, capsys: Caught
) -> None:
    from sqrtdk_tui import terminal

    monkeypatch.setattr(terminal, "is_terminal", lambda number: number != 0)
    assert "Standard input is not a terminal; --plain prints" in refused([], capsys)
    monkeypatch.setattr(terminal, "is_terminal", lambda number: True)
    for term, told in (("dumb", "TERM=dumb cannot"), ("", "TERM is not set"), ("no\x1bsuch", "TERM=no�such cannot")):
        monkeypatch.setenv("TERM", term)
        line = refused([], capsys)
        assert told in line
        assert "--plain" in line
