from __future__ import annotations

from pbm.engine.rulings import Ruling
from pbm.engine.types import Question, Seat
from pbm.kit.problems import Span
from pbm.service.docket import docket_json, docket_rows, docket_text

SEATS = (Seat("ilse", "Ilse", "A"), Seat("bob", "Bob", "B"))
ITEMS = (
    Question("ilse-14", "ilse", "May I ram my own ship?"),
    Question(
        "KH-A23 B1", "bob", "What becomes of B1?", ("destroyed", "stops"), "KH 3 Planets", "1.move"
    ),
    Question("Q", "", "Who began?", phase="1.move"),
)


def answer(verb: str, item: str, words: str) -> Ruling:
    return Ruling("R1", verb, item, "", words, "", "so", f"{verb} {item}", (), Span("r.txt", 1))


ROWS = docket_json(
    docket_rows("3", ITEMS, [answer("answer", "ilse-14", "no"), answer("note", "Q", "x")], SEATS)
)


def test_open_questions_come_first_with_all_that_is_known_of_them() -> None:
    assert ROWS == [
        {
            "id": "KH-A23 B1",
            "turn": "3",
            "player": "Bob",
            "question": "What becomes of B1?",
            "readings": ["destroyed", "stops"],
            "rule": "KH 3 Planets",
            "phase": "1.move",
            "answered": False,
            "answer": "",
            "kind": "question",
            "how": "",
        },
        {
            "id": "Q",
            "turn": "3",
            "player": "",
            "question": "Who began?",
            "readings": [],
            "rule": "",
            "phase": "1.move",
            "answered": False,
            "answer": "",
            "kind": "question",
            "how": "",
        },
        {
            "id": "ilse-14",
            "turn": "3",
            "player": "Ilse",
            "question": "May I ram my own ship?",
            "readings": [],
            "rule": "",
            "phase": "",
            "answered": True,
            "answer": "no",
            "kind": "question",
            "how": "",
        },
    ]


def test_the_docket_reads_in_plain_words() -> None:
    assert docket_text(ROWS) == (
        "Open\n\n"
        "  KH-A23 B1  turn 3, before 1.move, Bob, [KH 3 Planets]\n"
        "    What becomes of B1?\n"
        "    One of: destroyed, stops\n\n"
        "  Q  turn 3, before 1.move\n"
        "    Who began?\n\n"
        "Answered\n\n"
        "  ilse-14  turn 3, Ilse\n"
        "    May I ram my own ship?\n"
        "    Answer: no\n\n"
        "To answer, give pbm rule a file: answer KH-A23 B1: WORDS because REASON"
    )


def test_an_answered_docket_asks_for_nothing() -> None:
    assert docket_text(ROWS[2:]).startswith("Answered\n\n")
    assert "pbm rule" not in docket_text(ROWS[2:])


def test_an_empty_docket_says_so() -> None:
    assert docket_text([]) == "The docket is empty."
    assert docket_rows("3", (), (), SEATS) == []


def test_a_question_asked_twice_stands_once() -> None:
    assert len(docket_rows("3", (*ITEMS, *ITEMS), (), SEATS)) == 3
