"""What a conformance case may ask of Nova's reports.

Items of the situation report in the book's codes, and the fields of the sheet that comes with
it.
"""

import re
from collections.abc import Mapping
from typing import Any, Literal

from pbm.games.nova.orders.template import template
from pbm.games.nova.report import sitrep
from pbm.games.nova.report.facts import OwnShip
from pbm.games.nova.report.sentences import ABBREVIATIONS
from pbm.games.nova.view.record import YouView, empty_view

Names = tuple[str, ...]
Options = Mapping[str, str]
# What the printed order sheet asks for. Rule: NV ORD-04, NV ORD-05.
FIELDS = (
    "PRODUCTION",
    "TREASURY",
    "SALVAGE",
    "PILLAGE",
    "RECEIVED",
    "BONUS",
    "TOTAL",
    "EXPEND",
    "EXPENDITURES",
    "COMMISSIONS",
    "RESEARCH",
    "MOVEMENT",
    "GENERAL",
    "CONDITIONAL",
    "SPECIAL",
)
_WORD = re.compile("[A-Z]+")


def abbreviation_list() -> Names:
    """The abbreviations of situation reports, in the order of their list."""
    return tuple(ABBREVIATIONS)


def _item(kind: str, **facts: Any) -> str:
    """The item of one event, "" if it has none."""
    return sitrep.items([{"id": "one", "kind": kind, "facts": facts}]).get("one", "")


def sitrep_project(project: str, done: bool = True) -> str:
    """The item of a research project: none while it is not done and no report is bought."""
    return _item("research_done" if done else "research_rolled", project=project)


def sitrep_explored(
    system: str,
    letters: Names,
    type: int,
    start: str = "",
    letter: str = "",
    back: str = "",
    contact: Literal["", "friendly", "neutral"] = "",
    goes_on: bool = False,
    ships: int = 0,
    jumped_in: bool = False,
    noticed: bool = False,
    status: str = "NONE",
) -> str:
    """The item of an exploration with whom it met; ``noticed``: aliens explored it as well."""
    facts = {"system": system, "letters": letters, "type": type, "start": start}
    facts |= {"letter": letter, "back": back, "status": status}
    seen: list[dict[str, Any]] = [{"id": "one", "kind": "explored", "facts": facts}]
    if contact:
        met = {"system": system, "contact": contact, "goes_on": goes_on, "ships": ships}
        met["jumped_in"] = ships if jumped_in else 0
        seen.append({"id": "two", "kind": "met", "facts": met})
    if noticed:
        seen.append({"id": "three", "kind": "was_explored", "facts": {"system": system}})
    return sitrep.items(seen)["one"]


def sitrep_contact_lost(start: str, letter: str, ships: Names) -> str:
    """The item of ships that are not heard of any more."""
    own = [{"ship": ship, "start": start, "letters": [letter]} for ship in ships]
    return _item("battle", report="silent", system="", own=own)


def sitrep_battle(
    system: str,
    destroyed: int,
    signs: Names,
    category: str,
    known: Mapping[str, int],
    ship: str,
    armour: int = 0,
    structure: int = 0,
    lost: Names = (),
) -> str:
    """The item of a battle with one kind of enemy and one own ship damaged."""
    hurt = OwnShip(ship, armour=armour, structure=structure, parts=dict.fromkeys(lost, 1))
    return f"* {sitrep.battle(system, destroyed, signs, [(category, known)], [hurt])}"


def sitrep_established(system: str, number: int, gain: int) -> str:
    """The item of colonies established."""
    return _item("established", system=system, what="C", number=number, gain=gain)


def order_sheet_fields(options: Options) -> Names:
    """The printed fields of the order sheet that a player's next sheet has, in their order."""
    view = empty_view(1, YouView(player="", name=""))
    words = dict.fromkeys(_WORD.findall(template(view, "1", options)))
    return tuple(word for word in words if word in FIELDS)
