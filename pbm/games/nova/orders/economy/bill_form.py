"""What lines of EXPENDITURES share that differ in the names alone."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from pbm.engine.events import OrderRef
from pbm.games.nova.orders.forms import Place
from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.state.orders.money import Expenditure
from pbm.kit.records import Record
from pbm.language.parse_tree import Node

# Bills of which nothing but a place and a design is named.
_KINDS = ("maintain", "rdt", "build", "ship")


class BillForm(Record):
    """A form of lines that buy something at one place; ``design`` is that of a ship."""

    like: Expenditure
    at: int
    design: int

    @property
    def systems(self) -> Sequence[int]:
        """Where it is bought, and the design."""
        return (self.at, self.design)

    @property
    def things(self) -> Sequence[int]:
        """None: the bill of a thing has no form."""
        return ()

    @property
    def letters(self) -> Sequence[int]:
        """None: nothing is bought at the end of a warp line."""
        return ()

    def order(self, words: Sequence[str], roster: Roster, ref: OrderRef) -> Expenditure:
        """The order of a line of the form."""
        like = self.like
        return replace(
            like,
            ref=ref,
            at=roster.systems[words[self.at]].name if self.at else like.at,
            name=roster.designs[words[self.design]].name if self.design else like.name,
        )


def may_have_form(line: str, node: Node, order: Expenditure) -> bool:
    """True for a bill that is its whole line, of which nothing but place and design is named."""
    last: Any = node
    while isinstance(last, Node):
        last = last.items[-1]
    is_named = order.project or order.as_names or order.at_other
    return order.kind in _KINDS and not is_named and last.end_pos == len(line)


def form_of(node: Node, order: Expenditure, place: Place) -> BillForm:
    """The form of a line of EXPENDITURES, from its tree and its order."""
    at = node.part("at")
    return BillForm(
        order,
        0 if at is None else place(at.names[0]),
        place(node.names[0]) if order.kind == "ship" else 0,
    )
