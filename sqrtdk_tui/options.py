"""The command line's words and its parser. Imports argparse and os alone, so that --help costs nothing more.

What --help prints is ASCII: it is also read where the locale can show nothing else.
"""

import argparse
import os

TYPE_CHECKING = False  # a checker takes it as true; importing typing would double the time of --help
if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from typing import NoReturn

PROGRAM = "sqrtdk-tui"
LESSONS = ("tour", "quiz")
PANES = ("steps", "sum", "measure", "slope")
DRAWING_PANES = ("sum", "measure", "slope")
SOURCES = ("hand", "raw", "drawn")
RULES = ("sqrt", "none", "dk", "after")
SLOT_NAMES = ("normal", "rademacher", "uniform", "laplace", "t5", "t3", "sparse", "cauchy")
STUDIES = ("pairs", "sweep", "dial", "assumptions")
METHODS = ("auto", "law", "slots")
LAW_SLOTS = ("normal", "rademacher")
THEMES = ("dark", "light")
FILE_OPTIONS = ("labels_file", "out")

ABOUT = """\
Why does attention divide q.k by sqrt(d_k) before softmax? Turn d_k and see: the
undivided weights collapse into a spike, the divided ones stay a mix. Without
options it shows three scores 2, 1, 0, blown up as a list of 64 slots would."""

EXAMPLES = """\
examples:
  sqrtdk-tui                             the instrument, on the whole screen
  sqrtdk-tui --d-k 256                   the same scores from 256 slots
  sqrtdk-tui --scores 16,8,0             raw scores as typed
  sqrtdk-tui --scores 16,8,0 --divide dk --plain
  sqrtdk-tui --tokens 8 --slots rademacher --seed 7
  sqrtdk-tui sum --d-k 100 --slots rademacher
  sqrtdk-tui measure --d-k 256 --pairs 1000000 --plain
  sqrtdk-tui measure --sweep --tokens 10 --json
  sqrtdk-tui slope --tokens 128 --plain
  sqrtdk-tui tour                        ten steps: predict, then see
  sqrtdk-tui quiz                        questions, and again as they fade
  sqrtdk-tui --scores -1,2,-inf --labels the,cat,sat --json
  seq 1 9 | sqrtdk-tui --scores - --plain

keys, on the screen:
  left, right   change the input: d_k halves and doubles
  up, down      another input        Enter  type a value
  1 to 7        panes                ?      every key, and a glossary
  q             quit

exit status: 0 all went well, 2 an option or a terminal that cannot be used."""


class UsageError(ValueError):
    """The command line cannot be understood; the message is one sentence for the person who typed it."""


class _Page(argparse.RawDescriptionHelpFormatter):
    """Help as wide as the terminal, wrapped without the modules that argparse would load for it."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=_page_width())

    def _split_lines(self, text: str, width: int) -> list[str]:
        lines = [""]
        for word in text.split():
            if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
                lines.append(word)
            else:
                lines[-1] = f"{lines[-1]} {word}".strip()
        return lines


def _page_width() -> int:
    try:
        columns = os.get_terminal_size(1).columns
    except OSError:
        columns = 80
    return min(max(columns, 60), 100) - 2


class CommandParser(argparse.ArgumentParser):
    """argparse that raises one clear sentence instead of printing its usage and leaving."""

    def error(self, message: str) -> "NoReturn":
        raise UsageError(_sentence(self, message))


def _sentence(parser: argparse.ArgumentParser, message: str) -> str:
    unknown = message.removeprefix("unrecognized arguments: ")
    if unknown != message:
        return _unknown(parser, unknown)
    if "expected one argument" in message:
        return f"{message.split(':')[0].removeprefix('argument ')} needs a value after it; see --help."
    return message.removeprefix("argument ").rstrip(".") + "."


def _unknown(parser: argparse.ArgumentParser, words: str) -> str:
    import difflib

    from sqrtdk_tui.typed import shown

    word = (words.split() or [""])[0]
    known = (*PANES, *(o for o in parser._option_string_actions if o.startswith("--")))
    name = word.split("=")[0][:40]
    near = [o for o in known if len(name) > 2 and o.startswith(name)] or difflib.get_close_matches(
        name, known, n=1, cutoff=0.7
    )
    what = "an option" if word.startswith("-") else f"a pane (panes: {', '.join(PANES)})"
    return f"{shown(word)} is not {what}" + (f"; did you mean {near[0]}?" if near else "; see --help.")


def build_parser(version: str = "", *, kiosk: bool = False) -> CommandParser:
    """The parser of every command line, whether typed in a shell or after `:` on the screen.

    A kiosk has no option that names a file or a folder.

    All values stay text here: lab.py reads them, so that a mistake is answered by the same
    sentence wherever it was typed.
    """
    parser = CommandParser(
        prog=PROGRAM,
        usage=f"{PROGRAM} [{'|'.join(PANES)}] [options]",
        description=ABOUT,
        epilog=None if kiosk else EXAMPLES,
        formatter_class=_Page,
        allow_abbrev=False,
        add_help=False,
    )
    parser.add_argument(
        "pane",
        nargs="?",
        metavar="pane",
        help="steps (how a score becomes a share), sum (how a score grows), measure (how large scores are, with the "
        "error expected) or slope (what a nudge moves)",
    )
    _add_inputs(parser, kiosk)
    _add_studies(parser)
    _add_output(parser, version, kiosk)
    parser.set_defaults(**dict.fromkeys(FILE_OPTIONS))
    return parser


def _add_inputs(parser: argparse.ArgumentParser, kiosk: bool) -> None:
    inputs = parser.add_argument_group("inputs")
    add = inputs.add_argument
    add("--d-k", metavar="N", help="slots in q and in each k, 1 to 1048576 (default 64)")
    add(
        "--source",
        metavar="S",
        help="hand: unit scores, raw = unit x sqrt(d_k); raw: raw scores as typed; drawn: one "
        "random query against its keys (default hand)",
    )
    add(
        "--scores",
        metavar="LIST",
        help=f"numbers separated by commas or spaces, -inf masks; {'' if kiosk else '- reads standard input. '}"
        "Alone it means --source raw",
    )
    add("--tokens", metavar="N", help="keys of a drawn row, 1 to 1024 (default 3). Alone it means --source drawn")
    add("--labels", metavar="LIST", help="the tokens' names, separated by commas, as many as there are scores")
    if not kiosk:
        add("--labels-file", metavar="F", help="the same from a file, one name a line")
    add(
        "--divide",
        metavar="RULE",
        help="the right chart's divisor: sqrt (of d_k, the default), none, dk (d_k), after "
        "(after softmax: too late) or a number",
    )
    add("--slots", metavar="LAW", help=f"how a slot is drawn: {', '.join(SLOT_NAMES)} (default normal)")
    add("--sigma", metavar="X[,Y]", help="standard deviation of the slots of q and of k (default 1; cauchy: scale)")
    add("--mean", metavar="X[,Y]", help="mean of the slots of q and of k (default 0)")
    add("--rho", metavar="X", help="correlation of each slot of q with the same slot of k, -1 to 1 (normal slots)")
    add(
        "--slot-correlation",
        metavar="X",
        help="correlation of the slots of one vector among themselves, 0 to below 1 (normal slots)",
    )
    add("--seed", metavar="N", help="which draw, 0 to 9223372036854775807 (default 0)")


def _add_studies(parser: argparse.ArgumentParser) -> None:
    add = parser.add_argument_group("measure and slope").add_argument
    add("--pairs", metavar="N", help="how many pairs of q and k to measure, 1 to 10000000 (default 20000)")
    add("--method", metavar="M", help="law (the exact law of q.k, fast), slots (every slot drawn) or auto (default)")
    add(
        "--sweep",
        dest="study",
        action="store_const",
        const="sweep",
        help="measure at d_k = 1, 2, 4 ... 4096 and beyond",
    )
    add("--dial", dest="study", action="store_const", const="dial", help="which divisor makes the spread 1")
    add(
        "--assumptions",
        dest="study",
        action="store_const",
        const="assumptions",
        help="what happens when an assumption of the divide is broken",
    )
    add("--study", metavar="S", help="the same by name: pairs (default), sweep, dial or assumptions")


def _add_output(parser: argparse.ArgumentParser, version: str, kiosk: bool) -> None:
    output = parser.add_argument_group("output")
    add = output.add_argument
    form = output.add_mutually_exclusive_group()
    form.add_argument(
        "--plain",
        action="store_true",
        help="print the reading as text and leave; the default where standard output is not a terminal",
    )
    form.add_argument("--json", action="store_true", help="print the reading as one JSON object and leave")
    add("--theme", metavar="T", help="dark or light (default dark)")
    add(
        "--ascii",
        action="store_true",
        help="bars and borders in ASCII; the default where the locale cannot show others",
    )
    if not kiosk:
        add("--out", metavar="DIR", help="folder that s saves into (default: the current one)")
    add_progress(output)
    add("--kiosk", action="store_true", help="for an account that may run nothing else: no file, no way to a shell")
    add("--version", action="version", version=f"{PROGRAM} {version}", help="print the version and leave")
    add("-h", "--help", action="help", help="print this and leave")


def add_progress(parser: "argparse._ActionsContainer") -> None:
    """Where the answers to the tour and the quiz are kept; what the pane and the commands of these names share."""
    add = parser.add_argument
    add("--learner", metavar="NAME", help="keep this learner's answers to the quiz apart, on a shared account")
    add("--progress", metavar="FILE", help="keep the answers in this file")
    add("--no-progress", action="store_true", help="keep no answers")
    add("--quiz-seed", metavar="N", help="repeat a quiz: its order, options and numbers")


def check_theme(given: argparse.Namespace) -> None:
    """Refuse a theme that there is none of. Raises UsageError."""
    from sqrtdk_tui.typed import shown

    if given.theme is not None and given.theme not in THEMES:
        raise UsageError(f"--theme {shown(given.theme)} is none of {' or '.join(THEMES)}.")


def check_progress(given: argparse.Namespace) -> None:
    """Refuse what goes against each other. Raises UsageError."""
    if given.learner is not None and (given.progress is not None or given.no_progress):
        raise UsageError("--learner names a file of its own; give it without --progress and --no-progress.")
    if given.progress is not None and given.no_progress:
        raise UsageError("--progress and --no-progress go against each other; give one of the two.")
    if given.kiosk and given.progress is None and given.learner is None:
        given.no_progress = True


def _plain_dashes(word: str, known: "Collection[str]") -> str:
    """`−−d-k` or `—d-k`, as some programs make of two hyphens, -> `--d-k`; a name or a number stays as it is."""
    name = word.lstrip("-−–—")
    dashes = word.removesuffix(name)
    return f"--{name}" if not dashes.isascii() and f"--{name}".split("=")[0] in known else word


def join_values(parser: argparse.ArgumentParser, argv: "Sequence[str]") -> list[str]:
    """Bind `--scores -1,2` into `--scores=-1,2`: a value may begin with a minus sign, an option may not be a value."""
    options = parser._option_string_actions
    words, joined = [_plain_dashes(word, options) for word in argv], []
    while words:
        word = words.pop(0)
        takes_value = word in options and options[word].nargs is None
        is_value = bool(words) and words[0].split("=")[0] not in options
        joined.append(f"{word}={words.pop(0)}" if takes_value and is_value else word)
    return joined


def parse(argv: "Sequence[str]", version: str = "", *, kiosk: bool = False) -> argparse.Namespace:
    """Command line -> texts by name; options that were not given are None.

    Raises:
        UsageError: an unknown option or pane, a missing value; the message is one sentence.
    """
    parser = build_parser(version, kiosk=kiosk)
    given = parser.parse_args(join_values(parser, argv))
    for name, value in vars(given).items():
        if value == []:  # argparse takes the value `--` away, even behind an equals sign
            setattr(given, name, "--")
    return given
