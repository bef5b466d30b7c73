"""The harder turn of Nova: it fights, moves several jumps and has bad lines.

The ships of `tests.tooling.bench.nova`, but their empires are at war: armed ships go two jumps to
a neighbour and are hostile there. There are plans, conditions, general orders and notes to the
game master, and one line in fifty has a fault. Packets have all that a player's packet has.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from pbm.dice.keyed import KeyedDice
from pbm.engine.context import GameState
from pbm.engine.options import settle
from pbm.engine.turn import Inputs, Stage, run
from pbm.engine.types import Seat
from pbm.games.nova.game import RULESET
from pbm.games.nova.options import OPTIONS
from pbm.games.nova.state.state import Ship, State
from pbm.packets.build import CampaignFacts, Next, StageFacts, build, packet_bytes
from pbm.pages.report_files import pages
from pbm.sheets.envelope import Sheet, find_sheets
from pbm.turns.state_file import game_state_bytes
from tests.tooling.bench.nova import IDS, TURN

SETTLED = settle(OPTIONS, {"battles": "doctrine"})[0]
BAD = ("Kestrell {n} to the moon", "C {n}O at", "BL 15-2O +{n}", "GENERAL all shps: F")
ONE_IN = 50


def bodies(state: State) -> dict[str, list[str]]:
    """Each empire's lines with the headings they stand under."""
    ships: dict[str, list[Ship]] = {}
    for ship in state.ships.values():
        ships.setdefault(ship.owner, []).append(ship)
    return {id: _with_faults([*_money(state, id), *_moves(state, ships[id])]) for id in ships}


def _money(state: State, id: str) -> Iterator[str]:
    home = state.empires[id].home
    yield from ("EXPENDITURES", "PLAN if treasury > 500:", "  Maintain all @ 10")
    yield from (f"  AA 1 @ 30 at {home}", f"  C 1 @ 60 at {home}", "  RDT 2 @ 40")
    yield "PLAN else: Maintain all"
    yield from ("RESEARCH", "  BL 15-20 B (17) [4] +2 [6]", "MOVEMENT")


def _moves(state: State, ships: list[Ship]) -> Iterator[str]:
    for number, ship in enumerate(sorted(ships, key=lambda one: (one.at, one.name))):
        lines = state.systems[ship.at].lines
        letter = sorted(lines)[number % len(lines)]
        further = sorted(state.systems[lines[letter].to].lines)
        route = f"> {letter} > {further[number % len(further)]}"
        does = {"S": f"> {letter}  K, X", "H": f"> {letter}  K, E", "F": f"{route}  H, O"}
        yield f"  {ship.at}  {ship.name} {does[ship.name[0]]}  retreat {letter}"
        if number % 10 == 0:
            yield f"CONDITIONAL if aliens >= 3 and not alone: {ship.name}: R; else {ship.name}: N"
    yield "GENERAL armed ships: H"
    yield "NOTE TO GM Does a ship that fled keep its orders for the turn after?"


def _with_faults(lines: list[str]) -> list[str]:
    """The lines with one of fifty that cannot be read."""
    return [
        part
        for n, line in enumerate(lines)
        for part in (
            (line, BAD[n // ONE_IN % len(BAD)].format(n=n)) if n % ONE_IN == 9 else (line,)
        )
    ]


def sheets(state: State) -> dict[str, Sheet]:
    """A sheet for each empire."""
    found = {}
    for id, lines in bodies(state).items():
        text = [f"ORDERS bench turn {TURN} for {state.empires[id].name}", *lines, "END", ""]
        (found[id],) = find_sheets("\n".join(text).encode(), "bench.txt").sheets
    return found


class Made(Enum):
    """What is made of a turn: each includes those before."""

    STATE, PACKETS, PAGES = range(3)


def play(begin: State, orders: dict[str, Sheet], *, made: Made = Made.STATE) -> Stage:
    """One turn from sheets to the bytes of its state, and of packets and pages where asked."""
    seats = tuple(Seat(id, one.name, "E") for id, one in begin.empires.items())
    game_state = GameState(TURN, 0, (str(TURN),), seats, begin)
    inputs = Inputs(orders, (), go_on=True)  # a note waits for no answer
    stage = run(RULESET, game_state, str(TURN), inputs, SETTLED, KeyedDice(b"bench", TURN), IDS)
    assert stage.game_state is not None
    game_state_bytes(stage.game_state)
    if made is Made.STATE:
        return stage
    facts = CampaignFacts("bench", "Bench", SETTLED, RULESET.adjudication, "keyed-1")
    due = [Next(str(TURN + 1), "", "ORDERS")]
    told = StageFacts(
        str(TURN), "2026-01-01T00:00:00Z", stage.game_state.state, seats, stage.events, next=due
    )
    for seat in seats:
        packet = build(RULESET, facts, told, seat, orders[seat.id], stage.readings[seat.id])
        if made is Made.PAGES:
            pages(packet, "", pdfs=False)
        else:
            packet_bytes(packet)
    return stage
