"""The printed charts of systems and reports.

Rule: NV ECO-20, ECO-21, REP-02.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbm.kit.tables import EMPTY, table

PRODUCTION = table("pbm.games.nova", "production")
_ABBREVIATIONS = table("pbm.games.nova", "abbreviations")

# Colonies make a status: none, one, two, three.
BY_COLONIES: tuple[str, ...] = PRODUCTION.columns


ABBREVIATIONS: Mapping[str, str] = {
    row: str(_ABBREVIATIONS.at(row, "meaning")) for row in _ABBREVIATIONS.rows
}


def production(system_type: int, status: str) -> int | None:
    """MCr a turn of a system, None if its type cannot have this status. Rule: NV ECO-20."""
    found = PRODUCTION.at(str(system_type), status)
    return None if found == EMPTY else int(found)


def most_colonies(system_type: int) -> int:
    """How many colonies a system of this type can hold.

    Rule: NV ECO-21, ECO-24. Ambiguity: NV A-VARIABLE-SYS.
    """
    possible = [status for status in BY_COLONIES if production(system_type, status) is not None]
    return len(possible) - 1
