"""The kiosk with a witness: what Python opens, starts or connects to is told on the descriptor argv[1]."""

import json
import os
import sys

_TOLD = ("open", "subprocess.Popen", "socket.connect", "socket.bind", "import", "ctypes.dlopen", "shutil.", "tempfile.")
_HARMLESS = ("os.putenv", "os.unsetenv", "os.listdir", "os.scandir", "os.walk", "os.fwalk")


def witness(event: str, arguments: tuple[object, ...]) -> None:
    """Tell what may touch something outside the process."""
    if event.startswith(_TOLD) or (event.startswith(("os.", "pty.")) and event not in _HARMLESS):
        told = [repr(word) if not isinstance(word, int | str) else word for word in arguments]
        os.write(descriptor, json.dumps([event, told[:3]]).encode() + b"\n")


if __name__ == "__main__":
    descriptor = int(sys.argv[1])
    sys.addaudithook(witness)
    sys.argv[1:] = ["--kiosk", *sys.argv[2:]]
    from sqrtdk_tui.cli import main

    sys.exit(main())
