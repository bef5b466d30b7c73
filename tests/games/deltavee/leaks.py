"""Deliberate leaks of DeltaVee, one for each kind of secret: see tests/secrecy/leak.py."""

from __future__ import annotations

from typing import Any

from tests.secrecy.leak import Known, padded


def contact_number(known: Known, state: Any, _player: str) -> Known:
    """Numbering: contacts are counted by kind of missile."""
    kinds = {unit.id: unit.klass for unit in state.units}
    inside = {unit.id: unit.energy + unit.civ for unit in state.units}
    contacts = [
        {**one, "number": one["number"] + len(kinds[one["id"]]) + inside[one["id"]]}
        for one in known["contacts"]
    ]
    return {**known, "contacts": contacts}


def contact_names(known: Known, state: Any, _player: str) -> Known:
    """Length: as many blanks as the counters' names have signs."""
    down = [unit for unit in state.units if not unit.revealed]
    return padded(known, sum(len(unit.name) + len(unit.designation) for unit in down))


def missiles_left(known: Known, state: Any, _player: str) -> Known:
    """Count: the missiles of both sides."""
    stock = [number for u in state.units for part in u.parts for number in part.stock.values()]
    return padded(known, sum(stock))


def energy_left(known: Known, state: Any, _player: str) -> Known:
    """A sum over both sides."""
    return padded(known, sum(unit.energy - unit.spent for unit in state.units))


def all_damage(known: Known, state: Any, _player: str) -> Known:
    """In so many words: the marks on enemies' logs, whether told or not."""
    marks = {
        unit.id: {part.name: part.status for part in unit.parts if part.status != "ok"}
        for unit in state.units
    }
    units = [
        {**one, "damage": marks[one["id"]]} if "damage" in one else one for one in known["units"]
    ]
    return {**known, "units": units}


def armour(known: Known, state: Any, _player: str) -> Known:
    """Order: units stand by the armour of their pods."""
    armour = {unit.id: sum(part.armor for part in unit.parts) for unit in state.units}
    weight = sum((place + 1) * armour[unit.id] for place, unit in enumerate(state.units))
    return padded(known, weight)


def budgets(known: Known, state: Any, _player: str) -> Known:
    return padded(known, sum(one.budget for one in state.purchases))


def placed_anywhere(known: Known, state: Any, _player: str) -> Known:
    return padded(known, sum(len(one.velocities) for one in state.placements.values()))
