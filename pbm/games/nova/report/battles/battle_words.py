"""Places, vectors and lists of ships in the words of a battle report.

A place is written as its way from the center, as sheets write vectors: direction 1 to 6 clockwise
from straight up, a star, hexes.

Rule: NV SPC-06, NV SPC-09, NV SPC-13.
"""

from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from typing import TypeVar

from pbm.games.nova.state.battle.arena import Place
from pbm.games.nova.state.battle.vectors import simplified
from pbm.kit.english import listed

MOST_NAMES = 6
Said = TypeVar("Said", bound=Hashable)


def vector(step: Sequence[int]) -> str:
    """A step in at most two directions, each as direction*hexes.

    >>> vector((3, -1)), vector((0, 0))
    ('2*1 3*2', '0')
    """
    return _vector((step[0], step[1]))


@lru_cache(maxsize=4096)
def _vector(step: Place) -> str:
    return " ".join(f"{way}*{hexes}" for way, hexes in simplified(step).items()) or "0"


def place(at: Sequence[int]) -> str:
    """A hex by its way from the center of the warp point.

    >>> place((3, -3)), place((0, 0))
    ('2*3', 'the center')
    """
    return vector(at) if any(at) else "the center"


def some(names: Iterable[str], most: int = MOST_NAMES) -> str:
    """A list of names; of many the last are only counted."""
    found = list(names)
    if len(found) <= most:
        return listed(found)
    return f"{', '.join(found[: most - 1])} and {len(found) - most + 1} more"


def together(pairs: Iterable[tuple[Said, str]]) -> dict[Said, list[str]]:
    """Group names by what is said of them."""
    found: dict[Said, list[str]] = {}
    for said, name in pairs:
        found.setdefault(said, []).append(name)
    return found
