"""The ``place`` order of a set-up sheet: where a ship begins. Rule: KH PBM."""

from collections.abc import Iterator, Sequence

from pbm.drawing.hexgrid import Hex, Side, distance
from pbm.engine.events import OrderRef
from pbm.games.knighthawks.orders.part import ShipOrder
from pbm.games.knighthawks.orders.prefill import Prefill
from pbm.games.knighthawks.orders.resolver import ShipResolver
from pbm.games.knighthawks.orders.roster import at
from pbm.games.knighthawks.orders.ways import EnterOrbit, read_orbit, way_text
from pbm.games.knighthawks.view.record import PlacementView
from pbm.kit.records import Record
from pbm.language.order import last_counts
from pbm.language.order_resolver import NOT_DONE
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name, remark


class PlaceLine(Record):
    """The ``place`` line of a set-up sheet."""

    ref: OrderRef
    at: Hex | None = None
    facing: Side | None = None
    speed: int | None = None
    orbit: EnterOrbit | None = None


def _read(resolver: ShipResolver, node: Node) -> PlaceLine:
    parts = resolver.once(node.parts)
    hex, facing = parts.get("place_at"), parts.get("facing")
    orbit, speed = parts.get("orbit"), parts.get("speed")
    return PlaceLine(
        ref=resolver.ref,
        at=resolver.hex(hex.tokens("HEX")[0]) if hex else None,
        facing=resolver.side(facing) if facing else None,
        speed=speed.number if speed else None,
        orbit=read_orbit(resolver, orbit) if orbit else None,
    )


def _check(resolver: ShipResolver, line: PlaceLine) -> PlaceLine | None:
    ship = resolver.ship
    free = resolver.roster.placements.get(ship.id)
    stands = f"It stands at {ship.at}, facing {ship.facing}, speed {ship.speed}"
    if free is None:
        resolver.refuse(
            f"the place of {resolver.name} is not free to choose",
            reason=stands,
            rule="KH PBM",
            outcome=NOT_DONE,
        )
        return None
    for why in _faults(resolver, line, free):
        resolver.refuse(
            f"{resolver.name} cannot be placed like this",
            reason=why,
            rule="KH PBM",
            outcome=f"Unless another line places it, {stands[0].lower()}{stands[1:]}",
        )
    return line


def _faults(resolver: ShipResolver, line: PlaceLine, free: PlacementView) -> Iterator[str]:
    ship, roster = resolver.ship, resolver.roster
    place = str(line.at) if line.at is not None else ship.at
    if place not in free.hexes:
        hexes = sorted(free.hexes)
        yield f"{place} is not one of its {len(hexes)} hexes, {hexes[0]} to {hexes[-1]}"
    if line.orbit is not None:
        planet = next(p for p in roster.planets if p.id == line.orbit.planet)
        apart = distance(line.at or at(ship), at(planet))
        where = f"{planet.designation} at {planet.at}"
        if apart != 1:
            yield f"{place} is {apart} hexes from {where}, not next to it"
        elif shut := roster.shut_ring(planet):
            yield f"Hex {shut} of the ring of {where} is off the map or a planet's"
        if line.speed:
            yield f"A ship in orbit has speed 0, not {line.speed}"
    if line.facing is not None and line.facing not in free.facings:
        yield f"It may face {', '.join(map(str, free.facings))}, not {line.facing}"
    least, most = free.speed_least, free.speed_most
    if line.speed is not None and not least <= line.speed <= most:
        yield f"Its speed may be {least} to {most}, not {line.speed}"


def _text(line: PlaceLine, name: Name) -> str:
    parts: list[str] = []
    if line.at is not None:
        parts.append(f"at {line.at}")
    if line.orbit is not None:
        parts.append(way_text(line.orbit, name))
    if line.facing is not None:
        parts.append(f"facing {line.facing}")
    if line.speed is not None:
        parts.append(f"speed {line.speed}")
    return f"place {' '.join(parts)}"


def _prefill(sheet: Prefill) -> Iterator[str]:
    ship = sheet.ship
    free = sheet.roster.placements.get(ship.id)
    if free is None:
        where = f"stands at {ship.at}, facing {ship.facing}, speed {ship.speed}"
        yield from remark(f"{ship.klass}, {where}")
        return
    facings = ", ".join(str(facing) for facing in free.facings)
    course = f"facing {facings}; speed {free.speed_least} to {free.speed_most}"
    yield from remark(ship.klass)
    yield from sheet.told.remarks(
        sheet.name(ship.id),
        [("hexes", f"free to choose: {_block(sorted(free.hexes))}"), ("facing and speed", course)],
    )
    if ship.orbit:
        orbit = EnterOrbit(ship.orbit.planet, ship.orbit.clockwise)
        yield f"  place {way_text(orbit, sheet.name)} facing {ship.facing}"
    else:
        yield f"  place at {ship.at} facing {ship.facing} speed {ship.speed}"


def _block(hexes: Sequence[str]) -> str:
    if not hexes:
        return "no hex"
    columns = sorted({at.partition(".")[0] if "." in at else at[:2] for at in hexes})
    rows = sorted({at.partition(".")[2] if "." in at else at[2:] for at in hexes})
    return (
        f"columns {columns[0]} to {columns[-1]}, rows {rows[0]} to {rows[-1]}"
        f" ({len(hexes)} hexes), no planet's hex"
    )


PLACE = ShipOrder(
    verb="place",
    line=PlaceLine,
    read=_read,
    check=_check,
    line_text=_text,
    prefill=_prefill,
    unreached=last_counts("place"),
    is_setup=True,
)
