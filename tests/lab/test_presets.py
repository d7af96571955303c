"""Every number that a preset, the glossary or the help tells is worked out again by the engine."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from sqrtdk_tui import options, presets
from sqrtdk_tui.engine import law
from sqrtdk_tui.engine.slots import DISTRIBUTIONS
from sqrtdk_tui.glossary import GLOSSARY, NOTES
from sqrtdk_tui.lab import MAX_D_K, MAX_SEED, MAX_TOKENS, Lab
from sqrtdk_tui.options import PANES, RULES, SLOT_NAMES, SOURCES, THEMES
from sqrtdk_tui.presets import PRESETS, Preset
from sqrtdk_tui.reading import divisor_of, raw_scores, read, slots_of

BY_NAME = {preset.name: preset for preset in PRESETS}


def lab_of(name: str) -> Lab:
    return BY_NAME[name].open()[1]


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_a_preset_opens_and_can_be_read(preset: Preset) -> None:
    pane, lab = preset.open()
    assert pane in PANES
    assert read(lab).undivided is not None
    assert preset.line
    assert preset.source
    assert (preset.line + preset.name + preset.source).isprintable()


def test_names_are_distinct_and_groups_stand_together() -> None:
    assert len(BY_NAME) == len(PRESETS)
    groups = [preset.group for preset in PRESETS]
    assert groups == sorted(groups, key=groups.index)
    assert list(dict.fromkeys(groups)) == [presets.CHAPTER, presets.HEADS, presets.BROKEN]


@pytest.mark.parametrize("preset", [p for p in PRESETS if p.group == presets.HEADS], ids=lambda preset: preset.name)
def test_a_real_head_has_the_divisor_that_its_line_names(preset: Preset) -> None:
    lab = preset.open()[1]
    told = re.search(r"d_k = (\d+)", preset.line)
    if told:
        assert lab.d_k == int(told[1])
    if "no divide" in preset.line:
        assert divisor_of(lab) == 1
    for root, comes_to in re.findall(r"√(\d+) = (\d+)", preset.line):
        assert int(comes_to) ** 2 == int(root)
        assert divisor_of(lab) == int(comes_to)
    for number in re.findall(r"÷ (\d[\d.]*)", preset.line):
        assert divisor_of(lab) == float(number)
    for root in re.findall(r"÷ √(\d+)", preset.line):
        assert divisor_of(lab) == math.sqrt(int(root))


def test_the_numbers_of_real_heads() -> None:
    assert "512 / 8 heads = 64" in BY_NAME["Transformer 2017"].line
    assert 512 / 8 == 64
    assert "768 / 12 heads = 64" in BY_NAME["BERT, GPT-2"].line
    assert 768 / 12 == 64
    assert divisor_of(lab_of("Granite 3")) == 128
    line = next(preset.line for preset in PRESETS if preset.name.startswith("DeepSeek"))
    assert "× 0.13523, so ÷ 7.395 where √192 is 13.86" in line
    assert f"{1 / 0.13523:.4g}" == "7.395"
    assert f"{math.sqrt(192):.4g}" == "13.86"
    assert "× 8/d_k: ÷ 16 at 128" in BY_NAME["muP at 128"].line
    assert 8 / 128 == 1 / 16
    assert 1 / math.sqrt(64) == 8 / 64


def test_the_numbers_of_the_chapter() -> None:
    lab = lab_of("100 slots of ±1")
    assert "within ±20 in 96.5% of draws" in BY_NAME["100 slots of ±1"].line
    assert f"{1 - law.rademacher_tail(lab.d_k, 20, strict=True):.1%}" == "96.5%"
    assert law.rademacher_tail(lab.d_k, 50, strict=True) == pytest.approx(1.81000e-7, rel=1e-5)
    assert "√64 = 8" in BY_NAME["three bars at 64"].line
    assert "÷ √2 ≈ 1.414" in BY_NAME["the napkin, d_k = 2"].line
    assert f"{divisor_of(lab_of('the napkin, d_k = 2')):.4g}" == "1.414"
    assert lab_of("the napkin, d_k = 2").raw_scores == (2, 1, -1)


def test_the_row_at_128_has_the_slots_of_the_row_at_64() -> None:
    at_64, at_128 = lab_of("a drawn row at 64"), lab_of("a drawn row at 128")
    assert at_64.changed(d_k=128) == at_128
    again = raw_scores(at_128.changed(d_k=64))
    np.testing.assert_array_equal(raw_scores(at_64), again)
    assert "eight keys" in BY_NAME["a drawn row at 64"].line
    assert at_64.tokens == 8


def spread(name: str) -> float:
    lab = lab_of(name)
    found = law.score_spread(slots_of(lab), lab.d_k)
    assert found is not None
    return found


def test_the_numbers_of_the_broken_assumptions() -> None:
    assert "4 × √d_k: ÷ 32 would be right at 64" in BY_NAME["σ = 2"].line
    assert spread("σ = 2") == pytest.approx(32) == pytest.approx(4 * math.sqrt(64))
    assert "√(2·d_k), 11.3 at 64" in BY_NAME["mean 1 in q"].line
    lab = lab_of("mean 1 in q")
    assert law.spread_across_keys(slots_of(lab), 64) == pytest.approx(math.sqrt(128))
    assert f"{math.sqrt(128):.1f}" == "11.3"
    lab = lab_of("mean 1 in k")
    assert law.spread_across_keys(slots_of(lab), 64) == pytest.approx(8), "softmax does not see the common part"
    assert "ρ·d_k = 32; ÷ √d_k leaves 4" in BY_NAME["ρ = 0.5"].line
    lab = lab_of("ρ = 0.5")
    assert law.score_mean(slots_of(lab), 64) == pytest.approx(32)
    assert 32 / math.sqrt(64) == 4
    told = re.search(r"after ÷ 8 the spread is still ([\d.]+)", BY_NAME["slots correlated 0.5"].line)
    assert told
    assert f"{spread('slots correlated 0.5') / 8:.2f}" == told[1]
    assert f"{spread('Student t, 3'):.6g}" == "8"
    assert DISTRIBUTIONS["t3"] == math.inf
    assert "53% of the scores are exactly 0" in BY_NAME["sparse"].line
    assert f"{0.99**64:.0%}" == "53%", "a product is not 0 where both slots are on: one in a hundred"
    lab = lab_of("sparse").changed(tokens=1000)
    assert np.mean(raw_scores(lab) == 0) == pytest.approx(0.53, abs=0.25), "a row shares its query"
    cauchy = lab_of("Cauchy")
    assert law.score_spread(slots_of(cauchy), cauchy.d_k) is None


def test_the_glossary_tells_the_thresholds_that_hold() -> None:
    words = dict(GLOSSARY)
    assert "99%" in words["SPIKE"]
    assert "90%" in words["NEARLY A SPIKE"]
    assert "95%" in words["EVEN"]
    assert len(words) == len(GLOSSARY)
    assert all(text.isprintable() for pair in GLOSSARY for text in pair)
    assert all(note.isprintable() for note in NOTES)
    assert any("Var(q·k) = d_k" in note for note in NOTES)
    assert law.score_variance(slots_of(Lab()), 64) == pytest.approx(64)
    assert "2, 1, 0" in NOTES[0]
    assert Lab().unit_scores == (2, 1, 0)


def test_the_help_tells_the_limits_and_defaults_that_hold() -> None:
    page = " ".join(options.build_parser("0").format_help().split())
    for told in (
        f"1 to {MAX_D_K} (default {Lab().d_k})",
        f"1 to {MAX_TOKENS} (default {Lab().tokens})",
        f"0 to {MAX_SEED} (default {Lab().seed})",
        f"(default {Lab().source})",
        f"{', '.join(SLOT_NAMES)} (default {Lab().slots})",
        "three scores 2, 1, 0",
        f"a list of {Lab().d_k} slots",
        f"{THEMES[0]} or {THEMES[1]}",
    ):
        assert told in page
    for word in (*PANES, *RULES, *SOURCES):
        assert word in page
    assert set(SLOT_NAMES) == set(DISTRIBUTIONS)


def test_the_examples_of_the_help_work() -> None:
    from sqrtdk_tui.command import parse_line

    lines = [line.split("   ")[0].strip() for line in options.EXAMPLES.splitlines() if "sqrtdk-tui" in line]
    assert len(lines) >= 6
    for line in lines:
        if "|" not in line:
            parse_line(line, "steps", Lab())
