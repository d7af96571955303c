"""The instrument with a check on every reading that it makes: each side's weights are shares, and sum to 1."""

import sys
from collections.abc import Callable

import numpy as np

from sqrtdk_tui import reading
from sqrtdk_tui.cli import main
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.reading import Reading

read = reading.read


def read_and_sum(lab: Lab, cancelled: Callable[[], bool] | None = None) -> Reading:
    """The same reading; an exception, which ends the program, when weights do not sum to 1."""
    found = read(lab, cancelled)
    for side, late in ((found.undivided, False), (found.divided, found.late)):
        if side is not None:
            total = float(np.sum(side.weights)) * (found.divisor if late else 1.0)
            if not abs(total - 1.0) < 1e-9 or np.any(side.weights < 0):
                raise RuntimeError(f"weights sum to {total} for {lab}")
    return found


if __name__ == "__main__":
    reading.read = read_and_sum
    sys.exit(main())
