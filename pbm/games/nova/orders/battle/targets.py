"""Which targets come first, by what a side knows of them.

A ship whose size no probe told is taken for the largest of frigates; shields that no probe told
for half its size, armour for a quarter. Structural damage seen on it means that its armour is
gone, and half its structure.

Rule: NV SPC-18, SPC-23, SPC-59. Ambiguity: NV A-DOCTRINE.
"""

from collections.abc import Callable, Mapping

from pbm.games.nova.state.battle.arena import Seen
from pbm.games.nova.state.sizes import SIZE_CLASSES
from pbm.kit.records import Record

UNKNOWN_SIZE = 30


def size_of(known: Seen) -> int:
    """The SSZ a side reckons with: the middle of the size class it knows."""
    return _MIDDLE.get(known.size, UNKNOWN_SIZE)


_MIDDLE = {
    one.abbreviation: (one.least + one.most) // 2 if one.most else one.least for one in SIZE_CLASSES
}


def toughness(known: Seen) -> int:
    """Points of damage that a side reckons will destroy a ship, at least 1."""
    size = size_of(known)
    shields = size // 2 if known.shields is None else known.shields
    rest = size - size // 2 if known.hurt else size + size // 4
    return max(shields + rest, 1)


class Target(Record):
    """A ship that may be fired at: its distance, and thousandths of a kill worth expecting."""

    id: str
    known: Seen
    distance: int
    kill: int = 0


# What may stand behind ``target``: the least comes first. A size class comes before all others.
CRITERIA: Mapping[str, Callable[[Target], int]] = {
    "armed": lambda one: not one.known.guns,
    "unarmed": lambda one: bool(one.known.guns),
    "nearest": lambda one: one.distance,
    "farthest": lambda one: -one.distance,
    "big": lambda one: -size_of(one.known),
    "small": lambda one: size_of(one.known),
    "hurt": lambda one: not one.known.hurt,
    "weak": lambda one: toughness(one.known),
    "strong": lambda one: -toughness(one.known),
    "dg": lambda one: not one.known.dg,
    "kill": lambda one: -one.kill,
}


GATES = "gates"  # also a target: star gate ends, with weapons that no ship is left for


CLASSES = tuple(one.abbreviation for one in SIZE_CLASSES)


def precedence(one: Target, targets: tuple[str, ...]) -> tuple[int, ...]:
    """How early a target comes: as ordered, else the greatest kill to be expected, the nearest."""
    ordered = [
        CRITERIA[word](one) if word in CRITERIA else one.known.size != word.upper()
        for word in targets
        if word != GATES
    ]
    return (*ordered, -one.kill, one.distance, one.known.number)
