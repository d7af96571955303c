"""The rows of the Measure pane: never wider or higher than asked, and what they must show where there is room."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sqrtdk_tui.lab import Lab
from sqrtdk_tui.measure import pane as measure_pane
from sqrtdk_tui.measure import words as measure_words
from sqrtdk_tui.measure.charts import score_histogram, titled
from sqrtdk_tui.measure.pane import count, duration
from sqrtdk_tui.measure.records import Record, compare
from sqrtdk_tui.measure.records import settings as told_settings
from sqrtdk_tui.rows import Look, Row, text_of, width_of
from sqrtdk_tui.study import Findings, Study
from tests.measure.studies import LABS, begun, found, records

SIZES = ((80, 15), (84, 24), (40, 10), (80, 20), (120, 30))


def drawn(
    findings: Findings | None,
    width: int = 80,
    height: int = 15,
    runs: list[Record] | None = None,
    chosen: int = 0,
    *,
    ascii: bool = False,
    running: bool = False,
    picked: bool = False,
) -> list[Row]:
    look = Look(width, ascii)
    return measure_pane.rows(
        findings, runs or [], chosen, look, height, rate=1.2e6, left=3.2, running=running, picked=picked
    )


def text(block: list[Row]) -> str:
    return "\n".join(text_of(row) for row in block)


def flat(block: list[Row]) -> str:
    return " ".join(text(block).split())


@pytest.mark.parametrize("name", LABS)
@pytest.mark.parametrize(("width", "height"), SIZES)
def test_rows_keep_their_size(name: str, width: int, height: int) -> None:
    runs = records()
    for ascii in (False, True):
        for some in ([], runs[:1], runs):
            block = drawn(found(name), width, height, some, len(some) - 1, ascii=ascii, picked=bool(some))
            assert len(block) <= height
            assert max(map(width_of, block)) <= width
            assert not ascii or text(block).isascii()


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(sorted(LABS)), st.integers(1, 130), st.integers(0, 40), st.integers(0, 25), st.integers(-3, 30),
    st.booleans(), st.booleans(), st.booleans(),
)  # fmt: skip
def test_any_size_will_do(
    name: str, width: int, height: int, runs: int, chosen: int, ascii: bool, running: bool, picked: bool
) -> None:
    block = drawn(found(name), width, height, records()[:runs], chosen, ascii=ascii, running=running, picked=picked)
    assert len(block) <= height
    for row in block:
        assert width_of(row) <= width
        assert not ascii or text_of(row).isascii()
        assert "\x1b" not in text_of(row)


def test_nothing_is_measured_yet() -> None:
    look = Look(80)
    invited = measure_words.invitation(Lab())
    block = measure_pane.rows(None, [], 0, look, 15, rate=None, left=None, running=False, picked=False, invited=invited)
    assert text(block) == " g measures: 20,000 pairs at d_k = 64"
    assert "being drawn" in text(drawn(Study(Lab()).findings(), running=True))


def test_pairs_stand_beside_their_exact_values() -> None:
    shown = text(drawn(found("pairs")))
    assert " 20,000 pairs at d_k = 64, normal slots, by the exact law" in shown
    assert "seed 0" in shown
    for line in (
        r"raw scores +mean +variance +spread +kurtosis +spread ÷ 8",
        r"measured +-0\.061 +63\.40 +7\.963 +3\.089 +0\.9953",
        r"exact +0 +64 +8 +3\.094 +1",
        r"error expected +±0\.057 +±0\.65 +±0\.041 +±0\.040 +±0\.0051",
        r"3 tokens +undivided +÷ 8",
        r"dead rows +50\.39±0\.35% +0%",
        r"its median +0\.00476±0\.00021 +0\.24057±0\.00018",
    ):
        assert re.search(line, shown), line
    assert "• exact" in shown
    assert measure_words.sentence(found("pairs")) in flat(drawn(found("pairs")))


@pytest.mark.parametrize("name", LABS)
def test_the_sentence_is_on_the_screen_word_for_word(name: str) -> None:
    told = " ".join(measure_words.sentence(found(name)).split())
    assert told in flat(drawn(found(name), 80, 20))


def test_higher_panes_show_both_histograms() -> None:
    for width, height in ((80, 20), (84, 24), (120, 30)):
        shown = text(drawn(found("pairs"), width, height))
        assert "┤  raw" in shown
        assert "┤  ÷ 8" in shown


def test_a_bell_is_not_called_the_exact_law() -> None:
    assert "• bell" in text(drawn(found("t3"), 80, 20))
    assert "• exact" in text(drawn(found("coins"), 80, 20))
    pairs = found("cauchy").pairs
    assert pairs is not None
    assert "•" not in text(score_histogram(pairs, Look(40), 8))


@pytest.mark.parametrize("d_k", [7, 64, 100, 256, 1000])
def test_coins_are_drawn_without_a_comb(d_k: int) -> None:
    pairs = begun(Lab(d_k=d_k, slots="rademacher", pairs=2048), 1).pairs
    assert pairs is not None
    lines = text(score_histogram(pairs, Look(60), 12)).splitlines()
    columns = ["".join(line[i] if i < len(line) else " " for line in lines[:-2]) for i in range(7, 58)]
    middle = columns[len(columns) // 2 - 4 : len(columns) // 2 + 4]
    assert all(re.search("[▁-█•o]", column) for column in middle), "no sum that can be is left empty"


def test_titles_stand_where_the_chart_is_empty() -> None:
    pairs = found("pairs").pairs
    assert pairs is not None
    narrow = score_histogram(pairs, Look(12), 5)
    assert all(width_of(row) == 12 for row in narrow)
    from sqrtdk_tui.charts import Chart

    assert titled(Chart(()), Look(80), "raw", "") == []


def test_the_sweep_shows_spreads_and_where_the_pull_turns() -> None:
    shown = text(drawn(found("sweep")))
    for word in ("● raw", "○ divided", "◆ √d_k", "top share", "dead", "4096"):
        assert word in shown
    flat_text = flat(drawn(found("sweep")))
    assert "Four times the slots is twice the spread" in flat_text
    assert "larger up to d_k = 16, smaller from 32" in flat_text
    small = text(drawn(found("sweep"), runs=records()))
    assert re.search(r"64 +7\.963±0\.041 +8 +93% +50%", small)
    assert "7.963" in text(drawn(found("sweep"), 40, 10))


def test_the_dial_and_the_assumptions() -> None:
    shown = text(drawn(found("dial")))
    assert re.search(r"√d_k +8 +0\.9953±0\.0051 +1\.00", shown)
    assert re.search(r"d_k +64 +0\.12442±0\.0006\d +0\.125", shown)
    shown = text(drawn(found("assumptions"), runs=records()))
    for line in (
        r"σ = 2 +32 +3\d\.\d+±0\.\d+ +32 +4",
        r"mean 1 in k +11\.31 .* 8 +1 softmax does not see it",
        r"Cauchy +none +none +none +none no variance",
        r"sparse 10% +8",
    ):
        assert re.search(line, shown), line
    assert "softmax does not see it: ÷ 8 stays right" in flat(drawn(found("assumptions"), 100, 30))


def test_a_running_study_tells_how_far_it_is() -> None:
    first = begun(Lab(), 3)
    head = text(drawn(first, running=True)).splitlines()[0]
    assert "4,096 of 20,000 pairs, exact law" in head
    assert " 15%" in head
    assert "1.2 million a second" in head
    assert "3 s left" in head
    assert "█" in head
    assert "#" in text(drawn(first, running=True, ascii=True)).splitlines()[0]
    assert "of 20,000 pairs at d_k = 64" in text(drawn(first)), "stopped: what is measured stays, and says how much"


def test_rates_and_times_in_words() -> None:
    assert [count(x) for x in (12.0, 51234.0, 1.23e6, 2.5e8, 3e9)] == [
        "12", "51,000", "1.2 million", "250 million", "3 billion",
    ]  # fmt: skip
    assert [duration(x) for x in (0.3, 3.2, 200.0, 7200.0)] == ["under 1 s", "3 s", "3 min", "2 h"]


@pytest.mark.parametrize("picked", [False, True])
def test_the_chosen_run_is_always_in_sight(picked: bool) -> None:
    runs = records()
    for chosen in range(len(runs)):
        block = drawn(found("pairs"), runs=runs, chosen=chosen, picked=picked)
        marked = [row for row in block if text_of(row).startswith("▸")]
        assert len(marked) == 1
        assert text_of(marked[0]).split()[1] == str(chosen + 1)
        assert (marked[0][0].role == "strong") == picked
    assert sum(" pairs " in text_of(row) for row in drawn(found("pairs"), runs=runs, picked=True)) >= 2


def test_a_run_shows_its_settings() -> None:
    assert told_settings(Lab()) == "normal"
    lab = Lab(slots="rademacher", source="drawn", tokens=10, seed=4, divide="dk")
    assert told_settings(lab) == "±1, n 10, seed 4, ÷ d_k"
    assert told_settings(Lab(divide=5.0)) == "normal, ÷ 5"


def test_two_runs_compared() -> None:
    a, b = found("pairs"), found("d_k 256")
    assert a.pairs is not None
    assert b.pairs is not None
    assert a.pairs.raw.std is not None
    assert b.pairs.raw.std is not None
    told = compare(a, b)
    ratio = b.pairs.raw.std / a.pairs.raw.std
    assert told.startswith("d_k 64 -> 256, seed 0 -> 3: spread 7.963 -> ")
    assert f", {ratio:.2f} times; exact 2; dead rows 50% -> " in told
    again = compare(a, found("undivided"))
    assert "pairs 20,000 -> 2,000, divide by sqrt -> none" in again
    assert re.search(r"spread 7\.963 -> \d\.\d+; the first 2,000 draws are the same; exact 8 both", again)
    assert re.search(
        r"seed 0 -> 5: spread 7\.963 -> \d\.\d+, \d\.\d errors apart; exact 8 both", compare(a, found("seed 5"))
    )
    assert compare(a, a).startswith("the same settings: spread 7.963: the same draws, so the same result; exact 8")
    assert "no variance exists" in compare(a, found("cauchy"))
    assert "eight cases have no one spread" in compare(found("assumptions"), a)
    assert "nothing is measured yet" in compare(a, Study(Lab()).findings())
    assert "1 -> 4096" not in compare(found("sweep"), a)
    assert compare(a, found("sweep")).startswith("d_k 64 -> 4096, pairs -> sweep")


def test_the_comparison_stands_below_the_table() -> None:
    runs = [Record(1, found("pairs")), Record(2, found("d_k 256"))]
    last = text_of(drawn(found("pairs"), runs=runs, chosen=1)[-1])
    assert last.startswith(" 1 -> 2: d_k 64 -> 256")
