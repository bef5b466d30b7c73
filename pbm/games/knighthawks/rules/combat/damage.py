"""The damage of a hit: dice, the addition of assault rockets, half against a masking screen."""

from collections.abc import Callable, Mapping, Sequence
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
    weapon: Weapon,
    faces: Sequence[int],
    *,
    halved: bool,
    options: Mapping[str, str],
    counted: Callable[[Terms], Terms] = lambda terms: terms,
) -> Terms:
    """The damage points first, then what they are made of, as far as it is ``counted``.

    Rule: KH 4 Ship Damage. Ambiguity: KH-A32.
    """
    rolled = sum(faces)
    parts: Terms = ((f"{weapon.dice}d10", rolled),)
    if weapon.plus:
        parts = (*parts, (f"+{weapon.plus}", weapon.plus))
    if not halved:
        parts = counted(parts)
        return (("damage", sum(points for _part, points in parts)), *parts)
    halving = (f"half, fractions {options['screen.round']}", half(rolled, options))
    *whole, last = counted((*parts, halving))
    total = sum(points for _part, points in whole)
    if last == halving:
        total = half(total, options)
        last = (halving[0], total)
    return (("damage", total), *whole, last)


def mean_damage(weapon: Weapon, *, halved: bool, options: Mapping[str, str]) -> Fraction:
    """The mean damage points of a hit, exact. Rule: KH 4 Combat Table."""
    if not halved:
        return Fraction(11 * weapon.dice, 2) + weapon.plus
    throws = [
        half(sum(faces) + weapon.plus, options)
        for faces in product(range(1, 11), repeat=weapon.dice)
    ]
    return Fraction(sum(throws), len(throws))
