"""Space battles within a turn: set up, then fought by doctrine to their end.

Rule: NV SPC-01, NV SPC-04. Ambiguity: NV A-WHO, NV A-DOCTRINE.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbm.dice.keyed import Roll
from pbm.engine.context import PhaseContext
from pbm.engine.subtask import SubtaskContext, Terms
from pbm.games.nova.orders.battle.doctrine import Plan
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.space_combat.captain import Captain
from pbm.games.nova.rules.space_combat.captains.commander import Commander
from pbm.games.nova.rules.space_combat.captains.plans import plans
from pbm.games.nova.rules.space_combat.round_world import RoundWorld
from pbm.games.nova.rules.space_combat.rounds import fight_round
from pbm.games.nova.rules.space_combat.setting import begin_battle
from pbm.games.nova.state.battle.arena import Battle
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


def dice_of(work: SubtaskContext, system: str) -> BattleDice:
    """The dice of one battle, in a group by themselves.

    They are kept apart because it is not yet known which sides will hear of the battle.
    """
    return _BattleDice(work, work.ids.opaque("battle", str(work.turn), system))


class _BattleDice:
    """The dice of a battle in a phase."""

    def __init__(self, work: SubtaskContext, id: str) -> None:
        self._work, self._id = work, id

    def __call__(self, die: str, *name: str, count: int = 1) -> Roll:
        group = f"battle-{self._id}"
        return self._work.roll(die, "battle", self._id, *name, count=count, group=group)

    def counted(self, terms: Terms, *name: str) -> Terms:
        """The terms of a shot as they count; the battle's reports show what is struck."""
        return self._work.counted(terms, "battle", self._id, *name)


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
    system: str,
    pairs: Sequence[tuple[str, str]],
    tell: Tell,
) -> Battle:
    """Set up a battle between these pairs of empires (steps A and B)."""
    return begin_battle(work, draft, effective, system, pairs, dice_of(work, system), tell)


def bout(
    work: PhaseContext,
    draft: Draft,
    effective: Effective,
    system: str,
    pairs: Sequence[tuple[str, str]],
) -> Bout:
    """Set up a battle between these pairs, to be fought by doctrine."""
    notes: list[BattleNote] = []
    battle = set_up(work, draft, effective, system, pairs, notes.append)
    world = world_of(work, draft, battle)
    captains = commanders(work, draft, effective, battle, world)
    names = {one: draft.empires[one].name for one in battle.sides}
    return Bout(battle, tuple(notes), world, captains, names)


def fight(work: SubtaskContext, bout: Bout) -> Fought:
    """Fight a whole battle: a function of its setup and its dice."""
    notes = list(bout.notes)
    dice = dice_of(work, bout.battle.system)
    battle = to_the_end(bout.battle, bout.world, bout.captains, dice, notes.append)
    return Fought(battle, tuple(notes))


def to_the_end(
    battle: Battle,
    world: RoundWorld,
    captains: Mapping[str, Captain],
    dice: BattleDice,
    tell: Tell,
) -> Battle:
    """Fight round after round until the battle is over, up to the greatest number."""
    while not battle.over:
        battle = fight_round(battle, world, captains, dice, tell)
    return battle
