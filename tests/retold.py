"""Packets of the campaigns played here with their stories told by the code as it is now."""

from __future__ import annotations

import json

from pbm.engine.events import Event, by_viewer
from pbm.engine.messages import without
from pbm.engine.registry import ruleset
from pbm.kit.records import decoded
from pbm.packets.build import Packet
from pbm.packets.gm_book import story_shown
from tests.shipped import played


def retold(stage: str, player: str) -> Packet:
    """The packet of a stage such as ``beacon/turns/003``, of its stored events and view."""
    name, _, folder_in_it = stage.partition("/")
    folder = played(name) / folder_in_it
    packet: Packet = json.loads((folder / "reports" / player / "packet.json").read_bytes())
    stored = folder / "events.jsonl"
    lines = stored.read_text(encoding="utf-8").splitlines() if stored.exists() else []
    events = by_viewer([decoded(line.encode(), Event) for line in lines], [player])[player]
    rules = ruleset(packet["game"])
    view = rules.view.read(packet["known"])
    packet["story"] = story_shown(rules.tell(without(events), view, player))
    return packet
