"""Whom and which mailing a sheet is for."""

from __future__ import annotations

from pbm.kit.records import Record


class Place(Record):
    """Whose a sheet is and for which mailing; ``early`` if that is not waited for yet."""

    player: str
    mailing: str
    early: bool = False
