"""Turn 0: placing within the scenario's freedom, and the dice for who moves first."""

from __future__ import annotations

import pytest

from pbm.drawing.hexgrid import Hex, Side
from pbm.engine.context import PhaseContext
from pbm.games.knighthawks.orders.place import PlaceLine
from pbm.games.knighthawks.orders.ship_orders import ShipOrders
from pbm.games.knighthawks.orders.ways import EnterOrbit
from pbm.games.knighthawks.rules.setup import set_up
from pbm.games.knighthawks.state.state import IN_PLAY, WAITING, Orbit, Placement
from tests.games.knighthawks.builders import planet, ref, ship, state, work

FREE = Placement((Hex(5, 5), Hex(5, 6), Hex(6, 5)), (Side(2), Side(4)), 1, 3)


def placing(*lines: PlaceLine) -> PhaseContext:
    waiting = ship("A1", "0505", status=WAITING, facing=Side(2), speed=2)
    table = state(
        waiting,
        ship("B1", "1010"),
        placements={"a1": FREE},
        planets=(planet("P1", "0606"),),
        turn=0,
    )
    made = work(table, {"ann": [ShipOrders("a1", place=lines)]})
    set_up(made)
    return made


def test_without_a_line_the_ship_stands_as_the_scenario_has_it() -> None:
    made = placing()
    one = made.state.ship("a1")
    assert (one.at, one.facing, one.speed, one.status) == (Hex(5, 5), 2, 2, IN_PLAY)
    assert made.state.placements == {}
    assert made.state.turn == 1
    assert [event.kind for event in made.events] == ["placed"]


def test_a_line_within_the_freedom_stands() -> None:
    line = PlaceLine(ref(), Hex(5, 6), Side(4), 3)
    one = placing(line).state.ship("a1")
    assert (one.at, one.facing, one.speed, one.path) == (Hex(5, 6), 4, 3, (Hex(5, 6),))


def test_of_two_right_lines_the_last_stands() -> None:
    made = placing(PlaceLine(ref(1), Hex(5, 6)), PlaceLine(ref(2), Hex(6, 5)))
    assert made.state.ship("a1").at == Hex(6, 5)


def test_an_orbit_next_to_the_planet_stands_with_speed_0() -> None:
    one = placing(PlaceLine(ref(), Hex(6, 5), orbit=EnterOrbit("p1", True))).state.ship("a1")
    assert one.orbit == Orbit("p1", clockwise=True)
    assert one.speed == 0


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (PlaceLine(ref(), Hex(7, 5)), "0705 is not open to it: columns 5 to 6, rows 5 to 6"),
        (PlaceLine(ref(), facing=Side(6)), "facing 6 is not open to it: 2, 4"),
        (PlaceLine(ref(), speed=0), "speed 0 is not open to it: 1 to 3"),
        (PlaceLine(ref(), speed=4), "speed 4 is not open to it: 1 to 3"),
        (PlaceLine(ref(), orbit=EnterOrbit("p1", True)), "0505 is not next to P1 at 0606"),
        (
            PlaceLine(ref(), Hex(6, 5), speed=2, orbit=EnterOrbit("p1", True)),
            "a ship in orbit has speed 0, not 2",
        ),
    ],
)
def test_outside_the_freedom_the_scenario_stands_and_only_the_player_learns_why(
    line: PlaceLine, why: str
) -> None:
    made = placing(line)
    assert made.state.ship("a1").at == Hex(5, 5)
    refused, _placed = made.events
    assert refused.kind == "not_done"
    assert refused.facts["why"].startswith(why)
    assert refused.shown_to("bea") is None
    assert refused.shown_to("ann") is not None


class Fixed:
    """Dice that give these faces in order."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)

    def faces(self, name: str, die: str, count: int, group: str) -> tuple[int, ...]:
        assert (die, count, group) == ("d10", 1, "all"), name
        return (self.left.pop(0),)


@pytest.mark.parametrize(
    ("faces", "order"),
    [((3, 8), ("B", "A")), ((8, 3), ("A", "B")), ((5, 5, 2, 9), ("B", "A"))],
)
def test_the_higher_die_moves_first_and_ties_roll_again(
    faces: tuple[int, ...], order: tuple[str, ...]
) -> None:
    dice = Fixed(*faces)
    table = state(ship("A1", "0505"), ship("B1", "1010"), roll_for_first=True, turn=0)
    made = work(table, dice=dice)
    set_up(made)
    assert made.state.sides == order
    assert dice.left == []
    assert made.events[-1].facts["sides"] == list(order)


def test_a_state_knows_its_ships_and_planets_by_id_alone() -> None:
    table = state(ship("A1", "0505"), ship("B1", "1010"), planets=(planet("P1", "0606"),))
    assert table.ship("a1").designation == "A1"
    assert table.planet("p1").designation == "P1"
    with pytest.raises(KeyError):
        table.ship("A1")
    with pytest.raises(KeyError):
        table.planet("P1")


def test_of_three_sides_only_the_tied_roll_again() -> None:
    dice = Fixed(4, 9, 4, 2, 7)
    table = state(
        ship("A1", "0505"), ship("B1", "1010"), ship("C1", "2020"), roll_for_first=True, turn=0
    )
    made = work(table, dice=dice)
    set_up(made)
    assert made.state.sides == ("B", "C", "A")
