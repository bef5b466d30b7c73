"""Which hexes hold what while units move, so that a hex is not searched for at each step."""

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import IN_PLAY


class UnitsByHex:
    """Units by hex and asteroid hexes, kept up to date through one Movement Phase."""

    def __init__(self, state: State) -> None:
        self.asteroids = frozenset(state.asteroids)
        self._here: dict[Hex, list[str]] = {}
        for unit in state.units:
            if unit.status == IN_PLAY and not unit.dormant:
                self._here.setdefault(unit.at, []).append(unit.id)

    def moved(self, unit_id: str, before: Hex, at: Hex) -> None:
        """A unit left a hex for another."""
        self._here[before].remove(unit_id)
        self._here.setdefault(at, []).append(unit_id)

    def meets(self, state: State, unit_id: str) -> bool:
        """True if the unit and an enemy are in one hex and one of them is a missile."""
        unit = state.unit(unit_id)
        for other_id in self._here.get(unit.at, []):
            if other_id == unit_id:
                continue
            other = state.unit(other_id)
            enemies = other.side != unit.side and other.in_play and other.at == unit.at
            if enemies and (unit.is_missile or other.is_missile):
                return True
        return False
