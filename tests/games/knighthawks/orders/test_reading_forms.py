"""Every form of every order is understood, and the examples leave no form of the grammar out."""

from __future__ import annotations

import pytest

from pbm.engine.types import Reading
from pbm.games.knighthawks.orders.conditions import condition_text
from pbm.games.knighthawks.orders.evade import EvadeLine
from pbm.games.knighthawks.orders.reading import label_of, parser
from pbm.games.knighthawks.orders.roster import Roster
from pbm.games.knighthawks.orders.ship_orders import ShipOrders, ship_lines
from pbm.games.knighthawks.view.record import View
from pbm.kit.problems import Severity
from pbm.language.parse_tree import NodeTransformer
from pbm.language.parser import LineParser
from pbm.language.syntax_errors import SyntaxFault
from tests import language_forms
from tests.games.knighthawks.sheet_forms import (
    CONDITIONS,
    FLEETS,
    FORMS,
    HEADERS,
    NOTES,
    PLACING,
    SCOUT_FORMS,
    all_lines,
)
from tests.games.knighthawks.sheet_table import known, read_body
from tests.language_forms import bare, shortened

NAME = label_of(Roster(View.read(known())))


def forms_used(lines: list[str]) -> set[str]:
    """The rules and terminals of the grammar that these lines make use of."""
    return language_forms.forms_used(
        "knighthawks", LineParser("knighthawks", NodeTransformer()), lines
    )


def forms_there_are() -> set[str]:
    """The named rules and the terminals of the grammar."""
    return language_forms.forms_there_are("knighthawks")


def test_every_form_of_the_grammar_occurs_in_the_tests() -> None:
    assert forms_there_are() - forms_used(all_lines()) == set()


def canonical(reading: Reading, ship: str) -> list[str]:
    orders: ShipOrders = reading.commands.of(ship)
    return [line.strip() for line in ship_lines(orders, NAME)][1:]


def invalid(reading: Reading) -> list[str]:
    return [p.fault for p in reading.problems if p.severity is Severity.INVALID]


@pytest.mark.parametrize(("written", "understood"), FORMS)
def test_an_order_is_understood(written: str, understood: str) -> None:
    in_orbit = {"orbit": {"planet": "pp1", "clockwise": True}, "speed": 0}
    screen = {"made_at": "1009", "orbit_moves_left": 0}
    supplies = {"torpedo": 2, "rocket_battery": 4, "icm": 4, "masking_screen": 1}
    state = in_orbit if "leave" in written else {}
    reading = read_body(
        f"SHIP B2\n  {written}", B2={**state, "supplies": supplies, "screen": screen}
    )
    assert canonical(reading, "sb2") == [understood]
    assert not invalid(reading)


@pytest.mark.parametrize(("written", "understood"), SCOUT_FORMS)
def test_an_order_of_a_scout_is_understood(written: str, understood: str) -> None:
    reading = read_body(f"SHIP B1\n  {written}")
    assert canonical(reading, "sb1") == [understood]
    assert not reading.problems


@pytest.mark.parametrize(("written", "understood"), CONDITIONS)
def test_a_condition_is_understood(written: str, understood: str) -> None:
    reading = read_body(f"SHIP B1\n  evade if {written}")
    lines: tuple[EvadeLine, ...] = reading.commands.of("sb1").evade
    assert [condition_text(line.condition, NAME) for line in lines] == [understood] * len(lines)
    assert bool(lines) == bool(understood)


@pytest.mark.parametrize(("written", "understood"), PLACING)
def test_a_placing_is_understood(written: str, understood: str) -> None:
    reading = read_body(f"SHIP B2\n  {written}", turn=0, B2={"at": "0911"})
    assert canonical(reading, "sb2") == [understood]
    assert not reading.problems


@pytest.mark.parametrize("header", HEADERS)
def test_a_header_is_understood(header: str) -> None:
    reading = read_body(f"{header}\n  move speed 4")
    assert canonical(reading, "sb2") == ["move speed 4"]
    assert not reading.problems


@pytest.mark.parametrize("header", FLEETS)
def test_a_fleet_line_is_for_ships_without_such_a_line(header: str) -> None:
    body = f"SHIP B1\n  attack LB hold\n{header}\n  attack LB at nearest\n  defence RB hold"
    reading = read_body(body)
    assert canonical(reading, "sb1") == ["attack LB hold"]
    assert canonical(reading, "sb2") == ["attack LB at nearest", "defence RB hold"]
    assert canonical(reading, "sb3") == ["attack LB at nearest", "defence RB hold"]
    assert not reading.problems
    assert reading.understood[-1].text == "defence RB hold (for B2, B3)"


@pytest.mark.parametrize(("written", "understood"), NOTES)
def test_a_note_goes_to_the_docket(written: str, understood: str) -> None:
    reading = read_body(f"SHIP B1\n  move speed 6\n{written}")
    assert [(item.id, item.player, item.question) for item in reading.docket] == [
        ("ilse-4", "ilse", understood)
    ]
    assert not reading.problems


def test_statements_on_one_line_repeat_the_verb() -> None:
    reading = read_body("SHIP B2\n  attack LC at A1 in arc; LB at A2; defence LB at any; RB hold")
    assert canonical(reading, "sb2") == [
        "attack LC at A1, in arc",
        "attack LB at A2",
        "defence LB at any, best hex",
        "defence RB hold",
    ]
    assert reading.understood[1].text == "; ".join(canonical(reading, "sb2"))


@pytest.mark.parametrize("header", ["SHIP B2:", "SHIP B2", "ship b2 (flagship)"])
def test_an_order_may_stand_on_the_line_of_its_ship(header: str) -> None:
    reading = read_body(f"{header} move speed 3; attack LB at A2")
    assert canonical(reading, "sb2") == ["move speed 3", "attack LB at A2"]
    assert reading.understood[0].text == "for Zz'Nakk (B2): move speed 3; attack LB at A2"
    assert not reading.problems


def test_else_keeps_a_condition_at_the_end_of_its_line() -> None:
    reading = read_body(
        "SHIP B2\n  attack if turn >= 8: LC at A2\n  attack else LC at A1, if turn >= 4"
    )
    assert canonical(reading, "sb2") == [
        "attack if turn >= 8: LC at A2",
        "attack if turn >= 4: LC at A1",
    ]


def test_a_repeated_verb_needs_one_before_it() -> None:
    reading = read_body("SHIP B2\n  move speed 3; LB at A2")
    assert invalid(reading) == ['it is not said whether "LB" attacks or defends']
    assert canonical(reading, "sb2") == ["move speed 3"]


def test_an_order_remembers_its_line_and_words() -> None:
    reading = read_body("SHIP B2\n\n  move  speed 4,  # as fast as can be\n     face A1")
    ref = reading.commands.of("sb2").move[0].ref
    assert (ref.player, ref.mailing, ref.line) == ("ilse", "3", 4)
    assert ref.text == "move  speed 4, face A1"


@pytest.mark.parametrize("term", sorted(parser().keywords))
def test_every_abbreviation_of_a_keyword_means_the_same(term: str) -> None:
    for short, line in shortened(parser(), term, all_lines()):
        assert bare(parser().parse(short)) == bare(parser().parse(line))


@pytest.mark.parametrize("line", all_lines())
def test_case_does_not_matter(line: str) -> None:
    assert not isinstance(parser().parse(line.upper()), SyntaxFault)
    assert not isinstance(parser().parse(line.lower()), SyntaxFault)
