"""A small table for tests: units, states and works made in a line or two.

Side 1 is Ann's, side 2 Bea's; an id is side and designation in small letters: ``1a``, ``2b1``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbm.dice.keyed import Dice, Ids, KeyedDice
from pbm.dice.scripted import ScriptedDice, parse_script
from pbm.engine.context import GameState, PhaseContext
from pbm.engine.events import Event, OrderRef
from pbm.engine.options import settle
from pbm.engine.types import Seat
from pbm.games.deltavee.options import OPTIONS
from pbm.games.deltavee.orders.orders import Orders, UnitOrders
from pbm.games.deltavee.rules.movement.mapping import first_maps
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.outfit import craft, in_boxes, missile, pod
from pbm.games.deltavee.state.state import Planet, State
from pbm.games.deltavee.state.units import Unit

SEATS = (Seat("ann", "Ann", "1"), Seat("bea", "Bea", "2"))
DEFAULTS = settle(OPTIONS, {})[0]
MAPS = first_maps(3, DEFAULTS)


def ship(
    side: int, designation: str, klass: str, at: str, direction: int, velocity: int, **fields: Any
) -> Unit:
    """A spaceship or, for a class of battlecraft, a battlecraft in play.

    ``pods`` are kinds in the order of the boxes, or whole Parts.
    """
    kinds = fields.pop("pods", ())
    pods = tuple(
        pod(kind, box, klass, DEFAULTS) if isinstance(kind, str) else kind
        for box, kind in in_boxes(kinds, lambda one: one if isinstance(one, str) else one.kind)
    )
    return craft(klass, pods, **_common(side, designation, at, direction, velocity), **fields)


def shot(
    side: int, designation: str, type: str, at: str, direction: int, velocity: int, **fields: Any
) -> Unit:
    """A missile in play, unrevealed, of Civ Level 8 unless ``civ`` says otherwise."""
    civ = fields.pop("civ", 8)
    return missile(type, civ, **_common(side, designation, at, direction, velocity), **fields)


def _common(side: int, designation: str, at: str, direction: int, velocity: int) -> dict[str, Any]:
    return {
        "id": f"{side}{designation.lower()}",
        "designation": designation,
        "name": "",
        "side": str(side),
        "owner": "ann" if side == 1 else "bea",
        "at": MAPS.parse(at),
        "direction": Direction(direction),
        "velocity": velocity,
    }


def planet(at: str, designation: str = "P1") -> Planet:
    """A planet; id is the designation in small letters."""
    return Planet(designation.lower(), designation, f"Planet {designation}", MAPS.parse(at))


def state(*units: Unit, **fields: Any) -> State:
    """A state of turn 1 on maps A, B and C."""
    values: dict[str, Any] = {
        "scenario": "test",
        "title": "Test",
        "maps": MAPS,
        "sides": ("1", "2"),
        "side_names": {"1": "Side 1", "2": "Side 2"},
        "units": units,
        "turn": 1,
    }
    values.update(fields)
    return State(**values)


def dice(text: str) -> ScriptedDice:
    """Scripted dice: lines such as ``asteroid *: 3`` or bare faces in order."""
    script, problems = parse_script(text, "dice")
    assert not problems
    return ScriptedDice(script)


def work(
    table: State,
    orders: Mapping[str, Orders | Sequence[UnitOrders]] | None = None,
    options: Mapping[str, str] | None = None,
    faces: str | Dice = "",
    phase: str = "1.move",
) -> PhaseContext:
    """A work on this state with these orders by player."""
    settled, problems = settle(OPTIONS, options or {})
    assert not problems
    thrown = dice(faces) if isinstance(faces, str) and faces else faces
    made = PhaseContext(
        GameState(table.turn, 0, (), SEATS, table),
        str(table.turn),
        settled,
        KeyedDice(b"test", table.turn) if isinstance(thrown, str) else thrown,
        Ids(b"test"),
    )
    made.phase = phase
    for seat in SEATS:
        given = (orders or {}).get(seat.id, ())
        made.commands[seat.id] = (
            given
            if isinstance(given, Orders)
            else Orders(seat.id, {one.unit: one for one in given})
        )
    return made


def ref(line: int = 1, text: str = "a line", player: str = "ann") -> OrderRef:
    """An order line's reference."""
    return OrderRef(player, "1", line, text)


def told(made: PhaseContext, kind: str) -> list[Event]:
    """The events of a kind, in order."""
    return [event for event in made.events if event.kind == kind]
