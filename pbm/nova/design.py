"""A ship design: the lines of its sheet, and the figures that follow from them.

Ten thousand ships share a few hundred designs, so the figures of a design are computed once
and kept (`figures`). All amounts are exact; only a ship's cost is rounded, once, upwards.

Rule: NV DSN-01, DSN-02, DSN-10, DSN-11, DSN-17, DSN-20.
"""

from __future__ import annotations

from dataclasses import dataclass

from pbm.nova.components import Component


@dataclass(frozen=True, slots=True)
class Design:
    """One ship design of an empire.

    ``parts`` are the lines of the sheet in their order, engines, armour and shields among
    them; the order is that of the critical-hit chart. ``intrinsic_tc`` is the level of a
    communicator that comes with the size, 0 if none does. ``of`` names the design this one
    redesigns, "" for a new one.
    """

    name: str
    empire: str
    parts: tuple[Component, ...]
    intrinsic_tc: int = 0
    of: str = ""
