"""Dice that can be traced: every roll has a name, from which its faces follow.

A roll's faces come from a keyed hash of its group's key and its name, so a correction changes only
the rolls it concerns, and the order of unrelated rolls does not matter. A *group* is a set of rolls
perceived by exactly the same players. Each has a key of its own, so it can be proven later without
revealing another group.

Three sources share one interface: seeded (`KeyedDice`), scripted (`pbm.dice.scripted`)
and sealed (`pbm.dice.sealed`).
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from pbm.kit.records import Record

KEYED_SCHEME = "keyed-1"

# Readings of the dice: their number of faces, and the lowest face.
# d10_low reads 0 to 9, d10 reads 1 to 10 (0 is 10), d100 reads 00 as 100, d1000 000 as 1000.
READINGS: Mapping[str, tuple[int, int]] = {
    "d6": (6, 1),
    "d10": (10, 1),
    "d10_low": (10, 0),
    "d100": (100, 1),
    "d1000": (1000, 1),
}


def reading(die: str) -> tuple[int, int]:
    """The number of faces of a die and the lowest: a reading, or ``dN`` for 1 to N.

    KeyError for a name that is not a die.

    >>> reading("d10_low"), reading("d7")
    ((10, 0), (7, 1))
    """
    sides = die[1:]
    if die not in READINGS and die[:1] == "d" and sides.isdecimal() and int(sides) > 0:
        return int(sides), 1
    return READINGS[die]


class Roll(Record):
    """A named roll: its reading, its faces in order, and the group of its key."""

    name: str
    die: str
    faces: tuple[int, ...]
    group: str

    @property
    def total(self) -> int:
        """The sum of the faces; for a d100 or d1000, the number itself."""
        return sum(self.faces)


class Dice(Protocol):
    """A source of named rolls."""

    def faces(self, name: str, die: str, count: int, group: str) -> tuple[int, ...]:
        """The faces of a named roll; the same call always gives the same faces."""
        ...


@runtime_checkable
class UnitIds(Protocol):
    """Dice under whose names units have ids that are proven to their owners."""

    def unit_id(self, owner: str, scene: str, unit: str) -> str:
        """The id of a player's unit in a scene of the turn, which tells nobody else its name."""
        ...


def roll_name(parts: Sequence[str]) -> str:
    """The parts of a name joined by a slash, which no part may contain."""
    if any("/" in part or not part for part in parts):
        raise ValueError(f"a part of a roll's name is empty or has a slash: {parts!r}")
    return "/".join(parts)


def group_of(viewers: Sequence[str]) -> str:
    """The name of the group of rolls that exactly these players perceive."""
    return "+".join(sorted(viewers)) if viewers else "gm"


class KeyedDice:
    """Seeded dice of one turn of one campaign (scheme ``keyed-1``)."""

    def __init__(self, seed: bytes, turn: int) -> None:
        self._seed = hashlib.blake2b(seed, digest_size=32, person=b"pbm-seed-1").digest()
        self._turn = turn
        self._keys: dict[str, bytes] = {}

    def _group_key(self, group: str) -> bytes:
        key = self._keys.get(group)
        if key is None:
            message = f"{self._turn}\0{group}".encode()
            key = hashlib.blake2b(
                message, digest_size=32, key=self._seed, person=b"pbm-group-1"
            ).digest()
            self._keys[group] = key
        return key

    def faces(self, name: str, die: str, count: int, group: str) -> tuple[int, ...]:
        """Faces from the stream of the group's key and the name."""
        return drawn(self._group_key(group), name, die, count)


def drawn(key: bytes, name: str, die: str, count: int) -> tuple[int, ...]:
    """Faces of a named roll from a stream of keyed hashes, unbiased by rejection."""
    sides, lowest = reading(die)
    limit = (1 << 32) - (1 << 32) % sides
    base = hashlib.blake2b(f"{die}\0{name}".encode(), digest_size=64, key=key, person=b"pbm-dice-1")
    found: list[int] = []
    block = 0
    while len(found) < count:
        stream = base.copy()
        stream.update(block.to_bytes(8, "big"))
        block += 1
        found += [
            value % sides + lowest
            for (value,) in struct.iter_unpack(">I", stream.digest())
            if value < limit
        ]
    return tuple(found[:count])


_BASE32 = "abcdefghjkmnpqrstuvwxyz234567890"
_PAIRS = [low + high for high in _BASE32 for low in _BASE32]  # of ten bits, the low ones first


class Ids:
    """Opaque ids for units and events, which reveal neither their number nor order."""

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        key = hashlib.blake2b(seed, digest_size=32, person=b"pbm-ids-1").digest()
        self._begun = hashlib.blake2b(digest_size=16, key=key)

    def __reduce__(self) -> tuple[type[Ids], tuple[bytes]]:
        return Ids, (self._seed,)  # what is hashed so far cannot be sent to another process

    def opaque(self, *parts: str, length: int = 7) -> str:
        """An id that follows from the parts; other parts give another id in practice."""
        hashed = self._begun.copy()
        hashed.update("\0".join(parts).encode())
        value = int.from_bytes(hashed.digest(), "big")
        found = ""
        for at in range(0, 5 * length, 10):
            found += _PAIRS[(value >> at) & 1023]
        return found[:length]
