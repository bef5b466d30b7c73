"""Turns of Knight Hawks: fleets that meet hex by hex, eleven ships a side and more."""

from __future__ import annotations

from pbm.dice.keyed import Ids, KeyedDice
from pbm.drawing.hexgrid import Side
from pbm.engine.context import GameState
from pbm.engine.options import settle
from pbm.engine.turn import Inputs, run
from pbm.games.knighthawks.game import RULESET
from pbm.games.knighthawks.state.state import Map, State
from pbm.sheets.envelope import Sheet, find_sheets
from pbm.turns.state_file import game_state_bytes
from tests.games.knighthawks.builders import SEATS, ship, state
from tests.tooling.bench.measure import calls as count_calls

SHIPS = 22
_OPTIONS, _NO_PROBLEMS = settle(RULESET.options, {})
_IDS = Ids(b"bench")


def battle(scale: int) -> State:
    """So many times 22 ships; each has an enemy two hexes away and no other within range."""
    ships = []
    for number in range(SHIPS * scale // 2):
        column, row = 4 + 30 * (number % 20), 4 + 30 * (number // 20)
        for side, at in (("A", column), ("B", column + 2)):
            facing = Side(2 if side == "A" else 8)
            ships.append(ship(f"{side}{number + 1}", f"{at}.{row}", facing=facing, speed=1))
    return state(*ships, map=Map(620, 30 * (SHIPS * scale // 40 + 2)))


def sheets(scale: int) -> dict[str, Sheet]:
    """Three lines for each ship."""
    found = {}
    for seat, side, enemy in zip(SEATS, "AB", "BA", strict=True):
        lines = [f"ORDERS bench turn 1 for {seat.name}"]
        for number in range(1, SHIPS * scale // 2 + 1):
            lines += [
                f"SHIP {side}{number}",
                "  move speed 1",
                f"  attack LC at {enemy}{number}",
                f"  defence LB at {enemy}{number}, chance >= 10",
            ]
        text = "\n".join([*lines, "END", ""]).encode()
        (found[seat.id],) = find_sheets(text, "bench.txt").sheets
    return found


def play(begin: State, orders: dict[str, Sheet]) -> int:
    """One turn from sheets to stored bytes; gives the number of events."""
    game_state = GameState(1, 0, ("1",), SEATS, begin)
    stage = run(RULESET, game_state, "1", Inputs(orders), _OPTIONS, KeyedDice(b"bench", 1), _IDS)
    assert stage.game_state is not None
    game_state_bytes(stage.game_state)
    return len(stage.events)


def calls(scale: int) -> int:
    """How many functions a turn with so many times the ships calls."""
    begin, orders = battle(scale), sheets(scale)
    return count_calls(lambda: play(begin, orders))
