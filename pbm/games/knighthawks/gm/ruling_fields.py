"""The fields of a ship that the game master can set, each with its limits.

A setter gives the ship as it then is, or raises ``Refused`` with the reason and a remedy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from pbm.drawing.hexgrid import SIDES, Hex, Side, distance, parse_hex
from pbm.engine.field_parsers import Refused, number, yes
from pbm.games.knighthawks.state.state import (
    DESTROYED,
    IN_PLAY,
    LOST,
    SUPPLIES,
    Orbit,
    Planet,
    Screen,
    Ship,
    State,
)

MOST = 1000  # of anything that is counted; as in a scenario file
MOST_HULL = 10000
# Moves from hex to hex round a planet until a ship is where it began.
ORBIT_MOVES = 6

Setter = Callable[[State, Ship, str], Ship]


def facing(text: str) -> Side:
    """A hexside by its clock number."""
    if text not in [str(side) for side in SIDES]:
        raise Refused(
            f'"{text}" is no hexside', remedy=f"They are {', '.join(str(side) for side in SIDES)}"
        )
    return Side(int(text))


def hex_of(state: State, text: str) -> Hex:
    """A hex on the map that no planet fills. Rule: KH 3 Planets."""
    try:
        at = parse_hex(text)
    except ValueError:
        raise Refused(f'"{text}" is no hex', remedy="A hex is four digits, such as 0512") from None
    if at not in state.map:
        last = Hex(state.map.columns, state.map.rows)
        raise Refused(f"{at} is off the map", f"The map ends at {last}")
    for planet in state.planets:
        if planet.at == at:
            raise Refused(f"{at} is the hex of {planet.name}", rule="KH 3 Planets")
    return at


def placed(ship: Ship, at: Hex) -> Ship:
    """The ship put down in a hex: it has come from nowhere, and is in orbit no more."""
    return replace(
        ship,
        at=at,
        path=(at,),
        came_from=None,
        turns_made=0,
        orbit=None,
        screen=None if ship.orbit else ship.screen,
    )


def speed(ship: Ship, text: str) -> Ship:
    """The ship at a speed. Rule: KH 3 Orbiting Planets (a ship in orbit has none)."""
    new = number("speed", text, 0, MOST)
    if new and ship.station:
        raise Refused(f"{ship.designation} is a station", "A station has speed 0")
    if new and ship.orbit:
        raise Refused(
            f"{ship.designation} is in orbit",
            "A ship in orbit has speed 0",
            f"Write first: set {ship.designation}.orbit = none",
            "KH 3 Orbiting Planets",
        )
    return replace(ship, speed=new)


def _hull(_state: State, ship: Ship, text: str) -> Ship:
    if text == "0":
        raise Refused(
            "A ship with no hull points is destroyed",
            remedy=f"Write: set {ship.designation}.status = destroyed",
        )
    return replace(ship, hull=number("hull", text, 1, ship.hull_points))


def _hull_points(_state: State, ship: Ship, text: str) -> Ship:
    return replace(ship, hull_points=number("hull points", text, max(1, ship.hull), MOST_HULL))


def _counted(name: str) -> Setter:
    def set_it(_state: State, ship: Ship, text: str) -> Ship:
        changed: dict[str, Any] = {name: number(name.upper(), text, 0, MOST)}
        return replace(ship, **changed)

    return set_it


def _flag(name: str) -> Setter:
    def set_it(_state: State, ship: Ship, text: str) -> Ship:
        changed: dict[str, Any] = {name: yes(text)}
        return replace(ship, **changed)

    return set_it


def _evading(_state: State, ship: Ship, text: str) -> Ship:
    if yes(text) and not ship.evades:
        raise Refused(
            f"{ship.designation} cannot evade",
            f"{ship.klass} is no small ship",
            rule="KH 4 Evasive Maneuvers",
        )
    return replace(ship, evading=yes(text))


def _screen(_state: State, ship: Ship, text: str) -> Ship:
    if text.casefold() not in ("up", "down"):
        raise Refused(f'"{text}" is no state of a screen', remedy="Write up or down")
    if text.casefold() == "down":
        return replace(ship, screen=None)
    return replace(ship, screen=Screen(ship.at, ORBIT_MOVES if ship.orbit else 0))


def _orbit(state: State, ship: Ship, text: str) -> Ship:
    if text.casefold() == "none":
        return replace(ship, orbit=None)
    name, _, way = text.rpartition(" ")
    wanted = name.strip().strip('"').casefold()
    if way.casefold() not in ("clockwise", "counterclockwise"):
        raise Refused(
            f'"{text}" is no orbit', remedy="Write P1 clockwise, P1 counterclockwise or none"
        )
    for planet in state.planets:
        if wanted not in (planet.designation.casefold(), planet.name.casefold()):
            continue
        if distance(ship.at, planet.at) != 1:
            raise Refused(
                f"{ship.designation} is not next to {planet.designation}",
                f"It is at {ship.at}, {planet.designation} at {planet.at}",
                f"Move it first: move {ship.designation} to HEX",
                "KH 3 Orbiting Planets",
            )
        return replace(ship, speed=0, orbit=Orbit(planet.id, way.casefold() == "clockwise"))
    planets = [planet.designation for planet in state.planets]
    raise Refused(
        f'"{name}" is no planet here',
        remedy=f"The planets are {', '.join(planets)}" if planets else "This map has none",
    )


def _status(_state: State, ship: Ship, text: str) -> Ship:
    status = text.casefold()
    if status not in (IN_PLAY, DESTROYED, LOST):
        raise Refused(
            f'"{text}" is no status of a ship', remedy=f"Write {IN_PLAY}, {DESTROYED} or {LOST}"
        )
    if status != IN_PLAY:
        hull = 0 if status == DESTROYED else ship.hull
        return replace(ship, status=status, hull=hull, orbit=None, screen=None, evading=False)
    if not ship.hull:
        raise Refused(
            f"{ship.designation} has no hull points",
            remedy=f"Write first: set {ship.designation}.hull = 1, or as many as it has",
        )
    return replace(ship, status=status)


def _name(state: State, ship: Ship, text: str) -> Ship:
    return replace(ship, name=free_name(state, text, ship))


def free_name(state: State, text: str, own: Ship | None = None) -> str:
    """A name for a ship that nothing else in the game bears."""
    if not 1 <= len(text) <= 60:
        raise Refused("A name has 1 to 60 signs", f"This one has {len(text)}")
    others: list[Ship | Planet] = [*state.ships, *state.planets]
    for other in others:
        taken = (other.designation.casefold(), other.name.casefold())
        if other is not own and text.casefold() in taken:
            raise Refused(f'"{text}" is already the name of {other.designation}')
    return text


def _owner(_state: State, ship: Ship, text: str) -> Ship:
    return replace(ship, owner=text)


def _supply(which: str, at_start: bool) -> Setter:
    def set_it(_state: State, ship: Ship, text: str) -> Ship:
        began = ship.supplies_at_start.get(which, 0)
        what = f"supply {which}"
        if at_start:
            most = number(what, text, ship.left(which), MOST)
            return replace(ship, supplies_at_start={**ship.supplies_at_start, which: most})
        if re.fullmatch(r"[0-9]{1,6}", text) and int(text) > began:
            raise Refused(
                f"{ship.designation} cannot have {text} of {which}",
                f"Its record sheet has room for {began}",
                f"Write first: set {ship.designation}.supplies_at_start.{which} = {text}",
            )
        return replace(ship, supplies={**ship.supplies, which: number(what, text, 0, began)})

    return set_it


FIELDS: Mapping[str, Setter] = {
    "hull": _hull,
    "hull_points": _hull_points,
    "adf": _counted("adf"),
    "mr": _counted("mr"),
    "speed": lambda _state, ship, text: speed(ship, text),
    "facing": lambda _state, ship, text: replace(ship, facing=facing(text)),
    "at": lambda state, ship, text: placed(ship, hex_of(state, text)),
    "reflective": _flag("reflective"),
    "evades": _flag("evades"),
    "evading": _evading,
    "screen": _screen,
    "orbit": _orbit,
    "status": _status,
    "name": _name,
    "owner": _owner,
    **{f"supplies.{supply}": _supply(supply, False) for supply in SUPPLIES},
    **{f"supplies_at_start.{supply}": _supply(supply, True) for supply in SUPPLIES},
}
