"""In which order a side moves its units.

Rule: DV 2.5, DV 6.0. Ambiguity: DV-A67: spaceships by letter, battlecraft, missiles by number,
but first what MOVE ORDER names; MISSILE ORDER ranks missiles among themselves. What lies face
down moves in the order of its contact numbers, so that its turn does not tell what it is.
"""

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.rules.telling import player_orders
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import BATTLECRAFT, MISSILE, SPACESHIP, Unit, sorting

_KINDS = (SPACESHIP, BATTLECRAFT, MISSILE)
_FACE_DOWN = _KINDS.index(MISSILE)


def moving_order(work: PhaseContext, side: str) -> list[str]:
    """The ids of the units a side moves, in order; a docked unit moves with the one that leads."""
    towed = {dock.other for dock in work.state.docks}
    return [unit for unit in in_order(work, side) if unit not in towed]


def in_order(work: PhaseContext, side: str) -> list[str]:
    """The ids of all units of a side that act, docked ones too, in the same order."""
    state: State = work.state
    listed = _listed(work, side)
    units = [unit for unit in state.of_side(side) if not unit.dormant]
    return [unit.id for unit in sorted(units, key=lambda unit: _key(unit, listed))]


def _listed(work: PhaseContext, side: str) -> dict[str, tuple[int, int]]:
    """Units named in a line, with 0 for MOVE ORDER or 1 for MISSILE ORDER, and their place."""
    first: list[str] = []
    missiles: list[str] = []
    for seat in work.seats:
        if seat.side != side:
            continue
        orders = player_orders(work, seat.id)
        if orders.move_order is not None:
            first += orders.move_order.units
        if orders.missile_order is not None:
            missiles += orders.missile_order.units
    places = {unit: (1, place) for place, unit in reversed(list(enumerate(missiles)))}
    places.update({unit: (0, place) for place, unit in reversed(list(enumerate(first)))})
    return places


def _key(unit: Unit, listed: dict[str, tuple[int, int]]) -> tuple[int, int, int, int, str]:
    word, place = listed.get(unit.id, (2, 0))
    if word == 0:
        return 0, 0, 0, place, unit.id
    if unit.revealed or not unit.contact:
        return 1, _KINDS.index(unit.kind), word, place, sorting(unit)
    return 1, _FACE_DOWN, word, place, f"{unit.contact:012d}"
