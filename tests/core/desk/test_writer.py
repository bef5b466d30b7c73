"""The page on which a player writes: what it reads, offers, keeps and links to."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from pbm.desk.server import NotHere, Request
from pbm.desk.writer import MOST_TEXT, Writer
from pbm.intake.check import check_sheet
from pbm.language.syntax_errors import explain
from tests.retold import retold

# A stage of each game whose reader has orders to give.
STAGES = {
    "knighthawks": ("beacon/turns/000", "heron"),
    "deltavee": ("showdown/turns/000", "lynx"),
    "nova": ("two-lamps/turns/000", "siskin"),
}


@cache
def packet(game: str) -> bytes:
    return json.dumps(retold(*STAGES[game])).encode()


@pytest.fixture(params=STAGES)
def writer(request: pytest.FixtureRequest, tmp_path: Path) -> Writer:
    return Writer(packet(request.param), "packet.json", tmp_path / "orders.txt")


def asked(**form: Any) -> Request:
    return Request("/", {}, form, {}, "token")


def told(answer: Any) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(answer.body)
    return found


def test_it_begins_with_the_prefilled_sheet(writer: Writer) -> None:
    body = writer.show(asked()).body
    assert isinstance(body, bytes)
    page = body.decode()
    assert "PREFILLED" in page
    assert 'data-token="token"' in page
    assert "<svg" in page
    assert str(writer.file) in page


def test_its_receipt_is_that_of_the_check(writer: Writer) -> None:
    text = writer.text().replace("PREFILLED", "# was")
    found = told(writer.check(asked(text=text, at=0)))
    (checked,) = check_sheet(text.encode(), "orders.txt", packet=writer.data)
    assert found["receipt"] == checked.findings.rstrip("\n")
    assert found["ok"] is True


def test_lines_are_marked_by_the_worst_that_is_said_of_them(tmp_path: Path) -> None:
    writer = Writer(packet("knighthawks"), "packet.json", tmp_path / "orders.txt")
    head = writer.text().split("\n")[0]
    text = f"{head}\nSHIP B1\nmove straiht 4\nEND\n"
    found = told(writer.check(asked(text=text)))
    assert found["lines"] == [[3, "invalid"]]
    assert found["ok"] is False
    assert "line 3" in found["receipt"].lower()


@pytest.mark.parametrize(
    ("game", "line", "among", "hint"),
    [
        ("knighthawks", "SHIP B1\nmove ", {"straight", "plot", "orbit"}, "Expected a movement"),
        ("knighthawks", "SHIP B1\nmove str", {"straight"}, "Expected a movement"),
        ("knighthawks", "SHIP B1\nattack LB at ", {"A1", "nearest"}, "Expected"),
        ("deltavee", "", {"all"}, "Expected"),
        ("nova", "MOVEMENT\nall ships: ", {"keep", "no"}, "Expected a contact order"),
    ],
)
def test_what_may_stand_next_is_offered(
    game: str, line: str, among: set[str], hint: str, tmp_path: Path
) -> None:
    writer = Writer(packet(game), "packet.json", tmp_path / "orders.txt")
    text = f"{writer.text().split(chr(10))[0]}\n{line}"
    found = told(writer.check(asked(text=f"{text}\nEND\n", at=len(text))))
    assert among <= set(found["next"])
    assert found["hint"].startswith(hint)


def test_only_words_that_begin_as_typed_are_offered(tmp_path: Path) -> None:
    writer = Writer(packet("knighthawks"), "packet.json", tmp_path / "orders.txt")
    text = f"{writer.text().split(chr(10))[0]}\nSHIP B1\nmove str"
    assert writer.offered(text, len(text))["next"] == ["straight"]


def test_in_a_remark_nothing_is_offered(writer: Writer) -> None:
    text = f"{writer.text().split(chr(10))[0]}\n# a remark "
    assert writer.offered(text, len(text)) == {"next": [], "hint": ""}


def test_a_text_without_a_sheet_is_said_so(writer: Writer) -> None:
    found = told(writer.check(asked(text="", at=True)))
    assert "there is no order sheet in this text" in found["receipt"]
    assert found["ok"] is False


def test_it_is_saved_and_found_again(writer: Writer) -> None:
    first = told(writer.save(asked(text="one\r\ntwo\n", mark="")))
    assert first["saved"] is True
    assert writer.file.read_bytes() == b"one\ntwo\n"
    assert writer.text() == "one\ntwo\n"
    assert told(writer.save(asked(text="three", mark=first["mark"])))["saved"] is True


def test_a_file_that_changed_meanwhile_is_not_overwritten(writer: Writer) -> None:
    mark = told(writer.save(asked(text="one", mark="")))["mark"]
    writer.file.write_text("by another page")
    answer = writer.save(asked(text="two", mark=mark))
    assert answer.status == 409
    assert told(answer)["saved"] is False
    assert "was changed meanwhile" in told(answer)["why"]
    assert writer.file.read_text() == "by another page"


@pytest.mark.parametrize("text", [None, 5, "x" * (MOST_TEXT + 1)])
def test_what_is_no_text_of_a_sheet_is_refused(writer: Writer, text: Any) -> None:
    with pytest.raises(NotHere, match="at most"):
        writer.check(asked(text=text))


def test_the_mail_link_holds_the_sheet_if_it_is_short(writer: Writer) -> None:
    short = urlsplit(told(writer.check(asked(text="a & b\nEND\n")))["mail"])
    said = parse_qs(short.query)
    assert short.scheme == "mailto"
    assert said["body"] == ["a & b\r\nEND\r\n"]
    assert said["subject"] == [f"{writer.packet['campaign']} turn 1"]  # the turn due, not turn 0
    long = told(writer.check(asked(text="x" * 5000)))["mail"]
    assert "body" not in long


def test_a_keystroke_explains_no_line_but_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    explained: list[str] = []

    def spy(text: str, *rest: Any) -> Any:
        explained.append(text)
        return explain(text, *rest)

    monkeypatch.setattr("pbm.language.parser.explain", spy)
    writer = Writer(packet("knighthawks"), "packet.json", tmp_path / "orders.txt")
    wrong = "".join(f"move sidewise {number}\n" for number in range(300))
    text = f"{writer.text().split(chr(10))[0]}\nSHIP B1\n{wrong}END\n"
    writer.check(asked(text=text, at=len(text)))
    explained.clear()
    text = text.replace("sidewise 7\n", "sidewais 7\n")
    said = told(writer.check(asked(text=text, at=len(text))))
    assert '"sidewais" is not understood here' in said["receipt"]
    assert explained
    assert [one for one in explained if "sidewais" not in one] == []


def test_three_hundred_lines_are_read(writer: Writer) -> None:
    text = writer.text().replace("END", "# a remark\n" * 300 + "END")
    assert told(writer.check(asked(text=text, at=len(text))))["receipt"]
