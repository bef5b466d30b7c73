"""Several kinds of sheet in one mailing: which count, what is read beside what, who is told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign.campaign import Campaign
from pbm.conformance import play_case
from pbm.conformance.case_file import CaseScene, CaseStep
from pbm.conformance.case_kit import CaseKit
from pbm.engine import registry
from pbm.engine.context import GameState
from pbm.engine.types import Seat
from pbm.kit.problems import Span
from pbm.packets import schema
from pbm.service.api import How, check_sheet, explain, replay, rerun, run_turn, status
from pbm.sheets.kinds import COMMON_KINDS, SheetKind, head_of
from tests.core import kinds_game, table, tiny
from tests.core.table import send, sheet


@pytest.fixture
def campaign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Campaign:
    """Turn 1 of the game with many kinds is waited for."""
    table.set_table(monkeypatch)
    rest = tuple(game for game in registry.GAMES if game.name != "tiny")
    monkeypatch.setattr(
        registry, "GAMES", (*rest, registry.GameEntry("tiny", "tests.core.kinds_game"))
    )
    return table.played(tmp_path, 0)


def events(campaign: Campaign, turn: str, kind: str) -> list[dict[str, Any]]:
    lines = (campaign.folder / f"turns/{turn}/events.jsonl").read_text().splitlines()
    return [event for line in lines if (event := json.loads(line))["kind"] == kind]


def packet(campaign: Campaign, turn: str, player: str) -> dict[str, Any]:
    data = (campaign.folder / f"turns/{turn}/reports/{player}/packet.json").read_bytes()
    return schema.read_packet(data, "packet.json")


def test_each_kind_is_weighed_by_itself(campaign: Campaign) -> None:
    _orders, plans, worse, *_ = send(
        campaign,
        sheet("Ilse", "1", "add 2"),
        sheet("Ilse", "1", "5", kind="PLANS"),
        sheet("Ilse", "1", "five", kind="PLANS"),
        sheet("Bob", "1", "add 1"),
    )
    assert "This PLANS sheet is in force." in plans.receipt
    assert "your PLANS sheet number 2" in worse.receipt
    assert status(campaign).rows[0]["sheet"].startswith("1 ")
    run_turn(campaign, at=table.RUN)
    (other,) = events(campaign, "001", "other")
    assert other["facts"] == {"kind_of": "PLANS", "commands": [["", [5]]]}


def test_one_sheet_per_key_and_messages_that_add_up(campaign: Campaign) -> None:
    def bid(player: str, thing: str, *lines: str) -> bytes:
        return sheet(f"{player} on {thing}", "1", *lines, kind="BIDS")

    one, two, three, wish, *_ = send(
        campaign,
        bid("Ilse", "Vega", "1"),
        bid("Ilse", "Deneb", "2"),
        bid("Ilse", "VEGA", "3"),
        sheet("Ilse", "1", "7", kind="WISHES"),
        sheet("Ilse", "1", "8", kind="WISHES"),
        sheet("Ilse", "1", "add 1"),
        sheet("Bob", "1", "add 1"),
    )
    assert "This BIDS (on Vega) sheet is in force." in one.receipt
    assert "This BIDS (on Deneb) sheet is in force." in two.receipt
    assert "This BIDS (on VEGA) sheet is in force." in three.receipt
    assert "This WISHES sheet counts, and so do all others of its kind." in wish.receipt
    run_turn(campaign, at=table.RUN)
    found = {
        e["facts"]["kind_of"]: e["facts"]["commands"] for e in events(campaign, "001", "other")
    }
    assert found == {
        "BIDS": [["Deneb", [2]], ["VEGA", [3]]],
        "WISHES": [["", [7]], ["", [8]]],
    }
    assert replay(campaign) == []


def test_a_sheet_is_read_beside_those_of_the_kinds_before_it(campaign: Campaign) -> None:
    orders = sheet("Ilse", "1", "add plan")
    (alone,) = send(campaign, orders)
    assert '"add plan" is no order' in alone.receipt
    (together,) = send(campaign, orders + sheet("Ilse", "1", "6", kind="PLANS"))
    assert "No problems." in together.receipt
    send(campaign, sheet("Ilse", "1", "7", kind="PLANS"), sheet("Bob", "1", "add 1"))
    assert status(campaign).rows[0]["problems"] == 0
    run_turn(campaign, at=table.RUN)
    (added, _bobs) = events(campaign, "001", "added")
    assert added["terms"][0] == ["written", 7]


def test_a_check_equals_the_receipt(campaign: Campaign) -> None:
    text = sheet("Ilse", "1", "6", kind="PLANS") + sheet("Ilse", "1", "add plan")
    own = (campaign.folder / "turns/000/reports/ilse/packet.json").read_bytes()
    by_packet = check_sheet(text, "sheet1.txt", packet=own)
    by_campaign = check_sheet(text, "sheet1.txt", campaign=campaign)
    (received,) = send(campaign, text)
    assert [one.findings for one in by_packet] == [one.findings for one in by_campaign]
    assert all(one.findings.rstrip() in received.receipt for one in by_packet)
    after = check_sheet(sheet("Ilse", "1", "add plan"), "b.txt", campaign=campaign)
    assert after[0].ok


def test_a_kind_not_accepted_for_the_mailing_is_reported(
    tmp_path: Path, campaign: Campaign
) -> None:
    begun = table.begin(tmp_path, name="eridani2")
    wrong = sheet("Ilse", "0", "6", kind="PLANS").replace(b"eridani", b"eridani2")
    (one,) = send(begun, wrong)
    assert "The sheet due for turn 0 is SETUP; none is in force." in one.receipt
    assert not one.in_force


def test_a_player_without_the_awaited_kind_is_missing(campaign: Campaign) -> None:
    send(campaign, sheet("Ilse", "1", "6", kind="PLANS"), sheet("Bob", "1", "add 1"))
    ran = run_turn(campaign, how=How(missing_ok=True), at=table.RUN)
    assert ran.missing == ("Ilse",)
    assert events(campaign, "001", "missed_turn")
    assert events(campaign, "001", "other")


def test_a_report_tells_of_every_sheet(campaign: Campaign) -> None:
    send(campaign, sheet("Ilse", "1", "6", "x", kind="PLANS"), sheet("Ilse", "1", "add 1"))
    send(campaign, sheet("Bob", "1", "add 1"))
    run_turn(campaign, at=table.RUN)
    (also,) = packet(campaign, "001", "ilse")["also"]
    assert (also["kind"], [line["text"] for line in also["orders"]]) == ("PLANS", ["6", "x"])
    assert '"x" is no order' in also["problems"][0]
    # Both texts have a line 2: what came of one is not told of the other.
    assert also["orders"][0]["fates"] == []
    assert packet(campaign, "001", "ilse")["orders"][0]["fates"]
    assert "also" not in packet(campaign, "001", "bob")
    book = json.loads((campaign.folder / "turns/001/gm/book.json").read_text())
    assert any('"x" is no order' in fault for one in book["sheets"] for fault in one["problems"])


BATTLE = SheetKind("BATTLE", awaited=True)


@pytest.mark.parametrize(
    ("line", "mailing", "player", "key"),
    [
        ("ORDERS age turn 3 for Ilse", "3", "Ilse", ""),
        ('orders "the age" turn 03 by "Ilse of Vega":', "03", "Ilse of Vega", ""),
        ("BATTLE age turn 12 SHOOT round 3 for VIRUS", "12/SHOOT/3", "VIRUS", ""),
        ("BATTLE age turn 12 SHOOT round 03: fire", "12/SHOOT/3", "", ""),
        ("BATTLE age turn 12/SHOOT/3 for VIRUS", "12/SHOOT/3", "VIRUS", ""),
        ("MESSAGE age turn 4 for Ilse to Bob, Carl: hello", "4", "Ilse", "Bob, Carl"),
        ("MESSAGE age TURN 4 to CAPLES:", "4", "", "CAPLES"),
        ('MESSAGE age turn 4 from "A to B" to Bob', "4", "A to B", "Bob"),
        ("ORDERS: age, turn 3, for Ilse", "3", "Ilse", ""),
        ("Orders: age turn: 3 for: Ilse", "3", "Ilse", ""),
        ('ORDERS "the age", turn 3, from Ilse', "3", "Ilse", ""),
    ],
)
def test_heads(line: str, mailing: str, player: str, key: str) -> None:
    head = head_of(line, (*COMMON_KINDS, BATTLE))
    assert head is not None
    assert (head.mailing, head.player, head.key) == (mailing, player, key)
    assert (line[head.text :] if head.text >= 0 else "") in ("", "hello", "fire")


@pytest.mark.parametrize(
    "line",
    ["ORDERS age turn 3", "Orders for turn 3 are late", "BATTLE age turn 3", "MESSAGE age turn 4:"],
)
def test_prose_is_not_a_head(line: str) -> None:
    assert head_of(line, (*COMMON_KINDS, BATTLE)) is None


def test_a_head_without_a_player_is_of_him_whom_the_text_names(campaign: Campaign) -> None:
    letter = b"MESSAGE eridani turn 1 to Bob: hello\nEND\n"
    (both,) = send(campaign, sheet("Ilse", "1", "add 1") + letter)
    assert "MESSAGE eridani turn 1 for Ilse to Bob" in both.receipt
    (alone,) = send(campaign, letter)
    assert "this MESSAGE sheet does not name its player" in alone.receipt
    assert not alone.accepted
    *_sheets, third = send(
        campaign, sheet("Ilse", "1", "add 1") + sheet("Bob", "1", "add 1") + letter
    )
    assert "does not name its player" in third.receipt


def test_explain_and_rerun_know_the_other_kinds(campaign: Campaign) -> None:
    send(campaign, sheet("Ilse", "1", "6", kind="PLANS"), sheet("Ilse", "1", "add plan"))
    send(campaign, sheet("Bob", "1", "add 1"))
    run_turn(campaign, at=table.RUN)
    (other,) = events(campaign, "001", "other")
    assert "PLANS" in explain(campaign, "1", other["id"]).text
    send(campaign, sheet("Ilse", "1", "9", kind="PLANS"), at=table.LATER, late=True)
    again = rerun(campaign, "1", at=table.LATER)
    assert "Ilse" in again.changes
    assert events(campaign, "001.r2", "added")[0]["terms"][0] == ["written", 9]
    assert replay(campaign) == []


def block(word: str, rest: str, line: int, text: str) -> CaseStep:
    return CaseStep(word, rest, Span("a.case", line), ((line + 1, text),))


def test_a_case_has_blocks_for_every_kind() -> None:
    """Its sheets go the same way: others beside the awaited one, messages delivered."""
    seats = (Seat("ilse", "Ilse", "A"), Seat("bob", "Bob", "B"))
    zero = {"ilse": 0, "bob": 0}
    state = tiny.State(zero, zero, 100, True, 1)
    laid = play_case.CaseTable(
        kinds_game.RULESET,
        CaseKit(),
        {"parts": "one", "most": "20"},
        CaseScene(state, seats, 1, {}),
        GameState(1, 0, ("1",), seats, state),
        sheets=[
            block("ORDERS", "ilse", 1, "add plan"),
            block("PLANS", "ilse", 5, "6"),
            block("MESSAGE", "ilse to bob", 9, "hello"),
            block("ORDERS", "bob", 12, "add 1"),
        ],
    )
    run = CaseStep("RUN", "", Span("a.case", 20))
    laid.dice = [CaseStep("DICE", "4 5", Span("a.case", 19))]
    play_case.play(laid, run)
    assert laid.problems == []
    told = {event.kind: event.facts for event in laid.events}
    assert told["other"]["commands"] == (("", (6,)),)
    assert told["message"]["text"] == "hello"
    assert [event.terms[0] for event in laid.events if event.kind == "added"] == [
        ("written", 6),
        ("written", 1),
    ]
