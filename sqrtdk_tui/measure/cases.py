"""The divisor dial and the broken assumptions in sentences: where √d_k is right, and what else would be."""

from collections.abc import Sequence

from sqrtdk_tui import digits
from sqrtdk_tui.engine.assumptions import Assumption, Dial
from sqrtdk_tui.engine.pair_results import PairsResult
from sqrtdk_tui.measure.figures import earned, exact, root

_ALIKE = 0.01  # a ratio this close to 1 is called 1
CASES = {
    "sigma": "σ = 2",
    "mean_q": "mean 1 in q",
    "mean_k": "mean 1 in k",
    "rho": "ρ = 0.5",
    "correlation": "slots tied 0.5",
    "t3": "Student t3",
    "cauchy": "Cauchy",
    "sparse": "sparse 10%",
}


def leaves(value: float) -> str:
    """What a divisor leaves of the spread, and whether that is too much of a divide: 0.125: too much."""
    told = f"{value:#.3g}" if 0.001 <= value < 999.5 else exact(value if value > 1.0 else float(f"{value:.3g}"))
    told = told.rstrip(".")
    return told if abs(value - 1.0) < _ALIKE else f"{told}: {'too much' if value < 1.0 else 'too little'}"


def dial_sentences(pairs: PairsResult, dial: Dial) -> list[str]:
    """What √d_k and d_k leave of the spread, and which divisor leaves 1."""
    if dial.one_at is None:
        if pairs.slots.distribution == "cauchy":
            return ["Cauchy slots have no variance, so no divisor makes the spread 1, and √d_k is wrong."]
        return [pairs.reasons.get("exact_std", "No spread could be measured.")]
    measured = "" if pairs.raw.std is None else f"; measured {earned(pairs.raw.std, pairs.raw.std_error)}"
    told = [f"÷ √d_k leaves {leaves(dial.one_at / root(pairs.d_k))}."]
    if pairs.d_k > 1:
        told.append(f"÷ d_k leaves {leaves(dial.one_at / pairs.d_k)}.")
    told.append(f"The spread is 1 at divisor {digits.size(dial.one_at)}{measured}.")
    right = dial.right.value
    if right is not None and abs(right / dial.one_at - 1.0) > _ALIKE:
        told.append(f"But softmax sees only the spread over one query's keys: {digits.size(right)} makes that 1.")
    return told


def assumption_sentences(cases: Sequence[Assumption]) -> list[str]:
    """Which cases √d_k still fits, and what the chapter leaves unsaid."""
    broken = [case for case in cases if not is_alone(case)]
    good = [CASES[case.name] for case in broken if case.left and abs(case.left - 1.0) < _ALIKE]
    alone = "; one slot has none to be tied to" if len(broken) < len(cases) else ""
    return [
        f"√d_k fits {', '.join(good)}; not the other {len(broken) - len(good)}{alone}.",
        'The chapter\'s "noisy and about size 1" leaves unsaid that the pieces average zero.',
    ]


def is_alone(case: Assumption) -> bool:
    """Is this the case of slots that are tied to each other, with only one slot there?"""
    return case.name == "correlation" and case.d_k == 1


def case_sentence(case: Assumption) -> str:
    """What one broken assumption does, in one sentence with its exact numbers."""
    spread, right, left = exact(case.exact_spread), exact(case.right.value), exact(case.left)
    by, mean = exact(case.predicted), case.exact_mean or 0.0
    if is_alone(case):
        return "With one slot nothing is tied to another: this assumption cannot break here."
    return {
        "sigma": f"Slots twice as large, scores four times as large: ÷ √d_k = {by} leaves {left}, ÷ {right} is right.",
        "mean_q": f"A mean in q does not cancel: the scores of one query spread by {spread}, ÷ √d_k leaves {left}.",
        "mean_k": f"A mean in k moves every score alike and softmax does not see it: ÷ {right} stays right.",
        "rho": f"Aligned q and k: the mean grows like ρ·d_k, here {exact(mean)}; ÷ √d_k leaves "
        f"{exact(mean / case.predicted)} of it. Softmax does not see it only where all keys are aligned alike.",
        "correlation": f"Slots that move together add up: the spread {spread} grows like d_k, ÷ √d_k leaves {left}.",
        "t3": "Heavy tails leave the variance d_k and √d_k right, but far scores are common and it settles slowly.",
        "cauchy": "Cauchy slots have no variance: scores grow like d_k·log d_k, and no √d_k fits.",
        "sparse": "Mostly zeros, a few large slots: the variance is still d_k, so √d_k is right.",
    }[case.name]


def case_note(case: Assumption) -> str:
    """The same in a few words, for the table."""
    if is_alone(case):
        return "one slot, nothing tied"
    return {
        "sigma": "four times as large",
        "mean_q": "does not cancel",
        "mean_k": "softmax does not see it",
        "rho": f"mean {exact(case.exact_mean)}: ρ·d_k",
        "correlation": "grows like d_k",
        "t3": "right, slow to settle",
        "cauchy": "no variance, no √d_k",
        "sparse": "mostly zeros, d_k holds",
    }[case.name]
