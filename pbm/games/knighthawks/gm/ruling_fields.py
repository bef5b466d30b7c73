"""The fields of a ship that a ruling may set, each with its limits."""

import re

from msgspec.structs import replace

from pbm.drawing.hexgrid import SIDES, Hex, distance, parse_hex
from pbm.engine.field_parsers import RefusedValue, number
from pbm.engine.ruling_fields import YES_NO, Fields, RulingField, Whole, WordChoice, any_words
from pbm.games.knighthawks.state.state import (
    DESTROYED,
    IN_PLAY,
    LOST,
    ORBIT_MOVES,
    SUPPLIES,
    Orbit,
    Planet,
    Screen,
    Ship,
    State,
)

MOST = 1000  # of anything that is counted; as in a scenario file


def hex_of(state: State, _ship: Ship | None, text: str, *_names: str) -> Hex:
    """A hex on the map that no planet fills. Rule: KH 3 Planets."""
    try:
        at = parse_hex(text)
    except ValueError:
        raise RefusedValue(
            f'"{text}" is not a hex', remedy="A hex is four digits, such as 0512"
        ) from None
    if at not in state.map:
        last = Hex(state.map.columns, state.map.rows)
        raise RefusedValue(f"{at} is off the map", f"The map ends at {last}")
    for planet in state.planets:
        if planet.at == at:
            raise RefusedValue(f"{at} is the hex of {planet.name}", rule="KH 3 Planets")
    return at


def _placed(ship: Ship, at: Hex, *_names: str) -> Ship:
    """The ship put down in a hex: it has come from nowhere, and is in orbit no more."""
    screen = None if ship.orbit else ship.screen
    return replace(ship, at=at, path=(at,), came_from=None, turns_made=0, orbit=None, screen=screen)


def _speed(_state: State, ship: Ship, text: str, *_names: str) -> int:
    """A speed. Rule: KH 3 Orbiting Planets (a ship in orbit has none)."""
    new = number("speed", text, 0, MOST)
    if new and ship.station:
        raise RefusedValue(f"{ship.designation} is a station", "A station has speed 0")
    if new and ship.orbit:
        raise RefusedValue(
            f"{ship.designation} is in orbit",
            "A ship in orbit has speed 0",
            f"Write first: set {ship.designation}.orbit = none",
            "KH 3 Orbiting Planets",
        )
    return new


def _hull(_state: State, ship: Ship, text: str, *_names: str) -> int:
    if text == "0":
        raise RefusedValue(
            "A ship with no hull points is destroyed",
            remedy=f"Write: set {ship.designation}.status = destroyed",
        )
    return number("hull", text, 1, ship.hull_points)


def _with_hull(ship: Ship, hull: int, *_names: str) -> Ship:
    """The ship with its hull points; a destroyed one is in play again with them."""
    return replace(ship, hull=hull, status=IN_PLAY if ship.status == DESTROYED else ship.status)


def _evading(state: State, ship: Ship, text: str, *_names: str) -> bool:
    evading: bool = YES_NO(state, ship, text)
    if evading and not ship.evades:
        raise RefusedValue(
            f"{ship.designation} cannot evade",
            f"{ship.klass} is not a small ship",
            rule="KH 4 Evasive Maneuvers",
        )
    return evading


def _screened(ship: Ship, up: bool, *_names: str) -> Ship:
    moves = ORBIT_MOVES if ship.orbit else 0
    return replace(ship, screen=Screen(ship.at, moves) if up else None)


def _orbit(state: State, ship: Ship, text: str, *_names: str) -> Orbit | None:
    if text.casefold() == "none":
        return None
    name, _, way = text.rpartition(" ")
    wanted = name.strip().strip('"').casefold()
    if way.casefold() not in ("clockwise", "counterclockwise"):
        raise RefusedValue(
            f'"{text}" is not an orbit', remedy="Write P1 clockwise, P1 counterclockwise or none"
        )
    for planet in state.planets:
        if wanted not in (planet.designation.casefold(), planet.name.casefold()):
            continue
        if distance(ship.at, planet.at) != 1:
            raise RefusedValue(
                f"{ship.designation} is not next to {planet.designation}",
                f"It is at {ship.at}, {planet.designation} at {planet.at}",
                f"Move it first: move {ship.designation} to HEX",
                "KH 3 Orbiting Planets",
            )
        return Orbit(planet.id, way.casefold() == "clockwise")
    planets = [planet.designation for planet in state.planets]
    raise RefusedValue(
        f'"{name}" is not a planet of this map',
        remedy=f"The planets are {', '.join(planets)}" if planets else "This map has none",
    )


def _orbiting(ship: Ship, orbit: Orbit | None, *_names: str) -> Ship:
    """The ship in this orbit or in none; a screen falls as it does in play. Ambiguity: KH-A27."""
    screen = ship.screen if orbit == ship.orbit else None
    return replace(ship, orbit=orbit, speed=0 if orbit else ship.speed, screen=screen)


def _status(ship: Ship, status: str, *_names: str) -> Ship:
    if status != IN_PLAY:
        hull = 0 if status == DESTROYED else ship.hull
        return replace(ship, status=status, hull=hull, orbit=None, screen=None, evading=False)
    if not ship.hull:
        raise RefusedValue(
            f"{ship.designation} has no hull points",
            remedy=f"Write instead: set {ship.designation}.hull = 1, or as many as it has",
        )
    return replace(ship, status=status)


def free_name(state: State, own: Ship | None, text: str, *_names: str) -> str:
    """A name for a ship that nothing else in the game has."""
    if not 1 <= len(text) <= 60:
        raise RefusedValue("A name has 1 to 60 characters", f"This one has {len(text)}")
    others: list[Ship | Planet] = [*state.ships, *state.planets]
    for other in others:
        taken = (other.designation.casefold(), other.name.casefold())
        if other is not own and text.casefold() in taken:
            raise RefusedValue(f'"{text}" is already the name of {other.designation}')
    return text


def _supply(_state: State, ship: Ship, text: str, _field: str, which: str) -> int:
    began = ship.supplies_at_start.get(which, 0)
    if re.fullmatch(r"[0-9]{1,6}", text) and int(text) > began:
        raise RefusedValue(
            f"{ship.designation} cannot have {text} of {which}",
            f"Its record sheet has room for {began}",
            f"Write first: set {ship.designation}.supplies_at_start.{which} = {text}",
        )
    return number(f"supply {which}", text, 0, began)


def _supply_at_start(_state: State, ship: Ship, text: str, _field: str, which: str) -> int:
    return number(f"supply {which}", text, ship.left(which), MOST)


def _supplied(ship: Ship, count: int, field: str, which: str) -> Ship:
    return replace(ship, **{field: {**getattr(ship, field), which: count}})


FIELDS = Fields(
    "a ship",
    State.ship,
    lambda state, ship: state.with_ships([ship]),
    {
        "hull": RulingField(_hull, change=_with_hull),
        "hull_points": RulingField(
            Whole("hull points", 10_000, lambda _state, ship: max(1, ship.hull))
        ),
        "adf": RulingField(Whole("ADF", MOST)),
        "mr": RulingField(Whole("MR", MOST)),
        "speed": RulingField(_speed),
        "facing": RulingField(
            WordChoice(
                {str(side): side for side in SIDES},
                "is not a hexside",
                f"They are {', '.join(map(str, SIDES))}",
            )
        ),
        "at": RulingField(hex_of, change=_placed),
        "reflective": RulingField(YES_NO),
        "evades": RulingField(YES_NO),
        "evading": RulingField(_evading),
        "screen": RulingField(
            WordChoice({"up": True, "down": False}, "is not a state of a screen"), change=_screened
        ),
        "orbit": RulingField(_orbit, change=_orbiting),
        "status": RulingField(
            WordChoice(
                {one: one for one in (IN_PLAY, DESTROYED, LOST)}, "is not a status of a ship"
            ),
            change=_status,
        ),
        "name": RulingField(free_name),
        "owner": RulingField(any_words),
        **{f"supplies.{one}": RulingField(_supply, change=_supplied) for one in SUPPLIES},
        **{
            f"supplies_at_start.{one}": RulingField(_supply_at_start, change=_supplied)
            for one in SUPPLIES
        },
    },
    moves=("facing", "speed"),
)
