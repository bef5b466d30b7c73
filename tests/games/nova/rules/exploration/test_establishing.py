"""Colonies, Industrial Complexes, gate ends: what E brings in phase K.

Rule: NV ECO-21 to ECO-25, ECO-30, CON-22, CON-25, UNI-11, UNI-16, UNI-22, SUR-14.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.rules.exploration.establishing import complex_fault, establish
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import ABOARD, PLACED, Cargo, Meeting, Passage, Ship, System
from tests.games.nova.builders import (
    empire,
    gate_pair,
    home,
    ship,
    sight,
    state,
    system,
    told,
    work,
)
from tests.games.nova.lines import act, codes, move, sheet


def knows(id: str = "ann", since: int = 3) -> Any:
    return empire(id, sights={"TEDDY": sight("TEDDY", explored_on=since)})


def barge(*cargo: Any, name: str = "Bull", of: str = "ann", **fields: Any) -> Ship:
    return ship(name, "Hauler", "TEDDY", of, cargo=cargo, **fields)


def orders(of: str = "ann", name: str = "bull", *what: str) -> Orders:
    return sheet(of, move("TEDDY", name, codes=codes("", act("E", *what))))


def played(
    *things: Any, given: tuple[Orders, ...] = (), what: Any = (), **fields: Any
) -> PhaseContext:
    made = work(state(knows(), *things, **fields), given or (orders("ann", "bull", *what),))
    made.phase = "K"
    establish(made)
    return made


def why(made: PhaseContext, empire: str = "ann") -> list[str]:
    return [event.facts["why"] for event in told(made, "failed", empire)]


def planet(made: PhaseContext, name: str = "TEDDY") -> System:
    found: System = made.state.systems[name]
    return found


# --- colonies ---


@pytest.mark.parametrize(
    ("type", "number", "built", "status", "gain"),
    [
        (5, 1, 1, "OUTPOST", 10),
        (5, 2, 2, "SETTLEMENT", 20),
        (5, 3, 3, "WORLD", 50),
        (5, 4, 3, "WORLD", 50),
        (4, 3, 2, "SETTLEMENT", 80),
        (1, 2, 1, "OUTPOST", 10),
    ],
)
def test_colonies_make_the_status_as_far_as_the_type_allows(
    type: int, number: int, built: int, status: str, gain: int
) -> None:
    made = played(system("TEDDY", type=type), barge(("C", number)))
    here = planet(made)
    assert (here.colonies, here.status, here.owner, here.colonizer) == (built, status, "ann", "ann")
    assert sum(one.number for one in made.state.ships["bull"].cargo) == number - built
    (event,) = told(made, "established")
    assert (event.facts["status"], event.facts["gain"]) == (status, gain)
    assert event.facts["number"] == built and list(event.seen) == ["ann"]
    assert len(why(made)) == (number > built)


def test_a_type_without_colonies() -> None:
    made = played(system("TEDDY", type=0), barge(("C", 1)))
    assert planet(made).colonies == 0 and not told(made, "established")
    assert why(made) == ["a system of type 0 holds 0 colonies, TEDDY has 0; 0 of 1 are established"]


def test_more_colonies_raise_the_status() -> None:
    made = played(system("TEDDY", type=5, colonies=1, colonizer="ann"), barge(("C", 2)))
    assert planet(made).status == "WORLD"
    assert told(made, "established")[0].facts["gain"] == 40
    assert planet(made).militia == 0  # raised from next turn on


def test_fewer_may_be_said() -> None:
    made = played(barge(("C", 3), ("IC", 1)), what=("1 C",))
    assert planet(made).colonies == 1 and not planet(made).ic
    assert made.state.ships["bull"].cargo == (Cargo("C", "ann", 2), Cargo("IC", "ann", 1))


@pytest.mark.parametrize(
    ("things", "reason"),
    [
        ((empire("ann"),), "you have no exploration data of TEDDY"),
        ((system("TEDDY", colonies=1, colonizer="bea"),), "holds colonies of another empire"),
        ((system("TEDDY", surface={"bea": {"AA": 1}}),), "alien units are on the surface"),
        (
            (system("TEDDY", colonies=1, colonizer="ann", owner="bea"),),
            "TEDDY is captured",
        ),
        (
            (system("TEDDY", colonies=1, colonizer="bea", owner="ann"),),
            "holds colonies of another empire",
        ),
    ],
)
def test_where_no_colony_can_be(things: Any, reason: str) -> None:
    made = played(barge(("C", 1)), *things)
    assert len(why(made)) == 1 and reason in why(made)[0]
    assert made.state.ships["bull"].cargo == (Cargo("C", "ann", 1),)


def test_combat_that_goes_on_keeps_everybody_from_establishing() -> None:
    """An invader is left on the surface: nothing is established, by either side."""
    here = system("TEDDY", colonies=1, colonizer="ann", surface={"bea": {"AA": 1}})
    made = played(here, barge(("IC", 1)))
    assert "alien units" in why(made)[0] and not planet(made).ic


FRIENDS = Meeting("TEDDY", "ann", "bea", friendly=True)
FOES = Meeting("TEDDY", "ann", "bea", hostile=True)


def test_friends_on_the_surface_do_not_hinder() -> None:
    here = system("TEDDY", surface={"bea": {"AA": 1}})
    assert planet(played(here, barge(("C", 1)), meetings=(FRIENDS,))).colonies == 1
    loose = system("TEDDY", surface={"bea": {"C": 1}})
    assert planet(played(loose, barge(("C", 1)))).colonies == 1


@pytest.mark.parametrize(
    ("enemy", "fled", "built"),
    [("TEDDY", (), 0), ("TEDDY", ("wasp",), 1), ("SHOOT", (), 1)],
    ids=["still there", "on the run", "gone"],
)
def test_whom_it_fought_must_be_gone(enemy: str, fled: tuple[str, ...], built: int) -> None:
    wasp = ship("Wasp", at=enemy, owner="bea")
    made = played(barge(("C", 1)), wasp, meetings=(FOES,), fled=fled)
    assert planet(made).colonies == built
    assert why(made) == ([] if built else ["hostile ships are in TEDDY"])


# --- two empires at once ---


def both(*things: Any, **fields: Any) -> PhaseContext:
    usual = (knows("bea"), barge(("C", 1)), barge(("C", 2), name="Cow", of="bea"))
    sheets = (orders(), orders("bea", "cow"))
    return played(*usual, *things, given=sheets, **fields)


def test_at_the_same_time_nobody() -> None:
    made = both()
    assert planet(made).colonies == 0
    assert why(made) == why(made, "bea") == ["others tried to establish on TEDDY at the same time"]


@pytest.mark.parametrize(("ann", "bea", "owner"), [(2, 3, "ann"), (3, 2, "bea"), (2, 2, "")])
def test_who_alone_explored_it_before(ann: int, bea: int, owner: str) -> None:
    made = both(knows("ann", ann), knows("bea", bea))
    assert planet(made).colonizer == owner
    assert bool(why(made)) == (owner != "ann") and bool(why(made, "bea")) == (owner != "bea")


def test_after_hostilities_the_survivors() -> None:
    made = both(barge(("C", 2), name="Cow", of="bea"), meetings=(FOES,))
    assert planet(made).colonies == 0
    gone = replace(barge(("C", 2), name="Cow", of="bea"), at="SHOOT")
    assert planet(both(gone, meetings=(FOES,))).colonizer == "ann"


def test_one_who_lives_there_goes_on() -> None:
    made = both(system("TEDDY", type=5, colonies=1, colonizer="ann"))
    assert (planet(made).colonies, planet(made).colonizer) == (2, "ann")
    assert why(made, "bea") == ["TEDDY holds colonies of another empire"]


def test_a_third_party_leaves_the_rule_to_the_two() -> None:
    made = played(
        knows("bea"),
        knows("cyd", 2),
        barge(("C", 1)),
        barge(("C", 2), name="Cow", of="bea"),
        barge(("C", 1), name="Dog", of="cyd"),
        given=(orders(), orders("bea", "cow"), orders("cyd", "dog")),
        players="abc",
    )
    assert planet(made).colonizer == "cyd"


# --- Industrial Complexes ---


def test_one_ic_with_a_colony_or_beside_one() -> None:
    made = played(barge(("C", 1), ("IC", 2)))
    assert planet(made).ic and made.state.ships["bull"].cargo == (Cargo("IC", "ann", 1),)
    assert [event.facts["what"] for event in told(made, "established")] == ["C", "IC"]


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, "TEDDY has no colony"),
        ({"colonies": 1, "colonizer": "ann", "ic": True}, "has an established IC already"),
        ({"colonies": 1, "colonizer": "bea"}, "you do not control TEDDY"),
        ({"colonies": 1, "colonizer": "bea", "owner": "ann"}, "you have no army on TEDDY"),
    ],
)
def test_where_no_ic_can_be(fields: dict[str, Any], reason: str) -> None:
    fault = complex_fault(system("TEDDY", **fields), "ann")
    assert fault is not None and reason in fault[0]


def test_a_captor_with_an_army_may_establish_one() -> None:
    here = system("TEDDY", colonies=1, colonizer="bea", owner="ann", surface={"ann": {"RA": 1}})
    assert complex_fault(here, "ann") is None
    assert planet(played(here, barge(("IC", 1)))).ic
    made = played(replace(here, ic=True), barge(("IC", 1)))
    assert why(made) == ["TEDDY has an established IC already"]


# --- nothing to establish ---


@pytest.mark.parametrize(
    ("cargo", "what", "reasons"),
    [
        ((), (), ["nothing to establish is aboard"]),
        ((("AA", 1),), (), ["nothing to establish is aboard"]),
        ((Cargo("C", "bea", 1),), (), ["nothing to establish is aboard"]),
        ((Cargo("TFC", "bea", 1),), (), ["nothing to establish is aboard"]),
        ((("TFC", 1),), (), []),
        ((("TFC", 1),), ("TFC",), []),
        ((), ("2 C",), ["none of the 2 C is aboard"]),
        (
            (Cargo("C", "bea", 1),),
            ("C of bea",),
            ["C of another empire are established by its own orders"],
        ),
    ],
)
def test_what_is_not_there(cargo: Any, what: Any, reasons: list[str]) -> None:
    made = played(barge(*cargo), what=what)
    assert why(made) == reasons and not told(made, "established")


def test_a_tfc_used_this_turn_is_enough() -> None:
    made = work(state(knows(), barge(), given={"tfc/ann//bull": 1}), [orders()], phase="K")
    establish(made)
    assert not why(made)


# --- colonies aboard alien ships ---


def aboard(*things: Any, line: Any = None, **fields: Any) -> PhaseContext:
    mine = sheet("ann", line or move("ALGOL", "2 C", codes=codes("", act("E"))))
    cow = barge(Cargo("C", "ann", 2), Cargo("IC", "ann", 2), ("C", 1), name="Cow", of="bea")
    passages = {"cow": Passage("ALGOL", "TEDDY", ("D",), "B")}
    return played(knows("bea"), cow, *things, given=(mine,), passages=passages, **fields)


def test_colonies_aboard_an_alien_ship_are_their_builders() -> None:
    made = aboard()
    assert (planet(made).colonies, planet(made).colonizer) == (2, "ann")
    assert made.state.ships["cow"].cargo == (Cargo("IC", "ann", 2), Cargo("C", "bea", 1))
    (event,) = told(made, "established")
    assert list(event.seen) == ["ann"]


def test_and_so_is_an_ic() -> None:
    line = move("ALGOL", "2 IC", codes=codes("", act("E")))
    made = aboard(system("TEDDY", colonies=1, colonizer="ann"), line=line)
    assert planet(made).ic
    assert sum(one.number for one in made.state.ships["cow"].cargo if one.kind == "IC") == 1
    assert not told(made, "failed")


def test_what_hinders_them_is_told_without_a_name() -> None:
    made = aboard(empire("bea"))
    assert why(made) == ["the ship that carries them cannot get to the planet"]
    (event,) = told(made, "failed")
    assert (event.facts["ship"], event.facts["written"]) == ("", "E")
    army = move("ALGOL", "2 AA", codes=codes("", act("E")))
    cow = barge(Cargo("AA", "ann", 2), name="Cow", of="bea")
    assert why(aboard(cow, line=army)) == ["AA is not established from an alien ship"]


# --- from the stores of a planet ---


def stored(line: Any, *things: Any, **held: int) -> PhaseContext:
    here = home("ann", colonies=2, ic=False, surface={"ann": held})
    return played(here, *things, given=(sheet("ann", line),))


E_HERE = codes("", act("E"))


@pytest.mark.parametrize(("text", "built"), [("C", 3), ("1 C", 3), ("2 C", 3)])
def test_colonies_that_lie_on_the_planet(text: str, built: int) -> None:
    made = stored(move("VIRUS", text, codes=E_HERE), C=2)
    assert planet(made, "VIRUS").colonies == built
    assert planet(made, "VIRUS").units("ann", "C") == 1


def test_an_ic_that_lies_on_the_planet() -> None:
    made = stored(move("VIRUS", "2 IC", codes=E_HERE), IC=2)
    assert planet(made, "VIRUS").ic and planet(made, "VIRUS").units("ann", "IC") == 1


@pytest.mark.parametrize(
    ("text", "here", "reason"),
    [
        ("IC", home("ann", surface={"ann": {"IC": 1}}), "has an established IC already"),
        (
            "C",
            home("ann", surface={"ann": {"C": 1}}),
            "holds 3 colonies, VIRUS has 3; 0 of 1 are established",
        ),
        (
            "C",
            home("ann", colonies=2, owner="bea", surface={"ann": {"C": 1}}),
            "VIRUS is not yours to colonize",
        ),
        (
            "C",
            home("ann", colonies=2, surface={"ann": {"C": 1}, "bea": {"AA": 1}}),
            "alien units are on the surface of VIRUS",
        ),
    ],
)
def test_what_cannot_be_established_from_the_stores(text: str, here: System, reason: str) -> None:
    made = played(here, given=(sheet("ann", move("VIRUS", text, codes=E_HERE)),))
    assert len(why(made)) == 1 and reason in why(made)[0]


def test_other_lines_establish_nothing() -> None:
    made = stored(move("VIRUS", "C", codes=codes("", act("L"))), C=1)
    assert planet(made, "VIRUS").colonies == 2
    made = stored(move("VIRUS", "3 AA", "bull", codes=E_HERE), C=1)
    assert planet(made, "VIRUS").colonies == 2 and not made.events
    made = stored(move("VIRUS", "C"), C=1)
    assert planet(made, "VIRUS").colonies == 2


# --- gate ends ---


def gates(*what: str, cargo: Any = ()) -> PhaseContext:
    ends = [
        replace(one, at="", place=ABOARD, carrier="bull", bay="LB1")
        for one in gate_pair("Ring", "", "")
    ]
    far = replace(gate_pair("Arc", "SHOOT", "SHOOT")[0])
    table = {one.id: one for one in (*ends, far)}
    return played(barge(*cargo), what=what, gates=table)


def test_gate_ends_are_placed_in_the_warp_point() -> None:
    made = gates()
    for end in (made.state.gates["ring-a"], made.state.gates["ring-b"]):
        assert (end.place, end.at, end.carrier, end.bay, end.moved) == (PLACED, "TEDDY", "", "", 3)
    # Nobody can pass before both stand, so the first waits for the second.
    assert [one.facts["waits_for"] for one in told(made, "gate_placed", "ann")] == ["Ring-B", ""]
    assert not why(made)


def test_what_became_of_an_end_that_is_an_aliens_is_not_told() -> None:
    for place in (PLACED, ABOARD):
        ours = replace(gate_pair("Ring", "", "")[0], place=ABOARD, carrier="bull", bay="LB1")
        theirs = replace(gate_pair("Ring", "", "SHOOT")[1], owner="bea", place=place)
        made = played(barge(), gates={one.id: one for one in (ours, theirs)})
        (event,) = told(made, "gate_placed", "ann")
        assert event.facts["waits_for"] == "its other end"


def test_only_the_end_that_is_named() -> None:
    made = gates("SG ring-b")
    assert [one.facts["waits_for"] for one in told(made, "gate_placed", "ann")] == ["Ring-A"]
    assert made.state.gates["ring-a"].place == ABOARD
    assert made.state.gates["ring-b"].place == PLACED
    made = gates("1 C", cargo=(("C", 1),))
    assert made.state.gates["ring-b"].place == ABOARD and planet(made).colonies == 1


def test_an_end_that_is_not_aboard_is_told_of() -> None:
    made = gates("SG arc-a")
    assert why(made) == ["the star gate end is not aboard"]
    assert made.state.gates["ring-a"].place == ABOARD
