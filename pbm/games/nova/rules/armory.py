"""Missile designs each ship may fire: its builder's, as they reach the ship.

A design researched in turn t reaches ships at an established IC of their own at the end of
turn t, all others at the end of turn t + 1 unless they retreat, then at the end of their first
turn without a retreat. Rule: NV RES-18, NV SPC-53, NV EOT-20. Ambiguity: NV A-NMD-RETREAT.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.state.state import Ship
from pbm.games.nova.state.working_state import Draft, drafting


def distribute(work: PhaseContext) -> None:
    """Give ships the missile designs that reach them at the end of the turn."""
    with drafting(work) as draft:
        made = {
            id: sorted(one.missiles_from.items(), key=lambda made: (made[1], made[0]))
            for id, one in draft.empires.items()
            if one.missiles_from
        }
        if not made:
            return
        launches = {
            key: any(part.kind == "ML" for part in design.parts)
            for key, design in draft.designs.items()
        }
        fled = set(draft.fled)
        for id, ship in draft.ships.items():
            own = ship.owner in made and ship.builder == ship.owner
            if own and launches[ship.design] and len(ship.missiles) < len(made[ship.owner]):
                new = reaching(draft, ship, made[ship.owner], work.turn, id in fled)
                draft.put(replace(ship, missiles=(*ship.missiles, *new)))


def reaching(
    draft: Draft, ship: Ship, made: Sequence[tuple[str, int]], turn: int, fled: bool
) -> tuple[str, ...]:
    """The designs that reach a ship at the end of a turn.

    ``made`` are its empire's missile designs with the turn each was researched, oldest first.
    """
    at = draft.place_of(ship)
    here = draft.systems[at] if at else None
    at_own_ic = here is not None and here.ic and here.owner == ship.owner
    retreats = fled or ship.retreat is not None
    return tuple(
        name
        for name, since in made
        if name not in ship.missiles
        and ((since <= turn and at_own_ic) or (since < turn and not retreats))
    )
