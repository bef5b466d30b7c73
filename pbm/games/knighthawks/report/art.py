"""Pictures and tables of the pages: map, tables of ships, record sheets."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from pbm.engine.story import Item, Section
from pbm.games.knighthawks.report.forces import arms, briefing, forces
from pbm.games.knighthawks.report.hexmap import hexmap
from pbm.games.knighthawks.report.log import gone, logs
from pbm.games.knighthawks.view.record import View
from pbm.kit.facts import Fact


def art(packet: Mapping[str, Fact]) -> Mapping[str, Any]:
    """The map of a packet or a book, its tables of ships, and the record sheets it holds."""
    view = View.read(packet["known"])
    records = [View.read(record) for record in packet.get("records", ())]
    return {
        "map": hexmap(view, convert(packet["story"], list[Section[Item]])),
        "brief": briefing(view),
        "forces": forces(_whole(view, records)),
        "arms": arms(view),
        "logs": logs(records or [view]),
        "gone": gone(records or [view]),
    }


def _whole(view: View, records: Sequence[View]) -> View:
    """What the packet's reader knows; in a book each ship as its own player knows it."""
    if not records:
        return view
    own = {
        ship.id: replace(ship, yours=False)
        for record in records
        for ship in record.ships
        if ship.yours
    }
    ships = {ship.id: ship for ship in view.ships} | own
    return replace(view, ships=list(ships.values()), unplaced=[])
