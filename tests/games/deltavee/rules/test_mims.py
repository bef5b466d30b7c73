"""A MIMS launches its four unguided missiles (DV 9.9)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.orders.doctrine.release import Released, ReleaseLine
from pbm.games.deltavee.orders.lines.conditions import Condition, ConditionTest
from pbm.games.deltavee.orders.orders import Orders, UnitOrders
from pbm.games.deltavee.rules.missiles.launching import release
from pbm.games.deltavee.state.energy import left
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.ratings import maneuver_rating, velocity_rating
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import DESTROYED, PREPARED, Unit, Use
from tests.games.deltavee.builders import MAPS, planet, ref, ship, shot, state, told, work

HERE = "A0909"


def mims(direction: int = 12, velocity: int = 5, at: str = HERE, **fields: Any) -> Unit:
    return shot(1, "31", "mims", at, direction, velocity, **fields)


def four(*written: tuple[int, int, int], **fields: Any) -> ReleaseLine:
    missiles = tuple(
        Released(Direction(bearing), Direction(direction), speed)
        for bearing, direction, speed in written
    )
    return ReleaseLine(ref(3, "release"), missiles=missiles, **fields)


# Bearing, direction, speed: the four placements of a MIMS that points at 12.
FOUR = ((10, 11, 0), (12, 12, 1), (12, 1, -1), (2, 2, 0))
FAN = ReleaseLine(ref(3, "release"))


def done(
    *lines: ReleaseLine, one: Unit | None = None, table: Any = (), **more: Any
) -> PhaseContext:
    one = one or mims()
    others = more.pop("others", ())
    made = work(
        state(one, *others, **dict(table)),
        {"ann": [UnitOrders("131", release=lines)]},
        phase="1.fire",
        **more,
    )
    release(made, "131")
    return made


def shots(made: PhaseContext) -> list[tuple[str, int, int]]:
    return [
        (MAPS.label(one.at), int(one.direction), one.velocity)
        for one in made.state.units
        if one.mother == "131"
    ]


def whys(made: PhaseContext) -> list[str]:
    return [event.facts["why"] for event in told(made, "not_done")]


def test_four_unguided_missiles_at_once() -> None:
    made = done(four(*FOUR), table={"missiles": {"1": 31}})
    assert shots(made) == [("A0808", 11, 5), ("A0908", 12, 6), ("A0908", 1, 4), ("A1008", 2, 5)]
    new = made.state.units[1:]
    assert [one.designation for one in new] == ["32", "33", "34", "35"]
    assert {(one.klass, one.civ, one.owner, one.pod) for one in new} == {("unguided", 8, "ann", 0)}
    assert [one.contact for one in new] == [1, 2, 3, 4] and not any(one.revealed for one in new)


def test_it_stays_in_play_as_an_intelligent_missile_and_does_it_once() -> None:
    made = done(four(*FOUR))
    parent = made.state.unit("131")
    assert parent.in_play and parent.released and not parent.revealed
    assert (velocity_rating(parent), maneuver_rating(parent), left(parent)) == (2, 7, 7)
    units = made.state.units
    release(made, "131")
    assert made.state.units == units and whys(made) == []


def test_civ_7_keeps_its_own_ratings() -> None:
    parent = done(FAN, one=mims(civ=7)).state.unit("131")
    assert (velocity_rating(parent), maneuver_rating(parent), left(parent)) == (2, 6, 6)
    assert {one.civ for one in done(FAN, one=mims(civ=7)).state.units} == {7}


def test_only_its_side_is_told_who_launched_them() -> None:
    made = done(four(*FOUR))
    (event,) = told(made, "released")
    assert event.facts["missiles"] == [one.id for one in made.state.units[1:]]
    assert event.order == ref(3, "release") and event.rule == "DV 9.9"
    assert event.shown_to("bea") is None and event.shown_to("ann") is not None
    assert {one.rule for one in told(made, "launched")} == {"DV 9.9"}
    assert all(one.shown_to("bea") is None for one in told(made, "launched"))
    assert sum(one.shown_to("bea") is not None for one in made.events) == 4


def test_without_a_line_it_keeps_them() -> None:
    assert done().events == []
    assert done(ReleaseLine(ref(), keep=True), FAN).events == []


SLOW = Condition(((ConditionTest("velocity", op="<=", number=4),),))
UNMET = "its condition did not hold: velocity 5 where <= 4 was asked"


def test_the_first_line_that_can_be_carried_out_counts() -> None:
    line = replace(FAN, condition=SLOW)
    assert whys(done(line)) == [UNMET] and shots(done(line)) == []
    assert len(shots(done(line, one=mims(velocity=4)))) == 4
    made = done(line, four(*FOUR))
    assert len(shots(made)) == 4 and whys(made) == [UNMET]
    # "keep" stops the search only if its own condition holds.
    keep = ReleaseLine(ref(), keep=True, condition=SLOW)
    assert len(shots(done(keep, FAN))) == 4
    assert done(keep, FAN, one=mims(velocity=4)).events == []


def test_lines_for_all_missiles_hold_for_it() -> None:
    made = work(
        state(mims()),
        {"ann": Orders("ann", all={"missile": UnitOrders("", release=(FAN,))})},
    )
    release(made, "131")
    assert len(shots(made)) == 4


def test_in_the_phase_of_its_own_launch_only_by_option() -> None:
    new = mims(use=Use(new=True))
    assert whys(done(FAN, one=new)) == ["it was launched in this phase"]
    assert len(shots(done(FAN, one=new, options={"mims.launch_same_phase": "yes"}))) == 4


@pytest.mark.parametrize("status", [PREPARED, DESTROYED])
def test_not_while_it_is_atop_its_ship_or_gone(status: str) -> None:
    assert done(FAN, one=mims(status=status)).events == []


def test_no_other_missile_has_any() -> None:
    one = shot(1, "31", "intelligent", HERE, 12, 5)
    assert done(FAN, one=one).events == []


@pytest.mark.parametrize("number", [1, 3, 5])
def test_neither_fewer_nor_more_than_four(number: int) -> None:
    made = done(four(*((12, 12, 0),) * number))
    assert whys(made) == [f"it launches 4 missiles at once, not {number}"]
    assert shots(made) == [] and not made.state.unit("131").released


@pytest.mark.parametrize(
    ("fourth", "why"),
    [
        ((2, 3, 0), "missile 4 of 4: pointing at 12 it launches to bearing 10 "),
        ((2, 2, 2), "missile 4 of 4: a missile is launched at velocity 5, one more or one less"),
    ],
)
def test_all_four_or_none(fourth: tuple[int, int, int], why: str) -> None:
    made = done(four(*FOUR[:3], fourth))
    assert whys(made)[0].startswith(why) and shots(made) == []
    assert made.state.missiles == {}


def test_printed_counters_must_do_for_all_four() -> None:
    limit = {"counters.limit": "printed"}

    def with_used(number: int) -> PhaseContext:
        others = [shot(1, f"{n:02d}", "unguided", "A0101", 12, 1) for n in range(1, number + 1)]
        return done(FAN, others=others, options=limit)

    assert len(shots(with_used(12))) == 4
    assert whys(with_used(13)) == ["of 16 unguided missile counters 13 are in use"]


# --- the fan --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("direction", "expected"),
    [
        (12, [("A0808", 11, 5), ("A0908", 12, 5), ("A0908", 12, 6), ("A1008", 1, 5)]),
        (1, [("A0908", 12, 5), ("A0908", 1, 5), ("A1008", 1, 5), ("A1008", 2, 5)]),
        (6, [("A1009", 5, 5), ("A0910", 6, 5), ("A0910", 6, 6), ("A0809", 7, 5)]),
    ],
)
@pytest.mark.parametrize("arcs", ["arc", "narrow", "any"])
def test_the_fan(direction: int, expected: list[tuple[str, int, int]], arcs: str) -> None:
    made = done(FAN, one=mims(direction), options={"missile_launch": arcs})
    assert shots(made) == expected


def test_the_fan_keeps_to_the_maps_and_out_of_a_planets_hex() -> None:
    # From A0901 at 3 o'clock the hex at 2 o'clock is off the maps: that at 4 takes its place.
    edge = done(FAN, one=mims(3, at="A0901"))
    assert shots(edge) == [] and whys(edge) == [
        "of its fan the missile pointing at 2: the hex is off the maps"
    ]
    lower = done(FAN, one=mims(1, at="A0801"))
    assert shots(lower) == [] and whys(lower) == [
        "of its fan the missile pointing at 12: the hex is off the maps"
    ]
    wide = done(FAN, one=mims(3, at="A0901"), options={"missile_launch": "any"})
    assert [one[0] for one in shots(wide)] == ["A1001"] * 4
    world = done(FAN, table={"planets": (planet("A0908"),)})
    assert shots(world) == [
        ("A0808", 11, 5),
        ("A0808", 12, 5),
        ("A0808", 12, 6),
        ("A1008", 1, 5),
    ]


def test_a_missile_in_an_enemys_hex_is_an_interception() -> None:
    enemy = ship(2, "A", "corco_mu", "A0808", 11, 5)
    made = done(four(*FOUR), others=(enemy,))
    assert made.state.unit("2a").status == DESTROYED
    assert len([one for one in made.state.units if one.mother == "131" and one.in_play]) == 3


def test_a_state_is_not_touched_where_nothing_is_released() -> None:
    table: State = state(mims())
    made = work(table)
    release(made, "131")
    assert made.state == table
