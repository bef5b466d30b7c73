"""The contact mode interaction table: what two orders come to when ships meet.

Rule: NV CON-15, NV CON-16, NV ORD-14. Ambiguity: NV A-CODE-8, NV A-CODE-10,
NV A-CODE-7-R, NV A-CODE-3-G, NV A-CODE-4-UNARMED.
"""

from collections.abc import Mapping
from functools import lru_cache

from pbm.kit.records import Record
from pbm.kit.tables import EMPTY, table

_TABLE = table("pbm.games.nova", "contact")

FRIENDLY, NEUTRAL, HOSTILE, NONE = "friendly", "neutral", "hostilities", ""
# Orders of ships that show others whose they are. Ambiguity: NV A-IFF-WHICH.
IDENTIFY = ("F", "G", "Q")


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


CODES: Mapping[int, ContactCode] = {
    int(row): ContactCode(int(row), *("" if cell == EMPTY else str(cell) for cell in cells))
    for row, cells in table("pbm.games.nova", "contact_codes").rows.items()
}


class MeetingSide(Record):
    """One side of a meeting: its contact order, what it turns into in hostilities, arms.

    ``active``: it has an activity order that counts (not the automatic I, nor M and S).
    """

    order: str
    default: str = ""
    armed: bool = True
    active: bool = False


class MeetingOutcome(Record):
    """The outcome of a meeting: the contact, and who aborts activities or retreats."""

    code: int
    contact: str
    one_aborts: bool = False
    other_aborts: bool = False
    one_retreats: bool = False
    other_retreats: bool = False


def contact_code(one: str, other: str) -> ContactCode:
    """What the contact orders of two sides bring, the same both ways. Rule: NV CON-15, CON-16."""
    return CODES[_TABLE.number(other, one)]


@lru_cache(maxsize=4096)
def outcome(one: MeetingSide, other: MeetingSide) -> MeetingOutcome:
    """What two sides' orders come to.

    >>> outcome(MeetingSide("F"), MeetingSide("G", default="H")).contact
    'friendly'
    """
    code = contact_code(one.order, other.order)
    if code.defaults:
        return _reverted(code.code, one, other)
    contact = HOSTILE if _is_active(code.active, one, other) else code.contact
    if contact == HOSTILE and not (one.armed or other.armed):
        return _harmless(code.code, one, other)
    return MeetingOutcome(
        code.code,
        contact,
        one.order == code.aborts,
        other.order == code.aborts,
        one.order == code.retreats,
        other.order == code.retreats,
    )


def _is_active(who: str, one: MeetingSide, other: MeetingSide) -> bool:
    """True if a side whose activities matter for a code has some."""
    return any(
        side.active and (who == "either" or side.order in who.split(" or "))
        for side in (one, other)
    )


def _reverted(code: int, one: MeetingSide, other: MeetingSide) -> MeetingOutcome:
    """Code 8: the side without U goes by its default. Ambiguity: NV A-CODE-8."""
    one_yields = one.order != "U"
    yielding = one if one_yields else other
    if yielding.default == "H" and (one.armed or other.armed):
        return MeetingOutcome(code, HOSTILE)
    return MeetingOutcome(code, NONE, one_retreats=one_yields, other_retreats=not one_yields)


def _harmless(code: int, one: MeetingSide, other: MeetingSide) -> MeetingOutcome:
    """Hostilities in which nobody can fire: both go by their defaults, F and R leave."""
    return MeetingOutcome(
        code,
        NEUTRAL,
        one_retreats=one.default in ("F", "R"),
        other_retreats=other.default in ("F", "R"),
    )
