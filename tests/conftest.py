"""Where randomness is a test's tool, a clean machine repeats it exactly; at a desk it looks for new examples."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from tests.account import Account, account

settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


@pytest.fixture(scope="session")
def learner() -> Iterator[Account]:
    """A throwaway user who may run the product and little else."""
    with account() as made:
        yield made
