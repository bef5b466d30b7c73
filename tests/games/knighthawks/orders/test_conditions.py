"""Conditions of order lines: every test from both sides of its edge."""

from __future__ import annotations

import pytest

from pbm.drawing.hexgrid import Side, parse_hex
from pbm.games.knighthawks.orders.conditions import ALWAYS, Condition, ConditionTest, holds
from pbm.games.knighthawks.state.state import DESTROYED, LOST, Mount, Orbit, Screen, State
from tests.games.knighthawks.builders import ship, state

OPTIONS = {"arc.flank_start": "1"}
LASER_5, LASER_9 = (Mount("PL", "pod_laser"),), (Mount("LB", "laser_battery"),)
ROCKETS = (Mount("RB", "rocket_battery"),)


def table(**b1: object) -> State:
    """A1 in 2020 facing 12, B1 six hexes ahead unless told otherwise, B2 far off."""
    at = str(b1.pop("at", "2014"))
    own = ship("A1", "2020", hull=10, speed=4, supplies={"torpedo": 2})
    return state(own, ship("B1", at, **b1), ship("B2", "3535", mounts=ROCKETS))


def holds_for(test: ConditionTest, at: State, chance: int | None = None) -> bool:
    return holds(Condition(((test,),)), at, at.ship("a1"), OPTIONS, chance=chance)


@pytest.mark.parametrize(
    ("test", "outcome"),
    [
        (ConditionTest("within", "b1", number=6), True),
        (ConditionTest("within", "b1", number=5), False),
        (ConditionTest("within", "enemy", number=6), True),
        (ConditionTest("within", "enemy", number=5), False),
        (ConditionTest("range", "b1", op="=", number=6), True),
        (ConditionTest("range", "b1", op="<", number=6), False),
        (ConditionTest("hull", op="<=", number=10), True),
        (ConditionTest("hull", op="<", number=10), False),
        (ConditionTest("hull", "b1", op=">", number=39), True),
        (ConditionTest("hull", "b1", op=">", number=40), False),
        (ConditionTest("supply", name="torpedo", op=">=", number=2), True),
        (ConditionTest("supply", name="torpedo", op=">=", number=3), False),
        (ConditionTest("supply", name="icm", op="=", number=0), True),
        (ConditionTest("speed", op=">=", number=4), True),
        (ConditionTest("speed", op=">=", number=5), False),
        (ConditionTest("speed", "b1", op="=", number=0), True),
        (ConditionTest("turn", op=">=", number=1), True),
        (ConditionTest("turn", op=">=", number=2), False),
        (ConditionTest("in_arc", "b1"), True),
        (ConditionTest("in_arc", "b2"), False),
        (ConditionTest("screened"), False),
        (ConditionTest("screened", "b1"), False),
        (ConditionTest("in_orbit"), False),
        (ConditionTest("evading"), False),
        (ConditionTest("destroyed", "b1"), False),
        (ConditionTest("within", "nobody", number=99), False),
    ],
)
def test_both_sides_of_each_edge(test: ConditionTest, outcome: bool) -> None:
    at = table()
    assert holds_for(test, at) is outcome
    turned_round = ConditionTest(
        test.kind, test.ship, test.name, test.op, test.number, negated=True
    )
    assert holds_for(turned_round, at) is not outcome


def test_tests_of_what_a_ship_is_doing() -> None:
    at = parse_hex("2014")
    up = table(screen=Screen(at), orbit=Orbit("p1", True))
    assert holds_for(ConditionTest("screened", "b1"), up)
    assert holds_for(ConditionTest("in_orbit", "b1"), up)
    own = ship("A1", "2020", screen=Screen(at), orbit=Orbit("p1", True), evading=True)
    mine = state(own, ship("B1", "2014"))
    for kind in ("screened", "in_orbit", "evading"):
        assert holds_for(ConditionTest(kind), mine)


def test_chance_fails_without_an_attack_at_hand() -> None:
    test = ConditionTest("chance", op=">=", number=50)
    assert holds_for(test, table(), chance=50)
    assert not holds_for(test, table(), chance=49)
    assert not holds_for(test, table())
    assert not holds_for(ConditionTest("chance", op="<=", number=50), table())


@pytest.mark.parametrize("status", [DESTROYED, LOST])
def test_a_ship_out_of_play_fails_every_test_but_one(status: str) -> None:
    gone = table(status=status, hull=0)
    assert not holds_for(ConditionTest("within", "b1", number=20), gone)
    assert not holds_for(ConditionTest("within", "enemy", number=20), gone)
    assert not holds_for(ConditionTest("hull", "b1", op="=", number=0), gone)
    assert holds_for(ConditionTest("hull", "b1", op="=", number=0, negated=True), gone)
    assert holds_for(ConditionTest("destroyed", "b1"), gone) is (status == DESTROYED)


@pytest.mark.parametrize(
    ("mounts", "at", "number", "outcome"),
    [
        (LASER_9, "2014", 6, True),
        (LASER_9, "2014", 5, False),
        (LASER_9, "2011", 20, True),
        (LASER_9, "2010", 20, False),
        (LASER_5, "2014", 20, False),
        (LASER_5, "2015", 20, True),
        (ROCKETS, "2019", 20, False),
        ((), "2020", 20, False),
    ],
)
def test_enemy_lasers_that_reach(
    mounts: tuple[Mount, ...], at: str, number: int, outcome: bool
) -> None:
    there = table(mounts=mounts, at=at)
    assert holds_for(ConditionTest("enemy_lasers_within", number=number), there) is outcome


def test_any_group_of_which_all_tests_hold() -> None:
    at = table()
    own = at.ship("a1")
    yes, no = ConditionTest("within", "b1", number=6), ConditionTest("within", "b1", number=5)
    assert holds(ALWAYS, at, own, OPTIONS)
    assert holds(Condition(((no,), (yes,))), at, own, OPTIONS)
    assert holds(Condition(((yes, yes),)), at, own, OPTIONS)
    assert not holds(Condition(((yes, no), (no,))), at, own, OPTIONS)


def test_arc_follows_the_own_facing() -> None:
    at = table()
    about = at.with_ships((ship("A1", "2020", facing=Side(6)),))
    assert holds_for(ConditionTest("in_arc", "b1"), at)
    assert not holds_for(ConditionTest("in_arc", "b1"), about)


def test_an_unknown_test_is_a_fault_of_the_program() -> None:
    with pytest.raises(KeyError, match="flavour"):
        holds_for(ConditionTest("flavour"), table())
