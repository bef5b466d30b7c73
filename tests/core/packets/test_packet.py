from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.engine.registry import ruleset
from pbm.engine.rulings import Ruling
from pbm.engine.types import Question, Reading
from pbm.kit.problems import Faults, Span, illegal, invalid, render_all
from pbm.packets.build import build, packet_bytes, packet_hash, problems_shown, turn_of
from pbm.packets.schema import read_packet, schema
from tests.games.knighthawks import packets, worlds

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("player", [seat.id for seat in worlds.SEATS])
def test_packets_have_the_documented_form(player: str) -> None:
    for packet in (packets.packet(player), packets.first_packet(player)):
        data = packet_bytes(packet)
        assert read_packet(data, "packet.json") == packet


@pytest.mark.parametrize("player", [seat.id for seat in worlds.SEATS])
def test_a_packet_does_not_reveal_who_else_perceives_a_roll(player: str) -> None:
    story = packets.packet(player)["story"]
    rolls = [roll for part in story for item in part["items"] for roll in item["rolls"]]
    assert rolls
    assert {roll["group"] for roll in rolls} == {""}


def test_the_schema_in_the_docs_is_the_one_of_the_code() -> None:
    stored = json.loads((ROOT / "docs/packet.schema.json").read_text(encoding="utf-8"))
    assert stored == json.loads(json.dumps(schema()))


def test_the_page_on_packets_names_every_field() -> None:
    page = (ROOT / "docs/packet.md").read_text(encoding="utf-8")
    packet = packets.packet()
    names = [*packet, *packet["known"], *packet["known"]["ships"][0]]
    names += [*packet["story"][0]["items"][0], *packet["orders"][0], *packet["options"][0]]
    assert [name for name in names if f"`{name}`" not in page] == []


def test_problems_of_one_cause_at_one_place_are_shown_as_one() -> None:
    line = Span("4a.txt", 7, 3, 7, "  command right, else left")
    why = {"reason": "its velocity is 4", "rule": "DV 7.1"}
    found = [
        illegal("B cannot do this: right", line, **why),
        illegal("B cannot do this: left", line, **why),
        illegal("B cannot do this: left", Span("4a.txt", 8, 3, 4, "  left"), **why),
        invalid("END is missing"),
        invalid("END is missing"),
        invalid("no SHEET line"),
    ]
    assert problems_shown(None, Reading(None, tuple(found))) == [
        "END is missing",
        "no SHEET line",
        (
            "4a.txt:7:3: B cannot do this: right\n4a.txt:7:3: B cannot do this: left\n"
            "7 |   command right, else left\n  |   ^^^^^^^\nIts velocity is 4 [DV 7.1]."
        ),
        "4a.txt:8:3: B cannot do this: left\n8 |   left\n  |   ^^^^\nIts velocity is 4 [DV 7.1].",
    ]


def test_each_line_has_its_fate() -> None:
    orders = {order["line"]: order for order in packets.packet()["orders"]}
    assert list(orders) == list(range(2, 11))
    assert orders[2]["heading"]
    assert orders[2]["fates"] == []
    assert not orders[3]["heading"]
    assert orders[3]["fates"] == []
    assert orders[5]["fates"][0].startswith("Your Scimitar (B1) fires its laser battery")
    assert orders[5]["event"] == ["ev014"]
    assert orders[9]["fates"][0].startswith("Your Zz'Nakk (B2) did not carry out")
    assert orders[10]["faulty"]
    assert orders[10]["understood"] == ""
    assert not orders[9]["faulty"]
    assert orders[3]["text"] == "move close on A1 > A2"


def test_a_line_below_a_header_that_was_not_read_says_so() -> None:
    sheet = packets.sheet()
    reading = Reading(None, skipped=((4, 2), (5, 2)))
    told = packets.told(worlds.battle(), ())
    seat = packets.seat("bea")
    found = build(
        ruleset("knighthawks"), packets.facts(worlds.options()), told, seat, sheet, reading
    )
    fates = {order.line: order.fates for order in found.orders}
    why = "Not read, because the header on line 2 was not."
    assert (fates[3], fates[4], fates[5], fates[6]) == ([], [why], [why], [])


def test_a_note_is_laid_before_the_game_master_and_answered() -> None:
    unanswered = "The game master saw this, and went on without an answer."
    assert packets.packet()["orders"][6]["fates"] == [unanswered]
    answer = Ruling("R1", "answer", "bea-8", "", "no", "", "", "", ("bea",), Span("r", 1))
    answered = packets.packet(rulings=[answer])
    assert answered["orders"][6]["fates"] == ["The game master answers: no"]


def test_an_order_for_the_game_master_is_answered_in_its_line() -> None:
    """Whatever word its question bears between the player and the line."""
    sheet = packets.sheet()
    seat = packets.seat("bea")
    asked = tuple(Question(f"{who}-3", "", "?") for who in ("bea-free", "ann-free"))
    answers = [
        Ruling("R1", "answer", one.id, "", one.id, "", "", "", (), Span("r", 1)) for one in asked
    ]
    told = replace(packets.told(worlds.battle(), ()), rulings=answers)
    reading = Reading(None, docket=asked)
    found = build(
        ruleset("knighthawks"), packets.facts(worlds.options()), told, seat, sheet, reading
    )
    fates = {order.line: order.fates for order in found.orders}
    assert fates[3] == ["The game master answers: bea-free-3"]
    assert fates[4] == []


def test_a_player_without_a_sheet_has_no_order_lines() -> None:
    found = packets.packet("ann")
    assert found["orders"] == []
    assert found["problems"] == []


def test_problems_are_rendered_with_their_place() -> None:
    (problem,) = packets.packet()["problems"]
    assert problem.startswith('sheet.txt:10:1: "attak" is not an order\n10 |   attak RB at A1\n')


def test_rulings_reach_those_they_touch() -> None:
    everybodys = {"event": "ev001", "text": "set C1.speed = 3", "reason": "a slip of the pen"}
    assert packets.packet()["rulings"] == [everybodys]
    assert [ruling["text"] for ruling in packets.packet("ann")["rulings"]] == [
        "set C1.speed = 3",
        "note Ann: well fought",
    ]


def test_options_say_whether_they_are_the_standard_ones() -> None:
    options = {option["key"]: option for option in packets.packet(share="own")["options"]}
    assert options["share"]["value"] == "own"
    assert options["share"]["reading"] == "what the enemy sees"
    assert not options["share"]["is_default"]
    assert options["orders"]["is_default"]


def test_the_next_packet_can_name_this_one() -> None:
    packet = packets.packet()
    assert packet["previous"] == "0" * 64
    assert packet_hash(packet) == packet_hash(packets.packet())
    assert packet_hash(packet) != packet_hash(packets.packet("ann"))


def test_the_same_packet_whatever_the_hash_seed() -> None:
    code = (
        "from tests.games.knighthawks import packets; from pbm.packets.build import packet_hash; "
        "print(packet_hash(packets.packet()))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join([str(ROOT), *sys.path[1:]])},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert found == {f"{packet_hash(packets.packet())}\n"}


def test_turns_of_mailings() -> None:
    assert [turn_of(name) for name in ("0", "3", "3.2", "12/SHOOT/3", "new", "")] == [
        0,
        3,
        3,
        12,
        0,
        0,
    ]


def test_the_book_holds_everything() -> None:
    book = packets.book()
    state = worlds.battle()
    events = worlds.events(state, worlds.options())
    items = [item for section in book["story"] for item in section["items"]]
    assert sorted(item["event"] for item in items) == sorted(event.id for event in events)
    # Rulings stand before their phase, all else as it happened.
    assert [item["event"] for item in items if item["kind"] != "ruling"] == [
        event.id for event in events if event.kind != "ruling"
    ]
    assert items[2]["record"]["order"]["player"] == "ann"
    assert [view["you"]["player"] for view in book["records"]] == [s.id for s in worlds.SEATS]
    assert book["sheets"][0]["problems"]
    assert book["sheets"][0]["understood"]
    assert book["docket"] == [
        {"id": "bea-8", "player": "Bea", "question": "may I surrender?", "answer": "no"}
    ]


# --- packets that are handed in -------------------------------------------------------------


def fault_of(data: bytes) -> str:
    with pytest.raises(Faults) as caught:
        read_packet(data, "packet.json")
    return render_all(caught.value.problems)


def test_other_bytes_than_a_packet_are_refused_with_the_reason() -> None:
    packet = packets.packet()
    assert "It is not JSON" in fault_of(b"{")
    assert "It is not JSON" in fault_of(b"\xff\xfe\x00")
    assert "It is not one JSON object" in fault_of(b"[]")
    assert "Its format is null" in fault_of(b"{}")
    assert "turn: " in fault_of(packet_bytes({**packet, "turn": "3"}))
    assert "there is no game" in fault_of(packet_bytes({**packet, "game": "chess"}))
    assert "The whole: object missing required field `campaign`" in fault_of(
        json.dumps({"format": packet["format"], "game": packet["game"]}).encode()
    )
    broken = {**packet, "known": {**packet["known"], "ships": [{"id": "x"}]}}
    assert "known.ships[0]: object missing required field `designation`" in fault_of(
        packet_bytes(broken)
    )
    assert "escaped utf-16 surrogate" in fault_of(
        packet_bytes(packet).replace(b'"title":"', b'"title":"\\ud800')
    )
    assert "larger than" in fault_of(b" " * 20_000_001)
    assert "It is not JSON" in fault_of(b"[" * 100_000)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_any_json_in_any_field_is_read_or_refused(value: Any) -> None:
    packet = packets.packet()
    for name in ("known", "story", "player", "next", "format"):
        data = json.dumps({**packet, name: value}).encode()
        assert is_refused(data) or value == []


def is_refused(data: bytes) -> bool:
    """True for Faults with a problem; any other exception fails the test."""
    try:
        read_packet(data, "p")
    except Faults as refused:
        return bool(refused.problems)
    return False


@given(st.binary())
def test_any_bytes_are_refused_with_a_message(data: bytes) -> None:
    assert "not a packet.json" in fault_of(data)
