"""What is understood but not allowed: both sides of each edge, and what becomes of the line."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.types import Reading
from pbm.games.deltavee.orders.orders import Orders
from pbm.games.deltavee.orders.sheet import read
from pbm.games.deltavee.state.units import (
    ABOARD,
    DESTROYED,
    IN_PLAY,
    JUMPING,
    PREPARING,
    RESERVE,
    Part,
)
from pbm.games.deltavee.view.record import View
from pbm.kit.problems import Severity, render_all
from tests.games.deltavee.builders import DEFAULTS
from tests.games.deltavee.orders.test_reading_forms import canonical, invalid
from tests.games.deltavee.sheet_table import known, read_body, sheet_of, table


def rules(reading: Reading) -> list[str]:
    return [p.rule for p in reading.problems if p.severity is Severity.ILLEGAL]


def warnings(reading: Reading) -> list[str]:
    return [p.fault for p in reading.problems if p.severity is Severity.WARNING]


def hit(unit: str, part: str, status: str) -> tuple[Part, ...]:
    """The parts of a unit of Ann's with one of them hit."""
    parts = table().unit(unit).parts
    assert any(one.name == part for one in parts)
    return tuple(replace(one, status=status) if one.name == part else one for one in parts)


# --- Maneuver Commands: the Sword A has Maneuver Rating 8, Velocity Rating 3, velocity 3 --------


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("right 5", ""),
        ("right 6", "5 of 6 can be done, then it has had its 5 Maneuver Commands"),
        ("accelerate 3", ""),
        ("accelerate 4", "3 of 4 can be done, then its Velocity Rating is 3"),
        ("decelerate 3", ""),
        ("decelerate 4", "3 of 4 can be done, then its Velocity Rating is 3"),
        ("decelerate to 0", ""),
        ("decelerate to 3", "its velocity is 3"),
        ("accelerate to 4", ""),
        ("accelerate, decelerate, accelerate", ""),
        ("accelerate, decelerate, accelerate, decelerate", "its Velocity Rating is 3"),
        ("weave 2", ""),
        ("weave 2, weave 4", "it has woven in this phase"),
        ("weave 2, right 4", ""),
        ("weave 2, right 5", "4 of 5 can be done, then it has had its 5 Maneuver Commands"),
        ("right 5, weave 2", "it has had its 5 Maneuver Commands"),
        ("chase A", ""),
        ("right 5, chase A", "it has had its 5 Maneuver Commands"),
        ("prepare jump", "it has no jump pod that works"),
        ("abort jump", "it carries no Prepare Jump marker"),
    ],
)
def test_maneuver_commands_are_counted(line: str, why: str) -> None:
    reading = read_body(f"SHIP A\n  command {line}")
    assert [p.reason for p in reading.problems] == ([f"{why[:1].upper()}{why[1:]}"] if why else [])
    assert rules(reading) == (["DV 7.1"] if why else [])
    assert len(canonical(reading, "1a")) == 1  # the run carries out what of it is allowed


@pytest.mark.parametrize(
    ("fields", "line", "why"),
    [
        ({"velocity": 9}, "accelerate", "9 is the greatest velocity"),
        ({"velocity": 7}, "accelerate", ""),
        ({"velocity": 0}, "decelerate", "its velocity is 0"),
        ({"velocity": 8}, "right", "one Accelerate or Decelerate only"),
        ({"velocity": 7}, "right", ""),
        ({"field_up": True}, "right", "its force field is active"),
        ({"field_up": True}, "chase A", "its force field is active"),
        ({"jump": PREPARING}, "right", "it carries a jump marker"),
        ({"parts": hit("1a", "engine", "X")}, "right", "its engine is destroyed"),
        ({"parts": hit("1a", "engine", "D")}, "right", ""),
        ({"parts": hit("1a", "bridge", "D")}, "weave 2", "its bridge is damaged"),
        ({"parts": hit("1a", "bridge", "V")}, "weave 2", ""),
        ({"spent": 72}, "right 2", ""),
        (
            {"spent": 73},
            "right 2",
            "1 of 2 can be done, then it takes 6 energy units, of which 5 are left",
        ),
        ({"spent": 73}, "weave 2", "it takes 6 energy units, of which 5 are left"),
        ({"spent": 73}, "right", ""),
    ],
)
def test_the_state_of_a_ship_limits_its_commands(
    fields: dict[str, Any], line: str, why: str
) -> None:
    reading = read_body(f"SHIP A\n  command {line}", A=fields)
    assert rules(reading) == (["DV 7.1"] if why else [])
    assert why.casefold() in render_all(reading.problems).casefold()


def test_commands_of_several_lines_add_up() -> None:
    reading = read_body("SHIP A\n  command right 3\n  command left 2\n  command left")
    assert [p.span.line for p in reading.problems if p.span] == [5]
    one = read_body("SHIP A\n  command right 3\n  command if docked: left 2\n  command left 2")
    assert not one.problems
    two = read_body("SHIP A\n  command right 3\n  command if docked: left 3")
    (problem,) = two.problems
    assert problem.outcome.startswith("If its condition holds, and unless that changes")


def test_a_field_that_is_lowered_first_does_not_matter() -> None:
    up = {"field_up": True}
    assert not rules(read_body("SHIP A\n  battle field off\n  command right", A=up))
    assert rules(read_body("SHIP A\n  command right\n  battle field off", A=up))
    assert rules(read_body("SHIP A\n  battle if docked: field off\n  command right", A=up))
    assert rules(read_body("SHIP A\n  battle field off if docked\n  command right", A=up))
    assert rules(read_body("SHIP A\n  battle field on\n  command right"))
    assert not rules(read_body("SHIP A\n  battle search\n  command right"))


@pytest.mark.parametrize(
    ("fields", "line", "why"),
    [
        ({}, "prepare jump", ""),
        ({}, "jump", "the jump was not prepared in its last Command Phase"),
        ({}, "prepare jump, right", "it carries a jump marker"),
        ({}, "right, prepare jump", ""),
        ({}, "right 3, prepare jump", ""),
        ({}, "right 4, prepare jump", "it has had its 4 Maneuver Commands"),
        ({"jump": PREPARING}, "jump", ""),
        ({"jump": PREPARING}, "jump if on B, else abort", ""),
        ({"jump": PREPARING}, "abort jump", ""),
        ({"jump": PREPARING}, "prepare jump", "it carries a jump marker"),
        ({"jump": JUMPING}, "jump", "it carries a Jump marker"),
        ({"parts": hit("1b", "pod 2", "D")}, "prepare jump", "it has no jump pod that works"),
    ],
)
def test_jumps_are_checked(fields: dict[str, Any], line: str, why: str) -> None:
    reading = read_body(f"SHIP B\n  command {line}", B=fields)
    assert bool(rules(reading)) == bool(why)
    assert why.casefold() in render_all(reading.problems).casefold()


def test_a_jump_may_be_free_of_the_allowance() -> None:
    body = "SHIP B\n  command right 4, prepare jump"
    assert rules(read_body(body))
    assert not rules(read_body(body, options={"jump.needs_maneuver_allowance": "no"}))


def test_units_that_are_docked_or_not_in_play_are_not_reckoned() -> None:
    body = "BATTLECRAFT A1\n  command right 12"
    assert not rules(read_body(body))
    assert rules(read_body(body, A1={"status": IN_PLAY}))
    docked = known()
    for unit in docked["units"]:
        if unit["id"] == "1a":
            unit["docked_with"] = "1b"
    assert not rules(read(sheet_of("SHIP A\n  command right 12"), View.read(docked), DEFAULTS))


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("planet decelerate 2", ""),
        ("planet decelerate 3", "at a planet its velocity may not fall below 1"),
        ("planet right 5", ""),
        ("planet right 6", "it has had its 5 Maneuver Commands"),
        ("planet if docked: right 6", "it has had its 5 Maneuver Commands"),
    ],
)
def test_orders_for_a_planet_are_checked(line: str, why: str) -> None:
    reading = read_body(f"SHIP A\n  {line}")
    assert rules(reading) == (["DV 6.5"] if why else [])
    assert why.casefold() in render_all(reading.problems).casefold()
    assert len(canonical(reading, "1a")) == 1


def test_orders_for_a_planet_add_up() -> None:
    assert rules(read_body("SHIP A\n  planet right 5\n  planet right")) == ["DV 6.5"]
    assert not rules(read_body("SHIP A\n  planet if docked: right 5\n  planet right"))


def test_missiles_pay_for_each_command() -> None:
    # A guided missile of Civ Level 7 has 9 units, Maneuver Rating 5, Velocity Rating 2.
    body = "SHIP B\n  battle control 03\nMISSILE 03\n  command right 2"
    assert not read_body(body, B_03={"spent": 7}).problems
    assert rules(read_body(body, B_03={"spent": 8})) == ["DV 7.1"]


def test_a_guided_missile_needs_its_ship() -> None:
    body = "MISSILE 03\n  command right"
    assert warnings(read_body(body)) == ["nothing on this sheet controls missile B-03"]
    assert not read_body(f"{body}\nSHIP B\n  battle control 03").problems
    controlled = read_body(f"SHIP B\n  battle if docked: control 3 if docked\n{body}")
    assert not controlled.problems
    assert not warnings(read_body("MISSILE 03\n  intercept always"))
    assert not warnings(read_body("MISSILE 06\n  command right"))


# --- Battle Commands ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("prepare guided from 1", ""),
        ("prepare guided", ""),
        ("prepare guided from 2", "DV 7.4"),
        ("prepare guided from 9", "DV 7.4"),
        ("prepare A1", ""),
        ("prepare A2", "DV 7.4 "),
        ("prepare B1", "DV 7.4"),
        ("launch A2 speed +1", ""),
        ("launch A2 speed -1", ""),
        ("launch A2 speed +2", "DV 7.4"),
        ("launch A1", "DV 7.4"),
        ("launch B1", "DV 7.4"),
        ("control 07", ""),
        ("control 03", "DV 7.4"),
        ("control 06", "DV 7.4"),
        ("field on", ""),
        ("field off", ""),
        ("tractor B: decelerate", ""),
        ("tractor from 3 B: left", ""),
        ("tractor from 2 B: left", "DV 5.6"),
        ("refuel A1 15", ""),
        ("refuel A1 16", "DV 10.4"),
        ("refuel A2 15", ""),
        ("refuel B1", "DV 10.4"),
        ("dock with B1", ""),
        ("undock", ""),
        ("active search", ""),
    ],
)
def test_battle_commands_are_checked(line: str, rule: str) -> None:
    if rule.endswith(" "):  # prepared already: the run says so, since it may change until then
        rule = ""
    reading = read_body(f"SHIP A\n  battle {line}")
    assert rules(reading) == ([rule] if rule else [])
    assert bool(canonical(reading, "1a")) == (not rule)


@pytest.mark.parametrize("beam", ["decelerate 2", "weave 2, left", "left, right"])
def test_a_beam_issues_as_many_commands_as_it_can(beam: str) -> None:
    reading = read_body(f"SHIP A\n  battle tractor B: {beam}")
    assert rules(reading) == ["DV 5.6"]
    assert canonical(reading, "1a") == [f"battle tractor B: {beam}"]
    parts = tuple(
        replace(one, civ=8) if one.name == "pod 3" else one for one in table().unit("1a").parts
    )
    assert not read_body(f"SHIP A\n  battle tractor B: {beam}", A={"parts": parts}).problems


def test_only_the_command_that_cannot_be_is_left_out() -> None:
    reading = read_body("SHIP A\n  battle prepare guided from 2; active search; launch A1")
    assert canonical(reading, "1a") == ["battle active search"]
    assert [p.fault for p in reading.problems] == [
        "A cannot do this: prepare guided from 2",
        "A cannot do this: launch A1",
    ]
    assert [p.reason for p in reading.problems] == [
        "Pod 2 is not a weapon pod",
        "A1 was not prepared in an earlier Command Phase",
    ]


@pytest.mark.parametrize(
    ("fields", "line", "kept"),
    [
        ({"A": {"parts": hit("1a", "pod 1", "D")}}, "prepare guided", False),
        ({"A": {"parts": hit("1a", "pod 1", "V")}}, "prepare guided", True),
        ({"A": {"parts": hit("1a", "pod 1", "D")}}, "control 07", False),
        ({"A": {"parts": hit("1a", "pod 3", "D")}}, "tractor B: left", False),
        ({"A": {"parts": hit("1a", "pod 4", "D")}}, "prepare A1", False),
        ({"A": {"parts": hit("1a", "force field", "D")}}, "field on", True),
        ({"A": {"parts": hit("1a", "force field", "X")}}, "field on", False),
        ({"A": {"field_up": True}}, "control 07", True),
        ({"A1": {"status": IN_PLAY}}, "refuel A1 5", True),
        ({"A1": {"status": IN_PLAY}}, "launch A1", False),
        ({"A1": {"status": DESTROYED}}, "refuel A1 5", False),
    ],
)
def test_the_state_of_things_limits_battle_commands(
    fields: dict[str, Any], line: str, kept: bool
) -> None:
    reading = read_body(f"SHIP A\n  battle {line}", **fields)
    assert bool(canonical(reading, "1a")) == kept
    assert bool(rules(reading)) == (not kept)


def test_a_ship_without_a_field_raises_none() -> None:
    parts = tuple(part for part in table().unit("1a").parts if part.kind != "force field")
    reading = read_body("SHIP A\n  battle field on\n  field try\n  field never", A={"parts": parts})
    assert rules(reading) == ["DV 4.6", "DV 4.6"]
    assert canonical(reading, "1a") == ["field never"]


def test_a_ship_without_battle_commands_is_warned() -> None:
    none = {"parts": hit("1b", "pod 1", "X")}
    body = "SHIP B\n  battle active search"
    assert not warnings(read_body(body))
    assert warnings(read_body(body, B=none)) == ["the pods of B give no Battle Command"]
    basic = {"basic_battle_command": "battlecraft"}
    assert not warnings(read_body(body, options=basic, B=none))
    undock = "SHIP B\n  battle undock"
    assert warnings(read_body(undock, B=none))
    assert not warnings(read_body(undock, options={"undock": "free"}, B=none))


# --- fire -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ship", "line", "rule"),
    [
        ("A", "fire burster: laser barrage at A", ""),
        ("A", "fire burster: particle burst at A", "DV 8.1"),
        ("A", "fire burster: launch guided", "DV 9.2"),
        ("A", "pod 1: particle barrage at A", ""),
        ("A", "pod 2: laser burst at A", "DV 8.1"),
        ("A", "pod 9: laser burst at A", "DV 8.1"),
        ("A", "extra: particle barrage at A", ""),
        ("A", "extra from burster: particle barrage at A", "DV 8.1"),
        ("A", "extra from burster: laser barrage at A", ""),
        ("A", "extra from burster: launch guided", "DV 9.2"),
        ("A", "extra from 2: laser burst at A", "DV 8.1"),
        ("B", "extra: laser burst at A", "DV 8.1"),
        ("A", "pod 1: launch guided speed +1", ""),
        ("A", "pod 1: launch guided speed +2", "DV 9.2"),
        ("A", "pod 1: launch guided speed -2", "DV 9.2"),
        ("A", "extra: launch mims", ""),
        ("A", "extra from 1: launch mims", ""),
        ("B", "pod 1: launch mims", "DV 9.2"),
        ("B", "pod 1: launch guided", ""),
        ("B", "pod 2: launch guided", "DV 8.1"),
    ],
)
def test_fire_is_checked(ship: str, line: str, rule: str) -> None:
    reading = read_body(f"SHIP {ship}\n  {line}")
    assert rules(reading) == ([rule] if rule else [])
    assert bool(canonical(reading, f"1{ship.lower()}")) == (not rule)


def test_a_class_1_burster_and_a_damaged_pod_fire_bursts_only() -> None:
    body = "SHIP A\n  pod 1: {} at A"
    damaged = {"parts": hit("1a", "pod 1", "D")}
    assert not rules(read_body(body.format("particle burst"), A=damaged))
    assert rules(read_body(body.format("particle barrage"), A=damaged)) == ["DV 8.1"]
    assert rules(read_body("SHIP A\n  pod 1: launch guided", A=damaged)) == ["DV 9.2"]
    gone = {"parts": hit("1a", "pod 1", "X")}
    assert rules(read_body(body.format("laser burst"), A=gone)) == ["DV 8.1"]
    craft = "BATTLECRAFT B1\n  fire {} at A"
    assert not rules(read_body(craft.format("laser burst")))
    assert rules(read_body(craft.format("laser barrage"))) == ["DV 8.1"]


def test_a_battlecraft_has_no_pods() -> None:
    assert rules(read_body("BATTLECRAFT B1\n  pod 1: laser burst at A")) == ["DV 8.1"]
    assert rules(read_body("ALL BATTLECRAFT\n  extra: laser burst at A")) == ["DV 8.1"]


def test_only_the_way_that_cannot_be_is_left_out() -> None:
    reading = read_body(
        "SHIP A\n  fire burster: particle burst at A, else laser burst at A, else launch mims"
    )
    assert canonical(reading, "1a") == ["fire burster: laser burst at A"]
    assert rules(reading) == ["DV 8.1", "DV 9.2"]


def test_pods_that_are_empty_launch_nothing() -> None:
    pod = table().unit("1b").parts
    empty = tuple(
        replace(one, stock={**one.stock, "guided": 0}) if one.box == 1 else one for one in pod
    )
    body = "SHIP B\n  pod 1: launch guided prepared"
    assert rules(read_body(body, B={"parts": empty})) == ["DV 9.2"]
    assert not rules(read_body("SHIP B\n  pod 1: launch unguided", B={"parts": empty}))
    # One that is prepared already is no longer in the pod.
    atop = {"status": "prepared"}
    assert not rules(read_body(body, B={"parts": empty}, B_03=atop))
    no_pods = tuple(one for one in table().unit("1c").parts if one.kind in ("engine", "bridge"))
    comm = table().unit("1a").part("pod 2")
    assert comm is not None
    reading = read_body("SHIP C\n  extra: launch mims", C={"parts": (*no_pods, comm)})
    assert [p.reason for p in reading.problems] == ["It has no weapon pod"]


@pytest.mark.parametrize(
    ("targets", "said"),
    [
        ("A > C", ["enemy C (Dagger) is out of play"]),
        ("C", ["enemy C (Dagger) is out of play", "this line has no target left"]),
        ("contact 8", ["contact 8 is out of play", "this line has no target left"]),
        ("contact 7", []),
        ("contact 8 > any", ["contact 8 is out of play"]),
    ],
)
def test_targets_that_are_gone_are_told(targets: str, said: list[str]) -> None:
    reading = read_body(f"SHIP A\n  fire burster: laser burst at {targets}")
    assert sorted(p.fault for p in reading.problems) == sorted(said)
    assert len(canonical(reading, "1a")) == 1


def test_a_target_counts_once() -> None:
    reading = read_body("SHIP A\n  fire burster: laser burst at A > B > Minky; chase A > Minky")
    assert canonical(reading, "1a") == ["command chase A", "fire burster: laser burst at A > B"]


def test_parts_a_ship_has_not_got_are_not_spared() -> None:
    reading = read_body("SHIP A\n  own hits pod 9, pod 1, tractor beam, any, weapon pods, arsenal")
    assert [p.fault for p in reading.problems] == ["A has no pod 9, arsenal"]
    assert canonical(reading, "1a") == ["own hits pod 1, tractor beam, any, weapon pods"]
    assert not read_body("ALL SHIPS\n  own hits arsenal").problems
    assert not read_body("SHIP A\n  hits arsenal").problems


# --- which units a line is for -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "line", "rule"),
    [
        ("BATTLECRAFT B1", "battle active search", "DV 7.3"),
        ("MISSILE 04", "command right", "DV 7.1"),
        ("ALL UNGUIDED", "command right", "DV 7.1"),
        ("ALL MISSILES", "command right", ""),
        ("MISSILE 06", "fire laser burst at A", "DV 8.0"),
        ("MISSILE 06", "own hits bridge", "DV 8.7"),
        ("MISSILE 06", "hits bridge", ""),
        ("MISSILE 06", "hold fire until docked", "DV 8.0"),
        ("MISSILE 06", "energy floor 3", "DV 8.2"),
        ("BATTLECRAFT B1", "field try", "DV 4.6"),
        ("SHIP A", "intercept always", "DV 9.6"),
        ("ALL GUIDED", "intercept always", ""),
        ("MISSILE 06", "planet right", "DV 6.5"),
        ("MISSILE 06", "orbit stay", "DV 6.5"),
        ("BATTLECRAFT B1", "orbit stay", ""),
        ("MISSILE 06", "release fan", "DV 9.9"),
        ("ALL GUIDED", "release fan", "DV 9.9"),
        ("ALL MIMS", "release fan", ""),
        ("ALL MISSILES", "release fan", ""),
        ("ALL SHIPS", "battle active search", ""),
        ("ALL SHIPS", "field try", ""),
    ],
)
def test_a_line_is_for_units_that_have_a_use_for_it(header: str, line: str, rule: str) -> None:
    reading = read_body(f"{header}\n  {line}")
    assert rules(reading) == ([rule] if rule else [])
    orders: Orders = reading.commands
    assert bool(orders.units or orders.all) == (not rule)


def test_only_missiles_of_the_highest_civ_level_decline() -> None:
    for line in ("never", "chance >= 5", "not B", "only B"):
        assert rules(read_body(f"MISSILE 06\n  intercept {line}")) == ["DV 9.6"]
        assert not rules(read_body(f"MISSILE 05\n  intercept {line}"))
    assert not rules(read_body("MISSILE 06\n  intercept always, first B"))
    both = read_body("MISSILE 06\n  intercept not A, first B")
    assert [p.outcome for p in both.problems] == ["Of this line only what it prefers will count"]


def test_a_line_for_all_is_wrong_only_if_it_is_wrong_for_each() -> None:
    assert not read_body("ALL SHIPS\n  pod 1: launch mims").problems
    reading = read_body("ALL SHIPS\n  pod 9: laser burst at A")
    assert [p.fault for p in reading.problems] == ["no ship of yours can carry out this line"]
    assert [p.reason for p in reading.problems] == ["A makes no fire by pod 9"]
    assert not read_body("ALL INTELLIGENT\n  intercept never").problems
    reading = read_body("ALL SHIPS\n  fire burster: particle burst at A")
    assert rules(reading) == ["DV 8.1"]
    assert not reading.commands.all


# --- lines together -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "warned"),
    [
        (("field try", "field never"), True),
        (("field try if docked", "field never"), False),
        (("orbit stay", "orbit leave"), True),
        (("orbit if docked: stay", "orbit leave"), False),
        (("command right", "command else left"), True),
        (("command if docked: right", "command else left"), False),
        (("command else right", "command else left"), True),
        (("command right", "command left"), False),
        (("battle search", "battle else field on"), True),
        (("battle search", "command else left"), False),
        (("planet right", "planet else left"), True),
        (("command if docked: right", "command else left", "command else left 2"), True),
    ],
)
def test_a_line_that_never_counts_is_told(lines: tuple[str, ...], warned: bool) -> None:
    reading = read_body("\n  ".join(["SHIP A", *lines]))
    found = [problem for problem in reading.problems if "never counts" in problem.fault]
    assert bool(found) == warned
    assert not warned or (found[-1].span is not None and found[-1].span.line == len(lines) + 2)


def test_a_line_that_never_counts_is_told_of_all_lines_too() -> None:
    assert warnings(read_body("ALL MIMS\n  release fan\n  release keep")) == [
        "this release line of all mims never counts"
    ]
    assert not warnings(read_body("ALL MIMS\n  release if docked: fan\n  release keep"))


# --- set-up -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("at A0909", ""),
        ("at A0911", ""),
        ("at A0912", "DV PBM"),
        ("place dir 4", ""),
        ("place dir 5", "DV PBM"),
        ("place velocity 3", ""),
        ("place velocity 4", "DV PBM"),
        ("place velocity 0", "DV PBM"),
        ("pods 5 heavy weapon", ""),
        ("pods 6 heavy weapon", "DV 10.1"),
        ("pods 1-2 battlecraft", ""),
        ("pods 1-3 battlecraft", "DV 10.1"),
        ("pods 1 arsenal", "DV 10.1"),
    ],
)
def test_setting_up_is_checked(line: str, rule: str) -> None:
    reading = read_body(f"SHIP A\n  {line}", turn=0)
    assert rules(reading) == ([rule] if rule else [])


def test_what_is_not_free_stays() -> None:
    reading = read_body("SHIP B\n  pods 1 light weapon\nSHIP C\n  at A0909", turn=0)
    assert [p.fault for p in reading.problems] == [
        "the pods of B are not free to be arranged",
        "the place of C is not free to choose",
    ]
    assert not reading.commands.units
    reading = read_body("ALL SHIPS\n  at A0909\n  pods 1 crew", turn=0)
    assert [p.fault for p in reading.problems] == [
        "a place line is for one ship",
        "a pods line is for one ship",
    ]
    reading = read_body("SHIP C\n  pods 1 crew", turn=0)
    assert rules(reading) == ["DV PBM"]


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [
        ("at A0909", "at A0909", "stand in different hexes, not both in A0909"),
        ("at A0909", "at A0910", ""),
        ("place dir 2", "place dir 4", "point the same way, not 2 and 4"),
        ("place dir 2", "place dir 2", ""),
        ("place dir 2", "at A0910", ""),
        ("place velocity 2", "place velocity 0", "have one velocity, not 2 and 0"),
        ("place velocity 2", "place velocity 2", ""),
    ],
)
def test_a_company_must_agree(a: str, b: str, said: str) -> None:
    reading = read_body(f"SHIP A\n  {a}\nSHIP B\n  {b}", turn=0)
    found = [p.fault for p in reading.problems]
    assert found == ([f"A and B must {said}"] if said else [])


def test_of_several_placings_the_last_counts() -> None:
    reading = read_body(
        "SHIP A\n  at A0909\n  at A0910\n  pods 1 heavy weapon\n  pods 2 heavy weapon", 0
    )
    assert warnings(reading) == [
        "there is more than one place line for A",
        "there is more than one pods line for A",
    ]


def test_each_kind_of_sheet_has_its_lines() -> None:
    reading = read_body("SHIP A\n  at A0909\n  pods 1 crew")
    assert [p.fault for p in reading.problems] == [
        "a place line belongs on a SETUP sheet",
        "a pods line belongs on a SETUP sheet",
    ]
    reading = read_body("SHIP A\n  intercept always\n  command right", turn=0)
    assert [p.fault for p in reading.problems] == [
        "an intercept line does not belong on a SETUP sheet",
        "a command line does not belong on a SETUP sheet",
    ]
    (problem,) = read(sheet_of("", "SETUP", "0"), View.read(known()), DEFAULTS).problems
    assert problem.fault == "this is a SETUP sheet"
    (problem,) = read(sheet_of("", "ORDERS", "0"), View.read(known(0)), DEFAULTS).problems
    assert problem.remedy == "Begin it with SETUP"


# --- names ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("command chase Q", '"Q" is not an enemy unit that you know of'),
        ("command chase Minki", '"Minki" is not an enemy unit that you know of'),
        ("command chase D", '"D" is not an enemy unit that you know of'),
        ("command chase contact 9", "there is no contact 9 that you know of"),
        ("command chase own Q", '"Q" is not a unit of your side'),
        ("battle control 99", "there is no missile 99 of yours"),
        ("battle control enemy A", '"A" is not a unit of your side'),
        ("battle prepare enemy A1", '"A1" is not a unit of your side'),
        ("battle dock with Q", '"Q" is not an enemy unit that you know of'),
        ("command weave to F0101", "F0101 is on none of the maps"),
        ("command weave to A1701", "A1701 is on none of the maps"),
        ("command weave away from hex A0018", "A0018 is on none of the maps"),
        ("command weave 3", "3 o'clock points to a corner, not to a hex"),
        ("command weave 13", "13 is not a direction"),
        ("pod 1: launch mims bearing 3", "3 o'clock points to a corner, not to a hex"),
        ("pod 1: launch mims dir 0", "0 is not a direction"),
        ("command right to 2", "right takes a number of Direction Changes"),
        ("command accelerate 0", '"accelerate" is to be done no times'),
        ("fire laser burst at own B", "B is on your own side"),
        ("command chase own A", "A is this unit itself"),
        ("dock with own A", "A is this unit itself"),
        ("command if chance >= 3: right", "there is no chance to test here"),
        ("pod 1: launch mims if value <= 3", "there is no value to test here"),
        ("command if in range: right", '"in" says nothing here'),
        (
            "command if contact 7 arsenal ok: right",
            "which pods an enemy carries is not known to you",
        ),
        (
            "command if A heavy weapon damaged: right",
            "which pods an enemy carries is not known to you",
        ),
        ("command if range <= 3: right", "this range names no unit"),
        ("fire laser burst at A > B if range <= 3", "this range names no unit"),
        ("fire laser burst at any if range <= 3", "this range names no unit"),
        ("fire laser burst at A speed +1", '"speed" does not go with fire'),
        ("pod 1: launch mims at most 1", '"at most" does not go with a launch'),
        ("fire laser burst at A, at most 0", "at most 0 fires means no fire"),
        ("fire laser burst at A, at most 1, at most 2", '"at most" occurs twice in this line'),
    ],
)
def test_what_is_not_understood_is_said(line: str, said: str) -> None:
    reading = read_body(f"SHIP A\n  {line}")
    assert said in invalid(reading)
    assert not canonical(reading, "1a")


def test_remedies_are_offered() -> None:
    def remedy(line: str) -> str:
        return read_body(f"SHIP A\n  {line}").problems[0].remedy

    assert remedy("command chase Minki") == "Did you mean A?"
    assert remedy("command chase D") == "Write  own D  for your own"
    assert remedy("command chase own Lanze") == "Did you mean A?"
    assert remedy("command chase enemy D") == ""
    assert remedy("command if misile within 2: right") == "Did you mean missile?"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("intercept B", '"B" needs a word before it such as  not  or  only'),
        ("intercept never, not B", '"never" leaves nothing else to be said'),
        ("intercept chance >= 11", "a chance is 0 to 10 in ten, not 11"),
        ("intercept chance <= 5", '"<=" points the wrong way'),
        ("release bearing 2 dir 3", "a MIMS releases 4 missiles, 1 is placed"),
        ("release bearing 2", "a missile that is released needs a bearing and a direction"),
        ("release dir 2", "a missile that is released needs a bearing and a direction"),
        (
            "release bearing 2 dir same",
            "a missile that is released needs a bearing and a direction",
        ),
        ("release bearing 3 dir 3", "3 o'clock points to a corner, not to a hex"),
        ("command chase own 05", "05 is this unit itself"),
    ],
)
def test_what_is_wrong_with_a_missile_s_line_is_said(line: str, said: str) -> None:
    if line.startswith("intercept B"):
        line = "intercept always, B"
    reading = read_body(f"MISSILE 05\n  {line}")
    assert said in [problem.fault for problem in reading.problems]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("pods 3-2 crew", "there are no boxes 3-2"),
        ("pods 100 crew", "there are no box 100"),
        ("pods 1 crew, 1 crew", "box 1 occurs twice in one line"),
    ],
)
def test_boxes_are_understood(line: str, said: str) -> None:
    reading = read_body(f"SHIP A\n  {line}", turn=0)
    assert invalid(reading)[0] in (said, said.replace("there are no box", "no box"))


def test_conditions_of_maps_to_come_are_allowed() -> None:
    reading = read_body("SHIP A\n  command if on map F: right")
    assert warnings(reading) == ["there is no map F now"]
    assert len(canonical(reading, "1a")) == 1


def test_an_enemy_s_log_that_was_seen_may_be_asked_for() -> None:
    state = table()
    marked = state.unit("2a").parts
    body = "SHIP A\n  command if A crew damaged: right".replace("crew", "hunter")
    assert invalid(read_body(body))
    seen = known(options={"log_inspection": "show log"})
    for unit in seen["units"]:
        if unit["id"] == "2a":
            keys = ("name", "kind", "armor", "status", "box")
            unit["parts"] = [{key: getattr(part, key) for key in keys} for part in marked]
    assert not invalid(read(sheet_of(body), View.read(seen), DEFAULTS))


def test_a_condition_may_be_too_long() -> None:
    tests = " and ".join(["(docked or jumping or in orbit)"] * 4)
    reading = read_body(f"SHIP A\n  command if {tests}: right")
    assert invalid(reading) == ["this condition is too long"]


# --- headers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "said", "reason"),
    [
        ("SHIP Q", '"Q" is not one of your units', ""),
        ("SHIP Lanse", '"Lanse" is not one of your units', ""),
        ("SHIP A B", "A and B are two units", "They are A (Lance) and B (Dagger)"),
        ("SHIP D", "D (Piccolo) is not your unit", "It is Tom's"),
        ("SHIP E", "E (Dagger) is out of play", "It was destroyed"),
        ("MISSILE 02", '"02" is not one of your units', ""),
        ("MISSILE 08", "missile 08 (intelligent missile) is out of play", "It was destroyed"),
        ("SHPI A", '"SHPI" is not understood here', None),
        ("SHIP A, X", '"X" is not one of your units', None),
    ],
)
def test_orders_below_a_wrong_header_are_nobody_s(
    header: str, said: str, reason: str | None
) -> None:
    reading = read_body(f"SHIP B\n  field try\n{header}\n  command right\n  field never\nSHIP C")
    assert invalid(reading) == [said]
    (problem,) = reading.problems
    assert problem.outcome == "This line and the orders below it (lines 5-6) were not read"
    assert reading.skipped == ((5, 4), (6, 4))
    assert reason is None or problem.reason == reason
    assert list(reading.commands.units) == ["1b"]
    assert canonical(reading, "1b") == ["field try"]


def test_a_unit_without_an_owner_is_another_player_s() -> None:
    table_ = known()
    for unit in table_["units"]:
        if unit["designation"] == "D":
            unit["owner"] = ""
    (problem,) = read(sheet_of("SHIP D\n  field try"), View.read(table_), DEFAULTS).problems
    assert problem.reason == "Another player has it"


def test_orders_before_any_header_are_nobody_s() -> None:
    (problem,) = read_body("field try").problems
    assert problem.remedy == "Write a line such as  SHIP A  above it"
    table_ = known()
    table_["units"] = [unit for unit in table_["units"] if not unit["yours"]]
    (problem,) = read(sheet_of("field try"), View.read(table_), DEFAULTS).problems
    assert problem.remedy == "Write a line such as  SHIP A  above it"


def test_a_move_order_names_own_units_once() -> None:
    reading = read_body("MOVE ORDER A, 05, A\nMOVE ORDER B")
    assert reading.commands.move_order.units == ("1a", "105")
    assert invalid(reading) == ["there is more than one move order"]
    reading = read_body("MISSILE ORDER 02")
    assert invalid(reading) == ['"02" is not a unit of your side']
    assert reading.commands.missile_order is None


def test_a_line_that_goes_on_by_mistake_swallows_no_order() -> None:
    reading = read_body(
        "SHIP A\n  hits engine,\n  field never\nNOTE TO GM hello,\nSHIP B\n  field try"
    )
    assert canonical(reading, "1a") == ["hits engine", "field never"]
    assert canonical(reading, "1b") == ["field try"]
    assert [item.question for item in reading.docket] == ["hello,"]


def test_a_note_without_words_is_no_note() -> None:
    assert invalid(read_body("NOTE TO GM")) == ["this note to the GM is empty"]


def test_invalid_lines_for_all_are_said_once() -> None:
    reading = read_body("ALL SHIPS\n  command chase Q")
    assert len(invalid(reading)) == 1
    assert not reading.commands.all


def test_battlecraft_aboard_may_have_orders() -> None:
    reading = read_body(
        "BATTLECRAFT A1\n  command right\n  fire laser burst at A", A1={"status": ABOARD}
    )
    assert not reading.problems
    assert len(canonical(reading, "1a1")) == 2


def test_a_ship_in_reserve_is_not_placed_but_enters() -> None:
    """Rule: DV PBM."""
    reading = read_body("SHIP C\n  place at A0910", turn=0, C={"status": RESERVE})
    (problem,) = reading.problems
    assert (problem.severity, problem.fault) == (Severity.ILLEGAL, "C is in reserve")
    assert problem.reason == "It comes into play later; an  enter  line says then how"


@pytest.mark.parametrize(
    ("body", "warned"),
    [
        ("SHIP A\n  pod 1: launch intelligent", True),
        ("SHIP A\n  pod 1: launch guided", False),  # 07 lies atop the ship
        ("SHIP A\n  battle prepare intelligent\n  pod 1: launch intelligent", False),
        ("SHIP A\n  battle prepare intelligent from 1\n  pod 1: launch intelligent", False),
        ("ALL SHIPS\n  battle prepare intelligent\nSHIP A\n  pod 1: launch intelligent", False),
        ("SHIP A\n  extra from pod 1: launch intelligent", True),
        ("SHIP A\n  pod 1: laser burst at A, else launch intelligent", True),
        ("SHIP C\n  pod 1: launch unguided", False),  # a hunter needs no preparing
        ("SHIP C\n  pod 1: launch unguided prepared", True),
    ],
)
def test_a_launch_that_nothing_prepares_is_warned_of(body: str, warned: bool) -> None:
    """Rule: DV 9.1."""
    found = [one for one in read_body(body).problems if "nothing prepares" in one.fault]
    assert [one.severity for one in found] == [Severity.WARNING] * warned
    remedy = 'Leave out "prepared"' if "SHIP C" in body else "battle prepare intelligent from 1"
    assert all(remedy in one.remedy for one in found)


def test_a_fire_line_that_stands_above_is_not_needed_again() -> None:
    body = "SHIP A\n  fire laser burst at A\n  pod 1: laser burst at A\n  fire laser burst at A"
    (problem,) = read_body(body).problems
    assert problem.fault == "for A line 3 says the same"
    assert (problem.severity, problem.span and problem.span.line) == (Severity.WARNING, 5)


def test_a_line_for_several_units_is_for_each() -> None:
    reading = read_body("SHIP A, C and B\n  field try")
    assert list(reading.commands.units) == ["1a", "1c", "1b"]
    assert [one.text for one in reading.understood][1:] == ["field try"]
    assert not reading.problems


# --- lines for all units of a kind that are for none ---------------------------------------------


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("ALL SHIPS\n  field try", ""),
        ("SHIP A\n  field try\nALL SHIPS\n  field try", ""),
        ("SHIP A, B, C\n  field try\nALL SHIPS\n  field try", "kind"),
        ("SHIP A, B, C\n  field try\nALL SHIPS\n  energy floor 5", ""),
        ("ALL GUIDED\n  intercept never\nALL MISSILES\n  intercept never", ""),
        ("ALL MIMS\n  release keep", ""),
    ],
)
def test_a_line_for_all_units_that_none_obeys_is_warned_of(body: str, reason: str) -> None:
    found = [one for one in read_body(body).problems if "is for no" in one.fault]
    assert [one.reason.split()[-1] for one in found] == [reason][: bool(reason)]


@pytest.mark.parametrize(
    ("line", "warned"),
    [
        ("battle if turn >= 4: active search", True),
        ("battle if turn >= 3: active search", False),
        ("battle if not turn <= 3: active search", True),
        ("battle if not turn <= 2: active search", False),
        ("battle if turn = 4 or velocity >= 1: active search", False),
        ("battle if turn = 4 and velocity >= 1: active search", True),
        ("hold fire until turn >= 4", False),
    ],
)
def test_a_condition_for_another_turn_is_warned_of(line: str, warned: bool) -> None:
    assert warnings(read_body(f"SHIP A\n  {line}")) == ["this condition cannot hold"] * warned


@pytest.mark.parametrize(
    ("lines", "asked"),
    [
        ("battle prepare guided; prepare guided", 2),
        ("battle prepare guided; prepare guided if turn >= 3", 0),
        ("battle prepare guided\n  battle active search", 2),
        ("battle prepare guided\n  battle if turn >= 3: active search", 0),
        ("battle active search", 0),
        ("battle refuel B1; active search", 0),
    ],
)
def test_more_battle_commands_than_a_ship_has_are_noted(lines: str, asked: int) -> None:
    """Rule: DV 7.3."""
    view = known()
    units = [{**one, "battle_commands": 1} if one["id"] == "1a" else one for one in view["units"]]
    body = sheet_of(f"SHIP A\n  {lines}", "ORDERS", "3")
    problems = read(body, View.read({**view, "units": units}), DEFAULTS).problems
    faults = [one.fault for one in problems if "are asked for" in one.fault]
    assert faults == [f"A has 1 Battle Command, and {asked} are asked for"] * bool(asked)
