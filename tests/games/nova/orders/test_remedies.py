"""Lines as a tired person writes them: those that read, and what is said of the others."""

from __future__ import annotations

import pytest

from tests.games.nova.sheet_table import read_body

# Section, line as written, the same as it should have been written.
READ = [
    ("EXPENDITURES", "maintain all teams", "Maintain all"),
    ("EXPENDITURES", "research teams 2", "RDT 2"),
    ("EXPENDITURES", "hornet 1 called bee", "Hornet 1 as bee"),
    ("EXPENDITURES", "sdu 1 on virus", "SDU 1 at VIRUS"),
    ("RESEARCH", "bl 15 to 20 +2 teams", "BL 15-20 +2"),
    ("MOVEMENT", "virus stinger > d n retreat to virus", "VIRUS Stinger > D N retreat VIRUS"),
    ("MOVEMENT", "shoot africa f to b and c", "SHOOT Africa F to B + C"),
    ("", "stop own ships at shoot", "STOP own at SHOOT"),
    ("MOVEMENT", "virus pup to algol", "VIRUS Pup > ALGOL"),
    ("MOVEMENT", "shoot africa hostile to all except b", "SHOOT Africa H to all but B"),
    ("MOVEMENT", "virus stinger > d hostile observe", "VIRUS Stinger > D H, O"),
    ("", "all ships: friendly", "GENERAL all ships: F"),
    ("", "special: africa n to all but b and c", "SPECIAL Africa: N to all but B + C"),
    ("", "special if lost: tug o; otherwise: tug t", "SPECIAL if lost: Tug: O; else Tug: T"),
]  # fmt: skip

REMEDIES = [
    ("", "special africa retreat", "Orders are letters: write R for retreat"),
    ("EXPENDITURES", "if treasury < 300: rdt 2", "Write PLAN before it"),
    ("EXPENDITURES", "2 scout at virus, 1 hauler", "Write ; between two of them"),
    (
        "MOVEMENT",
        "virus stinger > d x, algol scout-3 > b",
        'A new order begins with "algol": write it on a line of its own',
    ),
    (
        "",
        "movement virus stinger > d x, algol scout-3 > b",
        'A new order begins with "algol": write it on a line of its own',
    ),
    ("EXPENDITURES", "Hornet Bee", 'Write as before "Bee"'),
    ("EXPENDITURES", "2 AA at VIRUS and 1 SDU", 'Write ; for "and"'),
    ("EXPENDITURES", "refit hulk frigate-2", 'Write to before "frigate-2"'),
    ("EXPENDITURES", "RDT 2 SDU 1", 'Write ; before "SDU"'),
    ("MOVEMENT", "VIRUS Pup Scout-3 > D", 'Write a comma before "Scout-3"'),
    ("MOVEMENT", "VIRUS Pup > D, TEDDY", 'Write > for ","'),
    ("MOVEMENT", "VIRUS Pup > D, N, X", 'Leave out the ","'),
    ("", "GENERAL: armed N/R, unarmed K", 'Write ; before "unarmed", not a comma'),
    ("", "CONDITIONAL if aliens > 3 Africa R", 'Write : before "Africa"'),
    ("", "PERMIT B C through Ring-A", 'Write + before "C"'),
    (
        "MOVEMENT",
        "SHOOT Africa F to B, C, O",
        "Several empires are joined by +, as in  F to B + C",
    ),
    ("EXPENDITURES", "build armies 2", "Did you mean AA or RA?"),
    ("MOVEMENT", "virus stinger d", "If the warp line is meant, write  > D"),
]


@pytest.mark.parametrize(("section", "written", "understood"), READ)
def test_other_words_are_read(section: str, written: str, understood: str) -> None:
    reading = read_body(f"{section}\n{written}")
    said = reading.understood[-1].text
    assert said.partition(" [")[0] == understood
    assert not [one for one in reading.problems if one.remedy]


@pytest.mark.parametrize(("section", "written", "remedy"), REMEDIES)
def test_a_remedy_is_found_by_trying(section: str, written: str, remedy: str) -> None:
    reading = read_body(f"{section}\n{written}")
    assert remedy in [one.remedy for one in reading.problems]


def test_remedies_are_tried_for_so_many_signs_of_a_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text that is no sheet has ten thousand lines; those behind say their fault alone."""
    line = "PERMIT B C through Ring-A"
    monkeypatch.setattr("pbm.games.nova.orders.scanning._MOST_HINTED", 2 * len(line))
    reading = read_body(f"{line}\n" * 3)
    assert [one.remedy for one in reading.problems] == ['Write + before "C"'] * 2 + [""]
    assert len({one.fault for one in reading.problems}) == 1


# Lines with more than one fault: the words at fault as written, each with its remedy.
TWO = [
    (
        "MOVEMENT",
        "VIRUS Pup and Wasp > D, TEDDY",
        {"and": 'Write a comma for "and"', ",": 'Write > for ","'},
    ),
    (
        "EXPENDITURES",
        "2 AA and 1 SDU and",
        {"and": 'Write ; for "and"'},
    ),
    (
        "",
        "CONDITIONAL if aliens > 3 Africa retreat",
        {
            "Africa": 'Write : before "Africa"',
            "retreat": "Orders are letters: write R for retreat",
        },
    ),
    (
        "MOVEMENT",
        "VIRUS stinger > D hostile retreet VIRUS",
        {
            "hostile": "Orders are letters: write H for hostile",
            "retreet": 'Did you mean "retreat"?',
        },
    ),
    (
        "",
        "CONDITIONAL if alines > 3 Africa R",
        {"alines": 'Did you mean "aliens"?', "Africa": 'Write : before "Africa"'},
    ),
]


@pytest.mark.parametrize(("section", "written", "told"), TWO)
def test_of_several_faults_all_are_told(section: str, written: str, told: dict[str, str]) -> None:
    found = {}
    for one in read_body(f"{section}\n{written}").problems:
        assert one.span is not None
        start = one.span.column - 1
        found[one.span.text[start : start + one.span.length]] = one.remedy
    assert found == told


def test_a_fault_that_nothing_mends_keeps_the_others_from_being_guessed_at() -> None:
    """More than three are too many, and a line that does not come out readable is told once."""
    lines = ("scout 1, 2 AA and 1 SDU and 1 IC and", "scout 1, and so on", "sned 40 to B and C")
    for written in lines:
        (problem,) = read_body(f"EXPENDITURES\n{written}").problems
        assert problem.remedy == ""


@pytest.mark.parametrize(
    ("section", "written"),
    [
        ("MOVEMENT", "algol stinger > d x, nowhere scout-3 > b"),  # no such system
        ("MOVEMENT", "shoot africa hold"),
        ("MOVEMENT", "algol scout-3 e"),  # no line E leads from ALGOL
        ("EXPENDITURES", "scout 1, and so on"),
    ],
)
def test_where_nothing_helps_nothing_is_said(section: str, written: str) -> None:
    reading = read_body(f"{section}\n{written}")
    assert reading.problems
    assert not [one.remedy for one in reading.problems if one.remedy]
