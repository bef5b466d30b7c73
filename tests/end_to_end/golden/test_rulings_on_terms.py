"""A term struck out of a sum, a roll that counts as another number, in turns of shipped campaigns.

The same dice and the rules do the rest.
"""

from __future__ import annotations

import pytest

from pbm.dice.sealed import SCRIPTED
from pbm.engine.events import Event
from tests.end_to_end.golden.test_rulings_hold import Scene, ruled, scene


def event_of(at: Scene, roll: str, *rulings: str) -> Event:
    """The event that has a roll of this name, with these rulings."""
    played = ruled(at, rulings)
    assert played is not None
    return next(
        event
        for event in played.stage.events
        if event.kind != "ruling" and any(roll == one.name for one in event.rolls)
    )


def plain(at: Scene, roll: str) -> Event:
    return event_of(at, roll, f"note {at.before.seats[0].id}: nothing is ruled")


@pytest.mark.parametrize(
    ("game", "roll", "term", "left"),
    [
        # KH 4: 50 - 25 (range 5 x 5) was 25.
        ("knighthawks", "1.defence/attack/grwej/LB1/3fkmt", "range", ("chance", 25, 50)),
        # DV 8.4 to 8.6: 8 - 4 (Targeting Program) + 4 (range) was 8.
        ("deltavee", "1.fire/fire/n3v4cue/burster/1/r3rt33u", "Targeting", ("value", 8, 12)),
        # DV 9.7: 7, halved in line, was 4.
        ("deltavee", "1.move/intercept/b84tuwu/n3v4cue/1", "in line", ("relative", 4, 7)),
    ],
)
def test_a_struck_term_adds_nothing_and_says_why(
    game: str, roll: str, term: str, left: tuple[str, int, int]
) -> None:
    at = scene(game)
    was = plain(at, roll)
    now = event_of(at, roll, f"term {roll} without {term}")
    field, before, after = left
    assert (was.facts[field], now.facts[field]) == (before, after)
    assert was.rolls[0] == now.rolls[0]
    struck = [name for name, amount in now.terms if "struck out, it was so" in name and not amount]
    assert len(struck) == 1
    assert term.casefold() in struck[0].casefold()


@pytest.mark.parametrize(
    ("game", "roll", "number"),
    [
        ("knighthawks", "1.defence/attack/grwej/LB1/3fkmt", "99"),
        ("deltavee", "1.fire/fire/n3v4cue/burster/1/r3rt33u", "10"),
        ("nova", "L/research/linnet/BL23", "1 1 1 1"),
    ],
)
def test_a_roll_counts_as_another_number(game: str, roll: str, number: str) -> None:
    at = scene(game)
    was, now = plain(at, roll), event_of(at, roll, f"roll {roll} counts as {number}")
    assert was.id == now.id
    assert [str(face) for face in now.rolls[0].faces] == number.split()
    assert was.rolls[0] != now.rolls[0]
    if "rolled" in now.facts:
        assert (now.facts["rolled"], now.facts["hit"]) == (int(number), False)


def test_a_sealed_roll_that_counts_otherwise_is_marked_as_typed_in() -> None:
    """Its proof is of the face that fell, so `pbm verify` says that none is possible."""
    at = scene("nova")
    roll = "L/research/linnet/BL23"
    played = ruled(at, [f"roll {roll} counts as 1 1 1 1"])
    assert played is not None
    assert played.proofs[roll] == SCRIPTED
    assert all(proof != SCRIPTED for name, proof in played.proofs.items() if name != roll)
