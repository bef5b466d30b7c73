"""A turn of Nova with a hundred ships an empire: sheets read, adjudicated, stored, told.

The cluster is made from a seed: each empire's ships stand about its own home, scouts look
around, haulers carry colonies, frigates patrol. Nobody fights, and a fifth of the lines are
refused; `tests.tooling.bench.nova_war` has the orders of a turn as players play it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from pbm.dice.keyed import Ids, KeyedDice
from pbm.engine.context import GameState
from pbm.engine.events import CHAIN_START, chained
from pbm.engine.messages import Message
from pbm.engine.options import settle
from pbm.engine.turn import Inputs, Stage, run
from pbm.engine.types import Seat
from pbm.games.nova.game import RULESET
from pbm.games.nova.options import OPTIONS
from pbm.games.nova.rules.charting import neighbours, placed
from pbm.games.nova.scenario.generator import generate
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.projects import Project
from pbm.games.nova.state.state import Cargo, Empire, Ship, Sight, State, System
from pbm.games.nova.state.technology import FREE_LEVELS
from pbm.packets.build import CampaignFacts, Next, StageFacts, build, packet_bytes, packet_in
from pbm.packets.record import PacketRecord
from pbm.sheets.envelope import Sheet, find_sheets
from pbm.turns.state_file import game_state_bytes

SHIPS = 100  # an empire
EACH = 10  # systems an empire
TURN = 7
SETTLED = settle(OPTIONS, {})[0]
AT_ONCE = settle(OPTIONS, {"battles": "doctrine"})[0]  # no battle waits for orders
IDS = Ids(b"bench")

_DESIGNS = {
    "Scout": (Component("XC"),),
    "Hauler": (Component("CH", 2, 30),),
    "Frigate": (Component("BL", 2, 15), Component("SN", 1, 10)),
}


def seats(empires: int) -> tuple[Seat, ...]:
    """The players of a campaign of so many empires."""
    return tuple(Seat(f"e{n}", f"Empire {n}", "E") for n in range(empires))


def cluster(empires: int) -> State:
    """The state of a campaign in its seventh turn, with a hundred ships an empire."""
    map, _advice = generate(empires, EACH, 4, IDS)
    systems = dict(map.systems)
    designs: dict[str, Design] = {}
    ships: dict[str, Ship] = {}
    found: dict[str, Empire] = {}
    for number, seat in enumerate(seats(empires)):
        id, home = seat.id, map.homes[number]
        systems[home] = replace(
            systems[home],
            colonies=3,
            colonizer=id,
            owner=id,
            home_of=id,
            ic=True,
            militia=10,
            surface={id: {"SDU": 2, "AA": 4}},
        )
        own = {name: f"{id}/{name}" for name in _DESIGNS}
        designs |= {f"{id}/{name}": _design(name, id) for name in _DESIGNS}
        near = [home, *(line.to for line in systems[home].lines.values())]
        for n in range(SHIPS):
            ship = _ship(id, n, near[n % len(near)])
            ships[ship.id] = ship
        sights = {name: _sight(systems[name]) for name in near}
        found[id] = Empire(
            id=id,
            name=seat.name,
            home=home,
            capital=home,
            treasury_at=home,
            treasury=900,
            tech=dict(FREE_LEVELS),
            designs=own,
            projects=(Project("TECH", "BL", Fraction(17), "B", 15, 20, 3, 4),),
            sights=sights,
            chart=_chart(sights, home),
        )
    return State("bench", "Bench", systems, found, ships, designs=designs, turn=TURN)


def _design(name: str, empire: str) -> Design:
    drives = (Component("IE", 1, 2), Component("JD", 1, 3, 8))
    return Design(name, empire, (*drives, *_DESIGNS[name]))


def _kind(number: int) -> str:
    return ("Scout", "Hauler", "Frigate", "Frigate")[number % 4]


def _ship(empire: str, number: int, at: str) -> Ship:
    kind = _kind(number)
    name = f"{kind}-{number}"
    cargo = (Cargo("C", empire, 1),) if kind == "Hauler" else ()
    id = IDS.opaque("ship", empire, name)
    return Ship(id, name, empire, empire, f"{empire}/{kind}", at, cargo=cargo)


def _sight(system: System) -> Sight:
    letters = tuple(sorted(system.lines))
    lines = {letter: system.lines[letter].to for letter in letters}
    return Sight(system.name, True, letters, lines, system.type, system.status, seen=TURN - 1)


def _chart(sights: dict[str, Sight], home: str) -> dict[str, tuple[int, int]]:
    """The star map as it stood after the turn before."""
    joined = neighbours({name: list(one.lines.values()) for name, one in sights.items()})
    return placed({}, joined, home)


def bodies(state: State) -> dict[str, list[tuple[str, str]]]:
    """Each empire's lines with the section they stand in: money, research, one for each ship."""
    found = {}
    ships: dict[str, list[Ship]] = {}
    for ship in state.ships.values():
        ships.setdefault(ship.owner, []).append(ship)
    for id, empire in state.empires.items():
        lines = [("expenditures", "Maintain all @ 10"), ("expenditures", "RDT 2 @ 40")]
        lines += [("expenditures", f"AA 1 @ 30 at {empire.home}") for _ in range(3)]
        lines += [("expenditures", f"C 1 @ 60 at {empire.home}") for _ in range(4)]
        lines += [("expenditures", f"SDU 1 @ 90 at {empire.home}")]
        lines += [("expenditures", f"RA 1 @ {20 + n} at {empire.home}") for n in range(8)]
        lines += [("research", "BL 15-20 B (17) [4] +2 [6]")]
        for number, ship in enumerate(sorted(ships[id], key=lambda one: (one.at, one.name))):
            letters = sorted(state.systems[ship.at].lines)
            letter = letters[number % len(letters)]
            codes = {"S": "K, X", "H": "K, E", "F": "N"}[ship.name[0]]
            move = f"{ship.at}  {ship.name} > {letter}  {codes}  retreat {empire.home}"
            lines.append(("movement", move))
        lines.append(("movement", "GENERAL armed ships: N"))
        found[id] = lines
    return found


def order_lines(state: State) -> list[tuple[str, str]]:
    """All lines of all empires, each with its section."""
    return [line for lines in bodies(state).values() for line in lines]


def texts(state: State) -> dict[str, bytes]:
    """The text of each empire's sheet."""
    found = {}
    for id, lines in bodies(state).items():
        text = [f"ORDERS bench turn {TURN} for {state.empires[id].name}"]
        section = ""
        for head, line in lines:
            if head != section:
                text.append(head.upper())
                section = head
            text.append(f"  {line}")
        found[id] = "\n".join([*text, "END", ""]).encode()
    return found


def found_in(texts: dict[str, bytes]) -> dict[str, Sheet]:
    """The sheet in each empire's text."""
    return {id: find_sheets(text, "bench.txt").sheets[0] for id, text in texts.items()}


def sheets(state: State) -> dict[str, Sheet]:
    """A sheet for each empire."""
    return found_in(texts(state))


class Made(Enum):
    """What is made of a turn, as the bytes of its files: each includes those before."""

    STATE, PACKETS, PAGES = range(3)


def play(
    begin: State,
    orders: dict[str, Sheet],
    made: Made = Made.STATE,
    messages: tuple[Message, ...] = (),
) -> Stage:
    """One turn from sheets to the bytes of state and events, and of packets and pages if asked."""
    players = tuple(Seat(id, one.name, "E") for id, one in begin.empires.items())
    game_state = GameState(TURN, 0, (str(TURN),), players, begin)
    dice = KeyedDice(b"bench", TURN)
    inputs = Inputs(orders, go_on=True, messages=messages)  # a note waits for no answer
    stage = run(RULESET, game_state, str(TURN), inputs, AT_ONCE, dice, IDS)
    assert stage.game_state is not None
    game_state_bytes(stage.game_state)
    list(chained(stage.events, CHAIN_START))
    if made is Made.STATE:
        return stage
    for packet in packets(stage, orders):
        if made is Made.PAGES:
            from pbm.pages.report_files import pages  # a turn without pages loads none

            pages(packet_in(packet_bytes(packet)), "", pdfs=False)
        else:
            packet_bytes(packet)
    return stage


def packets(stage: Stage, orders: dict[str, Sheet]) -> Iterator[PacketRecord[Any, Any]]:
    """The packet of each empire after a turn, with its orders and what became of them."""
    after = stage.game_state
    assert after is not None
    facts = CampaignFacts("bench", "Bench", AT_ONCE, RULESET.adjudication, "keyed-1")
    due = [Next(str(TURN + 1), "", "ORDERS")]
    when = "2026-01-01T00:00:00Z"
    told = StageFacts(str(TURN), when, after.state, after.seats, stage.events, next=due)
    for seat in after.seats:
        yield build(RULESET, facts, told, seat, orders[seat.id], stage.readings[seat.id])
