"""What a Battle Command is: its record, how it is read, when it can never be done, its words."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from pbm.games.deltavee.orders.lines.names import AnyNames
from pbm.games.deltavee.orders.lines.reach import ANYWHERE, Reach
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.syntax import refs_of
from pbm.games.deltavee.state.pod_contents import aboard_fault
from pbm.games.deltavee.state.units import ABOARD, IN_PLAY, Unit
from pbm.kit.records import Record
from pbm.language.parse_tree import Node


def free(_resolver: UnitResolver, _ship: Unit, _act: Any) -> tuple[str, str]:
    """A command that may always be possible."""
    return "", ""


class ActKind(Record):
    """A Battle Command; ``forms`` are the rules of the grammar that say it.

    ``fault`` gives why a ship can never carry it out, in a phrase, and the rule; "" if it may.
    ``reach`` gives what must come near for it.
    """

    forms: tuple[str, ...]
    act: type
    read: Callable[[UnitResolver, Node], Any]
    text: Callable[[Any, AnyNames], str]
    fault: Callable[[UnitResolver, Unit, Any], tuple[str, str]] = free
    reach: Callable[[UnitResolver, Unit, Any], Reach] = lambda *_: ANYWHERE


def box_of(node: Node) -> int:
    """The box that a command says to use; 0 if it does not."""
    found = node.part("from_pod")
    return (found.number or 0) if found else 0


def own_id(resolver: UnitResolver, node: Node) -> str:
    """The id of the one own unit that a command names; "" if there is none."""
    found = resolver.own(refs_of(node)[0])
    return "" if found is None else found.id


def craft_fault(resolver: UnitResolver, ship: Unit, craft_id: str) -> str:
    """Why a battlecraft is not aboard; one that is out may yet come back before the command."""
    craft = resolver.roster.unit(craft_id) if craft_id else None
    if craft is None:
        return ""
    if craft.mother == ship.id and craft.status == IN_PLAY:
        craft = replace(craft, status=ABOARD)
    return aboard_fault(ship, craft)
