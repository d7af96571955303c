"""Opens the screen, for every command that has one."""

from __future__ import annotations

import gc
import os
from argparse import Namespace
from functools import partial
from typing import TYPE_CHECKING

from sqrtdk_tui import learner, terminal
from sqrtdk_tui.options import UsageError

if TYPE_CHECKING:
    from sqrtdk_tui.lab import Lab

HUNG_UP = 129


def open_screen(pane: str, lab: Lab, given: Namespace, *, out: str = ".", greets: bool = False) -> int:
    """Show the instrument on this pane until the learner leaves; the exit status.

    `given` holds the options that these commands share; `greets` tells newcomers of the tour.

    Raises:
        UsageError: no screen can be drawn on this terminal, or an option cannot be used.
    """
    why_not = terminal.why_no_screen(looks_up=not given.kiosk)
    if why_not:
        if terminal.is_gone():
            return HUNG_UP
        raise UsageError(why_not)
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its threads and their memory are of no use here
    gc.disable()  # until the screen stands: what is imported stays, so looking through it for rubbish is lost time
    from sqrtdk_tui.tui import app

    learner.check(given)
    return app.run(
        pane,
        lab,
        theme=given.theme or "dark",
        ascii=given.ascii or not terminal.shows_unicode(),
        out=out,
        kiosk=given.kiosk,
        make_desk=partial(learner.desk_for, given),
        is_new=greets and learner.is_new(given),
    )
