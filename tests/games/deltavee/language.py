"""The order language of DeltaVee, for the suites over all games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from pbm.engine.types import Reading
from pbm.games.deltavee.orders.lines.roster import Roster
from pbm.games.deltavee.orders.orders import Orders
from pbm.games.deltavee.orders.sheet import names_for, parser, read
from pbm.games.deltavee.orders.sheet_text import print_orders, unit_lines
from pbm.games.deltavee.state.units import JUMPING, PREPARING
from pbm.games.deltavee.view.record import View
from pbm.kit.problems import Severity
from pbm.language.syntax_errors import SyntaxFault
from pbm.sheets.envelope import Sheet
from tests.games.deltavee.builders import DEFAULTS
from tests.games.deltavee.sheet_forms import (
    CONDITIONS,
    HEADERS,
    INLINE,
    MISSILE,
    MISSILE_HEADERS,
    NOTES,
    PLACING,
    SHIP,
    all_lines,
)
from tests.games.deltavee.sheet_table import (
    NAMES,
    known,
    read_body,
    read_purchase,
    read_reserve,
    table,
)
from tests.games.language import Examples, Forms, Language, Table

GUIDE = Path(__file__).parents[3] / "docs" / "players" / "deltavee.md"


def lines_of(reading: Reading) -> list[str]:
    """The lines of all units, without their headers."""
    orders: Orders = reading.commands
    return [line.strip() for own in orders.units.values() for line in unit_lines(own, NAMES)]


def _under(header: str, turn: int = 3) -> Callable[[str], Reading]:
    return lambda written: read_body(f"{header}\n  {written}", turn)


def _read(sheet: Sheet) -> Reading:
    turn = 0 if sheet.kind == "SETUP" else 3
    return read(sheet, View.read(known(turn)), DEFAULTS)


def is_read(line: str) -> bool:
    """True for a line that the parser takes."""
    return not isinstance(parser().parse(line), SyntaxFault)


def of_the_tables() -> list[tuple[str, str]]:
    """What stands in the tables of the guide, as a limit and as a test."""
    text = GUIDE.read_text(encoding="utf-8")
    return [
        (f"fire laser burst at A, {cell}", f"command if {cell}: right")
        for row in re.findall(r"^\| (`.*?) \|", text, re.MULTILINE)
        for cell in re.findall(r"`([^`]+)`", row.replace("...", "docked"))
    ]


def _orders(**changes: Any) -> Callable[[str], Reading]:
    return lambda block: read_body(block, **changes)


# Lines that show alternatives may ask for more than a ship can do in one turn.
_TOO_MUCH = (
    "DV 7.3",
    "DV 7.1",
)
# Of the guide's text rather than of its examples, or of use only in some scenarios.
_IN_TEXT = (
    "command right by 2",
    "command else abort jump",
    "command if in range: jump",
    "battle prepare intelligent",
    "pods 1 energy, 2-3 standard cargo",
)

# --- tables whose next sheets are tried ---


def hit(unit: str, part: str, status: str) -> dict[str, Any]:
    """A unit with a part in another state."""
    parts = table().unit(unit).parts
    return {
        "parts": tuple(replace(one, status=status) if one.name == part else one for one in parts)
    }


_CHANGES: Sequence[tuple[int, Mapping[str, Any]]] = (
    (3, {}),
    (3, {"A": {"field_up": True, "jump": PREPARING}, "B": {"jump": JUMPING}}),
    (3, {"A": hit("1a", "pod 1", "D"), "B": hit("1b", "force field", "X")}),
    (3, {"A": {"designation": "fire", "name": 'The "Great" (#1)'}}),
    (3, {"C": {"dormant": True}}),
    (0, {}),
    (0, {"A": {"at": table().unit("1c").at, "velocity": 2}}),
)


def _tables() -> Iterator[Table]:
    for turn, changes in _CHANGES:
        view = View.read(known(turn, **changes))
        yield Table(view, "ORDERS" if turn else "SETUP", str(turn), "Ann", DEFAULTS)


def _body(view: View, orders: Orders) -> str:
    roster = Roster(view)
    kinds = {unit.id: unit.kind for unit in roster.units}
    return print_orders(orders, names_for(roster), kinds)


LANGUAGE = Language(
    parser=parser(),
    head="camp turn {mailing} for Ann",
    mailings={"ORDERS": "3", "SETUP": "0"},
    read=_read,
    lines=[("start", line) for line in all_lines()],
    words=(
        *("SHIP", "A", "B1", "03", "ALL", "MISSILES", "command", "battle", "if", "else", "fire"),
        *("pod", "5", "2", "L", ">", ",", ";", "(", ")", "#", '"', "chance", ">=", "and", "not"),
        *("weave", "away", "from", "right", "\\", "comand", "NOTE TO GM", "any", "own", "\u00e9"),
        "hits",
    ),
    printed=lines_of,
    forms=(
        Forms("an order of a ship", SHIP, _under("SHIP A"), is_faultless=False),
        Forms("orders behind else", INLINE, _under("SHIP A"), is_faultless=False),
        Forms("an order of a missile", MISSILE, _under("MISSILE 05")),
        Forms(
            "a condition",
            CONDITIONS,
            lambda written: read_body(f"SHIP A\n  command if {written}: right"),
            prints="command if {}: right",
            is_faultless=False,
        ),
        Forms(
            "a placing",
            [(written, understood or None) for written, understood in PLACING],
            _under("SHIP A", 0),
        ),
        Forms(
            "a header",
            [(header, "energy floor 4") for header in HEADERS],
            lambda header: read_body(f"{header}\n  energy floor 4"),
        ),
        Forms(
            "a header of a missile",
            [(header, "intercept always") for header in MISSILE_HEADERS],
            lambda header: read_body(f"{header}\n  intercept always"),
        ),
    ),
    notes=NOTES,
    spread=(
        "SHIP A\n\n  command  right,  # at once\n     accelerate",
        "command  right, accelerate",
    ),
    examples=(
        Examples("orders", _orders(), (Severity.WARNING,), _TOO_MUCH),
        Examples("orders-jumping", _orders(B={"jump": PREPARING}), (Severity.WARNING,), _TOO_MUCH),
        Examples("setup", lambda block: read_body(block, 0)),
        Examples("orders-scenario", read_reserve),
        Examples("purchase", read_purchase),
    ),
    tables=tuple(_tables()),
    body=_body,
    inline=[
        ("start", line)
        for line in (*_IN_TEXT, *(one for both in of_the_tables() for one in both))
        if line in _IN_TEXT or is_read(line)
    ],
)
