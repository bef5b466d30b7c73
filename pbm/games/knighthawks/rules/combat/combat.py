"""The combat phase: defensive fire at the side that moved, then that side's own attacks.

First everything is announced (aiming.py), then it is resolved in the order announced: the
target evades or fires ICMs, the chance is rolled, damage counted, the destroyed removed.
Shots at a ship that is gone by then are wasted. With option ``defensive_fire`` at
simultaneous both sides announce together and damage counts after the last shot.

Rule: KH 4 Defensive Attacks, KH 4 Aiming Weapons, KH 4 Ship Damage. Ambiguity: KH-A04.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from pbm.dice.keyed import Roll
from pbm.engine.context import PhaseContext
from pbm.engine.events import Change, OrderRef
from pbm.games.knighthawks.orders.ship_orders import Orders, ShipOrders
from pbm.games.knighthawks.rules.combat.aiming import announce
from pbm.games.knighthawks.rules.combat.chance import Terms, automatic, chance_of, hits
from pbm.games.knighthawks.rules.combat.damage import damage_terms
from pbm.games.knighthawks.rules.combat.defences import DefenceAnswer, evasion, icms
from pbm.games.knighthawks.rules.combat.shot import Shot
from pbm.games.knighthawks.rules.unfulfilled_orders import tell_fate
from pbm.games.knighthawks.state.state import DESTROYED, Ship, State
from pbm.games.knighthawks.view.audience import of_records


def fire_defensively(work: PhaseContext, side: str) -> None:
    """All other sides fire at the ships of the side that moved.

    Rule: KH 4 Defensive Attacks. Ambiguity: KH-A03, KH-A04, KH-A07.
    """
    shots = _announced(work, _others(work.state, side), side)
    _Exchange(work, at_once=True).resolve(shots)


def fire_attacks(work: PhaseContext, side: str) -> None:
    """The side that moved fires what is left of it.

    Rule: KH 4 Aiming Weapons, KH 4 Rate of Fire.
    """
    _Exchange(work, at_once=True).resolve(_announced(work, (side,), side))


def fire_together(work: PhaseContext, side: str) -> None:
    """Both of the above announced on one state; damage counts after the last shot.

    Ambiguity: KH-A04 (option ``defensive_fire``).
    """
    shots = _announced(work, (*_others(work.state, side), side), side)
    _Exchange(work, at_once=False).resolve(shots)


def _others(state: State, side: str) -> tuple[str, ...]:
    return tuple(other for other in state.sides if other != side)


def _announced(work: PhaseContext, sides: Sequence[str], moving: str) -> list[Shot]:
    """The shots of these sides, chosen on the state as it is; tells of lines not carried out."""
    found: list[Shot] = []
    state: State = work.state
    for side in sides:
        shots, refusals = announce(state, side, moving, work.commands, work.options)
        found += shots
        what = "attack" if side == moving else "defence"
        for refusal in refusals:
            tell_fate(work, refusal.ship, refusal.order, what, refusal.why)
    return found


class _Exchange:
    """The shots of one phase while they are resolved one after the other."""

    def __init__(self, work: PhaseContext, *, at_once: bool) -> None:
        self.work = work
        self.at_once = at_once
        self.evades: set[str] = set()  # ships that declared it in this phase
        self.told: set[tuple[OrderRef, str]] = set()  # why an evade line was not carried out
        self.hull: dict[str, int] = {}  # hull points with damage that does not count yet
        self.killer: dict[str, str] = {}

    def resolve(self, shots: Sequence[Shot]) -> None:
        """Resolve all shots in this order.

        Rule: KH 4 Combat Procedure. Ambiguity: KH-A33.
        """
        for shot in shots:
            if self._ship(shot.target).in_play:
                self._fire(shot)
            else:
                self._attack(shot, shot.terms(), wasted=True)
            self._spend(shot)
        for ship_id, hull in self.hull.items():
            self._change(replace(self._ship(ship_id), hull=hull))
            self._remove_if_destroyed(ship_id)

    def _ship(self, ship_id: str) -> Ship:
        state: State = self.work.state
        return state.ship(ship_id)

    def _change(self, ship: Ship) -> None:
        self.work.state = self.work.state.with_ships((ship,))

    def _orders(self, ship: Ship) -> ShipOrders:
        orders: Orders = self.work.commands.get(ship.owner, Orders(ship.owner))
        return orders.of(ship.id)

    def _fire(self, shot: Shot) -> None:
        """Let the target answer, roll, and count the damage.

        Rule: KH 4 Combat Procedure, KH 4 Ship Damage. Ambiguity: KH-A14, KH-A32.
        """
        work = self.work
        mr = self._evading_mr(shot)
        terms = shot.terms(
            evading_mr=mr, icms=self._icms(shot, chance_of(shot.terms(evading_mr=mr)))
        )
        name = ("attack", shot.ship, shot.mount, shot.target)
        terms = work.counted(terms, *name)
        rolled = work.roll("d100", *name)
        if not hits(chance_of(terms), rolled.total):
            self._attack(shot, terms, rolled)
            return
        dice = work.roll(
            "d10", "damage", shot.ship, shot.mount, shot.target, count=shot.weapon.dice
        )
        self._attack(shot, terms, rolled, dice)
        if self.at_once:
            self._remove_if_destroyed(shot.target)

    def _attack(
        self,
        shot: Shot,
        terms: Terms,
        rolled: Roll | None = None,
        dice: Roll | None = None,
        *,
        wasted: bool = False,
    ) -> None:
        """Record a shot and take its damage off the hull."""
        options = self.work.options
        chance = chance_of(terms)
        made = (
            damage_terms(
                shot.weapon,
                dice.faces,
                halved=shot.halved,
                options=options,
                counted=lambda terms: self.work.counted(
                    terms, "damage", shot.ship, shot.mount, shot.target
                ),
            )
            if dice
            else ()
        )
        damage = made[0][1] if made else 0
        before, after = self._take(shot, damage)
        self.work.emit(
            "attack",
            shot.ship,
            shot.mount,
            shot.target,
            rule="KH 4 Aiming Weapons" if wasted else "KH 4 Combat Procedure",
            order=shot.order,
            rolls=[roll for roll in (rolled, dice) if roll],
            terms=() if wasted else (*terms, *made),
            changes=[Change(f"ship/{shot.target}/hull", before, after)] if after < before else (),
            options=("screen.round",) if made and shot.halved else (),
            by=shot.ship,
            mount=shot.mount,
            weapon=shot.weapon.kind,
            target=shot.target,
            phase="defensive" if shot.defending else "own",
            from_hex=str(self._ship(shot.ship).at),
            at_hex=str(shot.spot.at),
            range=shot.range,
            head_on=shot.head_on,
            defence=shot.defence,
            chance=chance,
            rolled=rolled.total if rolled else 0,
            hit=dice is not None,
            automatic=automatic(chance, rolled.total) if rolled else "",
            damage=damage,
            halved=bool(made) and shot.halved,
            hull_left=after,
            wasted=wasted,
        )

    def _take(self, shot: Shot, damage: int) -> tuple[int, int]:
        """The target's hull points before and after this damage, which is counted now or later.

        Rule: KH 4 Ship Damage. Ambiguity: KH-A32.
        """
        target = self._ship(shot.target)
        before = self.hull.get(target.id, target.hull)
        after = max(0, before - damage)
        if not after:
            self.killer.setdefault(target.id, shot.ship)
        if self.at_once:
            self._change(replace(target, hull=after))
        else:
            self.hull[target.id] = after
        return before, after

    def _remove_if_destroyed(self, ship_id: str) -> None:
        ship = self._ship(ship_id)
        if ship.hull > 0:
            return
        self._change(replace(ship, status=DESTROYED))
        self.work.emit(
            "ship_destroyed",
            ship_id,
            rule="KH 4 Ship Damage",
            changes=[Change(f"ship/{ship_id}/status", ship.status, DESTROYED)],
            ship=ship_id,
            by=self.killer[ship_id],
        )

    def _evading_mr(self, shot: Shot) -> int:
        """The MR with which the target evades this shot; 0 if it does not.

        A declaration counts for the rest of the phase. Until there is one, each torpedo at that
        ship asks anew, with the earlier results known.
        Rule: KH 4 Evasive Maneuvers. Ambiguity: KH-A09, KH-A13.
        """
        if shot.weapon.kind != "torpedo":
            return 0
        target = self._ship(shot.target)
        if target.id not in self.evades and self._declare_evasion(target, shot.chance):
            self.evades.add(target.id)
        return target.mr if target.id in self.evades else 0

    def _declare_evasion(self, ship: Ship, chance: int) -> bool:
        work = self.work
        answer = evasion(work.state, ship, self._orders(ship).evade, work.options, chance)
        if answer.order and (answer.order, answer.why) not in self.told:
            self.told.add((answer.order, answer.why))
            self._tell_why(ship, "evade", answer)
        if not answer.number:
            return False
        work.emit(
            "evaded",
            ship.id,
            rule="KH 4 Evasive Maneuvers",
            order=answer.order,
            changes=[] if ship.evading else [Change(f"ship/{ship.id}/evading", False, True)],
            ship=ship.id,
            mr=ship.mr,
        )
        self._change(replace(ship, evading=True))
        return True

    def _icms(self, shot: Shot, chance: int) -> int:
        """The ICMs the target fires at this shot; uses them up.

        Rule: KH 4 Interceptor Missiles. Ambiguity: KH-A30, KH-A31.
        """
        ship = self._ship(shot.target)
        answer = icms(ship, shot.weapon, self._orders(ship).icm, chance)
        self._tell_why(ship, "icm", answer)
        if answer.number:
            self.work.emit(
                "icm",
                ship.id,
                shot.ship,
                shot.mount,
                rule="KH 4 Interceptor Missiles",
                order=answer.order,
                ship=ship.id,
                number=answer.number,
                against=shot.weapon.kind,
                by=shot.ship,
            )
            self._use(ship, "icm", answer.number, answer.order)
        return answer.number

    def _tell_why(self, ship: Ship, what: str, answer: DefenceAnswer) -> None:
        if answer.why and answer.order:
            tell_fate(self.work, ship.id, answer.order, what, answer.why)

    def _spend(self, shot: Shot) -> None:
        """Cross a limited shot off, a wasted one too.

        Rule: KH 4 Aiming Weapons. Ambiguity: KH-A09, KH-A11, KH-A35, KH-A36.
        """
        if not shot.weapon.limited:
            return
        ship = self._ship(shot.ship)
        if shot.weapon.kind == "rocket_battery":
            ship = replace(ship, rockets_fired_in=self.work.state.turn)
        self._use(ship, shot.weapon.kind, 1, shot.order)

    def _use(self, ship: Ship, supply: str, number: int, order: OrderRef | None) -> None:
        """Take a number off a supply, in an event for those who may see the ship's records."""
        work = self.work
        left = ship.left(supply) - number
        self._change(replace(ship, supplies={**ship.supplies, supply: left}))
        work.emit(
            "supply_used",
            ship.id,
            supply,
            rule="KH 4 Weapon Systems",
            seen=of_records(work.seats, work.options, ship.owner),
            order=order,
            changes=[Change(f"ship/{ship.id}/supplies/{supply}", left + number, left)],
            ship=ship.id,
            supply=supply,
            number=number,
            left=left,
        )
