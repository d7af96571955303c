"""A sitting: what comes when, what a miss does, and that undo takes back everything but the fact."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import pairwise

from sqrtdk_tui.quiz import plan
from sqrtdk_tui.quiz.bank import CHAPTER, packaged_bank
from sqrtdk_tui.quiz.draw import ask
from sqrtdk_tui.quiz.keys import Guard, deed, state_of, taken_by_field, working
from sqrtdk_tui.quiz.session import press, start
from sqrtdk_tui.quiz.sitting import Session
from sqrtdk_tui.quiz.words import card_lines, end_lines, feedback_lines, place
from tests.quiz.helpers import answer, card_of, desk_at, go_on, to_the_end

BANK = packaged_bank()


def sitting(*questions: str, seed: int = 1) -> Session:
    return start(BANK, seed, questions, {})


def test_the_first_sitting_has_the_chapter_s_three_first_and_twelve_in_all() -> None:
    desk = desk_at(None)
    seen = to_the_end(desk)
    assert seen[:3] == list(CHAPTER)
    assert len(seen) == plan.MOST_CARDS
    assert desk.session.right == (12, 12)
    assert desk.session.closing is not None


def test_every_card_is_reached_once() -> None:
    desk, seen = desk_at(None), []
    for _ in range(4):
        seen += to_the_end(desk)
        desk.press("more")
    assert sorted(seen) == sorted(question.id for question in BANK.graded)


def test_a_miss_returns_after_three_other_cards_until_it_is_right() -> None:
    desk = desk_at(None)
    answer(desk, right=False)
    go_on(desk)
    seen = [card_of(desk).asked.question.id]
    for _ in range(3):
        answer(desk)
        go_on(desk)
        seen.append(card_of(desk).asked.question.id)
    assert seen == [*desk.session.queue[1:4], CHAPTER[0]]
    assert card_of(desk).asked.visit == 1
    assert place(desk.session, 0).startswith("once more")
    answer(desk, right=False)
    go_on(desk)
    assert CHAPTER[0] in desk.session.queue[desk.session.at :]
    assert to_the_end(desk).count(CHAPTER[0]) == 1
    assert desk.session.misses == (CHAPTER[0],)
    assert desk.session.right == (11, 12)


def test_the_last_card_returns_last() -> None:
    desk = desk_at(None)
    desk.session = sitting("divisor")
    answer(desk, right=False)
    go_on(desk)
    assert card_of(desk).asked.question.id == "divisor"


def test_retry_has_new_numbers_and_the_miss_still_returns() -> None:
    desk = desk_at(None)
    desk.session = sitting("divisor", "var-raw")
    first = card_of(desk).asked.params
    answer(desk, right=False)
    assert card_of(desk).can_retry
    desk.press("retry")
    assert card_of(desk).asked.params != first
    answer(desk)
    assert not card_of(desk).can_retry
    go_on(desk)
    assert desk.session.queue.count("divisor") == 2
    assert len(desk.session.taken) == 1


def test_skip_puts_a_card_away_for_this_sitting() -> None:
    desk = desk_at(None)
    name = card_of(desk).asked.question.id
    desk.press("skip")
    assert name not in to_the_end(desk)
    desk.press("more")
    assert name not in desk.session.queue[11:]
    assert len(desk.history.answers) == 11


def test_skipping_a_second_try_goes_on() -> None:
    desk = desk_at(None)
    desk.session = sitting("divisor", "var-raw")
    answer(desk, right=False)
    desk.press("retry")
    desk.press("skip")
    assert card_of(desk).asked.question.id == "var-raw"
    assert desk.session.queue.count("divisor") == 2


def test_undo_goes_back_grade_by_grade_also_from_the_end() -> None:
    desk = desk_at(None)
    states = []
    while not desk.session.ended:
        states.append((desk.session.at, card_of(desk).asked))
        answer(desk)
        go_on(desk)
    for at, asked in reversed(states):
        desk.press("undo")
        assert (desk.session.at, card_of(desk).asked) == (at, asked)
        assert card_of(desk).state in ("ask", "compare")
    assert desk.history.answers == ()
    assert len(desk.history.events) == 24
    assert desk.schedule is not None
    assert desk.schedule.memories == {}
    desk.press("undo")
    assert desk.session.note == "There is nothing to undo."


def test_undo_in_the_feedback_gives_the_card_back_as_it_was() -> None:
    desk = desk_at(None)
    desk.session = sitting("winner-exact")
    desk.press("select", 1)
    before = card_of(desk)
    desk.press("commit", "sure")
    desk.press("undo")
    assert card_of(desk) == before
    assert desk.session.taken == ()


def test_misses_come_again_from_the_end_page() -> None:
    desk = desk_at(None)
    desk.session = sitting("divisor", "var-raw", "winner-exact")
    answer(desk, right=False, confidence="sure")
    go_on(desk)
    to_the_end(desk)
    assert desk.session.sure_but_wrong == ("divisor",)
    told = "\n".join(line.text for line in end_lines(desk))
    assert "Right at the first try: 2 of 3." in told
    assert "Sure, but not so" in told
    assert "One block of a transformer looks" in told
    assert "Next page" not in told
    desk.press("reveal")
    assert "Next page" in "\n".join(line.text for line in end_lines(desk))
    desk.press("misses")
    assert card_of(desk).asked.question.id == "divisor"
    answer(desk)
    go_on(desk)
    assert desk.session.ended


def test_enter_without_an_answer_is_only_a_reminder() -> None:
    for question in BANK.questions:
        session = sitting(question.id)
        for _ in range(3):
            session = press(session, "commit")
        assert session.card is not None
        assert session.card.state == "ask"
        assert session.card.note
        assert session.unsaved == ()


def test_hints_are_capped_and_say_so() -> None:
    session = sitting("var-raw")
    for _ in range(5):
        session = press(session, "hint")
    assert session.card is not None
    assert session.card.hints == 2
    assert session.card.note == "That was the last hint."


KEYS = ["enter", "space", "enter", "space", "space", "up", "down", "escape", "tab", *"abcdefghmnqtuvxz?!.,0123456789"]


def test_five_hundred_random_keys_never_grade_without_a_reveal_nor_commit_without_a_choice() -> None:
    kinds = [kind for seed in range(8) for kind in _press_at_random(seed)]
    assert {"answer", "undo"} <= set(kinds)


def _press_at_random(seed: int) -> list[str]:
    """The kinds of the events that five hundred keys made."""
    rng, desk = random.Random(seed), desk_at(None, seed=seed)
    for _ in range(500):
        key, before = rng.choice(KEYS), desk.session
        stored = len(desk.history.events)
        if before.card is not None and taken_by_field(before, key):
            desk.press("write", before.card.typed + key)
            continue
        found = deed(before, key)
        if found is not None:
            desk.press(*found)
        new = desk.history.events[stored:]
        assert len(new) <= 1
        for event in new:
            if event.kind == "answer":
                assert before.card is not None
                if before.card.kind == "recall":
                    assert key in "1234"
                    assert before.card.state == "compare"
                else:
                    assert key in ("enter", "g", "!")
                    assert before.card.selected is not None or before.card.typed
            else:
                assert key in ("u", "enter", "g", "!")
    return [event.kind for event in desk.history.events]


def test_digits_do_nothing_but_in_compare() -> None:
    for question in BANK.questions:
        session = sitting(question.id)
        for state in ("ask", "feedback"):
            for digit in "1234":
                assert deed(session, digit) is None, (question.id, state)
            session = press(press(press(session, "select", 0), "reveal"), "commit")
            if question.kind == "recall" and state == "ask":
                assert deed(session, "3") == ("grade", 3)
                session = press(session, "grade", 3)
            if question.kind == "numeric":
                session = press(press(session, "write", "5"), "commit")
    assert deed(sitting(), "1") is None


def test_twenty_enters_in_a_fifth_of_a_second_make_one_answer() -> None:
    desk, guard = desk_at(None), Guard()
    desk.session = sitting("winner-exact", "tie", "hygiene")
    desk.press("select", 0)
    for i in range(20):
        guard, acts = guard.press("enter", 0.01 * i)
        found = deed(desk.session, "enter")
        if acts and found:
            desk.press(*found)
    assert len(desk.history.answers) == 1
    assert state_of(desk.session) == "feedback"
    for i in range(30):  # held for a second more, the repeats 33 ms apart
        guard, acts = guard.press("enter", 0.2 + 0.033 * i)
        assert not acts


def test_the_number_field_leaves_the_pane_its_keys() -> None:
    session = sitting("divisor")
    assert taken_by_field(session, "8")
    assert taken_by_field(session, "s")
    assert not taken_by_field(session, "enter")
    assert deed(session, "h") == ("hint", None)
    assert deed(session, "!") == ("commit", "sure")
    assert deed(session, "8") is None
    assert not taken_by_field(sitting("tie"), "8")


def test_keys_named_as_working_do_work() -> None:
    named = {"Enter": "enter", "Space": "space", "0-9": "5"}
    for question in BANK.questions:
        for touched in (sitting(question.id), press(sitting(question.id), "select", 0)):
            for key, _ in working(touched):
                key = named.get(key, key[0])
                assert deed(touched, key) or taken_by_field(touched, key), (question.id, key)


def test_the_same_seed_asks_the_same_also_after_undo_and_skip() -> None:
    plain, wild = desk_at(None, seed=9), desk_at(None, seed=9)
    expected = {}
    while not plain.session.ended:
        expected[card_of(plain).asked.question.id] = card_of(plain).asked
        answer(plain)
        go_on(plain)
    skipped = card_of(wild).asked.question.id
    wild.press("skip")
    seen = {skipped: expected[skipped]}
    while not wild.session.ended:
        answer(wild)
        wild.press("undo")
        seen[card_of(wild).asked.question.id] = card_of(wild).asked
        answer(wild)
        go_on(wild)
    assert seen == expected


def test_another_seed_asks_otherwise_and_no_visit_repeats_the_numbers_before() -> None:
    orders = {ask(BANK["what-is-learned"], seed, 0).places for seed in range(40)}
    assert len(orders) > 12
    for question in BANK.questions:
        if len(question.draws) > 1:
            params = [ask(question, 5, visit).params for visit in range(40)]
            assert all(a != b for a, b in pairwise(params))
            count = len(question.draws)
            assert all(params[:count].count(one) == 1 for one in question.draws)


def test_the_seed_does_not_depend_on_the_interpreter() -> None:
    code = (
        "from sqrtdk_tui.quiz.bank import load; from sqrtdk_tui.quiz.draw import ask;"
        "print([(a.params, a.places) for q in load().questions for a in [ask(q, 7, 3)]])"
    )
    told = {
        subprocess.run(
            [sys.executable, "-c", code], env={"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_feedback_says_verdict_why_answer_and_evidence_in_this_order() -> None:
    desk = desk_at(None)
    desk.session = sitting("dk64-spike")
    assert feedback_lines(card_of(desk)) == []
    desk.press("select", 0)
    desk.press("commit", "sure")
    desk.press("evidence")
    lines = [line.text for line in feedback_lines(card_of(desk), "tomorrow", 5)]
    assert lines[0] == "✗ Not yet (you said: I am sure)"
    assert "plain proportion" in lines[1]
    assert lines[2] == "Answer: 99.97%"
    assert lines[4].startswith('Undivided: "the" 99.97%')
    assert lines[5] == "Comes again tomorrow. Step 5 of the tour shows it."


def test_what_was_typed_cannot_steer_the_terminal() -> None:
    session = press(sitting("divisor"), "write", "8\x1b[2J\n")
    assert session.card is not None
    assert all(line.text.isprintable() for line in card_lines(session.card))
    session = press(session, "commit")
    assert session.card is not None
    assert session.card.state == "ask"
    assert session.card.note.isprintable()


def test_evidence_waits_for_the_answer() -> None:
    session = press(sitting("tie"), "evidence")
    assert session.card is not None
    assert session.card.evidence == 0
    assert session.card.covered
