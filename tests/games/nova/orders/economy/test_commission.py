"""Names for ships that are built. Rule: NV ORD-41."""

from __future__ import annotations

import pytest

from tests.games.nova.sheet_table import (
    faults,
    read_body,
)


def test_a_ship_is_named_where_it_is_bought() -> None:
    reading = read_body("EXPENDITURES\n Hornet 2 as Bee, Fly\nMOVEMENT\n VIRUS Bee > D X")
    (line,) = reading.commands.commissions
    assert (line.at, line.design, line.names) == ("VIRUS", "Hornet", ("Bee", "Fly"))
    assert [mover.ship for mover in reading.commands.movement[0].movers] == ["=Bee"]
    assert not [one for one in faults(reading) if "name" in one]
    assert reading.understood[1].text == "Hornet 2 as Bee + Fly"


@pytest.mark.parametrize(
    ("turn", "lenient", "said"),
    [
        (2, "2", "them, as yet without a fine, and"),
        (3, "2", "them for 10 MCr each, and"),
        (1, "0", "them for 10 MCr each, and"),
    ],
)
def test_the_fine_for_a_ship_without_a_name_is_told_when_there_is_one(
    turn: int, lenient: str, said: str
) -> None:
    options = {"lenient_turns": lenient}
    reading = read_body("EXPENDITURES\n Hornet", turn=turn, options=options)
    (found,) = [one for one in reading.problems if "no name" in one.fault]
    assert f"The program names {said} they obey no orders" in found.reason


def test_two_plans_may_name_the_same_ship() -> None:
    body = "PLAN if treasury > 900: Hornet 1 as Bee\nPLAN else: Hornet 1 as Bee"
    reading = read_body(body)
    assert [line.names for line in reading.commands.commissions] == [("Bee",)]
    assert not faults(reading)


def test_too_few_and_too_many_names_behind_as_are_told() -> None:
    few = read_body("EXPENDITURES\n Hornet 2 as Bee")
    assert faults(few) == ["1 of 2 Hornet built at VIRUS has no name"]
    many = read_body("EXPENDITURES\n Hornet 1 as Bee + Fly")
    assert faults(many) == ["2 names for 1 Hornet built at VIRUS"]


def test_a_name_that_is_taken_is_not_given_behind_as_either() -> None:
    reading = read_body("EXPENDITURES\n Hornet 1 as Stinger")
    assert 'you have a ship "Stinger" already' in faults(reading)
    assert not reading.commands.commissions


def test_what_has_no_name_takes_none() -> None:
    reading = read_body("EXPENDITURES\n RDT 1 as Bee\n Part Frigate 2 of 83 as Fly + Ant")
    assert faults(reading)[:2] == [
        'nothing bought on this line can be named "Bee"',
        '"Ant" is a second name for one ship',
    ]
