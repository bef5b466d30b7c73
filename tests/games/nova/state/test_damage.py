"""Damage records, and what holds of every bill and chart."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.games.nova.state.components import Component
from pbm.games.nova.state.critical import WHOLE, CriticalRow, critical_chart, label
from pbm.games.nova.state.damage import UNDAMAGED, Damage, minus
from pbm.games.nova.state.design import Design, figures, installations, parts_of
from pbm.games.nova.state.refits import refit_cost, repair_cost, repair_prices, salvage_value
from tests.games.nova.orders.designs.test_design_text import components

designs = st.lists(components(), max_size=6).map(lambda parts: Design("X", "", tuple(parts)))


def test_what_is_left_after_a_repair() -> None:
    damage = Damage(9, 3, {"JD1": 2, "BL1": 1})
    assert minus(damage, Damage(4, 3, {"JD1": 1})) == Damage(5, 0, {"JD1": 1, "BL1": 1})
    assert minus(damage, damage) == UNDAMAGED
    assert UNDAMAGED.is_none
    assert not damage.is_none
    assert not Damage(parts={"BL1": 1}).is_none


@pytest.mark.parametrize(
    "repaired",
    [
        Damage(10),
        Damage(0, 4),
        Damage(10, 4),
        Damage(0, 4, {"JD1": 2}),
        Damage(0, 0, {"JD1": 3}),
        Damage(0, 0, {"SM1": 1}),
    ],
)
def test_more_than_was_lost_is_not_repaired(repaired: Damage) -> None:
    with pytest.raises(ValueError, match="more is repaired"):
        minus(Damage(9, 3, {"JD1": 2}), repaired)


def test_rows_that_one_roll_strikes_or_none() -> None:
    assert CriticalRow("BL1", "BL 20", Fraction(20), 7, 7).span == "007-007"
    assert CriticalRow("BL1", "BL 20", Fraction(20), 918, 1000).span == "918-000"
    assert CriticalRow("AR1", "AR", Fraction(0), 8, 7).span == "-"


def test_what_has_no_number_of_its_own_goes_by_its_size() -> None:
    """4 WD and a 25th of 120 WA, up, are 9. Rule: NV DSN-32."""
    assert label(Component("WC", 1, accuracy=120, damage=4)) == "WC 9"
    assert label(Component("PA", 1, damage=5, pr=3)) == "PA 8"
    assert label(Component("BL", 1, 20)) == "BL 20"
    assert label(Component("SI", 2, 12)) == "SM"
    assert label(Component("XC")) == "XC"


@given(designs)
def test_a_chart_covers_a_thousand_rolls_once(design: Design) -> None:
    chart = critical_chart(design)
    last = 0
    for row in chart.rows:
        assert row.first == last + 1
        assert row.last >= last
        last = row.last
        if row.first <= row.last:
            assert chart.struck(row.first) == chart.struck(row.last) == row.name
    assert last == WHOLE
    assert not chart.rows[-1].name
    # One row for each piece that can be hit, in the order of the sheet.
    assert [row.name for row in chart.rows[:-1]] == [p.name for p in installations(design)]
    assert not {row.label.split()[0] for row in chart.rows} & {"AR", "SI"}


@given(designs)
def test_the_lines_make_the_whole(design: Design) -> None:
    known = figures(design)
    assert sum(line.ssz for line in known.lines) == known.ssz
    assert 0 <= known.cost - sum(line.cost for line in known.lines) < 1
    assert len({piece.name for piece in known.installations}) == len(known.installations)


@given(designs)
def test_mending_everything_costs_less_than_a_new_ship(design: Design) -> None:
    """All but the five MCr of each drive, and the intrinsic armour on top."""
    known = figures(design)
    lost = {
        piece.name: piece.part.level if piece.part.kind in ("IE", "JD") else 1
        for piece in known.installations
    }
    drives = sum(part.count for kind in ("IE", "JD") for part in parts_of(design, kind))
    armour = sum(line.cost for line in known.lines if line.part.kind == "AR")
    prices = repair_prices(design, Damage(parts=lost))
    assert sum(prices.values()) == known.exact_cost - armour - 5 * drives
    assert salvage_value(design, Damage(10**9, 0, lost)) <= known.cost // 2
    assert repair_cost(design, UNDAMAGED) == 0


@given(designs)
def test_a_ship_is_refitted_to_its_own_design_for_nothing(design: Design) -> None:
    assert refit_cost(design, design) == 0


def test_salvage_gives_half_of_a_whole_ship() -> None:
    design = Design("X", "", ())
    assert salvage_value(design, UNDAMAGED) == 0
    assert salvage_value(design, Damage(0, 5)) == 0
