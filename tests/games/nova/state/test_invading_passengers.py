"""Armies aboard alien ships invade by their own empire's orders. Rule: NV CON-22, NV ORD-20."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.engine.context import PhaseContext, Unanswered
from pbm.games.nova.rules.surface_combat.invading import invade
from pbm.games.nova.state.state import Cargo, Passage
from tests.games.nova.builders import empire, ship, sight, state, system, told, work
from tests.games.nova.lines import act, codes, move, sheet

PASSAGES = {"wasp": Passage("ALGOL", "TEDDY", ("D",), "B")}
SIGHTS = {"TEDDY": sight("TEDDY")}


def knows(id: str) -> Any:
    return empire(id, sights=SIGHTS)


def wasp(*cargo: Any) -> Any:
    """Bea's ship, with units of Ann's aboard."""
    mine = tuple(Cargo(kind, "ann", number) for kind, number in cargo)
    return ship("Wasp", "Hauler", "TEDDY", "bea", cargo=mine)


def invaded(*things: Any, text: str = "AA", **fields: Any) -> PhaseContext:
    usual = (knows("ann"), knows("bea"), system("TEDDY", colonies=1, colonizer="cyd"))
    line = move("ALGOL", text, codes=codes("", act("A")))
    table = state(*usual, *things, passages=PASSAGES, players="abc", **fields)
    made = work(table, [sheet("ann", line)], phase="I")
    invade(made)
    return made


def test_they_take_an_undefended_planet_for_their_own_empire() -> None:
    made = invaded(wasp(("AA", 2)))
    assert made.state.systems["TEDDY"].owner == "ann"
    assert made.state.systems["TEDDY"].surface == {"ann": {"AA": 2}}
    assert made.state.ships["wasp"].cargo == ()
    (event,) = told(made, "landed")
    assert list(event.seen) == ["ann"] and event.facts["ship"] == ""


def test_a_defended_planet_is_fought_for() -> None:
    held = system("TEDDY", colonies=1, colonizer="cyd", militia=1)
    with pytest.raises(Unanswered):
        invaded(held, wasp(("AA", 2)))


def test_regular_armies_do_not_begin_an_invasion() -> None:
    held = system("TEDDY", colonies=1, colonizer="cyd", militia=1)
    made = invaded(held, wasp(("RA", 2)), text="2 RA")
    (event,) = told(made, "failed")
    assert "assault armies" in event.facts["why"] and event.facts["ship"] == ""
    assert list(event.seen) == ["ann"] and event.facts["written"] == "A"


@pytest.mark.parametrize(
    ("things", "text", "reason"),
    [
        ((empire("bea"), wasp(("AA", 2))), "AA", "the ship that carries them cannot get to"),
        ((system("TEDDY"), wasp(("AA", 2))), "AA", "nobody lives on TEDDY"),
        ((wasp(("C", 1)),), "1 C", "C does not land with A"),
    ],
)
def test_and_are_told_why_not(things: Any, text: str, reason: str) -> None:
    made = invaded(*things, text=text)
    (event,) = told(made, "failed")
    assert reason in event.facts["why"] and "Wasp" not in str(event.facts)
    assert not told(made, "landed")


def test_the_ships_owner_does_not_command_them() -> None:
    line = move("TEDDY", "wasp", codes=codes("", act("A", "2 AA of ann")))
    table = state(
        knows("ann"),
        knows("bea"),
        system("TEDDY", colonies=1, colonizer="cyd"),
        wasp(("AA", 2)),
        players="abc",
    )
    made = work(table, [sheet("bea", line)], phase="I")
    invade(made)
    assert made.state.systems["TEDDY"].owner == "cyd"
    assert told(made, "failed", "bea")
