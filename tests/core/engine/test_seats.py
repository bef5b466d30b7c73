"""Which seat the head of a sheet names."""

from __future__ import annotations

import pytest

from pbm.engine.types import Seat, seat_of

SEATS = (
    Seat("zoe", "Zoë", "1"),
    Seat("p2", "Zoe", "2"),
    Seat("p3", "Jürg Ångström", "3"),
    Seat("p4", "Ned Jr.", "4"),
    Seat("p5", "Rene", "5"),
    Seat("p6", "René", "6"),
    Seat("p7", "Noël", "7"),
    Seat("p8", "Nöel", "8"),
)


@pytest.mark.parametrize(
    ("written", "seat"),
    [
        ("Zoë", "zoe"),
        ("zoe", "p2"),
        ('"Zoe"', "p2"),
        ("Jurg Angstrom", "p3"),
        ("jurg ångstrom.", "p3"),
        ("Ned Jr.", "p4"),
        ("Rene.", "p5"),
        ("René", "p6"),
        ("Noel", None),  # two seats can be meant
        ("Nobody", None),
    ],
)
def test_a_head_names_a_seat(written: str, seat: str | None) -> None:
    found = seat_of(SEATS, written)
    assert (found.id if found else None) == seat


def test_letters_without_a_stroke_name_those_with_one() -> None:
    seats = (Seat("ukasz", "Łukasz", "A"), Seat("sren", "Søren", "B"))
    assert [seat_of(seats, name) for name in ("Lukasz", "soren")] == list(seats)
