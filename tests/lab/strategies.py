"""Every Lab that a learner can set, for property tests."""

from __future__ import annotations

import math
import re
from typing import Any

from hypothesis import strategies as st

from sqrtdk_tui.lab import LEAST_SIGMA, MAX_D_K, MAX_DRAWN_SLOTS, MAX_PAIRS, MAX_SEED, MAX_TOKENS, MOST, Lab
from sqrtdk_tui.options import LAW_SLOTS, METHODS, RULES, SLOT_NAMES, SOURCES, STUDIES
from sqrtdk_tui.typed import safe

finite = st.floats(allow_nan=False, allow_infinity=False)
score_lists = st.lists(finite | st.just(-math.inf), min_size=1, max_size=12).map(tuple)
positive = st.floats(min_value=5e-324, allow_nan=False, allow_infinity=False)
sigmas = st.floats(LEAST_SIGMA, MOST)
means = st.floats(-MOST, MOST)

anything = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
"""Text with quotes, commas, line ends, wide and invisible characters: whatever an argument can hold."""

nasty = st.sampled_from(
    ("", '"', ",", "a,b", 'a "b"', "a\nb", "a\rb", "\x1b[31m", "[/]", "−", "—d-k", "--plain", "-h", "語語", "é")
)
names = (anything | nasty).map(lambda text: safe(text).strip())


@st.composite
def labs(draw: st.DrawFn, labelled: bool = True) -> Lab:
    """A Lab that keeps the rules: every source, every slot law, names of any Unicode."""
    source = draw(st.sampled_from(SOURCES))
    tokens = draw(st.integers(1, MAX_TOKENS) | st.integers(1, 9))
    most = MAX_DRAWN_SLOTS // tokens if source == "drawn" else MAX_D_K
    fields: dict[str, Any] = {
        "d_k": draw(st.integers(1, min(MAX_D_K, most))),
        "source": source,
        "unit_scores": draw(score_lists),
        "raw_scores": draw(score_lists),
        "tokens": tokens,
        "divide": draw(st.sampled_from(RULES) | positive),
        "slots": draw(st.sampled_from(SLOT_NAMES)),
        "sigma": draw(st.tuples(sigmas, sigmas)),
        "mean": draw(st.tuples(means, means)),
        "seed": draw(st.integers(0, MAX_SEED)),
        "study": draw(st.sampled_from(STUDIES)),
        "pairs": draw(st.integers(1, MAX_PAIRS)),
    }
    has_law = fields["slots"] in LAW_SLOTS and fields["study"] != "assumptions"
    fields["method"] = draw(st.sampled_from([m for m in METHODS if m != "law" or has_law]))
    if fields["slots"] == "normal":
        fields["rho"] = draw(st.floats(-1, 1))
        fields["slot_correlation"] = draw(st.floats(0, 1, exclude_max=True))
    lab = Lab(**fields)
    if labelled and lab.count <= 12 and draw(st.booleans()):
        return lab.changed(labels=tuple(draw(st.lists(names, min_size=lab.count, max_size=lab.count))))
    return lab


@st.composite
def small_labs(draw: st.DrawFn, labelled: bool = True) -> Lab:
    """A Lab whose reading is quick and does not overflow, all sources and laws among them."""
    source = draw(st.sampled_from(SOURCES))
    some = st.floats(-1e6, 1e6) | st.just(-math.inf) | st.sampled_from((0.0, 1.0, 2.0))
    fields: dict[str, Any] = {
        "d_k": draw(st.integers(1, 300)),
        "source": source,
        "unit_scores": draw(st.lists(some, min_size=1, max_size=11).map(tuple)),
        "raw_scores": draw(st.lists(some, min_size=1, max_size=11).map(tuple)),
        "tokens": draw(st.integers(1, 20)),
        "divide": draw(st.sampled_from(RULES) | st.floats(1e-3, 1e6)),
        "slots": draw(st.sampled_from(SLOT_NAMES)),
        "sigma": draw(st.tuples(st.floats(0.1, 8), st.floats(0.1, 8))),
        "mean": draw(st.tuples(st.floats(-3, 3), st.floats(-3, 3))),
        "seed": draw(st.integers(0, 50)),
    }
    lab = Lab(**fields)
    if labelled and lab.count <= 12 and draw(st.booleans()):
        return lab.changed(labels=tuple(draw(st.lists(names, min_size=lab.count, max_size=lab.count))))
    return lab


def well_said(error: ValueError) -> None:
    """A refusal is one line for the person, and a LabError names its option."""
    sentence, option = str(error), getattr(error, "option", ":")
    assert sentence.isprintable(), "a control character would reach the terminal"
    assert sentence[-1] in ".?"
    assert option == ":" or re.fullmatch("--[a-z-]+", option)


def live(lab: Lab) -> tuple[Any, ...]:
    """The inputs that change something, floats by repr, so that the last digit counts; -0.0 is the default 0.0."""
    return (
        lab.d_k,
        lab.source,
        tuple(map(_digits, lab.scores)),
        lab.count,
        lab.token_names(),
        repr(lab.divide),
        lab.slots,
        tuple(map(_digits, (*lab.sigma, *lab.mean, lab.rho, lab.slot_correlation))),
        lab.seed,
        (lab.study, lab.pairs, lab.method),
    )


def _digits(value: float) -> str:
    return repr(value + 0.0)
