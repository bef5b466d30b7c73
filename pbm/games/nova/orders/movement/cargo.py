"""Ships of a movement line with what is aboard: how they are written and printed.

Rule: NV ORD-31, NV DSN-12.
"""

from collections.abc import Iterator

from pbm.games.nova.orders.naming import Roster, folded, units_text
from pbm.games.nova.orders.resolver import Resolver, bare
from pbm.games.nova.state.orders.movement import Movement
from pbm.games.nova.state.orders.parts import Loading, Mover, Units
from pbm.games.nova.state.units import UNITS
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name


def read_mover(resolver: Resolver, node: Node) -> Mover:
    """``Bee (2 AA; LB1: Pup (empty))``, or ``2 AA`` on the planet."""
    if node.kind == "units":
        return Mover(units=resolver.units(node))
    return Mover(resolver.ship(node.items[0]), _cargo(resolver, node))


def _cargo(resolver: Resolver, ship: Node) -> tuple[Loading, ...] | None:
    """What is to be aboard a ship; None if the line does not say."""
    if len(ship.items) == 1:
        return None
    return tuple(one for hold in ship.items[1].parts for one in _hold(resolver, hold))


def _hold(resolver: Resolver, node: Node) -> Iterator[Loading]:
    """Loads of one hold, or of wherever they fit."""
    written = node.token("HOLD")
    hold = "" if written is None else written.upper().replace(" ", "")
    for part in node.parts:
        if part.kind != "ship":
            yield Loading(hold, resolver.units(part))
            continue
        word = part.items[0]  # a name is a ship's, or that of a gate end
        name = folded(bare(word))
        is_gate = name in resolver.roster.gates or name in resolver.roster.coming_gates
        if is_gate and name not in resolver.roster.ships:
            yield Loading(hold, Units("SG", 1, gate=resolver.gate(word)))
        else:
            yield Loading(hold, ship=resolver.ship(word), cargo=_cargo(resolver, part) or ())


def check_fits(resolver: Resolver, id: str, cargo: tuple[Loading, ...]) -> None:
    """Says that a cargo is more than the holds take, on a ship without bays. Rule: NV DSN-12."""
    ship = resolver.roster.by_id.get(id)
    if ship is None or ship.capacity.bays:
        return
    units = [one.units for one in cargo if one.units is not None]
    needed = sum((UNITS[one.kind].holds or 0) * max(one.number, 1) for one in units)
    holds = ship.capacity.holds
    if needed > holds:
        resolver.refuse(
            f"{ship.name} has {holds} cargo holds, not the {needed} this takes",
            rule="NV DSN-12",
            outcome="What does not fit stays behind",
        )


def kinds_aboard(roster: Roster, line: Movement) -> list[str]:
    """Kinds of units that a line has with it, as ordered, else as they are."""
    found: list[str] = []
    for mover in line.movers:
        if mover.units is not None:
            found.append(mover.units.kind)
        elif mover.cargo is None:
            found += _loaded(roster, mover.ship)
        else:
            found += _ordered(roster, mover.cargo)
    return found


def _ordered(roster: Roster, cargo: tuple[Loading, ...]) -> list[str]:
    found: list[str] = []
    for one in cargo:
        if one.units is not None:
            found.append(one.units.kind)
        elif one.cargo:
            found += _ordered(roster, one.cargo)
        else:
            found += _loaded(roster, one.ship)
    return found


def _loaded(roster: Roster, id: str) -> list[str]:
    ship = roster.by_id.get(id)
    if ship is None:
        return []
    found = [cargo.kind for cargo in ship.cargo]
    found += ["SG" for _end in roster.ends_aboard.get(ship.name, ())]
    for other in roster.aboard.get(ship.name, ()):
        found += _loaded(roster, other.id)
    return found


def mover_text(mover: Mover, names: Name) -> str:
    """A ship with what is to be aboard, or units on the planet."""
    if mover.units is not None:
        return units_text(mover.units, names)
    ship = names(mover.ship)
    return ship if mover.cargo is None else ship + _cargo_text(mover.cargo, names)


def _cargo_text(cargo: tuple[Loading, ...], names: Name) -> str:
    if not cargo:
        return " (empty)"
    holds: list[tuple[str, list[str]]] = []
    for one in cargo:
        if not holds or holds[-1][0] != one.hold:
            holds.append((one.hold, []))
        holds[-1][1].append(_loading_text(one, names))
    parts = [(f"{hold}: " if hold else "") + ", ".join(loads) for hold, loads in holds]
    return f" ({'; '.join(parts)})"


def _loading_text(one: Loading, names: Name) -> str:
    if one.units is not None:
        return units_text(one.units, names)
    return f"{names(one.ship)}{_cargo_text(one.cargo, names) if one.cargo else ''}"
