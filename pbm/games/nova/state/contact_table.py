"""The contact mode interaction table: what two orders come to when ships meet.

Rule: NV CON-15, NV CON-16, NV ORD-14. Ambiguity: NV A-CODE-8, NV A-CODE-10,
NV A-CODE-7-R, NV A-CODE-3-G, NV A-CODE-4-UNARMED.
"""

from __future__ import annotations

from pbm.kit.records import Record
from pbm.kit.tables import EMPTY, table

_TABLE = table("pbm.games.nova", "contact")
_CODES = table("pbm.games.nova", "contact_codes")

FRIENDLY, NEUTRAL, HOSTILE, NONE = "friendly", "neutral", "hostilities", ""
# Orders of ships that show others whose they are. Ambiguity: NV A-IFF-WHICH.
IDENTIFY = ("F", "G", "Q")


class Side(Record):
    """One side of a meeting: its contact order, what it turns into in hostilities, arms.

    ``active``: it has an activity order that counts (not the automatic I, nor M and S).
    """

    order: str
    default: str = ""
    armed: bool = True
    active: bool = False


class Outcome(Record):
    """What comes of a meeting: the contact, and who aborts its activities or retreats."""

    code: int
    contact: str
    one_aborts: bool = False
    other_aborts: bool = False
    one_retreats: bool = False
    other_retreats: bool = False


def code_of(one: str, other: str) -> int:
    """The number in the table; the table is the same both ways."""
    return _TABLE.number(other, one)


def outcome(one: Side, other: Side) -> Outcome:
    """What two sides' orders come to.

    >>> outcome(Side("F"), Side("G", default="H")).contact
    'friendly'
    """
    code = code_of(one.order, other.order)
    row = str(code)
    if _CODES.at(row, "defaults") != EMPTY:
        return _reverted(code, one, other)
    contact = _word(row, "contact")
    if _is_active(row, one, other):
        contact = HOSTILE
    if contact == HOSTILE and not (one.armed or other.armed):
        return _harmless(code, one, other)
    return Outcome(
        code,
        contact,
        one.order == _word(row, "aborts"),
        other.order == _word(row, "aborts"),
        one.order == _word(row, "retreats"),
        other.order == _word(row, "retreats"),
    )


def _word(row: str, column: str) -> str:
    cell = str(_CODES.at(row, column))
    return "" if cell == EMPTY else cell


def _is_active(row: str, one: Side, other: Side) -> bool:
    """True if a side whose activities matter for this code has some."""
    who = _word(row, "active")
    if not who:
        return False
    return any(
        side.active and (who == "either" or side.order in who.split(" or "))
        for side in (one, other)
    )


def _reverted(code: int, one: Side, other: Side) -> Outcome:
    """Code 8: the side without U goes by its default. Ambiguity: NV A-CODE-8."""
    one_yields = one.order != "U"
    yielding = one if one_yields else other
    if yielding.default == "H" and (one.armed or other.armed):
        return Outcome(code, HOSTILE)
    return Outcome(code, NONE, one_retreats=one_yields, other_retreats=not one_yields)


def _harmless(code: int, one: Side, other: Side) -> Outcome:
    """Hostilities in which nobody can fire: both go by their defaults, F and R leave."""
    return Outcome(
        code,
        NEUTRAL,
        one_retreats=one.default in ("F", "R"),
        other_retreats=other.default in ("F", "R"),
    )
