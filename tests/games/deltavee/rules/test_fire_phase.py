"""The Fire Phase. Rule: DV 8.0, DV 8.1, DV 8.2, DV 9.2.

Ann's Sword A stands four hexes behind Bea's B on the same course: range 4 halved is Target
Value 2, so a laser burst hits on 5, a laser barrage on 7, particles on 7 and 9.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import Event
from pbm.games.deltavee.orders.doctrine.release import ReleaseLine
from pbm.games.deltavee.orders.fire.fire import FireLine, FireWay, ShotWay
from pbm.games.deltavee.orders.fire.floor import FloorLine
from pbm.games.deltavee.orders.fire.hold import HoldLine
from pbm.games.deltavee.orders.fire.missile_launch import MissileLaunch
from pbm.games.deltavee.orders.lines.conditions import Condition, ConditionTest
from pbm.games.deltavee.orders.orders import MoveOrder, Orders, UnitOrders
from pbm.games.deltavee.rules.fire_phase import fire_side
from pbm.games.deltavee.rules.victory.victory import Decided
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.state import Dock, Victory
from pbm.games.deltavee.state.units import Unit, Use
from pbm.games.deltavee.state.usable import item_fault
from tests.games.deltavee.builders import planet, ref, ship, shot, state, told, work

HEAVY, LIGHT, COMM, ARSENAL = "heavy weapon", "light weapon", "battle communications", "arsenal"
BURST, BARRAGE = "laser burst", "laser barrage"
P_BURST, P_BARRAGE = "particle burst", "particle barrage"


def a(*pods: str, klass: str = "sword", **fields: Any) -> Unit:
    return ship(1, "A", klass, "A0909", 12, 2, pods=pods, **fields)


def b(klass: str = "dagger", at: str = "A0905", **fields: Any) -> Unit:
    return ship(2, "B", klass, at, 12, 2, pods=("hunter", "energy"), **fields)


def craft(designation: str = "B1", at: str = "A0907", **fields: Any) -> Unit:
    return ship(2, designation, "terwillicker_x", at, 12, 2, **fields)


def marked(unit: Unit, **marks: str) -> Unit:
    for name, status in marks.items():
        part = unit.part(name.replace("_", " "))
        assert part is not None
        unit = unit.with_part(replace(part, status=status, told=status if unit.revealed else ""))
    return unit


def aims(type: str, *targets: str, **fields: Any) -> ShotWay:
    return ShotWay(type, targets or ("2b",), **fields)


def line(item: str, *ways: FireWay, at: int = 1, **fields: Any) -> FireLine:
    return FireLine(ref(at, f"{item} ..."), item, ways, **fields)


def when(kind: str, **fields: Any) -> Condition:
    return Condition(((ConditionTest(kind, **fields),),))


def fight(
    units: Sequence[Unit],
    lines: Sequence[FireLine] = (),
    faces: str = "",
    options: Mapping[str, str] | None = None,
    orders: Mapping[str, Any] | None = None,
    table: Mapping[str, Any] | None = None,
    **more: Any,
) -> PhaseContext:
    """The work after Ann's Fire Phase, A firing by these lines; dice in a row."""
    given = orders or {"ann": [UnitOrders("1a", fire=tuple(lines), **more)]}
    made = work(
        state(*units, **(table or {})),
        given,
        options,
        faces=faces.replace(" ", "\n"),
        phase="1.fire",
    )
    fire_side(made, "1")
    return made


def fired(made: PhaseContext) -> list[str]:
    """Item, type and target of each fire, in order."""
    return [
        f"{e.facts['item']}: {e.facts['type']} at {e.facts['target']}" for e in told(made, "fired")
    ]


def whys(made: PhaseContext) -> list[str]:
    return [event.facts["why"] for event in told(made, "not_done")]


def only_fire(made: PhaseContext) -> Event:
    (event,) = told(made, "fired")
    return event


# --- one fire -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("type", "chance", "units"),
    [(BURST, "5", 0), (BARRAGE, "7", 2), (P_BURST, "7", 1), (P_BARRAGE, "9", 3)],
)
def test_a_die_equal_to_the_chance_hits(type: str, chance: str, units: int) -> None:
    made = fight([a(HEAVY), b()], [line("pod 1", aims(type))], f"{chance} 4")
    facts = only_fire(made).facts
    assert (facts["chance"], facts["rolled"], facts["hit"]) == (chance, int(chance), True)
    assert (facts["range"], facts["range_used"], facts["value"]) == (4, 2, 2)
    (hit,) = told(made, "hit")
    assert (hit.facts["part"], hit.facts["by"]) == ("pod 1", "1a")
    assert made.state.unit("1a").spent == units

    missed = fight([a(HEAVY), b()], [line("pod 1", aims(type))], str(int(chance) + 1))
    assert not only_fire(missed).facts["hit"]
    assert told(missed, "hit") == []
    assert missed.state.unit("1a").spent == units  # spent on a miss too


def test_terms_add_up_and_the_line_is_named() -> None:
    made = fight([a(), b(at="A1105")], [line("burster", aims(BURST))], "10")
    event = only_fire(made)
    assert sum(amount for _, amount in event.terms) == event.facts["value"]
    assert event.order is not None
    assert event.order.player == "ann"


def test_an_automatic_hit_rolls_on_the_hit_table_alone() -> None:
    made = fight([a(HEAVY), b(at="A0908")], [line("pod 1", aims(P_BARRAGE))], "10")
    event = only_fire(made)
    assert (event.facts["chance"], event.rolls, event.facts["hit"]) == ("A", (), True)
    assert made.state.unit("1a").spent == 3


def test_nothing_is_fired_where_no_hit_is_possible() -> None:
    # On the same course 14 hexes are a Target Value of 7, 16 are 8.
    lines = [line("pod 1", aims(P_BURST))]
    assert only_fire(fight([a(HEAVY), b(at="B0709")], lines, "10")).facts["chance"] == "1"
    made = fight([a(HEAVY), b(at="B0909")], lines)
    assert told(made, "fired") == []
    assert whys(made) == ["enemy B: no hit is possible at Target Value 8"]
    assert made.state.unit("1a").spent == 0


def test_energy_is_told_to_its_side_alone() -> None:
    made = fight([a(), b()], [line("burster", aims(BARRAGE))], "10")
    (event,) = told(made, "energy_used")
    assert (event.facts["units"], event.facts["left"]) == (2, 76)
    assert event.shown_to("bea") is None
    assert told(fight([a(), b()], [line("burster", aims(BURST))], "10"), "energy_used") == []


@pytest.mark.parametrize(("spent", "able"), [(76, True), (77, False)])
def test_fire_that_cannot_be_paid_is_not_made(spent: int, able: bool) -> None:
    made = fight([a(spent=spent), b()], [line("burster", aims(BARRAGE))], "10" if able else "")
    assert bool(told(made, "fired")) is able
    if not able:
        assert whys(made) == ["it costs 2 energy units, of which 1 is left"]
    burst = fight([a(HEAVY, spent=78), b()], [line("pod 1", aims(P_BURST), aims(BURST))], "10")
    assert fired(burst) == ["pod 1: laser burst at 2b"]
    assert whys(burst) == ["it costs 1 energy unit, of which 0 are left"]


def test_the_floor_of_energy() -> None:
    for floor, able in ((76, True), (77, False)):
        lines = [line("burster", aims(BARRAGE), aims(BURST))]
        made = fight([a(), b()], lines, "10", floor=(FloorLine(ref(), floor),))
        assert fired(made) == [f"burster: {BARRAGE if able else BURST} at 2b"]
    two = (FloorLine(ref(), 10), FloorLine(ref(), 77))
    assert whys(fight([a(), b()], [line("burster", aims(BARRAGE))], floor=two)) == [
        "it costs 2 of 78 energy units left, and the floor is 77"
    ]


def test_energy_that_the_scenario_does_not_count() -> None:
    unit = a(spent=78, tireless=True)
    made = fight([unit, b()], [line("burster", aims(BARRAGE))], "10")
    assert fired(made) == ["burster: laser barrage at 2b"]
    assert made.state.unit("1a").spent == 78
    hurt = marked(unit, engine="D")
    assert told(fight([hurt, b()], [line("burster", aims(BARRAGE))]), "fired") == []


def test_nothing_between_two_units_obstructs() -> None:
    made = fight(
        [a(), b()], [line("burster", aims(BURST))], "10", table={"planets": (planet("A0907"),)}
    )
    assert only_fire(made).facts["chance"] == "5"


# --- items ----------------------------------------------------------------------------------


def test_a_burster_fires_once_and_by_its_class() -> None:
    lines = [line("burster", aims(BARRAGE)), line("burster", aims(BURST), at=2)]
    made = fight([ship(1, "A", "terwillicker_x", "A0909", 12, 2), b()], lines, "10")
    assert fired(made) == ["burster: laser barrage at 2b"]
    made = fight([ship(1, "A", "terwillicker_5000", "A0909", 12, 2), b()], lines, "10")
    assert fired(made) == ["burster: laser burst at 2b"]
    assert whys(made) == ["a class 1 burster allows no laser barrage"]


def test_each_item_fires_in_the_order_of_the_lines() -> None:
    lines = [line("pod 2", aims(BURST)), line("burster", aims(BURST)), line("pod 1", aims(BURST))]
    made = fight([a(HEAVY, LIGHT), b()], lines, "10 10 10")
    assert fired(made) == [f"{item}: laser burst at 2b" for item in ("pod 2", "burster", "pod 1")]
    assert made.state.unit("1a").use.fires == {"pod 2": 1, "burster": 1, "pod 1": 1}


@pytest.mark.parametrize(("status", "number"), [("ok", 2), ("V", 2), ("D", 1)])
def test_an_arsenal_fires_twice_until_damaged(status: str, number: int) -> None:
    unit = marked(a(ARSENAL), pod_1=status)
    made = fight([unit, b()], [line("pod 1", aims(BURST))], " ".join(["10"] * number))
    assert len(told(made, "fired")) == number


def test_items_that_do_not_fire_say_why() -> None:
    unit = marked(a(HEAVY, "energy", HEAVY), pod_1="X", pod_3="D")
    lines = [
        line("pod 1", aims(BURST), at=1),
        line("pod 2", aims(BURST), at=2),
        line("pod 3", aims(BARRAGE), at=3),
        line("pod 4", aims(BURST), at=4),
        line("extra", aims(BURST), at=5),
    ]
    assert whys(fight([unit, b()], lines)) == [
        "pod 1 is destroyed",
        "pod 2 (energy) does not fire",
        "pod 3 is damaged and allows no laser barrage",
        "it has no pod 4",
        "it has no extra fire",
    ]
    made = fight([ship(1, "A", "lander", "A0909", 12, 2), b()], [line("burster", aims(BURST))])
    assert whys(made) == ["it has no burster"]


def test_the_fault_of_an_item_for_one_type_or_any() -> None:
    unit = marked(a(HEAVY), pod_1="D")
    assert item_fault(unit, "pod 1") == item_fault(unit, "pod 1", BURST) == ""
    assert item_fault(unit, "pod 1", BARRAGE) == "pod 1 is damaged and allows no laser barrage"
    assert item_fault(unit, "burster") == item_fault(unit, "burster", BARRAGE) == ""
    assert item_fault(unit, "burster", P_BURST) == "a class 2 burster allows no particle burst"


def test_a_force_field_and_a_tow_hinder_no_fire() -> None:
    lines = [line("pod 1", MissileLaunch("unguided"), aims(BURST))]
    made = fight([a(HEAVY, field_up=True), b()], lines, "10")
    assert fired(made) == ["pod 1: laser burst at 2b"]
    assert whys(made) == ["its force field is active"]
    docks = {"docks": (Dock("1c", "1a"),)}
    tow = replace(a(), id="1c", designation="C")
    lines = [line("burster", aims(BURST))]
    assert only_fire(fight([a(), tow, b()], lines, "10", table=docks)).facts["by"] == "1a"


def test_a_unit_without_lines_holds_its_fire() -> None:
    made = fight([a(HEAVY, COMM), b()], [])
    assert made.events == []
    assert fight([a(), b()], orders={"ann": Orders("ann", missing=True)}).events == []


# --- lines, ways, targets -------------------------------------------------------------------


def test_the_first_way_that_can_be_carried_out_counts() -> None:
    lines = [
        line("burster", aims(BURST, "2z"), at=1),
        line(
            "burster", aims(BURST, condition=when("chance", op=">=", number=6)), aims(BARRAGE), at=2
        ),
    ]
    made = fight(
        [a(), b(), craft("Z", status="left")],
        lines,
        "10",
    )
    assert fired(made) == ["burster: laser barrage at 2b"]
    assert whys(made) == [
        "enemy Z: nothing of it is in play",
        "enemy B: its condition did not hold: Hit Chance 5 where >= 6 was asked",
    ]
    assert [event.facts["written"] for event in told(made, "not_done")] == [
        "burster ...",
        "laser burst at enemy B",
    ]
    assert all(event.shown_to("bea") is None for event in told(made, "not_done"))


@pytest.mark.parametrize(("least", "does"), [(5, True), (6, False)])
def test_a_least_chance(least: int, does: bool) -> None:
    way = aims(BURST, condition=when("chance", op=">=", number=least))
    assert (
        bool(told(fight([a(), b()], [line("burster", way)], "10" if does else ""), "fired")) is does
    )


@pytest.mark.parametrize(("most", "does"), [(2, True), (1, False)])
def test_a_greatest_target_value(most: int, does: bool) -> None:
    lines = [line("burster", aims(BURST), condition=when("value", op="<=", number=most))]
    assert bool(told(fight([a(), b()], lines, "10" if does else ""), "fired")) is does


def test_a_condition_passes_over_one_target_for_the_next() -> None:
    way = aims(BURST, "2b", "2b1", condition=when("chance", op=">=", number=6))
    made = fight([a(), b(), craft(at="A0907")], [line("burster", way)], "10")
    assert fired(made) == ["burster: laser burst at 2b1"]
    assert whys(made) == []


def test_targets_are_taken_in_order_and_words_mean_the_nearest() -> None:
    units = [a(), b(), craft("B1"), shot(2, "05", "guided", "A0908", 12, 2, contact=3)]
    for targets, hit in (
        (("2b1", "2b"), "2b1"),
        (("any",), "2b1"),
        (("any ship",), "2b"),
        (("any battlecraft",), "2b1"),
        (("any contact",), "205"),
        (("any missile", "2b"), "2b"),
        (("any enemy",), "205"),
    ):
        made = fight(units, [line("burster", aims(BURST, *targets))], "10")
        assert only_fire(made).facts["target"] == hit


def test_contacts_are_left_alone_unless_named() -> None:
    units = [a(), shot(2, "05", "guided", "A0908", 12, 2, contact=3)]
    assert whys(fight(units, [line("burster", aims(BURST, "any"))])) == [
        "any: nothing of it is in play"
    ]
    assert told(fight(units, [line("burster", aims(BURST, "205"))], "10"), "fired")


def test_the_next_target_is_taken_once_one_is_gone() -> None:
    gone = craft("B1", at="A0907")
    gone = marked(gone, bridge="X", engine="D")
    lines = [line(item, aims(BURST, "2b1", "2b")) for item in ("burster", "pod 1")]
    made = fight([a(HEAVY), b(), gone], lines, "1 2 10")
    assert [event.facts["target"] for event in told(made, "fired")] == ["2b1", "2b"]


@pytest.mark.parametrize(("most", "number"), [(1, 1), (2, 2), (0, 3)])
def test_so_many_fires_at_one_target(most: int, number: int) -> None:
    lines = [line(item, aims(BURST, most=most), at=1) for item in ("burster", "pod 1")]
    made = fight([a(ARSENAL), b()], lines, " ".join(["10"] * number))
    assert len(told(made, "fired")) == number
    if most:
        times = "1 time" if most == 1 else "2 times"
        assert whys(made) == [f"enemy B: fired at {times} already"]


@pytest.mark.parametrize(
    ("until", "marks", "does"),
    [
        ("engine", {"engine": "X"}, False),
        ("engine", {"engine": "D"}, True),
        ("pod 1", {"pod_1": "X"}, False),
        ("hunter", {"pod_1": "X"}, False),
        ("arsenal", {"pod_1": "X"}, True),
        ("destroyed", {"engine": "X"}, True),
    ],
)
def test_until_a_part_is_destroyed(until: str, marks: Mapping[str, str], does: bool) -> None:
    made = fight(
        [a(), marked(b(), **marks)],
        [line("burster", aims(BURST, until=until))],
        "10" if does else "",
    )
    assert bool(told(made, "fired")) is does


@pytest.mark.parametrize("revealed", [False, True])
def test_of_an_enemy_only_what_was_told_is_known_to_be_destroyed(revealed: bool) -> None:
    way = aims(BURST, "2b1", until="engine")
    hidden = marked(craft(revealed=False, contact=1), engine="X")
    untold = replace(hidden, revealed=revealed)
    assert told(fight([a(), untold], [line("burster", way)], "10"), "fired")
    heard = marked(craft(revealed=True), engine="X")
    assert not told(fight([a(), heard], [line("burster", way)]), "fired")


def test_dormant_units_neither_fire_nor_are_fired_at() -> None:
    lines = [line("burster", aims(BURST))]
    assert not told(fight([a(), b(dormant=True)], lines), "fired")
    assert fight([a(dormant=True), b()], lines).events == []


def test_a_reason_is_told_once() -> None:
    made = fight(
        [a(ARSENAL), b()],
        [
            line("pod 1", aims(BURST, "2b", most=1), at=4),
            line("pod 1", aims(P_BURST, most=1), at=5),
        ],
        "10",
    )
    assert len(told(made, "fired")) == 1
    assert len(whys(made)) == 2  # one for each line
    lines = [line("pod 1", aims(BURST, "2z"), at=4), line("pod 1", aims(BURST), at=5)]
    made = fight([a(ARSENAL), b(), craft("Z", status="left")], lines, "10 10")
    assert len(told(made, "fired")) == 2
    assert len(whys(made)) == 1


# --- holding fire ---------------------------------------------------------------------------


@pytest.mark.parametrize(("near", "does"), [(4, True), (3, False)])
def test_hold_fire_until(near: int, does: bool) -> None:
    hold = (HoldLine(ref(), when("range", unit="2b", op="<=", number=near)),)
    made = fight([a(), b()], [line("burster", aims(BURST))], "10" if does else "", hold=hold)
    assert bool(told(made, "fired")) is does
    # What was ordered was done: nothing failed.
    assert whys(made) == []
    assert [event.facts["why"] for event in told(made, "fire_held")] == (
        [] if does else ["range 4 where <= 3 was asked"]
    )


def test_a_unit_that_holds_its_fire_says_so_without_lines_of_fire() -> None:
    hold = (HoldLine(ref(3), when("docked")),)
    (held,) = told(fight([a(), b()], hold=hold), "fire_held")
    assert (held.facts, held.order) == ({"unit": "1a", "why": ""}, hold[0].ref)
    assert held.shown_to("bea") is None


# --- battle communications ------------------------------------------------------------------


def test_an_extra_fire_by_its_own_line() -> None:
    lines = [line("pod 1", aims(BURST)), line("extra", aims(P_BARRAGE), source="pod 1", at=2)]
    made = fight([a(HEAVY, COMM), b()], lines, "10 10")
    assert fired(made) == ["pod 1: laser burst at 2b", "pod 1: particle barrage at 2b"]
    assert [event.facts["extra"] for event in told(made, "fired")] == [False, True]
    assert made.state.unit("1a").use.fires == {"pod 1": 1, "extra": 1}
    gone = marked(a(HEAVY, COMM), pod_1="X")
    made = fight([gone, b()], lines)
    assert whys(made) == ["pod 1 is destroyed", "pod 1 is destroyed"]


def test_an_extra_fire_from_the_burster_is_of_its_class() -> None:
    flute = ship(1, "A", "flute", "A0909", 12, 2, pods=(COMM,))
    lines = [line("extra", aims(BARRAGE), aims(BURST), source="burster")]
    assert fired(fight([flute, b()], lines, "10")) == ["burster: laser burst at 2b"]


def test_an_extra_fire_without_an_item_comes_from_the_best() -> None:
    # With two battle communications, both undamaged, all fire the same; without a line the
    # last fire is repeated.
    made = fight([a(HEAVY, COMM), b()], [line("extra", aims(P_BURST))], "10")
    assert fired(made) == ["pod 1: particle burst at 2b"]
    made = fight([a(HEAVY, COMM), b()], [line("extra", aims(BURST))], "10")
    assert fired(made) == ["burster: laser burst at 2b"]


def test_extra_fires_without_a_line_repeat_the_last_fire() -> None:
    lines = [line("burster", aims(BARRAGE)), line("pod 1", aims(P_BURST))]
    made = fight([a(HEAVY, COMM, COMM), b()], lines, "10 10 10 10")
    assert fired(made)[2:] == ["pod 1: particle burst at 2b"] * 2
    assert len(told(fight([a(HEAVY), b()], lines, "10 10"), "fired")) == 2


def test_nothing_is_repeated_where_nothing_was_fired_or_can_be() -> None:
    lines = [line("burster", aims(BURST, "2z"))]
    made = fight([a(COMM), b(), craft("Z", status="left")], lines)
    assert told(made, "fired") == []
    assert len(whys(made)) == 1
    lines = [line("burster", aims(BURST, most=1))]
    made = fight([a(COMM), b()], lines, "10")
    assert len(told(made, "fired")) == 1
    assert told(made, "not_done")[0].facts["written"] == "extra fire: laser burst at enemy B"


# --- the phase ------------------------------------------------------------------------------


def test_units_fire_by_letter_or_as_the_move_order_says() -> None:
    other = replace(a(), id="1c", designation="C")
    lines = (line("burster", aims(BURST)),)
    units = {name: UnitOrders(name, fire=lines) for name in ("1a", "1c")}
    made = fight([other, a(), b()], faces="10 10", orders={"ann": Orders("ann", units)})
    assert [event.facts["by"] for event in told(made, "fired")] == ["1a", "1c"]
    order = MoveOrder(ref(), ("1c",))
    given = Orders("ann", units, move_order=order)
    made = fight([a(), other, b()], faces="10 10", orders={"ann": given})
    assert [event.facts["by"] for event in told(made, "fired")] == ["1c", "1a"]


def test_the_dice_are_named_for_item_count_and_target() -> None:
    made = fight([a(ARSENAL), b()], [line("pod 1", aims(BURST))], "5 4 10")
    names = [roll.name for event in made.events for roll in event.rolls]
    assert names == [
        "1.fire/fire/1a/pod 1/1/2b",
        "1.fire/hit/1a/pod 1/1/2b",
        "1.fire/fire/1a/pod 1/2/2b",
    ]


@pytest.mark.parametrize(("reading", "shown"), [("yes", True), ("no", False)])
def test_a_battlecraft_that_fires_shows_itself(reading: str, shown: bool) -> None:
    hidden = ship(1, "A1", "terwillicker_x", "A0909", 12, 2, revealed=False, contact=1)
    orders = {"ann": [UnitOrders("1a1", fire=(line("burster", aims(BURST)),))]}
    made = fight([hidden, b()], faces="10", options={"reveal.on_fire": reading}, orders=orders)
    assert made.state.unit("1a1").revealed is shown
    assert len(told(made, "detected")) == shown
    assert only_fire(made).shown_to("bea") is not None


def test_a_battlecraft_that_holds_fire_stays_hidden() -> None:
    hidden = ship(1, "A1", "terwillicker_x", "A0909", 12, 2, revealed=False, contact=1)
    orders = {"ann": [UnitOrders("1a1", fire=(line("burster", aims(BURST, "2z")),))]}
    made = fight([hidden, b(), craft("Z", status="left")], orders=orders)
    assert not made.state.unit("1a1").revealed


def test_where_directions_are_hidden_the_sum_is_too() -> None:
    options = {"contacts.direction": "hidden"}
    hidden = craft(revealed=False, contact=1)
    lines = [line("burster", aims(BURST, "2b1"))]
    facts = only_fire(fight([a(), hidden], lines, "10", options)).shown_to("ann")
    assert facts is not None
    assert "relative" not in facts["facts"] and "terms" not in facts
    assert facts["facts"]["chance"] == "6"
    event = only_fire(fight([a(), hidden], lines, "10", options))
    assert "relative" in event.shown_to("bea")["facts"]  # type: ignore[index]
    event = only_fire(fight([a(), replace(hidden, revealed=True)], lines, "10", options))
    assert "relative" in event.shown_to("ann")["facts"]  # type: ignore[index]


def test_the_phase_stops_when_the_game_is_decided() -> None:
    victim = marked(craft(), bridge="X", engine="D")
    victory = (Victory("1", "destroyed", "It is gone.", ("2b1",)),)
    with pytest.raises(Decided):
        fight(
            [a(), victim], [line("burster", aims(BURST, "2b1"))], "1 2", table={"victory": victory}
        )


def test_a_unit_lost_in_the_phase_does_not_fire() -> None:
    # What A launches into A0908 wakes the enemy missile there, which goes for the MIMS on its
    # own course: Civ Level 8 at relative velocity 0, automatic.
    mims = shot(1, "31", "mims", "A0908", 12, 2)
    enemy = shot(2, "05", "intelligent", "A0908", 12, 2, contact=1)
    way = MissileLaunch("unguided", bearing=Direction(12), direction=Direction(12), speed=1)
    orders = {
        "ann": [
            UnitOrders("1a", fire=(line("pod 1", way),)),
            UnitOrders("131", release=(ReleaseLine(ref()),)),
        ]
    }
    made = fight([a(HEAVY), mims, enemy], faces="10", orders=orders)
    assert made.state.unit("131").status == "destroyed"
    assert told(made, "released") == []


# --- missiles -------------------------------------------------------------------------------


def test_a_launch_takes_a_fire_of_its_pod() -> None:
    lines = [line("pod 1", MissileLaunch("unguided")), line("pod 1", aims(BURST), at=2)]
    made = fight([a(HEAVY), b()], lines)
    assert len(told(made, "launched")) == 1
    assert told(made, "fired") == []
    assert made.state.unit("1a").use.fires == {"pod 1": 1}
    assert made.state.unit("1a").pods[0].stock["unguided"] == 5


def test_a_launch_line_that_has_launched_all_there_was_is_no_failure() -> None:
    full = a(ARSENAL)
    for left, launches, end in ((2, 2, []), (1, 1, [1]), (0, 0, [])):
        pod = full.pods[0]
        stock = {**pod.stock, "unguided": left}
        made = fight(
            [full.with_part(replace(pod, stock=stock)), b()],
            [line("pod 1", MissileLaunch("unguided"))],
        )
        assert len(told(made, "launched")) == launches
        assert [event.facts["number"] for event in told(made, "launches_made")] == end
        # Only a line that launched nothing at all was not carried out.
        assert whys(made) == (["pod 1 has no unguided missile left"] if not left else [])


def test_no_more_launches_are_told_once() -> None:
    ship_of = a(HEAVY, COMM, COMM, COMM, klass="flute")
    one = replace(ship_of.pods[0], stock={"unguided": 1})
    lines = [
        line("extra", MissileLaunch("unguided"), source="pod 1"),
        line("extra", aims(BURST), source="pod 1", at=2),
    ]
    made = fight([ship_of.with_part(one), b()], lines, "10 10")
    assert [len(told(made, kind)) for kind in ("launched", "fired")] == [1, 2]
    assert [event.facts["number"] for event in told(made, "launches_made")] == [1]
    assert whys(made) == []


def test_a_launch_that_cannot_be_done_leaves_the_fire_to_the_next_way() -> None:
    lines = [line("pod 1", MissileLaunch("guided", prepared=True), aims(BURST))]
    made = fight([a(HEAVY), b()], lines, "10")
    assert fired(made) == ["pod 1: laser burst at 2b"]
    (event,) = told(made, "not_done")
    assert (event.facts["what"], event.facts["written"]) == ("launch", "launch guided prepared")
    unprepared = [line("pod 1", MissileLaunch("guided"))]
    assert told(fight([a(HEAVY), b()], unprepared), "not_done")[0].facts["what"] == "launch"
    both = fight([a(HEAVY), b()], [line("pod 1", MissileLaunch("guided"), aims(BURST))], "10")
    assert told(both, "not_done")[0].facts["written"] == "launch guided"


def test_a_launch_by_condition() -> None:
    for near, does in ((4, True), (3, False)):
        condition = when("range", unit="2b", op="<=", number=near)
        plain = MissileLaunch("unguided")
        for one in (
            line("pod 1", plain, condition=condition),
            line("pod 1", replace(plain, condition=condition)),
        ):
            made = fight([a(HEAVY), b()], [one])
            assert len(told(made, "launched")) == does
            unmet = ["its condition did not hold: range 4 where <= 3 was asked"]
            assert whys(made) == ([] if does else unmet)


def test_only_weapon_pods_launch() -> None:
    made = fight([a(HEAVY), b()], [line("burster", MissileLaunch("unguided"))])
    assert whys(made) == ["only a weapon pod launches missiles"]
    extra = [line("extra", MissileLaunch("unguided"), source="pod 2")]
    assert whys(fight([a(HEAVY, COMM), b()], extra)) == ["only a weapon pod launches missiles"]


def test_an_extra_launch_from_the_first_pod_that_can() -> None:
    unit = marked(a(HEAVY, COMM, HEAVY), pod_1="D")
    emptied = unit.with_part(replace(unit.pods[0], stock={}))
    made = fight([emptied, b()], [line("extra", MissileLaunch("unguided"))])
    assert len(told(made, "launched")) == 1
    assert made.state.unit("1a").pods[2].stock["unguided"] == 5
    assert made.state.unit("1a").use.fires == {"extra": 1}


def test_a_mims_is_asked_in_its_turn_once() -> None:
    mims = shot(1, "31", "mims", "A0909", 12, 2)
    release = ReleaseLine(ref())
    orders = {"ann": [UnitOrders("131", release=(release,))]}
    made = fight([mims, b()], orders=orders)
    assert len(told(made, "released")) == 1
    again = fight([replace(mims, released=True), b()], orders=orders)
    assert told(again, "released") == []
    guided = fight([shot(1, "03", "guided", "A0909", 12, 2), b()], orders=orders)
    assert guided.events == []


def test_use_of_the_phase_is_counted_on_the_unit() -> None:
    unit = a(HEAVY, use=Use(commands=2))
    made = fight([unit, b()], [line("pod 1", aims(BURST))], "10")
    assert made.state.unit("1a").use == Use(commands=2, fires={"pod 1": 1})


@pytest.mark.parametrize("die", ["1", "3", "4", "10"])
@pytest.mark.parametrize("direction", ["shown", "hidden"])
def test_fire_at_a_contact_tells_nothing_of_what_it_is(die: str, direction: str) -> None:
    worlds: list[Unit] = [
        craft("05", revealed=False, contact=3),
        shot(2, "05", "guided", "A0907", 12, 2, contact=3),
        shot(2, "05", "mims", "A0907", 12, 2, contact=3),
    ]
    lines = [line("burster", aims(BARRAGE, "any contact", until="engine"))]
    seen = []
    for unit in worlds:
        made = fight([a(), unit], lines, f"2 {die}", {"contacts.direction": direction})
        seen.append([event.shown_to("ann") for event in made.events])
    assert seen[0] == seen[1] == seen[2]
    assert len(seen[0]) == 3
