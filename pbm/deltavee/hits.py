"""The Hit Table: which part of a unit is hit, and by whose choice."""

from __future__ import annotations

from collections.abc import Sequence

from pbm.turn import Work


def struck(
    work: Work,
    unit_id: str,
    *,
    name: Sequence[str],
    rule: str,
    by: str = "",
    owner_chooses: bool = False,
    critical: bool = True,
) -> None:
    """Roll once on the Hit Table for a unit and do the damage."""
