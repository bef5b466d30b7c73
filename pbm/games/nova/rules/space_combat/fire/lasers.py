"""Lasers: size left at a range, the attack charts, the damage chart.

The printed charts follow closed formulae, which go on where the print ends: u is twice the
modified die less the range. The level of a beam is 3(u + 13)/22, at least 1 from u = -9 on; the
level of a pulse is 3(u + 5)/10. Fractions are dropped. Level 1 is the letter A, and each level
does a quarter of the laser's size.

Rule: NV SPC-21, SPC-22, SPC-23, SPC-60. Ambiguity: NV A-LASER-EDGE, NV A-RANGE-ROUND.
"""

from pbm.kit.rounding import ceil_div, floor_div

BEAM, PULSE = "BL", "PL"
_LETTERS = 26
_BEAM_EDGE = -9  # the least u at which a beam does damage


def laser_size(kind: str, size: int, distance: int) -> int:
    """The size of a laser left at a distance, 0 if none; ``kind`` is BL or PL.

    >>> laser_size("BL", 20, 8), laser_size("PL", 14, 5), laser_size("BL", 20, 30)
    (15, 9, 0)

    Rule: NV SPC-21, SPC-22.
    """
    return max(size - dropoff(kind, distance), 0)


def dropoff(kind: str, distance: int) -> int:
    """Points of size that a laser loses at a distance in hexes."""
    return floor_div(2 * distance, 3) if kind == BEAM else distance


def laser_level(kind: str, modified: int, distance: int) -> int:
    """The damage of a laser in quarters of its size, 0 for none.

    ``modified``: the die (0 counts 0) plus FC less EW.
    """
    u = 2 * modified - distance
    if kind == BEAM:
        return 0 if u < _BEAM_EDGE else max(floor_div(3 * (u + 13), 22), 1)
    return max(floor_div(3 * (u + 5), 10), 0)


def laser_letter(kind: str, modified: int, distance: int) -> str:
    """The damage code of the attack chart, "" for no damage.

    >>> laser_letter("BL", 9, 8), laser_letter("PL", 1, 3), laser_letter("PL", 0, 2)
    ('C', 'A', '')
    """
    return letter_of(laser_level(kind, modified, distance))


def letter_of(level: int) -> str:
    """The letter of a level: A for 1, Z for 26, then AA; "" for 0."""
    said = ""
    while level > 0:
        level, last = divmod(level - 1, _LETTERS)
        said = chr(ord("A") + last) + said
    return said


def level_of(letter: str) -> int:
    """The level of a letter, 0 for ""."""
    level = 0
    for sign in letter:
        level = level * _LETTERS + ord(sign) - ord("A") + 1
    return level


def laser_damage(size: int, letter: str) -> int:
    """The damage chart: points of damage of a laser by its remaining size.

    >>> laser_damage(15, "C"), laser_damage(15, "A"), laser_damage(42, "R"), laser_damage(9, "")
    (12, 4, 189, 0)
    """
    return ceil_div(size * level_of(letter), 4)
