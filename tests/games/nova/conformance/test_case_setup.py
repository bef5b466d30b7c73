"""The set-up of a case of Nova: its faults are said, the page on cases has all of its words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pbm.conformance.case_file import CaseScene, CaseStep
from pbm.conformance.values import as_record
from pbm.dice.keyed import Ids
from pbm.games.nova.conformance.case_lookup import _FIND, thing
from pbm.games.nova.conformance.case_setup import FORM, scene
from pbm.games.nova.state.state import State
from pbm.kit.problems import Faults, Span

PAGE = Path(__file__).parents[4] / "docs" / "cases.md"
SECTION = PAGE.read_text(encoding="utf-8").partition("## The table of Nova\n")[2]

TABLE = """TABLE turn=3
SYSTEM VIRUS type=8 colonies=3 of=ann home=yes ic=yes surface=["ann 2 SDU"]
LINE VIRUS.D to=ALGOL.B
EMPIRE ann name=VIRUS home=VIRUS treasury=100 tech={BL: 15} knows=[ALGOL]
EMPIRE bea name=MINKY home=ALGOL
DESIGN ann.Hornet lines=["IE 1", "JD3 L8", "2 BL 15"]
DESIGN ann.Ark lines=["IE 1", "JD3 L8", "4 CH"]
SHIP Ox of=ann design=Ark at=VIRUS cargo=["2 AA", "1 RA of bea"]
SHIP Wasp of=ann design=Hornet aboard=Ox
HULL Bee of=ann design=Hornet at=VIRUS paid=10
GATE Ring-A of=ann pair=Ring-B at=VIRUS
GATE Ring-B of=ann pair=Ring-A aboard=Ox
PROJECT "ann.BL 15-20" teams=2 done=3
PROJECT "ann.NSD Hornet" teams=1
CONTACT ann.bea:B kind=full
GOAL territory level=9"""


def lay(text: str) -> CaseScene:
    lines = tuple(enumerate(text.splitlines(), 1))
    return scene(CaseStep("SET-UP", "", Span("a.case", 1), lines), Ids(b"test"), {})


def table() -> State:
    laid: State = lay(TABLE).state
    return laid


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("SYSTEMM VIRUS", '"SYSTEMM" is not a word of a set-up'),
        ("SYSTEM VIRUS\nSYSTEM VIRUS", "VIRUS occurs twice"),
        ("DESIGN Scout", "DESIGN is followed by OWNER.NAME"),
        ("LINE VIRUS.D to=ALGOL", "LINE is written  LINE VIRUS.D to=ALGOL.B"),
        ('DESIGN ann.Scout lines=["7 ZZ"]', '"7 ZZ" is not a line of a design'),
        ('SYSTEM VIRUS surface=["2 SDU"]', '"2 SDU" is written  ann 2 SDU'),
        ('SYSTEM VIRUS surface=["ann x SDU"]', '"ann x SDU" is written  ann 2 SDU'),
        (
            'SHIP Ox of=ann design=Ark at=VIRUS cargo=["AA"]',
            '"AA" is written  2 AA  or  2 AA of bea',
        ),
        (
            "GATE Ring-A of=ann pair=Ring-B at=VIRUS place=planet",
            'place: "planet" is not one of aboard, gone, placed, stored',
        ),
    ],
)
def test_a_fault_of_the_set_up(text: str, fault: str) -> None:
    with pytest.raises(Faults) as caught:
        lay(text)
    assert fault in [problem.fault for problem in caught.value.problems]


def test_a_research_on_a_design_has_its_design() -> None:
    laid = lay(TABLE).state
    assert [one.kind for one in laid.empires["ann"].projects] == ["TECH", "NSD"]
    assert laid.empires["ann"].projects[1].design is laid.designs["ann/Hornet"]
    assert laid.empires["bea"].projects == ()


def test_both_ends_of_a_line_are_made() -> None:
    systems = table().systems
    assert systems["ALGOL"].lines["B"].to == "VIRUS" and systems["ALGOL"].type == 5


@pytest.mark.parametrize(
    ("words", "field", "value"),
    [
        ("game", "turn", 3),
        ("empire ann", "treasury", 100),
        ("system VIRUS", "status", "WORLD"),
        ("ship Ox", "cargo_of", {"AA": "ann", "RA": "bea"}),
        ("ship Wasp", "carrier", "Ox"),
        ("hull Bee", "paid", 10),
        ("gate Ring-B", "carrier", "Ox"),
        ("sight ann.ALGOL", "explored", True),
        ("project ann.BL20", "done", 3),
        ("contact ann.bea", "kind", "full"),
    ],
)
def test_what_can_be_looked_up(words: str, field: str, value: object) -> None:
    found = as_record(thing(table(), tuple(words.split())))
    assert found is not None and found[field] == value


@pytest.mark.parametrize(
    "words",
    [
        "ship",
        "fleet Ox",
        "empire zed",
        "system NOWHERE",
        "ship Nobody",
        "hull Nobody",
        "gate Nobody",
        "sight zed.ALGOL",
        "sight ann.NOWHERE",
        "project zed.BL20",
        "project ann.EW5",
        "contact zed.ann",
        "contact ann.zed",
    ],
)
def test_what_is_not_there_cannot_be_looked_up(words: str) -> None:
    assert thing(table(), tuple(words.split())) is None


def test_the_page_on_cases_has_every_word_and_field() -> None:
    said = set(re.findall(r"[A-Za-z_]+", SECTION))
    fields = {name for form in FORM.words.values() for name in form.__struct_fields__}
    assert {*FORM.words, *fields, *_FIND} - said == set()


def test_the_example_of_the_page_on_cases_can_be_laid() -> None:
    lines = [line[4:] for line in SECTION.splitlines() if line.startswith("    ")]
    laid = lay("\n".join(lines))
    assert laid.turn == 3 and laid.seats[0].name == "VIRUS"
    assert [one.name for one in laid.state.ships.values()] == ["Stinger"]
