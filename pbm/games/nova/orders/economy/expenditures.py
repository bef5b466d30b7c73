"""Lines of EXPENDITURES, whatever they pay for. Rule: NV ECO-01 to ECO-20, NV ORD-04."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from pbm.games.nova.orders.economy.bill import Bill
from pbm.games.nova.orders.economy.building import FINISH, GATE, PART, SHIP, UNIT
from pbm.games.nova.orders.economy.dock import REFIT, REPAIR
from pbm.games.nova.orders.economy.services import COPY, INFO, SEND
from pbm.games.nova.orders.economy.teams import MAINTAIN, RDT, STATUS
from pbm.games.nova.orders.naming import Roster, is_alien
from pbm.games.nova.orders.prefill import UNWRITTEN, Prefill
from pbm.games.nova.orders.resolver import Resolver, bare
from pbm.games.nova.state import fees
from pbm.games.nova.state.orders.money import Expenditure
from pbm.games.nova.state.units import UNITS
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.language.token import Token
from pbm.sheets.quoting import Name, remark

_KINDS = (
    *(MAINTAIN, RDT, SHIP, UNIT, PART, FINISH, GATE),
    *(REPAIR, REFIT, STATUS, INFO, COPY, SEND),
)
BILLS: Mapping[str, Bill] = {bill.kind: bill for bill in _KINDS}

_PARTS = ("quantity", "up_to", "teams", "at", "as_names", "price", "worth")


def read(resolver: Resolver, node: Node) -> tuple[Expenditure, ...]:
    """One bill; its parts may stand in any order, each once."""
    bill = BILLS[node.kind]
    parts = resolver.once(part for part in node.parts if part.kind in _PARTS)
    names = parts["as_names"].names if "as_names" in parts else ()
    line = Expenditure(resolver.ref, bill.kind, **_fields(resolver, bill, node, parts, names))
    if line.number < bill.least:
        word = node.tokens()[-1]
        resolver.bad(word, "this buys nothing", remedy="Write how many, at least 1")
    if len(names) > bill.names:
        _too_many_names(resolver, names[bill.names], bill)
    return (replace(line, **bill.fields(resolver, node)),)


def _fields(
    resolver: Resolver, bill: Bill, node: Node, parts: Mapping[str, Node], names: tuple[Token, ...]
) -> dict[str, Any]:
    """What lines of all kinds may say: a number, names, places, price and sum."""
    fields: dict[str, Any] = {"number": bill.usual}
    written = node.part("quantity", "up_to", "teams") or node
    if written.number is not None:
        fields[bill.number] = written.number
    fields["up_to"] = written.kind == "up_to" and bill.number == "number"
    fields["as_names"] = tuple(map(resolver.new_name, names))
    if "at" in parts:
        places = parts["at"].names
        fields |= zip(("at", "at_other"), map(resolver.system, places), strict=False)
    if "price" in parts:
        fields["price"] = Fraction(parts["price"].number or 0)
    if "worth" in parts:
        fields["cost"] = parts["worth"].number
    return fields


def _too_many_names(resolver: Resolver, name: Token, bill: Bill) -> None:
    """``as`` names ships that are built, a hull that is begun, and the ends of a gate."""
    if bill is PART:
        fault = f'"{bare(name)}" is a second name for one ship'
        resolver.bad(name, fault, rule="NV ECO-08", remedy="Write a line for each hull")
        return
    resolver.bad(
        name,
        f'nothing bought on this line can be named "{bare(name)}"',
        reason="Names behind as are for ships, hulls that are begun, and ends of star gates",
        rule="NV ORD-41",
        remedy=f"Leave out  as {bare(name)}",
    )


def price_of(roster: Roster, line: Expenditure, options: Mapping[str, str]) -> int | None:
    """The price of one, in MCr; None where it is not known or there is none."""
    price = BILLS[line.kind].price
    return None if price is None else price(roster, line, options)


def cost_of(roster: Roster, line: Expenditure, options: Mapping[str, str]) -> int | None:
    """What a whole line costs at most, in MCr; None where that is not known."""
    if (cost := BILLS[line.kind].cost) is not None:
        return cost(roster, line, options)
    each = price_of(roster, line, options)
    return None if each is None else each * line.number


def check(resolver: Resolver, line: Expenditure) -> Expenditure:
    """The player's price against the real one, and what the bill itself asks for."""
    each = price_of(resolver.roster, line, resolver.options)
    if each is not None and line.price is not None and line.price != each:
        resolver.warn(f"the price is {each}, not {line.price}; what counts is {each}")
    elif each is not None and line.number == each > 1 and not line.up_to:
        fault = f"{each} is also what one of them costs"
        resolver.warn(fault, remedy=f"If one is meant, write 1 @ {each}")
    if line.cost is not None and not line.up_to:
        whole = cost_of(resolver.roster, line, resolver.options)
        if whole is not None and line.cost != whole:
            resolver.warn(f"this comes to {whole} MCr, not {line.cost}")
    BILLS[line.kind].check(resolver, line)
    return line


def line_text(line: Expenditure, names: Name) -> str:
    """The line in the language of the sheets."""
    words = BILLS[line.kind].words(line, names)
    if line.kind != PART.kind:
        words += "" if line.price is None else f" @ {line.price}"
        words += "" if line.cost is None else f" = {line.cost}"
    if line.at and line.kind != REPAIR.kind:
        words += f" at {' + '.join(map(names, filter(None, (line.at, line.at_other))))}"
    return f"{words} as {' + '.join(map(names, line.as_names))}" if line.as_names else words


def prefill(sheet: Prefill) -> Iterator[str]:
    """Teams kept, hulls that can be finished, and the prices of all that can be bought."""
    roster, names, kept = sheet.roster, sheet.names, sheet.teams * fees.UPKEEP
    if sheet.teams:
        price = Fraction(fees.UPKEEP)
        line = Expenditure(UNWRITTEN, MAINTAIN.kind, number=0, price=price, cost=kept)
        yield f"  {line_text(line, names)}"
    for hull in roster.hulls.values():
        if hull.yours_to_finish:
            line = Expenditure(UNWRITTEN, FINISH.kind, id=hull.id, amount=hull.cost - hull.paid)
            yield f"  # {line_text(line, names)}"
    yield from remark(f"{sheet.money - kept} MCr are left for the rest; these can be bought:")
    capital = names(roster.empire.capital) if roster.empire.capital else "your home"
    for design in roster.designs.values():
        if not is_alien(design):
            yield f"  # {names(design.name)} 1 @ {design.cost} at {capital}"
    costs = (f"{kind} {unit.full_cost}" for kind, unit in UNITS.items() if unit.is_built)
    yield from remark("; ".join((f"RDT {fees.TEAM}", *costs)))


EXPENDITURE = OrderKind(
    *("expenditure", Expenditure, read, line_text, check, tuple(BILLS)),
    # Other lines begin with the name of what is built.
    starts=tuple(bill.kind for bill in _KINDS if bill.said.casefold() in ("", bill.kind)),
    said=tuple(bill.said or bill.kind for bill in _KINDS),
    prefill=prefill,
)
