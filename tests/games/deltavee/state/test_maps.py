"""Maps, their letters, and maps placed in play (DV 2.1, 6.2)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.rules.missiles.launch_arcs import battlecraft_placements, missile_placements
from pbm.games.deltavee.rules.movement.forecast import next_hex
from pbm.games.deltavee.rules.movement.mapping import entered, first_maps
from pbm.games.deltavee.state.geometry import Direction, Grid
from pbm.games.deltavee.state.maps import Tile
from tests.games.deltavee.builders import DEFAULTS, MAPS, planet, ship, shot, state, told, work


def test_labels_of_maps_in_a_row() -> None:
    assert MAPS.parse("A0101") == Hex(1, 1)
    assert MAPS.parse("B0101") == Hex(17, 1)
    assert MAPS.parse("c1617") == Hex(48, 17)
    assert [MAPS.label(Hex(16, 17)), MAPS.label(Hex(17, 17))] == ["A1617", "B0117"]
    assert MAPS.label(Hex(1, 18)) == "-0101"


@pytest.mark.parametrize("text", ["D0101", "A1701", "A0118", "A0001", "0101", "A01", "Ax101", ""])
def test_hexes_that_are_on_no_map(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{text}$"):
        MAPS.parse(text)


def test_scenario_1_is_symmetric_under_a_half_turn() -> None:
    at = MAPS.parse("A0207")
    assert MAPS.label(Hex(33 - at.column, 18 - at.row)) == "B1511"


def test_a_new_map_gets_the_next_free_letter() -> None:
    below = MAPS.grown(Hex(9, 18))
    assert below.tiles[-1] == Tile("D", 0, 1)
    assert below.label(Hex(9, 18)) == "D0901"
    assert below.parse("D0901") == Hex(9, 18)
    left = below.grown(Hex(0, -5))
    assert left.tiles[-1] == Tile("E", -1, -1)
    assert left.label(Hex(0, 0)) == "E1617"
    assert left.grown(Hex(0, 0)) == left


def test_more_than_twenty_six_maps() -> None:
    many = first_maps(28, DEFAULTS)
    assert [tile.letter for tile in many.tiles[-3:]] == ["Z", "AA", "AB"]
    assert many.label(many.parse("AB0312")) == "AB0312"


def test_a_fifth_map_takes_an_empty_one_up() -> None:
    four = first_maps(4, DEFAULTS)
    table = state(
        ship(1, "A", "sword", "A0101", 12, 1),
        maps=four,
        planets=(planet("C0909"),),
        asteroids=(MAPS.parse("B0909"),),
    )
    free = work(table)
    entered(free, Hex(1, 0))
    assert [tile.letter for tile in free.state.maps.tiles] == ["A", "B", "C", "D", "E"]
    limited = work(table, options={"map.limit": "4"})
    entered(limited, Hex(1, 0))
    assert limited.state.maps.tiles[-1] == Tile("D", 0, -1)
    assert len(limited.state.maps.tiles) == 4
    assert [event.facts["map"] for event in limited.events] == ["D", "D"]


def test_without_an_empty_map_a_fifth_is_placed_all_the_same() -> None:
    four = first_maps(4, DEFAULTS)
    everywhere = tuple(four.parse(f"{letter}0505") for letter in "ABCD")
    made = work(
        state(ship(1, "A", "sword", "A0101", 12, 1), maps=four, asteroids=everywhere),
        options={"map.limit": "4"},
    )
    entered(made, Hex(1, 0))
    assert [tile.letter for tile in made.state.maps.tiles] == ["A", "B", "C", "D", "E"]


def test_a_hex_on_a_map_needs_no_new_one() -> None:
    made = work(state(ship(1, "A", "sword", "A0101", 12, 1)))
    entered(made, Hex(48, 17))
    assert (made.state.maps, made.events) == (MAPS, [])


def test_maps_by_letter() -> None:
    assert MAPS.lettered("b") == Tile("B", 1, 0)
    assert MAPS.lettered("E") is None


def test_three_maps_do_not_reach_the_limit() -> None:
    made = work(state(ship(1, "A", "sword", "A0101", 12, 1)), options={"map.limit": "4"})
    entered(made, Hex(1, 0))
    assert len(made.state.maps.tiles) == 4
    assert not told(made, "map_taken_up")


def placed(direction: int, way: str = "arc") -> dict[int, list[int]]:
    options = {**DEFAULTS, "missile_launch": way}
    found = missile_placements(Grid(), Direction(direction), options)
    return {int(bearing): [int(d) for d in pointing] for bearing, pointing in found}


def test_launch_arcs() -> None:
    assert placed(12) == {10: [10, 11, 12], 12: [11, 12, 1], 2: [12, 1, 2]}
    assert placed(1) == {12: [11, 12, 1], 2: [1, 2, 3]}
    assert placed(12, "narrow") == {10: [11, 12, 1], 12: [11, 12, 1], 2: [11, 12, 1]}
    assert placed(1, "narrow") == {12: [12, 1, 2], 2: [12, 1, 2]}
    wide = placed(12, "any")
    assert sorted(wide) == [2, 4, 6, 8, 10, 12]
    assert wide[6] == [10, 11, 12, 1, 2]
    assert sorted(placed(1, "any")) == [2, 4, 6, 8, 10, 12]


def test_battlecraft_go_anywhere_in_five_directions() -> None:
    found = battlecraft_placements(Grid(), Direction(3))
    assert [bearing for bearing, _ in found] == [12, 2, 4, 6, 8, 10]
    assert {pointing for _, pointing in found} == {(1, 2, 3, 4, 5)}


def test_where_a_unit_will_stand() -> None:
    mover = ship(1, "A", "sword", "A0307", 3, 3, zig=1)
    table = state(mover, planets=(planet("A0909"),))
    assert MAPS.label(next_hex(table, mover)) == "A0607"
    assert MAPS.label(next_hex(table, replace(mover, velocity=0))) == "A0307"
    orbiting = replace(mover, at=MAPS.parse("A0909"), velocity=1)
    assert MAPS.label(next_hex(table, orbiting)) == "A0909"
    unguided = shot(1, "12", "unguided", "A0909", 12, 2)
    assert MAPS.label(next_hex(table, unguided, faster=1)) == "A0906"
