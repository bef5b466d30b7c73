"""Slips that many players make, and the line that says what they meant.

They do not belong to the language: a line with one is refused like any other that is not
understood, only with a remedy that can be copied.
"""

import re

from msgspec.structs import replace

from pbm.games.deltavee.orders.commands.launch import launched_from
from pbm.games.deltavee.orders.lines.roster import Roster
from pbm.games.deltavee.state.units import MISSILE, MISSILE_TYPES
from pbm.games.deltavee.view.record import UnitView
from pbm.language.syntax_errors import SyntaxFault

_UNIT = r'((?:(?:own|enemy|contact|ship|battlecraft|missile)\s+)?(?:"[^"]*"|[\w\-]+))'


_TWO = rf"\s+{_UNIT}\s*(?:,|\b(?:and|then|or)\b)\s*{_UNIT}"


# One act with a list of preference, and acts of which each is for one unit.
_PREFERRED = re.compile(
    rf"\b(dock(?:\s+with)?|chase|(?:laser|particle)\s+\w+\s+at|weave\s+away\s+from){_TWO}", re.I
)


_EACH = re.compile(rf"\b(control|prepare|refuel|launch){_TWO}", re.I)


_BEAM = re.compile(rf"\b(tractor(?:\s+beam)?){_TWO}\s*:\s*(.+)", re.I)


_HOLD = re.compile(r"\bhold\s+fire\b(?!\s*(?:if|unless|until)\b)[\s:,;]*", re.I)


_UNTIL = re.compile(rf"\buntil\s+{_UNIT}\s+(?:destroyed|x)\b", re.I)


_LAUNCH = re.compile(rf"\b(launch\s+(?:{'|'.join(MISSILE_TYPES)})\b[^;]*)", re.I)


_OF_A_FIRE = re.compile(r"\b(?:pod|fire|extra|burster)\b", re.I)


def with_remedy(
    roster: Roster, unit: UnitView | None, text: str, wrong: SyntaxFault
) -> SyntaxFault:
    """A line that was not understood, with a remedy if it holds a slip at that place.

    ``unit`` is the unit it is for, if it is for one.
    """
    for pattern in (_PREFERRED, _EACH, _BEAM):
        found = _at(pattern, text, wrong)
        if found is not None and _is_unit(roster, found[1], found[3]):
            return replace(wrong, remedy=f"Write  {_of_two(pattern, found)}")
    if _at(_HOLD, text, wrong) is not None:
        later = f"hold fire until turn >= {roster.turn + 1}"
        return replace(
            wrong, remedy=f"Write  {later}  or, for one item,  pod 1: hold  or  extra: hold"
        )
    found = _at(_UNTIL, text, wrong)
    if found is not None and _is_unit(roster, "", found[1]):
        fault = f'"{found[1]}" is a unit, no part of one'
        reason = "Fire ends by itself when its target is destroyed"
        return replace(wrong, fault=fault, reason=reason, remedy="Write  until destroyed")
    found = _at(_LAUNCH, text, wrong)
    if found is not None and not _OF_A_FIRE.search(text, 0, found.start()):
        return replace(wrong, remedy=launched_from(roster, unit, found[1].strip()))
    return wrong


def _at(pattern: re.Pattern[str], text: str, wrong: SyntaxFault) -> re.Match[str] | None:
    """The match of a slip that the fault stands in, or right behind."""
    for found in pattern.finditer(text):
        if found.start() <= wrong.start <= found.end():
            return found
    return None


def _of_two(pattern: re.Pattern[str], found: re.Match[str]) -> str:
    verb, one, other = found[1], found[2], found[3]
    if pattern is _EACH:
        return f"{verb} {one}; {verb} {other}"
    if pattern is _BEAM:
        return f"{verb} {one} > {other}: {found[4].strip()}"
    return f"{verb} {one} > {other}"


def _is_unit(roster: Roster, verb: str, written: str) -> bool:
    """True for what can be a unit behind a verb: a misspelt order behind a comma cannot."""
    name = written.split()[-1].strip('"')
    match verb.casefold():
        case "control":
            return name.isdigit() or roster.own(name) is not None
        case "prepare" | "launch" | "refuel":
            craft = roster.own(name)
            if craft is None:
                return verb.casefold() == "prepare" and name.casefold() in MISSILE_TYPES
            return craft.kind != MISSILE and bool(craft.mother)
    return roster.own(name) is not None or roster.enemy(name) is not None
