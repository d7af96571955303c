"""The commands as typed in a shell, over a pipe: the same core, the same answers stored."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from sqrtdk_tui import cli, learner
from sqrtdk_tui.quiz import store
from sqrtdk_tui.quiz.bank import CHAPTER, packaged_bank
from sqrtdk_tui.quiz.card import Card
from sqrtdk_tui.quiz.desk import Desk
from sqrtdk_tui.quiz.draw import LETTERS
from sqrtdk_tui.quiz_dialogue import Paper, run_quiz
from tests.quiz.helpers import card_of, desk_at

BANK = packaged_bank()


def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *argv: str, typed: str = ""
) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    monkeypatch.setattr("sqrtdk_tui.terminal.shows_unicode", lambda: True)
    status = cli.main(list(argv))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def right_lines(card: Card) -> list[str]:
    """What a learner types who knows."""
    if card.kind == "recall":
        return ["s", "3", ""]
    if card.kind == "numeric":
        return [repr(card.asked.key), ""]
    return [LETTERS[card.asked.right_option or 0], ""]


class Knows(io.StringIO):
    """A learner at a desk, who answers every card rightly, round after round."""

    def __init__(self, desk: Desk, rounds: int) -> None:
        super().__init__()
        self.desk, self.rounds, self.waiting, self.seen = desk, rounds, list[str](), list[str]()

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        session = self.desk.session
        if not self.waiting and session.card is not None:
            self.waiting = right_lines(session.card)
            self.seen.append(session.card.asked.question.id)
        elif not self.waiting:
            self.rounds -= 1
            self.waiting = ["n"] if self.rounds else ["q"]
        return self.waiting.pop(0) + "\n"


def test_the_dialogue_reaches_every_card_and_stores_what_the_session_stores(tmp_path: Path) -> None:
    path = tmp_path / "progress.db"
    desk, out = desk_at(path), io.StringIO()
    learner = Knows(desk, 4)
    run_quiz(desk, learner, Paper(out, 80, False))
    assert sorted(learner.seen) == sorted(question.id for question in BANK.graded)
    assert sorted(event.question for event in store.read(path)) == sorted(learner.seen)
    assert all(event.correct == 1 for event in store.read(path))
    text = out.getvalue()
    assert text.count("✓ Right") == len(learner.seen)
    assert all(len(line) <= 100 for line in text.splitlines() if not line.strip().startswith("sqrtdk-tui"))
    assert "One block of a transformer looks" in text


def test_the_dialogue_in_ascii_has_nothing_else() -> None:
    desk, out = desk_at(None), io.StringIO()
    run_quiz(desk, Knows(desk, 4), Paper(out, 80, True))
    assert out.getvalue().isascii()
    assert "?" not in out.getvalue().replace("? ", "").replace("?\n", "").replace("?'", "")


def test_lines_that_say_nothing_cost_nothing() -> None:
    desk, out = desk_at(None), io.StringIO()
    run_quiz(desk, io.StringIO("\n\nx\n3\nq1\n?\n\n"), Paper(out, 80, False))
    assert desk.history.events == ()
    assert card_of(desk).state == "ask"
    assert "s shows the answer" in out.getvalue()


def test_words_behind_an_answer_say_how_sure(tmp_path: Path) -> None:
    desk = desk_at(None)
    lines = ["s", "3", "", "s", "3", "", "s", "3", "", "s", "3", "", "12 slots", "h", "25 !", ""]
    run_quiz(desk, io.StringIO("\n".join(lines) + "\n"), Paper(io.StringIO(), 80, False))
    last = desk.history.answers[-1]
    assert (last.question, last.response, last.hints, last.confidence) == ("var-raw", "25", 1, "sure")


def test_quiz_over_a_pipe_then_stats_export_import_and_reset(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    mine, other = ["--progress", str(tmp_path / "mine.db")], ["--progress", str(tmp_path / "other.db")]
    status, out, _ = run(monkeypatch, capsys, "quiz", "--plain", "--quiz-seed", "5", *mine, typed="s\n3\n\ns\n1\n")
    assert (status, out.count("Answer: ")) == (0, 4)
    status, out, _ = run(monkeypatch, capsys, "quiz", "stats", "--json", *mine)
    found = json.loads(out)
    assert {"answered", "right_first_try", "due", "sure_but_wrong", "topics"} <= set(found)
    assert (found["answered"], found["right_first_try"]) == (2, 1)
    assert "1 of 2 right" in run(monkeypatch, capsys, "quiz", "stats", *mine)[1]
    text = str(tmp_path / "out.jsonl")
    assert "2 entries" in run(monkeypatch, capsys, "quiz", "export", "--answers", text, *mine)[1]
    assert "2 of 2 entries are new" in run(monkeypatch, capsys, "quiz", "import", text, *other)[1]
    assert "0 of 2 entries are new" in run(monkeypatch, capsys, "quiz", "import", text, *other)[1]
    both = [mine[1], other[1], str(tmp_path / "none.db")]
    status, out, err = run(monkeypatch, capsys, "quiz", "stats", *both)
    assert out.startswith("2 learners.\n")
    assert "none.db is passed over" in err
    assert json.loads(run(monkeypatch, capsys, "quiz", "stats", "--json", *both[:2])[1])["learners"] == 2
    assert "Nothing was changed." in run(monkeypatch, capsys, "quiz", "reset", *mine, typed="no\n")[1]
    assert Path(mine[1]).exists()
    assert "nothing is deleted" in run(monkeypatch, capsys, "quiz", "reset", *mine, typed="reset\n")[1]
    assert not Path(mine[1]).exists()
    anki = str(tmp_path / "cards.txt")
    assert "49 cards" in run(monkeypatch, capsys, "quiz", "export", "--anki", anki)[1]


def test_the_same_seed_prints_the_same(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    typed = "s\n3\n\ns\n3\n\ns\n3\n\ns\n3\n\n5\n\n5\n\nz\nu\n"
    runs = [
        run(monkeypatch, capsys, "quiz", "--plain", "--no-progress", "--quiz-seed", seed, typed=typed)[1]
        for seed in ("3", "3", "4")
    ]
    assert runs[0] == runs[1] != runs[2]


def test_a_learner_has_a_file_of_their_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(learner, "data_folder", lambda: tmp_path / "data")
    for argv in (["--learner", "Ann"], ["--learner", "ann"], []):
        run(monkeypatch, capsys, "quiz", "--plain", *argv, typed="s\n3\n")
    assert len(store.read(tmp_path / "data" / "learners" / "ann.db")) == 2
    assert [event.question for event in store.read(tmp_path / "data" / "progress.db")] == [CHAPTER[0]]


def test_the_tour_comes_back_to_where_it_was(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = ["--progress", str(tmp_path / "progress.db")]
    _, out, _ = run(monkeypatch, capsys, "tour", "--plain", *file, typed="b\n\nb\n\n\nx\n")
    assert "Step 3 of 10" in out
    assert "Predict first" in out
    _, out, _ = run(monkeypatch, capsys, "tour", "--plain", *file, typed="p\nn\nc\n")
    assert out.index("Step 3 of 10") < out.index("Step 2 of 10")
    assert "As you predicted." in out[out.index("Step 2 of 10") :]
    assert "1 in 5.5 million" in out
    _, out, _ = run(monkeypatch, capsys, "tour", "--plain", *file, typed="n\n" * 8)
    assert "The end of the tour" in out


def test_progress_that_cannot_be_kept_is_said_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("x")
    bad = str(tmp_path / "file" / "progress.db")
    status, out, err = run(monkeypatch, capsys, "quiz", "--plain", "--progress", bad, typed="s\n3\n\ns\n3\n")
    assert status == 0
    assert (out + err).replace("\n", " ").count("progress not saved") == 1


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (["quiz", "dance"], "quiz dance is not known"),
        (["quiz", "--learner", "../x"], "--learner ../x cannot be a name"),
        (["quiz", "--learner", "a", "--no-progress"], "--learner names a file"),
        (["quiz", "--progress", "x.db", "--no-progress"], "against each other"),
        (["quiz", "--quiz-seed", "x"], "--quiz-seed"),
        (["quiz", "--quiz-seed", "-1"], "--quiz-seed"),
        (["quiz", "--json"], "--json goes with quiz stats"),
        (["quiz", "export"], "needs --anki FILE or --answers OUT"),
        (["quiz", "import"], "needs one file"),
        (["quiz", "import", "/nowhere"], "cannot be read"),
        (["quiz", "stats", "/nowhere.db"], "None of these files"),
        (["quiz", "reset", "--no-progress"], "needs a file"),
        (["quiz", "reset", "--progress", "/nowhere.db"], "does not exist"),
        (["quiz", "--d-k", "4"], "--d-k is not known here"),
        (["tour", "back"], "back is not known here"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_status_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], argv: list[str], told: str
) -> None:
    status, out, err = run(monkeypatch, capsys, *argv)
    assert (status, out) == (2, "")
    assert told in err
    assert err.count("\n") == (2 if "passed over" in err else 1)


@pytest.mark.parametrize("what", ["quiz", "tour"])
def test_help_is_ascii_and_leaves(what: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        cli.main([what, "--help"])
    assert left.value.code == 0
    out = capsys.readouterr().out
    assert out.isascii()
    assert "--learner" in out


def test_a_theme_that_there_is_none_of_is_refused_before_a_screen_opens(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for what in ("quiz", "tour"):
        status, _, told = run(monkeypatch, capsys, what, "--theme", "pink", "--no-progress")
        assert status == 2
        assert "pink is none of dark or light" in told
