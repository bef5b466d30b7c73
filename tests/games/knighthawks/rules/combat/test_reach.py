"""What can be fired at what: range, fields of fire, the same hex, hexes a mover passed."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.drawing.hexgrid import Side, parse_hex
from pbm.engine.options import settle
from pbm.games.knighthawks.options import OPTIONS
from pbm.games.knighthawks.rules.combat.reach import (
    TargetSpot,
    has_entered,
    is_head_on,
    shot_fault,
    spots,
)
from pbm.games.knighthawks.state.state import WEAPONS, Ship
from pbm.games.knighthawks.state.weapons import ARMS
from tests.games.knighthawks.builders import planet, ship, state

LC = ARMS["laser_cannon"]


def may_fire(*told: Any, defending: bool) -> bool:
    """Whether nothing forbids a shot."""
    return not shot_fault(*told, defending=defending)


def options(**chosen: str) -> dict[str, str]:
    named = {key.replace("__", "."): value for key, value in chosen.items()}
    settled, problems = settle(OPTIONS, named)
    assert not problems
    return settled


def mover(designation: str, came_from: str, *path: str, **fields: Any) -> Ship:
    hexes = tuple(parse_hex(at) for at in path)
    return ship(designation, path[-1], came_from=parse_hex(came_from), path=hexes, **fields)


@pytest.mark.parametrize("kind", WEAPONS)
def test_range_ends_where_the_table_says(kind: str) -> None:
    weapon, gunner = ARMS[kind], ship("A1", "2020")
    table = state(gunner, ship("B1", "2001"))
    for reach in (0, weapon.range, weapon.range + 1):
        spot = TargetSpot(parse_hex(f"20{20 - reach:02d}"))
        legal = may_fire(
            table, gunner, weapon, spot, options(ff__same_hex_resident="yes"), defending=False
        )
        assert legal is (reach <= weapon.range)
    fault = shot_fault(
        table, gunner, ARMS["torpedo"], TargetSpot(parse_hex("2015")), options(), defending=False
    )
    assert fault == "range 5, torpedo range 4"


def test_forward_weapons_fire_ahead_only_and_the_others_all_round() -> None:
    gunner = ship("A1", "2020")
    behind = TargetSpot(parse_hex("2021"))
    table = state(gunner, ship("B1", "2021"))
    for kind in WEAPONS:
        legal = may_fire(table, gunner, ARMS[kind], behind, options(), defending=False)
        assert legal is (not ARMS[kind].forward)
    assert (
        shot_fault(table, gunner, LC, behind, options(), defending=False)
        == "2021 is outside the forward field of fire from 2020 facing 12"
    )


def test_flank_rows_by_option() -> None:
    gunner, beside = ship("A1", "2020"), TargetSpot(parse_hex("2120"))
    table = state(gunner, ship("B1", "2120"))
    assert may_fire(table, gunner, LC, beside, options(), defending=False)
    later = options(arc__flank_start="2")
    assert not may_fire(table, gunner, LC, beside, later, defending=False)
    assert may_fire(table, gunner, LC, TargetSpot(parse_hex("2119")), later, defending=False)


def test_a_planet_in_the_way_stops_every_weapon() -> None:
    gunner, spot = ship("A1", "2020"), TargetSpot(parse_hex("2017"))
    table = state(gunner, ship("B1", "2017"), planets=(planet("P1", "2018"),))
    for kind in WEAPONS:
        fault = shot_fault(table, gunner, ARMS[kind], spot, options(), defending=False)
        assert fault == "a planet is in the way from 2020 to 2017"
    clear = state(gunner, ship("B1", "2017"), planets=(planet("P1", "2118"),))
    assert may_fire(clear, gunner, LC, spot, options(), defending=False)


def test_weapons_of_the_moving_player_only() -> None:
    gunner, spot = ship("A1", "2020"), TargetSpot(parse_hex("2019"))
    table = state(gunner, ship("B1", "2019"))
    legal = [
        kind
        for kind in WEAPONS
        if may_fire(table, gunner, ARMS[kind], spot, options(), defending=True)
    ]
    assert legal == ["laser_cannon", "pod_laser", "laser_battery", "rocket_battery"]
    table_says = options(rocket_battery__mpo="yes")
    rockets = ARMS["rocket_battery"]
    assert (
        shot_fault(table, gunner, rockets, spot, table_says, defending=True)
        == "rocket batteries are fired only in the combat phase of their own side"
    )
    assert may_fire(table, gunner, rockets, spot, table_says, defending=False)


def test_who_entered_a_hex() -> None:
    assert has_entered(mover("B1", "2021", "2020"))
    assert has_entered(mover("B1", "2020", "2019", "2020"))
    assert not has_entered(mover("B1", "2020", "2020"))
    assert not has_entered(ship("B1", "2020"))
    assert not has_entered(ship("B1", "2020", path=()))


@pytest.mark.parametrize("resident", ["no", "yes"])
def test_the_same_hex_in_the_own_phase(resident: str) -> None:
    chosen = options(ff__same_hex_resident=resident)
    moved, stayed = mover("A1", "2021", "2020"), ship("A1", "2020")
    spot = TargetSpot(parse_hex("2020"))
    for gunner, legal, straight in ((moved, True, True), (stayed, resident == "yes", False)):
        table = state(gunner, ship("B1", "2020"))
        assert may_fire(table, gunner, LC, spot, chosen, defending=False) is legal
        assert is_head_on(gunner, LC, spot, defending=False) is straight
        assert may_fire(table, gunner, ARMS["laser_battery"], spot, chosen, defending=False)


@pytest.mark.parametrize(
    ("before", "legal", "straight"),
    [("2019", True, True), ("2120", True, False), ("2021", False, False)],
)
def test_the_same_hex_in_defence(before: str, legal: bool, straight: bool) -> None:
    gunner = ship("A1", "2020")
    target = mover("B1", before, "2020")
    (spot,) = spots(target, options(), defending=True)
    table = state(gunner, target)
    assert may_fire(table, gunner, LC, spot, options(), defending=True) is legal
    assert is_head_on(gunner, LC, spot, defending=True) is straight


@pytest.mark.parametrize(("resident", "legal"), [("no", False), ("yes", True)])
def test_a_ship_that_stays_in_the_hex_enters_none(resident: str, legal: bool) -> None:
    gunner, target = ship("A1", "2020"), ship("B1", "2020", came_from=parse_hex("2020"))
    (spot,) = spots(target, options(), defending=True)
    chosen = options(ff__same_hex_resident=resident)
    assert may_fire(state(gunner, target), gunner, LC, spot, chosen, defending=True) is legal
    assert not is_head_on(gunner, LC, spot, defending=True)


def test_in_defence_the_own_earlier_move_gives_nothing() -> None:
    gunner, target = mover("A1", "2021", "2020"), ship("B1", "2020")
    (spot,) = spots(target, options(), defending=True)
    assert not may_fire(state(gunner, target), gunner, LC, spot, options(), defending=True)
    assert may_fire(state(gunner, target), gunner, LC, spot, options(), defending=False)


def test_head_on_is_for_forward_weapons() -> None:
    gunner, ahead = ship("A1", "2020"), TargetSpot(parse_hex("2018"))
    assert is_head_on(gunner, LC, ahead, defending=False)
    assert not is_head_on(gunner, ARMS["laser_battery"], ahead, defending=False)
    assert not is_head_on(gunner, LC, TargetSpot(parse_hex("2118")), defending=False)
    about = ship("A1", "2020", facing=Side(6))
    assert not is_head_on(about, LC, ahead, defending=False)


def test_hexes_a_mover_passed() -> None:
    target = mover("B1", "2416", "2317", "2217", "2118", "2018", "1919")
    found = spots(target, options(), defending=True)
    assert [str(spot.at) for spot in found] == ["2317", "2217", "2118", "2018", "1919"]
    assert [str(spot.before) for spot in found] == ["2416", "2317", "2217", "2118", "2018"]
    with_start = spots(target, options(defensive__start_hex="yes"), defending=True)
    assert [str(spot.at) for spot in with_start][:2] == ["2416", "2317"]
    assert with_start[0] == TargetSpot(parse_hex("2416"), started=True)
    assert spots(target, options(), defending=False) == (TargetSpot(parse_hex("1919")),)


def test_range_field_and_head_on_along_a_path() -> None:
    gunner = ship("A1", "2020")
    target = mover("B1", "2416", "2317", "2217", "2118", "2018", "1919")
    table, chosen = state(gunner, target), options()
    legal = [
        spot
        for spot in spots(target, chosen, defending=True)
        if may_fire(table, gunner, LC, spot, chosen, defending=True)
    ]
    assert [str(spot.at) for spot in legal] == ["2118", "2018", "1919"]
    straight = [is_head_on(gunner, LC, spot, defending=True) for spot in legal]
    assert straight == [False, True, False]
