"""Signals reach the event loop, whichever thread the kernel gives them to."""

import asyncio
import signal
import subprocess
import sys
import threading
import time

from sqrtdk_tui.tui.lifeline import Lifeline

LONGEST = 5.0


async def meet_another_thread() -> float:
    """Seconds until the main thread, asleep in its loop, hears a signal that another one was given."""
    loop, heard = asyncio.get_running_loop(), asyncio.Event()

    def wake() -> None:
        loop.call_soon_threadsafe(lambda: None)

    Lifeline(lambda status: None, lambda: None, wake).hold()
    signal.signal(signal.SIGWINCH, lambda *_: heard.set())
    other = threading.Thread(target=time.sleep, args=(LONGEST,), daemon=True)
    other.start()
    begun = time.monotonic()
    threading.Timer(0.3, lambda: signal.pthread_kill(other.ident or 0, signal.SIGWINCH)).start()
    await asyncio.wait_for(heard.wait(), 2 * LONGEST)
    return time.monotonic() - begun


def test_a_signal_that_meets_another_thread_wakes_the_main_one() -> None:
    done = subprocess.run([sys.executable, "-m", __name__], capture_output=True, text=True, timeout=30, check=True)
    assert float(done.stdout) < LONGEST / 2


if __name__ == "__main__":
    print(asyncio.run(meet_another_thread()), flush=True)
