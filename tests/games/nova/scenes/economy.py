"""Orders about money in a word or two, and the book's Hornet for the tests of the economy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.designs.design_text import read_design_line
from pbm.games.nova.rules.economy.finance import spend
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.orders.money import Expenditure, Plan
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.state import State
from pbm.language.syntax_errors import SyntaxFault
from tests.games.nova.builders import ref, told, work

# The Hornet of the book costs 83 MCr, its Mark 2 (FC 4, FD 5) 89.
_HORNET = ("IE 4", "JD 3", "2 SI 9", "10 AR 1", "SN 10")
# What Harry's ship lost: 12 armour, 7 structure, a projector of 4, a level of JD: 26 MCr.
HARRY = Damage(12, 7, {"FP1": 1, "JD1": 1})


def drawn(name: str, *lines: str, empire: str = "ann", of: str = "") -> Design:
    """A design from lines as sheets write them."""
    parts = []
    for line in lines:
        read = read_design_line(line)
        assert not isinstance(read, SyntaxFault) and read.part is not None
        parts.append(read.part)
    return Design(name, empire, tuple(parts), of=of)


def hornets(empire: str = "ann") -> dict[str, Design]:
    """Hornet and Hornet-2 by key."""
    made = (
        drawn("Hornet", *_HORNET, "4 FP 4 FA 120 FD 4", "FC 2", empire=empire),
        drawn("Hornet-2", *_HORNET, "4 FP 4 FA 120 FD 5", "FC 4", empire=empire, of="Hornet"),
    )
    return {f"{empire}/{one.name}": one for one in made}


def line(kind: str, name: str = "", number: int = 1, **fields: Any) -> Expenditure:
    """One line of EXPENDITURES."""
    text = f"{kind} {name} {number}"
    return Expenditure(fields.pop("ref", ref(text)), kind, name=name, number=number, **fields)


def buying(*lines: Expenditure, empire: str = "ann", **orders: Any) -> Orders:
    """An empire's orders with one list of expenditures."""
    return Orders(empire, plans=(Plan(lines),), **orders)


def spent(
    table: State,
    *orders: Orders,
    options: Mapping[str, str] | None = None,
    turn: int = 3,
) -> PhaseContext:
    """Phase C of a turn with these orders."""
    made = work(table, orders, options=options, phase="C")
    made.turn = turn
    spend(made)
    return made


def why(work: PhaseContext, empire: str = "ann") -> list[str]:
    """The reasons for all that was not carried out."""
    return [str(event.facts["why"]) for event in told(work, "failed", empire)]
