"""What is shown: every step is a Lab that the command line could write, and its words hold the stated number."""

from __future__ import annotations

import pytest

from sqrtdk_tui import command, evidence
from sqrtdk_tui.evidence import Step, steps_of
from sqrtdk_tui.lab import Lab, LabError
from sqrtdk_tui.options import PANES, UsageError
from sqrtdk_tui.quiz.bank import load
from sqrtdk_tui.quiz.draw import drawn
from sqrtdk_tui.tour import packaged_stops

SHOWN = [
    (f"{question.id}-{params}", drawn(question, 0, 0, params, tuple(range(len(question.choices)))).steps)
    for question in load().questions
    if question.evidence
    for params in question.draws
] + [(f"tour-{stop.id}", stop.steps) for stop in packaged_stops()]


@pytest.mark.parametrize("steps", [steps for _, steps in SHOWN], ids=[name for name, _ in SHOWN])
def test_each_step_runs_and_says_what_it_must(steps: tuple[Step, ...]) -> None:
    assert steps
    for step in steps:
        assert step.pane in PANES
        assert command.parse_line(step.command, "steps", Lab()) == (step.pane, step.lab)
        told = evidence.words(step)
        assert step.shows in told
        assert len(told) <= 330
        assert "nan" not in told


def test_a_numeric_question_shows_its_own_key() -> None:
    for question in load().questions:
        if question.kind == "numeric" and question.evidence and question.id not in ("two-slots-zero", "odds"):
            assert any(
                "{" in str(entry.get("shows", "")) + str(entry.get("say", "")) for entry in question.evidence
            ) or (question.id in ("dk64-second-share", "std-scaled")), question.id


def test_a_step_changes_only_what_it_names() -> None:
    first, second = steps_of([{"d_k": 16, "scores": [4, 0], "pane": "slope"}, {"divide": "none"}])
    assert first.lab == Lab(d_k=16, source="raw", raw_scores=(4.0, 0.0))
    assert second.pane == "slope"
    assert second.lab == first.lab.changed(divide="none")


def test_what_is_no_setting_is_refused() -> None:
    with pytest.raises(LabError, match="no setting"):
        steps_of([{"law": "pm1"}])
    with pytest.raises(LabError):
        steps_of([{"d_k": 0}])
    with pytest.raises(UsageError):
        steps_of([{"pane": "bars"}])


def test_words_of_a_tie_a_late_division_and_no_variance() -> None:
    assert "Still a tie." in evidence.row_words(Lab(source="raw", raw_scores=(8.0, 8.0, 0.0)))
    assert "made before it" in evidence.row_words(Lab(divide="after"))
    assert "no spread" in evidence.sum_words(Lab(slots="cauchy"))
    masked = Lab(source="raw", raw_scores=(float("-inf"),))
    assert evidence.row_words(masked) == evidence.slope_words(masked)
