"""The forms of rolls' names: one spelling of each, in every game."""

from __future__ import annotations

import pytest

from pbm.dice.roll_forms import RollForm, is_die, is_plain, matched

FORM = RollForm("#.attack/@/*/#", "d10 d100")


@pytest.mark.parametrize("name", ["1.attack/ab3de/LB/2", "12.attack/ab3de67/laser cannon/0"])
def test_a_name_of_a_form_is_taken_apart(name: str) -> None:
    found = matched(name, [FORM])
    assert found is not None
    assert found.ids == (("@", name.split("/")[1]),) and found.words == (name.split("/")[2],)


@pytest.mark.parametrize(
    "name",
    [
        "01.attack/ab3de/LB/2",
        "1.attack/ab3de/LB/02",
        "1.attack/AB3DE/LB/2",
        "1.attack/ab3d/LB/2",
        "1.attack/ab3de678/LB/2",
        "1.attack/ab3de//2",
        "1.attack/ab3de/LB /2",
        "1.attack/ab3de/L\u200bB/2",
        "1.attack/ab3de/LB/2 ",
        "1.attack/ab3de/LB/2\n",
        "1.attack/ab3de/LB/2/again",
        "1.аttack/ab3de/LB/2",
        "1.attack/ab3de/LB/１",
    ],
)
def test_another_spelling_of_a_name_has_no_form(name: str) -> None:
    assert matched(name, [FORM]) is None


def test_a_form_says_its_dice() -> None:
    assert FORM.takes("d10") and FORM.takes("d100") and not FORM.takes("d6")
    free = RollForm("echo/@", "d#")
    assert free.takes("d7") and not free.takes("d07") and not free.takes("d#")


def test_dice_and_words_have_one_spelling() -> None:
    dice = ("d6", "d10_low", "d999999")
    assert all(map(is_die, dice))
    assert not any(map(is_die, ("d0", "d06", "D6", "d6 ", "d٦", "6", "d1000000", "d10_high")))
    assert is_plain("Müller’s 3 ships") and not is_plain("Mu\u0308ller")
    assert not any(map(is_plain, ("a  b", " a", "a\tb", "a\u00adb", "a\u202eb", "a\u2028b")))
