"""Findings -> sentences: what a study has shown, with the error to expect, and a verdict that claims no more."""

import math
from itertools import pairwise

from sqrtdk_tui import digits
from sqrtdk_tui.engine import law
from sqrtdk_tui.engine.moments import Estimate
from sqrtdk_tui.engine.pair_results import PairsResult, Scores
from sqrtdk_tui.engine.row_results import RowsResult
from sqrtdk_tui.lab import Lab
from sqrtdk_tui.measure.cases import assumption_sentences, dial_sentences
from sqrtdk_tui.measure.figures import earned, plus_minus, root
from sqrtdk_tui.study import Findings

_SLOTS = {"rademacher": "±1", "t5": "Student t5", "t3": "Student t3", "laplace": "Laplace", "cauchy": "Cauchy"}
_ALIKE = 0.01  # a ratio this close to a round one is called by it
_NEVER = 1e-5
_BLIND = 0.5  # a relative error of the variance beyond which nothing can be told from it
LATE = "A division after softmax leaves the rows as dead as they are: shares only shrink."
_WIDE = 0.1  # a relative error of the variance beyond which one error is no longer that of a bell curve


def slots_told(lab: Lab) -> str:
    """The slots' law and what is not at its default: normal, ±1, normal σ 2, normal mean 0,1."""
    told = [_SLOTS.get(lab.slots, lab.slots)]
    for sign, (of_q, of_k), default in (("σ", lab.sigma, 1.0), ("mean", lab.mean, 0.0)):
        if (of_q, of_k) != (default, default):
            told.append(f"{sign} {of_q:g}" if of_q == of_k else f"{sign} {of_q:g},{of_k:g}")
    told += [f"ρ {lab.rho:g}"] if lab.rho else []
    return " ".join(told + ([f"tied {lab.slot_correlation:g}"] if lab.slot_correlation else []))


def method_told(findings: Findings) -> str:
    """By the exact law, or slot by slot."""
    if findings.kind == "assumptions" and findings.lab.method != "slots":
        return "by the exact law where there is one"
    return "by the exact law" if findings.method == "law" else "slot by slot"


def invitation(lab: Lab) -> str:
    """What the key that measures would measure now."""
    return f"g measures: {lab.pairs:,} pairs at d_k = {lab.d_k}"


def headline(findings: Findings) -> str:
    """What is measured, how often, and how."""
    lab, how, slots = findings.lab, method_told(findings), f"{slots_told(findings.lab)} slots"
    pairs = told_pairs(findings)
    if findings.kind == "assumptions":
        return f"Which assumption broke? {pairs} a case, d_k = {lab.d_k}: √d_k predicts {digits.size(root(lab.d_k))}"
    if findings.kind == "sweep":
        rows = max((point.count for point in findings.row_points), default=0)
        also = f", {rows:,} rows of {lab.count} tokens" if rows else ""
        return f"Sweep, {slots}, {how.removeprefix('by the ')}: {pairs} a point{also}"
    head = f"{pairs} at d_k = {lab.d_k}, {slots}, {how}"
    return f"Every divisor: {head}" if findings.kind == "dial" else head


def most_pairs(findings: Findings) -> int:
    """The pairs that are in: of the one run, or of the point or case that has most."""
    return max((run.pairs for run in pair_runs(findings)), default=0)


def pair_runs(findings: Findings) -> list[PairsResult]:
    """Every run of pairs that has begun."""
    runs = [findings.pairs, *findings.pair_points, *(case.pairs for case in findings.assumptions)]
    return [run for run in runs if run is not None]


def told_pairs(findings: Findings) -> str:
    """20,000 pairs; 4,096 of 20,000 pairs where a run was stopped or goes on."""
    runs = pair_runs(findings)
    number, asked = most_pairs(findings), max((run.asked for run in runs), default=findings.lab.pairs)
    of = "" if number == asked else f" of {asked:,}"
    return f"{number:,}{of} pair{'' if asked == 1 else 's'}"


def verdict(scores: Scores) -> str:
    """How far the measured variance lies from the exact one, and what that means."""
    off = scores.off_by()
    if off is None:
        return _no_verdict(scores)
    size = abs(off)
    if size <= 3.0 and (scores.expected_error or 0.0) > _BLIND * (scores.exact_variance or math.inf):
        return "so few pairs cannot tell"
    if size <= 1.0:
        return "as the law says, within its error"
    told = f"{size:.1f} errors off"
    if size <= 2.0:
        return f"as the law says, {told}"
    if size > 3.0 and (scores.expected_error or 0.0) > _WIDE * (scores.exact_variance or math.inf):
        return f"{told}; so few pairs of such slots can be"
    if size <= 3.0:
        return f"{told}, chance has such days"
    return f"{told}, rare by chance: try another seed" if size <= 4.0 else f"{told}, more than chance explains"


def _no_verdict(scores: Scores) -> str:
    if scores.exact_variance is None:
        return "no exact value, so no verdict"
    if scores.variance is None:
        return "no spread to judge"
    if scores.expected_error == 0.0:
        return "every score has the same size, only its sign is chance"
    return "no error to expect, so no verdict"


def sentence(findings: Findings) -> str:
    """The result in one to three short sentences, the same on the screen and in print."""
    return " ".join(sentences(findings)) or "Nothing is measured yet."


def sentences(findings: Findings) -> list[str]:
    """The result, one sentence an entry; empty before anything is in."""
    if findings.kind == "sweep":
        return sweep_sentences(findings)
    if findings.kind == "assumptions":
        return assumption_sentences(findings.assumptions) if most_pairs(findings) else []
    if findings.pairs is None:
        return []
    if findings.dial is not None:
        return dial_sentences(findings.pairs, findings.dial)
    told = [variance_sentence(findings.pairs), coins_sentence(findings.pairs)]
    return [text for text in (*told, rows_sentence(findings.rows)) if text]


def variance_sentence(pairs: PairsResult) -> str:
    """Variance 63.1, exact 64, expected ±1.3: as the law says; or why there is none."""
    raw, low, high = pairs.raw, pairs.raw.quartiles[0].value, pairs.raw.quartiles[2].value
    if pairs.slots.distribution == "cauchy":
        half = earned(0.5 * (high - low), 0.5 * (pairs.raw.quartiles[0].error + pairs.raw.quartiles[2].error))
        return f"Cauchy slots have no variance, so no √d_k: it never settles. Half of the scores lie within ±{half}."
    if raw.exact_variance is None or raw.variance is None:
        return pairs.reasons.get("variance") or pairs.reasons.get("exact_variance", "No variance could be measured.")
    head = f"Variance {earned(raw.variance, raw.expected_error)}, exact {digits.size(raw.exact_variance)}"
    if raw.expected_error is None:
        return f"{head}; {pairs.slots.distribution} slots have infinite kurtosis, so it settles slowly, with no error."
    return f"{head}, expected {plus_minus(raw.expected_error)}: {verdict(raw)}."


def coins_sentence(pairs: PairsResult) -> str:
    """How often sums of ±1 pass half of all slots: exactly, and here; empty for other slots."""
    if not is_coins(pairs) or pairs.d_k < 4:
        return ""
    far = pairs.d_k // 2
    chance = law.rademacher_tail(pairs.d_k, far, strict=True)
    least, most = seen_beyond(pairs, far)
    seen = f"{least:,}" if least == most else f"at most {most:,}"
    odds = "less than 1 in 10^308" if chance <= 0.0 else digits.one_in(math.log(chance))
    how = "practically never:" if chance < _NEVER else "with a chance of"
    return f"{pairs.d_k} slots of ±1 pass {far} {how} {odds}; here {seen} of {pairs.pairs:,}."


def is_coins(pairs: PairsResult) -> bool:
    """Is every slot +1 or −1, so that q·k is a sum of coins?"""
    s = pairs.slots
    return (s.distribution, s.sigma_q, s.sigma_k, s.mean_q, s.mean_k) == ("rademacher", 1.0, 1.0, 0.0, 0.0)


def seen_beyond(pairs: PairsResult, far: int) -> tuple[int, int]:
    """How many sums of coins lie beyond ±far, at least and at most: the bins may hold some of both kinds."""
    edges = [-math.inf, *pairs.raw.bins.edges().tolist(), math.inf]
    least = most = 0
    for (low, high), count in zip(pairwise(edges), pairs.raw.counts.tolist(), strict=True):
        first, last = sums_in(pairs.d_k, low, high)
        if first > last:
            continue
        least += count if first > far or last < -far else 0
        most += count if last > far or first < -far else 0
    return least, most


def sums_in(d_k: int, low: float, high: float) -> tuple[int, int]:
    """The first and last sum of d_k coins in [low, high); the first is the larger where there is none."""
    first, last = math.ceil(max(low, -d_k)), math.ceil(min(high, d_k + 1)) - 1
    return first + (first - d_k) % 2, last - (last - d_k) % 2


def rows_sentence(rows: RowsResult | None) -> str:
    """How many rows are dead on both sides; empty without rows."""
    if rows is None:
        return ""
    left, right = digits.fraction(rows.undivided.dead_share.value), digits.fraction(rows.divided.dead_share.value)
    if rows.late:
        return f"Of {rows.count:,} rows of {rows.tokens} tokens {left} are dead. {LATE}"
    if rows.divisor == 1.0:
        return f"Of {rows.count:,} rows of {rows.tokens} tokens {left} are dead; nothing is divided."
    by = digits.size(rows.divisor)
    return f"Of {rows.count:,} rows of {rows.tokens} tokens {left} are dead undivided, {right} once divided by {by}."


def sweep_sentences(findings: Findings) -> list[str]:
    """How the spread grows from one point to that of four times the slots, and where the pull on q crosses."""
    told, crossing = [_growth(findings)], findings.crossing
    if findings.lab.divide == "after" and findings.row_points:
        return [text for text in (*told, LATE) if text]
    if crossing is not None:
        told.append(
            f"Undivided, the median pull on q is larger up to d_k = {crossing.above}, smaller from {crossing.below}."
        )
    elif len(findings.row_points) > 1 and findings.finished:
        told.append("The median pulls on q, undivided and divided, do not cross among these points.")
    return [text for text in told if text]


def quadrupled(findings: Findings) -> tuple[PairsResult, PairsResult] | None:
    """The measured point nearest below the present d_k that has one of four times its slots, and that one."""
    points = {point.d_k: point for point in findings.pair_points}
    starts = [d_k for d_k in points if 4 * d_k in points]
    start = max((d_k for d_k in starts if d_k <= findings.lab.d_k), default=max(starts, default=None))
    return None if start is None else (points[start], points[4 * start])


def _growth(findings: Findings) -> str:
    found = quadrupled(findings)
    if found is None:
        return ""
    (small, large), cauchy = found, findings.lab.slots == "cauchy"
    if min(small.pairs, large.pairs) < 2:
        return "One pair a point has no spread; at least two are needed."
    if cauchy:
        a, b = middle_half(small), middle_half(large)
        grown = earned(b.value / a.value, _ratio_error(a, b))
        told = f"{small.d_k} -> {large.d_k} slots, {earned(a.value, a.error)} -> {earned(b.value, b.error)}"
        return f"No variance exists. Four times the slots is {grown} times the middle half, not twice: {told}."
    if small.raw.std is None or large.raw.std is None or small.raw.std == 0.0:
        return ""
    ratio = large.raw.std / small.raw.std
    told = " -> ".join(earned(point.raw.std, point.raw.std_error) for point in (small, large))
    how = f"{small.d_k} -> {large.d_k} slots, {told}"
    if any(_share(point) > 0.5 * _BLIND for point in found):
        return f"So few pairs cannot tell how the spread grows: {how}."
    exact = None
    if small.raw.exact_std and large.raw.exact_std is not None:
        exact = large.raw.exact_std / small.raw.exact_std
    if exact is not None and abs(exact / 2.0 - 1.0) < _ALIKE and _as_expected(small, large, ratio, exact):
        return f"Four times the slots is twice the spread: {how}."
    by_law = "" if exact is None else f"; exact {digits.size(exact)}"
    return f"Four times the slots is {ratio:.2f} times the spread here: {how}{by_law}."


def _share(point: PairsResult) -> float:
    """The relative error of a spread; 0 where none is known."""
    return point.raw.std_error / point.raw.exact_std if point.raw.std_error and point.raw.exact_std else 0.0


def _as_expected(small: PairsResult, large: PairsResult, ratio: float, exact: float) -> bool:
    """Is the measured ratio within three errors of the exact one (a twentieth where no error is known)?"""
    share = 0.0
    for point in (small, large):
        if point.raw.std_error is None or not point.raw.exact_std:
            return abs(ratio / exact - 1.0) < 0.05
        share = math.hypot(share, point.raw.std_error / point.raw.exact_std)
    return abs(ratio / exact - 1.0) <= max(3.0 * share, 1e-9)


def middle_half(pairs: PairsResult) -> Estimate:
    """Half the distance between the quartiles of the raw scores: a spread that exists for Cauchy slots, too."""
    low, _, high = pairs.raw.quartiles
    return Estimate.give_or_take(0.5 * (high.value - low.value), 0.5 * math.hypot(low.error, high.error))


def _ratio_error(a: Estimate, b: Estimate) -> float:
    return b.value / a.value * math.hypot(a.error / a.value, b.error / b.value)
