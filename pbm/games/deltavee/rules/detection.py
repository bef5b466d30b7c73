"""Turning enemy counters face up: detection, Active Search, and whatever else reveals a unit.

Rule: DV 3.0 Detection Segment, DV 7.4 Active Search. Ambiguity: DV-A14 to DV-A17, DV-A34.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.engine.events import EVERYBODY, PUBLIC, OrderRef, Seen
from pbm.games.deltavee.orders.lines.targets import counter
from pbm.games.deltavee.state.ratings import title
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import Unit, sorting
from pbm.games.deltavee.view.audience import of_side
from pbm.kit.facts import Fact

DETECTION_RANGE = 3


def detect(work: PhaseContext, side: str) -> None:
    """Reveal every enemy within three hexes of a spaceship of the side, or of a battlecraft.

    Ambiguity: DV-A14 (battlecraft), DV-A17 (once, before any command).
    """
    state: State = work.state
    craft = work.options["detect.battlecraft"] == "yes"
    watching = sorted(
        (
            unit
            for unit in state.of_side(side)
            if not unit.dormant and (unit.is_ship or (craft and unit.is_battlecraft))
        ),
        key=lambda unit: (not unit.is_ship, sorting(unit)),
    )
    distance = state.maps.grid.distance
    for enemy in _unrevealed(state, side):
        near = [one for one in watching if distance(one.at, enemy.at) <= DETECTION_RANGE]
        if near:
            by = min(near, key=lambda one: distance(one.at, enemy.at))
            reveal(work, (enemy,), rule="DV 3.0", how="detection", by=by.id)


def search(work: PhaseContext, unit: Unit, within: int, ref: OrderRef | None) -> None:
    """Reveal every enemy within so many hexes of a ship that searches actively."""
    state: State = work.state
    distance = state.maps.grid.distance
    found = [one for one in _unrevealed(state, unit.side) if distance(unit.at, one.at) <= within]
    work.emit(
        "searched", unit.id, rule="DV 7.4", order=ref, unit=unit.id, range=within, found=len(found)
    )
    reveal(work, found, rule="DV 7.4", how="active search", by=unit.id)


def _unrevealed(state: State, side: str) -> list[Unit]:
    """The unrevealed enemies of a side in the order of their contact numbers."""
    return sorted((one for one in state.enemies_of(side) if not one.revealed), key=counter)


def reveal(work: PhaseContext, units: Iterable[Unit], *, rule: str, how: str, by: str = "") -> None:
    """Turn units face up for the rest of the game, and tell everybody what they are.

    ``how``: detection, active search, fire, interception. ``by`` is the id of the unit that
    did it; while that one is itself unrevealed only its own side hears its name, for missiles
    do not detect.
    """
    for one in units:
        state: State = work.state
        unit = state.unit(one.id)
        if unit.revealed:
            continue
        work.state = state.with_units(replace(unit, revealed=True))
        facts: dict[str, Fact] = {
            "unit": unit.id,
            "how": how,
            "what": unit.kind,
            "klass": unit.klass,
            "title": title(unit),
            "designation": unit.designation,
            "name": unit.name,
            "at": state.maps.label(unit.at),
            "direction": unit.direction,
            "velocity": unit.velocity,
        }
        seen: Seen = PUBLIC
        if by and not work.state.unit(by).revealed:
            seen = {EVERYBODY: tuple(facts), **of_side(work, state.unit(by).side)}
        work.emit("detected", unit.id, rule=rule, seen=seen, by=by, **facts)
