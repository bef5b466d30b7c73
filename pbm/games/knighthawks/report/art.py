"""What the pages of Knight Hawks show beside the packet: map, tables of ships, record sheets."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbm.engine.types import Known
from pbm.games.knighthawks.report.forces import forces
from pbm.games.knighthawks.report.hexmap import hexmap
from pbm.games.knighthawks.report.log import logs
from pbm.kit.facts import Fact


def art(packet: Mapping[str, Fact]) -> Mapping[str, Any]:
    """The map of a packet or a book, its tables of ships, and the record sheets it holds."""
    return {"map": hexmap(packet), "forces": forces(_whole(packet)), "logs": logs(packet)}


def _whole(packet: Mapping[str, Fact]) -> Known:
    """What the packet's reader knows; in a book each ship as its own player knows it."""
    known: Known = packet["known"]
    records = {
        ship["id"]: {**ship, "yours": False}
        for view in packet.get("records", ())
        for ship in view["ships"]
        if ship["yours"]
    }
    return {**known, "ships": [records.get(ship["id"], ship) for ship in known["ships"]]}
