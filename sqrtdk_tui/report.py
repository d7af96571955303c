"""The reading without a screen: the same words and numbers as text with meters, or as one JSON object."""

import json
import math
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqrtdk_tui import command, steps, sum_pane, walk, words
from sqrtdk_tui.engine.attention import Floats
from sqrtdk_tui.engine.streaming import threads_for
from sqrtdk_tui.inputs import divide_text, scores_text
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.meters import Columns, bars, meters
from sqrtdk_tui.reading import Reading, Side, place, read
from sqrtdk_tui.rows import Look, Row, text_of, wrap
from sqrtdk_tui.slope.reading import SlopeStatistics
from sqrtdk_tui.study import Study
from sqrtdk_tui.terminal import is_terminal, width

_EVERY = 0.2  # s between two words of progress

_TITLE = "√d_k  Why divide before we mix?"


def write(pane: str, lab: Lab, *, as_json: bool, ascii: bool) -> int:
    """Print the reading on standard output; the exit status."""
    made = printed(pane, lab, Look(max(40, width()), ascii))
    text = json.dumps(made.json(), allow_nan=False, indent=2) if as_json else "\n".join(made.lines())
    sys.stdout.buffer.write(text.encode("ascii" if ascii else "utf-8", "replace") + b"\n")
    sys.stdout.flush()
    return 0


@dataclass(frozen=True, slots=True)
class Printed:
    """A report in its two forms; only the one that is asked for is made."""

    json: Callable[[], Any]
    lines: Callable[[], list[str]]


def printed(pane: str, lab: Lab, look: Look) -> Printed:
    """The report of a pane at a Lab."""
    if pane == "measure":
        from sqrtdk_tui.measure import report as measure_report

        findings = grown(Study(lab))
        return Printed(
            lambda: measure_report.json_object(findings),
            lambda: framed(measure_report.plain(findings, look), pane, lab, look),
        )
    reading = place(read(lab))
    if pane == "slope":
        from sqrtdk_tui.slope import report as slope_report

        slope = slope_report.slope_of(reading)
        statistics = grown(SlopeStatistics(lab)) if lab.count > 1 else None
        return Printed(
            lambda: slope_report.json_object(slope, statistics),
            lambda: framed(slope_report.plain(slope, statistics, look), pane, lab, look),
        )
    return Printed(lambda: json_object(reading, pane), lambda: plain(reading, pane, look))


def grown(study: Any) -> Any:
    """The findings of a whole study on all cores, its progress told on standard error when that is a terminal."""
    told = time.monotonic()
    watched = is_terminal(2)
    for _ in study.measure(threads_for(on_screen=False)):
        if watched and time.monotonic() - told > _EVERY:
            told = time.monotonic()
            done, asked = study.progress
            print(f"\r{100 * done // asked:3d}% ", end="", file=sys.stderr, flush=True)
    if watched:
        print("\r     \r", end="", file=sys.stderr, flush=True)
    return study.findings()


def framed(rows: list[Row], pane: str, lab: Lab, look: Look) -> list[str]:
    """A pane's rows between the inputs and the command that makes them."""
    head = [look.row((line, "text")) for line in (_TITLE, _given(lab))]
    again = look.text(command.command_line(pane, lab))
    return [*(text_of(row).rstrip() for row in [*head, (), *rows, ()]), again]


def _given(lab: Lab) -> str:
    given = f"d_k = {lab.d_k}   scores {scores_text(lab)}   divide by {divide_text(lab)}"
    if lab.source == "drawn":
        given += f"   {lab.tokens} tokens, {lab.slots} slots, seed {lab.seed}"
    return given


def plain(reading: Reading, pane: str, look: Look) -> list[str]:
    """The screen's words, numbers and sentences as lines of text."""
    lab = reading.lab
    told = [_TITLE, _given(lab), ""]
    rows: list[Row] = [look.row((line, "text")) for line in told]
    if reading.undivided is not None and reading.divided is not None:
        left, right = bars(reading, reading.undivided), bars(reading, reading.divided)
        columns = Columns.fitting(left, right)
        for side, shown, title in (
            (reading.undivided, left, "UNDIVIDED softmax(q·k)"),
            (reading.divided, right, f"DIVIDED {words.divided_by(reading)}"),
        ):
            rows.append(look.row((f"{title}  {words.headline(side)}", "title")))
            rows += [*meters(shown, columns, look, "bar"), ()]
    sentences = (words.sentence(reading), words.trail(reading), words.place(reading))
    rows += [look.row((line, "text")) for text in sentences for line in wrap(text, look.width)]
    rows += [(), *_pane(reading, pane, look), ()]
    again = look.text(command.command_line(pane, lab))  # whole, however long: it is there to be copied
    return [*(text_of(row).rstrip() for row in rows), again]


def _pane(reading: Reading, pane: str, look: Look) -> list[Row]:
    if pane == "sum":
        return sum_pane.plain(walk.read_walk(reading.lab, 0), walk.read_walks(reading.lab), look)
    token = reading.order[0]
    return steps.rows(reading, token, look, len(reading.labels) + 6)


def json_object(reading: Reading, pane: str) -> dict[str, Any]:
    """The reading as JSON's own types: no NaN, no infinity; masked and undefined are null."""
    lab = reading.lab
    left, right = reading.undivided, reading.divided
    found: dict[str, Any] = {
        "d_k": lab.d_k,
        "source": lab.source,
        "slots": lab.slots,
        "seed": lab.seed,
        "seed_text": str(lab.seed),
        "divisor": {"rule": lab.divide if isinstance(lab.divide, str) else "number", "value": reading.divisor},
        "labels": list(reading.labels),
        "scores": {"raw": _numbers(reading.raw), "divided": None if right is None else _numbers(right.scores)},
        "weights": {"undivided": left and _numbers(left.weights), "divided": right and _numbers(right.weights)},
        "log_weights": {
            "undivided": left and _numbers(left.log_weights),
            "divided": right and _numbers(right.log_weights),
        },
        "undivided": _statistics(left),
        "divided": _statistics(right),
        "sentence": words.sentence(reading),
        "trail": words.trail(reading),
        "place": _place(reading),
        "command": command.command_line(pane, lab),
    }
    if reading.undefined:
        found["undefined"] = reading.undefined
    if pane == "sum":
        found["sum"] = sum_pane.json_object(walk.read_walk(lab, 0), walk.read_walks(lab))
    return found


def _numbers(values: Floats) -> list[float | None]:
    return [float(x) if math.isfinite(x) else None for x in values]


def _statistics(side: Side | None) -> dict[str, Any]:
    names = ("top_share", "entropy_nats", "entropy_normalised", "effective_tokens", "winner_slope", "total_slope")
    if side is None:
        return {**dict.fromkeys(names), "winners": [], "word": None}
    return {**{name: getattr(side, name) for name in names}, "winners": list(side.winners), "word": side.word}


def _place(reading: Reading) -> dict[str, Any] | None:
    found = reading.place
    if found is None:
        return None
    return {
        "rows": found.rows,
        "method": found.method,
        "lower": found.lower,
        "below_90": found.below_90,
        "median_top_share": -math.expm1(found.median_log_rest),
        "sentence": words.place(reading),
    }


def text_report(reading: Reading, pane: str) -> str:
    """The plain report at 80 columns, for a saved file."""
    return "\n".join(plain(reading, pane, Look())) + "\n"
