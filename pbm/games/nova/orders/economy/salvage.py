"""SALVAGE: ships, hulls, gate ends and units turned into MCr.

Rule: NV ECO-37 to ECO-40, NV ORD-42.
"""

from collections.abc import Iterator

from pbm.games.nova.orders.designs.known_designs import known_state
from pbm.games.nova.orders.economy.bill import check_ic
from pbm.games.nova.orders.naming import Roster, folded, units_text
from pbm.games.nova.orders.prefill import Prefill
from pbm.games.nova.orders.resolver import Resolver, bare
from pbm.games.nova.state.orders.money import Salvage
from pbm.games.nova.state.orders.parts import Units
from pbm.games.nova.state.refits import salvage_value, salvaged
from pbm.games.nova.state.units import UNITS
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.language.token import Token
from pbm.sheets.quoting import Name


def read(resolver: Resolver, node: Node) -> tuple[Salvage, ...]:
    """``SALVAGE Scout-3, 2 RA, gate Ring-A, hull Bee at ALGOL = 41``."""
    ships: list[str] = []
    hulls: list[str] = []
    units: list[Units] = []
    claim = node.part("worth")
    for thing in (part for part in node.parts if part is not claim):
        name = thing.name
        if name is None:
            units.append(resolver.units(thing.parts[0]))
        elif (kind := _kind(resolver, thing, name)) == "hull_thing":
            hulls.append(resolver.hull(name))
        elif kind == "gate_thing":
            units.append(Units("SG", 1, gate=resolver.gate(name)))
        else:
            ships.append(resolver.ship(name))
    at = resolver.system(node.names[0])
    worth = None if claim is None else claim.number
    return (Salvage(resolver.ref, at, tuple(ships), tuple(hulls), tuple(units), worth),)


def _kind(resolver: Resolver, thing: Node, token: Token) -> str:
    """What a name without a word before it is: a ship, else a gate end, else a hull."""
    name = folded(bare(token))
    if thing.word is not token or name in resolver.roster.ships:
        return thing.kind
    if name in resolver.roster.gates:
        return "gate_thing"
    return "hull_thing" if name in resolver.roster.hulls else "ship_thing"


def check(resolver: Resolver, line: Salvage) -> Salvage:
    """What is salvaged is where an Industrial Complex is. Rule: NV ECO-37."""
    roster = resolver.roster
    check_ic(resolver, line.at, "salvage")
    for id in line.ships:
        ship = roster.by_id.get(id)
        if ship is not None and (at := roster.place_of(ship)) != line.at:
            resolver.refuse(
                f"{ship.name} is at {at}, not at {line.at}",
                rule="NV ECO-37",
                outcome="It is not salvaged",
            )
    worth = _worth(roster, line)
    if line.claim is not None and worth is not None and worth != line.claim:
        resolver.warn(f"this gives {worth} MCr, not {line.claim}")
    return line


def _worth(roster: Roster, line: Salvage) -> int | None:
    """MCr that the line gives; None where a ship or the number of units is not known."""
    worth = 0
    for id in line.ships:
        state = known_state(roster, id)
        if state is None:
            return None
        worth += salvage_value(*state)
    paid = {hull.id: hull.paid for hull in roster.hulls.values()}
    worth += sum(salvaged(paid[id]) for id in line.hulls)
    for units in line.units:
        if not units.number:
            return None
        worth += salvaged(UNITS[units.kind].cost or 0) * units.number
    return worth


def line_text(line: Salvage, names: Name) -> str:
    """The line in the language of the sheets."""
    things = [*map(names, line.ships), *(f"hull {names(hull)}" for hull in line.hulls)]
    things += [units_text(units, names) for units in line.units]
    claim = "" if line.claim is None else f" = {line.claim}"
    return f"SALVAGE {', '.join(things)} at {names(line.at)}{claim}"


def prefill(_sheet: Prefill) -> Iterator[str]:
    """The field of the printed form. Rule: NV ORD-04."""
    yield "  # SALVAGE name, units at system = sum"


SALVAGE = OrderKind("salvage", Salvage, read, line_text, check, prefill=prefill)
