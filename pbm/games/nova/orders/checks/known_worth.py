"""What a player's ships and units are worth, by what he knows of them.

Rule: NV ECO-37, NV ECO-38, NV ECO-43.
"""

from __future__ import annotations

from pbm.games.nova.orders.designs.known_designs import design_of
from pbm.games.nova.orders.naming import Roster, folded
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.design import Design, figures
from pbm.games.nova.state.orders.money import Salvage
from pbm.games.nova.state.refits import salvage_value, salvaged
from pbm.games.nova.state.units import UNITS
from pbm.games.nova.view.record import ShipView


def known_state(roster: Roster, id: str) -> tuple[Design, Damage] | None:
    """The design and the damage of an own ship; None for one that is yet to be built."""
    ship = roster.by_id.get(id)
    record = roster.designs.get(folded(ship.design)) if ship is not None else None
    if ship is None or record is None:
        return None
    design = design_of(roster, record)
    return design, _damage(ship, design)


def _damage(ship: ShipView, design: Design) -> Damage:
    fitted = {piece.name for piece in figures(design).installations}
    lost = ship.damage
    parts = {**lost.parts, "IE1": lost.ie, "JD1": lost.jd}
    known = {name: levels for name, levels in parts.items() if levels and name in fitted}
    return Damage(lost.armour, lost.structure, known)


def salvage_worth(roster: Roster, line: Salvage) -> int | None:
    """MCr that a SALVAGE line gives; None where the number of units is left open."""
    worth = 0
    for id in line.ships:
        state = known_state(roster, id)
        if state is None:
            return None
        worth += salvage_value(*state)
    for id in line.hulls:
        hull = next(one for one in roster.hulls.values() if one.id == id)
        worth += salvaged(hull.paid)
    for units in line.units:
        if not units.number:
            return None
        worth += salvaged(UNITS[units.kind].cost or 0) * units.number
    return worth
