"""Orders that only some scenarios have a use for: read, checked, and printed again."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from pbm.engine.types import Reading
from pbm.games.deltavee.orders.lines.roster import Roster
from pbm.games.deltavee.orders.sheet import names_for
from pbm.games.deltavee.orders.sheet_text import unit_lines
from pbm.games.deltavee.state.outfit import pod
from pbm.games.deltavee.view.record import View
from pbm.games.deltavee.view.view import build_view
from pbm.kit.problems import Severity
from tests.games.deltavee.builders import DEFAULTS
from tests.games.deltavee.sheet_forms import SCENARIO
from tests.games.deltavee.sheet_table import SEATS, read_reserve, reserve


def said(found: Reading, severity: Severity) -> list[tuple[str, str]]:
    return [(p.fault, p.reason) for p in found.problems if p.severity is severity]


@pytest.mark.parametrize(("unit", "written", "understood"), SCENARIO)
def test_an_order_is_understood_and_printed(unit: str, written: str, understood: str) -> None:
    found = read_reserve(f"SHIP {unit}\n  {written}")
    names = names_for(Roster(View.read(build_view(reserve(), "ann", SEATS, DEFAULTS).written())))
    own = found.commands.units[f"1{unit.lower()}"]
    assert [line.strip() for line in unit_lines(own, names)] == [understood]
    assert not found.problems
    again = read_reserve(f"SHIP {unit}\n  {understood}").commands.units[f"1{unit.lower()}"]
    assert [line.strip() for line in unit_lines(again, names)] == [understood]


def test_to_agree_to_the_end_stands_for_the_whole_sheet() -> None:
    found = read_reserve("AGREE TO END\nSHIP A\n  field try")
    assert found.commands.agree is not None
    assert next(one.text for one in found.understood) == "agree to end"
    assert read_reserve("SHIP A\n  field try").commands.agree is None


def test_only_a_ship_in_reserve_enters_and_only_where_it_may() -> None:
    found = read_reserve("SHIP B\n  enter dir 9")
    assert said(found, Severity.ILLEGAL)[0][0] == "B is not in reserve"
    assert not found.commands.units.get("1b")
    found = read_reserve("SHIP F\n  enter at A0911")
    ((fault, reason),) = said(found, Severity.ILLEGAL)
    assert fault == "F cannot come into play like this"
    assert reason == "A0911 is not open to it: A0909, A0910"
    assert said(read_reserve("SHIP F\n  enter velocity 4"), Severity.ILLEGAL) == []
    assert said(read_reserve("SHIP F\n  enter velocity 5"), Severity.ILLEGAL) != []


def test_other_orders_of_a_ship_in_reserve_get_a_note() -> None:
    found = read_reserve("SHIP F\n  enter dir 9\n  command accelerate")
    assert ("F is in reserve", "Its orders stand only if it is in play when they are carried out"
            ) in said(found, Severity.NOTE)  # fmt: skip
    assert said(read_reserve("SHIP F\n  enter dir 9"), Severity.NOTE) == []


@pytest.mark.parametrize(
    ("body", "fault", "reason"),
    [
        (
            "SHIP C\n  transfer energy pod to B",
            "C cannot hand over a pod to B",
            "It may hand over an energy pod to A",
        ),
        (
            "SHIP B\n  transfer energy pod to A",
            "B cannot hand over a pod to A",
            "In this scenario it hands over no pods",
        ),
        (
            "SHIP C\n  transfer pod 1 to A",
            "C cannot hand over that pod",
            "Pod 1 is not an energy pod",
        ),
        (
            "SHIP B\n  jettison pod 1",
            "B puts off no pods",
            "Only a ship that may be handed another pod does, to make room for it",
        ),
        ("SHIP A\n  jettison arsenal", "A has no arsenal", "Its pods are in boxes 1 to 5"),
    ],
)
def test_what_the_scenario_does_not_allow_is_said(body: str, fault: str, reason: str) -> None:
    assert said(read_reserve(body), Severity.ILLEGAL) == [(fault, reason)]


def test_of_pods_to_put_off_the_one_it_has_not_is_left_out() -> None:
    found = read_reserve("SHIP A\n  jettison arsenal, pod 2")
    assert said(found, Severity.WARNING) == [("A has no arsenal", "")]
    assert found.commands.units["1a"].jettison[0].parts == ("arsenal", "pod 2")


@pytest.mark.parametrize("word", ["bridge", "any", "weapon pods", "finish"])
def test_only_a_pod_can_be_put_off(word: str) -> None:
    found = read_reserve(f"SHIP A\n  jettison {word}")
    assert [reason for _, reason in said(found, Severity.INVALID)] == ["Only a pod can be put off"]
    assert read_reserve("SHIP A\n  jettison pods 4-2").problems[0].fault == "there are no pods 4-2"


def test_these_lines_are_for_one_ship_each() -> None:
    for line in ("transfer energy pod to A", "jettison pod 1"):
        found = read_reserve(f"ALL SHIPS\n  {line}")
        assert "is for one ship" in said(found, Severity.ILLEGAL)[0][0]
    assert not said(read_reserve("ALL SHIPS\n  enter dir 9"), Severity.ILLEGAL)


def test_a_destroyed_energy_pod_is_not_handed_over() -> None:
    state = reserve()
    spear = state.unit("1c")
    gone = replace(pod("energy", 3, "spear", DEFAULTS), status="X")
    state = state.with_units(spear.with_part(gone))
    found = read_reserve("SHIP C\n  transfer energy pod to A", state)
    assert said(found, Severity.ILLEGAL) == [
        ("C cannot hand over that pod", "Its energy pod is destroyed")
    ]
