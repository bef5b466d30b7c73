"""Dice: fair, named, keyed by group; ids that tell nothing."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from hashlib import blake2b

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.dice.keyed import READINGS, Ids, KeyedDice, Roll, group_of, reading, roll_name

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
def test_an_unknown_die_is_refused(die: str) -> None:
    with pytest.raises(KeyError):
        reading(die)


def test_the_books_readings() -> None:
    assert reading("d10") == (10, 1)
    assert reading("d10_low") == (10, 0)
    assert reading("d100") == (100, 1)
    assert reading("d1000") == (1000, 1)
    assert reading("d6") == (6, 1)


def by_hand(seed: bytes, turn: int, group: str, die: str, name: str, sides: int) -> Iterator[int]:
    """Numbers from 0 as docs/dice.md says they are drawn, worked out without the code."""
    key = blake2b(seed, digest_size=32, person=b"pbm-seed-1").digest()
    message = f"{turn}\0{group}".encode()
    key = blake2b(message, digest_size=32, key=key, person=b"pbm-group-1").digest()
    fair = 2**32 // sides * sides  # as many numbers of four bytes as fall evenly on the sides
    for block in itertools.count():
        stream = f"{die}\0{name}".encode() + block.to_bytes(8, "big")
        drawn = blake2b(stream, digest_size=64, key=key, person=b"pbm-dice-1").digest()
        for place in range(0, 64, 4):
            number = int.from_bytes(drawn[place : place + 4], "big")
            if number < fair:
                yield number % sides


@pytest.mark.parametrize("sides", [6, 10, 1000, 2**31 + 1, 3 * 2**30, 2**32 - 5])
def test_faces_are_drawn_as_the_page_on_dice_says(sides: int) -> None:
    """With the largest dice up to half of all numbers drawn are thrown away."""
    die = f"d{sides}"
    lowest = reading(die)[1]
    faces = KeyedDice(b"seed", 12).faces("G/a", die, 60, "ann+bea")
    drawn = by_hand(b"seed", 12, "ann+bea", die, "G/a", reading(die)[0])
    assert faces == tuple(number + lowest for number in itertools.islice(drawn, 60))


def test_an_id_is_drawn_from_seed_and_parts_alone() -> None:
    """Ids stand in the states and events of every campaign already played."""
    key = blake2b(b"seed", digest_size=32, person=b"pbm-ids-1").digest()
    number = int.from_bytes(blake2b(b"event\0a\0b", digest_size=16, key=key).digest(), "big")
    signs = "abcdefghjkmnpqrstuvwxyz234567890"
    long = "".join(signs[number >> 5 * place & 31] for place in range(20))
    assert Ids(b"seed").opaque("event", "a", "b", length=20) == long
    assert Ids(b"seed").opaque("event", "a", "b") == long[:7]
