"""The orders of one empire, arranged for looking up by ship, place and rank.

Rule: NV ORD-31, NV ORD-36 to NV ORD-39.
"""

from collections.abc import Iterable, Sequence

from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Codes
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Group, Standing
from pbm.games.nova.state.state import Ship

RANKS = ("special", "conditional", "general")
# Codes, and the line that says them.
Spoken = tuple[Codes, Movement | Standing]

# What orders say of groups of ships, the strongest first; None if they ask for more.
Plain = tuple[tuple[Group, Spoken], ...] | None


def _plain(lines: Sequence[Standing]) -> Plain:
    if any(
        line.condition.any_of or any(one.group and one.group.at for one in line.actions)
        for line in lines
    ):
        return None
    return tuple(
        (one.group, (one.codes, line))
        for line in lines
        for one in line.actions
        if one.group is not None
    )


class EmpireOrders:
    """The orders of one empire, arranged for looking up."""

    def __init__(self, orders: Orders) -> None:
        """Arrange all lines by ship, by system and by rank."""
        self.orders = orders
        self.line: dict[str, Movement] = {}
        # Lines for units on planets, by system. Rule: NV ORD-31.
        self.on_planet: dict[str, list[Movement]] = {}
        for line in orders.movement:
            for mover in line.movers:
                if mover.ship:
                    self.line.setdefault(mover.ship, line)
                else:
                    self.on_planet.setdefault(line.start, []).append(line)
        # The places of lines that order an activity, by its code, among all lines of ships.
        self._ships = list(self.line)
        self._acting: dict[str, set[int]] = {}
        for place, line in enumerate(self.line.values()):
            for one in line.codes.activities or ():
                self._acting.setdefault(one.code, set()).add(place)
        # Standing orders, the strongest first, and those that may speak of a ship.
        self.standing = tuple(one for rank in RANKS for one in orders.standing if one.rank == rank)
        self._named = {
            id
            for line in self.standing
            for one in (*line.actions, *line.otherwise)
            if one.group is not None
            for id in one.group.ids
        }
        # By class, and by id where a line names the ship.
        self._standing_of: dict[tuple[str, str], tuple[Standing, ...]] = {}
        self._plain = _plain(self.standing)
        self._plain_of: dict[tuple[str, str], Plain] = {}
        self.orders_of_standing = {
            code.code
            for line in orders.standing
            for action in (*line.actions, *line.otherwise)
            for code in action.codes.activities or ()
        }

    def acting(self, wanted: Iterable[str]) -> list[str]:
        """Ids of ships whose own lines order one of these activities, in order."""
        places = [self._acting[code] for code in wanted if code in self._acting]
        return [self._ships[place] for place in sorted(set().union(*places))]

    def plain_of(self, ship: Ship) -> Plain:
        """What the standing orders say of a ship, the strongest first.

        None if that depends on more than the ship itself: on a condition or on a system.
        """
        if self._plain is not None:
            return self._plain
        key = self._key(ship)
        if key not in self._plain_of:
            self._plain_of[key] = _plain(self.standing_of(ship))
        return self._plain_of[key]

    def standing_of(self, ship: Ship) -> tuple[Standing, ...]:
        """Standing orders that name a ship, its class or all ships, the strongest first."""
        key = self._key(ship)
        if key not in self._standing_of:
            self._standing_of[key] = tuple(
                line
                for line in self.standing
                if any(
                    one.group.what in ("all", "armed", "unarmed") or one.group.names(*key)
                    for one in (*line.actions, *line.otherwise)
                    if one.group is not None
                )
            )
        return self._standing_of[key]

    def _key(self, ship: Ship) -> tuple[str, str]:
        return (ship.id if ship.id in self._named else ""), ship.klass
