"""The Movement Phase of one side."""

from __future__ import annotations

from pbm.turn import Work


def move_side(work: Work, side: str) -> None:
    """Carry out the Movement Phase of a side."""
