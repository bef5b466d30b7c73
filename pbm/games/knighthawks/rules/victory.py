"""End the game: victory conditions, built from named parts and checked after every phase.

The book at hand has no scenarios (KH-A39); the parts are the house's own:

- ``last_standing``: no ship of any other side is in play.
- ``destroy``: of ``ships`` at least ``number`` are destroyed (0: all of them).
- ``survive``: at the end of the last turn, of ``ships`` at least ``number`` are in play (0: all).
- ``hull_points``: at the end of the last turn the side has destroyed more of its enemies'
  hull points than any other side has.

A ship that left the map is out of play; it counts as destroyed only with ``off_map = destroyed``.
Of its hull points those count that were shot away before it left.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.knighthawks.state.state import DESTROYED, LOST, WAITING, Ship, State, Victory


def hull_points_destroyed(state: State, side: str, options: Mapping[str, str]) -> int:
    """Hull points the enemies of a side lost; a ship that counts as destroyed lost all.

    Ambiguity: KH-A22 (option ``off_map``).
    """
    return sum(
        ship.hull_points - (0 if _destroyed(ship, options) else max(0, ship.hull))
        for ship in state.ships
        if ship.side != side
    )


def _destroyed(ship: Ship, options: Mapping[str, str]) -> bool:
    """True for a ship destroyed, or off the map where ``off_map = destroyed`` counts it so."""
    return ship.status == DESTROYED or (ship.status == LOST and options["off_map"] == "destroyed")


def holds(state: State, part: Victory, options: Mapping[str, str], at_end: bool) -> bool:
    """True when one condition is met; ``at_end``: the last turn has just ended."""
    ships = [state.ship(ship) for ship in part.ships]
    if part.kind == "last_standing":
        return not state.enemies_of(part.side)
    if part.kind == "destroy":
        return sum(_destroyed(ship, options) for ship in ships) >= (part.number or len(ships))
    if not at_end:
        return False
    if part.kind == "survive":
        return sum(ship.in_play for ship in ships) >= (part.number or len(ships))
    mine = hull_points_destroyed(state, part.side, options)
    others = [hull_points_destroyed(state, s, options) for s in state.sides if s != part.side]
    return all(mine > other for other in others)


def look(work: PhaseContext, at_end: bool = False) -> None:
    """End the game if a condition is met, or if the last turn is over and none is (a draw)."""
    state: State = work.state
    if state.result or any(ship.status == WAITING for ship in state.ships):
        return
    met = [part for part in state.victory if holds(state, part, work.options, at_end)]
    winners = [side for side in state.sides if any(part.side == side for part in met)]
    if not state.fleets_in_play() and not winners:
        winner, title = "", "No ship is left: a draw"
    elif len(winners) == 1:
        winner = winners[0]
        title = next(part.title for part in met if part.side == winner)
    elif winners:
        winner, title = "", "More than one side reached its goal at the same moment: a draw"
    elif at_end:
        winner, title = "", f"Turn {state.last_turn} is over and no side reached its goal: a draw"
    else:
        return
    said = f"{state.side_names[winner]} wins: {title}" if winner else title
    work.state = replace(state, result=said, winner=winner)
    work.emit("game_over", rule="KH PBM", winner=winner, title=said)
