"""A question as it is asked: numbers drawn, texts filled, options in their order. The same seed asks the same.

Each draw has its own random.Random(f"{seed}:{id}:{visit}:{purpose}"): what is skipped, undone or tried again never
shifts another card's numbers, and a text as seed does not depend on the interpreter's hash seed.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from sqrtdk_tui import digits
from sqrtdk_tui.evidence import Step, steps_of
from sqrtdk_tui.quiz.bank import Choice, Question
from sqrtdk_tui.quiz.generators import GENERATORS, Key

LETTERS = "abcd"


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, drawn. `options` stand in the order shown, `places` are their places in the file.

    `key` is there for a numeric question, `near` its wrong values with the reason, in the file's order.
    """

    question: Question
    seed: int
    visit: int
    params: Mapping[str, Any]
    prompt: str
    hints: tuple[str, ...]
    answer: str
    explanation: str
    options: tuple[Choice, ...] = ()
    places: tuple[int, ...] = ()
    key: float | None = None
    near: tuple[tuple[float, str], ...] = ()

    @property
    def right_option(self) -> int | None:
        """The place shown of the right option."""
        return next((i for i, option in enumerate(self.options) if option.ok), None)

    @property
    def steps(self) -> tuple[Step, ...]:
        """What the instrument can show of it."""
        fields = _fields(self.question, self.params)[1]
        return steps_of(_filled_entry(entry, fields) for entry in self.question.evidence)

    @property
    def has_evidence(self) -> bool:
        """Is there anything to show?"""
        return bool(self.question.evidence)


def ask(question: Question, seed: int, visit: int) -> Asked:
    """Draw a question for its `visit`-th time (0 is the first)."""

    def chance(purpose: str) -> Random:
        return Random(f"{seed}:{question.id}:{visit}:{purpose}")

    params = question.draws[_draw(question, seed, visit)]
    places = list(range(len(question.choices)))
    if question.order == "shuffle":
        chance("order").shuffle(places)
    return drawn(question, seed, visit, params, tuple(places))


def _draw(question: Question, seed: int, visit: int) -> int:
    """Which draw: all of them in random order, round after round, so that no two visits in a row have the same numbers.

    A round's order depends on seed, id and round alone. Where a round would begin with what the last one ended with,
    its first two change places.
    """
    count = len(question.draws)

    def order(turn: int) -> list[int]:
        places = list(range(count))
        Random(f"{seed}:{question.id}:{turn * count}:params").shuffle(places)
        return places

    turn, place = divmod(visit, count)
    now = order(turn)
    if turn and count > 2 and now[0] == order(turn - 1)[-1]:
        now[0], now[1] = now[1], now[0]
    return now[place]


def drawn(question: Question, seed: int, visit: int, params: Mapping[str, Any], places: tuple[int, ...]) -> Asked:
    """The question with these parameters and this order of its options."""
    key, fields = _fields(question, params)

    def fill(text: str) -> str:
        return text.format_map(fields)

    return Asked(
        question=question,
        seed=seed,
        visit=visit,
        params=params,
        prompt=fill(question.prompt),
        hints=tuple(fill(hint) for hint in question.hints),
        answer=fill(question.answer),
        explanation=fill(question.explanation),
        options=tuple(question.choices[place] for place in places),
        places=places,
        key=None if key is None else key.value,
        near=() if key is None else tuple((key.near[near.key], fill(near.why)) for near in question.near),
    )


def _fields(question: Question, params: Mapping[str, Any]) -> tuple[Key | None, dict[str, str]]:
    fields = {name: str(value) for name, value in params.items()}
    if not question.generator:
        return None, fields
    key = GENERATORS[question.generator](**params)
    return key, {**fields, "key": digits.size(key.value), **key.fields}


def _filled_entry(entry: Mapping[str, Any], fields: Mapping[str, str]) -> dict[str, Any]:
    """An evidence step with its {names} filled, also inside lists."""
    return {name: _filled(value, fields) for name, value in entry.items()}


def _filled(value: Any, fields: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_filled(item, fields) for item in value]
    return value.format_map(fields) if isinstance(value, str) else value
