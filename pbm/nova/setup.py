"""Turn 0: every empire's pregame position, paid from its first treasury.

The sheet is checked again, whoever checked it before: what is not allowed or not paid for is
left out line by line, the last lines first, with every sum told.

Rule: NV SET-11 to NV SET-17, NV SET-20 to NV SET-35. Ambiguity: NV A-START-IC, NV A-START-PLACE,
NV A-TP-ROUND, NV A-BUILD-PREGAME, NV A-TP-DESIGN-0.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from pbm.event import OrderRef, only
from pbm.nova import telling
from pbm.nova.design import Design, figures, new_design_tp
from pbm.nova.draft import Draft, drafting
from pbm.nova.legality import faults, missile_faults, with_intrinsic_tc
from pbm.nova.missiles import MissileDesign
from pbm.nova.orders import Pregame, Purchase
from pbm.nova.presets import PRESETS
from pbm.nova.research import MISSILE_TP
from pbm.nova.state import ARMIES, STORED, Empire, GateEnd, Ship, Sight
from pbm.nova.technology import FREE_LEVELS, pregame_mcr, start_mcr, total_points
from pbm.nova.units import UNITS, militia
from pbm.nova.yards import ARMIES_A_HOME, LONGEST_NAME
from pbm.turn import Work

# Forces that cost nothing (NV SET-22): SDUs and a loose IC on the planet, beside the IC there.
GIVEN = {"SDU": 2, "IC": 1}


def set_up(work: Work) -> None:
    """Every empire's position, in the order of the seats; then turn 1 may begin."""
    with drafting(work) as draft:
        for id in list(draft.empires):
            orders = work.commands[id]
            pregame = orders.pregame or Pregame()
            _position(work, draft, id, pregame)
    work.state = replace(work.state, turn=1)


def levels_of(pregame: Pregame) -> dict[str, int]:
    """Technology of a sheet: the preset's levels, its own over them, and what is free to all."""
    preset = PRESETS.get(pregame.preset.casefold())
    chosen = {**(preset.levels if preset is not None else {}), **pregame.tech}
    return {**FREE_LEVELS, **chosen}


def _position(work: Work, draft: Draft, id: str, pregame: Pregame) -> None:
    """One empire: home star, technology, designs, forces, and what is left of its money."""
    budget = start_mcr(pregame.home_type)
    levels = levels_of(pregame)
    if pregame_mcr(total_points(levels)) > budget:
        _refused(
            work,
            id,
            None,
            "TECH",
            f"{pregame_mcr(total_points(levels))} MCr of technology and {budget} MCr to spend",
            "NV SET-30",
        )
        levels = dict(FREE_LEVELS)
    points = total_points(levels)
    draft.empires[id] = replace(draft.empires[id], tech=levels)
    points = _designs(work, draft, id, pregame, points, budget)
    spent = pregame_mcr(points)
    _home(draft, id, pregame.home_type)
    terms: list[tuple[str, int]] = [("to spend", budget), ("technology and designs", -spent)]
    for line, cost in _bought(work, draft, id, pregame, budget - spent):
        terms.append((f"{line.number} {line.name}", -cost))
        spent += cost
    empire = draft.empires[id]
    draft.empires[id] = replace(empire, treasury=budget - spent)
    work.emit(
        "pregame",
        id,
        rule="NV SET-12",
        seen=only(id),
        terms=terms,
        system=empire.home,
        home_type=pregame.home_type,
        budget=budget,
        points=points,
        spent=spent,
        treasury=budget - spent,
        levels=levels,
        designs=list(empire.designs),
    )


def _home(draft: Draft, id: str, type: int) -> None:
    """The home star: a world with an IC, militia and the forces that cost nothing. SET-16."""
    name = draft.empires[id].home
    draft.systems[name] = replace(
        draft.systems[name],
        type=type,
        colonies=3,
        colonizer=id,
        owner=id,
        home_of=id,
        ic=True,
        militia=militia("HOME STAR"),
        surface={id: dict(GIVEN)},
    )
    system = draft.systems[name]
    letters = tuple(sorted(system.lines))
    sight = Sight(
        name,
        explored=True,
        letters=letters,
        lines=dict.fromkeys(letters, ""),
        type=type,
        status=system.status,
    )
    draft.empires[id] = replace(draft.empires[id], sights={name: sight})


def _designs(
    work: Work, draft: Draft, id: str, pregame: Pregame, points: Fraction, budget: int
) -> Fraction:
    """Ship and missile designs, each for its tech points; gives all points spent. SET-32."""
    for ref, design in pregame.designs:
        points = _design(work, draft, id, ref, design, points, budget)
    for ref, missile in pregame.missiles:
        points = _missile(work, draft, id, ref, missile, points, budget)
    return points


def _design(
    work: Work,
    draft: Draft,
    id: str,
    ref: OrderRef,
    design: Design,
    points: Fraction,
    budget: int,
) -> Fraction:
    empire = draft.empires[id]
    name = f"DESIGN {design.name}"
    if design.of:
        _refused(work, id, ref, name, "nothing is redesigned before turn 1", "NV SET-32")
        return points
    if design.name in empire.designs:
        _refused(work, id, ref, name, "two designs have this name", "NV ORD-36")
        return points
    wrong = faults(design, empire.tech)
    if wrong:
        said = "; ".join(f"{one.fault}: {one.reason}" for one in wrong)
        _refused(work, id, ref, name, said, wrong[0].rule)
        return points
    own = with_intrinsic_tc(replace(design, empire=id), empire.tech)
    price = new_design_tp(figures(own).cost)
    if pregame_mcr(points + price) > budget:
        _refused(work, id, ref, name, _over(points + price, budget), "NV SET-30")
        return points
    key = f"{id}/{design.name}"
    draft.designs[key] = own
    draft.empires[id] = replace(empire, designs={**empire.designs, design.name: key})
    return points + price


def _missile(
    work: Work,
    draft: Draft,
    id: str,
    ref: OrderRef,
    missile: MissileDesign,
    points: Fraction,
    budget: int,
) -> Fraction:
    empire = draft.empires[id]
    wrong = missile_faults(missile, empire.tech)
    name = f"MISSILE {missile.name}"
    if wrong or missile.name in empire.missiles:
        said = "; ".join(f"{one.fault}: {one.reason}" for one in wrong)
        _refused(work, id, ref, name, said or "two missiles have this name", "NV DSN-22")
        return points
    if pregame_mcr(points + MISSILE_TP) > budget:
        _refused(work, id, ref, name, _over(points + MISSILE_TP, budget), "NV SET-30")
        return points
    draft.empires[id] = replace(
        empire,
        missiles={**empire.missiles, missile.name: missile},
        missiles_from={**empire.missiles_from, missile.name: 0},
    )
    return points + MISSILE_TP


def _over(points: Fraction, budget: int) -> str:
    return f"that makes {pregame_mcr(points)} MCr, and {budget} may be spent"


def price_of(draft: Draft, id: str, name: str) -> int | None:
    """MCr of one thing that can be bought before turn 1; None for what there is not.

    Research teams are not among them. Rule: NV SET-23.
    """
    design = draft.empires[id].designs.get(name)
    if design is not None:
        return figures(draft.designs[design]).cost
    unit = UNITS.get(name)
    return unit.full_cost if unit is not None and unit.is_built else None


def _bought(
    work: Work, draft: Draft, id: str, pregame: Pregame, money: int
) -> Iterator[tuple[Purchase, int]]:
    """What is bought, from the top, as long as the money lasts; the rest is told."""
    armies = 0
    for line in pregame.purchases:
        price = price_of(draft, id, line.name)
        if price is None:
            _refused(
                work, id, line.ref, f"BUY {line.name}", "there is nothing of that name", "NV SET-23"
            )
            continue
        number = line.number
        if line.name in ARMIES and work.options["pregame.army_limit"] != "none":
            number = min(number, ARMIES_A_HOME - armies)
        cost = price * number
        if number < line.number or cost > money:
            why = (
                f"at most {ARMIES_A_HOME} armies may be bought"
                if number < line.number
                else f"{number} cost {cost} MCr and {money} are left"
            )
            _refused(work, id, line.ref, f"BUY {line.name} {line.number}", why, "NV SET-30")
            if cost > money or not number:
                continue
        money -= cost
        armies += number if line.name in ARMIES else 0
        _placed(work, draft, id, line, number)
        yield replace(line, number=number), cost


def _placed(work: Work, draft: Draft, id: str, line: Purchase, number: int) -> None:
    """Ships stand at the home star, everything else lies on its planet."""
    empire = draft.empires[id]
    design = empire.designs.get(line.name)
    if design is not None:
        for place in range(number):
            _ship(work, draft, empire, design, line, place)
        return
    system = draft.systems[empire.home]
    if line.name == "SG":
        _gates(work, draft, id, line, number)
        return
    own = dict(system.surface.get(id, {}))
    own[line.name] = own.get(line.name, 0) + number
    draft.systems[empire.home] = replace(system, surface={**system.surface, id: own})


def _ship(
    work: Work, draft: Draft, empire: Empire, design: str, line: Purchase, place: int
) -> None:
    taken = {one.name.casefold() for one in draft.ships.values() if one.owner == empire.id}
    name = line.names[place] if place < len(line.names) else ""
    number = 1
    stem = line.name[: LONGEST_NAME - 4]
    while not name or name.casefold() in taken:
        name = f"{stem}-{number}"
        number += 1
    id = work.ids.opaque("ship", name, empire.id, "0")
    draft.ships[id] = Ship(
        id=id,
        name=name,
        owner=empire.id,
        builder=empire.id,
        design=design,
        at=empire.home,
        missiles=tuple(empire.missiles),
    )


def _gates(work: Work, draft: Draft, id: str, line: Purchase, number: int) -> None:
    """Star gates bought before the game lie stored at home, two ends each."""
    home = draft.empires[id].home
    for gate in range(1, number + 1):
        names = [f"Gate-{gate}-A", f"Gate-{gate}-B"]
        given = line.names[2 * gate - 2 : 2 * gate]
        names[: len(given)] = given
        ids = [work.ids.opaque("gate", name, id, "0") for name in names]
        for place in (0, 1):
            draft.gates[ids[place]] = GateEnd(
                ids[place], names[place], id, ids[1 - place], home, STORED
            )


def _refused(work: Work, id: str, ref: OrderRef | None, written: str, why: str, rule: str) -> None:
    telling.failed(work, id, ref, "", written, why, rule=rule)
