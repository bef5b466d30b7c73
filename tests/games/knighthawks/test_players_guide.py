"""What the players' guide says outside of its examples is true."""

from __future__ import annotations

import re
from pathlib import Path

from pbm.games.knighthawks.orders.reading import parser
from pbm.language.syntax_errors import SyntaxFault
from tests.games.knighthawks.language import INLINE, KINDS

GUIDE = Path(__file__).parents[3] / "docs" / "players" / "knighthawks.md"
TEXT = GUIDE.read_text(encoding="utf-8")


def test_what_the_guide_says_in_its_text_is_there() -> None:
    for line in INLINE:
        assert line.removeprefix("evade if ") in TEXT
    for words in KINDS:
        assert words in TEXT


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
