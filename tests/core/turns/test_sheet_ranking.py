"""Which of several sheets counts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.turns.sheet_ranking import Candidate, rank

GOOD, BAD = False, True


def orders(*qualities: bool, right: tuple[bool, ...] = ()) -> list[Candidate]:
    return [
        Candidate(number, "ORDERS", quality, right[number - 1] if right else True)
        for number, quality in enumerate(qualities, 1)
    ]


@pytest.mark.parametrize(
    ("candidates", "index"),
    [
        (orders(GOOD), 0),
        (orders(GOOD, GOOD), 1),
        (orders(GOOD, BAD), 0),
        (orders(BAD, GOOD), 1),
        (orders(BAD, BAD), 1),
        (orders(GOOD, BAD, BAD), 0),
        (orders(BAD, GOOD, BAD), 1),
        (orders(GOOD, GOOD, right=(True, False)), 0),
        (orders(BAD, GOOD, right=(True, False)), 0),
        (orders(GOOD, right=(False,)), -1),
        ([], -1),
        ([Candidate(2, "ORDERS", GOOD, True), Candidate(1, "ORDERS", GOOD, True)], 0),
        ([Candidate(1, "SETUP", GOOD, True), Candidate(2, "ORDERS", BAD, True)], 1),
    ],
)
def test_the_newest_without_faults_counts(candidates: list[Candidate], index: int) -> None:
    assert rank(candidates).index == index


@pytest.mark.parametrize(
    ("candidates", "sentence"),
    [
        (orders(GOOD), "This ORDERS sheet is in force."),
        (
            orders(BAD),
            (
                "This ORDERS sheet is in force with the lines that were understood; a later sheet "
                "without such faults will replace it."
            ),
        ),
        (
            [Candidate(1, "ORDERS", BAD, True, is_empty=True)],
            (
                "This ORDERS sheet is in force, but no line of it was understood, so it has "
                "no orders; a later sheet without such faults will replace it."
            ),
        ),
        (
            [Candidate(1, "ORDERS", GOOD, True, is_empty=True)],
            "This ORDERS sheet is in force.",
        ),
        (
            orders(GOOD, BAD),
            (
                "This sheet has lines that were not understood, so your ORDERS sheet number 1, "
                "which has none, stays in force."
            ),
        ),
        (
            orders(GOOD, GOOD, right=(True, False)),
            "This sheet is for another turn; your ORDERS sheet number 1 stays in force.",
        ),
        (
            orders(GOOD, right=(False,)),
            "This sheet is for another turn; no ORDERS sheet is in force.",
        ),
        ([], "No ORDERS sheet is in force."),
    ],
)
def test_the_receipt_says_which_counts(candidates: list[Candidate], sentence: str) -> None:
    assert rank(candidates).sentence == sentence


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1))
def test_a_worse_sheet_never_replaces_a_better_one(qualities: list[tuple[bool, bool]]) -> None:
    candidates = [
        Candidate(number, "ORDERS", bad, right) for number, (bad, right) in enumerate(qualities)
    ]
    for count in range(1, len(candidates)):
        before, after = rank(candidates[:count]).index, rank(candidates[: count + 1]).index
        if before >= 0 and after != before:
            assert not candidates[after].has_invalid or candidates[before].has_invalid
            assert candidates[after].right_mailing
