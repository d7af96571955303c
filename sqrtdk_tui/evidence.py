"""Steps of evidence: settings written in a data file -> a Lab and a pane, and in one sentence what is seen there.

The quiz and the tour both show what they say on the instrument itself. A step starts from the program's defaults, or
from the step before it, never from what the learner has open; its settings are read by the command line's own readers.
"""

import math
from argparse import Namespace
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqrtdk_tui import command, digits, reading
from sqrtdk_tui.engine.rademacher import rademacher_tail
from sqrtdk_tui.lab import Lab, LabError
from sqrtdk_tui.options import PANES
from sqrtdk_tui.reading import Reading, Side
from sqrtdk_tui.walk import read_walk

_OWN = ("pane", "shows", "say")
_MOST_TOKENS_TOLD = 4


@dataclass(frozen=True, slots=True)
class Step:
    """One setting of the instrument. `say` is a sentence of the author's, `shows` a text that `words` must hold."""

    pane: str
    lab: Lab
    say: str = ""
    shows: str = ""

    @property
    def command(self) -> str:
        """The command line that shows the same."""
        return command.command_line(self.pane, self.lab)


def steps_of(entries: Iterable[Mapping[str, Any]]) -> tuple[Step, ...]:
    """Settings by name -> steps; each changes only what it names, and the first starts from the defaults.

    Raises:
        LabError: a setting that does not exist or cannot be, in one sentence.
    """
    pane, lab, steps = PANES[0], Lab(), []
    for entry in entries:
        unknown = set(entry) - set(command.READERS) - set(_OWN)
        if unknown:
            raise LabError(sorted(unknown)[0], f"{sorted(unknown)[0]} is no setting of the instrument.")
        pane = command.read_pane(str(entry["pane"])) or pane if "pane" in entry else pane
        texts = {field: _text(entry[field]) if field in entry else None for field in command.READERS}
        lab = command.from_options(Namespace(**texts), lab)
        steps.append(Step(pane, lab, str(entry.get("say", "")), str(entry.get("shows", ""))))
    return tuple(steps)


def _text(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def words(step: Step) -> str:
    """What this step shows, computed now, in one or two sentences; the author's own sentence comes first."""
    tell = {"steps": row_words, "sum": sum_words, "measure": pairs_words, "slope": slope_words}[step.pane]
    return f"{step.say} {tell(step.lab)}".strip()


def row_words(lab: Lab) -> str:
    """Undivided: "the" 99.97%, "cat" 0.03%, "sat" 0.00001%. Divided by 8: 66.5%, 24.5%, 9.0%. Same winner."""
    now = reading.read(lab)
    left, right = now.undivided, now.divided
    if left is None or right is None:
        return str(now.undefined)
    told = [f"Undivided: {_shares(now, left, named=True)}."]
    if now.divisor != 1:
        told.append(f"{divided_words(now)}: {_shares(now, right)}.")
        told.append(_winner_words(now, left))
    return " ".join(told)


def divided_words(now: Reading) -> str:
    """Divided by 8, or that it was done too late."""
    by = f"Divided by {digits.size(now.divisor)}"
    return f"{by} after softmax, they sum to {1 / now.divisor:.4g}" if now.late else by


def share_words(side: Side, token: int) -> str:
    """One share, with the digits it has earned."""
    return digits.share(float(side.log_weights[token]), float(side.log_rests[token]))


def _shares(now: Reading, side: Side, *, named: bool = False) -> str:
    most = len(now.labels) if len(now.labels) <= _MOST_TOKENS_TOLD else _MOST_TOKENS_TOLD - 1
    order = now.listed if most == len(now.labels) else now.order
    told = [f'"{now.labels[i]}" {share_words(side, i)}' if named else share_words(side, i) for i in order[:most]]
    rest = len(now.labels) - most
    return ", ".join(told) + (f" and {rest} more" if rest else "")


def _winner_words(now: Reading, left: Side) -> str:
    if now.late:
        return "The spike was made before it."
    return "Still a tie." if len(left.winners) > 1 else "Same winner."


def sum_words(lab: Lab) -> str:
    """One walk of 100 slots ends at 8; such sums spread by √100 = 10."""
    walk = read_walk(lab, 0)
    told = f"One walk of {lab.d_k} slots ends at {digits.score(walk.total)}"
    if walk.spread is None:
        return f"{told}; no variance exists, so no spread."
    root = f"√{lab.d_k} = " if digits.size(walk.spread) == digits.size(math.sqrt(lab.d_k)) else ""
    return f"{told}; such sums spread by {root}{digits.size(walk.spread)}.{_coins_words(lab)}"


def _coins_words(lab: Lab) -> str:
    """How many sums of ±1 slots lie within one and two typical sizes: exact."""
    if lab.slots != "rademacher" or lab.d_k < 4:
        return ""
    size = math.isqrt(lab.d_k)
    one, two = (100 * (1 - rademacher_tail(lab.d_k, n * size, strict=True)) for n in (1, 2))
    return f" Within ±{size}: {one:.1f}% of them; within ±{2 * size}: {two:.1f}%."


def pairs_words(lab: Lab) -> str:
    """20,000 pairs at d_k = 64: raw scores spread by 8.02, exact 8. Divided by 8: 1.003, exact 1."""
    from sqrtdk_tui.engine.pairs import PairRun  # these need much that a card without them does not
    from sqrtdk_tui.engine.streaming import finish
    from sqrtdk_tui.measure import figures
    from sqrtdk_tui.study import divisor_for, method_of

    run = PairRun(reading.slots_of(lab), lab.d_k, lab.pairs, lab.seed, method_of(lab), divisor_for(lab)(lab.d_k))
    finish(run, 1)
    raw, divided = run.result().raw, run.result().divided
    spread = figures.earned(raw.std, raw.std_error)
    told = f"{lab.pairs:,} pairs at d_k = {lab.d_k}: raw scores spread by {spread}"
    told += f", exact {figures.exact(raw.exact_std)} (variance {figures.exact(raw.exact_variance)})."
    if run.divisor == 1:
        return told
    spread, exact = figures.earned(divided.std, divided.std_error), figures.exact(divided.exact_std)
    return f"{told} Divided by {digits.size(run.divisor)}: {spread}, exact {exact}."


def slope_words(lab: Lab) -> str:
    """The winner's slope p(1 − p) at softmax's input on both sides, and what is left of it at the raw score."""
    now = reading.read(lab)
    left, right = now.undivided, now.divided
    if left is None or right is None:
        return str(now.undefined)
    name = f'"{now.labels[left.winners[0]]}"'
    told = f"Slope p(1 − p) of {name} at softmax's input: {_slope(left)} undivided"
    if now.divisor == 1:
        return f"{told}; its share is {share_words(left, left.winners[0])}."
    back, times = right.winner_slope / now.divisor, right.winner_slope / left.winner_slope
    told += f", {_slope(right)} divided: {_times(times)}."
    return f"{told} Back at the raw score: {_number(back)}, {_times(times / now.divisor)}."


def _slope(side: Side) -> str:
    return _number(side.winner_slope)


def _number(value: float) -> str:
    return f"{value:.3g}".replace("e-0", "e-")


def _times(ratio: float) -> str:
    return f"{ratio:.0f} times" if ratio >= 10 else f"{ratio:.2g} times"
