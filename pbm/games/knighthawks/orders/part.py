"""Which part of a Game-Turn a sheet is for, where every part has a sheet of its own."""

from __future__ import annotations

from collections.abc import Mapping

from pbm.games.knighthawks.view.record import SideView, View

# What a sheet for one part can say in vain: of a side that moves in it, of one that does not.
IDLE_WHEN_MOVING = ("defence", "evade")
IDLE_OTHERWISE = ("move", "attack")


def moving_side(view: View, mailing: str, options: Mapping[str, str]) -> SideView | None:
    """The side that moves in the part a mailing is for; None where it is for the whole turn.

    Rule: KH PBM. Ambiguity: KH-A02 (option ``orders``).
    """
    if options["orders"] != "half-turn":
        return None
    number = mailing.partition(".")[2] or "1"
    return next((side for side in view.sides if str(side.moves) == number), None)


def idle_verbs(side: str, moving: SideView | None) -> tuple[str, ...]:
    """The verbs that do nothing on a sheet of a side; torpedos come in the enemy's part alone.

    Rule: KH 4 Defensive Attacks, KH 4 Evasive Maneuvers.
    """
    if moving is None:
        return ()
    return IDLE_WHEN_MOVING if moving.id == side else IDLE_OTHERWISE
