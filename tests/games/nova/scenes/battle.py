"""Space battles fought by doctrine, and the packets and pages that tell of them.

The first is the book's: the Huron on guard, the Lewis and the Clark jumping in by two lines.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.nova.game import RULESET
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.contact.hostilities import resolve
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.state import Passage, State
from pbm.games.nova.state.working_state import drafting
from pbm.packets.build import CampaignFacts, Packet, StageFacts, build, packet_bytes, packet_in
from pbm.packets.gm_book import build_book
from pbm.pages.render import html
from pbm.pages.report_files import context_of
from tests.games.nova.builders import (
    DEFAULTS,
    SEATS,
    contact,
    design,
    empire,
    ship,
    sight,
    state,
    work,
)

AT = "SHOOT"
PAIRS = [("ann", "bea")]
OPTIONS = {**DEFAULTS, "battles": "doctrine"}

TRIBAL = design(
    "Tribal",
    Component("IE", 1, 2),
    Component("JD", 1, 3, lt=3),
    Component("SI", 2, 12),
    Component("AR", 5, 1),
    Component("EW", 1, 2),
    Component("BL", 1, 20),
    Component("FC", 1, 3),
    Component("SN", 1, 20),
)
EXPLORER = design(
    "Explorer",
    Component("IE", 1, 1),
    Component("JD", 1, 3, lt=8),
    Component("SI", 1, 12),
    Component("AR", 6, 1),
    Component("ML", 1, 12),
    Component("SN", 1, 10),
    Component("XC"),
    empire="bea",
)
MISSILES = {"One": MissileDesign("One", 6, 90, 14), "Two": MissileDesign("Two", 4, 75, 17)}


def huron(**fields: Any) -> State:
    """Ann's Huron at SHOOT; Bea's Lewis and Clark have come by one line each."""
    passages = {
        "lewis": Passage("TEDDY", AT, ("A",), "K", planned=AT),
        "clark": Passage("MINKY", AT, ("C",), "X", planned=AT),
    }
    values: dict[str, Any] = {
        "designs": {"ann/Tribal": TRIBAL, "bea/Explorer": EXPLORER},
        "passages": passages,
        **fields,
    }
    return state(
        empire("ann", sights={AT: sight(AT)}, contacts={"bea": contact("minor", number=1)}),
        empire("bea", missiles=MISSILES),
        ship("Huron", "Tribal", at=AT),
        ship("Lewis", "Explorer", at=AT, owner="bea", missiles=("One", "Two")),
        ship("Clark", "Explorer", at=AT, owner="bea", missiles=("One", "Two")),
        **values,
    )


def fleets(number: int, **fields: Any) -> State:
    """So many warships of each side, all in the center."""
    parts = (Component("BL", 3, 15), Component("SI", 2, 12), Component("AR", 6, 1),
             Component("SN", 1, 20), Component("FC", 1, 3), Component("EW", 1, 2))  # fmt: skip
    ships = [
        ship(f"{letter}{one}", "War", at=AT, owner=owner)
        for letter, owner in (("A", "ann"), ("B", "bea"))
        for one in range(number)
    ]
    made = {f"{one}/War": design("War", *parts, empire=one) for one in ("ann", "bea")}
    return state(*ships, designs=made, **fields)


def fought(table: State, faces: str = "", options: Mapping[str, str] | None = None) -> PhaseContext:
    """The battle at SHOOT, fought to its end and carried out."""
    made = work(table, {}, {**OPTIONS, **(options or {})}, faces, phase="G")
    with drafting(made) as draft:
        resolve(made, draft, Effective(draft), {AT: PAIRS})
    return made


def packet(made: PhaseContext, player: str) -> Packet:
    """The packet of a player of it, as it comes back from a file; the book for nobody."""
    told = StageFacts("3", "2026-01-01T00:00:00+00:00", made.state, SEATS[:2], made.events)
    facts = CampaignFacts("age", "The Age", OPTIONS, 1, "x")
    game = replace(RULESET)
    if not player:
        return plain(build_book(game, facts, told))
    seat = next(one for one in SEATS if one.id == player)
    return packet_in(packet_bytes(build(game, facts, told, seat)))


def plain(made: Packet) -> Packet:
    """A packet as it stands in its file."""
    read: Packet = json.loads(json.dumps(made))
    return read


def page(made: Packet, name: str = "report") -> str:
    """Its page for the screen."""
    said = context_of(made, "")
    return html(f"nova/{name}.html", said)
