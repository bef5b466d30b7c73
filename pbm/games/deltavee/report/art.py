"""What the pages of DeltaVee show besides the packet: maps, tables of units, logs."""

from collections.abc import Mapping
from typing import Any

from msgspec import convert

from pbm.engine.story import Item, Section
from pbm.games.deltavee.report.forces import YOURS, briefing, forces
from pbm.games.deltavee.report.hexmap import hexmap
from pbm.games.deltavee.report.log import gone, logs
from pbm.games.deltavee.view.record import View
from pbm.kit.facts import Fact


def art(packet: Mapping[str, Fact]) -> Mapping[str, Any]:
    """The maps of a packet or a book, its tables of units, and the logs it holds."""
    view = View.read(packet["known"])
    records = [View.read(record) for record in packet.get("records", ())]
    brief = briefing(view)
    return {
        "map": hexmap(view, convert(packet["story"], list[Section[Item]])),
        "brief": brief,
        # A whole briefing has all that the table of own units has.
        "forces": [one for one in forces(view) if not (brief.is_whole and one["title"] == YOURS)],
        "logs": logs(records or [view]),
        "gone": gone(records or [view]),
    }
