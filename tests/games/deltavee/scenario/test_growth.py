"""How the work of a turn grows with the battle, counted in function calls."""

from __future__ import annotations

import pytest

from pbm.games.deltavee.game import RULESET
from pbm.games.deltavee.view.record import View
from tests.games.deltavee.builders import DEFAULTS, SEATS
from tests.tooling.bench import deltavee
from tests.tooling.bench.measure import exponent


@pytest.mark.parametrize("scale", [1, 10])
def test_every_line_of_the_measured_sheets_is_read(scale: int) -> None:
    begin, sheets = deltavee.battle(scale), deltavee.sheets(scale)
    for seat in SEATS:
        known = RULESET.build_view(begin, seat.id, SEATS, DEFAULTS).written()
        problems = RULESET.read(sheets[seat.id], View.read(known), DEFAULTS).problems
        assert problems == ()


def test_calls_grow_no_faster_than_the_units() -> None:
    deltavee.play(deltavee.battle(1), deltavee.sheets(1))  # grammar and tables are made once
    counted = [(scale, deltavee.calls(scale)) for scale in (1, 3)]
    assert exponent(counted) <= 1.12


def test_the_exponent_is_that_of_a_power() -> None:
    assert exponent([(1, 3), (2, 12), (10, 300)]) == pytest.approx(2)
    assert exponent([(1, 5), (100, 5)]) == pytest.approx(0)
