"""Bills of work on a ship: Repair and Refit. Rule: NV ECO-40 to ECO-44."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pbm.games.nova.orders.designs.known_designs import known_design, known_state
from pbm.games.nova.orders.economy.bill import Bill, check_ic
from pbm.games.nova.orders.naming import Roster, folded
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.components import KINDS
from pbm.games.nova.state.orders.money import Expenditure
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.refits import (
    nothing_repaired,
    refit_cost,
    refit_faults,
    repair_cost,
    repaired_by,
)
from pbm.games.nova.view.record import ShipView
from pbm.kit.english import with_article
from pbm.kit.problems import Found, illegal
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name

_PIECE = re.compile(rf"(?:{'|'.join((*KINDS, 'SM'))})[0-9]{{0,3}}")


def _in_dock(resolver: Resolver, line: Expenditure) -> ShipView | None:
    """The ship if it can be worked on where the line says. Rule: NV ECO-43."""
    ship = resolver.roster.by_id.get(line.id)
    if ship is None:
        return None
    at = resolver.roster.place_of(ship)
    if line.at and at != line.at:
        resolver.refuse(
            f"{ship.name} is at {at}, not at {line.at}",
            rule="NV ECO-43",
            outcome="Nothing is done to it",
        )
        return None
    check_ic(resolver, at, line.kind)
    return ship


# --- repairs --------------------------------------------------------------------------------


def _repair(resolver: Resolver, node: Node) -> Mapping[str, Any]:
    repairs = tuple(_item(resolver, one) for one in node.parts if one.kind == "repair_item")
    return {"id": resolver.ship(node.names[0]), "repairs": repairs}


def _item(resolver: Resolver, node: Node) -> tuple[str, int]:
    """Armour, structure, a kind of component or one installation. Rule: NV ECO-43."""
    word = node.word
    is_hull = word.type in ("ARMOUR", "STRUCTURE")
    what = word.type.lower() if is_hull else word.upper()
    if not is_hull and not _PIECE.fullmatch(what):
        resolver.bad(
            word,
            f"{what} is nothing that could be repaired",
            reason="Repaired are armour, structure, components such as ML, and ML2 alone",
            rule="NV ECO-43",
        )
    return what, node.number or 0


def _repair_words(line: Expenditure, names: Name) -> str:
    at = f" at {names(line.at)}" if line.at else ""
    items = ", ".join(f"{what} {number}" if number else what for what, number in line.repairs)
    limit = f" up to {line.amount}" if line.amount else ""
    return f"Repair {names(line.id)}{at}" + (f": {items}" if items else "") + limit


def _repair_cost(roster: Roster, line: Expenditure, _options: Mapping[str, str]) -> int | None:
    """The bill by what the player knows of the damage."""
    state = known_state(roster, line.id)
    if state is None:
        return line.amount or None
    design, damage = state
    return repair_cost(design, repaired_by(line, damage, design))


def _check_repair(resolver: Resolver, line: Expenditure) -> None:
    ship = _in_dock(resolver, line)
    state = known_state(resolver.roster, line.id)
    if ship is None or state is None:
        return
    design, damage = state
    fault = f"{ship.name} is not damaged" if damage.is_none else ""
    if not fault and repaired_by(line, damage, design).is_none:
        fault = nothing_repaired(ship.name, line, damage)
    if fault:
        resolver.refuse(fault, rule="NV ECO-43", outcome="Nothing is repaired")


REPAIR = Bill(
    "repair",
    _repair_words,
    _repair,
    cost=_repair_cost,
    check=_check_repair,
    number="amount",
    usual=0,
)


# --- refits ---------------------------------------------------------------------------------


def _refit(resolver: Resolver, node: Node) -> Mapping[str, Any]:
    ship, design = node.names
    return {"id": resolver.ship(ship), "name": resolver.design(design)}


def _refit_price(roster: Roster, line: Expenditure, options: Mapping[str, str]) -> int | None:
    ship = roster.by_id.get(line.id)
    old = roster.designs.get(folded(ship.design)) if ship is not None else None
    if old is None:
        return None
    new = known_design(roster.designs[folded(line.name)], roster.player)
    free = options.get("refit.intangibles") == "free"
    was = known_design(old, roster.player)
    return None if refit_faults(was, new) else refit_cost(was, new, free)


def _check_refit(resolver: Resolver, line: Expenditure) -> None:
    """Rule: NV ECO-40."""
    roster = resolver.roster
    ship = _in_dock(resolver, line)
    old = roster.designs.get(folded(ship.design)) if ship is not None else None
    if ship is None or old is None:
        return
    new = roster.designs[folded(line.name)]
    wrong = "; ".join(
        refit_faults(known_design(old, roster.player), known_design(new, roster.player))
    )
    if wrong:
        resolver.refuse(
            f"{ship.name}, {with_article(ship.design)}, cannot be refitted to {line.name}",
            reason=f"{wrong[:1].upper()}{wrong[1:]}",
            rule="NV ECO-40",
            outcome="It is not refitted",
        )


REFIT = Bill(
    "refit",
    lambda line, names: f"Refit {names(line.id)} to {names(line.name)}",
    _refit,
    _refit_price,
    check=_check_refit,
)


def damaged(roster: Roster, orders: Orders) -> Iterator[Found]:
    """Damaged ships are repaired above the line that refits them. Rule: NV ECO-40, NV ECO-42."""
    for plan in orders.plans:
        repaired: set[str] = set()
        for line in plan.tries:
            ship = roster.by_id.get(line.id) if line.kind == "refit" else None
            if ship is not None and not ship.damage.is_none and line.id not in repaired:
                problem = illegal(
                    f"{ship.name} is damaged",
                    reason="Only a ship without damage is refitted",
                    rule="NV ECO-40",
                    outcome="It is not refitted",
                    remedy=f"Write  Repair {ship.name}  above this line",
                )
                yield line.ref.line, problem
            if line.kind == "repair":
                repaired.add(line.id)
