"""Places of systems on an empire's star map: each gets its place once and keeps it.

Places are points of a lattice of triangles: x + y is even, a step is (2, 0) or (1, 1). A new
system goes near those it is joined to, where its lines cross few others and pass by no system.
Only what the empire knows has a part in it, so the map tells nothing else.

Rule: NV EXP-01, NV SET-08.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from math import isqrt
from zlib import crc32

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.state.state import Empire
from pbm.games.nova.state.working_state import drafting

Cell = tuple[int, int]
Edge = tuple[Cell, Cell]
Box = tuple[int, int, int, int]  # left, top, right, bottom

CROSSING = 100
PASSING = 100
CROWDED = 3
REACHES = (108, 256)  # how far off places are tried, one after the other
TOGETHER = 10  # systems placed at once at most
ATTEMPTS = 4  # orders tried
MANY = 20  # when more than that are to be placed, one order must do
TOO_MUCH = 10**9
ROUNDS = 3  # how often each of them may move again
SQUARE = 4  # the side of the squares by which what is near is found


def chart(work: PhaseContext) -> None:
    """Place the systems that empires came to know, at the end of a turn."""
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
    """Known systems, each with those it is known to be joined to, in order of names."""
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
    """Give places to all systems; those that have one keep it.

    The ``first`` of an empty map stands in its middle. Systems that no known line joins to
    the others stand beside the map.
    """
    places = dict(old)
    if not places and joined:
        places[first if first in joined else next(iter(joined))] = (0, 0)
    while waiting := [name for name in joined if name not in places]:
        group = _group(waiting, places, joined)
        if group:
            attempts = ATTEMPTS if len(waiting) <= MANY else 1
            places |= _Group(places, joined).placed(group, attempts)
        else:
            places[waiting[0]] = _beside(places.values())
    return places


def _group(
    waiting: Sequence[str], places: Mapping[str, Cell], joined: Mapping[str, Sequence[str]]
) -> list[str]:
    """Systems to place together: neighbours of placed ones, and those behind them."""
    there = {name: sum(one in places for one in joined[name]) for name in waiting}
    found: list[str] = []
    while len(found) < TOGETHER and any(there.values()):
        name = max(there, key=lambda one: there[one])
        found.append(name)
        del there[name]
        for one in joined[name]:
            if one in there:
                there[one] += 1
    return found


def _beside(taken: Collection[Cell]) -> Cell:
    """A free place right of the map, level with its top."""
    x = max(x for x, _y in taken) + 4
    y = min(y for _x, y in taken)
    return x + (x + y) % 2, y


class _Squares:
    """What lies in which squares of the map, by the boxes round each."""

    def __init__(self, boxes: Iterable[Box]) -> None:
        self._numbers: dict[Cell, list[int]] = {}
        for number, box in enumerate(boxes):
            for square in self._of(box):
                self._numbers.setdefault(square, []).append(number)

    def near(self, box: Box) -> set[int]:
        """The numbers of all that may have a point in common with a box."""
        return set().union(*[self._numbers.get(square, ()) for square in self._of(box)])

    def _of(self, box: Box) -> list[Cell]:
        left, top, right, bottom = (side // SQUARE for side in box)
        return [(x, y) for x in range(left, right + 1) for y in range(top, bottom + 1)]


class _Group:
    """Systems that are placed together, on a map whose other systems stay in place."""

    def __init__(self, places: Mapping[str, Cell], joined: Mapping[str, Sequence[str]]) -> None:
        self._old = places
        self._joined = joined
        self._cells = list(places.values())
        self._taken = set(self._cells)
        self._edges = [
            (places[name], places[other])
            for name, others in joined.items()
            for other in others
            if name < other and name in places and other in places
        ]
        self._cells_in = _Squares((x, y, x, y) for x, y in self._cells)
        self._edges_in = _Squares(map(_box, self._edges))
        self._lines: dict[Edge, int] = {}  # what a line costs for what stands fast
        self._places: dict[Cell, int] = {}  # the same of a place

    def placed(self, names: Sequence[str], attempts: int) -> dict[str, Cell]:
        """The cheapest of several placements; each begins in another order."""
        ways = []
        for attempt in range(attempts if len(names) > 1 else 1):
            order = self._order(names, attempt)
            new: dict[str, Cell] = {}
            for name in order:
                new[name] = self._best(name, new, attempt)
            for _ in range(ROUNDS if len(names) > 1 else 0):
                before = dict(new)
                for name in order:
                    rest = {one: at for one, at in new.items() if one != name}
                    new[name] = self._best(name, rest, attempt)
                if new == before:
                    break
            ways.append((self._total(new), attempt, new))
            if self._is_clear(new):
                break
        return min(ways, key=lambda way: way[:2])[2]

    def _is_clear(self, new: Mapping[str, Cell]) -> bool:
        """True if no line of new systems crosses one or passes by a system: as good as can be."""
        edges = self._new_edges(new)
        return (
            all(self._place(cell) < PASSING for cell in new.values())
            and not any(self._line(edge) for edge in edges)
            and not any(crosses(one, other) for one, other in combinations(edges, 2))
            and not any(
                passes(edge, cell) for edge in edges for cell in new.values() if cell not in edge
            )
        )

    def _order(self, names: Sequence[str], attempt: int) -> list[str]:
        """Each system after one that it is joined to; attempts differ in which goes first."""
        if not attempt:
            return list(names)
        waiting = sorted(names, key=lambda name: crc32(f"{attempt} {name}".encode()))
        found: list[str] = []
        while waiting:
            name = next(
                name
                for name in waiting
                if any(one in self._old or one in found for one in self._joined[name])
            )
            waiting.remove(name)
            found.append(name)
        return found

    def _best(self, name: str, new: Mapping[str, Cell], attempt: int) -> Cell:
        """The place that costs least; among equals the name decides."""
        near = [
            self._old[one] if one in self._old else new[one]
            for one in self._joined[name]
            if one in self._old or one in new
        ]
        x = sum(x for x, _y in near) // len(near)
        y = sum(y for _x, y in near) // len(near)
        taken = self._taken | set(new.values())
        edges = self._new_edges(new)
        cells = list(new.values())
        for reach in REACHES:
            tries = sorted(
                (
                    sum(_apart(cell, one) for one in near),
                    crc32(f"{attempt} {name} {cell}".encode()),
                    cell,
                )
                for cell in _within((x, y), reach)
                if cell not in taken
            )
            found: Cell | None = None
            least = TOO_MUCH
            for length, _chance, cell in tries:
                if length >= least:
                    break
                cost = length + self._cost(cell, near, edges, cells, least - length)
                if cost < least:
                    found, least = cell, cost
            if found is not None:
                return found
        return _beside(taken)

    def _cost(
        self,
        cell: Cell,
        near: Sequence[Cell],
        edges: Sequence[Edge],
        cells: Sequence[Cell],
        limit: int,
    ) -> int:
        """The cost of a place besides the length of its lines; inexact above a limit."""
        total = self._place(cell)
        for one in near:
            total += self._line((cell, one))
        if total >= limit:
            return total
        total += sum(_crowd(cell, one) for one in cells)
        total += sum(PASSING for edge in edges if passes(edge, cell))
        for one in near:
            if total >= limit:
                return total
            new = (cell, one)
            total += sum(CROSSING for edge in edges if crosses(new, edge))
            total += sum(PASSING for other in cells if other != one and passes(new, other))
        return total

    def _place(self, cell: Cell) -> int:
        if cell not in self._places:
            x, y = cell
            close = self._cells_in.near((x - 4, y - 2, x + 4, y + 2))
            total = sum(_crowd(cell, self._cells[one]) for one in close)
            beside = self._edges_in.near((x - 1, y - 1, x + 1, y + 1))
            total += sum(PASSING for one in beside if passes(self._edges[one], cell))
            self._places[cell] = total
        return self._places[cell]

    def _line(self, line: Edge) -> int:
        if line not in self._lines:
            left, top, right, bottom = box = _box(line)
            total = sum(
                CROSSING for one in self._edges_in.near(box) if crosses(line, self._edges[one])
            )
            for one in self._cells_in.near((left - 1, top - 1, right + 1, bottom + 1)):
                if passes(line, self._cells[one]):
                    total += PASSING
            self._lines[line] = total
        return self._lines[line]

    def _new_edges(self, new: Mapping[str, Cell]) -> list[Edge]:
        """The lines of new systems that have their places by now."""
        return [
            (at, self._old[one] if one in self._old else new[one])
            for name, at in new.items()
            for one in self._joined[name]
            if one in self._old or (one in new and name < one)
        ]

    def _total(self, new: Mapping[str, Cell]) -> int:
        """The cost of all new places together."""
        edges = self._new_edges(new)
        cells = list(new.values())
        total = sum(self._place(cell) for cell in cells)
        total += sum(_crowd(one, other) for one, other in combinations(cells, 2))
        total += sum(_apart(*edge) + self._line(edge) for edge in edges)
        total += sum(CROSSING for one, other in combinations(edges, 2) if crosses(one, other))
        total += sum(
            PASSING for edge in edges for cell in cells if cell not in edge and passes(edge, cell)
        )
        return total


def _box(edge: Edge) -> Box:
    """The extent of a line."""
    (ax, ay), (bx, by) = edge
    return min(ax, bx), min(ay, by), max(ax, bx), max(ay, by)


def _crowd(one: Cell, other: Cell) -> int:
    """The cost of standing a step or two from another."""
    apart = _apart(one, other)
    return CROWDED if apart == 4 else 1 if apart <= 16 else 0


def _within(center: Cell, reach: int) -> Iterator[Cell]:
    """The places of the lattice within a distance."""
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


def crosses(one: Edge, other: Edge) -> bool:
    """True if two lines cross between their ends.

    >>> crosses(((0, 0), (2, 2)), ((0, 2), (2, 0))), crosses(((0, 0), (2, 2)), ((0, 0), (2, 0)))
    (True, False)
    """
    ((ax, ay), (bx, by)), ((cx, cy), (dx, dy)) = one, other
    x, y = bx - ax, by - ay
    # Above 0 where the way from a over b to a third turns left, below if right, 0 if straight.
    if (x * (cy - ay) - y * (cx - ax) > 0) == (x * (dy - ay) - y * (dx - ax) > 0):
        return False
    x, y = dx - cx, dy - cy
    if (x * (ay - cy) - y * (ax - cx) > 0) == (x * (by - cy) - y * (bx - cx) > 0):
        return False
    return one[0] not in other and one[1] not in other


def passes(edge: Edge, cell: Cell) -> bool:
    """True if a line passes by a place it does not end at, nearer than half a step."""
    (ax, ay), (bx, by) = edge
    dx, dy, px, py = bx - ax, by - ay, cell[0] - ax, cell[1] - ay
    length = dx * dx + 3 * dy * dy
    along = dx * px + 3 * dy * py
    return 0 < along < length and 3 * (dx * py - dy * px) ** 2 < length
