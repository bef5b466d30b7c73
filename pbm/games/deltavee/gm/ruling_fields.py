"""The fields of a unit that a ruling may set, each with its limits."""

from typing import Any

from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.engine.field_parsers import RefusedValue, number
from pbm.engine.ruling_fields import YES_NO, Fields, RulingField, Whole, WordChoice
from pbm.games.deltavee.rules.fire.damage import is_wreck
from pbm.games.deltavee.rules.victory.leaving import out_of_play
from pbm.games.deltavee.state.energy import capacity
from pbm.games.deltavee.state.geometry import DIRECTIONS, Direction
from pbm.games.deltavee.state.hulls import MODULE, field_names
from pbm.games.deltavee.state.ratings import pod_stock
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import (
    ABOARD,
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
    PREPARED,
    PREPARING,
    VULNERABLE,
    WAITING,
    Part,
    Unit,
)

MOST = 99  # of velocity, and of missiles in a pod
OUT = (DESTROYED, LANDED, JUMPED, LEFT)


def hex_of(state: State, _unit: Unit | None, text: str, *_names: str) -> Hex:
    """A hex on the maps in play."""
    try:
        return state.maps.parse(text)
    except ValueError:
        letters = ", ".join(tile.letter for tile in state.maps.tiles)
        raise RefusedValue(
            f'"{text}" is not a hex of the maps',
            remedy=f"A hex is such as A0207; the maps are {letters}",
        ) from None


def _placed(state: State, unit: Unit, at: Hex, *_names: str) -> State:
    """The state with a unit put down in a hex, alone, with what it carries.

    Interceptions tried in its former hex are forgotten.
    """
    if unit.status in (ABOARD, PREPARED):
        ship = state.unit(unit.mother)
        raise RefusedValue(
            f"{unit.designation} is aboard {ship.designation}",
            "It is where its ship is",
            f"Write first: set {unit.designation}.status = in play",
        )
    carried = [] if unit.is_missile else [replace(one, at=at) for one in state.stacked(unit.id)]
    return replace(
        state.with_units(replace(unit, at=at, zig=0, landing=False), *carried),
        docks=tuple(dock for dock in state.docks if unit.id not in (dock.lead, dock.other)),
        tried=tuple(pair for pair in state.tried if unit.id not in pair),
    )


def _energy_spent(_state: State, unit: Unit, text: str, *_names: str) -> int:
    most = capacity(unit)
    if not most:
        raise RefusedValue(f"{unit.designation} holds no energy")
    return most - number("energy", text, 0, most)


def _is_revealed(state: State, unit: Unit, text: str, *_names: str) -> Any:
    if unit.is_ship:
        raise RefusedValue("A spaceship is always revealed", rule="DV 2.5")
    return YES_NO(state, unit, text)


def _revealed(state: State, unit: Unit, shown: bool, *_names: str) -> State:
    """A missile turned face down without a number of its own is a new contact."""
    if shown or unit.contact:
        return state.with_units(replace(unit, revealed=shown))
    given = state.contacts.get(unit.side, 0) + 1
    hidden = replace(unit, revealed=False, contact=given)
    return replace(state.with_units(hidden), contacts={**state.contacts, unit.side: given})


_UP_DOWN = WordChoice({"up": True, "down": False}, "is not a state of a force field")


def _field_up(state: State, unit: Unit, text: str, *_names: str) -> bool:
    up: bool = _UP_DOWN(state, unit, text)
    if up and unit.hull_part(FORCE_FIELD) is None:
        raise RefusedValue(f"{unit.designation} has no force field")
    return up


_JUMPS = WordChoice({PREPARING: PREPARING, JUMPING: JUMPING, "none": ""}, "is not a jump marker")


def _jump(state: State, unit: Unit, text: str, *_names: str) -> str:
    wanted: str = _JUMPS(state, unit, text)
    if wanted and not unit.is_ship:
        raise RefusedValue("Only a spaceship can jump", rule="DV 7.2")
    return wanted


def _status(state: State, unit: Unit, status: str, *_names: str) -> State:
    """The state with a unit in or out of play."""
    if status in OUT:
        return out_of_play(state, unit.id, status)
    if unit.status == WAITING:
        raise RefusedValue(f"{unit.designation} is placed by its set-up")
    if is_wreck(unit):
        part = next(part.name for part in unit.parts if part.gone)
        raise RefusedValue(
            f"{unit.designation} is a wreck",
            "Its bridge, its engine and more than half of its pods are destroyed",
            f"Write first: set {unit.designation}.{part.replace(' ', '_')} = ok",
            "DV 11.0",
        )
    revealed = unit.revealed or unit.is_ship
    return state.with_units(replace(unit, status=IN_PLAY, revealed=revealed))


def _name(_state: State, _unit: Unit, text: str, *_names: str) -> str:
    if len(text) > 60:
        raise RefusedValue("A name has at most 60 characters", f"This one has {len(text)}")
    return text


def _owner(state: State, unit: Unit, text: str, *_names: str) -> str:
    sides = {one.side for one in state.units if one.owner == text}
    if sides and unit.side not in sides:
        raise RefusedValue(
            f"{unit.designation} cannot change sides", "The player is of the enemy's"
        )
    return text


_MARKS = (OK, VULNERABLE, DAMAGED, DESTROYED_PART)
_PART_STATUS = WordChoice(
    {mark: mark for mark in _MARKS}, "is not a status of a part", f"Write {', '.join(_MARKS)}"
)


def _part(state: State, unit: Unit, text: str, name: str) -> Part:
    """A part with another status, by the name of its field."""
    part = unit.part(name.replace("_", " "))
    if part is None:
        names = ", ".join(one.name.replace(" ", "_") for one in unit.parts) or "none"
        fault = f"{unit.designation} has no {name.replace('_', ' ')}"
        raise RefusedValue(fault, remedy=f"Its parts are {names}")
    marked = replace(part, status=_PART_STATUS(state, unit, text))
    if unit.in_play and is_wreck(unit.with_part(marked)):
        raise RefusedValue(
            f"{unit.designation} would be a wreck in play",
            "Its bridge, its engine and more than half of its pods would be destroyed",
            f"Write instead: set {unit.designation}.status = destroyed",
            "DV 11.0",
        )
    return marked


def _stock(_state: State, unit: Unit, text: str, name: str, type: str) -> Part:
    """A pod with another number of missiles of a type."""
    pod = unit.part(name.replace("_", " "))
    if pod is None or type not in pod_stock(pod.kind):
        raise RefusedValue(f"{unit.designation} has no {type} missiles in {name.replace('_', ' ')}")
    return replace(pod, stock={**pod.stock, type: number(f"{type} missiles", text, 0, MOST)})


def _with_part(unit: Unit, part: Part, *_names: str) -> Unit:
    return unit.with_part(part)


_BOXES = range(1, 40)
# Parts of hulls that are not like the others.
_SELDOM = ("hull", "grid", MODULE, *(one.replace(" ", "_") for one in field_names("heavy_cruiser")))
_PLAIN = {
    "at": RulingField(hex_of, put=_placed),
    "direction": RulingField(
        Whole("direction", DIRECTIONS[-1], DIRECTIONS[0]),
        change=lambda unit, way, _name: replace(unit, direction=Direction(way), zig=0),
    ),
    "velocity": RulingField(
        Whole("velocity", MOST),
        change=lambda unit, velocity, _name: replace(unit, velocity=velocity, landing=False),
    ),
    "energy": RulingField(_energy_spent, "spent"),
    "status": RulingField(
        WordChoice(
            {one: one for one in (IN_PLAY, *OUT)},
            "is not a status of a unit",
            f"Write {', '.join((IN_PLAY, *OUT))}",
        ),
        put=_status,
    ),
    "field": RulingField(_field_up, "field_up"),
    "jump": RulingField(_jump),
    "revealed": RulingField(_is_revealed, put=_revealed),
    "dormant": RulingField(YES_NO),
    "released": RulingField(YES_NO),
    "name": RulingField(_name),
    "owner": RulingField(_owner),
    **{
        name.replace(" ", "_"): RulingField(_part, change=_with_part)
        for name in (BRIDGE, ENGINE, FORCE_FIELD)
    },
}
FIELDS = Fields(
    "a unit",
    State.unit,
    State.with_units,
    {
        **_PLAIN,
        **{name: RulingField(_part, change=_with_part) for name in _SELDOM},
        **{f"pod_{box}": RulingField(_part, change=_with_part) for box in _BOXES},
        **{
            f"pod_{box}.{type}": RulingField(_stock, change=_with_part)
            for box in _BOXES
            for type in MISSILE_TYPES
        },
    },
    moves=("direction", "velocity"),
    listed=f"{', '.join(_PLAIN)}, pod_1, pod_1.guided and so on",
)
# What lies open on the table of a revealed unit; the rest is its own side's.
OPEN_FIELDS = ("at", "direction", "velocity", "status", "field", "jump", "revealed", "dormant")
