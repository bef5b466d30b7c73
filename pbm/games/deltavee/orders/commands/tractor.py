"""Tractor Beam: ``tractor B > A: decelerate 2``. Rule: DV 5.6, DV 7.4."""

from pbm.games.deltavee.orders.commands.act_kind import ActKind, box_of
from pbm.games.deltavee.orders.commands.maneuvers import CourseChange, Weave, maneuver_text, pull
from pbm.games.deltavee.orders.lines.names import AnyNames, SentenceNames
from pbm.games.deltavee.orders.lines.reach import Reach
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.syntax import refs_of
from pbm.games.deltavee.state.units import Part, Unit
from pbm.games.deltavee.state.usable import tractor_power, tractors
from pbm.kit.records import Record
from pbm.language.parse_tree import Node

_NO_BEAM = "it has no tractor beam that works"


class Tractor(Record):
    """``tractor B > A: decelerate 2``; ``box`` 0: the first tractor pod not yet used."""

    targets: tuple[str, ...]
    commands: tuple[CourseChange | Weave, ...]
    box: int = 0


def _read(resolver: UnitResolver, node: Node) -> Tractor:
    pulls = tuple(pull(resolver, part) for part in node.parts if part.kind != "from_pod")
    return Tractor(resolver.targets(refs_of(node)), pulls, box_of(node))


def _text(act: Tractor, names: AnyNames) -> str:
    pod = f"from {act.box} " if act.box and not isinstance(names, SentenceNames) else ""
    what = ", ".join(maneuver_text(one, names) for one in act.commands)
    return f"tractor {pod}{names.targets(act.targets)}: {what}"


def _fault(resolver: UnitResolver, ship: Unit, act: Tractor) -> tuple[str, str]:
    return _tractor(resolver, ship, act), "DV 5.6"


def _tractor(resolver: UnitResolver, ship: Unit, act: Tractor) -> str:
    working = _working(ship, act)
    if not working:
        return f"pod {act.box} is not a tractor beam that works" if act.box else _NO_BEAM
    most = max(tractor_power(pod)[0] for pod in working)
    asked = sum(one.number if isinstance(one, CourseChange) else 1 for one in act.commands)
    if asked > most:
        resolver.refuse(
            f"{resolver.name} cannot do all of this: {_text(act, resolver.names)}",
            reason=f"Its beam issues {most} command{'' if most == 1 else 's'}, not {asked}",
            rule="DV 5.6",
            outcome="As many of them as it issues will be carried out",
        )
    return ""


def _working(ship: Unit, act: Tractor) -> list[Part]:
    return [pod for pod in tractors(ship) if act.box in (0, pod.box)]


def _reach(_resolver: UnitResolver, ship: Unit, act: Tractor) -> Reach:
    most = max(tractor_power(pod)[1] for pod in _working(ship, act))
    return Reach(act.targets, most, "the tractor beam of {} cannot reach {} this turn", "DV 5.6")


ACT = ActKind(("tractor",), Tractor, _read, _text, _fault, _reach)
