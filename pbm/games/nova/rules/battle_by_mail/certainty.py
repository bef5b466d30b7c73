"""Which sides are sent the rounds of a battle by mail.

A side is sent a round only if it is certain of a report of it, whatever happens later: one of its
ships is out of the battle and lives, or one of its communicators worked in that very round and no
remaining enemy can jam it. The game master may name sides that are sent all rounds. A side that
has no ship left in play has nothing to decide and is sent nothing.

Rule: NV SPC-47 to SPC-49, SPC-52. Ambiguity: NV A-WHO, NV A-TC-TIME.
"""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from pbm.engine.events import plain
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.rules.space_combat.setting import design_of
from pbm.games.nova.state.battle.arena import ABOARD, AWAY, IN_PLAY, JUMPED, Battle, Fighter
from pbm.games.nova.state.battle.notes import BattleNote
from pbm.games.nova.state.design import Design

Designs = Mapping[str, Design]


def ordered(battle: Battle) -> Battle:
    """The battle with everything in the order in which a file gives it back."""
    return replace(
        battle,
        sides=dict(sorted(battle.sides.items())),
        fighters=dict(sorted(battle.fighters.items())),
        seen={one: dict(sorted(known.items())) for one, known in sorted(battle.seen.items())},
    )


def kept(notes: Iterable[BattleNote]) -> tuple[BattleNote, ...]:
    """Notes in the form and order in which a file keeps them."""
    return tuple(
        replace(
            one,
            facts=plain(one.facts),
            terms=tuple((name, plain(amount)) for name, amount in one.terms),
        )
        for one in notes
    )


def addressed(battle: Battle, named: Iterable[str], designs: Designs) -> Battle:
    """Mark the sides that are sent a battle's last round and order the next."""
    sides = {
        one: replace(
            side,
            mailed=not battle.over
            and _has_a_ship(battle, one)
            and (one in named or is_sure(battle, one, designs)),
        )
        for one, side in battle.sides.items()
    }
    return replace(battle, sides=sides)


def in_contact(battle: Battle, named: Iterable[str]) -> Battle:
    """The battle as reported: a side named by the game master hears of every round."""
    heard = {one: replace(battle.sides[one], heard=battle.round) for one in named}
    return replace(battle, sides={**battle.sides, **heard}) if heard else battle


def _has_a_ship(battle: Battle, empire: str) -> bool:
    return any(
        one.owner == empire and one.state == IN_PLAY and not one.gate
        for one in battle.fighters.values()
    )


def is_sure(battle: Battle, empire: str, designs: Designs) -> bool:
    """True if an empire gets a report of the last round even if it loses all ships."""
    own = [one for one in battle.fighters.values() if one.owner == empire]
    side = battle.sides[empire]
    out = (JUMPED, AWAY) if side.away_reports else (JUMPED,)
    if any(one.state in out and not one.gate for one in own):
        return True
    if not side.heard or side.heard != battle.round:
        return False
    enemies = [one for one in battle.fighters.values() if one.owner in side.enemies]
    jammers = [_live(one, designs).best("TJ")[1] for one in enemies if _may_act(one)]
    least = min(
        (level for one in own if _may_act(one) for level in _communicators(one, designs)), default=0
    )
    return not least or least > max(jammers, default=0)


def _may_act(fighter: Fighter) -> bool:
    return fighter.state in (IN_PLAY, ABOARD)


def _live(fighter: Fighter, designs: Designs) -> Live:
    return Live(fighter, design_of(designs, fighter))


def _communicators(fighter: Fighter, designs: Designs) -> list[int]:
    """The communicator levels a ship might report with, now or after losing others."""
    live = _live(fighter, designs)
    levels = [one.part.level for one in live.works if one.part.kind == "TC"]
    return [level for level in (*levels, live.design.intrinsic_tc) if level]
