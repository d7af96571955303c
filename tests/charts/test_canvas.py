"""The door to plotext: it stands any number, it is the only one, and it opens late."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from pathlib import Path

import sqrtdk_tui
from sqrtdk_tui.charts import share_bars
from sqrtdk_tui.charts.axes import number, round_up, scale
from sqrtdk_tui.charts.cells import clean, cut

SOURCE = Path(sqrtdk_tui.__file__).parent


def test_no_float_whatever_aborts_or_stalls_the_process() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "tests.charts.extremes"],
        cwd=SOURCE.parent,
        capture_output=True,
        text=True,
        timeout=110,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr[-3000:]


def test_one_module_imports_plotext() -> None:
    importing = re.compile(r"""^\s*(?:import|from)\s+plotext\b|["']plotext\b[\w.]*["']""", re.MULTILINE)
    importers = [path.name for path in SOURCE.rglob("*.py") if importing.search(path.read_text())]
    assert importers == ["canvas.py"]


def test_plotext_is_loaded_by_the_first_chart_and_not_before() -> None:
    program = (
        "import sys, sqrtdk_tui.charts as c; a = 'plotext' in sys.modules; c.share_bars([.5], 'x', ['50%'], 38, 10); "
        "print(a, 'plotext' in sys.modules, 'textual' in sys.modules, 'rich' in sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60, check=True)
    assert ran.stdout.split() == ["False", "True", "False", "False"]
    assert not ran.stderr


def test_the_size_asked_for_is_the_size_drawn_whatever_the_terminal_says() -> None:
    program = (
        "import sqrtdk_tui.charts as c; print(len(c.share_bars([.5], 'x', ['50%'], 200, 60).text.split(chr(10))[1]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
        env={"COLUMNS": "40", "LINES": "10", "PATH": "/usr/bin:/bin"},
    )
    assert ran.stdout.strip() == "200"


def test_charts_drawn_from_two_threads_do_not_mix() -> None:
    wanted = {share: share_bars([share], ["x"], [""], 38, 10).text for share in (0.2, 0.9)}
    wrong: list[str] = []

    def draw_many(share: float) -> None:
        for _ in range(60):
            if share_bars([share], ["x"], [""], 38, 10).text != wanted[share]:
                wrong.append(f"{share}")

    threads = [threading.Thread(target=draw_many, args=(share,)) for share in wanted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_both_charts_of_the_screen_are_drawn_within_a_frame() -> None:
    """Measured 1.4 ms on two old cores; the bound only catches a chart that has become ten times as dear."""
    share_bars((0.6, 0.3, 0.1), "abc", ("60%", "30%", "10%"), 38, 10)
    started = time.perf_counter()
    for i in range(50):
        share_bars((0.6, 0.3, 0.1 + i * 1e-4), "abc", ("60%", "30%", "10%"), 38, 10)
    assert (time.perf_counter() - started) / 50 * 2 < 0.015


def test_scale_stands_values_in_cells() -> None:
    assert scale([0, 5, 10], (0, 10), 20) == [0, 10, 20]
    assert scale([1, 10, 100], (1, 100), 20, log=True) == [0, 10, 20]
    beyond = scale([1e300, -1e300], (0, 1), 20)
    assert beyond == [40, -20]


def test_numbers_on_an_axis_are_short() -> None:
    said = [number(value) for value in (0, 16, -16, 1024, 0.125, 3e8, 1.5e-7, 1 / 3)]
    assert said == ["0", "16", "-16", "1024", "0.125", "3e8", "1.5e-7", "0.333"]
    assert [round_up(value) for value in (0, 83, 100, 1.01)] == [1, 100, 100, 1.2]


def test_text_is_one_cell_a_character() -> None:
    assert clean("Ġthe √d") == "Ġthe √d"
    assert clean("a\x1bb\n日é") == "a�b��é"
    assert clean("é√", ascii=True) == "??"
    assert [cut("attention", 5), cut("attention", 5, ascii=True), cut("abc", 0)] == ["atte…", "atte~", ""]
