"""`pbm explain` on campaigns that were played: whatever is there can be asked for.

What a player is told from his packet stands in it; of what is not in it he is told nothing.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from pbm.engine.events import unchained
from pbm.kit.problems import Faults
from pbm.packets.explain_gm import Explainer
from pbm.packets.explain_player import explain_packet
from pbm.service import api
from pbm.service.status import explained
from pbm.storage.turn_folders import StoredStage, in_force
from pbm.turns.history import played_again
from tests.shipped import played

# A turn of each game in which much happens early.
TURNS = (("beacon", "3"), ("showdown", "4"), ("age", "1"))
games = pytest.mark.parametrize(("name", "turn"), TURNS)


def stored(name: str, turn: str) -> tuple[StoredStage, list[Any]]:
    chain = in_force(played(name))
    stage = next(stage for stage in chain if stage.label == turn)
    previous = chain[chain.index(stage) - 1].part.chain
    lines = (stage.folder / "events.jsonl").read_text(encoding="utf-8").splitlines()
    return stage, list(unchained(lines, previous))


@games
def test_every_event_unit_line_and_roll_of_a_turn_is_explained(name: str, turn: str) -> None:
    campaign = api.open_campaign(played(name))
    chain = in_force(campaign.folder)
    stage, events = stored(name, turn)
    *_, again = played_again(campaign, chain[: chain.index(stage) + 1])
    facts = explained(campaign, again.played.turn, [stage], stage)
    explain = Explainer(facts).explain

    assert events
    for event in events[:: max(1, len(events) // 25)]:
        (record,) = explain(event.id).records
        told = explain(event.id).text
        assert record["seen"] == json.loads(json.dumps(event.seen))
        for roll in event.rolls:
            assert event.id in [one["id"] for one in explain(roll.name).records]
            assert " ".join(str(face) for face in roll.faces) in told
        for change in event.changes:
            assert "  Change: " in told
            assert change.path
        if event.order is not None:
            who, line = event.order.player, event.order.line
            said = explain(f"{who}:{line}")
            assert event.id in [one["id"] for one in said.records]
            # The bytes as they came: the words, the file, its hash, the time.
            (sheet,) = record["papers"]
            assert any(sheet["sha256"] == one.sha256 for one in stage.part.sheets)
            assert sheet["sha256"] in told
            assert sheet["received"] in told
            data = (played(name) / sheet["file"]).read_text(encoding="utf-8")
            assert all(typed in data for typed in sheet["typed"])
    for seat in again.played.submissions:
        found = explain(seat).text
        assert all(one.sha256 in found for one in stage.part.sheets if one.player == seat)


@games
def test_a_player_is_told_what_is_in_his_packet_and_no_more(name: str, turn: str) -> None:
    stage, events = stored(name, turn)
    packets = {
        path.parent.name: json.loads(path.read_text(encoding="utf-8"))
        for path in stage.folder.glob("reports/*/packet.json")
    }
    assert len(packets) > 1
    hidden = 0
    for packet in packets.values():
        whole = json.dumps(packet, ensure_ascii=False)
        items = {item["event"]: item for part in packet["story"] for item in part["items"]}
        for event in events[:: max(1, len(events) // 25)]:
            if event.id in items:
                told = explain_packet(packet, event.id).text
                for roll in items[event.id]["rolls"]:
                    assert " ".join(str(face) for face in roll["faces"]) in told
                words = items[event.id]["text"].splitlines()
                assert all(line in told for line in words)
            elif event.id not in whole:
                hidden += 1
                with pytest.raises(Faults, match="Nothing in this turn is called") as caught:
                    explain_packet(packet, event.id)
                near = caught.value.problems[0].remedy
                assert all(other.id not in near for other in events if other.id not in whole)
        for line in packet["orders"]:
            assert explain_packet(packet, str(line["line"])).text.startswith("Your line")
    assert hidden or name == "beacon"
