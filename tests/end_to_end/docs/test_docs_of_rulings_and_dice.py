"""The pages on rulings and dice say what the code does."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from pbm.dice.keyed import READINGS
from pbm.dice.scripted import ScriptedDice, parse_script
from pbm.engine.ruling_fields import Fields, Whole
from pbm.engine.ruling_parser import parse_rulings
from pbm.engine.ruling_syntax import FORMS
from pbm.engine.types import Seat
from pbm.games.deltavee.gm.ruling_fields import FIELDS as DELTAVEE_FIELDS
from pbm.games.knighthawks.gm.ruling_fields import FIELDS
from pbm.games.knighthawks.state.state import SUPPLIES
from pbm.games.nova.gm import battle_mode
from pbm.games.nova.gm.ruling_fields import EMPIRE_FIELDS, SHIP_FIELDS, SYSTEM_FIELDS
from pbm.games.nova.rules.results.result_language import FORMS as CLAUSES
from pbm.games.nova.rules.results.result_language import read_result

DOCS = Path(__file__).parents[3] / "docs"
RULINGS = (DOCS / "rulings.md").read_text(encoding="utf-8")
DICE = (DOCS / "dice.md").read_text(encoding="utf-8")


def test_every_form_of_a_ruling_is_on_the_page_and_no_other() -> None:
    before_the_fields = RULINGS.partition("## Fields")[0]
    forms = re.findall(r"^\| `(.+?)` \|", before_the_fields, re.MULTILINE)
    assert sorted(forms) == sorted(FORMS.values())


@pytest.mark.parametrize(
    ("heading", "fields"),
    [
        ("Fields of a Knight Hawks ship", FIELDS.rows),
        ("Fields of a DeltaVee unit", DELTAVEE_FIELDS.rows),
        ("Fields of a Nova ship", SHIP_FIELDS.rows),
        ("Fields of a Nova system", {**SYSTEM_FIELDS.rows, battle_mode.FIELD: None}),
        ("Fields of a Nova empire", EMPIRE_FIELDS.rows),
    ],
)
def test_every_field_of_a_game_is_on_the_page_and_no_other(
    heading: str, fields: Mapping[str, object]
) -> None:
    section = RULINGS.partition(f"## {heading}\n")[2].partition("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    shown = {word for row in rows for word in re.findall(r"`([a-z_]+)", row)}
    # Of things that are numbered the page shows the first: pod_1.
    assert shown == {name.partition(".")[0].rstrip("0123456789") for name in fields}


@pytest.mark.parametrize(
    "fields", [FIELDS, DELTAVEE_FIELDS, SHIP_FIELDS, SYSTEM_FIELDS, EMPIRE_FIELDS]
)
def test_the_limits_on_the_page_are_those_of_the_fields(fields: Fields) -> None:
    for name, row in fields.rows.items():
        if isinstance(row.read, Whole) and isinstance(row.read.most, int) and not row.read.signed:
            (line,) = re.findall(rf"^\| .*`{name}`.*\|$", RULINGS, re.MULTILINE)
            assert re.search(rf"\b{row.read.most}\b", line), name


def test_every_clause_of_a_battle_is_on_the_page_and_no_other() -> None:
    section = RULINGS.partition("## Results of battles in Nova\n")[2]
    shown = re.findall(r"^\| `(.+?)` \|", section, re.MULTILINE)
    assert set(shown) - {"EMPIRE loses 2 AA, SDU"} == set(CLAUSES.values())
    for clause in shown:
        assert read_result(clause)[1] == ()


def test_the_supplies_are_on_the_page() -> None:
    assert f"The supplies are {', '.join(SUPPLIES[:-1])} and {SUPPLIES[-1]}." in RULINGS


def test_every_form_of_a_ruling_is_read_as_it_is_shown() -> None:
    seats = (Seat("player", "PLAYER", "A"),)
    forms = [
        form
        for shown in FORMS.values()
        for form in (
            shown.replace("[", "").replace("]", ""),
            re.sub(r" \[.*\]", "", shown),
        )
    ]
    text = "\n".join(f"{form} because REASON" for form in dict.fromkeys(forms))
    text = text.replace("NUMBER", "14")
    rulings, problems = parse_rulings(text, "page", seats, ())
    assert problems == []
    assert {ruling.verb for ruling in rulings} == set(FORMS)


def test_every_reading_of_the_dice_is_on_the_page() -> None:
    assert re.findall(r"^\| `(.+?)` \|", DICE, re.MULTILINE) == list(READINGS)


def test_the_script_on_the_page_answers_its_rolls() -> None:
    block = DICE.partition("--dice FILE")[2].partition("\n\n- ")[0].partition("\n\n")[2]
    script, problems = parse_script(block, "page")
    assert problems == []
    dice = ScriptedDice(script, {"k3v9": "B1", "m2q7": "A2"})
    rolls = [
        ("1.attack/attack/k3v9/LC/m2q7", "d100", (41,)),
        ("1.attack/damage/k3v9/LC/m2q7", "d10", (7, 10)),
        ("1.defence/attack/m2q7/LB/k3v9", "d100", (96,)),
        ("1.attack/attack/k3v9/RB/m2q7", "d100", (55,)),
        ("2.attack/attack/m2q7/RB/k3v9", "d100", (55,)),
        ("2.attack/attack/k3v9/T/m2q7", "d100", (17,)),
        ("2.attack/attack/k3v9/LB/m2q7", "d100", (5,)),
        ("3.attack/attack/k3v9/LB/m2q7", "d100", (88,)),
    ]
    for name, die, faces in rolls:
        assert dice.faces(name, die, len(faces), "all") == faces
    assert dice.leftover() == []
