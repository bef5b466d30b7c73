"""Phase A: what systems give, and to whom."""

from __future__ import annotations

import pytest

from pbm.games.nova.rules.economy import production
from pbm.games.nova.rules.economy.production import next_turn
from pbm.games.nova.state.planets import potential, revenue_of
from pbm.games.nova.state.state import System
from pbm.games.nova.state.working_state import Draft
from tests.games.nova.builders import empire, home, state, system, told, work

# The book's table: MCr of outpost, settlement, world; 0 where it says na.
BOOK = {
    0: (0, 0, 0),
    1: (10, 0, 0),
    2: (20, 0, 0),
    3: (30, 60, 0),
    4: (40, 80, 0),
    5: (10, 20, 50),
    6: (20, 40, 100),
    7: (30, 60, 150),
    8: (40, 80, 200),
}


@pytest.mark.parametrize("type", BOOK)
def test_the_table_of_the_book(type: int) -> None:
    """Rule: NV ECO-20."""
    one = [revenue_of(System("X", type, {}, colonies=number)) for number in range(4)]
    assert one == [0, *BOOK[type]]


def captured(armies: dict[str, int], **fields: object) -> System:
    return system(
        "ALGOL", colonies=3, colonizer="bea", owner="ann", surface={"ann": armies}, **fields
    )


@pytest.mark.parametrize(
    ("one", "mcr"),
    [
        (captured({"AA": 2, "RA": 1}), 25),
        (captured({"AA": 2}), 0),
        (captured({"AA": 2, "SDU": 5}), 0),
        (captured({"AA": 3}, type=7), 75),
        (captured({"AA": 9}, type=8, home_of="bea"), 0),
        (captured({"AA": 10}, type=8, home_of="bea"), 100),
        (system("MAVIS", colonies=1, colonizer="bea", owner="ann", surface={"ann": {"RA": 1}}), 15),
        (system("MAVIS", colonies=1, colonizer="ann"), 30),
    ],
)
def test_a_captor_gets_half_with_the_garrison(one: System, mcr: int) -> None:
    """Rule: NV ECO-30: 1, 2, 3 and 10 armies; SDUs are none."""
    assert potential(one) == mcr


def test_all_that_is_not_suppressed_gives_its_revenue() -> None:
    """Rule: NV ECO-01, NV ECO-26."""
    table = state(
        system("MAVIS", colonies=1, colonizer="ann"),
        system("ALGOL", colonies=3, colonizer="ann", suppressed=True),
        system("SHOOT", colonies=2, colonizer="bea"),
        system("TEDDY", owner="ann"),  # nothing is built there
        empire("ann", locked=40),
    )
    made = work(table)
    production.collect(made)
    ann, bea = made.state.empires["ann"], made.state.empires["bea"]
    assert (ann.treasury, ann.production, ann.locked) == (100 + 40 + 230, 230, 0)
    assert (bea.treasury, bea.production) == (100 + 240, 240)
    (event,) = told(made, "production", "ann")
    assert event.terms == (("ALGOL", 0), ("MAVIS", 30), ("VIRUS", 200))
    assert event.facts["suppressed"] == ["ALGOL"]
    assert event.facts["amount"] == -230
    assert (event.rule, event.seen) == ("NV ECO-01", {"ann": ("*",)})
    (freed,) = told(made, "received_free")
    assert (freed.rule, freed.seen) == ("NV ECO-12", {"ann": ("*",)})
    assert freed.facts["amount"] == -40
    assert [(one.before, one.after) for one in freed.changes] == [(100, 140), (40, 0)]


def test_an_empire_without_systems_collects_nothing() -> None:
    table = state(home("ann", owner="bea"), empire("ann", production=70))
    made = work(table)
    production.collect(made)
    assert made.state.empires["ann"].production == 0
    assert not told(made, empire="ann")


def test_a_vacant_position_collects_all_the_same() -> None:
    made = work(state(empire("ann", vacant=True)))
    production.collect(made)
    assert made.state.empires["ann"].treasury == 300


def test_what_systems_would_give_next_turn() -> None:
    table = state(
        system("MAVIS", colonies=1, colonizer="ann"),
        system("ALGOL", colonies=3, colonizer="ann", suppressed=True),
    )
    assert next_turn(Draft(table), "ann") == 230


def test_suppression_and_devastation_end_after_a_turn() -> None:
    """Rule: NV ECO-26, NV ECO-27."""
    table = state(
        system("MAVIS", colonies=1, colonizer="ann", suppressed=True),
        system("ALGOL", colonies=3, colonizer="ann", ic_barred=True),
        system("TEDDY", colonies=1, colonizer="ann", devastated=True),
    )
    made = work(table)
    production.lift_suppression(made)
    for name in ("MAVIS", "ALGOL", "TEDDY"):
        one = made.state.systems[name]
        assert (one.suppressed, one.ic_barred, one.devastated) == (False, False, False)
