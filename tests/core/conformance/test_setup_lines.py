"""The lines of a SET-UP block: words, names and fields, read by the annotations of records."""

from __future__ import annotations

import pytest

from pbm.conformance.case_file import CaseStep
from pbm.conformance.setup_lines import Form, SetUpLine, shared
from pbm.kit.problems import Faults, Span, render
from pbm.kit.records import Record


class _Board(Record):
    width: int = 8


class _Piece(Record):
    at: int
    class_: str = "pawn"
    marks: tuple[int, ...] = ()


class _Stored(Record):
    at: int
    name: str
    marks: tuple[int, ...] = ()


FORM = Form(
    {"BOARD": _Board, "PIECE": _Piece, "NOTE": _Board}, nameless=("BOARD",), often=("NOTE",)
)


def lines(text: str) -> list[SetUpLine]:
    block = tuple(enumerate(text.splitlines(), 1))
    return FORM.lines(CaseStep("SET-UP", "", Span("a.case", 1), block))


def test_words_names_and_fields_by_their_types() -> None:
    board, piece = lines("board width=3  # a remark\n\nPIECE A1 at=4 class=king marks=[1, 2]")
    assert (board.word, board.name, board.given) == ("BOARD", "", _Board(3))
    assert (piece.word, piece.name, piece.given) == ("PIECE", "A1", _Piece(4, "king", (1, 2)))
    assert piece.span.line == 3
    assert lines("BOARD")[0].given == _Board(8)


def test_only_some_words_stand_twice_for_one_name() -> None:
    assert len(lines("NOTE a\nNOTE a\nPIECE a at=1\nPIECE b at=1")) == 4


def test_the_fields_that_a_record_of_the_state_has_as_well() -> None:
    assert shared(_Piece(4, "king", (1,)), _Stored) == {"at": 4, "marks": (1,)}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("PIECES A1 at=4", ['"PIECES" is not a word of a set-up', "Did you mean PIECE?"]),
        ("ZZ A1", ["BOARD, PIECE, NOTE"]),
        ("PIECE at=4", ["PIECE is followed by a name"]),
        ("BOARD B width=3", ["BOARD is followed by no name"]),
        ("PIECE A1", ["piece A1 needs at"]),
        ("PIECE A1 klass=king at=1", ["has no klass", "takes at, class, marks", "mean class?"]),
        ("BOARD zz=1", ["board has no zz"]),
        ("PIECE A1 at=1 at=2", ["at occurs twice"]),
        ("PIECE A1 at=x", ['at: "x" is not a number', "Write a number"]),
        ("PIECE A1 at=1\nPIECE A1 at=2", ["A1 occurs twice"]),
        ("BOARD\nBOARD", ["BOARD occurs twice"]),
    ],
)
def test_a_line_that_is_not_understood(text: str, said: list[str]) -> None:
    with pytest.raises(Faults) as caught:
        lines(text)
    told = render(caught.value.problems[0])
    assert [part for part in said if part.casefold() not in told.casefold()] == []
