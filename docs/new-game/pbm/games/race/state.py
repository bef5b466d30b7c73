"""What is on the table: how far each player is, and what wins."""

from collections.abc import Mapping

from pbm.engine.events import OrderRef
from pbm.kit.records import Record


class State(Record):
    """Totals by seat; ``result`` is empty until somebody wins."""

    totals: Mapping[str, int]
    goal: int
    turn: int = 0
    result: str = ""


class Add(Record):
    """The order ``add N``: a number, and the line it stood in."""

    number: int
    ref: OrderRef
