"""Dice: fair, named, keyed by group; ids that tell nothing."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.dice import READINGS, Ids, KeyedDice, Roll, group_of, reading, roll_name

DICE = KeyedDice(b"seed", 3)


@pytest.mark.parametrize(
    ("die", "least", "most"),
    [("d6", 1, 6), ("d10", 1, 10), ("d10_low", 0, 9), ("d100", 1, 100), ("d1000", 1, 1000)],
)
def test_each_reading_has_its_books_range(die: str, least: int, most: int) -> None:
    faces = DICE.faces("range", die, 20_000, "all")
    assert (min(faces), max(faces)) == (least, most)


def test_every_face_of_a_d10_comes_about_as_often() -> None:
    count = Counter(DICE.faces("fair", "d10", 100_000, "all"))
    chi_square_times_10000 = sum((seen - 10_000) ** 2 for seen in count.values())
    assert len(count) == 10
    assert chi_square_times_10000 < 27_877 * 10  # 99.9 % point of 9 degrees of freedom: 27.877


@given(st.text(min_size=1), st.sampled_from(sorted(READINGS)), st.integers(1, 40))
def test_more_dice_of_a_name_begin_with_the_fewer(name: str, die: str, count: int) -> None:
    assert DICE.faces(name, die, 41, "all")[:count] == DICE.faces(name, die, count, "all")


def test_faces_depend_on_seed_turn_group_name_and_reading_alone() -> None:
    def hundred(dice: KeyedDice, name: str = "a", group: str = "all") -> tuple[int, ...]:
        return dice.faces(name, "d100", 12, group)

    first = hundred(KeyedDice(b"seed", 3))
    assert hundred(KeyedDice(b"seed", 3)) == first
    others = [
        hundred(KeyedDice(b"seeds", 3)),
        hundred(KeyedDice(b"seed", 4)),
        hundred(KeyedDice(b"seed", 3), group="ann"),
        hundred(KeyedDice(b"seed", 3), name="b"),
    ]
    assert first not in others
    assert len(set(others)) == 4


def test_the_seeded_faces_never_change_between_versions() -> None:
    # These faces stand in every campaign already played; a change here breaks all of them.
    assert KeyedDice(b"pbm", 1).faces("1.attack/attack/a/LC/b", "d100", 4, "all") == (
        37,
        55,
        100,
        30,
    )


def test_a_roll_adds_its_faces() -> None:
    assert Roll("a", "d10", (4, 9), "all").total == 13


@pytest.mark.parametrize("parts", [("a", ""), ("a/b",), ("a", "b/c")])
def test_a_name_is_made_of_whole_parts(parts: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="part of a roll's name"):
        roll_name(parts)


def test_a_name_joins_its_parts() -> None:
    assert roll_name(("2.attack", "attack", "k3v9")) == "2.attack/attack/k3v9"


def test_a_group_is_named_by_its_players_in_any_order() -> None:
    assert group_of(["cy", "ann"]) == group_of(["ann", "cy"]) == "ann+cy"
    assert group_of([]) == "gm"


def test_ids_are_stable_and_tell_no_order() -> None:
    ids = Ids(b"seed")
    found = [ids.opaque("ship", f"A{number}") for number in range(1, 200)]
    assert found == [Ids(b"seed").opaque("ship", f"A{number}") for number in range(1, 200)]
    assert len(set(found)) == 199
    assert {len(one) for one in found} == {7}
    assert sorted(found) != found
    assert Ids(b"other").opaque("ship", "A1") != found[0]
    assert ids.opaque("ab", "c") != ids.opaque("a", "bc")


@pytest.mark.parametrize(("die", "sides"), [("d7", 7), ("d1", 1), ("d20", 20), ("d144", 144)])
def test_a_die_of_any_number_of_sides_reads_from_one(die: str, sides: int) -> None:
    assert reading(die) == (sides, 1)
    assert set(DICE.faces("any", die, 40 * sides, "all")) == set(range(1, sides + 1))


@pytest.mark.parametrize("die", ["", "d", "d0", "x7", "7", "d-1", "d1.5", "dd7", "D7", "d7x"])
def test_what_is_no_die_is_refused(die: str) -> None:
    with pytest.raises(KeyError):
        reading(die)


def test_the_books_readings() -> None:
    assert reading("d10") == (10, 1)
    assert reading("d10_low") == (10, 0)
    assert reading("d100") == (100, 1)
    assert reading("d1000") == (1000, 1)
    assert reading("d6") == (6, 1)
