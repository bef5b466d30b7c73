"""How a DeltaVee sheet names units and hexes, so that it reads them back."""

from collections.abc import Collection, Iterable, Sequence

from pbm.drawing.hexgrid import Hex
from pbm.games.deltavee.orders.lines.roster import Roster
from pbm.games.deltavee.orders.lines.targets import called, named
from pbm.games.deltavee.state.state import State
from pbm.sheets.quoting import labels

# Words that stand for several units in a list of preference.
ANY = ("any", "any ship", "any battlecraft", "any missile", "any contact", "any enemy")


NEAREST = ("missile", "enemy", "contact")


class SheetNames:
    """What a player writes for an id, by the place in a line where it stands."""

    def __init__(self, roster: Roster, reserved: Collection[str]) -> None:
        self._maps = roster.maps
        self._friends = roster.friends
        self._contacts = {one.id: str(one.number) for one in roster.contacts.values()}
        self._bare = labels({unit.id: unit.designation for unit in roster.units}, reserved)
        self._numbers = {
            unit.id: unit.designation
            for unit in roster.units
            if unit.designation.isascii() and unit.designation.isdigit()
        }

    def plain(self, unit_id: str) -> str:
        """A unit's letter or number alone."""
        return self._numbers.get(unit_id) or self._bare(unit_id)

    def foe(self, unit_id: str) -> str:
        """A unit where the enemy's is meant."""
        if unit_id in self._contacts:
            return f"contact {self._contacts[unit_id]}"
        own = "own " if unit_id in self._friends else ""
        return f"{own}{self.plain(unit_id)}"

    def own(self, unit_id: str) -> str:
        """A unit where one's own is meant."""
        if unit_id in self._friends:
            return self.plain(unit_id)
        return self.foe(unit_id) if unit_id in self._contacts else f"enemy {self.plain(unit_id)}"

    def targets(self, targets: Iterable[str], between: str = " > ") -> str:
        """A list of preference."""
        return between.join(one if one in ANY else self.foe(one) for one in targets)

    def own_targets(self, targets: Iterable[str]) -> str:
        """A list of preference of own units, or else the enemy's."""
        return " > ".join(map(self.own, targets))

    def dangers(self, away: Iterable[str]) -> str:
        """What to weave away from: hexes by their labels and the nearest of a kind too."""
        return " > ".join(self._danger(one) for one in away)

    def _danger(self, one: str) -> str:
        try:
            self._maps.parse(one)
        except ValueError:
            return one if one in NEAREST else self.foe(one)
        return f"hex {one}"

    def hex(self, at: Hex) -> str:
        """A hex by its label."""
        return self._maps.label(at)


class SentenceNames:
    """What the players of a side call units in a sentence: ``A``, ``enemy B``, ``contact 7``."""

    def __init__(self, state: State, side: str) -> None:
        self._state = state
        self._side = side

    def plain(self, unit_id: str) -> str:
        """A unit's letter or number alone."""
        return self._state.unit(unit_id).designation

    def own(self, unit_id: str) -> str:
        """A unit."""
        return called(self._state, unit_id, self._side)

    def targets(self, targets: Sequence[str]) -> str:
        """A list of preference."""
        return named(self._state, targets, self._side)

    own_targets = dangers = targets

    def hex(self, at: Hex) -> str:
        """A hex by its label."""
        return self._state.maps.label(at)


AnyNames = SheetNames | SentenceNames
