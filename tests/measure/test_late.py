"""A division after softmax: nothing of what it does may read like a divide before it."""

from __future__ import annotations

import json
import math

import pytest

from sqrtdk_tui.engine.row_results import RowsResult
from sqrtdk_tui.measure import words as measure_words
from sqrtdk_tui.measure.pane import rows as pane_rows
from sqrtdk_tui.measure.report import json_object, plain
from sqrtdk_tui.rows import Look, text_of
from tests.measure.studies import found


def late_rows() -> RowsResult:
    rows = found("late").rows
    assert rows is not None
    return rows


def test_shares_shrink_and_dead_rows_stay_dead() -> None:
    rows, before = late_rows(), found("undivided").rows
    assert before is not None
    assert rows.undivided.dead_share == before.undivided.dead_share
    assert rows.divided.dead_share == rows.undivided.dead_share
    for name in ("top_share", "winner_slope_mean", "winner_slope_median", "total_slope_mean"):
        assert getattr(rows.divided, name).value == getattr(rows.undivided, name).value / 8.0
    assert rows.divided.pull_on_q.median.value == rows.undivided.pull_on_q.median.value / 8.0
    assert (rows.divisor, rows.late) == (8.0, True)


def test_scores_stay_as_they_are() -> None:
    pairs = found("late").pairs
    assert pairs is not None
    assert pairs.divided.std == pairs.raw.std
    assert pairs.divided.exact_std == 8.0


@pytest.mark.parametrize("name", ["late", "late coins", "sweep late"])
def test_screen_and_print_say_that_it_is_too_late(name: str) -> None:
    screen = pane_rows(found(name), [], 0, Look(), 24)
    printed = plain(found(name), Look())
    for block in (screen, printed):
        text = " ".join(" ".join(text_of(row) for row in block).split())
        assert measure_words.LATE in text
        assert "once divided" not in text
        assert "late" in text.replace(measure_words.LATE, "")
    assert found(name).crossing is None


def test_json_leaves_out_what_a_late_divide_has_not_and_says_why() -> None:
    got = json.loads(json.dumps(json_object(found("late")), allow_nan=False))
    assert got["divided"] is None
    assert "after softmax" in got["reasons"]["divided"]
    right, left = got["rows"]["divided"], got["rows"]["undivided"]
    assert right["dead_share"] == left["dead_share"]
    assert right["top_share"] == left["top_share"] / 8
    for key in ("entropy_nats", "entropy_normalised", "effective_tokens"):
        assert right[key] is None
        assert "after softmax" in got["reasons"][f"rows.divided.{key}"]
    assert math.isclose(right["pull_on_q"]["rms"], left["pull_on_q"]["rms"] / 8)
