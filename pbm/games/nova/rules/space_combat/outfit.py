"""The working installations of a ship in battle, found once for equal losses.

Rule: NV SPC-31, NV SPC-41. Ambiguity: NV A-EW-CHOICE, NV A-SM-LOSS.
"""

from collections.abc import Mapping
from functools import lru_cache

from pbm.games.nova.state.design import Design, Figures, Installation, figures
from pbm.games.nova.state.fitted import Fitted, fitted
from pbm.kit.records import Record

DRIVES = ("IE", "JD")


class Outfit(Record):
    """The working installations of a ship.

    ``works``: in the order of the sheet; a drive works while a level is left. ``levels``: by name,
    those of drives as built. ``best``: name and level of the best of each kind, the first of equal
    ones. ``drives``: levels that jump drives still have, by name. ``sm``: shield multiples.
    ``screens``: sensor screens.
    """

    figures: Figures
    fitted: Fitted
    works: tuple[Installation, ...]
    levels: Mapping[str, int]
    best: Mapping[str, tuple[str, int]]
    drives: Mapping[str, int]
    sm: int
    screens: int


def outfit(design: Design, parts: Mapping[str, int]) -> Outfit:
    """The outfit of a design without lost installations and lost levels of drives."""
    return _outfit(design, tuple(parts.items()) if parts else ())


@lru_cache(maxsize=8192)
def _outfit(design: Design, lost: tuple[tuple[str, int], ...]) -> Outfit:
    parts = dict(lost)
    whole = figures(design)
    works = tuple(
        one
        for one in whole.installations
        if parts.get(one.name, 0) < (one.part.level if one.part.kind in DRIVES else 1)
    )
    best: dict[str, tuple[str, int]] = {}
    for one in works:
        if one.part.level > best.get(one.part.kind, ("", 0))[1]:
            best[one.part.kind] = (one.name, one.part.level)
    return Outfit(
        whole,
        fitted(design, parts),
        works,
        {one.name: one.part.level for one in works},
        best,
        {
            one.name: one.part.level - parts.get(one.name, 0)
            for one in works
            if one.part.kind == "JD"
        },
        *(sum(one.part.kind == kind for one in works) for kind in ("SI", "SS")),
    )
