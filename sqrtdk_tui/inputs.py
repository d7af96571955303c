"""The inputs one by one: what each is called, shows and allows, and what an arrow or a typed text makes of it."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from sqrtdk_tui import command, digits
from sqrtdk_tui.lab import MAX_D_K, MAX_DRAWN_SLOTS, MAX_PAIRS, MAX_SEED, MAX_TOKENS, Lab, LabError
from sqrtdk_tui.options import DRAWING_PANES, LAW_SLOTS, METHODS, RULES, SLOT_NAMES, SOURCES
from sqrtdk_tui.typed import TypedError, exact, number

_TOKEN_STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 16, 32, 64, 128, 256, 512, 1024)
_SIGMA_STEPS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
_MEAN_STEPS = (-2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0)
_RHO_STEPS = (-1.0, -0.75, -0.5, -0.25, 0.0, 0.25, 0.5, 0.75, 1.0)
_PAIR_STEPS = (1_000, 20_000, 100_000, 1_000_000, 10_000_000)
_CORRELATION_STEPS = (0.0, 0.1, 0.25, 0.5, 0.75, 0.9)
_RULE_WORDS = {"sqrt": "√d_k", "none": "nothing", "dk": "d_k", "after": "√d_k after softmax"}


@dataclass(frozen=True, slots=True)
class Input:
    """One input. `step(lab, +1 or -1)` is an arrow key, `typed(lab, text)` what Enter takes."""

    name: str
    label: str
    allowed: str
    value: Callable[[Lab], str]
    step: Callable[[Lab, int], Lab]
    typed: Callable[[Lab, str], Lab]
    live: Callable[[Lab, str], bool]

    def is_default(self, lab: Lab) -> bool:
        """Does it stand where the product starts?"""
        return self.value(lab) == self.value(Lab())


def _stepped(name: str, values: tuple[Any, ...], lab: Lab, way: int, current: Any, option: str) -> Lab:
    """The next listed value up or down from the current one, which need not be listed."""
    beyond = [v for v in values if v > current] if way > 0 else [v for v in reversed(values) if v < current]
    if not beyond:
        end = values[-1] if way > 0 else values[0]
        raise LabError(option, f"{name} ends at {exact(end)} here; Enter types another value.")
    return lab.changed(**{option.removeprefix("--").replace("-", "_"): beyond[0]})


def _step_d_k(lab: Lab, way: int) -> Lab:
    if way > 0 and lab.d_k * 2 > MAX_D_K:
        raise LabError("--d-k", f"d_k goes up to {MAX_D_K}.")
    if way > 0 and lab.source == "drawn" and lab.tokens * lab.d_k * 2 > MAX_DRAWN_SLOTS:
        too_many = f"{lab.tokens} tokens × {lab.d_k * 2} slots are too many"
        raise LabError("--d-k", f"{too_many}: at most {MAX_DRAWN_SLOTS} are drawn for a row.")
    if way < 0 and lab.d_k == 1:
        raise LabError("--d-k", "d_k = 1 is the smallest: one slot.")
    return lab.changed(d_k=lab.d_k * 2 if way > 0 else lab.d_k // 2)


def _cycle(values: tuple[str, ...], current: str, way: int) -> str:
    return values[(values.index(current) + way) % len(values)]


def _step_divide(lab: Lab, way: int) -> Lab:
    here = lab.divide if isinstance(lab.divide, str) else RULES[-1] if way > 0 else RULES[0]
    return lab.changed(divide=_cycle(RULES, here, way))


def _step_slots(lab: Lab, way: int) -> Lab:
    slots = _cycle(SLOT_NAMES, lab.slots, way)
    changes: dict[str, Any] = {"slots": slots}
    if slots != "normal":  # correlations are defined for normal slots alone
        changes |= {"rho": 0.0, "slot_correlation": 0.0}
    if slots not in LAW_SLOTS and lab.method == "law":
        changes["method"] = "auto"
    return lab.changed(**changes)


def _step_method(lab: Lab, way: int) -> Lab:
    has_law = lab.slots in LAW_SLOTS and lab.study != "assumptions"
    known = METHODS if has_law else tuple(m for m in METHODS if m != "law")
    return lab.changed(method=_cycle(known, lab.method, way))


def _type_scores(lab: Lab, text: str) -> Lab:
    word = text.strip().lower()
    if word in SOURCES:
        return lab.changed(source=word)
    scores = command.read_field("scores", text)
    return (lab.changed(source="raw") if lab.source == "drawn" else lab).with_scores(scores)


def _typed_as(field: str) -> Callable[[Lab, str], Lab]:
    return lambda lab, text: lab.changed(**{field: command.read_field(field, text)})


def _type_labels(lab: Lab, text: str) -> Lab:
    labels = command.read_field("labels", text) if text.strip() else ()
    if labels and len(labels) != lab.count:
        raise LabError("--labels", f"{len(labels)} names for {lab.count} tokens; give one for each, or none.")
    return lab.changed(labels=labels)


def _step_labels(lab: Lab, way: int) -> Lab:
    raise LabError("--labels", "Names are typed: Enter, then one for each token, separated by commas.")


def _pair_step(field: str, values: tuple[float, ...], which: int) -> Callable[[Lab, int], Lab]:
    def step(lab: Lab, way: int) -> Lab:
        pair = list(getattr(lab, field))
        beyond = [v for v in values if v > pair[which]] if way > 0 else [v for v in values[::-1] if v < pair[which]]
        if not beyond:
            raise LabError("--" + field, "The arrow ends here; Enter types another value.")
        pair[which] = beyond[0]
        return lab.changed(**{field: tuple(pair)})

    return step


def _pair_typed(field: str, which: int) -> Callable[[Lab, str], Lab]:
    def typed(lab: Lab, text: str) -> Lab:
        pair = list(getattr(lab, field))
        try:
            pair[which] = number(text)
        except TypedError as error:
            raise LabError("--" + field, str(error)) from None
        return lab.changed(**{field: tuple(pair)})

    return typed


def scores_text(lab: Lab) -> str:
    if lab.source == "drawn":
        return "drawn"
    scores = ", ".join(digits.score(x) for x in lab.scores[:6]) + (", …" if len(lab.scores) > 6 else "")
    return f"{scores} × √d_k" if lab.source == "hand" else f"{scores} raw"


def _divide_text(lab: Lab) -> str:
    return _RULE_WORDS[lab.divide] if isinstance(lab.divide, str) else exact(lab.divide)


def divide_text(lab: Lab) -> str:
    """The divisor as its rule and what it comes to: √64 = 8, d_k = 64, nothing, √64 = 8 after softmax, 5."""
    root = f"√{lab.d_k} = {digits.size(math.sqrt(lab.d_k))}"
    rules = {"sqrt": root, "after": f"{root} after softmax", "none": "nothing", "dk": f"d_k = {lab.d_k}"}
    return rules[lab.divide] if isinstance(lab.divide, str) else exact(lab.divide)


def _always(lab: Lab, pane: str) -> bool:
    return True


def _draws(lab: Lab, pane: str) -> bool:
    return lab.source == "drawn" or pane in DRAWING_PANES


def _measures(lab: Lab, pane: str) -> bool:
    return pane == "measure"


def _draws_normal(lab: Lab, pane: str) -> bool:
    return _draws(lab, pane) and lab.slots == "normal"


def _pair_input(name: str, label: str, field: str, which: int, values: tuple[float, ...], allowed: str) -> Input:
    return Input(
        name,
        label,
        allowed,
        lambda lab: exact(getattr(lab, field)[which]),
        _pair_step(field, values, which),
        _pair_typed(field, which),
        _draws,
    )


INPUTS = (
    Input("d_k", "d_k", f"1 to {MAX_D_K}", lambda lab: str(lab.d_k), _step_d_k, _typed_as("d_k"), _always),
    Input(
        "scores",
        "scores",
        "a list such as 2, 1, 0 (-inf masks), or hand, raw, drawn",
        scores_text,
        lambda lab, way: lab.changed(source=_cycle(SOURCES, lab.source, way)),
        _type_scores,
        _always,
    ),
    Input(
        "tokens",
        "tokens",
        f"1 to {MAX_TOKENS}",
        lambda lab: str(lab.tokens),
        lambda lab, way: _stepped("tokens", _TOKEN_STEPS, lab, way, lab.tokens, "--tokens"),
        _typed_as("tokens"),
        lambda lab, pane: lab.source == "drawn",
    ),
    Input(
        "divide",
        "divide by",
        "sqrt, none, dk, after, or a number above 0",
        _divide_text,
        _step_divide,
        _typed_as("divide"),
        _always,
    ),
    Input("slots", "slots", ", ".join(SLOT_NAMES), lambda lab: lab.slots, _step_slots, _typed_as("slots"), _draws),
    _pair_input("sigma_q", "σ of q", "sigma", 0, _SIGMA_STEPS, "1e-9 to 1e9"),
    _pair_input("sigma_k", "σ of k", "sigma", 1, _SIGMA_STEPS, "1e-9 to 1e9"),
    _pair_input("mean_q", "μ of q", "mean", 0, _MEAN_STEPS, "-1e9 to 1e9"),
    _pair_input("mean_k", "μ of k", "mean", 1, _MEAN_STEPS, "-1e9 to 1e9"),
    Input(
        "rho",
        "ρ of q with k",
        "-1 to 1",
        lambda lab: exact(lab.rho),
        lambda lab, way: _stepped("rho", _RHO_STEPS, lab, way, lab.rho, "--rho"),
        _typed_as("rho"),
        _draws_normal,
    ),
    Input(
        "slot_correlation",
        "slots' correlation",
        "0 to below 1",
        lambda lab: exact(lab.slot_correlation),
        lambda lab, way: _stepped(
            "The slots' correlation", _CORRELATION_STEPS, lab, way, lab.slot_correlation, "--slot-correlation"
        ),
        _typed_as("slot_correlation"),
        _draws_normal,
    ),
    Input(
        "seed",
        "seed",
        f"0 to {MAX_SEED}",
        lambda lab: str(lab.seed),
        lambda lab, way: lab.changed(seed=lab.seed + way),
        _typed_as("seed"),
        _draws,
    ),
    Input(
        "pairs",
        "pairs",
        f"1 to {MAX_PAIRS}",
        lambda lab: str(lab.pairs),
        lambda lab, way: _stepped("pairs", _PAIR_STEPS, lab, way, lab.pairs, "--pairs"),
        _typed_as("pairs"),
        _measures,
    ),
    Input("method", "method", ", ".join(METHODS), lambda lab: lab.method, _step_method, _typed_as("method"), _measures),
    Input(
        "labels",
        "names",
        "one for each token, separated by commas",
        lambda lab: command.write_labels(lab.labels),
        _step_labels,
        _type_labels,
        _always,
    ),
)

BY_NAME = {entry.name: entry for entry in INPUTS}
_ALWAYS = ("d_k", "scores", "divide")
_WHEN_DRAWN = ("tokens", "slots", "seed")


def on_strip(lab: Lab, pane: str) -> list[Input]:
    """The inputs that the one-line strip shows: what matters now, and what is live and not at its default.

    What stands at its default and only fills the line comes last.
    """
    shown = [
        entry
        for entry in INPUTS
        if entry.live(lab, pane)
        and (entry.name in _ALWAYS or (entry.name in _WHEN_DRAWN and _draws(lab, pane)) or not entry.is_default(lab))
    ]
    return sorted(shown, key=lambda entry: entry.name in ("slots", "seed") and entry.is_default(lab))
