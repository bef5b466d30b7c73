"""Every form of every line is understood, and the examples leave no form of the grammar out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

import pytest
from lark import Lark, Token
from msgspec.structs import fields

from pbm.engine.types import Reading
from pbm.games.nova.orders.catalogue import line_text
from pbm.games.nova.orders.conditions import condition_text
from pbm.games.nova.orders.order_parser import ParseTreeTransformer, parser
from pbm.games.nova.state.orders.money import Expenditure, Plan
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Standing
from pbm.kit.assets import data_dir
from pbm.kit.problems import Severity
from pbm.language.parser import LineParser
from pbm.language.syntax_errors import SyntaxFault
from tests.games.nova.sheet_forms import (
    BATTLE,
    COMMISSIONS,
    CONDITIONS,
    DIPLOMACY,
    EXPENDITURES,
    FRONT,
    MOVEMENT,
    OTHERS,
    PLANS,
    RESEARCH,
    STANDING,
    SUMS,
    all_lines,
)
from tests.games.nova.sheet_table import NAMES, read_body
from tests.language_forms import bare

_LISTS = [one.name for one in fields(Orders) if one.name not in ("player", "designs")]


def canonical(reading: Reading) -> list[str]:
    """All lines of the orders that were read, in their canonical form."""
    orders: Orders = reading.commands
    found: list[str] = []
    for name in _LISTS:
        value = getattr(orders, name)
        if not isinstance(value, tuple):
            continue
        for one in value:
            found += [_words(line) for line in (one.expenditures if name == "plans" else [one])]
    return found


def _words(record: Any) -> str:
    words = line_text(record, NAMES)
    if isinstance(record, Expenditure):
        words = " | ".join([words, *(line_text(one, NAMES) for one in record.or_else)])
    return words


def invalid(reading: Reading) -> list[str]:
    return [p.fault for p in reading.problems if p.severity is Severity.INVALID]


def _all_forms() -> list[tuple[str, str, str]]:
    sections = {
        "": (*FRONT, *DIPLOMACY, *STANDING, *BATTLE),
        "EXPENDITURES\n": EXPENDITURES,
        "COMMISSIONS\n": COMMISSIONS,
        "RESEARCH\n": RESEARCH,
        "MOVEMENT\n": MOVEMENT,
    }
    return [(head, *pair) for head, pairs in sections.items() for pair in pairs]


@pytest.mark.parametrize(("head", "written", "understood"), _all_forms())
def test_a_line_is_understood(head: str, written: str, understood: str) -> None:
    reading = read_body(f"{head}{written}")
    assert canonical(reading) == ([understood] if understood else [])
    assert bool(invalid(reading)) == (not understood)


@pytest.mark.parametrize(("written", "understood"), CONDITIONS)
def test_a_condition_is_understood(written: str, understood: str) -> None:
    reading = read_body(f"CONDITIONAL if {written}: Africa: F")
    (line,) = reading.commands.standing
    assert isinstance(line, Standing)
    assert condition_text(line.condition) == understood
    assert not invalid(reading)


@pytest.mark.parametrize(("written", "understood"), PLANS)
def test_a_plan_is_understood(written: str, understood: str) -> None:
    reading = read_body(f"PLAN if {written}:\n  Hornet 1\nPLAN else:\n  Hornet 2")
    one, other = reading.commands.plans
    assert isinstance(one, Plan)
    assert isinstance(other, Plan)
    told = [line.text.split(": (")[0] for line in reading.understood]
    assert told == [f"PLAN if {understood}", "Hornet 1", "PLAN else", "Hornet 2"]
    assert [line.number for line in (*one.expenditures, *other.expenditures)] == [1, 2]
    assert not invalid(reading)


@pytest.mark.parametrize("written", SUMS)
def test_sums_of_the_front_are_claims(written: str) -> None:
    reading = read_body(written)
    assert not invalid(reading)
    assert not canonical(reading)
    assert all("to be compared" in one.text for one in reading.understood)


def test_claims_are_compared_with_what_is_so() -> None:
    reading = read_body("PRODUCTION 300 TREASURY 50 BONUS 5 RECEIVED B 100\nRECEIVED 3 FROM C")
    first, second = reading.understood
    assert first.text == (
        "production 300, to be compared; treasury 50, to be compared; bonus 5, to be compared;"
        " received B 100, to be compared"
    )
    assert second.text == "received C 3, to be compared"
    (wrong,) = reading.problems
    assert wrong.fault == "production is 316, not 300"
    assert wrong.span is not None
    assert wrong.span.line == 2


@pytest.mark.parametrize(("written", "understood"), OTHERS)
def test_an_order_of_ones_own_goes_to_the_docket(written: str, understood: str) -> None:
    reading = read_body(written)
    (item,) = reading.docket
    (line,) = reading.commands.free
    assert (item.id, item.player) == ("ann-free-2", "ann")
    assert line.item == item.id
    assert [one.text for one in reading.understood] == [understood]


def test_a_note_goes_to_the_docket() -> None:
    reading = read_body("NOTE TO GM: where is my scout?")
    assert [item.question for item in reading.docket] == ["where is my scout?"]
    assert not reading.problems


def test_lines_may_stand_behind_the_head_of_their_section() -> None:
    reading = read_body(
        "EXPENDITURES Hornet 1; Scout 1\nCOMMISSIONS VIRUS Hornet: Bee\n"
        "RESEARCH BL 15-20\nMOVEMENT VIRUS Stinger"
    )
    assert canonical(reading) == [
        "Hornet 1",
        "Scout 1",
        "VIRUS Hornet: Bee",
        "BL 15-20",
        "VIRUS Stinger",
    ]
    assert not invalid(reading)


def test_alternatives_stand_with_the_line_above() -> None:
    reading = read_body("EXPENDITURES\n Hornet 3\n | Hornet 2\n | Scout 1\n Hauler 1")
    assert canonical(reading) == ["Hornet 3 | Hornet 2 | Scout 1", "Hauler 1"]
    assert not invalid(reading)


def test_an_order_remembers_its_line_and_words() -> None:
    reading = read_body("MOVEMENT\n\n VIRUS  Stinger,  # at once\n    Pup")
    ref = reading.commands.movement[0].ref
    assert (ref.player, ref.mailing, ref.line) == ("ann", "12", 4)
    assert ref.text == "VIRUS  Stinger, Pup"


def test_what_is_built_may_be_ordered_on_the_same_sheet() -> None:
    reading = read_body(
        "MOVEMENT\n VIRUS Bee > D X\n VIRUS Bumble T\n VIRUS Wasp (Ring-D) E\n"
        "EXPENDITURES\n Hornet 1\n Finish Bumble\n"
        " Scout 1\n | SG at VIRUS + SHOOT as Ring-D + Ring-E\nCOMMISSIONS\n VIRUS Hornet: Bee"
    )
    ships = [line.movers[0].ship for line in reading.commands.movement]
    assert ships == ["=Bee", "=Bumble", "s-wasp"]
    (load,) = reading.commands.movement[2].movers[0].cargo
    assert load.units.gate == "=Ring-D"
    assert not invalid(reading)
    assert any("VIRUS Bee > D X" in one.text for one in reading.understood)


def test_a_route_is_repeated_with_letters_and_names() -> None:
    reading = read_body(
        "MOVEMENT\n VIRUS Stinger > D > TEDDY > gate Ring-A\n VIRUS Pup > B > A\n"
        " SHOOT Tug > gate Ring-C"
    )
    said = [one.text.partition("[")[2].rstrip("]") for one in reading.understood]
    assert said == [
        "VIRUS, D to ALGOL, D to TEDDY, gate to SHOOT",
        "VIRUS, B to the unknown, A to the unknown",
        "SHOOT, gate to the unknown",
    ]


def forms_of(lines: Iterable[tuple[str, str]]) -> set[str]:
    """The rules and terminals of the grammar that lines make use of, each with its section."""
    plain = plain_grammar()
    used: set[str] = set()
    for section, line in lines:
        for part in plain.parse(line, section).iter_subtrees():
            used.add(str(part.data))
            used |= {child.type for child in part.children if isinstance(child, Token)}
    return used


@cache
def plain_grammar() -> Lark:
    """The grammar as a parser of trees."""
    folder = data_dir("grammar")
    made = LineParser("nova", ParseTreeTransformer())
    return Lark(
        (folder / "nova.lark").read_text(encoding="utf-8"),
        start=list(made.starts),
        parser="lalr",
        keep_all_tokens=True,
        maybe_placeholders=False,
        import_paths=[str(folder)],
        edit_terminals=made._widen,
    )


def forms_there_are() -> set[str]:
    """The named rules and the terminals of the grammar."""
    plain = plain_grammar()
    rules = {
        str(rule.alias or rule.origin.name)
        for rule in plain.rules
        if rule.alias or not (rule.options.expand1 or rule.origin.name.startswith("_"))
    }
    there = rules | {terminal.name for terminal in plain.terminals} - {"BLANKS"}
    return {one for one in there if not one.startswith("__")}


def test_every_form_of_the_grammar_occurs_in_the_tests() -> None:
    assert forms_there_are() - forms_of(all_lines()) == set()


@pytest.mark.parametrize("term", sorted(parser().keywords))
def test_every_abbreviation_of_a_keyword_means_the_same(term: str) -> None:
    keyword = parser().keywords[term]
    for section, line in all_lines():
        for whole in keyword.full:
            others = [
                name
                for name, word in parser().keywords.items()
                if any(whole in form.split() for form in word.full)
            ]
            if others != [term] or line.casefold().startswith(("note", "free", "battle")):
                continue
            for short in keyword.short:
                if whole.startswith(short) and f" {whole} " in f" {line} ":
                    cut = f" {line} ".replace(f" {whole} ", f" {short} ").strip()
                    assert bare(parser().parse(cut, (), section)) == bare(
                        parser().parse(line, (), section)
                    )


@pytest.mark.parametrize(("section", "line"), all_lines())
def test_case_does_not_matter(section: str, line: str) -> None:
    assert not isinstance(parser().parse(line.upper(), (), section), SyntaxFault)
    assert not isinstance(parser().parse(line.lower(), (), section), SyntaxFault)
