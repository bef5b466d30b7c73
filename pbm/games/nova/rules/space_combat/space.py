"""Space battles in the run of a turn: set up, fought by doctrine round by round, to their end.

Rule: NV SPC-01, NV SPC-04. Ambiguity: NV A-WHO, NV A-DOCTRINE.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbm.dice.keyed import Roll
from pbm.engine.context import PhaseContext
from pbm.engine.subtask import SubtaskContext
from pbm.games.nova.orders.battle.doctrine import Plan
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.space_combat.captain import Captain
from pbm.games.nova.rules.space_combat.captains.commander import Commander
from pbm.games.nova.rules.space_combat.captains.plans import plans
from pbm.games.nova.rules.space_combat.round_world import World
from pbm.games.nova.rules.space_combat.rounds import fight_round
from pbm.games.nova.rules.space_combat.setting import begin_battle
from pbm.games.nova.state.battle.arena import Battle
from pbm.games.nova.state.battle.notes import BattleDice, Note, Tell
from pbm.games.nova.state.orders.standing import BattleItem
from pbm.games.nova.state.working_state import Draft
from pbm.kit.records import Record


class Bout(Record):
    """A battle that is set up, and all that it takes to fight it beside dice.

    ``notes``: what happened as it was set up; ``names`` of its empires.
    """

    battle: Battle
    notes: tuple[Note, ...]
    world: World
    captains: Mapping[str, Captain]
    names: Mapping[str, str]


class Fought(Record):
    """A battle, and all that happened in it so far."""

    battle: Battle
    notes: tuple[Note, ...]


def dice_of(work: SubtaskContext, system: str) -> BattleDice:
    """The dice of one battle: a group of their own, since who hears of it is not known yet."""
    id = work.ids.opaque("battle", str(work.turn), system)

    def roll(die: str, *name: str, count: int = 1) -> Roll:
        return work.roll(die, "battle", id, *name, count=count, group=f"battle-{id}")

    return roll


def world_of(work: PhaseContext, draft: Draft, battle: Battle) -> World:
    """Designs and missiles of the ships in a battle, and the limits that hold in all of them."""
    ships = [one for one in battle.fighters.values() if not one.gate]
    return World(
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
    work: PhaseContext, draft: Draft, effective: Effective, battle: Battle, world: World
) -> dict[str, Captain]:
    """A commander for each side, with the plans its BATTLE lines come to."""
    return {one: commander(work, draft, effective, battle, world, one) for one in battle.sides}


def commander(
    work: PhaseContext,
    draft: Draft,
    effective: Effective,
    battle: Battle,
    world: World,
    empire: str,
    first: Mapping[str, Sequence[BattleItem]] | None = None,
) -> Commander:
    """The commander of one side; ``first`` are items that win over its lines, by fighter."""
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
    """Steps A and B of a battle between these pairs of empires."""
    return begin_battle(work, draft, effective, system, pairs, dice_of(work, system), tell)


def bout(
    work: PhaseContext,
    draft: Draft,
    effective: Effective,
    system: str,
    pairs: Sequence[tuple[str, str]],
) -> Bout:
    """A battle between these pairs, set up to be fought by doctrine."""
    notes: list[Note] = []
    battle = set_up(work, draft, effective, system, pairs, notes.append)
    world = world_of(work, draft, battle)
    captains = commanders(work, draft, effective, battle, world)
    names = {one: draft.empires[one].name for one in battle.sides}
    return Bout(battle, tuple(notes), world, captains, names)


def fight(work: SubtaskContext, bout: Bout) -> Fought:
    """A whole battle: a function of how it was set up and of its dice."""
    notes = list(bout.notes)
    dice = dice_of(work, bout.battle.system)
    battle = to_the_end(bout.battle, bout.world, bout.captains, dice, notes.append)
    return Fought(battle, tuple(notes))


def to_the_end(
    battle: Battle,
    world: World,
    captains: Mapping[str, Captain],
    dice: BattleDice,
    tell: Tell,
) -> Battle:
    """Round after round until it is over; the greatest number of rounds bounds it."""
    while not battle.over:
        battle = fight_round(battle, world, captains, dice, tell)
    return battle
