"""Star gates that change hands, and who is told."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.rules.contact.meeting import meet
from pbm.games.nova.rules.movement import gates
from pbm.games.nova.state.state import ABOARD, GONE, PLACED, STORED, Cargo, GateEnd, Meeting, Permit
from pbm.games.nova.state.working_state import drafting
from tests.games.nova.builders import empire, gate_pair, ship, state, told, work
from tests.games.nova.contact_lines import line, orders

RING = gate_pair("Ring", "ALGOL", "SHOOT")
NEAR, FAR = RING


def after_g(*things: Any, **fields: Any) -> PhaseContext:
    """The work after gates changed hands at the end of phase G."""
    done = work(state(*things, **fields), phase="G")
    with drafting(done) as draft:
        gates.change_hands(done, draft)
    return done


def owner(done: PhaseContext, id: str = "ring-a") -> str:
    end: GateEnd = done.state.gates[id]
    return end.owner


RAIDER = ship("Raider", at="ALGOL", owner="bea")


def test_who_alone_is_armed_there_takes_a_gate() -> None:
    """NV UNI-13."""
    done = after_g(*RING, RAIDER)
    assert (owner(done), done.state.gates["ring-a"].captured) == ("bea", True)
    (taken,) = told(done, "gate_captured")
    assert taken.seen == {"bea": ("*",)}
    assert taken.facts == {"gate": "Ring-A", "system": "ALGOL", "works": True}
    (lost,) = told(done, "gate_lost")
    assert lost.seen == {"ann": ("*",)}
    assert owner(done, "ring-b") == "ann"


@pytest.mark.parametrize(
    "others",
    [
        (),
        (ship("Raider", "Scout", "ALGOL", "bea"),),
        (ship("Raider", at="SHOOT", owner="cyd"), ship("Second", at="SHOOT", owner="bea")),
        (RAIDER, ship("Scout", "Scout", "ALGOL")),
        (RAIDER, ship("Third", at="ALGOL", owner="cyd")),
        (replace(RAIDER, at="", carrier="x"),),
        (replace(RAIDER, owner="", derelict=True),),
    ],
)
def test_who_does_not_hold_the_space_takes_none(others: tuple[Any, ...]) -> None:
    """Ambiguity: NV A-SG-CONTROL."""
    done = after_g(*RING, *others, players="abc")
    assert (owner(done), owner(done, "ring-b")) == ("ann", "ann")
    assert not done.events


def test_a_second_unarmed_empire_does_not_hinder() -> None:
    done = after_g(*RING, RAIDER, ship("Third", "Scout", "ALGOL", "cyd"), players="abc")
    assert owner(done) == "bea"


@pytest.mark.parametrize("place", [STORED, ABOARD, GONE])
def test_only_placed_ends_are_taken_with_the_space(place: str) -> None:
    assert owner(after_g(replace(NEAR, place=place), FAR, RAIDER)) == "ann"


@pytest.mark.parametrize("place", [STORED, ABOARD, GONE])
def test_the_captor_hears_that_a_gate_does_not_work(place: str) -> None:
    done = after_g(NEAR, replace(FAR, place=place), RAIDER)
    assert told(done, "gate_captured")[0].facts["works"] is False
    done = after_g(replace(NEAR, pair=""), RAIDER)
    assert told(done, "gate_captured")[0].facts["works"] is False


@pytest.mark.parametrize(
    ("who", "permit"), [("ann", Permit("gate", "bea")), ("bea", Permit("gate", "ann"))]
)
def test_friends_hold_a_gate_for_its_owner(who: str, permit: Permit) -> None:
    friend = empire(who, permits=(permit,))
    assert owner(after_g(*RING, RAIDER, friend)) == "ann"
    assert owner(after_g(*RING, RAIDER, empire(who, permits=(replace(permit, who="cyd"),)))) == (
        "bea"
    )
    fought = Meeting("ALGOL", "ann", "bea", hostile=True)
    assert owner(after_g(*RING, RAIDER, friend, meetings=(fought,))) == "bea"
    for other in (
        Meeting("SHOOT", "ann", "bea", hostile=True),
        Meeting("ALGOL", "ann", "cyd", hostile=True),
        Meeting("ALGOL", "ann", "bea", friendly=True),
    ):
        assert owner(after_g(*RING, RAIDER, friend, meetings=(other,))) == "ann"


def test_an_end_of_nobody_is_taken() -> None:
    done = after_g(replace(NEAR, owner="gone"), FAR, RAIDER)
    assert owner(done) == "bea"
    assert not told(done, "gate_lost")


def test_without_gates_nothing_happens() -> None:
    assert not after_g(RAIDER).events


# --- the end of the turn --------------------------------------------------------------------------


def after_l(*things: Any) -> PhaseContext:
    done = work(state(*things), phase="L")
    gates.notices(done)
    return done


def test_a_captor_hears_once_that_the_other_end_is_no_more() -> None:
    """NV EOT-21, NV REP-13."""
    taken = replace(NEAR, owner="bea", captured=True)
    done = after_l(taken, replace(FAR, place=GONE))
    (event,) = told(done)
    assert (event.kind, event.seen) == ("gate_dead", {"bea": ("*",)})
    assert event.facts == {"gate": "Ring-A", "system": "ALGOL"}
    again = work(done.state, phase="L")
    gates.notices(again)
    assert not again.events
    assert again.state.gates["ring-a"].pair == ""


@pytest.mark.parametrize(
    ("near", "far"),
    [
        ({"owner": "bea", "captured": True}, {"place": PLACED}),
        ({"owner": "bea", "captured": True}, {"place": STORED}),
        ({"owner": "bea", "captured": False}, {"place": GONE}),
        ({"owner": "bea", "captured": True}, {"place": GONE, "owner": "bea"}),
        ({"owner": "bea", "captured": True, "place": GONE}, {"place": GONE}),
        ({"owner": "gone", "captured": True}, {"place": GONE}),
    ],
)
def test_nobody_else_is_told(near: dict[str, Any], far: dict[str, Any]) -> None:
    assert not after_l(replace(NEAR, **near), replace(FAR, **far)).events


def test_an_end_aboard_a_lost_ship_is_lost() -> None:
    taken = replace(NEAR, owner="bea", captured=True)
    aboard = replace(FAR, place=ABOARD, carrier="hauler", at="", bay="LB1")
    done = after_l(taken, aboard, ship("Hauler"))
    assert done.state.gates["ring-b"] == aboard
    assert not done.events
    done = after_l(taken, aboard)
    lost = done.state.gates["ring-b"]
    assert (lost.place, lost.carrier, lost.bay) == (GONE, "", "")
    assert [event.kind for event in done.events] == ["gate_dead"]


@pytest.mark.parametrize(("colonies", "owners"), [("lost", ["ann"]), ("stays", ["ann", "bea"])])
def test_what_lies_in_a_ship_taken_in_battle_is_taken_with_it(
    colonies: str, owners: list[str]
) -> None:
    """What cannot become another's is as the option says. Ambiguity: NV A-CARGO-CAPT."""
    cargo = (Cargo("IC", "bea", 1), Cargo("C", "bea", 1))
    bee = ship("Bee", at="TEDDY", owner="bea", cargo=cargo)
    end = GateEnd("e", "Star-A", "bea", "f", "", ABOARD, carrier="bee")
    words = {"battle TEDDY": "Bee captured by VIRUS"}
    table = state(ship("Wasp", at="TEDDY"), bee, end, results=words)
    options = {"captured_cargo": colonies}
    done = work(table, [orders("ann", line("wasp", "H"))], phase="G", options=options)
    meet(done)
    assert [one.owner for one in done.state.ships["bee"].cargo] == owners
    assert (done.state.gates["e"].owner, done.state.gates["e"].captured) == ("ann", True)
    (event,) = told(done, "ship_captured")
    assert event.facts["gates"] == ["Star-A"]
