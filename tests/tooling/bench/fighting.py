"""Battles of Nova: two fleets of ships with eight lasers each, three against three for odds."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from pbm.dice.keyed import KeyedDice
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.contact.hostilities import resolve
from pbm.games.nova.rules.space_combat.battle_result import fields_of
from pbm.games.nova.rules.space_combat.space import bout, fight
from pbm.games.nova.rules.space_combat.telling import tell_battle_rounds
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.state import State, System
from pbm.games.nova.state.working_state import Draft, drafting
from pbm.games.nova.tools.odds import match
from pbm.kit.gc_tuning import rare_collections
from pbm.turns.subtask_dispatch import dispatcher
from tests.games.nova.builders import DEFAULTS, TYPES, design, ship, state, work
from tests.tooling.bench import measure

SHIPS, LASERS = 200, 8  # ships of each side, lasers of each ship
BATTLES, EACH = 8, 50  # battles of one turn, ships of each side in each
_EMPIRES = ("ann", "bea")
_PAIRS = (_EMPIRES,)
_DOCTRINE = {"battles": "doctrine"}
_PLACES = [f"PLACE{number}" for number in range(BATTLES)]


def fleets(ships: int, lasers: int, places: Sequence[str] = ("TEDDY",)) -> State:
    """So many ships a side at each place, all alike."""
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
        ship(f"{empire[0].upper()}{place * ships + number}", "War", at, empire)
        for place, at in enumerate(places)
        for empire in _EMPIRES
        for number in range(ships)
    ]
    more = [System(at, 3, {}) for at in places if at not in TYPES]
    return state(*every, *more, designs=designs)


def shots(ships: int = SHIPS) -> int:
    """A battle to its end, with its events for both sides; gives the number of shots."""
    at = work(fleets(ships, LASERS), phase="G")
    draft = Draft(at.state)
    ready = bout(at, draft, Effective(draft), fields_of(draft, {"TEDDY": _PAIRS})["TEDDY"], _PAIRS)
    fought = fight(at, ready)
    tell_battle_rounds(at, fought.battle, fought.notes, ready.names)
    weapons = [note.facts["weapons"] for note in fought.notes if note.kind == "volley"]
    return sum(len(names) for names in weapons if isinstance(names, list))


@cache
def _several() -> State:
    return fleets(EACH, LASERS, _PLACES)


@rare_collections()
def side_by_side() -> None:
    """The battles of a turn, fought by the crew at work or here, told and carried out."""
    dice = KeyedDice(b"test", 3)
    at = work(_several(), options=_DOCTRINE, phase="G", others=dispatcher(dice, dice))
    with drafting(at) as draft:
        resolve(at, draft, Effective(draft), dict.fromkeys(_PLACES, _PAIRS))


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
    scene = match.OddsMatch(fleets(3, 4), "TEDDY", _PAIRS, DEFAULTS)
    match.fight(match.Task(scene, "bench", 0, battles))
