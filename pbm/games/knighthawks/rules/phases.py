"""The sequence of play: one part of a Game-Turn for each side, which moves and then fires.

Rule: KH 4 Defensive Attacks (the order inside the combat phase). Ambiguity: KH-A02 (the
sequence itself), KH-A03, KH-A04. With n sides a Game-Turn has n parts: one side moves, all
others fire defensively, then it fires. With two sides this is the book.
"""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from pbm.engine.context import Phase, PhaseContext
from pbm.games.knighthawks.orders.ship_orders import Orders
from pbm.games.knighthawks.rules.combat.combat import fire_attacks, fire_defensively, fire_together
from pbm.games.knighthawks.rules.movement.movement import move_side
from pbm.games.knighthawks.rules.setup import set_up
from pbm.games.knighthawks.rules.victory import look
from pbm.games.knighthawks.state.state import State

Step = Callable[[PhaseContext, str], None]


def phases(state: State, turn: int, options: Mapping[str, str]) -> tuple[Phase, ...]:
    """The phases of a turn; turn 0 is set-up."""
    if turn == 0:
        return (Phase("setup", "Set-up", "KH PBM", _set_up, _set_up_due),)
    found: list[Phase] = []
    together = options["defensive_fire"] == "simultaneous"
    for number, side in enumerate(state.sides, 1):
        name = state.side_names[side]
        move = _phase(f"{number}.move", f"{name} moves", "KH 3", move_side, side)
        found.append(replace(move, due=_due(number, options)))
        if together:
            title = f"{name} and its enemies fire together"
            found.append(_phase(f"{number}.combat", title, "KH 4", fire_together, side))
        else:
            title = f"Defensive fire at {name}"
            found.append(_phase(f"{number}.defence", title, "KH 4", fire_defensively, side))
            found.append(_phase(f"{number}.attack", f"{name} fires", "KH 4", fire_attacks, side))
    last = found[-1]
    found[-1] = replace(last, resolve=_then_end_turn(last.resolve))
    return tuple(found)


def _due(number: int, options: Mapping[str, str]) -> Callable[[State], tuple[str, ...]]:
    """The sheet that is due for a part: the turn's for the first, by half-turns one for each."""
    if number == 1:
        return lambda _state: ("",)
    if options["orders"] == "half-turn":
        return lambda _state: (f".{number}",)
    return lambda _state: ()


def _set_up_due(state: State) -> tuple[str, ...]:
    return ("",) if state.placements else ()


def _set_up(work: PhaseContext) -> None:
    set_up(work)
    look(work)


def _phase(key: str, title: str, cite: str, step: Step, side: str) -> Phase:
    def resolve(work: PhaseContext) -> None:
        step(work, side)
        look(work)

    return Phase(key, title, cite, resolve)


def _then_end_turn(resolve: Callable[[PhaseContext], None]) -> Callable[[PhaseContext], None]:
    def resolve_and_end(work: PhaseContext) -> None:
        resolve(work)
        state: State = work.state
        look(work, at_end=bool(state.last_turn) and state.turn >= state.last_turn)
        if not work.state.result:
            work.state = replace(work.state, turn=state.turn + 1)

    return resolve_and_end


def missing(work: PhaseContext, player: str) -> Orders:
    """The orders of a player whose sheet is missing: none, so every default holds.

    At set-up a player without a ship to place has nothing to send and misses nothing.
    """
    state: State = work.state
    if work.turn == 0 and all(state.ship(ship).owner != player for ship in state.placements):
        return Orders(player, missing=True)
    work.emit("missed_turn", player, rule="KH PBM", player=player)
    return Orders(player, missing=True)
