"""The Command Phase of one side: detection, then commands to each unit."""

from __future__ import annotations

from pbm.turn import Work


def command_side(work: Work, side: str) -> None:
    """Carry out the Command Phase of a side."""
