"""Control Guided Missile: ``control 03``, ``control guided``. Rule: DV 7.4."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbm.games.deltavee.orders.commands.act_kind import ActKind, own_id
from pbm.games.deltavee.orders.lines.names import AnyNames
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.syntax import refs_of
from pbm.games.deltavee.state.units import GUIDED, Unit
from pbm.games.deltavee.state.usable import control_fault
from pbm.kit.records import Record
from pbm.language.parse_tree import Node


class Control(Record):
    """``control 03``: the missile may then be given the commands of its own lines.

    Empty (``control guided``): the last launched of those the ship does not control yet, which
    may have had no number when the sheet was written.
    """

    missile: str = ""


def _read(resolver: UnitResolver, node: Node) -> Control:
    return Control(_guided(resolver, node) if node.kind == "control" else "")


def _guided(resolver: UnitResolver, node: Node) -> str:
    """A missile to control; where there is none of the number, those that there are are named."""
    (ref,) = refs_of(node)
    if resolver.roster.own(ref.text) is not None or ref.whose not in ("", "own"):
        return own_id(resolver, node)
    guided = [
        unit.designation
        for unit in resolver.roster.fleet()
        if unit.klass == GUIDED and resolver.record in (None, resolver.roster.record(unit.mother))
    ]
    resolver.bad(
        ref.word,
        f"there is no missile {ref.text} of yours",
        reason="A missile gets its number when it is prepared or launched",
        remedy=_there_are(guided, of_ship=bool(resolver.record)),
    )
    return ""


def _there_are(guided: Sequence[str], *, of_ship: bool) -> str:
    if not guided:
        return f"One that has none yet is meant by  control {GUIDED}"
    has = "This ship has" if of_ship else "There are" if guided[1:] else "There is"
    return f"{has} {' and '.join(guided)}"


def _text(act: Control, names: AnyNames) -> str:
    return f"control {names.plain(act.missile) if act.missile else GUIDED}"


def _fault(resolver: UnitResolver, ship: Unit, act: Control) -> tuple[str, str]:
    return _control(resolver, ship, act), "DV 7.4"


def _control(resolver: UnitResolver, ship: Unit, act: Control) -> str:
    if not act.missile:
        return (
            ""
            if _may_have_guided(resolver, ship)
            else "it has no guided missile, nor any to launch"
        )
    missile = resolver.roster.unit(act.missile)
    assert missile is not None
    if missile.klass != GUIDED or missile.mother != ship.id:
        return f"{missile.designation} is not a guided missile of this ship"
    # The field may be lowered before the command is carried out.
    lowered = resolver.roster.state.with_units(replace(ship, field_up=False))
    return control_fault(lowered, missile)


def _may_have_guided(resolver: UnitResolver, ship: Unit) -> bool:
    """True if a guided missile of a ship is in play, prepared or in one of its pods."""
    if any(pod.sound and pod.stock.get(GUIDED, 0) for pod in ship.pods):
        return True
    return any(one.klass == GUIDED and one.mother == ship.id for one in resolver.roster.state.units)


ACT = ActKind(("control", "control_any"), Control, _read, _text, _fault)
