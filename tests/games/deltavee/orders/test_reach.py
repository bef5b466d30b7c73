"""What receipts say of targets that nothing brings into reach: both sides of each edge.

Ann's Sword A is of the first player: it fires before it gives commands, and gives them when both
have moved. Enemy A, a Corco Mu with velocity 2, is in B1010. Every unit may be woven twice before
an act, once by itself and once by a tractor beam.
"""

from __future__ import annotations

from typing import Any

import pytest

from pbm.games.deltavee.orders.sheet import read
from pbm.games.deltavee.view.record import View
from pbm.kit.problems import Problem
from tests.games.deltavee.builders import DEFAULTS, MAPS
from tests.games.deltavee.sheet_table import known, read_body, sheet_of

FIRES = "hexes are between them when it fires, and a particle burst reaches 7"
HALVED = ", 14 at the same direction and velocity"


@pytest.mark.parametrize(
    ("at", "direction", "reason"),
    [
        # 18 hexes less 4 of weaving: 14, twice the 7 of Target Value 7 in DV 8.6.
        ("A0810", 6, ""),
        ("A0710", 6, f"At least 15 {FIRES}{HALVED}"),
        # Against the other's direction: its 2 commands and 2 of a beam do not turn it round.
        ("A1510", 12, ""),
        ("A1410", 12, f"At least 8 {FIRES}"),
    ],
)
def test_a_fire_at_what_stays_out_of_reach_is_warned_of(
    at: str, direction: int, reason: str
) -> None:
    sword = {"at": MAPS.parse(at), "direction": direction, "velocity": 0}
    problems = read_body("SHIP A\n  pod 1: particle burst at A", A=sword).problems
    assert [one.reason for one in problems] == [reason] * bool(reason)
    assert [one.fault for one in problems] == ["A cannot hit enemy A (Minky) this turn"] * bool(
        reason
    )


def test_a_course_that_is_known_counts() -> None:
    """Three hexes towards the target."""
    line = "SHIP A\n  pod 1: particle burst at A"
    ahead = {"at": MAPS.parse("A0710"), "direction": 3, "velocity": 3}
    assert not read_body(line, A=ahead).problems
    assert len(read_body(line, A={**ahead, "direction": 9}).problems) == 1


@pytest.mark.parametrize("target", ["any", "A > any", "contact 8", "C"])
def test_nothing_is_foreseen_of_targets_that_may_be_anywhere(target: str) -> None:
    far = {"at": MAPS.parse("A0101"), "velocity": 0}
    problems = read_body(f"SHIP A\n  pod 1: particle burst at {target}", A=far).problems
    assert not [one for one in problems if "cannot hit" in one.fault]
    assert not read_body("ALL SHIPS\n  pod 1: particle burst at A", A=far).problems


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        # The Corco Mu moves 2 hexes, 1 more by its Velocity Rating: 12 - 3 - 4 = 5.
        ("A1510", ""),
        ("A1410", "At least 5 hexes are between them then, and it reaches 4"),
    ],
)
def test_a_tractor_beam_that_reaches_nobody_is_warned_of(at: str, reason: str) -> None:
    sword = {"at": MAPS.parse(at), "direction": 6, "velocity": 0}
    problems = read_body("SHIP A\n  battle tractor A: decelerate 1", A=sword).problems
    assert [one.reason for one in problems] == [reason] * bool(reason)
    fault = "the tractor beam of A cannot reach enemy A (Minky) this turn"
    assert [one.fault for one in problems] == [fault] * bool(reason)


@pytest.mark.parametrize(("at", "hexes"), [("A0905", 0), ("A0904", 1), ("A0903", 2)])
def test_two_ships_that_cannot_meet_are_warned_of(at: str, hexes: int) -> None:
    """C stands in A0909; each may be woven by two hexes."""
    still = {"at": MAPS.parse(at), "velocity": 0}
    problems = read_body("SHIP A\n  battle dock with C", A=still).problems
    many = "hex is" if hexes == 1 else "hexes are"
    assert [(one.fault, one.reason) for one in problems] == [
        ("A cannot dock with C (Spear) this turn", f"At least {hexes} {many} between them then")
    ] * bool(hexes)


@pytest.mark.parametrize(("at", "hexes"), [("A1010", 0), ("A0101", 11)])
def test_a_search_that_finds_nobody_is_warned_of(at: str, hexes: int) -> None:
    sword = {"at": MAPS.parse(at), "velocity": 0}
    problems = read_body("SHIP A\n  battle active search", A=sword).problems
    fault = "an active search by A finds no enemy that you know of"
    assert [one.fault for one in problems] == [fault] * bool(hexes)
    assert not read_body("ALL SHIPS\n  battle active search", A=sword).problems


def read_known(line: str, **more: Any) -> tuple[Problem, ...]:
    """The problems of a line for A, still in A0101; ``more`` is changed of what Ann knows."""
    view = known(3, {}, A={"at": MAPS.parse("A0101"), "velocity": 0})
    docked = more.pop("docked_with", "")
    units = [{**one, "docked_with": docked} if one["id"] == "1a" else one for one in view["units"]]
    body = sheet_of(f"SHIP A\n  {line}", "ORDERS", "3")
    return read(body, View.read({**view, "units": units, **more}), DEFAULTS).problems


def test_a_docked_ship_is_moved_by_another() -> None:
    line = "pod 1: particle burst at A"
    assert len(read_known(line)) == 1
    assert not read_known(line, docked_with="1b")


def test_what_is_still_to_come_may_be_found() -> None:
    assert len(read_known("battle active search")) == 1
    assert not read_known("battle active search", coming={"1c": "from turn 4"})


def test_nothing_is_foreseen_of_a_unit_that_is_not_on_the_table() -> None:
    body = "BATTLECRAFT A1\n  fire burster: laser burst at A"
    far = {"at": MAPS.parse("A0101")}
    assert not read_body(body, A=far, A1=far).problems


GUARDS = [
    # The shot reaches 7 hexes, and hits at a Target Value of 7 at most: DV 8.6.
    ("pod 1: if A within 7: particle burst at A", True),
    ("pod 1: if A within 8: particle burst at A", False),
    ("pod 1: if own C within 7: particle burst at A", False),
    ("pod 1: if enemy within 7: particle burst at A", False),  # it may be another enemy
    ("pod 1: particle burst at A if range <= 7", True),
    ("pod 1: particle burst at A if range <= 8", False),
    ("pod 1: particle burst at A if range < 8", True),
    ("pod 1: particle burst at A if range = 7", True),
    ("pod 1: particle burst at A if range >= 2", False),
    ("pod 1: particle burst at A if not range > 7", False),
    ("pod 1: particle burst at A if value <= 7", True),
    ("pod 1: particle burst at A if value <= 8", False),
    ("pod 1: particle burst at A if chance >= 1", True),
    ("pod 1: particle burst at A if chance >= 0", False),
    ("pod 1: particle burst at A if chance > 0", True),
    ("pod 1: particle burst at A if chance = 1", True),
    ("pod 1: particle burst at A if chance < 5", False),
    ("pod 1: particle burst at A if chance >= 1 and turn >= 3", True),
    ("pod 1: particle burst at A if chance >= 1 or turn >= 3", False),
    ("pod 1: particle burst at A if turn >= 3", False),
    # The beam reaches 4.
    ("battle tractor A: decelerate 1 if in range", True),
    ("battle tractor A: decelerate 1 if range <= 4", True),
    ("battle tractor A: decelerate 1 if range <= 5", False),
    ("battle if A within 4: tractor A: decelerate 1", True),
    ("battle tractor A: decelerate 1 if not in range", False),
    ("battle dock with C if in range", True),
    ("battle dock with C if range to own C <= 0", True),
    ("battle dock with C if range to own C <= 1", False),
]


@pytest.mark.parametrize(("line", "guarded"), GUARDS)
def test_what_a_line_itself_keeps_for_a_nearer_target_is_not_warned_of(
    line: str, guarded: bool
) -> None:
    assert [one.is_error for one in read_known(line)] == [False] * (not guarded)


@pytest.mark.parametrize(("hexes", "guarded"), [(10, True), (11, False)])
@pytest.mark.parametrize("what", ["contact", "enemy", "missile"])
def test_a_search_for_any_enemy_is_kept_by_a_condition_on_any(
    what: str, hexes: int, guarded: bool
) -> None:
    """It reaches 10 hexes. Rule: DV 7.4."""
    found = read_known(f"battle active search if {what} within {hexes}")
    assert len(found) == (not guarded)
