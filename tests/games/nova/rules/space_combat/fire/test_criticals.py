"""What permillage rolls do to fighting ships."""

from __future__ import annotations

from pbm.games.nova.rules.space_combat.fire.criticals import (
    AGAIN,
    DESTROYED,
    NOTHING,
    REDUCED,
    Critical,
    critical,
)
from pbm.games.nova.rules.space_combat.holds import stow
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.critical import critical_chart
from pbm.games.nova.state.state import Cargo
from tests.games.nova.builders import design

# The ship of the chart's example.
EXAMPLE = design(
    "Example",
    Component("IE", 1, 3),
    Component("JD", 1, 3, 7),
    Component("SI", 2, 12),
    Component("AR", 7, 1),
    Component("BL", 1, 20),
    Component("FC", 1, 3),
)
CARRIER = design("Carrier", Component("IE", 1, 1), Component("LB", 1, 20), Component("CH", 7, 30))


def roll_for(part: str) -> int:
    """A roll that strikes a part of the carrier."""
    return next(row.first for row in critical_chart(CARRIER).rows if row.name == part)


def test_the_five_criticals_of_the_example() -> None:
    lost: dict[str, int] = {}
    found = []
    for roll in (256, 834, 921, 86, 295):
        one = critical(EXAMPLE, lost, roll)
        if one.is_loss:
            lost[one.part] = lost.get(one.part, 0) + 1
        found.append((one.part, one.effect))
    assert found == [
        ("SM1", DESTROYED),
        ("BL1", DESTROYED),
        ("", NOTHING),
        ("IE1", REDUCED),
        ("SM1", AGAIN),
    ]
    assert lost == {"SM1": 1, "BL1": 1, "IE1": 1}


def test_a_drive_loses_a_level_each_time_until_none_is_left() -> None:
    for gone, level, effect in ((0, 2, REDUCED), (2, 0, REDUCED), (3, 0, AGAIN)):
        assert critical(EXAMPLE, {"JD1": gone}, 200) == Critical(200, "JD1", effect, level)


def test_a_hit_on_anything_but_a_hold_leaves_the_cargo_as_it_is() -> None:
    cargo = stow([f"CH{n}" for n in range(1, 8)], (Cargo("AA", "ann", 1),))
    drive, bay, hold = roll_for("IE1"), roll_for("LB1"), roll_for("CH2")
    assert critical(CARRIER, {}, drive, cargo) == Critical(drive, "IE1", REDUCED, stowed=cargo)
    assert critical(CARRIER, {}, bay, cargo) == Critical(bay, "LB1", DESTROYED, stowed=cargo)
    assert critical(CARRIER, {"LB1": 1}, bay, cargo) == Critical(bay, "LB1", AGAIN, stowed=cargo)
    # An empty hold: of seven with 30 each one is enough for the army in the first.
    assert critical(CARRIER, {}, hold, cargo) == Critical(hold, "CH2", DESTROYED, stowed=cargo)


def test_a_bay_takes_the_ships_in_it() -> None:
    cargo = stow([f"CH{n}" for n in range(1, 8)], (Cargo("AA", "ann", 1),))
    one = critical(CARRIER, {}, roll_for("LB1"), cargo)
    assert (one.part, one.effect, one.opens, one.stowed) == ("LB1", DESTROYED, True, cargo)
    assert not critical(CARRIER, {"LB1": 1}, roll_for("LB1")).opens
    assert not critical(CARRIER, {}, roll_for("IE1")).opens


def test_a_hold_takes_what_lies_in_it_once() -> None:
    cargo = stow([f"CH{n}" for n in range(1, 8)], (Cargo("AA", "ann", 1), Cargo("PCB", "ann", 1)))
    one = critical(CARRIER, {}, roll_for("CH1"), cargo)
    assert (one.effect, one.opens, one.explodes) == (DESTROYED, True, False)
    assert [unit.kind for unit in one.dead] == ["AA"]
    assert one.stowed == cargo[1:]
    again = critical(CARRIER, {"CH1": 1}, roll_for("CH1"), one.stowed)
    assert (again.effect, again.dead, again.stowed) == (AGAIN, (), cargo[1:])
    assert critical(CARRIER, {"CH1": 1}, roll_for("CH2"), one.stowed).explodes


def test_no_effect_leaves_all_as_it_is() -> None:
    cargo = stow(["CH1"], (Cargo("AA", "ann", 1),))
    assert critical(CARRIER, {}, 1000, cargo) == Critical(1000, "", NOTHING, stowed=cargo)
    assert not critical(CARRIER, {}, 1000).is_loss
