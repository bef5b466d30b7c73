"""The ways that a player's ships went in a turn, as their packet shows them.

No event tells of a jump that goes well: it stands in the player's own order, as it was understood.
With the places where the ships are now it gives the way that they really went.
Rule: NV MOV-01.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbm.games.nova.view.record import SystemView, View
from pbm.kit.english import listed
from pbm.kit.records import Record
from pbm.packets.record import Order

# What movement.routes.route_text puts behind an order of movement.
_ROUTE = re.compile(
    r"\[(?P<start>[A-Z][A-Z0-9'\-]*)(?P<jumps>(?:, (?:[A-Z] to |gate to |)[^,\]]+)+)\]\Z"
)
_JUMP = re.compile(r", (?:(?P<letter>[A-Z]) to |(?P<gate>gate to )|)(?P<to>[^,\]]+)")
_UNKNOWN = "the unknown"


class Trip(Record):
    """The systems of a way and the ships that took it; ``lost``: none of them is left."""

    ships: tuple[str, ...]
    way: tuple[str, ...]
    line: int
    lost: bool = False

    @property
    def words(self) -> str:
        """The way in a sentence."""
        by = f" by {listed(self.way[1:-1])}" if len(self.way) > 2 else ""
        went = ", lost since, set out" if self.lost else " went"
        return f"{listed(self.ships)}{went} from {self.way[0]}{by} to {self.way[-1]}."


def trips(view: View, orders: Iterable[Order]) -> list[Trip]:
    """The ways of a turn in the order of the sheet, as far as ships are known to have come."""
    systems = {one.name: one for one in view.systems}
    where = {ship.name: ship.at for ship in view.ships if ship.name}
    found = []
    for order in orders:
        match = _ROUTE.search(order.understood)
        if match is None:
            continue
        way = list(_way(match, systems))
        named = _ships(order.understood[: match.start()], match["start"])
        left = [name for name in named if name in where]
        while len(way) > 1 and left and way[-1] not in {where[name] for name in left}:
            way.pop()
        went = tuple(name for name in left if where[name] in way[1:]) if left else tuple(named)
        if len(way) > 1 and went:
            found.append(Trip(went, tuple(way), order.line, not left))
    return found


def _way(match: re.Match[str], systems: Mapping[str, SystemView]) -> Iterator[str]:
    """The systems of a route as far as the map knows them now."""
    here = match["start"]
    if here not in systems:
        return
    yield here
    for jump in _JUMP.finditer(match["jumps"]):
        to = jump["to"]
        if to == _UNKNOWN:
            to = systems[here].lines.get(jump["letter"] or "", "")
        if to not in systems:
            return
        yield to
        here = to


def _ships(text: str, start: str) -> list[str]:
    """The ships an order names."""
    head = text.partition(">")[0].removeprefix("retreating ").removeprefix(start)
    return [re.sub(r"\(.*?\)", "", part).strip().strip('"') for part in _parts(head)]


def _parts(text: str) -> Sequence[str]:
    """Split a list at its commas, but not within brackets."""
    return re.split(r",\s*(?![^(]*\))", text)
