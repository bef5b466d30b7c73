"""Ships, gates and data that change hands."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.rules.contact.data_transfers import give_data, joined
from pbm.games.nova.rules.contact.transfers import transfer
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.orders import conditions as said
from pbm.games.nova.state.orders.conditions import Condition
from pbm.games.nova.state.orders.dealings import Data, Transfer
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Action, Standing
from pbm.games.nova.state.state import ABOARD, STORED, Cargo, GateEnd, Sight
from tests.games.nova.builders import (
    contact,
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

ANN = empire("ann", contacts={"bea": contact("normal", "B")})
BEA = empire("bea", contacts={"ann": contact("normal", "A")})
WASP = ship("Wasp", at="TEDDY")
BEE = ship("Bee", at="TEDDY", owner="bea")


def give(*ships: str, to: str = "bea", at: str = "TEDDY", **fields: Any) -> Transfer:
    return Transfer(ref(), at, to, ships, **fields)


def by(player: str, *lines: Transfer, **fields: Any) -> Orders:
    return Orders(player, transfers=lines, **fields)


def handed(
    *things: Any,
    sheets: tuple[Orders, ...],
    options: dict[str, str] | None = None,
    **fields: Any,
) -> PhaseContext:
    known = {one.id: one for one in things if hasattr(one, "treasury")}
    rest = [one for one in things if not hasattr(one, "treasury")]
    empires = {"ann": ANN, "bea": BEA, **known}
    done = work(state(*empires.values(), *rest, **fields), sheets, options, phase="H")
    transfer(done)
    return done


def why(done: PhaseContext, empire: str = "ann") -> str:
    (event,) = told(done, "failed", empire)
    return str(event.facts["why"])


# --- transfers ---


def test_a_ship_is_given_for_good() -> None:
    wasp = replace(WASP, missiles=("Dart",), cargo=(Cargo("AA", "ann", 2), Cargo("IC", "ann", 1)))
    done = handed(wasp, BEE, sheets=(by("ann", give("wasp")),), aborted={"wasp": "x"})
    given = done.state.ships["wasp"]
    assert (given.owner, given.builder, given.given) == ("bea", "ann", True)
    assert given.missiles == ("Dart",)
    assert given.cargo == (Cargo("AA", "ann", 2), Cargo("IC", "bea", 1))
    assert done.state.aborted == {}
    assert done.state.given == {key("unit", "ann", "bea", "Wasp"): 1}
    (mine,) = told(done, "unit_given", "ann")
    assert mine.facts["to"] == "B"
    assert mine.facts["surrendered"] is False
    (theirs,) = told(done, "unit_received", "bea")
    assert theirs.facts["sender"] == "A"
    assert theirs.facts["what"] == "Wasp"


def test_named_missiles_go_along_and_a_name_twice_gets_a_number() -> None:
    own = ship("Wasp", at="MINKY", owner="bea", id="theirs")
    two = ship("Wasp-2", at="MINKY", owner="bea", id="two")
    wasp = replace(WASP, missiles=("Dart", "Club"))
    done = handed(wasp, BEE, own, two, sheets=(by("ann", give("wasp", missiles=("Club",))),))
    assert done.state.ships["wasp"].missiles == ("Club",)
    assert done.state.ships["wasp"].name == "Wasp-3"
    assert told(done, "unit_received")[0].facts["was_called"] == "Wasp"


@pytest.mark.parametrize(
    ("contacts", "allowed"),
    [
        ({}, False),
        ({"bea": contact("minor", number=1)}, False),
        ({"bea": contact("normal", "B")}, True),
        ({"bea": contact("full", "B")}, True),
    ],
)
def test_it_takes_normal_or_full_contact(contacts: Any, allowed: bool) -> None:
    done = handed(empire("ann", contacts=contacts), WASP, BEE, sheets=(by("ann", give("wasp")),))
    assert (done.state.ships["wasp"].owner == "bea") is allowed
    if not allowed:
        assert "normal contact" in why(done)


def test_something_of_the_receivers_must_be_there() -> None:
    alone = handed(WASP, sheets=(by("ann", give("wasp")),))
    assert why(alone) == "the receiver has no unit at TEDDY"
    landed = system("TEDDY", surface={"bea": {"SDU": 1}})
    blind = handed(WASP, landed, sheets=(by("ann", give("wasp")),))
    assert why(blind) == "you have no exploration data of TEDDY"
    seen = replace(ANN, sights={"TEDDY": sight("TEDDY")})
    assert (
        handed(seen, WASP, landed, sheets=(by("ann", give("wasp")),)).state.ships["wasp"].owner
        == "bea"
    )
    ruled = system("TEDDY", colonies=1, colonizer="bea")
    assert (
        handed(seen, WASP, ruled, sheets=(by("ann", give("wasp")),)).state.ships["wasp"].owner
        == "bea"
    )
    part = replace(ANN, sights={"TEDDY": Sight("TEDDY")})
    assert "no exploration data" in why(
        handed(part, WASP, ruled, sheets=(by("ann", give("wasp")),))
    )


def test_what_is_not_there_or_not_ones_own_is_not_given() -> None:
    assert why(handed(BEE, sheets=(by("ann", give("gone")),))) == "the ship is not at TEDDY"
    far = handed(ship("Wasp"), BEE, sheets=(by("ann", give("wasp")),))
    assert why(far) == "Wasp is not at TEDDY"
    assert why(handed(BEE, sheets=(by("ann", give("bee")),))) == "Bee is not at TEDDY"
    gates = gate_pair("Ring", "TEDDY", "VIRUS", "bea")
    line = give(gates=("ring-a",))
    assert why(handed(BEE, *gates, sheets=(by("ann", line),))) == "Ring-A is not at TEDDY"
    assert (
        why(handed(BEE, sheets=(by("ann", give(gates=("x",))),))) == "the gate end is not at TEDDY"
    )


def test_a_condition_must_hold() -> None:
    paid = Condition(((said.Test("received", "bea", number=30),),))
    line = give("wasp", condition=paid)
    assert why(handed(WASP, BEE, sheets=(by("ann", line),))) == "its condition does not hold"
    given = {key("mcr", "bea", "ann"): 30}
    done = handed(WASP, BEE, sheets=(by("ann", line),), given=given)
    assert done.state.ships["wasp"].owner == "bea"


def test_conditional_lines_give_too() -> None:
    paid = Condition(((said.Test("received", "bea", number=30),),))
    line = Standing(
        ref(),
        "conditional",
        (Action(transfer=give("wasp")), Action()),
        paid,
        (Action(transfer=give("moth")),),
    )
    moth = ship("Moth", at="TEDDY")
    sheet = Orders("ann", standing=(line,))
    other = handed(WASP, moth, BEE, sheets=(sheet,))
    assert (other.state.ships["wasp"].owner, other.state.ships["moth"].owner) == ("ann", "bea")
    done = handed(WASP, moth, BEE, sheets=(sheet,), given={key("mcr", "bea", "ann"): 30})
    assert (done.state.ships["wasp"].owner, done.state.ships["moth"].owner) == ("bea", "ann")


def test_simultaneous_transfers_happen_together_or_not_at_all() -> None:
    mine = give("wasp", against=("Bee",))
    theirs = Transfer(ref(player="bea"), "TEDDY", "ann", ("bee",), against=("wasp",))
    both = handed(WASP, BEE, sheets=(by("ann", mine), by("bea", theirs)))
    assert both.state.ships["wasp"].owner == "bea"
    assert both.state.ships["bee"].owner == "ann"
    alone = handed(WASP, BEE, sheets=(by("ann", mine),))
    assert alone.state.ships["wasp"].owner == "ann"
    assert why(alone) == "Bee is not given in return"


def test_one_that_falls_through_takes_down_those_that_wait_for_it() -> None:
    moth = ship("Moth", at="TEDDY", owner="bea")
    mine = give("wasp", against=("Moth",))
    theirs = Transfer(ref(player="bea"), "TEDDY", "ann", ("moth",), against=("Fly",))
    done = handed(WASP, BEE, moth, sheets=(by("ann", mine), by("bea", theirs)))
    assert why(done) == "Moth is not given in return"
    assert why(done, "bea") == "Fly is not given in return"
    assert done.state.ships["wasp"].owner == "ann"


def test_components_are_disabled_by_kind_size_or_whole_name() -> None:
    made = design(
        "Ark",
        Component("BL", 2, 15),
        Component("BL", 1, 1),
        Component("FC", 1, 8),
        Component("XC"),
    )
    ark = ship("Wasp", "Ark", at="TEDDY")
    disable = (("BL 15", 1), ("FC 8", 0), ("JD", 0), ("BL 1", 0))
    done = handed(
        ark, BEE, sheets=(by("ann", give("wasp", disable=disable)),), designs={"ann/Ark": made}
    )
    parts = done.state.ships["wasp"].damage.parts
    assert parts == {"BL1": 1, "BL3": 1, "FC1": 1, "JD1": 3}
    worn = replace(ark, damage=Damage(parts={"BL1": 1}))
    done = handed(
        worn,
        BEE,
        sheets=(by("ann", give("wasp", disable=(("BL 15", 1),))),),
        designs={"ann/Ark": made},
    )
    assert done.state.ships["wasp"].damage.parts == {"BL1": 1, "BL2": 1}


def test_ends_of_gates_are_given_placed_stored_or_aboard() -> None:
    gates = gate_pair("Ring", "TEDDY", "VIRUS")
    done = handed(BEE, *gates, sheets=(by("ann", give(gates=("ring-a",))),))
    assert done.state.gates["ring-a"].owner == "bea"
    assert done.state.gates["ring-b"].owner == "ann"
    (event,) = told(done, "unit_received", "bea")
    assert event.facts["klass"] == "SG"
    assert told(done, "unit_given", "ann")[0].facts["to"] == "B"
    assert done.state.given == {key("unit", "ann", "bea", "Ring-A"): 1}
    aboard = GateEnd("e", "Ring-A", "ann", "f", "", ABOARD, carrier="wasp")
    done = handed(WASP, BEE, aboard, sheets=(by("ann", give(gates=("e",))),))
    assert done.state.gates["e"].owner == "bea"
    stored = GateEnd("e", "Ring-A", "ann", "f", "TEDDY", STORED)
    assert (
        handed(BEE, stored, sheets=(by("ann", give(gates=("e",))),)).state.gates["e"].owner == "bea"
    )


def test_a_gate_may_be_given_in_return() -> None:
    gates = gate_pair("Ring", "TEDDY", "VIRUS", "bea")
    mine = give("wasp", against=("Ring-A",))
    theirs = Transfer(ref(player="bea"), "TEDDY", "ann", gates=("ring-a",))
    done = handed(WASP, BEE, *gates, sheets=(by("ann", mine), by("bea", theirs)))
    assert done.state.ships["wasp"].owner == "bea"
    assert done.state.gates["ring-a"].owner == "ann"


def test_what_two_lines_give_goes_by_the_first_that_stands() -> None:
    cyd = empire("cyd", contacts={"ann": contact("normal", "A")})
    ann = replace(ANN, contacts={**ANN.contacts, "cyd": contact("normal", "C")})
    cat = ship("Cat", at="TEDDY", owner="cyd")
    both = by("ann", give("wasp"), give("wasp", to="cyd"))
    done = handed(ann, cyd, WASP, BEE, cat, sheets=(both,), players="abc")
    assert done.state.ships["wasp"].owner == "bea"
    assert why(done) == "another line already gives it away"
    assert not told(done, "unit_given", "bea")
    first = by("ann", give("wasp", against=("Bee",)), give("wasp", to="cyd"))
    done = handed(ann, cyd, WASP, BEE, cat, sheets=(first,), players="abc")
    assert done.state.ships["wasp"].owner == "cyd"
    assert why(done) == "Bee is not given in return"


# --- surrender ---


def test_a_surrender_gives_the_ship_with_all_its_missiles() -> None:
    wasp = replace(WASP, missiles=("Dart",))
    given = {key("surrender", "ann", "bea", "wasp"): 1}
    done = handed(wasp, BEE, sheets=(), given=given)
    assert done.state.ships["wasp"].owner == "bea"
    assert done.state.ships["wasp"].missiles == ("Dart",)
    assert told(done, "unit_given", "ann")[0].facts["surrendered"] is True
    assert told(done, "unit_given", "ann")[0].rule == "NV ORD-28"
    gone = handed(BEE, sheets=(), given=given)
    assert not told(gone, "unit_given")
    lost = handed(replace(wasp, owner="bea"), BEE, sheets=(), given=given)
    assert not told(lost, "unit_given")


def test_installations_aboard_go_with_a_ship_and_armies_do_not() -> None:
    wasp = ship("Wasp", at="TEDDY", cargo=(("IC", 1), ("AA", 2), ("C", 1)))
    end = GateEnd("e", "Ring-A", "ann", "f", "", ABOARD, carrier="wasp")
    namesake = GateEnd("g", "ring-a", "bea", "h", "MINKY", STORED)
    done = handed(wasp, BEE, end, namesake, sheets=(by("ann", give("wasp")),))
    cargo = done.state.ships["wasp"].cargo
    assert [(one.kind, one.owner) for one in cargo] == [("IC", "bea"), ("AA", "ann"), ("C", "ann")]
    assert (done.state.gates["e"].owner, done.state.gates["e"].name) == ("bea", "Ring-A-2")
    assert not done.state.gates["e"].captured
    assert told(done, "unit_given")[0].facts["gates"] == ["Ring-A"]
    assert told(done, "unit_received")[0].facts["gates"] == ["Ring-A-2"]


MOTHER = ship("Mother", "Mother", "TEDDY")
GNAT = ship("Gnat", "Gnat", "", carrier="mother", bay="LB1")
FLEA = ship("Flea", "Gnat", "", carrier="gnat", bay="CH1")


@pytest.mark.parametrize(
    ("option", "by_surrender", "by_transfer"),
    [("surrender", "bea", "ann"), ("along", "bea", "bea"), ("stay", "ann", "ann")],
)
def test_ships_aboard_go_along_or_are_set_beside(
    option: str, by_surrender: str, by_transfer: str
) -> None:
    """Ambiguity: NV A-CARGO-BAYS. No ship lies in the bay of another empire's."""
    ways = (
        ({"given": {key("surrender", "ann", "bea", "mother"): 1}, "sheets": ()}, by_surrender),
        ({"sheets": (by("ann", give("mother")),)}, by_transfer),
    )
    for fields, owner in ways:
        done = handed(MOTHER, GNAT, FLEA, BEE, options={"ships_aboard": option}, **fields)
        ships = done.state.ships
        assert ships["mother"].owner == "bea"
        assert (ships["gnat"].owner, ships["flea"].owner) == (owner, owner)
        assert (ships["flea"].carrier, ships["flea"].bay) == ("gnat", "CH1")
        apart = owner == "ann"
        gnat = ("", "", "TEDDY") if apart else ("mother", "LB1", "")
        assert (ships["gnat"].carrier, ships["gnat"].bay, ships["gnat"].at) == gnat
        left = [dict(event.facts) for event in told(done, "left_behind", "ann")]
        beside = {"ship": "Gnat", "carrier": "Mother", "system": "TEDDY"}
        assert left == ([beside] if apart else [])
        surrendered = "given" in fields
        gifts = told(done, "unit_received", "bea")
        assert [event.facts["what"] for event in gifts] == (
            ["Mother"] if apart else ["Mother", "Gnat", "Flea"]
        )
        assert {event.facts["surrendered"] for event in gifts} == {surrendered}


def test_a_ship_given_out_of_a_bay_is_set_beside_and_one_named_with_its_carrier_is_not() -> None:
    out = handed(MOTHER, GNAT, BEE, sheets=(by("ann", give("gnat")),)).state.ships["gnat"]
    assert (out.owner, out.carrier, out.bay, out.at) == ("bea", "", "", "TEDDY")
    both = handed(MOTHER, GNAT, BEE, sheets=(by("ann", give("mother", "gnat")),))
    gnat = both.state.ships["gnat"]
    assert (gnat.owner, gnat.carrier, gnat.bay) == ("bea", "mother", "LB1")
    assert not told(both, "left_behind")


def test_a_ship_that_surrenders_by_itself_goes_first() -> None:
    cyd = empire("cyd", contacts={"ann": contact("normal", "A")})
    ann = empire("ann", contacts={"bea": contact("normal", "B"), "cyd": contact("normal", "C")})
    given = {key("surrender", "ann", "cyd", "mother"): 1, key("surrender", "ann", "bea", "gnat"): 1}
    done = handed(ann, cyd, MOTHER, GNAT, FLEA, sheets=(), given=given, players="abc")
    ships = done.state.ships
    assert (ships["gnat"].owner, ships["gnat"].at) == ("bea", "TEDDY")
    assert (ships["mother"].owner, ships["flea"].owner) == ("cyd", "bea")
    assert not told(done, "left_behind")


def test_what_a_line_names_goes_where_that_line_says() -> None:
    """A ship aboard one that is given is given once, with the missiles that its line leaves."""
    gnat = replace(GNAT, missiles=("Dart", "Club"))
    lines = (give("mother"), give("gnat", missiles=("Club",)))
    along = {"ships_aboard": "along"}
    done = handed(MOTHER, gnat, BEE, sheets=(by("ann", *lines),), options=along)
    assert done.state.ships["gnat"].missiles == ("Club",)
    assert len(told(done, "unit_received", "bea")) == 2
    alone = handed(MOTHER, gnat, BEE, sheets=(by("ann", lines[0]),), options=along)
    assert alone.state.ships["gnat"].missiles == ("Dart", "Club")


def test_an_end_given_to_one_who_has_that_name_gets_a_number() -> None:
    ends = (
        GateEnd("e", "Ring-A", "ann", "f", "TEDDY", STORED),
        GateEnd("g", "Ring-A", "bea", "h", "MINKY", STORED),
    )
    done = handed(BEE, *ends, sheets=(by("ann", give(gates=("e",))),))
    assert done.state.gates["e"].name == "Ring-A-2"
    assert told(done, "unit_given")[0].facts["what"] == "Ring-A"
    assert told(done, "unit_received")[0].facts["what"] == "Ring-A-2"


# --- data ---


def data(*things: Any, systems: tuple[str, ...] = ("TEDDY",)) -> PhaseContext:
    known = {one.id: one for one in things}
    empires = {"ann": ANN, "bea": BEA, **known}
    line = Data(ref(), systems, "bea")
    done = work(state(*empires.values()), [Orders("ann", data=(line,))], phase="L")
    give_data(done)
    return done


KNOWING = replace(
    ANN, sights={"TEDDY": sight("TEDDY", lines={"A": "SHOOT", "B": "ALGOL"}, status="OUTPOST")}
)


def test_exploration_data_are_given_in_writing() -> None:
    done = data(KNOWING)
    got = done.state.empires["bea"].sights["TEDDY"]
    assert (got.explored, got.type, got.explored_on) == (True, 4, 3)
    assert got.lines == {"A": "SHOOT", "B": "ALGOL"}
    (event,) = told(done, "data_received", "bea")
    assert event.facts["sender"] == "A"
    assert event.facts["letters"] == ["A", "B", "E", "R"]
    assert told(done, "data_given", "ann")[0].facts == {"system": "TEDDY", "to": "B"}


def test_data_one_has_not_are_not_given() -> None:
    assert why(data(KNOWING, systems=("MAVIS",))) == "you have no exploration data of MAVIS"
    seen = replace(ANN, sights={"TEDDY": Sight("TEDDY")})
    assert why(data(seen)) == "you have no exploration data of TEDDY"
    some = data(KNOWING, systems=("MAVIS", "TEDDY"))
    assert told(some, "data_given")


@pytest.mark.parametrize("contacts", [{}, {"bea": contact("minor", number=1)}])
def test_data_need_normal_contact(contacts: Any) -> None:
    assert "no normal contact" in why(data(replace(KNOWING, contacts=contacts)))


def test_what_is_known_and_what_is_given_make_one() -> None:
    given = sight("TEDDY", lines={"A": "SHOOT", "B": ""}, status="OUTPOST", seen=5)
    name = Sight("TEDDY", lines={"B": "ALGOL", "R": ""})
    both = joined(name, given, 6)
    assert both.lines == {"A": "SHOOT", "B": "ALGOL"}
    assert both.explored_on == 6
    assert joined(None, given, 6) == replace(given, explored_on=6)
    older = sight("TEDDY", lines={"E": "MAVIS"}, status="WORLD", seen=4, explored_on=2)
    newer = joined(older, given, 6)
    assert (newer.status, newer.seen, newer.explored_on) == ("OUTPOST", 5, 2)
    assert newer.lines == {"A": "SHOOT", "B": "", "E": "MAVIS", "R": ""}
    stopped = replace(given, interdicted=5)
    assert joined(None, stopped, 6).interdicted == 0
    assert joined(replace(older, interdicted=3), stopped, 6).interdicted == 3
    later = replace(older, seen=5)
    assert joined(later, given, 6).status == "WORLD"
