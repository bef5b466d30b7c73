"""Steps H to K: ships blow up, take critical hits, regain shields, are picked up.

Rule: NV SPC-11, NV SPC-12, NV SPC-35 to SPC-40, NV SPC-47. Ambiguity: NV A-BLOW-ORDER,
NV A-CRIT-REPEAT, NV A-SM-LOSS, NV A-PICKUP, NV A-TC-GARBLE.
"""

from collections.abc import Mapping

from pbm.games.nova.rules.space_combat.fire.criticals import Critical, critical
from pbm.games.nova.rules.space_combat.fire.striking import above_most, blow_up_chance, recovery
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.rules.space_combat.sensing import Sensing
from pbm.games.nova.state.battle.arena import ABOARD, DESTROYED
from pbm.games.nova.state.battle.notes import BattleDice, BattleNote, Tell
from pbm.kit.facts import Fact


class Aftermath:
    """The consequences of one round's fire."""

    def __init__(
        self, round: int, lives: Mapping[str, Live], sensing: Sensing, dice: BattleDice, tell: Tell
    ) -> None:
        self._round = round
        self._lives = lives
        self._sensing = sensing
        self._dice = dice
        self._tell = tell
        # Ships that may be in a bay or hold while ships are destroyed: pick-ups come after that.
        self._carried = [one for one in lives.values() if one.aboard]
        self.ends_lost: list[str] = []
        self.garbled: list[str] = []

    def seen_by(self, ship: Live) -> tuple[str, ...]:
        """The owner of a ship, and all sides that detect it."""
        others = [one for one, found in self._sensing.detected.items() if ship.id in found]
        return tuple(sorted({ship.owner, *others}))

    def departs(self, ship: Live) -> None:
        """Tell all sides that detect a ship that it is gone."""
        for viewer in self.seen_by(ship):
            if viewer != ship.owner:
                self._sensing.learn(viewer, ship.id, gone=True)

    # --- destruction ---

    def destroyed(self, ship: Live, cause: str, step: str) -> None:
        """Remove a destroyed ship and everything it carries."""
        ship.state, ship.since = DESTROYED, self._round
        self.ends_lost += [one.end for one in ship.stowed if one.end]
        self.ends_lost += [end for _bay, end in ship.first.ends if end not in self.ends_lost]
        facts: dict[str, Fact] = {"cause": cause}
        self.departs(ship)
        self._tell(
            BattleNote("destroyed", self._round, step, self.seen_by(ship), "", ship.id, facts)
        )
        for one in self._carried:
            if one.aboard and one.carrier == ship.id:
                self.destroyed(one, "carrier", step)

    def blow_ups(self) -> None:
        """Step H: ships with structural damage of this round may blow up, gate ends not.

        Rule: NV SPC-35, NV SPC-51.
        """
        for ship in list(self._lives.values()):
            if not (ship.in_play and ship.hits):
                continue
            chance = blow_up_chance(ship.structure, ship.figures.ssz)
            viewers = self.seen_by(ship)
            for viewer in viewers:
                if viewer != ship.owner:
                    self._sensing.learn(viewer, ship.id, hurt=True)
            if ship.first.gate:
                continue
            roll = self._dice("d100", f"r{self._round}", "blow up", ship.id)
            blown = roll.total <= chance
            # A roll that just missed would show how much of the ship is left: only its owner
            # may know that.
            for viewer in viewers:
                more = {"chance": chance} if viewer == ship.owner else {}
                facts: dict[str, Fact] = {"face": roll.total, "blown": blown, **more}
                self._tell(
                    BattleNote("blow_up", self._round, "H", (viewer,), "", ship.id, facts, (roll,))
                )
            if blown:
                self.destroyed(ship, "blow-up", "H")

    # --- critical hits ---

    def criticals(self) -> None:
        """Step I: one critical hit per attack with structural damage. Rule: NV SPC-36."""
        for ship in list(self._lives.values()):
            if ship.in_play and ship.hits and not ship.first.gate:
                self._criticals(ship)

    def _criticals(self, ship: Live) -> None:
        roll = self._dice("d1000", f"r{self._round}", "critical", ship.id, count=ship.hits)
        had_tc = ship.tc_level
        taken: list[Critical] = []
        for face in roll.faces:
            one = critical(ship.design, ship.parts, face, ship.stowed)
            taken.append(one)
            if one.is_loss:
                ship.parts[one.part] = ship.parts.get(one.part, 0) + 1
            self.ends_lost += [dead.end for dead in one.dead if dead.end]
            ship.stowed = one.stowed
            if one.explodes:
                break
        ship.refit()
        cut = above_most(ship.figures.si, ship.sm, ship.shields)
        ship.shields -= cut
        if self._round == 1 and had_tc and not ship.tc_level:
            self.garbled.append(ship.owner)
        facts: dict[str, Fact] = {
            "faces": [one.roll for one in taken],
            "parts": [one.part for one in taken],
            "effects": [one.effect for one in taken],
            "dead": [dead.kind for one in taken for dead in one.dead],
            "shields": cut,
        }
        self._tell(
            BattleNote("critical", self._round, "I", (ship.owner,), "", ship.id, facts, (roll,))
        )
        for one in taken:
            if one.opens:
                self._opened(ship, one.part)
        if taken[-1].explodes:
            self.destroyed(ship, "bomb", "I")

    def _opened(self, ship: Live, part: str) -> None:
        """Lose a bay or hold, and the ships in it. Rule: NV SPC-12."""
        self.ends_lost += [end for bay, end in ship.first.ends if bay == part]
        for one in self._carried:
            if one.aboard and one.carrier == ship.id and one.bay == part:
                self.destroyed(one, "bay", "I")

    # --- shields, and coming home ---

    def shields(self) -> None:
        """Step J: shields recover. Rule: NV SPC-40."""
        for ship in self._lives.values():
            if not ship.in_play or ship.shields >= ship.full_shields:
                continue
            back = recovery(ship.figures.si, ship.sm, ship.shields)
            ship.shields += back
            facts: dict[str, Fact] = {
                "recovered": back,
                "shields": ship.shields,
                "full": ship.full_shields,
            }
            self._tell(BattleNote("shields", self._round, "J", (ship.owner,), "", ship.id, facts))

    def pick_up(self, empire: str, wanted: Mapping[str, str]) -> None:
        """Step K: take ships aboard, or report why not. Rule: NV SPC-11."""
        for id, carrier in wanted.items():
            ship, home = self._lives[id], self._lives.get(carrier)
            bay, why = self._berth(ship, home)
            if home is None or not bay:
                facts: dict[str, Fact] = {"why": why}
                self._tell(BattleNote("left_out", self._round, "K", (empire,), id, carrier, facts))
                continue
            viewers = self.seen_by(ship)
            ship.state, ship.since, ship.carrier, ship.bay = ABOARD, self._round, carrier, bay
            self._tell(BattleNote("picked_up", self._round, "K", viewers, id, carrier))

    def _berth(self, ship: Live, home: Live | None) -> tuple[str, str]:
        """The smallest free bay that takes a ship, or the reason why there is none."""
        if home is None or not home.in_play or home.owner != ship.owner or not ship.in_play:
            return "", "its carrier is not there"
        if home.at != ship.at:
            return "", "they are not in the same hex"
        if home.vector != ship.vector:
            return "", "their vectors differ"
        if ship.shields < ship.full_shields:
            return "", f"its shields stand at {ship.shields} of {ship.full_shields}"
        room = dict(home.fitted.bays)
        for one in self._lives.values():
            if one.aboard and one.carrier == home.id and one.bay in room:
                room[one.bay] -= one.figures.carried
        for bay, _end in home.first.ends:
            room.pop(bay, None)
        free = sorted((size, bay) for bay, size in room.items() if size >= ship.figures.carried)
        return (free[0][1], "") if free else ("", "no bay has room for it")
