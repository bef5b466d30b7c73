"""Who is sure of a report of a round, and so may be sent it by mail.

Rule: NV SPC-47 to SPC-49, SPC-52.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.games.nova.rules.battle_by_mail.certainty import (
    addressed,
    in_contact,
    is_sure,
    kept,
    ordered,
)
from pbm.games.nova.state.battle.arena import (
    ABOARD,
    AWAY,
    CAPTURED,
    DESTROYED,
    IN_PLAY,
    JUMPED,
    Battle,
    BattleSide,
    Fighter,
)
from pbm.games.nova.state.battle.mailed import Mailed
from pbm.games.nova.state.battle.notes import BattleNote
from pbm.games.nova.state.components import Component
from tests.games.nova.builders import design

DESIGNS = {
    "ann/Talker": design("Talker", Component("TC", 1, 20), Component("TC", 1, 10)),
    "ann/Plain": design("Plain"),
    "bea/Jammer": design("Jammer", Component("TJ", 1, 10), empire="bea"),
    "bea/Weak": design("Weak", Component("TJ", 1, 9), empire="bea"),
    "bea/Plain": design("Plain", empire="bea"),
}


def battle(*ships: tuple[str, str], heard: int = 2, round: int = 2, **more: Any) -> Battle:
    """Ships by design and state, Ann's report of a round heard."""
    found = {
        f"f{number}": Fighter(f"f{number}", "", klass.split("/")[0], str(number), klass, state=now)
        for number, (klass, now) in enumerate(ships)
    }
    sides = {"ann": BattleSide("ann", ("bea",), heard=heard), "bea": BattleSide("bea", ("ann",))}
    return Battle("b", "SHOOT", sides, found, round=round, **more)


TALKER, FOE = ("ann/Talker", IN_PLAY), ("bea/Plain", IN_PLAY)


@pytest.mark.parametrize(
    ("there", "sure"),
    [
        (battle(TALKER, FOE), True),
        (battle(TALKER, FOE, heard=1), False),
        (battle(TALKER, FOE, heard=0, round=0), False),
        # The lesser of two communicators may be all that is left.
        (battle(TALKER, ("bea/Jammer", IN_PLAY)), False),
        (battle(TALKER, ("bea/Weak", IN_PLAY)), True),
        (battle(TALKER, ("bea/Jammer", ABOARD)), False),
        (battle(TALKER, ("bea/Jammer", DESTROYED)), True),
        # It was lost in this round, of which it still reported.
        (battle(("ann/Plain", IN_PLAY), ("bea/Jammer", IN_PLAY)), True),
        # Whoever got away lives to tell.
        (battle(("ann/Plain", IN_PLAY), ("ann/Plain", JUMPED), FOE, heard=0), True),
        (battle(("ann/Plain", IN_PLAY), ("ann/Plain", AWAY), FOE, heard=0), True),
        (battle(("ann/Plain", IN_PLAY), ("ann/Plain", CAPTURED), FOE, heard=0), False),
    ],
)
def test_who_is_sure(there: Battle, sure: bool) -> None:
    assert is_sure(there, "ann", DESIGNS) is sure


def test_a_communicator_that_comes_with_the_size_counts() -> None:
    designs = {**DESIGNS, "ann/Big": replace(DESIGNS["ann/Plain"], intrinsic_tc=10)}
    there = battle(("ann/Big", IN_PLAY), ("bea/Weak", IN_PLAY))
    assert is_sure(there, "ann", designs)
    there = battle(("ann/Big", IN_PLAY), ("bea/Jammer", IN_PLAY))
    assert not is_sure(there, "ann", designs)


def test_ships_away_from_the_warp_point_count_if_they_report() -> None:
    there = battle(("ann/Plain", IN_PLAY), ("ann/Plain", AWAY), FOE, heard=0)
    deaf = replace(there.sides["ann"], away_reports=False)
    assert not is_sure(replace(there, sides={**there.sides, "ann": deaf}), "ann", DESIGNS)


def test_who_is_named_hears_of_every_round() -> None:
    there = battle(("ann/Plain", DESTROYED), FOE, heard=0)
    assert in_contact(there, ()) is there
    assert in_contact(there, ("ann",)).sides["ann"].heard == 2


def test_a_gate_end_that_left_play_lives_not_to_tell() -> None:
    there = battle(("ann/Plain", IN_PLAY), FOE, heard=0)
    gate = Fighter("g", "", "ann", "Ring-A", "0", state=JUMPED, gate="ring-a")
    there = replace(there, fighters={**there.fighters, "g": gate})
    assert not is_sure(there, "ann", DESIGNS)


def mailed(there: Battle, *named: str) -> list[str]:
    return [one for one, side in addressed(there, named, DESIGNS).sides.items() if side.mailed]


def test_who_is_mailed() -> None:
    assert mailed(battle(TALKER, FOE)) == ["ann"]
    assert mailed(battle(TALKER, FOE), "bea") == ["ann", "bea"]
    assert mailed(battle(TALKER, FOE, over="alone"), "bea") == []
    # Who has no ship on the map has nothing to decide.
    assert mailed(battle(("ann/Plain", JUMPED), FOE)) == []
    assert mailed(battle(TALKER, ("bea/Plain", DESTROYED)), "bea") == ["ann"]


def test_the_mailing_a_battle_waits_for() -> None:
    there = addressed(battle(TALKER, FOE), (), DESIGNS)
    waits = Mailed(replace(there, system="M'BRAS"), (("ann", "bea"),))
    assert (waits.due, waits.mailed, waits.over) == ("/M_BRAS/3", ("ann",), False)
    assert replace(waits, ruled=True).due == ""
    assert Mailed(battle(TALKER, FOE), ()).due == ""


def test_what_is_kept_stands_as_in_a_file() -> None:
    there = battle(TALKER, FOE)
    turned = replace(there, fighters=dict(reversed(list(there.fighters.items()))))
    assert list(ordered(turned).fighters) == ["f0", "f1"]
    (note,) = kept(
        [BattleNote("placed", 0, "A", ("ann",), facts={"at": (1, 2)}, terms=(("n", 1),))]
    )
    assert (note.facts, note.terms) == ({"at": [1, 2]}, (("n", 1),))
