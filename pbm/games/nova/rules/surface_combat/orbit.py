"""Ships at a planet while armies fight on it: their OS, their holds, their PCBs.

A ship is there if it lived through the fighting in space and could go to the planet: it did not
flee, was not stopped on its way or made to abort, and does not guard the warp point.

Rule: NV SUR-08, NV SUR-10, NV SUR-11, NV EXP-05, NV EXP-06, NV ORD-12, NV MOV-18.
Ambiguity: NV A-PLANET-DIST, NV A-G-LEAVE.
"""

from collections.abc import Collection

from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.planetside import cannot_reach
from pbm.games.nova.state.state import Ship
from pbm.games.nova.state.working_state import Draft


class OrbitingShips:
    """Ships by planet and owner, in the order of their names, found once a phase."""

    def __init__(self, draft: Draft, effective: Effective, systems: Collection[str]) -> None:
        self._draft = draft
        self._effective = effective
        fled = set(draft.fled)
        found: dict[tuple[str, str], list[Ship]] = {}
        for ship in draft.ships.values():
            if ship.at in systems and ship.id not in fled and self._is_there(ship):
                found.setdefault((ship.at, ship.owner), []).append(ship)
        self._ids = {
            place: [one.id for one in sorted(ships, key=lambda one: one.name)]
            for place, ships in found.items()
        }

    def ids(self, system: str, empire: str) -> list[str]:
        """The ids of an empire's ships at a planet."""
        return self._ids.get((system, empire), [])

    def ships(self, system: str, empire: str) -> list[Ship]:
        """An empire's ships at a planet in their current state."""
        return [self._draft.ships[id] for id in self.ids(system, empire)]

    def bombardment(self, system: str, empire: str) -> list[tuple[Ship, int]]:
        """An empire's working OS units at a planet: ship and level of each."""
        return [
            (ship, level)
            for ship in self.ships(system, empire)
            for level in self._effective.fittings.of(ship).os
        ]

    def _is_there(self, ship: Ship) -> bool:
        passage = self._draft.passages.get(ship.id)
        stopped = passage is not None and passage.interdicted
        if not ship.owner or stopped or ship.id in self._draft.aborted:
            return False
        if self._effective.contact(ship) == "G":
            return False
        return not cannot_reach(self._draft, self._effective, ship)[0]
