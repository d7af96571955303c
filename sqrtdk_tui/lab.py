"""The Lab: the one frozen record that a learner changes, with the rules that every Lab keeps."""

import math
from dataclasses import dataclass, replace
from typing import Any

from sqrtdk_tui import typed
from sqrtdk_tui.options import LAW_SLOTS, METHODS, RULES, SLOT_NAMES, SOURCES, STUDIES
from sqrtdk_tui.typed import exact

MAX_D_K = 1_048_576
MAX_TOKENS = 1024
MAX_DRAWN_SLOTS = 2**22
MAX_SEED = 2**63 - 1
MAX_PAIRS = 10_000_000
LEAST_SIGMA, MOST = 1e-9, 1e9  # far enough for any lesson, and no variance of a sum leaves the floats
WORDS = ("the", "cat", "sat", "on", "a", "soft", "warm", "mat")

Pair = tuple[float, float]


class LabError(ValueError):
    """An input that cannot be: `option` names it, the message is one sentence saying what is allowed."""

    def __init__(self, option: str, sentence: str) -> None:
        super().__init__(sentence)
        self.option = option


def is_refusal(error: BaseException) -> bool:
    """Is this one of our sentences about an input, and no fault of the program?"""
    return isinstance(error, ValueError) and type(error).__module__.startswith("sqrtdk_tui.")


@dataclass(frozen=True, slots=True)
class Lab:
    """Everything a learner can set. Tuples and numbers only, so that two Labs can be compared.

    `unit_scores` are live for source "hand" (raw score = unit score x sqrt(d_k)), `raw_scores` for
    "raw", `tokens` for "drawn"; the slot settings are live for "drawn" and in the panes that draw. `study`, `pairs`
    and `method` are the Measure pane's.
    `divide` is a rule's name or the divisor itself. `sigma`, `mean` are (of q, of k).

    Raises:
        LabError: a value outside what the product allows.
    """

    d_k: int = 64
    source: str = "hand"
    unit_scores: tuple[float, ...] = (2.0, 1.0, 0.0)
    raw_scores: tuple[float, ...] = (16.0, 8.0, 0.0)
    tokens: int = 3
    labels: tuple[str, ...] = ()
    divide: str | float = "sqrt"
    slots: str = "normal"
    sigma: Pair = (1.0, 1.0)
    mean: Pair = (0.0, 0.0)
    rho: float = 0.0
    slot_correlation: float = 0.0
    seed: int = 0
    study: str = "pairs"
    pairs: int = 20_000
    method: str = "auto"

    def __post_init__(self) -> None:
        for option, holds, sentence in _rules(self):
            if not holds:
                raise LabError(option, sentence)

    @property
    def scores(self) -> tuple[float, ...]:
        """The typed scores in use; empty for a drawn row."""
        return {"hand": self.unit_scores, "raw": self.raw_scores}.get(self.source, ())

    @property
    def count(self) -> int:
        """Number of tokens in the row."""
        return self.tokens if self.source == "drawn" else len(self.scores)

    def token_names(self) -> tuple[str, ...]:
        """One name a token: the given labels, else the words of a short sentence, else t1, t2 ..."""
        names = WORDS if self.count <= len(WORDS) else tuple(f"t{i}" for i in range(1, self.count + 1))
        return (self.labels + names[len(self.labels) :])[: self.count]

    def with_scores(self, scores: tuple[float, ...]) -> "Lab":
        """The same Lab with other scores for the present source."""
        return self.changed(**{"unit_scores" if self.source == "hand" else "raw_scores": scores})

    def changed(self, **changes: Any) -> "Lab":
        """The same Lab with some inputs changed. Raises LabError; this Lab stays as it is."""
        return replace(self, **changes)


def _rules(lab: Lab) -> list[tuple[str, bool, str]]:
    """(option, what must hold, the sentence when it does not)."""
    divisor_ok = lab.divide in RULES if isinstance(lab.divide, str) else 0 < lab.divide < math.inf
    normal = lab.slots == "normal"
    return [
        ("--d-k", 1 <= lab.d_k <= MAX_D_K, f"d_k goes from 1 to {MAX_D_K}, not {lab.d_k}."),
        ("--source", lab.source in SOURCES, f"{typed.shown(str(lab.source))} is no source; use {either(SOURCES)}."),
        (
            "--scores",
            all(0 < len(s) <= MAX_TOKENS for s in (lab.unit_scores, lab.raw_scores)),
            f"There are too many scores; a row has 1 to {MAX_TOKENS}.",
        ),
        (
            "--scores",
            not any(math.isnan(x) or x == math.inf for x in lab.unit_scores + lab.raw_scores),
            "A score must be a finite number, or -inf to mask a token.",
        ),
        ("--tokens", 1 <= lab.tokens <= MAX_TOKENS, f"tokens go from 1 to {MAX_TOKENS}, not {lab.tokens}."),
        (
            "--d-k",
            lab.source != "drawn" or lab.tokens * lab.d_k <= MAX_DRAWN_SLOTS,
            f"{lab.tokens} tokens × {lab.d_k} slots are too many: at most {MAX_DRAWN_SLOTS} are drawn for a row.",
        ),
        ("--divide", divisor_ok, f"A divisor is a number above 0, or one of {either(RULES)}."),
        ("--slots", lab.slots in SLOT_NAMES, f"{typed.shown(lab.slots)} is no slot law; use {either(SLOT_NAMES)}."),
        (
            "--labels",
            all(label == typed.safe(label).strip() for label in lab.labels),
            "A name is text on one line, without control characters.",
        ),
        (
            "--sigma",
            all(LEAST_SIGMA <= s <= MOST for s in lab.sigma),
            f"sigma goes from {exact(LEAST_SIGMA)} to {exact(MOST)}.",
        ),
        ("--mean", all(abs(m) <= MOST for m in lab.mean), f"mean goes from {exact(-MOST)} to {exact(MOST)}."),
        ("--rho", -1 <= lab.rho <= 1, f"rho goes from -1 to 1, not {exact(lab.rho)}."),
        (
            "--slot-correlation",
            0 <= lab.slot_correlation < 1,
            f"slot-correlation goes from 0 to below 1, not {exact(lab.slot_correlation)}.",
        ),
        (
            "--rho",
            normal or lab.rho == 0,
            f"rho is for normal slots only: for {lab.slots} slots a correlation does not "
            "fix how q and k hang together.",
        ),
        (
            "--slot-correlation",
            normal or lab.slot_correlation == 0,
            f"slot-correlation is for normal slots only: for {lab.slots} slots it does not fix how they hang together.",
        ),
        ("--study", lab.study in STUDIES, f"A study is one of {either(STUDIES)}."),
        ("--pairs", 1 <= lab.pairs <= MAX_PAIRS, f"pairs go from 1 to {MAX_PAIRS}, not {lab.pairs}."),
        ("--method", lab.method in METHODS, f"A method is one of {either(METHODS)}."),
        (
            "--method",
            lab.method != "law" or lab.slots in LAW_SLOTS,
            f"No exact law of q·k is known for {lab.slots} slots; use --method slots.",
        ),
        (
            "--method",
            lab.method != "law" or lab.study != "assumptions",
            "Not every broken assumption has an exact law of q·k; use --method auto or slots.",
        ),
        ("--seed", 0 <= lab.seed <= MAX_SEED, f"seed goes from 0 to {MAX_SEED}, not {lab.seed}."),
    ]


def either(words: tuple[str, ...]) -> str:
    """a, b or c."""
    return ", ".join(words[:-1]) + " or " + words[-1]
