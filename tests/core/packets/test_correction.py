"""What changed in a report, and why: causes, then facts, then sentences."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import to_builtins
from msgspec.structs import replace

from pbm.packets.correction import Cause, correction, correction_lines
from pbm.packets.diff import difference


def item(text: str, *faces: int) -> dict[str, Any]:
    return {"kind": "attack", "text": text, "rolls": [{"faces": list(faces)}] if faces else []}


def packet(**parts: Any) -> dict[str, Any]:
    """A packet with the parts that are compared."""
    return {
        "player": {"id": "ilse"},
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
    return list(correction_lines(to_builtins(caused(old, new))))


def caused(
    old: dict[str, Any] | None,
    new: dict[str, Any],
    *effects: tuple[Cause, dict[str, Any]],
    together: dict[str, Any] | None = None,
) -> Any:
    """The correction; each cause has the packet that it alone makes of the old one.

    ``together`` is the packet that those make of it which the reader knows.
    """
    found = difference("3", old, new)
    assert found is not None
    causes = [(cause, difference("3", old, alone)) for cause, alone in effects]
    return correction(found, old, new, causes, difference("3", old, together or new), words={})


def test_fields_of_a_sending_are_not_differences() -> None:
    other = packet(made="later", corrected="This report replaces", previous="x", versions={"a": 1})
    other["correction"] = [{"cause": "Ruled", "reason": "", "changes": []}]
    assert difference("3", packet(), other) is None


UNSEEN = "The game master made a correction that your report does not show."


def test_sentences_stand_in_pairs_under_their_headings() -> None:
    def story(left: int, more: int) -> list[dict[str, Any]]:
        return [
            {"title": "A fires", "items": [item(f"A hits B for {more}, {left} left.", 4, more)]},
            {"title": "B fires", "items": [item("B misses A.", 9)]},
        ]

    assert told(packet(story=story(7, 3)), packet(story=story(6, 4), summary=["You have 8."])) == [
        UNSEEN,
        "  A fires: A hits B for 4, 6 left (dice 4, 4); was: A hits B for 3, 7 left (dice 4, 3)",
    ]


def test_a_sentence_alone_is_new_or_gone() -> None:
    def story(*texts: str) -> list[dict[str, Any]]:
        return [{"title": "A fires", "items": [item(text) for text in texts]}]

    assert told(packet(story=story("B hits.", "Quite another.")), packet(story=story("A 9."))) == [
        UNSEEN,
        "  A fires: no longer: B hits",
        "  A fires: no longer: Quite another",
        "  A fires: A 9 (new)",
    ]
    assert told(
        packet(story=story("All is well.", "B.")), packet(story=story("All was well."))
    ) == [
        UNSEEN,
        "  A fires: no longer: All is well",
        "  A fires: no longer: B",
        "  A fires: All was well (new)",
    ]
    assert told(packet(story=story("All is well.")), packet(story=story("All was well."))) == [
        UNSEEN,
        "  A fires: All was well; was: All is well",
    ]


def test_sentences_of_one_event_stand_in_a_pair_however_unlike_they_are() -> None:
    """Also where others come or go beside them."""
    texts = ("Alpha waits.", "B hits Gamma for 7.", "Nobody sees it.")
    one, other, third = ({"event": text[0], **item(text)} for text in texts)
    now = {**other, "text": "It misses."}
    sides = [[{"title": "Fire", "items": items}] for items in ([one, other], [third, now])]
    assert told(*(packet(story=story) for story in sides))[1:] == [
        "  Fire: no longer: Alpha waits",
        "  Fire: It misses; was: B hits Gamma for 7",
        "  Fire: Nobody sees it (new)",
    ]


def test_sentences_about_two_things_are_no_pair_however_alike_they_are() -> None:
    def story(who: str, event: str) -> list[dict[str, Any]]:
        fires = item(f"{who} fires its laser battery at your Doom: 50 - 35 = 15, rolled 99: miss.")
        return [{"title": "Fire", "items": [{"event": event, **fires}]}]

    text = "fires its laser battery at your Doom: 50 - 35 = 15, rolled 99: miss"
    sides = [packet(story=story(*one)) for one in (("Swallow (B9)", "x"), ("Hussar (B5)", "y"))]
    assert told(*sides)[1:] == [
        f"  Fire: no longer: Swallow (B9) {text}",
        f"  Fire: Hussar (B5) {text} (new)",
    ]


def test_a_sentence_that_a_ruling_struck_holds_no_longer() -> None:
    """Its reason is that of the cause; dice that the sentence shows are not listed again."""
    shot = {"event": "x", **item("A rolled 7: hit, 5 damage.", 7, 5)}
    was, now = ([{"title": "Fire", "items": [one]}] for one in (shot, {**shot, "struck": "No."}))
    gone = ["  Fire: no longer: A rolled 7: hit, 5 damage"]
    assert told(packet(story=was), packet(story=now))[1:] == gone


def test_a_ruling_that_is_the_cause_is_not_listed_below_it() -> None:
    def story(*texts: str) -> list[dict[str, Any]]:
        return [{"title": "A fires", "items": [{**item(one), "kind": "ruling"} for one in texts]}]

    now = packet(story=story("The game master ruled: set A1.hull = 4, because of a slip."))
    (mine,) = caused(packet(), now, (MINE, now))
    assert (mine.cause, mine.changes) == (MINE.cause, [])
    assert "Rulings" in told(packet(), now)[1]


def test_a_reason_ends_with_one_full_stop() -> None:
    was, now = board(3, 9, 20), board(4, 9, 20)
    cause = Cause("Ruled: set A1.hull = 4", "he counted wrong.", ("ilse",))
    (line, *_more) = correction_lines(to_builtins(caused(was, now, (cause, now))))
    assert line == "Ruled: set A1.hull = 4, because he counted wrong."


def test_facts_that_only_repeat_others_are_left_out() -> None:
    was, now = (
        packet(known={"turn": n, "ships": [{**SHIP, "hull": n, "path": [n]}]}) for n in (3, 4)
    )
    found = difference("3", was, now, ("ships/path",))
    assert found is not None
    assert [one.path[-1] for one in found.facts] == ["hull"]


def test_orders_due_are_named_by_their_turns() -> None:
    due = [{"mailing": "3", "kind": "ORDERS", "deadline": ""}]
    assert told(packet(), packet(next=due))[1:] == ["  orders due: for turn 3 (new)"]


def test_the_first_lines_are_listed_only_where_nothing_else_differs() -> None:
    assert told(packet(), packet(summary=["You have 8."])) == [
        UNSEEN,
        "  Summary: You have 8; was: You have 9",
    ]


def line(number: int, text: str, *fates: str) -> dict[str, Any]:
    return {"line": number, "text": text, "fates": list(fates)}


def test_an_order_line_has_the_outcomes_that_the_story_does_not_tell() -> None:
    story = [{"title": "A fires", "items": [item("A hits B.")]}]
    one = packet(orders=[line(2, "fire at C", "Not read."), line(3, "wait")])
    other = packet(story=story, orders=[line(2, "fire at B", "A hits B."), line(3, "wait")])
    assert told(one, other) == [
        UNSEEN,
        "  A fires: A hits B (new)",
        "  Your sheet: line 2: fire at B; was: line 2: fire at C [Not read.]",
    ]


def test_a_line_that_only_moved_is_not_a_difference() -> None:
    one = packet(orders=[line(2, "move"), line(3, "fire")])
    other = packet(orders=[line(2, "move"), line(3, "turn"), line(4, "fire")])
    assert told(one, other) == [UNSEEN, "  Your sheet: line 3: turn (new)"]


def test_sheets_of_other_kinds_have_their_kind_as_heading() -> None:
    also = [{"kind": "DESIGNS", "key": "", "orders": [line(2, "BL 3")], "problems": []}]
    assert told(packet(), packet(also=also))[1:] == ["  Your DESIGNS sheet: line 2: BL 3 (new)"]


def problem(file: str, others: int, fault: str = '"frob" is no order') -> str:
    return (
        f"{file}:4:2: {fault}\n4 | frob\n  | ^^^^\nLine 4 was not read; your other {others} were."
    )


def test_a_problem_is_compared_by_its_fault_not_by_counts_of_other_lines() -> None:
    one = packet(problems=[problem("a.txt", 3)])
    assert told(one, packet(problems=[problem("b.txt", 4)])) == [UNSEEN]
    assert told(one, packet(problems=[problem("b.txt", 4, '"frab" is no order')]))[1:] == [
        '  Your sheet: on line 4: "frab" is no order; was: on line 4: "frob" is no order',
    ]


def test_messages_are_listed_with_their_outcome() -> None:
    sent = {"event": "x", "sent": True, "name": "Bob", "text": "hi", "refused": "he is dead"}
    got = {"event": "y", "sent": False, "name": "Eve", "text": "ho", "refused": ""}
    assert told(packet(), packet(messages=[sent, got]))[1:] == [
        "  Messages: to Bob: not delivered, he is dead: hi (new)",
        "  Messages: from Eve: ho (new)",
    ]


SHIP = {"id": "k4e3m", "designation": "A1", "name": "Scimitar"}
FIRST = {"designation": "A", "side": "1", "hull": 4}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ({"hull": 40}, {"hull": 30}, ["hull: 30; was: 40"]),
        ({"field_up": True}, {"field_up": False}, ["field up: no; was: yes"]),
        ({"result": ""}, {"result": "A"}, ["result: A; was: nothing"]),
        ({"ships": []}, {"ships": [{**SHIP, "hull": 0}]}, ["Scimitar (A1): listed (new)"]),
        ({}, {"orbit": {"planet": "p1"}}, ["orbit: planet p1 (new)"]),
        ({"orbit": {"planet": "p1"}}, {}, ["orbit: no longer: planet p1"]),
        # By their own names wherever each part has one; of a thing the list needs no words.
        (
            {"ships": [{**SHIP, "hull": 3}]},
            {"ships": [{**SHIP, "hull": 5}]},
            ["Scimitar (A1), hull: 5; was: 3"],
        ),
        (
            {"ships": [SHIP], "screen": {"of": ""}},
            {"ships": [SHIP], "screen": {"of": "k4e3m"}},
            ["screen, of: Scimitar (A1); was: nothing"],
        ),
        (
            {"ships": [{"designation": "A1", "hull": 3}, {"designation": "B1", "hull": 4}]},
            {"ships": [{"designation": "B1", "hull": 5}]},
            ["ships, A1: no longer: hull 3", "ships, B1, hull: 5; was: 4"],
        ),
        (
            {"units": [{"designation": "A", "side": one, "hull": 3} for one in "12"]},
            {"units": [{"designation": "A", "side": one, "hull": int(one)} for one in "12"]},
            ["A of 1, hull: 1; was: 3", "A of 2, hull: 2; was: 3"],
        ),
        (
            {"surface": [{"kind": "AA", "number": 3}, {"kind": "C", "number": 9}]},
            {"surface": [{"kind": "AA", "number": 2}, {"kind": "C", "number": 9}]},
            ["surface, AA, number: 2; was: 3"],
        ),
        # By their places in lists as long as before, else the parts that went and came.
        (
            {"track": [1, 2], "speed": 3},
            {"track": [1, 4], "speed": 4},
            ["speed: 4; was: 3"],
        ),
        (
            {"sides": [{"id": "1", "name": "Guard"}], "side": "2", "hull": 3},
            {"sides": [{"id": "1", "name": "Guard"}], "side": "1", "hull": 1},
            ["side: Guard; was: 2", "hull: 1; was: 3"],
        ),
        ({"track": [[1, 2], [3, 4]]}, {"track": [[1, 2], [3, 5]]}, ["track, 2, 2: 5; was: 4"]),
        (
            {"seen": ["a", "b"]},
            {"seen": ["b", "c", "d"]},
            ["seen: no longer: a", "seen: c (new)", "seen: d (new)"],
        ),
        ({"seen": ["a"]}, {"seen": ["a", "a"]}, ["seen: a, a; was: a"]),
        (
            {"sides": [{"id": "1", "name": "Guard"}], "units": [FIRST, {**FIRST, "side": "2"}]},
            {
                "sides": [{"id": "1", "name": "Guard"}],
                "units": [{**FIRST, "hull": 3}, {**FIRST, "side": "2"}],
            },
            ["A of Guard, hull: 3; was: 4"],
        ),
        (
            {"contacts": [{"number": 3, "at": "B0101"}]},
            {"contacts": [{"number": 3, "at": "B0102"}]},
            ["contact 3, at: B0102; was: B0101"],
        ),
        # What is empty, and what its name says, is not told of a thing; of many parts a few.
        (
            {"ships": []},
            {
                "ships": [
                    {"name": "Wasp", "id": "k", "at": "VIRUS", "lost": {"IE": 0}, "sold": False}
                ]
            },
            ["Wasp: at VIRUS (new)"],
        ),
        (
            {},
            {"met": dict.fromkeys("abcdefg", 1)},
            [f"met: {', '.join(f'{key} 1' for key in 'abcdefg')} (new)"],
        ),
        (
            {},
            {"met": dict.fromkeys("abcdefgh", 1)},
            [f"met: {', '.join(f'{key} 1' for key in 'abcdef')}, and 2 more (new)"],
        ),
    ],
)
def test_differing_facts_are_listed(old: Any, new: Any, said: list[str]) -> None:
    lines = told(packet(known=old), packet(known=new))
    assert lines == [UNSEEN, *(f"  {one}" for one in said)]


def test_facts_have_the_books_names_and_units() -> None:
    """Also the parts of what is new."""
    old = {"id": "x", "name": "Doom", "jd": 3, "parts": "none"}
    new = {**old, "jd": 4, "parts": {"ie": 2}}
    was = packet(known={"empire": {"treasury": 76}, "ships": [old]})
    now = packet(known={"empire": {"treasury": 300}, "ships": [new]})
    found = difference("3", was, now)
    assert found is not None
    words = {"empire": "your empire", "treasury": "treasury in MCr", "ie": "IE", "jd": "JD"}
    causes = to_builtins(correction(found, was, now, [], words=words))
    assert list(correction_lines(causes))[1:] == [
        "  your empire, treasury in MCr: 300; was: 76",
        "  Doom, JD: 4; was: 3",
        "  Doom, parts: IE 2; was: none",
    ]


def test_a_long_fact_is_whole_and_many_are_counted() -> None:
    whole = told(packet(known={"note": "x"}), packet(known={"note": "y" * 600}))[1]
    assert whole == f"  note: {'y' * 600}; was: x"
    for many, last in ((60, "  59: 1; was: 0"), (61, "  and 1 more, all in packet.json")):
        sides = [packet(known={str(key): side for key in range(many)}) for side in (0, 1)]
        assert told(*sides)[-1] == last
        assert len(told(*sides)) == 1 + many


MINE = Cause("Ruled: set A1.hull = 4", "of a slip", ("ilse",))
OURS = Cause("Ruled: a sum counts without head-on (+10)", "it fled", ("bob", "ilse"))
THEIRS = Cause("Your late sheet: that of one counts", "", ("bob",))


def board(hull: int, other: int, money: int, *told: str, seen: Any = ()) -> dict[str, Any]:
    piggy = {"id": "zzz", "designation": "B1", "name": "Piggy", "hull": other}
    known = {"ships": [{**SHIP, "hull": hull}, piggy], "money": money, "seen": list(seen)}
    return packet(known=known, story=[{"title": "A fires", "items": [item(one) for one in told]}])


def test_changes_stand_under_the_cause_that_makes_them() -> None:
    """Units, money and sentences that follow from it, though it names none of them."""
    found = caused(
        board(3, 9, 20, "A hits B for 6, 9 left."),
        board(4, 5, 27, "A hits B for 10, 5 left.", seen=["C"]),
        (MINE, board(4, 9, 20, "A hits B for 6, 9 left.")),
        (OURS, board(3, 5, 27, "A hits B for 10, 5 left.", seen=["C"])),
    )
    assert list(correction_lines(to_builtins(found))) == [
        "Ruled: set A1.hull = 4, because of a slip.",
        "  Scimitar (A1), hull: 4; was: 3",
        "Ruled: a sum counts without head-on (+10), because it fled.",
        "  Piggy (B1), hull: 5; was: 9",
        "  money: 27; was: 20",
        "  seen: C (new)",
        "  A fires: A hits B for 10, 5 left; was: A hits B for 6, 9 left",
    ]


def test_what_several_causes_change_stands_behind_them() -> None:
    """What only a cause changes that is hidden, alone or with one of them, stands last."""
    found = caused(
        board(3, 9, 20, "A hits B for 6, 9 left."),
        board(7, 5, 27, "A hits B for 9, 5 left.", seen=["C"]),
        (MINE, board(4, 9, 20, "A hits B for 7, 9 left.")),
        (OURS, board(5, 9, 24, "A hits B for 8, 9 left.")),
        (THEIRS, board(3, 5, 20, "A hits B for 6, 9 left.")),
        together=board(7, 9, 24, "A hits B for 9, 5 left.", seen=["C"]),
    )
    assert list(correction_lines(to_builtins(found))) == [
        "Ruled: set A1.hull = 4, because of a slip.",
        "Ruled: a sum counts without head-on (+10), because it fled.",
        "Changed by several of these together.",
        "  Scimitar (A1), hull: 7; was: 3",
        "  seen: C (new)",
        "  A fires: A hits B for 9, 5 left; was: A hits B for 6, 9 left",
        "What else changed.",
        "  Piggy (B1), hull: 5; was: 9",
        "  money: 27; was: 20",
    ]


def test_a_cause_of_an_earlier_turn_is_listed_only_where_it_changed_something() -> None:
    was, now = board(3, 9, 20), board(4, 9, 20)
    earlier = replace(OURS, is_earlier=True)
    heads = [one.cause for one in caused(was, now, (MINE, now), (earlier, was))]
    assert heads == [MINE.cause]
    assert [one.cause for one in caused(was, now, (MINE, was), (OURS, now))] == [
        MINE.cause,
        OURS.cause,
    ]
    # A change that the list leaves out still has its cause.
    one = packet(problems=[problem("a.txt", 3)])
    other = packet(problems=[problem("b.txt", 4)])
    assert [one.cause for one in caused(one, other, (earlier, other))] == [OURS.cause]


def test_causes_that_a_reader_may_not_know_leave_no_trace() -> None:
    was, now = board(3, 9, 20), board(4, 9, 20)
    assert caused(was, now, (MINE, now)) == caused(was, now, (MINE, now), (THEIRS, was))
    assert caused(was, now) == caused(was, now, (THEIRS, now))
    # Nor does the word "several": what one known cause does not make alone is told apart.
    alone = board(5, 9, 20)
    (_mine, rest) = caused(was, now, (MINE, alone), (THEIRS, board(6, 9, 20)), together=alone)
    assert rest.cause == "What else changed"


def test_a_cause_that_needs_hidden_ones_has_what_they_do_not_change_without_it() -> None:
    """The only cause that the reader knows cannot be played alone; others raise the money."""
    was, now, others = board(3, 9, 20), board(4, 5, 27), board(3, 9, 27)
    found = difference("3", was, now)
    assert found is not None
    (mine, rest) = correction(
        found, was, now, [(MINE, None)], found, difference("3", was, others), words={}
    )
    assert (mine.cause, [one.about for one in mine.changes]) == (
        MINE.cause,
        ["Scimitar (A1), hull", "Piggy (B1), hull"],
    )
    assert (rest.cause, [one.about for one in rest.changes]) == ("What else changed", ["money"])


def test_a_first_report_is_listed_by_its_sentences() -> None:
    assert told(None, packet(known={"hull": 3})) == [UNSEEN, "  Summary: You have 9 (new)"]


def test_a_problem_without_a_place_is_listed_by_its_first_line() -> None:
    old, new = packet(), packet(problems=["this sheet came late\nIt does not count"])
    assert any(line.endswith("this sheet came late (new)") for line in told(old, new))
