"""The captain of a side with a sheet for the round: orders first, then doctrine.

Doctrine decides whatever the sheet leaves open. It also replaces an order that can no longer be
carried out when its step comes; the player is told why.

Rule: NV SPC-04, NV SPC-09, NV SPC-11, NV SPC-18, NV SPC-41. Ambiguity: NV A-WHO, NV A-DOCTRINE.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from pbm.games.nova.orders.rounds.round_orders import (
    CYCLE,
    FIRE,
    HOLD,
    LAUNCH,
    LEAVE,
    PICK_UP,
    PLOT,
    RoundOrders,
    Told,
)
from pbm.games.nova.rules.space_combat.captain import (
    JUMP,
    RESTART,
    Aim,
    Captain,
    CaptainView,
    ReadyForRound,
)
from pbm.games.nova.rules.space_combat.live import Live
from pbm.games.nova.state.battle.arena import Place
from pbm.games.nova.state.battle.vectors import length
from pbm.kit.english import count, listed

Unable = Callable[[Told, str], None]


class MailCaptain:
    """The captain of a side with a sheet; ``unable`` is called for each failed order."""

    def __init__(self, doctrine: Captain, orders: RoundOrders, unable: Unable) -> None:
        self._doctrine = doctrine
        self._told = orders.told
        self._unable = unable

    def ready(self, view: CaptainView) -> Mapping[str, ReadyForRound]:
        """Step C: launch ships and run jump drives as ordered."""
        found = dict(self._doctrine.ready(view))
        for told, ship in self._each(view, LAUNCH):
            if ship.aboard:
                found[ship.id] = replace(found.get(ship.id, ReadyForRound()), launch=told.yes)
            elif told.yes:
                self._unable(told, f"{ship.first.name} is out already")
        for told, ship in self._each(view, CYCLE):
            word = "go" if told.yes else "stop"
            found[ship.id] = replace(found.get(ship.id, ReadyForRound()), cycle=word)
        return found

    def steer(self, view: CaptainView) -> Mapping[str, Place]:
        """Step D: vectors as plotted, unless engines were lost since the plot was written."""
        found = dict(self._doctrine.steer(view))
        for told, ship in self._each(view, PLOT):
            if not ship.in_play:
                self._unable(told, f"{ship.first.name} is aboard another ship")
            elif length(told.by) > ship.fitted.ie:
                why = f"IE {ship.fitted.ie} is left, and it takes {length(told.by)}"
                self._unable(told, why)
            else:
                found[ship.id] = told.by
        return found

    def fire(self, view: CaptainView) -> Mapping[str, Sequence[Aim]]:
        """Step F: shots as ordered; weapons without orders fire by doctrine, or hold fire."""
        found = {id: list(aims) for id, aims in self._doctrine.fire(view).items()}
        holding = {told.ship for told, _ship in self._each(view, HOLD)}
        targets = {foe.known.number: foe.id for foe in (*view.foes.values(), *view.gates.values())}
        for id, ship in view.own.items():
            shots = [told for told in self._told if told.kind == FIRE and told.ship == id]
            if not shots and id not in holding:
                continue
            rest = found.pop(id, [])
            aims = list(self._aims(ship, shots, targets, rest))
            used = {name for aim in aims for name in aim.weapons}
            if id not in holding:
                aims += [
                    replace(aim, weapons=left)
                    for aim in rest
                    if (left := tuple(one for one in aim.weapons if one not in used))
                ]
            found[id] = aims
        return found

    def _aims(
        self, ship: Live, shots: Sequence[Told], targets: Mapping[int, str], rest: Sequence[Aim]
    ) -> Iterator[Aim]:
        by_doctrine = {name: aim for aim in rest for name in aim.weapons}
        fired: set[str] = set()
        for told in shots:
            target = targets.get(told.counter)
            works = {one.name for one in ship.works}
            ready = tuple(one for one in told.weapons if one in works and one not in fired)
            if not ship.in_play:
                self._unable(told, f"{ship.first.name} is not on the map")
            elif target is None:
                self._unable(told, f"c{told.counter} is not detected when the ships fire")
            else:
                lost = [one for one in told.weapons if one not in works]
                if lost:
                    self._unable(told, f"{listed(lost)} of {ship.first.name} does not work")
                fired.update(ready)
                yield from _alike(told, ready, target, by_doctrine, ship)

    def pick_up(self, view: CaptainView) -> Mapping[str, str]:
        """Step K: ships taken aboard as ordered; the round reports those that cannot be."""
        found = dict(self._doctrine.pick_up(view))
        for told, carrier in self._each(view, PICK_UP):
            ship = view.own.get(told.other)
            if ship is None or not ship.in_play or not carrier.in_play:
                self._unable(told, "one of the two ships is not on the map")
            else:
                found[ship.id] = carrier.id
        return found

    def leave(self, view: CaptainView) -> Mapping[str, str]:
        """Step L: ships that jump as ordered."""
        found = dict(self._doctrine.leave(view))
        for told, ship in self._each(view, LEAVE):
            if told.yes and not ship.jump_ready:
                self._unable(told, _not_ready(ship))
            else:
                found[ship.id] = JUMP if told.yes else RESTART
        return found

    def lost(self, view: CaptainView) -> bool:
        """Jump out by doctrine, of which the item ``lost`` of a sheet is a part."""
        return self._doctrine.lost(view)

    def _each(self, view: CaptainView, kind: str) -> Iterator[tuple[Told, Live]]:
        """Orders of a kind for ships that are left: the first for each ship and object."""
        seen: set[tuple[str, str]] = set()
        for told in self._told:
            if told.kind == kind and told.ship in view.own:
                key = (told.ship, told.other)
                if key not in seen:
                    seen.add(key)
                    yield told, view.own[told.ship]


def _alike(
    told: Told, names: Sequence[str], target: str, by_doctrine: Mapping[str, Aim], ship: Live
) -> Iterator[Aim]:
    """Group weapons that fire alike: mode and missile as ordered, else by doctrine."""
    groups: dict[tuple[str, str], list[str]] = {}
    for name in names:
        chosen = by_doctrine.get(name)
        mode, missile = told.mode, told.missile
        if name.startswith("XL"):
            mode = mode or (chosen.mode if chosen is not None else "") or "BL"
        if name.startswith("ML"):
            first = min(ship.first.missiles, default="")
            missile = missile or (chosen.missile if chosen is not None else "") or first
        key = (mode if name.startswith("XL") else "", missile if name.startswith("ML") else "")
        groups.setdefault(key, []).append(name)
    for (mode, missile), weapons in groups.items():
        yield Aim(target, tuple(weapons), mode, missile, told.position)


def _not_ready(ship: Live) -> str:
    if not ship.fitted.jd:
        return "it has no jump drive that works"
    if ship.cycle < 0:
        return "its jump drive does not cycle"
    left = count(ship.lag - ship.cycle, "round")
    return f"its jump drive needs {left} more"
