"""Every form of every order is understood, and the examples leave no form of the grammar out."""

from __future__ import annotations

import pytest

from pbm.engine.types import Reading
from pbm.games.deltavee.orders.commands.maneuvers import CommandLine
from pbm.games.deltavee.orders.lines.conditions import condition_words
from pbm.games.deltavee.orders.lines.syntax import ParseTreeTransformer
from pbm.games.deltavee.orders.orders import MoveOrder, Orders
from pbm.games.deltavee.orders.sheet import parser
from pbm.games.deltavee.orders.sheet_text import unit_lines
from pbm.kit.problems import Severity
from pbm.language.parser import LineParser
from pbm.language.syntax_errors import SyntaxFault
from tests import language_forms
from tests.games.deltavee.sheet_forms import (
    ALL,
    CONDITIONS,
    HEADERS,
    INLINE,
    MISSILE,
    MISSILE_HEADERS,
    NOTES,
    ORDERS,
    PLACING,
    SHIP,
    all_lines,
)
from tests.games.deltavee.sheet_table import NAMES, read_body
from tests.language_forms import bare, shortened


def forms_used(lines: list[str]) -> set[str]:
    """The rules and terminals of the grammar that these lines make use of."""
    return language_forms.forms_used(
        "deltavee", LineParser("deltavee", ParseTreeTransformer()), lines
    )


def forms_there_are() -> set[str]:
    """The named rules and the terminals of the grammar."""
    return language_forms.forms_there_are("deltavee")


def test_every_form_of_the_grammar_occurs_in_the_tests() -> None:
    assert forms_there_are() - forms_used(all_lines()) == set()


def canonical(reading: Reading, unit: str) -> list[str]:
    orders: Orders = reading.commands
    own = orders.units.get(unit)
    return [] if own is None else [line.strip() for line in unit_lines(own, NAMES)]


def invalid(reading: Reading) -> list[str]:
    return [p.fault for p in reading.problems if p.severity is Severity.INVALID]


@pytest.mark.parametrize(("written", "understood"), SHIP)
def test_an_order_of_a_ship_is_understood(written: str, understood: str) -> None:
    reading = read_body(f"SHIP A\n  {written}")
    assert canonical(reading, "1a") == [understood]
    assert not invalid(reading)


@pytest.mark.parametrize(("written", "understood"), INLINE)
def test_orders_may_stand_behind_else_in_one_line(written: str, understood: tuple[str]) -> None:
    reading = read_body(f"SHIP A\n  {written}")
    assert canonical(reading, "1a") == list(understood)
    assert not invalid(reading)


@pytest.mark.parametrize(("written", "understood"), MISSILE)
def test_an_order_of_a_missile_is_understood(written: str, understood: str) -> None:
    reading = read_body(f"MISSILE 05\n  {written}")
    assert canonical(reading, "105") == [understood]
    assert not reading.problems


@pytest.mark.parametrize(("written", "understood"), CONDITIONS)
def test_a_condition_is_understood(written: str, understood: str) -> None:
    reading = read_body(f"SHIP A\n  command if {written}: right")
    (line,) = reading.commands.of("1a", "spaceship").commands
    assert isinstance(line, CommandLine)
    assert condition_words(line.condition, NAMES) == understood
    assert not invalid(reading)


@pytest.mark.parametrize(("written", "understood"), PLACING)
def test_a_placing_is_understood(written: str, understood: str) -> None:
    reading = read_body(f"SHIP A\n  {written}", turn=0)
    assert canonical(reading, "1a") == ([understood] if understood else [])
    assert bool(reading.problems) == (not understood)


@pytest.mark.parametrize("header", HEADERS)
def test_a_header_is_understood(header: str) -> None:
    reading = read_body(f"{header}\n  energy floor 4")
    assert canonical(reading, "1a") == ["energy floor 4"]
    assert not reading.problems


@pytest.mark.parametrize("header", MISSILE_HEADERS)
def test_a_missile_goes_by_its_number(header: str) -> None:
    reading = read_body(f"{header}\n  intercept always")
    assert canonical(reading, "1b-03") == ["intercept always"]
    assert not reading.problems


@pytest.mark.parametrize(("header", "kind"), ALL)
def test_lines_for_all_of_a_kind_stand_by_themselves(header: str, kind: str) -> None:
    line = "energy floor 4" if kind in ("spaceship", "battlecraft") else "intercept always"
    reading = read_body(f"{header}\n  {line}")
    orders: Orders = reading.commands
    assert not orders.units
    assert list(orders.all) == [kind]
    assert [text.strip() for text in unit_lines(orders.all[kind], NAMES)] == [line]
    assert not reading.problems
    assert "that have no such line" in reading.understood[0].text


@pytest.mark.parametrize(("written", "understood"), ORDERS)
def test_an_order_of_units_is_understood(written: str, understood: str) -> None:
    reading = read_body(written)
    orders: Orders = reading.commands
    order = orders.move_order or orders.missile_order
    assert isinstance(order, MoveOrder)
    assert order.units[:2] == (("105", "1b-03") if orders.move_order else ("104", "1b-03"))
    assert [one.text for one in reading.understood] == [understood]
    assert not reading.problems


@pytest.mark.parametrize(("written", "understood"), NOTES)
def test_a_note_goes_to_the_docket(written: str, understood: str) -> None:
    reading = read_body(f"SHIP A\n  field try\n{written}")
    assert [(item.id, item.player, item.question) for item in reading.docket] == [
        ("ann-4", "ann", understood)
    ]
    assert not reading.problems


def test_an_order_may_stand_on_the_line_of_its_unit() -> None:
    reading = read_body("MISSILE 05 chase A; intercept never\nSHIP A: field never")
    assert canonical(reading, "105") == ["command chase A", "intercept never"]
    assert canonical(reading, "1a") == ["field never"]
    assert not reading.problems
    reading = read_body("SHIP A at A0909 pods 1 battlecraft, 2 heavy weapon", turn=0)
    assert canonical(reading, "1a") == ["at A0909", "pods 1 battlecraft, 2 heavy weapon"]
    reading = read_body("SHIP A\n  at A0909 pods 1 battlecraft", turn=0)
    assert canonical(reading, "1a") == ["at A0909", "pods 1 battlecraft"]


def test_commands_behind_a_semicolon_belong_to_the_line_before_them() -> None:
    reading = read_body(
        "SHIP A\n  battle if turn >= 4: prepare A1; search; field try\n  command right; left"
    )
    assert canonical(reading, "1a") == [
        "battle if turn >= 4: prepare A1; active search",
        "command right, left",
        "field try",
    ]


def test_commands_behind_another_order_need_their_verb_only_under_a_condition() -> None:
    reading = read_body("SHIP A\n  field try; right; search")
    assert canonical(reading, "1a") == ["command right", "battle active search", "field try"]
    for line in ("command if docked: right; search", "command else right; search"):
        reading = read_body(f"SHIP A\n  {line}")
        assert invalid(reading) == ['it is not clear whether the condition counts for "search" too']
        assert canonical(reading, "1a") == [line.partition(";")[0]]


def test_an_order_remembers_its_line_and_words() -> None:
    reading = read_body("SHIP A\n\n  command  right,  # at once\n     accelerate")
    ref = reading.commands.units["1a"].commands[0].ref
    assert (ref.player, ref.mailing, ref.line) == ("ann", "3", 4)
    assert ref.text == "command  right, accelerate"


@pytest.mark.parametrize("term", sorted(parser().keywords))
def test_every_abbreviation_of_a_keyword_means_the_same(term: str) -> None:
    for short, line in shortened(parser(), term, all_lines()):
        assert bare(parser().parse(short)) == bare(parser().parse(line))


@pytest.mark.parametrize("line", all_lines())
def test_case_does_not_matter(line: str) -> None:
    assert not isinstance(parser().parse(line.upper()), SyntaxFault)
    assert not isinstance(parser().parse(line.lower()), SyntaxFault)
