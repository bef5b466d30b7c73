"""Designs that a player knows, made again from the lines of their view."""

from functools import cache

from pbm.games.nova.orders.designs.design_text import read_design_line
from pbm.games.nova.orders.naming import Roster, folded
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.design import Design, figures
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.view.record import DesignView, MissileView, ShipView
from pbm.language.syntax_errors import SyntaxFault


def design_named(roster: Roster, name: str) -> Design | None:
    """A design of this very sheet or of the player's by its name."""
    for _ref, design in roster.drawn.designs:
        if folded(design.name) == folded(name):
            return design
    record = roster.designs.get(folded(name))
    if record is not None:
        return known_design(record, roster.player)
    return design_named(roster, name[:-1]) if name.casefold().endswith("s") else None


def missile_named(roster: Roster, name: str) -> MissileDesign | MissileView | None:
    """A missile of this very sheet or of the player's by its name."""
    drawn = (missile for _ref, missile in roster.drawn.missiles)
    written = next((one for one in drawn if folded(one.name) == folded(name)), None)
    return written or roster.missiles.get(folded(name))


def known_design(record: DesignView, empire: str = "") -> Design:
    """A design as a player's view lists it."""
    return _design(record.name, empire, tuple(record.lines), record.of)


@cache
def _design(name: str, empire: str, lines: tuple[str, ...], of: str) -> Design:
    read = [found for line in lines if not isinstance(found := read_design_line(line), SyntaxFault)]
    parts = tuple(found.part for found in read if found.part is not None)
    tc = max((found.intrinsic_tc for found in read), default=0)
    return Design(name, empire, parts, tc, of)


def known_state(roster: Roster, id: str) -> tuple[Design, Damage] | None:
    """The design and the damage of an own ship; None for one that is yet to be built."""
    ship = roster.by_id.get(id)
    record = roster.designs.get(folded(ship.design)) if ship is not None else None
    if ship is None or record is None:
        return None
    design = known_design(record, roster.player)
    return design, _damage(ship, design)


def _damage(ship: ShipView, design: Design) -> Damage:
    fitted = {piece.name for piece in figures(design).installations}
    lost = ship.damage
    parts = {**lost.parts, "IE1": lost.ie, "JD1": lost.jd}
    known = {name: levels for name, levels in parts.items() if levels and name in fitted}
    return Damage(lost.armour, lost.structure, known)
