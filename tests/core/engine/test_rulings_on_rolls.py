"""A ruling on a roll: it counts as another number, or a term of its sum is struck out."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.dice.keyed import Ids, KeyedDice
from pbm.engine.context import GameState, PhaseContext
from pbm.engine.events import PUBLIC, only
from pbm.engine.ruling_parser import parse_rulings
from pbm.packets.narrative import ruling_words

LABELS = {"k3v9": "B1", "m2q7": "A2"}
TERMS = (("laser", 60), ("head-on", 10), ("range 4 x 5", -20))
NAME = ("attack", "k3v9", "LC", "m2q7")


def work(*statements: str) -> PhaseContext:
    text = "\n".join(f"{one} because it was so" for one in statements)
    rulings, problems = parse_rulings(text, "rulings.txt", (), ())
    assert problems == []
    state = GameState(3, 0, ("3",), (), None)
    made = PhaseContext(
        state, "3", {}, KeyedDice(b"a seed", 3), Ids(b"ids"), rulings, labels=LABELS
    )
    made.phase = "1.attack"
    return made


def words(made: PhaseContext) -> list[str]:
    return [ruling_words(event.facts) for event in made.events]


def voids(made: PhaseContext) -> list[Any]:
    made.close_rolls()
    return [event.facts["void"] for event in made.events if "void" in event.facts]


@pytest.mark.parametrize(
    "name",
    [
        "1.attack/attack/B1/LC/A2",
        "attack/b1/lc/a2",
        '"attack B1 LC A2"',
        "1.attack/attack/k3v9/LC/m2q7",
    ],
)
def test_a_roll_counts_as_another_number(name: str) -> None:
    plain = work().roll("d100", *NAME)
    made = work(f"roll {name} counts as 37")
    roll = made.roll("d100", *NAME, seen=only("ann"))
    assert (roll.total, roll.name) == (37, plain.name)
    made.emit("attack", rule="", seen=only("ann"), rolls=[roll])
    made.close_rolls()
    event, _attack = made.events
    rolled = made._dice.faces(roll.name, "d100", 1, roll.group)[0]
    assert ruling_words(event.facts) == f"a roll counts as 37 (the dice showed {rolled})"
    assert (event.ruling, event.facts["roll"]) == ("it was so", roll.name)
    assert event.seen == only("ann")
    assert not any("void" in one.facts for one in made.events)


def test_another_roll_keeps_its_faces() -> None:
    made = work("roll attack/B1/LC/A2 counts as 37")
    other = ("attack", "m2q7", "LC", "k3v9")
    assert made.roll("d100", *other) == work().roll("d100", *other)
    assert made.events == []
    assert voids(made) == ["No roll of this name has come."]


@pytest.mark.parametrize(
    ("value", "count", "why"),
    [
        ("0", 1, "This roll is a number from 1 to 10"),
        ("11", 1, "This roll is a number from 1 to 10"),
        ("ten", 1, "This roll is a number from 1 to 10"),
        ("4", 2, "This roll is 2 numbers from 1 to 10"),
        ("4 5", 1, "This roll is a number from 1 to 10"),
    ],
)
def test_numbers_that_the_dice_cannot_show_change_nothing(value: str, count: int, why: str) -> None:
    made = work(f"roll attack/B1/LC/A2 counts as {value}")
    assert made.roll("d10", *NAME, count=count) == work().roll("d10", *NAME, count=count)
    assert voids(made) == [why]
    assert made.events[0].seen == {}


def test_several_dice_have_a_number_each() -> None:
    made = work("roll attack/B1/LC/A2 counts as 1 10")
    assert made.roll("d10", *NAME, count=2).faces == (1, 10)


@pytest.mark.parametrize(
    ("seen", "of_roll", "of_term"),
    [
        ([{}], set(), set()),
        ([{"ann": ("rolls",), "bob": ("hit",)}], {"ann"}, set()),
        ([{"ann": ("rolls",)}, {"bob": ("terms",)}], {"ann"}, {"bob"}),
        ([only("ann"), only("bob")], {"ann", "bob"}, {"ann", "bob"}),
        ([PUBLIC], {"*"}, {"*"}),
    ],
)
def test_who_perceives_dice_or_terms_reads_the_ruling_on_them(
    seen: list[Any], of_roll: set[str], of_term: set[str]
) -> None:
    """Who that is may be known only at the end, as in battles that are told once they are over."""
    made = work("roll attack/B1/LC/A2 counts as 3", "term attack/B1/LC/A2 without head-on")
    terms = made.counted(TERMS, *NAME)
    roll = made.roll("d10", *NAME, group="battle-1")
    for one in seen:
        made.emit("fought", rule="", seen=one, rolls=[roll], terms=terms)
    made.emit("other", rule="", seen=only("eve"), terms=terms)
    made.close_rolls()
    on_term, on_roll = made.events[:2]
    assert (set(on_roll.seen), set(on_term.seen)) == (of_roll, of_term)
    assert all(keys == ("*",) for keys in on_roll.seen.values())


def test_a_struck_term_of_a_shot_without_dice_is_read_with_its_sum() -> None:
    made = work("term attack/B1/LC/A2 without head-on")
    made.emit("sure", rule="", seen=only("ann"), terms=made.counted(TERMS, *NAME))
    made.emit("other", rule="", seen=only("bob"), terms=TERMS)
    made.close_rolls()
    assert made.events[0].seen == only("ann")


def test_a_struck_sum_is_told_with_signs_as_people_write_them() -> None:
    made = work("term attack/B1/LC/A2 without range")
    made.counted(TERMS, *NAME)
    assert words(made) == ["a sum counts without range 4 × 5 (−20)"]


def test_a_term_is_struck_out_with_the_reason() -> None:
    made = work("term attack/B1/LC/A2 without head-on")
    assert made.counted(TERMS, *NAME) == (
        ("laser", 60),
        ("head-on struck out, it was so", 0),
        ("range 4 x 5", -20),
    )
    assert words(made) == ["a sum counts without head-on (10)"]
    assert voids(made) == []
    assert work().counted(TERMS, *NAME) == TERMS


@pytest.mark.parametrize("term", ["range 4 x 5", "Range 4 × 5", '"4 x 5"'])
def test_a_term_is_named_as_it_is_printed_or_typed(term: str) -> None:
    made = work(f"term attack/B1/LC/A2 without {term}")
    assert made.counted(TERMS, *NAME)[2] == ("range 4 x 5 struck out, it was so", 0)


@pytest.mark.parametrize(
    ("term", "why"),
    [
        ("icm", "It names 0 of its terms: laser, head-on, range 4 x 5"),
        ("a", "It names 3 of its terms: laser, head-on, range 4 x 5"),
    ],
)
def test_a_term_that_is_not_there_changes_nothing(term: str, why: str) -> None:
    made = work(f"term attack/B1/LC/A2 without {term}")
    assert made.counted(TERMS, *NAME) == TERMS
    assert voids(made) == [why]
