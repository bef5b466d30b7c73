"""Designs and missiles as a player's view shows them: lines, figures, critical-hit chart.

Rule: NV DSN-37, NV REP-19.
"""

from collections.abc import Collection
from functools import lru_cache

from msgspec.structs import replace

from pbm.games.nova.state.amounts import amount_text
from pbm.games.nova.state.components import Component, part_text
from pbm.games.nova.state.critical import critical_chart
from pbm.games.nova.state.design import Design, figures
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.view.record import ChartRow, DesignView, MissileView
from pbm.kit.records import alike


def design_view(design: Design, name: str) -> DesignView:
    """A design under the name its reader knows it by; designs of the same lines share the rest."""
    return replace(_drawn(design.parts, design.intrinsic_tc, design.of), name=name)


@lru_cache(maxsize=65536)
def _drawn(parts: tuple[Component, ...], intrinsic_tc: int, of: str) -> DesignView:
    design = Design("", "", parts, intrinsic_tc, of)
    one = figures(design)
    tc = [f"intrinsic TC {intrinsic_tc}"] if intrinsic_tc else []
    return alike(
        DesignView,
        one,
        name="",
        kind="design",
        lines=[*map(part_text, parts), *tc],
        category=one.category.abbreviation,
        armour=one.ta,
        intrinsic_armour=one.ia,
        recovery=one.sr,
        of=of,
        chart=[
            ChartRow(row.label, row.first, row.last)
            for row in critical_chart(design).rows
            if row.last >= row.first
        ],
    )


def missile_view(missile: MissileDesign, since: int) -> MissileView:
    """A missile design, and the turn in which it was researched."""
    size, exact = missile.size, amount_text(missile.exact_size)
    return alike(MissileView, missile, size=size, exact_size=exact, since=since)


def alien_design(name: str, taken: Collection[str]) -> str:
    """What a player calls the design of a ship that aliens built.

    >>> alien_design("Frigate", ["Frigate"]), alien_design("Frigate", ["alien Frigate"])
    ('alien Frigate', 'alien Frigate 2')
    """
    called, number = f"alien {name}", 1
    while called in taken:
        number += 1
        called = f"alien {name} {number}"
    return called
