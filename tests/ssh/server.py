"""A real sshd on 127.0.0.1 with throwaway keys, for as long as a test needs it."""

import contextlib
import getpass
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

SSHD = shutil.which("sshd") or "/usr/sbin/sshd"
_LONGEST_START = 10.0


@dataclass(frozen=True, slots=True)
class Server:
    """Where the server listens, and the key that opens it."""

    port: int
    key: Path
    user: str = field(default_factory=getpass.getuser)

    @property
    def place(self) -> list[str]:
        """Settings of a client that asks nothing, for ssh, sftp and scp alike."""
        settings = ("BatchMode=yes", "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR")
        return ["-F", "none", "-i", str(self.key), *(word for setting in settings for word in ("-o", setting))]

    def ssh(self, *command: str, options: Sequence[str] = ("-tt",)) -> list[str]:
        """The command line of a client that asks nothing."""
        return ["ssh", *options, *self.place, "-p", str(self.port), f"{self.user}@127.0.0.1", *command]


@contextlib.contextmanager
def sshd(folder: Path, *lines: str) -> Iterator[Server]:
    """Start sshd with these further lines of configuration; end it and all its sessions afterwards."""
    host_key, user_key = folder / "host_key", folder / "user_key"
    for key in (host_key, user_key):
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    allowed = folder / "allowed"
    allowed.write_bytes(user_key.with_suffix(".pub").read_bytes())
    port = _free_port()
    config = folder / "sshd_config"
    told = [
        f"Port {port}",
        "ListenAddress 127.0.0.1",
        f"HostKey {host_key}",
        f"AuthorizedKeysFile {allowed}",
        "PidFile none",
        "StrictModes no",
        "UsePAM no",
        "PasswordAuthentication no",
        "PrintMotd no",
        "AcceptEnv LANG LC_* NO_COLOR",
        *lines,
    ]
    config.write_text("\n".join(told) + "\n", encoding="utf-8")
    if os.geteuid() == 0:
        Path("/run/sshd").mkdir(mode=0o755, exist_ok=True)  # its own wish, met by its service file elsewhere
    with (folder / "log").open("wb") as log:
        process = subprocess.Popen([SSHD, "-D", "-e", "-f", str(config)], stderr=log, stdin=subprocess.DEVNULL)
    try:
        _wait_for(port, process, folder / "log")
        yield Server(port, user_key)
    finally:
        process.terminate()
        process.wait(timeout=10)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    """Until it accepts connections."""
    end = time.monotonic() + _LONGEST_START
    while time.monotonic() < end:
        if process.poll() is not None:
            break
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.02)
    raise AssertionError("sshd did not start: " + log.read_text(encoding="utf-8", errors="replace"))
