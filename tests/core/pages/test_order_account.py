"""The account of orders: each line points to its events, and says itself what came of nothing."""

from __future__ import annotations

from typing import Any

from pbm.engine.story import Item
from pbm.pages.order_account import accounts, numbers_of
from tests.core.stories import item_of, section_of


def undone(id: str, why: str, **by: str) -> Item:
    return item_of(id, undone={"why": why, **by})


def line(number: int, *events: str, fates: tuple[str, ...] = ()) -> dict[str, Any]:
    told = [f"What {one} says." for one in events]
    return {
        "line": number,
        "text": "att LB at B1",
        "understood": "attack LB at B1",
        "heading": False,
        "faulty": False,
        "fates": [*told, *fates],
        "event": list(events),
    }


STORY = [
    section_of("A", item_of("a"), undone("b", "B1: range 8", by="Your Sting (A6)")),
    section_of(
        "B",
        undone("c", "B1: range 8", by="Your Barb (A7)"),
        undone("d", "no rocket is left", by="Your Doom (A3)"),
        *(item_of(one) for one in "efgh"),
    ),
]


def test_events_are_numbered_in_order_without_what_the_account_says_was_not_done() -> None:
    numbers = numbers_of(STORY, [line(7, "a", "b", "c"), line(8, "d")])
    assert numbers == {"a": 1, "e": 2, "f": 3, "g": 4, "h": 5}


def test_what_was_not_done_of_a_line_that_is_not_there_has_a_number() -> None:
    assert list(numbers_of(STORY, [line(7, "b", "c")])) == list("adefgh")


def test_a_line_names_its_events_and_tells_each_cause_once() -> None:
    lines = [line(7, "a", "b", "c", "d", "f", "g", "h")]
    (one,) = accounts(lines, STORY, numbers_of(STORY, lines))
    assert one.events == "1, 3 to 5"
    assert one.said == (
        "Not carried out by your Sting (A6) and your Barb (A7): B1: range 8.",
        "Not carried out by your Doom (A3): no rocket is left.",
    )


def test_a_line_of_several_orders_says_which_words_were_not_carried_out() -> None:
    why = "THYME was devastated already this turn"
    story = [
        section_of(
            "J",
            undone("a", why, what='"D Godfrey"'),
            undone("b", why, what='"D Raymond"'),
            undone("c", "you have no FC"),
        )
    ]
    lines = [line(11, "a", "b"), line(12, "c")]
    first, second = accounts(lines, story, numbers_of(story, lines))
    assert first.said == (f'Not carried out ("D Godfrey" and "D Raymond"): {why}.',)
    assert second.said == ("Not carried out: you have no FC.",)


def test_a_reason_that_another_line_said_is_referred_to() -> None:
    story = [section_of("J", *(undone(one, "no ship is left", by="Your Barb") for one in "abc"))]
    lines = [line(7, "a"), line(8, "b", "c"), line(9, fates=("Not read.",))]
    assert [one.said for one in accounts(lines, story, numbers_of(story, lines))] == [
        ("Not carried out by your Barb: no ship is left.",),
        ("Not carried out by your Barb and your Barb: no ship is left.",),
        ("Not read.",),
    ]
    lines = [line(7, "a"), line(8, "b")]
    assert accounts(lines, story, numbers_of(story, lines))[1].said == ("As with line 7.",)


def test_what_no_event_of_the_report_tells_is_said_with_the_line() -> None:
    answer = "The game master answers: yes."
    lines = [line(7, "elsewhere", fates=(answer,))]
    (one,) = accounts(lines, STORY, numbers_of(STORY, lines))
    assert one.events == ""
    assert one.said == ("What elsewhere says.", answer)
