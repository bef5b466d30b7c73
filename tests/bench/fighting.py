"""Battles of Nova: two fleets of ships with eight lasers each, and three against three for odds."""

from __future__ import annotations

from pbm.nova.components import Component
from pbm.nova.draft import Draft
from pbm.nova.effective import Effective
from pbm.nova.fighting.space import bout, fight
from pbm.nova.fighting.telling import tell_battle_rounds
from pbm.nova.odds import match
from pbm.nova.state import State
from tests.bench import measure
from tests.nova.table import DEFAULTS, design, ship, state, work

SHIPS, LASERS = 200, 8  # ships of each side, lasers of each ship
_EMPIRES = ("ann", "bea")
_PAIRS = (_EMPIRES,)


def fleets(ships: int, lasers: int) -> State:
    """So many ships a side at one place, all alike."""
    designs = {
        f"{empire}/War": design(
            "War",
            Component("BL", lasers, 15),
            Component("SI", 2, 12),
            Component("AR", 6, 1),
            Component("SN", 1, 20),
            Component("FC", 1, 3),
            Component("EW", 1, 2),
            empire=empire,
        )
        for empire in _EMPIRES
    }
    every = [
        ship(f"{empire[0].upper()}{number}", "War", "TEDDY", empire)
        for empire in _EMPIRES
        for number in range(ships)
    ]
    return state(*every, designs=designs)


def shots(ships: int = SHIPS) -> int:
    """A battle to its end, with its events for both sides; gives the number of shots."""
    at = work(fleets(ships, LASERS), phase="G")
    draft = Draft(at.state)
    ready = bout(at, draft, Effective(draft), "TEDDY", _PAIRS)
    fought = fight(at, ready)
    tell_battle_rounds(at, fought.battle, fought.notes, ready.names)
    weapons = [note.facts["weapons"] for note in fought.notes if note.kind == "volley"]
    return sum(len(names) for names in weapons if isinstance(names, list))


def calls(ships: int) -> tuple[int, int]:
    """The shots of a battle, and the functions it calls."""
    fired = 0

    def play() -> None:
        nonlocal fired
        fired = shots(ships)

    counted = measure.calls(play)
    return fired, counted


def odds(battles: int) -> None:
    """Three ships against three, so many times, nothing told."""
    scene = match.Match(fleets(3, 4), "TEDDY", _PAIRS, DEFAULTS)
    match.fight(match.Task(scene, "bench", 0, battles))
