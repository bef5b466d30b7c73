"""What a conformance case may ask of contact: the table, its defaults, orders not given."""

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.contact_table import NONE, MeetingSide, contact_code, outcome
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.orders.letters import CONTACTS
from pbm.games.nova.state.state import Empire, Ship, State, System
from pbm.games.nova.state.working_state import Draft
from pbm.kit.problems import Faults

_WHAT = Literal["armed ship", "unarmed ship", "ship with DG", "armies", "colonies"]
_PARTS: Mapping[str, tuple[Component, ...]] = {
    "armed ship": (Component("BL", 1, 15),),
    "unarmed ship": (Component("XC"),),
    "ship with DG": (Component("DG", 1, 20),),
}


def contact(
    one: str,
    other: str,
    one_armed: bool = True,
    other_armed: bool = True,
    one_acts: bool = False,
    other_acts: bool = False,
    one_default: str = "",
    other_default: str = "",
) -> dict[str, Any]:
    """What two contact orders come to: code, result, and who aborts or retreats.

    The defaults are those of the orders unless others are given.
    """
    sides = []
    for order, armed, acts, default in (
        (one, one_armed, one_acts, one_default),
        (other, other_armed, other_acts, other_default),
    ):
        sides.append(
            MeetingSide(_order(order), default or contact_default(order, armed), armed, acts)
        )
    found = outcome(*sides)
    return {
        "code": found.code,
        "result": found.contact or "none",
        "aborts": _who(found.one_aborts, found.other_aborts),
        "retreats": _who(found.one_retreats, found.other_retreats),
        "contact": found.contact not in (NONE, "hostilities"),
    }


def _who(one: bool, other: bool) -> str:
    return ("both" if other else "one") if one else ("other" if other else "nobody")


def _order(code: str) -> str:
    if code not in CONTACTS:
        raise Faults.invalid(f'"{code}" is not a contact order')
    return code


def contact_codes(mode: str) -> Sequence[int]:
    """One row of the contact table, in the order of its columns."""
    return [contact_code(_order(mode), other).code for other in CONTACTS]


def contact_default(mode: str, armed: bool = True) -> str:
    """What a contact order turns into when hostilities occur."""
    kind = CONTACTS[_order(mode)]
    return kind.armed if armed else kind.unarmed


def assumed_orders(unit: _WHAT) -> dict[str, str]:
    """The contact and activity orders of a unit to which none are given; "none" for neither."""
    parts = _PARTS.get(unit, ())
    state = State(
        "",
        "",
        {"S": System("S", 5, {})},
        {"e": Empire("e", "E", "", "", "")},
        ships={"s": Ship("s", "S", "e", "e", "e/S", "S")} if parts else {},
        designs={"e/S": Design("S", "e", parts)},
    )
    draft = Draft(state)
    effective = Effective(draft)
    if not parts:
        return {"contact": effective.surface("e", "S", unit), "activity": "none"}
    ship = draft.ships["s"]
    doing = [one.activity.code for one in effective.activities(ship)]
    return {"contact": effective.contact(ship), "activity": " ".join(doing) or "none"}
