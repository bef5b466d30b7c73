"""A battle to be fought many times: who meets where, under which orders and options.

Each time it is set up anew, so that scatter, lots and ids differ as they may; a battle by mail
goes on from where it stands. Every side is fought by doctrine, by its BATTLE lines.

Rule: NV SPC-01, NV SPC-04. Ambiguity: NV A-DOCTRINE.
"""

from collections.abc import Mapping

from pbm.dice.keyed import Ids, KeyedDice
from pbm.engine.context import GameState, PhaseContext
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.space_combat.battle_result import fields_of
from pbm.games.nova.rules.space_combat.setting import begin_battle
from pbm.games.nova.rules.space_combat.space import commanders, to_the_end, world_of
from pbm.games.nova.state.battle.arena import Battle
from pbm.games.nova.state.battle.notes import silent
from pbm.games.nova.state.state import State
from pbm.games.nova.state.working_state import Draft
from pbm.games.nova.tools.odds.stream import Stream
from pbm.games.nova.tools.odds.tally import Tally, counted
from pbm.kit.records import Record

Pairs = tuple[tuple[str, str], ...]


class OddsMatch(Record):
    """What is fought: the state with the ships that take part, where, and which empires fight.

    ``under_way``: the battle as it stands, if it was begun by mail.
    """

    state: State
    system: str
    pairs: Pairs
    options: Mapping[str, str]
    under_way: Battle | None = None


class Task(Record):
    """Battles to be fought by one process: from the number ``first`` on, ``count`` of them."""

    match: OddsMatch
    seed: str
    first: int
    count: int


class MatchTable:
    """Where a match is fought again and again."""

    def __init__(self, match: OddsMatch) -> None:
        self._match = match
        self._draft = Draft(match.state)
        self._effective = Effective(self._draft)
        self._place = fields_of(self._draft, {match.system: match.pairs})[match.system]

    def set_up(self, seed: str, number: int, dice: Stream | None = None) -> Battle:
        """The battle of this number before its first round."""
        return self._set_up(self._work(seed, number), dice or Stream(seed, number))

    def fought(self, seed: str, number: int) -> Battle:
        """The battle of this number at its end."""
        work = self._work(seed, number)
        dice = Stream(seed, number)
        battle = self._set_up(work, dice)
        world = world_of(work, self._draft, battle)
        captains = commanders(work, self._draft, self._effective, battle, world)
        return to_the_end(battle, world, captains, dice, silent)

    def _work(self, seed: str, number: int) -> PhaseContext:
        match = self._match
        standing = GameState(match.state.turn, 0, (), (), match.state)
        ids = Ids(f"{seed}\0{number}".encode())
        # Nothing in a battle asks these dice: all its rolls are the stream's.
        return PhaseContext(standing, "", match.options, KeyedDice(b"", 0), ids)

    def _set_up(self, work: PhaseContext, dice: Stream) -> Battle:
        match = self._match
        if match.under_way is not None:
            return match.under_way
        return begin_battle(
            work, self._draft, self._effective, self._place, match.pairs, dice, silent
        )


def fight(task: Task) -> Tally:
    """The results of the battles of a task."""
    table = MatchTable(task.match)
    tally = Tally()
    for number in range(task.first, task.first + task.count):
        tally.add(counted(table.fought(task.seed, number), task.match.state))
    return tally
