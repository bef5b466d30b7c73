"""Rulings in Nova: what may be set, moved, added, removed and decided, and who reads of it."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from pbm.dice.keyed import Ids
from pbm.engine.context import GameState, PhaseContext
from pbm.engine.events import Change
from pbm.engine.rulings import Ruling
from pbm.engine.turn import carry_out, check_rulings
from pbm.games.nova.game import RULESET
from pbm.games.nova.rules.phases import phases
from pbm.games.nova.state.damage import UNDAMAGED, Damage
from pbm.games.nova.state.design import figures
from pbm.games.nova.state.projects import Project
from pbm.games.nova.state.state import State
from tests.games import rulings
from tests.games.nova.builders import (
    DEFAULTS,
    SEATS,
    empire,
    gate_pair,
    ship,
    state,
    system,
    told,
    work,
)

WASP = ship("Wasp", at="TEDDY", cargo=(("AA", 2),))
TABLE = state(
    WASP,
    ship("Bee", at="TEDDY", owner="bea"),
    ship("Moth", at="ALGOL"),
    ship("Moth", at="ALGOL", owner="bea", id="moth2"),
    ship("Pod", "Scout", at="", carrier="wasp", bay="LB1"),
    replace(ship("Hulk", at="TEDDY"), owner="", derelict=True),
    system("MAVIS", colonies=1, colonizer="ann", militia=1, surface={"ann": {"AA": 1}}),
    *gate_pair("Ring", "TEDDY", "VIRUS"),
)


def read(text: str) -> Ruling:
    return rulings.ruling_of(text, SEATS, phases(TABLE, 3, DEFAULTS))


def ruled(text: str, table: State = TABLE) -> PhaseContext:
    return rulings.ruled(RULESET, work(table), read(text))


def after(text: str, table: State = TABLE) -> State:
    done: State = ruled(text, table).state
    return done


def readers(text: str) -> list[str]:
    (event,) = told(ruled(text), "ruling")
    return list(event.seen)


def refused(text: str, table: State = TABLE) -> str:
    done = work(table)
    (problem,) = rulings.problems_of(RULESET, done, read(text))
    carry_out(RULESET, done, read(text))
    assert done.state == work(table).state
    (event,) = told(done, "ruling")
    assert event.seen == {}
    assert "void" in event.facts
    return " ".join((problem.fault, problem.reason, problem.remedy))


# --- ships ---


def test_fields_of_a_ship() -> None:
    assert after("set Wasp.at = shoot").ships["wasp"].at == "SHOOT"
    assert after("set Wasp.name = Hornet").ships["wasp"].name == "Hornet"
    taken = after("set Wasp.owner = MINKY").ships["wasp"]
    assert (taken.owner, taken.given) == ("bea", True)
    assert after("set Hulk.owner = MINKY").ships["hulk"].derelict is False
    assert after("set Wasp.armour_lost = 2").ships["wasp"].damage == Damage(armour=2)
    assert after("set Wasp.lost.bl1 = 1").ships["wasp"].damage.parts == {"BL1": 1}
    assert after("set Wasp.lost.JD1 = 3").ships["wasp"].damage.parts == {"JD1": 3}
    worn = replace(TABLE, ships={**TABLE.ships, "wasp": replace(WASP, damage=Damage(1, 1))})
    assert after("set Wasp.repaired = yes", worn).ships["wasp"].damage == UNDAMAGED
    assert after("set Wasp.repaired = no", worn).ships["wasp"].damage == Damage(1, 1)
    repaired = replace(
        TABLE, ships={**TABLE.ships, "wasp": replace(WASP, damage=Damage(parts={"BL1": 1}))}
    )
    assert after("set Wasp.lost.BL1 = 0", repaired).ships["wasp"].damage == UNDAMAGED


def test_limits_of_damage_are_the_designs() -> None:
    known = figures(TABLE.designs["ann/Frigate"])
    assert after(f"set Wasp.armour_lost = {known.ta}").ships["wasp"].damage.armour == known.ta
    assert "cannot be the lost armour" in refused(f"set Wasp.armour_lost = {known.ta + 1}")
    most = known.ssz - 1
    assert after(f"set Wasp.structure_lost = {most}").ships["wasp"].damage.structure == most
    assert "structural damage" in refused(f"set Wasp.structure_lost = {known.ssz}")
    assert "loss of JD1" in refused("set Wasp.lost.JD1 = 4")
    assert "loss of BL1" in refused("set Wasp.lost.BL1 = 2")
    assert "has no PL1" in refused("set Wasp.lost.PL1 = 1")


def test_ships_of_one_name_go_by_their_empire() -> None:
    assert after('set "VIRUS Moth".at = SHOOT').ships["moth"].at == "SHOOT"
    assert after('set "bea Moth".at = SHOOT').ships["moth2"].at == "SHOOT"
    assert '"VIRUS Moth" or "MINKY Moth"' in refused("set Moth.at = SHOOT")
    assert "another ship of this empire" in refused("set Wasp.name = Moth")
    assert "needs a name" in refused('set Wasp.name = " "')


def test_a_ship_is_moved_with_what_it_carries() -> None:
    done = after("move Wasp to SHOOT")
    assert done.ships["wasp"].at == "SHOOT"
    assert done.ships["pod"].carrier == "wasp"
    out = after("move Pod to TEDDY").ships["pod"]
    assert (out.at, out.carrier, out.bay) == ("TEDDY", "", "")
    assert 'no system "NOWHERE"' in refused("move Wasp to NOWHERE")
    assert '"facing" is not a detail of a move' in refused("move Wasp to SHOOT facing 4")
    assert 'no ship "Gone"' in refused("move Gone to SHOOT")


def test_a_ship_is_added_and_removed() -> None:
    done = after('add "Fly" as ship class "frigate" for VIRUS at TEDDY')
    (fly,) = [one for one in done.ships.values() if one.name == "Fly"]
    assert (fly.owner, fly.builder, fly.design, fly.at) == ("ann", "ann", "ann/Frigate", "TEDDY")
    assert fly.built == 3
    gone = after("remove Wasp")
    assert "wasp" not in gone.ships
    assert (gone.ships["pod"].at, gone.ships["pod"].carrier) == ("TEDDY", "")
    assert "already" not in refused('add "Wasp" as ship class Frigate for VIRUS at TEDDY')
    assert 'no design "Ark"' in refused('add "Fly" as ship class Ark for VIRUS at TEDDY')
    assert '"armour" is not a detail of a new ship' in refused(
        'add "Fly" as ship class Frigate for VIRUS at TEDDY armour 3'
    )
    assert '"class" is missing' in refused('add "Fly" as ship for VIRUS at TEDDY')
    assert '"army" cannot be added' in refused('add "Fly" as army class Frigate for VIRUS at TEDDY')
    bare = replace(TABLE, empires={**TABLE.empires, "ann": empire("ann", designs={})})
    assert "It has none" in refused('add "Fly" as ship class Ark for VIRUS at TEDDY', bare)


# --- systems ---


def test_fields_of_a_system() -> None:
    assert after("set MAVIS.type = 7").systems["MAVIS"].type == 7
    assert after("set MAVIS.colonies = 3").systems["MAVIS"].colonies == 3
    assert after("set MAVIS.ic = yes").systems["MAVIS"].ic is True
    assert after("set MAVIS.militia = 4").systems["MAVIS"].militia == 4
    assert after("set MAVIS.suppressed = yes").systems["MAVIS"].suppressed is True
    assert after("set MAVIS.ic_barred = yes").systems["MAVIS"].ic_barred is True
    assert after("set MAVIS.owner = MINKY").systems["MAVIS"].owner == "bea"
    assert after("set MAVIS.colonizer = MINKY").systems["MAVIS"].colonizer == "bea"
    none = after("set MAVIS.colonies = 0").systems["MAVIS"]
    assert (none.owner, none.colonizer, none.militia) == ("", "", 0)
    first = after("set TEDDY.colonies = 1")
    assert first.systems["TEDDY"].owner == ""
    assert after("set TEDDY.owner = VIRUS", first).systems["TEDDY"].colonizer == "ann"
    assert after("set TEDDY.colonizer = VIRUS", first).systems["TEDDY"].owner == "ann"
    assert "has no colonies" in refused("set TEDDY.owner = VIRUS")
    assert "has no colonies" in refused("set TEDDY.colonizer = VIRUS")
    assert "cannot be the type" in refused("set MAVIS.type = 9")
    assert "number of colonies" in refused("set MAVIS.colonies = 4")


def test_units_on_a_planet() -> None:
    assert after("set MAVIS.units.VIRUS.RA = 3").systems["MAVIS"].units("ann", "RA") == 3
    assert after("set MAVIS.units.virus.aa = 0").systems["MAVIS"].surface == {}
    assert "is not a unit on a planet" in refused("set MAVIS.units.VIRUS.MA = 3")
    assert "is not a unit on a planet" in refused("set MAVIS.units.VIRUS.tank = 3")
    assert 'no empire "bugs"' in refused("set MAVIS.units.bugs.AA = 3")


# --- empires ---


def test_fields_of_an_empire() -> None:
    assert after("set VIRUS.bonus = 5").empires["ann"].treasury == 105
    assert after("set VIRUS.bonus = -5").empires["ann"].treasury == 95
    assert after("set VIRUS.treasury = 7").empires["ann"].treasury == 7
    assert after("set ann.debt = 7").empires["ann"].debt == 7
    assert after("set VIRUS.locked = 7").empires["ann"].locked == 7
    assert after("set VIRUS.points = 7").empires["ann"].points == 7
    assert after("set VIRUS.missed = 1").empires["ann"].missed == 1
    assert after("set VIRUS.vacant = yes").empires["ann"].vacant is True
    assert after("set VIRUS.eliminated = yes").empires["ann"].eliminated is True
    assert after("set VIRUS.capital = MAVIS").empires["ann"].capital == "MAVIS"
    assert after("set VIRUS.treasury_at = mavis").empires["ann"].treasury_at == "MAVIS"
    assert "does not control MINKY" in refused("set VIRUS.capital = MINKY")
    assert "cannot be the MCr" in refused("set VIRUS.bonus = many")


def test_technology_exploration_and_contact() -> None:
    assert after("set VIRUS.tech.BL = 20").empires["ann"].tech["BL"] == 20
    assert '"ZZ" is not a technology' in refused("set VIRUS.tech.zz = 20")
    seen = after("set VIRUS.explored.TEDDY = yes").empires["ann"].sights["TEDDY"]
    assert (seen.explored, seen.type, seen.explored_on) == (True, 4, 3)
    assert seen.letters == ("A", "B", "E", "R")
    blind = after("set VIRUS.explored.VIRUS = no").empires["ann"].sights["VIRUS"]
    assert blind.explored is False
    assert blind.letters == ("D", "X")
    assert after("set VIRUS.contact.MINKY = normal").empires["ann"].contacts["bea"].kind == "normal"
    assert "no contact with itself" in refused("set VIRUS.contact.VIRUS = normal")
    assert "is not a kind of contact" in refused("set VIRUS.contact.MINKY = warm")


def test_a_name_of_several_things_means_the_one_that_has_the_field() -> None:
    """VIRUS is a system and an empire."""
    assert after("set VIRUS.type = 7").systems["VIRUS"].type == 7
    assert after("set VIRUS.debt = 7").empires["ann"].debt == 7
    said = refused("set VIRUS.zzz = red")
    assert '"zzz" is not a field of VIRUS' in said
    assert "units.EMPIRE.AA" in said
    assert "tech.BL" in said
    assert "lost.BL1" in refused("set Wasp.colour = red")
    assert 'no ship, system or empire "Gone"' in refused("set Gone.at = TEDDY")


# --- who reads what ---


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("set Wasp.armour_lost = 1", ["ann"]),
        ("set Bee.armour_lost = 1", ["bea"]),
        ("set Wasp.owner = MINKY", []),
        ("move Wasp to SHOOT", ["ann"]),
        ("remove Bee", ["bea"]),
        ("remove Hulk", []),
        ('add "Fly" as ship class Frigate for VIRUS at TEDDY', ["ann"]),
        ("set MAVIS.militia = 4", ["ann"]),
        ("set TEDDY.type = 4", []),
        ("set TEDDY.colonies = 1", []),
        ("set MAVIS.colonies = 2", ["ann"]),
        ("set MAVIS.owner = MINKY", []),
        ("set MAVIS.units.MINKY.AA = 2", ["bea"]),
        ("set VIRUS.bonus = 5", ["ann"]),
        ("set VIRUS.contact.MINKY = full", []),
        ("result TEDDY: Bee destroyed", []),
    ],
)
def test_only_those_read_it_of_whom_alone_it_speaks(text: str, seen: list[str]) -> None:
    assert readers(text) == seen


def test_every_mcr_given_stands_in_the_event() -> None:
    (event,) = told(ruled("set VIRUS.bonus = 5"), "ruling")
    assert event.changes == (Change("empire/ann/treasury", 100, 105),)
    assert event.ruling == "fair"


def test_changes_are_told_as_plain_values() -> None:
    (event,) = told(ruled("set Wasp.lost.JD1 = 2"), "ruling")
    none = {"armour": 0, "structure": 0, "parts": {}}
    assert event.changes == (Change("ship/wasp/damage", none, {**none, "parts": {"JD1": 2}}),)
    (gone,) = told(ruled("remove Bee"), "ruling")
    assert gone.changes == (Change("ship/bee", "Bee", None),)
    going = replace(TABLE, ships={"pod": ship("Pod", at="TEDDY")})
    (moved,) = told(ruled("move Pod to ALGOL", going), "ruling")
    assert moved.changes == (Change("ship/pod/at", "TEDDY", "ALGOL"),)


# --- results ---


def test_the_result_of_a_battle_is_kept_for_its_phase() -> None:
    assert after("result TEDDY: Bee destroyed").results == {"battle TEDDY": "Bee destroyed"}
    assert after("result battle teddy: rounds 2").results == {"battle TEDDY": "rounds 2"}
    assert after("result ground MAVIS: militia 0").results == {"ground MAVIS": "militia 0"}
    both = after("result TEDDY: Bee destroyed", after("result TEDDY: rounds 3"))
    assert both.results == {"battle TEDDY": "rounds 3; Bee destroyed"}


def test_every_fault_of_a_result_is_told_at_once() -> None:
    given = read("result TEDDY: BUGS Fly destroyed; Wasp loses QQ1; rounds 0")
    assert [one.fault for one in rulings.problems_of(RULESET, work(TABLE), given)] == [
        'There is no empire "BUGS"',
        '"QQ1" is not a part of a ship',
        "A battle lasts at least one round",
    ]
    unread = read("result TEDDY: Fly explodes; Wasp dances")
    assert len(rulings.problems_of(RULESET, work(TABLE), unread)) == 2
    assert 'no system "NOWHERE"' in refused("result NOWHERE: rounds 1")
    assert "not understood" in refused("result ground MAVIS: who knows")


def test_answers_to_battles_are_checked_when_they_are_given() -> None:
    good, bad = read("answer battle-TEDDY: Bee destroyed"), read("answer ground-MAVIS: Fly x")
    other = read("answer ann-14: yes, he may")
    named = read("answer battle: fine")
    game_state = GameState(3, 0, ("3",), SEATS, TABLE)
    found = check_rulings(RULESET, game_state, [good, bad, other, named], DEFAULTS, Ids(b"test"))
    assert [one.fault for one in found] == ['"Fly x" is not understood']


def test_the_game_may_be_decided() -> None:
    done = ruled("result game: minky")
    assert done.state.result == "MINKY wins by the game master's ruling"
    assert done.state.winners == ("MINKY",)
    assert told(done, "game_over")[0].facts["winner"] == "MINKY"
    assert after("result game: draw").result == "A draw by the game master's ruling"
    assert 'no empire "NOBODY"' in refused("result game: NOBODY")


def test_a_ruling_that_can_no_longer_be_done_changes_nothing() -> None:
    done = work(replace(TABLE, ships={}))
    carry_out(RULESET, done, read("remove Wasp"))
    (event,) = told(done, "ruling")
    assert event.seen == {}
    assert 'no ship "Wasp"' in event.facts["void"]


def test_projects_and_other_records_can_stand_in_a_change() -> None:
    """A change of an empire that holds fractions and records is still plain."""
    from fractions import Fraction

    from pbm.engine.events import plain
    from pbm.games.nova.gm.rulings import _shown

    project = Project("TECH", "BL", Fraction(7, 2), "A")
    shown: Any = _shown((project, None, {"a": 1}, True))
    assert plain(shown)[0]["goal"] == "7/2"
    assert shown[1:] == [None, {"a": 1}, True]


def test_a_treasury_stays_within_its_limits() -> None:
    ann = TABLE.empires["ann"]
    rich, poor = (
        replace(TABLE, empires={**TABLE.empires, "ann": replace(ann, treasury=mcr)})
        for mcr in (3, -999_999)
    )
    name = TABLE.empires["ann"].name
    assert after(f"set {name}.bonus = 999996", rich).empires["ann"].treasury == 999_999
    assert "999997 MCr are too many" in refused_of(f"set {name}.bonus = 999997", rich)
    assert "holds -999999" in refused_of(f"set {name}.bonus = -1", poor)


def refused_of(text: str, table: State) -> str:
    (problem,) = rulings.problems_of(RULESET, work(table), read(text))
    return " ".join((problem.fault, problem.reason, problem.remedy))


def test_a_ship_aboard_anothers_keeps_its_owner() -> None:
    name = TABLE.empires["bea"].name
    assert "Pod is aboard Wasp, which has another owner" in refused(f"set Pod.owner = {name}")
    assert 'Write first: move "Pod" to TEDDY' in refused(f"set Pod.owner = {name}")
    assert after(f"set Pod.owner = {TABLE.empires['ann'].name}").ships["pod"].carrier == "wasp"


# --- what the turn undoes ---


def undone(text: str, table: State, now: State) -> tuple[str, tuple[str, ...]] | None:
    """The loss of what a ruling changes, where the turn makes ``now`` of it."""
    made = ruled(text, table)
    (event,) = told(made, "ruling")
    assert RULESET.undone(made.state, made.state, event) is None
    loss = RULESET.undone(made.state, now, event)
    return None if loss is None else (loss.words, loss.remedy)


def without(name: str, table: State) -> State:
    return replace(table, ships={id: one for id, one in table.ships.items() if id != name})


def test_a_ruling_on_a_ship_is_lost_with_it() -> None:
    """One of its owner's own designs can be added again, where it was."""
    table = state(WASP, empire("ann", designs={"Hornet": WASP.design}))
    now = without("wasp", table)
    owner = table.empires["ann"].name
    loss = undone("set Wasp.armour_lost = 0", replace(table, ships={"wasp": hurt(WASP)}), now)
    assert loss == (
        "Wasp was lost",
        (f'add "Wasp" as ship class "Hornet" for {owner} at TEDDY',),
    )
    assert "wasp" not in now.ships
    again = after(loss[1][0], now)
    assert [one.name for one in again.ships.values()] == ["Wasp"]
    # Of another's design, or on a way between systems, there is no such remedy.
    for there in (
        state(WASP, empire("ann", designs={})),
        state(replace(WASP, at=""), empire("ann", designs={"H": WASP.design})),
    ):
        assert undone("set Wasp.name = Bug", there, without("wasp", there)) == ("Bug was lost", ())


def hurt(one: Any) -> Any:
    return replace(one, damage=replace(UNDAMAGED, armour=1))


def test_a_ruling_on_a_system_is_lost_with_it() -> None:
    loss = undone("set MAVIS.owner = ann", captured("bea"), captured("bea"))
    name = TABLE.empires["ann"].name
    assert loss == (f"{name} lost MAVIS", (f"set MAVIS.owner = {name}",))
    assert undone("set MAVIS.militia = 9", TABLE, captured("bea")) is None
    assert undone("set MAVIS.colonies = 0", TABLE, TABLE) is None


def captured(by: str) -> State:
    mavis = replace(TABLE.systems["MAVIS"], owner=by)
    return replace(TABLE, systems={**TABLE.systems, "MAVIS": mavis})


def test_a_ruling_on_an_empire_is_lost_with_it() -> None:
    gone = replace(TABLE.empires["ann"], eliminated=True)
    now = replace(TABLE, empires={**TABLE.empires, "ann": gone})
    name = gone.name
    loss = (f"{name} was eliminated", (f"set {name}.eliminated = no",))
    assert undone("set ann.treasury = 7", TABLE, now) == loss
    assert undone("set ann.eliminated = no", now, now) == loss
    assert undone("set ann.eliminated = yes", TABLE, now) is None
    assert undone("result game: draw", TABLE, now) is None
