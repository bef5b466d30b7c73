"""Ships without an impulse engine: who keeps them, who loses them, who finds them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules import derelicts
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.state import ABOARD, Cargo, Ship
from pbm.games.nova.state.working_state import Draft, drafting
from tests.games.nova.builders import gate_pair, ship, state, system, told, work
from tests.games.nova.scenes.movement import MORE

DEAD = Damage(parts={"IE1": 2})
HULK = ship("Hulk", at="TEDDY", damage=DEAD)


def drifted(*things: Any, hurt: dict[str, Damage] | None = None, **fields: Any) -> PhaseContext:
    """The end of phase G; ``hurt`` by the fighting of this turn."""
    done = work(state(*things, designs=MORE, **fields), phase="G")
    with drafting(done) as draft:
        for id, damage in (hurt or {}).items():
            draft.put(replace(draft.ships[id], damage=damage))
        derelicts.drift(done, draft, Effective(draft))
    return done


def fate(done: PhaseContext, id: str = "hulk") -> tuple[str, bool]:
    one: Ship = done.state.ships[id]
    return one.owner, one.derelict


def test_alone_without_an_engine_the_crew_dies() -> None:
    """NV MOV-21. Ambiguity: NV A-DERELICT."""
    done = drifted(HULK)
    assert fate(done) == ("", True)
    (event,) = told(done)
    assert (event.kind, event.rule, event.seen) == ("crew_lost", "NV MOV-21", {"ann": ("*",)})
    assert event.facts == {"ship": "Hulk", "system": "TEDDY"}


@pytest.mark.parametrize("left", [0, 1])
def test_with_one_point_of_engine_it_lives(left: int) -> None:
    done = drifted(replace(HULK, damage=Damage(parts={"IE1": 2 - left})))
    assert fate(done) == (("ann", False) if left else ("", True))


def test_crippled_this_turn_it_has_a_turn_to_jump_for_help() -> None:
    """NV MOV-23."""
    done = drifted(ship("Hulk", at="TEDDY"), hurt={"hulk": DEAD})
    assert fate(done) == ("ann", False)
    again = drifted(*done.state.ships.values())
    assert fate(again) == ("", True)


@pytest.mark.parametrize(
    ("friend", "lives"),
    [
        (ship("Tug", at="TEDDY"), True),
        (ship("Tug", at="ALGOL"), False),
        (ship("Tug", at="TEDDY", damage=DEAD), False),
        (ship("Tug", at="TEDDY", owner="bea"), False),
        (ship("Tug", at="", carrier="hulk", bay="LB1"), True),
        (system("TEDDY", colonies=1, colonizer="ann"), True),
        (system("TEDDY", colonies=1, colonizer="bea"), False),
        (system("TEDDY", colonies=1, colonizer="ann", owner="bea"), False),
    ],
)
def test_who_keeps_a_ship_alive(friend: Any, lives: bool) -> None:
    assert fate(drifted(HULK, friend)) == (("ann", False) if lives else ("", True))


def test_two_without_engines_do_not_help_each_other() -> None:
    done = drifted(HULK, replace(HULK, id="second", name="Second"))
    assert fate(done) == fate(done, "second") == ("", True)


def test_who_is_carried_or_on_a_retreat_does_not_drift() -> None:
    done = drifted(replace(HULK, at="", carrier="mum"), ship("Mum", "Mother", "TEDDY"))
    assert fate(done) == ("ann", False)
    assert not done.events


def test_what_lies_in_a_derelict_is_lost_with_it() -> None:
    """Armies die with the crew, colonies when aliens take it; ships it carries go along."""
    aboard = (("AA", 1), ("C", 1), ("IC", 1))
    hulk = ship("Hulk", "Mother", "TEDDY", damage=DEAD, cargo=aboard)
    gnat = ship("Gnat", "Gnat", "", carrier="hulk", bay="LB1", damage=Damage(parts={"IE1": 2}))
    done = drifted(hulk, gnat)
    assert fate(done) == fate(done, "gnat") == ("", True)
    assert done.state.ships["hulk"].cargo == (Cargo("C", "ann", 1), Cargo("IC", "ann", 1))
    own = drifted(*done.state.ships.values(), ship("Finder", "Scout", "TEDDY"))
    assert own.state.ships["hulk"].cargo == (Cargo("C", "ann", 1), Cargo("IC", "ann", 1))
    assert [event.facts["ship"] for event in told(done, "crew_lost")] == ["Hulk", "Gnat"]
    end = replace(gate_pair("Ring", "", "SHOOT")[0], place=ABOARD, carrier="hulk")
    finder = ship("Finder", "Scout", "TEDDY", "bea")
    found = drifted(*done.state.ships.values(), end, finder)
    assert fate(found) == fate(found, "gnat") == ("bea", False)
    assert found.state.ships["hulk"].cargo == (Cargo("IC", "bea", 1),)
    assert found.state.ships["gnat"].carrier == "hulk"
    assert (found.state.gates["ring-a"].owner, found.state.gates["ring-a"].captured) == (
        "bea",
        True,
    )
    (first, second) = told(found, "derelict_taken")
    assert first.seen == {"bea": ("*",)}
    assert first.facts == {
        "ship": "Hulk",
        "id": "hulk",
        "system": "TEDDY",
        "klass": "Mother",
        "gates": ["Ring-A"],
        "lost": {"C": 1},
    }
    assert second.facts["ship"] == "Gnat"


WRECK = replace(HULK, owner="", derelict=True, given=True)


@pytest.mark.parametrize(
    ("there", "taker"),
    [
        ((), ""),
        ((ship("Scout", "Scout", "ALGOL", "bea"),), ""),
        ((ship("Scout", "Scout", "TEDDY", "bea"),), "bea"),
        ((ship("Scout", "Scout", "TEDDY", "ann"),), "ann"),
        ((ship("Scout", "Scout", "TEDDY"), ship("Raider", at="TEDDY", owner="bea")), "bea"),
        ((ship("Scout", "Scout", "TEDDY"), ship("Other", "Scout", "TEDDY", "bea")), ""),
        ((ship("Scout", at="TEDDY"), ship("Raider", at="TEDDY", owner="bea")), ""),
        (
            (
                ship("Scout", "Scout", "TEDDY"),
                ship("Inside", at="", carrier="scout"),
                ship("Raider", "Scout", "TEDDY", "bea"),
            ),
            "",
        ),
    ],
)
def test_who_takes_a_derelict(there: tuple[Ship, ...], taker: str) -> None:
    """Ambiguity: NV A-DERELICT-TWO: of several the one with the only armed ships, else nobody."""
    done = drifted(WRECK, *there)
    assert fate(done) == (taker, not taker)
    assert len(told(done, "derelict_taken")) == bool(taker)


def test_a_name_that_is_taken_gets_a_number() -> None:
    finder = ship("Hulk", "Scout", "TEDDY", "bea", id="finder")
    done = drifted(WRECK, finder)
    assert done.state.ships["hulk"].name == "Hulk-2"
    assert done.state.ships["hulk"].given


def test_a_derelict_is_lost_again_when_the_finder_leaves() -> None:
    done = drifted(WRECK, ship("Scout", "Scout", "TEDDY", "bea"))
    ships = dict(done.state.ships)
    ships["scout"] = replace(ships["scout"], at="ALGOL")
    assert fate(drifted(*ships.values())) == ("", True)


def test_a_wreck_that_was_not_there_before_is_no_ship_adrift() -> None:
    """A ship that this very phase made has no turn behind it."""
    done = work(state(designs=MORE), phase="G")
    with drafting(done) as draft:
        draft.put(HULK)
        derelicts.drift(done, draft, Effective(draft))
    assert fate(done) == ("ann", False)
    assert isinstance(draft, Draft)
