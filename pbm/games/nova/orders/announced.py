"""What a sheet lets be built: known by name to every line of it."""

from __future__ import annotations

from typing import Any

from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.orders.resolver import bare
from pbm.games.nova.orders.scanning import Scanned
from pbm.games.nova.orders.syntax.parsed_lines import Alternative, Bit, Section, Sums
from pbm.games.nova.state.orders.money import Commission


def announce(roster: Roster, scanned: list[Scanned]) -> None:
    """Names of what this sheet lets be built, so that any line may use them."""
    for one in scanned:
        _announce(roster, one.found)


def _announce(roster: Roster, found: Any) -> None:
    if isinstance(found, Section):
        found = found.body
    if isinstance(found, Alternative):
        found = found.expenditure
    if isinstance(found, Sums):
        for item in found.items:
            _announce(roster, item)
    elif isinstance(found, Commission):
        for name in found.names:
            roster.will_be(bare(name))
    elif isinstance(found, Bit) and found.kind == "spending":
        kind, name, bits = found.value
        if kind == "finish":
            roster.will_be(bare(name))
        for bit in bits:
            if bit.kind == "as_names" and kind in ("gate", "ship"):
                for one in bit.value:
                    roster.will_be(bare(one), gate=kind == "gate")
