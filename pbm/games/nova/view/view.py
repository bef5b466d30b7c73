"""What one player may know of the galaxy, as JSON.

Players know their own things whole; of other empires their contacts, under labels of their own;
of systems what they control and what exploration, observation or passing through showed, as last
seen. No id and no name of another empire or its things stands in a view, but for names given by
full contact. An id of no seat is the game master, who sees all, empires by their names.

Rule: NV CON-02, NV CON-10, NV EXP-01, NV EXP-04, NV RES-16, NV REP-12, NV SET-09, NV VIC-01.
Ambiguity: NV A-NAME-GLOBAL, NV A-CON-LETTERS, NV A-XC-OWNERSHIP, NV A-REP-QUIET,
NV A-RES-REPORTS, NV A-GM-SECRET.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.engine.types import Seat
from pbm.games.nova.state.planets import potential
from pbm.games.nova.state.state import Goal, State, System
from pbm.games.nova.view.labels import YOU
from pbm.games.nova.view.record import GoalView, SystemView, UnitsView, View, YouView, empty_view
from pbm.games.nova.view.view_reader import ViewReader
from pbm.kit.records import alike


def view_between_turns(
    state: State, player: str, seats: Sequence[Seat], options: Mapping[str, str]
) -> View:
    """The state between turns as one player may know it.

    An id of no seat gives all of it, for the game master.
    """
    seat = next((seat for seat in seats if seat.id == player), None)
    whole = player not in state.empires
    you = YouView(player=player, name=seat.name if seat else "")
    view = replace(
        empty_view(state.turn, you, state.scenario, state.title),
        goals=[_goal(one, whole=whole) for one in state.goals],
        result=state.result,
        # What the generator tells of the map is for the game master alone.
        notes=list(state.notes) if whole else [],
    )
    if whole:
        return _Master(state, options).told(view)
    return ViewReader(state, player, options).told(view)


def _goal(goal: Goal, *, whole: bool) -> GoalView:
    """A victory condition; of a hidden one its method alone. Rule: NV VIC-01."""
    told = whole or not goal.hidden
    return GoalView(
        method=goal.method,
        level=goal.level if told and goal.level else None,
        last=goal.last if told and goal.last else None,
        by=goal.by if goal.method == "time" else "",
    )


class _Master:
    """All of a state, with empires by name, for the game master's book."""

    def __init__(self, state: State, options: Mapping[str, str]) -> None:
        self._state = state
        self._readers = {id: ViewReader(state, id, options) for id in state.empires}

    def told(self, view: View) -> View:
        """The view with every list of it; what belongs to an empire names it."""
        state = self._state
        each = {self._name(id): reader.told(view) for id, reader in self._readers.items()}
        return replace(
            view,
            empires=[one.empire for one in each.values()],
            systems=[self._system(one) for _name, one in sorted(state.systems.items())],
            ships=[replace(ship, owner=id) for id, one in each.items() for ship in one.ships],
            hulls=[replace(hull, owner=id) for id, one in each.items() for hull in one.hulls],
            gates=[
                replace(end, owner=id)
                for id, one in each.items()
                for end in one.gates
                if end.owner == YOU
            ],
        )

    def _name(self, id: str) -> str:
        return self._state.empires[id].name if id in self._state.empires else ""

    def _system(self, system: System) -> SystemView:
        return alike(
            SystemView,
            system,
            explored=True,
            status=system.status,
            yours=False,
            owner=self._name(system.owner),
            colonizer=self._name(system.colonizer),
            captured=system.captured,
            home=bool(system.home_of),
            letters=sorted(system.lines),
            lines={letter: line.to for letter, line in sorted(system.lines.items())},
            surface=[
                UnitsView(kind=kind, number=number, owner=self._name(owner))
                for owner, held in sorted(system.surface.items())
                for kind, number in sorted(held.items())
                if number
            ],
            alien_surface=False,
            alien_ships=0,
            sdu=None,
            armies=None,
            last_seen=0,
            revenue=potential(system) if system.colonies else 0,
            return_letter="",
        )
