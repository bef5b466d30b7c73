"""A table as Ilse knows it, made by hand: the sheets of the tests are written for it.

Side B is hers and Tom's; B1 to B4 are her ships, A1 to A4 the enemy's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.engine.options import settle
from pbm.engine.types import Reading
from pbm.games.knighthawks.options import OPTIONS
from pbm.games.knighthawks.orders.reading import read
from pbm.games.knighthawks.view.record import View
from pbm.sheets.envelope import FoundSheets, Sheet, find_sheets
from pbm.sheets.kinds import HeadExample

OPTIONS_IN_FORCE: Mapping[str, str] = settle(OPTIONS, {})[0]


def _ship(designation: str, name: str, klass: str, **more: Any) -> dict[str, Any]:
    side = designation[0]
    yours = side == "B" and more.get("owner", "Ilse") == "Ilse"
    return {
        "id": f"s{designation.lower()}",
        "designation": designation,
        "name": name,
        "class": klass,
        "side": side,
        "owner": "Ilse" if side == "B" else "Bob",
        "yours": yours,
        "status": "in play",
        "at": "1505",
        "facing": 4,
        "speed": 3,
        "hull": 40,
        "hull_points": 40,
        "adf": 4,
        "mr": 3,
        "reflective": True,
        "evades": False,
        "station": False,
        "mounts": [
            {"label": "LC", "kind": "laser_cannon"},
            {"label": "LB", "kind": "laser_battery"},
            {"label": "T", "kind": "torpedo"},
            {"label": "RB", "kind": "rocket_battery"},
        ],
        "supplies": None,
        "supplies_at_start": None,
        "orbit": None,
        "screen": None,
        "evading": False,
        "path": [],
        "came_from": None,
        "turns_made": 0,
    } | more


def known(turn: int = 3, **changes: Any) -> dict[str, Any]:
    """What Ilse knows; ``changes`` are fields of ships, as ``B1={"evading": True}``."""
    ships = [
        _ship(
            "B1",
            "Scimitar",
            "Assault Scout",
            at="0505",
            speed=6,
            adf=5,
            mr=4,
            hull=12,
            hull_points=15,
            evades=True,
            mounts=[
                {"label": "AR", "kind": "assault_rocket"},
                {"label": "LB", "kind": "laser_battery"},
            ],
            supplies={"assault_rocket": 2},
            supplies_at_start={"assault_rocket": 4},
        ),
        _ship(
            "B2",
            "Zz'Nakk",
            "Frigate",
            at="1009",
            supplies={"torpedo": 0, "rocket_battery": 4, "icm": 4, "masking_screen": 1},
            supplies_at_start={"torpedo": 2, "rocket_battery": 4, "icm": 4, "masking_screen": 1},
        ),
        _ship(
            "B3",
            "Outpost",
            "Space Station",
            at="1011",
            speed=0,
            adf=0,
            mr=0,
            station=True,
            mounts=[
                {"label": "LB1", "kind": "laser_battery"},
                {"label": "LB2", "kind": "laser_battery"},
                {"label": "RB", "kind": "rocket_battery"},
            ],
            orbit={"planet": "pp1", "clockwise": True},
            supplies={"rocket_battery": 6, "icm": 0, "masking_screen": 0},
            supplies_at_start={"rocket_battery": 6, "icm": 6, "masking_screen": 2},
        ),
        _ship("B4", "Gone", "Frigate", status="destroyed", supplies={}, supplies_at_start={}),
        _ship("B5", "Gawain", "Frigate", owner="Tom", supplies={}, supplies_at_start={}),
        _ship("A1", "Sovereign", "Battleship", at="1205"),
        _ship("A2", "Dread", "Heavy Cruiser", at="0805"),
        _ship("A3", "Doom", "Light Cruiser", status="destroyed"),
        _ship("A4", "Fear", "Destroyer", status="lost"),
    ]
    if turn == 0:
        ships = [ship for ship in ships if ship["status"] == "in play"]
        for ship in ships[:2]:
            ship["status"] = "waiting"
        ships = [ship for ship in ships if ship["side"] == "B"]
    free = {
        "hexes": [f"{column:02d}{row:02d}" for column in (9, 10) for row in (9, 10, 11)][:-2],
        "facings": [2, 4],
        "speed_least": 0,
        "speed_most": 4,
    }
    for ship in ships:
        ship.update(changes.get(ship["designation"], {}))
    return {
        "game": "knighthawks",
        "scenario": "test",
        "title": "A test",
        "turn": turn,
        "last_turn": 12,
        "map": {"columns": 30, "rows": 20},
        "sides": [],
        "you": {"player": "ilse", "name": "Ilse", "side": "B"},
        "players": [],
        "ships": ships,
        "planets": [{"id": "pp1", "designation": "P1", "name": "Morrow", "at": "1010"}],
        "placements": {"sb1": free, "sb2": free} if turn == 0 else {},
        "victory": [],
        "result": "",
        "winner": "",
        "notes": [],
    }


def sheet_of(body: str, kind: str = "ORDERS", mailing: str = "3") -> Sheet:
    """The one sheet with this body."""
    found = find_sheets(f"{kind} camp turn {mailing} for Ilse\n{body}\nEND\n".encode(), "t.txt")
    assert len(found.sheets) == 1, found
    return found.sheets[0]


def read_body(body: str, turn: int = 3, options: Mapping[str, str] = {}, **changes: Any) -> Reading:
    """The reading of a body against the table; ``options`` are those that are not default."""
    sheet = sheet_of(body, "ORDERS" if turn else "SETUP", str(turn))
    return read(sheet, View.read(known(turn, **changes)), {**OPTIONS_IN_FORCE, **options})


def read_text(
    data: bytes, file: str, options: Mapping[str, str]
) -> tuple[FoundSheets, list[Reading]]:
    """Everything of a text, each sheet against the table of its own turn."""
    found = find_sheets(data, file, example=HeadExample("eridani", "3", "Ilse"))
    readings = [
        read(
            sheet,
            View.read(known(0 if sheet.mailing == "0" else 3)),
            {**OPTIONS_IN_FORCE, **options},
        )
        for sheet in found.sheets
    ]
    return found, readings
