"""The contact table: every code of the book, and what each comes to."""

from __future__ import annotations

import pytest

from pbm.games.nova.state.contact_table import (
    CODES,
    FRIENDLY,
    HOSTILE,
    NEUTRAL,
    NONE,
    MeetingOutcome,
    MeetingSide,
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
            there, back = (
                outcome(MeetingSide(one), MeetingSide(other)),
                outcome(MeetingSide(other), MeetingSide(one)),
            )
            assert there.contact == back.contact
            assert (there.one_aborts, there.one_retreats) == (
                back.other_aborts,
                back.other_retreats,
            )


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("F", "F", MeetingOutcome(1, FRIENDLY)),
        ("N", "K", MeetingOutcome(2, NEUTRAL)),
        ("F", "G", MeetingOutcome(3, FRIENDLY, one_aborts=True)),
        ("H", "F", MeetingOutcome(4, HOSTILE)),
        ("R", "F", MeetingOutcome(7, NONE, one_retreats=True)),
        ("R", "R", MeetingOutcome(7, NONE, one_retreats=True, other_retreats=True)),
        ("R", "U", MeetingOutcome(7, NONE, one_retreats=True)),
        ("T", "F", MeetingOutcome(9, NEUTRAL, other_aborts=True)),
        ("K", "T", MeetingOutcome(12, NEUTRAL, one_aborts=True)),
        ("K", "U", MeetingOutcome(13, NONE, one_retreats=True)),
    ],
)
def test_codes_without_conditions(one: str, other: str, expected: MeetingOutcome) -> None:
    assert outcome(MeetingSide(one), MeetingSide(other)) == expected


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
    assert outcome(MeetingSide(one), MeetingSide(other)).contact == quiet
    assert outcome(MeetingSide(one, active=True), MeetingSide(other)).contact == one_acts
    assert outcome(MeetingSide(one), MeetingSide(other, active=True)).contact == other_acts
    assert (
        outcome(MeetingSide(one, active=True), MeetingSide(other, active=True)).contact == HOSTILE
    )


def test_an_ultimatum_sends_away_who_does_not_go_hostile() -> None:
    assert outcome(MeetingSide("F", "R"), MeetingSide("U")) == MeetingOutcome(
        8, NONE, one_retreats=True
    )
    assert outcome(MeetingSide("U"), MeetingSide("Q", "R")) == MeetingOutcome(
        8, NONE, other_retreats=True
    )
    assert outcome(MeetingSide("N", "H"), MeetingSide("U")) == MeetingOutcome(8, HOSTILE)


def test_an_ultimatum_without_any_arms_is_no_battle() -> None:
    unarmed = outcome(MeetingSide("N", "H", armed=False), MeetingSide("U", armed=False))
    assert unarmed == MeetingOutcome(8, NONE, one_retreats=True)
    assert (
        outcome(MeetingSide("N", "H", armed=False), MeetingSide("U", armed=True)).contact == HOSTILE
    )


def test_hostilities_in_which_nobody_can_fire() -> None:
    """Code 4 with nobody armed: both go by their defaults."""
    one, other = MeetingSide("G", "F", armed=False), MeetingSide("U", "R", armed=False)
    assert outcome(one, other) == MeetingOutcome(4, NEUTRAL, one_retreats=True, other_retreats=True)
    stays = MeetingSide("T", "N", armed=False)
    assert outcome(stays, other) == MeetingOutcome(4, NEUTRAL, other_retreats=True)
    assert outcome(stays, MeetingSide("U", "R", armed=True)).contact == HOSTILE


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
