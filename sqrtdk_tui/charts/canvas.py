"""The one door to plotext: positions in cells go in, a grid of characters and roles comes out.

Everything plotext is handed is a position in cells between 0 and the canvas's size, because one infinite value, or one
of 1e9 and more outside fixed limits, makes its compiled kernel abort the whole process, with no exception to catch.
`_inside` sees to that, and nothing else in the program imports plotext.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from itertools import pairwise
from math import nan
from threading import Lock
from typing import Any, Literal

from sqrtdk_tui.charts.cells import BLANK, Grid, clean

DOTS = "braille"
"""The finest marker: 2×4 dots in a cell."""

_SGR = re.compile(r"\x1b\[(?:0|38;5;(\d+))m")
_LOCK = Lock()


@dataclass(frozen=True, slots=True)
class Layer:
    """Marks of one role. `xs` and `ys` are positions in cells, y upwards: the lower left cell's centre is (0.5, 0.5).

    `marker` is plotext's: one character, or "hd" (2×2 dots a cell), or "braille" (2×4); a list gives one a point. A
    nan leaves its point out and breaks a line there; what lies outside the canvas is drawn at its edge. "columns" fills
    from a line down to the lower edge, "rows" from each point to the left edge.
    """

    role: str
    xs: Sequence[float]
    ys: Sequence[float]
    marker: str | Sequence[str] = "█"
    kind: Literal["points", "line", "columns", "rows"] = "points"


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around the canvas: its outer size in cells, and the ticks as (position in cells, label).

    `origin` is the label of a scale that begins on the axis line itself; a tick would stand on the row above.
    """

    width: int
    height: int
    y_ticks: tuple[tuple[float, str], ...] = ()
    x_ticks: tuple[tuple[float, str], ...] = ()
    origin: str = ""
    axes: bool = True

    @property
    def left(self) -> int:
        """Columns taken by the y labels and the axis."""
        return max((len(label) for _, label in self.y_ticks), default=0) + self.axes

    @property
    def columns(self) -> int:
        """Columns of the canvas itself."""
        return self.width - self.left

    @property
    def rows(self) -> int:
        """Rows of the canvas itself."""
        return self.height - self.axes - bool(self.x_ticks)


def draw(frame: Frame, layers: Sequence[Layer]) -> Grid:
    """Let plotext draw the layers, later ones over earlier ones, inside the frame.

    A frame without room for a single cell of canvas gives an empty grid of the size asked.
    """
    if frame.columns < 1 or frame.rows < 1:
        return Grid(frame.width, frame.height)
    with _LOCK:  # figures are kept and shared, and plotext lets go of the GIL in every call
        figure = _figure(frame)
        figure.clear.data()
        for code, layer in enumerate(layers, start=1):
            _add(figure, frame, code, layer)
        picture: str = figure.build().string()
    grid = _read(frame, picture, [BLANK, *(layer.role for layer in layers)])
    if frame.origin:
        grid.write(0, frame.rows, frame.origin.rjust(frame.left - 1) + "┼", "axis")
    return grid


@cache
def _plotext() -> Any:
    """plotext's drawing part, loaded with the first chart.

    Its __init__ spends half of its time on building an interactive documentation, which nobody reads here: the package
    is entered in sys.modules unexecuted, and the modules that draw are imported from it. 37 ms instead of 85.
    """
    if "plotext" not in sys.modules:
        spec = find_spec("plotext")
        if spec is None:
            raise ModuleNotFoundError("plotext is not installed")
        sys.modules["plotext"] = module_from_spec(spec)
    return import_module("plotext._kernel.api"), import_module("plotext._primitives.marker").marker


@lru_cache(maxsize=16)
def _figure(frame: Frame) -> Any:
    """An empty figure with this frame. Kept, since setting it up costs as much as drawing in it."""
    plotext, _ = _plotext()
    plotext.terminal.limit(False, False)  # else every figure is cut to the size of the real terminal
    figure = type(plotext.figure)(plotext.terminal)
    figure.theme("colorless")
    figure.plot_size(frame.width, frame.height)
    figure.axes(False, axis=[0, 1], side=1)
    figure.axes(frame.axes, axis=[0, 1], side=0)
    for axis, cells, ticks in (("x", frame.columns, frame.x_ticks), ("y", frame.rows, frame.y_ticks)):
        ruler = figure.ruler(axis)
        ruler.alignment(lim="edge")
        ruler.lim(0, cells)
        ruler.ticks([min(max(at, 0.0), float(cells)) for at, _ in ticks], [clean(label) for _, label in ticks])
    return figure


def _inside(values: Sequence[float], cells: int) -> list[float]:
    """`values` no further out than the canvas: the one place that every coordinate passes on its way to plotext."""
    return [min(max(float(value), 0.0), float(cells)) if value == value else nan for value in values]


def _add(figure: Any, frame: Frame, code: int, layer: Layer) -> None:
    xs, ys = _inside(layer.xs, frame.columns), _inside(layer.ys, frame.rows)
    kept = [i for i, (x, y) in enumerate(zip(xs, ys, strict=True)) if x == x and y == y]
    if not kept:
        return
    signal = figure.signal([xs[i] for i in kept], [ys[i] for i in kept], marker=_markers(layer.marker, kept, code))
    if layer.kind in ("line", "columns"):
        signal.lines()
        for at, (before, i) in enumerate(pairwise(kept), start=1):
            if i != before + 1:
                signal.line(at, False)
    if layer.kind == "columns":
        signal.fillx()
    elif layer.kind == "rows":
        signal.filly()
    figure.draw(signal)


def _markers(marker: str | Sequence[str], kept: list[int], code: int) -> Any:
    if isinstance(marker, str):
        return _marker(marker, code)
    return [_marker(marker[i], code) for i in kept]


@lru_cache(maxsize=128)
def _marker(name: str, code: int) -> Any:
    _, marker = _plotext()
    return marker(name, pixel=code)  # the colour is only a tag: it comes back as a role


def _read(frame: Frame, picture: str, roles: Sequence[str]) -> Grid:
    """plotext's string, its colour codes turned back into roles; what carries none is the frame."""
    grid = Grid(frame.width, frame.height)
    for row, line in enumerate(picture.split("\n")[: frame.height]):
        column = 0
        parts = _SGR.split(line)
        for code, text in zip([None, *parts[1::2]], parts[::2], strict=True):
            if text and (code or not text.isspace()):
                grid.write(column, row, text, roles[int(code)] if code else "axis")
            column += len(text)
    return grid
