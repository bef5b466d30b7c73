"""What tests of the core share."""

from __future__ import annotations

import pytest

from tests.core import table


@pytest.fixture
def tiny_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tiny game beside the shipped ones, and a press that needs no PDF."""
    table.set_table(monkeypatch)
