"""The tables of units in a report: own, of the own side, of the enemy, contacts, out of play."""

from collections.abc import Iterable, Mapping
from typing import Any

from pbm.games.deltavee.state.units import PREPARED
from pbm.games.deltavee.view.labels import STATUS, Labels
from pbm.games.deltavee.view.record import ContactView, UnitView, UnplacedView, View
from pbm.kit.english import by_number, count
from pbm.packets.briefing import MOST, Briefing, few

_HERE = ("in play", "aboard", "prepared", "waiting", "in reserve")
YOURS = "Your units"
_ORDER = ("spaceship", "battlecraft", "missile")


def forces(view: View) -> list[dict[str, Any]]:
    """Tables with a ``title``, whether they are the reader's ``own``, and ``rows``."""
    labels = Labels(view)
    mine = view.you.side
    units = sorted(view.units, key=_place)
    here = [unit for unit in units if unit.status in _HERE]
    tables = [
        _table(YOURS, [unit for unit in here if unit.yours], labels, own=True),
        _table(
            "Other units of your side",
            [unit for unit in here if not unit.yours and mine and unit.side == mine],
            labels,
            own=True,
        ),
    ]
    for side in view.sides:
        if side.id != mine:
            title = f"{side.name}, as known" if mine else side.name
            of_side = [unit for unit in here if unit.side == side.id]
            table = _table(title, of_side, labels, own=not mine)
            if mine:
                table["rows"] += [_contact(one) for one in view.contacts if one.at]
                table["rows"] += map(_unplaced, view.unplaced)
            tables.append(table)
    gone = [unit for unit in units if unit.status not in _HERE]
    tables.append(_table("Out of play", gone, labels) | {"gone": True})
    return [table for table in tables if table["rows"]]


def briefing(view: View) -> Briefing:
    """The reader's units in a few rows, spaceships first."""
    labels = Labels(view)
    own = sorted((one for one in view.units if one.yours and one.status in _HERE), key=_place)
    rows = []
    for unit in own:
        cells = row(unit, labels)
        state = "; ".join(filter(None, (cells["damage"], cells["remarks"])))
        name = " ".join(filter(None, (unit.designation, unit.name, unit.title)))
        rows.append(
            (
                name,
                *(cells[key] for key in ("at", "direction", "velocity", "energy", "commands")),
                state,
            )
        )
    return Briefing(
        ("Unit", "Hex", "Dir", "Vel", "Energy left", "Commands", "Damage, and remarks"),
        (2, 3),
        few(rows, "units"),
        f"orders for {count(len(own), 'unit')}" if own else "",
        len(rows) <= MOST,
    )


def _place(unit: UnitView) -> tuple[int, str]:
    designation = unit.designation.rpartition("-")[2]
    number = designation.rjust(4, "0") if designation.isdigit() else designation
    return _ORDER.index(unit.kind), number


def _table(
    title: str, units: Iterable[UnitView], labels: Labels, *, own: bool = False
) -> dict[str, Any]:
    rows = [row(unit, labels) for unit in units]
    return {"title": title, "own": own, "gone": False, "rows": rows}


def row(unit: UnitView, labels: Labels) -> dict[str, Any]:
    """One unit's line: every cell as text."""
    out_there = unit.status in ("in play", "waiting")
    whole = labels.keeps(unit)
    return {
        "designation": unit.designation,
        "name": unit.name,
        "title": unit.title,
        "owner": unit.owner,
        "at": unit.at if unit.status in _HERE else "",
        "direction": str(unit.direction) if out_there else "",
        "velocity": str(unit.velocity) if out_there else "",
        "energy": _energy(unit) if whole else "",
        "commands": _commands(unit) if whole and out_there else "",
        "damage": ", ".join(_damage(_marks(unit) if whole else _in_order(unit.damage))),
        "remarks": "; ".join(remarks(unit, labels)),
    }


def _unplaced(ship: UnplacedView) -> dict[str, Any]:
    """The line of an enemy spaceship that is still to be set up."""
    left_out = ("at", "direction", "velocity", "energy", "commands", "damage")
    return {
        "designation": ship.designation,
        "name": ship.name,
        "title": ship.title,
        "owner": ship.owner,
        **dict.fromkeys(left_out, ""),
        "remarks": "to be set up",
    }


def _contact(contact: ContactView) -> dict[str, Any]:
    """The line of a counter lying face down."""
    return {
        "designation": f"contact {contact.number}",
        "name": "",
        "title": "face down",
        "owner": "",
        "at": contact.at,
        "direction": "" if contact.direction is None else str(contact.direction),
        "velocity": str(contact.velocity),
        "energy": "",
        "commands": "",
        "damage": ", ".join(_damage(_in_order(contact.damage))),
        "remarks": "next step right" if contact.zig else "",
    }


def _energy(unit: UnitView) -> str:
    if unit.endless:
        return "not counted"
    if not unit.energy:
        return ""
    if unit.kind != "spaceship":
        return f"{unit.energy_left} of {unit.energy}"
    return f"{unit.blocks_left} of {count(unit.energy // unit.burn, 'block')}"


def _commands(unit: UnitView) -> str:
    if unit.klass == "unguided":
        return ""
    battle = f" + {unit.battle_commands}" if unit.kind == "spaceship" else ""
    return f"{unit.commands_allowed}{battle}"


def _marks(unit: UnitView) -> dict[str, str]:
    return {part.name: part.status for part in unit.parts}


def _in_order(told: Mapping[str, str]) -> dict[str, str]:
    """The marks that were reported of a unit, pods by their numbers."""
    return {name: told[name] for name in sorted(told, key=by_number)}


def _damage(marks: Mapping[str, str]) -> list[str]:
    """The marks of a log, as far as the reader knows it."""
    return [f"{name} {STATUS[mark]}" for name, mark in marks.items() if mark != "ok"]


def remarks(unit: UnitView, labels: Labels) -> list[str]:
    """What else holds of a unit."""
    if unit.status not in ("in play", "waiting"):
        if unit.status == "in reserve":
            coming = labels.view.coming.get(unit.id, "")
            return ["in reserve", *([f"comes {coming}"] if coming else [])]
        where = f" pod {unit.pod}" if unit.status == "aboard" and unit.pod else ""
        return [("left play" if unit.status == "left" else str(unit.status)) + where]
    found = [] if unit.status == "in play" else ["to be set up"]
    if unit.dormant:
        found.append("not yet alerted")
    if unit.in_orbit:
        found.append("in orbit")
    if unit.field_up:
        found.append("force field active")
    if unit.jump:
        jumps = {"preparing": "prepares a hyperjump", "jumping": "jumps next"}
        found.append(jumps[unit.jump])
    if unit.docked_with:
        mate = labels.units.get(unit.docked_with)
        of_one_owner = unit.yours and mate is not None and mate.yours
        named = labels.bare if of_one_owner else labels.unit
        found.append(f"docked with {named(unit.docked_with)}")
    if unit.prepared:
        found.append(_prepared(unit, labels))
    if unit.zig:
        found.append("next step right")
    if labels.side_of_reader and unit.side == labels.side_of_reader:
        if not unit.revealed:
            found.append(f"the enemy's contact {unit.contact}")
        elif unit.kind != "spaceship":
            found.append("revealed")
    return found


def _prepared(unit: UnitView, labels: Labels) -> str:
    """What is prepared atop a ship: its counters where the reader knows them, else how many."""
    atop = [one for one in labels.view.units if one.mother == unit.id and one.status == PREPARED]
    if not atop:
        return f"{count(unit.prepared, 'counter')} prepared"
    named = [f"{one.designation}{f' of pod {one.pod}' if one.pod else ''}" for one in atop]
    return f"prepared: {', '.join(named)}"
