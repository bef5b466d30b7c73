"""Where a ship begins: ``at A0909 dir 3 velocity 2``. Rule: DV 10.1.

Where it may begin is the freedom of the scenario. Rule: DV S6, DV S10. Ambiguity: DV-A87, DV-A91.
"""

from collections.abc import Iterator

from pbm.drawing.hexgrid import Hex
from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.lines.order_kind import CRAFT, UnitOrder
from pbm.games.deltavee.orders.lines.prefill import (
    NOWHERE,
    Prefill,
    course_in_words,
    hexes_in_words,
)
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.statements import Statement
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.maps import Maps
from pbm.games.deltavee.state.state import Placement, Purchase, State
from pbm.games.deltavee.state.units import RESERVE
from pbm.kit.english import capital
from pbm.kit.records import Record
from pbm.language.order import last_counts
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import remark


class PlaceLine(Record):
    """``at A0909 dir 3 velocity 2``; None: as the scenario has it."""

    ref: OrderRef
    at: Hex | None = None
    direction: Direction | None = None
    velocity: int | None = None


def _read(resolver: UnitResolver, statement: Statement) -> PlaceLine:
    return read_place(resolver, statement.node)


def read_place(resolver: UnitResolver, node: Node) -> PlaceLine:
    """Hex, direction and velocity as they are written; None for what is not."""
    first = (Node("at", (token,)) for token in node.tokens("HEX"))
    parts = resolver.once(part for part in (*first, *node.parts) if part.kind != "when")
    at, direction, velocity = (parts.get(kind) for kind in ("at", "direction", "velocity"))
    return PlaceLine(
        resolver.ref,
        resolver.hex(at.word) if at else None,
        resolver.direction(direction.word, direction.number) if direction else None,
        velocity.number if velocity else None,
    )


def place_text(line: PlaceLine, names: SheetNames) -> str:
    """Hex, direction and velocity in the language of the sheets."""
    words = [] if line.at is None else [f"at {names.hex(line.at)}"]
    words += [] if line.direction is None else [f"dir {line.direction}"]
    words += [] if line.velocity is None else [f"velocity {line.velocity}"]
    return " ".join(words if line.at is not None else ["place", *words])


def _check(resolver: UnitResolver, line: PlaceLine) -> PlaceLine | None:
    """A place line; None if the ship is not free to be placed. Rule: DV PBM."""
    record = resolver.record
    if record is None:
        resolver.not_done(
            "a place line is for one ship", "Two ships would stand in one place", "DV PBM"
        )
        return None
    stands = f"it stands at {record.at}, direction {record.direction}, velocity {record.velocity}"
    free = resolver.roster.placements.get(record.id)
    if record.status == RESERVE:
        why = "It comes into play later; an  enter  line says then how"
        resolver.not_done(f"{resolver.name} is in reserve", why, "DV PBM")
        return None
    unit = resolver.unit
    if unit is not None and unit.is_ship and unit.mother:
        stands = f"it is aboard {resolver.roster.designation(unit.mother)}"
    if free is None:
        why = capital(stands)
        resolver.not_done(f"the place of {resolver.name} is not free to choose", why, "DV PBM")
        return None
    if fault := placing_fault(resolver.roster.state, free, line):
        resolver.refuse(
            f"{resolver.name} cannot be placed like this",
            reason=capital(fault),
            rule="DV PBM",
            outcome=f"Unless another line places it, {stands}",
        )
    return line


# --- where a ship may begin ---


def placing_fault(state: State, freedom: Placement, line: PlaceLine) -> str:
    """Why a place line is outside the freedom of its ship, in a phrase; empty if it is not."""
    if line.at is not None and line.at not in freedom.hexes:
        names = [state.maps.label(at) for at in freedom.hexes]
        return f"{state.maps.label(line.at)} is not open to it: {_listed(names)}"
    if line.direction is not None and line.direction not in freedom.directions:
        return f"direction {line.direction} is not open to it: {_listed(freedom.directions)}"
    if line.velocity is not None and line.velocity not in freedom.velocities:
        return f"velocity {line.velocity} is not open to it: {_listed(freedom.velocities)}"
    return ""


def _listed(things: list[str] | tuple[int, ...]) -> str:
    names = [str(thing) for thing in things]
    return ", ".join(names) if len(names) <= 20 else f"{names[0]} to {names[-1]}"


def freedom(terms: Purchase, start: PlaceLine | None, maps: Maps) -> Placement:
    """Where the ships of a fleet may begin; a FLEET line may have named the hex."""
    return Placement(
        _around(terms, start_of(terms, start), maps), terms.directions, terms.velocities
    )


def start_of(terms: Purchase, start: PlaceLine | None) -> Hex:
    """The hex a fleet begins at, or near to."""
    return terms.start if start is None or start.at is None else start.at


def _around(terms: Purchase, at: Hex, maps: Maps) -> tuple[Hex, ...]:
    """The hexes of the maps near enough to the start, that itself first."""
    reach = range(-terms.within, terms.within + 1)
    near = [Hex(at.column + x, at.row + y) for x in reach for y in reach]
    found = [one for one in near if one in maps and maps.grid.distance(one, at) <= terms.within]
    return (at, *(one for one in found if one != at))


def start_fault(terms: Purchase, line: PlaceLine, maps: Maps) -> str:
    """Why a FLEET line cannot stand, in a phrase; empty if it can."""
    if line.at is not None and line.at != terms.start and not terms.anywhere:
        return f"the fleet begins at {maps.label(terms.start)}, which is not free to choose"
    if line.direction is not None and line.direction not in terms.directions:
        return f"direction {line.direction} is not open to it: {_listed(terms.directions)}"
    if line.velocity is not None and line.velocity not in terms.velocities:
        return f"velocity {line.velocity} is not open to it: {_listed(terms.velocities)}"
    return ""


def _prefill(sheet: Prefill) -> Iterator[str]:
    """Where the unit may begin, and where it begins if nothing is changed."""
    record, unit, names, free = sheet.record, sheet.unit, sheet.names, sheet.free
    if free is None:
        where = f"at {record.at}, direction {unit.direction}, velocity {unit.velocity}"
        if unit.is_ship and unit.mother:
            where = f"aboard {sheet.roster.designation(unit.mother)}"
        yield from remark(f"{record.title} {where}: not free to be placed")
        return
    hexes = [names.hex(at) for at in free.hexes]
    yield from sheet.remarks(
        ("hexes", f"free to choose: {hexes_in_words(hexes) or 'no hex'}"),
        ("course", course_in_words(free.directions, free.velocities)),
    )
    here = PlaceLine(NOWHERE, unit.at, unit.direction, unit.velocity)
    yield f"  {place_text(here, names)}" if names.hex(unit.at) in hexes else "  # at ..."


ORDER = UnitOrder(
    "place",
    PlaceLine,
    _read,
    place_text,
    _check,
    starts=("place", "at +[a-z]+[0-9]{4}"),
    unreached=last_counts("place"),
    kinds=CRAFT,
    why="Missiles are not placed at set-up",
    rule="DV 10.1",
    is_setup=True,
    prefill=_prefill,
)
