"""Scenario files: what ships comes right, and every fault is said at once."""

from __future__ import annotations

import pytest

from pbm.campaign.scenarios import load_scenario, read_scenario, shipped
from pbm.dice.keyed import Ids
from pbm.drawing.hexgrid import Hex
from pbm.engine.types import Seat
from pbm.games.knighthawks.scenario.check_scenario import check_scenario
from pbm.games.knighthawks.scenario.scenario import begin
from pbm.games.knighthawks.scenario.scenario_file import Scenario, orbit_of
from pbm.games.knighthawks.state.ship_classes import house_classes
from pbm.games.knighthawks.state.state import IN_PLAY, WAITING, Orbit
from pbm.kit.problems import Faults, render_all
from pbm.kit.toml_reader import load

SMALL = """
game = "knighthawks"
name = "small"
title = "Small"
last_turn = 3
[map]
columns = 10
rows = 10
[[sides]]
id = "A"
name = "Red"
players_max = 2
[[sides]]
id = "B"
name = "Blue"
[[planets]]
id = "P1"
name = "Rock"
at = "0505"
[[ships]]
id = "A1"
name = "One"
class = "frigate"
side = "A"
at = "0202"
facing = 4
speed = 3
place = { columns = [4, 6], rows = [5, 5], facings = [2], speed = [1, 2] }
[[ships]]
id = "A2"
name = "Two"
class = "frigate"
side = "A"
player = 2
at = "0203"
[[ships]]
id = "B1"
name = "Port"
class = "space_station"
side = "B"
at = "0504"
orbit = "P1 clockwise"
[[victory]]
side = "A"
kind = "destroy"
ships = ["B1"]
title = "Port falls"
"""


def scenario(text: str = SMALL) -> Scenario:
    return load(Scenario, text.encode(), "small.toml")


def faults(text: str) -> str:
    with pytest.raises(Faults) as caught:
        read_scenario(text.encode(), "small.toml")
    return render_all(caught.value.problems)


OURS = [name for name in shipped() if name.startswith("knighthawks/")]


@pytest.mark.parametrize("name", OURS)
def test_every_shipped_scenario_is_without_fault(name: str) -> None:
    loaded = load_scenario(name)
    assert loaded.scenario.players_min >= 2
    assert list(check_scenario(loaded.scenario)) == []


def test_there_are_a_duel_a_station_and_a_fleet_of_twenty() -> None:
    ships = {name: len(load_scenario(name).scenario.ships) for name in OURS}
    assert ships["knighthawks/duel"] == 2
    assert "knighthawks/station" in ships
    assert ships["knighthawks/fleet"] >= 20
    assert load_scenario("knighthawks/fleet").scenario.players_max >= 3


def test_the_books_two_figures_stand_in_the_classes() -> None:
    assert house_classes()["assault_scout"].hull_points == 15  # KH 4 Ship Damage, example
    assert house_classes()["frigate"].mr == 3  # KH 3 Turning, example
    evading = [name for name, klass in house_classes().items() if klass.evades]
    assert evading == ["fighter", "assault_scout"]  # KH 4 Evasive Maneuvers


def test_players_get_the_ships_of_their_number_in_their_side() -> None:
    seats = [Seat("ann", "Ann", "A"), Seat("bea", "Bea", "B"), Seat("cy", "Cy", "A")]
    state = begin(scenario(), seats, {}, Ids(b""))
    assert [ship.owner for ship in state.ships] == ["ann", "cy", "bea"]
    alone = begin(scenario(), seats[:2], {}, Ids(b""))
    assert [ship.owner for ship in alone.ships] == ["ann", "ann", "bea"]


def test_a_ship_with_a_place_table_waits_and_may_not_take_the_planets_hex() -> None:
    seats = [Seat("ann", "Ann", "A"), Seat("bea", "Bea", "B")]
    state = begin(scenario(), seats, {}, Ids(b""))
    one, two, port = state.ships
    assert (one.status, two.status, port.status) == (WAITING, IN_PLAY, IN_PLAY)
    assert state.placements[one.id].hexes == (Hex(4, 5), Hex(6, 5))
    assert port.orbit == Orbit(state.planets[0].id, clockwise=True)
    assert port.station


def test_classes_of_the_scenario_stand_before_the_houses() -> None:
    text = SMALL + (
        '[classes.frigate]\ntitle = "Old Frigate"\nhull_points = 30\nadf = 3\nmr = 2\n'
        "reflective = false\n"
    )
    seats = [Seat("ann", "Ann", "A"), Seat("bea", "Bea", "B")]
    assert begin(scenario(text), seats, {}, Ids(b"")).ships[0].klass == "Old Frigate"


@pytest.mark.parametrize("text", ["P1", "P1 sideways", ""])
def test_an_orbit_names_planet_and_direction(text: str) -> None:
    assert orbit_of(text) is None


def test_orbit_directions() -> None:
    assert orbit_of("P1 clockwise") == ("P1", True)
    assert orbit_of("P1 counterclockwise") == ("P1", False)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('class = "frigate"', 'class = "frigat"', 'ship A1: there is no class "frigat"'),
        ('side = "A"\nat = "0202"', 'side = "C"\nat = "0202"', "ship A1: there is no side C"),
        ("player = 2", "player = 3", "ship A2: side A has no player 3"),
        ('at = "0203"', 'at = "1103"', "ship A2 is off the map"),
        ('at = "0203"', 'at = "0505"', "ship A2 is in a planet's hex"),
        ('at = "0203"', 'at = "203"', '"203" is not a hex number such as 0512'),
        ("facing = 4", "facing = 5", "5 is not a hexside"),
        ("facings = [2]", "facings = [2, 3]", "ship A1: 3 is not a hexside"),
        ("speed = [1, 2]", "speed = [2, 1]", "place.speed is least and most"),
        ("columns = [4, 6]", "columns = [5, 5]", "its place table holds no free hex"),
        ('orbit = "P1 clockwise"', 'orbit = "P1"', 'orbit = "P1" is not understood'),
        ('at = "0504"', 'at = "0503"', "ship B1 cannot be in orbit at 0503"),
        ('orbit = "P1 clockwise"', "speed = 2", "ship B1: a station has speed 0"),
        ('at = "0505"', 'at = "1505"', "planet P1 is off the map"),
        ('name = "Two"', 'name = "one"', '"one" could be either of two things'),
        (
            "[[ships]]",
            '[[planets]]\nid = "P1"\nname = "Pebble"\nat = "0909"\n[[ships]]',
            '"p1" could be either of two things',
        ),
        ('id = "B"\n', 'id = "A"\n', "two sides are called"),
        ("players_max = 2", "players_min = 2", "side A needs more players than it takes"),
        ('side = "A"\nkind', 'side = "C"\nkind', 'victory "Port falls": there is no side C'),
        ('ships = ["B1"]', 'ships = ["B9"]', 'victory "Port falls": there is no ship B9'),
        ('kind = "destroy"', 'kind = "win"', '"win": the kinds are'),
        ('ships = ["B1"]', "ships = []", 'victory "Port falls" names no ship'),
        ('ships = ["B1"]', 'ships = ["B1"]\nnumber = 2', 'victory "Port falls" can never hold'),
        ("last_turn = 3", 'moves_first = "B"', 'it is "listed" or "roll"'),
        ("rows = 10", "row = 10", 'Did you mean "rows"?'),
        ("rows = 10", "", '"rows" is missing'),
        ("rows = 10", "rows = = 10", "this line is not TOML"),
    ],
)
def test_a_fault_is_named(old: str, new: str, said: str) -> None:
    assert old in SMALL
    assert said in faults(SMALL.replace(old, new, 1))


@pytest.mark.parametrize(
    ("old", "new", "shut"),
    [
        ('at = "0505"', 'at = "0510"', "0511"),
        (
            "[[ships]]",
            '[[planets]]\nid = "P2"\nname = "Pebble"\nat = "0506"\n[[ships]]',
            "0506",
        ),
    ],
)
def test_an_orbit_has_a_free_ring(old: str, new: str, shut: str) -> None:
    text = SMALL.replace(old, new, 1).replace(
        'at = "0504"', 'at = "0509"' if shut == "0511" else 'at = "0504"'
    )
    assert f"hex {shut} of the ring is off the map or a planet's" in faults(text).lower()


def test_survival_needs_a_last_turn() -> None:
    text = SMALL.replace("last_turn = 3", "").replace('kind = "destroy"', 'kind = "survive"')
    assert "needs a last turn" in faults(text)


def test_all_faults_are_said_at_once_each_at_its_line() -> None:
    text = SMALL.replace("rows = 10", "row = 10").replace("facing = 4", "facing = 5")
    said = faults(text)
    assert "small.toml:8:1:" in said  # row = 10
    assert "small.toml:26:1:" in said  # facing = 5


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("weapons = {}", 'weapons = { LC = "laser" }', 'LC = "laser": the weapons are'),
        ("weapons = {}", "supplies = { mines = 2 }", '"mines": the supplies are'),
    ],
)
def test_a_class_names_known_weapons_and_supplies(old: str, new: str, said: str) -> None:
    text = SMALL + (
        '[classes.tug]\ntitle = "Tug"\nhull_points = 3\nadf = 3\nmr = 2\n'
        "reflective = false\nweapons = {}\n"
    )
    assert said in faults(text.replace(old, new))


def test_a_scenario_that_is_not_there_brings_a_suggestion() -> None:
    with pytest.raises(Faults) as caught:
        load_scenario("knighthawks/dual")
    assert 'Did you mean "knighthawks/duel"?' in render_all(caught.value.problems)
    with pytest.raises(Faults) as caught:
        load_scenario("zzz")
    assert "pbm scenarios lists them" in render_all(caught.value.problems)


def test_a_scenario_says_its_game() -> None:
    assert "does not say its game" in faults("title = 1")
    assert 'there is no game "chess"' in faults('game = "chess"')
    assert 'Did you mean "knighthawks"?' in faults('game = "knighthawk"')
