"""Numbers to charts, drawn by plotext and handed back as plain data (`Chart`): text and roles, no colour codes.

`cells` holds the data and knows no plotext; `canvas` is its only importer; the other modules turn one kind of number
into one kind of picture. plotext itself is loaded with the first chart that is drawn.
"""

from sqrtdk_tui.charts.bars import share_bars
from sqrtdk_tui.charts.cells import Chart
from sqrtdk_tui.charts.curves import Series, curves
from sqrtdk_tui.charts.histogram import histogram
from sqrtdk_tui.charts.walk import walk_chart
from sqrtdk_tui.runs import Run

__all__ = ["Chart", "Run", "Series", "curves", "histogram", "share_bars", "walk_chart"]
