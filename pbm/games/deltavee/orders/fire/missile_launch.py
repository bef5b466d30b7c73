"""Launching a missile by the fire of a pod: ``launch guided prepared towards B speed +1``.

Rule: DV 9.1, DV 9.2.
"""

from collections.abc import Mapping

from pbm.games.deltavee.orders.lines.conditions import ALWAYS, Condition, when
from pbm.games.deltavee.orders.lines.launch_place import launch_place, launch_place_words
from pbm.games.deltavee.orders.lines.names import SheetNames
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.syntax import missile_type, refs_of
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.pod_contents import stock_fault, weapon_pod
from pbm.games.deltavee.state.ratings import MOST_SPEED, WEAPON_PODS
from pbm.games.deltavee.state.units import Unit
from pbm.games.deltavee.state.usable import BURSTER, EXTRA
from pbm.kit.records import Record
from pbm.language.parse_tree import Node


class MissileLaunch(Record):
    """One way to use a fire: ``launch guided prepared towards B speed +1 if range 4-9``.

    ``missile`` is its type, ``prepared`` asks for one atop the ship. ``towards`` are targets:
    then the program chooses hex and direction where they are not given.
    """

    missile: str
    prepared: bool = False
    bearing: Direction | None = None
    direction: Direction | None = None
    speed: int = 0
    towards: tuple[str, ...] = ()
    condition: Condition = ALWAYS


def read_launch(
    resolver: UnitResolver, act: Node, limits: Mapping[str, Node], condition: Condition
) -> MissileLaunch:
    """A launch with what is written behind it."""
    towards = limits.get("towards")
    bearing, direction, speed = launch_place(resolver, limits.values())
    return MissileLaunch(
        missile_type(act),
        bool(act.tokens("PREPARED")),
        bearing,
        direction,
        speed,
        resolver.targets(refs_of(towards)) if towards else (),
        condition,
    )


def launch_text(way: MissileLaunch, names: SheetNames) -> str:
    """A launch in the language of the sheets."""
    words = ["launch", way.missile, *(["prepared"] if way.prepared else [])]
    if way.towards:
        words.append(f"towards {names.targets(way.towards)}")
    words += launch_place_words(way.bearing, way.direction, way.speed)
    return " ".join(words) + when(way.condition, names)


def launch_fault(resolver: UnitResolver, unit: Unit | None, item: str, way: MissileLaunch) -> str:
    """Why an item can never launch such a missile, in a phrase; empty if it may."""
    if item == BURSTER:
        return "only a weapon pod launches missiles"
    if abs(way.speed) > MOST_SPEED:
        return "a missile is launched at its ship's velocity, one more or one less"
    if unit is None:
        return ""
    sources = [item]
    if sources == [EXTRA]:
        sources = [pod.name for pod in unit.pods_of(*WEAPON_PODS)]
    faults = [_from_pod(resolver, unit, source, way.missile) for source in sources]
    return "" if not all(faults) else faults[0] if faults else "it has no weapon pod"


def _from_pod(resolver: UnitResolver, unit: Unit, source: str, missile: str) -> str:
    """Why a pod can launch no missile of a type now or later, in a phrase."""
    pod = weapon_pod(unit, int(source.removeprefix("pod ")))
    if isinstance(pod, str):
        return pod
    atop = resolver.roster.state.atop(unit.id)
    if any((one.klass, one.pod) == (missile, pod.box) for one in atop):
        return ""
    return stock_fault(pod, missile, preparing=True)
