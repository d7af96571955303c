"""The Sum pane in rows: the walk or the thousand walks, and in words what they show."""

import math
from typing import Any

import numpy as np

from sqrtdk_tui import digits
from sqrtdk_tui.charts import histogram, walk_chart
from sqrtdk_tui.engine import law
from sqrtdk_tui.labels import fit
from sqrtdk_tui.rows import Look, Row, beside, wrap
from sqrtdk_tui.walk import MOST_SLOTS_A_WALK, WALKS, Walk, Walks

_SIDE = 27
_FEWEST_CHART_ROWS = 4


def walk_rows(walk: Walk, upto: int | None, look: Look, height: int) -> list[Row]:
    """One walk: its chart at the left, its numbers at the right, its sentence below."""
    told = [look.row((f" {line}", "text")) for line in wrap(walk_sentence(walk, upto), look.width - 2)]
    room = height - len(told)
    if room < _FEWEST_CHART_ROWS:
        return told[:height]
    side = _SIDE if look.width >= 70 else 0
    columns = look.width - side
    lows, highs = walk.envelope(columns - 5, upto)
    band = walk.band(columns)
    chart = walk_chart(
        lows.tolist(),
        highs.tolist(),
        band[0].tolist() if band else None,
        band[1].tolist() if band else None,
        columns,
        room,
        x_max=float(walk.lab.d_k),
        y_limit=walk.limit(),
        ascii=look.ascii,
    )
    block: list[Row] = list(chart.lines)
    if side:
        block = beside(block, _numbers(walk, upto, Look(side, look.ascii), room), columns)
    return block + told


def _numbers(walk: Walk, upto: int | None, look: Look, height: int) -> list[Row]:
    at = walk.lab.d_k if upto is None else upto
    lines = [
        (f"  slot    {at} of {walk.lab.d_k}", "text"),
        (f"  sum     {digits.score(walk.at(upto))}", "title"),
        (f"  spread  {spread_text(law.score_spread(walk.slots, max(1, at)))}", "text"),
        (f"  seed    {walk.lab.seed}", "dim"),
        ("  ·· mean ± spread" if walk.spread is not None else "  no band: no spread", "dim"),
    ]
    return [look.row(line) for line in lines][:height]


def spread_text(spread: float | None) -> str:
    """±8, or that there is none."""
    return "none exists" if spread is None else f"±{digits.size(spread)}"


def walk_sentence(walk: Walk, upto: int | None) -> str:
    """Where the walk stands, against what such walks do; and whose scores these are."""
    at = walk.lab.d_k if upto is None else upto
    whose = _whose(walk)
    if at == 0:
        return f"{whose}: 0 before the first slot."
    now = f"{whose}: {digits.score(walk.at(upto))} after {_slots(at)}"
    if walk.spread is None:
        return f"{now}. Cauchy slots have no variance, so no √d_k tells how large such sums are."
    typical = law.score_spread(walk.slots, at)
    root = f"√{at} = " if _plain(walk) else ""
    mean = "" if walk.mean == 0 else f" around {digits.size(law.score_mean(walk.slots, at) or 0.0)}"
    return f"{now}; such sums spread by {root}{digits.size(typical or 0.0)}{mean}."


def _plain(walk: Walk) -> bool:
    lab = walk.lab
    return lab.sigma == (1.0, 1.0) and lab.mean == (0.0, 0.0) and lab.rho == 0 and lab.slot_correlation == 0


def _slots(number: int) -> str:
    return "1 slot" if number == 1 else f"{number} slots"


def _whose(walk: Walk) -> str:
    if walk.lab.source == "drawn":
        return f'q·k for "{fit(walk.lab.token_names()[walk.key], 12)}", slot by slot'
    return "Drawn, not the bars"


def walks_rows(walks: Walks | None, look: Look, height: int) -> list[Row]:
    """A thousand walks' ends as bars, the expected counts over them, and the sentence."""
    if walks is None:
        text = too_long()
        return [look.row((f" {line}", "text")) for line in wrap(text, look.width - 2)][:height]
    told = [look.row((f" {line}", "text")) for line in wrap(walks_sentence(walks), look.width - 2)]
    room = height - len(told)
    if room < _FEWEST_CHART_ROWS:
        return told[:height]
    counts, edges, expected = (values.tolist() for values in (walks.counts, walks.edges, walks.expected))
    chart = histogram(counts, edges, expected, look.width, room, ascii=look.ascii)
    return list(chart.lines) + told


def too_long() -> str:
    """Why a thousand walks are not drawn here."""
    return (
        f"A thousand walks are drawn up to {MOST_SLOTS_A_WALK:,} slots where no exact law is known; "
        "use fewer slots, or normal or ±1 slots."
    )


def walks_sentence(walks: Walks) -> str:
    """How far a thousand sums spread, beside the exact value and the error expected of so many."""
    lab = walks.lab
    how = "by the exact law" if walks.method == "law" else "slot by slot"
    head = f"{WALKS:,} sums of {_slots(lab.d_k)} {how}:"
    if walks.spread is None:
        middle = float(np.median(np.abs(walks.ends)))
        half = digits.size(round(middle, 1))
        return f"{head} half are within ±{half}, a tenth beyond the picture. No variance exists, so no spread."
    measured = float(np.std(walks.ends))
    curve = " • expected." if walks.exact else " • a normal curve."
    told = digits.size(float(f"{measured:.3g}"))
    return f"{head} spread {told}, exact {digits.size(walks.spread)}.{_far(walks)}{curve}"


def _far(walks: Walks) -> str:
    """For ±1 slots: how rare a sum beyond half of all slots is, exactly."""
    lab = walks.lab
    standard = lab.mean == (0.0, 0.0) and lab.sigma == (1.0, 1.0)
    if lab.slots != "rademacher" or not standard or lab.d_k < 4:
        return ""
    far = lab.d_k // 2
    chance = law.rademacher_tail(lab.d_k, far, strict=True)
    seen = int(np.count_nonzero(np.abs(walks.ends) > far))
    odds = digits.one_in(math.log(chance)) if chance > 0 else "never"
    return f" Beyond ±{far}: {odds}; here {seen}."


def plain(walk: Walk, walks: Walks | None, look: Look) -> list[Row]:
    """Both sentences, for the printed report."""
    texts = [walk_sentence(walk, None), walks_sentence(walks) if walks else too_long()]
    return [look.row((line, "text")) for text in texts for line in wrap(text, look.width)]


def json_object(walk: Walk, walks: Walks | None) -> dict[str, Any]:
    """The walk's end and the thousand ends' spread as JSON's own types."""
    return {
        "key": walk.key,
        "sum": walk.total,
        "mean": None if walk.spread is None else walk.mean,
        "spread": walk.spread,
        "walks": None if walks is None else WALKS,
        "method": None if walks is None else walks.method,
        "measured_spread": None if walks is None or walks.spread is None else float(np.std(walks.ends)),
        "sentences": [walk_sentence(walk, None), walks_sentence(walks) if walks else too_long()],
    }
