"""Evasive maneuvers and ICMs: every line, and the defaults, from both sides of the edge."""

from __future__ import annotations

import pytest

from pbm.games.knighthawks.orders.conditions import ConditionTest
from pbm.games.knighthawks.orders.evade import EvadeLine
from pbm.games.knighthawks.orders.icm import IcmLine
from pbm.games.knighthawks.rules.combat.defences import evasion, icms, may_evade
from pbm.games.knighthawks.state.state import WEAPONS, Ship
from pbm.games.knighthawks.state.weapons import ARMS
from tests.games.knighthawks.builders import ship, state
from tests.games.knighthawks.fire import chance_at_least, evade, icm

SCOUT = ship("B1", "2018", evades=True, mr=4, adf=5, hull=15)
LOADED = ship("B1", "2018", supplies={"icm": 6})


def decides(lines: tuple[EvadeLine, ...], chance: int, target: Ship = SCOUT) -> tuple[int, str]:
    answer = evasion(state(ship("A1", "2020"), target), target, lines, {}, chance)
    return answer.number, answer.why


def fires(
    lines: tuple[IcmLine, ...], chance: int = 70, target: Ship = LOADED, kind: str = "torpedo"
) -> tuple[int, str]:
    answer = icms(target, ARMS[kind], lines, chance)
    return answer.number, answer.why


@pytest.mark.parametrize(
    ("evades", "speed", "adf", "mr", "outcome"),
    [
        (True, 0, 4, 4, True),
        (True, 0, 3, 4, False),
        (True, 1, 3, 4, True),
        (False, 9, 9, 4, False),
        (True, 9, 9, 0, False),
    ],
)
def test_who_may_evade(evades: bool, speed: int, adf: int, mr: int, outcome: bool) -> None:
    target = ship("B1", "2018", evades=evades, speed=speed, adf=adf, mr=mr)
    assert may_evade(target) is outcome
    assert decides((evade("always"),), 70, target)[0] == int(outcome)
    assert decides((), 70, target) == (int(outcome), "")


def test_why_an_ordered_evasion_cannot_be() -> None:
    slow = ship("B1", "2018", evades=True, speed=1, adf=2, mr=4)
    lines = (evade("always"),)
    assert decides(lines, 70, slow) == (0, "speed 1 + ADF 2 is less than its MR 4")
    frigate = ship("B1", "2018", evades=False)
    assert decides(lines, 70, frigate) == (0, "only fighters and assault scouts evade")
    stiff = ship("B1", "2018", evades=True, mr=0)
    assert decides(lines, 70, stiff) == (0, "its MR is 0")


def test_evasion_without_a_line_begins_at_50() -> None:
    assert decides((), 50) == (1, "")
    assert decides((), 49) == (0, "")


def test_evade_lines() -> None:
    assert decides((evade("always"),), 5) == (1, "")
    assert decides((evade("never"),), 70) == (0, "")
    at_60 = evade("when", chance_at_least(60))
    assert decides((at_60,), 60) == (1, "")
    assert decides((at_60,), 59) == (0, "chance 59: its condition does not hold")
    weak = evade("when", ConditionTest("hull", op="<=", number=15))
    weaker = evade("when", ConditionTest("hull", op="<=", number=14))
    assert decides((weak,), 10) == (1, "")
    assert decides((weaker,), 10)[0] == 0


def test_evade_lines_are_tried_from_the_top() -> None:
    at_60 = evade("when", chance_at_least(60))
    assert decides((at_60, evade("always")), 50) == (1, "")
    assert decides((evade("never"), evade("always")), 50) == (0, "")


@pytest.mark.parametrize(
    ("chance", "number"), [(70, 3), (61, 3), (60, 2), (50, 1), (41, 1), (40, 0), (30, 0)]
)
def test_icms_without_a_line_come_down_to_40(chance: int, number: int) -> None:
    assert fires((), chance) == (number, "")


def test_icms_without_a_line_keep_the_last_one_and_meet_torpedos_only() -> None:
    for left, number in ((0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (5, 3)):
        assert fires((), 70, ship("B1", "2018", supplies={"icm": left})) == (number, "")
    for kind in WEAPONS:
        assert fires((), 70, kind=kind)[0] == (3 if kind == "torpedo" else 0)


def test_icms_by_kind_of_weapon() -> None:
    lines = (icm(torpedo=2, assault_rocket=1, rocket_battery=0),)
    assert fires(lines) == (2, "")
    assert fires(lines, kind="assault_rocket") == (1, "")
    assert fires(lines, kind="rocket_battery") == (0, "")
    assert fires(lines, kind="laser_battery") == (0, "")
    assert fires((icm(assault_rocket=1),)) == (0, "")


def test_icms_until_a_chance() -> None:
    assert fires((icm(until=50),), 70) == (2, "")
    assert fires((icm(until=49),), 70) == (3, "")
    assert fires((icm(until=70),), 70) == (0, "")
    assert fires((icm(until=50),), 60, kind="assault_rocket") == (2, "")
    assert fires((icm(until=35),), 40, kind="rocket_battery") == (2, "")  # 40 - 6 = 34
    assert fires((icm(until=37),), 40, kind="rocket_battery") == (1, "")
    assert fires((icm(until=50, torpedo=1),), 70) == (1, "")
    assert fires((icm(until=60, torpedo=3),), 70) == (1, "")
    assert fires((icm(until=50, torpedo=1),), 60, kind="assault_rocket") == (0, "")


def test_icms_kept_and_used_up() -> None:
    three = ship("B1", "2018", supplies={"icm": 3})
    assert fires((icm(torpedo=3),), target=three) == (3, "")
    assert fires((icm(torpedo=4),), target=three) == (3, "4 wanted, 3 left")
    assert fires((icm(torpedo=3, keep=1),), target=three) == (2, "3 wanted, 3 left, 1 to be kept")
    assert fires((icm(torpedo=2, keep=1),), target=three) == (2, "")
    assert fires((icm(torpedo=1, keep=5),), target=three) == (0, "1 wanted, 3 left, 5 to be kept")


def test_a_line_that_only_keeps_changes_only_that() -> None:
    assert fires((icm(keep=4),)) == (2, "")
    assert fires((icm(keep=3),)) == (3, "")
    assert fires((icm(keep=9),)) == (0, "")
    assert fires((icm(),), target=ship("B1", "2018", supplies={"icm": 1})) == (1, "")
    assert fires((icm(keep=0),), kind="rocket_battery") == (0, "")


def test_the_first_icm_line_that_speaks_of_the_weapon_counts() -> None:
    lines = (icm(assault_rocket=1), icm(torpedo=2), icm(torpedo=3))
    assert fires(lines) == (2, "")
    assert fires(lines, kind="assault_rocket") == (1, "")


def test_whose_line_it_was() -> None:
    answer = icms(LOADED, ARMS["torpedo"], (icm(torpedo=2, line=4),), 70)
    assert answer.order is not None
    assert answer.order.line == 4
    assert icms(LOADED, ARMS["torpedo"], (), 70).order is None
