"""The damage of a hit: dice, the addition of assault rockets, half against a masking screen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product

from pbm.games.knighthawks.rules.combat.chance import Terms
from pbm.games.knighthawks.state.weapons import Weapon
from pbm.kit.rounding import ceil_div, floor_div


def is_halved(weapon: Weapon, *, screened: bool, out_of_screen: bool) -> bool:
    """True if a masking screen halves the damage: a laser into one, out of one, or both.

    Rule: KH 4 Masking Screen. Ambiguity: KH-A16, KH-A18 (once).
    """
    return weapon.is_laser and (screened or out_of_screen)


def half(damage: int, options: Mapping[str, str]) -> int:
    """Half of a total of damage points.

    Rule: KH 4 Masking Screen. Ambiguity: KH-A17 (option ``screen.round``).
    """
    return ceil_div(damage, 2) if options["screen.round"] == "up" else floor_div(damage, 2)


def damage_terms(
    weapon: Weapon, faces: Sequence[int], *, halved: bool, options: Mapping[str, str]
) -> Terms:
    """The damage points first, then what they are made of.

    Rule: KH 4 Ship Damage. Ambiguity: KH-A32.
    """
    rolled = sum(faces)
    total = rolled + weapon.plus
    terms = [(f"{weapon.dice}d10", rolled)]
    if weapon.plus:
        terms.append((f"+{weapon.plus}", weapon.plus))
    if halved:
        total = half(total, options)
        terms.append((f"half, fractions {options['screen.round']}", total))
    return (("damage", total), *terms)


def mean_damage(weapon: Weapon, *, halved: bool, options: Mapping[str, str]) -> Fraction:
    """The mean damage points of a hit, exact. Rule: KH 4 Combat Table."""
    if not halved:
        return Fraction(11 * weapon.dice, 2) + weapon.plus
    throws = [
        half(sum(faces) + weapon.plus, options)
        for faces in product(range(1, 11), repeat=weapon.dice)
    ]
    return Fraction(sum(throws), len(throws))
