"""Relative velocity: how fast two units pass each other.

Rule: DV 8.3, DV 8.4. Ambiguity: DV-A08, DV-A09, DV-A11, DV-A19.
"""

from collections.abc import Mapping
from math import isqrt

from pbm.games.deltavee.rules.fire.inline import in_line
from pbm.games.deltavee.state.geometry import Direction, apart
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import Unit
from pbm.kit.records import Record
from pbm.kit.rounding import ceil_div
from pbm.kit.tables import table

CHART = table("pbm.games.deltavee", "relative")

Terms = tuple[tuple[str, int], ...]


class Relative(Record):
    """A relative velocity, its ``terms`` (they add up to ``value``), the statement of 8.3.

    ``in_line``: it was halved by condition 1 of 8.4. ``same_course``: condition 2 holds, so
    that the range is halved too.
    """

    terms: Terms
    value: int
    statement: int
    in_line: bool = False
    same_course: bool = False


def relative_velocity(
    state: State,
    firing: Unit,
    target: Unit,
    options: Mapping[str, str],
    *,
    same_course: bool = True,
) -> Relative:
    """The relative velocity of two units, Targeting Program not applied.

    ``same_course`` False: the range does not matter, as at an interception, so condition 2
    is not told; the 0 that it gives comes out all the same.
    """
    statement = statement_of(firing.direction, target.direction)
    a, b = firing.velocity, target.velocity
    word, value = {1: ("difference", abs(a - b)), 2: ("sum", a + b), 3: ("chart", chart(b, a))}[
        statement
    ]
    terms: Terms = ((f"velocities {a} and {b}: {word}", value),)
    if firing.direction == target.direction and a == b:
        return Relative(terms, 0, statement, same_course=same_course)
    if not in_line(state.maps.grid, firing, target, options):
        return Relative(terms, value, statement)
    halved = ceil_div(value, 2)
    return Relative((*terms, ("in line: halved", halved - value)), halved, statement, in_line=True)


def statement_of(firing: Direction, target: Direction) -> int:
    """Which statement compares two directions: 1 (alike), 2 (opposite), 3 (the chart).

    Rule: DV 8.3. Ambiguity: DV-A11.
    """
    between = apart(firing, target)
    if between <= 1:
        return 1
    return 2 if between >= 5 else 3


def chart(target: int, firing: int) -> int:
    """The Relative Velocity Chart; above 9 it goes on by its pattern.

    Every printed cell is the root of the sum of the squares, rounded. Ambiguity: DV-A19.
    """
    if not target and not firing:
        return 0
    a, b = max(1, target), max(1, firing)
    if max(a, b) <= 9:
        return CHART.number(str(a), str(b))
    squares = a * a + b * b
    root = isqrt(squares)
    return root + (squares > root * root + root)
