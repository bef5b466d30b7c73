"""Phase C: MCr for others, answers, copies; what is destroyed, and where the treasury lies."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.nova.state.orders.conditions import Condition
from pbm.games.nova.state.orders.conditions import Test as Asked
from pbm.games.nova.state.orders.money import Destroy, Plan, Seat
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import ABOARD, GONE, Contact, Hull, Retreat
from tests.games.nova.builders import (
    contact,
    empire,
    gate_pair,
    ref,
    ship,
    sight,
    state,
    system,
    told,
)
from tests.games.nova.scenes.economy import buying, line, spent, why

# --- MCr for others ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "sent"),
    [
        (contact("full"), True),
        (contact("normal"), True),
        (contact("minor"), False),
        (None, False),
    ],
)
def test_mcr_go_to_who_is_in_normal_contact(one: Contact | None, sent: bool) -> None:
    """Rule: NV ECO-46."""
    contacts = {} if one is None else {"bea": one}
    table = state(empire("ann", contacts=contacts))
    made = spent(table, buying(line("send", amount=40, empire="bea")))
    assert made.state.given == ({"send/ann/bea/": 40} if sent else {})
    assert [e.rule for e in told(made, "failed")] == ([] if sent else ["NV ECO-46"])
    assert made.state.empires["ann"].treasury == 100


def test_sums_for_one_empire_add_up_and_are_reserved() -> None:
    table = state(empire("ann", contacts={"bea": contact()}))
    lines = [line("send", amount=amount, empire="bea") for amount in (40, 35, 26)]
    made = spent(table, buying(*lines))
    assert made.state.given == {"send/ann/bea/": 75}
    assert why(made) == ["it costs 26 MCr and 25 may still be spent"]
    assert made.state.empires["ann"].treasury == 100
    fits = spent(table, buying(*lines[:2], line("send", amount=25, empire="bea")))
    assert fits.state.given == {"send/ann/bea/": 100}


@pytest.mark.parametrize(
    ("amount", "empire_of_it", "sent"), [(40, "bea", True), (41, "bea", False), (40, "cyd", False)]
)
def test_a_transfer_stands_in_every_list(amount: int, empire_of_it: str, sent: bool) -> None:
    """Else it would be conditional. Rule: NV ECO-46."""
    rich = Condition(((Asked("treasury", op=">=", number=1000),),))
    plans = (
        Plan((line("send", amount=amount, empire=empire_of_it),), rich),
        Plan((line("send", amount=40, empire="bea"),)),
    )
    table = state(empire("ann", contacts={"bea": contact()}))
    made = spent(table, Orders("ann", plans=plans))
    assert ("send/ann/bea/" in made.state.given) == sent


def test_a_smaller_transfer_may_stand_in_for_one_too_dear() -> None:
    table = state(empire("ann", contacts={"bea": contact()}))
    less = line("send", amount=90, empire="bea")
    made = spent(table, buying(line("send", amount=101, empire="bea", or_else=(less,))))
    assert made.state.given == {"send/ann/bea/": 90}


# --- information and copies -------------------------------------------------------------------


def asked(name: str, *things: Any, mcr: int = 100, **fields: Any) -> Any:
    sights = {"VIRUS": sight("VIRUS"), "ALGOL": sight("ALGOL", status="OUTPOST", seen=2)}
    sights["TEDDY"] = sight("TEDDY", explored=False)
    table = state(empire("ann", treasury=mcr, sights=sights), *things)
    return spent(table, buying(line("info", name)))


def test_where_a_ship_is() -> None:
    """5 MCr a ship. Rule: NV PEN-04."""
    made = asked("phantom", ship("Phantom", "Scout", "ALGOL"))
    (event,) = told(made, "info_bought")
    assert {name: event.facts[name] for name in ("ship", "at", "design", "damaged")} == {
        "ship": "Phantom",
        "at": "ALGOL",
        "design": "Scout",
        "damaged": False,
    }
    assert made.state.empires["ann"].treasury == 95


def test_a_ship_aboard_and_a_ship_on_a_retreat() -> None:
    aboard = ship("Pup", "Scout", "", carrier="mule", bay="CH1")
    (event,) = told(asked("Pup", ship("Mule", "Hauler", "ALGOL"), aboard), "info_bought")
    assert (event.facts["aboard"], event.facts["at"]) == ("Mule", "ALGOL")
    fleeing = ship("Pup", "Scout", "", retreat=Retreat("ALGOL", "VIRUS"))
    (event,) = told(asked("Pup", fleeing), "info_bought")
    assert (event.facts["at"], event.facts["retreats_to"]) == ("", "VIRUS")


def test_what_is_known_of_a_system() -> None:
    (event,) = told(asked("algol"), "info_bought")
    facts = {"system": "ALGOL", "explored": True, "type": 5, "status": "OUTPOST", "seen_on": 2}
    assert facts.items() <= dict(event.facts).items()
    assert event.facts["lines"] == {"B": "", "D": ""}
    (dark,) = told(asked("TEDDY"), "info_bought")
    assert (dark.facts["type"], dark.facts["lines"]) == (-1, {})


@pytest.mark.parametrize("name", ["Alien", "SHOOT", "Nobody"])
def test_what_is_unknown_costs_nothing(name: str) -> None:
    """An alien's ship and a system never seen read like what there is not."""
    made = asked(name, ship("Alien", owner="bea"))
    assert why(made) == [f'no ship of yours and no system you know is called "{name}"']
    assert made.state.empires["ann"].treasury == 100


@pytest.mark.parametrize(("mcr", "told_so"), [(4, 0), (5, 1)])
def test_information_costs_5(mcr: int, told_so: int) -> None:
    assert len(told(asked("ALGOL", mcr=mcr), "info_bought")) == told_so


def test_copies_of_designs() -> None:
    """20 MCr a page. Rule: NV PEN-05."""
    made = spent(state(), buying(line("copy", "designs", 2), line("copy", "scout")))
    every, one = told(made, "copy_bought")
    assert (every.facts["amount"], len(every.facts["texts"])) == (40, 4)
    assert (one.facts["amount"], one.facts["pages"]) == (20, 1)
    assert one.facts["texts"][0].startswith("DESIGN Scout")
    assert made.state.empires["ann"].treasury == 40


def test_no_copy_of_what_there_is_not() -> None:
    made = spent(
        state(empire("ann", treasury=19)), buying(line("copy", "X"), line("copy", "Scout"))
    )
    assert why(made) == [
        'you have no design "X"; for all of them write  Copy designs',
        "it costs 20 MCr and 19 may still be spent",
    ]


# --- what is destroyed ------------------------------------------------------------------------


def destroyed(*lines: Destroy, table: Any = None) -> Any:
    return spent(table or state(), Orders("ann", destroy=lines))


@pytest.mark.parametrize(
    ("number", "treasury", "left", "complaints"),
    [(60, 100, 40, 0), (100, 100, 0, 0), (101, 100, 0, 1), (5, 0, 0, 1), (5, -10, -10, 1)],
)
def test_mcr_are_destroyed_before_anything_is_built(
    number: int, treasury: int, left: int, complaints: int
) -> None:
    """Rule: NV ECO-13. Ambiguity: NV A-DESTROY-MCR."""
    table = state(empire("ann", treasury=treasury))
    made = destroyed(Destroy(ref(), "MCr", number), table=table)
    assert made.state.empires["ann"].treasury == left
    assert len(why(made)) == complaints


def test_own_hulls_and_gate_ends() -> None:
    """Rule: NV UNI-18, NV ECO-09."""
    hulls = {
        "h": Hull("h", "Bee", "ann", "bea", "bea/Scout", "VIRUS", 5),
        "b": Hull("b", "Cow", "bea", "bea", "bea/Scout", "MINKY", 5),
    }
    one, other = gate_pair("Ring", "ALGOL", "")
    aboard = replace(other, place=ABOARD, carrier="mule")
    table = state(
        one, aboard, *gate_pair("Far", "MINKY", "SHOOT", owner="bea"), ship("Mule"), hulls=hulls
    )
    made = destroyed(
        *(Destroy(ref(), "hull", id=id) for id in ("h", "b", "=New")),
        *(Destroy(ref(), "gate", id=id) for id in ("ring-a", "ring-a", "ring-b", "far-a")),
        table=table,
    )
    assert list(made.state.hulls) == ["b"]
    places = {id: (end.place, end.carrier) for id, end in made.state.gates.items()}
    assert places["ring-a"] == places["ring-b"] == (GONE, "")
    assert places["far-a"][0] != GONE
    assert [e.facts["name"] for e in told(made, "destroyed_on_order")] == [
        "Bee",
        "Ring-A",
        "Ring-B",
    ]
    assert [e.facts["code"] for e in told(made, "failed")] == ["DNE"] * 4


# --- where the treasury lies ------------------------------------------------------------------


@pytest.mark.parametrize("what", ["treasury", "home"])
@pytest.mark.parametrize(
    ("fields", "moved"),
    [
        ({"colonies": 1, "colonizer": "ann"}, True),
        ({"colonies": 3, "colonizer": "bea", "owner": "ann"}, True),
        ({"colonies": 3, "colonizer": "bea"}, False),
        ({}, False),
    ],
)
def test_the_treasury_and_the_designated_home_star(
    what: str, fields: dict[str, Any], moved: bool
) -> None:
    """Rule: NV ECO-11, NV ECO-05."""
    orders = Orders("ann", seats=(Seat(ref(), what, "ALGOL"),))
    made = spent(state(system("ALGOL", **fields)), orders)
    ann = made.state.empires["ann"]
    other = "VIRUS"
    place = "ALGOL" if moved else "VIRUS"
    assert (ann.treasury_at, ann.capital) == (
        (place, other) if what == "treasury" else (other, place)
    )
    assert len(told(made, "seat_ordered")) == moved
    assert why(made) == ([] if moved else ["you do not control ALGOL"])


def test_what_is_no_colony_cannot_hold_a_treasury() -> None:
    orders = Orders("ann", seats=(Seat(ref(), "treasury", "ALGOL"),))
    made = spent(state(system("ALGOL", owner="ann")), orders)
    assert made.state.empires["ann"].treasury_at == "VIRUS"
