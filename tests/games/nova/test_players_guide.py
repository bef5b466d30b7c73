"""What the players' guide says outside of its examples is true."""

from __future__ import annotations

import re

from pbm.games.nova.orders.order_parser import parser
from pbm.kit.problems import render_all
from tests.games.nova.language import TEXT, table_of_tests
from tests.games.nova.scenes import third_round
from tests.games.nova.sheet_table import read_body


def test_every_order_of_the_table_for_a_round_is_understood() -> None:
    table = TEXT.partition("## Battles by mail")[2].partition("Besides, every item")[0]
    rows = re.findall(r"^\|.*\| (`.*`) \|$", table, re.MULTILINE)
    orders = [order for row in rows for order in re.findall(r"`(.*?)`", row)]
    assert len(orders) == 19
    for order in orders:
        faults = {problem.fault for problem in third_round.read_body(f"all: {order}").problems}
        assert not any("understood" in fault or " no " in f" {fault} " for fault in faults), faults


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
