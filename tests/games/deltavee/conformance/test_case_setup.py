"""The set-up of a case: what is wrong in it is said, and what it leaves out is filled in."""

from __future__ import annotations

import pytest

from pbm.conformance.case_file import CaseScene, CaseStep, read_cases
from pbm.conformance.runner import run_case
from pbm.dice.keyed import Ids
from pbm.games.deltavee.conformance.case_lookup import thing
from pbm.games.deltavee.conformance.case_setup import scene
from pbm.games.deltavee.state.units import ABOARD, GUIDED, IN_PLAY, PREPARED, WAITING
from pbm.kit.problems import Faults, Span
from tests.games.deltavee.builders import DEFAULTS


def lay(text: str) -> CaseScene:
    lines = tuple(enumerate(text.splitlines(), 1))
    return scene(CaseStep("SET-UP", "", Span("a.case", 1), lines), Ids(b"test"), DEFAULTS)


SHIP = "SHIP 1A class=Dagger at=A0909"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("SHIPP 1A at=A0909", '"SHIPP" is not a word of a set-up'),
        ("SHIP 1A at=A0909", "ship 1A needs class"),
        ("SHIP 1A class=Dagger", "ship 1A needs at"),
        ("SHIP 3A class=Dagger at=A0909", "3A does not begin with its side, 1 or 2"),
        ("SHIP 1A class=Knife at=A0909", '1A: there is no class "Knife"'),
        ("SHIP 1A class=Dagger at=2020", '"2020" is not a hex such as A0207'),
        (f"{SHIP} status={{pod 3: X}}", "1A: it has no pod 3"),
        (f"{SHIP} direction=13", 'direction: "13" is not a direction 1 to 12'),
        (f"{SHIP} player=ann", "there is no player ann"),
        (f"{SHIP}\n{SHIP}", "1A occurs twice"),
        ("BATTLECRAFT 1A1 class=Terwillicker-X", "battlecraft 1A1 has no ship"),
        ("MISSILE 1-01 type=guided", "1-01 has no at"),
        ("MISSILE 101 type=guided at=A0909", "a missile is called 1-03, not 101"),
        (f"{SHIP}\nDOCK 1A with=1B", "there is no unit 1B"),
        (f"{SHIP}\nVICTORY 1 kind=destroyed units=[2-x]", "there is no unit 2-x"),
        (
            "SHIP 1A class=Dagger at=A0909 pods=[crew, crew, crew]",
            "1A: 3 pods on a Dagger, which has room for 2 [DV 4.9]",
        ),
        ("SCENARIO nowhere", "there is no scenario nowhere"),
        (f"SCENARIO showdown\n{SHIP}", "SHIP cannot stand beside a scenario"),
        ("UNIT 1A velocity=1", "UNIT cannot stand without a scenario"),
        ("SCENARIO showdown\nUNIT 1F velocity=1", "there is no unit 1F"),
        ("SCENARIO showdown\nUNIT 1E at=Z0101", "1E cannot be so: Z0101"),
        ("SCENARIO showdown\nUNIT 1E status={pod 9: X}", "1E cannot be so: it has no pod 9"),
    ],
)
def test_a_fault_of_the_set_up(text: str, fault: str) -> None:
    with pytest.raises(Faults) as caught:
        lay(text)
    assert fault in [problem.fault for problem in caught.value.problems]


def test_what_is_left_out() -> None:
    found = lay(f'{SHIP} pods=["battlecraft Terwillicker-X", crew]\nPLANET P1 at=A0101')
    ship, craft = found.state.units
    assert (ship.direction, ship.velocity, ship.status, ship.revealed) == (12, 0, IN_PLAY, True)
    assert (craft.designation, craft.status, craft.mother, craft.pod) == ("A1", ABOARD, ship.id, 1)
    assert ship.pods[0].holds == craft.id
    assert [(seat.id, seat.side) for seat in found.seats] == [("1", "1"), ("2", "2")]
    assert found.labels[craft.id] == "1A1"
    assert found.state.planets[0].name == "Planet P1"
    assert (found.turn, found.state.jumps, len(found.state.maps.tiles)) == (1, False, 3)


def test_units_by_themselves() -> None:
    found = lay(
        'SHIP 1A class=Dagger at=A0909 pods=["battlecraft Terwillicker-X", "heavy weapon"]'
        " stock={pod 2: {guided: 1}}\n"
        "BATTLECRAFT 1A1 class=Terwillicker-X spent=3 prepared=yes\n"
        "BATTLECRAFT 1A2 class=Terwillicker-5000 pod=2 at=A0908\n"
        "MISSILE 1-07 type=guided by=1A pod=2 civ=7 prepared=yes\n"
        "MISSILE 1-03 type=unguided at=A0101\n"
        "MISSILE 1-04 type=unguided at=A0101 contact=9\n"
        "MISSILE 1-05 type=unguided at=A0101"
    )
    units = {found.labels[unit.id]: unit for unit in found.state.units}
    assert (units["1A1"].status, units["1A1"].spent, units["1A1"].pod) == (PREPARED, 3, 1)
    assert (units["1A2"].status, units["1A2"].contact) == (IN_PLAY, 1)
    assert (units["1-07"].klass, units["1-07"].designation) == (GUIDED, "A-07")
    assert [units[name].contact for name in ("1-03", "1-04", "1-05")] == [2, 9, 10]
    assert found.state.missiles == {"1": 7, "2": 0}
    assert found.state.contacts == {"1": 10, "2": 0}
    assert units["1A"].pods[1].stock["guided"] == 1


def test_a_ship_that_may_be_placed() -> None:
    state = lay(f"{SHIP} place=[A0909, A0908] directions=[12, 1] velocities=[0, 1]").state
    (ship,) = state.units
    assert ship.status == WAITING
    assert state.placements[ship.id].velocities == (0, 1)
    assert (thing(state, ("unit", "1A")) or {})["places"] == ["A0909", "A0908"]


def test_what_can_be_looked_up() -> None:
    state = lay(
        f"{SHIP}\nSHIP 1B class=Flute at=A0909\nDOCK 1A with=1B\nSPECIAL alert units=[1A] number=2"
    ).state
    first, second = state.units
    assert (thing(state, ("unit", "1A")) or {})["docked"] == second.id
    assert (thing(state, ("unit", "1B")) or {})["docked"] == first.id
    assert (thing(state, ("game",)) or {})["turn"] == 1
    assert state.special[0].units == (first.id,)
    for words in (("unit", "1Z"), ("hull", "1A"), ("unit",), ("game", "on", "now")):
        assert thing(state, words) is None


def test_only_a_spaceship_has_a_log() -> None:
    state = lay(f'{SHIP} pods=["battlecraft Terwillicker-X"]').state
    assert thing(state, ("log", "1A")) is not None
    assert thing(state, ("log", "1A1")) is None
    assert thing(state, ("ship", "1A1")) is None


def test_a_scenario_as_its_file_has_it_or_before_set_up() -> None:
    before = lay("SCENARIO tau-ceti")
    assert before.turn == 0
    assert {unit.status for unit in before.state.units if unit.is_ship} == {WAITING}
    placed = lay(
        "SCENARIO tau-ceti turn=1 maps=5\nPLAYER ann side=1\nUNIT 1A velocity=4 jump=jumping"
    )
    assert placed.turn == 1
    assert {unit.status for unit in placed.state.units if unit.is_ship} == {IN_PLAY}
    assert (placed.state.units[0].velocity, placed.state.units[0].owner) == (4, "ann")


@pytest.mark.parametrize(
    ("ask", "answer"),
    [
        ("ship_class klass=Knife", 'there is no class "Knife"'),
        ("battle_commands klass=Dagger pods=[crew] status={pod 2: X}", "it has no pod 2"),
        ("range at=Q0101 target=A0101", "Q0101"),
    ],
)
def test_a_question_without_an_answer(ask: str, answer: str) -> None:
    cases, _ = read_cases(f"GAME deltavee\nCASE A\nRULE DV 1.0\nASK {ask}\nEXPECT 1\n", "a.case")
    row = run_case(cases[0])
    assert row.result == "fail"
    assert f"refused {answer}" in row.got
