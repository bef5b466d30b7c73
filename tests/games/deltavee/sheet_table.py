"""A table as Ann knows it, made by the game's own view: the sheets of the tests are for it.

Side 1 is hers and Tom's. She has the Sword A with two battlecraft, the Dagger B, the Spear C
and missiles 03 to 09; D is Tom's, E was destroyed. Bea's side has A, A1, B, C (destroyed),
missile 02, and the contacts 7 and 8 (gone).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbm.engine.types import Reading, Seat
from pbm.games.deltavee.orders.lines.roster import Roster
from pbm.games.deltavee.orders.sheet import names_for, read
from pbm.games.deltavee.state.geometry import DIRECTIONS
from pbm.games.deltavee.state.outfit import pod
from pbm.games.deltavee.state.state import (
    Buy,
    Company,
    Placement,
    Purchase,
    Special,
    State,
    Wanted,
)
from pbm.games.deltavee.state.units import ABOARD, DESTROYED, PREPARED, RESERVE, WAITING, Unit
from pbm.games.deltavee.view.record import View
from pbm.games.deltavee.view.view import build_view
from pbm.sheets.envelope import FoundSheets, Sheet, find_sheets
from tests.games.deltavee.builders import DEFAULTS, MAPS, planet, ship, shot, state

SEATS = (Seat("ann", "Ann", "1"), Seat("tom", "Tom", "1"), Seat("bea", "Bea", "2"))


def _sword() -> Unit:
    pods = (
        "heavy weapon",
        "battle communications",
        "tractor beam",
        pod("battlecraft", 4, "sword", DEFAULTS, holds="1a1"),
        pod("battlecraft", 5, "sword", DEFAULTS, holds="1a2"),
    )
    return replace(ship(1, "A", "sword", "B0505", 12, 3, pods=pods), name="Lance")


def _units() -> list[Unit]:
    craft = {"mother": "1a", "revealed": False}
    of_b: dict[str, Any] = {"mother": "1b", "pod": 1}
    return [
        _sword(),
        ship(1, "A1", "terwillicker_x", "B0505", 12, 0, status=ABOARD, pod=4, **craft),
        ship(1, "A2", "terwillicker_x", "B0505", 12, 0, status=PREPARED, pod=5, **craft),
        ship(1, "B", "dagger", "B0808", 2, 2, pods=("light weapon", "standard jump")),
        ship(1, "B1", "terwillicker_5000", "B0606", 4, 3, mother="1b", pod=2, revealed=False),
        ship(1, "C", "spear", "A0909", 4, 0, pods=("hunter", "arsenal", "energy", "crew")),
        replace(ship(1, "D", "piccolo", "A0202", 4, 2), owner="tom"),
        ship(1, "E", "dagger", "A0303", 4, 2, status=DESTROYED),
        shot(1, "B-03", "guided", "B0606", 4, 3, civ=7, **of_b),
        shot(1, "04", "unguided", "B0607", 4, 3, **of_b),
        shot(1, "05", "mims", "B0608", 4, 3, civ=8, mother="1a", pod=1),
        shot(1, "06", "intelligent", "B0609", 4, 3, civ=7, mother="1a", pod=1),
        shot(1, "A-07", "guided", "B0505", 12, 0, status=PREPARED, mother="1a", pod=1),
        shot(1, "08", "intelligent", "A0404", 4, 3, status=DESTROYED, mother="1a", pod=1),
        shot(1, "09", "intelligent", "B0610", 4, 6, civ=8, mother="1a", pod=1),
        replace(ship(2, "A", "corco_mu", "B1010", 6, 2, pods=("hunter", "crew")), name="Minky"),
        ship(2, "A1", "terwillicker_x", "B1011", 6, 3, mother="2a"),
        ship(2, "B", "flute", "B1210", 6, 2, pods=("hunter",)),
        ship(2, "C", "dagger", "B1310", 6, 2, status=DESTROYED),
        shot(2, "02", "unguided", "B1110", 6, 4, revealed=True),
        shot(2, "03", "unguided", "B1112", 6, 4, contact=7),
        shot(2, "04", "unguided", "B1114", 6, 4, contact=8, status=DESTROYED),
    ]


def table(turn: int = 3, **changes: Any) -> State:
    """The table; ``changes`` are fields of units of side 1, as ``A={"field_up": True}``."""
    named = {unit.id: unit for unit in _units()}
    for key, changed in changes.items():
        unit_id = f"1{key.lower().replace('_', '-')}"
        named[unit_id] = replace(named[unit_id], **changed)
    units = list(named.values())
    fields: dict[str, Any] = {}
    if turn == 0:
        units = [unit for unit in units if not unit.is_missile and unit.status != DESTROYED]
        units = [
            replace(unit, status=WAITING)
            if unit.designation in ("A", "B") and unit.side == "1"
            else unit
            for unit in units
        ]
        fields = {"placements": _placements(), "companies": _companies()}
    return state(
        *units,
        turn=turn,
        jumps=True,
        planets=(planet("A0901"),),
        asteroids=(MAPS.parse("A0101"),),
        contacts={"1": 0, "2": 8},
        **fields,
    )


def _placements() -> dict[str, Placement]:
    hexes = tuple(MAPS.parse(f"A09{row:02d}") for row in (9, 10, 11))
    directions = MAPS.grid.sides[:3]
    return {
        "1a": Placement(hexes, directions, (1, 2, 3)),
        "1b": Placement(hexes, directions, (0, 2), arrange=False),
    }


def _companies() -> tuple[Company, ...]:
    return (
        Company(("1a", "1b"), different_hexes=True, same_direction=True, same_velocity=True),
        Company(("1a", "1c")),
    )


def known(turn: int = 3, options: Mapping[str, str] = {}, **changes: Any) -> dict[str, Any]:
    """What Ann knows of it."""
    return build_view(table(turn, **changes), "ann", SEATS, {**DEFAULTS, **options}).written()


def shop(**changes: Any) -> State:
    """The table before turn 0 of a game in which Ann buys her ships, with 100,000 Trans.

    ``changes`` are fields of the purchase.
    """
    hexes = MAPS.grid.sides
    terms = Purchase(
        owner="ann",
        side="1",
        budget=100_000,
        start=MAPS.parse("A0909"),
        within=1,
        anywhere=True,
        direction=hexes[0],
        velocity=1,
        directions=DIRECTIONS,
        velocities=(1, 2, 3),
        fleet=(Buy("A", "piccolo", wanted=(Wanted("hunter"),)),),
    )
    foe = ship(2, "A", "dagger", "B1010", 6, 2)
    return state(foe, turn=0, purchases=(replace(terms, **changes),))


def buying(**changes: Any) -> dict[str, Any]:
    """What Ann knows of it."""
    return build_view(shop(**changes), "ann", SEATS, DEFAULTS).written()


def read_purchase(body: str, options: Mapping[str, str] = {}, **changes: Any) -> Reading:
    """The reading of a set-up sheet by which Ann buys ships."""
    return read(sheet_of(body, "SETUP", "0"), View.read(buying(**changes)), {**DEFAULTS, **options})


def carrying(turn: int = 3) -> dict[str, Any]:
    """What Ann knows of a transport with a storage pod, and of the Swords that belong in two."""
    carrier = ship(1, "A", "military_transport", "A0909", 3, 2,
                   pods=("storage", "storage", "battle communications", "crew"))  # fmt: skip
    for pod_, stored in zip(carrier.pods, ("1b", "1c"), strict=False):
        carrier = carrier.with_part(replace(pod_, holds=stored))
    held: dict[str, Any] = {"mother": "1a", "revealed": False, "pods": ("energy",)}
    swords = [
        ship(1, "B", "sword", "A0909", 3, 0, pod=1, status=ABOARD, **held),
        ship(1, "C", "sword", "A0909", 3, 0, pod=5, status=PREPARED, **held),
    ]
    fields: dict[str, Any] = {}
    if turn == 0:
        carrier = replace(carrier, status=WAITING)
        fields["placements"] = {"1a": Placement((carrier.at,), (carrier.direction,), (2,))}
    foe = ship(2, "A", "ram_jet", "B1010", 6, 2)
    return build_view(
        state(carrier, *swords, foe, turn=turn, **fields), "ann", SEATS, DEFAULTS
    ).written()


def reserve(**fields: Any) -> State:
    """The table with F in reserve for A, which C may hand a pod to."""
    dagger = ship(1, "F", "dagger", "A0909", 3, 0, status=RESERVE, pods=("energy", "crew"))
    free = Placement(
        tuple(MAPS.parse(at) for at in ("A0909", "A0910")), DIRECTIONS, (0, 1, 2, 3, 4)
    )
    return replace(
        table().with_new((dagger,)),
        placements={"1f": free},
        special=(Special("relief", ("1f", "1a")), Special("pod_transfer", ("1c", "1a"))),
        **fields,
    )


def read_reserve(body: str, state: State | None = None) -> Reading:
    """The reading of a body against the table with a ship in reserve."""
    known = build_view(state or reserve(), "ann", SEATS, DEFAULTS).written()
    return read(sheet_of(body), View.read(known), DEFAULTS)


def sheet_of(body: str, kind: str = "ORDERS", mailing: str = "3") -> Sheet:
    """The one sheet with this body."""
    found = find_sheets(f"{kind} camp turn {mailing} for Ann\n{body}\nEND\n".encode(), "t.txt")
    assert len(found.sheets) == 1, found
    return found.sheets[0]


def read_body(body: str, turn: int = 3, options: Mapping[str, str] = {}, **changes: Any) -> Reading:
    """The reading of a body against the table; ``options`` are those that are not default."""
    sheet = sheet_of(body, "ORDERS" if turn else "SETUP", str(turn))
    return read(sheet, View.read(known(turn, options, **changes)), {**DEFAULTS, **options})


def read_text(
    data: bytes, file: str, options: Mapping[str, str]
) -> tuple[FoundSheets, list[Reading]]:
    """Everything of a text, each sheet against the table of its own turn.

    ``budget`` among the options asks for the table at which Ann buys her ships, ``carrier`` for
    that of her transport.
    """
    found = find_sheets(data, file)
    options = dict(options)
    budget = int(options.pop("budget", 0))
    carrier = options.pop("carrier", "")
    chosen = {**DEFAULTS, **options}

    def known_for(sheet: Sheet) -> dict[str, Any]:
        turn = 0 if sheet.mailing == "0" else 3
        if carrier:
            return carrying(turn)
        return buying(budget=budget) if budget else known(turn, options)

    return found, [read(sheet, View.read(known_for(sheet)), chosen) for sheet in found.sheets]


ROSTER = Roster(View.read(known()))
NAMES = names_for(ROSTER)
KINDS = {unit.id: unit.kind for unit in ROSTER.units}
