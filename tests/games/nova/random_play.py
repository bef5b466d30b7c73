"""Three empires that play at random on a small map, so that much happens between them.

Sheets are made from what each player's own view says, as a player would; what belongs to an
empire bears its mark (``Qa1``), so that a test can tell whose a name is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from random import Random  # noqa: TID251  # the players play at random, not the game
from typing import Any

from pbm.dice.keyed import Ids, KeyedDice
from pbm.engine.context import GameState
from pbm.engine.ruling_parser import parse_rulings
from pbm.engine.turn import Inputs, Stage, run
from pbm.engine.types import Question, Reading, Seat
from pbm.games.nova.game import KINDS, RULESET
from pbm.games.nova.rules.phases import phases
from pbm.games.nova.scenario.scenario_file import Scenario
from pbm.kit.file_part import part_of
from pbm.packets.build import CampaignFacts, Packet, StageFacts, build, packet_bytes, packet_in
from pbm.sheets.envelope import Sheet, find_sheets
from tests.games.nova.builders import DEFAULTS

PLAYERS = (
    Seat("seatann", "Annland", "E"),
    Seat("seatbea", "Bealand", "E"),
    Seat("seatcyd", "Cydland", "E"),
)
MARKS = {"seatann": "Qa", "seatbea": "Qb", "seatcyd": "Qc"}
OPTIONS = {one.id: one.default for one in RULESET.all_options} | dict(DEFAULTS)
CAMPAIGN = CampaignFacts("age", "The Age", OPTIONS, 1, "x")
SCENARIO = {
    "game": "nova",
    "name": "three",
    "title": "Three",
    "text": "Three near neighbours.",
    "sides": [{"id": "E", "name": "Empire", "players_min": 3, "players_max": 3}],
    "goals": [{"method": "time", "last": 60, "by": "production"}],
    "map": {
        "systems": [
            *("VIRUS 8 home", "MINKY 8 home", "PAGAN 8 home"),
            *("ALGOL 5", "TEDDY 6", "SHOOT 3", "LONER 2"),
        ],
        "lines": [
            *("VIRUS D - ALGOL B", "VIRUS X - TEDDY K", "MINKY C - ALGOL E"),
            *("MINKY S - SHOOT F", "PAGAN H - TEDDY A", "PAGAN J - SHOOT W"),
            *("ALGOL Q - TEDDY Z", "ALGOL M - LONER N", "SHOOT T - LONER P"),
        ],
    },
}
PREGAME = """PREGAME age turn 0 for {player}
TECH preset stomp
TECH IE 2
DESIGN {mark}scout
  IE 1
  JD4 L8
  1 XC
END DESIGN
DESIGN {mark}haul
  IE 1
  JD4 L8
  6 CH
END DESIGN
DESIGN {mark}lance
  IE 2
  JD4 L8
  12 AR 1
  2 BL 18
END DESIGN
BUY {mark}scout 4 as {mark}S1, {mark}S2, {mark}S3, {mark}S4
BUY {mark}haul 3 as {mark}H1, {mark}H2, {mark}H3
BUY {mark}lance 2 as {mark}L1, {mark}L2
BUY C 6
BUY AA 4
BUY SG as {mark}Ring
END
"""


def played(
    seed: int, turns: int, battles: str = DEFAULTS["battles"]
) -> Iterator[tuple[Any, Stage, Mapping[str, Packet]]]:
    """State before, leg and packets of turn 0 and of so many turns after it."""
    random, ids = Random(seed), Ids(b"%d" % seed)
    options = {**OPTIONS, "battles": battles}
    begun = RULESET.begin(part_of(Scenario, SCENARIO), PLAYERS, options, ids)
    game_state = GameState(0, 0, ("0",), PLAYERS, begun)
    for turn in range(turns + 1):
        sheets = {}
        for seat in PLAYERS:
            if not turn or random.random() > 0.05:
                sheets[seat.id] = _sheet(random, game_state.state, seat.id, turn)
        dice = KeyedDice(b"%d" % seed, turn)
        stage = _leg(random, game_state, turn, sheets, ids, dice, options)
        assert stage.game_state is not None
        told = StageFacts(
            str(turn), "", stage.game_state.state, stage.game_state.seats, stage.events
        )
        packets = {
            seat.id: _packet(told, seat, sheets.get(seat.id), stage.readings.get(seat.id))
            for seat in stage.game_state.seats
        }
        yield game_state.state, stage, packets
        game_state = stage.game_state


def _packet(told: StageFacts, seat: Seat, sheet: Sheet | None, reading: Reading | None) -> Packet:
    return packet_in(packet_bytes(build(RULESET, CAMPAIGN, told, seat, sheet, reading)))


def _leg(
    random: Random,
    game_state: GameState,
    turn: int,
    sheets: dict[str, Sheet],
    ids: Ids,
    dice: Any,
    options: Mapping[str, str],
) -> Stage:
    """The turn, with an answer for every battle that the game master is asked about."""
    answers = ""
    while True:
        rulings, wrong = parse_rulings(
            answers, "rulings", PLAYERS, phases(game_state.state, turn, options)
        )
        assert not wrong
        inputs = Inputs(sheets, tuple(rulings), go_on=True)
        stage = run(RULESET, game_state, str(turn), inputs, options, dice, ids)
        if not stage.docket:
            return stage
        answers += "".join(_answer(random, item) for item in stage.docket)


def _answer(random: Random, item: Question) -> str:
    """A result as it may be; the plainest one where the first could not stand."""
    clauses = ["rounds 1"]
    if item.id.count("-") == 1:
        fighting = [seat.name for seat in PLAYERS if seat.name in item.question]
        if item.id.startswith("ground"):
            clauses += random.choice((["militia 0"], []))
        for ship in re.findall(r"(Q[abc]\w+) \(", item.question.split("Give the")[0]):
            taken = f"captured by {random.choice(fighting)}"
            fates = ("destroyed", "retreats", "loses 1 structure", taken)
            if item.id.startswith("battle") and random.random() < 0.4:
                clauses.append(f"{ship} {random.choice(fates)}")
        clauses += [f"{one} {random.choice(('reports', 'garbled', 'ACL'))}" for one in fighting[:1]]
    return f"answer {item.id}: {'; '.join(clauses)} because of the dice\n"


def _sheet(random: Random, state: Any, player: str, turn: int) -> Sheet:
    if turn:
        known = RULESET.build_view(state, player, PLAYERS, OPTIONS).written()
        lines = [f"ORDERS age turn {turn} for {player}", *_orders(random, known, player), "END"]
        text = "\n".join(lines) + "\n"
    else:
        text = PREGAME.format(player=player, mark=MARKS[player])
    return find_sheets(text.encode(), player, KINDS).sheets[0]


def _orders(random: Random, known: Mapping[str, Any], player: str) -> Iterator[str]:
    mark, turn = MARKS[player], known["turn"]
    own = [one["name"] for one in known["systems"] if one["yours"]]
    systems = {one["name"]: one for one in known["systems"]}
    labels = [one["label"] for one in known["contacts"] if one["label"]]
    ships = [one for one in known["ships"] if one["at"]]
    ends = [one for one in known["gates"] if one["owner"] == "you"]
    if own and random.random() < 0.3:
        yield f"PILLAGE {random.choice(own)}"
    yield "EXPENDITURES"
    for unit in random.sample(("RDT 1", "AA 2", "C 2", "SDU 1", "IC 1", "PCB 1"), 2):
        yield f"  {unit}"
    yield f"  {mark}scout 1"
    yield f"  Part {mark}lance 20 as {mark}P{turn}"
    yield from (f"  Send {random.randint(1, 40)} MCr to {one}" for one in labels)
    yield f"COMMISSIONS {known['empire']['capital']} {mark}scout: {mark}N{turn}"
    yield "MOVEMENT"
    for ship in ships:
        yield _move(random, systems, ship, labels, ends)
    for one in labels:
        yield f"CONTACT full with {one}"
        yield f"DATA {random.choice(sorted(systems))} to {one}"
        if ships and random.random() < 0.4:
            ship = random.choice(ships)
            yield f"TRANSFER ship {ship['name']} at {ship['at']} to {one}"
        if ends:
            yield f"PERMIT {one} through {random.choice(ends)['name']}"
    if len(labels) > 1:
        yield f"CONTACT introduce {labels[0]} to {labels[1]}"
        yield f"CONTACT full through {labels[0]}"
    yield random.choice(("GENERAL all ships: F", "GENERAL all ships: Z", "GENERAL armies: T"))


def _move(
    random: Random,
    systems: Mapping[str, Any],
    ship: Mapping[str, Any],
    labels: list[str],
    ends: list[Any],
) -> str:
    """A line for one ship: what it takes along, one jump or none, and what it does there."""
    at, choice = ship["at"], random.choice
    line, does = f"  {at} {ship['name']}", choice(("X", "O", "W", "D", "I", "L"))
    there = [one["kind"] for one in systems[at]["surface"] if one["owner"] == "you"]
    there += [one["kind"] for one in ship["cargo"]]
    cargo = [kind for kind in ("C", "AA", "IC") if kind in there]
    near = [end["name"] for end in ends if end["at"] == at and end["place"] == "stored"]
    if ship["capacity"]["holds"] and near and random.random() < 0.5:
        line, does = f"{line} (gate {near[0]})", f"E (gate {near[0]})"
    elif ship["capacity"]["holds"] and cargo:
        kind = choice(cargo)
        line, does = f"{line} (1 {kind})", "A" if kind == "AA" else "E"
    if systems[at]["letters"] and random.random() < 0.8:
        line += f" > {choice(systems[at]['letters'])}"
    contact = choice("FFNNTTRQH")
    if labels and random.random() < 0.4:
        contact = f"F to {choice(labels)}, {contact} to others"
    if labels and random.random() < 0.05:
        does = f"S to {choice(labels)}"
    return f"{line}  {contact}, {does}"
