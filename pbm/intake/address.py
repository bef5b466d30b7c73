"""Whom and which mailing a sheet is for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Place:
    """Whose a sheet is and for which mailing; ``early`` if that is not waited for yet."""

    player: str
    mailing: str
    early: bool = False
