"""Two worlds that differ only in what a player cannot know give him the same packet."""

from __future__ import annotations

import pytest

from pbm.dice.keyed import Ids, KeyedDice
from pbm.engine.context import GameState
from pbm.engine.turn import Inputs, Stage, run
from pbm.games.nova.game import KINDS, RULESET
from pbm.games.nova.state.state import Sight, State
from pbm.kit.problems import Faults
from pbm.packets.build import CampaignFacts, Packet, StageFacts, build, packet_bytes, packet_in
from pbm.packets.schema import read_packet
from pbm.sheets.envelope import Sheet, find_sheets
from tests.games.nova.builders import (
    DEFAULTS,
    SEATS,
    contact,
    empire,
    gate_pair,
    home,
    ship,
    sight,
    state,
    system,
)

ANN = """ORDERS age turn 3 for VIRUS
EXPENDITURES
  RDT 1 @ 40
COMMISSIONS
RESEARCH
  BL 15-18 [0] +1 [1]
MOVEMENT
  VIRUS Eye > D > TEDDY  F/R, X
  VIRUS Wasp > X  F/R, E
END
"""
BEA = """ORDERS age turn 3 for MINKY
MOVEMENT
  MINKY Bee > C > K  F/R, X
END
"""
CYD = """ORDERS age turn 3 for PAGAN
EXPENDITURES
  {}
MOVEMENT
  PAGAN {}  T
END
"""
CAMPAIGN = CampaignFacts("age", "The Age", DEFAULTS, 1, "x")


def world(*things: object, cyd_tech: int = 15, **fields: object) -> State:
    """Ann's own things, Bea's ship that she will meet, and whatever else there is."""
    sights: dict[str, Sight] = {
        "VIRUS": sight("VIRUS", lines={"D": "ALGOL", "X": "MAVIS"}),
        "ALGOL": sight("ALGOL", lines={"B": "VIRUS", "D": "TEDDY"}),
        "MAVIS": sight("MAVIS", lines={"V": "VIRUS", "M": ""}, status="NONE"),
    }
    ann = empire("ann", tech={"BL": 15}, sights=sights, contacts={"bea": contact(label="Q")})
    bea = empire("bea", contacts={"ann": contact(label="Z")})
    cyd = empire("cyd", tech={"BL": cyd_tech})
    usual = (
        ann,
        bea,
        cyd,
        ship("Eye", "Scout"),
        ship("Wasp", "Hauler", cargo=(("C", 1),)),
        ship("Bee", "Scout", at="MINKY", owner="bea"),
    )
    return state(*usual, *things, players="abc", **fields)


def sheets(table: State, bought: str, mover: str) -> dict[str, Sheet]:
    texts = {"ann": ANN, "bea": BEA, "cyd": CYD.format(bought, mover)}
    return {
        player: find_sheets(text.encode(), player, KINDS).sheets[0]
        for player, text in texts.items()
    }


def played(table: State, bought: str, mover: str) -> tuple[Stage, dict[str, Packet]]:
    """A turn of these sheets, and every player's packet of it."""
    standing = GameState(3, 0, ("3",), SEATS, table)
    found = sheets(table, bought, mover)
    dice, ids = KeyedDice(b"secret", 1), Ids(b"secret")
    stage = run(RULESET, standing, "3", Inputs(found), DEFAULTS, dice, ids)
    assert stage.game_state is not None, stage.docket
    told = StageFacts("3", "", stage.game_state.state, SEATS, stage.events)
    packets = {
        seat.id: build(RULESET, CAMPAIGN, told, seat, found[seat.id], stage.readings[seat.id])
        for seat in SEATS
    }
    return stage, {player: packet_in(packet_bytes(made)) for player, made in packets.items()}


def test_what_ann_cannot_know_changes_no_byte_of_her_packet() -> None:
    one = world(ship("Fly", "Frigate", at="PAGAN", owner="cyd"))
    other = world(
        ship("Gnat", "Guard", at="PAGAN", owner="cyd"),
        ship("Owl", "Scout", at="SHOOT", owner="cyd"),
        *gate_pair("Star", "PAGAN", "SHOOT", owner="cyd"),
        home("cyd", surface={"cyd": {"SDU": 9, "AA": 3}}),
        system("SHOOT", colonies=2, colonizer="cyd", surface={"cyd": {"AA": 5}}),
        cyd_tech=25,
    )
    stage, first = played(one, "RDT 2 @ 40", "Fly")
    other_leg, second = played(other, "SDU 1 @ 90 at PAGAN", "Gnat")
    assert packet_bytes(first["cyd"]) != packet_bytes(second["cyd"])
    assert packet_bytes(first["ann"]) == packet_bytes(second["ann"])
    # The turn was no quiet one for her: she met Bea at TEDDY, explored and established.
    kinds = {event.kind for event in stage.events if "ann" in event.seen}
    assert {"met", "explored", "established", "teams_created", "production"} <= kinds
    assert len(other_leg.events) != 0
    for packet in first.values():
        assert read_packet(packet_bytes(packet), "packet.json") == packet


def test_no_packet_holds_the_name_or_seat_of_an_empire_without_full_contact() -> None:
    _leg, packets = played(world(ship("Fly", at="PAGAN", owner="cyd")), "RDT 2 @ 40", "Fly")
    text = packet_bytes(packets["ann"]).decode()
    for secret in ('"bea"', '"cyd"', "PAGAN", "Fly", "Bee"):
        assert secret not in text, secret


def test_a_packet_that_was_changed_is_refused_with_the_place_of_the_fault() -> None:
    _leg, packets = played(world(), "RDT 1 @ 40", "Eye")
    known = packets["ann"]["known"]
    first, *rest = known["ships"]
    for ships, said in (
        ([{**first, "jd": -1}, *rest], "known.ships[0].jd: expected `int` >= 0"),
        ([{**first, "jd": "3"}, *rest], "known.ships[0].jd: expected `int`, got `str`"),
        ([{"id": "x"}], "known.ships[0]: object missing required field `name`"),
    ):
        changed = {**packets["ann"], "known": {**known, "ships": ships}}
        with pytest.raises(Faults) as refused:
            read_packet(packet_bytes(changed), "packet.json")
        assert said in refused.value.problems[0].reason
