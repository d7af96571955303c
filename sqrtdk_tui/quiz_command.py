"""What `sqrtdk-tui quiz ...` and `sqrtdk-tui tour` do."""

import contextlib
import io
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from sqrtdk_tui.learner import desk_for, now, path_of
from sqrtdk_tui.options import UsageError
from sqrtdk_tui.quiz.bank import packaged_bank
from sqrtdk_tui.quiz.desk import Desk
from sqrtdk_tui.quiz_options import parse
from sqrtdk_tui.typed import shown

if TYPE_CHECKING:
    from sqrtdk_tui import quiz_dialogue


def run(argv: Sequence[str]) -> int:
    """Run `quiz ...` or `tour ...`; the exit status.

    Raises:
        UsageError, ContentError: one sentence for who typed it.
    """
    given = parse(argv)
    if given.kiosk:
        from sqrtdk_tui import terminal

        terminal.forget_the_environment()
    if given.what == "tour":
        return _tour(given)
    return _USES[given.use or ""](given)


def _quiz(given: Namespace) -> int:
    if given.json or given.anki is not None or given.answers is not None:
        raise UsageError("--json goes with quiz stats, --anki and --answers with quiz export.")
    screen = open_screen("quiz", given)
    if screen is not None:
        return screen
    from sqrtdk_tui import quiz_dialogue

    desk = desk_for(given)
    desk.load()
    quiz_dialogue.run_quiz(desk, _input(), _paper(given))
    return _leave(desk)


def _tour(given: Namespace) -> int:
    screen = open_screen("tour", given)
    if screen is not None:
        return screen
    from sqrtdk_tui import quiz_dialogue, tour

    desk = desk_for(given)
    desk.load()
    state = tour.resumed(tour.packaged_stops(), desk.history.tour)
    quiz_dialogue.run_tour(state, lambda now: desk.visit_tour(*now.position), _input(), _paper(given))
    return _leave(desk)


def open_screen(pane: str, given: Namespace) -> int | None:
    """Open the screen on this pane and run it; None where a line dialogue is wanted (--plain, no terminal).

    Raises:
        UsageError: there is a terminal, but none that a screen can be drawn on.
    """
    from sqrtdk_tui import opening, terminal
    from sqrtdk_tui.lab import Lab

    if given.plain or not terminal.is_terminal(1):
        return None
    return opening.open_screen(pane, Lab(), given)


def _input() -> TextIO:
    if sys.stdin is None:
        raise UsageError("Standard input is closed, so nothing can be answered.")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    return sys.stdin


def _paper(given: Namespace) -> "quiz_dialogue.Paper":
    from sqrtdk_tui import quiz_dialogue
    from sqrtdk_tui.terminal import width

    if sys.stdout is None:
        raise UsageError("Standard output is closed, so nothing can be asked.")
    ascii = _plain_ascii(given.ascii)
    return quiz_dialogue.Paper(sys.stdout, width(), ascii)


def _plain_ascii(asked: bool = False) -> bool:
    """Must it be ASCII? Standard output is set so that no sign can stop the program."""
    from sqrtdk_tui.terminal import shows_unicode

    ascii = asked or not shows_unicode()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="ascii" if ascii else "utf-8", errors="replace")
    return ascii


def _leave(desk: Desk) -> int:
    desk.progress.flush()
    note = desk.progress.take_note()
    if note:
        _say(note, sys.stderr)
    return 0


def _stats(given: Namespace) -> int:
    from sqrtdk_tui.quiz import stats
    from sqrtdk_tui.quiz.words import TOPICS

    if given.files:
        return _class_stats(given)
    desk = desk_for(given)
    desk.load()
    found = desk.stats()
    note = desk.progress.take_note()
    if note:
        _say(note, sys.stderr)
    return _print(given, found.json_object(), stats.words(found, TOPICS, now()))


def _class_stats(given: Namespace) -> int:
    from sqrtdk_tui.quiz import classroom, store
    from sqrtdk_tui.quiz.events import History

    histories = []
    for name in given.files:
        try:
            if not Path(name).is_file():
                raise store.Trouble("there is no such file")
            histories.append(History(tuple(store.read(Path(name), write=False))))
        except store.Trouble as trouble:
            _say(f"{shown(Path(name).name, 60)} is passed over: {trouble.reason}.", sys.stderr)
    if not histories:
        raise UsageError("None of these files holds answers.")
    rows = classroom.of_class(histories, packaged_bank())
    return _print(given, classroom.class_json(rows, len(histories)), classroom.class_words(rows, len(histories)))


def _export(given: Namespace) -> int:
    from sqrtdk_tui.quiz import exchange

    if (given.anki is None) == (given.answers is None):
        raise UsageError("quiz export needs --anki FILE or --answers OUT.")
    if given.anki is not None:
        exchange.write(Path(given.anki), exchange.anki_text(packaged_bank()), exchange.ANKI_HEAD[0])
        _say(f"{len(packaged_bank().questions)} cards are in {shown(given.anki, 60)}; in Anki: File, Import.")
        return 0
    events = desk_for(given).progress.history().events
    exchange.write(Path(given.answers), exchange.answers_text(events), f'{{"format": "{exchange.ANSWERS_FORMAT}"')
    _say(f"{len(events)} entries are in {shown(given.answers, 60)}; quiz import joins them elsewhere.")
    return 0


def _import(given: Namespace) -> int:
    from sqrtdk_tui.quiz import exchange, store

    if len(given.files) != 1:
        raise UsageError("quiz import needs one file.")
    events = exchange.read_answers(Path(given.files[0]))
    try:
        new = desk_for(given).progress.join(events)
    except store.Trouble as trouble:
        raise UsageError(f"Nothing was imported: {trouble.reason}.") from None
    _say(f"{new} of {len(events)} entries are new here; the others were here already.")
    return 0


def _reset(given: Namespace) -> int:
    from sqrtdk_tui.quiz.reset import WORD, reset

    path = path_of(given)
    if path is None:
        raise UsageError("quiz reset needs a file of answers; leave --no-progress away.")
    if not path.is_file():
        raise UsageError(f"There is no progress to reset: {shown(str(path), 60)} does not exist.")
    _say(f"All answers in {shown(str(path), 60)} are put aside. Type {WORD} to do it; anything else leaves them.")
    aside = reset(path, _input().readline(100), now())
    _say(f"Moved to {shown(aside.name, 60)}; nothing is deleted." if aside else "Nothing was changed.")
    return 0


_USES = {"": _quiz, "stats": _stats, "export": _export, "import": _import, "reset": _reset}


def _print(given: Namespace, found: object, lines: list[str]) -> int:
    import json

    _say(json.dumps(found, indent=2, allow_nan=False, ensure_ascii=True) if given.json else "\n".join(lines))
    return 0


def _say(text: str, stream: object = None) -> None:
    from sqrtdk_tui.labels import to_ascii

    ascii = _plain_ascii()
    out = sys.stdout if stream is None else sys.stderr
    if out is None:
        return
    with contextlib.suppress(OSError) if out is sys.stderr else contextlib.nullcontext():
        print("\n".join(map(to_ascii, text.split("\n"))) if ascii else text, file=out, flush=True)
