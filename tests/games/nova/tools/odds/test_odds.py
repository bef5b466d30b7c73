"""How battles may end: by exact enumeration, whatever the number of processes, and as told."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from pbm.cli import main
from pbm.cli.parameters import WRONG_USE
from pbm.games.nova.orders.order_precedence import Effective
from pbm.games.nova.rules.battle_by_mail.waiting import build_view
from pbm.games.nova.rules.space_combat.battle_result import fields_of
from pbm.games.nova.rules.space_combat.space import set_up
from pbm.games.nova.state.battle.arena import ABOARD, AWAY, CAPTURED, DESTROYED, IN_PLAY, JUMPED
from pbm.games.nova.state.battle.mailed import Mailed
from pbm.games.nova.state.battle.notes import silent
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.design import Design
from pbm.games.nova.state.design import figures as of
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.orders.sheet import Orders
from pbm.games.nova.state.orders.standing import Battle, BattleItem, Group
from pbm.games.nova.state.state import Cargo, State
from pbm.games.nova.state.working_state import Draft
from pbm.games.nova.tools.odds import of_campaign, of_packet
from pbm.games.nova.tools.odds.command import fought, of_game_master, of_player
from pbm.games.nova.tools.odds.estimate import mean, share
from pbm.games.nova.tools.odds.match import MatchTable, OddsMatch, Task, fight
from pbm.games.nova.tools.odds.of_packet import ENEMY, Guess
from pbm.games.nova.tools.odds.scene import MatchScene
from pbm.games.nova.tools.odds.shown import odds
from pbm.games.nova.tools.odds.stream import Stream
from pbm.games.nova.tools.odds.tally import FLEES, LOSES, LOST, OPEN, WINS, Tally, counted
from pbm.games.nova.view.record import View
from pbm.kit.problems import Faults
from pbm.service import api
from pbm.service.odds import Times, odds_of_campaign, odds_of_packet
from tests.games.nova import builders as t
from tests.shipped import played


def age() -> Path:
    """The campaign of six empires as it was played."""
    return played("age")


def packet_14() -> Path:
    """The packet of VIRUS after turn 14."""
    return age() / "turns" / "014" / "reports" / "virus" / "packet.json"


def laser_ship(empire: str, size: int = 15) -> Design:
    """SSZ 15 and no armour beyond its own: one beam laser, no shields."""
    return t.design("Duel", Component("BL", 1, size), empire=empire)


def duel(**options: str) -> OddsMatch:
    designs = {"ann/Duel": laser_ship("ann"), "bea/Duel": laser_ship("bea", 20)}
    ships = (t.ship("Huron", "Duel", "TEDDY"), t.ship("Lynx", "Duel", "TEDDY", "bea"))
    state = t.state(*ships, designs=designs)
    return OddsMatch(state, "TEDDY", (("ann", "bea"),), {**t.DEFAULTS, **options})


# --- against exact numbers --------------------------------------------------------------------


def ends_of_a_shot(size: int, ssz: int, armour: int) -> Fraction:
    """The chance that one beam laser at distance 0, no FC and no EW, ends a ship in a round.

    The chart: level 3(2 die + 13)/22, fractions dropped; a quarter of the size for each level,
    up. What armour leaves is structural damage: it destroys the ship or is, of its size, the
    percentage at which it blows up.
    """
    chance = Fraction(0)
    for die in range(10):
        level = 3 * (2 * die + 13) // 22
        points = -(-size * level // 4)
        structure = max(points - armour, 0)
        blows_up = Fraction(100) if structure >= ssz else Fraction(100 * structure // ssz)
        chance += blows_up / 100 / 10
    return chance


def test_a_duel_of_one_round_comes_out_as_enumerated() -> None:
    table = MatchTable(duel(round_cap="1"))
    (one, other) = table.set_up("seed", 0).fighters.values()
    assert one.at == other.at  # both in the center: distance 0
    figures = {empire: laser_ship(empire, size) for empire, size in (("ann", 15), ("bea", 20))}
    hull = {empire: of(design) for empire, design in figures.items()}
    ends = {
        "ann": ends_of_a_shot(20, hull["ann"].ssz, hull["ann"].ta),
        "bea": ends_of_a_shot(15, hull["bea"].ssz, hull["bea"].ta),
    }
    assert 0 < ends["bea"] < ends["ann"] < 1
    exact: dict[tuple[str, str], Fraction] = {}
    for ann, bea in product((True, False), repeat=2):  # whose ship is ended, independently
        chance = (ends["ann"] if ann else 1 - ends["ann"]) * (
            ends["bea"] if bea else 1 - ends["bea"]
        )
        for empire, own, foe in (("ann", ann, bea), ("bea", bea, ann)):
            fate = LOSES if own else WINS if foe else OPEN
            exact[empire, fate] = exact.get((empire, fate), Fraction(0)) + chance
    battles = 3000
    tally = fight(Task(duel(round_cap="1"), "seed", 0, battles))
    for key, chance in exact.items():
        counted_share = share(tally.fates[key], battles)
        assert counted_share.low <= chance <= counted_share.high, key
    for empire, chance in ends.items():
        lost = mean(tally.sums[empire, LOST], tally.squares[empire, LOST], battles)
        assert abs(Fraction(lost.value) - chance) <= Fraction(lost.error)
    assert sum(tally.fates.values()) == 2 * battles
    assert tally.rounds == battles


def test_a_wrong_chance_would_be_noticed() -> None:
    tally = fight(Task(duel(round_cap="1"), "seed", 0, 3000))
    loses = share(tally.fates["bea", LOSES], 3000)
    hull = laser_ship("bea", 20)
    other = ends_of_a_shot(17, of(hull).ssz, of(hull).ta)
    assert not loses.low <= other <= loses.high


# --- the numbers themselves -------------------------------------------------------------------


def test_the_interval_of_a_chance() -> None:
    # Wilson, z = 1.96, 10 of 100: (0.1 + 0.019208 +- 1.96 sqrt(0.0009 + 0.00009604)) / 1.038416
    one = share(10, 100)
    assert (round(one.low, 4), round(one.high, 4)) == (0.0552, 0.1744)
    assert share(0, 10).low == 0
    assert share(10, 10).high == 1


def test_the_interval_of_an_average() -> None:
    assert mean(3, 9, 1).error == 0  # one battle says nothing of how they differ
    assert mean(20, 40, 10).error == 0  # ten times 2
    one = mean(10, 20, 10)  # five times 2, five times 0: variance 10/9
    assert round(one.error, 4) == round(1.96 * (Fraction(1, 9) ** Fraction(1, 2)), 4)


def test_a_stream_is_repeated_by_its_seed_and_number() -> None:
    def faces(seed: str, number: int) -> list[int]:
        dice = Stream(seed, number)
        return [*dice("d10_low", "a").faces, *dice("d1000", count=300).faces]

    assert faces("x", 1) == faces("x", 1)
    assert faces("x", 1) != faces("x", 2)
    assert faces("x", 1) != faces("y", 1)


def test_every_face_comes_and_no_other() -> None:
    faces = Stream("x", 0)("d10_low", count=500).faces
    assert set(faces) == set(range(10))
    # A die that fills little more than half of 32 bits: every second draw is thrown away.
    large = Stream("x", 0)("d2147483649", count=100).faces
    assert max(large) <= 2147483649
    assert min(large) >= 1


# --- what is counted --------------------------------------------------------------------------


def test_what_becomes_of_sides_and_ships() -> None:
    match = duel()
    begun = MatchTable(match).set_up("", 0)
    huron, lynx = sorted(begun.fighters.values(), key=lambda one: one.name)

    def fates(own: str, foe: str) -> tuple[str, str]:
        fighters = {huron.id: replace(huron, state=own), lynx.id: replace(lynx, state=foe)}
        tally = counted(replace(begun, fighters=fighters, round=4), match.state)
        assert (tally.battles, tally.rounds) == (1, 4)
        (ann,) = [fate for who, fate in tally.fates if who == "ann"]
        (bea,) = [fate for who, fate in tally.fates if who == "bea"]
        return ann, bea

    assert fates(IN_PLAY, DESTROYED) == (WINS, LOSES)
    assert fates(IN_PLAY, CAPTURED) == (WINS, LOSES)
    assert fates(IN_PLAY, JUMPED) == (WINS, FLEES)
    assert fates(IN_PLAY, IN_PLAY) == (OPEN, OPEN)
    assert fates(DESTROYED, DESTROYED) == (LOSES, LOSES)
    assert fates(JUMPED, JUMPED) == (FLEES, FLEES)


def test_who_is_aboard_shares_its_carriers_fate_and_who_is_away_none() -> None:
    match = duel()
    begun = MatchTable(match).set_up("", 0)
    huron, lynx = sorted(begun.fighters.values(), key=lambda one: one.name)
    craft = replace(huron, id="craft", ship="craft", state=ABOARD, carrier=huron.id)
    away = replace(huron, id="away", ship="away", state=AWAY)
    gate = replace(huron, id="gate", ship="", state=DESTROYED, gate="ring")
    fighters = {
        huron.id: replace(huron, state=CAPTURED, captor="bea"),
        lynx.id: lynx,
        **{one.id: one for one in (craft, away, gate)},
    }
    tally = counted(replace(begun, fighters=fighters), match.state)
    assert tally.lost == {huron.ship: 1, "craft": 1}
    assert tally.sums["ann", LOST] == 2
    assert tally.squares["ann", LOST] == 4
    assert tally.fates["ann", LOSES] == 1
    fighters[huron.id] = replace(huron, state=JUMPED)
    tally = counted(replace(begun, fighters=fighters), match.state)
    assert tally.gone == {huron.ship: 1, "craft": 1, lynx.ship: 0}
    assert tally.fates["ann", FLEES] == 1


# --- the same answer --------------------------------------------------------------------------


def test_the_same_answer_whatever_the_number_of_processes() -> None:
    scene = MatchScene(duel(), {"ann": "VIRUS", "bea": "MINKY"})
    said: list[tuple[str, int, int]] = []
    alone = fought(scene, 50, "seed", 1, lambda *what: said.append(what))
    assert fought(scene, 50, "seed", 2).rows == alone.rows
    assert fought(scene, 50, "other", 1).rows != alone.rows
    assert said[-1] == ("battles", 50, 50)
    assert [done for _what, done, _of in said] == list(range(2, 52, 2))
    pieces = Tally()
    for first, count in ((0, 7), (7, 1), (8, 42)):
        pieces.add(fight(Task(scene.match, "seed", first, count)))
    assert odds(scene, pieces, "seed") == alone


def test_the_battle_is_that_of_a_turn() -> None:
    """The set-up is the engine's own: the same ships, shields and damage at the same places."""
    hurt = t.ship("Huron", "Duel", "TEDDY", damage=Damage(0, 3, {"BL1": 1}))
    match = duel()
    match = replace(match, state=replace(match.state, ships={**match.state.ships, "huron": hurt}))
    work = t.work(match.state)
    draft = Draft(work.state)
    work.phase = "G"
    place = fields_of(draft, {"TEDDY": match.pairs})["TEDDY"]
    real = set_up(work, draft, Effective(draft), place, match.pairs, silent)

    def plain(fighters: Mapping[str, Any]) -> list[Any]:
        return sorted(
            (one.ship, one.at, one.shields, one.state, str(one.damage)) for one in fighters.values()
        )

    assert plain(MatchTable(match).set_up("seed", 3).fighters) == plain(real.fighters)


# --- from a packet ----------------------------------------------------------------------------


def a_view(state: State, player: str = "ann") -> dict[str, Any]:
    view: dict[str, Any] = json.loads(
        json.dumps(build_view(state, player, t.SEATS, t.DEFAULTS).written())
    )
    return view


def a_state() -> State:
    dart = MissileDesign("Dart", 5, 60, 10)
    lance = t.design("Lancer", Component("ML", 1, 20), Component("JD", 1, 2, lt=9))
    carrier = t.design("Mother", Component("LB", 1, 60), Component("BL", 2, 10))
    ann = t.empire(
        "ann",
        designs={"Lancer": "ann/Lancer", "Mother": "ann/Mother", "Frigate": "ann/Frigate"},
        missiles={"Dart": dart},
        missiles_from={"Dart": 1},
        sights={name: t.sight(name) for name in ("VIRUS", "TEDDY", "ALGOL")},
    )
    ships = (
        t.ship("Spear", "Lancer", "TEDDY", missiles=("Dart",)),
        t.ship("Queen", "Mother", "TEDDY", damage=Damage(1, 2, {"BL1": 1, "IE1": 1, "JD1": 2})),
        t.ship("Bee", "Frigate", "", carrier="queen", bay="LB1"),
        t.ship("Far", "Frigate", "ALGOL", cargo=()),
        t.ship("Mule", "Hauler", "TEDDY", cargo=[("AA", 1), Cargo("C", "bea", 1)]),
        t.ship("Hidden", "Frigate", "TEDDY", owner="bea"),
    )
    gates = t.gate_pair("Ring", "TEDDY", "VIRUS")
    designs = {"ann/Lancer": lance, "ann/Mother": carrier}
    return t.state(ann, *ships, *gates, designs=designs)


def packet_scene(guess: Guess, state: State | None = None) -> MatchScene:
    return of_packet.scene_of(View.read(a_view(state or a_state())), t.DEFAULTS, guess)


def test_own_ships_stand_as_the_packet_has_them() -> None:
    state = a_state()
    scene = packet_scene(Guess("teddy", "2 Frigate, Lancer"), state)
    ships = scene.match.state.ships
    for id in ("spear", "queen", "bee", "mule"):
        own, there = state.ships[id], ships[id]
        assert (there.name, there.at, there.carrier, there.bay) == (
            own.name, own.at, own.carrier, own.bay,
        )  # fmt: skip
        assert (there.damage, there.missiles) == (own.damage, own.missiles)
    assert ships["mule"].cargo == (Cargo("AA", "ann", 1), Cargo("C", "alien", 1))
    assert "far" not in ships
    assert "hidden" not in ships
    foes = [one for one in ships.values() if one.owner == ENEMY]
    assert [one.name for one in foes] == ["Frigate 1", "Frigate 2", "Lancer 1"]
    assert all(one.missiles == ("Dart",) for one in foes)
    begun = scene.begun()
    assert {one.name for one in begun.fighters.values() if one.gate} == {"Ring-A"}
    (away,) = [one for one in begun.fighters.values() if one.state == AWAY]
    assert away.name == "Mule"
    assert "Mule" in scene.remarks[-1]
    assert "missiles of your designs" in scene.remarks[0]
    assert scene.guessed == {one.id for one in foes}


def test_designs_of_own_ships_are_those_of_the_game() -> None:
    state = a_state()
    made = packet_scene(Guess("TEDDY", "Frigate"), state).match.state.designs
    assert made["ann/Mother"].parts == state.designs["ann/Mother"].parts
    assert made["ann/Lancer"].parts == state.designs["ann/Lancer"].parts


def test_ships_that_are_elsewhere_jump_in_and_those_guessed_are_new() -> None:
    scene = packet_scene(Guess("TEDDY", "Frigate", own="far, 2 Lancer, bee", arrives=True))
    state = scene.match.state
    assert {one.name for one in state.ships.values() if one.owner == "ann"} == {
        "Far", "Bee", "Lancer 1", "Lancer 2",
    }  # fmt: skip
    assert state.passages["far"].start == "ALGOL"
    assert set(state.passages) == {"far", f"{ENEMY} Frigate 1"}

    def places(name: str) -> set[tuple[int, int]]:
        table = MatchTable(scene.match)
        battles = [table.set_up("s", number) for number in range(6)]
        return {one.at for each in battles for one in each.fighters.values() if one.name == name}

    assert places("Lancer 1") == {(0, 0)}
    assert len(places("Far")) > 1  # each battle is scattered anew
    assert len(places("Frigate 1")) > 1


def test_carried_ships_come_with_their_carrier() -> None:
    scene = packet_scene(Guess("ALGOL", "Frigate", own="Queen"))
    ships = scene.match.state.ships
    assert ships["bee"].carrier == "queen"
    assert ships["queen"].at == "ALGOL"


def test_the_enemys_own_designs_and_missiles() -> None:
    text = b'DESIGN "Whale"\nIE 2\nJD3 L8\n3 ML 12\nEND DESIGN\nMISSILE Harpoon MD 4 MA 60 MR 10\n'
    guess = {"at": "TEDDY", "enemy": "3 Whale", "own": "", "arrives": False}
    scene = of_player(View.read(a_view(a_state())), t.DEFAULTS, guess, (text, "foe.txt"), None)
    foes = [one for one in scene.match.state.ships.values() if one.owner == ENEMY]
    assert {one.missiles for one in foes} == {("Harpoon",)}
    assert not any("missiles of your" in remark for remark in scene.remarks)
    with pytest.raises(Faults, match="holds no design"):
        of_player(View.read(a_view(a_state())), t.DEFAULTS, guess, (b"", "foe.txt"), None)


def test_own_lines_count() -> None:
    flee = Battle(t.ref(), Group("all"), (BattleItem("flee"),))
    brave = packet_scene(Guess("TEDDY", "2 Frigate", own="Spear"))
    timid = packet_scene(
        Guess("TEDDY", "2 Frigate", own="Spear", orders=Orders("ann", battle=(flee,)))
    )
    one, other = (fight(Task(scene.match, "x", 0, 30)) for scene in (brave, timid))
    assert one.fates["ann", FLEES] < 5 < 25 < other.fates["ann", FLEES]


def test_all_that_is_wrong_is_said_at_once() -> None:
    with pytest.raises(Faults) as raised:
        packet_scene(Guess("TEDY", "2 Frigat, 0 Lancer, , 1001 Frigate", own="Huron"))
    faults = [one.fault for one in raised.value.problems]
    assert faults == [
        '--at: "TEDY" is not a system you know of',
        '--own: "Huron" is not known',
        '--enemy: "2 Frigat" is not known',
        "--enemy: no Lancer at all",
        '--enemy: "" names no ships',
        "--enemy: 1001 ships",
    ]
    assert raised.value.problems[0].remedy == "Did you mean TEDDY?"
    assert raised.value.problems[2].remedy == 'Did you mean "Frigate"?'
    with pytest.raises(Faults, match="you have no ship at VIRUS"):
        packet_scene(Guess("VIRUS", "Frigate"))
    with pytest.raises(Faults, match="is not a system you know of"):
        packet_scene(Guess("XYZZY", "Frigate"))
    with pytest.raises(Faults, match="you: no ship would be in the battle"):
        packet_scene(Guess("TEDDY", "Frigate", own="Mule"))


def test_a_packet_gives_nothing_that_is_not_in_it() -> None:
    """Two states that differ only in what a player cannot know give the same battles."""
    state = a_state()
    hidden = replace(state.ships["hidden"], design="bea/Guard", damage=Damage(0, 9))
    other = replace(state, ships={**state.ships, "hidden": hidden})
    one, two = (packet_scene(Guess("TEDDY", "2 Frigate"), each) for each in (state, other))
    assert one == two


# --- from a campaign --------------------------------------------------------------------------


def test_the_ships_really_there_fight() -> None:
    scene = of_campaign.scene_of(a_state(), {}, t.DEFAULTS, "teddy")
    assert scene.match.pairs == (("ann", "bea"),)
    assert set(scene.match.state.ships) == {"spear", "queen", "bee", "mule", "hidden"}
    assert scene.names == {"ann": "VIRUS", "bea": "MINKY"}
    assert not scene.guessed


def test_sides_may_be_named() -> None:
    sides = ["VIRUS=Far, 2 Lancer", "bea"]
    scene = of_campaign.scene_of(a_state(), {}, t.DEFAULTS, "TEDDY", sides)
    names = {one.name for one in scene.match.state.ships.values()}
    assert names == {"Far", "Lancer 1", "Lancer 2", "Hidden"}
    assert len(scene.guessed) == 2
    assert set(scene.match.state.passages) == {"far"}


def test_three_sides_fight_all_against_all() -> None:
    ships = [t.ship(name, "Frigate", "TEDDY", who) for name, who in _THREE]
    scene = of_campaign.scene_of(t.state(*ships, players="abc"), {}, t.DEFAULTS, "TEDDY")
    assert scene.match.pairs == (("ann", "bea"), ("ann", "cyd"), ("bea", "cyd"))
    assert {who for who, _ in fight(Task(scene.match, "x", 0, 3)).fates} == {"ann", "bea", "cyd"}


_THREE = (("A", "ann"), ("B", "bea"), ("C", "cyd"))


def test_the_sheets_in_force_count() -> None:
    ann = t.empire("ann", contacts={"bea": t.contact(label="B")})
    ships = [t.ship(name, "Frigate", "TEDDY", who) for name, who in _THREE[:2]]
    flee = Battle(t.ref(), Group("all"), (BattleItem("flee"),), versus="B")
    commands = {"ann": Orders("ann", battle=(flee,))}
    scene = of_game_master(t.state(ann, *ships), commands, t.DEFAULTS, "TEDDY", ())
    (line,) = scene.match.state.orders["ann"].battle
    assert line.versus == "bea"


def test_what_a_game_master_may_ask() -> None:
    def faults(at: str, *sides: str, state: State | None = None) -> list[str]:
        with pytest.raises(Faults) as raised:
            of_campaign.scene_of(state or a_state(), {}, t.DEFAULTS, at, sides)
        return [one.fault for one in raised.value.problems]

    assert faults("TEDY") == ['--at: "TEDY" is not a system of this campaign']
    assert faults("QQQ") == ['--at: "QQQ" is not a system of this campaign']
    assert faults("ALGOL") == ["no two empires have ships at ALGOL"]
    assert faults("SHOOT") == ["no two empires have ships at SHOOT"]
    assert faults("TEDDY", "VIRS=2 Foo") == [
        '--side: "VIRS" is not an empire',
        "--side: a battle has two sides",
    ]
    assert faults("TEDDY", "ann", "VIRUS") == ["--side: VIRUS occurs twice"]
    assert faults("ALGOL", "ann", "bea") == ["--side: MINKY has no ship at ALGOL"]
    assert faults("TEDDY", "ann", "QQQQQ=2 Foo") == ['--side: "QQQQQ" is not an empire']


# --- the commands -----------------------------------------------------------------------------


def test_a_packet_is_told_in_sentences_and_tables() -> None:
    words = ["odds", str(packet_14()), "--at", "PALM", "--enemy", "6 Sabre", "--battles", "40"]
    said = CliRunner().invoke(main.app, [*words, "--jobs", "1"])
    assert said.exit_code == 0, said.output
    assert said.output.count("\nyou  ") >= 3
    assert "40 battles at PALM." in said.output
    assert "You win in" in said.output
    assert "The enemy wins in" in said.output


def after_14(folder: Path) -> Path:
    """The campaign as it stood after turn 14, before its great battles."""
    later = [f"{turn:03d}*" for turn in range(15, 21)]
    return Path(shutil.copytree(age(), folder / "age", ignore=shutil.ignore_patterns(*later)))


def test_scripts_get_records(tmp_path: Path) -> None:
    words = ["odds", str(after_14(tmp_path)), "--at", "CEDAR", "--json"]
    said = CliRunner().invoke(main.app, [*words, "--battles", "10", "--jobs", "1"])
    rows = json.loads(said.stdout)
    assert [row["side"] for row in rows] == ["MINKY", "PAGAN"]
    assert all(row["battles"] == 10 for row in rows)
    assert sum(rows[0][fate] for fate in ("wins", "loses", "flees", "open")) == 100


@pytest.mark.parametrize(
    ("of", "words"),
    [
        (packet_14, ("--at", "PALM")),
        (packet_14, ("--at", "PALM", "--enemy", "Sabre", "--side", "A")),
        (age, ("--at", "PALM", "--enemy", "Sabre")),
    ],
)
def test_wrong_use_is_told(of: Callable[[], Path], words: tuple[str, ...]) -> None:
    said = CliRunner().invoke(main.app, ["odds", str(of()), *words])
    assert said.exit_code == WRONG_USE


def test_a_sheet_of_ones_own(tmp_path: Path) -> None:
    packet = packet_14().read_bytes()
    campaign = json.loads(packet)["campaign"]
    turn = json.loads(packet)["known"]["turn"]
    sheet = f"ORDERS {campaign} turn {turn} for VIRUS\nBATTLE all: flee\nEND\n".encode()
    few = Times(20, "x", 1)
    brave = odds_of_packet(packet, "p", "PALM", "20 Sabre", times=few)
    timid = odds_of_packet(packet, "p", "PALM", "20 Sabre", sheet=(sheet, "s.txt"), times=few)
    assert timid.rows[0]["wins"] == 0
    assert brave.rows != timid.rows
    with pytest.raises(Faults, match="has no ORDERS sheet"):
        odds_of_packet(packet, "p", "PALM", "Sabre", sheet=(b"hello", "s.txt"), times=few)


def test_another_game_has_no_odds() -> None:
    with pytest.raises(Faults, match="has no odds"):
        odds_of_campaign(played("beacon"), "TEDDY")


# --- a battle that is under way, and sheets that are in ----------------------------------------


def test_a_battle_by_mail_is_fought_on_from_where_it_stands() -> None:
    ships = [t.ship(name, "Frigate", "TEDDY", who) for name, who in _THREE[:2]]
    away = t.ship("Else", "Frigate", "VIRUS")
    begun = MatchTable(OddsMatch(t.state(*ships), "TEDDY", (("ann", "bea"),), t.DEFAULTS)).set_up(
        "", 0
    )
    fighters = {
        id: replace(one, damage=Damage(0, 9)) if one.owner == "bea" else one
        for id, one in begun.fighters.items()
    }
    mailed = Mailed(replace(begun, fighters=fighters, round=3), (("ann", "bea"),))
    state = t.state(*ships, away, battles={"TEDDY": mailed})
    scene = of_campaign.scene_of(state, {}, t.DEFAULTS, "TEDDY")
    assert scene.begun() == mailed.battle
    assert set(scene.match.state.ships) == {"a", "b"}
    assert scene.remarks == ("The battle under way is fought on from the end of round 3.",)
    tally = fight(Task(scene.match, "x", 0, 40))
    assert tally.fates["bea", WINS] < 10 < tally.fates["ann", WINS]  # that one was hurt before
    assert tally.rounds > 40 * 3
    with pytest.raises(Faults, match="a battle is under way"):
        of_campaign.scene_of(state, {}, t.DEFAULTS, "TEDDY", ["ann", "bea"])
    over = replace(state, battles={"TEDDY": replace(mailed, ruled=True)})
    assert of_campaign.scene_of(over, {}, t.DEFAULTS, "TEDDY").match.under_way is None


def test_the_sheets_of_a_campaign_are_read(tmp_path: Path) -> None:
    folder = after_14(tmp_path)
    flee = b"ORDERS age turn 15 for MINKY\nBATTLE all: flee\nEND\n"
    few = Times(20, "x", 1)
    before = odds_of_campaign(folder, "CEDAR", times=few)
    api.submit(api.open_campaign(folder), [("m.txt", flee)], at="2027-06-01T12:00Z")
    after = odds_of_campaign(folder, "CEDAR", times=few)
    assert before.rows[0]["side"] == after.rows[0]["side"] == "MINKY"
    assert before.rows[0]["rounds"] != after.rows[0]["rounds"]


def test_a_ship_named_twice_is_there_once() -> None:
    scene = packet_scene(Guess("TEDDY", "Frigate", own='Spear, "spear"'))
    assert [one.id for one in scene.match.state.ships.values() if one.owner == "ann"] == ["spear"]


def test_many_ships_are_told_by_class() -> None:
    ships = [t.ship(f"A{n}", "Frigate", "TEDDY") for n in range(13)]
    scene = of_campaign.scene_of(
        t.state(*ships, t.ship("B", at="TEDDY", owner="bea")), {}, t.DEFAULTS, "TEDDY"
    )
    told = odds(scene, fight(Task(scene.match, "x", 0, 2)), "x")
    said = [(line["side"], line["class_or_ship"].strip()) for line in told.losses]
    assert said == [("MINKY", "Frigate"), ("MINKY", "B (Frigate)"), ("VIRUS", "Frigate")]
    assert len(told.rows[1]["each"]) == 13


def test_a_packet_without_an_empire_is_told_apart() -> None:
    view = {**a_view(a_state()), "empire": {}, "systems": [], "ships": []}
    with pytest.raises(Faults, match="this packet holds no empire"):
        of_packet.scene_of(View.read(view), t.DEFAULTS, Guess("TEDDY", "Frigate"))
