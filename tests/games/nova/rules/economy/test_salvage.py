"""Phase B: what is broken up, where, and for how much."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.rules.economy.salvage import salvage
from pbm.games.nova.state.orders.money import Salvage
from pbm.games.nova.state.orders.parts import Units
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import GONE, PLACED, STORED, Hull, State
from tests.games.nova.builders import empire, gate_pair, home, ref, ship, state, system, told, work
from tests.games.nova.scenes.economy import HARRY, hornets


def salvaged(
    table: State, at: str = "VIRUS", options: dict[str, str] | None = None, **what: Any
) -> PhaseContext:
    orders = Orders("ann", salvage=(Salvage(ref(f"SALVAGE at {at}"), at, **what),))
    made = work(table, (orders,), phase="B", options=options)
    salvage(made)
    return made


def test_half_of_what_a_ship_is_worth() -> None:
    """89 give 44; 83 less projector 4, drive 3, 7 structure, 10 paid armour give 29."""
    table = state(
        ship("Wasp", "Hornet-2"),
        ship("Bee", "Hornet", damage=HARRY),
        designs=hornets(),
    )
    made = salvaged(table, ships=("wasp", "bee"), claim=73)
    assert made.state.ships == {}
    assert made.state.empires["ann"].treasury == 100 + 44 + 29
    (event,) = told(made, "salvaged")
    assert event.terms == (("Wasp", 44), ("Bee", 29))
    assert (event.facts["amount"], event.facts["claim"]) == (-73, 73)


def test_what_a_salvaged_ship_carries_stays() -> None:
    """Ambiguity: NV A-SALV-CARGO: unloaded, unless it is salvaged too."""
    end, other = gate_pair("Ring", "", "ALGOL")
    table = state(
        ship("Mule", "Hauler", cargo=[("AA", 1), ("RA", 1)]),
        ship("Pup", "Scout", "", carrier="mule", bay="CH1"),
        ship("Other", "Hauler", "VIRUS"),
        replace(end, place="aboard", carrier="mule"),
        other,
    )
    made = salvaged(table, ships=("mule",), units=(Units("AA", 1),))
    assert made.state.empires["ann"].treasury == 100 + 21 + 15
    assert made.state.systems["VIRUS"].surface == {"ann": {"SDU": 2, "RA": 1}}
    pup, end = made.state.ships["pup"], made.state.gates["ring-a"]
    assert (pup.at, pup.carrier, pup.bay) == ("VIRUS", "", "")
    assert (end.at, end.carrier, end.place) == ("VIRUS", "", STORED)


def test_a_ship_in_a_bay_is_salvaged_where_its_carrier_is() -> None:
    table = state(ship("Mule", "Hauler"), ship("Pup", "Scout", "", carrier="mule", bay="CH1"))
    made = salvaged(table, ships=("pup",))
    assert list(made.state.ships) == ["mule"]
    assert made.state.empires["ann"].treasury == 100 + 12


@pytest.mark.parametrize(
    ("kind", "mcr"),
    [("AA", 15), ("RA", 15), ("SDU", 45), ("C", 30), ("IC", 60), ("PCB", 90), ("TFC", 450)],
)
def test_half_of_each_unit(kind: str, mcr: int) -> None:
    table = state(home("ann", surface={"ann": {kind: 3}}))
    made = salvaged(table, units=(Units(kind, 2),))
    assert made.state.empires["ann"].treasury == 100 + 2 * mcr
    assert made.state.systems["VIRUS"].surface == {"ann": {kind: 1}}
    assert made.state.systems["VIRUS"].ic and made.state.systems["VIRUS"].colonies == 3


def test_all_of_a_kind_and_more_than_there_are() -> None:
    table = state(home("ann", surface={"ann": {"AA": 2, "RA": 1}, "bea": {"AA": 1}}))
    units = (Units("AA"), Units("RA", 3), Units("SDU"), Units("AA", 1, owner="bea"))
    made = salvaged(table, units=units)
    assert made.state.empires["ann"].treasury == 100 + 3 * 15
    assert made.state.systems["VIRUS"].surface == {"bea": {"AA": 1}}
    assert [(e.facts["written"], e.facts["why"]) for e in told(made, "failed")] == [
        ("3 RA", "you have 1 on VIRUS"),
        ("SDU", "you have none on VIRUS"),
        ("1 AA", "you have none on VIRUS"),
    ]


@pytest.mark.parametrize("place", [PLACED, STORED])
def test_the_end_of_a_gate_gives_90(place: str) -> None:
    """Rule: NV UNI-18."""
    table = state(*gate_pair("Ring", "VIRUS", "ALGOL", place=place))
    ends = (Units("SG", 1, gate="ring-a"), Units("SG", 1, gate="ring-b"))
    made = salvaged(table, units=(*ends, Units("SG", 1, gate="=Door")))
    assert made.state.empires["ann"].treasury == 190
    assert made.state.gates["ring-a"].place == GONE
    assert made.state.gates["ring-b"].place == place
    assert [e.facts["written"] for e in told(made, "failed")] == ["Ring-B", "SALVAGE at VIRUS"]


def test_a_hull_gives_half_of_what_was_paid() -> None:
    """A captor may break up what he may not finish. Rule: NV ECO-09. Ambiguity: NV A-PARTIAL."""
    hulls = {
        "h1": Hull("h1", "Bee", "ann", "bea", "bea/Scout", "VIRUS", 21),
        "h2": Hull("h2", "Cow", "bea", "bea", "bea/Scout", "VIRUS", 20),
        "h3": Hull("h3", "Dog", "ann", "ann", "ann/Scout", "ALGOL", 20),
    }
    made = salvaged(state(hulls=hulls), hulls=("h1", "h2", "h3", "h4"))
    assert made.state.empires["ann"].treasury == 110
    assert list(made.state.hulls) == ["h2", "h3"]
    assert [e.facts["written"] for e in told(made, "failed")] == ["Cow", "Dog", "SALVAGE at VIRUS"]


def test_ships_that_are_not_there() -> None:
    table = state(ship("Far", at="ALGOL"), ship("Alien", at="VIRUS", owner="bea"))
    made = salvaged(table, ships=("far", "alien", "none"))
    assert len(made.state.ships) == 2
    assert not told(made, "salvaged")
    assert {e.facts["code"] for e in told(made, "failed")} == {"NT"}


_CAPTURED: dict[str, Any] = {"colonies": 3, "colonizer": "bea", "owner": "ann", "ic": True}


@pytest.mark.parametrize(
    ("fields", "rule"),
    [
        ({"colonies": 3, "colonizer": "ann", "ic": True}, ""),
        ({"colonies": 3, "colonizer": "ann", "ic": True, "ic_barred": True}, "NV ECO-27"),
        ({"colonies": 3, "colonizer": "ann", "ic": True, "suppressed": True}, "NV ECO-26"),
        ({"colonies": 3, "colonizer": "ann"}, "NV ECO-04"),
        ({"colonies": 3, "colonizer": "bea", "ic": True}, "NV ECO-04"),
        ({**_CAPTURED, "surface": {"ann": {"AA": 1}}}, ""),
        ({**_CAPTURED, "surface": {"ann": {"SDU": 1}}}, "NV ECO-29"),
    ],
)
def test_where_things_are_salvaged(fields: dict[str, Any], rule: str) -> None:
    """Rule: NV ECO-37. Ambiguity: NV A-SALV-WHERE, NV A-IC-SUPPR."""
    table = state(system("ALGOL", **fields), ship("Bee", "Scout", "ALGOL"), empire("ann"))
    made = salvaged(table, "ALGOL", ships=("bee",))
    assert [e.rule for e in told(made, "failed")] == ([rule] if rule else [])
    assert ("bee" in made.state.ships) == bool(rule)


@pytest.mark.parametrize(("armies", "works"), [(2, False), (3, True)])
def test_a_garrison_where_the_campaign_asks_for_one(armies: int, works: bool) -> None:
    """Ambiguity: NV A-CAPT-IC."""
    one = system("ALGOL", **_CAPTURED, surface={"ann": {"AA": armies}})
    made = salvaged(
        state(one, ship("Bee", "Scout", "ALGOL")),
        "ALGOL",
        options={"captured_ic": "garrison"},
        ships=("bee",),
    )
    assert ("bee" not in made.state.ships) == works
