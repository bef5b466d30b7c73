"""Which missiles reach which ships. Rule: NV RES-18, NV EOT-20. Ambiguity: NV A-NMD-RETREAT."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.nova.rules.armory import distribute
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.state import Retreat, Ship
from tests.games.nova.builders import design, empire, ship, state, system, work

BOAT = {"ann/Boat": design("Boat", Component("ML", 1, 12))}
DART, LANCE = MissileDesign("Dart", 5, 60, 10), MissileDesign("Lance", 13, 190, 4)


def carried(one: Ship, since: int, **fields: Any) -> tuple[str, ...]:
    """Missiles of a ship after turn 3, of a design researched in some turn."""
    ann = empire("ann", missiles={"Dart": DART}, missiles_from={"Dart": since})
    made = work(state(one, ann, designs=BOAT, **fields))
    distribute(made)
    return tuple(made.state.ships[one.id].missiles)


@pytest.mark.parametrize(
    ("at", "since", "expected"),
    [("VIRUS", 3, ("Dart",)), ("TEDDY", 3, ()), ("TEDDY", 2, ("Dart",)), ("VIRUS", 2, ("Dart",))],
)
def test_at_an_ic_at_once_elsewhere_a_turn_later(
    at: str, since: int, expected: tuple[str, ...]
) -> None:
    assert carried(ship("Bow", "Boat", at=at), since) == expected


def test_a_ship_that_retreats_waits_for_a_turn_without_a_retreat() -> None:
    away = ship("Bow", "Boat", at="", retreat=Retreat("TEDDY", "VIRUS"))
    assert carried(away, 2) == ()
    assert carried(ship("Bow", "Boat", at="TEDDY"), 2, fled=("bow",)) == ()
    assert carried(ship("Bow", "Boat", at="TEDDY"), 1) == ("Dart",)


@pytest.mark.parametrize(
    "one",
    [
        ship("Bow", "Boat", owner="bea", builder="ann", given=True),
        ship("Bow", "Frigate"),
        ship("Bow", "Boat", missiles=("Dart",)),
    ],
    ids=["of another", "no launcher", "has it"],
)
def test_who_gets_nothing_new(one: Ship) -> None:
    assert carried(one, 1) == one.missiles


def test_a_ship_that_is_its_builders_again_gets_what_his_others_get() -> None:
    """A loan, or a crew that was lost, changes nothing of what fits its launchers."""
    assert carried(ship("Bow", "Boat", given=True), 1) == ("Dart",)


def test_without_missiles_nothing_is_done() -> None:
    made = work(state(ship("Bow", "Boat"), designs=BOAT))
    distribute(made)
    assert made.state.ships["bow"].missiles == ()


def test_designs_come_in_the_order_of_research_and_carried_ships_get_them_too() -> None:
    ann = empire(
        "ann", missiles={"Lance": LANCE, "Dart": DART}, missiles_from={"Lance": 3, "Dart": 1}
    )
    table = state(ship("Tender"), ship("Bow", "Boat", at="", carrier="tender"), ann, designs=BOAT)
    made = work(table)
    distribute(made)
    assert made.state.ships["bow"].missiles == ("Dart", "Lance")
    lost = replace(system("VIRUS"), colonies=3, colonizer="ann", owner="bea", ic=True)
    made = work(state(ship("Bow", "Boat"), ann, lost, designs=BOAT))
    distribute(made)
    assert made.state.ships["bow"].missiles == ("Dart",)
