"""When a question comes again: FSRS replayed, whatever clocks do."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest
from fsrs import Card, Rating, Scheduler

from sqrtdk_tui.quiz import plan, schedule
from sqrtdk_tui.quiz.bank import CHAPTER, packaged_bank
from sqrtdk_tui.quiz.schedule import due_words, replay
from tests.quiz.helpers import START, fact

BANK = packaged_bank()
DAY = timedelta(days=1)
GRADES = [(0, 3), (2, 1), (3, 2), (9, 3), (30, 4)]


def test_equals_fsrs_itself() -> None:
    answers = [fact(i, START + DAY * days, grade=grade) for i, (days, grade) in enumerate(GRADES)]
    scheduler = Scheduler(enable_fuzzing=False, learning_steps=(), relearning_steps=())
    card = Card(card_id=7, due=START)
    for days, grade in GRADES:
        card, _ = scheduler.review_card(card, Rating(grade), START + DAY * days)
    assert replay(answers, BANK, START + DAY * 60).due("divisor") == card.due


def test_one_answer_more_is_the_same_as_all_replayed() -> None:
    answers = [fact(i, START + DAY * days, grade=grade) for i, (days, grade) in enumerate(GRADES)]
    now, step_by_step = START + DAY * 60, schedule.empty(BANK)
    for answer in answers:
        step_by_step = step_by_step.after(answer, now)
    assert step_by_step == replay(answers, BANK, now)
    without = step_by_step.without("divisor", "f2", now)
    assert without == replay([a for a in answers if a.id != "f2"], BANK, now)


def test_only_the_answered_card_moves() -> None:
    now = START + DAY
    before = replay([fact(1, START), fact(2, START, "var-raw")], BANK, now)
    after = before.after(fact(3, now), now)
    assert after.memories["var-raw"] is before.memories["var-raw"]
    assert after.memories["divisor"] is not before.memories["divisor"]


def test_a_clock_set_back_gives_no_negative_days() -> None:
    now = START + DAY * 40
    ahead, back = fact(1, START + DAY * 20), fact(2, START)
    found = replay([ahead, back], BANK, now).memories["divisor"].card
    assert found.last_review == START + DAY * 20
    assert found.due > found.last_review


def test_a_clock_far_ahead_does_not_hide_a_card_for_ever() -> None:
    found = replay([fact(1, START + DAY * 30_000)], BANK, START).due("divisor")
    assert found is not None
    assert found < START + DAY * 30


@pytest.mark.parametrize("at", [-(2**62), 2**62])
def test_times_that_are_none_are_borne(at: int) -> None:
    assert replay([fact(1, START)._replace(at=at)], BANK, START).due("divisor") is not None


def test_an_answer_to_an_older_meaning_or_a_gone_question_does_not_count() -> None:
    assert replay([fact(1, START, rev=0), fact(2, START, "gone")], BANK, START).memories == {}


def test_days_are_those_of_the_clock_s_zone() -> None:
    learned = replay([fact(1, datetime(2026, 12, 1, 20, tzinfo=UTC), grade=1)], BANK, START + DAY)
    evening = datetime(2026, 12, 2, 0, 30, tzinfo=timezone(timedelta(hours=9)))
    assert not learned.is_due("divisor", evening)
    assert learned.is_due("divisor", evening + DAY)
    assert learned.is_due("divisor", datetime(2026, 12, 2, 8, tzinfo=UTC))  # before its hour, but on its day


def test_the_most_faded_come_first_then_what_is_new_in_the_file_s_order() -> None:
    answers = [fact(1, START, "divisor", 3), fact(2, START, "tie", 1), fact(3, START, "winner-exact", 4)]
    now = START + DAY * 30
    known = replay(answers, BANK, now)
    assert known.due_now(now) == ["tie", "divisor", "winner-exact"]
    queue = plan.plan(BANK, known, now)
    assert queue[0] == "tie"
    assert len(queue) == plan.MOST_CARDS
    assert [name for name in queue if name in CHAPTER] == list(CHAPTER)


def test_nothing_due_leaves_the_new_ones_and_then_what_fades() -> None:
    answers = [fact(i, START, question.id, 4) for i, question in enumerate(BANK.graded)]
    known = replay(answers, BANK, START)
    assert plan.plan(BANK, known, START) == ()
    assert len(plan.ahead(BANK, known, START)) == plan.MOST_CARDS


def test_a_preview_is_what_the_grade_then_does() -> None:
    now = START + DAY * 3
    known = replay([fact(1, START)], BANK, now)
    for grade, due in known.preview("divisor", now).items():
        assert known.after(fact(2, now, grade=grade), now).due("divisor") == due


def test_dates_in_words() -> None:
    assert [due_words(START + DAY * n, START) for n in (-3, 0, 1, 8, 90, 800)] == [
        "today", "today", "tomorrow", "in 8 days", "in 3 months", "in 2 years",
    ]  # fmt: skip
