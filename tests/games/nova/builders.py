"""A small cluster for tests: empires, systems, ships, states and works made in a line or two.

Ann plays VIRUS (seat ``ann``), Bea MINKY (``bea``), Cyd PAGAN (``cyd``). The map is a row of
systems, VIRUS - ALGOL - TEDDY - SHOOT - MINKY, and MAVIS and PAGAN off TEDDY.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pbm.dice.keyed import Dice, Ids, KeyedDice
from pbm.dice.scripted import ScriptedDice, parse_script
from pbm.engine.context import GameState, PhaseContext
from pbm.engine.events import Event, OrderRef
from pbm.engine.options import settle
from pbm.engine.subtask import Dispatcher
from pbm.engine.types import Seat
from pbm.games.nova.options import OPTIONS
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import (
    PLACED,
    Cargo,
    Contact,
    Empire,
    GateEnd,
    Ship,
    Sight,
    State,
    System,
    WarpLine,
)

# Results come from rulings, unless a test says that ships fight.
DEFAULTS = settle(OPTIONS, {"battles": "by-hand"})[0]
SEATS = (Seat("ann", "VIRUS", "1"), Seat("bea", "MINKY", "2"), Seat("cyd", "PAGAN", "3"))
NAMES = {seat.id: seat.name for seat in SEATS}

# system, letter, system, letter
LINES = (
    ("VIRUS", "D", "ALGOL", "B"),
    ("ALGOL", "D", "TEDDY", "B"),
    ("TEDDY", "A", "SHOOT", "K"),
    ("SHOOT", "X", "MINKY", "C"),
    ("TEDDY", "E", "MAVIS", "M"),
    ("TEDDY", "R", "PAGAN", "P"),
    ("VIRUS", "X", "MAVIS", "V"),
)
TYPES = {
    "VIRUS": 8,
    "ALGOL": 5,
    "TEDDY": 4,
    "SHOOT": 6,
    "MINKY": 8,
    "MAVIS": 3,
    "PAGAN": 8,
}
HOMES = {"ann": "VIRUS", "bea": "MINKY", "cyd": "PAGAN"}
# Of enemies in the report of a battle: they were there before, and tried nothing.
STILL: Mapping[str, Any] = {"jumped_in": 0, "tried": []}


def ref(text: str = "", line: int = 1, player: str = "ann", mailing: str = "3") -> OrderRef:
    """A line of a sheet."""
    return OrderRef(player, mailing, line, text)


def design(name: str, *parts: Component, empire: str = "ann", **fields: Any) -> Design:
    """A design of these components, with IE 2 and JD 3 unless others are given."""
    kinds = {part.kind for part in parts}
    drives = tuple(Component(k, 1, n, **more) for k, n, more in _DRIVES if k not in kinds)
    return Design(name, empire, (*drives, *parts), **fields)


_DRIVES: tuple[tuple[str, int, dict[str, int]], ...] = (("IE", 2, {}), ("JD", 3, {"lt": 8}))


def standard(empire: str) -> dict[str, Design]:
    """Four designs of an empire by key: Scout (XC), Hauler (2 CH), Frigate (BL 15), Guard (DG)."""
    made = (
        design("Scout", Component("XC"), empire=empire),
        design("Hauler", Component("CH", 2, 30), empire=empire),
        design("Frigate", Component("BL", 1, 15), Component("DC"), empire=empire),
        design("Guard", Component("BL", 1, 10), Component("DG", 1, 20), empire=empire),
    )
    return {f"{empire}/{one.name}": one for one in made}


def ship(
    name: str, klass: str = "Frigate", at: str = "VIRUS", owner: str = "ann", **fields: Any
) -> Ship:
    """A ship; its id is the name in small letters. ``cargo``: ("AA", 2), or Cargo records."""
    cargo = tuple(
        one if isinstance(one, Cargo) else Cargo(one[0], owner, one[1])
        for one in fields.pop("cargo", ())
    )
    builder = fields.pop("builder", owner)
    return Ship(
        id=fields.pop("id", name.lower()),
        name=name,
        owner=owner,
        builder=builder,
        design=f"{builder}/{klass}",
        at=at,
        cargo=cargo,
        **fields,
    )


def gate_pair(name: str, one: str, other: str, owner: str = "ann", **fields: Any) -> list[GateEnd]:
    """Both ends of a gate, placed: ``Ring-A`` and ``Ring-B`` for the name ``Ring``."""
    a, b = f"{name}-A", f"{name}-B"
    return [
        GateEnd(a.lower(), a, owner, b.lower(), one, fields.get("place", PLACED)),
        GateEnd(b.lower(), b, owner, a.lower(), other, fields.get("place", PLACED)),
    ]


def system(name: str, **fields: Any) -> System:
    """A system of the test map, as it is before anybody colonizes it, or with ``fields``."""
    lines: dict[str, WarpLine] = {}
    for one, letter, other, back in LINES:
        if one == name:
            lines[letter] = WarpLine(other, back)
        if other == name:
            lines[back] = WarpLine(one, letter)
    values: dict[str, Any] = {"type": TYPES[name], "lines": lines, **fields}
    if values.get("colonies") and "owner" not in values:
        values["owner"] = values["colonizer"]
    return System(name=name, **values)


def home(empire: str, **fields: Any) -> System:
    """An empire's home star: a world with an IC, ten militia and two SDUs."""
    values: dict[str, Any] = {
        "colonies": 3,
        "colonizer": empire,
        "home_of": empire,
        "ic": True,
        "militia": 10,
        "surface": {empire: {"SDU": 2}},
        **fields,
    }
    return system(HOMES[empire], **values)


def sight(name: str, explored: bool = True, **fields: Any) -> Sight:
    """What is known of a system of the test map after exploring it; lines lead to unknown."""
    letters = tuple(sorted(system(name).lines))
    values: dict[str, Any] = {
        "explored": explored,
        "letters": letters if explored else (),
        "lines": dict.fromkeys(letters, "") if explored else {},
        "type": TYPES[name] if explored else -1,
        **fields,
    }
    return Sight(name=name, **values)


def contact(kind: str = "normal", label: str = "B", **fields: Any) -> Contact:
    """A contact with another empire."""
    return Contact(kind, label if kind != "minor" else "", **fields)


def empire(id: str, **fields: Any) -> Empire:
    """An empire at its home star with 100 MCr and the free technology."""
    where = HOMES[id]
    values: dict[str, Any] = {
        "name": NAMES[id],
        "home": where,
        "capital": where,
        "treasury_at": where,
        "treasury": 100,
        "designs": {key.split("/")[1]: key for key in standard(id)},
        "sights": {where: sight(where)},
        **fields,
    }
    return Empire(id=id, **values)


def state(*things: Any, players: str = "ab", **fields: Any) -> State:
    """A state of turn 3: the whole map, the empires of Ann and Bea (``players`` of "abc").

    ``things`` are ships, gate ends, systems and empires that stand in place of the usual ones.
    """
    ids = [seat.id for seat in SEATS if seat.id[0] in players]
    systems = {name: system(name) for name in TYPES}
    systems.update({HOMES[id]: home(id) for id in ids})
    systems.update({one.name: one for one in things if isinstance(one, System)})
    empires = {id: empire(id) for id in ids}
    empires.update({one.id: one for one in things if isinstance(one, Empire)})
    designs = {key: made for id in ids for key, made in standard(id).items()}
    values: dict[str, Any] = {
        "scenario": "test",
        "title": "Test",
        "systems": systems,
        "empires": empires,
        "ships": {one.id: one for one in things if isinstance(one, Ship)},
        "gates": {one.id: one for one in things if isinstance(one, GateEnd)},
        "designs": {**designs, **fields.pop("designs", {})},
        "turn": 3,
        **fields,
    }
    return State(**values)


def work(
    table: State,
    orders: Mapping[str, Orders] | Sequence[Orders] = (),
    options: Mapping[str, str] | None = None,
    faces: str = "",
    phase: str = "A",
    others: Dispatcher | None = None,
) -> PhaseContext:
    """A work on a state whose orders are already in it. ``faces``: a script of dice.

    ``others`` may do pieces of it.
    """
    given = {
        one.player: one for one in (orders.values() if isinstance(orders, Mapping) else orders)
    }
    table = replace(
        table, orders={id: given.get(id, Orders(id, missing=True)) for id in table.empires}
    )
    script, problems = parse_script(faces, "dice")
    assert not problems
    dice: Dice = ScriptedDice(script) if faces else KeyedDice(b"test", 3)
    seats = tuple(seat for seat in SEATS if seat.id in table.empires)
    settled = {**DEFAULTS, **(options or {})}
    standing = GameState(3, 0, ("3",), seats, table)
    made = PhaseContext(standing, "3", settled, dice, Ids(b"test"), (), others)
    made.phase = phase
    return made


def told(work: PhaseContext, kind: str = "", empire: str = "") -> list[Event]:
    """The events so far, of a kind, and of those one empire perceives."""
    return [
        event
        for event in work.events
        if kind in ("", event.kind) and (not empire or empire in event.seen)
    ]
