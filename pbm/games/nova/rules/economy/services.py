"""Payments of phase C besides building: work in dock, MCr sent, answers, copies.

Rule: NV ECO-42, NV ECO-46, NV PEN-04, NV PEN-05. Ambiguity: NV A-XFER-DEBT, NV A-GM-INFO.
"""

from pbm.games.nova.orders.conditions import key
from pbm.games.nova.orders.designs.design_block import block_text
from pbm.games.nova.orders.economy.services import unconditional
from pbm.games.nova.rules.economy import works
from pbm.games.nova.rules.economy.purse import DONE, Outcome, Purse
from pbm.games.nova.state import fees
from pbm.games.nova.state.orders.money import Expenditure
from pbm.games.nova.state.state import FULL, NORMAL
from pbm.kit.facts import Fact


def dock(purse: Purse, line: Expenditure, tag: str) -> Outcome:
    """A repair or refit: its price is reserved, phase D pays and does it."""
    ship = purse.ship(line.id)
    cost, why, rule = works.cost_of(purse.work, purse.draft, purse.empire, line, ship)
    if why or ship is None:
        return why, rule
    if cost > purse.left:
        return purse.too_dear(cost)
    purse.spent += cost
    purse.docked[ship.id] = works.worked_on(purse.draft, purse.empire, line, ship)
    purse.draft.given[key("work", purse.empire, line.id, tag)] = 1
    return DONE


def send(purse: Purse, line: Expenditure) -> Outcome:
    """A transfer: reserved, phase E sends it. Rule: NV ECO-46."""
    contact = purse.draft.empires[purse.empire].contacts.get(line.empire)
    if contact is None or contact.kind not in (NORMAL, FULL):
        return "you have no normal contact with the receiver", "NV ECO-46"
    if (line.empire, line.amount) not in unconditional(purse.orders.plans):
        return "a transfer may not be conditional, and this one is not in every list", "NV ECO-46"
    if line.amount > purse.left:
        return purse.too_dear(line.amount)
    purse.spent += line.amount
    name = key("send", purse.empire, line.empire)
    purse.draft.given[name] = purse.draft.given.get(name, 0) + line.amount
    return DONE


def info(purse: Purse, line: Expenditure) -> Outcome:
    """Answer where an own ship is, or what is known of a system. Rule: NV PEN-04."""
    answer = _known_ship(purse, line.name) or _known_system(purse, line.name)
    if not answer:
        return f'no ship of yours and no system you know is called "{line.name}"', "NV PEN-04"
    if purse.left < fees.INFO:
        return purse.too_dear(fees.INFO)
    return purse.pay(line, fees.INFO, "info_bought", "NV PEN-04", what=line.name, **answer)


def _known_ship(purse: Purse, name: str) -> dict[str, Fact]:
    draft = purse.draft
    for ship in draft.ships.values():
        if ship.owner == purse.empire and ship.name.casefold() == name.casefold():
            retreat = ship.retreat.to if ship.retreat is not None else ""
            return {
                "ship": ship.name,
                "at": draft.place_of(ship),
                "retreats_to": retreat,
                "aboard": draft.ships[ship.carrier].name if ship.carrier else "",
                "design": ship.klass,
                "damaged": not ship.damage.is_none,
            }
    return {}


def _known_system(purse: Purse, name: str) -> dict[str, Fact]:
    """The entry of the empire's own map, nothing else."""
    for sight in purse.draft.empires[purse.empire].sights.values():
        if sight.name.casefold() == name.casefold():
            return {
                "system": sight.name,
                "explored": sight.explored,
                "type": sight.type,
                "status": sight.status,
                "lines": {letter: sight.lines.get(letter, "") for letter in sight.letters},
                "seen_on": sight.seen,
            }
    return {}


def copy(purse: Purse, line: Expenditure) -> Outcome:
    """Designs once more, by name or all. Rule: NV PEN-05.

    Orders need no copy: whoever wrote them has the receipt.
    """
    draft, empire = purse.draft, purse.draft.empires[purse.empire]
    wanted = line.name.casefold()
    texts = [
        block_text(draft.designs[design])
        for name, design in empire.designs.items()
        if wanted in ("designs", name.casefold())
    ]
    if not texts:
        return f'you have no design "{line.name}"; for all of them write  Copy designs', "NV PEN-05"
    cost = fees.COPY * line.number
    if cost > purse.left:
        return purse.too_dear(cost)
    return purse.pay(
        line, cost, "copy_bought", "NV PEN-05", what=line.name, pages=line.number, texts=texts
    )
