"""Step L and the end of a round: jumps, lost contact, stalemates, the end.

Rule: NV SPC-41 to SPC-46, NV SPC-48. Ambiguity: NV A-SEQ-L, NV A-ROUND-END-L, NV A-JD-DG,
NV A-JD-HIT, NV A-JD-START, NV A-INT-SUM, NV A-LOSE-DET, NV A-CON-NONVIOLENT, NV A-ROUND-CAP,
NV A-IE0-CAPTURE, NV A-SG-IN-BATTLE.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

from pbm.games.nova.rules.space_combat.aftermath import Aftermath
from pbm.games.nova.rules.space_combat.captain import JUMP
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.rules.space_combat.sensing import Sensing
from pbm.games.nova.state.battle.arena import CAPTURED, CENTER, JUMPED, PLAIN_SIGHT, BattleSide
from pbm.games.nova.state.battle.notes import BattleDice, BattleNote, Tell
from pbm.games.nova.state.battle.vectors import distance, step
from pbm.kit.facts import Fact


def holders(ship: Live, lives: Collection[Live]) -> list[Live]:
    """Ships whose distortion fields hold a ship: in range, larger than its suppressor.

    Every field counts, also its own side's and its own. Rule: NV SPC-42, NV SPC-43.
    """
    return [
        one
        for one in lives
        if one.in_play and one.dg_size > ship.fitted.ds and distance(one.at, ship.at) <= one.dg_size
    ]


class Leaving:
    """Ships that leave at the end of one round, and whether the battle goes on."""

    def __init__(
        self,
        round: int,
        lives: Mapping[str, Live],
        sides: Mapping[str, BattleSide],
        sensing: Sensing,
        aftermath: Aftermath,
        dice: BattleDice,
        tell: Tell,
    ) -> None:
        self._round = round
        self._lives = lives
        self._sides = sides
        self._sensing = sensing
        self._aftermath = aftermath
        self._dice = dice
        self._tell = tell

    # --- step L ---

    def cycle(self) -> None:
        """Count one more round of every jump drive's cycle. Rule: NV SPC-41."""
        for ship in self._lives.values():
            if ship.fights and ship.cycle >= 0:
                ship.cycle += 1

    def jump(self, wishes: Mapping[str, str]) -> None:
        """Let ships whose cycle is done jump if they wish and nothing holds them.

        The others begin a new cycle.
        """
        ready = [one for one in self._lives.values() if one.fights and one.jump_ready]
        going = [one for one in ready if wishes.get(one.id) == JUMP]
        held = {one.id: bool(holders(one, self._lives.values())) for one in going}
        for ship in ready:
            if ship in going and not held[ship.id]:
                self.gone(ship)
                continue
            ship.cycle = 0
            facts: dict[str, Fact] = {"what": "held" if held.get(ship.id) else "restart"}
            viewers = self._aftermath.seen_by(ship)
            for viewer in viewers:
                if viewer != ship.owner:
                    self._sensing.learn(viewer, ship.id, cycling=self._round + 1)
            self._tell(BattleNote("cycle", self._round, "L", viewers, ship.id, facts=facts))

    def gone(self, ship: Live) -> None:
        """Take a ship that jumps out off the map, with everything it carries."""
        ship.state, ship.since = JUMPED, self._round
        self._aftermath.departs(ship)
        self._tell(BattleNote("jumped", self._round, "L", self._aftermath.seen_by(ship), ship.id))

    # --- ships that are left ---

    def fleet(self, empire: str) -> list[Live]:
        """Ships of a side that are on the map."""
        return [one for one in self._lives.values() if one.fights and one.owner == empire]

    def pairs(self) -> list[tuple[str, str]]:
        """Pairs of hostile sides that both still have ships on the map."""
        alive = [one for one in self._sides if self.fleet(one)]
        return [(a, b) for a, b in combinations(alive, 2) if b in self._sides[a].enemies]

    # --- losing one another ---

    def are_apart(self, pairs: Sequence[tuple[str, str]]) -> bool:
        """True if no side detects any ship of its enemies. Rule: NV SPC-44."""
        owner = {one.id: one.owner for one in self._lives.values() if one.fights}
        return not any(
            owner.get(id) == foe
            for both in pairs
            for viewer, foe in (both, both[::-1])
            for id in self._sensing.detected[viewer]
        )

    def apart(self, wishes: Mapping[str, bool]) -> bool:
        """Let sides that lost one another regain their shields, and leave or meet anew.

        Returns True for a new engagement: each side in one hex, without vectors, the first in the
        center and the others as far as the best sensors present reach.
        """
        for ship in self._lives.values():
            if ship.fights:
                ship.shields = ship.full_shields
        leaving = [empire for empire, wish in wishes.items() if wish]
        there = tuple(one for one in self._sides if self.fleet(one))
        self._tell(BattleNote("apart", self._round, "L", there))
        for empire in leaving:
            for ship in self.fleet(empire):
                if ship.fitted.jd:
                    self.gone(ship)
        if not self.pairs():
            return False
        present = [one for one in self._lives.values() if one.fights]
        reach = max((one.best("SN")[1] for one in present), default=0) or PLAIN_SIGHT
        at = CENTER
        for number, empire in enumerate(one for one in self._sides if self.fleet(one)):
            if number:
                name = (f"r{self._round}", "meeting", min(one.id for one in self.fleet(empire)))
                at = step(self._dice("d6", *name).total, reach)
            for ship in self.fleet(empire):
                ship.at, ship.vector = at, (0, 0)
        return True

    # --- stalemate ---

    def settle(self, pairs: Sequence[tuple[str, str]], opened: Mapping[str, int]) -> None:
        """End a stalemate: the side that keeps away leaves, or drifting ships are taken.

        If only one of two sides has engines, ships of the other leave, or are captured. Otherwise
        the side that moved away from its enemies in more rounds (``opened``) leaves; its ships
        that cannot leave stay. Rule: NV SPC-45, NV SPC-46.
        """
        for both in pairs:
            engines = [any(one.fitted.ie for one in self.fleet(empire)) for empire in both]
            if engines[0] != engines[1]:
                loser, captor = both[::-1] if engines[0] else both
                going = self._can_go(loser)
                for ship in self.fleet(loser):
                    if ship in going:
                        self.gone(ship)
                    else:
                        self._captured(ship, captor)
            elif opened[both[0]] != opened[both[1]]:
                loser = max(both, key=lambda empire: opened[empire])
                for ship in self._can_go(loser):
                    self.gone(ship)

    def _can_go(self, empire: str) -> list[Live]:
        """Ships of a side that can jump: with a drive, in no distortion field of others.

        A side that must leave turns its own generators off.
        """
        others = [one for one in self._lives.values() if one.owner != empire]
        return [one for one in self.fleet(empire) if one.fitted.jd and not holders(one, others)]

    def _captured(self, ship: Live, captor: str) -> None:
        """Give a drifting ship to the side that holds the field. Ambiguity: NV A-IE0-CAPTURE."""
        ship.state, ship.since, ship.captor = CAPTURED, self._round, captor
        facts: dict[str, Fact] = {"captor": captor}
        viewers = self._aftermath.seen_by(ship)
        self._aftermath.departs(ship)
        self._tell(BattleNote("captured", self._round, "L", viewers, ship.id, facts=facts))
