"""The dock of phase D: what is aboard which ship, what is offered, where units come from.

Units are put off on an own planet at once. Elsewhere they are offered to other own ships in
the system and keep their room until one takes them.

Rule: NV ORD-31, NV CON-22. Ambiguity: NV A-CARGO-ALLY.
"""

from msgspec import Struct, field
from msgspec.structs import replace

from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.planetside import cannot_reach
from pbm.games.nova.state.planets import with_units
from pbm.games.nova.state.state import ARMIES, Cargo, GateEnd, Ship
from pbm.games.nova.state.stowage import holds_of
from pbm.games.nova.state.units import UNITS
from pbm.games.nova.state.working_state import Draft

_FRIENDLY = "F"


class Offer(Struct):
    """Units of one kind that ships in space would hand to others: how many by ship."""

    total: int = 0
    lots: dict[str, int] = field(default_factory=dict)


class LoadingTable(Struct):
    """Loading in one phase: what is aboard which ship, what is offered, what has no place.

    ``pending``: units that a ship is to put off and still has aboard; ``loose``: gate ends
    likewise, with the ship.
    """

    draft: Draft
    effective: Effective
    aboard: dict[str, list[str]] = field(default_factory=dict)
    ends: dict[str, list[str]] = field(default_factory=dict)
    pending: dict[str, dict[tuple[str, str], int]] = field(default_factory=dict)
    offers: dict[tuple[str, str, str, str], Offer] = field(default_factory=dict)
    loose: dict[str, str] = field(default_factory=dict)

    def guests(self, ship: str) -> list[Ship]:
        """The ships aboard a ship."""
        return [self.draft.ships[id] for id in self.aboard.get(ship, ())]

    def ends_of(self, ship: str) -> list[GateEnd]:
        """The gate ends aboard a ship."""
        return [self.draft.gates[id] for id in self.ends.get(ship, ())]

    def free_holds(self, ship: Ship) -> int:
        """Sound holds that hold nothing; what is to be put off still takes its room."""
        taken = sum(guest.bay.startswith("CH") for guest in self.guests(ship.id))
        taken += sum(holds_of("SG") for end in self.ends_of(ship.id) if not end.bay)
        taken += sum(holds_of(one.kind) * one.number for one in ship.cargo)
        waiting = self.pending.get(ship.id, {})
        taken += sum(holds_of(kind) * number for (kind, _owner), number in waiting.items())
        return max(len(self.effective.fittings.of(ship).holds) - taken, 0)

    def used(self, ship: Ship) -> dict[str, int]:
        """Room taken in bays and holds by ships and gate ends."""
        found: dict[str, int] = {}
        for guest in self.guests(ship.id):
            found[guest.bay] = found.get(guest.bay, 0) + self.effective.fittings.of(guest).carried
        for end in self.ends_of(ship.id):
            if end.bay:
                found[end.bay] = found.get(end.bay, 0) + (UNITS["SG"].size or 0)
        return found

    def controls(self, ship: Ship, at: str) -> bool:
        """True if the planet is the ship's owner's."""
        return self.draft.systems[at].owner == ship.owner


def put_down(dock: LoadingTable, ship: Ship, at: str, cargo: Cargo) -> None:
    """Units go down to an own planet, else they are offered to other ships there."""
    if dock.controls(ship, at) and cargo.owner == ship.owner:
        _surface(dock, at, cargo.owner, cargo.kind, cargo.number)
        return
    dock.pending.setdefault(ship.id, {})[cargo.kind, cargo.owner] = cargo.number
    offer = dock.offers.setdefault((at, ship.owner, cargo.owner, cargo.kind), Offer())
    offer.total += cargo.number
    offer.lots[ship.id] = cargo.number


def _surface(dock: LoadingTable, at: str, owner: str, kind: str, number: int) -> None:
    system = dock.draft.systems[at]
    surface = with_units(system.surface, owner, {kind: number})
    dock.draft.systems[at] = replace(system, surface=surface)


def supply_of(dock: LoadingTable, ship: Ship, at: str, owner: str, kind: str) -> tuple[int, str]:
    """Units that can come aboard, from the planet or from other ships, and what limits them.

    What limits foreign units is the same whether any lie there or not: that is not told.
    """
    offer = dock.offers.get((at, ship.owner, owner, kind))
    offered = offer.total if offer is not None else 0
    lying = dock.draft.systems[at].units(owner, kind)
    foreign = owner != ship.owner
    why = _not_lifted(dock, ship, at, owner, kind) if lying or foreign else ""
    supply = offered + (0 if why else lying)
    return supply, why or f"{supply} there"


def _not_lifted(dock: LoadingTable, ship: Ship, at: str, owner: str, kind: str) -> str:
    """Why units on the planet do not come aboard; empty if they do."""
    draft = dock.draft
    if owner != ship.owner:
        what = "armies" if kind in ARMIES else "colonies"
        if dock.effective.surface(owner, at, what, ship.owner) != _FRIENDLY:
            return "their empire does not let them"
    if dock.controls(ship, at):
        return ""
    outer = ship
    while outer.carrier:
        outer = draft.ships[outer.carrier]
    return cannot_reach(draft, dock.effective, outer)[0]


def draw(dock: LoadingTable, at: str, empire: str, owner: str, kind: str, number: int) -> None:
    """Take units away from where they were, first what other ships put off."""
    offer = dock.offers.get((at, empire, owner, kind), Offer())
    while number and offer.lots:
        id, lot = next(iter(offer.lots.items()))
        take = min(lot, number)
        waiting = dock.pending[id]
        waiting[kind, owner] -= take
        offer.total -= take
        offer.lots[id] -= take
        number -= take
        if not offer.lots[id]:
            del offer.lots[id]
    if number:
        _surface(dock, at, owner, kind, -number)
