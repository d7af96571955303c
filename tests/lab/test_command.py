"""Text -> Lab -> text: the shell, the line after `:` and the command that `y` shows are the same thing."""

from __future__ import annotations

import math
import shlex
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sqrtdk_tui import command, options
from sqrtdk_tui.command import command_line, command_words, from_options, parse_line, read_labels, write_labels
from sqrtdk_tui.lab import Lab, LabError
from sqrtdk_tui.options import PANES, UsageError
from tests.lab.strategies import labs, live, names, well_said

DRAWN = Lab(source="drawn", tokens=8, seed=7, slots="laplace", labels=("a",) * 8)


def shell(*words: str) -> Lab:
    """What these words of a shell make of the defaults."""
    return from_options(options.parse(list(words)), Lab())


@given(st.sampled_from(PANES), labs(), labs())
def test_a_command_brings_back_every_live_input_digit_for_digit(pane: str, lab: Lab, before: Lab) -> None:
    line = command_line(pane, lab)
    found_pane, found = parse_line(line, "steps", before)
    assert (found_pane, live(found)) == (pane, live(lab))


@given(st.sampled_from(PANES), labs())
def test_a_shell_makes_the_same_of_a_command(pane: str, lab: Lab) -> None:
    words = shlex.split(command_line(pane, lab))
    assert words == command_words(pane, lab)
    given_options = options.parse(words[1:])
    assert (given_options.pane or "steps") == pane
    assert live(from_options(given_options, Lab())) == live(lab)


@pytest.mark.parametrize("name", ["--plain", "-h", "--labels=x", "—d-k", "−", "-", "-inf", "", '"', "a,b"])
def test_a_name_may_look_like_anything(name: str) -> None:
    lab = Lab(source="raw", raw_scores=(1.0,), labels=(name,))
    assert parse_line(command_line("steps", lab), "sum", DRAWN) == ("steps", lab)
    assert shell(*command_words("steps", lab)[1:]) == lab


def test_settings_at_their_default_are_left_out() -> None:
    assert command_line("steps", Lab()) == "sqrtdk-tui"
    assert command_line("sum", Lab()) == "sqrtdk-tui sum"
    assert command_line("steps", Lab(d_k=128, divide="dk")) == "sqrtdk-tui --d-k 128 --divide dk"
    assert command_line("steps", Lab(source="raw")) == "sqrtdk-tui --scores 16,8,0"
    assert command_line("steps", Lab(source="drawn", sigma=(2.0, 2.0))) == "sqrtdk-tui --tokens 3 --sigma 2"


CHANGES: list[tuple[str, dict[str, Any]]] = [
    ("--d-k 16", {"d_k": 16}),
    ("--divide none", {"divide": "none"}),
    ("--divide 7.5", {"divide": 7.5}),
    ("--sigma 2,1", {"sigma": (2.0, 1.0)}),
    ("--mean -1,2", {"mean": (-1.0, 2.0)}),
    ("--seed 9", {"seed": 9}),
    ("--slots t5", {"slots": "t5"}),
    ("--tokens 4", {"tokens": 4}),
    ("--source hand", {"source": "hand"}),
    ("--scores -1,2,-3", {"source": "raw", "raw_scores": (-1.0, 2.0, -3.0)}),
    ("--source hand --scores 3,1", {"source": "hand", "unit_scores": (3.0, 1.0)}),
]


@pytest.mark.parametrize(("line", "changes"), CHANGES)
def test_bare_options_change_only_what_they_name(line: str, changes: dict[str, Any]) -> None:
    assert parse_line(line, "sum", DRAWN) == ("sum", DRAWN.changed(**changes))


def test_nothing_typed_changes_nothing() -> None:
    assert parse_line("", "sum", DRAWN) == ("sum", DRAWN)


def test_a_pane_alone_changes_the_pane_alone() -> None:
    assert parse_line("steps", "sum", DRAWN) == ("steps", DRAWN)


def test_a_whole_command_starts_from_the_defaults() -> None:
    assert parse_line("sqrtdk-tui --d-k 16", "sum", DRAWN) == ("steps", Lab(d_k=16))


def test_plain_and_json_in_a_pasted_command_are_passed_over() -> None:
    assert parse_line("sqrtdk-tui --plain --d-k 16", "sum", DRAWN) == ("steps", Lab(d_k=16))
    assert parse_line("--json", "sum", DRAWN) == ("sum", DRAWN)


@pytest.mark.parametrize(
    ("words", "changes"),
    [
        (["--scores", "-1,2,-3"], {"source": "raw", "raw_scores": (-1.0, 2.0, -3.0)}),
        (["--scores", "-inf,2"], {"source": "raw", "raw_scores": (-math.inf, 2.0)}),
        (["--scores=-1 2"], {"source": "raw", "raw_scores": (-1.0, 2.0)}),
        (["--scores", "−1,2"], {"source": "raw", "raw_scores": (-1.0, 2.0)}),
        (["--mean", "-1,2"], {"mean": (-1.0, 2.0)}),
        (["--mean", "-1"], {"mean": (-1.0, -1.0)}),
        (["--rho", "-0.5"], {"rho": -0.5}),
        (["--tokens", "5"], {"source": "drawn", "tokens": 5}),
        (["--divide", "DK"], {"divide": "dk"}),
        (["−−d-k", "4"], {"d_k": 4}),
        (["—d-k=4"], {"d_k": 4}),
        (["--d-k", "4", "--d-k", "8"], {"d_k": 8}),
        (["--labels", "-a,-inf,--plain"], {"labels": ("-a", "-inf", "--plain")}),
        (["--labels=--plain,-h,x"], {"labels": ("--plain", "-h", "x")}),
    ],
)
def test_values_may_begin_with_a_minus_sign(words: list[str], changes: dict[str, Any]) -> None:
    assert shell(*words) == Lab(**changes)


def refused(*words: str) -> str:
    """The sentence that these words get, with the option that it names."""
    with pytest.raises((LabError, UsageError)) as caught:
        shell(*words)
    sentence = str(caught.value)
    assert sentence.isprintable()
    return f"{getattr(caught.value, 'option', '')} {sentence}"


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--d", "3"], "--d is not an option; did you mean --d-k?"),
        (["--sc", "1"], "--sc is not an option; did you mean --scores?"),
        (["--score=1"], "--score=1 is not an option; did you mean --scores?"),
        (["--sigmas", "1"], "did you mean --sigma?"),
        (["--slot", "t5"], "did you mean --slots?"),
        (["--x\x1b[31m"], "--x�[31m is not an option; see --help."),
        (["steps", "extra"], f"extra is not a pane (panes: {', '.join(PANES)})"),
        (["steps", " "], "is not a pane"),
        (["--d-k"], "--d-k needs a value after it; see --help."),
        (["--d-k", "--seed", "3"], "--d-k needs a value after it; see --help."),
        (["--plain", "--json"], "--json: not allowed with argument --plain."),
    ],
)
def test_a_word_that_is_none_gets_the_nearest(words: list[str], told: str) -> None:
    assert told in refused(*words)


def test_a_pane_that_is_none_gets_the_nearest() -> None:
    with pytest.raises(UsageError, match=r"sums is not a pane \(panes: steps, sum.*\); did you mean sum\?"):
        command.read_pane("sums")
    assert command.read_pane("sum") == "sum"
    assert command.read_pane(None) is None


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["--scores", "1,2", "--tokens", "3"], "--scores"),
        (["--source", "drawn", "--scores", "1,2"], "--scores"),
        (["--source", "raw", "--tokens", "3"], "--tokens"),
        (["--source", "hand", "--tokens", "3"], "--tokens"),
        (["--labels", "a,b"], "--labels"),
        (["--labels", "a,b,c,d"], "--labels"),
        (["--labels", "a,b,c", "--tokens", "2"], "--labels"),
        (["--labels", ""], "--labels"),
        (["--labels", "x" * 200_000], "--labels"),
        (["--slots", "laplace", "--rho", "0.5"], "--rho"),
        (["--tokens", "1024", "--d-k", "8192"], "--d-k"),
    ],
)
def test_options_that_do_not_go_together_are_refused(words: list[str], option: str) -> None:
    assert refused(*words).startswith(option)


@pytest.mark.parametrize("option", [command.option_name(field) for field in command.READERS if field != "labels"])
@pytest.mark.parametrize("value", ["", "x", "nan", "+inf", "1e999", "1;2;3x", "\x1b[2J", "½"])
def test_a_wrong_value_names_its_option_and_what_is_allowed(option: str, value: str) -> None:
    sentence = refused(f"{option}={value}")
    assert sentence.startswith(option)
    assert any(word in sentence for word in ("use ", "none of", "up to"))


def test_label_counts_are_told() -> None:
    assert "1 label for 3 tokens; give one for each." in refused("--labels", "a")
    assert "4 labels for 3 tokens; give one for each." in refused("--labels", "a,b,c,d")
    assert "2 labels for 1 token; give one for each." in refused("--labels", "a,b", "--scores", "1")


@pytest.mark.parametrize(
    ("line", "option"),
    [
        ("--scores -", "--scores"),
        ("--labels-file x", "--labels-file"),
        ("--out .", "--out"),
        ("--theme light", "--theme"),
        ("--labels 'a", ":"),
    ],
)
def test_what_belongs_to_the_shell_is_refused_after_the_colon(line: str, option: str) -> None:
    with pytest.raises(LabError) as caught:
        parse_line(line, "steps", Lab())
    assert caught.value.option == option


@given(st.text(max_size=40))
def test_any_line_is_a_lab_or_a_sentence(line: str) -> None:
    if any(word in line for word in ("-h", "--help", "--version")):
        return
    try:
        parse_line(line, "steps", Lab())
    except (LabError, UsageError) as error:
        well_said(error)


@given(st.lists(names, min_size=1, max_size=5).map(tuple))
def test_names_read_back_as_written(labels: tuple[str, ...]) -> None:
    assert read_labels(write_labels(labels)) == labels


def test_names_are_separated_by_commas_and_may_hold_one_in_quotes() -> None:
    assert read_labels('the, "a, b" ,say ""hi""') == ("the", "a, b", 'say ""hi""')
    assert read_labels("the,,sat") == ("the", "", "sat")


def test_a_divisor_that_is_none_is_told_what_is_allowed() -> None:
    allowed = "use sqrt, none, dk, after or a number above 0."
    assert f"half is no divisor; {allowed}" in refused("--divide", "half")
    assert f"-2 cannot divide; {allowed}" in refused("--divide", "-2")
    assert f"0 cannot divide; {allowed}" in refused("--divide", "0")
    assert "Did you mean 1.024 or 1024?" in refused("--divide", "1,024")
    assert shell("--divide", "2,5").divide == 2.5
