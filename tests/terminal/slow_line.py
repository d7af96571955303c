"""A slow line, to be used as ssh's ProxyCommand: `python -m tests.terminal.slow_line HOST PORT RATE DELAY`.

RATE bytes a second pass in each direction, and each byte takes DELAY seconds more. Little is buffered: what
the line cannot carry waits with the sender, as with a modem.
"""

import os
import socket
import sys
import threading
import time
from collections.abc import Callable
from queue import Queue

_PIECE = 64


def carry(take: Callable[[], bytes], give: Callable[[bytes], object], rate: float, delay: float) -> None:
    """Carry bytes one way until they end."""
    on_the_way: Queue[tuple[float, bytes]] = Queue()

    def arrive() -> None:
        while True:
            due, data = on_the_way.get()
            time.sleep(max(0.0, due - time.monotonic()))
            if not data:
                os._exit(0)
            give(data)

    threading.Thread(target=arrive, daemon=True).start()
    free = time.monotonic()
    while data := take():
        free = max(free, time.monotonic()) + len(data) / rate
        on_the_way.put((free + delay, data))
        time.sleep(max(0.0, free - time.monotonic()))
    on_the_way.put((free + delay, b""))


def main() -> None:
    """Connect and carry both ways."""
    host, port, rate, delay = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), float(sys.argv[4])
    line = socket.create_connection((host, port))
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    up = (lambda: os.read(0, _PIECE), line.sendall, rate, delay)
    threading.Thread(target=carry, args=up, daemon=True).start()
    carry(lambda: line.recv(_PIECE), lambda data: os.write(1, data), rate, delay)
    time.sleep(60)  # the last bytes are on their way: their arrival ends it


if __name__ == "__main__":
    main()
