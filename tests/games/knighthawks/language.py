"""The order language of Knight Hawks, for the suites over all games."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from pbm.engine.types import Reading
from pbm.games.knighthawks.orders.reading import label_of, parser, read
from pbm.games.knighthawks.orders.roster import Roster
from pbm.games.knighthawks.orders.ship_orders import Orders, print_orders, ship_lines
from pbm.games.knighthawks.view.record import View
from pbm.kit.problems import Severity
from pbm.sheets.envelope import Sheet
from tests.games.knighthawks.sheet_forms import (
    CONDITIONS,
    FORMS,
    HEADERS,
    NOTES,
    PLACING,
    SCOUT_FORMS,
    all_lines,
)
from tests.games.knighthawks.sheet_table import OPTIONS_IN_FORCE, known, read_body
from tests.games.language import Examples, Forms, Language, Table

NAME = label_of(Roster(View.read(known())))
SUPPLIES = {"torpedo": 2, "rocket_battery": 4, "icm": 4, "masking_screen": 1}
IN_ORBIT = {"orbit": {"planet": "pp1", "clockwise": True}, "speed": 0}
SCREENED = {"screen": {"made_at": "1009", "orbit_moves_left": 0}}


def lines_of(reading: Reading) -> list[str]:
    """The lines of all ships, without their headers."""
    orders: Orders = reading.commands
    return [
        line.strip()
        for ship in orders.ships.values()
        for line in ship_lines(ship, NAME)
        if line.startswith("  ")
    ]


def _under(header: str, turn: int = 3, **changes: Any) -> Callable[[str], Reading]:
    return lambda written: read_body(f"{header}\n  {written}", turn, **changes)


def _read(sheet: Sheet) -> Reading:
    turn = 0 if sheet.kind == "SETUP" else 3
    return read(sheet, View.read(known(turn)), OPTIONS_IN_FORCE)


def _leaves(written: str) -> bool:
    return "leave" in written


def _example(state: Mapping[str, Any], block: str) -> Reading:
    return read_body(block, B2={"supplies": SUPPLIES, **state})


_ABLE = {"supplies": SUPPLIES, **SCREENED}
# Of the guide's text and tables rather than of its examples.
KINDS = (
    *("laser cannon", "pod laser", "laser battery"),
    *("torpedo", "assault rocket", "rocket battery"),
)
INLINE = (
    *("move if A2 within 6 then stay", "SHIP B2 Frigate (flagship)"),
    *("attack if turn >= 4: T at A1", "evade if A2 hull > 10", "evade if A2 screened"),
    *("evade if A2 in orbit", "evade if speed >= 3"),
)

# --- tables whose next sheets are tried ---

EVADING = {"evading": True}
LEAVING = {"orbit": {"planet": "pp1", "clockwise": False}, "speed": 0}
ODD_NAMES = {"designation": "nearest", "name": 'The "Great" # One'}
EDGE = {"at": "0502", "facing": 12}
_CHANGES: Sequence[tuple[int, Mapping[str, Any]]] = (
    (3, {}),
    (3, {"B1": EVADING, "B2": LEAVING}),
    (3, {"B1": {"speed": 0}, "B2": SCREENED}),
    (3, {"B1": ODD_NAMES}),
    (3, {"B1": {**EVADING, "speed": 3}}),
    (3, {"B1": {**EVADING, "mr": 5, "adf": 0, "speed": 3}}),
    (3, {"B1": {**EVADING, **LEAVING, "at": "1009"}}),
    (3, {"B1": EDGE, "B2": {"facing": 6}}),
    (3, {"B1": {**EVADING, **EDGE}}),
    (3, {"B1": {**EVADING, **SCREENED}, "B2": EDGE}),
    (3, {"B2": {"supplies": {"torpedo": 1}}}),
    (0, {"B1": {"at": "0909", "speed": 2}, "B2": {"at": "0909"}}),
    (0, {"B1": {"at": "0909", "facing": 2, "speed": 4}, "B2": {"at": "0909"}}),
    (0, {"B1": {"at": "0911", **LEAVING}, "B2": {"at": "0911", **LEAVING}}),
)


def _tables() -> Iterator[Table]:
    supplies = {"supplies": {"torpedo": 1, "icm": 4, "rocket_battery": 1}}
    for turn, changes in _CHANGES:
        for mpo in ("no", "yes"):
            view = View.read(known(turn, **{"B2": supplies, **changes}))
            options = {**OPTIONS_IN_FORCE, "rocket_battery.mpo": mpo}
            yield Table(view, "ORDERS" if turn else "SETUP", str(turn), "Ilse", options)


def _body(view: View, orders: Orders) -> str:
    return print_orders(orders, label_of(Roster(view)))


LANGUAGE = Language(
    parser=parser(),
    head="camp turn {mailing} for Ilse",
    mailings={"ORDERS": "3", "SETUP": "0"},
    read=_read,
    lines=[("start", line) for line in all_lines()],
    words=(
        *("SHIP", "B1", "B2", "A1", "FLEET", "move", "attack", "if", "speed", "plot", "LC", "at"),
        *("5", "2", "L", ">", ",", ";", "(", ")", "#", '"', "chance", ">=", "and", "not", "orbit"),
        *("P1", "clockwise", "\\", "mvoe", "NOTE TO GM", "nearest", "hull", "\u00e9", "icm", "T"),
    ),
    printed=lines_of,
    forms=(
        Forms(
            "an order of a frigate",
            [pair for pair in FORMS if not _leaves(pair[0])],
            _under("SHIP B2", B2=_ABLE),
            is_faultless=False,
        ),
        Forms(
            "an order of a frigate in orbit",
            [pair for pair in FORMS if _leaves(pair[0])],
            _under("SHIP B2", B2={**_ABLE, **IN_ORBIT}),
            is_faultless=False,
        ),
        Forms("an order of a scout", SCOUT_FORMS, _under("SHIP B1")),
        Forms(
            "a condition",
            CONDITIONS,
            lambda written: read_body(f"SHIP B1\n  evade if {written}"),
            prints="evade if {}",
            is_faultless=False,
        ),
        Forms("a placing", PLACING, _under("SHIP B2", 0, B2={"at": "0911"})),
        Forms(
            "a header",
            [(header, "move speed 4") for header in HEADERS],
            lambda header: read_body(f"{header}\n  move speed 4"),
        ),
    ),
    notes=NOTES,
    spread=(
        "SHIP B2\n\n  move  speed 4,  # as fast as can be\n     face A1",
        "move  speed 4, face A1",
    ),
    examples=(
        Examples("orders", partial(_example, {}), (Severity.WARNING,)),
        Examples("orders-in-orbit", partial(_example, IN_ORBIT), (Severity.WARNING,)),
        Examples("orders-screened", partial(_example, SCREENED), (Severity.WARNING,)),
        Examples("setup", lambda block: read_body(block, 0)),
    ),
    tables=tuple(_tables()),
    body=_body,
    inline=[("start", line) for line in (*INLINE, *(f"attack {words} at A1" for words in KINDS))],
)
