"""Vectors and installations as sheets and reports of a battle by mail write them."""

from collections.abc import Sequence
from itertools import groupby

from pbm.games.nova.state.battle.arena import Place
from pbm.games.nova.state.battle.vectors import simplified
from pbm.games.nova.view.record import PartView


def vector_words(vector: Place) -> str:
    """A vector as sheets write it: directions with their hexes.

    >>> vector_words((3, -1)), vector_words((0, 0))
    ('2*1 3*2', 'none')
    """
    return " ".join(f"{way}*{hexes}" for way, hexes in simplified(vector).items()) or "none"


def part_words(parts: Sequence[PartView]) -> str:
    """Installations by name, like ones together with the size or level that they share.

    >>> beams = [PartView(name=f"BL{n}", kind="BL", level=15, works=True) for n in (1, 2)]
    >>> part_words([*beams, PartView(name="XC1", kind="XC", level=0, works=True)])
    'BL1, BL2 (BL 15), XC1'
    """
    told = []
    for (kind, level), alike in groupby(parts, lambda one: (one.kind, one.level)):
        names = ", ".join(one.name for one in alike)
        told.append(f"{names} ({kind} {level})" if level else names)
    return ", ".join(told)
