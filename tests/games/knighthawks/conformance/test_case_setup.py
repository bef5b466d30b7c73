"""The set-up of a case: what is wrong in it is said, and what it leaves out is filled in."""

from __future__ import annotations

import pytest

from pbm.conformance.case_file import CaseScene, CaseStep, read_cases
from pbm.conformance.runner import run_case
from pbm.dice.keyed import Ids
from pbm.games.knighthawks.conformance.case_setup import scene, thing
from pbm.kit.problems import Faults, Span


def lay(text: str) -> CaseScene:
    lines = tuple(enumerate(text.splitlines(), 1))
    return scene(CaseStep("SET-UP", "", Span("a.case", 1), lines), Ids(b"test"))


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("SHIPP A1 at=2020", '"SHIPP" is not a word of a set-up'),
        ("SHIP at=2020", "SHIP is followed by a name"),
        ("MAP big columns=3", "MAP is followed by no name"),
        ("SHIP A1 att=2020", "ship A1 has no att"),
        ("SHIP A1 at=20", 'at: "20" is not a hex such as 2018'),
        ("SHIP A1 speed=3", "ship A1 needs at"),
        ("SHIP A1 at=2020 orbit=P1", "there is no planet P1"),
        ("SHIP A1 at=2020 weapons=[XX]", '"XX" is not a weapon'),
        ("SHIP A1 at=2020 player=ann", "there is no player ann"),
        ("PLANET P1", "planet P1 needs at"),
        ("PLAYER ann", "player ann needs side"),
        ("VICTORY A ships=[A1]", "victory A needs kind"),
        ("SHIP A1 at=2020\nSHIP A1 at=2021", "A1 occurs twice"),
    ],
)
def test_a_fault_of_the_set_up(text: str, fault: str) -> None:
    with pytest.raises(Faults) as caught:
        lay(text)
    assert fault in [problem.fault for problem in caught.value.problems]


def test_what_is_left_out() -> None:
    found = lay("# a remark\n\nSHIP B1 at=2020 hull_points=9\nSHIP A1 at=2021")
    ship = found.state.named("B1")
    assert ship is not None
    assert (ship.hull, ship.hull_points, ship.side, ship.owner) == (9, 9, "B", "B")
    assert (ship.facing, ship.speed, ship.adf, ship.mr, ship.reflective) == (12, 0, 3, 3, True)
    assert found.state.sides == ("B", "A")
    assert (found.turn, found.state.map.columns, found.state.map.rows) == (1, 40, 40)


def test_what_can_be_looked_up() -> None:
    state = lay("PLANET P1 at=2020\nSHIP A1 at=2019 orbit=P1 clockwise=no screen=2019").state
    found = thing(state, ("ship", "a1"))
    assert found is not None
    assert (found["screen"], str(found["screen_made_at"]), found["clockwise"]) == (
        True,
        "2019",
        False,
    )
    assert thing(state, ("ship", "A9")) is None
    assert thing(state, ("planet", "P1")) is None
    assert (thing(state, ("game",)) or {})["turn"] == 1


SETTING_UP = """
GAME knighthawks
CASE A
RULE KH PBM
SET-UP
  TURN number=0
  SHIP A1 at=0101 place=[0101, 0102] facings=[12, 2] speeds=[0, 3]
  SHIP B1 at=2020
END
SETUP A
  SHIP A1
    place at 0102 facing 2 speed 3
END
RUN
EXPECT event placed ship=A1 at=0102 facing=2 speed=3
"""


def test_a_set_up_turn() -> None:
    cases, problems = read_cases(SETTING_UP, "a.case")
    assert not problems
    assert run_case(cases[0]).result == "pass", run_case(cases[0]).got


@pytest.mark.parametrize(
    ("ask", "fault"),
    [
        ("plot at=2020 facing=12 speed=2 mr=1 plot=L", '"L" is not a plot such as 3 L 2 R 1'),
        ('plot at=2020 facing=12 speed=2 mr=1 plot="2 X"', '"2 X" is not a plot such as 3 L 2 R 1'),
        ("orbit planet=2020 start=2018 clockwise=yes turns=1", "2018 is not next to 2020"),
    ],
)
def test_a_question_without_an_answer(ask: str, fault: str) -> None:
    text = f"GAME knighthawks\nCASE A\nRULE KH 3 Turning\nASK {ask}\nEXPECT refused {fault!r}\n"
    cases, _ = read_cases(text, "a.case")
    assert fault in run_case(cases[0]).got
