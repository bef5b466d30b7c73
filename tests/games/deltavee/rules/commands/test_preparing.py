"""Preparing missiles and battlecraft, launching and filling up battlecraft (DV 5.6, 7.4, 10.4)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.orders.commands.launch import Launch
from pbm.games.deltavee.orders.commands.prepare import Prepare
from pbm.games.deltavee.orders.commands.refuel import Refuel
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.units import Unit
from tests.games.deltavee.builders import MAPS, planet, ship, shot, state, told
from tests.games.deltavee.lines import battle, commanded, given, only, pod, spent, whys


def sword(*kinds: str, **fields: Any) -> Unit:
    names = kinds or ("heavy weapon", "heavy weapon", "battle communications")
    return ship(1, "A", "sword", "A0909", 12, 3, pods=names, **fields)


# --- missiles -------------------------------------------------------------------------------


def test_no_more_than_pods_that_carry_missiles() -> None:
    """CMD-27: two heavy weapon pods, four Battle Commands."""
    run = commanded(
        [sword()],
        given("1a", battle(Prepare("guided", 1), Prepare("mims", 2), Prepare("guided", 2))),
    )
    assert whys(run) == ["2 missiles are prepared and 2 of its pods carry any"]
    one = commanded(
        [ship(1, "A", "sword", "A0909", 12, 3, pods=("heavy weapon", "battle communications"))],
        given("1a", battle(Prepare("guided", 1), Prepare("guided", 1))),
    )
    assert whys(one) == ["1 missile is prepared and 1 of its pods carries any"]
    unit = run.state.unit("1a")
    assert unit.use.battle == 2
    assert [pod.stock.get("guided") for pod in unit.pods] == [4, 5, None]
    assert [pod.stock.get("mims") for pod in unit.pods] == [1, 0, None]


def test_what_lies_atop() -> None:
    run = commanded([sword()], given("1a", battle(Prepare("guided"), Prepare("intelligent"))))
    guided, intelligent = run.state.atop("1a")
    assert (guided.designation, intelligent.designation) == ("A-01", "02")
    assert (guided.status, guided.velocity, guided.revealed, guided.pod) == (
        "prepared",
        0,
        False,
        1,
    )
    assert (guided.civ, guided.energy) == (7, 9)
    assert (guided.at, guided.direction) == (MAPS.parse("A0909"), 12)
    assert [event.facts for event in told(run, "prepared")] == [
        {"unit": "1a", "number": 1},
        {"unit": "1a", "number": 2},
    ]
    (first, second) = told(run, "prepared_unit")
    assert first.facts == {
        "unit": "1a",
        "what": guided.id,
        "type": "guided",
        "designation": "A-01",
        "pod": 1,
    }
    assert [(one.path, one.before, one.after) for one in first.changes] == [
        ("unit/1a/pod 1/guided", 5, 4)
    ]
    assert second.facts["type"] == "intelligent"
    assert first.shown_to("bea") is None


@pytest.mark.parametrize(
    ("kinds", "command", "why"),
    [
        (("heavy weapon",), Prepare("guided", 3), "it has no pod 3"),
        (("energy", "heavy weapon"), Prepare("guided", 1), "pod 1 is not a weapon pod"),
        (("hunter", "arsenal"), Prepare("unguided", 1), "a hunter pod prepares no missiles"),
        (("light weapon",), Prepare("mims", 1), "pod 1 has no MIMS left"),
        (("heavy weapon",), Prepare("intelligent", 1), ""),
        (("hunter", "arsenal"), Prepare("intelligent"), ""),
        (
            ("light weapon", "hunter"),
            Prepare("intelligent"),
            "its pods have no intelligent missile to prepare",
        ),
    ],
)
def test_from_which_pod(kinds: tuple[str, ...], command: Prepare, why: str) -> None:
    kinds = (*kinds, "battle communications")
    run = commanded([sword(*kinds)], given("1a", battle(command)))
    assert whys(run) == ([why] if why else [])


@pytest.mark.parametrize(
    ("status", "box", "why"),
    [
        ("V", 1, ""),
        ("D", 1, "pod 1 is damaged"),
        ("D", 0, "its pods have no guided missile to prepare"),
    ],
)
def test_a_damaged_pod_prepares_nothing(status: str, box: int, why: str) -> None:
    pods = (pod("heavy weapon", 1, "sword", status=status),)
    unit = ship(1, "A", "sword", "A0909", 12, 3, pods=pods)
    run = commanded([unit], given("1a", battle(Prepare("guided", box))))
    assert whys(run) == ([why] if why else [])


def test_without_a_pod_named_the_first_that_has_one_left() -> None:
    first = pod("heavy weapon", 1, "sword")
    empty = replace(first, stock={**first.stock, "mims": 0})
    unit = ship(1, "A", "sword", "A0909", 12, 3, pods=(empty, "heavy weapon"))
    run = commanded([unit], given("1a", battle(Prepare("mims"))))
    assert only(run, "prepared_unit").facts["pod"] == 2


def test_a_hunter_counts_for_the_limit_a_damaged_pod_does_not() -> None:
    """DV-A32."""
    for status, number in (("ok", 2), ("D", 1)):
        pods = (
            pod("hunter", 1, "sword", status=status),
            pod("arsenal", 2, "sword"),
            pod("battle communications", 3, "sword"),
        )
        unit = ship(1, "A", "sword", "A0909", 12, 3, pods=pods)
        run = commanded([unit], given("1a", battle(*[Prepare("mims", 2)] * 2)))
        assert len(run.state.atop("1a")) == number


def test_prepared_battlecraft_do_not_count_as_missiles() -> None:
    craft = ship(1, "A1", "terwillicker_x", "A0909", 12, 0, status="prepared", mother="1a")
    run = commanded([sword("heavy weapon"), craft], given("1a", battle(Prepare("mims"))))
    assert only(run, "prepared").facts["number"] == 2


def test_counters_may_be_limited() -> None:
    """A ship of player 1 has no more guided counters than were printed (DV-A74)."""
    used = [
        shot(1, f"A-{n:02d}", "guided", "A0101", 12, 1, mother="1a", pod=1) for n in range(1, 15)
    ]
    for option, why in (("none", []), ("printed", ["of 14 guided missile counters 14 are in use"])):
        run = commanded(
            [sword(), *used],
            given("1a", battle(Prepare("guided"))),
            options={"counters.limit": option},
        )
        assert whys(run) == why


# --- battlecraft ----------------------------------------------------------------------------


def carrier(status: str = "aboard", pod_status: str = "ok", **craft: Any) -> list[Unit]:
    pods = (
        pod("battlecraft", 1, "sword", holds="1a1", status=pod_status),
        pod("arsenal", 2, "sword"),
        pod("arsenal", 3, "sword"),
    )
    values: dict[str, Any] = {"mother": "1a", "pod": 1, "revealed": False, **craft}
    return [
        ship(1, "A", "sword", "A0909", 12, values.pop("ships", 3), pods=pods),
        ship(1, "A1", "terwillicker_x", "A0909", 12, 0, status=status, **values),
    ]


def test_prepare_and_launch_in_two_phases() -> None:
    """CMD-40: launched to 2 o'clock, pointing there, at velocity 4."""
    run = commanded(carrier(), given("1a", battle(Prepare(battlecraft="1a1"))))
    assert run.state.unit("1a1").status == "prepared"
    assert only(run, "prepared").facts == {"unit": "1a", "number": 1}
    run = commanded(
        carrier("prepared"),
        given("1a", battle(Launch("1a1", Direction(2), Direction(2), 1))),
    )
    craft = run.state.unit("1a1")
    assert (MAPS.label(craft.at), craft.direction, craft.velocity) == ("A1008", 2, 4)
    assert (craft.status, craft.revealed, craft.contact) == ("in play", False, 1)
    assert spent(run) == spent(run, "1a1") == 0
    assert only(run, "contact_appeared").facts["contact"] == 1


def test_not_in_the_phase_of_its_preparing() -> None:
    steps = battle(Prepare(battlecraft="1a1"), Launch("1a1"), Prepare(battlecraft="1a1"))
    run = commanded(carrier(), given("1a", steps))
    assert whys(run) == [
        "A1 was not prepared in an earlier Command Phase",
        "A1 is prepared already",
    ]


def test_what_cannot_be_prepared() -> None:
    steps = battle(Prepare(battlecraft="1a1"))
    assert whys(commanded(carrier("in play"), given("1a", steps))) == ["A1 is not aboard"]
    assert whys(commanded(carrier("aboard", "D"), given("1a", steps))) == ["pod 1 is damaged"]


def launched(command: Launch, **craft: Any) -> PhaseContext:
    return commanded(carrier("prepared", **craft), given("1a", battle(command)))


@pytest.mark.parametrize("direction", range(1, 13))
def test_where_a_battlecraft_may_point(direction: int) -> None:
    run = launched(Launch("1a1", direction=Direction(direction)))
    legal = direction in (10, 11, 12, 1, 2)
    why = f"it may point to 10, 11, 12, 1, 2 o'clock, not {direction}"
    assert whys(run) == ([] if legal else [why])


@pytest.mark.parametrize(
    ("velocity", "speed", "after"),
    [
        (3, -1, 2),
        (3, 0, 3),
        (3, 1, 4),
        (3, 2, None),
        (3, -2, None),
        (1, -1, 1),
        (0, 0, 1),
        (9, 1, 9),
    ],
)
def test_how_fast_it_is_launched(velocity: int, speed: int, after: int | None) -> None:
    run = launched(Launch("1a1", speed=speed), ships=velocity)
    if after is None:
        assert whys(run) == ["a battlecraft is launched at velocity 3, one more or one less"]
    else:
        assert run.state.unit("1a1").velocity == after


@pytest.mark.parametrize(
    ("status", "pod_status", "why"),
    [
        ("aboard", "ok", "A1 was not prepared in an earlier Command Phase"),
        ("in play", "ok", "A1 is not aboard"),
        ("prepared", "D", "pod 1 is damaged"),
        ("prepared", "X", "pod 1 is destroyed"),
    ],
)
def test_what_cannot_be_launched(status: str, pod_status: str, why: str) -> None:
    run = commanded(carrier(status, pod_status), given("1a", battle(Launch("1a1"))))
    assert whys(run) == [why]


def test_only_by_its_own_ship_from_its_own_pod() -> None:
    ships = [sword("battlecraft", "arsenal"), *carrier("prepared", mother="1b")[1:]]
    run = commanded(ships, given("1a", battle(Launch("1a1"))))
    assert whys(run) == ["A1 is not a battlecraft of this ship"]
    ships = [sword("battlecraft", "arsenal"), *carrier("prepared")[1:]]
    assert whys(commanded(ships, given("1a", battle(Launch("1a1"))))) == ["it has no pod for A1"]
    ships = [sword("arsenal"), *carrier("prepared", pod=4)[1:]]
    assert whys(commanded(ships, given("1a", battle(Launch("1a1"))))) == ["it has no pod for A1"]


@pytest.mark.parametrize(
    ("bearing", "rocks", "at"),
    [
        (4, [], "A1009"),
        (4, ["A1009"], "asteroids are in A1009"),
        (3, [], "3 o'clock is not a hexside"),
        (None, [], "A0908"),
        (None, ["A0908"], "A1008"),
        (None, ["A0908", "A1008"], "A1009"),
    ],
)
def test_into_which_hex(bearing: int | None, rocks: list[str], at: str) -> None:
    table = state(*carrier("prepared"), asteroids=tuple(MAPS.parse(one) for one in rocks))
    where = None if bearing is None else Direction(bearing)
    run = commanded(table, given("1a", battle(Launch("1a1", where))))
    if whys(run):
        assert whys(run) == [at]
    else:
        assert MAPS.label(run.state.unit("1a1").at) == at


def test_nowhere_to_launch_it() -> None:
    rocks = state().maps.grid.neighbours(MAPS.parse("A0909"))[1:]
    table = state(*carrier("prepared"), asteroids=rocks, planets=(planet("A0908"),))
    run = commanded(table, given("1a", battle(Launch("1a1"))))
    assert whys(run) == ["every adjacent hex holds asteroids or a planet"]


def test_towards_a_corner_the_hex_ahead_is_that_of_the_next_step() -> None:
    for zig, at in ((0, "A0908"), (1, "A1008")):
        ship_, craft = carrier("prepared")
        run = commanded(
            [replace(ship_, direction=Direction(1), zig=zig), craft],
            given("1a", battle(Launch("1a1"))),
        )
        assert MAPS.label(run.state.unit("1a1").at) == at


@pytest.mark.parametrize(
    ("option", "velocity", "why"), [("yes", 4, []), ("no", 3, ["it was launched in this phase"])]
)
def test_commands_in_the_phase_of_its_launch(option: str, velocity: int, why: list[str]) -> None:
    run = commanded(
        carrier("prepared"),
        given("1a1", "accelerate"),
        given("1a", battle(Launch("1a1"))),
        options={"battlecraft.command_on_launch": option},
    )
    assert (run.state.unit("1a1").velocity, whys(run)) == (velocity, why)


def test_a_battlecraft_launched_off_the_maps_has_one_placed() -> None:
    ship_, craft = carrier("prepared")
    edge = MAPS.parse("A0901")
    run = commanded(
        [replace(ship_, at=edge), replace(craft, at=edge)], given("1a", battle(Launch("1a1")))
    )
    assert only(run, "launched").facts["at"] == "D0917"


def test_a_revealed_battlecraft_stays_revealed() -> None:
    run = launched(Launch("1a1"), revealed=True)
    assert told(run, "contact_appeared") == []
    assert run.state.unit("1a1").contact == 0


# --- refuelling -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "lacking", "ship_left", "given_", "why"),
    [
        (None, 9, 78, 9, []),
        (6, 9, 78, 6, []),
        (6, 4, 78, 4, ["4 of 6 units were taken over; more it cannot hold"]),
        (None, 9, 5, 5, ["5 of 9 units were taken over; the ship has no more"]),
        (None, 0, 78, 0, ["A1 is full"]),
        (3, 9, 0, 0, ["the ship has no energy left"]),
    ],
)
@pytest.mark.parametrize("status", ["aboard", "prepared"])
def test_a_battlecraft_is_filled_up(
    units: int | None, lacking: int, ship_left: int, given_: int, why: list[str], status: str
) -> None:
    mother, craft = carrier(status, spent=lacking)
    mother = replace(mother, spent=78 - ship_left)
    run = commanded([mother, craft], given("1a", battle(Refuel("1a1", units))))
    assert (spent(run, "1a1"), spent(run)) == (lacking - given_, 78 - ship_left + given_)
    assert whys(run) == why
    assert run.state.unit("1a").use.battle == 0
    if given_:
        event = only(run, "refueled")
        assert event.facts == {"unit": "1a", "battlecraft": "1a1", "units": given_}
        assert event.shown_to("bea") is None
    if why:
        assert told(run, "not_done")[0].facts["what"] == "refuel"


@pytest.mark.parametrize(
    ("status", "pod_status", "why"),
    [("in play", "ok", "A1 is not aboard"), ("aboard", "D", "pod 1 is damaged")],
)
def test_only_in_a_pod_that_works(status: str, pod_status: str, why: str) -> None:
    units = carrier(status, pod_status, spent=4)
    assert whys(commanded(units, given("1a", battle(Refuel("1a1"))))) == [why]


def test_an_active_field_does_not_matter() -> None:
    mother, craft = carrier(spent=4)
    run = commanded([replace(mother, field_up=True), craft], given("1a", battle(Refuel("1a1"))))
    assert spent(run, "1a1") == 0
