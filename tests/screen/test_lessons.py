"""The tour and the quiz on the screen: covered until answered, no key costs anything, evidence, and where one was."""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from sqrtdk_tui import tour
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.learner import desk_at
from sqrtdk_tui.quiz.bank import packaged_bank
from sqrtdk_tui.quiz.desk import Desk
from sqrtdk_tui.quiz.events import ANSWER
from sqrtdk_tui.quiz.progress import Progress
from sqrtdk_tui.tui.app import NEW_HERE, SqrtdkApp
from sqrtdk_tui.tui.studio import MakeDesk
from sqrtdk_tui.tui.view import View
from tests.screen.driving import SIZES, Driven, instrument

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
COVERED = "Covered until you have answered"


def desk_in(path: Path | None, now: datetime = NOW, seed: int = 7) -> MakeDesk:
    def make() -> Desk:
        return Desk(packaged_bank(), Progress(path, lambda: now), lambda: now, seed, lambda: os.urandom(8).hex())

    return make


def desk_of(running: Driven) -> Desk:
    studio = running.app.instrument.studio
    assert studio is not None
    return studio.classroom.desk


def answers(running: Driven) -> int:
    return sum(event.kind == ANSWER for event in desk_of(running).progress.history().events)


@pytest.fixture(autouse=True)
def unguarded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys of a test come faster than a hand's; the test of held keys puts the guard back."""
    monkeypatch.setattr("sqrtdk_tui.quiz.keys.HELD", -1.0)


async def to_numeric(running: Driven) -> None:
    """To the first card that takes a number."""
    while (card := desk_of(running).session.card) is not None and card.kind != "numeric":
        await running.press("z")
    assert desk_of(running).session.card is not None


async def to_choice(running: Driven) -> None:
    while (card := desk_of(running).session.card) is not None and not card.chooses:
        await running.press("z")
    assert desk_of(running).session.card is not None


async def test_the_chapters_question_is_asked_covered_and_graded_only_after_its_answer(tmp_path: Path) -> None:
    async with instrument("quiz", make_desk=desk_in(tmp_path / "p.db")) as running:
        assert packaged_bank().questions[0].prompt[:30] in running.part("pane")
        assert COVERED in running.part("charts")
        assert "99.97%" not in running.text
        assert "√64" not in running.part("strip")
        await running.press("1", "2", "3", "4", "enter", "enter")
        assert answers(running) == 0
        assert running.view.pane == "quiz"
        assert "Space shows the answer" in running.part("pane")
        await running.press("space")
        assert "Answer:" in running.part("pane")
        assert "good" in running.part("footer")
        assert COVERED not in running.part("charts")
        assert answers(running) == 0
        await running.press("3")
        assert answers(running) == 1
        await running.press("3", "3", "3")
        assert answers(running) == 1


async def test_evidence_sets_the_instrument_and_b_brings_ones_own_settings_back() -> None:
    async with instrument("--d-k 4096") as running:
        own = running.view.lab
        await running.press("7", "space", "v")
        assert running.view.lab != own
        assert running.view.mine == own
        card = desk_of(running).session.card
        assert card is not None
        assert running.view.lab == card.asked.steps[0].lab
        await running.press("b")
        assert running.view.lab == own
        assert running.view.mine is None
        await running.press("b")
        assert "These are your settings." in running.text


async def test_a_committed_choice_is_told_with_its_own_reason() -> None:
    async with instrument("quiz", (80, 40), make_desk=desk_in(None)) as running:
        await to_choice(running)
        card = desk_of(running).session.card
        assert card is not None
        wrong = next(i for i in range(len(card.asked.options)) if i != card.asked.right_option)
        await running.press("abcd"[wrong])
        assert f"▸ {'abcd'[wrong]}" in running.part("pane")
        assert answers(running) == 0
        await running.press("!")
        told = " ".join(running.part("pane").split())
        assert "✗ Not yet" in told
        assert card.asked.options[wrong].why in told
        assert "you said: I am sure" in told
        await running.press("t")
        assert "▸" not in running.part("pane")
        assert COVERED in running.part("charts")
        assert answers(running) == 1


async def test_a_prediction_is_shown_on_the_instrument_as_soon_as_it_is_made() -> None:
    async with instrument("quiz", (80, 40)) as running:
        while True:
            card = desk_of(running).session.card
            if card is None:
                await running.press("n")
            elif card.kind == "predict":
                break
            else:
                await running.press("z")
        assert COVERED in running.part("charts")
        await running.press("a", "enter")
        card = desk_of(running).session.card
        assert card is not None
        assert card.evidence == 1
        assert running.view.lab == card.asked.steps[0].lab
        assert COVERED not in running.part("charts")


async def test_a_number_is_typed_kept_over_another_pane_and_answered_once() -> None:
    async with instrument("quiz") as running:
        await to_numeric(running)
        await running.press("1", "6", "q", "backspace", "9", "9", "backspace")
        assert "= 169" in running.part("pane")
        await running.press("tab", "1")
        assert running.view.pane == "steps"
        await running.press("7")
        assert "= 169" in running.part("pane")
        await running.press("ctrl+u", "1", "2")
        await running.press("enter", "4", "2")
        assert answers(running) == 1
        assert desk_of(running).progress.history().events[-1].response == "12"


async def test_a_pasted_number_goes_into_the_field() -> None:
    from textual.events import Paste

    async with instrument("quiz") as running:
        await to_numeric(running)
        running.app.instrument.post_message(Paste("0.25\n"))
        await running.settle()
        assert "= 0.25" in running.part("pane")


async def test_twenty_enters_make_one_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sqrtdk_tui.quiz.keys.HELD", 0.2)
    async with instrument("quiz") as running:
        studio = running.app.instrument.studio
        assert studio is not None
        at = iter(range(10_000))
        studio.classroom._clock = lambda: next(at) * 0.01
        await to_choice(running)
        await running.press("a", *["enter"] * 20)
        assert answers(running) == 1
        card = desk_of(running).session.card
        assert card is not None
        assert card.state == "feedback"


async def test_undo_works_on_the_end_page_too() -> None:
    async with instrument("quiz", (80, 40)) as running:
        await running.press("space", "4")
        await running.press("enter")
        while desk_of(running).session.card is not None:
            await running.press("z")
        assert "Right at the first try: 1 of 1." in running.part("pane")
        await running.press("u")
        card = desk_of(running).session.card
        assert card is not None
        assert card.state == "compare"


async def test_one_comes_back_to_the_step_and_to_what_was_answered(tmp_path: Path) -> None:
    kept = tmp_path / "p.db"
    async with instrument("tour", (80, 30), make_desk=desk_in(kept)) as running:
        await running.press("b", "enter", "enter", "a", "enter")
        assert "Step 2 of 10" in running.part("pane")
        await running.press("tab", "7", "space", "3")
    async with instrument("", (80, 30), make_desk=desk_in(kept, NOW + timedelta(days=9))) as running:
        await running.press("6")
        assert "Step 2 of 10" in running.part("pane")
        assert "✗ It is b" in running.part("pane")
        await running.press("p")
        assert "✓ As you predicted." in running.part("pane")
        await running.press("tab", "7")
        assert "due today 1" in running.part("pane")
        assert packaged_bank().questions[0].prompt[:30] in running.part("pane")


async def test_every_step_of_the_tour_is_covered_until_it_is_predicted() -> None:
    stops = tour.packaged_stops()
    async with instrument("tour", (100, 44)) as running:
        for number, stop in enumerate(stops, 1):
            assert f"Step {number} of {len(stops)}" in running.part("pane")
            assert COVERED in running.part("charts")
            assert running.part("strip").strip() == ""
            letter = "abcd"[stop.right]
            await running.press(letter)
            assert COVERED in running.part("charts")
            await running.press("enter")
            assert "✓ As you predicted." in running.part("pane")
            assert " ".join(stop.told(stop.result).split()) in " ".join(running.part("pane").split())
            if stop.facts:
                assert "overed" not in running.part("charts")
                assert running.view.lab == stop.steps[0].lab
                assert running.view.shown_pane == stop.steps[0].pane
            await running.press("enter")
        assert "The end of the tour" in running.part("pane")
        await running.press("tab", "b")
        assert running.view.lab == Lab()


async def test_tab_gives_the_keys_to_the_instrument_and_back() -> None:
    async with instrument("tour") as running:
        await running.press("tab", "right")
        assert running.view.lab.d_k == 128
        assert running.view.pane == "tour"
        await running.press("tab", "right", "5")
        assert running.view.lab.d_k == 128
        await running.press("?")
        assert "In the tour and the quiz" in running.app.instrument.parts.text_of("over") or running.view.mode == "page"
        await running.press("escape", "q")
        assert running.app._exit


async def test_the_newcomers_line_is_said_once_and_remembered(tmp_path: Path) -> None:
    kept = tmp_path / "p.db"
    app = SqrtdkApp(View(Lab(), note=NEW_HERE), make_desk=desk_in(kept))
    async with app.run_test(size=(80, 24)) as pilot:
        running = Driven(app, pilot)
        await running.settle()
        assert NEW_HERE in running.text
        assert desk_of(running).history.greeted
        await running.press("right")
        assert NEW_HERE not in running.text
    assert kept.exists()


async def test_a_file_that_cannot_be_used_is_told_once_and_stops_nobody(tmp_path: Path) -> None:
    kept = tmp_path / "a-folder.db"
    kept.mkdir()
    async with instrument("quiz", (100, 40), make_desk=desk_in(kept)) as running:
        assert "progress not saved" in running.text
        await running.press("space", "3", "enter", "space", "3")
        assert "progress not saved" not in running.text
        assert answers(running) == 2


@pytest.mark.parametrize("size", [*SIZES, (40, 15), (200, 60)])
@pytest.mark.parametrize("pane", ["tour", "quiz"])
async def test_it_fits_and_scrolls_at_every_size(size: tuple[int, int], pane: str) -> None:
    async with instrument(pane, size, ascii=True) as running:
        for key in ("a", "space", "enter", "3", "v", "pagedown", "pageup", "pageup", "pagedown", "b", "enter"):
            await running.press(key)
            assert running.text.isascii()
            assert all(len(line) <= size[0] for line in running.cells())
        assert running.part("pane").strip()


@pytest.mark.parametrize("size", [(80, 24), (40, 15), (40, 12), (120, 40)])
@pytest.mark.parametrize("keys", [("tab", "m", "tab"), ("f",), ("f", "f"), ("tab", "m", "p", "escape", "tab", "f")])
async def test_a_question_that_can_be_answered_is_seen(size: tuple[int, int], keys: tuple[str, ...]) -> None:
    async with instrument("tour", size) as running:
        await running.press("n", *keys)
        assert running.view.focus == "pane"
        assert "Step 2 of 10" in running.part("pane")


async def test_neither_inputs_nor_a_saved_text_tell_what_is_covered() -> None:
    async with instrument("tour") as running:
        await running.press("n", "n", "n", "tab", *["left"] * 5)
        assert running.view.lab.d_k == 2
        assert "= 1.414" not in running.text
        assert "Covered too" in running.part("strip")
        await running.press("tab", "b")
        assert "settings" not in running.text


async def test_a_smaller_terminal_shows_the_card_alone() -> None:
    async with instrument("tour") as running:
        await running.press("n", "b", "enter")
        await running.pilot.resize_terminal(20, 5)
        await running.pilot.resize_terminal(40, 15)
        await running.settle()
        assert "✓ As you predicted." in running.part("pane")
        await running.pilot.resize_terminal(80, 24)
        await running.settle()
        assert "PgUp: more above" in running.part("tabs")
        await running.press("pageup")
        assert "Step 2 of 10" in running.part("pane")


async def test_what_is_below_is_said_and_reached() -> None:
    async with instrument("quiz", (40, 15)) as running:
        await running.press("space")
        assert "PgDn" in running.part("pane")
        for _ in range(6):
            await running.press("pagedown")
        assert "4 easy" in running.part("pane")
        assert "PgDn" not in running.part("pane")


def test_the_desk_of_a_test_forgets() -> None:
    assert desk_at(None, 0).progress.path is None
