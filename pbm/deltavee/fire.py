"""The Fire Phase of one side: fires and launches of each unit, one at a time."""

from __future__ import annotations

from pbm.turn import Work


def fire_side(work: Work, side: str) -> None:
    """Carry out the Fire Phase of a side."""
