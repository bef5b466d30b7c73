"""The best use of weapons by expected damage.

Unknown electronic warfare counts as 0. Points are kept as whole thousandths, so that many shots
add up fast and exactly.

Rule: NV SPC-18, SPC-23, SPC-59. Ambiguity: NV A-DOCTRINE, NV A-MISSILE-CHOICE.
"""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from pbm.games.nova.orders.battle.doctrine import Doctrine
from pbm.games.nova.rules.space_combat.fire.chances import expected, outcomes
from pbm.games.nova.rules.space_combat.fire.gunnery import COMBINATION, MISSILE, Weapon, modes, shot
from pbm.games.nova.rules.space_combat.fire.lasers import BEAM, PULSE
from pbm.games.nova.state.missiles import MissileDesign
from pbm.kit.records import Record

POINT = 1000
_MODES: Mapping[str, tuple[str, ...]] = {"beam": (BEAM,), "pulse": (PULSE,)}


class Pick(Record):
    """The best way to fire a weapon: points in thousandths, 0 if it is to hold fire."""

    points: int
    mode: str = ""
    missile: str = ""


HOLD_FIRE = Pick(0)


class Battery(Record):
    """Like weapons of one ship: one of them, and the names of all."""

    weapon: Weapon
    names: tuple[str, ...]


class Kit:
    """Weapons and missiles of a ship, and the doctrine on how to use them."""

    def __init__(
        self, batteries: tuple[Battery, ...], missiles: tuple[MissileDesign, ...], use: Doctrine
    ) -> None:
        self.batteries = batteries
        self._missiles = missiles
        self._use = use
        self._picks: dict[tuple[int, int, int, bool], tuple[Pick, ...]] = {}
        self._points: dict[tuple[int, int, int, bool], int] = {}
        self._ranges: dict[tuple[int, int, bool, int], int] = {}

    def picks(self, distance: int, fc: int, ew: int, probed: bool) -> tuple[Pick, ...]:
        """The best way to fire each battery at a target at this distance."""
        key = (distance, fc, ew, probed)
        found = self._picks.get(key)
        if found is None:
            made = (self._pick(one.weapon, distance, fc, ew, probed) for one in self.batteries)
            found = self._picks[key] = tuple(made)
        return found

    def points(self, distance: int, fc: int, ew: int, probed: bool) -> int:
        """The expected damage of all weapons at this distance, in thousandths of points."""
        key = (distance, fc, ew, probed)
        found = self._points.get(key)
        if found is None:
            each = zip(self.picks(*key), self.batteries, strict=True)
            found = self._points[key] = sum(pick.points * len(one.names) for pick, one in each)
        return found

    def best_range(self, fc: int, ew: int, probed: bool, most: int) -> int:
        """The distance in hexes, up to ``most``, with the greatest expected damage.

        Of several the greatest, since the enemy may do less damage there.
        """
        key = (fc, ew, probed, most)
        if key not in self._ranges:
            every = range(most + 1)
            self._ranges[key] = max(
                every, key=lambda hexes: (self.points(hexes, fc, ew, probed), hexes)
            )
            if not self.points(self._ranges[key], fc, ew, probed):
                self._ranges[key] = 0
        return self._ranges[key]

    def _pick(self, weapon: Weapon, distance: int, fc: int, ew: int, probed: bool) -> Pick:
        use = self._use
        if 0 <= use.within < distance:
            return HOLD_FIRE
        choices = [
            pick
            for mode in _modes(weapon, use)
            for missile in self._for(weapon)
            if (pick := _expected(weapon, distance, fc, ew, probed, missile, mode, use.chance))
        ]
        if weapon.kind == MISSILE:
            for name in use.missiles:
                named = [pick for pick in choices if pick.missile == name]
                if named:
                    return named[0]
        return max(choices, key=lambda pick: pick.points, default=HOLD_FIRE)

    def _for(self, weapon: Weapon) -> tuple[MissileDesign | None, ...]:
        if weapon.kind != MISSILE:
            return (None,)
        return tuple(one for one in self._missiles if one.fits(weapon.size))


@lru_cache(maxsize=4096)
def kit(weapons: tuple[Weapon, ...], missiles: tuple[MissileDesign, ...], use: Doctrine) -> Kit:
    """The kit of a ship's working weapons, like ones together, and its missiles."""
    names: dict[Weapon, list[str]] = {}
    for one in weapons:
        names.setdefault(_nameless(one), []).append(one.name)
    return Kit(tuple(Battery(one, tuple(all_of)) for one, all_of in names.items()), missiles, use)


def _nameless(one: Weapon) -> Weapon:
    return Weapon("", one.kind, one.size, one.accuracy, one.damage, one.pr)


def _modes(weapon: Weapon, use: Doctrine) -> tuple[str, ...]:
    return _MODES.get(use.xl, modes(weapon)) if weapon.kind == COMBINATION else modes(weapon)


def _expected(
    weapon: Weapon,
    distance: int,
    fc: int,
    ew: int,
    probed: bool,
    missile: MissileDesign | None,
    mode: str,
    chance: int,
) -> Pick | None:
    """A way of firing; None if it does no damage or its chance to hit is too small."""
    fired = shot(weapon, distance, fc, ew, probed, missile, mode)
    points = int(expected(fired) * POINT)
    if not points or sum((part for _, part in outcomes(fired)), Fraction(0)) * 100 < chance:
        return None
    return Pick(points, mode if weapon.kind == COMBINATION else "", missile.name if missile else "")
