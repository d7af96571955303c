"""Text <-> Lab: the command line, a line typed after `:`, and the command that `y` shows.

`Lab -> text -> Lab` keeps every number digit for digit, so that the three are the same thing.
"""

import csv
import io
import shlex
from argparse import Namespace
from collections.abc import Callable
from typing import Any

from sqrtdk_tui import options, typed
from sqrtdk_tui.lab import MAX_D_K, MAX_PAIRS, MAX_SEED, MAX_TOKENS, Lab, LabError, Pair, either
from sqrtdk_tui.options import METHODS, PROGRAM, RULES, SLOT_NAMES, SOURCES, STUDIES
from sqrtdk_tui.typed import TypedError, exact


def _one_of(words: tuple[str, ...]) -> Callable[[str], str]:
    def read(text: str) -> str:
        word = typed.tidy(text).lower()
        if word not in words:
            raise TypedError(f"{typed.shown(text)} is none of {either(words)}.")
        return word

    return read


def read_divide(text: str) -> str | float:
    """`sqrt`, `none`, `dk`, `after` or a number above 0."""
    word, allowed = typed.tidy(text).lower(), f"{', '.join(RULES)} or a number above 0"
    if word in RULES:
        return word
    try:
        value = typed.number(text)
    except TypedError as error:
        if str(error).startswith("Did you mean"):
            raise
        raise TypedError(f"{typed.shown(text)} is no divisor; use {allowed}.") from None
    if not value > 0:
        raise TypedError(f"{typed.shown(text)} cannot divide; use {allowed}.")
    return value


def read_labels(text: str) -> tuple[str, ...]:
    """Names separated by commas; a name that holds a comma stands in double quotes."""
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), skipinitialspace=True))
    except csv.Error:
        raise TypedError("A name is too long; names are separated by commas.") from None
    return tuple(typed.safe(name).strip() for row in rows for name in row)


def write_labels(labels: tuple[str, ...]) -> str:
    """The inverse of read_labels."""
    out = io.StringIO(newline="")  # a line end inside a name is quoted only if rows end so too
    csv.writer(out, lineterminator="\r\n").writerow(labels)
    return out.getvalue().removesuffix("\r\n")


READERS: dict[str, Callable[[str], Any]] = {
    "d_k": lambda text: typed.whole_number(text, 1, MAX_D_K),
    "source": _one_of(SOURCES),
    "scores": lambda text: typed.numbers(text, masks=True),
    "tokens": lambda text: typed.whole_number(text, 1, MAX_TOKENS),
    "labels": read_labels,
    "divide": read_divide,
    "slots": _one_of(SLOT_NAMES),
    "sigma": typed.pair,
    "mean": typed.pair,
    "rho": typed.number,
    "slot_correlation": typed.number,
    "seed": lambda text: typed.whole_number(text, 0, MAX_SEED),
    "study": _one_of(STUDIES),
    "pairs": lambda text: typed.whole_number(text, 1, MAX_PAIRS),
    "method": _one_of(METHODS),
}


def option_name(field: str) -> str:
    """d_k -> --d-k."""
    return "--" + field.replace("_", "-")


def read_field(field: str, text: str) -> Any:
    """One input's typed text -> its value.

    Raises:
        LabError: naming the option, with the sentence.
    """
    try:
        return READERS[field](text)
    except TypedError as error:
        raise LabError(option_name(field), str(error)) from None


def from_options(given: Namespace, base: Lab) -> Lab:
    """Texts by name (None: not given) laid over `base`.

    Raises:
        LabError: a value that cannot be, or options that do not go together.
    """
    values = {f: read_field(f, getattr(given, f)) for f in READERS if getattr(given, f) is not None}
    source = values.pop("source", None) or _implied_source(values, base)
    if "scores" in values:
        if source == "drawn":
            raise LabError("--scores", "--scores are typed and --source drawn draws them; give one of the two.")
        values["unit_scores" if source == "hand" else "raw_scores"] = values.pop("scores")
    if "tokens" in values and source != "drawn":
        raise LabError("--tokens", f"--tokens counts a drawn row's keys; in source {source} the scores count.")
    lab = base.changed(source=source, **values)
    if "labels" in values and len(lab.labels) != lab.count:
        labels, tokens = _count(len(lab.labels), "label"), _count(lab.count, "token")
        raise LabError("--labels", f"{labels} for {tokens}; give one for each.")
    return lab


def _implied_source(values: dict[str, Any], base: Lab) -> str:
    if "scores" in values and "tokens" in values:
        raise LabError("--scores", "--scores types a row and --tokens draws one; give one of the two.")
    if "scores" in values:
        return "raw"
    return "drawn" if "tokens" in values else base.source


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def parse_line(line: str, pane: str, lab: Lab, *, kiosk: bool = False) -> tuple[str, Lab]:
    """A line typed after `:` -> (pane, Lab).

    A whole command (`sqrtdk-tui sum --d-k 4`) starts from the defaults, as a shell would; bare
    options (`--d-k 4`) change only what they name.

    Raises:
        LabError, options.UsageError: one sentence each.
    """
    try:
        words = shlex.split(line)
    except ValueError:
        raise LabError(":", "A quotation mark is not closed.") from None
    if words[:1] == [PROGRAM]:
        words, pane, lab = words[1:], options.PANES[0], Lab()
    if any(word in ("-h", "--help", "--version") for word in words):
        raise options.UsageError(f"{words[0]} is for the command line; ? shows the help here.")
    given = options.parse([word for word in words if word not in ("--plain", "--json")], kiosk=kiosk)
    if given.kiosk:
        raise LabError("--kiosk", "--kiosk is for the command line; here inputs can be set.")
    for name in ("labels_file", "out", "theme", "learner", "progress", "quiz_seed"):
        if getattr(given, name) is not None:
            raise LabError(option_name(name), f"{option_name(name)} is for the command line; here inputs can be set.")
    if given.scores == "-":
        raise LabError("--scores", "Standard input is the keyboard here; type the scores.")
    return read_pane(given.pane, kiosk=kiosk) or pane, from_options(given, lab)


def read_pane(word: str | None, *, kiosk: bool = False) -> str | None:
    """A pane's name, checked."""
    if word is not None and word not in (*options.PANES, *options.LESSONS):
        raise options.UsageError(options._unknown(options.build_parser(kiosk=kiosk), word))
    return word


def command_words(pane: str, lab: Lab) -> list[str]:
    """The command that shows this Lab in this pane; settings at their default are left out."""
    default, words = Lab(), [PROGRAM] + ([pane] if pane != options.PANES[0] else [])

    def say(field: str, text: str) -> None:
        words.extend((option_name(field), text))

    if lab.d_k != default.d_k:
        say("d_k", str(lab.d_k))
    words += _source_words(lab, default)
    if lab.labels:
        labels = write_labels(lab.token_names())
        if labels[0] in "-−–—":  # a name may look like an option
            words.append(f"--labels={labels}")
        else:
            say("labels", labels)
    if lab.divide != default.divide:
        say("divide", lab.divide if isinstance(lab.divide, str) else exact(lab.divide))
    if lab.slots != default.slots:
        say("slots", lab.slots)
    for field in ("sigma", "mean"):
        value: Pair = getattr(lab, field)
        if value != getattr(default, field):
            say(field, ",".join(map(exact, value if value[0] != value[1] else value[:1])))
    for field in ("rho", "slot_correlation", "seed"):
        if getattr(lab, field) != getattr(default, field):
            say(field, exact(getattr(lab, field)) if field != "seed" else str(lab.seed))
    if lab.study != default.study:
        words.append(f"--{lab.study}")
    for field in ("pairs", "method"):
        if getattr(lab, field) != getattr(default, field):
            say(field, str(getattr(lab, field)))
    return words


def _source_words(lab: Lab, default: Lab) -> list[str]:
    scores = ",".join(map(exact, lab.scores))
    if lab.source == "raw":
        return ["--scores", scores]
    if lab.source == "hand":
        return ["--source", "hand", "--scores", scores] if lab.unit_scores != default.unit_scores else []
    return ["--tokens", str(lab.tokens)]


def command_line(pane: str, lab: Lab) -> str:
    """The same as one line, quoted for a shell."""
    return shlex.join(command_words(pane, lab))
