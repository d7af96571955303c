"""The question file as frozen records. What is broken in it names the file and the line."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from sqrtdk_tui.content import Entry, Read, entries, packaged
from sqrtdk_tui.quiz.generators import GENERATORS

FILE = "quiz_bank.toml"
KINDS = ("recall", "choice", "numeric", "predict", "teaser")
ORDERS = ("shuffle", "ascending")
CHAPTER = ("ch-q1-first-failure", "ch-q2-winner", "ch-q3-learned")
"""The chapter's own three questions: they come first."""

_KNOWN = (
    "id", "rev", "topic", "tier", "kind", "prompt", "hints", "answer", "explanation", "source", "evidence",
    "choices", "order", "rubric", "draws", "generator", "tolerance", "near", "share",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Choice:
    """One option: what it says, whether it is right, and why."""

    text: str
    why: str
    ok: bool = False


@dataclass(frozen=True, slots=True)
class Near:
    """A wrong number that people get: its name among the generator's near misses, and why it is wrong."""

    key: str
    why: str


@dataclass(frozen=True, slots=True)
class Question:
    """One question as it stands in the file; {names} in its texts are filled when it is drawn.

    `draws` holds the parameters it can be asked with, one mapping a draw. `tolerance` is (absolute, relative).
    `share`: the answer is a share, so 24.5 may have been meant as 24.5%.
    """

    id: str
    rev: int
    topic: str
    tier: int
    kind: str
    prompt: str
    answer: str
    explanation: str
    source: str
    hints: tuple[str, ...] = ()
    evidence: tuple[Mapping[str, Any], ...] = ()
    choices: tuple[Choice, ...] = ()
    order: str = "shuffle"
    rubric: tuple[str, ...] = ()
    draws: tuple[Mapping[str, Any], ...] = ({},)
    generator: str = ""
    tolerance: tuple[float, float] = (0.0, 0.0)
    near: tuple[Near, ...] = ()
    share: bool = False

    @property
    def graded(self) -> bool:
        """Is it ever right or wrong? Nobody grades a teaser."""
        return self.kind != "teaser"


@dataclass(frozen=True, slots=True)
class Bank:
    """All questions, in the order of the file."""

    questions: tuple[Question, ...]

    def __getitem__(self, question: str) -> Question:
        """The question of this id; KeyError where there is none."""
        for found in self.questions:
            if found.id == question:
                return found
        raise KeyError(question)

    def ids(self) -> tuple[str, ...]:
        """Every id, in order."""
        return tuple(question.id for question in self.questions)

    @property
    def graded(self) -> tuple[Question, ...]:
        """The questions that are scheduled."""
        return tuple(question for question in self.questions if question.graded)

    @property
    def teaser(self) -> Question | None:
        """The closing question, if there is one."""
        return next((question for question in reversed(self.questions) if not question.graded), None)


def load(read: Read = packaged) -> Bank:
    """Read the question file.

    Raises:
        ContentError: naming the file and the line.
    """
    questions: list[Question] = []
    for entry in entries(FILE, "question", read):
        question = _question(entry)
        if any(other.id == question.id for other in questions):
            raise entry.fault("this id stands there twice.")
        questions.append(question)
    return Bank(tuple(questions))


@cache
def packaged_bank() -> Bank:
    """The product's own questions, read once."""
    return load()


def _question(entry: Entry) -> Question:
    entry.only(_KNOWN)
    kind, order = entry.text("kind"), entry.text("order", ORDERS[0])
    if kind not in KINDS:
        raise entry.fault(f"kind must be one of {', '.join(KINDS)}.")
    if order not in ORDERS:
        raise entry.fault(f"order must be one of {', '.join(ORDERS)}.")
    question = Question(
        id=entry.text("id"),
        rev=entry.whole("rev"),
        topic=entry.text("topic"),
        tier=entry.whole("tier"),
        kind=kind,
        prompt=entry.text("prompt"),
        answer=entry.text("answer"),
        explanation=entry.text("explanation"),
        source=entry.text("source"),
        hints=entry.texts("hints"),
        evidence=tuple(step.values for step in entry.tables("evidence")),
        choices=tuple(_choice(choice) for choice in entry.tables("choices")),
        order=order,
        rubric=entry.texts("rubric"),
        draws=_draws(entry),
        generator=entry.text("generator", ""),
        tolerance=_tolerance(entry),
        near=tuple(Near(near.text("key"), near.text("why")) for near in entry.tables("near")),
        share=entry.values.get("share", False) is True,
    )
    _check(entry, question)
    return question


def _choice(entry: Entry) -> Choice:
    entry.only(("text", "why", "ok"))
    return Choice(entry.text("text"), entry.text("why"), entry.values.get("ok", False) is True)


def _draws(entry: Entry) -> tuple[Mapping[str, Any], ...]:
    """Columns of parameters -> one mapping a draw: {d_k: [9, 16]} -> {d_k: 9}, {d_k: 16}."""
    columns = entry.values.get("draws")
    if columns is None:
        return ({},)
    if not isinstance(columns, dict) or not all(isinstance(column, list) and column for column in columns.values()):
        raise entry.fault("draws must be lists by name.")
    if len({len(column) for column in columns.values()}) != 1:
        raise entry.fault("the lists in draws must be equally long.")
    return tuple(dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True))


def _tolerance(entry: Entry) -> tuple[float, float]:
    given = entry.values.get("tolerance", {})
    if not isinstance(given, dict) or set(given) - {"abs", "rel"}:
        raise entry.fault("tolerance must be { abs = ... } or { rel = ... }.")
    return float(given.get("abs", 0.0)), float(given.get("rel", 0.0))


def _check(entry: Entry, question: Question) -> None:
    """What the program relies on; the rules of style are a test's."""
    if question.kind in ("choice", "predict"):
        if not 3 <= len(question.choices) <= 4 or sum(choice.ok for choice in question.choices) != 1:
            raise entry.fault("three or four options are needed, one of them ok.")
    elif question.choices:
        raise entry.fault(f"{question.kind} takes no options.")
    if (question.kind == "numeric") != bool(question.generator):
        raise entry.fault("a numeric question, and no other, names a generator.")
    if question.generator and question.generator not in GENERATORS:
        raise entry.fault(f"there is no generator {question.generator}.")
    if question.kind == "recall" and not 2 <= len(question.rubric) <= 3:
        raise entry.fault("a recall question has two or three key points.")
    if question.kind == "predict" and not question.evidence:
        raise entry.fault("a predict question shows what it asks about: evidence is needed.")
