"""Where systems stand on a star map, in lattice units."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from pbm.games.nova.rules.charting import Cell, neighbours, placed
from pbm.games.nova.view.record import EmpireView, SystemView

_FAR_X, _FAR_Y = 3, 1  # between systems in their order; more tells nothing


def places_of(own: EmpireView, systems: Mapping[str, SystemView]) -> dict[str, Cell]:
    """The places kept in the view; those that have none yet get theirs for this picture."""
    old = {name: (one.place[0], one.place[1]) for name, one in systems.items() if one.place}
    joined_to = neighbours({name: list(one.lines.values()) for name, one in systems.items()})
    lines = tuple((name, tuple(others)) for name, others in joined_to.items())
    return dict(_placed(tuple(old.items()), lines, own.home or own.capital))


# The game master's view keeps no places; its map is the same from turn to turn.
@lru_cache(maxsize=16)
def _placed(
    old: tuple[tuple[str, Cell], ...],
    joined_to: tuple[tuple[str, tuple[str, ...]], ...],
    first: str,
) -> dict[str, Cell]:
    return placed(dict(old), dict(joined_to), first)


def drawn_together(places: Mapping[str, Cell]) -> dict[str, Cell]:
    """The places without wide stretches in which no system lies."""
    across = _closer({x for x, _y in places.values()}, _FAR_X)
    down = _closer({y for _x, y in places.values()}, _FAR_Y)
    return {name: (across[x], down[y]) for name, (x, y) in places.items()}


def _closer(numbers: Iterable[int], far: int) -> dict[int, int]:
    found: dict[int, int] = {}
    last = 0
    for number in sorted(numbers):
        found[number] = found[last] + min(number - last, far) if found else number
        last = number
    return found
