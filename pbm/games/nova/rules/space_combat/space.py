"""Space battles within a turn: set up, then fought by doctrine to their end.

Rule: NV SPC-01, NV SPC-04. Ambiguity: NV A-WHO, NV A-DOCTRINE.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from pbm.dice.keyed import Roll
from pbm.engine.context import PhaseContext
from pbm.engine.subtask import SubtaskContext, Terms
from pbm.games.nova.orders.battle.doctrine import Plan
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.results.result_records import BattleSetting
from pbm.games.nova.rules.space_combat.captain import Captain
from pbm.games.nova.rules.space_combat.captains.commander import Commander
from pbm.games.nova.rules.space_combat.captains.plans import plans
from pbm.games.nova.rules.space_combat.round_world import RoundWorld
from pbm.games.nova.rules.space_combat.rounds import fight_round
from pbm.games.nova.rules.space_combat.setting import begin_battle
from pbm.games.nova.state.battle.arena import Battle, Fighter
from pbm.games.nova.state.battle.notes import BattleDice, BattleNote, Tell
from pbm.games.nova.state.orders.standing import BattleItem
from pbm.games.nova.state.working_state import Draft
from pbm.kit.records import Record


class Bout(Record):
    """A battle that is set up, and everything needed to fight it except dice.

    ``notes``: what happened as it was set up. ``names``: the names of its empires.
    """

    battle: Battle
    notes: tuple[BattleNote, ...]
    world: RoundWorld
    captains: Mapping[str, Captain]
    names: Mapping[str, str]


class Fought(Record):
    """A battle, and all that happened in it so far."""

    battle: Battle
    notes: tuple[BattleNote, ...]


def dice_of(
    work: SubtaskContext, system: str, fighters: Mapping[str, Fighter] | None = None
) -> BattleDice:
    """The dice of one battle, in a group by themselves.

    They are kept apart because it is not yet known which sides will hear of the battle. Sealed
    dice name the system, and the fighters by ids that are proven to their owners.
    """
    id = work.ids.opaque("battle", str(work.turn), system)
    return _BattleDice(work, system if work.unit_ids else id, id, _proven(work, system, fighters))


def _proven(
    work: SubtaskContext, system: str, fighters: Mapping[str, Fighter] | None
) -> Mapping[str, str]:
    """The proven id of each fighter by its own; none where dice are not sealed."""
    ids = work.unit_ids
    if ids is None or fighters is None:
        return {}
    found: dict[str, str] = {}
    called: Counter[tuple[str, str]] = Counter()
    for id, one in fighters.items():
        # A ship and a gate end may bear one name.
        called[one.owner, one.name] += 1
        again = called[one.owner, one.name]
        name = one.name if again == 1 else f"{one.name}\n{again}"
        found[id] = ids.unit_id(one.owner, system, name)
    return found


class _BattleDice:
    """The dice of a battle in a phase."""

    def __init__(self, work: SubtaskContext, name: str, id: str, proven: Mapping[str, str]) -> None:
        self._work, self._name, self._group, self._proven = work, name, f"battle-{id}", proven

    def __call__(self, die: str, *name: str, count: int = 1) -> Roll:
        return self._work.roll(die, *self._whole(name), count=count, group=self._group)

    def counted(self, terms: Terms, *name: str) -> Terms:
        """The terms of a shot as they count; the battle's reports show what is struck."""
        return self._work.counted(terms, *self._whole(name))

    def _whole(self, name: Sequence[str]) -> tuple[str, ...]:
        return "battle", self._name, *(self._proven.get(part, part) for part in name)


def world_of(work: PhaseContext, draft: Draft, battle: Battle) -> RoundWorld:
    """Designs and missiles of the ships in a battle, and the limits of every battle."""
    ships = [one for one in battle.fighters.values() if not one.gate]
    return RoundWorld(
        {one.design: draft.designs[one.design] for one in ships},
        {
            one.builder: draft.empires[one.builder].missiles
            for one in ships
            if one.builder in draft.empires
        },
        int(work.options["round_cap"]),
        int(work.options["stalemate_rounds"]),
    )


def commanders(
    work: PhaseContext, draft: Draft, effective: Effective, battle: Battle, world: RoundWorld
) -> dict[str, Captain]:
    """A commander for each side, with plans made from its BATTLE lines."""
    return {one: commander(work, draft, effective, battle, world, one) for one in battle.sides}


def commander(
    work: PhaseContext,
    draft: Draft,
    effective: Effective,
    battle: Battle,
    world: RoundWorld,
    empire: str,
    first: Mapping[str, Sequence[BattleItem]] | None = None,
) -> Commander:
    """The commander of one side; ``first``: items that override its lines, by fighter."""
    named = work.options["iff.mutual"] == "identify"
    found = plans(draft, effective, battle, empire, named=named)
    for id, items in (first or {}).items():
        plan = found[id]
        found[id] = Plan((*items, *plan.items), len(items) + plan.own)
    return Commander(found, world.missiles)


def set_up(
    work: PhaseContext,
    draft: Draft,
    effective: Effective,
    place: BattleSetting,
    pairs: Sequence[tuple[str, str]],
    tell: Tell,
) -> Battle:
    """Set up a battle between these pairs of empires (steps A and B)."""
    return begin_battle(work, draft, effective, place, pairs, dice_of(work, place.system), tell)


def bout(
    work: PhaseContext,
    draft: Draft,
    effective: Effective,
    place: BattleSetting,
    pairs: Sequence[tuple[str, str]],
) -> Bout:
    """Set up a battle between these pairs, to be fought by doctrine."""
    notes: list[BattleNote] = []
    battle = set_up(work, draft, effective, place, pairs, notes.append)
    world = world_of(work, draft, battle)
    captains = commanders(work, draft, effective, battle, world)
    names = {one: draft.empires[one].name for one in battle.sides}
    return Bout(battle, tuple(notes), world, captains, names)


def fight(work: SubtaskContext, bout: Bout) -> Fought:
    """Fight a whole battle: a function of its setup and its dice."""
    notes = list(bout.notes)
    dice = dice_of(work, bout.battle.system, bout.battle.fighters)
    battle = to_the_end(bout.battle, bout.world, bout.captains, dice, notes.append)
    return Fought(battle, tuple(notes))


def to_the_end(
    battle: Battle, world: RoundWorld, captains: Mapping[str, Captain], dice: BattleDice, tell: Tell
) -> Battle:
    """Fight round after round until the battle is over, up to the greatest number."""
    while not battle.over:
        battle = fight_round(battle, world, captains, dice, tell)
    return battle
