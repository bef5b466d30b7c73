"""Purchases before turn 1: ships and units at the home star, never research teams.

Rule: NV SET-12, NV SET-22, NV SET-23, NV SET-35, NV UNI-10, NV ORD-41.
Ambiguity: NV A-BUILD-PREGAME, NV A-START-PLACE, NV A-SG-PRICE.
"""

from collections.abc import Sequence

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.naming import gate_ends
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.economy.yards import (
    Yard,
    next_name,
    price_of,
    put_gate,
    put_ship,
    put_units,
)
from pbm.games.nova.state.amounts import left_out
from pbm.games.nova.state.orders.designs import Purchase
from pbm.games.nova.state.state import ARMIES
from pbm.games.nova.state.units import UNITS
from pbm.games.nova.state.working_state import Draft
from pbm.kit.records import Record
from pbm.kit.text import folded

GATE = "SG"
NO_LIMIT = "none"


class Bought(Record):
    """One thing bought: a design's key (``is_ship``) or a kind of unit, how many, MCr for all."""

    line: Purchase
    what: str
    number: int
    cost: int
    is_ship: bool

    @property
    def written(self) -> str:
        """As it stood on the sheet."""
        return f"BUY {self.line.name} {self.line.number}"


def buy(
    work: PhaseContext, draft: Draft, empire: str, purchases: Sequence[Purchase], money: int
) -> tuple[list[tuple[str, int]], list[str]]:
    """Everything that is bought, as names with MCr, and what the program had to name.

    As long as all of it costs more than there is, the last lines are refused.
    """
    wanted = _limited(work, empire, _priced(work, draft, empire, purchases))
    over = left_out([one.cost for one in wanted], money)
    home = draft.empires[empire].home
    yard = Yard(work, draft, empire)
    sums: list[tuple[str, int]] = []
    unnamed: list[str] = []
    for place, one in enumerate(wanted):
        if place in over:
            total = f"with it purchases come to {over[place]}, and {money} are there for them"
            why = f"it costs {one.cost} MCr; {total}"
            telling.failed(work, empire, one.line.ref, "", one.written, why, rule="NV SET-30")
            continue
        if one.is_ship:
            unnamed += _ships(yard, one, home)
        elif one.what == GATE:
            unnamed += _gates(yard, one, home)
        else:
            put_units(yard, one.what, one.number, home)
        sums.append((f"{one.number} {one.what.rpartition('/')[2]}", one.cost))
    return sums, unnamed


def _priced(
    work: PhaseContext, draft: Draft, empire: str, purchases: Sequence[Purchase]
) -> list[Bought]:
    """The lines for things that there are. Rule: NV SET-23."""
    designs = {folded(name): key for name, key in draft.empires[empire].designs.items()}
    found: list[Bought] = []
    for line in purchases:
        key = designs.get(folded(line.name))
        unit = UNITS.get(line.name)
        if unit is not None and unit.full_cost is not None:
            cost = unit.full_cost * line.number
            found.append(Bought(line, line.name, line.number, cost, is_ship=False))
        elif key is not None:
            cost = price_of(draft, key) * line.number
            found.append(Bought(line, key, line.number, cost, is_ship=True))
        else:
            why = "you have no design of that name, and no such unit can be bought now"
            telling.failed(
                work, empire, line.ref, "", f"BUY {line.name} {line.number}", why, rule="NV SET-23"
            )
    return found


def _limited(work: PhaseContext, empire: str, wanted: Sequence[Bought]) -> list[Bought]:
    """No more armies than the campaign allows. Ambiguity: NV A-BUILD-PREGAME."""
    limit = work.options["pregame.army_limit"]
    if limit == NO_LIMIT:
        return list(wanted)
    room = int(limit)
    found: list[Bought] = []
    for one in wanted:
        number = min(one.number, room) if one.what in ARMIES else one.number
        if number < one.number:
            why = f"{limit} armies may be bought before turn 1, of these {number}"
            telling.failed(work, empire, one.line.ref, "", one.written, why, rule="NV ECO-03")
        if number:
            cost = one.cost // one.number * number
            found.append(Bought(one.line, one.what, number, cost, one.is_ship))
        room -= number if one.what in ARMIES else 0
    return found


def _ships(yard: Yard, one: Bought, home: str) -> list[str]:
    """Ships at the home star; gives those the program had to name. Rule: NV ORD-41.

    They may be ordered in turn 1 like any other, and cost no fine: their player reads their
    names before.
    """
    name = one.what.rpartition("/")[2]
    yard.names[home, name] = [(given, one.line.ref) for given in one.line.names]
    unnamed: list[str] = []
    for _ in range(one.number):
        called, is_named = next_name(yard, name, home)
        put_ship(yard, one.what, called, home, named=True)
        if not is_named:
            unnamed.append(called)
    return unnamed


def _gates(yard: Yard, one: Bought, home: str) -> list[str]:
    """Star gates, stored at home: NAME-A and NAME-B are the ends of the gate NAME."""
    unnamed: list[str] = []
    for place in range(one.number):
        name = "".join(one.line.names[place : place + 1])
        ends = gate_ends(name)
        if name and _is_taken(yard, ends):
            why = "you have a ship or a gate end of this name"
            telling.failed(
                yard.work, yard.empire, one.line.ref, "", " + ".join(ends), why, rule="NV ORD-41"
            )
        if not name or _is_taken(yard, ends):
            number = 1
            while _is_taken(yard, ends := gate_ends(f"Gate-{number}")):
                number += 1
            unnamed += ends
        yard.taken.update(end.casefold() for end in ends)
        put_gate(yard, ends, home, home)
    return unnamed


def _is_taken(yard: Yard, ends: tuple[str, str]) -> bool:
    return any(end.casefold() in yard.taken for end in ends)
