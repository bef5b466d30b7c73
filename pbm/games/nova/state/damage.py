"""What a ship has lost: armour, structure, installations, levels of its drives.

Installations go by the names of the critical-hit chart: kind and number in the order of the
design sheet, ``BL1``, ``CH2``, ``SM1``; a design's first impulse engine is ``IE1``.

Rule: NV SPC-33, NV SPC-38, NV ECO-43.
"""

from collections.abc import Mapping

from pbm.kit.records import Record


class Damage(Record):
    """Losses of one ship until they are repaired.

    ``armour``: points of total armour; ``structure``: points of structural damage (SD).
    ``parts``: what critical hits took, by name of the installation: for IE and JD the levels
    lost, for anything else 1. Shields recover by themselves and are not kept here.
    """

    armour: int = 0
    structure: int = 0
    parts: Mapping[str, int] = {}

    @property
    def is_none(self) -> bool:
        """Whether nothing is lost at all."""
        return not (self.armour or self.structure or self.parts)


UNDAMAGED = Damage()


def plus(one: Damage, other: Damage) -> Damage:
    """The sum of two damages of a ship."""
    parts = dict(one.parts)
    for name, levels in other.parts.items():
        parts[name] = parts.get(name, 0) + levels
    return Damage(one.armour + other.armour, one.structure + other.structure, parts)


def minus(damage: Damage, repaired: Damage) -> Damage:
    """Damage left after a repair; ValueError if more is repaired than was lost.

    Rule: NV ECO-43 (partial repairs).
    """
    parts = dict(damage.parts)
    for name, levels in repaired.parts.items():
        parts[name] = parts.get(name, 0) - levels
    left = Damage(
        damage.armour - repaired.armour,
        damage.structure - repaired.structure,
        {name: levels for name, levels in parts.items() if levels},
    )
    if left.armour < 0 or left.structure < 0 or any(levels < 0 for levels in parts.values()):
        raise ValueError("more is repaired than was lost")
    return left
