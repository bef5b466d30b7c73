"""PILLAGE: MCr taken by force, and units lifted. Rule: NV ECO-32 to ECO-36."""

from collections.abc import Iterator

from pbm.games.nova.orders.naming import folded, units_text
from pbm.games.nova.orders.prefill import Prefill
from pbm.games.nova.orders.resolver import Resolver
from pbm.games.nova.state.orders.money import Pillage
from pbm.games.nova.state.planets import loot_of
from pbm.language.order import OrderKind
from pbm.language.parse_tree import Node
from pbm.sheets.quoting import Name


def read(resolver: Resolver, node: Node) -> tuple[Pillage, ...]:
    """``PILLAGE MAVIS = 120 lift 3 AA, SDU``."""
    claim = node.part("worth")
    lift = tuple(resolver.units(part) for part in node.parts if part is not claim)
    at = resolver.system(node.names[0])
    return (Pillage(resolver.ref, at, None if claim is None else claim.number, lift),)


def check(resolver: Resolver, line: Pillage) -> Pillage:
    """Armies or SDUs do it, on worlds that are not one's own."""
    system = resolver.roster.systems[folded(line.at)]
    here = {unit.kind for unit in system.surface if unit.owner == "you"}
    is_own_world = system.status == "WORLD" and system.colonizer == "you"
    if not here & {"AA", "RA", "SDU"}:
        resolver.refuse(
            f"you have no armies or SDUs at {line.at}",
            reason="They must be there when the turn begins",
            rule="NV ECO-34",
            outcome="Unless that changes it is not pillaged",
        )
    elif is_own_world and resolver.options["pillage.own_world"] == "no":
        resolver.refuse(
            f"{line.at} is a world of your own",
            reason="Its militia would have to be fought first",
            rule="NV ECO-36",
            outcome="It is not pillaged",
        )
    gain = loot_of(system.revenue)
    is_known = system.colonizer == "you" and not system.suppressed
    if is_known and line.claim not in (None, gain):
        resolver.warn(f"pillaging {line.at} gives {gain} MCr, not {line.claim}")
    return line


def line_text(line: Pillage, names: Name) -> str:
    """The line in the language of the sheets."""
    claim = "" if line.claim is None else f" = {line.claim}"
    lift = ", ".join(units_text(units, names) for units in line.lift)
    return f"PILLAGE {names(line.at)}{claim}" + (f" lift {lift}" if lift else "")


def prefill(_sheet: Prefill) -> Iterator[str]:
    """The field of the printed form. Rule: NV ORD-04."""
    yield "  # PILLAGE system = sum"


PILLAGE = OrderKind("pillage", Pillage, read, line_text, check, prefill=prefill)
