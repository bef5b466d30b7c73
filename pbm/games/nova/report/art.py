"""Everything on Nova's pages besides the packet: situation report, map, tables, ship logs."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import UNSET, convert

from pbm.engine.story import Section
from pbm.games.nova.report.annex import Annex, briefing
from pbm.games.nova.report.battles.battle_pages import fights
from pbm.games.nova.report.battles.round_art import page_of
from pbm.games.nova.report.item import Item
from pbm.games.nova.report.log import logs
from pbm.games.nova.report.sitrep import header
from pbm.games.nova.report.star_map.star_map import starmap, unprinted
from pbm.games.nova.view.record import View
from pbm.kit.facts import Fact
from pbm.packets.record import Order


def art(packet: Mapping[str, Fact]) -> Mapping[str, Any]:
    """Make the contents of the pages of a packet or book; ``page`` names a special template."""
    view = View.read(packet["known"])
    story = convert(packet["story"], list[Section[Item]])
    if view.battles is not UNSET:
        return {
            "page": "battle",
            "battles": list(map(page_of, view.battles)),
            "fights": fights(story),
        }
    orders = convert(packet.get("orders", ()), list[Order])
    settled = {one["key"]: one["value"] for one in packet["options"]}
    told = [item.sitrep for section in story for item in section.items if item.sitrep]
    return _Art(
        lambda: starmap(view, story, orders),
        # The situation report in codes, item by item. Rule: NV REP-03.
        sitrep=[header(view.you.name, packet["turn"]), *told] if view.you.name else told,
        fights=fights(story),
        brief=briefing(view),
        unprinted=unprinted(view),
        annex=Annex(view, story, lists=settled.get("status_annex", "yes") == "yes"),
        logs=logs([View.read(one) for one in packet.get("records", ())] or [view]),
    )


class _Art(dict[str, Any]):
    """The contents; the ``map`` is drawn when a page asks for it: a great one takes seconds."""

    def __init__(self, draw: Callable[[], Any], **contents: Any) -> None:
        super().__init__(contents)
        self._draw = draw

    def __missing__(self, key: str) -> Any:
        if key != "map":
            raise KeyError(key)
        self[key] = self._draw()
        return self[key]
