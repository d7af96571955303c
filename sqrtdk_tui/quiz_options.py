"""The words and options of `quiz` and `tour`."""

import argparse
from argparse import Namespace
from collections.abc import Sequence
from typing import NoReturn

from sqrtdk_tui.options import (
    PROGRAM,
    CommandParser,
    UsageError,
    add_progress,
    check_progress,
    check_theme,
    join_values,
)
from sqrtdk_tui.typed import shown

USES = ("stats", "export", "import", "reset")
_QUIZ = """\
Questions on the chapter, asked again when they fade. Every number is computed
by the engine, every answer is kept at once."""
_QUIZ_USES = """\
  quiz                          ask
  quiz stats [--json]           your figures
  quiz stats [--json] DIR/*.db  a class: each file is a learner, no names
  quiz export --anki FILE       every question, for Anki
  quiz export --answers OUT     your answers, for another machine
  quiz import IN                join answers from another machine
  quiz reset                    start anew; the old file is kept under a dated name"""


def parse(argv: Sequence[str]) -> Namespace:
    """The words and options. Raises UsageError."""
    parser = build_parser(argv[0])
    given = parser.parse_intermixed_args(join_values(parser, argv[1:]))
    given.what = argv[0]
    if argv[0] == "tour":
        given.use, given.files = None, []
    if given.use is not None and given.use not in USES:
        raise UsageError(f"quiz {shown(given.use)} is not known; use stats, export, import or reset.")
    if given.files and given.use not in ("stats", "import"):
        raise UsageError(f"quiz {given.use or ''} takes no file {shown(given.files[0])}; see quiz --help.")
    if given.kiosk and given.use is not None:
        raise UsageError(f"quiz {given.use} is not there in a kiosk.")
    check_theme(given)
    check_progress(given)
    return given


class _Parser(CommandParser):
    """The program's parser, with words of its own for what it does not know."""

    def error(self, message: str) -> NoReturn:
        unknown = message.removeprefix("unrecognized arguments: ")
        if unknown == message:
            super().error(message)
        raise UsageError(f"{shown(unknown.split()[0])} is not known here; see {self.prog} --help.")


def build_parser(what: str) -> CommandParser:
    """The parser of one of the two commands."""
    about = _QUIZ if what == "quiz" else "Ten steps through the argument: predict, then see."
    usage = f"{PROGRAM} quiz [stats|export|import|reset] [options]" if what == "quiz" else f"{PROGRAM} tour [options]"
    uses = f"uses:\n{_QUIZ_USES}" if what == "quiz" else None
    parser = _Parser(
        prog=f"{PROGRAM} {what}",
        usage=usage,
        description=about,
        epilog=uses,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
        add_help=False,
    )
    add = parser.add_argument
    if what == "quiz":
        add("use", nargs="?", help=argparse.SUPPRESS)
        add("files", nargs="*", help=argparse.SUPPRESS)
        add("--json", action="store_true", help="stats as one JSON object")
        add("--anki", metavar="FILE", help="with export: a text file that Anki imports")
        add("--answers", metavar="OUT", help="with export: your answers as lines of JSON")
    add("--plain", action="store_true", help="a dialogue in lines; the default where there is no terminal")
    add_progress(parser)
    add("--theme", metavar="T", help="dark or light (default dark)")
    add("--kiosk", action="store_true", help="for an account that may run nothing else: no file, no way to a shell")
    add("--ascii", action="store_true", help="ASCII only; the default where the locale cannot show others")
    add("-h", "--help", action="help", help="print this and leave")
    return parser
