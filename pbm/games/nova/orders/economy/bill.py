"""A kind of expenditure, and what the kinds share. Rule: NV ECO-04, NV ECO-45."""

from collections.abc import Callable, Mapping
from typing import Any

from pbm.games.nova.orders.naming import Roster, folded
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.money import Expenditure
from pbm.games.nova.state.planets import ic_rests
from pbm.games.nova.state.state import ARMIES
from pbm.games.nova.view.labels import YOU
from pbm.kit.english import capital
from pbm.kit.records import Record
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name

Price = Callable[[Roster, Expenditure, Mapping[str, str]], int | None]

MANY = 99  # names behind "as" that are read, so that the right number can be asked for
NOT_BUILT = "It will not be built there"
_LEFT_UNDONE = {
    "build": NOT_BUILT,
    "repair": "Nothing is repaired there",
    "refit": "It is not refitted",
    "salvage": "Nothing is salvaged there",
}


def fixed(mcr: int) -> Price:
    """The price of what always costs the same."""
    return lambda _roster, _line, _options: mcr


def amount(_roster: Roster, line: Expenditure, _options: Mapping[str, str]) -> int:
    """The cost of a line that says itself what is paid."""
    return line.amount


def fields_of_none(_resolver: Resolver, _node: Node) -> Mapping[str, Any]:
    """For bills without fields of their own."""
    return {}


def allowed(_resolver: Resolver, _line: Expenditure) -> None:
    """The check of a bill that can always be paid."""


class Bill(Record):
    """A kind of expenditure, named as the grammar's rule for it; ``said`` is how messages call it.

    ``words`` begin its line; ``fields`` are those of `Expenditure` that it has of its own, where
    the number of a line is its ``number`` (``usual`` if none is written, ``least`` at least) or
    its ``amount``. ``price`` is that of one, ``cost`` of the whole line in MCr, number times
    price if not said; None: not known. ``check`` says what is wrong with a line. ``names`` can be
    given behind "as".
    """

    kind: str
    words: Callable[[Expenditure, Name], str]
    fields: Callable[[Resolver, Node], Mapping[str, Any]] = fields_of_none
    price: Price | None = None
    cost: Price | None = None
    check: Callable[[Resolver, Expenditure], None] = allowed
    number: str = "number"
    usual: int = 1
    least: int = 0
    names: int = 0
    said: str = ""


def check_ic(resolver: Resolver, at: str, work: str = "build") -> None:
    """What is built, repaired, refitted or salvaged needs an Industrial Complex that works.

    Rule: NV ECO-04, and those of `ic_rests`.
    """
    system = resolver.roster.systems.get(folded(at))
    if system is None or not (system.yours and system.ic):
        resolver.refuse(
            f"you have no Industrial Complex at {at or 'your home star'}",
            rule="NV ECO-04",
            outcome=_LEFT_UNDONE[work],
        )
        return
    armies = sum(one.number for one in system.surface if one.kind in ARMIES and one.owner == YOU)
    # Only a garrison of the size it needs gives a captured system revenue. Rule: NV ECO-30.
    enough = system.revenue > 0
    why, rule = ic_rests(system, work, armies, garrisoned=enough, options=resolver.options)
    if why:
        resolver.refuse(
            f"the Industrial Complex at {at} does not {work} this turn",
            reason=capital(why),
            rule=rule,
            outcome=_LEFT_UNDONE[work],
        )
