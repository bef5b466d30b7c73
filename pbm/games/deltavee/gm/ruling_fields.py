"""The fields of a unit that the game master can set, each with its limits.

A setter gives the state as it then is, or raises ``Refused`` with the reason and a remedy.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.engine.field_parsers import Refused, number, yes
from pbm.games.deltavee.rules.victory.leaving import out_of_play
from pbm.games.deltavee.state.energy import capacity
from pbm.games.deltavee.state.geometry import DIRECTIONS, Direction
from pbm.games.deltavee.state.hulls import MODULE, field_names
from pbm.games.deltavee.state.ratings import pod_stock
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import (
    BRIDGE,
    DAMAGED,
    DESTROYED,
    DESTROYED_PART,
    ENGINE,
    FORCE_FIELD,
    IN_PLAY,
    JUMPED,
    JUMPING,
    LANDED,
    LEFT,
    MISSILE_TYPES,
    OK,
    PREPARING,
    VULNERABLE,
    WAITING,
    Unit,
)

MOST_VELOCITY = 99
MOST_MISSILES = 99
OUT = (DESTROYED, LANDED, JUMPED, LEFT)
STATUSES = (OK, VULNERABLE, DAMAGED, DESTROYED_PART)

Setter = Callable[[State, Unit, str], State]


def hex_of(state: State, text: str) -> Hex:
    """A hex on the maps in play."""
    try:
        return state.maps.parse(text)
    except ValueError:
        letters = ", ".join(tile.letter for tile in state.maps.tiles)
        raise Refused(
            f'"{text}" is no hex of the maps',
            remedy=f"A hex is such as A0207; the maps are {letters}",
        ) from None


def placed(state: State, unit: Unit, at: Hex) -> State:
    """The state with a unit put down in a hex, alone, with what it carries.

    Interceptions tried in its former hex are forgotten.
    """
    carried = [] if unit.is_missile else [replace(one, at=at) for one in state.stacked(unit.id)]
    return replace(
        state.with_units(replace(unit, at=at, zig=0, landing=False), *carried),
        docks=tuple(dock for dock in state.docks if unit.id not in (dock.lead, dock.other)),
        tried=tuple(pair for pair in state.tried if unit.id not in pair),
    )


def direction(state: State, unit: Unit, text: str) -> State:
    """The state with a unit pointing another way; its Direction Reminder is taken away."""
    new = Direction(number("direction", text, DIRECTIONS[0], DIRECTIONS[-1]))
    return state.with_units(replace(unit, direction=new, zig=0))


def velocity(state: State, unit: Unit, text: str) -> State:
    """The state with a unit at a velocity."""
    new = number("velocity", text, 0, MOST_VELOCITY)
    return state.with_units(replace(unit, velocity=new, landing=False))


def _energy(state: State, unit: Unit, text: str) -> State:
    most = capacity(unit)
    if not most:
        raise Refused(f"{unit.designation} holds no energy")
    return state.with_units(replace(unit, spent=most - number("energy", text, 0, most)))


def _flag(name: str) -> Setter:
    def set_it(state: State, unit: Unit, text: str) -> State:
        changed: dict[str, Any] = {name: yes(text)}
        return state.with_units(replace(unit, **changed))

    return set_it


def _revealed(state: State, unit: Unit, text: str) -> State:
    if unit.is_ship:
        raise Refused("A spaceship is always revealed", rule="DV 2.5")
    shown = yes(text)
    if shown or unit.contact:
        return state.with_units(replace(unit, revealed=shown))
    given = state.contacts.get(unit.side, 0) + 1
    hidden = replace(unit, revealed=False, contact=given)
    return replace(state.with_units(hidden), contacts={**state.contacts, unit.side: given})


def _field(state: State, unit: Unit, text: str) -> State:
    if text.casefold() not in ("up", "down"):
        raise Refused(f'"{text}" is no state of a force field', remedy="Write up or down")
    if text.casefold() == "up" and unit.hull_part(FORCE_FIELD) is None:
        raise Refused(f"{unit.designation} has no force field")
    return state.with_units(replace(unit, field_up=text.casefold() == "up"))


def _jump(state: State, unit: Unit, text: str) -> State:
    wanted = "" if text.casefold() == "none" else text.casefold()
    if wanted not in ("", PREPARING, JUMPING):
        raise Refused(f'"{text}" is no jump marker', remedy=f"Write {PREPARING}, {JUMPING} or none")
    if wanted and not unit.is_ship:
        raise Refused("Only a spaceship can jump", rule="DV 7.2")
    return state.with_units(replace(unit, jump=wanted))


def status(state: State, unit: Unit, text: str) -> State:
    """The state with a unit in or out of play."""
    wanted = text.casefold()
    if wanted in OUT:
        return out_of_play(state, unit.id, wanted)
    if wanted == IN_PLAY and unit.status != WAITING:
        return state.with_units(
            replace(unit, status=IN_PLAY, revealed=unit.revealed or unit.is_ship)
        )
    if wanted == IN_PLAY:
        raise Refused(f"{unit.designation} is placed by its set-up")
    raise Refused(f'"{text}" is no status of a unit', remedy=f"Write {', '.join((IN_PLAY, *OUT))}")


def _name(state: State, unit: Unit, text: str) -> State:
    if len(text) > 60:
        raise Refused("A name has at most 60 signs", f"This one has {len(text)}")
    return state.with_units(replace(unit, name=text))


def _owner(state: State, unit: Unit, text: str) -> State:
    sides = {one.side for one in state.units if one.owner == text}
    if sides and unit.side not in sides:
        raise Refused(f"{unit.designation} cannot change sides", "The player is of the enemy's")
    return state.with_units(replace(unit, owner=text))


def _part(name: str) -> Setter:
    def set_it(state: State, unit: Unit, text: str) -> State:
        part = unit.part(name)
        if part is None:
            names = ", ".join(one.name.replace(" ", "_") for one in unit.parts) or "none"
            raise Refused(f"{unit.designation} has no {name}", remedy=f"Its parts are {names}")
        wanted = {mark.casefold(): mark for mark in STATUSES}.get(text.casefold())
        if wanted is None:
            raise Refused(f'"{text}" is no status of a part', remedy=f"Write {', '.join(STATUSES)}")
        return state.with_units(unit.with_part(replace(part, status=wanted)))

    return set_it


def _stock(name: str, type: str) -> Setter:
    def set_it(state: State, unit: Unit, text: str) -> State:
        pod = unit.part(name)
        if pod is None or type not in pod_stock(pod.kind):
            raise Refused(f"{unit.designation} has no {type} missiles in {name}")
        stock = {**pod.stock, type: number(f"{type} missiles", text, 0, MOST_MISSILES)}
        return state.with_units(unit.with_part(replace(pod, stock=stock)))

    return set_it


_BOXES = range(1, 40)
# Parts of hulls that are not like the others.
SELDOM = ("hull", "grid", MODULE, *(one.replace(" ", "_") for one in field_names("heavy_cruiser")))
_HULL = (BRIDGE, ENGINE, FORCE_FIELD, *(name.replace("_", " ") for name in SELDOM))

FIELDS: Mapping[str, Setter] = {
    "at": lambda state, unit, text: placed(state, unit, hex_of(state, text)),
    "direction": direction,
    "velocity": velocity,
    "energy": _energy,
    "status": status,
    "field": _field,
    "jump": _jump,
    "revealed": _revealed,
    "dormant": _flag("dormant"),
    "released": _flag("released"),
    "name": _name,
    "owner": _owner,
    **{name.replace(" ", "_"): _part(name) for name in _HULL},
    **{f"pod_{box}": _part(f"pod {box}") for box in _BOXES},
    **{f"pod_{box}.{type}": _stock(f"pod {box}", type) for box in _BOXES for type in MISSILE_TYPES},
}
# What lies open on the table of a revealed unit; the rest is its own side's.
OPEN_FIELDS = ("at", "direction", "velocity", "status", "field", "jump", "revealed", "dormant")
