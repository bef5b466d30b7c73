"""The first lines of a battle packet: how each battle stands.

Rule: NV REP-07, NV SPC-52.
"""

from collections.abc import Iterator, Sequence

from pbm.games.nova.report.saying import first_of
from pbm.games.nova.state.battle.arena import ABOARD, DESTROYED, IN_PLAY
from pbm.games.nova.view.record import BattleView
from pbm.kit.english import count


def round_summary(battles: Sequence[BattleView]) -> tuple[str, ...]:
    """What players want to know first of their battles."""
    return tuple(line for battle in battles for line in _lines(battle))


def _lines(battle: BattleView) -> Iterator[str]:
    system, fought = battle.system, battle.round
    there = [ship.name for ship in battle.own if ship.state in (IN_PLAY, ABOARD)]
    lost = [ship.name for ship in battle.own if ship.state == DESTROYED]
    foes = [f"c{foe.counter}" for foe in battle.foes if foe.enemy and foe.now]
    if battle.over:
        yield f"The battle at {system} is over after {count(fought, 'round')}."
    elif fought:
        yield f"Round {fought} of the battle at {system} is fought."
    else:
        yield f"Your ships fight at {system}."
    if there:
        yield f"You have {first_of(there, 8)} there."
    if lost:
        yield f"You lost {first_of(lost, 8)}."
    yield f"In sight: {first_of(foes, 8)}." if foes else "No enemy is in sight."
