"""What is destroyed. Rule: NV ECO-13."""

from __future__ import annotations

import pytest

from tests.games.nova.sheet_table import faults, read_body


@pytest.mark.parametrize("mcr", [0, -1])
def test_there_must_be_something_to_destroy(mcr: int) -> None:
    reading = read_body(f"DESTROY {mcr} MCr")
    assert faults(reading) == ["there is nothing to destroy"]
    assert reading.commands.destroy == ()
    assert read_body("DESTROY 1 MCr").commands.destroy[0].number == 1
