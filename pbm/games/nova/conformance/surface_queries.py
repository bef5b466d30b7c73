"""What a conformance case may ask of surface combat."""

from collections.abc import Sequence
from typing import Literal

from pbm.games.nova.rules.surface_combat.ground import (
    ALL,
    FightingWay,
    GroundUnit,
    aimed,
    attacks,
    bombardment_needs,
    drawn_up,
    needs,
)

_Kind = Literal["MA", "AA", "RA", "SDU"]


def ground_needs(attacker: _Kind, target: _Kind) -> int:
    """The greatest d6 with which a unit destroys another; 0: never."""
    return max(needs(attacker, target), 0)


def os_needs(level: int, sdus: int, target: _Kind) -> int:
    """The greatest d6 with which an OS of a level hits a unit where so many enemy SDUs are."""
    return bombardment_needs(level, sdus, target)


def may_screen(defenders: int, invaders: int) -> dict[str, int]:
    """How many units each side can keep back or use twice on an enemy."""
    ways = {"defender": FightingWay(screen=(ALL,)), "invader": FightingWay(screen=(ALL,))}
    own = [GroundUnit("defender", "RA", n) for n in range(defenders)]
    line = drawn_up(own, [GroundUnit("invader", "RA", n) for n in range(invaders)], ways)
    return {side: sum(unit.empire == side for unit in line.screened) for side in ways}


def surface_round(
    defenders: Sequence[_Kind],
    invaders: Sequence[_Kind],
    defender_dice: Sequence[int],
    invader_dice: Sequence[int],
    os: Sequence[int] = (),
    os_dice: Sequence[int] = (),
    forward: Sequence[_Kind] = (),
    match: Sequence[_Kind] = (),
) -> dict[str, list[str]]:
    """What is left of both sides after a round, the invader's OS included.

    Dice stand in the order of the line: that in which the defender puts forward.
    ``forward`` and ``match`` are the invader's.
    """
    sides = {"defender": defenders, "invader": invaders}
    units = {
        side: [GroundUnit(side, kind, n) for n, kind in enumerate(kinds)]
        for side, kinds in sides.items()
    }
    ways = {"defender": FightingWay(screen=("SDU",)), "invader": FightingWay(forward, match)}
    dice = {"defender": list(defender_dice), "invader": list(invader_dice)}
    dead: set[GroundUnit] = set()
    for one in drawn_up(units["defender"], units["invader"], ways).matches:
        for attack in attacks(one):
            if dice[attack.by.empire].pop(0) <= attack.needs:
                dead.add(attack.at)
    shots = aimed([(level, ()) for level in os], units["defender"])
    dead |= {unit for (_gun, unit, most), die in zip(shots, os_dice, strict=True) if die <= most}
    return {f"{side}s": [one.kind for one in own if one not in dead] for side, own in units.items()}
