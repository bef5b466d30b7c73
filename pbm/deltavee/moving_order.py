"""In which order a side moves its units.

Rule: DV 6.0. Ambiguity: DV-A67: spaceships by letter, battlecraft, missiles by number, but
first what MOVE ORDER names; MISSILE ORDER ranks missiles among themselves.
"""

from __future__ import annotations

from pbm.deltavee.state import BATTLECRAFT, MISSILE, SPACESHIP, State, Unit
from pbm.deltavee.telling import player_orders
from pbm.turn import Work

_KINDS = (SPACESHIP, BATTLECRAFT, MISSILE)


def moving_order(work: Work, side: str) -> list[str]:
    """The ids of the units a side moves, in order; a docked unit moves with the one that leads."""
    state: State = work.state
    towed = {dock.other for dock in state.docks}
    listed = _listed(work, side)
    units = [u for u in state.of_side(side) if u.id not in towed and not u.dormant]
    return [unit.id for unit in sorted(units, key=lambda unit: _key(unit, listed))]


def _listed(work: Work, side: str) -> dict[str, tuple[int, int]]:
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
    return 1, _KINDS.index(unit.kind), word, place, sorting(unit)


def sorting(unit: Unit) -> str:
    """A text that sorts units of a kind as their counters read: A, B, A1, A2; 03, B-05, 12."""
    designation = unit.designation.rpartition("-")[2]
    letters = designation.rstrip("0123456789")
    number = designation[len(letters) :]
    return f"{letters.rjust(6)}{number.rjust(6)}{unit.id}"
