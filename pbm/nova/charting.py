"""Where systems stand on an empire's star map: each gets its place once and keeps it.

Places are points of a lattice of triangles: x + y is even, a step is (2, 0) or (1, 1). A new
system goes near those it is joined to, where its lines cross few others and pass by no system.
Only what the empire knows has a part in it, so the map tells nothing else.

Rule: NV EXP-01, NV SET-08.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isqrt
from zlib import crc32

from pbm.nova.draft import drafting
from pbm.nova.state import Empire
from pbm.turn import Work

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]

CROSSING = 60
PASSING = 40
CROWDED = 3
WIDE, HIGH = 8, 5  # what lies farther than this from all neighbours is not looked at
REACHES = (28, 64, 256)  # how far off places are tried, one after the other


def chart(work: Work) -> None:
    """At the end of a turn: places for the systems that empires came to know in it."""
    with drafting(work) as draft:
        for id, empire in list(draft.empires.items()):
            joined = neighbours(
                {name: list(one.lines.values()) for name, one in empire.sights.items()}
            )
            if any(name not in empire.chart for name in joined):
                places = placed(empire.chart, joined, _first(empire))
                draft.empires[id] = replace(empire, chart=places)


def _first(empire: Empire) -> str:
    return empire.home or empire.capital


def neighbours(lines: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Every system spoken of with those it is known to be joined to, both in order of names."""
    found: dict[str, set[str]] = {name: set() for name in lines}
    for name, others in lines.items():
        for other in others:
            if other and other != name:
                found[name].add(other)
                found.setdefault(other, set()).add(name)
    return {name: sorted(found[name]) for name in sorted(found)}


def placed(
    old: Mapping[str, Cell], joined: Mapping[str, Sequence[str]], first: str
) -> dict[str, Cell]:
    """Places for all systems; those that have one keep it.

    The ``first`` of an empty map stands in its middle. Systems that no known line joins to
    the others stand beside the map.
    """
    places = dict(old)
    if not places and joined:
        places[first if first in joined else next(iter(joined))] = (0, 0)
    taken = set(places.values())
    edges = [
        (places[name], places[other])
        for name, others in joined.items()
        for other in others
        if name < other and name in places and other in places
    ]
    waiting = [name for name in joined if name not in places]
    while waiting:
        ready = [name for name in waiting if any(one in places for one in joined[name])]
        for name in ready or waiting[:1]:
            near = [places[one] for one in joined[name] if one in places]
            place = _best(name, near, taken, edges) if near else _beside(taken)
            places[name] = place
            taken.add(place)
            edges += [(place, one) for one in near]
        waiting = [name for name in waiting if name not in places]
    return places


def _beside(taken: set[Cell]) -> Cell:
    """A free place right of the map, level with its top."""
    x = max(x for x, _y in taken) + 4
    y = min(y for _x, y in taken)
    return x + (x + y) % 2, y


def _best(name: str, near: Sequence[Cell], taken: set[Cell], edges: Sequence[Edge]) -> Cell:
    """The place that costs least; among equals the name decides."""
    x = sum(x for x, _y in near) // len(near)
    y = sum(y for _x, y in near) // len(near)
    left, right = min(x for x, _y in near) - WIDE, max(x for x, _y in near) + WIDE
    top, bottom = min(y for _x, y in near) - HIGH, max(y for _x, y in near) + HIGH
    around = [cell for cell in taken if left <= cell[0] <= right and top <= cell[1] <= bottom]
    close = [
        (one, other)
        for one, other in edges
        if max(one[0], other[0]) >= left
        and min(one[0], other[0]) <= right
        and max(one[1], other[1]) >= top
        and min(one[1], other[1]) <= bottom
    ]
    for reach in REACHES:
        free = [cell for cell in _within((x, y), reach) if cell not in taken]
        if free:
            return min(
                free,
                key=lambda cell: (
                    _cost(cell, near, around, close),
                    crc32(f"{name} {cell}".encode()),
                ),
            )
    return _beside(taken)


def _within(center: Cell, reach: int) -> Iterator[Cell]:
    """The places of the lattice not farther than that."""
    high = isqrt(reach // 3)
    for y in range(-high, high + 1):
        wide = isqrt(reach - 3 * y * y)
        for x in range(-wide, wide + 1):
            if (center[0] + x + center[1] + y) % 2 == 0:
                yield center[0] + x, center[1] + y


def _apart(one: Cell, other: Cell) -> int:
    """The square of a distance; 4 for a step of the lattice."""
    dx, dy = one[0] - other[0], one[1] - other[1]
    return dx * dx + 3 * dy * dy


def _cost(cell: Cell, near: Sequence[Cell], around: Sequence[Cell], edges: Sequence[Edge]) -> int:
    total = sum(_apart(cell, one) for one in near)
    total += CROWDED * sum(_apart(cell, one) == 4 for one in around)
    total += PASSING * sum(passes(edge, cell) for edge in edges)
    for one in near:
        new = (cell, one)
        total += CROSSING * sum(crosses(new, edge) for edge in edges)
        total += PASSING * sum(passes(new, other) for other in around if other != one)
    return total


def _turn(one: Cell, other: Cell, third: Cell) -> int:
    """Above 0 if the way over three points turns left, below if right, 0 if straight."""
    return (other[0] - one[0]) * (third[1] - one[1]) - (other[1] - one[1]) * (third[0] - one[0])


def crosses(one: Edge, other: Edge) -> bool:
    """True if two lines cross between their ends.

    >>> crosses(((0, 0), (2, 2)), ((0, 2), (2, 0))), crosses(((0, 0), (2, 2)), ((0, 0), (2, 0)))
    (True, False)
    """
    (a, b), (c, d) = one, other
    return (_turn(a, b, c) > 0) != (_turn(a, b, d) > 0) and (
        (_turn(c, d, a) > 0) != (_turn(c, d, b) > 0) and not {a, b} & {c, d}
    )


def passes(edge: Edge, cell: Cell) -> bool:
    """True if a line passes by a place it does not end at, nearer than half a step."""
    (ax, ay), (bx, by) = edge
    dx, dy, px, py = bx - ax, by - ay, cell[0] - ax, cell[1] - ay
    length = dx * dx + 3 * dy * dy
    along = dx * px + 3 * dy * py
    return 0 < along < length and 3 * (dx * py - dy * px) ** 2 < length
