"""Money lines against what their player knows. Rule: NV ECO-01 to ECO-20, NV ORD-04."""

from __future__ import annotations

from pbm.games.nova.orders.checks.check_research import no_project
from pbm.games.nova.orders.checks.known_worth import salvage_worth
from pbm.games.nova.orders.checks.money_sums import cost_of, price_of
from pbm.games.nova.orders.designs.known_designs import design_of
from pbm.games.nova.orders.naming import Roster, folded, is_alien
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.money import Expenditure, Pillage, Salvage
from pbm.games.nova.state.refits import refit_faults
from pbm.games.nova.view.record import SystemView

MOST_PILLAGE = 180  # Rule: NV ECO-32.
_AT_WORLD = ("AA", "RA", "C")
_NOT_BUILT = "It will not be built there"


def expenditure(resolver: Resolver, line: Expenditure) -> None:
    """Says what is wrong with an expenditure."""
    roster = resolver.roster
    _price(resolver, line)
    at = line.at or roster.empire.capital
    match line.kind:
        case "build" if line.name in _AT_WORLD:
            _at_world(resolver, at)
        case "ship" | "part" | "build":
            _own_design(resolver, line)
            _at_ic(resolver, at)
        case "gate":
            for place in filter(None, (at, line.at_other)):
                _at_ic(resolver, place)
        case "repair" | "refit":
            _in_dock(resolver, line)
        case "maintain":
            if (wrong := no_project(resolver.roster, line)) is not None:
                resolver.say(wrong)
        case "finish":
            _finish(resolver, line)


def _price(resolver: Resolver, line: Expenditure) -> None:
    """The player's price against the real one. Rule: NV ORD-04."""
    each = price_of(resolver.roster, line, resolver.options)
    if each is not None and line.price is not None and line.price != each:
        resolver.warn(f"the price is {each}, not {line.price}; what counts is {each}")
    whole = cost_of(resolver.roster, line, resolver.options)
    if whole is not None and line.cost is not None and line.cost != whole and not line.up_to:
        resolver.warn(f"this comes to {whole} MCr, not {line.cost}")


def _own_design(resolver: Resolver, line: Expenditure) -> None:
    """Rule: NV UNI-22 (an IC builds its owner's designs only)."""
    if line.kind != "build" and is_alien(resolver.roster.designs[folded(line.name)]):
        resolver.refuse(
            f"{line.name} is a design of aliens",
            reason="An Industrial Complex builds designs of its owner only",
            rule="NV UNI-22",
            outcome="It will not be built",
        )


def _system(roster: Roster, name: str) -> SystemView | None:
    return roster.systems.get(folded(name))


def _at_ic(resolver: Resolver, at: str) -> None:
    """Rule: NV ECO-04, NV ECO-07."""
    system = _system(resolver.roster, at)
    if system is None or not (system.yours and system.ic):
        resolver.refuse(
            f"you have no Industrial Complex at {at or 'your home star'}",
            rule="NV ECO-04",
            outcome=_NOT_BUILT,
        )
    elif system.ic_barred:
        resolver.refuse(
            f"the Industrial Complex at {at} builds nothing this turn",
            reason="The system was devastated last turn",
            rule="NV ECO-07",
            outcome=_NOT_BUILT,
        )


def _at_world(resolver: Resolver, at: str) -> None:
    """Rule: NV ECO-03, NV ECO-30."""
    system = _system(resolver.roster, at)
    if system is None or not system.yours or system.status != "WORLD":
        status = "not yours" if system is None or not system.yours else system.status
        resolver.refuse(
            f"armies and colonies are built on worlds of your own; {at} is {status}",
            rule="NV ECO-03",
            outcome=_NOT_BUILT,
        )
    elif system.colonizer != "you":
        resolver.refuse(
            f"{at} is captured: no armies or colonies are built there",
            rule="NV ECO-30",
            outcome=_NOT_BUILT,
        )


def _in_dock(resolver: Resolver, line: Expenditure) -> None:
    """Rule: NV ECO-41 to ECO-44."""
    roster = resolver.roster
    ship = roster.by_id.get(line.id)
    if ship is None:
        return
    at = roster.place_of(ship)
    if line.at and at != line.at:
        resolver.refuse(
            f"{ship.name} is at {at}, not at {line.at}",
            rule="NV ECO-43",
            outcome="Nothing is done to it",
        )
        return
    _at_ic(resolver, at)
    if line.kind == "repair" and ship.damage.is_none:
        resolver.refuse(
            f"{ship.name} is not damaged", rule="NV ECO-43", outcome="Nothing is repaired"
        )
    if line.kind == "refit" and (old := roster.designs.get(folded(ship.design))) is not None:
        new = roster.designs[folded(line.name)]
        wrong = refit_faults(design_of(roster, old), design_of(roster, new))
        if wrong:
            resolver.refuse(
                f"{ship.name}, a {ship.design}, cannot be refitted to {line.name}",
                reason=f"{'; '.join(wrong)[:1].upper()}{'; '.join(wrong)[1:]}",
                rule="NV ECO-40",
                outcome="It is not refitted",
            )


def _finish(resolver: Resolver, line: Expenditure) -> None:
    hull = next(one for one in resolver.roster.hulls.values() if one.id == line.id)
    rest = hull.cost - hull.paid
    if not hull.yours_to_finish:
        resolver.refuse(
            f"{hull.name} was begun by others",
            reason="An unfinished ship that was captured can be destroyed or salvaged only",
            rule="NV ECO-09",
            outcome="It is not finished",
        )
    elif line.amount > rest:
        resolver.warn(f"{hull.name} needs {rest} MCr more, not {line.amount}")


# --- salvage and pillage --------------------------------------------------------------------


def salvage(resolver: Resolver, line: Salvage) -> None:
    """Rule: NV ECO-37."""
    roster = resolver.roster
    _at_ic_for_salvage(resolver, line.at)
    for id in line.ships:
        ship = roster.by_id.get(id)
        if ship is not None and (at := roster.place_of(ship)) != line.at:
            resolver.refuse(
                f"{ship.name} is at {at}, not at {line.at}",
                rule="NV ECO-37",
                outcome="It is not salvaged",
            )

    worth = salvage_worth(roster, line)
    if line.claim is not None and worth is not None and worth != line.claim:
        resolver.warn(f"this gives {worth} MCr, not {line.claim}")


def _at_ic_for_salvage(resolver: Resolver, at: str) -> None:
    system = _system(resolver.roster, at)
    if system is None or not (system.yours and system.ic) or system.suppressed:
        resolver.refuse(
            f"you have no unsuppressed Industrial Complex at {at}",
            rule="NV ECO-37",
            outcome="Nothing is salvaged there",
        )


def pillage(resolver: Resolver, line: Pillage) -> None:
    """Rule: NV ECO-32 to ECO-36."""
    system = resolver.roster.systems[folded(line.at)]
    here = {unit.kind for unit in system.surface if unit.owner == "you"}
    if not here & {"AA", "RA", "SDU"}:
        resolver.refuse(
            f"you have no armies or SDUs at {line.at}",
            reason="They must be there when the turn begins",
            rule="NV ECO-34",
            outcome="Unless that changes it is not pillaged",
        )
    elif _is_own_world(system) and resolver.options["pillage.own_world"] == "no":
        resolver.refuse(
            f"{line.at} is a world of your own",
            reason="Its militia would have to be fought first",
            rule="NV ECO-36",
            outcome="It is not pillaged",
        )
    if line.claim is not None:
        gain = min(system.revenue, MOST_PILLAGE)
        if system.colonizer == "you" and not system.suppressed and gain != line.claim:
            resolver.warn(f"pillaging {line.at} gives {gain} MCr, not {line.claim}")


def _is_own_world(system: SystemView) -> bool:
    return system.status == "WORLD" and system.colonizer == "you"
