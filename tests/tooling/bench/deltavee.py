"""A Game-Turn of DeltaVee with forty ships, ten battlecraft and a hundred missiles in play."""

from __future__ import annotations

from pbm.dice.keyed import Ids, KeyedDice
from pbm.engine.context import GameState
from pbm.engine.turn import Inputs, run
from pbm.games.deltavee.game import RULESET
from pbm.games.deltavee.state.state import State
from pbm.sheets.envelope import Sheet, find_sheets
from pbm.turns.state_file import game_state_bytes
from tests.games.deltavee.builders import DEFAULTS, SEATS, ship, shot, state
from tests.tooling.bench import measure

SHIPS, CRAFT, MISSILES = 40, 10, 100  # both sides together
PODS = ("heavy weapon", "battle communications")


def _hex(number: int) -> str:
    """The hexes of maps A, B and C in turn; in the largest battle two units share one."""
    letter = "ABC"[number // 256 % 3]
    return f"{letter}{number % 16 + 1:02d}{number // 16 % 16 + 1:02d}"


def _name(number: int) -> str:
    """What stands on the counter of a ship: three letters, none of them a word of a sheet."""
    return f"Q{chr(65 + number // 26)}{chr(65 + number % 26)}"


def battle(scale: int) -> State:
    """A state with so many times the units, half of them on each side."""
    units = []
    place = 0
    for side in (1, 2):
        direction = 3 if side == 1 else 9
        for kind, count in (("ship", SHIPS), ("craft", CRAFT), ("missile", MISSILES)):
            for number in range(1, count * scale // 2 + 1):
                at = _hex(place * 7 % 768)
                place += 1
                if kind == "ship":
                    units.append(
                        ship(side, _name(number), "sword", at, direction, 2 + number % 3, pods=PODS)
                    )
                elif kind == "craft":
                    units.append(
                        ship(side, f"T{number}", "terwillicker_x", at, direction, 2 + number % 3)
                    )
                else:
                    units.append(
                        shot(side, f"{number:02d}", "intelligent", at, direction, 2 + number % 4)
                    )
    return state(*units)


def sheets(scale: int) -> dict[str, Sheet]:
    """Both players' sheets: a few lines for every ship, one for all missiles."""
    found = {}
    for seat in SEATS:
        lines = [f"ORDERS bench turn 1 for {seat.name}", "ALL MISSILES"]
        lines.append(f"  command chase {_name(1)} > {_name(2)} > any ship")
        for number in range(1, SHIPS * scale // 2 + 1):
            lines += [
                f"SHIP {_name(number)}",
                "  command if missile within 2: weave away from missile, right",
                "  command else accelerate, left",
                "  battle active search if contacts within 10",
                f"  fire burster: laser barrage at {_name(number)} > any, chance >= 3",
                "  pod 1: fire particle barrage at any if value <= 5",
                "  pod 1: else laser barrage at any",
                "  hits engine, battle comm, weapon pods",
                "  field try if blocks >= 3",
            ]
        text = "\n".join([*lines, "END", ""]).encode()
        (found[seat.id],) = find_sheets(text, "bench.txt").sheets
    return found


def play(begin: State, orders: dict[str, Sheet]) -> int:
    """One Game-Turn from sheets to stored bytes; gives the number of events."""
    game_state = GameState(1, 0, ("1",), SEATS, begin)
    dice = KeyedDice(b"bench", 1)
    stage = run(RULESET, game_state, "1", Inputs(orders), DEFAULTS, dice, Ids(b"bench"))
    assert stage.game_state is not None
    game_state_bytes(stage.game_state)
    return len(stage.events)


def calls(scale: int) -> int:
    """How many functions a Game-Turn with so many times the units calls."""
    begin, orders = battle(scale), sheets(scale)
    return measure.calls(lambda: play(begin, orders))
