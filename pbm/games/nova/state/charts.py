"""The printed charts of systems, contact and reports.

Rule: NV ECO-20, ECO-21, CON-15, CON-16, REP-02.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbm.kit.records import Record
from pbm.kit.tables import EMPTY, table

PRODUCTION = table("pbm.games.nova", "production")
CONTACT = table("pbm.games.nova", "contact")
_CODES = table("pbm.games.nova", "contact_codes")
_ABBREVIATIONS = table("pbm.games.nova", "abbreviations")

MODES: tuple[str, ...] = CONTACT.columns
# Colonies make a status: none, one, two, three.
BY_COLONIES: tuple[str, ...] = PRODUCTION.columns


class ContactCode(Record):
    """What a code of the contact table brings; "" where it says nothing of that.

    ``contact`` is friendly, neutral or hostilities; ``if_active`` comes instead where a side
    that ``active`` names (``either``, or its orders) has activity orders. ``aborts``,
    ``retreats`` and ``defaults`` name a side by its orders.
    """

    code: int
    contact: str
    if_active: str
    active: str
    aborts: str
    retreats: str
    defaults: str


def _code(row: str) -> ContactCode:
    cells = ("" if cell == EMPTY else str(cell) for cell in _CODES.rows[row])
    return ContactCode(int(row), *cells)


CODES: Mapping[int, ContactCode] = {int(row): _code(row) for row in _CODES.rows}
ABBREVIATIONS: Mapping[str, str] = {
    row: str(_ABBREVIATIONS.at(row, "meaning")) for row in _ABBREVIATIONS.rows
}


def production(system_type: int, status: str) -> int | None:
    """MCr a turn of a system, None if its type cannot have this status. Rule: NV ECO-20."""
    found = PRODUCTION.at(str(system_type), status)
    return None if found == EMPTY else int(found)


def most_colonies(system_type: int) -> int:
    """How many colonies a system of this type can hold.

    Rule: NV ECO-21, ECO-24. Ambiguity: NV A-VARIABLE-SYS.
    """
    possible = [status for status in BY_COLONIES if production(system_type, status) is not None]
    return len(possible) - 1


def contact_code(one: str, other: str) -> ContactCode:
    """What the contact orders of two sides bring, the same both ways. Rule: NV CON-15, CON-16."""
    return CODES[CONTACT.number(one, other)]
