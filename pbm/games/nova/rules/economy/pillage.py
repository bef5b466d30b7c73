"""Phase B: colonized systems are pillaged.

Rule: NV ECO-31 to NV ECO-36, NV RES-17, NV EOT-03. Ambiguity: NV A-PILL-STATUS, NV A-PILL-WHO,
NV A-PILL-OWN-WORLD, NV A-PILL-HOME.
"""

from collections.abc import Mapping

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.orders.conditions import key
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules import telling
from pbm.games.nova.rules.exploration.control import emptied
from pbm.games.nova.rules.exploration.evacuation import lifted
from pbm.games.nova.state.orders.money import Pillage
from pbm.games.nova.state.planets import MOST_LOOT, armies, loot_of, revenue_of
from pbm.games.nova.state.projects import is_better
from pbm.games.nova.state.state import System
from pbm.games.nova.state.working_state import Draft, drafting


def pillage(work: PhaseContext) -> None:
    """Pillage every system that an empire orders, in the order of the sheets."""
    with drafting(work) as draft:
        effective = Effective(draft)
        for empire, orders in draft.base.orders.items():
            for line in orders.pillage:
                _pillaged(work, draft, effective, empire, line)


def fault(system: System, empire: str, options: Mapping[str, str]) -> tuple[str, str]:
    """Why an empire cannot pillage a system, and the rule; two empty texts if it can."""
    if system.owner != empire or not system.colonies:
        return f"you do not control a colony on {system.name}", "NV ECO-32"
    if not any(system.units(empire, kind) for kind in ("AA", "RA", "SDU")):
        return f"you have no army or SDU on {system.name}", "NV ECO-34"
    if system.status == "WORLD" and system.colonizer == empire:
        if options["pillage.own_world"] == "no":
            return "a world is not pillaged by its owner", "NV ECO-36"
        if system.militia:
            return f"{system.militia} militia armies defend {system.name}", "NV ECO-36"
    return "", ""


def _pillaged(
    work: PhaseContext, draft: Draft, effective: Effective, empire: str, line: Pillage
) -> None:
    system = draft.systems[line.at]
    why, rule = fault(system, empire, work.options)
    if why:
        telling.failed(work, empire, line.ref, "", f"PILLAGE {line.at}", why, rule=rule)
        return
    production = revenue_of(system)
    amount = loot_of(production)
    telling.paid(
        work,
        draft,
        empire,
        -amount,
        "pillaged",
        rule="NV ECO-32",
        order=line.ref,
        system=line.at,
        terms=(("production", production), ("at most", MOST_LOOT)),
        status=system.status,
    )
    present = [one for one in sorted(system.surface) if armies(system, one)]
    saved = {
        one: lifted(draft, effective, one, line.at, line.lift if one == empire else ())
        for one in dict.fromkeys((empire, *present))
    }
    loot = dict(system.loot) if system.home_of and system.home_of != empire else {}
    emptied(work, draft, line.at, rule="NV ECO-33", why="pillage")
    for one, units in saved.items():
        if units:
            work.emit_to(
                "units_lifted", one, line.at, rule="NV ECO-33", system=line.at, units=units
            )
    if loot:
        for one in present:
            _opened(work, draft, one, loot, line.at)


def _opened(
    work: PhaseContext, draft: Draft, empire: str, loot: Mapping[str, int], system: str
) -> None:
    """Technology of a pillaged home star is on table C for who took part. Rule: NV RES-17."""
    one = draft.empires[empire]
    better = {
        kind: level
        for kind, level in loot.items()
        if kind not in one.open or is_better(kind, level, one.open[kind])
    }
    for kind in better:
        # This turn's research still goes by what was open before (NV A-RES-TABLE-FIX).
        draft.given.setdefault(key("opened", empire, "", kind), one.open.get(kind, 0))
    draft.empires[empire] = replace(one, open={**one.open, **better})
    work.emit_to(
        "technology_opened", empire, system, rule="NV RES-17", system=system, levels=better
    )
