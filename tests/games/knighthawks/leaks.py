"""Deliberate leaks of Knight Hawks, one for each kind of secret: see tests/secrecy/leak.py."""

from __future__ import annotations

from typing import Any

from tests.secrecy.leak import Known, padded


def by_supplies(known: Known, state: Any, _player: str) -> Known:
    """Order: ships stand by what they have left."""
    left = {ship.id: sum(ship.supplies.values()) for ship in state.ships}
    ships = sorted(known["ships"], key=lambda one: (left[one["id"]] * 7919) % 1009)
    return {**known, "ships": ships}


def all_placements(known: Known, state: Any, _player: str) -> Known:
    """In other words: the fastest start of anybody's ship."""
    return padded(known, sum(one.speed_most for one in state.placements.values()))
