from __future__ import annotations

from typing import Any

import pytest

from pbm.drawing.hexgrid import parse_hex
from pbm.engine.context import PhaseContext
from pbm.engine.events import PUBLIC, Event, only
from pbm.engine.rulings import Ruling
from pbm.engine.turn import carry_out
from pbm.engine.types import Seat
from pbm.games.knighthawks.game import RULESET
from pbm.games.knighthawks.gm.ruling_fields import FIELDS
from pbm.games.knighthawks.state.state import (
    DESTROYED,
    IN_PLAY,
    LOST,
    WAITING,
    Mount,
    Orbit,
    Screen,
    Ship,
    State,
)
from pbm.kit.problems import render
from pbm.packets.narrative import ruling_words
from tests.games import rulings
from tests.games.knighthawks.builders import planet, ship, state, work

SEATS = (Seat("ann", "Ann", "A"), Seat("al", "Al", "A"), Seat("bea", "Bea", "B"))


def table(a1: str = "1010", **fields: Any) -> State:
    supplies = {"torpedo": 1}
    at_start = {"torpedo": 2}
    given = {"supplies": supplies, "supplies_at_start": at_start, **fields}
    return state(
        ship("A1", a1, **given),
        ship("A2", "2020", station=True),
        ship(
            "B1", "3030", evades=True, orbit=Orbit("p1", True), screen=Screen(parse_hex("3030"), 4)
        ),
        planets=(planet("P1", "3031"),),
    )


def read(statement: str) -> Ruling:
    return rulings.ruling_of(statement, SEATS)


def ruled(
    statement: str, at: State | None = None, options: dict[str, str] | None = None
) -> tuple[PhaseContext, Event]:
    given = rulings.ruled(
        RULESET, work(at or table(), seats=SEATS, options=options), read(statement)
    )
    (event,) = given.events
    return given, event


def faults(statement: str, at: State | None = None) -> str:
    found = rulings.problems_of(RULESET, work(at or table(), seats=SEATS), read(statement))
    return "\n".join(render(problem) for problem in found)


@pytest.mark.parametrize(
    ("field", "value", "before", "after"),
    [
        ("hull", "1", 40, 1),
        ("hull_points", "41", 40, 41),
        ("adf", "0", 3, 0),
        ("mr", "1000", 3, 1000),
        ("speed", "1000", 0, 1000),
        ("facing", "10", 12, 10),
        ("at", "4040", "1010", "4040"),
        ("reflective", "no", True, False),
        ("evades", "Yes", False, True),
        ("name", "Vanguard", "Ship A1", "Vanguard"),
        ("status", "lost", IN_PLAY, LOST),
        ("supplies/torpedo", "2", 1, 2),
        ("supplies_at_start/torpedo", "1", 2, 1),
        ("supplies_at_start/icm", "1000", 0, 1000),
    ],
)
def test_every_field_changes_alone(field: str, value: str, before: object, after: object) -> None:
    given, event = ruled(f"set A1.{field.replace('/', '.')} = {value}")
    (change,) = event.changes
    assert (change.path, change.before, change.after) == (f"ship/a1/{field}", before, after)
    new: Ship = given.state.ship("a1")
    name, _, supply = field.partition("/")
    found = getattr(new, name)
    assert str(found[supply] if supply else found) == str(after)
    assert event.ruling == "fair"
    assert event.facts == {
        "verb": "set",
        "text": f"set A1.{field.replace('/', '.')} = {value}",
        "ship": "a1",
    }


def test_there_is_a_setter_for_every_field_a_game_master_may_need() -> None:
    named = {name.partition(".")[0] for name in FIELDS.rows}
    assert named == {
        *("hull", "hull_points", "adf", "mr", "speed", "facing", "at", "reflective", "evades"),
        *("evading", "screen", "orbit", "status", "name", "owner", "supplies"),
        "supplies_at_start",
    }


@pytest.mark.parametrize(
    ("statement", "message"),
    [
        ("set A9.hull = 3", 'There is no ship "A9"'),
        ("set Zzzz.hull = 3", "The ships are A1, A2, B1."),
        ("set A1.hul = 3", '"hul" is not a field of a ship'),
        ("set A1.hul = 3", 'Did you mean "hull"?'),
        ("set A1.hull = 0", "Write: set A1.status = destroyed."),
        ("set A1.hull = 41", '"41" cannot be the hull'),
        ("set A1.hull = 41", "Expected a whole number from 1 to 40."),
        ("set A1.hull = -1", '"-1" cannot be the hull'),
        ("set A1.hull = 1.5", '"1.5" cannot be the hull'),
        ("set A1.hull_points = 39", "Expected a whole number from 40 to 10000."),
        ("set A1.adf = 1001", '"1001" cannot be the ADF'),
        ("set A1.mr = x", '"x" cannot be the MR'),
        ("set A1.speed = 1001", '"1001" cannot be the speed'),
        ("set A2.speed = 1", "A2 is a station"),
        ("set B1.speed = 1", "Write first: set B1.orbit = none."),
        ("set A1.facing = 3", "They are 12, 2, 4, 6, 8, 10."),
        ("set A1.at = 10101", '"10101" is not a hex'),
        ("set A1.at = 4041", "4041 is off the map"),
        ("set A1.at = 4041", "The map ends at 4040."),
        ("set A1.at = 3031", "3031 is the hex of Planet P1"),
        ("move A1 to 3031", "3031 is the hex of Planet P1"),
        ("move A1 to 0101 facing 5", '"5" is not a hexside'),
        ("move A2 to 0101 speed 1", "A2 is a station"),
        ("move A1 to 0101 hull 5", '"hull" is not a detail of a move'),
        ("set A1.reflective = maybe", '"maybe" is neither yes nor no'),
        ("set A1.evading = yes", "A1 cannot evade"),
        ("set A1.screen = on", '"on" is not a state of a screen'),
        ("set A1.orbit = P1", '"P1" is not an orbit'),
        ("set A1.orbit = P1 clockwise", "It is at 1010, P1 at 3031"),
        ("set A1.orbit = P2 clockwise", "The planets are P1."),
        ("set A1.status = waiting", "Write in play, destroyed or lost."),
        ('set A1.name = ""', "This one has 0."),
        (f"set A1.name = {'x' * 61}", "This one has 61."),
        ("set A1.name = ship b1", '"ship b1" is already the name of B1'),
        ("set A1.name = p1", '"p1" is already the name of P1'),
        ("set A1.supplies.torpedo = 3", "Its record sheet has room for 2."),
        ("set A1.supplies.torpedo = x", '"x" cannot be the supply torpedo'),
        ("set A1.supplies.icm = 1", "Write first: set A1.supplies_at_start.icm = 1."),
        ("set A1.supplies_at_start.torpedo = 0", "Expected a whole number from 1 to 1000."),
        ("result B1: it is over", "Knight Hawks has no battles whose result could be given"),
        ("add X as A3 class Test for Ann", '"at" is missing'),
        ("add X as A3 class Test for Ann at 0101 hull 3", '"hull" is not a detail of a new ship'),
        ("add X as A1 class Test for Ann at 0101", '"A1" is already the name of A1'),
        ('add X as "A 3" class Test for Ann at 0101', '"A 3" is not a designation'),
        ("add X as Abcdefg class Test for Ann at 0101", '"Abcdefg" is not a designation'),
        ('add "Ship B1" as A3 class Test for Ann at 0101', "already the name of B1"),
        ("add X as A3 class Tess for Ann at 0101", 'Did you mean "Test"?'),
        ("add X as A3 class Zz for Ann at 0101", "The classes are Test, Fighter, Assault Scout,"),
        ("add X as A3 class Test for Ann at 4141", "4141 is off the map"),
        ("add X as A3 class Test for Ann at 0101 facing 1", '"1" is not a hexside'),
    ],
)
def test_what_cannot_stand_is_refused_with_its_reason(statement: str, message: str) -> None:
    assert message in faults(statement)


def test_a_map_without_planets_says_so() -> None:
    assert "This map has none." in faults("set A1.orbit = P1 clockwise", state(ship("A1", "1010")))


def test_a_refusal_names_the_place_and_the_rule() -> None:
    assert faults("set B1.speed = 2") == (
        "rulings.txt:1:1: B1 is in orbit\n"
        "1 | set B1.speed = 2 because fair\n"
        "  | ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^\n"
        "A ship in orbit has speed 0 [KH 3 Orbiting Planets]. "
        "Write first: set B1.orbit = none."
    )


def test_a_moved_ship_has_come_from_nowhere_and_is_in_orbit_no_more() -> None:
    given, event = ruled('move "Ship B1" to 0101 facing 4 speed 3')
    moved = given.state.ship("b1")
    assert (str(moved.at), moved.facing, moved.speed) == ("0101", 4, 3)
    assert (moved.path, moved.came_from, moved.orbit, moved.screen) == (
        (parse_hex("0101"),),
        None,
        None,
        None,
    )
    assert [change.path.rpartition("/")[2] for change in event.changes] == [
        *("at", "facing", "speed", "orbit", "screen"),
    ]
    assert event.seen == PUBLIC


def test_a_screen_outside_orbit_moves_with_its_ship() -> None:
    given, _ = ruled("move A1 to 0101", table(screen=Screen(parse_hex("1010"))))
    assert given.state.ship("a1").screened


def test_a_screen_goes_up_where_the_ship_is() -> None:
    given, event = ruled("set A1.screen = up")
    assert given.state.ship("a1").screen == Screen(parse_hex("1010"), 0)
    assert [(c.before, c.after) for c in event.changes] == [(False, True)]
    given, _ = ruled("set B1.screen = UP")
    assert given.state.ship("b1").screen == Screen(parse_hex("3030"), 6)
    given, _ = ruled("set B1.screen = down")
    assert given.state.ship("b1").screen is None


def test_a_ship_is_put_into_orbit_and_taken_out() -> None:
    beside = table("3131", speed=4)
    given, event = ruled('set A1.orbit = "Planet P1" counterclockwise', beside)
    assert given.state.ship("a1").orbit == Orbit("p1", False)
    assert given.state.ship("a1").speed == 0
    assert event.changes[-1].after == {"planet": "p1", "clockwise": False}
    given, event = ruled("set B1.orbit = none")
    assert given.state.ship("b1").orbit is None
    assert event.changes[0].after is None


def test_evading_is_for_ships_that_can() -> None:
    given, _ = ruled("set B1.evading = yes")
    assert given.state.ship("b1").evading
    given, _ = ruled("set A1.evading = no", table(evading=True))
    assert not given.state.ship("a1").evading


def test_a_destroyed_ship_has_no_hull_and_comes_back_only_with_some() -> None:
    given, _ = ruled("set B1.status = destroyed")
    wreck = given.state.ship("b1")
    assert (wreck.status, wreck.hull, wreck.orbit, wreck.screen) == (DESTROYED, 0, None, None)
    refused = faults("set A1.status = in play", table(status=DESTROYED, hull=0))
    assert "Write instead: set A1.hull = 1, or as many as it has." in refused
    given, _ = ruled("set A1.status = in play", table(status=DESTROYED, hull=1))
    assert given.state.ship("a1").in_play


def test_hull_points_bring_a_destroyed_ship_back_and_the_ruling_says_so() -> None:
    given, event = ruled("set A1.hull = 15", table(status=DESTROYED, hull=0))
    assert (given.state.ship("a1").status, given.state.ship("a1").hull) == (IN_PLAY, 15)
    assert [(change.path, change.after) for change in event.changes] == [
        ("ship/a1/status", IN_PLAY),
        ("ship/a1/hull", 15),
    ]
    assert ruling_words(event.facts) == "set A1.hull = 15 (A1 is in play again)"
    # One that left the map stays away, and one in play has nothing more to say.
    given, event = ruled("set A1.hull = 15", table(status=LOST, hull=3))
    assert (given.state.ship("a1").status, "also" in event.facts) == (LOST, False)
    _, event = ruled("set A1.hull = 15")
    assert ruling_words(event.facts) == "set A1.hull = 15"


def test_remove_takes_a_ship_off_the_table_without_destroying_it() -> None:
    given, _ = ruled("remove B1")
    assert (given.state.ship("b1").status, given.state.ship("b1").hull) == (LOST, 40)


def test_a_new_owner_brings_his_side() -> None:
    given, event = ruled("set A1.owner = Bea")
    assert (given.state.ship("a1").owner, given.state.ship("a1").side) == ("bea", "B")
    assert [change.after for change in event.changes] == ["bea", "B"]


def test_a_new_ship_is_as_those_of_its_class_began() -> None:
    worn = table(hull=3, facing=6, speed=4, evading=True, screen=Screen(parse_hex("1010")))
    given, event = ruled("add Scimitar as B7 class test for Bea at 2018 facing 4 speed 3", worn)
    new = given.state.ships[-1]
    assert (new.designation, new.name, new.side, new.owner) == ("B7", "Scimitar", "B", "bea")
    assert (new.hull, new.supplies, new.screen, new.evading) == (40, {"torpedo": 2}, None, False)
    assert (str(new.at), new.facing, new.speed, new.path) == ("2018", 4, 3, (new.at,))
    assert len({one.id for one in given.state.ships}) == 4
    assert (event.facts["ship"], event.changes[0].before) == (new.id, None)
    assert event.changes[0].after == "B7"


@pytest.mark.parametrize("klass", ["assault_scout", "Assault Scout"])
def test_a_new_ship_can_be_of_a_class_of_the_house(klass: str) -> None:
    given, _ = ruled(f'add Scimitar as B7 class "{klass}" for Bea at 2018')
    new = given.state.ships[-1]
    assert (new.klass, new.hull_points, new.hull, new.mr) == ("Assault Scout", 15, 15, 4)
    assert (new.facing, new.speed, new.status) == (12, 0, IN_PLAY)
    assert Mount("LB", "laser_battery") in new.mounts
    assert new.supplies == new.supplies_at_start


def test_supplies_are_read_by_those_who_read_the_record_sheet() -> None:
    own = {"share": "own"}
    _, event = ruled("set A1.supplies.torpedo = 0", options=own)
    assert event.seen == only("ann")
    _, event = ruled("set A1.supplies.torpedo = 0")
    assert event.seen == only("al", "ann")
    _, event = ruled("set A1.supplies.torpedo = 0", options={"records": "open"})
    assert event.seen == PUBLIC


def test_a_ship_not_yet_placed_stays_secret() -> None:
    _, event = ruled("move A1 to 0101", table(status=WAITING), {"share": "own"})
    assert event.seen == only("ann")


def test_a_ruling_that_came_too_late_is_recorded_for_the_game_master_alone() -> None:
    given = work(table(), seats=SEATS)
    carry_out(RULESET, given, read("set A1.hull = 41"))
    (event,) = given.events
    assert event.facts["void"] == ('"41" cannot be the hull. Expected a whole number from 1 to 40')
    assert (event.shown_to("ann"), given.state) == (None, table())


def test_the_master_ends_the_game() -> None:
    for statement, result, winner in (
        ("result game: draw", "A draw by the game master's ruling", ""),
        ("result game: A", f"{table().side_names['A']} wins by the game master's ruling", "A"),
        (
            f"result game: {table().side_names['B']}",
            f"{table().side_names['B']} wins by the game master's ruling",
            "B",
        ),
    ):
        given = rulings.ruled(RULESET, work(table(), seats=SEATS), read(statement))
        assert (given.state.result, given.state.winner) == (result, winner)
        told, over = given.events
        assert (told.kind, told.ruling, told.seen) == ("ruling", "fair", PUBLIC)
        assert (over.kind, over.facts["winner"], over.seen) == ("game_over", winner, PUBLIC)
    assert "is not a result" in faults("result game: glory")
    assert "ends the game" in faults("result B1: draw")


@pytest.mark.parametrize(
    ("statement", "status", "words", "remedy"),
    [
        ("set A1.hull = 15", DESTROYED, "A1 was destroyed", "set A1.hull = 15"),
        ("set A1.speed = 3", DESTROYED, "A1 was destroyed", "set A1.hull = 40"),
        ("set A1.speed = 3", LOST, "A1 left the map", "set A1.status = in play"),
    ],
)
def test_a_ruling_on_a_ship_is_lost_with_it(
    statement: str, status: str, words: str, remedy: str
) -> None:
    given, event = ruled(statement)
    then: State = given.state
    now = then.with_ships([FIELDS.get(FIELDS.set(then, then.ships[0].id, "status", status), "a1")])
    loss = RULESET.undone(then, now, event)
    assert loss is not None
    assert (loss.words, loss.remedy) == (words, (remedy,))
    assert RULESET.undone(then, then, event) is None
    # The remedy puts it back as it was.
    again, _event = ruled(remedy, now)
    assert (again.state.ship("a1").status, again.state.ship("a1").hull > 0) == (IN_PLAY, True)


def test_a_ruling_that_takes_a_ship_out_of_play_is_not_lost() -> None:
    given, event = ruled("remove A1")
    assert RULESET.undone(given.state, given.state, event) is None
    over = rulings.ruled(RULESET, work(table(), seats=SEATS), read("result game: draw"))
    assert RULESET.undone(over.state, given.state, over.events[0]) is None
