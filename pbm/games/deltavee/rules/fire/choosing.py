"""Which enemy a missile goes for among equals, and whether its owner declines.

A missile goes for the enemy in its hex with the lowest relative velocity. Its owner chooses
among equals; one of Civ Level 8 may be held back.

Rule: DV 9.6. Ambiguity: DV-A67, DV-A69.
"""

from collections.abc import Sequence

from pbm.games.deltavee.orders.doctrine.intercept import InterceptLine
from pbm.games.deltavee.orders.lines.targets import counter, means
from pbm.games.deltavee.state.ratings import class_number
from pbm.games.deltavee.state.units import Unit

DECLINING_CIV = 8


def refusing(lines: Sequence[InterceptLine], enemy: Unit, chance: int) -> InterceptLine | None:
    """The first line that would not have this enemy intercepted at this chance (of ten)."""
    return next((line for line in lines if not _allows(line, enemy, chance)), None)


def _allows(line: InterceptLine, enemy: Unit, chance: int) -> bool:
    return (
        line.attempt
        and chance >= line.least_chance
        and not any(means(target, enemy) for target in line.spare)
        and (not line.only or any(means(target, enemy) for target in line.only))
    )


def chosen(lines: Sequence[InterceptLine], equals: Sequence[Unit], chance: int) -> Unit:
    """The enemy to go for among some of equal relative velocity.

    One that no line refuses, then by ``intercept first``, then the spaceship with the most
    pods, battlecraft, contacts, missiles, in the order of their counters.
    """

    def key(enemy: Unit) -> tuple[bool, int, int, int, str]:
        pods = -class_number(enemy, "pods") if enemy.is_ship else 0
        kind, name = counter(enemy)
        refused = refusing(lines, enemy, chance) is not None
        return refused, _preference(lines, enemy), kind, pods, name

    return min(equals, key=key)


def _preference(lines: Sequence[InterceptLine], enemy: Unit) -> int:
    """The place of an enemy in what the lines prefer; after the last if it is in none."""
    first = [target for line in lines for target in line.first]
    meant = [place for place, target in enumerate(first) if means(target, enemy)]
    return meant[0] if meant else len(first)
