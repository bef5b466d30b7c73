"""Activate and Deactivate Force Field: ``field on``, ``field off``. Rule: DV 7.4."""

from pbm.games.deltavee.orders.commands.act_kind import ActKind
from pbm.games.deltavee.orders.lines.names import AnyNames
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.state.units import Unit
from pbm.games.deltavee.state.usable import field_class, fields
from pbm.kit.records import Record
from pbm.language.parse_tree import Node


class FieldSwitch(Record):
    """``field on``, ``field off``."""

    up: bool


def _read(_resolver: UnitResolver, node: Node) -> FieldSwitch:
    return FieldSwitch(up=node.kind == "field_on")


def _text(act: FieldSwitch, _names: AnyNames) -> str:
    return f"field {'on' if act.up else 'off'}"


def _fault(_resolver: UnitResolver, ship: Unit, act: FieldSwitch) -> tuple[str, str]:
    if not act.up:
        return "", ""
    return _field(ship), "DV 8.9" if fields(ship) else "DV 4.6"


def _field(ship: Unit) -> str:
    if not fields(ship):
        return "it has no force field"
    return "" if field_class(ship) else "its force field can no longer be used"


ACT = ActKind(("field_on", "field_off"), FieldSwitch, _read, _text, _fault)
