"""Designs that a player knows, made again from the lines of their view."""

from __future__ import annotations

from functools import cache

from pbm.games.nova.orders.designs.design_text import read_design_line
from pbm.games.nova.orders.naming import Roster
from pbm.games.nova.state.design import Design
from pbm.games.nova.view.record import DesignView
from pbm.language.syntax_errors import SyntaxFault


def design_of(roster: Roster, record: DesignView) -> Design:
    """The design behind a line of what the player knows."""
    return _design(record.name, roster.player, tuple(record.lines), record.of)


@cache
def _design(name: str, empire: str, lines: tuple[str, ...], of: str) -> Design:
    read = [found for line in lines if not isinstance(found := read_design_line(line), SyntaxFault)]
    parts = tuple(found.part for found in read if found.part is not None)
    tc = max((found.intrinsic_tc for found in read), default=0)
    return Design(name, empire, parts, tc, of)
