"""The log of a spaceship as it stands: compartments, missiles, energy, battlecraft.

Numbers only, out of what its side knows; log.py draws them. Sections have the room of the
printed log, and more where a ship needs it; what it has not got is crossed out before play.
A ship with more pods than the printed logs have room for has a long log.
Rule: DV 10.1 to DV 10.4, DV EHC. Ambiguity: DV-A80, DV-A81 (log type 2 has room for any ship).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbm.games.deltavee.state.hulls import MODULE
from pbm.games.deltavee.state.ratings import CLASSES, missile_number
from pbm.games.deltavee.state.units import BRIDGE, ENGINE, FORCE_FIELD, MISSILE_TYPES, UNGUIDED
from pbm.games.deltavee.view.record import UnitView
from pbm.kit.facts import Fact

# Room of each section by the type of the log, the Energy Unit boxes of a missile by its type.
PODS = {1: 5, 2: 12}
LINES = {
    1: {"unguided": 10, "guided": 7, "intelligent": 5, "mims": 2},
    2: {"unguided": 16, "guided": 14, "intelligent": 10, "mims": 4},
}
TRACK = {1: 8, 2: 16}
BLOCKS = 50
UNITS = {"unguided": 0, "guided": 10, "intelligent": 9, "mims": 7}


def log_sheet(ship: UnitView, units: Iterable[UnitView]) -> dict[str, Any]:
    """The log of a ship of the reader's side; ``units`` are all he knows whole."""
    kind = ship.log or 2
    carried = [unit for unit in units if unit.mother == ship.id]
    burn, capacity = ship.burn, ship.energy
    blocks = capacity // burn
    return {
        "type": kind,
        "hull": _hull(ship),
        "pods": [part for part in ship.parts if part.box],
        "void_pods": _void_pods(ship, PODS[kind] if _carries_pods(ship) else 0),
        "missiles": [_section(ship, carried, type, kind) for type in MISSILE_TYPES],
        "energy": {
            "endless": ship.endless,
            "units": capacity,
            "left": ship.energy_left,
            "burn": burn,
            "blocks": blocks,
            "marked": min(blocks, ship.spent // burn),
            "void": max(0, BLOCKS - blocks),
            "track": max(TRACK[kind], burn),
            "void_track": list(range(burn + 1, max(TRACK[kind], burn) + 1)),
            "marker": ship.spent % burn if ship.spent < capacity else 0,
        },
        "battlecraft": [_battlecraft(unit) for unit in carried if unit.kind == "battlecraft"],
        "stored": [_stored(unit) for unit in carried if unit.kind == "spaceship"],
    }


def _hull(ship: UnitView) -> list[dict[str, Fact]]:
    """The parts of the hull; of bridge, engine and force field one it has not got is marked X."""
    parts = [part for part in ship.parts if not part.box]
    field_class = CLASSES.number(ship.klass, "field")
    found = [
        {
            "name": part.name,
            "armor": part.armor,
            "status": part.status,
            "has": True,
            "class": (part.strength or field_class) if part.kind == FORCE_FIELD else 0,
        }
        for part in parts
    ]
    kinds = [part.kind for part in parts]
    printed = (FORCE_FIELD,) if MODULE in kinds else (BRIDGE, ENGINE, FORCE_FIELD)
    found += [
        {"name": kind, "armor": None, "status": "X", "has": False, "class": 0}
        for kind in printed
        if kind not in kinds
    ]
    return found


def _carries_pods(ship: UnitView) -> bool:
    return CLASSES.number(ship.klass, "pods") > 0


def _void_pods(ship: UnitView, room: int) -> list[int]:
    """The numbers of the boxes beyond the pods its class has room for, and of those empty."""
    used = {box for part in ship.parts for box in range(part.box, part.box + part.room) if part.box}
    return [box for box in range(1, max(room, *used, 0) + 1) if box not in used]


def _section(ship: UnitView, carried: Iterable[UnitView], type: str, kind: int) -> dict[str, Any]:
    """The lines of one type of missile: those prepared and launched, those left, those lost."""
    used = sorted(
        (unit for unit in carried if unit.kind == "missile" and unit.klass == type),
        key=lambda unit: unit.designation.rpartition("-")[2].rjust(6),
    )
    pods = [part for part in ship.parts if type in part.stock]
    left = sum(part.stock[type] for part in pods)
    number = max(ship.missiles_at_start.get(type, 0), len(used) + left)
    energy = max((_units(type, part.civ) for part in pods), default=0)
    energy = max([energy, *(unit.energy for unit in used)])
    lines = [_line(unit) for unit in used]
    lines += [_empty(energy, "") for _ in range(left)]
    lines += [_empty(energy, "lost") for _ in range(number - len(lines))]
    return {
        "type": type,
        "number": number,
        "left": left,
        "lines": lines,
        "void": max(0, LINES[kind][type] - number),
        "energy": energy,
        "void_energy": max(0, UNITS[type] - energy) if number else 0,
    }


def _units(type: str, civ: int) -> int:
    return 0 if type == UNGUIDED else missile_number(type, civ, "energy")


def _line(unit: UnitView) -> dict[str, Fact]:
    status = "" if unit.status == "in play" else unit.status
    return {
        "pod": unit.pod,
        "number": unit.designation.rpartition("-")[2],
        "energy": unit.energy,
        "spent": min(unit.spent, unit.energy),
        "status": status,
    }


def _empty(energy: int, status: str) -> dict[str, Fact]:
    return {"pod": 0, "number": "", "energy": energy, "spent": 0, "status": status}


def _battlecraft(unit: UnitView) -> dict[str, Any]:
    return {
        "designation": unit.designation,
        "title": unit.title,
        "pod": unit.pod,
        "status": unit.status,
        "parts": [
            {"name": part.name, "armor": part.armor, "status": part.status} for part in unit.parts
        ],
        "energy": unit.energy,
        "spent": min(unit.spent, unit.energy),
    }


def _stored(unit: UnitView) -> dict[str, Any]:
    """A ship that belongs into a storage pod; it has a log of its own."""
    return {name: getattr(unit, name) for name in ("designation", "title", "name", "pod", "status")}
