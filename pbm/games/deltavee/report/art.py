"""What the pages of DeltaVee show besides the packet: maps, tables of units, logs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import convert

from pbm.engine.story import Item, Section
from pbm.games.deltavee.report.forces import forces
from pbm.games.deltavee.report.hexmap import hexmap
from pbm.games.deltavee.report.log import gone, logs
from pbm.games.deltavee.view.record import View
from pbm.kit.facts import Fact


def art(packet: Mapping[str, Fact]) -> Mapping[str, Any]:
    """The maps of a packet or a book, its tables of units, and the logs it holds."""
    view = View.read(packet["known"])
    records = [View.read(record) for record in packet.get("records", ())]
    return {
        "map": hexmap(view, convert(packet["story"], list[Section[Item]])),
        "forces": forces(view),
        "logs": logs(records or [view]),
        "gone": gone(records or [view]),
    }
