"""A measurement in print: the screen's sentences word for word, strict JSON, CSV that reads back."""

from __future__ import annotations

import csv
import io
import json
import math
from typing import Any

import pytest

from sqrtdk_tui.command import parse_line
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.measure import words as measure_words
from sqrtdk_tui.measure.cases import case_sentence
from sqrtdk_tui.measure.records import Record
from sqrtdk_tui.measure.report import csv_text, json_object, plain
from sqrtdk_tui.rows import Look, text_of, width_of
from sqrtdk_tui.study import Study
from tests.measure.studies import LABS, found, records

SCORES = {"mean", "variance", "std", "kurtosis", "exact_variance", "expected_error"}
SIDE = {
    "top_share", "entropy_nats", "entropy_normalised", "effective_tokens", "dead_share", "winner_slope_mean",
    "winner_slope_median", "total_slope_mean", "pull_on_q",
}  # fmt: skip


def read(name: str) -> Any:
    """The JSON of a study, as another program reads it."""

    def refuse(word: str) -> None:
        raise AssertionError(word)

    return json.loads(json.dumps(json_object(found(name)), allow_nan=False), parse_constant=refuse)


def nulls(value: Any, path: str = "") -> set[str]:
    """The paths of all nulls."""
    if value is None:
        return {path}
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    below = {str(key): inner for key, inner in items if key not in ("reasons", "method")}
    return set().union(*(nulls(inner, f"{path}.{key}".lstrip(".")) for key, inner in below.items()), set())


@pytest.mark.parametrize("name", LABS)
@pytest.mark.parametrize("width", [40, 80, 120])
def test_print_has_the_sentences_of_the_screen(name: str, width: int) -> None:
    for ascii in (False, True):
        block = plain(found(name), Look(width, ascii))
        lines = [text_of(row) for row in block]
        assert all(line.isascii() for line in lines) or not ascii
        if width >= 80:
            assert max(map(width_of, block)) <= width
        if not ascii:
            flat = " ".join(" ".join(lines).split())
            assert " ".join(measure_words.sentence(found(name)).split()) in flat
            assert all(case_sentence(case) in flat for case in found(name).assumptions)


def test_a_measurement_has_exactly_its_keys() -> None:
    got = read("pairs")
    assert set(got) == {"d_k", "pairs", "method", "seed", "raw", "divided", "rows", "reasons"}
    assert set(got["raw"]) == set(got["divided"]) == SCORES | {"errors"}
    assert set(got["raw"]["errors"]) == {"mean", "variance", "std", "kurtosis"}
    assert set(got["rows"]) == {"tokens", "count", "undivided", "divided"}
    assert set(got["rows"]["undivided"]) == set(got["rows"]["divided"]) == SIDE | {"errors"}
    assert set(got["rows"]["divided"]["errors"]) == SIDE
    assert got["rows"]["undivided"]["errors"]["dead_share"] == pytest.approx(0.0035, abs=1e-4)
    assert got["rows"]["undivided"]["errors"]["pull_on_q"]["rms"] > 0
    assert set(got["rows"]["undivided"]["pull_on_q"]) == {"median", "q25", "q75", "rms"}
    pairs, rows = found("pairs").pairs, found("pairs").rows
    assert pairs is not None
    assert rows is not None
    assert got["raw"]["variance"] == pairs.raw.variance
    assert got["divided"]["expected_error"] == pairs.divided.expected_error
    assert got["rows"]["undivided"]["pull_on_q"]["median"] == rows.undivided.pull_on_q.median.value
    assert (got["d_k"], got["pairs"], got["method"], got["seed"], got["reasons"]) == (64, 20_000, "law", 0, {})


@pytest.mark.parametrize("name", LABS)
def test_json_is_strict_and_every_null_has_a_reason(name: str) -> None:
    got = read(name)
    objects = got if isinstance(got, list) else got.get("cases", [got])
    for one in objects:
        assert nulls(one) == set(one["reasons"])
        assert all(reason.endswith(".") for reason in one["reasons"].values())


def test_what_does_not_exist_is_null_and_says_why() -> None:
    cauchy = read("cauchy")
    assert cauchy["raw"]["exact_variance"] is None
    assert "no variance" in cauchy["reasons"]["raw.exact_variance"]
    assert "no variance" in cauchy["reasons"]["rows.undivided.pull_on_q.rms"]
    assert "infinite" in read("t3")["reasons"]["raw.expected_error"]
    assert read("one token")["rows"] is None
    assert "two tokens" in read("one token")["reasons"]["rows"]
    assert "at least two" in read("one pair")["reasons"]["raw.variance"]
    assert json_object(Study(Lab()).findings()) == {
        "d_k": 64, "pairs": 0, "method": "law", "seed": 0, "raw": None, "divided": None, "rows": None,
        "reasons": {
            "raw": "No pair is measured at this d_k yet.",
            "divided": "No pair is measured at this d_k yet.",
            "rows": "No row of two tokens or more is measured at this d_k.",
        },
    }  # fmt: skip


def test_a_sweep_is_a_list_of_measurements() -> None:
    got = read("sweep")
    assert [one["d_k"] for one in got] == [2**i for i in range(13)]
    assert all(set(one) == set(read("pairs")) for one in got)
    assert got[6]["raw"] == read("pairs")["raw"], "the same draws as a measurement at that d_k"


def test_the_dial_and_the_assumptions_as_objects() -> None:
    dial = read("dial")
    assert dial["one_at"] == 8.0
    assert dial["right"] == {"value": 8.0, "reason": "unit"}
    assert len(dial["divisors"]) == len(dial["exact"]) == len(dial["measured"]) == len(dial["error"]) == 49
    assert read("dial cauchy")["exact"] is None
    cases = {case["name"]: case for case in read("assumptions")["cases"]}
    assert len(cases) == 8
    assert cases["sigma"]["right_divisor"] == 32.0
    assert cases["cauchy"]["measured_spread"] is None
    assert cases["mean_k"]["left_by_sqrt_d_k"] == 1.0


def test_the_table_of_runs_reads_back_digit_for_digit() -> None:
    runs = records()
    got = list(csv.DictReader(io.StringIO(csv_text(runs))))
    for run in runs:
        lab, lines = run.findings.lab, [row for row in got if int(row["run"]) == run.number]
        points = {"sweep": len(run.findings.pair_points), "assumptions": 8, "pairs": 1}
        dial = run.findings.dial
        assert len(lines) == points.get(lab.study, 0 if dial is None else len(dial.divisors))
        for row in lines:
            assert row["study"] == lab.study
            assert parse_line(row["command"], "measure", Lab()) == ("measure", lab)
        pairs = run.findings.pairs
        if pairs is None:
            continue
        for name, value in (("variance", pairs.raw.variance), ("exact_spread", pairs.raw.exact_std)):
            assert lines[0][name] == ("" if value is None else repr(value))
    assert "nan" not in csv_text(runs)
    assert "inf" not in csv_text(runs)
    assert csv_text([]).count("\n") == 1


def test_each_point_of_a_study_has_its_line() -> None:
    runs = [Record(7, found("sweep")), Record(8, found("dial")), Record(9, found("assumptions"))]
    got = list(csv.DictReader(io.StringIO(csv_text(runs))))
    sweep = [row for row in got if row["run"] == "7"]
    assert [int(row["d_k"]) for row in sweep] == [2**i for i in range(13)]
    points = found("sweep").row_points
    assert [float(row["winner_slope_median_undivided"]) for row in sweep] == [
        point.undivided.winner_slope_median.value for point in points
    ]
    assert float(sweep[3]["exact_variance"]) == 8.0
    assert float(sweep[3]["dead_share_divided_error"]) > 0
    dial = [row for row in got if row["run"] == "8"]
    assert (float(dial[0]["divisor"]), float(dial[-1]["divisor"])) == (1.0, 64.0)
    assert [row["point"] for row in got if row["run"] == "9"] == [
        case.name for case in found("assumptions").assumptions
    ]
    assert [row["slots"] for row in got if row["point"] == "t3"] == ["t3"]


def test_titles_of_the_printed_report_are_not_cut() -> None:
    for name in ("sweep late", "dial far"):
        for width in (40, 80):
            lines = [text_of(row) for row in plain(found(name), Look(width))]
            assert measure_words.headline(found(name)) in " ".join(" ".join(lines).split())


@pytest.mark.parametrize("name", LABS)
def test_no_number_of_the_printed_report_is_cut(name: str) -> None:
    for ascii in (False, True):
        for row in plain(found(name), Look(80, ascii)):
            for word in text_of(row).split():
                assert not (any(char.isdigit() for char in word) and word.endswith(("…", "~"))), text_of(row)


def test_every_point_of_a_sweep_has_its_numbers_with_errors() -> None:
    text = "\n".join(text_of(row) for row in plain(found("sweep"), Look()))
    for head in ("entropy 0..1 ÷", "eff. tokens", "dead rows ÷", "slope mean", "slope median ÷"):
        assert head in text
    assert "4.5e-20±1.9e-20" in text


def test_print_before_anything_is_measured() -> None:
    lines = [text_of(row) for row in plain(Study(Lab()).findings(), Look())]
    assert "Nothing is measured yet." in lines
    assert not any(math.isnan(len(line)) for line in lines)
