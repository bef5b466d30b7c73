"""Whatever is ordered, what a side does is legal, and every line's fate is told."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pbm.drawing.hexgrid import SIDES, Hex, distance
from pbm.games.knighthawks.orders.conditions import ALWAYS, Condition, ConditionTest
from pbm.games.knighthawks.orders.move import MoveLine
from pbm.games.knighthawks.orders.plots import legal_speeds
from pbm.games.knighthawks.orders.ship_orders import ShipOrders
from pbm.games.knighthawks.orders.ways import EnterOrbit, LeaveOrbit, Leg, MoveGoal, Plot, Stay
from pbm.games.knighthawks.rules.movement.movement import move_side
from pbm.games.knighthawks.state.state import DESTROYED, LOST, Map, Orbit, Screen, Ship, State
from tests.games.knighthawks.builders import planet, ref, ship, state, work

SIZE = Map(12, 12)
ROCKS = (planet("P1", "0505"), planet("P2", "0907"), planet("P3", "0112"))
# P2's ring is free, P3's is not.
AT_P1 = ("0504", "0604", "0605", "0506", "0405", "0404")

facings = st.sampled_from(SIDES)
hexes = st.builds(Hex, st.integers(1, 12), st.integers(1, 12)).filter(
    lambda at: at not in [rock.at for rock in ROCKS]
)
targets = st.lists(st.sampled_from(["b1", "b2", "b3"]), min_size=1, max_size=2).map(tuple)
plots = st.builds(
    Plot,
    st.none() | st.integers(0, 8),
    st.lists(st.builds(Leg, st.integers(0, 4), st.sampled_from([-1, 0, 1])), max_size=4).map(tuple),
)
goals = st.one_of(
    st.builds(
        MoveGoal,
        st.sampled_from(["close", "away", "range", "ram"]),
        targets,
        st.integers(0, 6),
        st.none(),
        st.none() | st.integers(0, 8),
    ),
    st.builds(lambda at: MoveGoal("hex", at=at), hexes),
)
ways = st.one_of(
    st.none(),
    plots,
    goals,
    st.builds(EnterOrbit, st.sampled_from(["p1", "p2", "p3"]), st.booleans()),
    st.builds(LeaveOrbit, st.none() | facings, plots | goals),
    st.just(Stay()),
)
conditions = st.sampled_from(
    [ALWAYS, ALWAYS, Condition(((ConditionTest("within", "enemy", number=5),),))]
)


@st.composite
def lines(draw: st.DrawFn) -> tuple[MoveLine, ...]:
    return tuple(
        MoveLine(
            ref(number),
            draw(conditions),
            draw(ways),
            draw(st.none() | facings),
            draw(st.just(()) | targets),
            draw(st.sampled_from(["", "up", "down"])),
            draw(conditions),
        )
        for number in range(draw(st.integers(0, 3)))
    )


@st.composite
def ships(draw: st.DrawFn) -> Ship:
    fields: dict[str, Any] = {
        "facing": draw(facings),
        "speed": draw(st.integers(0, 6)),
        "adf": draw(st.integers(0, 4)),
        "mr": draw(st.integers(0, 4)),
        "evading": draw(st.booleans()),
        "supplies": {"masking_screen": draw(st.integers(0, 1))},
    }
    at = str(draw(hexes))
    if draw(st.booleans()):
        at = draw(st.sampled_from(AT_P1))
        fields |= {"orbit": Orbit("p1", draw(st.booleans())), "speed": 0}
    if draw(st.booleans()):
        fields["screen"] = Screen(Hex(1, 1), 3)
    return ship("A1", at, **fields)


@given(ships(), lines(), hexes, st.sampled_from(["destroyed", "stops"]))
def test_movement_is_always_legal(
    before: Ship, ordered: tuple[MoveLine, ...], enemy: Hex, collision: str
) -> None:
    sunk = ship("B3", "0202", status=DESTROYED)
    others = [ship("B1", str(enemy)), ship("B2", "0101"), sunk]
    table = state(before, *others, planets=ROCKS, map=SIZE)
    orders = {"ann": [ShipOrders("a1", move=ordered)]}
    done = work(table, orders, {"planet.collision": collision})
    move_side(done, "A")
    after = done.state.ship("a1")
    check_ship(table, before, after, [event.kind for event in done.events])
    told = {event.order.line for event in done.events if event.order is not None}
    assert told == {line.ref.line for line in ordered}
    assert [done.state.ship(one.id) for one in others] == others


def check_ship(table: State, before: Ship, after: Ship, kinds: list[str]) -> None:
    assert after.at in SIZE
    assert after.at not in table.planet_hexes
    assert after.turns_made <= before.mr
    assert not after.evading
    assert 0 <= after.left("masking_screen") <= before.left("masking_screen")
    assert after.path[-1] == after.at
    assert after.came_from == before.at
    if after.path != (before.at,):
        steps = (before.at, *after.path)
        assert all(distance(*pair) == 1 for pair in zip(steps, after.path, strict=False))
    if "collided" in kinds:
        assert after.status == DESTROYED or after.speed == 0
    elif after.status == LOST:
        assert "left_map" in kinds
    elif after.orbit is not None:
        assert after.speed == 0
        assert distance(after.at, table.planet(after.orbit.planet).at) == 1
    else:
        assert after.speed in legal_speeds(before.speed, before.adf)
        assert after.speed == (len(after.path) if after.path != (before.at,) else 0)
    owed = before.evading and before.mr
    if owed and after.in_play and after.orbit is None and after.speed >= before.mr:
        assert after.turns_made == before.mr
