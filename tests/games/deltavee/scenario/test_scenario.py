from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.scenario.check_scenario import check_scenario, unit_names
from pbm.games.deltavee.scenario.scenario import begin
from pbm.games.deltavee.scenario.scenario_file import Scenario
from pbm.games.deltavee.state import energy, usable
from pbm.games.deltavee.state.ratings import class_number
from pbm.games.deltavee.state.specials import LOG, MISSILES_AT_START
from pbm.games.deltavee.state.units import ABOARD, IN_PLAY, MISSILE_TYPES, WAITING, Unit
from pbm.kit.problems import Faults
from pbm.kit.toml_reader import load
from tests.games.deltavee.scenes import IDS, NAMES, SEATS, opening, options, scenario, unit

# Units left, blocks, fires, Battle Commands, missiles by type, most prepared: what the printed
# set-ups come to by the charts.
SHIPS: dict[str, tuple[Any, ...]] = {
    "showdown 1E": (30, 10, 2, 0, [2, 0, 1, 0], 1),
    "showdown 2D": (30, 10, 2, 0, [2, 0, 1, 0], 1),
    "first-shot 1A": (222, 37, 4, 4, [12, 10, 6, 2], 2),
    "first-shot 2A": (192, 48, 2, 1, [6, 5, 3, 1], 1),
    "first-shot 2B": (192, 48, 2, 1, [6, 5, 3, 1], 1),
    "tau-ceti 1A": (228, 19, 3, 2, [12, 10, 0, 0], 2),
    "tau-ceti 1B": (36, 6, 2, 1, [5, 3, 0, 0], 1),
    "tau-ceti 1C": (36, 6, 2, 1, [5, 3, 0, 0], 1),
    "tau-ceti 1D": (36, 6, 1, 0, [0, 0, 0, 0], 0),
    "tau-ceti 2A": (78, 13, 6, 4, [16, 14, 10, 4], 2),
    "pirates 1A": (192, 48, 2, 1, [6, 5, 3, 1], 1),
    "pirates 1B": (320, 20, 2, 1, [5, 3, 0, 0], 1),
    "pirates 2A": (210, 35, 3, 1, [8, 7, 5, 2], 1),
    "pirates 2B": (210, 35, 2, 1, [6, 5, 3, 1], 1),
    "convoy-red 1A": (168, 14, 6, 4, [16, 14, 10, 4], 2),
    "convoy-red 1B": (144, 18, 2, 1, [5, 3, 0, 0], 1),
    "convoy-red 1D": (144, 18, 2, 1, [5, 0, 0, 0], 1),
    "convoy-red 1E": (152, 38, 2, 0, [2, 0, 1, 0], 1),
    "convoy-red 2A": (248, 31, 4, 4, [12, 10, 6, 2], 2),
    "convoy-red 2B": (210, 35, 2, 1, [6, 5, 3, 1], 1),
    "convoy-red 2C": (210, 35, 2, 1, [5, 3, 0, 0], 1),
}


@pytest.mark.parametrize("name", SHIPS)
def test_every_ship_begins_with_what_the_charts_give_it(name: str) -> None:
    where, who = name.split()
    ship = unit(opening(where), who)
    left, blocks, fires, battle, missiles, prepared = SHIPS[name]
    assert energy.left(ship) == left
    assert energy.blocks_left(ship) == blocks
    assert sum(usable.fires(ship).values()) == fires
    assert usable.battle_commands(ship, options()) == battle
    stock = [sum(pod.stock.get(type, 0) for pod in ship.pods) for type in MISSILE_TYPES]
    assert stock == missiles
    assert usable.prepared_limit(ship) == prepared


@pytest.mark.parametrize("name", NAMES)
def test_a_shipped_scenario_has_no_fault_and_ids_tell_nothing(name: str) -> None:
    assert list(check_scenario(scenario(name))) == []
    state = opening(name)
    assert len({one.id for one in state.units}) == len(state.units)
    assert {len(one.id) for one in state.units} == {7}
    for one in state.units:
        assert len(one.pods) <= class_number(one, "pods")
        assert one.owner == ("ann" if one.side == "1" else "bea")


def test_the_showdown_needs_no_set_up_and_lies_under_a_half_turn() -> None:
    state = opening("showdown")
    assert state.placements == {}
    assert [one.status for one in state.units] == [IN_PLAY, IN_PLAY]
    first, second = state.units
    assert state.maps.grid.distance(first.at, second.at) == 29
    assert second.at == Hex(33 - first.at.column, 18 - first.at.row)
    assert (first.pods[0].armor, first.pods[0].civ) == (2, 7)


def test_ships_may_have_their_pods_in_any_order() -> None:
    placement = opening("first-shot").placements
    assert sorted(len(one.hexes) for one in placement.values()) == [1, 1, 1]
    assert all(one.arrange for one in placement.values())
    assert {one.velocities for one in placement.values()} == {(3,)}


def test_the_syndicate_is_placed_within_a_hex_and_the_navy_in_the_first_hexrow() -> None:
    state = opening("tau-ceti")
    label = state.maps.label
    wide = state.placements[unit(state, "1A").id]
    assert sorted(map(label, wide.hexes)) == [
        "A0808", "A0809", "A0908", "A0909", "A0910", "A1008", "A1009",
    ]  # fmt: skip
    assert wide.directions == (3,)
    row = state.placements[unit(state, "2A").id]
    assert list(map(label, row.hexes)) == [f"A01{number:02d}" for number in range(1, 18)]
    assert row.directions == tuple(range(1, 13))
    assert [tile.letter for tile in state.maps.tiles] == ["A", "B", "C", "D"]
    assert [(tile.letter, tile.x) for tile in state.maps.later] == [("E", 4)]
    assert state.jumps
    assert state.companies[0].different_hexes


def test_map_e_keeps_its_letter_whatever_is_placed_before_it() -> None:
    maps = opening("tau-ceti").maps
    south = maps.grown(Hex(20, 18))
    assert south.tiles[-1].letter == "F"
    east = south.grown(Hex(65, 5))
    assert (east.tiles[-1].letter, east.label(Hex(65, 5))) == ("E", "E0105")
    assert east.lettered("e") == maps.lettered("E")


def test_the_belt_of_the_pirates_has_forty_hexes_and_the_dagger_sleeps() -> None:
    state = opening("pirates")
    assert len(state.asteroids) == 40
    assert [one.designation for one in state.units if one.dormant] == ["A"]
    mu, planet = unit(state, "1B"), state.planets[0]
    distance = state.maps.grid.distance
    assert distance(mu.at, planet.at) == 42
    assert distance(mu.at, unit(state, "2A").at) == 14
    tractor = unit(state, "2A").pods_of("tractor beam")[0]
    assert tractor.civ == 7


def test_battlecraft_are_aboard_their_pods_unrevealed() -> None:
    state = opening("tau-ceti")
    first, second = unit(state, "2A1"), unit(state, "2A2")
    ship = unit(state, "2A")
    assert (first.status, first.revealed, first.mother) == (ABOARD, False, ship.id)
    assert [first.pod, second.pod] == [4, 5]
    assert [pod.holds for pod in ship.pods[3:]] == [first.id, second.id]
    assert energy.left(first) == 15
    assert unit(opening("pirates"), "1B1").klass == "terwillicker_5000"


def test_the_convoy_has_its_points_and_the_tractor_its_civ_level() -> None:
    state = opening("convoy-red")
    assert state.points == {"1": 0, "2": 0}
    assert unit(state, "1A").pods_of("tractor beam")[0].civ == 8
    assert opening("first-shot").points == {}


@pytest.mark.parametrize(
    ("chosen", "at"), [({}, "B0816"), ({"scenario5.flute_c": "B0516"}, "B0516")]
)
def test_an_option_places_the_second_flute(chosen: dict[str, str], at: str) -> None:
    state = opening("convoy-red", chosen)
    assert state.maps.label(unit(state, "2C").at) == at


def test_the_flutes_and_the_clarinet_stand_in_a_rank() -> None:
    state = opening("convoy-red")
    ranks = [unit(state, name).at for name in ("2B", "2A", "2C")]
    distance = state.maps.grid.distance
    assert [distance(*pair) for pair in pairwise(ranks)] == [1, 1]
    assert distance(ranks[0], ranks[2]) == 2


def test_logs_remember_their_type_and_what_a_ship_began_with() -> None:
    state = opening("first-shot")
    sword = unit(state, "1A").id
    kept = [one for one in state.special if one.units == (sword,)]
    assert [(one.kind, one.name, one.number) for one in kept] == [
        (LOG, "", 2),
        (MISSILES_AT_START, "unguided", 12),
        (MISSILES_AT_START, "guided", 10),
        (MISSILES_AT_START, "intelligent", 6),
        (MISSILES_AT_START, "mims", 2),
    ]


def test_small_maps_leave_no_room_and_say_so() -> None:
    with pytest.raises(Faults) as fault:
        begin(scenario("showdown"), SEATS, options({"map.columns": "10"}), IDS)
    assert "ship 2D is off the maps" in fault.value.problems[0].fault


# --- files of a game master -----------------------------------------------------------------

GOOD = """
game = "deltavee"
name = "own"
title = "Own"
maps = 1
[[sides]]
id = "1"
name = "One"
[[sides]]
id = "2"
name = "Two"
[[ships]]
side = "1"
counter = "A"
class = "dagger"
at = "A0101"
direction = 3
pods = ["energy", "hunter"]
[[ships]]
side = "2"
counter = "A"
class = "sword"
at = "A0909"
direction = 9
pods = ["energy"]
place = { map = "A", columns = [9, 10], rows = [9, 9], directions = [3, 9], velocities = [0, 2] }
[[planets]]
id = "P1"
name = "Rock"
at = "A0505"
[[victory]]
side = "1"
kind = "destroyed"
title = "gone"
units = ["2A"]
"""


def own(*changes: tuple[str, str]) -> Scenario:
    text = GOOD
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    return load(Scenario, text.encode(), "own.toml")


def faults(*changes: tuple[str, str]) -> list[str]:
    return [problem.fault for problem in check_scenario(own(*changes))]


def test_a_file_of_ones_own() -> None:
    assert faults() == []
    state = begin(own(), SEATS, options(), IDS)
    dagger, sword = state.units
    assert (dagger.status, sword.status) == (WAITING, WAITING)
    free = state.placements[sword.id]
    assert [state.maps.label(at) for at in free.hexes] == ["A0909", "A1009"]
    assert (free.directions, free.velocities) == ((3, 9), (0, 1, 2))
    # Four boxes of the Sword are empty: its one pod may stand in any.
    assert free.arrange
    assert unit_names(own()) == ["1A", "2A"]


def test_a_ship_with_nothing_to_choose_is_in_play_at_once() -> None:
    state = begin(own(('pods = ["energy", "hunter"]', 'pods = ["energy", "energy"]')), SEATS,
                  options(), IDS)  # fmt: skip
    assert state.units[0].status == IN_PLAY


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('counter = "A"\nclass = "sword"', 'counter = "B"\nclass = "sword"', "no unit 2A"),
        (
            'side = "2"\ncounter = "A"',
            'side = "1"\ncounter = "A"',
            '"1A" could be either of two units',
        ),
        ('side = "2"\ncounter', 'side = "3"\ncounter', "there is no side 3"),
        ('direction = 3', "direction = 3\nplayer = 2", "side 1 has no player 2"),
        ('"energy", "hunter"', '"energy", "hunter", "crew"', "carries 3 pods"),
        ('"hunter"', '{ kind = "crew", holds = "terwillicker_x" }', "crew pod holds no"),
        ('at = "A0101"', 'at = "B0101"', "ship 1A is off the maps"),
        ('at = "A0505"', 'at = "A0520"', "planet P1 is off the maps"),
        ('at = "A0101"', 'at = "A0101"\nat_option = "x"', "there is no option x"),
        ('columns = [9, 10]', "columns = [40, 41]", "holds no hex"),
        ('map = "A", columns = [9, 10], rows = [9, 9]', 'around = "C0101"', "around is off"),
        ('[[victory]]\nside = "1"', '[[victory]]\nside = "9"', "there is no side 9"),
        ('units = ["2A"]', "", "it names no units"),
        ('maps = 1', 'maps = 1\noptions = { share = "none" }', "share"),
        ('maps = 1', 'maps = 1\nasteroids = ["C0101"]', "an asteroid field is off"),
        ('id = "2"\nname', 'id = "2"\nplayers_min = 3\nname', "more players than it takes"),
        ('[[victory]]', '[[special]]\nkind = "alert"\nunits = ["1Z"]\n[[victory]]', "no unit 1Z"),
        (
            '[[victory]]',
            '[[companies]]\nunits = ["1A", "1Z"]\n[[victory]]',
            "a company: there is no unit 1Z",
        ),
    ],
)  # fmt: skip
def test_faults_of_a_file_are_named(old: str, new: str, fault: str) -> None:
    found = faults((old, new))
    assert any(fault in one for one in found), found


def test_a_name_that_occurs_twice_is_placed_where_it_occurs_last() -> None:
    second = '[[planets]]\nid = "P1"\nname = "Pebble"\nat = "A0606"\n[[victory]]'
    for change, path in (
        (("[[victory]]", second), ("planets", 1)),
        (('side = "2"\ncounter = "A"', 'side = "1"\ncounter = "A"'), ("ships", 1)),
    ):
        (problem,) = [one for one in check_scenario(own(change)) if "either of two" in one.fault]
        assert problem.path == path


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('class = "dagger"', 'class = "terwillicker_x"'),
        ('class = "dagger"', 'class = "yacht"'),
        ('"hunter"', '{ kind = "hunter", without = ["rocket"] }'),
        ('"hunter"', '{ kind = "battlecraft", holds = "sword" }'),
        ('["energy", "hunter"]', '"energy"'),
        ('kind = "destroyed"', 'kind = "glory"'),
        ("[[victory]]", '[[special]]\nkind = "magic"\nunits = ["1A"]\n[[victory]]'),
        ("velocities = [0, 2]", "velocities = [2, 0]"),
        ('map = "A"', 'around = "A0101", map = "A"'),
        ("[[planets]]", '[[sides]]\nid = "3"\nname = "Three"\n[[planets]]'),
    ],
)
def test_values_that_cannot_be_are_refused(old: str, new: str) -> None:
    with pytest.raises(Faults):
        own((old, new))


def test_pods_of_a_kind_without_a_chart_are_carried() -> None:
    ship: Unit = unit(opening("pirates"), "1B")
    assert len(ship.pods_of("standard cabin")) == 3
    assert {pod.armor for pod in ship.pods} == {1}
