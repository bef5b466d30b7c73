"""The players' guide is true: its examples read without a fault, and it leaves no form out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pbm.games.knighthawks.orders.reading import parser, read
from pbm.games.knighthawks.view.record import View
from pbm.kit.problems import Severity, render_all
from pbm.language.syntax_errors import SyntaxFault
from tests.games.knighthawks.orders.test_reading_forms import forms_there_are, forms_used
from tests.games.knighthawks.sheet_table import OPTIONS_IN_FORCE, known, read_body, sheet_of

GUIDE = Path(__file__).parents[3] / "docs" / "players" / "knighthawks.md"
TEXT = GUIDE.read_text(encoding="utf-8")
SUPPLIES = {"torpedo": 2, "rocket_battery": 4, "icm": 4, "masking_screen": 1}
FRIGATE: dict[str, dict[str, Any]] = {
    "orders": {},
    "orders-in-orbit": {"orbit": {"planet": "pp1", "clockwise": True}, "speed": 0},
    "orders-screened": {"screen": {"made_at": "1009", "orbit_moves_left": 0}},
}
# Said in the text or a table rather than in an example.
INLINE = (
    *(
        "move if A2 within 6 then stay",
        "SHIP B2 Frigate (flagship)",
        "attack if turn >= 4: T at A1",
    ),
    *(
        "evade if A2 hull > 10",
        "evade if A2 screened",
        "evade if A2 in orbit",
        "evade if speed >= 3",
    ),
)
KINDS = (
    "laser cannon",
    "pod laser",
    "laser battery",
    "torpedo",
    "assault rocket",
    "rocket battery",
)


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("kind", FRIGATE)
def test_every_example_reads_without_a_fault(kind: str) -> None:
    assert blocks(kind)
    for block in blocks(kind):
        reading = read_body(block, B2={"supplies": SUPPLIES} | FRIGATE[kind])
        faults = [p for p in reading.problems if p.severity is not Severity.WARNING]
        assert not faults, render_all(faults)


def test_the_set_up_example_reads_without_a_fault() -> None:
    (block,) = blocks("setup")
    reading = read(sheet_of(block, "SETUP", "0"), View.read(known(0)), OPTIONS_IN_FORCE)
    assert not reading.problems, render_all(reading.problems)


def test_the_guide_shows_every_form_of_the_grammar() -> None:
    lines = [
        line.strip()
        for kind in (*FRIGATE, "setup")
        for block in blocks(kind)
        for line in re.sub(r"#.*", "", block).splitlines()
        if line.strip()
    ]
    for line in INLINE:
        assert line.removeprefix("evade if ") in TEXT
    for words in KINDS:
        assert words in TEXT
    lines += [*INLINE, *(f"attack {words} at A1" for words in KINDS)]
    # An example may end in the sign that only ends a sheet's line.
    assert forms_there_are() - forms_used(lines) == set()


def test_every_limit_and_every_test_of_the_tables_is_understood() -> None:
    limits = re.findall(r"^\| `([^`]+)`(?: or `([^`]+)`)? \|", TEXT, re.MULTILINE)
    assert len(limits) >= 16
    rows = [
        cell
        for row in re.findall(r"^\| (`.*?) \|", TEXT, re.MULTILINE)
        for cell in re.findall(r"`([^`]+)`", row)
    ]
    for cell in rows:
        cell = cell.replace("...", "screened")
        as_limit = parser().parse(f"defence LB at A1, {cell}")
        as_test = parser().parse(f"evade if {cell}")
        assert not (isinstance(as_limit, SyntaxFault) and isinstance(as_test, SyntaxFault)), cell
