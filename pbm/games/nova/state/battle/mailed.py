"""A battle fought by mail while a turn waits for it.

Rule: NV SPC-04, NV SPC-47, NV SPC-52. Ambiguity: NV A-WHO.
"""

from collections.abc import Mapping

from pbm.games.nova.state.battle.arena import Battle
from pbm.games.nova.state.battle.notes import BattleNote
from pbm.kit.records import Record


class Mailed(Record):
    """A battle by mail between two rounds.

    ``pairs`` are the empires that fight; ``named`` those whom the game master has sent every
    round; ``notes`` all that happened so far; ``told``: the last round of which each side was
    told, by empire (0: the set-up). ``ruled``: the game master gave its result.
    """

    battle: Battle
    pairs: tuple[tuple[str, str], ...]
    named: tuple[str, ...] = ()
    notes: tuple[BattleNote, ...] = ()
    told: Mapping[str, int] = {}
    ruled: bool = False

    @property
    def over(self) -> bool:
        """True once no round follows."""
        return self.ruled or bool(self.battle.over)

    @property
    def mailed(self) -> tuple[str, ...]:
        """The empires that are sent what happened, and that order the next round."""
        return tuple(one for one, side in self.battle.sides.items() if side.mailed)

    @property
    def due(self) -> str:
        """The suffix of the mailing it waits for, "" if it waits for none.

        A name's apostrophe, which no mailing holds, becomes a low line.
        """
        if self.over or not self.mailed:
            return ""
        return f"{place_of_mailing(self.battle.system)}/{self.battle.round + 1}"


def place_of_mailing(system: str) -> str:
    """The part of a mailing's name that stands for a battle."""
    return "/" + system.replace("'", "_")
