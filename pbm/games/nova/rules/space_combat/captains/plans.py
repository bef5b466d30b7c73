"""The BATTLE lines that apply to each ship of a battle, by precedence.

A line for the ship itself goes before one for its class, that before one for armed or unarmed
ships, that before one for all. Then a line that names an enemy or a place goes before one that
does not, and then the line written first. Within a line items with a condition go first. Tests
that do not change in battle are judged here, before its first round.

Rule: NV SPC-01, ORD-36 to ORD-38. Ambiguity: NV A-DOCTRINE, NV A-ORD-PRIO,
NV A-CON-EASY.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from pbm.games.nova.orders.battle.doctrine import Plan
from pbm.games.nova.orders.conditions import Scene, holds
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.space_combat.judging import IN_BATTLE
from pbm.games.nova.state.battle.arena import Battle
from pbm.games.nova.state.contact_table import IDENTIFY
from pbm.games.nova.state.orders import standing
from pbm.games.nova.state.orders.conditions import ALWAYS, Condition
from pbm.games.nova.state.orders.standing import BattleItem, Group
from pbm.games.nova.state.state import Ship
from pbm.games.nova.state.working_state import Draft

_RANKS: Mapping[str, int] = {"ship": 0, "class": 1, "armed": 2, "unarmed": 2, "all": 3}


def plans(
    draft: Draft, effective: Effective, battle: Battle, empire: str, *, named: bool = False
) -> dict[str, Plan]:
    """The plan of each own fighter of an empire in a battle.

    ``named``: orders toward one empire identify the ship to it (option iff.mutual).
    """
    orders = draft.base.orders.get(empire)
    foes = battle.sides[empire].enemies
    shown = tuple(one for one in foes if _shows(draft, effective, battle, one, empire, named))
    lines = [
        line
        for line in (orders.battle if orders is not None else ())
        if not line.ground and (not line.versus or line.versus in shown)
    ]
    scene = Scene(draft, effective.presence, empire, battle.system)
    made: dict[tuple[int, ...], Plan] = {}
    found: dict[str, Plan] = {}
    for fighter in battle.fighters.values():
        if fighter.owner != empire or fighter.gate:
            continue
        ship = draft.ships[fighter.ship]
        armed = effective.fittings.is_armed(ship)
        own = tuple(
            place
            for place, line in enumerate(lines)
            if _is_for(line.who, ship, battle.system, armed=armed)
        )
        if own not in made:
            made[own] = _plan([lines[place] for place in own], scene)
        found[fighter.id] = made[own]
    return found


def _shows(
    draft: Draft, effective: Effective, battle: Battle, other: str, viewer: str, named: bool
) -> bool:
    """True if an enemy's ships identify themselves to a side. Rule: NV CON-04."""
    ships = [
        draft.ships[one.ship]
        for one in battle.fighters.values()
        if one.owner == other and not one.gate
    ]
    return any(
        effective.contact(ship) in IDENTIFY
        or (named and effective.contact(ship, viewer) in IDENTIFY)
        for ship in ships
    )


def _is_for(group: Group, ship: Ship, system: str, *, armed: bool) -> bool:
    if group.at not in ("", system) or ship.id in group.but:
        return False
    of_kind = group.what in ("all", "armed" if armed else "unarmed")
    return of_kind or group.names(ship.id, ship.klass)


def _plan(lines: Iterable[standing.Battle], scene: Scene) -> Plan:
    own: list[BattleItem] = []
    rest: list[BattleItem] = []
    for line in sorted(lines, key=_precedence):
        (own if line.who.what != "all" else rest).extend(_items(line, scene))
    return Plan((*own, *rest), len(own))


def _precedence(line: standing.Battle) -> tuple[int, int]:
    return _RANKS[line.who.what], -(bool(line.versus) + bool(line.who.at))


def _items(line: standing.Battle, scene: Scene) -> Iterator[BattleItem]:
    """The items of a line that can hold, those with a condition first."""
    found = [left for item in line.items if (left := _settled(item, scene)) is not None]
    yield from (item for item in found if item.when != ALWAYS)
    yield from (item for item in found if item.when == ALWAYS)


def _settled(item: BattleItem, scene: Scene) -> BattleItem | None:
    """An item with only the tests that change in battle; None if it can never hold."""
    if item.when == ALWAYS:
        return item
    groups = [
        tuple(test for test in group if test.kind in IN_BATTLE)
        for group in item.when.any_of
        if all(holds(Condition(((test,),)), scene) for test in group if test.kind not in IN_BATTLE)
    ]
    if not groups:
        return item.instead
    if () in groups:
        return replace(item, when=ALWAYS)
    return replace(item, when=Condition(tuple(groups)))
