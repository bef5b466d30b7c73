"""Launch Battlecraft: ``launch A1 bearing 2 dir same speed +1``. Rule: DV 7.4."""

from pbm.games.deltavee.orders.commands.act_kind import ActKind, craft_fault, own_id
from pbm.games.deltavee.orders.lines.launch_place import launch_place, launch_place_words
from pbm.games.deltavee.orders.lines.names import AnyNames, SentenceNames
from pbm.games.deltavee.orders.lines.resolver import UnitResolver
from pbm.games.deltavee.orders.lines.roster import Roster
from pbm.games.deltavee.orders.lines.syntax import refs_of
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.ratings import MOST_SPEED
from pbm.games.deltavee.state.units import MISSILE_TYPES, PREPARED, Unit
from pbm.games.deltavee.view.record import UnitView
from pbm.kit.records import Record
from pbm.language.parse_tree import Node


class Launch(Record):
    """``launch A1 bearing 2 dir same speed +1``; None: the program chooses.

    Without bearing: the hex straight ahead, or the first clockwise that is free to it.
    ``direction`` None is the ship's; ``speed`` is relative to the ship's velocity.
    """

    battlecraft: str
    bearing: Direction | None = None
    direction: Direction | None = None
    speed: int = 0


def _read(resolver: UnitResolver, node: Node) -> Launch:
    bearing, direction, speed = launch_place(resolver, node.parts)
    return Launch(_launched(resolver, node), bearing, direction, speed)


def _launched(resolver: UnitResolver, node: Node) -> str:
    """A battlecraft to launch; a missile is launched by its pod's fire."""
    (ref,) = refs_of(node)
    kind = ref.text.casefold()
    if kind not in MISSILE_TYPES or resolver.roster.own(ref.text) is not None:
        return own_id(resolver, node)
    resolver.bad(
        ref.word,
        f"{kind} is a type of missile, no battlecraft",
        reason="A missile is launched by the fire of a pod",
        remedy=launched_from(resolver.roster, resolver.record, f"launch {kind}"),
        rule="DV 9.0",
    )
    return ""


def launched_from(roster: Roster, unit: UnitView | None, words: str) -> str:
    """The remedy for the launch of a missile without its pod: one that holds such a missile."""
    kind = words.split()[1].casefold()
    ship = roster.unit(unit.id) if unit is not None else None
    boxes = [pod.box for pod in ship.pods if pod.stock.get(kind)] if ship is not None else []
    return f"Write  pod {boxes[0] if boxes else 1}: {words}"


def _text(act: Launch, names: AnyNames) -> str:
    where = launch_place_words(act.bearing, act.direction, act.speed)
    if isinstance(names, SentenceNames):
        where = []
    return " ".join([f"launch {names.own(act.battlecraft)}", *where])


def _fault(resolver: UnitResolver, ship: Unit, act: Launch) -> tuple[str, str]:
    return _launch(resolver, ship, act), "DV 7.4"


def _launch(resolver: UnitResolver, ship: Unit, act: Launch) -> str:
    craft = resolver.roster.unit(act.battlecraft)
    if craft is None or (fault := craft_fault(resolver, ship, act.battlecraft)):
        return "" if craft is None else fault
    if craft.status != PREPARED:
        return f"{craft.designation} was not prepared in an earlier Command Phase"
    if abs(act.speed) > MOST_SPEED:
        return f"a {craft.kind} is launched at its ship's velocity, one more or one less"
    return ""


ACT = ActKind(("launch_craft",), Launch, _read, _text, _fault)
