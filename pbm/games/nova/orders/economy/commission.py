"""Lines of COMMISSIONS: names for ships that are built. Rule: NV ORD-41, NV PEN-10."""

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbm.games.nova.orders.naming import LONGEST_NAME, Roster, is_alien
from pbm.games.nova.orders.prefill import Prefill
from pbm.games.nova.orders.resolver import Resolver, bare
from pbm.games.nova.state import fees
from pbm.games.nova.state.orders.money import Commission, Expenditure, Plan
from pbm.games.nova.state.orders.sheet import Orders
from pbm.kit.english import count
from pbm.kit.problems import Found, warning
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name, remark

_Built = tuple[str, str]  # place and design


def read(resolver: Resolver, node: Node) -> tuple[Commission, ...]:
    """``VIRUS Hornet: Stinger, Wasp``."""
    at, design, *given = node.tokens()
    names = tuple(map(bare, given))
    return (Commission(resolver.ref, resolver.system(at), resolver.design(design), names),)


def check(resolver: Resolver, line: Commission) -> Commission | None:
    """A ship's name is its own, and fits; one that does not is left out, not its line."""
    names: list[str] = []
    for name in line.names:
        if not name or len(name) > LONGEST_NAME:
            resolver.refuse(
                f'"{name}" has {len(name)} characters',
                reason=f"A name has 1 to {LONGEST_NAME}",
                rule="NV ORD-41",
                outcome="The name is not given",
            )
        elif resolver.is_unique(name):
            names.append(name)
    return replace(line, names=tuple(names)) if names else None


def line_text(line: Commission, names: Name) -> str:
    """The line in the language of the sheets."""
    return f"{names(line.at)} {names(line.design)}: {', '.join(map(names, line.names))}"


def together(roster: Roster, orders: Orders, options: Mapping[str, str]) -> Iterator[Found]:
    """As many names as ships, by place and design. Rule: NV ORD-41, NV PEN-01, NV ORD-09."""
    lenient = roster.turn <= int(options["lenient_turns"])
    price = ", as yet without a fine" if lenient else f" for {fees.NAMING} MCr each"
    built: Counter[_Built] = Counter()
    named: Counter[_Built] = Counter()
    lines: dict[_Built, int] = {}
    for plan in orders.plans:
        most: Counter[_Built] = Counter()
        for bill, ships in _building(plan, roster.empire.capital):
            most += ships
            for key in ships:
                lines.setdefault(key, bill.ref.line)
        built |= most
    for line in orders.commissions:
        named[line.at, line.design] += len(line.names)
        lines.setdefault((line.at, line.design), line.ref.line)
    for key in sorted(built | named):
        at, design = key
        lacking = built[key] - named[key]
        if lacking > 0:
            has, names = ("has", "a name") if lacking == 1 else ("have", f"{lacking} names")
            problem = warning(
                f"{lacking} of {built[key]} {design} built at {at} {has} no name",
                reason=f"The program names them{price}, and they obey no orders this turn",
                rule="NV ORD-41",
                remedy=f"Write under COMMISSIONS  {at} {design}: and {names}",
            )
            yield lines[key], problem
        elif lacking < 0:
            fault = f"{count(named[key], 'name')} for {built[key]} {design} built at {at}"
            yield lines[key], warning(fault, reason="Names that are left over are not used")


def unnamed(roster: Roster, orders: Orders, plan: Plan) -> int:
    """How many ships of a list have no name, if all of them are built."""
    ships: Counter[_Built] = Counter()
    for _bill, built in _building(plan, roster.empire.capital):
        ships += built
    for line in orders.commissions:
        ships[line.at, line.design] -= len(line.names)
    return sum(number for number in ships.values() if number > 0)


def _building(plan: Plan, capital: str) -> Iterator[tuple[Expenditure, Counter[_Built]]]:
    """The bills that can build ships, each with the most, by place and design.

    One of the alternatives of a bill counts.
    """
    for bill in plan.expenditures:
        ships = [one for one in bill.tries if one.kind == "ship"]
        if ships:
            most: Counter[_Built] = Counter()
            for one in ships:
                most |= Counter({(one.at or capital, one.name): one.number})
            yield bill, most


def prefill(sheet: Prefill) -> Iterator[str]:
    """How a line would begin."""
    own = [one.name for one in sheet.roster.designs.values() if not is_alien(one)]
    capital = sheet.roster.empire.capital
    place = sheet.names(capital) if capital else "system"
    design = sheet.names(own[0]) if own else "design"
    yield from remark(f"{place} {design}: a name for each ship that is built")


COMMISSION = OrderKind("commission", Commission, read, line_text, check, prefill=prefill)
