"""Dice of one battle of many: a stream of faces from a seed and the battle's number.

Names of rolls count for nothing here: a battle asks in a fixed order, and nobody disputes one.
"""

import hashlib
import struct
from collections.abc import Iterator

from pbm.dice.keyed import Roll, reading

_BLOCK = 256  # words of four bytes drawn at a time


class Stream:
    """Answers every roll with the next faces of its stream; the same seed and number repeat it."""

    def __init__(self, seed: str, number: int) -> None:
        self._words = _words(f"{seed}\0{number}".encode())

    def __call__(self, die: str, *_name: str, count: int = 1) -> Roll:
        """So many faces, unbiased by rejection."""
        sides, lowest = reading(die)
        limit = (1 << 32) - (1 << 32) % sides
        words = self._words
        faces: list[int] = []
        while len(faces) < count:
            word = next(words)
            if word < limit:
                faces.append(word % sides + lowest)
        return Roll("", die, tuple(faces), "")


def _words(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        drawn = hashlib.shake_128(key + block.to_bytes(8, "big")).digest(4 * _BLOCK)
        yield from struct.unpack(f">{_BLOCK}I", drawn)
        block += 1
