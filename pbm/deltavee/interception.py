"""The interception routine: a missile and an enemy unit in one hex."""

from __future__ import annotations

from pbm.turn import Work


def meet(work: Work, unit_id: str) -> None:
    """Conduct the interceptions that a unit's coming into its hex brings about."""
