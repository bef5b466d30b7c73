"""Launching missiles and coming into play (DV 9.1 to 9.4)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.orders.fire.missile_launch import MissileLaunch
from pbm.games.deltavee.orders.lines.conditions import Condition, ConditionTest
from pbm.games.deltavee.rules.missiles.launching import enter, launch
from pbm.games.deltavee.rules.missiles.missiles import made
from pbm.games.deltavee.state.energy import left
from pbm.games.deltavee.state.units import (
    DAMAGED,
    DESTROYED,
    DESTROYED_PART,
    IN_PLAY,
    PREPARED,
    VULNERABLE,
    Unit,
)
from tests.games.deltavee.builders import MAPS, planet, ref, ship, shot, state, told, work

HERE = "A0909"


def flute(
    *pods: str, direction: int = 12, velocity: int = 5, at: str = HERE, **fields: Any
) -> Unit:
    return ship(1, "B", "flute", at, direction, velocity, pods=pods or ("arsenal",), **fields)


def clock(number: int | None) -> Any:
    return number


def way(
    missile: str = "unguided",
    bearing: int | None = None,
    direction: int | None = None,
    **fields: Any,
) -> MissileLaunch:
    return MissileLaunch(missile, bearing=clock(bearing), direction=clock(direction), **fields)


def launched(
    made_by: Unit, how: MissileLaunch, *others: Unit, box: int = 1, **more: Any
) -> PhaseContext:
    """A launch that is carried out."""
    table = more.pop("table", {})
    done = work(state(made_by, *others, **table), phase="1.fire", **more)
    assert launch(done, "1b", how, ref(4), f"pod {box}", box) == ""
    return done


def refused(made_by: Unit, how: MissileLaunch, *others: Unit, box: int = 1, **more: Any) -> str:
    """Why a launch is not carried out; nothing has changed then."""
    table = state(made_by, *others)
    done = work(table, phase="1.fire", **more)
    why = launch(done, "1b", how, ref(), f"pod {box}", box)
    assert why and done.events == [] and done.state == table
    return why


def newest(done: PhaseContext) -> Unit:
    unit: Unit = done.state.units[-1]
    return unit


def where(done: PhaseContext) -> tuple[str, int, int]:
    one = newest(done)
    return MAPS.label(one.at), int(one.direction), one.velocity


# --- what is launched -----------------------------------------------------------------------


def test_a_launched_missile_has_the_pods_civ_level_and_the_next_number() -> None:
    done = launched(flute("heavy weapon"), way(bearing=12, direction=1, speed=1))
    one = newest(done)
    assert (one.klass, one.civ, one.designation, one.energy) == ("unguided", 7, "01", 0)
    assert (one.side, one.owner, one.mother, one.pod) == ("1", "ann", "1b", 1)
    assert where(done) == ("A0908", 1, 6)
    assert one.status == IN_PLAY and not one.revealed and one.use.new and one.zig == 0
    assert done.state.unit("1b").pods[0].stock["unguided"] == 5
    assert done.state.missiles == {"1": 1} and left(done.state.unit("1b")) == 66


def test_guided_missiles_bear_the_letter_of_their_ship_in_one_running_number() -> None:
    done = work(state(flute("arsenal"), missiles={"1": 2, "2": 9}))
    for how in (way("guided"), way("unguided"), way("guided")):
        assert launch(done, "1b", how, None, "pod 1", 1) == ""
    assert [one.designation for one in done.state.units[1:]] == ["B-03", "04", "B-05"]
    assert [one.energy for one in done.state.units[1:]] == [10, 0, 10]
    assert len({one.id for one in done.state.units}) == 4
    assert done.state.missiles == {"1": 5, "2": 9}


def test_only_its_side_is_told_what_was_launched() -> None:
    done = launched(flute("arsenal"), way("guided", 2, 2))
    (event,) = told(done, "launched")
    assert (
        event.facts
        == {
            "unit": newest(done).id,
            "by": "1b",
            "item": "pod 1",
            "type": "guided",
            "designation": "B-01",
            "at": "A1008",
            "direction": 3,
            "velocity": 5,
            "prepared": False,
        }
        or event.facts["direction"] == 2
    )
    assert event.rule == "DV 9.4" and event.order == ref(4)
    assert [(c.path, c.before, c.after) for c in event.changes] == [("unit/1b/pod 1/guided", 7, 6)]
    assert event.shown_to("bea") is None and event.shown_to("ann") is not None


@pytest.mark.parametrize("shown", [True, False])
def test_its_enemies_see_a_numbered_contact(shown: bool) -> None:
    options = {} if shown else {"contacts.direction": "hidden"}
    done = work(state(flute("arsenal"), contacts={"1": 6, "2": 1}), options=options)
    for _ in range(2):
        assert launch(done, "1b", way(bearing=12, direction=11), None, "pod 1", 1) == ""
    events = told(done, "contact_appeared")
    assert [event.facts["contact"] for event in events] == [7, 8]
    assert [one.contact for one in done.state.units] == [0, 7, 8]
    assert done.state.contacts == {"1": 8, "2": 1}
    seen = events[0].shown_to("bea")
    assert seen is not None
    expected = {"unit": done.state.units[1].id, "contact": 7, "at": "A0908", "velocity": 5}
    assert seen["facts"] == ({**expected, "direction": 11} if shown else expected)
    assert events[0].shown_to("ann") is None and events[0].rule == "DV 2.5"


# --- from where -----------------------------------------------------------------------------


TYPES = {"u": "unguided", "g": "guided", "i": "intelligent", "m": "mims"}


@pytest.mark.parametrize(
    ("pod", "free", "to_prepare"),
    [
        ("hunter", "ui", ""),
        ("light weapon", "", "ug"),
        ("heavy weapon", "u", "gim"),
        ("arsenal", "ug", "im"),
    ],
)
@pytest.mark.parametrize("letter", TYPES)
def test_types_that_need_no_preparing_by_pod(
    pod: str, free: str, to_prepare: str, letter: str
) -> None:
    missile = TYPES[letter]
    title = "MIMS" if letter == "m" else f"{missile} missile"
    if letter in free:
        assert newest(launched(flute(pod), way(missile))).klass == missile
    elif letter in to_prepare:
        assert refused(flute(pod), way(missile)) == f"no {title} of pod 1 is prepared"
    else:
        assert refused(flute(pod), way(missile)) == f"pod 1 has no {title} left"


def with_prepared(ship_: Unit, *types: str, box: int = 1) -> tuple[Unit, ...]:
    """The ship and missiles prepared from a pod of it."""
    done = work(state(ship_))
    found = [made(done, done.state.unit("1b"), type, box=box) for type in types]
    return (done.state.unit("1b"), *found)


def test_a_prepared_missile_is_launched_under_its_number_and_takes_no_more_stock() -> None:
    ship_, one, other = with_prepared(flute("heavy weapon"), "guided", "guided")
    assert (one.status, one.velocity, one.at, one.designation) == (
        PREPARED,
        0,
        ship_.at,
        "B-01",
    )
    assert ship_.pods[0].stock["guided"] == 3
    done = launched(ship_, way("guided", prepared=True), other, one)
    assert done.state.unit(one.id).in_play and done.state.unit(other.id).status == PREPARED
    assert done.state.unit("1b").pods[0].stock["guided"] == 3
    (event,) = told(done, "launched")
    assert event.facts["prepared"] is True and event.changes == ()
    # "launch guided" is enough where it has to be prepared.
    again = work(replace(done.state))
    assert launch(again, "1b", way("guided"), None, "pod 1", 1) == ""
    assert again.state.unit(other.id).in_play


def test_what_needs_no_preparing_comes_from_the_stock_first() -> None:
    ship_, one = with_prepared(flute("heavy weapon"), "unguided")
    done = launched(ship_, way(), one, table={"missiles": {"1": 1}})
    assert done.state.unit(one.id).status == PREPARED and newest(done).designation == "02"
    assert launched(ship_, way(prepared=True), one).state.unit(one.id).in_play
    pod = replace(ship_.pods[0], stock={"unguided": 0})
    assert launched(ship_.with_part(pod), way(), one).state.unit(one.id).in_play


def test_a_prepared_missile_of_another_pod_does_not_do() -> None:
    ship_, one = with_prepared(flute("heavy weapon", "heavy weapon"), "guided", box=2)
    assert refused(ship_, way("guided"), one) == "no guided missile of pod 1 is prepared"
    assert refused(ship_, way("unguided", prepared=True), one, box=2) == (
        "no unguided missile of pod 2 is prepared"
    )
    assert launched(ship_, way("guided"), one, box=2).state.unit(one.id).in_play


def test_the_last_missile_of_a_pod() -> None:
    ship_ = flute("light weapon", "hunter")
    pod = ship_.pods[1]
    last = ship_.with_part(replace(pod, stock={"unguided": 1}))
    assert launched(last, way(), box=2).state.unit("1b").pods[1].stock["unguided"] == 0
    empty = ship_.with_part(replace(pod, stock={"unguided": 0}))
    assert refused(empty, way(), box=2) == "pod 2 has no unguided missile left"


@pytest.mark.parametrize(
    ("status", "why"),
    [
        ("ok", ""),
        (VULNERABLE, ""),
        (DAMAGED, "pod 1 is damaged"),
        (DESTROYED_PART, "pod 1 is destroyed"),
    ],
)
def test_a_damaged_pod_launches_nothing(status: str, why: str) -> None:
    ship_ = flute("arsenal")
    ship_ = ship_.with_part(replace(ship_.pods[0], status=status))
    assert refused(ship_, way()) == why if why else launched(ship_, way())


def test_other_pods_and_no_pods() -> None:
    assert refused(flute("crew"), way()) == "pod 1 is not a weapon pod"
    assert refused(flute("crew"), way(), box=2) == "it has no pod 2"


def test_no_launch_with_an_active_field() -> None:
    assert refused(flute(field_up=True), way()) == "its force field is active"


def test_its_own_condition() -> None:
    slow = Condition(((ConditionTest("velocity", op="<=", number=4),),))
    assert refused(flute(), way(condition=slow)) == (
        "its condition did not hold: velocity 5 where <= 4 was asked"
    )
    assert launched(flute(velocity=4), way(condition=slow))


@pytest.mark.parametrize(
    ("missile", "letter", "side", "printed"),
    [
        ("unguided", "B", 1, 16),
        ("unguided", "B", 2, 12),
        ("guided", "A", 1, 14),
        ("guided", "B", 1, 10),
        ("guided", "B", 2, 5),
        ("guided", "C", 2, 3),
        ("guided", "D", 1, 0),
        ("intelligent", "B", 2, 3),
        ("mims", "B", 1, 4),
    ],
)
def test_printed_counters_limit_what_is_in_play(
    missile: str, letter: str, side: int, printed: int
) -> None:
    ship_ = ship(side, letter, "flute", HERE, 12, 5, pods=("arsenal",))
    pod = replace(ship_.pods[0], stock={missile: 9})
    used = [
        shot(side, f"{letter}-{n:02d}", missile, "A0101", 12, 1, mother=ship_.id, pod=1)
        for n in range(1, printed + 1)
    ]
    ready = shot(side, "99", missile, HERE, 12, 0, status=PREPARED, mother=ship_.id, pod=1)
    others = [
        shot(side, "88", missile, HERE, 12, 0, status=DESTROYED, mother=ship_.id),
        shot(3 - side, "88", missile, HERE, 12, 0, status=DESTROYED, mother=ship_.id),
    ]
    if missile == "guided":
        others.append(shot(side, "77", missile, "A0101", 12, 0, mother="other"))
    full = state(ship_.with_part(pod), *used, *others)
    why = f"of {printed} {'MIMS' if missile == 'mims' else missile + ' missile'} counters"
    how = way(missile, bearing=12, direction=12)
    if missile in ("unguided", "guided"):  # an arsenal launches these from its stock
        done = work(full, options={"counters.limit": "printed"})
        assert launch(done, ship_.id, how, None, "pod 1", 1) == f"{why} {printed} are in use"
        assert launch(work(full), ship_.id, how, None, "pod 1", 1) == ""
        if used:
            room = work(
                state(ship_.with_part(pod), *used[1:], *others),
                options={"counters.limit": "printed"},
            )
            assert launch(room, ship_.id, how, None, "pod 1", 1) == ""
    # What is prepared has its counter already.
    done = work(replace(full, units=(*full.units, ready)), options={"counters.limit": "printed"})
    assert launch(done, ship_.id, replace(how, prepared=True), None, "pod 1", 1) == ""


# --- coming into play -----------------------------------------------------------------------


def test_a_battlecraft_comes_into_play_by_its_own_rule() -> None:
    craft = ship(
        1, "B1", "terwillicker_x", HERE, 12, 0, status=PREPARED, revealed=False, mother="1b", pod=1
    )
    done = work(state(flute("battlecraft"), craft))
    enter(done, replace(craft, velocity=4, at=MAPS.parse("A1008")), item="pod 1")
    (event,) = told(done, "launched")
    assert event.rule == "DV 7.4" and event.facts["prepared"] is True
    assert event.shown_to("bea") is None
    assert done.state.unit("1b1").in_play and done.state.unit("1b1").contact == 1


def test_who_was_revealed_stays_so_and_a_contact_keeps_its_number() -> None:
    craft = ship(1, "B1", "terwillicker_x", HERE, 12, 1, status=PREPARED, mother="1b", pod=1)
    done = work(state(flute("battlecraft"), craft))
    enter(done, craft)
    assert told(done, "contact_appeared") == [] and done.state.unit("1b1").contact == 0
    assert told(done, "launched")[0].shown_to("bea") is not None
    known = replace(craft, revealed=False, contact=3)
    done = work(state(flute("battlecraft"), known, contacts={"1": 5}))
    enter(done, known)
    assert told(done, "contact_appeared")[0].facts["contact"] == 3
    assert done.state.contacts == {"1": 5}


def test_a_launch_into_an_enemys_hex_is_an_interception() -> None:
    enemy = ship(2, "A", "corco_mu", "A0908", 12, 5)
    done = launched(flute("arsenal"), way(bearing=12, direction=12), enemy)
    assert done.state.unit("2a").status == DESTROYED
    assert [event.kind for event in done.events][:3] == [
        "launched",
        "contact_appeared",
        "interception",
    ]


def test_a_launch_into_a_planets_hex_destroys_the_missile() -> None:
    enemy = ship(2, "A", "corco_mu", "A0908", 12, 5)
    how = way(bearing=12, direction=12)
    world = {"planets": (planet("A0908"),)}
    done = launched(flute("arsenal"), how, enemy, table=world)
    assert newest(done).status == DESTROYED and done.state.unit("2a").in_play
    assert told(done, "destroyed")[0].facts["why"] == "planet"
    assert told(done, "destroyed")[0].shown_to("bea") is None
    assert told(done, "contact_lost")[0].shown_to("bea") is not None
    open_ = launched(flute("arsenal"), how, enemy, table=world, options={"planet.shield": "no"})
    assert open_.state.unit("2a").status == DESTROYED
    assert [event.facts["why"] for event in told(open_, "destroyed")] == ["interception"] * 2


def test_a_battlecraft_is_not_harmed_by_a_planets_hex() -> None:
    craft = ship(1, "B1", "terwillicker_x", HERE, 12, 1, status=PREPARED, mother="1b", pod=1)
    done = work(state(flute("battlecraft"), craft, planets=(planet(HERE),)))
    enter(done, craft)
    assert done.state.unit("1b1").in_play


# --- where ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("direction", "bearing", "pointing", "legal"),
    [
        (12, 10, 10, True), (12, 10, 9, False), (12, 10, 12, True), (12, 10, 1, False),
        (12, 12, 11, True), (12, 12, 10, False), (12, 12, 1, True), (12, 12, 2, False),
        (12, 2, 12, True), (12, 2, 11, False), (12, 2, 2, True), (12, 2, 3, False),
        (12, 4, 2, False), (12, 8, 10, False), (12, 1, 1, False),
        (9, 8, 7, True), (9, 8, 10, False), (9, 10, 11, True), (9, 12, 9, False),
    ],
)  # fmt: skip
def test_where_a_missile_may_be_placed_and_point(
    direction: int, bearing: int, pointing: int, legal: bool
) -> None:
    how = way(bearing=bearing, direction=pointing)
    if legal:
        at = MAPS.label(MAPS.grid.neighbour(MAPS.parse(HERE), clock(bearing)))
        assert where(launched(flute(direction=direction), how)) == (at, pointing, 5)
    else:
        assert refused(flute(direction=direction), how).startswith(
            f"pointing at {direction} it launches to bearing "
        )


def test_the_refusal_names_every_placement() -> None:
    assert refused(flute(direction=9), way(bearing=12)) == (
        "pointing at 9 it launches to bearing 8 pointing at 7, 8, 9; "
        "bearing 10 pointing at 9, 10, 11"
    )


@pytest.mark.parametrize(
    ("velocity", "speeds"),
    [(0, [1, 1, 1]), (1, [1, 1, 2]), (5, [4, 5, 6]), (9, [8, 9, 9])],
)
def test_the_velocity_of_a_launch(velocity: int, speeds: list[int]) -> None:
    for speed, expected in zip((-1, 0, 1), speeds, strict=True):
        assert where(launched(flute(velocity=velocity), way(speed=speed)))[2] == expected
    for speed in (-2, 2):
        assert refused(flute(velocity=velocity), way(speed=speed)) == (
            f"a missile is launched at velocity {velocity}, one more or one less"
        )


def test_without_a_greatest_velocity_it_goes_on() -> None:
    done = launched(flute(velocity=9), way(speed=1), options={"velocity.cap": "none"})
    assert where(done)[2] == 10


def test_several_into_one_hex() -> None:
    done = work(state(flute("arsenal")))
    for _ in range(2):
        assert launch(done, "1b", way(bearing=12, direction=12), None, "pod 1", 1) == ""
    assert [MAPS.label(one.at) for one in done.state.units[1:]] == ["A0908", "A0908"]


def test_not_off_the_maps() -> None:
    edge = flute(at="A0901")
    assert refused(edge, way(bearing=12)) == "the hex is off the maps"
    # A0901 stands in a column half a hex higher: all three hexes ahead are off.
    assert refused(edge, way()) == "the hex is off the maps"
    # A0801 lies half a hex lower, so that those to its sides are on the map.
    assert where(launched(flute(at="A0801"), way())) == ("A0701", 12, 5)


@pytest.mark.parametrize(
    ("direction", "bearing", "pointing", "expected"),
    [
        (12, None, None, ("A0908", 12)),
        (12, 2, None, ("A1008", 12)),
        (12, None, 1, ("A0908", 1)),
        (12, None, 10, ("A0808", 10)),
        (1, None, None, ("A0908", 1)),
        (3, None, None, ("A1008", 3)),
    ],
)
def test_what_is_left_open_is_the_ships_own_course(
    direction: int, bearing: int | None, pointing: int | None, expected: tuple[str, int]
) -> None:
    done = launched(flute(direction=direction), way(bearing=bearing, direction=pointing))
    assert where(done)[:2] == expected


def test_the_programs_choice_keeps_out_of_a_planets_hex() -> None:
    done = launched(flute(), way(), table={"planets": (planet("A0908"),)})
    assert where(done)[:2] == ("A0808", 12)
    only = launched(flute(), way(bearing=12), table={"planets": (planet("A0908"),)})
    assert newest(only).status == DESTROYED


# --- towards a target -----------------------------------------------------------------------


def test_towards_a_target_that_stands_still() -> None:
    # Velocity 5 to 2 o'clock from A1008 passes A1406, four hexes on.
    enemy = ship(2, "A", "corco_mu", "A1406", 12, 0)
    done = launched(flute("arsenal"), way("guided", towards=("2a",)), enemy)
    assert where(done) == ("A1008", 2, 5)


def test_the_bearing_or_direction_written_holds() -> None:
    enemy = ship(2, "A", "corco_mu", "A1406", 12, 0)
    done = launched(flute("arsenal"), way("guided", 12, towards=("2a",)), enemy)
    assert where(done)[0] == "A0908"
    done = launched(flute("arsenal"), way("guided", None, 12, towards=("2a",)), enemy)
    assert where(done)[1] == 12


def test_it_is_the_next_moves_of_the_target_that_count() -> None:
    # From A0407 to 2 o'clock it comes to A0905 and, in its second move, through A1104, where
    # a missile that leaves A0908 to 1 o'clock ends its first.
    coming = ship(2, "A", "corco_mu", "A0407", 2, 5)
    how = way("guided", towards=("2a",))
    assert where(launched(flute("arsenal"), how, coming)) == ("A0908", 1, 5)
    resting = replace(coming, velocity=0)
    assert where(launched(flute("arsenal"), how, resting)) == ("A0808", 10, 5)


def test_beyond_the_maps_a_missile_comes_no_nearer() -> None:
    # The target leaves the map upwards; right behind it the missile would be removed there.
    target = ship(2, "A", "corco_mu", "A1102", 12, 2)
    done = launched(flute("arsenal", at="A0903"), way("guided", towards=("2a",)), target)
    assert where(done) == ("A1002", 1, 5)


def test_into_the_targets_own_hex_is_nearest_of_all() -> None:
    target = ship(2, "A", "corco_mu", "A0808", 9, 9)
    done = launched(flute("arsenal"), way("guided", towards=("2a",)), target, faces="10")
    assert where(done)[0] == "A0808"


def test_the_first_target_in_play_counts() -> None:
    left_, right = (
        ship(2, name, "corco_mu", at, 12, 0) for name, at in (("A", "A0406"), ("B", "A1406"))
    )
    how = way("guided", towards=("2a", "2b"))
    assert where(launched(flute("arsenal"), how, left_, right))[1] == 10
    gone = replace(left_, status=DESTROYED)
    assert where(launched(flute("arsenal"), how, gone, right))[1] == 2
    why = refused(flute("arsenal"), way("guided", towards=("2a",)), gone)
    assert why == "none of its targets is in play"


def test_a_hidden_direction_is_not_used() -> None:
    def chosen(direction: int, option: str) -> tuple[str, int, int]:
        contact = shot(2, "01", "unguided", "A0402", direction, 3, contact=1)
        how = way("guided", towards=("201",))
        options = {"contacts.direction": option}
        return where(launched(flute("arsenal"), how, contact, options=options))

    assert chosen(6, "hidden") == chosen(12, "hidden")
    assert chosen(6, "shown") != chosen(12, "shown")


def test_a_target_in_orbit_is_taken_to_stay() -> None:
    orbiting = ship(2, "A", "corco_mu", "A1406", 6, 1)
    how = way("guided", towards=("2a",))
    done = launched(flute("arsenal"), how, orbiting, table={"planets": (planet("A1406"),)})
    still = launched(flute("arsenal"), how, replace(orbiting, velocity=0))
    assert where(done) == where(still)


def test_an_unguided_missile_is_reckoned_with_its_growing_velocity() -> None:
    # From velocity 1 it makes 2 and 3 hexes, so A0903 and A0906 are within its reach.
    far = ship(2, "A", "corco_mu", "A0903", 12, 0)
    done = launched(flute("arsenal", velocity=1), way("unguided", towards=("2a",)), far)
    assert where(done) == ("A0908", 12, 1)


# --- as in the sequences played through ---------------------------------------------------------


def test_an_intelligent_missile_from_the_hunter_of_a_piccolo() -> None:
    # The hunter's Civ Level 8 works as 7 on a Piccolo: 7 Energy Units, as the book has it.
    piccolo = ship(1, "B", "piccolo", "A0307", 3, 1, pods=("hunter",))
    done = launched(piccolo, way("intelligent", 2, 3, speed=1))
    assert where(done) == ("A0406", 3, 2)
    assert (newest(done).civ, left(newest(done)), newest(done).revealed) == (7, 7, False)


def test_an_unguided_missile_from_the_heavy_weapon_pod_of_a_dagger() -> None:
    dagger = ship(1, "B", "dagger", "A0608", 3, 3, pods=("heavy weapon", "energy"))
    done = launched(dagger, way("unguided", 4, 3, speed=1))
    assert where(done) == ("A0709", 3, 4) and newest(done).civ == 7
