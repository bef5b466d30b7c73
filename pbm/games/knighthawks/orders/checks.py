"""What is understood but not allowed: each order against the rules, as far as its player knows.

A movement the run could not carry out as written is kept, since the run makes the nearest
legal one of it; a line that could never be carried out is left out. Both are said with their
numbers and the rule. Legality itself stands where the run has it: `plots`, `duty`, `weapons`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbm.drawing.hexgrid import distance
from pbm.games.knighthawks.orders.building import ICM_KINDS, Builder
from pbm.games.knighthawks.orders.check_fire import check_evade, check_fire, check_icm
from pbm.games.knighthawks.orders.check_moves import check_move
from pbm.games.knighthawks.orders.orders import (
    ALWAYS,
    EvadeLine,
    FireLine,
    IcmLine,
    MoveLine,
    PlaceLine,
    ShipOrders,
)
from pbm.games.knighthawks.orders.roster import at
from pbm.games.knighthawks.view.record import PlacementView
from pbm.kit.problems import illegal
from pbm.language.line_log import article
from pbm.language.order_builder import NOT_DONE


def check(builder: Builder, verb: str, line: Any, kind: str) -> Any:
    """The order if it is to be kept, perhaps with less in it, else None.

    Problems go to the builder. Rule: KH PBM.
    """
    if (verb == "place") != (kind == "SETUP"):
        fault = (
            "a place line belongs on a SETUP sheet"
            if verb == "place"
            else f"{article(verb)} {verb} line has no place on a SETUP sheet"
        )
        why = "Ships are placed at set-up, and do nothing else there"
        builder.say(illegal(fault, reason=why, outcome=NOT_DONE))
        return None
    match line:
        case MoveLine():
            return check_move(builder, line)
        case FireLine():
            return check_fire(builder, verb, line)
        case IcmLine():
            return check_icm(builder, line)
        case EvadeLine():
            return check_evade(builder, line)
        case _:
            return _place(builder, line)


# --- set-up ---------------------------------------------------------------------------------


def _place(builder: Builder, line: PlaceLine) -> PlaceLine | None:
    ship = builder.ship
    free = builder.roster.placements.get(ship.id)
    stands = f"It stands at {ship.at}, facing {ship.facing}, speed {ship.speed}"
    if free is None:
        builder.say(
            illegal(
                f"the place of {builder.name} is not free to choose",
                reason=stands,
                rule="KH PBM",
                outcome=NOT_DONE,
            ),
        )
        return None
    for why in _placing_faults(builder, line, free):
        builder.say(
            illegal(
                f"{builder.name} cannot be placed like this",
                reason=why,
                rule="KH PBM",
                outcome=f"Unless another line places it, {stands[0].lower()}{stands[1:]}",
            ),
        )
    return line


def _placing_faults(builder: Builder, line: PlaceLine, free: PlacementView) -> Iterator[str]:
    ship = builder.ship
    place = str(line.at) if line.at is not None else ship.at
    if place not in free.hexes:
        hexes = sorted(free.hexes)
        yield f"{place} is not one of its {len(hexes)} hexes, {hexes[0]} to {hexes[-1]}"
    if line.orbit is not None:
        planet = next(p for p in builder.roster.planets if p.id == line.orbit.planet)
        apart = distance(line.at or at(ship), at(planet))
        where = f"{planet.designation} at {planet.at}"
        if apart != 1:
            yield f"{place} is {apart} hexes from {where}, not next to it"
        elif shut := builder.roster.shut_ring(planet):
            yield f"Hex {shut} of the ring of {where} is off the map or a planet's"
        if line.speed:
            yield f"A ship in orbit has speed 0, not {line.speed}"
    if line.facing is not None and line.facing not in free.facings:
        yield f"It may face {', '.join(map(str, free.facings))}, not {line.facing}"
    least, most = free.speed_least, free.speed_most
    if line.speed is not None and not least <= line.speed <= most:
        yield f"Its speed may be {least} to {most}, not {line.speed}"


# --- the ship's lines together --------------------------------------------------------------


def unreached(
    ships: Mapping[str, ShipOrders], names: Mapping[str, str]
) -> Iterator[tuple[int, str, str]]:
    """Lines that cannot count because one above always does: line number, fault, reason."""
    for ship in ships.values():
        name = names[ship.ship]
        moves = [line for line in ship.move if line.way or line.facing or line.face_ships]
        for kind, lines in (("move", moves), ("evade", ship.evade)):
            yield from _after_always(kind, lines, name)
        yield from _icm_after(ship.icm, name)
        for placing in ship.place[1:]:
            fault = f"there is more than one place line for {name}"
            yield _number(placing), fault, "The last that can be carried out counts"


def _after_always(kind: str, lines: Sequence[Any], name: str) -> Iterator[tuple[int, str, str]]:
    always = 0
    for line in lines:
        if always:
            reason = f"Line {always} comes first and always holds"
            yield _number(line), f"this {kind} line of {name} never counts", reason
        elif line.condition == ALWAYS:
            always = _number(line)


def _icm_after(lines: Sequence[IcmLine], name: str) -> Iterator[tuple[int, str, str]]:
    """For each kind of weapon the first line that speaks of it counts."""
    spoken: set[str] = set()
    for line in lines:
        kinds = set(line.each or ICM_KINDS if line.until is not None else line.each)
        if kinds and kinds <= spoken:
            reason = "The lines above it speak of the same weapons, and come first"
            yield _number(line), f"this icm line of {name} never counts", reason
        spoken |= kinds


def _number(line: Any) -> int:
    return int(line.ref.line)
