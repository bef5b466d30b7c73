"""The effect of a hit on a ship's shields, armour and structure.

Points that get through one defence go on to the next. Only warp cannon points count more than
once, and force beam points in structure.

Rule: NV SPC-24, SPC-26, SPC-31 to SPC-36, SPC-40. Ambiguity: NV A-WC-SI, NV A-WC-ARMOUR,
NV A-FP-CARRY, NV A-SHIELD-LOW, NV A-SM-LOSS, NV A-CRIT-COUNT2, NV A-MUTUAL-AUTO, NV A-SIZE-0.
"""

from msgspec import Struct

from pbm.games.nova.rules.space_combat.fire.accuracy import ARMOUR, SHIELDS, STRUCTURE, warp_damage
from pbm.games.nova.rules.space_combat.fire.gunnery import FORCE, WARP, Hit
from pbm.games.nova.state.design import shield_recovery
from pbm.kit.records import Record

FORCE_TIMES = 3  # a force beam's points in structure. Rule: NV SPC-34.
_INWARDS = {SHIELDS: ARMOUR, ARMOUR: STRUCTURE}


class Defences(Struct):
    """The defences that a ship has left; `strike` changes them.

    ``shields``: points now; ``si``: the most that one hit takes of them. ``armour``: points left.
    ``structure``: all points of structural damage taken so far.
    """

    shields: int
    si: int
    armour: int
    structure: int
    ssz: int


class Struck(Record):
    """Points that shields, armour and structure took of one hit."""

    shields: int = 0
    armour: int = 0
    structure: int = 0

    @property
    def is_critical(self) -> bool:
        """True if the hit causes a critical hit in case the ship lives.

        Rule: NV SPC-36. Ambiguity: NV A-CRIT-COUNT2.
        """
        return self.structure > 0


NOT_STRUCK = Struck()


def destroyed(defences: Defences) -> bool:
    """True if structural damage has reached the ship's size. Rule: NV SPC-33.

    A ship without size counts as size 1.
    """
    return defences.structure >= max(defences.ssz, 1)


def strike(defences: Defences, hit: Hit) -> Struck:
    """Apply a hit; a hit on a ship already destroyed has no effect.

    >>> ship = Defences(shields=6, si=6, armour=5, structure=0, ssz=30)
    >>> [strike(ship, Hit(4, "WC", layer)) for layer in ("TA", "SL", "SD", "SL")][-1]
    Struck(shields=2, armour=0, structure=2)
    >>> ship.structure
    17
    """
    if destroyed(defences):
        return NOT_STRUCK
    layer = affected(defences, hit)
    points = warp_damage(hit.damage, layer) if hit.kind == WARP else hit.damage
    shields = armour = 0
    if layer == SHIELDS:  # never more than one increment for one hit
        shields = min(points, defences.si, defences.shields)
    if layer != STRUCTURE:
        armour = min(points - shields, defences.armour)
    structure = points - shields - armour
    if hit.kind == FORCE:
        structure *= FORCE_TIMES
    defences.shields -= shields
    defences.armour -= armour
    defences.structure += structure
    return Struck(shields, armour, structure)


def affected(defences: Defences, hit: Hit) -> str:
    """The defence that a hit meets first: SL, TA or SD.

    Force beams do not meet shields. If the ship lacks the defence that a warp cannon's die names,
    the hit goes on inwards. Rule: NV SPC-24, SPC-26.
    """
    if hit.kind == FORCE:
        return ARMOUR
    layer = hit.layer or SHIELDS
    if hit.kind == WARP:
        there = {SHIELDS: defences.shields, ARMOUR: defences.armour, STRUCTURE: 1}
        while not there[layer]:
            layer = _INWARDS[layer]
    return layer


def recovery(si: int, sm: int, shields: int) -> int:
    """Points that shields recover at the end of a round, up to their current maximum.

    >>> recovery(15, 4, 24), recovery(15, 2, 28), recovery(15, 0, 0)
    (15, 2, 0)

    Rule: NV SPC-40.
    """
    return min(shield_recovery(si, sm), si * sm - shields)


def above_most(si: int, sm: int, shields: int) -> int:
    """Points cut from shields that exceed their maximum once SM is lost.

    >>> above_most(15, 2, 40), above_most(15, 2, 20)
    (10, 0)

    Rule: NV SPC-40. Ambiguity: NV A-SM-LOSS.
    """
    return max(shields - si * sm, 0)


def blow_up_chance(structure: int, ssz: int) -> int:
    """Percent chance that a ship blows up after structural damage this round.

    ``structure``: all its structural damage, including that of earlier rounds.

    >>> blow_up_chance(4, 30), blow_up_chance(17, 30), blow_up_chance(20, 30)
    (13, 56, 66)

    Rule: NV SPC-35.
    """
    return 100 * structure // max(ssz, 1)
