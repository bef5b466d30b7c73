"""What is fought, with the names by which its reader knows the sides."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from msgspec.structs import replace

from pbm.games.nova.state.battle.arena import Battle
from pbm.games.nova.state.state import PLACED, Passage, Ship, State
from pbm.games.nova.state.working_state import Draft
from pbm.games.nova.tools.odds.ground import Siege
from pbm.games.nova.tools.odds.match import MatchTable, OddsMatch, Pairs
from pbm.games.nova.tools.odds.tally import takes_part
from pbm.kit.problems import Faults, Problem, illegal
from pbm.kit.records import Record

# How a ship came that is somewhere else before the battle: no letter is known.
_ROUTE = "?"


class MatchScene(Record):
    """A match, what each side is called by seat, and remarks for the reader.

    ``you``: whose odds are told first and in the second person, "" for the game master.
    ``guessed``: ids of ships that are not there.
    """

    match: OddsMatch
    names: Mapping[str, str]
    you: str = ""
    guessed: frozenset[str] = frozenset()
    remarks: tuple[str, ...] = ()

    def begun(self) -> Battle:
        """The battle as it begins, to see who is in it."""
        return MatchTable(self.match).set_up("", 0)


class GroundScene(Record):
    """A fight of armies, with what each side is called, and remarks for the reader."""

    match: Siege
    names: Mapping[str, str]
    you: str = ""
    remarks: tuple[str, ...] = ()


def all_against_all(empires: Sequence[str]) -> Pairs:
    """Every two of these empires as enemies."""
    return tuple(combinations(sorted(empires), 2))


def there(draft: Draft, system: str) -> list[Ship]:
    """All ships of empires in a system, carried ones too; derelicts fight for nobody."""
    return [one for one in draft.ships.values() if one.owner and draft.place_of(one) == system]


def brought(state: State, system: str, ids: Sequence[str]) -> tuple[list[Ship], dict[str, Passage]]:
    """Ships with all they carry, brought to a system, and how those came that were not there.

    A carrier takes along what it carries; who is aboard a ship that is not brought comes alone.
    """
    draft = Draft(state)
    wanted = set(ids)
    while more := {one.id for one in state.ships.values() if one.carrier in wanted} - wanted:
        wanted |= more
    ships: list[Ship] = []
    passages: dict[str, Passage] = {}
    for id in sorted(wanted):
        ship = state.ships[id]
        if ship.carrier in wanted:
            ships.append(ship)
            continue
        was = draft.place_of(ship)
        ships.append(replace(ship, at=system, carrier="", bay="", retreat=None))
        if was != system:
            passages[id] = arrival(was, system)
    return ships, passages


def arrival(start: str, system: str) -> Passage:
    """A jump from somewhere into a system: such ships are scattered together."""
    return Passage(start or _ROUTE, system, (_ROUTE,), _ROUTE)


def pared(state: State, system: str, empires: Sequence[str]) -> State:
    """The state with nothing in it but what a battle asks for, so that it travels light."""
    ships = {id: one for id, one in state.ships.items() if one.owner in empires}
    return replace(
        state,
        empires={id: one for id, one in state.empires.items() if id in empires},
        ships=ships,
        hulls={},
        gates={
            id: one
            for id, one in state.gates.items()
            if one.carrier in ships or (one.at == system and one.place == PLACED)
        },
        designs={one.design: state.designs[one.design] for one in ships.values()},
        passages={id: one for id, one in state.passages.items() if id in ships},
        orders={id: one for id, one in state.orders.items() if id in empires},
        battles={},
    )


def checked(scene: MatchScene) -> MatchScene:
    """The scene, with a remark on ships that stay out of the battle; Faults if a side has none."""
    battle = scene.begun()
    problems: list[Problem] = []
    remarks = list(scene.remarks)
    for empire in battle.sides:
        own = [one for one in battle.fighters.values() if one.owner == empire and not one.gate]
        out = sorted(one.name for one in own if not takes_part(one))
        if out and len(out) == len(own):
            problems.append(
                illegal(
                    f"{scene.names[empire]}: no ship would be in the battle",
                    reason="an unarmed ship with nothing to do at the warp point stays away",
                    rule="NV SPC-06",
                )
            )
        elif out:
            said = ", ".join(out[:10]) + (" ..." if len(out) > 10 else "")
            remarks.append(f"Away from the warp point, and not in the battle: {said} [NV SPC-06].")
    if problems:
        raise Faults(*problems)
    return replace(scene, remarks=tuple(remarks))
