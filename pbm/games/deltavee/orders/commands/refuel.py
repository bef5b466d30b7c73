"""Refuelling a battlecraft: ``refuel A1 full``, ``refuel A1 6``. Rule: DV 10.4."""

from pbm.games.deltavee.orders.commands.act_kind import ActKind, craft_fault, own_id
from pbm.games.deltavee.orders.lines.names import AnyNames
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.state.command_cost import energy_units
from pbm.games.deltavee.state.energy import capacity
from pbm.games.deltavee.state.units import Unit
from pbm.kit.records import Record
from pbm.language.parse_tree import Node


class Refuel(Record):
    """``refuel A1 full``, ``refuel A1 6``: units, None for full. It takes no Battle Command."""

    battlecraft: str
    units: int | None = None


def _read(resolver: UnitResolver, node: Node) -> Refuel:
    fill = node.part("fill")
    return Refuel(own_id(resolver, node), fill.number if fill else None)


def _text(act: Refuel, names: AnyNames) -> str:
    units = "full" if act.units is None else str(act.units)
    return f"refuel {names.own(act.battlecraft)} {units}"


def _fault(resolver: UnitResolver, ship: Unit, act: Refuel) -> tuple[str, str]:
    fault = craft_fault(resolver, ship, act.battlecraft)
    craft = resolver.roster.unit(act.battlecraft)
    most = 0 if craft is None else capacity(craft)
    if craft is not None and not fault and (act.units or 0) > most:
        fault = f"a {craft.kind} holds {energy_units(most)}, not {act.units}"
    return fault, "DV 10.4"


ACT = ActKind(("refuel",), Refuel, _read, _text, _fault)
