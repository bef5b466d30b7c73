"""Rules of single scenarios that take effect at fixed moments of the sequence of play."""

from __future__ import annotations

from pbm.turn import Work


def begin_command(work: Work, side: str) -> None:
    """What a scenario does before the Command Phase of a side; none does anything yet."""
