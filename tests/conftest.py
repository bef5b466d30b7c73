"""What all tests share: how hypothesis searches, and what seeds that nobody chose are."""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
from collections import Counter
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, Phase, settings

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


def pytest_configure(config: pytest.Config) -> None:
    """Give all processes of a test run one folder for the campaigns that are played in it."""
    if not hasattr(config, "workerinput"):
        os.environ[SHARED] = tempfile.mkdtemp(prefix="pbm-played-")


def pytest_unconfigure(config: pytest.Config) -> None:
    """Take that folder away."""
    if not hasattr(config, "workerinput"):
        shutil.rmtree(os.environ.pop(SHARED), ignore_errors=True)
