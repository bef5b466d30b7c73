"""Odds of a fight of armies: by exact enumeration, from a packet, from a campaign."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from pbm.cli import main
from pbm.games.nova.rules.battle_by_mail.waiting import build_view
from pbm.games.nova.rules.surface_combat.ground import needs
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Battle, BattleItem, Group
from pbm.games.nova.state.state import State
from pbm.games.nova.tools.odds import of_campaign, of_packet
from pbm.games.nova.tools.odds.command import fought, of_game_master, of_player
from pbm.games.nova.tools.odds.estimate import mean, share
from pbm.games.nova.tools.odds.forces import Force
from pbm.games.nova.tools.odds.ground import SiegeTask, fight
from pbm.games.nova.tools.odds.of_packet import ENEMY, Guess
from pbm.games.nova.tools.odds.scene import GroundScene
from pbm.games.nova.tools.odds.shown import odds
from pbm.games.nova.tools.odds.sieges import siege
from pbm.games.nova.tools.odds.tally import FLEES, LOSES, LOST, LOST_MCR, OPEN, WINS
from pbm.games.nova.view.record import View
from pbm.kit.problems import Faults
from tests.games.nova import builders as t
from tests.shipped import played


def age() -> Path:
    """The campaign of six empires as it was played."""
    return played("age")


def packet_14() -> Path:
    """The packet of VIRUS after turn 14."""
    return age() / "turns" / "014" / "reports" / "virus" / "packet.json"


def a_state(*more: Any, **fields: Any) -> State:
    """MAVIS is Bea's, with two militia and an AA; Ann's Ox at it carries armies, Bow has OS."""
    mavis = t.system("MAVIS", colonies=1, colonizer="bea", militia=2, surface={"bea": {"AA": 1}})
    ann = t.empire(
        "ann",
        sights={name: t.sight(name) for name in ("VIRUS", "MAVIS", "TEDDY")},
        designs={"Hauler": "ann/Hauler", "Bow": "ann/Bow"},
    )
    bow = t.design("Bow", Component("OS", 2, 3))
    ships = (
        t.ship("Ox", "Hauler", "MAVIS", cargo=[("AA", 2), ("RA", 1)]),
        t.ship("Bow", "Bow", "MAVIS"),
    )
    return t.state(ann, mavis, *ships, *more, designs={"ann/Bow": bow}, **fields)


def view(state: State) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        json.dumps(build_view(state, "ann", t.SEATS, t.DEFAULTS).written())
    )
    return found


def of_view(state: State, **guess: Any) -> GroundScene:
    return of_packet.ground_of(View.read(view(state)), t.DEFAULTS, Guess(at="MAVIS", **guess))


def test_one_against_one_comes_out_as_enumerated() -> None:
    forces = (("ann", Force([], {"AA": 1})), ("bea", Force([], {"AA": 1})))
    match = siege(t.state(t.system("MAVIS")), "MAVIS", t.DEFAULTS, *forces)
    hits = Fraction(needs("AA", "AA"), 6)
    assert 0 < hits < 1
    # Both attack at the same time, up to three rounds, as long as both live.
    both_live = Fraction(1)
    exact = dict.fromkeys(("wins", "neither"), Fraction(0))
    for _round in range(3):
        exact["wins"] += both_live * hits * (1 - hits)
        exact["neither"] += both_live * hits * hits
        both_live *= (1 - hits) ** 2
    battles = 2000
    tally = fight(SiegeTask(match, "seed", 0, battles))
    for empire in ("ann", "bea"):
        chances = {WINS: exact["wins"], LOSES: exact["wins"] + exact["neither"], OPEN: both_live}
        assert sum(chances.values()) == 1
        for fate, chance in chances.items():
            counted = share(tally.fates[empire, fate], battles)
            assert counted.low <= chance <= counted.high, (empire, fate)
        lost = mean(tally.sums[empire, LOST], tally.squares[empire, LOST], battles)
        assert abs(Fraction(lost.value) - chances[LOSES]) <= Fraction(lost.error)
        assert tally.sums[empire, LOST_MCR] == 30 * tally.sums[empire, "AA"]


def test_a_packet_lands_what_its_ships_carry() -> None:
    scene = of_view(a_state(), enemy="1 SDU, 3 MA")
    assert scene.match.brought == {"ann": {"RA": 1, "AA": 2}, ENEMY: {"SDU": 1, "MA": 3}}
    assert (scene.match.invader, scene.match.defender) == ("ann", ENEMY)
    assert "bow" in scene.match.state.ships  # it bombards


def test_units_named_take_the_place_of_those_aboard() -> None:
    scene = of_view(a_state(), own="4 AA", enemy="2 AA")
    assert scene.match.brought == {"ann": {"AA": 4}, ENEMY: {"AA": 2}}
    assert scene.match.state.ships["ox"].cargo == ()


def test_ones_own_planet_is_defended() -> None:
    state = a_state()
    mine = t.home("ann", surface={"ann": {"SDU": 2, "C": 3}, "bea": {"AA": 1}}, militia=4)
    state = replace(state, systems={**state.systems, "VIRUS": mine})
    guess = Guess("VIRUS", "3 AA, 2 Bow")
    scene = of_packet.ground_of(View.read(view(state)), t.DEFAULTS, guess)
    assert scene.match.brought == {ENEMY: {"AA": 3}, "ann": {"SDU": 2, "MA": 4}}
    bows = [one for one in scene.match.state.ships.values() if one.design == f"{ENEMY}/Bow"]
    assert [one.owner for one in bows] == [ENEMY, ENEMY]
    named = of_packet.ground_of(
        View.read(view(state)), t.DEFAULTS, replace(guess, own="2 RA, 1 MA")
    )
    assert named.match.brought["ann"] == {"RA": 2, "MA": 1}


def test_bombardment_helps() -> None:
    state = a_state()
    state = replace(state, ships={"bow": state.ships["bow"]})
    lost = {}
    for ships in ({}, state.ships):
        match = of_view(replace(state, ships=ships), own="6 AA", enemy="6 AA").match
        lost[len(ships)] = fight(SiegeTask(match, "x", 0, 60)).sums[ENEMY, LOST]
    assert lost[1] > lost[0]


def test_ones_own_lines_count_and_who_withdraws_gets_away() -> None:
    line = Battle(t.ref(), Group("all"), (BattleItem("withdraw", ""),), ground=True)
    orders = Orders("ann", battle=(line,))
    state = a_state()
    landed = t.system("MAVIS", colonies=1, colonizer="bea", militia=2, surface={"ann": {"AA": 2}})
    empty = {**state.ships, "ox": replace(state.ships["ox"], cargo=())}
    state = replace(state, systems={**state.systems, "MAVIS": landed}, ships=empty)
    scene = of_campaign.ground_of(state, {"ann": orders}, t.DEFAULTS, "MAVIS")
    tally = fight(SiegeTask(scene.match, "x", 0, 10))
    assert tally.fates["ann", FLEES] == 10
    assert tally.fates["bea", WINS] == 10


def test_who_has_only_sdus_left_does_not_hold_the_planet() -> None:
    state = a_state()
    landed = t.system("MAVIS", colonies=1, colonizer="bea", militia=1, surface={"ann": {"SDU": 9}})
    state = replace(state, systems={**state.systems, "MAVIS": landed}, ships={})
    scene = of_campaign.ground_of(state, {}, t.DEFAULTS, "MAVIS")
    tally = fight(SiegeTask(scene.match, "x", 0, 20))
    assert tally.fates["ann", WINS] == 0
    assert tally.fates["bea", LOSES] > 0


def test_the_game_master_takes_what_is_there_or_names_it() -> None:
    state = a_state()
    scene = of_campaign.ground_of(state, {}, t.DEFAULTS, "mavis")
    assert scene.match.brought == {"ann": {"RA": 1, "AA": 2}, "bea": {"AA": 1, "MA": 2}}
    assert scene.names == {"ann": "VIRUS", "bea": "MINKY"}
    named = of_campaign.ground_of(
        state, {}, t.DEFAULTS, "MAVIS", ["VIRUS=5 AA", "MINKY=1 SDU, 1 MA"]
    )
    assert named.match.brought == {"ann": {"AA": 5}, "bea": {"SDU": 1, "MA": 1}}
    as_is = of_campaign.ground_of(state, {}, t.DEFAULTS, "MAVIS", ["VIRUS", "MINKY"])
    assert as_is.match.brought == scene.match.brought


def test_all_that_is_wrong_is_said() -> None:
    def faults(*sides: str, at: str = "MAVIS", state: State | None = None) -> list[str]:
        with pytest.raises(Faults) as raised:
            of_campaign.ground_of(state or a_state(), {}, t.DEFAULTS, at, sides)
        return [one.fault for one in raised.value.problems]

    assert faults("VIRUS=1 MA", "QQQQ") == [
        '--side VIRUS: "1 MA" is not known',
        '--side: "QQQQ" is not an empire',
    ]
    assert faults(at="TEDDY") == ["nobody holds TEDDY"]
    assert faults(at="MINKY") == ["one empire invades MINKY at a time"]
    assert faults("VIRUS=1 RA") == ["VIRUS: no assault army lands on MAVIS"]
    bare = t.system("MAVIS", colonies=1, colonizer="bea")
    state = a_state()
    state = replace(state, systems={**state.systems, "MAVIS": bare})
    assert faults(state=state) == ["MINKY: nobody defends MAVIS"]
    with pytest.raises(Faults, match='"1 Whale" is not known'):
        of_view(a_state(), own="1 MA", enemy="1 Whale")
    with pytest.raises(Faults, match="is not a system you know of"):
        of_packet.ground_of(View.read(view(a_state())), t.DEFAULTS, Guess("QQQ", "1 AA"))


def test_the_same_answer_whatever_the_number_of_processes() -> None:
    scene = of_game_master(a_state(), {}, t.DEFAULTS, "MAVIS", (), ground=True)
    assert isinstance(scene, GroundScene)
    one = fought(scene, 60, "seed", 1)
    assert fought(scene, 60, "seed", 2) == one
    assert odds(scene, fight(SiegeTask(scene.match, "seed", 0, 60)), "seed") == one
    assert "units" in one.text
    guess = {"at": "MAVIS", "enemy": "1 AA", "own": "", "arrives": False}
    mine = of_player(View.read(view(a_state())), t.DEFAULTS, guess, None, None, ground=True)
    assert "You have the planet to yourself in" in fought(mine, 10, "seed", 1).text


def test_the_command() -> None:
    words = [str(packet_14()), "--at", "HELIO", "--ground", "--enemy", "9 AA", "--battles", "10"]
    said = CliRunner().invoke(main.app, ["odds", *words, "--jobs", "1"])
    assert said.exit_code == 0, said.output
    assert "SIDE       UNITS" in said.output
    words = [str(age()), "--at", "CEDAR", "--ground", "--side", "virus=9 AA", "--battles", "5"]
    said = CliRunner().invoke(main.app, ["odds", *words, "--jobs", "1"])
    assert "5 battles at CEDAR." in said.output
