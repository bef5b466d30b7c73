"""Deliberate leaks of Nova, one for each kind of secret: see tests/secrecy/leak.py."""

from __future__ import annotations

import hashlib
from typing import Any

from tests.secrecy.leak import Known, padded


def richest(known: Known, state: Any, _player: str) -> Known:
    """A sum over all empires."""
    return padded(known, sum(one.treasury + one.locked for one in state.empires.values()))


def all_accounts(known: Known, state: Any, _player: str) -> Known:
    return padded(known, sum(len(one.annals) for one in state.empires.values()))


def all_technology(known: Known, state: Any, _player: str) -> Known:
    levels = sum(level for one in state.empires.values() for level in one.tech.values())
    points = sum(one.done for empire in state.empires.values() for one in empire.projects)
    return padded(known, levels + points)


def all_ships(known: Known, state: Any, _player: str) -> Known:
    """Count: the ships of everybody."""
    return padded(known, len(state.ships))


def all_units(known: Known, state: Any, _player: str) -> Known:
    held = [held for one in state.systems.values() for held in one.surface.values()]
    return padded(known, sum(number for one in held for number in one.values()))


def all_stars(known: Known, state: Any, _player: str) -> Known:
    """A sum over the map."""
    weights = enumerate(sorted(state.systems), 1)
    return padded(known, sum(place * state.systems[name].type for place, name in weights))


def all_gates(known: Known, state: Any, _player: str) -> Known:
    return padded(known, len(state.gates))


def all_names(known: Known, state: Any, _player: str) -> Known:
    """Length: as many blanks as all names have signs, weighed by their places."""
    names = "/".join(ship.name for _id, ship in sorted(state.ships.items()))
    return padded(known, int(hashlib.sha256(names.encode()).hexdigest(), 16))


def all_contacts(known: Known, state: Any, _player: str) -> Known:
    """Numbering: contacts are counted over all empires."""
    words = repr([sorted(one.contacts.items()) for one in state.empires.values()])
    return padded(known, int(hashlib.sha256(words.encode()).hexdigest(), 16))


def goals_told(known: Known, state: Any, _player: str) -> Known:
    """In so many words: the number of a hidden goal."""
    goals = [
        {**told, "level": goal.level or None}
        for told, goal in zip(known["goals"], state.goals, strict=True)
    ]
    return {**known, "goals": goals} if "goals" in known else known


def notes_told(known: Known, state: Any, _player: str) -> Known:
    return {**known, "notes": list(state.notes)} if "notes" in known else known
