"""What becomes of lines that are read: what is kept of them, and what is left out."""

from __future__ import annotations

import pytest

from pbm.games.nova.orders.catalogue import line_text
from tests.games.nova.sheet_table import (
    NAMES,
    read_body,
    rules,
    system,
)


def test_a_misspelt_section_is_read_all_the_same() -> None:
    reading = read_body("EXPENDITURSE\n Scout 1\nMOVMENT\n VIRUS Stinger > D")
    assert len(reading.commands.plans[-1].expenditures) == 1
    assert len(reading.commands.movement) == 1
    assert reading.commands.form_faults == 2


@pytest.mark.parametrize("item", ["C@60", "AA;"])
def test_an_item_written_closely_begins_no_section(item: str) -> None:
    reading = read_body(f"EXPENDITURES\n {item}\n AA 1")
    assert len(reading.commands.plans[-1].expenditures) == 2
    assert not reading.problems


def test_a_bad_line_spoils_no_other() -> None:
    reading = read_body("MOVEMENT\n VIRUS Stinger > > D\n VIRUS Pup > D\nGENERAL all ships: N")
    assert len(reading.commands.movement) == 1
    assert len(reading.commands.standing) == 1
    assert reading.commands.form_faults == 1


def test_a_line_that_goes_on_by_mistake_is_cut_where_the_next_begins() -> None:
    reading = read_body("MOVEMENT\n VIRUS Stinger >\n VIRUS Pup > D\n SHOOT Tug,\nDATA TEDDY to B")
    assert [line.movers[0].ship for line in reading.commands.movement] == ["s-pup", "s-tug"]
    assert len(reading.commands.data) == 1
    assert reading.commands.form_faults == 1
    reading = read_body("NOTE TO GM hello,\n it is me")
    assert [item.question for item in reading.docket] == ["hello, it is me"]
    reading = read_body("NOTE TO GM hello,\nMOVEMENT\n VIRUS Pup")
    assert len(reading.commands.movement) == 1


def test_designs_among_orders_are_read_and_counted() -> None:
    body = (
        "DESIGN Moth\n  IE 2\n  JD3\nEND DESIGN\nMISSILE Fly MD 1 MA 1 MR 1\nMOVEMENT\n VIRUS Pup"
    )
    orders = read_body(body).commands
    assert [design.name for _ref, design in orders.designs.designs] == ["Moth"]
    assert [missile.name for _ref, missile in orders.designs.missiles] == ["Fly"]
    assert orders.designs_among_orders == 2
    assert len(orders.movement) == 1


def test_resigning_is_remembered_with_its_line() -> None:
    reading = read_body("RESIGN")
    assert reading.commands.resign.line == 2
    assert reading.understood[0].text == "RESIGN: you give up your empire"


def test_free_orders_may_be_refused_by_the_campaign() -> None:
    reading = read_body("FREE dance", options={"free_orders": "refused"})
    assert not reading.commands.free
    assert not reading.docket
    assert rules(reading) == ["NV ORD-10"]


def test_a_name_that_is_a_word_of_orders_must_be_quoted() -> None:
    systems = [system("VIRUS"), system("Data")]
    reading = read_body("MOVEMENT\n Data Stinger", systems=systems)
    assert reading.problems[0].remedy == (
        '"Data" is also a word of orders: write your Data in quotes'
    )
    assert not read_body('MOVEMENT\n "Data" Pup', systems=systems).commands.form_faults


def test_an_order_of_ones_own_prints_as_it_was_written() -> None:
    (line,) = read_body("FREE: dance").commands.free
    assert line_text(line, NAMES) == "FREE dance"


@pytest.mark.parametrize("word", ["exp", "EXPEND:", "Res", "comm"])
def test_a_section_may_be_cut_short_where_its_word_stands_alone(word: str) -> None:
    assert not read_body(f"{word}\n").problems


def test_a_section_cut_short_is_no_design_where_designs_are_bought() -> None:
    orders = read_body("EXPENDITURES\n RDT 1\nresea\n BL 15-20 +1\n").commands
    assert [line.kind for line in orders.plans[-1].expenditures] == ["rdt"]
    assert [line.subject for line in orders.research] == ["BL"]


@pytest.mark.parametrize("word", ["ex", "m", "movements"])
def test_a_word_too_short_or_no_section_is_told(word: str) -> None:
    assert read_body(f"{word}\n").problems
