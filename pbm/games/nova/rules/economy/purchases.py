"""Purchases of phase C: ships, hulls, units, star gates.

Rule: NV ECO-02 to NV ECO-09, NV UNI-01, NV UNI-10, NV UNI-22, NV DSN-38, NV EOT-04.
Ambiguity: NV A-BUILD-USE, NV A-PARTIAL, NV A-SG-PRICE.
"""

from msgspec.structs import replace

from pbm.games.nova.rules.economy.purse import DONE, Outcome, Purse
from pbm.games.nova.rules.economy.yards import (
    complex_rests,
    hull_name,
    next_name,
    price_of,
    put_gate,
    put_hull,
    put_ship,
    put_units,
    room_for,
)
from pbm.games.nova.state.orders.money import Expenditure
from pbm.games.nova.state.state import System
from pbm.games.nova.state.units import UNITS


def _design_at(purse: Purse, line: Expenditure) -> tuple[str, str, str]:
    """The key of the design a line names, or why it is not built there, and the rule."""
    design = purse.draft.empires[purse.empire].designs.get(line.name)
    if design is None:
        return "", f'you have no design "{line.name}"', "NV DSN-38"
    why, rule = _at_ic(purse, purse.system(line.at))
    return design, why, rule


def _at_ic(purse: Purse, system: System) -> tuple[str, str]:
    """Why nothing is built at the IC of a system, and the rule; two empty texts if it is."""
    return complex_rests(system, purse.empire, "build", purse.work.options)


def ships(purse: Purse, line: Expenditure) -> Outcome:
    """Whole ships, each with its name."""
    design, why, rule = _design_at(purse, line)
    if why:
        return why, rule
    price = price_of(purse.draft, design)
    number = purse.affordable(line, price)
    if not number:
        return purse.too_dear(price * line.number)
    at = purse.system(line.at).name
    named = [next_name(purse.yard, line.name, at) for _ in range(number)]
    for name, by_player in named:
        put_ship(purse.yard, design, name, at, named=by_player)
    return purse.pay(
        line,
        price * number,
        "ships_built",
        "NV EOT-04",
        what=line.name,
        at=at,
        number=number,
        price=price,
        names=[name for name, _by_player in named],
        unnamed=[name for name, by_player in named if not by_player],
    )


def units(purse: Purse, line: Expenditure) -> Outcome:
    """Units other than ships, as many as the system builds. Rule: NV ECO-06."""
    at = purse.system(line.at).name
    price = UNITS[line.name].cost or 0
    room, why, rule = room_for(purse.yard, line.name, at)
    if not room:
        return why, rule
    number = purse.affordable(line, price, room)
    if not number:
        return purse.too_dear(price * line.number)
    put_units(purse.yard, line.name, number, at)
    purse.pay(
        line,
        price * number,
        "units_built",
        "NV EOT-04",
        what=line.name,
        at=at,
        number=number,
        price=price,
    )
    if 0 <= room < line.number:
        purse.short(line, why, rule, built=number)
    return DONE


def part(purse: Purse, line: Expenditure) -> Outcome:
    """A ship that is begun: some of its price."""
    design, why, rule = _design_at(purse, line)
    if why:
        return why, rule
    price = price_of(purse.draft, design)
    if not 0 < line.amount < price:
        return (f"a part payment is at least 1 MCr and less than {price}", "NV ECO-08")
    if line.amount > purse.left:
        return purse.too_dear(line.amount)
    at = purse.system(line.at).name
    name = hull_name(purse.yard, "".join(line.as_names[:1]), line.name, at, line.ref)
    put_hull(purse.yard, design, name, at, line.amount)
    return purse.pay(
        line,
        line.amount,
        "hull_begun",
        "NV ECO-08",
        what=line.name,
        at=at,
        name=name,
        paid=line.amount,
        price=price,
    )


def finish(purse: Purse, line: Expenditure) -> Outcome:
    """More of a hull's price; with the last of it the ship is there. Rule: NV ECO-09."""
    hull = purse.draft.hulls.get(line.id)
    if hull is None or hull.owner != purse.empire:
        return "you have no such part-built ship", "NV ECO-08"
    if hull.builder != purse.empire:
        return f"{hull.name} was begun by aliens; it may be salvaged or destroyed", "NV ECO-09"
    why, rule = _at_ic(purse, purse.draft.systems[hull.at])
    if why:
        return why, rule
    price = price_of(purse.draft, hull.design)
    rest = price - hull.paid
    amount = min(line.amount or rest, rest)
    if amount > purse.left:
        return purse.too_dear(amount)
    done = amount == rest
    if done:
        del purse.draft.hulls[hull.id]
        put_ship(purse.yard, hull.design, hull.name, hull.at, named=True)
    else:
        purse.draft.hulls[hull.id] = replace(hull, paid=hull.paid + amount)
    return purse.pay(
        line,
        amount,
        "hull_finished" if done else "hull_paid",
        "NV ECO-08",
        at=hull.at,
        name=hull.name,
        paid=hull.paid + amount,
        price=price,
        what=hull.design.split("/", 1)[1],
    )


def rest_of(purse: Purse, line: Expenditure) -> int:
    """The most a Finish line pays."""
    hull = purse.draft.hulls.get(line.id)
    rest = price_of(purse.draft, hull.design) - hull.paid if hull is not None else 0
    return min(line.amount or rest, rest)


def gate(purse: Purse, line: Expenditure) -> Outcome:
    """Both ends of a star gate in one turn, at one complex or two. Rule: NV UNI-10."""
    at, other = purse.system(line.at), purse.system(line.at_other or line.at)
    for place in (at, other):
        why, rule = _at_ic(purse, place)
        if why:
            return why, rule
    price = UNITS["SG"].full_cost or 0
    if price > purse.left:
        return purse.too_dear(price)
    taken = {one.name.casefold() for one in purse.draft.gates.values() if one.owner == purse.empire}
    names = tuple(name.casefold() for name in line.as_names)
    if len({*names} - taken) != 2:
        return "its two ends need two names that none of your gate ends has", "NV UNI-11"
    put_gate(purse.yard, line.as_names, at.name, other.name)
    return purse.pay(
        line,
        price,
        "gate_built",
        "NV UNI-10",
        names=list(line.as_names),
        at=at.name,
        at_other=other.name,
    )
