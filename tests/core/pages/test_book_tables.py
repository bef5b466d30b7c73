"""The overview of the game master's book and its table of dice."""

from __future__ import annotations

from typing import Any

from pbm.pages.book_tables import dice, overview

EVENTS: list[dict[str, Any]] = [
    {"event": "e1", "record": {"seen": {"*": ["*"]}, "rolls": []}},
    {
        "event": "e2",
        "record": {
            "seen": {"ann": ["*"]},
            "rolls": [
                {"name": "G/fire/r1/k4e3m/zz9zz99/1", "die": "d10", "faces": [4, 9]},
            ],
        },
    },
]
RECORDS: list[Any] = [{"ships": [{"id": "k4e3m", "name": "Tiger"}]}, {}, {}]


def book(**more: Any) -> dict[str, Any]:
    seats = [{"id": one, "name": one.upper()} for one in ("ann", "bea", "cy")]
    return {
        "seats": seats, "records": RECORDS, "known": {}, "docket": [], "sheets": [],
        "story": [{"title": "Fire", "items": EVENTS}], **more,
    }  # fmt: skip


def sheet(player: str, lines: int, remarks: int, text: str = "x", counts: str = "sheet") -> Any:
    return {"player": player, "text": text, "counts": counts,
            "understood": [{}] * lines, "problems": [""] * remarks}  # fmt: skip


def test_each_player_with_what_they_hold_and_read() -> None:
    found = overview(book())
    assert [(one["name"], one["read"]) for one in found] == [("ANN", 2), ("BEA", 1), ("CY", 1)]
    assert [one["record"] for one in found] == RECORDS


def test_an_event_is_read_once_by_one_who_may_read_more_of_it() -> None:
    record = {"seen": {"*": ["text"], "ann": ["*"]}, "rolls": []}
    story = [{"title": "Fire", "items": [{"event": "e1", "record": record}]}]
    assert [one["read"] for one in overview(book(story=story))] == [1, 1, 1]


def test_what_they_sent() -> None:
    sheets = [
        sheet("ann", 1, 0), sheet("bea", 2, 1), sheet("bea", 0, 0, counts="message"),
        sheet("bea", 0, 0, counts=""), sheet("cy", 0, 0, text=""),
    ]  # fmt: skip
    assert [one["sent"] for one in overview(book(sheets=sheets))] == [
        "1 line", "2 lines, 1 remark; a message; a text not in force", "nothing"
    ]  # fmt: skip
    refused = [{"player": "cy"}, {"player": "cy"}]
    assert overview(book(refused=refused))[2]["sent"] == "2 texts refused"


def test_what_is_open() -> None:
    docket = [
        {"id": "Q1", "player": "ann", "answer": ""}, {"id": "Q2", "player": "ann", "answer": "yes"},
        {"id": "Q3", "player": "ann", "answer": ""}, {"id": "Q4", "player": "bea", "answer": ""},
    ]  # fmt: skip
    assert [one["open"] for one in overview(book(docket=docket))] == ["Q1, Q3", "Q4", ""]


def test_a_roll_is_named_for_people_and_for_rulings() -> None:
    assert dice(book()) == [
        ("e2", "d10", "4 9", "G, fire, round 1, Tiger, 1", "G/fire/r1/k4e3m/zz9zz99/1")
    ]


def test_a_die_that_several_events_tell_is_listed_once_with_other_faces_twice() -> None:
    def event(name: str, *faces: int) -> dict[str, Any]:
        roll = {"name": "G/blow up", "die": "d100", "faces": list(faces)}
        return {"event": name, "record": {"seen": {}, "rolls": [roll]}}

    story = [{"title": "Fire", "items": [event("e1", 7), event("e2", 7), event("e3", 7, 8)]}]
    assert dice(book(story=story)) == [
        ("e1", "d100", "7", "G, blow up", "G/blow up"),
        ("e3", "d100", "7 8", "G, blow up", "G/blow up"),
    ]
