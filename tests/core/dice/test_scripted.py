from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.dice import scripted
from pbm.dice.scripted import DiceScript, ScriptedDice, parse_script, read_face
from pbm.kit.problems import Faults, Problem, render

LABELS = {"k3v9": "B1", "m2q7": "A2", "w5": "Old Nan"}


def dice(text: str) -> ScriptedDice:
    script, problems = parse_script(text, "dice.txt")
    assert not problems
    return ScriptedDice(script, LABELS)


def faults_of(text: str) -> list[str]:
    return [render(problem) for problem in parse_script(text, "dice.txt")[1]]


def test_a_named_line_matches_the_end_of_a_roll_s_name_by_label_or_id() -> None:
    rolls = dice("attack B1 LC A2: 41\nattack/k3v9/LB/m2q7: 07\n")
    assert rolls.faces("2.attack/attack/k3v9/LB/m2q7", "d100", 1, "all") == (7,)
    assert rolls.faces("2.attack/attack/k3v9/LC/m2q7", "d100", 1, "all") == (41,)
    assert rolls.leftover() == []


def test_case_and_stars_do_not_matter_to_a_pattern() -> None:
    rolls = dice("DAMAGE b1 *: 7 0\n")
    assert rolls.faces("1.attack/damage/k3v9/LC/m2q7", "d10", 2, "all") == (7, 10)


def test_a_label_of_two_words_is_written_with_a_blank() -> None:
    rolls = dice("damage Old Nan LC: 3")
    assert rolls.faces("1.attack/damage/w5/LC", "d10", 1, "all") == (3,)


def test_the_phase_can_be_named_too() -> None:
    rolls = dice("2.attack/attack/B1/LC/A2: 2\n1.attack/attack/B1/LC/A2: 1\n")
    assert rolls.faces("1.attack/attack/k3v9/LC/m2q7", "d100", 1, "all") == (1,)
    assert rolls.faces("2.attack/attack/k3v9/LC/m2q7", "d100", 1, "all") == (2,)


def test_a_pattern_does_not_fit_the_middle_of_a_part() -> None:
    rolls = dice("ttack/B1: 2")
    with pytest.raises(Faults):
        rolls.faces("1.attack/attack/k3v9", "d100", 1, "all")


def test_a_line_answers_once_and_lines_are_taken_from_the_top() -> None:
    rolls = dice("attack *: 1\nattack *: 2\n")
    assert rolls.faces("1/attack/a", "d100", 1, "all") == (1,)
    assert rolls.faces("1/attack/b", "d100", 1, "all") == (2,)
    with pytest.raises(Faults, match="no dice are left for 1/attack/c"):
        rolls.faces("1/attack/c", "d100", 1, "all")


def test_the_same_call_gives_the_same_faces() -> None:
    rolls = dice("attack *: 1\n")
    assert rolls.faces("1/attack/a", "d100", 1, "all") == (1,)
    assert rolls.faces("1/attack/a", "d100", 1, "all") == (1,)
    assert rolls.leftover() == []


def test_a_line_that_ends_in_a_star_answers_every_such_roll() -> None:
    rolls = dice("attack *: 1 *\n")
    assert rolls.faces("1/attack/a", "d100", 1, "all") == (1,)
    assert rolls.faces("1/attack/b", "d100", 1, "all") == (1,)
    assert rolls.leftover() == []


def test_nameless_faces_serve_in_order_what_no_named_line_fits() -> None:
    rolls = dice("41, 5\ndamage *: 9\n6 00")
    assert rolls.faces("1/attack/a", "d100", 1, "all") == (41,)
    assert rolls.faces("1/damage/a", "d10", 1, "all") == (9,)
    assert rolls.faces("1/other/a", "d10", 2, "all") == (5, 6)
    assert "|".join(render(problem) for problem in rolls.leftover()) == (
        'dice.txt:3:3: No roll asked for this die: "00"\n'
        "3 | 6 00\n"
        "  |   ^^\n"
        "There are more dice here than were rolled. Remove it."
    )


def test_left_over_lines_are_named_even_one_that_repeats() -> None:
    rolls = dice("# table dice\nattack a: 1\ndamage a: 2 3 *\n")
    rolls.faces("1/attack/a", "d100", 1, "all")
    assert "|".join(render(problem) for problem in rolls.leftover()) == (
        "dice.txt:3:1: No roll asked for these dice: 2 3\n"
        "3 | damage a: 2 3 *\n"
        "  | ^^^^^^^^^^^^^^^\n"
        "No remaining roll has this name. Remove the line or correct the name."
    )


def test_missing_dice_name_the_roll_as_a_reader_calls_it() -> None:
    with pytest.raises(Faults) as caught:
        ScriptedDice(DiceScript("dice.txt"), LABELS).faces(
            "1.attack/damage/k3v9/LC", "d10", 2, "all"
        )
    assert render(caught.value.problems[0]) == (
        "dice.txt: no dice are left for 1.attack/damage/B1/LC\n"
        "It rolls 2 dice, read as d10. "
        'Add a line such as "1.attack/damage/B1/LC: FACE FACE".'
    )


def test_dice_need_no_labels() -> None:
    script, _ = parse_script("attack a: 6", "dice.txt")
    assert ScriptedDice(script).faces("attack/a", "d6", 1, "all") == (6,)


@pytest.mark.parametrize(("written", "needed"), [("4", 2), ("4 5 6", 2), ("4 5", 1)])
def test_a_line_has_as_many_faces_as_its_roll(written: str, needed: int) -> None:
    with pytest.raises(Faults) as caught:
        dice(f"damage *: {written}").faces("damage/a", "d10", needed, "all")
    told = render(caught.value.problems[0])
    dice_needed = "one die" if needed == 1 else "2 dice"
    assert f"damage/a needs {dice_needed}, but {len(written.split())}" in told


@pytest.mark.parametrize(
    ("face", "die", "number"),
    [
        ("1", "d6", 1),
        ("6", "d6", 6),
        ("0", "d6", None),
        ("7", "d6", None),
        ("0", "d10", 10),
        ("10", "d10", 10),
        ("11", "d10", None),
        ("00", "d10", None),
        ("0", "d10_low", 0),
        ("9", "d10_low", 9),
        ("10", "d10_low", None),
        ("00", "d100", 100),
        ("0", "d100", None),
        ("05", "d100", 5),
        ("100", "d100", 100),
        ("101", "d100", None),
        ("000", "d1000", 1000),
        ("00", "d1000", None),
    ],
)
def test_faces_are_read_as_the_die_is(face: str, die: str, number: int | None) -> None:
    assert read_face(face, die) == number


def test_a_face_the_die_does_not_have_is_shown_at_its_place() -> None:
    with pytest.raises(Faults) as caught:
        dice("attack *: 101").faces("attack/k3v9", "d100", 1, "all")
    assert render(caught.value.problems[0]) == (
        'dice.txt:1:11: "101" is not a face of a d100\n'
        "1 | attack *: 101\n"
        "  |           ^^^\n"
        'attack/B1 reads 1 to 100, "00" is 100. Correct the face.'
    )
    with pytest.raises(Faults) as caught:
        dice("7").faces("attack/a", "d6", 1, "all")
    assert "attack/a reads 1 to 6. " in render(caught.value.problems[0])


def test_everything_wrong_with_a_script_is_said_at_once() -> None:
    told = faults_of("attack: \n: 4\n5 *\nattack: x1 -2 ½ 1234567\n")
    assert [line.split("\n")[0] for line in told] == [
        "dice.txt:1:1: This line has no faces",
        "dice.txt:2:1: There is no name of a roll before the colon",
        "dice.txt:3:1: Only a line with the name of a roll can repeat",
        'dice.txt:4:9: "x1" is not the face of a die',
        'dice.txt:4:12: "-2" is not the face of a die',
        'dice.txt:4:15: "½" is not the face of a die',
        'dice.txt:4:17: "1234567" is not the face of a die',
    ]


def test_lines_with_faults_are_not_in_the_script() -> None:
    script, problems = parse_script("attack: 1\nattack: x\n\n# 4\n", "dice.txt")
    assert [line.faces for line in script.lines] == [("1",)]
    assert len(problems) == 1


@given(st.one_of(st.text(), st.text("a1/*: [0#,\n²")), st.sampled_from(["d6", "d10", "d100"]))
def test_any_text_gives_dice_or_says_what_is_wrong(text: str, die: str) -> None:
    script, _ = parse_script(text, "dice.txt")
    rolls = ScriptedDice(script, LABELS)
    faults: tuple[Problem, ...] = ()
    faces: tuple[int, ...] = ()
    try:
        faces = rolls.faces("1/a/k3v9", die, 1, "all")
    except Faults as raised:
        faults = raised.problems
    assert len(faces) + len(faults) == 1
    assert all(render(problem) for problem in (*faults, *rolls.leftover()))


def test_a_line_does_not_answer_a_roll_again_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scripted, "MOST_ANSWERS", 3)
    rolls = dice("hit A: 2\nhit A column *: 7 *\n")
    for number in range(1, 4):
        assert rolls.faces(f"1.fire/hit/A/column/{number}", "d10", 1, "all") == (7,)
    assert rolls.faces("1.fire/hit/A/column/3", "d10", 1, "all") == (7,)
    with pytest.raises(Faults) as raised:
        rolls.faces("1.fire/hit/A/column/4", "d10", 1, "all")
    (problem,) = raised.value.problems
    assert (problem.span and problem.span.line) == 2
    assert problem.fault == "This line has answered 3 rolls, the last of them 1.fire/hit/A/column/4"
