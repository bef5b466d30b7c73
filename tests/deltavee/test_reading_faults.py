"""How far a fault in a line of a sheet reaches."""

from __future__ import annotations

import pytest

from tests.deltavee.sheet_table import read_body
from tests.deltavee.test_reading_forms import canonical


@pytest.mark.parametrize(
    "line", ["battle searching", "battle active search if range to enemies"]
)
def test_a_faulty_battle_line_is_no_header(line: str) -> None:
    reading = read_body(f"SHIP B\n  {line}\n  field try")
    (problem,) = reading.problems
    assert problem.outcome.endswith("was not read; your other 2 lines were")
    assert canonical(reading, "1b") == ["field try"]


def test_a_misspelt_battlecraft_is_a_header() -> None:
    reading = read_body("SHIP B\nBATTLECRFT A1\n  energy floor 4")
    (problem,) = reading.problems
    assert problem.outcome == "Neither this line nor the order below it (4) was read"
    assert not canonical(reading, "1b")
