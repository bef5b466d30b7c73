"""Geometry of fire: the forward field of fire, head-on shots, planets in the way."""

from collections.abc import Collection, Mapping

from pbm.drawing.hexgrid import SIDES, Hex, Side, distance, neighbour, row_side, turned


def head_on(at: Hex, facing: Side, target: Hex) -> bool:
    """True if the hex lies in the row straight ahead; the own hex does not.

    Rule: KH 4 Head-On Shots. Ambiguity: KH-A05.
    """
    return row_side(at, target) == facing


def in_field(at: Hex, facing: Side, target: Hex, options: Mapping[str, str]) -> bool:
    """True if the hex lies in the three-hex-wide forward field of fire, at any range.

    The own hex is not in it: fire inside one hex has a rule of its own (``same_hex_fire``).
    Rule: KH 4 Fields of Fire. Ambiguity: KH-A05 (option ``arc.flank_start``).
    """
    if at == target:
        return False
    if head_on(at, facing, target):
        return True
    if options["arc.flank_start"] == "2" and distance(at, target) == 1:
        return False
    return any(
        neighbour(at, side) == target or head_on(neighbour(at, side), facing, target)
        for side in (turned(facing, -1), turned(facing, 1))
    )


def is_blocked(at: Hex, target: Hex, planets: Collection[Hex]) -> bool:
    """True if every shortest path between the two hexes passes a planet's hex.

    A planet in one of the two hexes themselves is not in the way.
    Rule: KH 3 Planets. Ambiguity: KH-A26.
    """
    if not planets:
        return False
    # Hexes of shortest paths, one step further from the start in every round.
    edge = {at}
    for left in range(distance(at, target) - 1, 0, -1):
        edge = {
            step
            for here in edge
            for step in (neighbour(here, side) for side in SIDES)
            if distance(step, target) == left and step not in planets
        }
        if not edge:
            return True
    return False
