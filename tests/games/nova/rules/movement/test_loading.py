"""Phase D: what is aboard after loading, what is put off, and what is missing."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.rules.movement import loading
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.fitted import Fittings
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Codes, ContactOrder, Loading, Mover
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Action, Group, Standing
from pbm.games.nova.state.state import ABOARD, GONE, PLACED, STORED, Cargo, Retreat, Ship, State
from pbm.games.nova.state.stowage import holds_of
from tests.games.nova.builders import (
    design,
    gate_pair,
    home,
    ref,
    ship,
    sight,
    state,
    system,
    told,
    work,
)
from tests.games.nova.builders import empire as empire_of
from tests.games.nova.scenes.movement import MORE, brackets, failures, only_one, orders

RULE = "NV ORD-31"


def carry(id: str, *cargo: Loading | str, start: str = "VIRUS", **more: Any) -> Movement:
    """A line for one ship with brackets; ``carry("hauler")`` is ``(empty)``."""
    return Movement(ref(start), start, (Mover(id, brackets(*cargo)),), **more)


def loaded(
    table: State,
    *lines: Movement,
    others: tuple[Orders, ...] = (),
    options: dict[str, str] | None = None,
) -> PhaseContext:
    done = work(table, (orders(*lines), *others), options, phase="D")
    loading.load(done)
    return done


def table(*things: Any, surface: dict[str, int] | None = None, **fields: Any) -> State:
    """Ann's home with units on it."""
    held = {"SDU": 2, **(surface or {})}
    return state(home("ann", surface={"ann": held}), *things, designs=MORE, **fields)


def aboard(done: PhaseContext, id: str) -> dict[str, int]:
    found: dict[str, int] = {}
    for one in done.state.ships[id].cargo:
        name = one.kind if one.owner == "ann" else f"{one.kind} of {one.owner}"
        assert name not in found
        found[name] = one.number
    return found


def lying(done: PhaseContext, name: str = "VIRUS", owner: str = "ann") -> dict[str, int]:
    return dict(done.state.systems[name].surface.get(owner, {}))


HAULER = ship("Hauler", "Hauler")  # two holds


# --- from and to the planet -----------------------------------------------------------------------


def test_units_come_aboard_from_the_planet() -> None:
    done = loaded(table(HAULER, surface={"AA": 3}), carry("hauler", "2 AA"))
    assert aboard(done, "hauler") == {"AA": 2}
    assert lying(done) == {"SDU": 2, "AA": 1}
    assert not done.events


def test_what_the_brackets_leave_out_is_put_off() -> None:
    full = replace(HAULER, cargo=(Cargo("AA", "ann", 1), Cargo("RA", "ann", 1)))
    done = loaded(table(full), carry("hauler", "1 AA"))
    assert aboard(done, "hauler") == {"AA": 1}
    assert lying(done) == {"SDU": 2, "RA": 1}
    done = loaded(table(full), carry("hauler"))
    assert aboard(done, "hauler") == {}
    assert lying(done) == {"SDU": 2, "AA": 1, "RA": 1}
    assert not done.events


def test_without_brackets_nothing_changes() -> None:
    full = replace(HAULER, cargo=(Cargo("AA", "ann", 1),))
    line = Movement(ref(), "VIRUS", (Mover("hauler"),))
    assert aboard(loaded(table(full), line), "hauler") == {"AA": 1}


def test_all_there_are_as_far_as_there_is_room() -> None:
    done = loaded(table(HAULER, surface={"AA": 1}), carry("hauler", "AA"))
    assert aboard(done, "hauler") == {"AA": 1}
    done = loaded(table(HAULER, surface={"AA": 3}), carry("hauler", "AA"))
    assert aboard(done, "hauler") == {"AA": 2}
    assert not done.events
    done = loaded(table(HAULER), carry("hauler", "AA"))
    assert failures(done)[0][:2] == ("Hauler", "NT")
    kept = replace(HAULER, cargo=(Cargo("AA", "ann", 1),))
    assert not loaded(table(kept), carry("hauler", "AA")).events


@pytest.mark.parametrize(
    ("there", "asked", "held", "why"),
    [
        (1, "2 AA", {"AA": 1}, "not aboard: 1 AA (1 there)"),
        (3, "3 AA", {"AA": 2}, "not aboard: 1 AA (no room)"),
        (2, "2 AA", {"AA": 2}, ""),
    ],
)
def test_what_is_missing_is_told(there: int, asked: str, held: dict[str, int], why: str) -> None:
    """Two holds, 30 points each: two armies."""
    done = loaded(table(HAULER, surface={"AA": there}), carry("hauler", asked))
    assert aboard(done, "hauler") == held
    assert failures(done) == ([("Hauler", "NT", why)] if why else [])
    if why:
        event = only_one(done, "failed")
        assert (event.rule, event.order, event.facts["at"]) == (RULE, ref("VIRUS"), "VIRUS")


@pytest.mark.parametrize(("asked", "fits"), [("1 C", True), ("2 C", False), ("1 SDU", False)])
def test_large_units_are_spread_over_the_holds_of_one_ship(asked: str, fits: bool) -> None:
    """NV MOV-09: a colony of 60 points fills two holds, an SDU of 90 needs three."""
    done = loaded(table(HAULER, surface={"C": 2}), carry("hauler", asked))
    assert bool(failures(done)) is not fits


def test_a_damaged_hold_takes_nothing() -> None:
    broken = replace(HAULER, damage=Damage(parts={"CH1": 1}))
    done = loaded(table(broken, surface={"AA": 2}), carry("hauler", "2 AA"))
    assert aboard(done, "hauler") == {"AA": 1}
    worse = replace(broken, cargo=(Cargo("AA", "ann", 2),))
    assert aboard(loaded(table(worse, surface={"AA": 1}), carry("hauler", "3 AA")), "hauler") == {
        "AA": 2
    }


def test_the_cheapest_come_first_where_room_is_short() -> None:
    """NV MOV-08: AA of 30 MCr before C of 60."""
    done = loaded(table(HAULER, surface={"C": 1, "AA": 1}), carry("hauler", "1 C", "1 AA"))
    assert aboard(done, "hauler") == {"AA": 1}
    ordered = carry("hauler", "CH1: 1 C", "1 AA")
    assert aboard(loaded(table(HAULER, surface={"C": 1, "AA": 1}), ordered), "hauler") == {"C": 1}


def test_launch_bays_take_no_units() -> None:
    """Ambiguity: NV A-CARGO-LB."""
    done = loaded(table(ship("Mum", "Mother"), surface={"AA": 1}), carry("mum", "LB1: 1 AA"))
    assert aboard(done, "mum") == {}
    assert failures(done)[0][2].startswith("not aboard: AA (launch bays take ships and gate ends)")


def test_an_alien_planet_takes_and_gives_nothing_unasked() -> None:
    """Away from own planets brackets put nothing off; own units there come aboard if reached."""
    there = replace(HAULER, at="SHOOT", cargo=(Cargo("AA", "ann", 1),))
    done = loaded(table(there), carry("hauler", start="SHOOT"))
    assert aboard(done, "hauler") == {"AA": 1}
    event = only_one(done, "kept_aboard")
    assert (event.rule, event.seen) == (RULE, {"ann": ("*",)})
    assert event.facts == {
        "ship": "Hauler",
        "id": "hauler",
        "system": "SHOOT",
        "units": {"AA": 1},
    }
    landed = system("SHOOT", surface={"ann": {"AA": 2}})
    empty = replace(HAULER, at="SHOOT")
    done = loaded(table(empty, landed), carry("hauler", "2 AA", start="SHOOT"))
    assert failures(done)[0][2].startswith(
        "not aboard: 2 AA (you have no exploration data of SHOOT)"
    )
    knows = empire_of("ann", sights={"SHOOT": sight("SHOOT")})
    done = loaded(table(empty, landed, knows), carry("hauler", "2 AA", start="SHOOT"))
    assert aboard(done, "hauler") == {"AA": 2}
    lame = replace(empty, damage=Damage(parts={"IE1": 2}))
    done = loaded(table(lame, landed, knows), carry("hauler", "2 AA", start="SHOOT"))
    assert aboard(done, "hauler") == {}


# --- who is asked ---------------------------------------------------------------------------------


def test_only_ships_that_are_where_their_line_begins() -> None:
    for one in (
        replace(HAULER, at="ALGOL"),
        replace(HAULER, at="", retreat=Retreat("VIRUS", "ALGOL", ("D",))),
        replace(HAULER, unnamed=True),
        replace(HAULER, owner="bea"),
    ):
        done = loaded(table(one, surface={"AA": 2}), carry("hauler", "2 AA"))
        assert aboard(done, "hauler") == {}
    blocked = table(HAULER, surface={"AA": 2}, stopped={"hauler": "why"})
    assert aboard(loaded(blocked, carry("hauler", "2 AA")), "hauler") == {}
    done = loaded(table(HAULER, surface={"AA": 2}), carry("=Bee", "2 AA"))
    assert lying(done)["AA"] == 2
    done = loaded(table(HAULER, surface={"AA": 2}), carry("hauler", "2 AA", start=""))
    assert aboard(done, "hauler") == {"AA": 2}


def test_the_first_of_two_lines_holds() -> None:
    done = loaded(table(HAULER, surface={"AA": 2}), carry("hauler", "1 AA"), carry("hauler"))
    assert aboard(done, "hauler") == {"AA": 1}


@pytest.mark.parametrize(
    ("klass", "option", "stays"),
    [("Hauler", "abort", True), ("Hauler", "go", False), ("Trooper", "abort", False)],
)
def test_an_unarmed_transport_without_its_cargo_stays(klass: str, option: str, stays: bool) -> None:
    """Ambiguity: NV A-CARGO-SHORT. An armed one goes all the same."""
    trooper = design("Trooper", Component("BL", 1, 15), Component("CH", 2, 30))
    base = table(ship("Hauler", klass))
    base = replace(base, designs={**base.designs, "ann/Trooper": trooper})
    done = loaded(base, carry("hauler", "2 AA"), options={"cargo_short": option})
    assert ("hauler" in done.state.stopped) is stays
    assert failures(done)[0][2].endswith("it stays where it is") is stays


def test_with_part_of_its_cargo_a_transport_goes() -> None:
    done = loaded(table(HAULER, surface={"AA": 1}), carry("hauler", "2 AA"))
    assert not done.state.stopped
    done = loaded(table(HAULER), carry("hauler"))
    assert not done.state.stopped
    assert not done.events


# --- from ship to ship ----------------------------------------------------------------------------


def at_shoot(*ships: Ship, **more: Any) -> State:
    return table(*(replace(one, at="SHOOT" if one.at else "") for one in ships), **more)


def test_units_go_over_to_another_own_ship() -> None:
    giver = replace(HAULER, cargo=(Cargo("AA", "ann", 2),))
    taker = ship("Taker", "Hauler")
    base = at_shoot(giver, taker)
    done = loaded(
        base, carry("taker", "1 AA", start="SHOOT"), carry("hauler", "1 AA", start="SHOOT")
    )
    assert (aboard(done, "hauler"), aboard(done, "taker")) == ({"AA": 1}, {"AA": 1})
    assert not done.events
    lines = (carry("taker", "1 AA", start="SHOOT"), carry("hauler", start="SHOOT"))
    done = loaded(base, *lines)
    assert (aboard(done, "hauler"), aboard(done, "taker")) == ({"AA": 1}, {"AA": 1})
    assert only_one(done, "kept_aboard").facts["units"] == {"AA": 1}
    alien = replace(taker, owner="bea", builder="ann")
    done = loaded(at_shoot(giver, alien), carry("hauler", start="SHOOT"))
    assert aboard(done, "hauler") == {"AA": 2}


def test_several_ships_give_in_the_order_of_their_lines() -> None:
    ships = [ship(f"H{n}", "Hauler", cargo=(("AA", 1),)) for n in (1, 2, 3)]
    taker = ship("Taker", "Hauler")
    lines = [carry(f"h{n}", start="SHOOT") for n in (2, 1, 3)]
    done = loaded(at_shoot(*ships, taker), carry("taker", "2 AA", start="SHOOT"), *lines)
    assert [aboard(done, f"h{n}") for n in (1, 2, 3)] == [{}, {}, {"AA": 1}]
    assert aboard(done, "taker") == {"AA": 2}
    assert only_one(done, "kept_aboard").facts["ship"] == "H3"


def test_what_waits_to_be_put_off_takes_room() -> None:
    """In space a full ship cannot take on before it has given away."""
    full = replace(HAULER, cargo=(Cargo("AA", "ann", 2),))
    other = ship("Other", "Hauler", cargo=(("RA", 2),))
    lines = (carry("hauler", "2 RA", start="SHOOT"), carry("other", start="SHOOT"))
    done = loaded(at_shoot(full, other), *lines)
    assert aboard(done, "hauler") == {"AA": 2}
    assert aboard(done, "other") == {"RA": 2}
    assert failures(done) == [("Hauler", "NT", "not aboard: 2 RA (no room)")]


def test_supply_from_ships_and_planet_together() -> None:
    """Units of ships come first, then those on the planet."""
    foreign = Cargo("AA", "bea", 1)
    giver = replace(HAULER, cargo=(foreign,))
    base = table(giver, ship("Taker", "Hauler"))
    virus = base.systems["VIRUS"]
    surface = {**virus.surface, "bea": {"AA": 1}}
    base = replace(base, systems={**base.systems, "VIRUS": replace(virus, surface=surface)})
    lines = (carry("hauler"), carry("taker", "2 AA of bea"))
    done = loaded(base, *lines)
    assert aboard(done, "taker") == {"AA of bea": 1}
    assert failures(done)[0][2] == "not aboard: 1 AA (their empire does not let them)"
    friends = Orders("bea", standing=(_friendly("armies"),))
    done = loaded(base, *lines, others=(friends,))
    assert aboard(done, "taker") == {"AA of bea": 2}
    assert lying(done, owner="bea") == {}
    assert not done.events


# --- foreign units --------------------------------------------------------------------------------


def _friendly(what: str, code: str = "F") -> Standing:
    codes = Codes(contact=(ContactOrder(code),))
    return Standing(ref(player="bea"), "general", (Action(Group(what), codes),))


@pytest.mark.parametrize(
    ("kind", "standing", "taken"),
    [
        ("AA", (), False),
        ("AA", (_friendly("armies"),), True),
        ("AA", (_friendly("armies", "N"),), False),
        ("AA", (_friendly("colonies"),), False),
        ("RA", (_friendly("armies"),), True),
        ("C", (_friendly("colonies"),), True),
        ("C", (_friendly("armies"),), False),
    ],
)
def test_foreign_units_come_aboard_if_their_empire_is_friendly(
    kind: str, standing: tuple[Standing, ...], taken: bool
) -> None:
    """NV CON-22. Ambiguity: NV A-CARGO-ALLY."""
    base = table(HAULER)
    virus = replace(base.systems["VIRUS"], surface={"bea": {kind: 1}})
    base = replace(base, systems={**base.systems, "VIRUS": virus})
    orders_of_bea = Orders("bea", standing=standing)
    done = loaded(base, carry("hauler", f"1 {kind} of bea"), others=(orders_of_bea,))
    assert aboard(done, "hauler") == ({f"{kind} of bea": 1} if taken else {})


def test_what_lies_on_an_alien_planet_is_not_betrayed() -> None:
    said = []
    for surface in ({}, {"bea": {"AA": 1}}):
        there = system("SHOOT", colonies=1, colonizer="bea", surface=surface)
        for standing in ((), (_friendly("armies"),)):
            base = table(replace(HAULER, at="SHOOT"), there)
            line = carry("hauler", "1 AA of bea", start="SHOOT")
            done = loaded(base, line, others=(Orders("bea", standing=standing),))
            said.append(failures(done))
    assert said[:2] == said[2:]


def test_foreign_units_stay_aboard_until_their_empire_lands_them() -> None:
    full = replace(HAULER, cargo=(Cargo("AA", "bea", 1), Cargo("AA", "ann", 1)))
    done = loaded(table(full), carry("hauler"))
    assert aboard(done, "hauler") == {"AA of bea": 1}
    assert lying(done) == {"SDU": 2, "AA": 1}
    assert only_one(done, "kept_aboard").facts["units"] == {"AA": 1}
    done = loaded(table(full), carry("hauler", "1 AA of bea"))
    assert not done.events


# --- ships in ships -------------------------------------------------------------------------------


MUM = ship("Mum", "Mother")  # LB1 of 10, LB2 of 30, CH1
GNAT = ship("Gnat", "Gnat")


def test_ships_come_aboard_and_leave() -> None:
    done = loaded(table(MUM, GNAT), carry("mum", "ship gnat"))
    gnat = done.state.ships["gnat"]
    assert (gnat.carrier, gnat.bay, gnat.at) == ("mum", "LB1", "")
    again = work(done.state, (orders(carry("mum")),), phase="D")
    loading.load(again)
    assert again.state.ships["gnat"] == GNAT
    same = work(done.state, (orders(carry("mum", "ship gnat")),), phase="D")
    loading.load(same)
    assert same.state.ships["gnat"] == gnat


def test_a_ship_is_moved_to_the_bay_that_is_ordered() -> None:
    lies = replace(GNAT, at="", carrier="mum", bay="LB1")
    done = loaded(table(MUM, lies), carry("mum", "CH1: ship gnat"))
    assert done.state.ships["gnat"].bay == "CH1"
    done = loaded(table(MUM, lies), carry("mum", "LB1: ship gnat"))
    assert done.state.ships["gnat"] == lies


def test_a_ship_in_a_hold_leaves_no_room_for_units() -> None:
    line = carry("mum", "CH1: ship gnat", "1 AA")
    done = loaded(table(MUM, GNAT, surface={"AA": 1}), line)
    assert failures(done) == [("Mum", "NT", "not aboard: 1 AA (no room)")]


@pytest.mark.parametrize(
    ("guest", "why"),
    [
        (replace(GNAT, at="ALGOL"), "Gnat (not there)"),
        (replace(GNAT, owner="bea"), "Gnat (not yours)"),
        (replace(GNAT, at="", carrier="other", bay="LB1"), "Gnat (aboard Other)"),
        (ship("Gnat", "Mother"), "Gnat (no room)"),
        (None, "a ship"),
    ],
)
def test_ships_that_do_not_come_aboard(guest: Ship | None, why: str) -> None:
    base = table(MUM, ship("Other", "Mother"), *([guest] if guest is not None else []))
    done = loaded(base, carry("mum", "ship gnat"))
    assert failures(done)[0][2].startswith(f"not aboard: {why}")


def test_a_ship_that_was_not_built_does_not_come() -> None:
    done = loaded(table(MUM), carry("mum", "ship =Bee"))
    assert failures(done)[0][2].startswith("not aboard: Bee;")


def test_bays_fill_up() -> None:
    pups = [ship(f"P{n}", "Gnat") for n in range(60)]
    line = carry("mum", *(f"ship {pup.id}" for pup in pups))
    done = loaded(table(MUM, *pups), line)
    inside = [one for one in done.state.ships.values() if one.carrier == "mum"]
    # A Gnat's size is 1 for carrying: ten in LB1, thirty in LB2, one in CH1 (NV A-SIZE-0).
    assert [sum(one.bay == bay for one in inside) for bay in ("LB1", "LB2", "CH1")] == [10, 30, 1]
    again = work(done.state, (orders(line),), phase="D")
    loading.load(again)
    assert [one for one in again.state.ships.values() if one.carrier] == inside


def test_no_ship_carries_what_carries_it() -> None:
    big = design("Big", *MORE["ann/Dock"].parts)
    base = table(ship("A", "Dock"), ship("B", "Mother"))
    base = replace(base, designs={**base.designs, "ann/Big": big})
    done = loaded(base, carry("a", "ship b"), carry("b", "ship a"), carry("a", "ship a"))
    assert (done.state.ships["b"].carrier, done.state.ships["a"].at) == ("a", "VIRUS")
    assert failures(done)[0][2].startswith("not aboard: A (it carries the other)")
    alone = loaded(base, carry("a", "ship a"))
    assert alone.state.ships["a"].at == "VIRUS"


def test_carried_ships_have_cargo_of_their_own() -> None:
    """Ambiguity: NV A-CARGO-NEST."""
    pup = ship("Pup", "Hauler")
    dock = ship("Dock", "Dock")
    nested = Loading("LB1", ship="pup", cargo=brackets("2 AA"))
    done = loaded(table(dock, pup, surface={"AA": 3}), carry("dock", nested, "1 AA"))
    assert (aboard(done, "pup"), aboard(done, "dock")) == ({"AA": 2}, {"AA": 1})
    assert done.state.ships["pup"].bay == "LB1"
    inside = replace(pup, at="", carrier="dock", bay="LB1", cargo=(Cargo("AA", "ann", 1),))
    less = Loading("LB1", ship="pup", cargo=brackets("1 RA"))
    done = loaded(table(dock, inside, surface={"RA": 1}), carry("dock", less))
    assert (aboard(done, "pup"), lying(done)) == ({"RA": 1}, {"SDU": 2, "AA": 1})
    knows = empire_of("ann", sights={"SHOOT": sight("SHOOT")})
    there = system("SHOOT", surface={"ann": {"AA": 1}})
    inside = replace(inside, cargo=())
    base = table(replace(dock, at="SHOOT"), inside, knows, there)
    done = loaded(
        base, carry("dock", Loading("LB1", ship="pup", cargo=brackets("1 AA")), start="SHOOT")
    )
    assert aboard(done, "pup") == {"AA": 1}


# --- gate ends ------------------------------------------------------------------------------------


def gated(*ships: Ship, **near: Any) -> State:
    a, b = gate_pair("Ring", "VIRUS", "SHOOT")
    return table(*ships, replace(a, **near), b)


DOCK = ship("Dock", "Dock")  # LB1 of 180, six holds


@pytest.mark.parametrize("place", [STORED, PLACED])
def test_the_end_of_a_gate_comes_aboard(place: str) -> None:
    done = loaded(gated(DOCK, place=place), carry("dock", "gate ring-a"))
    end = done.state.gates["ring-a"]
    assert (end.carrier, end.bay, end.at, end.place) == ("dock", "LB1", "", ABOARD)
    assert not done.events


def test_two_ends_fill_the_bay_and_six_holds() -> None:
    a, b = gate_pair("Ring", "VIRUS", "VIRUS", place=STORED)
    base = table(DOCK, a, b, surface={"AA": 1})
    done = loaded(base, carry("dock", "gate ring-a", "gate ring-b", "1 AA"))
    assert [done.state.gates[id].bay for id in ("ring-a", "ring-b")] == ["LB1", ""]
    assert failures(done) == [("Dock", "NT", "not aboard: 1 AA (no room)")]
    gnat = replace(base, ships={**base.ships, "gnat": GNAT})
    done = loaded(gnat, carry("dock", "ship gnat", "gate ring-a", "gate ring-b"))
    assert failures(done)[0][2] == "not aboard: Ring-B (no room)"
    held = {**base.gates, "ring-a": replace(a, place=ABOARD, carrier="dock", bay="LB1", at="")}
    done = loaded(replace(gnat, gates=held), carry("dock", "gate ring-a", "ship gnat"))
    assert done.state.ships["gnat"].bay == "CH1"


@pytest.mark.parametrize(
    ("near", "why"),
    [
        ({"at": "SHOOT"}, "Ring-A (not there)"),
        ({"owner": "bea"}, "Ring-A"),
        ({"place": GONE}, "Ring-A"),
        ({"place": ABOARD, "carrier": "gnat"}, "Ring-A (not there)"),
    ],
)
def test_ends_that_do_not_come_aboard(near: dict[str, Any], why: str) -> None:
    done = loaded(gated(DOCK, GNAT, **near), carry("dock", "gate ring-a"))
    assert failures(done)[0][2].startswith(f"not aboard: {why};")
    done = loaded(gated(DOCK), carry("dock", "gate =Loop"))
    assert failures(done)[0][2].startswith("not aboard: Loop;")


def test_an_end_is_stored_on_an_own_planet() -> None:
    held = {"place": ABOARD, "carrier": "dock", "bay": "LB1", "at": ""}
    done = loaded(gated(DOCK, **held), carry("dock", "gate ring-a"))
    assert done.state.gates["ring-a"].carrier == "dock"
    done = loaded(gated(DOCK, **held), carry("dock"))
    end = done.state.gates["ring-a"]
    assert (end.carrier, end.bay, end.at, end.place) == ("", "", "VIRUS", STORED)


def test_elsewhere_an_end_goes_to_another_ship_or_stays() -> None:
    held = {"place": ABOARD, "carrier": "dock", "bay": "LB1", "at": ""}
    dock, other = replace(DOCK, at="SHOOT"), ship("Other", "Dock", "SHOOT")
    done = loaded(gated(dock, **held), carry("dock", start="SHOOT"))
    assert done.state.gates["ring-a"].carrier == "dock"
    assert only_one(done, "kept_aboard").facts["units"] == {"SG": 1}
    lines = (carry("dock", start="SHOOT"), carry("other", "gate ring-a", start="SHOOT"))
    done = loaded(gated(dock, other, **held), *lines)
    assert done.state.gates["ring-a"].carrier == "other"
    assert not done.events
    far = replace(other, at="TEDDY")
    lines = (lines[0], carry("other", "gate ring-a", start="TEDDY"))
    done = loaded(gated(dock, far, **held), *lines)
    assert done.state.gates["ring-a"].carrier == "dock"


# --- whatever is ordered --------------------------------------------------------------------------


@settings(max_examples=40)
@given(chance=st.randoms(use_true_random=False))
def test_nothing_is_lost_or_found_and_no_ship_is_too_full(chance: Any) -> None:
    """Units, ships and gate ends are each in one place, and as many as before."""
    places = ("VIRUS", "SHOOT")
    ships = [
        ship(f"S{n}", chance.choice(("Hauler", "Mother", "Dock", "Gnat")), chance.choice(places))
        for n in range(14)
    ]
    ships = [
        replace(one, cargo=(Cargo("AA", "ann", 1),)) if "Hauler" in one.design else one
        for one in ships
    ]
    a, b = gate_pair("Ring", "VIRUS", "SHOOT", place=STORED)
    base = table(*ships, a, b, surface={"AA": 4, "C": 2, "RA": 1})
    for _turn in range(4):
        lines = []
        for one in base.ships.values():
            at = one.at or places[0]
            wish = chance.sample(
                ["1 AA", "2 AA", "AA", "1 C", "CH1: 1 RA", "gate ring-a", "gate ring-b"]
                + [f"ship s{n}" for n in range(14)],
                chance.randrange(4),
            )
            lines.append(carry(one.id, *wish, start=at))
        chance.shuffle(lines)
        done = loaded(base, *lines)
        assert _counted(done.state) == _counted(base)
        _no_ship_is_too_full(done.state)
        assert set(done.state.ships) == set(base.ships)
        base = done.state


def _counted(table: State) -> dict[str, int]:
    found: dict[str, int] = {}
    held = [one for one_ship in table.ships.values() for one in one_ship.cargo]
    for one in held:
        found[one.kind] = found.get(one.kind, 0) + one.number
    for place in table.systems.values():
        for kind, number in place.surface.get("ann", {}).items():
            found[kind] = found.get(kind, 0) + number
    return found


def _no_ship_is_too_full(table: State) -> None:
    fittings = Fittings(table)
    for one in table.ships.values():
        works = fittings.of(one)
        inside = [guest for guest in table.ships.values() if guest.carrier == one.id]
        ends = [end for end in table.gates.values() if end.carrier == one.id]
        for name, size in works.bays:
            used = sum(fittings.of(guest).carried for guest in inside if guest.bay == name)
            assert used + 180 * sum(end.bay == name for end in ends) <= size
        held = sum(holds_of(unit.kind) * unit.number for unit in one.cargo)
        held += sum(guest.bay.startswith("CH") for guest in inside)
        held += 6 * sum(not end.bay for end in ends)
        assert held <= len(works.holds)
        assert bool(one.at) != bool(one.carrier)
        outer, steps = one, 0
        while outer.carrier:
            outer, steps = table.ships[outer.carrier], steps + 1
            assert steps < 20
    for end in table.gates.values():
        assert (end.place == ABOARD) == bool(end.carrier) == (not end.at)


def test_nothing_written_changes_nothing() -> None:
    base = table(HAULER)
    done = work(base, (), phase="D")
    loading.load(done)
    assert done.state.ships == base.ships
    assert not told(done)
