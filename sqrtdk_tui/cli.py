"""Arguments -> a Lab, then a screen, a plain report or JSON. Imports the heavy parts only when they are needed."""

import sys
from argparse import Namespace

from sqrtdk_tui import __version__
from sqrtdk_tui.options import LESSONS, PANES, PROGRAM, UsageError, check_progress, check_theme, parse

TYPE_CHECKING = False  # a checker takes it as true; see options
if TYPE_CHECKING:
    from sqrtdk_tui.lab import Lab

_MOST_BYTES = 1_000_000


def main(argv: list[str] | None = None) -> int:
    """Run the command. Returns the exit status: 0, 2 for what cannot be done, else how the screen ended."""
    if argv is None:
        argv = sys.argv[1:]
        _end_by_exit(kiosk="--kiosk" in argv)
    try:
        return _practise(argv) if argv[:1] in (["quiz"], ["tour"]) else _run(_parsed(argv))
    except BrokenPipeError:
        return _pipe_closed()
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # every refusal of ours is a ValueError: UsageError, LabError, ScoreError
        if _is_ours(error):
            option, sentence = getattr(error, "option", ""), str(error)
            _say(f"{PROGRAM}: {sentence if option in sentence else f'{option}: {sentence}'}")
            return 2
        from sqrtdk_tui.tui import crash

        _say(crash.told(error, __version__, keeps="--kiosk" not in argv))
        return 1


def _end_by_exit(*, kiosk: bool) -> None:
    """Until the screen stands, a signal ends the program as it does then: by exit, with 128 + its number."""
    import os
    import signal

    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        if signal.getsignal(number) != signal.SIG_IGN:
            signal.signal(number, lambda number, _: os._exit(128 + number))
    if kiosk:
        import resource

        signal.signal(signal.SIGTSTP, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))  # a crash writes nothing


def _practise(words: list[str]) -> int:
    """The quiz and the tour read their own options."""
    from sqrtdk_tui import quiz_command

    try:
        return quiz_command.run(words)
    except SystemExit:
        _flush()
        raise
    except OSError as error:
        raise _unwritten(error) from None


def _parsed(argv: list[str]) -> Namespace:
    """The options; --help and --version print and leave from here, once what they print is out."""
    try:
        return parse(argv, __version__, kiosk="--kiosk" in argv)
    except SystemExit:
        _flush()
        raise


def _flush() -> None:
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        raise _unwritten(error) from None


def _is_ours(error: Exception) -> bool:
    return isinstance(error, ValueError) and type(error).__module__.startswith("sqrtdk_tui.")


def _say(sentence: str) -> None:
    if sys.stderr is None:
        return
    encoding = sys.stderr.encoding or "ascii"
    try:
        print(sentence.encode(encoding, "replace").decode(encoding), file=sys.stderr, flush=True)
    except OSError:
        sys.stderr = None  # it takes nothing more: the status says it, and the interpreter has nothing to flush


def _pipe_closed() -> int:
    """The reader has gone (`| head`): nothing to say, and nothing left to flush into the closed pipe."""
    import os

    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 0


def _unwritten(error: OSError) -> Exception:
    """What to raise where standard output takes nothing more: a closed pipe is no fault, a full disk is told."""
    if isinstance(error, BrokenPipeError):
        return error
    _pipe_closed()
    return UsageError(f"Standard output cannot be written: {error.strerror}.")


def _run(given: Namespace) -> int:
    from sqrtdk_tui import command, opening, terminal
    from sqrtdk_tui.lab import Lab

    if given.kiosk:
        terminal.forget_the_environment()
    _check_output(given)
    check_progress(given)
    pane = command.read_pane(given.pane, kiosk=given.kiosk) or PANES[0]
    if given.scores == "-":
        if given.kiosk:
            raise UsageError("--scores - is not there in a kiosk; type the scores.")
        given.scores = _standard_input()
    if given.labels_file is not None:
        given.labels = command.write_labels(_labels_from(given))
    lab = command.from_options(given, Lab())
    ascii = given.ascii or not terminal.shows_unicode()
    if given.json or given.plain or not terminal.is_terminal(1):
        if pane in LESSONS:
            raise UsageError(f"{pane} comes first where no screen is: {PROGRAM} {pane} --plain.")
        return opening.HUNG_UP if terminal.is_gone() else _report(pane, lab, as_json=given.json, ascii=ascii)
    return opening.open_screen(pane, lab, given, out=given.out or ".", greets=True)


def _report(pane: str, lab: "Lab", *, as_json: bool, ascii: bool) -> int:
    from sqrtdk_tui import report

    if sys.stdout is None:
        raise UsageError("Standard output is closed, so nothing can be printed.")
    try:
        return report.write(pane, lab, as_json=as_json, ascii=ascii)
    except OSError as error:
        raise _unwritten(error) from None


def _check_output(given: Namespace) -> None:
    import os

    from sqrtdk_tui.typed import shown

    check_theme(given)
    if given.out is not None and not os.path.isdir(given.out):
        raise UsageError(f"--out {shown(given.out)} is not a folder; name one that exists.")
    if given.labels is not None and given.labels_file is not None:
        raise UsageError("--labels and --labels-file both name the tokens; give one of the two.")


def _standard_input() -> str:
    if sys.stdin is None:
        raise UsageError("--scores -: standard input is closed.")
    data = sys.stdin.buffer.read(_MOST_BYTES + 1)
    if len(data) > _MOST_BYTES:
        raise UsageError(f"--scores -: standard input is longer than {_MOST_BYTES} bytes.")
    return data.decode("utf-8", "replace")


def _labels_from(given: Namespace) -> tuple[str, ...]:
    """The lines of the labels' file. A folder, a pipe or a device is refused before it is opened."""
    import os
    import stat

    from sqrtdk_tui.typed import shown

    name = shown(given.labels_file, 60)
    try:
        if not stat.S_ISREG(os.stat(given.labels_file).st_mode):
            raise UsageError(f"--labels-file {name} is not a file of text.")
        with open(given.labels_file, "rb") as file:
            data = file.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, UsageError):
            raise
        reason = error.strerror if isinstance(error, OSError) else "the name cannot be used"
        raise UsageError(f"--labels-file {name} cannot be read: {reason}.") from None
    if len(data) > _MOST_BYTES:
        raise UsageError(f"--labels-file {name} is longer than {_MOST_BYTES} bytes.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = "\0"
    if "\0" in text:
        raise UsageError(f"--labels-file {name} is not a file of text in UTF-8.")
    return tuple(line.strip() for line in text.rstrip().splitlines())
