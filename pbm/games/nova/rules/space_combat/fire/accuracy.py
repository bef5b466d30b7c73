"""Chances to hit and damage of force beams, plasma, warp cannon and missiles.

Chances are in percent and may be below 1 or above 100: a roll of 1 to 100 hits if it is not
greater. Distances are in hexes, 0 in the same hex.

Rule: NV SPC-24 to SPC-29, SPC-54, SPC-55. Ambiguity: NV A-PCT-LIMIT, NV A-PT-RANGE,
NV A-RANGE-ROUND.
"""

from pbm.kit.rounding import ceil_div

# The defences a warp cannon's hit may affect, the outermost first.
SHIELDS, ARMOUR, STRUCTURE = "SL", "TA", "SD"

_WARP_TIMES = {SHIELDS: 1, ARMOUR: 2, STRUCTURE: 3}

# Quarters of a missile's damage by the face of a d6. Rule: NV SPC-27, TEC-24.
_QUARTERS = {1: 2, 2: 3, 3: 4, 4: 4, 5: 6, 6: 8}

_FC_PERCENT = 10  # for each FC left over
_EW_PERCENT = 20  # for each EW left over
_MISSILE_EW_PERCENT = 7
_FORCE_RANGE_PERCENT = 10  # for each hex


def advantage(fc: int, ew: int) -> int:
    """The FC left after cancelling EW; negative if EW is left.

    It is added to the die of a laser. Rule: NV SPC-28, SPC-29.
    """
    return fc - ew


def percent_shift(fc: int, ew: int) -> int:
    """Percentage points that FC and EW give force beams and warp cannon.

    >>> percent_shift(4, 5), percent_shift(5, 4), percent_shift(3, 3)
    (-20, 10, 0)
    """
    left = advantage(fc, ew)
    return left * (_FC_PERCENT if left > 0 else _EW_PERCENT)


def force_accuracy(fa: int, distance: int, fc: int, ew: int) -> int:
    """Percent to hit with a force beam within its range (`components.beam_range`).

    >>> force_accuracy(140, 4, 4, 5)
    80

    Rule: NV SPC-24.
    """
    return fa - _FORCE_RANGE_PERCENT * distance + percent_shift(fc, ew)


def plasma_reduction(pr: int, distance: int) -> int:
    """Points that a plasma torpedo loses with range. Rule: NV SPC-25.

    >>> plasma_reduction(4, 9), plasma_reduction(4, 12), plasma_reduction(4, 0)
    (3, 3, 0)
    """
    return ceil_div(distance, pr)


def plasma_damage(pd: int, pr: int, distance: int) -> int:
    """Points a plasma torpedo does, 0 out of range; it always hits.

    >>> plasma_damage(6, 3, 7), plasma_damage(6, 2, 5), plasma_damage(2, 2, 3)
    (3, 3, 0)

    Rule: NV SPC-25. Ambiguity: NV A-PT-RANGE.
    """
    return max(pd - plasma_reduction(pr, distance), 0)


def warp_accuracy(wa: int, distance: int, fc: int, ew: int, probed: bool) -> int:
    """Percent to hit with a warp cannon; a third, rounded up, at an unprobed target.

    >>> warp_accuracy(115, 7, 5, 4, True), warp_accuracy(115, 7, 5, 4, False)
    (76, 26)

    Rule: NV SPC-26, SPC-55.
    """
    sure = wa - distance * distance + percent_shift(fc, ew)
    return sure if probed else ceil_div(sure, 3)


def warp_layer(die: int, wd: int) -> str:
    """The defence a warp cannon's hit affects, by a die of 1 to 10 (0 counts 10).

    >>> [warp_layer(die, 4) for die in (3, 4, 5)]
    ['TA', 'SD', 'SL']

    Rule: NV SPC-26.
    """
    if die > wd:
        return SHIELDS
    return ARMOUR if die % 2 else STRUCTURE


def warp_damage(wd: int, layer: str) -> int:
    """Points of a warp cannon's hit on the defence it affects first.

    Points that carry over to the next defence count once.

    >>> [warp_damage(4, layer) for layer in (SHIELDS, ARMOUR, STRUCTURE)]
    [4, 8, 12]

    Rule: NV SPC-26.
    """
    return wd * _WARP_TIMES[layer]


def missile_accuracy(ma: int, ew: int) -> int:
    """Percent to hit with a missile within its range; FC does not help. Rule: NV SPC-27.

    >>> missile_accuracy(90, 2)
    76
    """
    return ma - _MISSILE_EW_PERCENT * ew


def missile_damage(md: int, die: int) -> int:
    """Points of a missile that hits, by a die of 1 to 6, rounded up. Rule: NV SPC-27.

    >>> [missile_damage(13, die) for die in range(1, 7)]
    [7, 10, 13, 13, 20, 26]
    """
    return ceil_div(md * _QUARTERS[die], 4)
