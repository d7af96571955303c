"""Where randomness is a test's tool, a clean machine repeats it exactly; at a desk it looks for new examples."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

from sqrtdk_tui.quiz.store import create
from tests.account import Account, account

settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


@pytest.fixture(scope="session", autouse=True)
def _no_newcomer(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Programs that tests start keep answers in a folder of the tests: nobody is greeted, and no own are touched."""
    home = tmp_path_factory.mktemp("data")
    create(home / "sqrtdk-tui" / "progress.db")
    os.environ["XDG_DATA_HOME"] = str(home)


@pytest.fixture(scope="session")
def learner() -> Iterator[Account]:
    """A throwaway user who may run the product and little else."""
    with account() as made:
        yield made
