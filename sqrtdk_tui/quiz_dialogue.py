"""The quiz and the tour as line dialogues, on a terminal or over a pipe: one line in, a few lines out."""

from collections.abc import Callable, Iterable
from typing import TextIO

from sqrtdk_tui import tour, tour_words
from sqrtdk_tui.content import Line
from sqrtdk_tui.evidence import words as evidence_words
from sqrtdk_tui.labels import to_ascii
from sqrtdk_tui.quiz import words
from sqrtdk_tui.quiz.card import ASK, COMPARE, FEEDBACK
from sqrtdk_tui.quiz.desk import Desk
from sqrtdk_tui.quiz.draw import LETTERS
from sqrtdk_tui.quiz.grading import GRADES, GUESS, SURE, THINK
from sqrtdk_tui.quiz.keys import working
from sqrtdk_tui.quiz.sitting import Session
from sqrtdk_tui.rows import wrap
from sqrtdk_tui.tour import Tour

QUIT = ("q", "quit", "exit")
_CONFIDENT = {"": THINK, "!": SURE, "g": GUESS}
_WORDS = {
    "h": ("hint", None),
    "z": ("skip", None),
    "u": ("undo", None),
    "t": ("retry", None),
    "v": ("evidence", None),
    "m": ("misses", None),
    "n": ("next", None),
}
HELP = """\
One line is one answer. Nothing is graded before you have chosen it.
  a b c d      choose an option and answer      b !  answer as sure     b g  answer as a guess
  0.25  1/4    answer with a number (also 25%, sqrt(64), 64^0.5; with ! or g behind it)
  s            show the answer, where you only think;  then 1 missed  2 barely  3 good  4 easy
  Enter or n   next, once there is feedback     v    what the instrument shows
  h hint   z skip   t try again   u undo the last grade   m the misses again, at the end   q leave"""


class Paper:
    """Where lines are written: wrapped, and in ASCII where the terminal has nothing else."""

    def __init__(self, out: TextIO, width: int, ascii: bool) -> None:
        self._out, self._width, self._ascii = out, max(40, min(width, 100)), ascii

    def write(self, lines: Iterable[Line]) -> None:
        """One paragraph a line; what hangs together stays indented."""
        for line in lines:
            text = line.text.replace("Space", "s") if line.role == "note" else line.text
            indent = " " * (len(text) - len(text.lstrip()))
            for i, part in enumerate(wrap(text, self._width - len(indent)) or [""]):
                self._print(indent + (part if i == 0 else f"  {part}" if indent else part))

    def say(self, text: str = "") -> None:
        """A paragraph of plain text, its own line ends kept."""
        for line in text.split("\n"):
            self._print(line)

    def items(self, items: Iterable[str]) -> None:
        """Short phrases side by side, none of them broken."""
        line = ""
        for item in items:
            if line and len(line) + 3 + len(item) > self._width:
                self._print(line)
                line = ""
            line = f"{line}   {item}" if line else item
        self._print(line)

    def ask(self) -> None:
        """The prompt, without a line end."""
        self._out.write("> ")
        self._out.flush()

    def _print(self, text: str) -> None:
        self._out.write((to_ascii(text) if self._ascii else text).rstrip() + "\n")


def _lines_of(source: TextIO, paper: Paper) -> Iterable[str]:
    """What is typed, line by line, until it ends or the learner leaves."""
    while True:
        paper.ask()
        line = source.readline(10_000)
        if not line or line.strip().lower() in QUIT:
            paper.say()
            return
        yield line.strip()


def run_quiz(desk: Desk, source: TextIO, paper: Paper) -> None:
    """Ask until there is nothing left or the learner leaves."""
    paper.say(f"Quiz, seed {desk.seed}. ? tells what can be typed, q leaves; every answer is kept at once.")
    _show(desk, paper)
    for text in _lines_of(source, paper):
        if text == "?":
            paper.say(HELP)
            continue
        before = desk.session
        _answer(desk, text)
        if _seen(desk.session) == _seen(before):
            paper.say("That does nothing here; ? tells what can be typed.")
        _show(desk, paper)


def _seen(session: Session) -> tuple[object, ...]:
    return session.card, session.at, session.closing, session.note, len(session.taken)


def _answer(desk: Desk, text: str) -> None:
    """Do what the line says; a line that says nothing now changes nothing."""
    card, lower = desk.session.card, text.lower()
    if card is None:
        action = {"n": "more", "s": "reveal", "m": "misses", "u": "undo"}.get(lower)
        if action:
            desk.press(action)
    elif lower in _WORDS and not (lower == "n" and card.state == ASK):
        desk.press(*_WORDS[lower])
    elif card.state == FEEDBACK:
        if not text:
            desk.press("next")
    elif card.state == COMPARE:
        if text in map(str, GRADES):
            desk.press("grade", int(text))
    elif card.kind in ("recall", "teaser"):
        desk.press("reveal" if lower == "s" else "commit")  # the card's own note says how the answer is shown
    else:
        _commit(desk, text)


def _commit(desk: Desk, text: str) -> None:
    """`b`, `b !`, `0.25 g`: the answer, and how sure the learner is."""
    answer = text.rstrip("!gG").rstrip()
    confidence = _CONFIDENT.get(text[len(answer) :].strip().lower(), THINK)
    card = desk.session.card
    if card is not None and card.chooses:
        letters = LETTERS[: len(card.asked.options)]
        if not answer or answer.lower() not in letters:
            desk.press("commit")  # says what is to be chosen; costs nothing
            return
        desk.press("select", letters.index(answer.lower()))
    else:
        desk.press("write", answer)
    desk.press("commit", confidence)


def _show(desk: Desk, paper: Paper) -> None:
    session, note = desk.session, desk.progress.take_note()
    paper.say()
    if note:
        paper.write([Line(note)])
    if session.card is None:
        paper.write(words.end_lines(desk))
    else:
        card = session.card
        if card.state == ASK:
            paper.write([Line(words.place(session, desk.due()))])
            paper.write(words.card_lines(card))
        else:
            name = card.asked.question
            paper.write([] if card.note == "" else [Line(card.note)])
            paper.write(words.feedback_lines(card, desk.next_date(name.id), tour.stop_of(name.source)))
            _where(card.asked.steps[card.evidence - 1].command if card.evidence else "", paper)
    if session.note:
        paper.write([Line(session.note)])
    paper.items(_foot(desk))


def _where(command: str, paper: Paper) -> None:
    if command:
        paper.say(f"  {command}")


def _foot(desk: Desk) -> list[str]:
    """What can be typed now."""
    card = desk.session.card
    if card is not None and card.state == COMPARE:
        return [*words.grade_labels(desk), *(["u undo"] if desk.session.past else []), "q leave"]
    named = [(key.replace("Space", "s"), what) for key, what in working(desk.session)]
    if card is not None and card.state == ASK and card.kind not in ("recall", "teaser"):
        what = "a letter" if card.chooses else "a number"
        others = [pair for pair in named if pair[0] in ("h", "z", "u")]
        named = [(what, "answers"), ("! behind it", "sure"), ("g", "a guess"), *others]
    return [f"{key} {what}" for key, what in [*named, ("q", "leave")]]


def run_tour(state: Tour, keep: Callable[[Tour], None], source: TextIO, paper: Paper) -> Tour:
    """Walk the steps; `keep` stores each new position."""
    paper.say("The tour. Predict first; then see. q leaves, and you come back to where you were.")
    _show_stop(state, paper)
    for text in _lines_of(source, paper):
        after = _tour_step(state, text.lower())
        if after.position != state.position:
            keep(after)
        if after is state:
            paper.say("That does nothing here; what does stands under the step.")
        state = after
        _show_stop(state, paper)
    return state


def _tour_step(state: Tour, text: str) -> Tour:
    """A letter predicts at once: a line has its own Enter."""
    if text in ("", "n"):
        return tour.press(state, "next" if state.told or text else "commit")
    found = tour_words.deed(state, text)
    if found is None:
        return state
    after = tour.press(state, *found)
    return tour.press(after, "commit") if found[0] == "select" and after is not state else after


def _show_stop(state: Tour, paper: Paper) -> None:
    paper.say()
    lines = tour_words.lines(state)
    paper.write(lines)
    if not state.covered and state.step is not None:
        paper.write([Line(evidence_words(state.step))])
        _where(state.step.command, paper)
    named = [(key, what) for key, what in tour_words.working(state) if what != "predict"]
    paper.items(f"{key} {what}" for key, what in [*named, ("q", "leave")])
