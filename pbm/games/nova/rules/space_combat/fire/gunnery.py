"""A weapon in battle, and one shot at one target: its chance and its effect.

A round finds the `Shot` first, from figures alone, then rolls its dice and asks for the `Hit`.

Rule: NV SPC-21 to SPC-29, SPC-54. Ambiguity: NV A-DESIGN-MIXED.
"""

from collections.abc import Collection
from functools import lru_cache

from msgspec.structs import replace

from pbm.engine.subtask import Terms
from pbm.games.nova.rules.space_combat.fire import accuracy
from pbm.games.nova.rules.space_combat.fire.lasers import (
    BEAM,
    PULSE,
    dropoff,
    laser_damage,
    laser_letter,
    laser_level,
    laser_size,
)
from pbm.games.nova.state.components import ARMED, beam_range, piece_size
from pbm.games.nova.state.design import Design, Installation, figures
from pbm.games.nova.state.missiles import MissileDesign
from pbm.kit.records import Record

LASERS = (BEAM, PULSE)
COMBINATION = "XL"
FORCE, PLASMA, WARP, MISSILE = "FP", "PA", "WC", "ML"

BEST_DIE = 9

# The die that decides whether a shot hits, and the die for the effect of a hit; a laser's first
# die decides both, plasma needs none.
DICE = {
    BEAM: ("d10_low", ""),
    PULSE: ("d10_low", ""),
    FORCE: ("d100", ""),
    PLASMA: ("", ""),
    WARP: ("d100", "d10"),
    MISSILE: ("d100", "d6"),
}


class Weapon(Record):
    """One working installation that fires.

    ``name``: as on the critical-hit chart (``BL1``). ``accuracy``: FA or WA in percent.
    ``damage``: FD, PD or WD. ``pr``: the range of plasma. Missiles have figures of their own.
    """

    name: str
    kind: str
    size: int
    accuracy: int = 0
    damage: int = 0
    pr: int = 0


class Shot(Record):
    """One weapon fired at one target, before its dice.

    ``mode``: the weapon's kind, BL or PL for a combination laser. ``bears``: damage is possible;
    otherwise the shot is wasted and rolls nothing. ``size``: the size of a laser left at this
    range; ``dropoff``: the size it lost. ``shift``: added to a laser's die. ``percent``: the chance
    to hit of force beam, warp cannon and missile; 100 for plasma. ``damage``: FD, WD, MD, or the
    damage of a plasma torpedo at this range. ``terms``: add up to ``shift`` or ``percent``.
    """

    mode: str
    distance: int
    bears: bool
    size: int = 0
    dropoff: int = 0
    shift: int = 0
    percent: int = 0
    damage: int = 0
    terms: Terms = ()

    @property
    def dice(self) -> tuple[str, str]:
        """The first die, and the die for the effect of a hit, "" for none."""
        return DICE[self.mode]


class Hit(Record):
    """One hit on a target.

    ``kind``: as `Shot.mode`. ``damage``: in points, for a warp cannon its WD. ``letter``: the
    damage code of a laser. ``layer``: the defence a warp cannon's hit affects (SL, TA, SD).
    """

    damage: int
    kind: str
    layer: str = ""
    letter: str = ""


def weapons(design: Design, lost: Collection[str] = ()) -> tuple[Weapon, ...]:
    """The working weapons of a design, in the order of its sheet; ``lost``: names."""
    whole = _all_weapons(design)
    return tuple(one for one in whole if one.name not in lost) if lost else whole


@lru_cache(maxsize=4096)
def _all_weapons(design: Design) -> tuple[Weapon, ...]:
    pieces = figures(design).installations
    return tuple(weapon_of(piece) for piece in pieces if piece.part.kind in ARMED)


def weapon_of(piece: Installation) -> Weapon:
    """The weapon that an installation is."""
    part = piece.part
    return Weapon(piece.name, part.kind, piece_size(part), part.accuracy, part.damage, part.pr)


def modes(weapon: Weapon) -> tuple[str, ...]:
    """The ways in which a weapon may be fired. Rule: NV SPC-23."""
    return LASERS if weapon.kind == COMBINATION else (weapon.kind,)


@lru_cache(maxsize=65536)
def shot(
    weapon: Weapon,
    distance: int,
    fc: int,
    ew: int,
    probed: bool = False,
    missile: MissileDesign | None = None,
    mode: str = "",
) -> Shot:
    """A weapon's shot over a distance in hexes, by attacker's FC and target's EW.

    ``probed``: a friendly ship probed the target this round, before fire. ``missile``: the
    missile a launcher fires; without one, or with one too large, it fires nothing. ``mode``: for
    a combination laser, which fires as a beam unless this is PL; others have one way to fire.
    """
    if weapon.kind == COMBINATION:
        return _laser(weapon, PULSE if mode == PULSE else BEAM, distance, fc, ew)
    if weapon.kind in LASERS:
        return _laser(weapon, weapon.kind, distance, fc, ew)
    if weapon.kind == PLASMA:
        left = accuracy.plasma_damage(weapon.damage, weapon.pr, distance)
        return Shot(PLASMA, distance, left > 0, percent=100, damage=left)
    if weapon.kind == MISSILE:
        return _missile(weapon, missile, distance, ew)
    if weapon.kind == FORCE:
        return _force(weapon, distance, fc, ew)
    return _warp(weapon, distance, fc, ew, probed)


def _laser(weapon: Weapon, mode: str, distance: int, fc: int, ew: int) -> Shot:
    size = laser_size(mode, weapon.size, distance)
    shift = accuracy.advantage(fc, ew)
    bears = size > 0 and laser_level(mode, BEST_DIE + shift, distance) > 0
    lost = dropoff(mode, distance)
    terms = (("FC", fc), ("EW", -ew))
    return Shot(mode, distance, bears, size=size, dropoff=lost, shift=shift, terms=terms)


def _missile(weapon: Weapon, missile: MissileDesign | None, distance: int, ew: int) -> Shot:
    if missile is None or not missile.fits(weapon.size):
        return Shot(MISSILE, distance, bears=False)
    percent = accuracy.missile_accuracy(missile.ma, ew)
    bears = percent > 0 and distance <= missile.mr
    terms = (("MA", missile.ma), ("EW", percent - missile.ma))
    return Shot(MISSILE, distance, bears, percent=percent, damage=missile.md, terms=terms)


def _force(weapon: Weapon, distance: int, fc: int, ew: int) -> Shot:
    percent = accuracy.force_accuracy(weapon.accuracy, distance, fc, ew)
    shift = accuracy.percent_shift(fc, ew)
    terms = (("FA", weapon.accuracy), ("range", percent - weapon.accuracy - shift), _left(shift))
    bears = percent > 0 and distance <= beam_range(weapon.size)
    return Shot(FORCE, distance, bears, percent=percent, damage=weapon.damage, terms=terms)


def _warp(weapon: Weapon, distance: int, fc: int, ew: int, probed: bool) -> Shot:
    sure = accuracy.warp_accuracy(weapon.accuracy, distance, fc, ew, probed=True)
    percent = accuracy.warp_accuracy(weapon.accuracy, distance, fc, ew, probed)
    shift = accuracy.percent_shift(fc, ew)
    terms: Terms = (
        ("WA", weapon.accuracy),
        ("range", sure - weapon.accuracy - shift),
        _left(shift),
    )
    if not probed:
        terms = (*terms, ("not probed", percent - sure))
    damage = weapon.damage
    return Shot(WARP, distance, percent > 0, percent=percent, damage=damage, terms=terms)


def _left(shift: int) -> tuple[str, int]:
    """The name and the value of the term for the FC or EW that is left."""
    return ("FC" if shift > 0 else "EW", shift)


def counted_as(fired: Shot, terms: Terms) -> Shot:
    """A shot whose terms count otherwise by a ruling: its chance, or its shift, is their sum."""
    if terms == fired.terms:
        return fired
    total = sum(amount for _name, amount in terms)
    if fired.mode in LASERS:
        bears = fired.size > 0 and laser_level(fired.mode, BEST_DIE + total, fired.distance) > 0
        return replace(fired, terms=terms, shift=total, bears=bears)
    in_reach = fired.bears or fired.percent <= 0
    return replace(fired, terms=terms, percent=total, bears=in_reach and total > 0)


def hits(fired: Shot, die: int) -> bool:
    """True if a shot hits by its first die (any number for plasma, which rolls none).

    Ambiguity: NV A-PCT-LIMIT.
    """
    if not fired.bears:
        return False
    if fired.mode in LASERS:
        return laser_level(fired.mode, die + fired.shift, fired.distance) > 0
    return die <= fired.percent


def hit(fired: Shot, first: int = 0, second: int = 0) -> Hit | None:
    """The hit a shot makes by its dice, None if it misses.

    ``second`` counts only where a hit needs a second die (`Shot.dice`).
    """
    if not hits(fired, first):
        return None
    if fired.mode in LASERS:
        letter = laser_letter(fired.mode, first + fired.shift, fired.distance)
        return Hit(laser_damage(fired.size, letter), fired.mode, letter=letter)
    if fired.mode == WARP:
        return Hit(fired.damage, WARP, accuracy.warp_layer(second, fired.damage))
    if fired.mode == MISSILE:
        return Hit(accuracy.missile_damage(fired.damage, second), MISSILE)
    return Hit(fired.damage, fired.mode)
