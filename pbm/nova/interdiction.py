"""Which ships stop others from passing through a system, and whom.

Rule: NV MOV-11 to NV MOV-17, NV MOV-28. Ambiguity: NV A-WP-RADIUS, NV A-INT-PART, NV A-INT-UNION,
NV A-INT-OWN, NV A-INT-SUM, NV A-INT-LEFT, NV A-INT-CARRIED.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbm.nova.draft import Draft
from pbm.nova.effective import Effective
from pbm.nova.orders import Activity, Movement
from pbm.nova.state import Ship


def covers(dg: int, hexes: int, radius: int) -> bool:
    """True if a DG set up that many hexes from the center covers the whole warp point.

    >>> covers(9, 0, 9), covers(8, 0, 9), covers(20, 11, 9), covers(20, 12, 9)
    (True, False, True, False)

    Rule: NV MOV-12. Ambiguity: NV A-WP-RADIUS.
    """
    return dg >= radius + hexes


@dataclass(frozen=True, slots=True)
class Interdictor:
    """A ship that interdicts: its owner, its DG, whom it lets through, whether it stops its own."""

    ship: str
    name: str
    owner: str
    dg: int
    passing: frozenset[str]
    stops_own: bool
    but: frozenset[str]

    def stops(self, ship: Ship, ds: int) -> bool:
        """True if this ship cannot pass. A DS as large as the DG is immune (NV MOV-17)."""
        if ds >= self.dg:
            return False
        if ship.owner == self.owner:
            return self.stops_own and ship.id not in self.but
        return ship.owner not in self.passing


def interdictors(
    draft: Draft, effective: Effective, moving: set[str], radius: int
) -> dict[str, list[Interdictor]]:
    """The ships that interdict this turn, by system. ``moving`` are ids of ships that jump.

    Only ships at rest since the turn began; one without an impulse engine needs a friend
    with one in the system.
    """
    found: dict[str, list[Interdictor]] = {}
    for ship in draft.ships.values():
        if not ship.at or ship.id in moving or not ship.owner or ship.built == draft.base.turn:
            continue
        works = effective.fittings.of(ship)
        if works.dg < radius:
            continue
        order = _order(effective, ship)
        if order is None:
            continue
        line = effective.line_of(ship)
        hexes = line.setup.hexes if isinstance(line, Movement) and line.setup is not None else 0
        if covers(works.dg, hexes, radius) and (works.ie > 0 or _towed(draft, effective, ship)):
            one = _interdictor(draft, ship, works.dg, order)
            found.setdefault(ship.at, []).append(one)
    return found


def _order(effective: Effective, ship: Ship) -> Activity | None:
    for doing in effective.activities(ship):
        if doing.activity.code == "I":
            return doing.activity
    return None


def _towed(draft: Draft, effective: Effective, ship: Ship) -> bool:
    """A friend with an impulse engine in the system keeps it at the warp point. NV MOV-16."""
    return any(
        one.at == ship.at and one.owner == ship.owner and effective.fittings.of(one).ie > 0
        for one in draft.ships.values()
    )


def _interdictor(draft: Draft, ship: Ship, dg: int, order: Activity) -> Interdictor:
    permits = draft.empires[ship.owner].permits
    passing = {
        one.who for one in permits if one.kind == "interdiction" and one.what in ("", ship.id)
    }
    stops_own = order.stop_own or any(one.kind == "stop" and one.what == ship.at for one in permits)
    return Interdictor(
        ship.id,
        ship.name,
        ship.owner,
        dg,
        frozenset({*passing, *order.passing}),
        stops_own,
        frozenset(order.but),
    )
