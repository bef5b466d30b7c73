"""One round of a space battle, steps C to L, strictly in this order.

Captains decide by what their sides may know; the round carries out whatever is possible.
A round is a function of the battle, the captains' answers and the dice.

Rule: NV SPC-04, NV SPC-05, NV SPC-09, NV SPC-11, NV SPC-30, NV SPC-41, NV SPC-47, NV SPC-48,
NV SPC-58. Ambiguity: NV A-SEQ-L, NV A-EW-CHOICE, NV A-DG-USE, NV A-TC-TIME, NV A-TJ-SIDE,
NV A-CON-NONVIOLENT.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbm.games.nova.rules.space_combat.aftermath import Aftermath
from pbm.games.nova.rules.space_combat.captain import Captain, CaptainView, Foe, ReadyForRound
from pbm.games.nova.rules.space_combat.fire.firing import Firing
from pbm.games.nova.rules.space_combat.leaving import Leaving
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.rules.space_combat.round_world import RoundWorld, installation, nearest, no_dice
from pbm.games.nova.rules.space_combat.sensing import Sensing
from pbm.games.nova.rules.space_combat.setting import design_of
from pbm.games.nova.state.battle.arena import (
    CAP,
    CAPTURED,
    DESTROYED,
    IN_PLAY,
    LEFT_ALONE,
    PARTED,
    STALEMATE,
    Battle,
    BattleSide,
    Place,
)
from pbm.games.nova.state.battle.notes import BattleDice, BattleNote, Tell, silent
from pbm.games.nova.state.battle.vectors import length, limited, plus
from pbm.kit.facts import Fact


def fight_round(
    battle: Battle,
    world: RoundWorld,
    captains: Mapping[str, Captain],
    dice: BattleDice,
    tell: Tell = silent,
) -> Battle:
    """The battle one round later; unchanged once it is over."""
    return battle if battle.over else _Round(battle, world, captains, dice, tell).fought()


def view_of(battle: Battle, world: RoundWorld, empire: str) -> CaptainView:
    """A side's view between two rounds, on which it decides the next."""
    looking = _Round(battle, world, {}, no_dice, silent)
    for id, live in looking.lives.items():
        live.sn = battle.fighters[id].sn  # the use of sensors as the last round ended
    looking.sensing.look()
    return looking.view(empire)


class _Round:
    def __init__(
        self,
        battle: Battle,
        world: RoundWorld,
        captains: Mapping[str, Captain],
        dice: BattleDice,
        tell: Tell,
    ) -> None:
        self.battle = battle
        self.number = battle.round + 1
        self.world = world
        self.captains = captains
        self.dice = dice
        self.tell = tell
        self.sides: dict[str, BattleSide] = dict(battle.sides)
        self.lives = {
            id: Live(one, design_of(world.designs, one)) for id, one in battle.fighters.items()
        }
        self.sensing = Sensing(self.number, self.lives, battle.seen, tell)
        self.aftermath = Aftermath(self.number, self.lives, self.sensing, dice, tell)
        self.leaving = Leaving(
            self.number, self.lives, self.sides, self.sensing, self.aftermath, dice, tell
        )

    def fought(self) -> Battle:
        """Fight all steps in their order."""
        present = tuple(one for one in self.sides if self.leaving.fleet(one))
        communicators = self._communicators()
        self._make_ready()
        self._move()
        firing = Firing(
            self.number,
            self.lives,
            self.sides,
            self.sensing,
            self.world.missiles,
            self.dice,
            self.tell,
        )
        self.sensing.probe("F")
        for empire, aims in {
            one: self.captains[one].fire(self.view(one)) for one in self.sides
        }.items():
            firing.allocate(empire, aims)
        for ship in firing.resolve():
            self.aftermath.destroyed(ship, "damage", "G")
        self.aftermath.blow_ups()
        self.aftermath.criticals()
        self.aftermath.shields()
        self.sensing.look()
        self.sensing.probe("K")
        for empire in self.sides:
            self.aftermath.pick_up(empire, self.captains[empire].pick_up(self.view(empire)))
        self._report(communicators)
        self.leaving.cycle()
        wishes: dict[str, str] = {}
        for empire in self.sides:
            own = self.captains[empire].leave(self.view(empire))
            wishes.update({id: wish for id, wish in own.items() if self._is_own(empire, id)})
        self.leaving.jump(wishes)
        harmed = firing.damaged or self._worn()
        quiet = 0 if harmed else self.battle.quiet + 1
        if harmed:
            for empire, side in self.sides.items():
                self.sides[empire] = replace(side, opened=0)
        return self._closed(quiet, present)

    def _worn(self) -> bool:
        """True if shields did not recover all points lost this round.

        Hits on shields that recover harm nobody. Ambiguity: NV A-CON-NONVIOLENT.
        """
        afloat = [one for one in self.lives.values() if one.in_play]
        return any(one.shields < one.first.shields for one in afloat)

    def _is_own(self, empire: str, id: str) -> bool:
        return id in self.lives and self.lives[id].owner == empire

    # --- what a side may know ---

    def view(self, empire: str) -> CaptainView:
        """The view that a side's captain is given. Rule: NV SPC-13."""
        known = self.sensing.seen[empire]
        side = self.sides[empire]
        foes: dict[str, Foe] = {}
        others: dict[str, Foe] = {}
        gates: dict[str, Foe] = {}
        for id in self.sensing.detected.get(empire, ()):
            one = self.lives[id]
            if not one.in_play:
                continue
            foe = Foe(id, one.at, known[id])
            if one.owner not in side.enemies:
                others[id] = foe
            elif one.first.gate and known[id].probed:
                gates[id] = foe
            else:
                foes[id] = foe
        own = {
            id: one
            for id, one in self.lives.items()
            if one.owner == empire and not one.first.gate and (one.in_play or self._carried(one))
        }
        lost = {
            id: one
            for id, one in known.items()
            if not one.gone
            and id not in foes
            and id not in gates
            and self.lives[id].owner in side.enemies
        }
        gone = sum(
            one.owner == empire and one.state in (DESTROYED, CAPTURED) and not one.first.gate
            for one in self.lives.values()
        )
        return CaptainView(empire, self.number, own, foes, others, lost, gates, side.start, gone)

    def _carried(self, ship: Live) -> bool:
        """True aboard a ship that is on the map."""
        return ship.aboard and ship.carrier in self.lives and self.lives[ship.carrier].in_play

    # --- step C ---

    def _make_ready(self) -> None:
        """Set EW, FC, fields, screens and sensors as chosen; probe; launch ships."""
        self.sensing.look()
        chosen = {one: self.captains[one].ready(self.view(one)) for one in self.sides}
        launching: list[Live] = []
        for ship in self.lives.values():
            if ship.first.gate:
                continue
            ready = (
                chosen[ship.owner].get(ship.id, ReadyForRound())
                if ship.owner in chosen
                else ReadyForRound()
            )
            if ship.aboard and ready.launch and self._can_launch(ship):
                launching.append(ship)
            if ship.in_play or ship in launching:
                self._set(ship, ready)
        self.sensing.look()
        self.sensing.probe("C")
        for ship in launching:
            carrier = self.lives[ship.carrier]
            ship.state, ship.since = IN_PLAY, self.number
            ship.at, ship.vector, ship.cycle = carrier.at, carrier.vector, 0
            viewers = self.aftermath.seen_by(carrier)
            self.tell(BattleNote("launched", self.number, "C", viewers, ship.id, carrier.id))
        if launching:
            self.sensing.look()
        for ship in self.lives.values():
            if ship.fights and ship.drive and ship.cycle == 0:
                for viewer in self.aftermath.seen_by(ship):
                    if viewer != ship.owner:
                        self.sensing.learn(viewer, ship.id, cycling=self.number)

    def _can_launch(self, ship: Live) -> bool:
        """True in a working bay of a ship on the map; nothing leaves a hold in combat."""
        carrier = self.lives.get(ship.carrier)
        return (
            carrier is not None
            and carrier.in_play
            and ship.bay in {name for name, _size in carrier.fitted.bays}
        )

    def _set(self, ship: Live, ready: ReadyForRound) -> None:
        before = (ship.ew, ship.fc, ship.dg_size > 0)
        ship.ew = installation(ship, "EW", ready.ew)
        ship.fc = installation(ship, "FC", ready.fc)
        ship.dg, ship.sn, ship.ss = ready.dg, ready.probe, ready.ss
        ship.sn_most, ship.ss_most = ready.sn_most, ready.ss_most
        after = (ship.ew, ship.fc, ship.dg_size > 0)
        changed = [
            what
            for what, one, two in zip(("EW", "FC", "DG"), before, after, strict=True)
            if one != two
        ]
        first = self.number == 1 or ship.aboard
        if changed and (not first or changed == ["DG"]):
            facts: dict[str, Fact] = {"what": changed, "dg": ship.dg_size > 0}
            viewers = self.aftermath.seen_by(ship)
            self.tell(BattleNote("switched", self.number, "C", viewers, ship.id, facts=facts))
        was = ship.cycle
        if ready.cycle == "stop":
            ship.cycle = -1
        elif was < 0:
            ship.cycle = 0
        if ship.drive and (was < 0) != (ship.cycle < 0):
            what: dict[str, Fact] = {"what": "stop" if ship.cycle < 0 else "start"}
            viewers = self.aftermath.seen_by(ship)
            for viewer in viewers:
                if viewer != ship.owner:
                    self.sensing.learn(viewer, ship.id, cycling=0)
            self.tell(BattleNote("cycle", self.number, "C", viewers, ship.id, facts=what))

    # --- steps D and E ---

    def _move(self) -> None:
        """Plot all moves from what sides saw last round, then move. Rule: NV SPC-09."""
        plots: dict[str, Place] = {}
        for empire in self.sides:
            own = self.captains[empire].steer(self.view(empire))
            plots.update({id: by for id, by in own.items() if self._is_own(empire, id)})
        before = {id: one.at for id, one in self.lives.items() if one.in_play}
        for id in before:
            ship = self.lives[id]
            if ship.first.gate:
                continue
            change = limited(plots.get(id, (0, 0)), ship.fitted.ie)
            ship.thrust = length(change)
            ship.vector = plus(ship.vector, change)
            ship.at = plus(ship.at, ship.vector)
        self._opened(before)
        self.sensing.look()
        for empire, found in self.sensing.detected.items():
            for id in found:
                thrust = self.lives[id].thrust
                if thrust:
                    most = max(thrust, self.sensing.seen[empire][id].ie)
                    self.sensing.learn(empire, id, ie=most, burned=self.number)
        self._moves_told(before)

    def _opened(self, before: Mapping[str, Place]) -> None:
        """Count the sides that moved away from their enemies. Ambiguity: NV A-CON-NONVIOLENT."""
        places: dict[str, tuple[set[Place], set[Place]]] = {
            one: (set(), set()) for one in self.sides
        }
        for id, at in before.items():
            one = self.lives[id]
            if one.owner in places and not one.first.gate:
                places[one.owner][0].add(at)
                places[one.owner][1].add(one.at)
        for empire, side in self.sides.items():
            foes = set().union(*(places[one][0] for one in side.enemies))
            were, are = places[empire]
            if foes and were and nearest(are, foes) > nearest(were, foes):
                self.sides[empire] = replace(side, opened=side.opened + 1)

    def _moves_told(self, before: Mapping[str, Place]) -> None:
        if self.tell is silent:
            return
        for empire in self.sides:
            ships = {
                id: [*at, *self.lives[id].at, *self.lives[id].vector, self.lives[id].thrust]
                for id, at in before.items()
                if self.lives[id].owner == empire or id in self.sensing.detected[empire]
            }
            if ships:  # a side without ships has left, and hears of no more rounds
                facts: dict[str, Fact] = {"ships": ships}
                self.tell(BattleNote("moved", self.number, "E", (empire,), facts=facts))

    # --- reports by communicator ---

    def _communicators(self) -> dict[str, list[tuple[Live, int]]]:
        """Ships with communicators working as the round begins, with levels, by empire."""
        found: dict[str, list[tuple[Live, int]]] = {}
        for ship in self.lives.values():
            if ship.in_play and ship.tc_level:
                found.setdefault(ship.owner, []).append((ship, ship.tc_level))
        return found

    def _report(self, communicators: Mapping[str, Sequence[tuple[Live, int]]]) -> None:
        """From round 2 on communicators report, unless an enemy's jammer is as good.

        A report that a ship sent as it died stays sent. An enemy with jammers learns, once, of
        communicators in use. Rule: NV SPC-47, NV SPC-48.
        """
        jammers: dict[str, int] = {}
        for ship in self.lives.values():
            if ship.in_play:
                jammers[ship.owner] = max(jammers.get(ship.owner, 0), ship.best("TJ")[1])
        for empire, side in list(self.sides.items()):
            if empire in self.aftermath.garbled:
                side = replace(side, garbled=True)
            callers = communicators.get(empire, ())
            if callers and self.number > 1:
                hostile = [one for one in side.enemies if jammers.get(one, 0)]
                strongest = max((jammers[one] for one in hostile), default=0)
                level = max(level for _ship, level in callers)
                blocked = strongest >= level
                if any(tc > strongest and one.state == DESTROYED for one, tc in callers):
                    side = replace(side, sent=self.number)
                side = replace(side, heard=side.sent if blocked else self.number)
                facts: dict[str, Fact] = {"level": level, "blocked": blocked}
                new = tuple(one for one in hostile if one not in side.noticed)
                if new:
                    side = replace(side, noticed=(*side.noticed, *new))
                    self.tell(BattleNote("communicator", self.number, "L", new, facts=facts))
            self.sides[empire] = side

    # --- the end ---

    def _closed(self, quiet: int, present: tuple[str, ...]) -> Battle:
        """Decide whether the battle goes on; returns it as it stands now.

        Only sides that had ships ``present`` in the last round hear that it is over.
        """
        engagement = self.battle.engagement
        over = ""
        pairs = self.leaving.pairs()
        if not pairs:
            over = LEFT_ALONE
        elif self.number < self.world.cap and self.leaving.are_apart(pairs):
            wishes = {one: self.captains[one].lost(self.view(one)) for one in self.sides}
            if self.leaving.apart(wishes):
                engagement, quiet = engagement + 1, 0
                self.sides.update({one: replace(self.sides[one], opened=0) for one in self.sides})
            else:
                over = PARTED
        elif quiet >= self.world.stalemate or self.number >= self.world.cap:
            over = STALEMATE if quiet >= self.world.stalemate else CAP
            self.leaving.settle(pairs, {one: side.opened for one, side in self.sides.items()})
        if over:
            self.tell(BattleNote("ended", self.number, "L", present, facts={"why": over}))
        return replace(
            self.battle,
            sides=dict(self.sides),
            fighters={id: one.frozen() for id, one in self.lives.items()},
            seen=self.sensing.seen,
            ends_lost=(*self.battle.ends_lost, *self.aftermath.ends_lost),
            round=self.number,
            quiet=quiet,
            engagement=engagement,
            over=over,
        )
