"""A short turn of the monkey of tests/bench: no exception, no hang, weights that sum to 1."""

import pytest

from tests.bench.monkey import play

pytestmark = pytest.mark.terminal


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_monkey_at_the_keyboard_breaks_nothing(seed: int) -> None:
    answers = play(seed, 500)
    assert len(answers) == 10
    assert max(answers) < 5000
