"""What refits and repairs cost, and what a ship is worth when it is salvaged.

All in MCr; every bill is computed exactly and rounded once.

Rule: NV ECO-37 to ECO-44.
"""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, floor

from msgspec.structs import replace

from pbm.games.nova.state.components import Component, piece_cost
from pbm.games.nova.state.damage import UNDAMAGED, Damage, minus, plus
from pbm.games.nova.state.design import Design, figures
from pbm.games.nova.state.legality import RatingChange, changes, differences
from pbm.games.nova.state.orders.money import Expenditure
from pbm.games.nova.state.technology import LT

# Ratings without a price of their own: the component that bears them is paid for.
INTANGIBLE = (LT, "FA", "FD")


def refit_lines(
    old: Design, new: Design, intangibles_free: bool = False
) -> tuple[tuple[Component, Fraction], ...]:
    """What is paid for when a ship is refitted: lines of the new design, each with its MCr.

    An installation that is improved in several ways is paid for once; force beams and armour
    and shields are paid for as a whole.

    Rule: NV ECO-41. Ambiguity: NV A-REFIT-LT, A-REFIT-DOUBLE.
    """
    improved = [
        change.name
        for change in changes(old, new)
        if not (intangibles_free and change.rating in INTANGIBLE)
    ]
    known = figures(new)
    found: dict[Component, Fraction] = {}
    for piece in known.installations:
        if piece.name in improved:
            price = piece_cost(piece.part, known.ssz)
            found[piece.part] = found.get(piece.part, Fraction(0)) + price
    if "AR" in improved:
        for line in known.lines:
            if line.part.kind == "AR":
                found[line.part] = line.cost
    return tuple(found.items())


def refit_cost(old: Design, new: Design, intangibles_free: bool = False) -> int:
    """MCr to refit one undamaged ship from one design to another, rounded up once.

    ValueError if the designs differ in what no refit changes, or get worse: `refit_faults`
    says how. Rule: NV ECO-40, ECO-41. Ambiguity: NV A-REFIT-LINE, A-REFIT-LT.
    """
    if refit_faults(old, new):
        raise ValueError("; ".join(refit_faults(old, new)))
    lines = refit_lines(old, new, intangibles_free)
    return ceil(sum((price for _part, price in lines), Fraction(0)))


def refit_faults(old: Design, new: Design) -> tuple[str, ...]:
    """Why no ship of one design can be refitted to the other, in words.

    Any design will do that differs only in what redesigns may change, for the better.
    Rule: NV ECO-40, DSN-35. Ambiguity: NV A-REFIT-LINE.
    """
    worse = [change for change in changes(old, new) if not change.is_better]
    return (*differences(old, new), *(_worse(change) for change in worse))


def _worse(change: RatingChange) -> str:
    return f"{change.rating} of {change.name} would fall from {change.old} to {change.new}"


def repair_prices(design: Design, repaired: Damage) -> Mapping[str, Fraction]:
    """The cost of repairing this part of a ship's damage, item by item, exactly.

    Keys are ``armour``, ``structure`` and the names of installations.
    Rule: NV ECO-43, ECO-44.
    """
    known = figures(design)
    pieces = {piece.name: piece.part for piece in known.installations}
    prices = {"armour": Fraction(repaired.armour), "structure": Fraction(repaired.structure)}
    for name, levels in repaired.parts.items():
        part = pieces[name]
        if part.kind in ("IE", "JD"):
            prices[name] = Fraction(known.ssz, 10) * levels
        else:
            prices[name] = piece_cost(part, known.ssz)
    return {name: price for name, price in prices.items() if price}


def repair_cost(design: Design, repaired: Damage) -> int:
    """MCr for repairing this part of a ship's damage, the bill rounded up once.

    Rule: NV ECO-43. Ambiguity: NV A-REPAIR-ROUND.
    """
    return ceil(sum(repair_prices(design, repaired).values(), Fraction(0)))


def salvage_value(design: Design, damage: Damage) -> int:
    """MCr a ship gives when it is broken up: half of what it is worth now, rounded down.

    Lost armour counts as far as it was paid for, intrinsic armour never was.
    Rule: NV ECO-37, ECO-38. Ambiguity: NV A-SALV-ARMOUR.
    """
    known = figures(design)
    lost = sum(repair_prices(design, Damage(parts=damage.parts)).values(), Fraction(0))
    armour = min(damage.armour, known.ar * known.hf)
    return salvaged(known.cost - lost - armour - damage.structure)


def salvaged(value: Fraction | int) -> int:
    """MCr for a unit of this current value, never below nothing. Rule: NV ECO-37.

    >>> salvaged(89)
    44
    """
    return max(floor(Fraction(value) / 2), 0)


def nothing_repaired(ship: str, line: Expenditure, damage: Damage) -> str:
    """Why a line repairs nothing of a ship with this damage."""
    if line.amount and not damage.is_none:
        return f"{line.amount} MCr repair none of its damage"
    return f"{ship} has no such damage"


def repaired_by(line: Expenditure, damage: Damage, design: Design) -> Damage:
    """The part of a damage that a repair line repairs.

    A line without items means all of it; each item takes what is lost, or the number it says.
    ``amount`` limits the bill: items are repaired in their order as long as they fit.
    """
    wanted = line.repairs or (
        ("armour", 0),
        ("structure", 0),
        *((name, 0) for name in sorted(damage.parts)),
    )
    repaired = UNDAMAGED
    for what, number in wanted:
        for one in _items(minus(damage, repaired), what, number):
            if line.amount:
                paid = sum(repair_prices(design, repaired).values())
                one = _as_paid(one, int(line.amount - paid))
            more = plus(repaired, one)
            if not line.amount or repair_cost(design, more) <= line.amount:
                repaired = more
    return repaired


def _as_paid(one: Damage, points: int) -> Damage:
    """No more armour or structure than there are MCr for: a point costs 1. Rule: NV ECO-44."""
    return replace(one, armour=min(one.armour, points), structure=min(one.structure, points))


def _items(damage: Damage, what: str, number: int) -> Iterator[Damage]:
    """The damage of one item: armour, structure, installations or levels of a kind, one by one."""
    if what == "armour":
        yield Damage(armour=min(number or damage.armour, damage.armour))
    elif what == "structure":
        yield Damage(structure=min(number or damage.structure, damage.structure))
    else:
        pieces = [
            name
            for name, levels in sorted(damage.parts.items())
            if what in (name, name.rstrip("0123456789"))
            for _level in range(levels)
        ]
        for name in pieces[: number or None]:
            yield Damage(parts={name: 1})
