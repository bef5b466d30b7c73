"""What all tests share: how hypothesis searches, and what seeds that nobody chose are."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import time
from collections import Counter
from copy import copy
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, Phase, is_hypothesis_test, settings

from pbm.campaign import secrets
from tests.shipped import SHARED

# No deadline: a slow machine is not a fault. In CI the same examples each time, so that a red
# run is the change's doing; at a desk new ones, so that the search goes on.
settings.register_profile("desk", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", settings.get_profile("desk"), derandomize=True)
# For ./run mutate, which wants to know whether anything is noticed, not the least example of it.
settings.register_profile(
    "mutants", settings.get_profile("ci"), phases=(Phase.explicit, Phase.generate), max_examples=30
)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

_drawn: Counter[str] = Counter()


def _token_of_the_test(size: int) -> str:
    """So many bytes in hexadecimal digits: in each test others, each time the same."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "")
    _drawn[test] += 1
    said = f"{test} {_drawn[test]}".encode()
    return hashlib.shake_256(said).hexdigest(size)


# The same for campaigns begun without a seed: in CI their dice, passes and mails are those of the
# run before, at a desk they are new.
if os.environ.get("CI"):
    secrets.secrets = SimpleNamespace(token_hex=_token_of_the_test)  # type: ignore[assignment,attr-defined]


ROUNDS = 100


def pytest_addoption(parser: pytest.Parser) -> None:
    """Take ``--search MINUTES``."""
    parser.addoption(
        "--search",
        type=float,
        metavar="MINUTES",
        help=f"run the property tests {ROUNDS} times, or for so many minutes",
    )


class Search:
    """Runs the property tests in rounds, each test with new examples, until its time is over.

    A test that is running when the time ends is finished, so no failure is lost; one that has
    failed is not run again.
    """

    def __init__(self, minutes: float) -> None:
        self.end = time.monotonic() + 60 * minutes
        self.failed: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep the property tests, and repeat them."""
        found = [
            item
            for item in items
            if isinstance(item, pytest.Function) and is_hypothesis_test(item.obj)
        ]
        # Copies, for pytest sets a test up anew only where the one before it is another.
        items[:] = [copy(item) for _round in range(ROUNDS) for item in found]

    def pytest_runtest_protocol(self, item: pytest.Item) -> bool | None:
        """Pass over a test that has failed, and over all that is left when the time is over."""
        if time.monotonic() > self.end or item.nodeid in self.failed:
            return True
        item._initrequest()  # type: ignore[attr-defined]  # fixtures of its own
        return None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note what failed."""
        if report.failed:
            self.failed.add(report.nodeid)


def pytest_configure(config: pytest.Config) -> None:
    """Give all processes of a test run one folder for played campaigns; begin a search."""
    if not hasattr(config, "workerinput"):
        os.environ[SHARED] = tempfile.mkdtemp(prefix="pbm-played-")
    minutes = config.getoption("search")
    if minutes is not None:
        config.pluginmanager.register(Search(minutes))


def pytest_unconfigure(config: pytest.Config) -> None:
    """Take that folder away."""
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop(SHARED), ignore_errors=True)
