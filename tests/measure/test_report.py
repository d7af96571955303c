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
    assert set(got["raw"]) == set(got["divided"]) == SCORES
    assert set(got["rows"]) == {"tokens", "count", "undivided", "divided"}
    assert set(got["rows"]["undivided"]) == set(got["rows"]["divided"]) == SIDE
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
    assert len(got) == len(runs)
    for row, run in zip(got, runs, strict=True):
        lab = run.findings.lab
        assert (int(row["run"]), row["study"], row["slots"]) == (run.number, lab.study, lab.slots)
        assert parse_line(row["command"], "measure", Lab()) == ("measure", lab)
        pairs = run.findings.pairs
        if pairs is None:
            continue
        for name, value in (("variance", pairs.raw.variance), ("exact_spread", pairs.raw.exact_std)):
            assert row[name] == ("" if value is None else repr(value))
            assert value is None or float(row[name]) == value
    assert "nan" not in csv_text(runs)
    assert csv_text([]).count("\n") == 1


def test_print_before_anything_is_measured() -> None:
    lines = [text_of(row) for row in plain(Study(Lab()).findings(), Look())]
    assert "Nothing is measured yet." in lines
    assert not any(math.isnan(len(line)) for line in lines)
