"""What the pages of Nova show beside the packet: situation report, map, tables, ship logs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.games.nova.report.annex import annex
from pbm.games.nova.report.battles.battle_pages import fights
from pbm.games.nova.report.battles.round_art import battles
from pbm.games.nova.report.log import logs
from pbm.games.nova.report.sitrep import header
from pbm.games.nova.report.star_map.star_map import starmap
from pbm.kit.facts import Fact


def art(packet: Mapping[str, Fact]) -> Mapping[str, Any]:
    """All that is made of a packet or a book for its pages; ``page`` is another than usual."""
    if "battles" in packet["known"]:
        return {"page": "battle", "battles": battles(packet), "fights": fights(packet)}
    return {
        "sitrep": _sitrep(packet),
        "fights": fights(packet),
        "map": starmap(packet["known"], packet),
        "annex": annex(packet),
        "logs": logs(packet),
    }


def _sitrep(packet: Mapping[str, Fact]) -> list[str]:
    """The situation report in codes, item by item. Rule: NV REP-03."""
    found = [
        item["sitrep"]
        for section in packet["story"]
        for item in section["items"]
        if "sitrep" in item
    ]
    name = packet["known"]["you"]["name"]
    return [header(name, packet["turn"]), *found] if name else found
