"""Which unit a header of a sheet names, and which faulty lines were meant to be one."""

from pbm.games.deltavee.orders.lines.roster import GONE, Roster
from pbm.games.deltavee.orders.lines.syntax import missile_type
from pbm.games.deltavee.state.units import BATTLECRAFT, MISSILE, SPACESHIP
from pbm.games.deltavee.view.record import UnitView
from pbm.kit.english import nearest
from pbm.kit.problems import Problem, invalid
from pbm.kit.records import Record
from pbm.language.order_resolver import quoted
from pbm.language.parse_tree import Node
from pbm.language.syntax_errors import SyntaxFault
from pbm.language.token import Token
from pbm.sheets.line import Line
from pbm.sheets.quoting import yours

_HEADS = ("ship", "spaceship", "battlecraft", "missile", "all", "buy")


class Header(Record):
    """``SHIP A`` with the words behind it, or ``ALL`` and a kind of unit (``every``)."""

    word: Token
    name: Token | None = None
    others: tuple[Token, ...] = ()
    every: str = ""


_EVERY = {"SHIP": SPACESHIP, "BATTLECRAFT": BATTLECRAFT, "MISSILE": MISSILE}


def headers_of(node: Node) -> list[Header]:
    """A header as parsed, for each unit that it names."""
    if node.kind == "all_of":
        kind = node.part("missile_kind")
        every = _EVERY[node.items[1].type] if kind is None else missile_type(kind)
        return [Header(node.word, every=every)]
    return [
        Header(node.word, named.items[0], tuple(item for item in named.items[1:] if item))
        for named in node.parts
    ]


def is_head(roster: Roster, line: Line, wrong: SyntaxFault) -> bool:
    """True if a line that was not understood was meant to name a unit.

    Then the orders below it belong to no unit: they must not go to the unit above it.
    """
    words = line.text.casefold().replace(":", " ").split()[:2]
    if words[:1] == ["battle"]:
        # An order, however near to "battlecraft".
        return False
    if words and nearest(words[0], _HEADS, 70):
        return True
    return wrong.start == 0 and any(roster.own(word) is not None for word in words)


def _yours(roster: Roster) -> str:
    """What the player may have meant, where nothing is called much like the word written."""
    return yours(roster.label(unit) for unit in roster.fleet())


def named(roster: Roster, line: Line, header: Header) -> UnitView | Problem:
    """The unit of a header, or why there is none."""
    name = header.name
    assert name is not None
    unit = roster.own(name)
    span = line.span(name.start_pos, name.end_pos)
    if unit is None:
        near = roster.own(roster.near_own(name))
        remedy = f"Did you mean {roster.label(near)}?" if near else _yours(roster)
        return invalid(f"{quoted(name)} is not one of your units", span, remedy=remedy)
    for other in header.others:
        found = roster.own(other)
        if found is not None and found is not unit:
            labels = f"{roster.label(unit)} and {roster.label(found)}"
            return invalid(
                f"{name} and {other} are two units",
                line.span(other.start_pos, other.end_pos),
                reason=f"They are {labels}",
                remedy="Write one of them",
            )
    label = roster.label(unit)
    if not unit.yours:
        reason = f"It is {unit.owner}'s" if unit.owner else "Another player has it"
        return invalid(f"{label} is not your unit", span, reason=reason)
    if unit.status in GONE:
        reason = f"It {GONE[unit.status]}"
        return invalid(f"{label} is out of play", span, reason=reason)
    return unit
