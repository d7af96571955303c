"""The Slope pane in rows, without a screen; and its printed forms."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqrtdk_tui.lab import Lab
from sqrtdk_tui.reading import read
from sqrtdk_tui.rows import Look, text_of, width_of
from sqrtdk_tui.slope import claims as slope_claims
from sqrtdk_tui.slope import pane as slope_pane
from sqrtdk_tui.slope import report as slope_report
from sqrtdk_tui.slope import words as slope_words
from sqrtdk_tui.slope.matrix import cell_number, shade
from sqrtdk_tui.slope.reading import SlopeFindings, read_slope
from tests.slope.measured import drawn, findings, raw, slope

INF = math.inf
LABS = [
    Lab(),
    Lab(d_k=1),
    Lab(divide="after"),
    Lab(divide="dk"),
    raw(3),
    raw(1, 1, 1, 1),
    raw(5000, 0, -INF),
    raw(-INF, -INF),
    drawn(10, 64),
    drawn(128, 4096),
    Lab(labels=("\u4f60\u597d\u4f60\u597d\u4f60\u597d", "[/x]", "a" * 40)),
]


def page(lab: Lab | None = None, width: int = 80, height: int = 15, **options: Any) -> list[str]:
    chosen = lab or Lab()
    given = {"nudged": True, "running": False, **options}
    rows = slope_pane.rows(slope(chosen), findings(chosen), Look(width), height, **given)
    return [text_of(row).rstrip() for row in rows]


def unwrapped(lines: list[str]) -> str:
    return " ".join(line.strip() for line in lines)


def test_all_of_the_chapter_s_row_fits_under_the_compact_charts() -> None:
    lines = page()
    assert len(lines) <= 15
    text, found = unwrapped(lines), findings(Lab())
    for sentence in (
        slope_words.slopes(slope()),
        slope_words.nudge(slope()),
        slope_claims.statistics(found),
        slope_claims.crossing(found),
    ):
        assert sentence in text
    assert lines[0].split()[:4] == ["undivided", "total", "slope", "0.000671"]
    assert "0.2227" in lines[2]
    assert "−0.1628" in lines[2]
    assert lines[3].startswith("▸cat")
    assert sum("±" in line for line in lines) == 2


def test_four_tokens_stand_whole_at_80_columns() -> None:
    lines = page(Lab(unit_scores=(2, 1, 0, 1.5)), nudged=False)
    assert [line.split()[0].strip("▸") for line in lines[2:6]] == ["the", "cat", "sat", "on"]
    assert "n nudges cat by +0.01" in unwrapped(lines)


def test_many_tokens_show_the_largest_and_the_chosen_one() -> None:
    lines = page(drawn(128, 64), height=20)
    assert "of 128" in lines[0]
    assert any(line.startswith("▸t2 ") for line in lines)


def test_a_move_is_told_before_all_else() -> None:
    rows = slope_pane.rows(slope(added=100), findings(Lab()), Look(), 3, nudged=False, running=False)
    assert "no share moves" in text_of(rows[0])


def test_the_chart_comes_with_height_and_marks_only_the_crossing() -> None:
    tall, low = unwrapped(page(height=20)), unwrapped(page(height=15))
    assert "median pull, undivided" in tall
    assert "crosses between" in tall
    assert "median pull, undivided" not in low
    assert "crosses between" not in unwrapped(page(Lab(divide="none"), height=24))


def test_a_wide_terminal_has_the_chart_at_the_side() -> None:
    lines = page(width=150, height=16)
    assert "median pull, undivided" in lines[0]


def test_a_covered_side_is_not_told() -> None:
    text = unwrapped(page(height=30, covered=True))
    for number in ("0.2227", "0.4895", "664", "24.47", "−0.1628", "0.435"):
        assert number not in text
    assert "0.000335" in text
    assert "?" in text


def test_an_undefined_row_still_has_its_statistics() -> None:
    lab = raw(-INF, -INF)
    rows = slope_pane.rows(read_slope(read(lab), 0), findings(lab), Look(), 15, nudged=False, running=False)
    text = unwrapped([text_of(row) for row in rows])
    assert slope_words.UNDEFINED in text
    assert "2 tokens at d_k = 64" in text


def test_before_anything_is_measured() -> None:
    rows = slope_pane.rows(slope(), None, Look(), 15, nudged=False, running=True)
    assert "Measuring random rows" in unwrapped([text_of(row) for row in rows])


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(LABS),
    st.integers(40, 71) | st.integers(72, 170),
    st.integers(1, 40),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from([(0.0, 1.0), (100.0, 1.0), (0.0, 2.0), (300.0, 8.0)]),
)
def test_rows_keep_their_width_and_height(
    lab: Lab, width: int, height: int, ascii: bool, nudged: bool, covered: bool, move: tuple[float, float]
) -> None:
    now = read_slope(read(lab), lab.count - 1, added=move[0], factor=move[1])
    look = Look(width, ascii)
    for found in (None, findings(lab, 300)):
        rows = slope_pane.rows(now, found, look, height, nudged=nudged, running=found is None, covered=covered)
        assert 1 <= len(rows) <= height
        for row in rows:
            assert width_of(row) <= width
            assert not ascii or text_of(row).isascii()
            assert "\x1b" not in text_of(row)


def test_narrow_panes_have_the_nudge_or_its_key_and_say_what_is_left_out() -> None:
    for height in (6, 8, 12):
        assert "+0.01 on" in unwrapped(page(width=60, height=height))
        assert "n nudges cat by +0.01" in unwrapped(page(width=60, height=height, nudged=False))
    assert "of 3" in page(width=60, height=12)[0]
    assert "more: f" in unwrapped(page(width=60, height=12))
    assert "+1: f" in page(height=15)[-1]
    assert "more: f" not in unwrapped(page(height=30))


def test_the_crossing_is_two_lines_and_no_box() -> None:
    lines = [line for line in page(width=150, height=16) if "┤" in line or "│ " in line]
    top = next(line for line in lines if "1┤" in line)
    assert "⡏⠉" not in top
    assert "⠉⢹" not in top


@pytest.mark.parametrize("lab", LABS)
@pytest.mark.parametrize("ascii", [False, True])
def test_no_number_of_the_printed_report_is_cut(lab: Lab, ascii: bool) -> None:
    now = slope_report.slope_of(read(lab))
    for row in slope_report.plain(now, findings(lab, 300), Look(80, ascii)):
        for word in text_of(row).split():
            assert not (any(char.isdigit() for char in word) and word.endswith(("…", "~"))), text_of(row)


def test_a_slope_that_is_lost_to_64_bits_has_its_logarithm() -> None:
    found = strict(raw(5000, 0), None)
    assert found["winner_slope"]["undivided"] == 0.0
    assert "1e-308" in found["reasons"]["winner_slope.undivided"]
    assert found["log10_winner_slope"]["undivided"] == pytest.approx(-5000 / math.log(10))
    assert "exactly 0" in strict(raw(3), None)["reasons"]["log10_winner_slope.undivided"]


def test_both_sides_have_one_scale_of_shades() -> None:
    assert [shade(x, 0.2, Look()) for x in (0.2, -0.12, 0.06, 0.004, 0.001, 0)] == ["█", "▓", "▒", "░", " ", " "]
    assert shade(0.2, 0.2, Look(ascii=True)) == "#"


@pytest.mark.parametrize(
    ("value", "width", "told"),
    [(0.22270, 6, "0.2227"), (-0.16280, 6, "−0.163"), (-3.35e-4, 6, " −3e-4"), (3.35e-4, 7, " 3.4e-4"), (0, 4, "   0")],
)
def test_an_entry_has_the_digits_that_fit(value: float, width: int, told: str) -> None:
    assert cell_number(value, width) == told


def test_the_printed_report_has_every_sentence_word_for_word() -> None:
    found = findings(Lab())
    text = unwrapped([text_of(row) for row in slope_report.plain(slope_report.slope_of(read(Lab())), found, Look())])
    for sentence in slope_report.json_object(slope(), found)["sentences"]:
        assert sentence in text
    assert slope_claims.NAMES in text


def strict(lab: Lab, found: SlopeFindings | None) -> dict[str, Any]:
    answer = slope_report.json_object(slope_report.slope_of(read(lab)), found)
    return dict(json.loads(json.dumps(answer, allow_nan=False)))


def test_the_json_of_the_chapter_s_row() -> None:
    found = strict(Lab(), findings(Lab()))
    assert found["jacobian"]["divided"][0][1] == pytest.approx(-0.1628, abs=1e-4)
    assert found["winner_slope"] == {
        "undivided": pytest.approx(3.354e-4, rel=1e-3),
        "divided": pytest.approx(0.2227, rel=1e-3),
    }
    assert set(found["total_slope"]) == {"undivided", "divided"}
    nudge = found["nudge"]["divided"]
    assert {"token", "delta", "before", "after"} <= set(nudge)
    assert nudge["after"] - nudge["before"] == pytest.approx(nudge["change"])
    assert found["way_back"]["divided"] == {"factor": 0.125, "winner_slope": pytest.approx(0.0278, abs=1e-4)}
    rows = found["rows"]
    assert rows["tokens"] == 3
    assert set(rows["undivided"]["pull_on_q"]) == {"median", "q25", "q75", "rms"}
    assert rows["undivided"]["errors"]["dead_share"] > 0
    assert [point["d_k"] for point in found["sweep"]][:3] == [1, 2, 4]
    assert found["crossing"]["above"] < found["crossing"]["below"]
    assert found["reasons"] == {}


@pytest.mark.parametrize("lab", LABS)
def test_every_json_is_strict_and_every_null_has_its_reason(lab: Lab) -> None:
    for statistics in (None, findings(lab, 300)):
        found = strict(lab, statistics)
        for key, value in found.items():
            assert value is not None or found["reasons"][key]


def test_a_large_jacobian_is_left_out_with_its_reason() -> None:
    found = strict(drawn(128, 64), None)
    assert found["jacobian"] is None
    assert "left out" in found["reasons"]["jacobian"]


def test_what_cauchy_rows_lack_has_its_reason() -> None:
    lab = Lab(source="drawn", slots="cauchy")
    rows = strict(lab, findings(lab, 200))["rows"]
    assert rows["undivided"]["pull_on_q"]["rms"] is None
    assert "Cauchy" in rows["reasons"]["pull_on_q.rms"]
