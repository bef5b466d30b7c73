"""Lines of a sheet that place and fit out ships, bring them on, and hand over pods.

Rule: DV 10.1, DV S8, DV S9, DV COST.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbm.drawing.hexgrid import Hex
from pbm.engine.events import OrderRef
from pbm.games.deltavee.orders.conditions import ALWAYS, Condition
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.state import Buy
from pbm.kit.records import Record


class PlaceLine(Record):
    """``at A0909 dir 3 velocity 2``; None: as the scenario has it."""

    ref: OrderRef
    at: Hex | None = None
    direction: Direction | None = None
    velocity: int | None = None


class PodsLine(Record):
    """``pods 1 energy, 2-3 heavy weapon``: pod kinds by box."""

    ref: OrderRef
    boxes: Mapping[int, str]


class EnterLine(Record):
    """``enter dir 9 if turn >= 4``: how a ship in reserve comes into play, and when it may.

    ``place`` is its hex, direction and velocity; None in it: as the scenario has it.
    """

    ref: OrderRef
    place: PlaceLine
    condition: Condition = ALWAYS


class TransferLine(Record):
    """``transfer energy pod to A``: to a unit's id, from a box (0: the first energy pod)."""

    ref: OrderRef
    to: str
    box: int = 0
    condition: Condition = ALWAYS


class JettisonLine(Record):
    """``jettison pod 7``: what is put off for a pod that is handed over, by preference.

    ``parts`` are names of pods or their kinds.
    """

    ref: OrderRef
    parts: tuple[str, ...]


class BuyLine(Record):
    """``BUY A Clarinet "Rook": 2 heavy weapon, energy`` and the lines below it.

    ``place`` and ``pods`` are for the ship as those of any other at set-up.
    """

    ref: OrderRef
    ship: Buy
    place: tuple[PlaceLine, ...] = ()
    pods: tuple[PodsLine, ...] = ()
