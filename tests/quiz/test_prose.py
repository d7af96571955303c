"""Every number in a question's prose is given in its prompt or equals the engine's."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable

import pytest

from sqrtdk_tui.engine import attention, law
from sqrtdk_tui.engine.rademacher import mean_abs_rademacher, rademacher_pmf, rademacher_tail
from sqrtdk_tui.engine.slots import Slots
from sqrtdk_tui.quiz.bank import Question, load
from sqrtdk_tui.quiz.draw import Asked, drawn

NUMBER = re.compile(r"(?<![\w.])[−-]?\d+(?:\.\d+)?%?|[½⅛]")
PLAIN = {"0", "1", "2017"}  # near 0, near 1, 1 in, the year of the paper


def shares(*scores: float, by: float = 1.0) -> list[float]:
    return [float(x) for x in attention.softmax(attention.divide(list(scores), by))]


def percents(values: list[float], decimals: int = 1) -> list[str]:
    return [f"{100 * value:.{decimals}f}%" for value in values]


def spread(d_k: int, sigma: float = 1.0, law_name: str = "normal") -> float:
    found = law.score_spread(Slots(law_name, sigma, sigma), d_k)
    assert found is not None
    return found


RAW, MIX = shares(16, 8, 0), shares(16, 8, 0, by=8)
TOP, TOP_MIX = f"{100 * RAW[0]:.2f}%", f"{100 * MIX[0]:.1f}%"
ODDS, ODDS_MIX = f"{RAW[0] / RAW[1]:.0f}", f"{MIX[0] / MIX[1]:.2f}"
SLOPES = RAW[0] * (1 - RAW[0]), MIX[0] * (1 - MIX[0])
ROOT_64 = f"{spread(64):.0f}"


def number(value: float, digits: int = 4) -> str:
    return f"{value:.{digits}g}"


FROM_ENGINE: dict[str, Callable[[Asked], list[str]]] = {
    "ch-q3-learned": lambda a: [ROOT_64, "64"],
    "open-why-before": lambda a: ["64", ROOT_64, ODDS, ODDS_MIX],
    "std-raw": lambda a: [number(spread(a.params["d_k"]))],
    "divisor": lambda a: [number(spread(a.params["d_k"]))],
    "walk-100": lambda a: [
        number(spread(100)),
        f"{mean_abs_rademacher(100):.2f}",
        f"{100 * float(rademacher_pmf(100, 0)):.1f}%",
        f"{100 * (1 - rademacher_tail(100, 10, strict=True)):.0f}%",
        "50",
        *(["2", "99"] if rademacher_tail(100, 100) == 2.0**-99 else []),
    ],
    "grow-four-times": lambda a: [number(spread(16)), number(spread(64)), number(spread(64) / spread(16)), "4"],
    "napkin-two": lambda a: [number(a.key or 0), number((a.key or 0) * math.sqrt(2)), f"{math.sqrt(2):.3f}"],
    "dk64-spike": lambda a: [TOP, f"{100 * RAW[1]:.3f}%", f"{100 * RAW[2]:.5f}%", f"{100 * RAW[1]:.2f}%", ODDS, "24"],
    "gap-not-size": lambda a: [
        *percents(shares(100, 101, 100.5), 0),
        *percents(shares(-1, -2, -1.5), 0),
        TOP,
        "8",
        "16",
    ],
    "dk64-second-share": lambda a: [
        *percents(MIX),
        f"{MIX[1]:.3f}",
        f"{100 * RAW[1]:.2f}%",
        "2",
        number(math.e**2, 3),
        number(math.e, 3),
    ],
    "add-hundred": lambda a: ["103"],
    "after-softmax": lambda a: [f"{100 * RAW[0] / 8:.1f}%", f"{100 * RAW[1] / 8:.3f}%", "⅛"],
    "divide-by-dk": lambda a: [
        "0.25",
        "0.125",
        *percents(shares(16, 8, 0, by=64)),
        f"{math.exp(0.125):.2f}",
        ODDS_MIX,
    ],
    "slope-number": lambda a: [number(a.params["p"] * (1 - a.params["p"]))],
    "overflow": lambda a: [
        "8",
        "64",
        f"{100 * shares(8, 0)[1]:.2f}%",
        f"{100 * shares(8, 0, by=8)[1]:.1f}%",
        *(["1000"] if math.log(sys.float_info.max) < 1000 else []),
    ],
    "slope-peak": lambda a: [
        "0.5",
        number(0.5 * 0.5),
        "0.1",
        "0.9",
        number(RAW[0], 4),
        f"{1 - RAW[0]:.4f}",
        f"{SLOPES[0]:.4f}",
    ],
    "winner-exact": lambda a: ["8", "−8", "−16"],
    "all-negative": lambda a: ["−1", "−2", "−3", TOP, TOP_MIX, "16"],
    "assumptions": lambda a: ["4", number(spread(64, 2.0) ** 2 / 64)],
    "when-used": lambda a: [ROOT_64, "64"],
    "two-slots-zero": lambda a: ["−2", "½", "4", "−1"],
    "odds": lambda a: [
        number(a.key or 0),
        number(a.params["gap"] / math.sqrt(a.params["d_k"])),
        f"{math.exp(a.params['gap']):.0f}",
        f"{math.exp(a.params['gap']) / 1e6:.2g}",
        "2.718",
    ],
    "slope-before-after": lambda a: [
        f"{SLOPES[1]:.2f}",
        f"{SLOPES[1]:.4f}",
        f"{SLOPES[1]:.3f}",
        number(SLOPES[0], 3),
        f"{SLOPES[1] / SLOPES[0]:.0f}",
        f"{SLOPES[1] / SLOPES[0] / 8:.0f}",
        f"{MIX[0]:.3f}",
        f"{1 - MIX[0]:.3f}",
        f"{RAW[0]:.4f}",
        *(["600"] if SLOPES[1] / SLOPES[0] > 600 else []),
    ],
    "exactly-zero": lambda a: [f"{RAW[2]:.8f}", "0.0%", "−16", f"{1 / RAW[2] / 1e6:.0f}"],
    "tie": lambda a: [
        "8",
        percents(shares(8, 8, 0), 2)[0],
        percents(shares(8, 8, 0, by=8))[0],
        percents(shares(8, 8, 0, by=8))[2],
    ],
    "uniform-slots": lambda a: [number(spread(a.params["d_k"], math.sqrt(1 / 3), "uniform")), "9"],
    "perfect-match": lambda a: [number(a.params["d_k"] / math.sqrt(a.params["d_k"]))],
    "divide-twice": lambda a: [number(spread(64) / 64)],
    "sigma": lambda a: [number(spread(a.params["d_k"], a.params["sigma"]) / math.sqrt(a.params["d_k"]))],
    "spot-the-line": lambda a: ["-0.5", "−0.5", "8", number(64**0.5)],
}
BANK = load()


def prose(asked: Asked) -> list[str]:
    """All that is said to be so: the answer, the reasons, the hints, and the right option; not the wrong options."""
    right = [option.text for option in asked.options if option.ok]
    whys = [option.why for option in asked.options] + [why for _, why in asked.near]
    return [asked.answer, asked.explanation, *asked.hints, *right, *whys, *asked.question.rubric]


@pytest.mark.parametrize("question", BANK.questions, ids=lambda q: q.id)
def test_numbers_in_prose_are_given_or_the_engine_s(question: Question) -> None:
    for params in question.draws:
        asked = drawn(question, 0, 0, params, tuple(range(len(question.choices))))
        computed = FROM_ENGINE[question.id](asked) if question.id in FROM_ENGINE else []
        known = PLAIN | set(NUMBER.findall(asked.prompt)) | set(computed)
        for text in prose(asked):
            for found in NUMBER.findall(text):
                assert found in known, f"{found} in: {text}"


def test_only_questions_that_are_there_are_computed() -> None:
    assert set(FROM_ENGINE) <= set(BANK.ids())


def test_rare_sums_are_as_rare_as_the_question_says() -> None:
    assert rademacher_tail(100, 50) < 1e-6
