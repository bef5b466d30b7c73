"""Messages: delivered once, unaltered, to those whom the writer may write to, and replayed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.campaign.campaign import Campaign
from pbm.engine import registry
from pbm.engine.messages import read_message
from pbm.engine.types import Correspondent, Seat, every_player
from pbm.engine.view import GameView
from pbm.packets import schema
from pbm.service import api
from pbm.service.api import check_sheet, docket, explain, replay, rerun, run_turn
from pbm.sheets.envelope import find_sheets
from tests.core import kinds_game, table, tiny
from tests.core.table import send, sheet


@pytest.fixture(autouse=True)
def _table(monkeypatch: pytest.MonkeyPatch) -> None:
    table.set_table(monkeypatch)
    rest = tuple(game for game in registry.GAMES if game.name != "tiny")
    monkeypatch.setattr(
        registry, "GAMES", (*rest, registry.GameEntry("tiny", "tests.core.kinds_game"))
    )


def message(player: str, to: str, *lines: str, turn: str = "1") -> bytes:
    head = f"{player} to {to}" if to else player
    return sheet(head, turn, *lines, kind="MESSAGE")


def play(campaign: Campaign, *texts: bytes, ilse: str = "add 1", bob: str = "add 1") -> list[Any]:
    """Send messages with orders for turn 1, then run it."""
    found = send(campaign, *texts)
    send(campaign, sheet("Ilse", "1", ilse), sheet("Bob", "1", bob))
    run_turn(campaign, at=table.RUN)
    return found


def post(campaign: Campaign, player: str, turn: str = "001") -> list[dict[str, Any]]:
    data = (campaign.folder / f"turns/{turn}/reports/{player}/packet.json").read_bytes()
    found: list[dict[str, Any]] = schema.read_packet(data, "packet.json").get("messages", [])
    return found


@pytest.fixture
def campaign(tmp_path: Path) -> Campaign:
    """Turn 1 is due; nobody will be beyond 20 when it is over."""
    return table.played(tmp_path, 0)


def ruled(campaign: Campaign, words: str) -> None:
    api.rule(campaign, "1", f"set {words} because so\n".encode(), "r.txt", at=table.SENT)


def test_a_message_is_delivered_unaltered_and_once(campaign: Campaign) -> None:
    text = ("Dear Bob,", "", "  “two ships” — or three? # no", "> yours")
    first, again = play(campaign, message("Ilse", "Bob", *text), message("Ilse", "bob", *text))
    assert "For the power Bob." in first.receipt
    assert "It is delivered with the report of turn 1." in first.receipt
    assert again.accepted
    (got,) = [one for one in post(campaign, "bob") if not one["sent"]]
    assert got == {
        "event": got["event"],
        "sent": False,
        "name": "the power Ilse",
        "text": "\n".join(text),
        "refused": "",
    }
    (sent,) = post(campaign, "ilse")
    assert (sent["sent"], sent["name"], sent["refused"]) == (True, "the power Bob", "")
    assert replay(campaign) == []
    send(campaign, sheet("Ilse", "2", "add 1"), sheet("Bob", "2", "add 1"), at=table.LATER)
    run_turn(campaign, at=table.LATER)
    assert post(campaign, "bob", "002") == []


def test_the_same_message_sent_again_is_one(campaign: Campaign) -> None:
    _first, again = play(campaign, message("Ilse", "Bob", "hi"), message("Ilse", "Bob", "hi"))
    assert "You sent this message before. It is delivered once." in again.receipt
    assert len(post(campaign, "bob")) == 1


def test_two_messages_add_up(campaign: Campaign) -> None:
    play(campaign, message("Ilse", "Bob", "one"), message("Ilse", "Bob", "two"))
    assert [one["text"] for one in post(campaign, "bob")] == ["one", "two"]


def test_control_characters_are_marked(campaign: Campaign) -> None:
    play(campaign, message("Ilse", "Bob", "see\x1b[2J \u202eyou"))
    mark = "\N{REPLACEMENT CHARACTER}"
    assert post(campaign, "bob")[0]["text"] == f"see{mark}[2J {mark}you"


def test_a_long_line_is_whole(campaign: Campaign) -> None:
    play(campaign, message("Ilse", "Bob", "x" * 2500))
    assert post(campaign, "bob")[0]["text"] == "x" * 2500


def test_a_quoted_message_loses_its_marks(campaign: Campaign) -> None:
    quoted = b"".join(
        b"> " + line + b"\n" for line in message("Ilse", "Bob", "a", "b").split(b"\n")
    )
    play(campaign, quoted)
    assert post(campaign, "bob")[0]["text"] == "a\nb"


def test_the_text_may_begin_on_the_head_line(campaign: Campaign) -> None:
    play(campaign, b"MESSAGE eridani turn 1 for Ilse to Bob: hello there\nmore\nEND\n")
    assert post(campaign, "bob")[0]["text"] == "hello there\nmore"


def test_who_may_write_is_judged_when_the_turn_is_over(campaign: Campaign) -> None:
    ruled(campaign, "bob.total = 25")
    (one,) = play(campaign, message("Ilse", "Bob", "hi"))
    assert "No problems." in one.receipt
    assert post(campaign, "bob") == []
    (sent,) = post(campaign, "ilse")
    assert sent["refused"] == "they have more than 20"
    (said,) = check_sheet(message("Ilse", "Bob", "again", turn="2"), "a.txt", campaign=campaign)
    assert "you cannot write to the power Bob now" in said.findings
    assert "They have more than 20." in said.findings


def test_nobody_of_that_name(campaign: Campaign) -> None:
    (one,) = play(campaign, message("Ilse", "the power Bo, Carla", "hi"))
    assert 'nobody is known to you as "the power Bo"' in one.receipt
    assert 'Did you mean "the power Bob"?' in one.receipt
    assert [sent["refused"] for sent in post(campaign, "ilse")] == [
        'nobody is known to you as "the power Bo"',
        'nobody is known to you as "Carla"',
    ]


def test_a_hidden_player_reads_as_a_misspelt_one(campaign: Campaign) -> None:
    """Bob counts 40 and more: the others know of him no longer, in name or deed."""
    ruled(campaign, "bob.total = 50")
    play(campaign, message("Ilse", "Bob", "hi"), message("Ilse", "Bxb", "hi"))
    told = [one["refused"] for one in post(campaign, "ilse")]
    assert told == [f'nobody is known to you as "{name}"' for name in ("Bob", "Bxb")]
    assert post(campaign, "bob") == []


def test_an_unknown_writer_stays_unknown(campaign: Campaign) -> None:
    ruled(campaign, "ilse.total = 50")
    play(campaign, message("Ilse", "Bob, , ", "hi"))
    (got,) = post(campaign, "bob")
    assert (got["name"], got["text"]) == ("somebody unknown to you", "hi")
    assert [sent["name"] for sent in post(campaign, "ilse")] == ["the power Bob"]


def test_several_readers_and_everybody(campaign: Campaign) -> None:
    (one,) = play(campaign, message("Ilse", "Bob and the GM", "hi"))
    assert "For the power Bob and the game master." in one.receipt
    assert [sent["name"] for sent in post(campaign, "ilse")] == ["the power Bob", "the game master"]
    assert len(post(campaign, "bob")) == 1


def test_to_all_is_to_all_who_can_be_written_to(campaign: Campaign) -> None:
    play(campaign, message("Ilse", "all", "hi"))
    assert [sent["name"] for sent in post(campaign, "ilse")] == ["the power Bob"]


@pytest.mark.parametrize("to", ["GM", "the game master", ""])
def test_the_game_master_s_book_has_the_message(campaign: Campaign, to: str) -> None:
    (one,) = play(campaign, message("Ilse", to, "a word"))
    assert "For the game master." in one.receipt
    book = json.loads((campaign.folder / "turns/001/gm/book.json").read_text())
    (found,) = book["messages"]
    assert (found["from"], found["to"], found["text"]) == ("Ilse", "the game master", "a word")
    assert post(campaign, "bob") == []
    assert docket(campaign) == []


def test_an_empty_or_too_long_message_is_not_delivered(tmp_path: Path) -> None:
    campaign = table.played(tmp_path, 0, options={"messages.most_signs": "5"})
    empty, long, fits = play(
        campaign,
        message("Ilse", "Bob", ""),
        message("Ilse", "Bob", "123456"),
        message("Ilse", "Bob", "12345"),
    )
    assert "the message is empty" in empty.receipt
    assert "the message is too long: 6 characters, at most 5 are allowed" in long.receipt
    assert "No problems." in fits.receipt
    assert [one["text"] for one in post(campaign, "bob")] == ["12345"]


def test_a_campaign_may_forbid_messages_but_to_the_game_master(tmp_path: Path) -> None:
    campaign = table.played(tmp_path, 0, options={"messages": "none"})
    one, _two = play(campaign, message("Ilse", "Bob", "hi"), message("Ilse", "GM", "hi"))
    assert "Players write to the game master alone in this campaign" in one.receipt
    assert post(campaign, "bob") == []
    assert [sent["refused"] != "" for sent in post(campaign, "ilse")] == [True, False]
    report = json.loads((campaign.folder / "turns/001/reports/bob/packet.json").read_text())
    assert [o["value"] for o in report["options"] if o["key"] == "messages"] == ["none"]


def test_options_of_the_house_are_listed_only_where_they_were_set(campaign: Campaign) -> None:
    assert "messages" not in (campaign.folder / "campaign.toml").read_text()
    report = json.loads((campaign.folder / "turns/new/reports/bob/packet.json").read_text())
    assert not [o for o in report["options"] if o["key"].startswith("messages")]


def test_it_is_explained_and_rerun(campaign: Campaign) -> None:
    play(campaign, message("Ilse", "Bob", "hi"))
    found = explain(campaign, "1", post(campaign, "bob")[0]["event"])
    assert "A message to the power Bob was delivered." in found.text
    send(campaign, message("Ilse", "Bob", "one more"), at=table.LATER, late=True)
    again = rerun(campaign, "1", at=table.LATER)
    assert "    Messages: from the power Ilse: one more (new)" in again.changes["Bob"]
    assert [one["text"] for one in post(campaign, "bob", "001.r2")] == ["hi", "one more"]
    assert replay(campaign) == []


def test_a_text_of_messages_alone_is_in_use(campaign: Campaign) -> None:
    play(campaign, message("Ilse", "Bob", "hi"))
    turn = (campaign.folder / "turns/001/turn.toml").read_text()
    assert turn.count("in_force = true") == 3


def test_everybody_knows_everybody_where_a_game_says_no_more() -> None:
    state = tiny.State({"bob": 3}, {}, goal=9, secret_set_up=False)
    for seats in ((), (Seat("bob", "Bob", "A"),)):
        view = kinds_game.RULESET.build_view(state, "bob", seats, {})
        assert every_player(view, {}) == tuple(Correspondent("bob", "Bob", ("bob",)) for _ in seats)


def test_of_many_names_that_nobody_bears_few_are_told(campaign: Campaign) -> None:
    """Each is an event with the whole text: a megabyte of heads would fill the disk."""
    names = ", ".join(f"n{number}" for number in range(300))
    (one,) = play(campaign, message("Ilse", f"{names}, Bob", "hi"))
    assert one.receipt.count("nobody is known to you as") == 20
    assert "280 more names in this head are unknown to you" in one.receipt
    assert [got["text"] for got in post(campaign, "bob")] == ["hi"]
    assert sum(bool(sent["refused"]) for sent in post(campaign, "ilse")) == 20


def test_exactly_as_many_unknown_names_as_are_told(campaign: Campaign) -> None:
    names = ", ".join(f"n{number}" for number in range(20))
    (one,) = play(campaign, message("Ilse", names, "hi"))
    assert "more names" not in one.receipt
    assert sum(bool(sent["refused"]) for sent in post(campaign, "ilse")) == 20


def test_a_name_is_meant_before_another_s_id() -> None:
    both = (Correspondent("zoe", "Zoë", ("zoe",)), Correspondent("zoe-2", "Zoe", ("zoe-2",)))
    ruleset = replace(kinds_game.RULESET, correspondents=lambda _view, _options: both)
    (found,) = find_sheets(message("Ilse", "Zoe", "hi"), "a.txt").sheets
    assert [one.text for one in read_message(ruleset, found, GameView(), {}).understood] == [
        "For Zoe."
    ]
