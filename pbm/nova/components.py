"""One line of a design sheet: what it is, how much of a ship it takes, what it costs.

Rule: NV TEC-04 to TEC-39, NV DSN-05.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Component:
    """``count`` installations of one kind, alike.

    ``level`` is the number behind the abbreviation: the size of a laser, FP, ML, CH, LB, the
    level of anything else, 0 for what has none (DC, XC, SX, PA, WC). Of armour ``count`` are
    the points of AR and ``level`` is HF, of shields ``count`` is SM and ``level`` SI.
    ``lt`` is the lag time of a jump drive; ``accuracy`` FA or WA, ``damage`` FD, PD or WD,
    ``pr`` the range of a plasma accelerator.
    """

    kind: str
    count: int = 1
    level: int = 0
    lt: int = 0
    accuracy: int = 0
    damage: int = 0
    pr: int = 0
