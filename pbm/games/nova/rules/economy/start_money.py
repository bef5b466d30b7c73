"""Leave out what the first treasury cannot pay, line by line, the last lines first.

Rule: NV SET-23, NV SET-30.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pbm.engine.context import PhaseContext
from pbm.engine.events import OrderRef
from pbm.games.nova.rules import telling


def left_out(costs: Sequence[int | Fraction], most: int | Fraction) -> dict[int, Fraction]:
    """Places of the lines left out, each with the sum of all lines up to and with it.

    Lines that cost nothing stay: without them nothing would be saved.

    >>> left_out([5, 0, 4, 3, 0], 8)
    {3: Fraction(12, 1), 2: Fraction(9, 1)}
    """
    found: dict[int, Fraction] = {}
    total = Fraction(sum(costs))
    for place in reversed(range(len(costs))):
        if total > most and costs[place]:
            found[place] = total
            total -= costs[place]
    return found


def refused(
    work: PhaseContext, empire: str, ref: OrderRef | None, written: str, why: str, rule: str
) -> None:
    """A line of a pregame sheet that is not carried out, and why."""
    telling.failed(work, empire, ref, "", written, why, rule=rule)
