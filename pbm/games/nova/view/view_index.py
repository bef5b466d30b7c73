"""An index of a state by owner, so that a view reads its own empire's things alone."""

from msgspec import Struct, field

from pbm.games.nova.state.contact_table import FRIENDLY
from pbm.games.nova.state.fitted import Fittings
from pbm.games.nova.state.state import GONE, GateEnd, Hull, Permit, Ship, State, System


class Index(Struct):
    """An index of a state by owner, so that a view reads its own empire's things alone."""

    state: State
    fittings: Fittings
    ships: dict[str, list[Ship]] = field(default_factory=dict)
    hulls: dict[str, list[Hull]] = field(default_factory=dict)
    gates: dict[str, list[GateEnd]] = field(default_factory=dict)
    surface: dict[str, set[str]] = field(default_factory=dict)
    held: dict[str, list[System]] = field(default_factory=dict)
    lent: dict[str, list[tuple[str, Permit]]] = field(default_factory=dict)
    met: dict[str, dict[str, list[str]]] = field(default_factory=dict)


# Of the state that was asked for last; all players' views of one state come in a row.
_LAST: list[Index] = []


def index_of(state: State) -> Index:
    """The index of a state."""
    if not _LAST or _LAST[0].state is not state:
        _LAST[:] = [_indexed(state)]
    return _LAST[0]


def _indexed(state: State) -> Index:
    index = Index(state, Fittings(state))
    for ship in state.ships.values():
        index.ships.setdefault(ship.owner, []).append(ship)
    for hull in state.hulls.values():
        index.hulls.setdefault(hull.owner, []).append(hull)
    for end in state.gates.values():
        if end.place != GONE:
            index.gates.setdefault(end.owner, []).append(end)
    for system in state.systems.values():
        for one in dict.fromkeys((system.owner, system.colonizer)):
            if one:
                index.held.setdefault(one, []).append(system)
        for owner in system.surface:
            index.surface.setdefault(owner, set()).add(system.name)
    for id, empire in state.empires.items():
        for permit in empire.permits:
            if permit.kind == "gate":
                index.lent.setdefault(permit.who, []).append((id, permit))
    for place, contact in state.met.items():
        name, viewer, alien = place.split("/")
        # Neutral contact identifies nobody, not even an empire known from elsewhere.
        known = alien if contact == FRIENDLY else ""
        index.met.setdefault(viewer, {}).setdefault(name, []).append(known)
    return index
