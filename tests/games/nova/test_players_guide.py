"""The players' guide is true: its examples read without a fault, and it leaves no form out."""

from __future__ import annotations

import re
from collections.abc import Collection
from pathlib import Path
from typing import Any

import pytest

from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.orders.order_parser import parser
from pbm.games.nova.orders.scanning import scan
from pbm.games.nova.view.record import View
from pbm.kit.problems import Severity, render_all
from pbm.language.parser import LineParser
from tests.games.nova import round_table
from tests.games.nova.orders.test_reading_forms import forms_of, forms_there_are
from tests.games.nova.sheet_table import known, read_body, sheet_of

GUIDE = Path(__file__).parents[3] / "docs" / "players" / "nova.md"
TEXT = GUIDE.read_text(encoding="utf-8")
TECH = {"EW": 5, "FC": 5, "BL": 15, "JD": 3, "IE": 2, "MD": 5, "MA": 60, "MR": 10, "LT": 8}
KINDS: dict[str, tuple[str, int, dict[str, Any]]] = {
    "orders": ("ORDERS", 12, {}),
    "designs": ("DESIGNS", 12, {"empire": {**known()["empire"], "tech": TECH}}),
    "pregame": ("PREGAME", 0, {}),
}


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize(
    ("kind", "block"), [(kind, block) for kind in KINDS for block in blocks(kind)]
)
def test_every_example_reads_without_a_fault(kind: str, block: str) -> None:
    name, turn, more = KINDS[kind]
    reading = read_body(block, name, turn, **more)
    faults = [p for p in reading.problems if p.severity is not Severity.NOTE]
    # The guide hands its designs in elsewhere, and shows repairs with a price.
    faults = [p for p in faults if p.rule != "NV RES-06"]
    assert not faults, render_all(faults)


def test_the_example_of_a_battle_by_mail_reads_without_a_fault() -> None:
    (block,) = blocks("battle")
    assert round_table.read_body(block).problems == ()


def test_every_order_of_the_table_for_a_round_is_understood() -> None:
    table = TEXT.partition("## Battles by mail")[2].partition("Besides, every item")[0]
    rows = re.findall(r"^\|.*\| (`.*`) \|$", table, re.MULTILINE)
    orders = [order for row in rows for order in re.findall(r"`(.*?)`", row)]
    assert len(orders) == 19
    for order in orders:
        faults = {problem.fault for problem in round_table.read_body(f"all: {order}").problems}
        assert not any("understood" in fault or " no " in f" {fault} " for fault in faults), faults


def table_of_tests() -> list[str]:
    """What stands in the table of conditions."""
    cells = re.findall(r"^\| (`.*?) \|", TEXT, re.MULTILINE)
    return [test for cell in cells for test in re.findall(r"`(.*?)`", cell)]


def test_the_tests_of_the_table_are_understood() -> None:
    assert len(table_of_tests()) == 15
    for test in table_of_tests():
        reading = read_body(f"CONDITIONAL if {test}: Africa: F")
        assert not reading.problems, render_all(reading.problems)


def test_no_word_of_the_language_is_left_out() -> None:
    words = set(re.findall(r"[\w\-]+", TEXT.casefold()))
    for name, keyword in parser().keywords.items():
        forms = {form for whole in keyword.full for form in (whole, *whole.split())}
        assert words & forms, name


def test_the_guide_leaves_no_form_out() -> None:
    there = forms_there_are() - {"fighters", "asked", "DEFAULT"}
    assert there - forms_of(_lines()) <= SELDOM


# A treasury below nothing, what is refused, and what the reader of designs takes himself.
SELDOM = {"minus", "elsewhere", "END_DESIGN", "design_end"}


def _lines() -> list[tuple[str, str]]:
    """Every line of the examples with the section it stands in, as the reader finds it."""
    found: list[tuple[str, str]] = []
    for kind in KINDS:
        name, turn, more = KINDS[kind]
        for block in blocks(kind):
            seen = _Recorder(parser())
            scan(seen, sheet_of(block, name, turn), Roster(View.read(known(turn, **more))))
            found += seen.lines
    found += [("front", f"CONDITIONAL if {test}: Africa: F") for test in table_of_tests()]
    return found


class _Recorder(LineParser):
    """A parser that remembers what it was asked to read."""

    def __init__(self, parser: LineParser) -> None:
        self._parser = parser
        self.lines: list[tuple[str, str]] = []

    def parse(self, text: str, names: Collection[str] = (), start: str | None = None) -> Any:
        """The parse, remembered."""
        assert start is not None
        self.lines.append((start, text))
        return self._parser.parse(text, names, start)
