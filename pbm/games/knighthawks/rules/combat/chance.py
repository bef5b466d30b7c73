"""The chance to hit, term by term, and whether a d100 roll hits."""

from collections.abc import Sequence
from fractions import Fraction

from pbm.games.knighthawks.state.weapons import MODIFIERS, Weapon

REFLECTIVE_HULL = "reflective hull"
MASKING_SCREEN = "masking screen"
NO_DEFENCE = "none"

Terms = tuple[tuple[str, int], ...]


def defence_against(
    weapon: Weapon, *, reflective: bool, screened: bool, out_of_screen: bool = False
) -> str:
    """The defence that counts: the target's most effective one, the hull if two are equal.

    ``screened``: the target is inside a masking screen; ``out_of_screen``: the firing ship
    is, which hinders its lasers as if the target were masked.
    Rule: KH 4 Combat Procedure, KH 4 Masking Screen. Ambiguity: KH-A15, KH-A16, KH-A18.
    """
    having = [REFLECTIVE_HULL] if reflective else []
    if screened or (out_of_screen and weapon.is_laser):
        having.append(MASKING_SCREEN)
    return min(having, key=weapon.base, default=NO_DEFENCE)


def chance_terms(
    weapon: Weapon,
    defence: str,
    range_hexes: int,
    *,
    head_on: bool = False,
    evading_mr: int = 0,
    icms: int = 0,
) -> Terms:
    """The parts of a chance to hit, per cent, the base first; only those that count.

    Rule: KH 4 Combat Procedure, KH 4 Attack Modifiers, KH 4 Range Diffusion, KH 4 Head-On
    Shots, KH 4 Evasive Maneuvers, KH 4 Interceptor Missiles. Ambiguity: KH-A13, KH-A14,
    KH-A15, KH-A30, KH-A44.

    >>> from pbm.games.knighthawks.state.weapons import ARMS
    >>> terms = chance_terms(ARMS["laser_cannon"], REFLECTIVE_HULL, 4, head_on=True)
    >>> terms, chance_of(terms)
    ((('laser cannon at reflective hull', 60), ('head-on', 10), ('range 4 x 5', -20)), 50)
    """
    at = "no reflective hull" if defence == NO_DEFENCE else defence
    terms = [(f"{weapon.title} at {at}", weapon.base(defence))]
    if head_on and weapon.forward:
        terms.append(("head-on", _per_cent("head_on")))
    if weapon.diffuses and range_hexes:
        terms.append(_times(f"range {range_hexes}", range_hexes, _per_cent("range_diffusion")))
    if evading_mr and weapon.kind == "torpedo":
        mr = f"evasive maneuvers MR {evading_mr}"
        terms.append(_times(mr, evading_mr, _per_cent("evasive_maneuvers")))
    if icms and weapon.icm:
        terms.append(_times(f"{icms} ICM{'s' if icms > 1 else ''}", icms, -weapon.icm))
    return tuple(terms)


def chance_of(terms: Sequence[tuple[str, int]]) -> int:
    """The chance to hit, per cent; it may be below 0 or above 100."""
    return sum(amount for _name, amount in terms)


def hits(chance: int, rolled: int) -> bool:
    """True if this roll hits; the lowest rolls always hit, the highest always miss.

    Rule: KH 4 Combat Procedure, KH 4 Automatic Hits and Misses. Ambiguity: KH-A34.
    """
    if rolled <= _per_cent("always_hits"):
        return True
    return rolled <= chance and rolled < _per_cent("always_misses")


def automatic(chance: int, d100: int) -> str:
    """The word hit or miss where a roll went against the chance, else nothing.

    Rule: KH 4 Automatic Hits and Misses.
    """
    if hits(chance, d100) == (d100 <= chance):
        return ""
    return "hit" if hits(chance, d100) else "miss"


def odds(chance: int) -> Fraction:
    """The part of all d100 rolls that hit. Rule: KH 4 Automatic Hits and Misses."""
    least, most = _per_cent("always_hits"), _per_cent("always_misses") - 1
    return Fraction(max(least, min(most, chance)), 100)


def _per_cent(modifier: str) -> int:
    return MODIFIERS.number(modifier, "per cent")


def _times(what: str, count: int, each: int) -> tuple[str, int]:
    return f"{what} x {abs(each)}", count * each
