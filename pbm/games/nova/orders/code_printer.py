"""Empires and units in the language of the sheets again."""

from __future__ import annotations

from pbm.games.nova.state.orders.parts import Units
from pbm.sheets.quoting import Name

# From an id or a name to how a sheet writes it.
Names = Name


def foe(label: str) -> str:
    """Another empire as a sheet names it; where one stands, no keyword can."""
    return label if label.isalnum() else f'"{label}"'


def units_text(units: Units, names: Names) -> str:
    """``2 AA``, ``all AA``, ``2 AA of B``, a gate end."""
    if units.gate:
        return f"gate {names(units.gate)}"
    return f"{units.number or 'all'} {units.kind}" + (
        f" of {foe(units.owner)}" if units.owner else ""
    )
