"""What one player may know."""

from collections.abc import Mapping, Sequence

from pbm.games.race.state import State

from pbm.engine.types import Seat
from pbm.engine.view import GameView


class View(GameView, frozen=True, kw_only=True):
    """``players`` are those whom messages may go to."""

    you: str
    turn: int
    goal: int
    total: int
    players: tuple[Seat, ...]


def build_view(
    state: State, player: str, seats: Sequence[Seat], _options: Mapping[str, str]
) -> View:
    """The game as the player may know it."""
    total = state.totals.get(player, 0)
    return View(you=player, turn=state.turn, goal=state.goal, total=total, players=tuple(seats))
