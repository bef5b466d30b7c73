"""Interdiction: ships that stop others from passing through a system.

Rule: NV MOV-11, NV MOV-12, NV MOV-13, NV MOV-14, NV MOV-16, NV MOV-17, NV MOV-28, NV ORD-46.
Ambiguity: NV A-WP-RADIUS, NV A-INT-PART, NV A-INT-UNION, NV A-INT-OWN, NV A-INT-SUM,
NV A-INT-LEFT, NV A-INT-CARRIED, NV A-INT-MIX, NV A-ORD-SETUP-MAX.
"""

from collections.abc import Iterable

from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.state.orders.conditions import ALWAYS
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Activity, SetUp
from pbm.games.nova.state.orders.standing import Battle, Group
from pbm.games.nova.state.state import FULL, NORMAL, Ship
from pbm.games.nova.state.working_state import Draft
from pbm.kit.records import Record

DIRECTIONS = 6


def covers(dg: int, hexes: int, radius: int) -> bool:
    """True if a DG set up that many hexes from the center covers the whole warp point.

    >>> covers(9, 0, 9), covers(8, 0, 9), covers(20, 11, 9), covers(20, 12, 9)
    (True, False, True, False)

    Rule: NV MOV-12. Ambiguity: NV A-WP-RADIUS.
    """
    return dg >= radius + hexes


def is_immune(ds: int, dg: int) -> bool:
    """True if a distortion suppressor lets its ship ignore a generator, at any distance.

    >>> is_immune(20, 20), is_immune(19, 20)
    (True, False)

    Rule: NV MOV-17. Ambiguity: NV A-INT-SUM (of several generators each is met alone).
    """
    return ds >= dg


def hexes_out(setup: SetUp | None, most: int) -> int:
    """Hexes from the center at which a ship sets up; the impossible counts as not ordered."""
    if setup is None or not 1 <= setup.direction <= DIRECTIONS:
        return 0
    return min(setup.hexes, most)


class Interdictor(Record):
    """A ship that interdicts: its owner, its DG, whom it lets through, whether it stops its own."""

    ship: str
    owner: str
    dg: int
    passing: frozenset[str]
    stops_own: bool
    but: frozenset[str]

    def stops(self, ship: Ship, ds: int) -> bool:
        """True if this ship, or the ships it moves with, cannot pass."""
        if is_immune(ds, self.dg):
            return False
        if ship.owner == self.owner:
            return self.stops_own and ship.id not in self.but
        return ship.owner not in self.passing


def interdictors(
    draft: Draft, effective: Effective, moving: set[str], radius: int, most: int
) -> dict[str, list[Interdictor]]:
    """The ships that interdict this turn, by system. ``moving`` are ids of ships with a route.

    Only ships at rest: none that jumps, and none that comes off a retreat. One without an
    impulse engine needs a friend at rest with one in the system. ``most`` hexes out one may
    set up.
    """
    found: dict[str, list[Interdictor]] = {}
    helped: set[tuple[str, str]] | None = None
    for ship in draft.ships.values():
        if not ship.at or ship.id in moving or not ship.owner:
            continue
        works = effective.fittings.of(ship)
        if not works.dg or works.dg < radius:
            continue
        order = _order(effective, ship)
        if order is None or not is_around(effective, ship, radius, most):
            continue
        if works.ie < 1:
            helped = helped if helped is not None else _with_engines(draft, effective, moving)
            if (ship.at, ship.owner) not in helped:
                continue
        found.setdefault(ship.at, []).append(_interdictor(draft, ship, works.dg, order))
    return found


def is_around(effective: Effective, ship: Ship, radius: int, most: int) -> bool:
    """True if a ship at rest has the whole warp point in its field. Rule: NV MOV-12."""
    dg = effective.fittings.of(ship).dg
    line = effective.line_of(ship)
    hexes = hexes_out(line.setup if line is not None else None, most)
    return dg > 0 and covers(dg, hexes, radius)


def _order(effective: Effective, ship: Ship) -> Activity | None:
    for doing in effective.activities(ship):
        if doing.activity.code == "I":
            return doing.activity
    return None


def _with_engines(draft: Draft, effective: Effective, moving: set[str]) -> set[tuple[str, str]]:
    """Systems with a ship of each empire at rest with a working impulse engine. Rule: NV MOV-16."""
    return {
        (one.at, one.owner)
        for one in draft.ships.values()
        if one.at and one.id not in moving and effective.fittings.of(one).ie > 0
    }


def _interdictor(draft: Draft, ship: Ship, dg: int, order: Activity) -> Interdictor:
    """Permissions need normal contact made before this turn. Rule: NV MOV-14."""
    empire = draft.empires[ship.owner]
    passing = {
        one.who
        for one in empire.permits
        if one.kind == "interdiction" and one.what in ("", ship.id)
    }
    known = {who for who, one in empire.contacts.items() if one.kind in (NORMAL, FULL)}
    stops_own = order.stop_own or any(
        one.kind == "stop" and one.what == ship.at for one in empire.permits
    )
    return Interdictor(
        ship.id,
        ship.owner,
        dg,
        frozenset({*passing, *order.passing} & known),
        stops_own,
        frozenset(order.but),
    )


def stay_together(
    draft: Draft, effective: Effective, lines: Iterable[tuple[Ship, Movement]]
) -> dict[str, int]:
    """Ships told to stay together, with the least DS of those on the same line.

    Others go on alone when their mates are stopped. Ambiguity: NV A-INT-MIX.
    """
    bound: dict[tuple[str, int], list[Ship]] = {}
    groups = {
        empire: [one.who for one in orders.battle if not one.ground and _binds(one)]
        for empire, orders in draft.base.orders.items()
    }
    for ship, line in lines:
        if line.route and any(_is_of(ship, group) for group in groups[ship.owner]):
            bound.setdefault((ship.owner, line.ref.line), []).append(ship)
    found: dict[str, int] = {}
    for ships in bound.values():
        least = min(effective.fittings.of(ship).ds for ship in ships)
        found.update({ship.id: least for ship in ships})
    return found


def _binds(line: Battle) -> bool:
    """True if a line keeps ships together without a condition."""
    return any(item.word == "together" and item.when == ALWAYS for item in line.items)


def _is_of(ship: Ship, group: Group) -> bool:
    """True if a BATTLE line is for a ship wherever it goes."""
    return group.names(ship.id, ship.klass) or (group.what == "all" and not group.at)
