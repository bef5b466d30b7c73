"""Prepare Missile, Prepare Battlecraft: ``prepare guided from 1``, ``prepare A1``. Rule: DV 7.4."""

from pbm.games.deltavee.orders.commands.act_kind import ActKind, box_of, craft_fault, own_id
from pbm.games.deltavee.orders.lines.names import AnyNames
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.syntax import missile_type
from pbm.games.deltavee.state.pod_contents import pod_for
from pbm.games.deltavee.state.units import Unit
from pbm.kit.records import Record
from pbm.language.parse_tree import Node


class Prepare(Record):
    """``prepare guided from 1``, ``prepare A1`` (a battlecraft's id)."""

    missile: str = ""
    box: int = 0
    battlecraft: str = ""


def _read(resolver: UnitResolver, node: Node) -> Prepare:
    if node.kind == "prepare_craft":
        return Prepare(battlecraft=own_id(resolver, node))
    return Prepare(missile_type(node), box_of(node))


def _text(act: Prepare, names: AnyNames) -> str:
    if act.battlecraft:
        return f"prepare {names.own(act.battlecraft)}"
    return f"prepare {act.missile}" + (f" from {act.box}" if act.box else "")


def _fault(resolver: UnitResolver, ship: Unit, act: Prepare) -> tuple[str, str]:
    return craft_fault(resolver, ship, act.battlecraft) or _missile(ship, act), "DV 7.4"


def _missile(ship: Unit, act: Prepare) -> str:
    if act.battlecraft:
        return ""
    found = pod_for(ship, act.missile, act.box)
    return found if isinstance(found, str) else ""


ACT = ActKind(("prepare", "prepare_craft"), Prepare, _read, _text, _fault)
