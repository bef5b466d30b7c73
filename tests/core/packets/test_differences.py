"""What a game master reads of two packets: sentences under their headings, then facts."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.packets.diff import FactChange, PacketDifference, difference, lines_of
from pbm.packets.narrative import RULED


def item(text: str, *faces: int) -> dict[str, Any]:
    return {"text": text, "rolls": [{"faces": list(faces)}] if faces else []}


def packet(**parts: Any) -> dict[str, Any]:
    """A packet with the parts that are compared."""
    return {
        "made": "2026-03-01T12:00:00Z",
        "corrected": "",
        "previous": "",
        "versions": {},
        "next": [],
        "summary": ["You have 9."],
        "story": [],
        "orders": [],
        "problems": [],
        "options": [],
        "known": {},
        **parts,
    }


def told(old: dict[str, Any] | None, new: dict[str, Any]) -> list[str]:
    found = difference("3", old, new)
    return [] if found is None else lines_of(found)


def test_fields_of_a_sending_are_not_differences() -> None:
    other = packet(made="later", corrected="This report replaces", previous="x", versions={"a": 1})
    assert difference("3", packet(), other) is None


def test_sentences_stand_in_pairs_under_their_headings() -> None:
    def story(left: int, more: int) -> list[dict[str, Any]]:
        return [
            {"title": "A fires", "items": [item(f"A hits B for {more}, {left} left.", 4, more)]},
            {"title": "B fires", "items": [item("B misses A.", 9)]},
        ]

    assert told(packet(story=story(7, 3)), packet(story=story(6, 4), summary=["You have 8."])) == [
        "Turn 3:",
        "  Summary",
        "    - You have 9.",
        "    + You have 8.",
        "  A fires",
        "    - A hits B for 3, 7 left. (dice 4, 3)",
        "    + A hits B for 4, 6 left. (dice 4, 4)",
    ]


def test_dissimilar_sentences_are_not_paired() -> None:
    one = packet(summary=["B hits you for 3.", "Turn 4 is next."])
    other = packet(summary=["The game is over: a draw.", "There is nothing to order."])
    assert [line[4] for line in told(one, other)[2:]] == ["-", "-", "+", "+"]


def test_a_ruling_is_listed_once() -> None:
    text = "The game master ruled: set B1.hull = 30. Reason: a slip."
    story = [{"title": RULED, "items": [item(text)]}]
    rulings = [{"event": "x", "text": "set B1.hull = 30", "reason": "a slip"}]
    assert told(packet(), packet(story=story, rulings=rulings)) == [
        "Turn 3:",
        "  Rulings",
        f"    + {text}",
    ]


def line(number: int, text: str, *fates: str) -> dict[str, Any]:
    return {"line": number, "text": text, "understood": text, "fates": list(fates)}


def test_an_order_line_tells_what_the_story_does_not() -> None:
    story = [{"title": "A fires", "items": [item("A hits B.")]}]
    one = packet(orders=[line(2, "fire at C", "Not read."), line(3, "wait")])
    other = packet(story=story, orders=[line(2, "fire at B", "A hits B."), line(3, "wait")])
    assert told(one, other) == [
        "Turn 3:",
        "  A fires",
        "    + A hits B.",
        "  Their sheet",
        "    - line 2: fire at C [Not read.]",
        "    + line 2: fire at B",
    ]


def test_a_line_that_only_moved_is_not_a_difference() -> None:
    one = packet(orders=[line(2, "move"), line(3, "fire")])
    other = packet(orders=[line(2, "move"), line(3, "turn"), line(4, "fire")])
    assert told(one, other) == ["Turn 3:", "  Their sheet", "    + line 3: turn"]


def test_sheets_of_other_kinds_have_their_kind_as_heading() -> None:
    also = [{"kind": "DESIGNS", "key": "", "orders": [line(2, "BL 3")], "problems": []}]
    assert told(packet(), packet(also=also))[1:] == ["  Their DESIGNS sheet", "    + line 2: BL 3"]


def problem(file: str, others: int, fault: str = '"frob" is no order') -> str:
    return (
        f"{file}:4:2: {fault}\n4 | frob\n  | ^^^^\nLine 4 was not read; your other {others} were."
    )


def test_a_problem_is_compared_by_its_fault_not_by_counts_of_other_lines() -> None:
    one = packet(problems=[problem("a.txt", 3)])
    assert told(one, packet(problems=[problem("b.txt", 4)])) == [
        "Turn 3: the same sentences; in problems small things differ, such as the numbers of lines."
    ]
    assert told(one, packet(problems=[problem("b.txt", 4, '"frab" is no order')]))[1:] == [
        "  Their sheet",
        '    - on line 4: "frob" is no order',
        '    + on line 4: "frab" is no order',
    ]


def test_messages_are_listed_with_their_outcome() -> None:
    sent = {"event": "x", "sent": True, "name": "Bob", "text": "hi", "refused": "he is dead"}
    got = {"event": "y", "sent": False, "name": "Eve", "text": "ho", "refused": ""}
    assert told(packet(), packet(messages=[sent, got]))[1:] == [
        "  Messages",
        "    + to Bob: not delivered, he is dead: hi",
        "    + from Eve: ho",
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ({"hull": 40}, {"hull": 30}, ["hull: 30; was 40"]),
        ({"field_up": True}, {"field_up": False}, ["field up: no; was yes"]),
        ({"winner": ""}, {"winner": "A"}, ["winner: A; was nothing"]),
        ({}, {"orbit": {"planet": "p1"}}, ["orbit: planet p1; there was none before"]),
        ({"orbit": {"planet": "p1"}}, {}, ["orbit: none now; was planet p1"]),
        # By their own names wherever each part has one.
        (
            {"ships": [{"designation": "A1", "hull": 3}, {"designation": "B1", "hull": 4}]},
            {"ships": [{"designation": "B1", "hull": 5}]},
            ["ships, A1: none now; was designation A1, hull 3", "ships, B1, hull: 5; was 4"],
        ),
        (
            {"units": [{"designation": "A", "side": one, "hull": 3} for one in "12"]},
            {"units": [{"designation": "A", "side": one, "hull": int(one)} for one in "12"]},
            ["units, A of side 1, hull: 1; was 3", "units, A of side 2, hull: 2; was 3"],
        ),
        (
            {"surface": [{"kind": "AA", "number": 3}, {"kind": "C", "number": 9}]},
            {"surface": [{"kind": "AA", "number": 2}, {"kind": "C", "number": 9}]},
            ["surface, AA, number: 2; was 3"],
        ),
        # By their places in lists as long as before, else the parts that went and came.
        ({"track": [[1, 2], [3, 4]]}, {"track": [[1, 2], [3, 5]]}, ["track, 2, 2: 5; was 4"]),
        (
            {"seen": ["a", "b"]},
            {"seen": ["b", "c", "d"]},
            [
                "seen: none now; was a",
                "seen: c; there was none before",
                "seen: d; there was none before",
            ],
        ),
        ({"seen": ["a"]}, {"seen": ["a", "a"]}, ["seen: a, a; was a"]),
    ],
)
def test_differing_facts_are_listed(old: Any, new: Any, said: list[str]) -> None:
    lines = told(packet(known=old), packet(known=new))
    assert lines == ["Turn 3:", "  What they know", *(f"    {one}" for one in said)]


def test_a_long_fact_is_cut_and_many_are_counted() -> None:
    long = told(packet(known={"note": "x"}), packet(known={"note": "y" * 61}))[2]
    assert long == f"    note: {'y' * 56} ...; was x"
    whole = told(packet(known={"note": "x"}), packet(known={"note": "y" * 60}))[2]
    assert whole == f"    note: {'y' * 60}; was x"
    for many, last in ((20, "    19: 1; was 0"), (21, "    and 1 more")):
        sides = [packet(known={str(key): side for key in range(many)}) for side in (0, 1)]
        assert told(*sides)[-1] == last
        assert len(told(*sides)) == 2 + many


def test_changes_of_the_turn_before_are_not_listed_again() -> None:
    def found(mailing: str, **more: int) -> PacketDifference:
        sides = [packet(known={"hull": hull, **more}) for hull in (40, 30)]
        sides[1]["known"].update({key: value + 1 for key, value in more.items()})
        one = difference(mailing, *sides)
        assert one is not None
        return one

    first, second, third = found("3"), found("4"), found("5", speed=2)
    assert first.facts == (FactChange(("hull",), 40, 30),)
    assert lines_of(second, first) == ["Turn 4: nothing new; earlier changes still hold."]
    assert lines_of(third, second) == ["Turn 5:", "  What they know", "    speed: 3; was 2"]


def test_a_first_report_is_listed_by_its_sentences() -> None:
    assert told(None, packet(known={"hull": 3})) == ["Turn 3:", "  Summary", "    + You have 9."]


def test_a_problem_without_a_place_is_listed_by_its_first_line() -> None:
    old, new = packet(), packet(problems=["this sheet came late\nIt does not count"])
    assert any(line.endswith("this sheet came late") for line in told(old, new))
