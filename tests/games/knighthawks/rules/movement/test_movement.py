"""A side moves: events and state, every kind of order, every replacement with its reason."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.dice.keyed import KeyedDice
from pbm.drawing.hexgrid import Side, parse_hex
from pbm.engine.context import GameState, PhaseContext, Unanswered
from pbm.engine.events import EVERYBODY, Event
from pbm.engine.rulings import Ruling
from pbm.engine.types import Seat
from pbm.games.knighthawks.orders.conditions import ALWAYS, Condition, ConditionTest
from pbm.games.knighthawks.orders.move import MoveLine
from pbm.games.knighthawks.orders.ship_orders import ShipOrders
from pbm.games.knighthawks.orders.ways import EnterOrbit, LeaveOrbit, MoveGoal, Plot, Stay
from pbm.games.knighthawks.rules.movement.move_choice import decide
from pbm.games.knighthawks.rules.movement.movement import move_side
from pbm.games.knighthawks.state.state import (
    DESTROYED,
    IN_PLAY,
    LOST,
    WAITING,
    Map,
    Orbit,
    Screen,
    Ship,
)
from pbm.kit.problems import Span
from tests.games.knighthawks.builders import SEATS, planet, ref, ship, state, work
from tests.games.knighthawks.orders.test_movement_plots import plot

FALSE = Condition(((ConditionTest("turn", op=">=", number=9),),))
P1 = planet("P1", "2020")
CLOCKWISE = Orbit("p1", True)


def line(way: Any = None, number: int = 1, **fields: Any) -> MoveLine:
    values: dict[str, Any] = {"condition": ALWAYS, **fields}
    return MoveLine(ref(number, f"line {number}"), way=way, **values)


def made(
    *lines: MoveLine, others: tuple[Ship, ...] = (), size: Map | None = None, **fields: Any
) -> PhaseContext:
    """A1 in 2020 (or ``at``) after its side has moved with these lines."""
    options = {
        key: fields.pop(key) for key in [*fields] if "." in key or key in ("off_map", "records")
    }
    rocks = fields.pop("rocks", ())
    seats = fields.pop("seats", SEATS)
    own = ship("A1", fields.pop("at", "2020"), **fields)
    table = state(own, *others, planets=rocks, map=size or Map(40, 40))
    done = work(table, {"ann": [ShipOrders("a1", move=lines)]}, options, seats=seats)
    move_side(done, "A")
    return done


def a1(done: PhaseContext) -> Ship:
    found: Ship = done.state.ship("a1")
    return found


def kinds(done: PhaseContext) -> list[str]:
    return [event.kind for event in done.events]


def one(done: PhaseContext, kind: str) -> Event:
    (found,) = [event for event in done.events if event.kind == kind]
    return found


def why(done: PhaseContext) -> str:
    said: str = one(done, "move_changed").facts["why"]
    return said


def changes(event: Event) -> dict[str, Any]:
    return {change.path.split("/", 2)[2]: change.after for change in event.changes}


# --- plots ----------------------------------------------------------------------------------


def test_movement_of_the_books_frigate() -> None:
    done = made(line(plot("3 L 2 L 1 L 1")), speed=7)
    assert kinds(done) == ["moved"]
    moved = one(done, "moved")
    path = ["2019", "2018", "2017", "1917", "1816", "1717", "1718"]
    assert moved.facts == {
        "ship": "a1",
        "from": "2020",
        "path": path,
        "to": "1718",
        "facing": 6,
        "speed_before": 7,
        "speed": 7,
        "turns": 3,
        "plot": "3 L 2 L 1 L 1",
        "way": "as plotted",
        "of": "",
    }
    assert changes(moved) == {"at": "1718", "facing": 6}
    assert moved.order == ref(1, "line 1")
    after = a1(done)
    assert (str(after.at), after.facing, after.speed, after.turns_made) == ("1718", 6, 7, 3)
    assert [str(at) for at in after.path] == path
    assert str(after.came_from) == "2020"


def test_movement_takes_a_new_speed() -> None:
    done = made(line(plot("6")), speed=5, adf=2)
    assert (a1(done).speed, str(a1(done).at)) == (6, "2014")
    assert changes(one(done, "moved")) == {"at": "2014", "speed": 6}


def test_movement_beyond_its_adf_becomes_the_nearest() -> None:
    done = made(line(plot("8")), speed=5, adf=2)
    assert a1(done).speed == 7
    assert why(done) == "speed 8 is not from 3 to 7: its last speed is 5 and its ADF 2"
    changed = one(done, "move_changed")
    assert changed.rule == "KH 3 Acceleration"
    assert (changed.facts["written"], changed.facts["done"]) == ("line 1", "speed 7, plot 7")
    assert changed.seen == {"ann": ("*",)}


def test_movement_order_is_its_players_own() -> None:
    aside = (*SEATS, Seat("abe", "Abe", "A"))
    target = ship("B1", "2016")
    goal = made(line(MoveGoal("close", ("b1",))), speed=4, adf=0, others=(target,), seats=aside)
    plotted = made(line(plot("4")), speed=4, adf=0, others=(target,), seats=aside)
    seen = [one(done, "moved").shown_to("bea") for done in (goal, plotted)]
    assert seen[0] == seen[1]
    shown = one(goal, "moved").shown_to("ann")
    assert shown is not None
    assert (shown["facts"]["way"], shown["facts"]["of"]) == ("close on", "b1")
    mate = one(goal, "moved").shown_to("abe")
    assert mate is not None
    assert mate["facts"] == shown["facts"]


# --- alternatives ---------------------------------------------------------------------------


def test_movement_takes_the_first_line_that_holds() -> None:
    lines = [
        line(plot("3"), 1, condition=FALSE),
        line(plot("2 L 2"), 2),
        line(plot("5"), 3),
    ]
    done = made(*lines, speed=4)
    assert kinds(done) == ["not_needed", "not_needed", "moved"]
    told = [(e.facts["written"], e.facts["why"], e.facts["what"]) for e in done.events[:2]]
    assert told == [
        ("line 1", "its condition did not hold", "move"),
        ("line 3", "an earlier line was carried out", "move"),
    ]
    assert one(done, "moved").facts["plot"] == "2 L 2"
    assert all(EVERYBODY not in event.seen for event in done.events[:2])


def test_movement_condition_decides() -> None:
    near = Condition(((ConditionTest("within", "b1", number=6),),))
    lines = [line(plot("2 L 2"), 1, condition=near), line(plot("4"), 2)]
    for where, written in (("2014", "2 L 2"), ("2013", "4")):
        done = made(*lines, speed=4, others=(ship("B1", where),))
        assert one(done, "moved").facts["plot"] == written


def test_movement_judges_conditions_after_earlier_ships_have_moved() -> None:
    near = Condition(((ConditionTest("within", "a1", number=2),),))
    second = ShipOrders("a2", move=(line(plot("1 L 1"), 2, condition=near),))
    for first, written in (("2", "2"), ("1", "1 L 1")):
        table = state(ship("A1", "2020", speed=2), ship("A2", "2021", speed=2))
        done = work(table, {"ann": [ShipOrders("a1", move=(line(plot(first)),)), second]})
        move_side(done, "A")
        plots = [event.facts["plot"] for event in done.events if event.kind == "moved"]
        assert plots[1] == written


def test_movement_passes_a_goal_whose_ships_are_gone() -> None:
    lines = [line(MoveGoal("close", ("b1", "b2")), 1), line(plot("1 L 3"), 2)]
    gone = ship("B1", "2014", status=DESTROYED)
    done = made(*lines, speed=4, others=(gone, ship("B2", "2014", status=LOST)))
    assert one(done, "not_done").facts["why"] == "out of play: B1, B2"
    assert one(done, "moved").facts["plot"] == "1 L 3"
    done = made(*lines, speed=4, others=(gone, ship("B2", "2014")))
    assert one(done, "moved").facts["of"] == "b2"


def test_movement_of_ships_out_of_play_is_told() -> None:
    lines = {"ann": [ShipOrders(name, move=(line(plot("4")),)) for name in ("a1", "a2", "a3")]}
    table = state(
        ship("A1", "2020", status=DESTROYED),
        ship("A2", "2020", status=WAITING),
        ship("A3", "2020", speed=4),
        ship("B1", "2020", speed=4),
    )
    done = work(table, lines)
    move_side(done, "A")
    assert kinds(done) == ["not_done", "moved"]
    said = "A1 was out of play (destroyed) before it moved"
    assert one(done, "not_done").facts["why"] == said
    assert done.state.ship("b1") == table.ship("b1")


# --- without an order -----------------------------------------------------------------------


def test_movement_without_an_order() -> None:
    done = made(speed=4)
    assert one(done, "moved").facts["way"] == "straight on (no order)"
    assert (a1(done).speed, str(a1(done).at)) == (4, "2016")
    assert one(done, "moved").order is None
    done = made(speed=4, at="2003")
    assert one(done, "moved").facts["way"] == "turned clear (no order)"
    assert one(done, "moved").facts["plot"] == "1 R 3"


def test_movement_without_an_order_at_rest_or_in_orbit() -> None:
    done = made()
    assert kinds(done) == ["stayed"]
    assert a1(done).path == (parse_hex("2020"),)
    assert a1(done).came_from == parse_hex("2020")
    done = made(at="2019", orbit=CLOCKWISE, rocks=(P1,))
    assert kinds(done) == ["orbited"]
    assert (str(a1(done).at), str(a1(done).came_from)) == ("2120", "2019")
    assert a1(done).path == (parse_hex("2120"),)


def test_movement_of_a_player_unknown_to_the_work() -> None:
    done = work(state(ship("A1", "2020", owner="nobody", speed=1)))
    move_side(done, "A")
    assert kinds(done) == ["moved"]


# --- rest and rotation ----------------------------------------------------------------------


def test_movement_stops_only_within_its_adf() -> None:
    done = made(line(Stay()), speed=3, adf=3)
    assert kinds(done) == ["stayed"]
    assert (a1(done).speed, one(done, "stayed").facts["speed_before"]) == (0, 3)
    assert changes(one(done, "stayed")) == {"speed": 0}
    done = made(line(Stay()), speed=4, adf=3)
    assert kinds(done) == ["moved", "move_changed"]
    assert a1(done).speed == 1
    assert why(done) == "it cannot stop: its last speed is 4 and its ADF 3"
    done = made(line(Plot(0, ())), speed=3, adf=3)
    assert kinds(done) == ["stayed"]


@pytest.mark.parametrize("way", [None, Stay(), Plot(0, ()), plot("1", 0)])
def test_movement_rotates_at_speed_0(way: Any) -> None:
    done = made(line(way, facing=Side(6)))
    rotated = one(done, "rotated").facts
    assert (rotated["facing_before"], rotated["facing"]) == (12, 6)
    assert a1(done).facing == 6


def test_movement_rotates_in_the_turn_it_stops() -> None:
    done = made(line(Stay(), facing=Side(4)), speed=2)
    assert kinds(done) == ["rotated"]
    assert (a1(done).speed, a1(done).facing) == (0, 4)


def test_movement_does_not_rotate_before_it_flies() -> None:
    done = made(line(plot("2"), facing=Side(6)), adf=3)
    assert str(a1(done).at) == "2018"
    said = "it may rotate only if its speed is 0 for the whole turn, or from an orbit"
    assert why(done) == said
    assert one(done, "move_changed").rule == "KH 3 Turning"
    assert kinds(made(line(plot("2"), facing=Side(12)), adf=3)) == ["moved"]
    assert why(made(line(None, facing=Side(6)), speed=2)) == said
    stopping = why(made(line(Stay(), facing=Side(6)), speed=9, adf=3))
    assert stopping == f"it cannot stop: its last speed is 9 and its ADF 3; {said}"


def test_movement_faces_a_ship() -> None:
    one_ahead = ship("B1", "2025")
    done = made(line(None, face_ships=("b2", "b1")), others=(one_ahead,))
    assert a1(done).facing == 6
    done = made(line(None, face_ships=("b2",)), others=(one_ahead,))
    assert kinds(done) == ["stayed"]


# --- orbits ---------------------------------------------------------------------------------


def test_movement_goes_round_in_six_turns() -> None:
    at, hexes = ship("A1", "2019", speed=9), []
    for _ in range(7):
        done = work(
            state(at, planets=(P1,)),
            {"ann": [ShipOrders("a1", move=(line(EnterOrbit("p1", False)),))]},
        )
        move_side(done, "A")
        hexes.append((kinds(done), str(a1(done).at), a1(done).speed))
        at = a1(done)
    assert hexes[0] == (["orbit_entered"], "1920", 0)
    assert [found[1] for found in hexes] == [
        *("1920", "1921", "2021", "2121", "2120", "2019", "1920"),
    ]
    assert all(found[0] == ["orbited"] for found in hexes[1:])


def test_movement_orbit_event() -> None:
    done = made(line(EnterOrbit("p1", True), facing=Side(8)), at="2019", rocks=(P1,), speed=2)
    entered = one(done, "orbit_entered")
    assert entered.facts == {
        "ship": "a1",
        "planet": "p1",
        "clockwise": True,
        "from": "2019",
        "to": "2120",
        "facing_before": 12,
        "facing": 8,
        "speed_before": 2,
    }
    assert changes(entered) == {
        "at": "2120",
        "facing": 8,
        "speed": 0,
        "orbit": "clockwise orbit of P1",
    }
    assert a1(done).orbit == CLOCKWISE


def test_movement_orbits_only_from_beside_the_planet() -> None:
    done = made(line(EnterOrbit("p1", True)), at="2018", rocks=(P1,), facing=Side(2), speed=2)
    assert kinds(done) == ["moved", "move_changed"]
    assert a1(done).orbit is None
    said = "it starts its move in 2018, 2 hexes from P1 at 2020, not next to it"
    assert why(done) == said
    assert one(done, "move_changed").facts["done"] == "speed 2, plot 2"


def test_movement_keeps_the_direction_of_its_orbit() -> None:
    done = made(line(EnterOrbit("p1", False)), at="2019", rocks=(P1,), orbit=CLOCKWISE)
    assert kinds(done) == ["orbited", "move_changed"]
    assert str(a1(done).at) == "2120"
    assert why(done) == "it must leave its clockwise orbit of P1 first"
    assert one(done, "move_changed").facts["done"] == "goes round in clockwise orbit of P1"


def test_movement_rotates_in_orbit_and_goes_round() -> None:
    for way in (None, Stay(), EnterOrbit("p1", True), Plot(None, ())):
        done = made(line(way, facing=Side(8)), at="2019", rocks=(P1,), orbit=CLOCKWISE)
        assert (kinds(done), str(a1(done).at), a1(done).facing) == (["orbited"], "2120", 8)


def test_movement_faces_from_the_hex_it_comes_to() -> None:
    done = made(
        line(Stay(), face_ships=("b1",)),
        at="2019",
        rocks=(P1,),
        orbit=CLOCKWISE,
        others=(ship("B1", "2130"),),
    )
    assert a1(done).facing == 6


def leaving(way: Any, **fields: Any) -> PhaseContext:
    return made(line(way), at="2019", rocks=(P1,), orbit=CLOCKWISE, adf=3, **fields)


def test_movement_leaves_orbit() -> None:
    done = leaving(LeaveOrbit(Side(2), plot("2 L 1 L", 3)))
    assert kinds(done) == ["orbit_left", "moved"]
    assert one(done, "orbit_left").facts == {"ship": "a1", "planet": "p1"}
    assert one(done, "moved").facts["path"] == ["2119", "2218", "2217"]
    after = a1(done)
    assert (after.orbit, after.speed, after.turns_made, after.facing) == (None, 3, 2, 10)
    assert after.left_orbits == ()


@pytest.mark.parametrize(
    ("way", "done", "said"),
    [
        (LeaveOrbit(None, plot("1")), "", ""),
        (plot("2 R 1"), "", ""),
        (LeaveOrbit(None, plot("4")), "leaves orbit, facing 12, speed 3, plot 3", "speed 4 is"),
        (
            LeaveOrbit(Side(4), Plot(0, ())),
            "leaves orbit, facing 4, speed 1, plot 1",
            "it leaves orbit with speed 1 to 3",
        ),
        (
            LeaveOrbit(Side(6), plot("3")),
            "leaves orbit, facing 8, speed 3, plot 3",
            "its course meets P1 at 2020",
        ),
    ],
)
def test_movement_leaves_orbit_at_speed_1_to_adf(way: Any, done: str, said: str) -> None:
    left = leaving(way)
    if not said:
        assert kinds(left) == ["orbit_left", "moved"]
    else:
        assert one(left, "move_changed").facts["done"] == done
        assert why(left).startswith(said)


def test_movement_leaves_orbit_off_the_map_only_if_it_must() -> None:
    corner: dict[str, Any] = {"at": "0201", "orbit": CLOCKWISE, "adf": 2, "mr": 0}
    rocks = (planet("P1", "0301"),)
    away = made(line(LeaveOrbit(Side(4), plot("2"))), rocks=rocks, **corner)
    assert one(away, "moved").facts["path"] == ["0302", "0402"]
    done = made(line(LeaveOrbit(Side(2), plot("1"))), rocks=rocks, **corner)
    assert kinds(done) == ["orbit_left", "moved", "move_changed"]
    assert one(done, "moved").facts["path"] == ["0302"]
    four = (*rocks, planet("P2", "0302"), planet("P3", "0202"), planet("P4", "0102"))
    shut = (*four, planet("P5", "0101"))
    done = made(line(LeaveOrbit(Side(2), plot("1"))), rocks=shut, **corner)
    assert kinds(done) == ["orbit_left", "left_map", "move_changed"]
    assert why(done) == "its course meets P1 at 0301"


def test_movement_with_a_facing_of_the_line_leaves_orbit() -> None:
    done = made(line(plot("2"), facing=Side(2)), at="2019", rocks=(P1,), orbit=CLOCKWISE, adf=3)
    assert kinds(done) == ["orbit_left", "moved"]
    assert (str(a1(done).at), a1(done).facing) == ("2218", 2)


def test_movement_station_cannot_leave_orbit() -> None:
    station: dict[str, Any] = {
        "at": "2019",
        "rocks": (P1,),
        "orbit": CLOCKWISE,
        "adf": 0,
        "mr": 0,
        "station": True,
    }
    for way in (plot("1"), LeaveOrbit(None, plot("1")), MoveGoal("hex", at=parse_hex("2010"))):
        done = made(line(way), **station)
        assert kinds(done) == ["orbited", "move_changed"]
        assert why(done) == "it cannot leave orbit: its ADF is 0"
    assert kinds(made(**station)) == ["orbited"]


def test_movement_leave_orbit_of_a_ship_in_none() -> None:
    done = made(line(LeaveOrbit(Side(4), plot("2"))), speed=2)
    assert why(done) == "it is not in orbit"
    assert str(a1(done).at) == "2018"
    goal = MoveGoal("hex", at=parse_hex("2010"))
    done = made(line(LeaveOrbit(None, goal)), speed=2)
    assert why(done) == "it is not in orbit"
    assert one(done, "moved").facts["way"] == "towards"


def test_movement_new_orbit_keeps_the_direction_until_it_was_away() -> None:
    first = leaving(LeaveOrbit(Side(4), plot("1")))  # 2120, still beside the planet
    assert (str(a1(first).at), a1(first).left_orbits) == ("2120", (CLOCKWISE,))
    for clockwise, kind in ((False, "moved"), (True, "orbit_entered")):
        again = work(
            state(a1(first), planets=(P1,)),
            {"ann": [ShipOrders("a1", move=(line(EnterOrbit("p1", clockwise)),))]},
        )
        move_side(again, "A")
        assert kinds(again)[0] == kind


def test_movement_from_one_orbit_to_the_next() -> None:
    rocks = (P1, planet("P2", "2022"))  # 2021 lies in both rings, so neither ring is blocked
    done = made(line(EnterOrbit("p2", True)), at="2021", rocks=rocks, orbit=CLOCKWISE)
    entered = one(done, "orbit_entered")
    assert entered.facts["planet"] == "p2"
    (before,) = [change.before for change in entered.changes if change.path.endswith("orbit")]
    assert before == "clockwise orbit of P1"


# --- goals ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("goal", "way", "to"),
    [
        (MoveGoal("close", ("b1",)), "close on", "2014"),
        (MoveGoal("away", ("b1",)), "away from", ""),
        (MoveGoal("range", ("b1",), 6), "hold range", "2016"),
        (MoveGoal("ram", ("b1",), speed=4), "ram", "2016"),
        (MoveGoal("hex", at=parse_hex("2015")), "towards", "2015"),
    ],
)
def test_movement_goals(goal: MoveGoal, way: str, to: str) -> None:
    done = made(line(goal), speed=4, adf=2, others=(ship("B1", "2010"),))
    moved = one(done, "moved").facts
    assert moved["way"] == way
    assert moved["of"] == ("" if goal.kind == "hex" else "b1")
    assert moved["to"] == to or not to
    assert "move_changed" not in kinds(done)


def test_movement_goal_follows_the_ships_preferred() -> None:
    others = (ship("B1", "2010"), ship("B2", "2030"))
    first = made(line(MoveGoal("close", ("b1", "b2"))), speed=4, others=others)
    second = made(line(MoveGoal("close", ("b2", "b1"))), speed=4, others=others)
    assert (one(first, "moved").facts["of"], one(second, "moved").facts["of"]) == ("b1", "b2")
    assert a1(first).at != a1(second).at


def test_movement_goal_stays_and_turns_its_bow() -> None:
    done = made(line(MoveGoal("range", ("b1",), 4)), speed=2, others=(ship("B1", "2024"),))
    assert kinds(done) == ["rotated"]
    assert (a1(done).facing, a1(done).speed) == (6, 0)


def test_movement_goal_with_a_facing_at_its_end() -> None:
    goal = MoveGoal("hex", at=parse_hex("2016"))
    others = (ship("B1", "2416"),)
    plain = made(line(goal), speed=4, others=others)
    facing = made(line(goal, facing=Side(10)), speed=4, others=others)
    ships = made(line(goal, face_ships=("b1",)), speed=4, others=others)
    assert [a1(done).facing for done in (plain, facing)] == [12, 10]
    assert a1(ships).facing in (2, 4)
    assert all(str(a1(done).at) == "2016" for done in (plain, facing, ships))


def test_movement_goal_at_a_speed_written() -> None:
    others = (ship("B1", "2010"),)
    for speed, flown in ((5, 5), (3, 3)):
        done = made(line(MoveGoal("close", ("b1",), speed=speed)), speed=4, adf=2, others=others)
        assert (a1(done).speed, kinds(done)) == (flown, ["moved"])
    done = made(line(MoveGoal("close", ("b1",), speed=9)), speed=4, adf=2, others=others)
    assert a1(done).speed == 6
    assert why(done) == "speed 9 is not from 2 to 6: its last speed is 4 and its ADF 2"


def test_movement_goal_out_of_orbit() -> None:
    others = (ship("B1", "2030"),)
    done = leaving(MoveGoal("close", ("b1",)), others=others)
    assert kinds(done) == ["orbit_left", "moved"]
    assert a1(done).speed in (1, 2, 3)
    start = leaving(LeaveOrbit(Side(10), MoveGoal("hex", at=parse_hex("1918"))), others=others)
    assert one(start, "moved").facts["path"][0] == "1919"
    done = leaving(MoveGoal("close", ("b1",), speed=0), others=others)
    assert a1(done).speed == 1
    assert why(done) == "it leaves orbit with speed 1 to 3"


def test_movement_goal_without_a_legal_course() -> None:
    goal = MoveGoal("hex", at=parse_hex("2001"))
    done = made(line(goal), at="2002", speed=3, adf=1, mr=0)
    assert kinds(done) == ["left_map", "move_changed"]
    assert why(done) == "every legal course leaves the map or meets a planet"
    slower = made(line(MoveGoal("hex", at=parse_hex("2001"), speed=3)), at="2003", speed=3, mr=0)
    assert a1(slower).speed == 2
    assert why(slower) == "every course of speed 3 leaves the map or meets a planet"
    assert one(slower, "moved").facts["way"] == "towards"


def test_movement_goal_about_nobody_is_the_default() -> None:
    table = state(ship("A1", "2020", speed=4))
    options = work(table).options
    move = decide(table, table.ship("a1"), line(MoveGoal("close", ("b9",))), options)
    assert (move.course, move.way) == ((0, 0, 0, 0), "straight on (no order)")
    assert [fault.why for fault in move.faults] == ["all ships it names are out of play"]
    bare = line(Stay(), facing=None)
    assert decide(table, table.ship("a1"), bare, options).faults


# --- the edge and planets -------------------------------------------------------------------


@pytest.mark.parametrize(("option", "status"), [("lost", LOST), ("destroyed", DESTROYED)])
def test_movement_off_the_map(option: str, status: str) -> None:
    done = made(line(plot("4")), at="2002", size=Map(40, 25), speed=4, off_map=option)
    left = one(done, "left_map")
    assert (left.facts["path"], left.facts["last"]) == (["2001"], "2001")
    assert changes(left) == {"at": "2001", "status": status}
    assert left.options == ("off_map",)
    assert not a1(done).in_play
    assert kinds(done) == ["left_map"]


def test_movement_to_the_edge_is_not_off_it() -> None:
    done = made(line(plot("4")), at="2005", speed=4)
    assert (kinds(done), str(a1(done).at)) == (["moved"], "2001")
    done = made(line(plot("1")), at="2001", speed=1)
    assert one(done, "left_map").facts["path"] == []
    assert a1(done).path == (parse_hex("2001"),)


def test_movement_past_a_planet() -> None:
    rock = planet("P1", "2018")
    done = made(line(plot("3")), speed=3, adf=0, rocks=(rock,))
    assert why(done) == "its course meets P1 at 2018"
    assert one(done, "moved").facts["plot"] == "1 R 2"
    done = made(line(plot("1 R 2")), speed=3, adf=0, rocks=(rock,))
    assert kinds(done) == ["moved"]
    assert one(done, "moved").facts["path"] == ["2019", "2119", "2218"]


def collision(**options: Any) -> PhaseContext:
    return made(line(plot("3")), speed=3, adf=0, mr=0, rocks=(planet("P1", "2018"),), **options)


def test_movement_collision_destroys() -> None:
    done = collision()
    hit = one(done, "collided")
    assert hit.facts["destroyed"] is True
    assert (hit.facts["planet"], hit.facts["at"], hit.facts["path"]) == ("p1", "2019", ["2019"])
    assert changes(hit) == {"at": "2019", "hull": 0, "status": DESTROYED}
    assert kinds(done) == ["collided", "move_changed"]


def test_movement_collision_stops() -> None:
    done = collision(**{"planet.collision": "stops"})
    assert changes(one(done, "collided")) == {"at": "2019", "speed": 0}
    assert one(done, "collided").facts["destroyed"] is False
    assert (a1(done).status, a1(done).speed) == (IN_PLAY, 0)


def test_movement_collision_in_the_first_hex() -> None:
    done = made(speed=2, adf=1, mr=3, rocks=(planet("P1", "2019"),))
    assert one(done, "collided").facts["path"] == []
    assert str(a1(done).at) == "2020"


def asked(answer: str) -> PhaseContext:
    table = state(ship("A1", "2020", speed=3, adf=0, mr=0), planets=(planet("P1", "2018"),))
    ready = work(table, options={"planet.collision": "ask"})
    rulings = [
        Ruling("r1", "answer", "A1-P1", "", answer, "", "", "", ("ann",), Span("r", 1))
    ] * bool(answer)
    standing = GameState(1, 0, (), SEATS, table)
    done = PhaseContext(standing, "1", ready.options, KeyedDice(b"test", 1), ready.ids, rulings)
    done.phase = "1.move"
    move_side(done, "A")
    return done


@pytest.mark.parametrize("answer", ["", "perhaps"])
def test_movement_collision_asks_the_game_master(answer: str) -> None:
    with pytest.raises(Unanswered) as stop:
        asked(answer)
    (item,) = stop.value.items
    assert (item.id, item.player, item.phase) == ("A1-P1", "ann", "1.move")
    assert item.readings == ("destroyed", "stops")
    assert "2019" in item.question


@pytest.mark.parametrize(("answer", "status"), [("Destroyed", DESTROYED), ("stops ", IN_PLAY)])
def test_movement_collision_as_the_game_master_says(answer: str, status: str) -> None:
    assert a1(asked(answer)).status == status


# --- evading --------------------------------------------------------------------------------


def evading(*lines: MoveLine, **fields: Any) -> PhaseContext:
    fields = {"speed": 4, "adf": 2, "mr": 3, "evades": True, "evading": True, **fields}
    return made(*lines, **fields)


def test_movement_duty_is_done_by_the_order_or_by_a_zigzag() -> None:
    done = evading(line(plot("1 R 1 R 1 R 2")))
    assert (kinds(done), one(done, "moved").facts["plot"]) == (["moved"], "1 R 1 R 1 R 2")
    assert not a1(done).evading
    done = evading(line(plot("1 R 1 R 2 R 1")))
    moved = one(done, "moved").facts
    assert (moved["plot"], moved["way"]) == ("1 L 1 R 1 L 2", "zig-zag after evading")
    assert why(done).endswith("it must turn in each of its first 3 hexes; it does not in hex 3")
    assert one(done, "move_changed").rule == "KH 4 Evasive Maneuvers"
    assert kinds(made(line(plot("1 R 1 R 2 R 1")), speed=4, adf=2)) == ["moved"]


@pytest.mark.parametrize(
    ("way", "speed"),
    [(None, 3), (Stay(), 3), (plot("2"), 3), (plot("5"), 5), (EnterOrbit("p1", True), 3)],
)
def test_movement_duty_replaces_what_does_not_fulfil_it(way: Any, speed: int) -> None:
    rock = planet("P1", "2021")
    done = evading(line(way), rocks=(rock,))
    moved = one(done, "moved").facts
    assert (moved["way"], moved["speed"]) == ("zig-zag after evading", speed)
    assert kinds(done) == ["moved"] + ["move_changed"] * (way is not None)


def test_movement_duty_with_an_illegal_plot() -> None:
    done = evading(line(plot("1 L 1 L 1 L 6")))
    assert one(done, "moved").facts["plot"] == "1 L 1 R 1 L 3"
    assert why(done).startswith("speed 9 is not from 2 to 6")


def test_movement_duty_limits_goals() -> None:
    others = (ship("B1", "2010"),)
    done = evading(line(MoveGoal("close", ("b1",))), others=others)
    assert kinds(done) == ["moved"]
    moved = one(done, "moved").facts
    assert moved["way"] == "close on"
    assert (moved["turns"], moved["speed"]) == (3, 4)
    done = evading(line(MoveGoal("close", ("b1",), speed=2)), others=others)
    assert why(done) == "it evaded, so its speed must be 3 or more"
    assert a1(done).speed == 3


def test_movement_duty_leads_off_the_map_but_not_into_a_planet() -> None:
    done = evading(at="2001")
    assert kinds(done) == ["left_map"]
    rock = planet("P1", "1919")  # left after the first hex, 2019, leads into it
    done = evading(rocks=(rock,))
    assert one(done, "moved").facts["plot"] == "1 R 1 L 1 R"
    assert one(done, "moved").facts["way"] == "zig-zag after evading"


def test_movement_duty_out_of_orbit() -> None:
    done = evading(at="2019", facing=Side(6), orbit=CLOCKWISE, rocks=(P1,), speed=0, adf=4)
    assert kinds(done) == ["orbit_left", "moved"]
    moved = one(done, "moved").facts
    assert (moved["speed"], moved["turns"], moved["way"]) == (3, 3, "zig-zag after evading")
    assert moved["path"] == ["1920", "1921", "1821"]  # 6 meets the planet, 8 does not
    stuck = evading(line(Stay()), at="2019", orbit=CLOCKWISE, rocks=(P1,), speed=0, adf=0)
    assert kinds(stuck) == ["orbited", "move_changed"]
    assert why(stuck).endswith("it cannot leave orbit: its ADF is 0")


def test_movement_duty_of_a_ship_that_cannot_turn_is_none() -> None:
    assert kinds(evading(line(plot("4")), mr=0)) == ["moved"]


# --- screens --------------------------------------------------------------------------------

ONE_SCREEN = {"masking_screen": 1}
UP: dict[str, Any] = {"screen": "up"}


def test_movement_makes_a_screen_at_its_end() -> None:
    done = made(line(plot("2 L 3"), **UP), speed=5, supplies=ONE_SCREEN)
    assert kinds(done) == ["moved", "screen_raised", "supply_used"]
    raised = one(done, "screen_raised")
    assert raised.facts == {"ship": "a1", "at": str(a1(done).at)}
    used = one(done, "supply_used")
    assert used.seen == {"ann": ("*",)}
    assert used.facts == {"ship": "a1", "supply": "masking_screen", "number": 1, "left": 0}
    assert changes(used) == {"supplies/masking_screen": 0}
    assert (a1(done).screen, a1(done).left("masking_screen")) == (Screen(a1(done).at), 0)


def test_movement_makes_no_screen_without_a_supply() -> None:
    done = made(line(plot("5"), **UP), speed=5)
    assert kinds(done) == ["moved", "not_done"]
    told = one(done, "not_done").facts
    assert (told["what"], told["why"]) == ("screen", "it has no masking screen left")


def masked(*lines: MoveLine, **fields: Any) -> PhaseContext:
    return made(*lines, screen=Screen(parse_hex("2030")), **{"speed": 5, **fields})


@pytest.mark.parametrize(
    ("way", "fell"),
    [
        (plot("5"), ""),
        (plot("2 L 3"), "it turned"),
        (plot("4 L 1"), "it turned"),
        (plot("6"), "its speed changed from 5 to 6"),
        (plot("4"), "its speed changed from 5 to 4"),
    ],
)
def test_movement_screen_lasts_straight_at_one_speed(way: Plot, fell: str) -> None:
    done = masked(line(way))
    assert a1(done).screened is not bool(fell)
    if fell:
        assert one(done, "screen_fell").facts == {"ship": "a1", "why": fell}
    else:
        assert kinds(done) == ["moved"]


def test_movement_screen_at_rest() -> None:
    assert a1(masked(line(Stay()), speed=0)).screened
    done = masked(line(None, facing=Side(2)), speed=0)
    assert one(done, "screen_fell").facts["why"] == "it rotated"


def test_movement_screen_falls_with_an_orbit() -> None:
    done = masked(line(EnterOrbit("p1", True)), at="2019", rocks=(P1,), speed=0)
    assert one(done, "screen_fell").facts["why"] == "it entered orbit"
    screen = Screen(parse_hex("2019"), 6)
    done = leaving(LeaveOrbit(None, plot("1")), screen=screen)
    assert one(done, "screen_fell").facts["why"] == "it left orbit"


def test_movement_screen_in_orbit_lasts_one_circle() -> None:
    at = ship("A1", "1920", orbit=CLOCKWISE, supplies=ONE_SCREEN)
    states = []
    for turn in range(7):
        lines = (line(None, facing=Side(8), screen="up" if turn == 0 else ""),)
        done = work(state(at, planets=(P1,)), {"ann": [ShipOrders("a1", move=lines)]})
        move_side(done, "A")
        at = a1(done)
        states.append((str(at.at), at.screened))
    assert states == [
        ("2019", True),
        ("2120", True),
        ("2121", True),
        ("2021", True),
        ("1921", True),
        ("1920", True),
        ("2019", False),
    ]
    assert one(done, "screen_fell").facts["why"] == (
        "it is back in 2019, where the screen was made"
    )


def test_movement_screen_is_not_made_twice() -> None:
    done = masked(line(plot("5"), **UP), supplies=ONE_SCREEN)
    assert one(done, "not_done").facts["why"] == "its screen is still up"
    assert a1(done).left("masking_screen") == 1
    again = masked(line(plot("2 L 3"), **UP), supplies=ONE_SCREEN)
    assert kinds(again) == ["moved", "screen_fell", "screen_raised", "supply_used"]
    assert a1(again).screen == Screen(a1(again).at)


def test_movement_screen_is_dropped() -> None:
    done = masked(line(plot("5"), screen="down"))
    assert kinds(done) == ["moved", "screen_dropped"]
    assert not a1(done).screened
    done = made(line(plot("5"), screen="down"), speed=5)
    assert one(done, "not_done").facts["why"] == "it has no screen"


def test_movement_screen_by_conditions_at_the_end_of_the_move() -> None:
    for number, raised in ((3, True), (2, False)):
        near = Condition(((ConditionTest("within", "b1", number=number),),))
        lines = [
            line(plot("5"), screen="up", screen_when=near),  # from 2020 to 2015
            line(plot("5"), 2, screen="up", condition=near),
        ]
        for order in lines:
            done = made(order, speed=5, supplies=ONE_SCREEN, others=(ship("B1", "2012"),))
            if order.condition == ALWAYS:
                assert a1(done).screened is raised
            else:
                assert not a1(done).screened  # the line's own condition is judged before
        alone = line(None, 3, screen="up", condition=near)
        done = made(
            line(plot("5")), alone, speed=5, supplies=ONE_SCREEN, others=(ship("B1", "2012"),)
        )
        assert a1(done).screened is raised
        if not raised:
            told = one(done, "not_needed").facts
            assert (told["what"], told["why"]) == ("screen", "its condition did not hold")


def test_movement_first_line_about_the_screen_counts() -> None:
    up, down = line(None, 2, screen="up"), line(None, 3, screen="down")
    done = made(line(plot("5")), up, down, speed=5, supplies=ONE_SCREEN)
    assert a1(done).screened
    assert one(done, "not_needed").facts["why"] == (
        "an earlier line about the screen was carried out"
    )
    alone = made(up, speed=5, supplies=ONE_SCREEN)
    assert kinds(alone) == ["moved", "screen_raised", "supply_used"]
    assert one(alone, "moved").facts["way"] == "straight on (no order)"


def test_movement_no_screen_for_a_ship_that_is_lost() -> None:
    done = made(line(plot("4"), **UP), at="2002", speed=4, supplies=ONE_SCREEN)
    assert kinds(done) == ["left_map"]
    assert a1(done).left("masking_screen") == 1
    done = made(line(plot("4")), line(None, 2, **UP), at="2002", speed=4, supplies=ONE_SCREEN)
    assert kinds(done) == ["left_map", "not_done"]
    told = one(done, "not_done").facts
    assert (told["what"], told["why"]) == ("screen", "it is out of play (lost)")


def test_movement_open_records_show_the_supply() -> None:
    done = made(line(plot("5"), **UP), speed=5, supplies=ONE_SCREEN, records="open")
    assert EVERYBODY in one(done, "supply_used").seen
