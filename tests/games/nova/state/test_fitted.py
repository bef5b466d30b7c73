"""What still works on a ship. Rule: NV MOV-27. Ambiguity: NV A-CON-ARMED, NV A-SN-MULTI."""

from __future__ import annotations

from pbm.games.nova.state.components import Component
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.fitted import Fittings, fitted
from tests.games.nova.builders import design, ship, state

FLEET = {
    "ann/Tender": design(
        "Tender",
        Component("CH", 2, 30),
        Component("LB", 1, 10),
        Component("DG", 1, 20),
        Component("DG", 1, 30),
        Component("DS", 1, 15),
        Component("OS", 2, 3),
        Component("SX"),
    ),
    "ann/Boat": design("Boat", Component("ML", 1, 12)),
    "ann/Rock": design("Rock", Component("IE", 1, 1), Component("JD", 1, 1, lt=8)),
}


def test_a_sound_ship() -> None:
    made = fitted(FLEET["ann/Tender"], {})
    assert (made.ie, made.jd, made.lt) == (2, 3, 8)
    assert (made.dg, made.ds, made.os) == (30, 15, (3, 3))
    assert made.holds == ("CH1", "CH2") and made.bays == (("LB1", 10),)
    assert made.explores and not made.guns and not made.launchers


def test_lost_installations_and_drive_levels() -> None:
    made = fitted(FLEET["ann/Tender"], {"IE1": 1, "JD1": 3, "DG2": 1, "CH1": 1, "SX1": 1})
    assert (made.ie, made.jd, made.lt) == (1, 0, 0)
    assert made.dg == 20 and made.holds == ("CH2",)
    assert not made.explores and "JD" not in made.kinds and "IE" in made.kinds
    gone = fitted(FLEET["ann/Rock"], {"IE1": 1, "JD1": 1})
    assert (gone.ie, gone.jd, gone.lt) == (0, 0, 0)


def test_what_works_is_remembered_by_design_and_found_anew_for_damage() -> None:
    table = state(designs=FLEET)
    made = Fittings(table)
    sound, other = ship("A", "Tender"), ship("B", "Tender")
    assert made.of(sound) is made.of(other)
    hurt = ship("C", "Tender", damage=Damage(parts={"JD1": 1}))
    assert made.of(hurt).jd == 2 and made.of(sound).jd == 3


def test_armed() -> None:
    made = Fittings(state(designs=FLEET))
    assert made.is_armed(ship("Gun", "Frigate"))
    assert not made.is_armed(ship("Hurt", "Frigate", damage=Damage(parts={"BL1": 1})))
    assert not made.is_armed(ship("Empty", "Boat"))
    assert made.is_armed(ship("Full", "Boat", missiles=("Dart",)))
    assert not made.is_armed(ship("Scout", "Scout")) and made.of(ship("Scout", "Scout")).explores
