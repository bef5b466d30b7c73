"""From range, relative velocity and Targeting Program to the chance of a fire.

Rule: DV 1.0 (the die), DV 8.0, DV 8.2, DV 8.4, DV 8.5, DV 8.6. Ambiguity: DV-A12, DV-A47,
DV-A49, DV-A58, DV-A59, DV-A104 (a 0 is 10).
"""

from collections.abc import Mapping

from pbm.games.deltavee.rules.fire.relative import Relative, Terms, relative_velocity
from pbm.games.deltavee.state.bands import band
from pbm.games.deltavee.state.ratings import FIRE
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import Unit
from pbm.kit.english import signed
from pbm.kit.records import Record
from pbm.kit.rounding import ceil_div
from pbm.kit.tables import EMPTY

AUTOMATIC = "A"
IMPOSSIBLE = EMPTY


class TargetValue(Record):
    """The Target Value of a fire and how it came about; ``terms`` add up to ``value``.

    ``range`` in hexes, ``range_used`` as halved on the same course; ``targeting`` is the
    Targeting Program, 0 or less.
    """

    relative: Relative
    range: int
    range_used: int
    targeting: int
    value: int
    terms: Terms


def aim(
    state: State, firing: Unit, target: Unit, targeting: int, options: Mapping[str, str]
) -> TargetValue:
    """The Target Value of a fire at a target with this Targeting Program.

    Rule: DV 8.5: the program never takes more than the relative velocity away. Nothing
    between the two matters. DV 8.0: the range counts the target's hex, not the firer's; in one
    hex it is 0. Ambiguity: DV-A12.
    """
    relative = relative_velocity(state, firing, target, options)
    away = state.maps.grid.distance(firing.at, target.at)
    used = ceil_div(away, 2) if relative.same_course else away
    left = max(0, relative.value + targeting)
    terms = list(relative.terms)
    if targeting:
        floor = "" if left == relative.value + targeting else ", not below 0"
        terms.append((f"Targeting Program {signed(targeting)}{floor}", left - relative.value))
    halved = ", halved: same direction and velocity" if relative.same_course else ""
    terms.append((f"range {away}{halved}", used))
    return TargetValue(relative, away, used, targeting, left + used, tuple(terms))


def units_of(type: str) -> int:
    """Energy units of a fire. Rule: DV 8.2."""
    return FIRE.number(type, "units")


def chance_of(type: str, value: int) -> str:
    """A cell of the Fire Results Table: a number, ``A`` or ``-``. Rule: DV 8.6.

    >>> chance_of("laser barrage", 3), chance_of("particle burst", 0), chance_of("laser burst", 15)
    ('7', 'A', '-')
    """
    column = band(FIRE.columns[1:], value)
    return IMPOSSIBLE if column is None else str(FIRE.at(type, column))


def in_ten(chance: str) -> int:
    """How many of ten dice hit: 10 for an automatic hit, 0 for an impossible one."""
    if chance == AUTOMATIC:
        return 10
    return 0 if chance == IMPOSSIBLE else int(chance)
