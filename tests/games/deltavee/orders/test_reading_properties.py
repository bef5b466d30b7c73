"""What must hold of any sheet: orders print and read back, no line is lost, nothing crashes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.commands.battle import BattleLine, BattleStep
from pbm.games.deltavee.orders.commands.control import Control
from pbm.games.deltavee.orders.commands.docking import DockWith, Undock
from pbm.games.deltavee.orders.commands.field_switch import FieldSwitch
from pbm.games.deltavee.orders.commands.launch import Launch
from pbm.games.deltavee.orders.commands.maneuvers import (
    Chase,
    CommandLine,
    CourseChange,
    JumpCommand,
    Weave,
)
from pbm.games.deltavee.orders.commands.planet import PlanetLine
from pbm.games.deltavee.orders.commands.prepare import Prepare
from pbm.games.deltavee.orders.commands.refuel import Refuel
from pbm.games.deltavee.orders.commands.search import Search
from pbm.games.deltavee.orders.commands.tractor import Tractor
from pbm.games.deltavee.orders.doctrine.field import FieldLine
from pbm.games.deltavee.orders.doctrine.intercept import InterceptLine
from pbm.games.deltavee.orders.doctrine.orbit import OrbitLine
from pbm.games.deltavee.orders.doctrine.release import Released, ReleaseLine
from pbm.games.deltavee.orders.fire.fire import FireLine, ShotWay
from pbm.games.deltavee.orders.fire.floor import FloorLine
from pbm.games.deltavee.orders.fire.hits import HitsLine
from pbm.games.deltavee.orders.fire.hold import HoldLine
from pbm.games.deltavee.orders.fire.missile_launch import MissileLaunch
from pbm.games.deltavee.orders.lines.conditions import ALWAYS, Condition, ConditionTest
from pbm.games.deltavee.orders.orders import MoveOrder, Orders, UnitOrders
from pbm.games.deltavee.orders.setup.place import PlaceLine
from pbm.games.deltavee.orders.setup.pods import PodsLine
from pbm.games.deltavee.orders.sheet_text import print_orders
from pbm.games.deltavee.state.geometry import DIRECTIONS
from tests.games.deltavee.builders import MAPS
from tests.games.deltavee.sheet_table import KINDS, NAMES, read_body

REF = OrderRef("ann", "3", 0, "")
numbers = st.integers(0, 30)
some = st.integers(1, 30)
ops = st.sampled_from([">=", "<=", ">", "<", "="])
enemies = st.sampled_from(["2a", "2a1", "2b", "203", "202"])
friends = st.sampled_from(["1b", "1c", "1d", "1b1"])
words = st.sampled_from(
    ["any", "any ship", "any battlecraft", "any missile", "any contact", "any enemy"]
)
directions = st.sampled_from(DIRECTIONS)
bearings = st.sampled_from(MAPS.grid.sides)
hexes = st.sampled_from([MAPS.parse(text) for text in ("A0101", "B1617", "C0709")])
near = st.sampled_from(["missile", "contact", "enemy"])
parts = st.sampled_from(["bridge", "engine", "force field", "pod 1", "pod 12"])
kinds = st.sampled_from(["heavy weapon", "energy", "battlecraft", "battle communications"])


def lists(of: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(of, min_size=1, max_size=3, unique=True).map(tuple)


def lines(of: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.lists(of, max_size=2).map(tuple)


TESTS: Mapping[str, st.SearchStrategy[ConditionTest]] = {
    "within": st.builds(ConditionTest, st.just("within"), unit=near | enemies, number=numbers),
    "range": st.builds(ConditionTest, st.just("range"), enemies | friends, op=ops, number=numbers),
    "number": st.builds(
        ConditionTest, st.sampled_from(["energy", "blocks", "turn"]), op=ops, number=numbers
    ),
    "velocity": st.builds(
        ConditionTest, st.just("velocity"), enemies | friends | st.just(""), op=ops, number=numbers
    ),
    "state": st.builds(
        ConditionTest,
        st.sampled_from(["field_on", "field_off", "in_orbit", "docked", "jumping", "revealed"]),
        enemies | friends | st.just(""),
    ),
    "destroyed": st.builds(ConditionTest, st.just("destroyed"), enemies | friends),
    "part": st.builds(
        ConditionTest,
        st.just("part"),
        enemies | friends | st.just(""),
        name=parts,
        state=st.sampled_from(["ok", "damaged", "destroyed"]),
    ),
    "kind": st.builds(
        ConditionTest,
        st.just("part"),
        friends | st.just(""),
        name=kinds,
        state=st.sampled_from(["ok", "damaged", "destroyed"]),
    ),
    "on_map": st.builds(
        ConditionTest,
        st.just("on_map"),
        enemies | st.just(""),
        name=st.sampled_from(["A", "B", "C"]),
    ),
    "prepared": st.just(ConditionTest("prepared")),
}
FIRE_TESTS = st.builds(ConditionTest, st.sampled_from(["chance", "value"]), op=ops, number=numbers)


def conditions(*more: st.SearchStrategy[ConditionTest]) -> st.SearchStrategy[Condition]:
    one = st.one_of(*TESTS.values(), *more).flatmap(
        lambda test: st.booleans().map(lambda negated: replace(test, negated=negated))
    )
    group = st.lists(one, min_size=1, max_size=2).map(tuple)
    return st.just(ALWAYS) | st.lists(group, min_size=1, max_size=2).map(tuple).map(Condition)


holding = conditions()
turns = st.builds(
    CourseChange, st.sampled_from(["left", "right", "accelerate", "decelerate"]), some
)
to_velocity = st.builds(
    CourseChange, st.sampled_from(["accelerate", "decelerate"]), to=st.integers(0, 9)
)
changes = turns | to_velocity
weaves = st.one_of(
    st.builds(Weave, bearings),
    st.builds(Weave, hex=hexes),
    st.builds(Weave, away=lists(enemies | st.sampled_from(["missile", "enemy", "A0506", "1b"]))),
)
jumps = st.builds(JumpCommand, st.sampled_from(["prepare", "abort"])) | st.builds(
    JumpCommand, st.just("jump"), holding, st.booleans()
)
chases = st.builds(Chase, lists(enemies | friends | words))
command_lines = st.builds(
    CommandLine,
    st.just(REF),
    st.lists(changes | weaves | jumps | chases, min_size=1, max_size=3).map(tuple),
    holding,
    st.booleans(),
)
in_reach = conditions(st.just(ConditionTest("in_range")))
steps = st.one_of(
    st.builds(
        BattleStep,
        st.one_of(
            st.builds(
                Prepare,
                st.sampled_from(["unguided", "guided", "intelligent", "mims"]),
                st.sampled_from([0, 1]),
            ),
            st.just(Prepare(battlecraft="1a1")),
            st.just(Control("1a-07")),
            st.builds(
                Launch,
                st.just("1a2"),
                st.none() | bearings,
                st.none() | directions,
                st.integers(-1, 1),
            ),
            st.just(Search()),
            st.builds(FieldSwitch, st.booleans()),
            st.just(Undock()),
            st.builds(Refuel, st.just("1a1"), st.none() | st.integers(0, 15)),
        ),
        holding,
    ),
    st.builds(
        BattleStep,
        st.builds(
            Tractor,
            lists(enemies | friends),
            (st.just(CourseChange("left")) | weaves).map(lambda one: (one,)),
            st.sampled_from([0, 3]),
        )
        | st.builds(DockWith, lists(enemies | friends)),
        in_reach,
    ),
)
battle_lines = st.builds(
    BattleLine,
    st.just(REF),
    st.lists(steps, min_size=1, max_size=3).map(tuple),
    holding,
    st.booleans(),
)
shots = st.builds(
    ShotWay,
    st.sampled_from(["laser burst", "laser barrage", "particle burst", "particle barrage"]),
    lists(enemies | words),
    conditions(FIRE_TESTS),
    st.just("destroyed") | parts | kinds,
    numbers,
)
launches = st.builds(
    MissileLaunch,
    st.sampled_from(["unguided", "guided", "intelligent", "mims"]),
    st.booleans(),
    st.none() | bearings,
    st.none() | directions,
    st.integers(-1, 1),
    st.just(()) | lists(enemies | words),
    holding,
)


@st.composite
def fire_lines(draw: Any) -> FireLine:
    item = draw(st.sampled_from(["burster", "pod 1", "extra"]))
    source = draw(st.sampled_from(["", "pod 1"])) if item == "extra" else ""
    way = shots.filter(lambda shot: shot.type.startswith("laser"))
    ways = way if item == "burster" else shots | launches
    return FireLine(
        REF,
        item,
        tuple(draw(st.lists(ways, min_size=1, max_size=2))),
        draw(holding),
        draw(st.booleans()),
        source,
    )


aims = lists(parts | kinds | st.sampled_from(["any", "weapon pods", "standard cargo"]))
hits_lines = st.one_of(
    st.builds(HitsLine, st.just(REF), aims, st.just(()) | lists(enemies), st.booleans()),
    st.builds(
        HitsLine, st.just(REF), lists(st.sampled_from(["engine", "pod 1"])), own=st.just(True)
    ),
)
ship_orders = st.builds(
    UnitOrders,
    st.just("1a"),
    commands=lines(command_lines | battle_lines),
    fire=lines(fire_lines()),
    hits=lines(hits_lines),
    hold=lines(st.builds(HoldLine, st.just(REF), holding.filter(lambda c: c != ALWAYS))),
    floor=lines(st.builds(FloorLine, st.just(REF), numbers)),
    field=lines(
        st.builds(FieldLine, st.just(REF), st.just(True), holding) | st.just(FieldLine(REF, False))
    ),
    planet=lines(
        st.builds(
            PlanetLine,
            st.just(REF),
            st.lists(changes, max_size=2).map(tuple),
            holding,
            st.booleans(),
        )
    ),
    orbit=lines(st.builds(OrbitLine, st.just(REF), st.booleans(), holding)),
)
released = st.builds(Released, bearings, directions, st.integers(-1, 1))
missile_orders = st.builds(
    UnitOrders,
    st.just("105"),
    intercept=lines(
        st.just(InterceptLine(REF, attempt=False))
        | st.builds(
            InterceptLine,
            st.just(REF),
            least_chance=st.integers(0, 10),
            spare=st.just(()) | lists(enemies | words),
            only=st.just(()) | lists(enemies),
            first=st.just(()) | lists(enemies | words),
        )
    ),
    release=lines(
        st.builds(ReleaseLine, st.just(REF), st.just(True), holding)
        | st.builds(
            ReleaseLine,
            st.just(REF),
            condition=holding,
            missiles=st.just(()) | st.lists(released, min_size=4, max_size=4).map(tuple),
        )
    ),
)
queues = st.none() | st.builds(MoveOrder, st.just(REF), lists(st.sampled_from(["1a", "1b", "105"])))


def bare(unit: UnitOrders) -> UnitOrders:
    """The lines of a unit without the places they were written at."""
    lists_ = {one.name: getattr(unit, one.name) for one in fields(unit) if one.name != "unit"}
    return UnitOrders(
        unit.unit,
        **{name: tuple(replace(line, ref=REF) for line in some) for name, some in lists_.items()},
    )


def without_refs(orders: Orders) -> Orders:
    move, missile = orders.move_order, orders.missile_order
    return replace(
        orders,
        units={name: bare(unit) for name, unit in orders.units.items()},
        all={name: bare(unit) for name, unit in orders.all.items()},
        move_order=None if move is None else replace(move, ref=REF),
        missile_order=None if missile is None else replace(missile, ref=REF),
    )


def empty(unit: UnitOrders) -> bool:
    return unit == UnitOrders(unit.unit)


@given(ship_orders, missile_orders, queues, queues)
@settings(max_examples=80)
def test_orders_print_and_read_back(
    ship: UnitOrders, missile: UnitOrders, move: MoveOrder | None, order: MoveOrder | None
) -> None:
    units = {unit.unit: unit for unit in (ship, missile) if not empty(unit)}
    written = Orders("ann", units, {}, move, order)
    body = print_orders(written, NAMES, KINDS)
    assert without_refs(read_body(body).commands) == written, body


@given(ship_orders)
@settings(max_examples=40)
def test_orders_for_all_print_and_read_back(ship: UnitOrders) -> None:
    everywhere = replace(ship, unit="spaceship", hits=())
    if empty(everywhere):
        return
    written = Orders("ann", {}, {"spaceship": everywhere})
    body = print_orders(written, NAMES, KINDS)
    assert without_refs(read_body(body).commands) == written, body


place_lines = st.builds(
    PlaceLine,
    st.just(REF),
    st.none() | hexes,
    st.none() | directions,
    st.none() | numbers,
).filter(lambda line: line != PlaceLine(REF))
pods_lines = st.builds(
    PodsLine,
    st.just(REF),
    st.permutations(["heavy weapon", "battle communications", "tractor beam"]).flatmap(
        lambda kinds: st.lists(st.integers(1, 5), min_size=1, max_size=3, unique=True).map(
            lambda boxes: dict(zip(boxes, kinds, strict=False))
        )
    ),
)


@given(st.lists(place_lines, min_size=1, max_size=2).map(tuple), lines(pods_lines))
@settings(max_examples=40)
def test_placings_print_and_read_back(
    places: tuple[PlaceLine, ...], pods: tuple[PodsLine, ...]
) -> None:
    written = Orders("ann", {"1a": UnitOrders("1a", place=places, pods=pods)})
    reading = read_body(print_orders(written, NAMES, KINDS), turn=0)
    assert without_refs(reading.commands) == written


# --- sheets of any kind -----------------------------------------------------------------------
