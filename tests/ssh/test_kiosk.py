"""The README's own lines in a real sshd, and what a learner with such an account may try."""

import contextlib
import os
import re
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tests.account import Account
from tests.program.instrument import environment, fresh, settle
from tests.program.test_kiosk import press_everything, watched
from tests.ssh.server import Server, sshd
from tests.terminal.pty_session import RIGHT, PtySession

pytestmark = [pytest.mark.ssh, pytest.mark.parametrize("server", ["sshd_config", "authorized_keys"], indirect=True)]

README = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
WATCHED = [Path(name) for name in ("/tmp", "/var/tmp", "/dev/shm", "/run")]


def told(name: str, learner: Account, allowed: Path, key: str) -> list[str]:
    """The lines between the README's markers, with the account, the path and the key filled in."""
    found = re.search(rf"<!-- {name} -->\n```\n(.*?)```\n<!-- end -->", README, re.S)
    assert found, f"README.md prints no {name}"
    filled = {"/opt/sqrtdk/bin/python": str(learner.python), "/etc/ssh/learners": str(allowed)}
    filled |= {"Match User learner": f"Match User {learner.name}", "ssh-ed25519 AAAA... ada": key}
    text = found[1]
    for written, meant in filled.items():
        text = text.replace(written, meant)
    assert str(learner.python) in text
    return text.rstrip("\n").splitlines()


@pytest.fixture(scope="module")
def server(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, learner: Account
) -> Iterator[Server]:
    """sshd with the lines of one of the two ways; it takes every variable that a client sends."""
    folder = learner.home.parent / request.param
    folder.mkdir()
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(folder / "ada")], check=True)
    key = (folder / "ada.pub").read_text(encoding="utf-8").strip()
    allowed = folder / "learners"
    if request.param == "sshd_config":
        allowed.write_text(key + "\n", encoding="utf-8")
        lines = told("sshd_config", learner, allowed, key)
    else:
        allowed.write_text("\n".join(told("authorized_keys", learner, allowed, key)) + "\n", encoding="utf-8")
        lines = [f"Match User {learner.name}", f"    AuthorizedKeysFile {allowed}"]
    (tmp_path_factory.mktemp("sshd") / "x").touch()
    with sshd(folder, "AcceptEnv *", "Subsystem sftp internal-sftp", *lines) as running:
        yield replace(running, key=folder / "ada", user=learner.name)


@contextlib.contextmanager
def nothing_written(learner: Account) -> Iterator[None]:
    """Nothing new under the home, and no file anywhere that belongs to the learner."""
    before = watched(learner.home)
    yield
    assert watched(learner.home) == before
    if os.geteuid() == 0:
        find = ["find", *map(str, WATCHED), "-xdev", "-user", learner.name, "-not", "-path", f"{learner.home}*"]
        found = subprocess.run(find, capture_output=True, text=True, check=False).stdout.split()
        assert not [name for name in found if Path(name).exists()]


def run(server: Server, *words: str, options: tuple[str, ...] = ("-T",)) -> subprocess.CompletedProcess[str]:
    """ssh with these words, nothing typed."""
    argv = server.ssh(*words, options=options)
    return subprocess.run(argv, capture_output=True, text=True, timeout=30, check=False, stdin=subprocess.DEVNULL)


def connect(server: Server, *words: str, options: tuple[str, ...] = ("-tt",), **changes: str | None) -> PtySession:
    """A learner at a terminal."""
    return PtySession(server.ssh(*words, options=options), env=environment(**changes))


def processes(learner: Account) -> dict[int, list[str]]:
    """The learner's processes with their command lines, sshd's own left out."""
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (folder / "cmdline").read_text(encoding="utf-8").split("\0")
            if folder.stat().st_uid == learner.uid and not words[0].startswith("sshd") and words[0]:
                found[int(folder.name)] = words
    return found


@pytest.mark.parametrize(
    "words", [(), ("sh",), ("touch", "mine"), ("sqrtdk-tui", "--out", "/tmp"), ("exec", "bash", "-i")]
)
def test_whatever_is_asked_for_the_instrument_starts(server: Server, words: tuple[str, ...], learner: Account) -> None:
    wanted = fresh()
    with nothing_written(learner), connect(server, *words) as shown:
        settle(shown)
        assert shown.cells() == wanted
        assert [command[1:5] for command in processes(learner).values()] == [["-I", "-m", "sqrtdk_tui", "--kiosk"]]
        shown.send(b"\x1a" + RIGHT)
        shown.wait_for("◂ 128 ▸")
        shown.send(b"q")
        assert shown.wait_exit() == 0
        assert not shown.left_changed()


def test_without_a_terminal_there_is_the_printed_reading_and_nothing_else(server: Server, learner: Account) -> None:
    plain = subprocess.run(
        [str(learner.python), "-m", "sqrtdk_tui", "--plain"], capture_output=True, check=True, cwd="/"
    )
    for words in ((), ("cat", "/etc/passwd"), ("touch", "mine"), ("scp", "-t", "."), ("rsync", "--server", ".")):
        with nothing_written(learner):
            done = run(server, *words)
            assert done.stdout.split()[:6] == plain.stdout.decode().split()[:6]
            assert "root:" not in done.stdout


def test_no_file_goes_in_or_out(server: Server, learner: Account, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.write_text("x", encoding="utf-8")
    port, there = str(server.port), f"{server.user}@127.0.0.1"
    tries = [
        ["sftp", *server.place, "-P", port, "-b", "/dev/stdin", there],
        ["scp", *server.place, "-P", port, str(mine), f"{there}:mine"],
        ["scp", "-O", *server.place, "-P", port, str(mine), f"{there}:mine"],
        ["scp", *server.place, "-P", port, f"{there}:/etc/passwd", str(tmp_path / "got")],
        ["scp", "-O", *server.place, "-P", port, f"{there}:/etc/passwd", str(tmp_path / "got")],
    ]
    with nothing_written(learner):
        for argv in tries:
            done = subprocess.run(
                argv, input=f"put {mine} mine\n", capture_output=True, text=True, timeout=30, check=False
            )
            assert done.returncode != 0, argv[:2]
    assert not (tmp_path / "got").exists()


def test_no_port_is_forwarded(server: Server, learner: Account) -> None:
    with socket.create_server(("127.0.0.1", 0)) as secret:
        number = secret.getsockname()[1]
        secret.settimeout(0.0)
        refused = run(server, options=("-W", f"127.0.0.1:{number}"))
        assert refused.returncode != 0
        for option in (f"-R0:127.0.0.1:{number}", f"-R{learner.home}/socket:127.0.0.1:{number}"):
            done = run(server, options=("-N", "-oExitOnForwardFailure=yes", option))
            assert done.returncode != 0
            assert "forwarding failed" in done.stderr
        for kind in ("-L", "-D"):
            here = _free_port()
            where = f"127.0.0.1:{here}" + (f":127.0.0.1:{number}" if kind == "-L" else "")
            with connect(server, options=("-tt", kind, where)) as shown:
                settle(shown)
                with socket.create_connection(("127.0.0.1", here), timeout=5) as asked:
                    if kind == "-D":
                        asked.sendall(b"\x05\x01\x00\x05\x01\x00\x01\x7f\x00\x00\x01" + number.to_bytes(2, "big"))
                        assert asked.recv(2) == b"\x05\x00"
                    with contextlib.suppress(ConnectionError):
                        assert asked.recv(100)[:2] in (b"", b"\x05\x01", b"\x05\x05")
        with pytest.raises(BlockingIOError):
            secret.accept()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


FORWARDED = {
    "TEXTUAL": "debug,devtools",
    "TEXTUAL_LOG": "{home}/log",
    "TEXTUAL_DRIVER": "os:system",
    "TEXTUAL_SCREENSHOT": "1",
    "TEXTUAL_SCREENSHOT_LOCATION": "{home}",
    "TEXTUAL_PRESS": "q",
    "ESCDELAY": "60000",
    "PYTHONPATH": "{home}",
    "PYTHONSTARTUP": "{home}/x.py",
    "PYTHONINSPECT": "1",
    "PYTHONHOME": "/nowhere",
    "BASH_ENV": "{home}/x.sh",
    "ENV": "{home}/x.sh",
    "TMPDIR": "{home}",
    "COLUMNS": "20",
    "NO_COLOR": "1",
    "LC_ALL": "C",
    "LC_CTYPE": "../../etc/passwd",
    "TERMINFO": "{home}",
}


def test_no_variable_comes_through_but_term(server: Server, learner: Account) -> None:
    wanted = fresh()
    sent = {name: value.format(home=learner.home) for name, value in FORWARDED.items()}
    options = ("-tt", *(f"-oSetEnv={' '.join(f'{name}={value}' for name, value in sent.items())}",))
    with nothing_written(learner), connect(server, options=options) as shown:
        settle(shown)
        assert shown.cells() == wanted
        (number,) = processes(learner)
        has = Path(f"/proc/{number}/environ").read_bytes().rstrip(b"\0").split(b"\0")
        assert set(has) == {b"TERM=xterm-256color", b"LANG=C.UTF-8"}
        shown.send(b"\x11")
        assert shown.wait_exit() == 0


TERMS = (
    "xterm /bin/sh",
    "$(touch mine)",
    "xterm; touch mine",
    "`id`",
    "/etc/passwd",
    "xterm/../../x",
    "x --out=/tmp",
    "dumb",
)


@pytest.mark.parametrize("term", TERMS)
def test_a_terminal_with_a_strange_name_is_refused(server: Server, term: str, learner: Account) -> None:
    with nothing_written(learner), connect(server, TERM=term) as shown:
        assert shown.wait_exit() == 2
        assert "cannot place its cursor" in " ".join(shown.text().split())
        assert b"\x1b" not in shown.out
    assert not processes(learner)


def test_every_key_every_command_and_every_line_leads_nowhere(server: Server, learner: Account) -> None:
    with nothing_written(learner), connect(server) as shown:
        settle(shown)
        press_everything(shown, learner.home / "mine")
        assert len(processes(learner)) == 1
        shown.send(b"\x11")
        assert shown.wait_exit() == 0
