"""Words for people on a sheet: greetings, drawn rules, notes and messages."""

from __future__ import annotations

import pytest

from pbm.engine import registry
from pbm.engine.types import Reading
from pbm.kit.problems import Severity, render_all
from pbm.language.prose import is_remark, message_to
from pbm.sheets.envelope import find_sheets
from tests.games.contract import contract


@pytest.mark.parametrize(
    "text",
    [
        *(
            "---",
            "=====",
            "* * *",
            "Hi all,",
            "Dear GM",
            "Good luck!",
            "Thanks!",
            "Many thanks, Ann",
        ),
        *(
            "Kind regards",
            "Cheers - Rook",
            "-- ",
            "Sent from my phone",
            "That's all.",
            "ROOK",
            "- Rook",
        ),
        "Thank you for the fast report",
    ],
)
def test_a_greeting_a_name_and_a_drawn_rule_are_remarks(text: str) -> None:
    assert is_remark(text, "Rook")


@pytest.mark.parametrize(
    "text",
    [
        *(
            "hi, A1 attacks",
            "Thanks, A1 > B2",
            "hold",
            "best hex",
            "Heron",
            "see: A1",
            "1",
            "regards 4",
        ),
        "dear GM, attack all with all that you have",
    ],
)
def test_anything_else_is_no_remark(text: str) -> None:
    assert not is_remark(text, "Rook")


@pytest.mark.parametrize(
    ("text", "to"),
    [
        ("MESSAGE TO MINKY", "MINKY"),
        ("message for Ann: hello", "Ann"),
        ("letter to the Ann", "the Ann"),
        ("move to 0411", None),
        ("messages to MINKY", None),
    ],
)
def test_a_message_names_whom_it_is_for(text: str, to: str | None) -> None:
    assert message_to(text) == to


def read(*lines: str) -> Reading:
    """The reading of the orders of a ship of Knight Hawks that fires one weapon."""
    language = contract("knighthawks").language
    assert language is not None
    head = f"ORDERS {language.head.format(mailing=language.mailings['ORDERS'])}"
    text = "\n".join([head, "SHIP B2", *lines, "END", ""])
    kinds = registry.ruleset("knighthawks").all_kinds
    return language.read(find_sheets(text.encode(), "a.txt", kinds).sheets[0])


def notes(found: Reading) -> list[str]:
    return [one.question for one in found.docket]


def test_a_note_without_words_has_those_below_it_up_to_a_blank_line_or_an_order() -> None:
    found = read("NOTE TO GM", "May I ram?", "And when?", "move speed 4")
    assert notes(found) == ["May I ram? And when?"]
    assert [one.line for one in found.understood] == [2, 3, 6]
    apart = read("NOTE TO GM", "", "May I ram?")
    assert notes(apart) == []
    assert "this note to the GM is empty" in render_all(apart.problems)
    natural = read("NOTE TO GM", "May I ram?", "- speed 4")
    assert notes(natural) == ["May I ram?"]
    assert not [one for one in natural.problems if one.is_error]


def test_a_message_without_a_head_is_refused_whole_and_orders_below_it_are_read() -> None:
    found = read("MESSAGE TO Heron", "Let us meet at the planet.", "move speed 4")
    wrong = [one for one in found.problems if one.is_error]
    assert [one.fault for one in wrong] == ["this message has no head and no END"]
    assert wrong[0].remedy.endswith(" to Heron  in place of its first line, and END below it")
    assert wrong[0].outcome == "Lines 3-4 were sent to nobody"
    assert any("move speed 4" in one.text for one in found.understood)


def test_remarks_are_said_in_one_note_and_are_no_faults() -> None:
    found = read("Hi all,", "move speed 4", "---", "Cheers")
    assert [one.severity for one in found.problems] == [Severity.NOTE]
    assert found.problems[0].fault == "lines 3, 5-6 are taken for remarks"
    one = read("move speed 4", "Cheers")
    assert one.problems[0].fault == "line 4 is taken for a remark"


def test_what_several_faults_have_in_common_is_said_once() -> None:
    found = read("xyzzy", "move speed 4", "plugh", "attack xyzzy plugh")
    first, second, third = [one for one in found.problems if one.is_error]
    assert "Expected SHIP, FLEET" in first.reason
    assert first.outcome == "Line 3 was not read; your other 2 lines were"
    assert (second.reason, second.outcome) == ("", "Line 5 was not read")
    assert third.reason.startswith("Expected ")
