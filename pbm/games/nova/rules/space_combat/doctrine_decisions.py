"""Decisions by doctrine about own ships: which flee, fight or go aboard.

Rule: NV SPC-03, SPC-11. Ambiguity: NV A-DOCTRINE, NV A-FLEE, NV A-PICKUP.
"""

from collections.abc import Mapping

from pbm.games.nova.orders.battle.doctrine import FLEE, Doctrine, Plan, doctrine
from pbm.games.nova.orders.battle.targets import size_of
from pbm.games.nova.rules.space_combat.captain import CaptainView, Foe
from pbm.games.nova.rules.space_combat.judging import judged, losses
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.state.battle.vectors import distance

NO_PLAN = Plan()
HALF = 50  # percent of its ships; the weaker side breaks off after losing them
DERELICT_AFTER = 2  # rounds without thrust after which a damaged ship is taken for a derelict


class Member:
    """One own ship, and what its doctrine means now.

    ``escapes``: it is ordered to get away, or its side breaks off. ``flees``: it escapes, or it is
    unarmed and has no order to stay. ``wants_home``: it is to be picked up; never for a carrier.
    """

    __slots__ = ("doctrine", "escapes", "flees", "is_armed", "live", "wants_home")

    def __init__(self, live: Live, doctrine: Doctrine, view: CaptainView, *, broken: bool) -> None:
        self.live = live
        self.doctrine = doctrine
        self.is_armed = _is_armed(live)
        ordered = live.first.retreats and self.is_armed
        self.escapes = ordered or doctrine.goal == FLEE or broken
        afraid = not self.is_armed and not doctrine.stays
        self.flees = self.escapes or afraid
        over = not (view.foes or view.lost)
        wanted = doctrine.pick_up or (not live.fitted.jd and (self.flees or over))
        self.wants_home = wanted and not live.fitted.bays


def _is_armed(live: Live) -> bool:
    return live.fitted.guns or (live.fitted.launchers and bool(live.first.missiles))


class Council:
    """All own ships of a view, by name.

    ``afloat`` are those in play. ``homes``: carriers for those that are to be picked up.
    ``fired_on``: an enemy was seen to fire.
    """

    def __init__(self, view: CaptainView, plans: Mapping[str, Plan]) -> None:
        self.view = view
        passes = judged(view)
        made: dict[Plan, tuple[Doctrine, bool]] = {}
        self.members: list[Member] = []
        for live in sorted(view.own.values(), key=lambda one: (one.first.name, one.id)):
            plan = plans.get(live.id, NO_PLAN)
            known = made.get(plan)
            if known is None:
                decided = doctrine(plan, passes)
                known = made[plan] = decided, self._breaks_off(decided)
            self.members.append(Member(live, known[0], view, broken=known[1]))
        self.afloat = [one for one in self.members if one.live.in_play]
        self.by_id = {one.live.id: one for one in self.members}
        self.fired_on = any(foe.known.guns for foe in view.foes.values()) or any(
            known.guns for known in view.lost.values()
        )
        self.homes = _homes(self)

    def is_stronger(self) -> bool:
        """True if its armed ships have more SSZ in all than the hostile ships it knows."""
        view = self.view
        own = sum(one.figures.ssz for one in view.own.values() if one.in_play and _is_armed(one))
        known = [foe.known for foe in view.foes.values()]
        return own > sum(map(size_of, (*known, *view.lost.values())))

    def _breaks_off(self, doctrine: Doctrine) -> bool:
        """True once the losses of a side reach the level at which it breaks off.

        Without such an order the stronger side does not.
        """
        if doctrine.break_off < 0:
            return losses(self.view) >= HALF and not self.is_stronger()
        return self.view.gone > 0 and losses(self.view) >= doctrine.break_off

    def spared(self, one: Member) -> set[str]:
        """Ships to be captured, not fired at: they seem to have lost their engines."""
        if not one.doctrine.capture:
            return set()
        return {id for id, foe in self.view.foes.items() if self._drifts(foe)}

    def _drifts(self, foe: Foe) -> bool:
        known = foe.known
        return known.hurt and self.view.round - max(known.burned, 1) >= DERELICT_AFTER


def _homes(council: Council) -> dict[str, str]:
    """The nearest carrier with room for each ship that is to be picked up."""
    craft = [one.live for one in council.afloat if one.wants_home]
    if not craft:
        return {}
    room = _free_bays(council)
    found: dict[str, str] = {}
    for one in craft:
        need = one.figures.carried
        fit = [
            (distance(one.at, carrier.at), place, size)
            for place, (carrier, bays) in enumerate(room)
            for size in bays
            if size >= need
        ]
        if fit:
            _, place, size = min(fit)
            carrier, bays = room[place]
            bays[bays.index(size)] -= need
            found[one.id] = carrier.id
    return found


def _free_bays(council: Council) -> list[tuple[Live, list[int]]]:
    """The free room in each carrier's working bays."""
    inside: dict[tuple[str, str], int] = {}
    for one in council.members:
        if one.live.aboard:
            bay = (one.live.carrier, one.live.bay)
            inside[bay] = inside.get(bay, 0) + one.live.figures.carried
    return [
        (one.live, [size - inside.get((one.live.id, bay), 0) for bay, size in one.live.fitted.bays])
        for one in council.afloat
        if one.live.fitted.bays
    ]
