"""Target Value and Hit Chance. Rule: DV 8.2, DV 8.5, DV 8.6."""

from __future__ import annotations

import pytest

from pbm.games.deltavee.rules.fire.chance import TargetValue, aim, chance_of, in_ten, units_of
from pbm.games.deltavee.state.usable import FIRE_TYPES
from tests.games.deltavee.builders import ship, state, work

Place = tuple[str, int, int]


def aimed(firing: Place, target: Place, targeting: int) -> TargetValue:
    one = ship(1, "A", "sword", *firing)
    other = ship(2, "B", "sword", *target)
    made = work(state(one, other))
    return aim(made.state, one, other, targeting, made.options)


# firing, target, program; range, range used, statement, relative velocity, value, chances of
# laser burst, laser barrage, particle burst, particle barrage
SHOTS: list[tuple[Place, Place, int, int, int, int, int, int, str]] = [
    (("A1112", 9, 3), ("A0706", 3, 3), -6, 8, 8, 2, 6, 8, "2 4 - 1"),
    (("A1112", 9, 3), ("A0706", 3, 3), -4, 8, 8, 2, 6, 10, "1 3 - -"),
    (("A0909", 3, 4), ("A1309", 3, 2), -2, 4, 4, 1, 1, 4, "4 6 4 7"),
    (("A0909", 3, 4), ("A1309", 4, 2), -2, 4, 4, 1, 2, 4, "4 6 4 7"),
    (("A0909", 12, 0), ("A0905", 3, 0), 0, 4, 4, 3, 0, 4, "4 6 4 7"),
    (("A0909", 12, 0), ("A0905", 3, 1), 0, 4, 4, 3, 1, 5, "4 6 4 7"),
    (("A0909", 3, 6), ("A0909", 3, 6), -4, 0, 0, 1, 0, 0, "7 9 A A"),
    (("A0909", 12, 2), ("A0907", 12, 1), -4, 2, 2, 1, 1, 2, "5 7 7 9"),
    (("A0909", 12, 2), ("A0904", 12, 2), 0, 5, 3, 1, 0, 3, "5 7 7 9"),  # range 5 halved up
    (("A0909", 12, 2), ("A0908", 12, 2), 0, 1, 1, 1, 0, 1, "6 8 9 A"),  # 1 stays 1
]


@pytest.mark.parametrize("shot", SHOTS)
def test_shots_worked_by_hand(
    shot: tuple[Place, Place, int, int, int, int, int, int, str],
) -> None:
    firing, target, targeting, away, used, statement, relative, value, chances = shot
    found = aimed(firing, target, targeting)
    assert (found.range, found.range_used) == (away, used)
    assert (found.relative.statement, found.relative.value) == (statement, relative)
    assert found.value == value
    assert " ".join(chance_of(kind, value) for kind in FIRE_TYPES) == chances
    assert sum(amount for _, amount in found.terms) == value


def test_the_program_never_takes_from_the_range() -> None:
    found = aimed(("A0909", 3, 4), ("A1309", 4, 2), -6)
    assert found.value == 4
    assert ("Targeting Program −6, not below 0", -2) in found.terms
    assert ("Targeting Program −2", -2) in aimed(("A0909", 3, 4), ("A1309", 4, 2), -2).terms


def test_the_table_by_target_value() -> None:
    values = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15)
    rows = {
        "laser burst": "7 6 5 5 4 4 3 3 2 2 1 1 - - -",
        "laser barrage": "9 8 7 7 6 6 5 5 4 4 3 3 1 1 -",
        "particle burst": "A 9 7 7 4 4 1 1 - - - - - - -",
        "particle barrage": "A A 9 9 7 7 4 4 1 1 - - - - -",
    }
    for kind, cells in rows.items():
        assert " ".join(chance_of(kind, value) for value in values) == cells


def test_energy_and_chances_as_numbers() -> None:
    assert [units_of(kind) for kind in FIRE_TYPES] == [0, 2, 1, 3]
    assert [in_ten(chance) for chance in ("A", "9", "1", "-")] == [10, 9, 1, 0]
