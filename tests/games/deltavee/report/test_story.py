from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.events import PUBLIC, Event, OrderRef, only
from pbm.games.deltavee.report.sentences import CATALOGUE
from pbm.games.deltavee.report.story import phase_title, summary, tell
from pbm.games.deltavee.state.state import State
from pbm.games.deltavee.state.units import DESTROYED
from pbm.games.deltavee.view.labels import Labels
from pbm.games.deltavee.view.record import View
from pbm.games.deltavee.view.view import build_view
from tests.games.deltavee.builders import planet, ship, shot, state
from tests.games.deltavee.scenes import SEATS, opening, options, started

OPTIONS = options()


def table(**fields: Any) -> State:
    return state(
        replace(ship(1, "A", "sword", "A0909", 3, 2, pods=("arsenal", "energy")), name="Lark"),
        ship(2, "A", "dagger", "A1209", 9, 2, pods=("heavy weapon", "energy")),
        ship(1, "A1", "terwillicker_x", "A0909", 3, 2, mother="1a"),
        shot(1, "A-01", "guided", "A1009", 3, 3, mother="1a", pod=1, contact=4),
        shot(2, "01", "unguided", "A1109", 9, 4, mother="2a", contact=7),
        planets=(planet("A0101"),),
        **fields,
    )


def labels(player: str = "ann", **fields: Any) -> Labels:
    return Labels(build_view(table(**fields), player, SEATS, OPTIONS))


def say(kind: str, reader: str = "ann", terms: Sequence[Any] = (), **facts: Any) -> str:
    """The sentence of an event that a player perceives whole."""
    event = Event("e", kind, "1.move", "DV", PUBLIC, facts, terms=tuple(terms))
    shown = event.shown_to(reader)
    assert shown is not None
    return CATALOGUE.sentence(shown, labels(reader))


SUM = [("velocities 2 and 2: sum", 4), ("Targeting Program −4", -4), ("range 3", 3)]
FIRE: dict[str, Any] = {
    "by": "1a",
    "target": "2a",
    "type": "laser barrage",
    "item": "pod 1",
    "range": 3,
    "value": 3,
    "chance": "6",
    "rolled": 4,
    "hit": True,
}
BILL = [("trans", 22350), ("Sword", 22100), ("energy pod", 250)]
HIT: dict[str, Any] = {
    "unit": "2a",
    "by": "1a",
    "rolled": 4,
    "part": "pod 1",
    "status_before": "ok",
    "status": "V",
    "chosen": True,
    "nothing": "",
}
CHASE: dict[str, Any] = {"unit": "1a1", "what": "chase", "target": "2a", "commands": ["right"],
         "reaches": "A1010", "distance": 1}  # fmt: skip
MEET: dict[str, Any] = {
    "missile": "201",
    "target": "1a",
    "at": "A0909",
    "relative": 6,
    "chance": "3",
    "rolled": 4,
    "success": False,
    "declined": False,
}

# Kind, facts beside those above, sentence.
SAID: list[tuple[str, dict[str, Any], str]] = [
    ("moved", {"unit": "1a", "from": "A0909", "to": "A1109", "path": ["A1009", "A1109"],
               "velocity": 2, "direction": 3, "zig": 1, "docked": "1a1"},
     ("Your Sword A “Lark” with your Terwillicker-X A1 moves from A0909 by A1009 to A1109, "
     "velocity 2, direction 3, next step right.")),
    ("moved", {"unit": "201", "from": "A1109", "to": "A1009", "path": ["A1009"], "velocity": 4},
     "Contact 7 moves from A1109 to A1009, velocity 4."),
    ("stayed", {"unit": "2a", "at": "A1209", "why": "orbit"},
     "Enemy Dagger A stays in A1209, in orbit."),
    ("stayed", {"unit": "2a", "at": "A1209", "why": "velocity 0"},
     "Enemy Dagger A stays in A1209, at velocity 0."),
    ("stayed", {"unit": "201", "at": "A1209"}, "Contact 7 stays in A1209."),
    ("planet_entered", {"unit": "1a", "at": "A0101", "commands": ["right", "right", "decelerate"],
                        "velocity": 1, "direction": 5},
     ("Your Sword A “Lark” enters the hex of a planet, A0101: right 2, decelerate; velocity 1, "
     "direction 5.")),
    ("planet_entered", {"unit": "201", "at": "A0101", "velocity": 1},
     "Contact 7 enters the hex of a planet, A0101; velocity 1."),
    ("orbiting", {"unit": "2a", "planet": "p1", "at": "A0101"},
     "Enemy Dagger A is in orbit of Planet P1 in A0101."),
    ("orbiting", {"unit": "201", "at": "A0101"}, "Contact 7 is in orbit of a planet in A0101."),
    ("landed", {"unit": "1a1", "planet": "p1", "at": "A0101"},
     "Your Terwillicker-X A1 lands on Planet P1 and leaves the game."),
    ("landed", {"unit": "1a1", "planet": "p9", "at": "A0101"},
     "Your Terwillicker-X A1 lands on the planet and leaves the game."),
    ("contact_lost", {"unit": "201", "at": "A1109"},
     "Contact 7 is no longer there, last seen in A1109."),
    ("map_placed", {"map": "D", "x": 0, "y": 1}, "Map D is placed below map A."),
    ("map_placed", {"map": "D", "x": 3, "y": 0}, "Map D is placed right of map C."),
    ("map_placed", {"map": "D", "x": 9, "y": 9}, "Map D is placed."),
    # Map C, to the left of it, came later.
    ("map_placed", {"map": "B", "x": 3, "y": 0}, "Map B is placed."),
    ("map_taken_up", {"map": "B"}, "Map B is taken up."),
    ("asteroid", {"unit": "1a", "at": "A0909", "velocity": 2, "rolled": 3, "hit": False},
     ("Your Sword A “Lark” passes through an asteroid field in A0909 at velocity 2, rolled 3: "
     "nothing hits it.")),
    ("asteroid", {"unit": "201", "rolled": 3, "hit": True},
     "Contact 7 passes through an asteroid field, rolled 3: it is hit."),
    ("asteroid", {"unit": "201", "rolled": 3},
     "Contact 7 passes through an asteroid field, rolled 3."),
    ("left_maps", {"unit": "1a-01", "at": "A0101"},
     "Your guided missile A-01 leaves the maps in A0101."),
    ("jumped", {"unit": "1a", "at": "A0909"}, "Your Sword A “Lark” makes its hyperjump in A0909."),
    ("alerted", {"unit": "1a"}, "Your Sword A “Lark” is alerted."),
    ("alert_roll", {"unit": "1a", "rolled": 5, "needed": 2},
     "The die for your Sword A “Lark” shows 5; 2 or less alerts it."),
    ("alert_roll", {"unit": "1a", "rolled": 5}, "The die for your Sword A “Lark” shows 5."),
    ("jump_failed", {"unit": "1a", "why": "its jump pod was damaged"},
     "Your Sword A “Lark” does not jump: its jump pod was damaged."),
    ("detected", {"unit": "201", "by": "1a", "how": "detection", "title": "unguided missile",
                  "designation": "01", "at": "A1109"},
     "Detection by your Sword A “Lark” reveals enemy unguided missile 01 in A1109."),
    ("detected", {"unit": "1a-01", "by": "2a", "how": "active search", "title": "guided missile",
                  "designation": "A-01", "at": "A1009"},
     ("Your guided missile A-01 in A1009 is revealed to the enemy, which knew it as contact 4 "
     "(Active Search by enemy Dagger A).")),
    ("detected", {"unit": "1a1", "how": "magic", "title": "Terwillicker-X", "designation": "A1"},
     "Your Terwillicker-X A1 is revealed to the enemy (magic)."),
    ("searched", {"unit": "1a", "range": 6, "found": 2},
     "Your Sword A “Lark” searches actively, 6 hexes around: 2 contacts."),
    ("searched", {"unit": "1a", "range": 6, "found": 0},
     "Your Sword A “Lark” searches actively, 6 hexes around: nothing."),
    ("commanded", {"unit": "1a", "commands": ["accelerate", "accelerate"], "units": 6,
                   "velocity": 4, "direction": 3},
     "Your Sword A “Lark” carries out accelerate 2 for 6 Energy Units: velocity 4, direction 3."),
    ("commanded", {"unit": "1a", "commands": ["left"], "units": 0, "velocity": 2, "direction": 2},
     "Your Sword A “Lark” carries out left: velocity 2, direction 2."),
    ("course", {"unit": "2a", "at": "A1209", "velocity": 3, "velocity_before": 2,
                "direction": 8, "direction_before": 9},
     "Enemy Dagger A in A1209 now has velocity 3 after 2 and direction 8 after 9."),
    ("course", {"unit": "201", "at": "A1109", "velocity": 4}, ("Contact 7 in A1109 now has "
     "velocity 4.")),
    ("wove", {"unit": "2a", "from": "A1209", "to": "A1210"},
     "Enemy Dagger A weaves from A1209 to A1210."),
    ("jump_marked", {"unit": "2a", "jump": "preparing"},
     "Enemy Dagger A prepares for a hyperjump."),
    ("jump_marked", {"unit": "2a", "jump": ""}, "Enemy Dagger A gives up its hyperjump."),
    ("chosen", CHASE, ("Your Terwillicker-X A1 chases enemy Dagger A: right; its next move ends in "
     "A1010, 1 hex from it.")),
    ("chosen", {**CHASE, "what": "flee", "commands": [], "distance": 2},
     ("Your Terwillicker-X A1 flee enemy Dagger A: no command; its next move ends in A1010, "
     "2 hexes from it.")),
    ("tractored", {"unit": "2a", "target": "1a", "commands": ["decelerate"]},
     "Enemy Dagger A holds your Sword A “Lark” in its tractor beam: decelerate."),
    ("docked", {"unit": "1a", "with": "1a1", "aboard": True},
     "Your Sword A “Lark” takes your Terwillicker-X A1 into its pod."),
    ("docked", {"unit": "2a", "with": "1a"}, "Enemy Dagger A docks with your Sword A “Lark”."),
    ("undocked", {"unit": "2a", "with": "1a"},
     "Enemy Dagger A parts from your Sword A “Lark”."),
    ("refueled", {"unit": "1a", "battlecraft": "1a1", "units": 6},
     "Your Sword A “Lark” gives 6 Energy Units to your Terwillicker-X A1."),
    ("energy_leaked", {"unit": "1a", "units": 10},
     "Your Sword A “Lark” loses 10 Energy Units from its damaged energy pod."),
    ("not_done", {"unit": "1a", "what": "fire", "written": "fire at A", "why": "too far."},
     'Your Sword A “Lark” did not carry out "fire at A": too far.'),
    ("not_done", {"unit": "1a-01", "missiles": ["1a-01", "1a-01"], "what": "command",
                  "written": "chase A", "why": "it did not"},
     'Your 2 guided missiles (A-01, A-01) did not carry out "chase A": it did not.'),
    ("fire_held", {"unit": "1a", "why": "range 4 where <= 3 was asked"},
     "Your Sword A “Lark” holds its fire, as ordered: range 4 where <= 3 was asked."),
    ("fire_held", {"unit": "1a", "why": ""}, "Your Sword A “Lark” holds its fire, as ordered."),
    ("launches_made", {"unit": "1a", "number": 1, "why": "pod 1 has no unguided missile left"},
     "Your Sword A “Lark” launched 1 missile and no more: pod 1 has no unguided missile left."),
    ("placed", {"unit": "2a", "at": "A1209", "direction": 9, "velocity": 2},
     "Enemy Dagger A begins in A1209, direction 9, velocity 2."),
    ("pods", {"unit": "1a", "boxes": {"10": "crew", "2": "energy"}},
     "Your Sword A “Lark” carries its pods in these boxes: 2 energy, 10 crew."),
    ("bought", {"unit": "1a", "trans": 22350, "left": 1500, "budget": 100000},
     ("Your Sword A “Lark” is bought for 22,350 Trans: Sword 22,100, energy pod 250; 1,500 of "
     "100,000 are left.")),
    ("not_bought", {"what": "2 crew pods for A", "why": "it costs 100 Trans"},
     "2 crew pods for A could not be bought: it costs 100 Trans."),
    ("fleet_bought", {"player": "ann", "trans": 99000, "budget": 100000, "lost": 1000,
                      "given": False, "at": "A0707"},
     "Your fleet costs 99,000 of 100,000 Trans; 1,000 are lost. It begins at A0707."),
    ("fleet_bought", {"player": "bea", "trans": 5000, "budget": 5000, "lost": 0, "given": True,
                      "at": "C0101"},
     ("The fleet of Bea is that of the scenario, since no ship was bought; it costs 5,000 of 5,000 "
     "Trans. It begins at C0101.")),
    ("fleet_shown", {"player": "bea", "trans": 22350, "budget": 25000,
                     "ships": ["Sword A (energy pod) for 22,350"]},
     "Bea spent 22,350 of 25,000 Trans: Sword A (energy pod) for 22,350."),
    ("scored", {"side": "2", "points": 1, "total": 3, "unit": "1a", "why": "its destruction"},
     "Side 2 scores 1 Victory Point for your Sword A “Lark”, its destruction: 3."),
    ("scored", {"side": "2", "points": -2, "total": 1, "why": "its loss"},
     "Side 2 loses 2 Victory Points for its loss: 1."),
    ("first_shot", {"unit": "2a"},
     ("Enemy Dagger A has fired the first shot: dice for reinforcements are thrown from next turn "
     "on.")),
    ("reinforcement_roll", {"side": "2", "title": "Dagger", "die": 2, "rolled": 4, "needed": 1},
     "Die 2 for a reinforcement of Side 2 shows 4; a 1 brings a Dagger."),
    ("reinforcement_roll", {"side": "2", "title": "Dagger", "die": 1, "rolled": 4, "needed": 3},
     "Die 1 for a reinforcement of Side 2 shows 4; 1 to 3 brings a Dagger."),
    ("entered", {"unit": "2a", "at": "C0707", "direction": 10, "velocity": 0},
     "Enemy Dagger A comes into play in C0707, direction 10, velocity 0."),
    ("pod_transferred", {"unit": "2a", "with": "1a", "type": "energy"},
     "Enemy Dagger A hands over its energy pod to your Sword A “Lark”."),
    ("pod_transferred",
     {"unit": "1a", "with": "1a1", "type": "energy", "pod": "pod 12", "units": 120},
     ("Your Sword A “Lark” hands over its energy pod with 120 Energy Units to your "
     "Terwillicker-X A1 as its pod 12.")),
    ("pod_jettisoned", {"unit": "2a", "pod": "pod 3"}, "Enemy Dagger A puts off its pod 3."),
    ("pod_jettisoned", {"unit": "1a", "pod": "pod 2", "type": "energy", "units": 1},
     "Your Sword A “Lark” puts off its pod 2 (energy) and 1 Energy Unit in it."),
    ("end_offered", {"player": "bea"}, "Bea offers to end the game."),
    ("end_offered", {"player": "ann"}, "You offer to end the game."),
    ("missed_turn", {"player": "ann"},
     "Your sheet did not arrive: your units act as they do without orders."),
    ("missed_turn", {"player": "bea"}, "Bea sent no sheet; those units act without orders."),
    ("game_over", {"winner": "1", "title": "Side 1 wins: it is over"},
     "The game is over. Side 1 wins: it is over."),
    ("ruling", {"text": "set 1A.velocity = 2"}, "The game master ruled: set 1A.velocity = 2."),
    ("hit", HIT, ("The Hit Table for enemy Dagger A: rolled 4: its pod 1 is vulnerable, as was "
     "chosen.")),
    ("hit", {**HIT, "unit": "1a", "chosen": False, "status": "X", "status_before": "D"},
     "The Hit Table for your Sword A “Lark”: rolled 4: its pod 1 (arsenal) is destroyed."),
    ("hit", {**HIT, "status_before": "V"},
     "The Hit Table for enemy Dagger A: rolled 4: its pod 1 is hit and stays vulnerable."),
    ("hit", {**HIT, "part": "", "nothing": "no effect"},
     "The Hit Table for enemy Dagger A: rolled 4: no effect."),
    ("hit", {"unit": "201", "rolled": 4}, "The Hit Table for contact 7: rolled 4."),
    ("stock_lost", {"unit": "1a", "pod": "pod 1", "lost": {"guided": 1, "mims": 2},
                    "prepared": ["1a-01"]},
     ("Your Sword A “Lark” loses the missiles of pod 1: 1 guided missile, 2 MIMS and guided "
     "missile A-01 prepared from it.")),
    ("battlecraft_lost", {"unit": "1a1", "pod": "pod 4", "ship": "1a"},
     "Your Terwillicker-X A1 is lost with pod 4 of its ship."),
    ("prepared_lost", {"unit": "2a", "lost": 1, "number": 0},
     "Enemy Dagger A loses 1 prepared counter; 0 left atop it."),
    ("energy_used", {"unit": "1a", "units": 2, "left": 220},
     "Your Sword A “Lark” uses 2 Energy Units; 220 left."),
    ("energy_lost", {"unit": "1a", "units": 2, "pod": "pod 2"},
     "Your Sword A “Lark” loses 2 Energy Units with pod 2."),
    ("destroyed", {"unit": "2a", "at": "A1209", "why": "hits", "by": "1a"},
     "Enemy Dagger A is destroyed in A1209 by your Sword A “Lark”."),
    ("destroyed", {"unit": "1a-01", "at": "A0101", "why": "planet", "by": ""},
     "Your guided missile A-01 is destroyed in A0101 on entering a planet's hex."),
    ("prepared", {"unit": "2a", "number": 2},
     "Enemy Dagger A prepares a launch: 2 counters atop it."),
    ("prepared_unit", {"unit": "1a", "what": "1a-01", "pod": 1},
     "Your Sword A “Lark” has prepared guided missile A-01 from pod 1."),
    ("controlled", {"unit": "1a", "missile": "1a-01"},
     "Your Sword A “Lark” controls guided missile A-01."),
    ("launched", {"unit": "1a-01", "by": "1a", "item": "pod 1", "at": "A1009", "direction": 3,
                  "velocity": 3},
     ("Your Sword A “Lark” launches guided missile A-01 from pod 1 into A1009, direction 3, "
     "velocity 3.")),
    ("contact_appeared", {"unit": "201", "contact": 7, "at": "A1109", "velocity": 4,
                          "direction": 9},
     "Contact 7 appears in A1109, direction 9, velocity 4."),
    ("contact_appeared", {"unit": "2a", "contact": 8, "at": "A1109", "velocity": 4},
     "Contact 8 appears in A1109, velocity 4 (now known: enemy Dagger A)."),
    ("released", {"unit": "1a-01", "missiles": ["a", "b", "c", "d"]},
     "Your guided missile A-01 releases 4 unguided missiles."),
    ("interception", MEET, ("Contact 7 tries to intercept your Sword A “Lark” in A0909, relative "
     "velocity 6, success on 3 or less, rolled 4: it fails.")),
    ("interception", {**MEET, "success": True, "chance": "A", "rolled": 0},
     ("Contact 7 tries to intercept your Sword A “Lark” in A0909, relative velocity 6, automatic: "
     "it intercepts.")),
    ("interception", {**MEET, "declined": True},
     "Contact 7 lets your Sword A “Lark” pass in A0909, relative velocity 6."),
    ("field_raised", {"unit": "1a", "how": "command", "units": 6},
     "Your Sword A “Lark” raises its force field for 6 Energy Units."),
    ("field_raised", {"unit": "2a", "how": "emergency"},
     "Enemy Dagger A raises its force field in the last moment."),
    ("field_lowered", {"unit": "2a"}, "Enemy Dagger A lowers its force field."),
    ("field_fell", {"unit": "2a", "why": "it was damaged beyond use"},
     "The force field of enemy Dagger A falls: it was damaged beyond use."),
    ("field_attempt", {"unit": "2a", "needed": 6, "rolled": 6, "success": True},
     "Enemy Dagger A tries to raise its force field, needs 6 or less, rolled 6: it stands."),
    ("field_attempt", {"unit": "2a", "needed": 6, "rolled": 7, "success": False},
     "Enemy Dagger A tries to raise its force field, needs 6 or less, rolled 7: too late."),
    ("field_held", {"unit": "2a", "number": 3},
     "The force field of enemy Dagger A holds the missile; 3 hits through it."),
    ("field_held", {"unit": "2a"}, "The force field of enemy Dagger A holds the missile."),
    ("hit", {"unit": "2a", "rolled": 3, "then": [1, 10], "part": "engine", "status_before": "ok",
             "status": "V"},
     "The Hit Table for enemy Dagger A: rolled 3, then 1, then 10: its engine is vulnerable."),
    ("laid_open", {"unit": "2a", "by": "1a", "fields": ["force field 1", "force field 3"],
     "parts": ["engine", "pod 1", "pod 21", "pod 22", "pod 23"]},
     ("The Missile Hit Chart for enemy Dagger A: behind its destroyed force field 1 and force "
      "field 3 engine, pod 1 and pods 21 to 23 are destroyed.")),
    ("laid_open", {"unit": "2a", "fields": ["force field 2"], "parts": []},
     ("The Missile Hit Chart for enemy Dagger A: behind its destroyed force field 2 nothing is "
      "left to destroy.")),
    ("strange_thing", {"unit": "1a", "number": 3, "odd": True},
     "Your Sword A “Lark”: strange thing (number 3)."),
    ("strange_thing", {}, "Strange thing."),
    ("moved", {"unit": "1a"}, "Your Sword A “Lark”: moved."),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "facts", "text"), SAID, ids=range(len(SAID)))
def test_every_event_has_its_sentence(kind: str, facts: dict[str, Any], text: str) -> None:
    assert say(kind, terms=BILL if kind == "bought" else (), **facts) == text


def test_no_kind_of_event_is_left_untried() -> None:
    bare = {"left_maps", "out_of_energy", "left_in_orbit", "jumped", "alerted", "fired"}
    assert set(CATALOGUE.kinds) - {kind for kind, _facts, _text in SAID} <= bare


def test_a_fire_shows_its_sum() -> None:
    assert say("fired", terms=SUM, **FIRE) == (
        "Your Sword A “Lark” fires a laser barrage from pod 1 at enemy Dagger A: Target Value 4 "
        "(velocities 2 and 2: sum) − 4 (Targeting Program −4) + 3 (range 3) = 3, hit on 6 or "
        "less, rolled 4: hit."
    )
    short = {**FIRE, "item": "burster", "extra": True, "chance": "-", "rolled": 0, "hit": False}
    del short["value"]
    assert say("fired", **short) == (
        "Your Sword A “Lark” fires a laser barrage from its burster, its extra fire, at enemy "
        "Dagger A at range 3, impossible: miss."
    )
    del short["range"], short["item"], short["chance"], short["extra"]
    assert say("fired", **short) == (
        "Your Sword A “Lark” fires a laser barrage at enemy Dagger A: miss."
    )


def test_an_interception_may_hide_its_relative_velocity() -> None:
    bare = {name: value for name, value in MEET.items() if name != "relative"}
    assert say("interception", **bare) == (
        "Contact 7 tries to intercept your Sword A “Lark” in A0909, success on 3 or less, "
        "rolled 4: it fails."
    )


def test_names_say_whose_a_unit_is() -> None:
    mine, other, master = labels(), labels("bea"), labels("")
    assert (mine.unit("1a"), other.unit("1a")) == ("your Sword A “Lark”", "enemy Sword A “Lark”")
    assert master.unit("1a") == "Sword 1A “Lark”"
    assert (mine.unit("201"), master.unit("201")) == ("contact 7", "unguided missile 2-01")
    assert mine.unit("nothing") == "a unit"
    assert (mine.side_of("201"), mine.side_of("1a")) == ("2", "1")
    assert (mine.side("9"), mine.player("zoe")) == ("9", "zoe")
    friendly = replace(table().units[0], owner="bob")
    seen = build_view(table().with_units(friendly), "ann", SEATS, OPTIONS)
    assert Labels(seen).unit("1a") == "friendly Sword A “Lark”"


def test_the_game_master_reads_who_detected_what() -> None:
    said = say("detected", "", unit="201", how="fire", title="unguided missile",
               designation="01")  # fmt: skip
    assert said == "Its fire reveals unguided missile 01."


# --- the whole turn -------------------------------------------------------------------------


def event(kind: str, phase: str = "1.move", *, seen: Any = PUBLIC, order: Any = None,
          **facts: Any) -> Event:  # fmt: skip
    return Event(f"{kind}-{len(facts)}", kind, phase, "DV", seen, facts, order)


def seen_by(player: str, *events: Event, table_: State | None = None) -> View:
    return build_view(table_ or table(), player, SEATS, OPTIONS)


def first_lines(*events: Event, player: str = "ann", of: State | None = None) -> tuple[str, ...]:
    return summary(events, seen_by(player, table_=of), player, (), ())


def test_a_ruling_stands_at_its_time_under_its_own_title() -> None:
    events = [
        event("stayed", unit="1a", at="A0909"),
        event("ruling", "2.command", text="set A velocity 3"),
        event("ruling", "2.command", text="set B velocity 2"),
        event("missed_turn", "2.command", player="bea"),
    ]
    found = tell(events, seen_by("ann"), "ann")
    assert [(part.title, len(part.items)) for part in found] == [
        ("Side 1 moves", 1),
        ("Rulings of the game master", 2),
        ("Side 2 gives commands", 1),
    ]


def test_the_story_goes_phase_by_phase() -> None:
    events = [
        event("stayed", unit="1a", at="A0909"),
        event("missed_turn", "2.command", player="bea"),
        event("energy_used", "1.fire", seen=only("bea"), unit="2a", units=1),
        event("hit", "1.fire", **HIT),
    ]
    found = tell(events, seen_by("ann"), "ann")
    assert [part.title for part in found] == [
        "Side 1 moves",
        "Side 2 gives commands",
        "Side 1 fires",
    ]
    assert [len(part.items) for part in found] == [1, 1, 1]
    stay, missed, hit = (part.items[0] for part in found)
    assert (stay.own, stay.important, stay.ships) == (True, False, ["1a"])
    assert (missed.own, missed.important) == (False, True)
    assert (hit.own, hit.important, hit.ships) == (True, True, ["2a", "1a"])


def test_titles_of_phases() -> None:
    view = seen_by("ann")
    assert phase_title("setup", view) == "Set-up"
    assert phase_title("2.move", view) == "Side 2 moves"
    assert phase_title("9.move", view) == "9.move"


def test_a_course_is_not_told_beside_the_commands_that_made_it() -> None:
    made = {"unit": "1a", "velocity": 3, "direction": 3}
    events = [
        event("commanded", "1.command", seen=only("ann"), commands=["accelerate"], **made),
        event("course", "1.command", at="A0909", velocity_before=2, direction_before=3, **made),
        event("course", "1.command", at="A0909", **{**made, "unit": "1a1"}),
    ]
    kinds = [item.kind for item in tell(events, seen_by("ann"), "ann")[0].items]
    assert kinds == ["commanded", "course"]
    assert [i.kind for i in tell(events, seen_by("bea"), "bea")[0].items] == ["course"] * 2
    assert len(tell([replace(e, seen=PUBLIC) for e in events], seen_by(""), "")[0].items) == 3


def test_moves_and_losses_carry_their_hexes() -> None:
    events = [
        event("moved", unit="1a", path=["A1009", "A1109"], to="A1109", **{"from": "A0909"}),
        event("wove", unit="1a", to="A1209", **{"from": "A1109"}),
        event("destroyed", unit="1a", at="A1209"),
        event("stayed", unit="1a", at="A1209"),
    ]
    items = tell(events, seen_by("ann"), "ann")[0].items
    assert [item.track for item in items] == [
        ["A0909", "A1009", "A1109"], ["A1109", "A1209"], ["A1209"], [],
    ]  # fmt: skip


def test_the_summary_puts_losses_and_hits_first() -> None:
    ref = OrderRef("ann", "1", 4, "fire")
    lines = first_lines(
        event("missed_turn", player="ann"),
        event("destroyed", unit="1a1", at="A0909"),
        event("destroyed", unit="1a-01", at="A0909"),
        event("destroyed", unit="2a", at="A1209"),
        event("destroyed", unit="201", at="A1209"),
        event("hit", **HIT),
        event("hit", **{**HIT, "unit": "1a", "by": "2a", "status": "D"}),
        event("not_done", order=ref, unit="1a", what="fire", written="x", why="y"),
        event("detected", unit="2a"),
        event("detected", unit="1a-01"),
        event("contact_appeared", contact=8, unit="x"),
        event("contact_appeared", contact=9, unit="y"),
        event("scored", side="1", points=1, total=1, why="x"),
        event("game_over", winner="1", title="Side 1 wins: it is over"),
        of=table(result="Side 1 wins: it is over", winner="1", points={"1": 3, "2": 1}),
    )
    assert lines == (
        "The game is over. Side 1 wins: it is over.",
        "Your sheet did not arrive: your units acted as they do without orders.",
        "You lost Terwillicker-X A1 and 1 missile.",
        "Side 2 lost Dagger A and 1 contact.",
        "Hits on your units: Sword A “Lark”: pod 1 (arsenal) damaged.",
        "Your hits: enemy Dagger A: pod 1 vulnerable.",
        "New: contacts 8 and 9.",
        "Revealed of the enemy: Dagger A.",
        "Revealed to the enemy: guided missile A-01.",
        "Victory Points: Side 1 3 and Side 2 1.",
        "Line 4 of your sheet was not carried out as written; the reasons are below.",
    )


@pytest.mark.parametrize(
    ("events", "line"),
    [
        ([event("fired", **{**FIRE, "hit": False})], "Your shot missed."),
        ([event("fired", **{**FIRE, "hit": False})] * 2, "All 2 of your shots missed."),
        ([event("fired", **FIRE)], "Your shot hit, without damage."),
        ([event("fired", **FIRE)] * 2, "2 of your 2 shots hit, without damage."),
        (
            [event("fired", **{**FIRE, "by": "2a", "target": "1a"})],
            "Nothing that was fired at your units did damage.",
        ),
        ([event("contact_appeared", contact=3, unit="x")], "New: contact 3."),
        ([event("stayed", unit="1a", at="A0909")], "Nothing was hit, lost or found."),
        ([event("placed", unit="1a")], "All ships are in their places; the game begins."),
        ([], "The campaign begins with turn 1."),
    ],
)
def test_a_quiet_turn_has_one_line(events: list[Event], line: str) -> None:
    assert first_lines(*events) == (line,)


def test_the_campaign_begins_with_set_up_or_without() -> None:
    first = first_lines(of=opening("pirates"))
    assert first == ("The campaign begins: set up Dagger A and Corco Mu B with your set-up sheet.",)
    assert first_lines(of=opening("showdown")) == (
        "The campaign begins; your ships are placed by the scenario.",
    )
    assert first_lines(of=started("showdown")) == ("The campaign begins with turn 1.",)


def test_a_hit_on_others_is_not_bold() -> None:
    third: Mapping[str, Any] = {**HIT, "unit": "2a", "by": "201"}
    item = tell([event("hit", **third)], seen_by("ann"), "ann")[0].items[0]
    assert (item.own, item.important) == (False, False)
    gone = table().with_units(replace(table().units[1], status=DESTROYED))
    assert tell([event("hit", **HIT)], seen_by("ann", table_=gone), "ann")


def test_a_choice_names_no_hex_where_no_map_lies() -> None:
    off = say("chosen", **{**CHASE, "reaches": "-0217", "distance": 0})
    on = say("chosen", **{**CHASE, "reaches": "A0217", "distance": 0})
    assert off.endswith("its next move ends off the maps as they lie, 0 hexes from it.")
    assert on.endswith("its next move ends in A0217, 0 hexes from it.")


def test_who_jumps_is_told_first_and_a_jump_prepared_or_given_up_is_not() -> None:
    gone = event("jumped", unit="1a", at="A0909")
    assert first_lines(event("jump_marked", unit="2a", jump="jumping"), gone)[:2] == (
        "Hyperjump made: your Sword A “Lark”.",
        "Hyperjump begun: enemy Dagger A.",
    )
    for marker in ("preparing", ""):
        lines = first_lines(event("jump_marked", unit="1a", jump=marker))
        assert lines == ("Nothing was hit, lost or found.",)


def test_a_part_hit_twice_stands_in_the_summary_as_it_was_left() -> None:
    lines = first_lines(
        event("hit", **{**HIT, "unit": "1a", "by": "2a", "status": "D"}),
        event("hit", **{**HIT, "unit": "1a", "by": "2a", "status_before": "D", "status": "X"}),
    )
    (hits,) = [line for line in lines if line.startswith("Hits on your units")]
    assert hits == "Hits on your units: Sword A “Lark”: pod 1 (arsenal) destroyed."


def failed(line: int, unit: str = "1a", why: str = "it is docked", **more: Any) -> Event:
    facts = {"unit": unit, "what": "battle", "written": "active search", "why": why, **more}
    return event("not_done", order=OrderRef("ann", "1", line, "a line"), seen=only("ann"), **facts)


@pytest.mark.parametrize(
    ("events", "counts"),
    [
        ([failed(4)], True),
        ([failed(4, why="its condition did not hold")], False),
        ([failed(4, why="its condition did not hold: range 5 where <= 4 was asked")], False),
        ([failed(4, why="an earlier line was carried out")], False),
        ([failed(4, "101", "its ship did not control it", missiles=["101"])], False),
        ([failed(4, "101", "its ship did not control it")], True),
        # a line for all ships that another ship carried out
        (
            [
                failed(4),
                event(
                    "searched",
                    order=OrderRef("ann", "1", 4, "a line"),
                    unit="1a1",
                    range=2,
                    found=0,
                ),
            ],
            False,
        ),
        # one that the same ship carried out in part
        (
            [
                event(
                    "searched",
                    order=OrderRef("ann", "1", 4, "a line"),
                    unit="1a",
                    range=2,
                    found=0,
                ),
                failed(4),
            ],
            True,
        ),
    ],
)
def test_what_counts_as_not_carried_out(events: list[Event], counts: bool) -> None:
    said = "Line 4 of your sheet was not carried out as written; the reasons are below."
    assert (said in first_lines(*events)) is counts


def test_a_battlecraft_taken_aboard_has_its_name_in_the_report() -> None:
    craft = ship(2, "A1", "terwillicker_x", "A1209", 9, 2, mother="2a")
    of = state(ship(1, "A", "sword", "A0909", 3, 2), ship(2, "A", "dagger", "A1209", 9, 2),
               replace(craft, status="aboard"))  # fmt: skip
    shown = event("docked", unit="2a", **{"with": "2a1"}, aboard=True).shown_to("ann")
    assert shown is not None
    said = CATALOGUE.sentence(shown, Labels(build_view(of, "ann", SEATS, OPTIONS)))
    assert said == "Enemy Dagger A takes enemy Terwillicker-X A1 into its pod."


LAID: dict[str, Any] = {
    "unit": "1a",
    "by": "2a",
    "fields": ["force field 2"],
    "parts": ["pod 1", "pod 2"],
}


def test_what_lay_behind_a_destroyed_field_is_a_hit_like_another() -> None:
    """Rule: DV EHC."""
    assert first_lines(event("laid_open", **LAID)) == (
        "Hits on your units: Sword A “Lark”: pods 1 to 2 destroyed.",
    )
    theirs = {**LAID, "unit": "2a", "by": "1a", "parts": ["engine"]}
    assert first_lines(event("laid_open", **theirs)) == (
        "Your hits: enemy Dagger A: engine destroyed.",
    )
    nothing = {**LAID, "parts": []}
    assert first_lines(event("laid_open", **nothing)) == ("Nothing was hit, lost or found.",)


@pytest.mark.parametrize(("parts", "important"), [(["pod 1"], True), ([], False)])
def test_parts_laid_open_are_important_where_there_are_any(
    parts: list[str], *, important: bool
) -> None:
    made = event("laid_open", **{**LAID, "parts": parts})
    (section,) = tell([made], seen_by("ann"), "ann")
    assert [item.important for item in section.items] == [important]


def test_missiles_nobody_knows_have_no_words() -> None:
    assert labels().missiles(["x1", "x2"]) == ""
