"""A small table for tests: ships, states and works made in a line or two."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbm.dice.keyed import Dice, Ids, KeyedDice
from pbm.drawing.hexgrid import Side, parse_hex
from pbm.engine.context import GameState, PhaseContext
from pbm.engine.events import OrderRef
from pbm.engine.options import settle
from pbm.engine.types import Seat
from pbm.games.knighthawks.options import OPTIONS
from pbm.games.knighthawks.orders.ship_orders import Orders, ShipOrders
from pbm.games.knighthawks.state.state import IN_PLAY, Map, Mount, Planet, Ship, State

SEATS = (Seat("ann", "Ann", "A"), Seat("bea", "Bea", "B"))


def ship(designation: str, at: str, **fields: Any) -> Ship:
    """A ship of the side of its first letter; id is the designation in small letters."""
    side = designation[0]
    owner = {"A": "ann", "B": "bea", "C": "cy"}[side]
    values: dict[str, Any] = {
        "id": designation.lower(),
        "designation": designation,
        "name": f"Ship {designation}",
        "klass": "Test",
        "side": side,
        "owner": owner,
        "hull": 40,
        "hull_points": 40,
        "adf": 3,
        "mr": 3,
        "reflective": True,
        "evades": False,
        "mounts": (Mount("LC", "laser_cannon"), Mount("LB", "laser_battery")),
        "supplies": {},
        "supplies_at_start": {},
        "at": parse_hex(at),
        "facing": Side(12),
        "speed": 0,
        "status": IN_PLAY,
        "path": (parse_hex(at),),
    }
    values.update(fields)
    return Ship(**values)


def planet(designation: str, at: str) -> Planet:
    """A planet; id is the designation in small letters."""
    return Planet(designation.lower(), designation, f"Planet {designation}", parse_hex(at))


def state(*ships: Ship, **fields: Any) -> State:
    """A state of turn 1 on a map of 40 by 40 hexes."""
    sides = tuple(sorted({one.side for one in ships}))
    values: dict[str, Any] = {
        "scenario": "test",
        "title": "Test",
        "map": Map(40, 40),
        "sides": sides,
        "side_names": {side: f"Side {side}" for side in sides},
        "ships": ships,
        "planets": (),
        "victory": (),
        "turn": 1,
    }
    values.update(fields)
    return State(**values)


def work(
    table: State,
    orders: Mapping[str, Sequence[ShipOrders]] | None = None,
    options: Mapping[str, str] | None = None,
    dice: Dice | None = None,
    phase: str = "test",
    seats: Sequence[Seat] = SEATS,
) -> PhaseContext:
    """A work on this state with these ship orders by player."""
    settled, problems = settle(OPTIONS, options or {})
    assert not problems
    made = PhaseContext(
        GameState(table.turn, 0, (), tuple(seats), table),
        str(table.turn),
        settled,
        dice or KeyedDice(b"test", table.turn),
        Ids(b"test"),
    )
    made.phase = phase
    for seat in seats:
        given = (orders or {}).get(seat.id, ())
        made.commands[seat.id] = Orders(seat.id, {one.ship: one for one in given})
    return made


def ref(line: int = 1, text: str = "a line", player: str = "ann") -> OrderRef:
    """An order line's reference."""
    return OrderRef(player, "1", line, text)
