"""A state being worked on: its tables as dicts of this phase alone, put back at its end.

    with drafting(work) as draft:
        draft.put(replace(draft.ships[id], at="TEDDY"))

Copying ten thousand entries once a change is dear, so a phase copies its tables once: those of
ships and passages, which most phases only look at, with their first change. While a draft is open
nobody else reads ``work.state``.
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.state.state import Empire, GateEnd, Hull, Passage, Ship, State, System


class Draft:
    """The tables of a state, free to change; the records in them stay frozen."""

    __slots__ = (
        "_own_passages",
        "_own_ships",
        "aborted",
        "base",
        "battles",
        "designs",
        "empires",
        "fled",
        "gates",
        "given",
        "hulls",
        "meetings",
        "memory",
        "met",
        "passages",
        "ships",
        "stopped",
        "systems",
        "untold",
    )

    def __init__(self, state: State, memory: dict[str, Any] | None = None) -> None:
        self.base = state
        self.memory = {} if memory is None else memory
        self.systems: dict[str, System] = dict(state.systems)
        self.empires: dict[str, Empire] = dict(state.empires)
        self.ships: Mapping[str, Ship] = state.ships
        self.hulls: dict[str, Hull] = dict(state.hulls)
        self.gates: dict[str, GateEnd] = dict(state.gates)
        self.designs = dict(state.designs)
        self.passages: Mapping[str, Passage] = state.passages
        self.stopped = dict(state.stopped)
        self.aborted = dict(state.aborted)
        self.given = dict(state.given)
        self.meetings = list(state.meetings)
        self.met = dict(state.met)
        self.fled = list(state.fled)
        self.battles = dict(state.battles)
        self.untold = list(state.untold)
        self._own_ships: dict[str, Ship] = {}
        self._own_passages: dict[str, Passage] = {}

    def put(self, ship: Ship) -> None:
        """Put a ship, new or changed, in its place."""
        if self.ships is not self._own_ships:
            self._copy_ships()
        self._own_ships[ship.id] = ship

    def drop(self, id: str) -> None:
        """Take a ship out of the game."""
        if self.ships is not self._own_ships:
            self._copy_ships()
        del self._own_ships[id]

    def _copy_ships(self) -> None:
        self.ships = self._own_ships = dict(self.base.ships)

    def passed(self, id: str, passage: Passage) -> None:
        """Note how a ship moved."""
        if self.passages is not self._own_passages:
            self.passages = self._own_passages = dict(self.base.passages)
        self._own_passages[id] = passage

    def state(self) -> State:
        """The state as it is now; the draft, whose tables it takes over, is done with."""
        return replace(
            self.base,
            systems=self.systems,
            empires=self.empires,
            ships=self.ships,
            hulls=self.hulls,
            gates=self.gates,
            designs=self.designs,
            passages=self.passages,
            stopped=self.stopped,
            aborted=self.aborted,
            given=self.given,
            meetings=tuple(self.meetings),
            met=self.met,
            fled=tuple(self.fled),
            battles=self.battles,
            untold=tuple(self.untold),
        )

    def kept(self, name: str) -> dict[str, Any]:
        """A table of what follows from orders and designs, for as long as these are the same."""
        found: dict[str, Any]
        orders, designs, found = self.memory.get(name, (None, None, {}))
        if orders is not self.base.orders or designs != self.base.designs:
            found = {}
            self.memory[name] = self.base.orders, self.base.designs, found
        return found

    def ships_by_place(self) -> dict[str, list[Ship]]:
        """The ships of empires in each system, with those aboard others."""
        here: dict[str, list[Ship]] = {}
        for ship in self.ships.values():
            if ship.owner and (at := ship.at or self.place_of(ship)):
                here.setdefault(at, []).append(ship)
        return here

    def place_of(self, ship: Ship) -> str:
        """The system a ship is in, through the ships that carry it; "" on a retreat."""
        while ship.carrier:
            ship = self.ships[ship.carrier]
        return ship.at


@contextmanager
def drafting(work: PhaseContext) -> Iterator[Draft]:
    """A draft of the state at hand, put back when the block is left in good order."""
    draft = Draft(work.state, work.memory)
    yield draft
    work.state = draft.state()
