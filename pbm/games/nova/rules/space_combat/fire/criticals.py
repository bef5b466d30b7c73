"""The effect of a critical hit on a ship in battle.

This module finds the effect, and the round carries it out: it counts the loss among the ship's
parts, cuts shields that are now too strong (`striking.above_most`), and destroys ships in a bay
or hold that is lost.

Rule: NV SPC-12, SPC-38, SPC-39. Ambiguity: NV A-CRIT-REPEAT.
"""

from collections.abc import Mapping, Sequence

from pbm.games.nova.rules.space_combat.holds import hold_lost
from pbm.games.nova.state.battle.stowed import Stowed
from pbm.games.nova.state.critical import critical_chart
from pbm.games.nova.state.design import Design, figures
from pbm.kit.records import Record

# The effects of a critical hit.
NOTHING = "nothing"  # No Effect on the chart
AGAIN = "again"  # on an installation lost before
DESTROYED = "destroyed"
REDUCED = "reduced"  # a drive, by one level

DRIVES = ("IE", "JD")
HOLD, BAY = "CH", "LB"


class Critical(Record):
    """One critical hit: the permillage roll, the installation struck, the effect.

    The installation is "" for none. ``level``: the level left of a drive. ``stowed``: the units in
    the holds afterwards; ``dead``: the units that die. ``explodes``: the ship blows up with a bomb
    or construct in its hold.
    """

    roll: int
    part: str
    effect: str
    level: int = 0
    stowed: tuple[Stowed, ...] = ()
    dead: tuple[Stowed, ...] = ()
    explodes: bool = False

    @property
    def is_loss(self) -> bool:
        """True if the ship loses the part, or a level of it."""
        return self.effect in (DESTROYED, REDUCED)

    @property
    def opens(self) -> bool:
        """True if a bay or hold is lost, and with it ships inside, and gate ends in a bay."""
        return self.effect == DESTROYED and self.part[:2] in (HOLD, BAY)


def critical(
    design: Design, lost: Mapping[str, int], roll: int, stowed: Sequence[Stowed] = ()
) -> Critical:
    """The critical hit that a permillage roll of 1 to 1000 does to a ship of a design.

    ``lost``: installations lost so far, for drives the levels lost. ``stowed``: the units in its
    holds now.
    """
    same = tuple(stowed)
    part = critical_chart(design).struck(roll)
    if not part:
        return Critical(roll, part, NOTHING, stowed=same)
    piece = next(one for one in figures(design).installations if one.name == part)
    gone = lost.get(part, 0)
    if piece.part.kind in DRIVES:
        level = piece.part.level - gone - 1
        effect = REDUCED if level >= 0 else AGAIN
        return Critical(roll, part, effect, max(level, 0), stowed=same)
    if gone:
        return Critical(roll, part, AGAIN, stowed=same)
    if piece.part.kind == HOLD:
        alive, dead, explodes = hold_lost(same, part)
        return Critical(roll, part, DESTROYED, 0, alive, dead, explodes)
    return Critical(roll, part, DESTROYED, stowed=same)
