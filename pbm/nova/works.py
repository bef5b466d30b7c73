"""Phase D: ships are repaired and refitted where their price was reserved in phase C.

Rule: NV ECO-40 to NV ECO-44, NV DSN-35. Ambiguity: NV A-REFIT-LINE, NV A-REFIT-LT,
NV A-IC-SUPPR, NV A-REPAIR-ALLY, NV A-REPAIR-ROUND.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbm.nova import telling
from pbm.nova.conditions import key
from pbm.nova.damage import Damage, minus
from pbm.nova.draft import Draft, drafting
from pbm.nova.orders import Expenditure, Orders
from pbm.nova.refits import refit_cost, refit_faults, repair_cost, repair_prices
from pbm.nova.salvage import works_at
from pbm.nova.state import Ship
from pbm.nova.yards import complex_works
from pbm.turn import Work


def cost_of(work: Work, draft: Draft, empire: str, line: Expenditure) -> tuple[int, str, str]:
    """What a repair or refit costs, or why it cannot be done, with the rule."""
    ship = draft.ships.get(line.id)
    if ship is None or ship.owner != empire:
        return 0, f"there is no ship {line.name or line.id} of yours", "NV ECO-40"
    at = draft.place_of(ship)
    if not at or (line.at and at != line.at):
        return 0, f"{ship.name} is not at {line.at or 'any system'}", "NV ECO-43"
    if line.kind == "repair":
        return _repair_of(draft, empire, ship, at, line)
    return _refit_of(work, draft, empire, ship, at, line)


def _repair_of(
    draft: Draft, empire: str, ship: Ship, at: str, line: Expenditure
) -> tuple[int, str, str]:
    why = works_at(draft.systems[at], empire)
    if why:
        return 0, why, "NV ECO-43"
    mended = to_mend(draft, ship, line)
    if mended.is_none:
        return 0, f"{ship.name} has no such damage", "NV ECO-43"
    return repair_cost(draft.designs[ship.design], mended), "", ""


def to_mend(draft: Draft, ship: Ship, line: Expenditure) -> Damage:
    """The damage a repair line speaks of, as far as the ship has it and its limit goes.

    A line without items means all of it; each item takes what is lost, or the number it says.
    ``amount`` limits the bill: items are mended in their order as long as they fit.
    """
    damage = ship.damage
    wanted = line.repairs or (
        ("armour", 0),
        ("structure", 0),
        *((name, 0) for name in damage.parts),
    )
    mended = Damage()
    for what, number in wanted:
        for one in _items(damage, what, number):
            more = Damage(
                mended.armour + one.armour,
                mended.structure + one.structure,
                {**mended.parts, **one.parts},
            )
            design = draft.designs[ship.design]
            if line.amount and repair_cost(design, more) > line.amount:
                more = _part_of(draft, ship, mended, one, line.amount)
                mended = more
                break
            mended = more
    return mended


def _part_of(draft: Draft, ship: Ship, mended: Damage, one: Damage, limit: int) -> Damage:
    """As many points of armour or structure as the limit still pays."""
    prices = repair_prices(draft.designs[ship.design], mended)
    left = limit - sum(prices.values())
    points = max(int(left), 0)
    return Damage(
        mended.armour + min(one.armour, points),
        mended.structure + min(one.structure, points),
        mended.parts,
    )


def _items(damage: Damage, what: str, number: int) -> Iterator[Damage]:
    """The damage of one item: armour, structure, an installation or a kind of them."""
    if what == "armour":
        points = min(number or damage.armour, damage.armour)
        yield Damage(armour=points)
    elif what == "structure":
        points = min(number or damage.structure, damage.structure)
        yield Damage(structure=points)
    else:
        left = number
        for name, levels in damage.parts.items():
            if name == what or name.rstrip("0123456789") == what:
                take = min(left or levels, levels)
                yield Damage(parts={name: take})
                if number:
                    left -= take
                    if not left:
                        return


def _refit_of(
    work: Work, draft: Draft, empire: str, ship: Ship, at: str, line: Expenditure
) -> tuple[int, str, str]:
    why, rule = complex_works(draft.systems[at], empire, work.options)
    if why:
        return 0, why, rule
    design = draft.empires[empire].designs.get(line.name)
    if design is None:
        return 0, f'you have no design "{line.name}"', "NV ECO-40"
    left = minus(ship.damage, reserved_repairs(draft, empire, ship))
    if not left.is_none:
        return 0, f"{ship.name} is damaged", "NV ECO-40"
    old, new = draft.designs[ship.design], draft.designs[design]
    wrong = refit_faults(old, new)
    if wrong:
        return 0, "; ".join(wrong), "NV ECO-40"
    free = work.options["refit.intangibles"] == "free"
    return refit_cost(old, new, free), "", ""


def reserved_repairs(draft: Draft, empire: str, ship: Ship) -> Damage:
    """What will be mended of a ship before it is refitted. Rule: NV ECO-42."""
    mended = Damage()
    for tag, line in tagged(draft.base.orders[empire]):
        paid = draft.given.get(key("work", empire, ship.id, tag))
        if paid and line.kind == "repair" and line.id == ship.id:
            more = to_mend(draft, replace(ship, damage=minus(ship.damage, mended)), line)
            mended = Damage(
                mended.armour + more.armour,
                mended.structure + more.structure,
                {**mended.parts, **more.parts},
            )
    return mended


def tagged(orders: Orders) -> Iterator[tuple[str, Expenditure]]:
    """Every expenditure with the mark by which phase C reserved it."""
    for plan in orders.plans:
        for place, line in enumerate(plan.expenditures):
            yield str(place), line
            for number, one in enumerate(line.or_else, 1):
                yield f"{place}.{number}", one


def repair_and_refit(work: Work) -> None:
    """Carry out what was reserved, repairs of a ship before its refit."""
    with drafting(work) as draft:
        for empire, orders in draft.base.orders.items():
            for kind in ("repair", "refit"):
                for tag, line in tagged(orders):
                    name = key("work", empire, line.id, tag)
                    if line.kind == kind and draft.given.pop(name, 0):
                        _done(work, draft, empire, line)


def _done(work: Work, draft: Draft, empire: str, line: Expenditure) -> None:
    ship = draft.ships[line.id]
    cost, why, rule = cost_of(work, draft, empire, line)
    if why:
        telling.failed(work, empire, line.ref, "", f"{line.kind} {ship.name}", why, rule=rule)
        return
    at = draft.place_of(ship)
    if line.kind == "repair":
        mended = to_mend(draft, ship, line)
        prices = repair_prices(draft.designs[ship.design], mended)
        draft.ships[ship.id] = replace(ship, damage=minus(ship.damage, mended))
        telling.paid(
            work,
            draft,
            empire,
            cost,
            "repaired",
            rule="NV ECO-43",
            order=line.ref,
            terms=tuple(prices.items()),
            ship=ship.name,
            at=at,
            items={**mended.parts, **_points(mended)},
            left=not draft.ships[ship.id].damage.is_none,
        )
        return
    design = draft.empires[empire].designs[line.name]
    draft.ships[ship.id] = replace(ship, design=design)
    telling.paid(
        work,
        draft,
        empire,
        cost,
        "refitted",
        rule="NV ECO-41",
        order=line.ref,
        ship=ship.name,
        at=at,
        design_before=ship.design.split("/", 1)[1],
        design=line.name,
    )


def _points(mended: Damage) -> dict[str, int]:
    points = {"armour": mended.armour, "structure": mended.structure}
    return {name: number for name, number in points.items() if number}
