"""The account of orders: each line points to its events, and says itself what came of nothing."""

from __future__ import annotations

from typing import Any

from pbm.pages.order_account import accounts, numbers_of


def event(id: str, **more: Any) -> dict[str, Any]:
    return {"event": id, **more}


def undone(id: str, by: str, why: str) -> dict[str, Any]:
    return event(id, undone={"by": by, "why": why})


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
    {"title": "A", "items": [event("a"), undone("b", "Your Sting (A6)", "B1: range 8")]},
    {
        "title": "B",
        "items": [
            undone("c", "Your Barb (A7)", "B1: range 8"),
            undone("d", "Your Doom (A3)", "no rocket is left"),
            *(event(one) for one in "efgh"),
        ],
    },
]


def test_events_are_numbered_in_order_without_what_was_not_done() -> None:
    assert numbers_of(STORY) == {"a": 1, "e": 2, "f": 3, "g": 4, "h": 5}


def test_a_line_names_its_events_and_tells_each_cause_once() -> None:
    (one,) = accounts([line(7, "a", "b", "c", "d", "f", "g", "h")], STORY, numbers_of(STORY))
    assert one.events == "1, 3 to 5"
    assert one.said == (
        "Not carried out by your Sting (A6) and your Barb (A7): B1: range 8.",
        "Not carried out by your Doom (A3): no rocket is left.",
    )


def test_what_no_event_of_the_report_tells_is_said_with_the_line() -> None:
    answer = "The game master answers: yes."
    (one,) = accounts([line(7, "elsewhere", fates=(answer,))], STORY, numbers_of(STORY))
    assert one.events == ""
    assert one.said == ("What elsewhere says.", answer)
