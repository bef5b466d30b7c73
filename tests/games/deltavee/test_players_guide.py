"""The players' guide is true: its examples read without a fault, and it leaves no form out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from pbm.games.deltavee.orders.sheet import parser
from pbm.games.deltavee.state.units import PREPARING
from pbm.kit.problems import Severity, render_all
from pbm.language.syntax_errors import SyntaxFault
from tests.games.deltavee.orders.test_reading_forms import forms_there_are, forms_used
from tests.games.deltavee.orders.test_reserve_orders import reading
from tests.games.deltavee.sheet_table import read_body, read_purchase

GUIDE = Path(__file__).parents[3] / "docs" / "players" / "deltavee.md"
TEXT = GUIDE.read_text(encoding="utf-8")
BLOCKS: dict[str, dict[str, Any]] = {
    "orders": {},
    "orders-jumping": {"B": {"jump": PREPARING}},
}
# Said in the text rather than in an example, or of use only in some scenarios.
INLINE = (
    "command right by 2",
    "command else abort jump",
    "command if in range: jump",
    "battle prepare intelligent",
    "pods 1 energy, 2-3 standard cargo",
)


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("kind", BLOCKS)
def test_every_example_reads_without_a_fault(kind: str) -> None:
    assert blocks(kind)
    for block in blocks(kind):
        reading = read_body(block, **BLOCKS[kind])
        faults = [p for p in reading.problems if p.severity is not Severity.WARNING]
        # Lines that show alternatives may ask for more than a ship can do in one turn.
        faults = [p for p in faults if p.rule != "DV 7.1"]
        assert not faults, render_all(faults)


def test_the_set_up_examples_read_without_a_fault() -> None:
    assert len(blocks("setup")) == 2
    for block in blocks("setup"):
        reading = read_body(block, turn=0)
        assert not reading.problems, render_all(reading.problems)


def test_the_orders_of_some_scenarios_read_without_a_fault() -> None:
    (block,) = blocks("orders-scenario")
    assert not reading(block).problems, render_all(reading(block).problems)


def test_the_purchases_read_without_a_fault() -> None:
    assert len(blocks("purchase")) == 2
    for block in blocks("purchase"):
        reading = read_purchase(block)
        assert not reading.problems, render_all(reading.problems)


def of_the_tables() -> list[tuple[str, str]]:
    """What stands in the tables of the guide, as a limit and as a test."""
    return [
        (f"fire laser burst at A, {cell}", f"command if {cell}: right")
        for row in re.findall(r"^\| (`.*?) \|", TEXT, re.MULTILINE)
        for cell in re.findall(r"`([^`]+)`", row.replace("...", "docked"))
    ]


def is_read(line: str) -> bool:
    return not isinstance(parser().parse(line), SyntaxFault)


def test_the_guide_shows_every_form_of_the_grammar() -> None:
    lines = [
        line.strip()
        for kind in (*BLOCKS, "setup", "purchase", "orders-scenario")
        for block in blocks(kind)
        for line in re.sub(r"#.*", "", block).splitlines()
        if line.strip()
    ]
    lines += [line for both in of_the_tables() for line in both if is_read(line)]
    assert forms_there_are() - forms_used([*lines, *INLINE]) == set()


def test_every_limit_and_every_test_of_the_tables_is_understood() -> None:
    limits, tests = zip(*of_the_tables(), strict=True)
    assert len(list(filter(is_read, limits))) >= 6
    assert len(list(filter(is_read, tests))) >= 30
    for limit, test in zip(limits, tests, strict=True):
        assert is_read(limit) or is_read(test), test
