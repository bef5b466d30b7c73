"""Packets and books of the battle in worlds.py, ready for tests of packets and pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbm.engine.events import Event
from pbm.engine.registry import ruleset
from pbm.engine.rulings import Ruling
from pbm.engine.types import Question, Reading, Seat, Understood
from pbm.games.knighthawks.state.state import State
from pbm.kit.problems import invalid
from pbm.packets.build import (
    CampaignFacts,
    Next,
    Packet,
    StageFacts,
    build,
    packet_bytes,
    packet_in,
)
from pbm.packets.gm_book import DocketFacts, SheetFacts, build_book
from pbm.sheets.envelope import Sheet
from tests.games.knighthawks import worlds

MADE = "2026-11-21T10:00:00+00:00"
NEXT_SHEET = """ORDERS  eridani  turn 4  for Bea
PASS    K7QM-2XPA-91TD
SHIP B1  "Scimitar"
  move  speed 3
END
"""


def facts(options: Mapping[str, str]) -> CampaignFacts:
    return CampaignFacts("eridani", "The war for Eridani", options, 1, "keyed-1")


def told(state: State, events: Sequence[Event], rulings: Sequence[Ruling] = ()) -> StageFacts:
    due = (Next("4", "2026-12-01 20:00 Europe/Berlin", "ORDERS"),)
    return StageFacts("3", MADE, state, worlds.SEATS, events, due, rulings)


def sheet() -> Sheet:
    return worlds.sheet(
        "bea",
        [
            'SHIP B1 "Scimitar"',
            "  move close on A1 > A2",
            "  move else speed 6 plot 4 R 2",
            "  defence LB at nearest, best hex",
            "SHIP B2",
            "  attack LC at A1",
            "NOTE TO GM may I surrender?",
            "  attack T at A1",
            "  attak RB at A1",
        ],
    )


def reading() -> Reading:
    lines = sheet().lines
    fault = invalid(
        '"attak" is not an order',
        lines[-1].span(),
        reason="the orders of a ship are move, attack, defence, icm, evade",
        outcome="Line 10 was not read; your other 8 lines were",
        remedy='Did you mean "attack"?',
    )
    understood = tuple(
        Understood(line.number, f"{line.text.strip()}{':' if line.text[0] != ' ' else ''}")
        for line in lines[:-1]
        if "NOTE" not in line.text
    )
    asked = Question("bea-8", "bea", "may I surrender?")
    return Reading(None, (fault,), understood, (asked,))


def packet(
    player: str = "bea",
    state: State | None = None,
    events: Sequence[Event] | None = None,
    rulings: Sequence[Ruling] = (),
    **options: str,
) -> Packet:
    in_force = worlds.options(**options)
    state = state or worlds.battle()
    if events is None:
        events = worlds.events(state, in_force)
    is_bea = player == "bea"
    made = build(
        ruleset("knighthawks"),
        facts(in_force),
        told(state, events, rulings),
        seat(player),
        sheet() if is_bea else None,
        reading() if is_bea else None,
        "0" * 64,
    )
    return packet_in(packet_bytes(made))


def first_packet(player: str = "bea") -> Packet:
    """The packet before set-up."""
    in_force = worlds.options()
    due = (Next("0", "2026-11-28 20:00 Europe/Berlin", "SETUP"),)
    before = StageFacts("new", MADE, worlds.before_set_up(), worlds.SEATS, (), due)
    made = build(ruleset("knighthawks"), facts(in_force), before, seat(player))
    return packet_in(packet_bytes(made))


def book() -> Packet:
    in_force = worlds.options()
    state = worlds.battle()
    return build_book(
        ruleset("knighthawks"),
        facts(in_force),
        told(state, worlds.events(state, in_force)),
        [SheetFacts("Bea", "2026-11-20T09:00:00+00:00", "ORDERS ...\nEND\n", sheet(), reading())],
        [DocketFacts("bea-8", "Bea", "may I surrender?", "no")],
    )


def seat(player: str) -> Seat:
    return next(seat for seat in worlds.SEATS if seat.id == player)
