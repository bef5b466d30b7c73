"""Phase B: systems that are pillaged, and what is lifted off them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.rules.economy.pillage import fault, pillage
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.orders.money import Pillage
from pbm.games.nova.state.orders.parts import Units
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.planets import loot_of
from pbm.games.nova.state.state import ABOARD, GONE, STORED, State, System
from tests.games.nova.builders import (
    DEFAULTS,
    design,
    empire,
    gate_pair,
    ref,
    ship,
    sight,
    state,
    system,
    told,
    work,
)


@pytest.mark.parametrize(
    ("production", "mcr"), [(10, 10), (150, 150), (180, 180), (181, 180), (200, 180)]
)
def test_no_more_than_180(production: int, mcr: int) -> None:
    """Rule: NV ECO-32."""
    assert loot_of(production) == mcr


def taken(name: str = "ALGOL", **fields: Any) -> System:
    """A system of Bea's that Ann has captured, with two of her armies."""
    values = {"colonies": 3, "colonizer": "bea", "owner": "ann", "surface": {"ann": {"AA": 2}}}
    return system(name, **{**values, **fields})


KNOWN = {name: sight(name) for name in ("VIRUS", "ALGOL", "MINKY")}


def explored(*things: Any, **fields: Any) -> State:
    """A table on which Ann has explored the systems that are pillaged."""
    return state(empire("ann", sights=KNOWN), *things, **fields)


def order(at: str = "ALGOL", *lift: Units, empire: str = "ann") -> Orders:
    return Orders(empire, pillage=(Pillage(ref(f"PILLAGE {at}"), at, lift=lift),))


def pillaged(table: State, *orders: Orders, **options: str) -> PhaseContext:
    made = work(table, orders, phase="B", options=options)
    pillage(made)
    return made


def test_a_captured_world_gives_its_whole_production_at_once() -> None:
    """Suppression, capture and a small garrison change nothing. Rule: NV ECO-31, NV ECO-32."""
    made = pillaged(explored(taken(type=7, suppressed=True, ic=True)), order())
    assert made.state.empires["ann"].treasury == 100 + 150
    left = made.state.systems["ALGOL"]
    assert (left.status, left.owner, left.ic, left.surface) == ("NONE", "", False, {})
    (event,) = told(made, "pillaged", "ann")
    assert event.facts["amount"] == -150
    assert event.terms == (("production", 150), ("at most", 180))
    assert not told(made, "pillaged", "bea")


def test_a_system_is_pillaged_once() -> None:
    made = pillaged(explored(taken()), Orders("ann", pillage=order().pillage * 2))
    assert made.state.empires["ann"].treasury == 100 + 50
    assert [e.rule for e in told(made, "failed")] == ["NV ECO-32"]


@pytest.mark.parametrize(
    ("one", "rule", "own_world"),
    [
        (taken(owner="bea"), "NV ECO-32", "no"),
        (taken(colonies=0), "NV ECO-32", "no"),
        (taken(surface={}), "NV ECO-34", "no"),
        (taken(surface={"ann": {"C": 1}}), "NV ECO-34", "no"),
        (taken(surface={"ann": {"SDU": 1}}), "", "no"),
        (taken(surface={"ann": {"RA": 1}}), "", "no"),
        (taken(colonizer="ann"), "NV ECO-36", "no"),
        (taken(colonizer="ann", militia=1), "NV ECO-36", "yes"),
        (taken(colonizer="ann", militia=0), "", "yes"),
        (taken(colonizer="ann", colonies=2, militia=2), "", "no"),
        (taken(colonizer="ann", colonies=1), "", "no"),
    ],
)
def test_what_keeps_from_pillage(one: System, rule: str, own_world: str) -> None:
    why, cited = fault(one, "ann", {**DEFAULTS, "pillage.own_world": own_world})
    assert cited == rule
    assert bool(why) == bool(rule)


def test_holds_of_the_pillager_save_units() -> None:
    """Two ships of two holds each: the orders' own first, then by value. Rule: NV ECO-33."""
    table = explored(
        taken(surface={"ann": {"AA": 3, "SDU": 1, "C": 1}, "bea": {"C": 2}}),
        ship("Mule", "Hauler", "ALGOL"),
        ship("Ass", "Hauler", "ALGOL", cargo=[("RA", 1)]),
        ship("Far", "Hauler", "TEDDY"),
        ship("Alien", "Hauler", "ALGOL", owner="bea"),
    )
    made = pillaged(table, order("ALGOL", Units("C"), Units("AA", 1), Units("AA", 1, owner="bea")))
    assert {s.name: [(c.kind, c.number) for c in s.cargo] for s in made.state.ships.values()} == {
        "Mule": [("C", 1)],
        "Ass": [("RA", 1), ("AA", 1)],
        "Far": [],
        "Alien": [],
    }
    (lifted,) = told(made, "units_lifted")
    assert lifted.facts["units"] == {"C": 1, "AA": 1}
    assert not made.state.systems["ALGOL"].surface


def test_by_value_where_no_order_says() -> None:
    """The bay of ships and a stored gate end count; a unit never lies in two ships."""
    gates = gate_pair("Ring", "ALGOL", "VIRUS", place=STORED)
    big = {"ann/Barge": _barge()}
    table = explored(
        taken(surface={"ann": {"AA": 1, "RA": 1, "PCB": 1, "SDU": 1}}),
        ship("Barge", "Barge", "ALGOL"),
        ship("Pup", "Scout", "", carrier="barge", bay="CH1"),
        *gates,
        designs=big,
    )
    made = pillaged(table, order())
    barge = made.state.ships["barge"]
    # 17 holds, one with the Pup: 6 for the bomb, 1 and 1 for armies, 3 for the SDU leave 5.
    assert [(one.kind, one.number) for one in barge.cargo] == [
        ("PCB", 1),
        ("RA", 1),
        ("AA", 1),
        ("SDU", 1),
    ]
    assert made.state.gates["ring-a"].place == GONE
    assert made.state.gates["ring-b"].place == STORED
    again = pillaged(table, order("ALGOL", Units("SG", 1, gate="ring-a")))
    assert again.state.gates["ring-a"].place == ABOARD
    assert again.state.gates["ring-a"].carrier == "barge"
    assert [one.kind for one in again.state.ships["barge"].cargo] == ["PCB", "RA", "AA"]


def _barge() -> Design:
    return design("Barge", Component("CH", 17, 30))


def test_an_end_aboard_takes_its_holds() -> None:
    """Seventeen holds less six for the end: eleven armies."""
    one, other = gate_pair("Ring", "", "VIRUS")
    table = explored(
        taken(surface={"ann": {"AA": 12}}),
        ship("Barge", "Barge", "ALGOL", cargo=[("AA", 1)]),
        replace(one, place=ABOARD, carrier="barge"),
        other,
        designs={"ann/Barge": _barge()},
    )
    made = pillaged(table, order())
    assert [(c.kind, c.number) for c in made.state.ships["barge"].cargo] == [("AA", 11)]


def test_allies_lift_their_own_and_share_the_knowledge() -> None:
    """Ambiguity: NV A-PILL-WHO. Rule: NV RES-17."""
    table = explored(
        taken(
            "MINKY",
            type=8,
            home_of="bea",
            loot={"BL": 20, "FC": 3},
            surface={"ann": {"SDU": 1}, "cyd": {"RA": 1}},
        ),
        empire("cyd", open={"BL": 25}, sights=KNOWN),
        ship("Mule", "Hauler", "MINKY", owner="cyd"),
        players="abc",
    )
    made = pillaged(table, order("MINKY"))
    assert made.state.empires["ann"].treasury == 280
    assert made.state.empires["ann"].open == {}
    assert made.state.empires["cyd"].open == {"BL": 25, "FC": 3}
    assert [(e.seen, e.facts["units"]) for e in told(made, "units_lifted")] == [
        ({"cyd": ("*",)}, {"RA": 1})
    ]
    (opened,) = told(made, "technology_opened")
    assert opened.facts["levels"] == {"FC": 3}


def test_who_brings_armies_to_an_alien_home_star_learns_its_technology() -> None:
    table = explored(
        taken("MINKY", home_of="bea", loot={"BL": 20}, surface={"ann": {"AA": 1}}),
    )
    made = pillaged(table, order("MINKY"))
    assert made.state.empires["ann"].open == {"BL": 20}
    assert made.state.empires["bea"].home == ""


def test_his_own_home_star_teaches_nobody() -> None:
    """With the option of fighting one's own militia. Ambiguity: NV A-PILL-OWN-WORLD."""
    table = explored(
        system(
            "VIRUS",
            colonies=3,
            colonizer="ann",
            home_of="ann",
            loot={"BL": 20},
            surface={"ann": {"AA": 1}},
        )
    )
    made = pillaged(table, order("VIRUS"), **{"pillage.own_world": "yes"})
    assert made.state.empires["ann"].treasury == 280
    assert not told(made, "technology_opened")
