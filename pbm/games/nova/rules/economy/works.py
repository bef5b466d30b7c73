"""Phase D: repair and refit the ships whose price was reserved in phase C.

Rule: NV ECO-40 to NV ECO-44, NV DSN-35, NV EOT-05. Ambiguity: NV A-REFIT-LINE, NV A-REFIT-LT,
NV A-IC-SUPPR, NV A-REFIT-SUPPR, NV A-REPAIR-ALLY, NV A-REPAIR-ROUND.
"""

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.economy.yards import complex_rests
from pbm.games.nova.state.damage import Damage, minus
from pbm.games.nova.state.orders.money import Expenditure
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.refits import (
    nothing_repaired,
    refit_cost,
    refit_faults,
    repair_cost,
    repair_prices,
    repaired_by,
)
from pbm.games.nova.state.state import Ship
from pbm.games.nova.state.working_state import Draft, drafting


def cost_of(
    work: PhaseContext, draft: Draft, empire: str, line: Expenditure, ship: Ship | None
) -> tuple[int, str, str]:
    """The cost of a repair or refit, or why it cannot be done, with the rule.

    ``ship`` as it is by then, None if the empire has none.
    """
    if ship is None:
        return 0, "you have no such ship", "NV ECO-40"
    at = draft.place_of(ship)
    if not at or (line.at and at != line.at):
        return 0, f"{ship.name} is not at {line.at or 'any system'}", "NV ECO-43"
    why, rule = complex_rests(draft.systems[at], empire, line.kind, work.options)
    if line.kind == "repair":
        repaired = repaired_damage(draft, ship, line)
        if not why and repaired.is_none:
            why, rule = nothing_repaired(ship.name, line, ship.damage), "NV ECO-43"
        return repair_cost(draft.designs[ship.design], repaired), why, rule
    if why:
        return 0, why, rule
    return _refit_of(draft, empire, ship, line, work.options)


def repaired_damage(draft: Draft, ship: Ship, line: Expenditure) -> Damage:
    """The damage that a repair line covers, as far as the ship has it and its limit goes."""
    return repaired_by(line, ship.damage, draft.designs[ship.design])


def _refit_of(
    draft: Draft, empire: str, ship: Ship, line: Expenditure, options: Mapping[str, str]
) -> tuple[int, str, str]:
    design = draft.empires[empire].designs.get(line.name)
    if design is None:
        return 0, f'you have no design "{line.name}"', "NV ECO-40"
    if not ship.damage.is_none:
        return 0, f"{ship.name} is damaged; repair it first", "NV ECO-40"
    old, new = draft.designs[ship.design], draft.designs[design]
    wrong = refit_faults(old, new)
    if wrong:
        return 0, "; ".join(wrong), "NV ECO-40"
    return refit_cost(old, new, options["refit.intangibles"] == "free"), "", ""


def worked_on(draft: Draft, empire: str, line: Expenditure, ship: Ship) -> Ship:
    """A ship after a repair or refit of it."""
    if line.kind == "repair":
        return replace(ship, damage=minus(ship.damage, repaired_damage(draft, ship, line)))
    return replace(ship, design=draft.empires[empire].designs[line.name])


def tag_of(plan: int, place: int, alternative: int) -> str:
    """The mark by which phase C reserves a line for phase D."""
    return f"{plan}.{place}.{alternative}"


def _tagged(orders: Orders, kind: str) -> Iterator[tuple[str, Expenditure]]:
    for plan, listed in enumerate(orders.plans):
        for place, line in enumerate(listed.expenditures):
            for number, one in enumerate(line.tries):
                if one.kind == kind:
                    yield tag_of(plan, place, number), one


def repair_and_refit(work: PhaseContext) -> None:
    """Carry out what was reserved, repairs of a ship before its refit. Rule: NV ECO-42."""
    with drafting(work) as draft:
        for empire, orders in draft.base.orders.items():
            for kind in ("repair", "refit"):
                for tag, line in _tagged(orders, kind):
                    if draft.given.pop(key("work", empire, line.id, tag), 0):
                        _done(work, draft, empire, line)


def _done(work: PhaseContext, draft: Draft, empire: str, line: Expenditure) -> None:
    """Do what phase C found possible: nothing has happened to the ship since."""
    before = draft.ships[line.id]
    cost, _why, _rule = cost_of(work, draft, empire, line, before)
    after = worked_on(draft, empire, line, before)
    draft.put(after)
    at = draft.place_of(before)
    if line.kind == "repair":
        repaired = minus(before.damage, after.damage)
        telling.paid(
            work,
            draft,
            empire,
            cost,
            "repaired",
            rule="NV ECO-43",
            order=line.ref,
            terms=tuple(repair_prices(draft.designs[before.design], repaired).items()),
            ship=before.name,
            at=at,
            items={**repaired.parts, **_points(repaired)},
            left=not after.damage.is_none,
        )
        return
    telling.paid(
        work,
        draft,
        empire,
        cost,
        "refitted",
        rule="NV ECO-41",
        order=line.ref,
        ship=before.name,
        at=at,
        design_before=before.klass,
        design=line.name,
    )


def _points(repaired: Damage) -> dict[str, int]:
    points = {"armour": repaired.armour, "structure": repaired.structure}
    return {name: number for name, number in points.items() if number}
