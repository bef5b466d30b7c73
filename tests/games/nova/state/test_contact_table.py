"""The contact table: every code of the book, and what each comes to."""

from __future__ import annotations

import pytest

from pbm.games.nova.state.contact_table import (
    CODES,
    FRIENDLY,
    HOSTILE,
    NEUTRAL,
    NONE,
    Outcome,
    Side,
    contact_code,
    outcome,
)

MODES = "FGHKNQRTU"
BOOK = {
    "F": [1, 3, 4, 2, 2, 1, 7, 9, 8],
    "G": [3, 5, 4, 12, 10, 11, 7, 6, 4],
    "H": [4, 4, 4, 4, 4, 4, 4, 4, 4],
    "K": [2, 12, 4, 2, 2, 2, 7, 12, 13],
    "N": [2, 10, 4, 2, 2, 2, 7, 10, 8],
    "Q": [1, 11, 4, 2, 2, 1, 7, 10, 8],
    "R": [7, 7, 4, 7, 7, 7, 7, 7, 7],
    "T": [9, 6, 4, 12, 10, 10, 7, 6, 4],
    "U": [8, 4, 4, 13, 8, 8, 7, 4, 4],
}


def test_all_81_codes() -> None:
    assert {one: [contact_code(one, other).code for other in MODES] for one in MODES} == BOOK


def test_it_is_the_same_from_both_sides() -> None:
    for one in MODES:
        for other in MODES:
            there, back = outcome(Side(one), Side(other)), outcome(Side(other), Side(one))
            assert there.contact == back.contact
            assert (there.one_aborts, there.one_retreats) == (
                back.other_aborts,
                back.other_retreats,
            )


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("F", "F", Outcome(1, FRIENDLY)),
        ("N", "K", Outcome(2, NEUTRAL)),
        ("F", "G", Outcome(3, FRIENDLY, one_aborts=True)),
        ("H", "F", Outcome(4, HOSTILE)),
        ("R", "F", Outcome(7, NONE, one_retreats=True)),
        ("R", "R", Outcome(7, NONE, one_retreats=True, other_retreats=True)),
        ("R", "U", Outcome(7, NONE, one_retreats=True)),
        ("T", "F", Outcome(9, NEUTRAL, other_aborts=True)),
        ("K", "T", Outcome(12, NEUTRAL, one_aborts=True)),
        ("K", "U", Outcome(13, NONE, one_retreats=True)),
    ],
)
def test_codes_without_conditions(one: str, other: str, expected: Outcome) -> None:
    assert outcome(Side(one), Side(other)) == expected


@pytest.mark.parametrize(
    ("one", "other", "quiet", "one_acts", "other_acts"),
    [
        ("G", "G", FRIENDLY, HOSTILE, HOSTILE),  # code 5
        ("T", "G", NEUTRAL, HOSTILE, HOSTILE),  # code 6
        ("N", "T", NEUTRAL, HOSTILE, NEUTRAL),  # code 10, read as N or Q
        ("Q", "T", NEUTRAL, HOSTILE, NEUTRAL),  # code 10
        ("G", "N", NEUTRAL, NEUTRAL, HOSTILE),  # code 10 without a Q
        ("Q", "G", FRIENDLY, HOSTILE, FRIENDLY),  # code 11
    ],
)
def test_activities_may_bring_hostilities(
    one: str, other: str, quiet: str, one_acts: str, other_acts: str
) -> None:
    assert outcome(Side(one), Side(other)).contact == quiet
    assert outcome(Side(one, active=True), Side(other)).contact == one_acts
    assert outcome(Side(one), Side(other, active=True)).contact == other_acts
    assert outcome(Side(one, active=True), Side(other, active=True)).contact == HOSTILE


def test_an_ultimatum_sends_away_who_does_not_go_hostile() -> None:
    assert outcome(Side("F", "R"), Side("U")) == Outcome(8, NONE, one_retreats=True)
    assert outcome(Side("U"), Side("Q", "R")) == Outcome(8, NONE, other_retreats=True)
    assert outcome(Side("N", "H"), Side("U")) == Outcome(8, HOSTILE)


def test_an_ultimatum_without_any_arms_is_no_battle() -> None:
    unarmed = outcome(Side("N", "H", armed=False), Side("U", armed=False))
    assert unarmed == Outcome(8, NONE, one_retreats=True)
    assert outcome(Side("N", "H", armed=False), Side("U", armed=True)).contact == HOSTILE


def test_hostilities_in_which_nobody_can_fire() -> None:
    """Code 4 with nobody armed: both go by their defaults."""
    one, other = Side("G", "F", armed=False), Side("U", "R", armed=False)
    assert outcome(one, other) == Outcome(4, NEUTRAL, one_retreats=True, other_retreats=True)
    stays = Side("T", "N", armed=False)
    assert outcome(stays, other) == Outcome(4, NEUTRAL, other_retreats=True)
    assert outcome(stays, Side("U", "R", armed=True)).contact == HOSTILE


def test_contact_codes_name_a_side_that_is_there() -> None:
    """Code 8 means whoever has no U orders, 5 and 6 either side."""
    for one in MODES:
        for other in MODES:
            code = contact_code(one, other)
            for named in (code.aborts, code.retreats):
                assert named in ("", one, other)
            if code.defaults:
                assert "U" in (one, other)
            if code.active == "N or Q":
                assert {one, other} & {"N", "Q"}
    assert len(CODES) == 13
    assert contact_code("G", "N").active == "N or Q"
    assert contact_code("G", "T").if_active == "hostilities"
