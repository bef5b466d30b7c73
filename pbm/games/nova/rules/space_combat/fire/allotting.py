"""Step F: a target for each weapon by doctrine.

A ship's targets come in the order of its doctrine. Each target gets fire until this is expected to
destroy it, and a little more; further weapons fire at the next. Once all targets have enough, the
remaining weapons go round them again. A weapon fires only at targets it may be expected to damage.

Rule: NV SPC-03, SPC-18, SPC-51. Ambiguity: NV A-DOCTRINE, NV A-FIRE-ORDER, NV A-FLEE,
NV A-IE0-CAPTURE.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from pbm.games.nova.orders.battle.targets import GATES, Target, precedence, size_of, toughness
from pbm.games.nova.rules.space_combat.captain import Aim, Foe
from pbm.games.nova.rules.space_combat.doctrine_decisions import Council, Member
from pbm.games.nova.rules.space_combat.fire.aiming import POINT, Kit, Pick
from pbm.games.nova.rules.space_combat.fire.armament import Armament
from pbm.games.nova.state.battle.arena import Place
from pbm.games.nova.state.battle.vectors import distance


class _Fire(Struct):
    """Fire on a target so far, and the fire to destroy it, in thousandths of points."""

    needed: int
    placed: int = 0


def aims(council: Council, armament: Armament) -> dict[str, list[Aim]]:
    """The aims of each own ship, in the order of its weapons' ranks."""
    fire = {
        id: _Fire(toughness(foe.known) * POINT)
        for id, foe in (*council.view.foes.items(), *council.view.gates.items())
    }
    gunners: dict[tuple[Kit, int, Place], list[Member]] = {}
    for one in council.afloat:
        if council.fired_on or not one.flees:
            kit = armament.kit_of(one)
            if kit.batteries:
                gunners.setdefault((kit, one.live.fc_level, one.live.at), []).append(one)
    found: dict[str, list[Aim]] = {}
    for (kit, fc, at), ships in gunners.items():
        found.update(_Gunners(council, kit, fc, at, ships, fire).aims())
    return {one.live.id: found[one.live.id] for one in council.afloat if one.live.id in found}


class _Gunners:
    """Ships with the same weapons and doctrine in one hex."""

    def __init__(
        self,
        council: Council,
        kit: Kit,
        fc: int,
        at: Place,
        ships: list[Member],
        fire: dict[str, _Fire],
    ) -> None:
        self._round = council.view.round
        self._kit, self._fc, self._at = kit, fc, at
        self._ships = ships
        self._fire = fire
        self._use = ships[0].doctrine
        spared = council.spared(ships[0])
        foes = [foe for id, foe in council.view.foes.items() if id not in spared]
        targets = sorted(self._targets(foes), key=self._due)
        if GATES in self._use.targets:
            targets += self._targets(council.view.gates.values())
        picks = [(one, self._picks(one)) for one in targets]
        # For each battery, the targets it may be expected to damage.
        self._choices: list[list[tuple[str, Pick]]] = [
            [(one.id, each[place]) for one, each in picks if each[place].points]
            for place in range(len(kit.batteries))
        ]
        self._next = [0] * len(self._choices)

    def _picks(self, one: Target) -> tuple[Pick, ...]:
        probed = one.known.probed == self._round
        return self._kit.picks(one.distance, self._fc, one.known.ew or 0, probed)

    def _targets(self, foes: Iterable[Foe]) -> Iterator[Target]:
        """Targets in range, each with the part of its size the ships expect to destroy."""
        for foe in foes:
            known = foe.known
            hexes = distance(self._at, foe.at)
            probed = known.probed == self._round
            points = self._kit.points(hexes, self._fc, known.ew or 0, probed)
            if points:
                needed = self._fire[foe.id].needed
                kill = min(points * len(self._ships), needed) * size_of(known) * POINT // needed
                yield Target(foe.id, known, hexes, kill)

    def _due(self, one: Target) -> tuple[object, ...]:
        return (*precedence(one, self._use.targets), one.id)

    def aims(self) -> dict[str, list[Aim]]:
        """The aims of each ship."""
        return {id: given for one in self._ships if (given := self._of(id := one.live.id))}

    def _of(self, _id: str) -> list[Aim]:
        found: list[Aim] = []
        for place, battery in enumerate(self._kit.batteries):
            given: dict[tuple[str, Pick], list[str]] = {}
            for name in battery.names:
                choice = self._choice(place)
                if choice is not None:
                    given.setdefault(choice, []).append(name)
            rank = self._rank(battery.weapon.kind)
            found += [
                Aim(target, tuple(names), pick.mode, pick.missile, rank=rank)
                for (target, pick), names in given.items()
            ]
        return sorted(found, key=lambda aim: aim.rank)

    def _rank(self, kind: str) -> int:
        order = self._use.order
        return order.index(kind) if kind in order else len(order)

    def _choice(self, place: int) -> tuple[str, Pick] | None:
        """The target of the next weapon of a battery."""
        choices = self._choices[place]
        if not choices:
            return None
        at = self._next[place]
        if not self._use.spread:
            while at < len(choices) and self._has_enough(choices[at][0]):
                at += 1
            self._next[place] = at if at < len(choices) else at + 1
        else:
            self._next[place] = at + 1
        choice = choices[at % len(choices)]
        self._fire[choice[0]].placed += choice[1].points
        return choice

    def _has_enough(self, target: str) -> bool:
        fire = self._fire[target]
        return fire.placed * 100 >= fire.needed * self._use.overkill
