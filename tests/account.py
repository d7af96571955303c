"""A throwaway unprivileged user, and an installation of the wheel that every user may run.

Root ignores limits and permissions. Where the tests do not run as root, their own user serves as well.
"""

import contextlib
import getpass
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
_NOT_NEEDED = ("sqrtdk", "__editable__", "mypy", "ruff", "hypothesis", "pip", "setuptools", "pytest", "_pytest", "pyte")


@dataclass(frozen=True, slots=True)
class Account:
    """Who, with a home folder that belongs to them, and the Python that has the product installed."""

    name: str
    uid: int
    gid: int
    home: Path
    python: Path

    def argv(self, *command: str, limits: str = ":", folder: str = "/") -> list[str]:
        """The command as this user runs it, after the shell words in `limits` (`ulimit -u 40`)."""
        drop = ["setpriv", f"--reuid={self.uid}", f"--regid={self.gid}", "--clear-groups"] if os.geteuid() == 0 else []
        return [*drop, "sh", "-c", f'{limits}; cd "{folder}"; exec "$@"', "sh", *command]

    def environment(self, **changes: str | None) -> dict[str, str]:
        """What a login would set."""
        usual: dict[str, str | None] = {"TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": str(self.home)}
        wanted = {**usual, "PATH": "/usr/bin:/bin", **changes}
        return {name: value for name, value in wanted.items() if value is not None}


@contextlib.contextmanager
def account() -> Iterator[Account]:
    """Make the user and the installation, and remove both."""
    folder = Path(tempfile.mkdtemp(prefix="sqrtdk-account-"))
    folder.chmod(0o755)
    home, is_root = folder / "home", os.geteuid() == 0
    name = f"sqrtdk-{os.getpid()}" if is_root else getpass.getuser()
    try:
        if is_root:
            subprocess.run(["useradd", "-M", "-d", str(home), "-s", "/bin/sh", "-p", "*", name], check=True)
        entry = pwd.getpwnam(name)
        home.mkdir()
        os.chown(home, entry.pw_uid, entry.pw_gid)
        yield Account(name, entry.pw_uid, entry.pw_gid, home, _installed(folder, entry.pw_uid))
    finally:
        if is_root:
            subprocess.run(["userdel", "-f", name], check=False, capture_output=True)
        shutil.rmtree(folder, ignore_errors=True)


def _installed(folder: Path, uid: int) -> Path:
    """A virtual environment with our wheel, beside the packages that the tests' own has."""
    base = _base_python(uid)
    subprocess.run([base, "-m", "venv", "--without-pip", str(folder / "venv")], check=True)
    ours = next((folder / "venv").glob("lib/python3*/site-packages"))
    theirs = next(Path(entry) for entry in sys.path if (Path(entry) / "textual").is_dir())
    for part in theirs.iterdir():
        if part.name.startswith(_NOT_NEEDED) or part.suffix == ".pth":
            continue
        if part.is_dir():
            shutil.copytree(part, ours / part.name, copy_function=_link)
        else:
            _link(str(part), str(ours / part.name))
    with zipfile.ZipFile(_wheel(folder)) as wheel:
        wheel.extractall(ours)
    python = folder / "venv" / "bin" / "python"
    subprocess.run([python, "-m", "compileall", "-q", str(ours / "sqrtdk_tui")], check=True)
    subprocess.run(["chmod", "-R", "a+rX", str(folder / "venv")], check=True)
    return python


def _link(old: str, new: str) -> None:
    try:
        os.link(old, new)
    except OSError:
        shutil.copy2(old, new)


def _base_python(uid: int) -> str:
    """A Python of this version that the user may run: the tests' own may lie in root's home."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    own = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    for candidate in (own, *(f"{folder}/python{version}" for folder in ("/usr/bin", "/usr/local/bin"))):
        with contextlib.suppress(OSError, subprocess.SubprocessError):
            subprocess.run(
                [candidate, "-c", "import venv, termios, _ctypes"], user=uid, check=True, capture_output=True
            )
            return candidate
    raise AssertionError(f"No Python {version} is there that every user may run.")


def _wheel(folder: Path) -> Path:
    """Our wheel, built outside the working tree."""
    source = folder / "source"
    shutil.copytree(ROOT / "sqrtdk_tui", source / "sqrtdk_tui", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    build = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(source)]
    subprocess.run(build, check=True, capture_output=True)
    return next(folder.glob("*.whl"))
