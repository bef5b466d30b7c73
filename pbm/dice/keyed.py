"""Dice that can be traced: every roll has a name, and its faces follow from the name.

A roll's faces come from a keyed hash of its group's key and its name, so a correction
re-rolls nothing but what it touches, and the order of unrelated rolls changes nothing.
A *group* is a set of rolls perceived by exactly the same players; it has a key of its
own, so it can be proven later without opening another group.

Three sources share one interface: seeded (`KeyedDice`), scripted (`pbm.dice.scripted`)
and sealed (`pbm.dice.sealed`).
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping, Sequence
from typing import Protocol

from pbm.kit.records import Record

KEYED_SCHEME = "keyed-1"

# Readings of the dice: how many faces the hash draws from, and the lowest face.
# d10_low reads 0 to 9, d10 reads 1 to 10 (0 is 10), d100 reads 00 as 100, d1000 000 as 1000.
READINGS: Mapping[str, tuple[int, int]] = {
    "d6": (6, 1),
    "d10": (10, 1),
    "d10_low": (10, 0),
    "d100": (100, 1),
    "d1000": (1000, 1),
}


def reading(die: str) -> tuple[int, int]:
    """How many faces a die has, and the lowest: one of READINGS, or ``dN`` that reads 1 to N.

    KeyError for what is no die.

    >>> reading("d10_low"), reading("d7")
    ((10, 0), (7, 1))
    """
    sides = die[1:]
    if die not in READINGS and die[:1] == "d" and sides.isdecimal() and int(sides) > 0:
        return int(sides), 1
    return READINGS[die]


class Roll(Record):
    """One named roll: reading, faces in order, and the group whose key gave them."""

    name: str
    die: str
    faces: tuple[int, ...]
    group: str

    @property
    def total(self) -> int:
        """The sum of the faces; for a d100 or d1000 the number itself."""
        return sum(self.faces)


class Dice(Protocol):
    """Anything that can answer a named roll."""

    def faces(self, name: str, die: str, count: int, group: str) -> tuple[int, ...]:
        """That many faces of a reading for a name; the same call gives the same faces."""
        ...


def roll_name(parts: Sequence[str]) -> str:
    """The parts of a name joined by a slash, which no part may contain."""
    if any("/" in part or not part for part in parts):
        raise ValueError(f"a part of a roll's name is empty or holds a slash: {parts!r}")
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
    """Faces of a named roll from a stream of hash blocks under a key, unbiased by rejection."""
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


class Ids:
    """Opaque names for units and events: they tell a reader neither number nor order."""

    def __init__(self, seed: bytes) -> None:
        self._key = hashlib.blake2b(seed, digest_size=32, person=b"pbm-ids-1").digest()

    def opaque(self, *parts: str, length: int = 7) -> str:
        """The same parts always give the same id; different ones a different id in practice."""
        digest = hashlib.blake2b("\0".join(parts).encode(), digest_size=16, key=self._key).digest()
        value = int.from_bytes(digest, "big")
        return "".join(_BASE32[(value >> (5 * place)) & 31] for place in range(length))
