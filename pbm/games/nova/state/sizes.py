"""Ship size categories, and the communicators that come with a size.

Rule: NV DSN-09, DSN-17, DSN-28.
"""

from pbm.kit.records import Record
from pbm.kit.tables import EMPTY, table

_TABLE = table("pbm.games.nova", "size_classes")
# The category from which on TC 1 comes with the ship; each level more takes one off.
_FIRST_TC = "CS"


class SizeClass(Record):
    """A category of ships; ``most`` is None for the largest."""

    abbreviation: str
    name: str
    least: int
    most: int | None


def _read(abbreviation: str) -> SizeClass:
    most = _TABLE.at(abbreviation, "most")
    return SizeClass(
        abbreviation,
        str(_TABLE.at(abbreviation, "name")),
        _TABLE.number(abbreviation, "least"),
        None if most == EMPTY else int(most),
    )


SIZE_CLASSES: tuple[SizeClass, ...] = tuple(_read(abbreviation) for abbreviation in _TABLE.rows)


def size_class(ssz: int) -> SizeClass:
    """The category of a ship size (SSZ). Rule: NV DSN-09, SPC-59."""
    return next(found for found in reversed(SIZE_CLASSES) if ssz >= found.least)


def intrinsic_armour(ssz: int) -> int:
    """Points of armour that come with the size. Rule: NV DSN-17, TEC-20.

    >>> intrinsic_armour(19), intrinsic_armour(39), intrinsic_armour(40)
    (0, 2, 4)
    """
    return 2 * (ssz // 20)


def carry_size(ssz: int) -> int:
    """The room a ship takes in a hold or bay. Rule: NV MOV-10. Ambiguity: NV A-SIZE-0."""
    return max(ssz, 1)


def intrinsic_tc_from(level: int) -> SizeClass:
    """The smallest category that carries a communicator of this technology without cost.

    Rule: NV DSN-28.
    """
    first = [found.abbreviation for found in SIZE_CLASSES].index(_FIRST_TC)
    return SIZE_CLASSES[max(first - (level - 1), 0)]
