"""Work on ships in dock. Rule: NV ECO-43."""

from __future__ import annotations

from tests.games.nova.sheet_table import faults, read_body


def test_only_parts_of_a_ship_are_repaired() -> None:
    reading = read_body("EXPENDITURES\nRepair Africa: BL2, QQ3")
    assert any(fault.startswith("QQ3 ") for fault in faults(reading))
    (line,) = (
        read_body("EXPENDITURES\nRepair Africa: BL2, structure 3").commands.plans[0].bills("repair")
    )
    assert line.repairs == (("BL2", 0), ("structure", 3))
