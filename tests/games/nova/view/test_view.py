"""What one player may know of the galaxy, and what not."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pbm.engine.events import canonical
from pbm.games.nova.rules.battle_by_mail.waiting import build_view
from pbm.games.nova.rules.exploration.control import capture, emptied
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.missiles import MissileDesign
from pbm.games.nova.state.projects import Project
from pbm.games.nova.state.state import (
    ABOARD,
    GONE,
    STORED,
    Cargo,
    Goal,
    Hull,
    Permit,
    Retreat,
    State,
)
from pbm.games.nova.state.working_state import drafting
from pbm.games.nova.view.record import View
from tests.games.nova.builders import (
    DEFAULTS,
    SEATS,
    contact,
    design,
    empire,
    gate_pair,
    home,
    ship,
    sight,
    state,
    system,
    work,
)


def view(table: State, player: str = "ann", **options: str) -> dict[str, Any]:
    found = build_view(table, player, SEATS, {**DEFAULTS, **options}).written()
    msgspec.convert(found, View)
    return found


def named(found: dict[str, Any], what: str) -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in found[what]}


def test_a_player_has_his_own_empire_whole() -> None:
    own = empire("ann", treasury=245, debt=12, locked=40, tech={"BL": 15}, open={"SN": 20})
    found = view(state(own))["empire"]
    assert (found["treasury"], found["debt"], found["locked"]) == (245, 12, 40)
    assert (found["tech"], found["open"]) == ({"BL": 15}, {"SN": 20})
    # A world of type 8 gives 200 MCr.
    assert found["production_next"] == 200


def test_a_suppressed_system_gives_nothing_next_turn() -> None:
    assert view(state(home("ann", suppressed=True)))["empire"]["production_next"] == 0


def test_own_designs_have_their_lines_figures_and_chart() -> None:
    found = named(view(state()), "designs")
    assert set(found) == {"Scout", "Hauler", "Frigate", "Guard"}
    frigate = found["Frigate"]
    assert frigate["lines"] == ["IE 2", "JD3 L8", "BL 15", "DC"]
    assert frigate["chart"][0][:2] == ["IE 2", 1]
    assert frigate["chart"][-1][2] == 1000


def test_an_intrinsic_communicator_stands_among_the_lines() -> None:
    made = design("Talker", Component("XC"), intrinsic_tc=2)
    own = empire("ann", designs={"Talker": "ann/Talker"})
    found = view(state(own, designs={"ann/Talker": made}))
    assert named(found, "designs")["Talker"]["lines"][-1] == "intrinsic TC 2"


def test_a_given_ship_brings_its_design_under_a_name_of_its_own() -> None:
    given = ship("Bee", "Frigate", builder="bea")
    own = ship("Stinger", "Frigate")
    found = view(state(given, own))
    assert named(found, "ships")["Bee"]["design"] == "alien Frigate"
    assert named(found, "ships")["Stinger"]["design"] == "Frigate"
    assert "alien Frigate" in named(found, "designs")
    # So does an own design that is no longer in the list.
    assert "bea" not in json.dumps(found)
    kept = view(state(own, empire("ann", designs={})))
    assert named(kept, "designs").keys() == {"Frigate"}


def test_two_alien_designs_of_one_name_are_told_apart() -> None:
    table = state(
        ship("Bee", "Frigate", builder="bea"), ship("Fly", "Frigate", builder="cyd"), players="abc"
    )
    found = named(view(table), "ships")
    assert {found["Bee"]["design"], found["Fly"]["design"]} == {"alien Frigate", "alien Frigate 2"}


@pytest.mark.parametrize("builders", [("bea", "cyd"), ("cyd", "bea")])
def test_alien_designs_of_one_name_are_numbered_by_their_parts_whoever_built_them(
    builders: tuple[str, str],
) -> None:
    """Else the number would tell whose a given ship once was."""
    light, heavy = builders
    designs = {
        f"{light}/Box": design("Box", Component("BL", 1, 10), empire=light),
        f"{heavy}/Box": design("Box", Component("BL", 1, 15), empire=heavy),
    }
    ships = (ship("Bee", "Box", builder=heavy), ship("Fly", "Box", builder=light))
    found = named(view(state(*ships, players="abc", designs=designs)), "ships")
    assert found["Fly"]["design"] == "alien Box"
    assert found["Bee"]["design"] == "alien Box 2"


def test_a_missile_that_may_be_fired_from_the_beginning_is_from_turn_0() -> None:
    found = view(state(empire("ann", missiles={"Dart": MissileDesign("Dart", 5, 60, 10)})))
    assert found["missiles"][0]["from"] == 0


def test_missiles_stand_with_their_sizes() -> None:
    own = empire(
        "ann", missiles={"Dart": MissileDesign("Dart", 5, 60, 10)}, missiles_from={"Dart": 2}
    )
    found = view(state(own))["missiles"][0]
    assert (found["md"], found["ma"], found["mr"], found["from"]) == (5, 60, 10, 2)


@pytest.mark.parametrize(("reports", "done"), [("bought", None), ("all", 7)])
def test_progress_of_research_is_told_by_option_alone(reports: str, done: int | None) -> None:
    project = Project("TECH", "BL", Fraction(17), "B", 15, 20, 7, 4)
    found = view(state(empire("ann", projects=(project,))), research_reports=reports)
    assert found["projects"][0]["done"] == done
    assert found["projects"][0]["goal"] == "17"


@pytest.mark.parametrize(("open", "table"), [({}, "B"), ({"BL": 19}, "B"), ({"BL": 20}, "C")])
def test_a_project_stands_with_the_table_it_will_be_rolled_on(
    open: dict[str, int], table: str
) -> None:
    project = Project("TECH", "BL", Fraction(17), "B", 15, 20, 7, 4)
    found = view(state(empire("ann", projects=(project,), open=open)))
    assert found["projects"][0]["table"] == table


# --- systems --------------------------------------------------------------------------------


def test_of_other_systems_only_what_was_seen_is_known() -> None:
    table = state(
        empire("ann", sights={"ALGOL": sight("ALGOL", status="OUTPOST", seen=1, alien_ships=2)}),
        system("ALGOL", colonies=3, colonizer="bea", ic=True, surface={"bea": {"SDU": 4}}),
    )
    found = named(view(table), "systems")["ALGOL"]
    assert (found["status"], found["ic"], found["sdu"]) == ("OUTPOST", None, None)
    assert (found["surface"], found["militia"], found["revenue"]) == ([], 0, 0)
    assert (found["alien_ships"], found["last_seen"], found["colonizer"]) == (2, 1, "")


def test_unseen_systems_do_not_stand_in_the_view() -> None:
    assert set(named(view(state()), "systems")) == {"VIRUS"}


def test_a_system_whose_name_alone_is_known_stands_there_unexplored() -> None:
    table = state(
        empire("ann", sights={"VIRUS": sight("VIRUS", lines={"D": "ALGOL", "X": ""})}),
        ship("Stinger", at="TEDDY"),
    )
    found = named(view(table), "systems")
    assert set(found) == {"VIRUS", "ALGOL", "TEDDY"}
    assert (found["ALGOL"]["explored"], found["ALGOL"]["type"]) == (False, -1)
    assert found["VIRUS"]["lines"] == {"D": "ALGOL", "X": ""}


def test_own_systems_are_known_as_they_are() -> None:
    table = state(home("ann", surface={"ann": {"AA": 2, "C": 0}, "bea": {"RA": 1}}))
    found = named(view(table), "systems")["VIRUS"]
    assert found["yours"]
    assert found["home"]
    assert (found["status"], found["militia"], found["revenue"]) == ("WORLD", 10, 200)
    assert found["surface"] == [
        {"kind": "AA", "number": 2, "owner": "you"},
        {"kind": "RA", "number": 1, "owner": "alien"},
    ]
    assert found["last_seen"] == 2


def test_a_captured_system_is_known_to_both_who_have_to_do_with_it() -> None:
    taken = system("ALGOL", colonies=1, colonizer="bea", owner="ann", surface={"ann": {"AA": 9}})
    friend = empire("ann", contacts={"bea": contact(label="Q")})
    mine = named(view(state(taken, friend)), "systems")["ALGOL"]
    assert (mine["yours"], mine["captured"], mine["colonizer"]) == (True, True, "alien")
    # Half of 10 MCr, with an army on the outpost.
    assert mine["revenue"] == 5
    hers = named(view(state(taken, friend), "bea"), "systems")["ALGOL"]
    assert (hers["yours"], hers["captured"], hers["colonizer"]) == (False, True, "you")
    assert (hers["status"], hers["surface"]) == ("OUTPOST", [])


def test_a_map_tells_what_was_seen_of_others_systems_and_what_is_true_of_own_ones() -> None:
    old: dict[str, Any] = {
        "type": 2,
        "ic": False,
        "sdu": False,
        "alien_surface": True,
        "status": "NONE",
    }
    own = empire(
        "ann",
        sights={
            "VIRUS": sight("VIRUS", explored=False, **{**old, "type": -1}),
            "ALGOL": sight("ALGOL", **old),
            "TEDDY": sight("TEDDY", explored=False),
        },
        chart={"VIRUS": (0, 0), "ALGOL": (3, 4)},
    )
    hers = system(
        "ALGOL", colonies=3, colonizer="cyd", owner="bea", suppressed=True, ic_barred=True
    )
    mine = home("ann", suppressed=True, ic_barred=True)
    found = named(view(state(own, hers, mine, players="abc")), "systems")
    told = ("explored", "type", "ic", "sdu", "alien_surface", "captured", "suppressed", "ic_barred")
    # VIRUS is of type 8, and its IC and two SDUs are Ann's own.
    assert [found["VIRUS"][key] for key in told] == [True, 8, True, True, False, False, True, True]
    assert [found["ALGOL"][key] for key in told] == [True, 2, False, False, True] + [False] * 3
    assert [found["TEDDY"][key] for key in told] == [False, -1, None, None] + [False] * 4
    places = [found[name]["place"] for name in ("VIRUS", "ALGOL", "TEDDY")]
    assert places == [[0, 0], [3, 4], []]


def test_lines_of_which_nothing_is_known_stand_by_their_letters() -> None:
    own = empire("ann", sights={"VIRUS": sight("VIRUS", letters=("D", "X"), lines={"D": "ALGOL"})})
    assert named(view(state(own)), "systems")["VIRUS"]["lines"] == {"D": "ALGOL", "X": ""}


@pytest.mark.parametrize(("turn", "seen"), [(0, 0), (1, 0), (2, 1)])
def test_own_systems_were_seen_in_the_turn_before(turn: int, seen: int) -> None:
    assert named(view(state(turn=turn)), "systems")["VIRUS"]["last_seen"] == seen


def test_units_of_friends_stand_by_label_those_of_a_conquered_people_do_not() -> None:
    held = {"ann": {"AA": 9}, "bea": {"RA": 1}, "cyd": {"SDU": 2}}
    taken = system("ALGOL", colonies=1, colonizer="bea", owner="ann", surface=held)
    own = empire("ann", contacts={"bea": contact(label="Q"), "cyd": contact(label="Z")})
    found = named(view(state(taken, own, players="abc")), "systems")["ALGOL"]["surface"]
    assert [(one["owner"], one["kind"]) for one in found] == [
        ("you", "AA"),
        ("Z", "SDU"),
        ("alien", "RA"),
    ]


def test_who_was_met_this_turn_stands_by_label_if_he_showed_who_he_is() -> None:
    own = empire("ann", contacts={"bea": contact(label="Q")})
    ships = (ship("Stinger", at="TEDDY"), ship("Bee", owner="bea", at="TEDDY"))
    friends = state(own, *ships, met=dict.fromkeys(("TEDDY/ann/bea", "TEDDY/bea/ann"), "friendly"))
    assert named(view(friends), "systems")["TEDDY"]["met"] == ["Q"]
    assert named(view(friends, "bea"), "systems")["TEDDY"]["met"] == ["alien"]
    # Though she knows bea, neutral contact does not say that it is she.
    strangers = state(own, *ships, met={"TEDDY/ann/bea": "neutral"})
    assert named(view(strangers), "systems")["TEDDY"]["met"] == ["alien"]


def test_each_of_two_that_met_calls_the_other_by_his_own_label() -> None:
    ann = empire("ann", contacts={"bea": contact(label="Q")})
    bea = empire("bea", contacts={"ann": contact(label="Z")})
    ships = (ship("Stinger", at="TEDDY"), ship("Bee", owner="bea", at="TEDDY"))
    met = dict.fromkeys(("TEDDY/ann/bea", "TEDDY/bea/ann"), "friendly")
    table = state(ann, bea, *ships, met=met)
    assert named(view(table), "systems")["TEDDY"]["met"] == ["Q"]
    assert named(view(table, "bea"), "systems")["TEDDY"]["met"] == ["Z"]


def test_where_only_units_are_left_the_system_stands_in_the_view() -> None:
    """No ship there, no sight of it kept, and somebody else's planet."""
    held = system("ALGOL", colonies=1, colonizer="bea", surface={"ann": {"AA": 2}})
    found = named(view(state(held)), "systems")
    assert found["ALGOL"]["surface"] == [{"kind": "AA", "number": 2, "owner": "you"}]
    assert not found["ALGOL"]["yours"]
    other = system("ALGOL", colonies=1, colonizer="bea", surface={"bea": {"AA": 2}})
    assert "ALGOL" not in named(view(state(other)), "systems")


def test_old_sightings_of_ships_at_an_own_system_are_forgotten() -> None:
    for seen, ships in ((2, 3), (1, 0)):
        own = empire("ann", sights={"VIRUS": sight("VIRUS", alien_ships=3, seen=seen)})
        assert named(view(state(own)), "systems")["VIRUS"]["alien_ships"] == ships


def test_of_units_that_fight_on_ones_planet_no_numbers_are_known() -> None:
    held = {"ann": {"AA": 2}, "bea": {"RA": 4}}
    fighting = state(home("ann", surface=held, survivors=("ann", "bea")))
    assert [one["owner"] for one in named(view(fighting), "systems")["VIRUS"]["surface"]] == ["you"]


def test_the_way_home_is_the_first_letter_of_the_shortest_known_way() -> None:
    sights = {
        "VIRUS": sight("VIRUS", lines={"D": "ALGOL", "X": "MAVIS"}),
        "ALGOL": sight("ALGOL", lines={"B": "VIRUS", "D": "TEDDY"}),
        "TEDDY": sight("TEDDY", lines={"A": "", "B": "ALGOL", "E": "MAVIS", "R": ""}),
        "MAVIS": sight("MAVIS", lines={"M": "TEDDY", "V": "VIRUS"}),
        "SHOOT": sight("SHOOT"),
    }
    found = named(view(state(empire("ann", sights=sights))), "systems")
    ways = {name: one["return_letter"] for name, one in found.items()}
    assert ways == {"VIRUS": "", "ALGOL": "B", "TEDDY": "B", "MAVIS": "V", "SHOOT": ""}


def test_who_is_told_of_the_end_of_a_system_has_it_so_on_his_map() -> None:
    own = empire("ann", sights={"ALGOL": sight("ALGOL", status="OUTPOST", seen=1)})
    held = system("ALGOL", colonies=1, colonizer="ann", ic=True, surface={"bea": {"AA": 1}})
    made = work(state(own, held))
    with drafting(made) as draft:
        capture(made, draft, "ALGOL", "bea")
    lost = made.state.empires["ann"].sights["ALGOL"]
    assert (lost.status, lost.alien_surface, lost.sdu, lost.seen) == ("OUTPOST", True, None, 3)
    with drafting(made) as draft:
        emptied(made, draft, "ALGOL", rule="NV ECO-33", why="pillage")
    assert named(view(made.state), "systems")["ALGOL"]["status"] == "NONE"
    gone = made.state.empires["ann"].sights["ALGOL"]
    assert (gone.alien_surface, gone.sdu, gone.armies, gone.ic) == (False, False, False, False)
    assert "ALGOL" not in made.state.empires["bea"].sights


# --- ships, hulls, gates ----------------------------------------------------------------------


def test_own_ships_show_load_damage_and_what_works() -> None:
    hurt = ship(
        "Africa",
        at="SHOOT",
        damage=Damage(9, 3, {"IE1": 1, "JD1": 2, "BL1": 1}),
        cargo=(Cargo("AA", "ann", 2), Cargo("RA", "bea", 1)),
        retreat=Retreat("SHOOT", "VIRUS"),
    )
    pup = ship("Pup", "Scout", at="", carrier="africa", bay="LB1")
    found = named(view(state(hurt, pup)), "ships")
    africa = found["Africa"]
    assert africa["damage"] == {
        "armour": 9, "structure": 3, "parts": {"BL1": 1}, "ie": 1, "jd": 2,
    }  # fmt: skip
    assert (africa["jd"], africa["armed"], africa["retreat"]) == (1, False, {"to": "VIRUS"})
    assert [one["owner"] for one in africa["cargo"]] == ["you", "alien"]
    assert (found["Pup"]["carrier"], found["Pup"]["bay"]) == ("Africa", "LB1")


def test_levels_lost_of_several_drives_add_up() -> None:
    hurt = ship("Stinger", damage=Damage(0, 0, {"IE1": 1, "IE2": 2, "JD1": 1, "BL1": 1}))
    found = named(view(state(hurt)), "ships")["Stinger"]
    assert found["damage"] == {"armour": 0, "structure": 0, "parts": {"BL1": 1}, "ie": 3, "jd": 1}
    assert found["carrier"] == ""
    gates = view(state(*gate_pair("Ring", "VIRUS", "ALGOL")))["gates"]
    assert [one["carrier"] for one in gates] == ["", ""]


def test_an_alien_carrier_has_no_name() -> None:
    pup = ship("Pup", "Scout", at="", carrier="bee")
    found = view(state(pup, ship("Bee", owner="bea")))
    assert found["ships"][0]["carrier"] == "alien"


def test_hulls_begun_by_aliens_have_no_design() -> None:
    table = state(hulls={
        "h1": Hull("h1", "Bumble", "ann", "ann", "ann/Frigate", "VIRUS", 40),
        "h2": Hull("h2", "Spoil", "ann", "bea", "bea/Frigate", "VIRUS", 30),
    })  # fmt: skip
    found = named(view(table), "hulls")
    assert (found["Bumble"]["design"], found["Bumble"]["yours_to_finish"]) == ("Frigate", True)
    assert (found["Spoil"]["design"], found["Spoil"]["yours_to_finish"]) == ("", False)


def test_gate_ends_show_their_other_end_while_it_is_ones_own() -> None:
    ring = gate_pair("Ring", "ALGOL", "TEDDY")
    found = named(view(state(*ring)), "gates")
    assert (found["Ring-A"]["other"], found["Ring-A"]["usable"]) == ("Ring-B", True)
    lost = (ring[0], replace(ring[1], owner="bea"))
    assert named(view(state(*lost)), "gates")["Ring-A"]["other"] == ""
    stored = (ring[0], replace(ring[1], place=STORED))
    assert not named(view(state(*stored)), "gates")["Ring-A"]["usable"]
    aboard = (replace(ring[0], place=ABOARD, at="", carrier="wasp"), replace(ring[1], place=GONE))
    table = view(state(*aboard, ship("Wasp", "Hauler")))
    assert set(named(table, "gates")) == {"Ring-A"}
    assert named(table, "gates")["Ring-A"]["carrier"] == "Wasp"
    assert named(table, "gates")["Ring-A"]["other"] == ""


def test_gates_that_others_open_are_known_by_place_and_label() -> None:
    ring = gate_pair("Ring", "ALGOL", "TEDDY", owner="bea")
    hers = empire("bea", permits=(Permit("gate", "ann", "ring-a"), Permit("stop", "", "ALGOL")))
    mine = empire("ann", contacts={"bea": contact(label="Q")}, sights={"ALGOL": sight("ALGOL")})
    found = view(state(*ring, hers, mine))["gates"]
    assert [(one["name"], one["owner"], one["other"]) for one in found] == [("Ring-A", "Q", "")]
    # The name of a system he never heard of is not told by a gate in it.
    assert view(state(*ring, hers, replace(mine, sights={})))["gates"] == []
    assert view(state(*ring, mine))["gates"] == []


def test_gates_of_ones_own_stand_beside_all_that_are_lent() -> None:
    hers = empire("bea", permits=(Permit("gate", "ann", ""),))
    theirs = empire("cyd", permits=(Permit("gate", "ann", "loop-b"),))
    mine = empire(
        "ann",
        contacts={"bea": contact(label="Q"), "cyd": contact(label="Z")},
        sights={"ALGOL": sight("ALGOL"), "TEDDY": sight("TEDDY")},
    )
    ends = [
        *gate_pair("Ring", "VIRUS", "ALGOL"),
        *gate_pair("Hoop", "ALGOL", "TEDDY", owner="bea"),
        *gate_pair("Loop", "ALGOL", "TEDDY", owner="cyd"),
    ]
    found = view(state(*ends, hers, theirs, mine, players="abc"))["gates"]
    assert [(one["name"], one["owner"]) for one in found] == [
        ("Hoop-A", "Q"),
        ("Hoop-B", "Q"),
        ("Loop-B", "Z"),
        ("Ring-A", "you"),
        ("Ring-B", "you"),
    ]


# --- others, goals, the master ----------------------------------------------------------------


def test_contacts_give_a_name_with_full_contact_alone() -> None:
    hers = empire("bea", address="by mail")
    normal = view(state(empire("ann", contacts={"bea": contact(label="Q")}), hers))
    assert normal["contacts"][0]["name"] == normal["contacts"][0]["address"] == ""
    full = view(state(empire("ann", contacts={"bea": contact("full", "Q")}), hers))
    assert (full["contacts"][0]["name"], full["contacts"][0]["address"]) == ("MINKY", "by mail")
    assert "MINKY" not in canonical(normal)


def test_contacts_stand_by_number_then_by_label_in_no_order_of_the_seats() -> None:
    known_of = {"cyd": contact(label="A"), "bea": contact(label="Q")}
    found = view(state(empire("ann", contacts=known_of), players="abc"))["contacts"]
    assert [one["label"] for one in found] == ["A", "Q"]
    met = {"bea": contact("minor", number=2), "cyd": contact("minor", number=1)}
    found = view(state(empire("ann", contacts=met), players="abc"))["contacts"]
    assert [one["number"] for one in found] == [1, 2]


def test_permits_stand_by_label() -> None:
    own = empire(
        "ann",
        contacts={"bea": contact(label="Q")},
        permits=(Permit("interdiction", "bea"), Permit("stop", "", "ALGOL")),
    )
    assert view(state(own))["permits"] == [
        {"kind": "interdiction", "who": "Q", "what": ""},
        {"kind": "stop", "who": "", "what": "ALGOL"},
    ]


def test_a_hidden_goal_tells_its_method_alone() -> None:
    goals = (
        Goal("production", 2500),
        Goal("time", 0, 57, "points", hidden=True),
        Goal("territory", 9000, hidden=True),
    )
    found = view(state(goals=goals))["goals"]
    assert found[2] == {"method": "territory", "level": None, "last": None, "by": ""}
    assert view(state(goals=goals), "")["goals"][2]["level"] == 9000
    assert found[0] == {"method": "production", "level": 2500, "last": None, "by": ""}
    assert found[1] == {"method": "time", "level": None, "last": None, "by": "points"}
    assert view(state(goals=goals), "")["goals"][1]["last"] == 57


def test_the_notes_on_the_map_are_for_the_master() -> None:
    table = state(notes=("PAGAN lies alone",))
    assert view(table)["notes"] == []
    assert view(table, "")["notes"] == ["PAGAN lies alone"]


def test_the_master_sees_everything_by_name() -> None:
    table = state(
        ship("Stinger", at="TEDDY"),
        ship("Bee", owner="bea", at="TEDDY"),
        *gate_pair("Ring", "ALGOL", "TEDDY"),
        system("ALGOL", colonies=1, colonizer="bea", surface={"bea": {"AA": 1, "RA": 0}}),
        empire("bea", permits=()),
        empire(
            "ann",
            permits=(Permit("gate", "bea"),),
            projects=(Project("TECH", "BL", Fraction(17), "B", 15, 20, 7, 4),),
        ),
        hulls={"h1": Hull("h1", "Bumble", "ann", "ann", "ann/Frigate", "VIRUS", 40)},
    )
    found = view(table, "")
    systems = named(found, "systems")
    assert len(systems) == 7
    assert [one["name"] for one in found["empires"]] == ["VIRUS", "MINKY"]
    assert (systems["ALGOL"]["owner"], systems["TEDDY"]["owner"]) == ("MINKY", "")
    assert systems["ALGOL"]["surface"] == [{"kind": "AA", "number": 1, "owner": "MINKY"}]
    assert {one["name"]: one["owner"] for one in found["ships"]} == {
        "Stinger": "VIRUS", "Bee": "MINKY",
    }  # fmt: skip
    # An end that another may use is not told twice.
    assert [one["owner"] for one in found["gates"]] == ["VIRUS", "VIRUS"]
    assert found["hulls"][0]["owner"] == "VIRUS"


def test_a_system_in_the_masters_book_is_told_whole() -> None:
    """A world of type 5 gives 50, half of it to a captor with three armies."""
    held = system("ALGOL", colonies=3, colonizer="bea", owner="ann", surface={"ann": {"AA": 3}})
    systems = named(view(state(held), ""), "systems")
    assert systems["ALGOL"] == {
        "name": "ALGOL",
        "explored": True,
        "type": 5,
        "status": "WORLD",
        "yours": False,
        "owner": "VIRUS",
        "colonizer": "MINKY",
        "captured": True,
        "home": False,
        "ic": False,
        "militia": 0,
        "letters": ["B", "D"],
        "lines": {"B": "VIRUS", "D": "TEDDY"},
        "surface": [{"kind": "AA", "number": 3, "owner": "VIRUS"}],
        "alien_surface": False,
        "alien_ships": 0,
        "met": [],
        "sdu": None,
        "armies": None,
        "last_seen": 0,
        "explored_on": 0,
        "interdicted": 0,
        "revenue": 25,
        "suppressed": False,
        "ic_barred": False,
        "return_letter": "",
        "place": [],
    }
    assert (systems["VIRUS"]["home"], systems["TEDDY"]["revenue"]) == (True, 0)


def test_while_a_turn_waits_for_a_battle_nothing_of_it_is_known() -> None:
    """Of a battle he is not told of a player knows nothing either; the master knows all."""
    fought: Any = SimpleNamespace(due="3/SHOOT/3", told={}, battle=SimpleNamespace(round=3))
    project = Project("TECH", "BL", Fraction(17), "B", 15, 20, 7, 4)
    waits = state(empire("ann", projects=(project,)), battles={"SHOOT": fought})
    found = build_view(waits, "ann", SEATS, DEFAULTS).written()
    assert found["you"] == {"player": "ann", "name": "VIRUS"}
    lists = ("systems", "ships", "designs", "contacts", "projects", "battles", "missiles")
    assert [found[one] for one in lists] == [[]] * 7
    assert build_view(waits, "ann", (), DEFAULTS).written()["you"] == {"player": "ann", "name": ""}
    assert "battles" not in build_view(waits, "", SEATS, DEFAULTS).written()
    over = state(battles={"SHOOT": SimpleNamespace(due="", told={}, battle=fought.battle)})
    assert build_view(over, "ann", SEATS, DEFAULTS).written()["systems"]


def test_a_view_names_its_reader() -> None:
    assert view(state())["you"] == {"player": "ann", "name": "VIRUS"}
    assert view(state(), "")["you"] == {"player": "", "name": ""}


def test_two_worlds_that_a_player_cannot_tell_apart_give_the_same_view() -> None:
    """Other empires differ in all that is theirs; of it nothing reaches this player."""
    friend = empire(
        "ann",
        contacts={"bea": contact(label="Q")},
        sights={
            "VIRUS": sight("VIRUS"),
            "ALGOL": sight("ALGOL", status="OUTPOST", alien_surface=True, seen=1),
        },
    )
    own = (friend, ship("Stinger", at="ALGOL"))
    one = state(*own, players="abc")
    other = state(
        *own,
        system("ALGOL", colonies=3, colonizer="bea", ic=True, militia=6,
               surface={"bea": {"SDU": 9, "AA": 4}}),
        system("SHOOT", type=3, colonies=1, colonizer="cyd"),
        empire("bea", treasury=900, tech={"BL": 20}, missed=2, contacts={"ann": contact(label="Z")},
               permits=(Permit("interdiction", "ann"), Permit("gate", "cyd"))),
        empire("cyd", eliminated=True),
        ship("Bee", owner="bea", at="ALGOL"),
        ship("Fly", owner="cyd", at="", carrier="bee"),
        *gate_pair("Ring", "ALGOL", "SHOOT", owner="bea"),
        players="abc",
        hulls={"h": Hull("h", "Hid", "bea", "bea", "bea/Frigate", "MINKY", 9)},
        met={"SHOOT/bea/cyd": "friendly"},
        notes=("a note",),
    )  # fmt: skip
    assert canonical(view(one)) == canonical(view(other))
    assert canonical(view(one, "bea")) != canonical(view(other, "bea"))


def test_no_view_holds_ids_of_other_seats() -> None:
    table = state(
        empire("ann", contacts={"bea": contact("full", "Q"), "cyd": contact(label="R")}),
        system("ALGOL", colonies=1, colonizer="cyd", owner="ann", surface={"cyd": {"C": 1}}),
        ship("Given", "Guard", builder="cyd", cargo=(Cargo("AA", "bea", 1),)),
        players="abc",
        met={"VIRUS/ann/cyd": "friendly"},
    )
    text = canonical(view(table))
    assert '"bea"' not in text
    assert "cyd" not in text
    assert "PAGAN" not in text


def test_the_page_on_packets_names_every_field() -> None:
    text = (Path(__file__).parents[4] / "docs" / "packet.md").read_text(encoding="utf-8")
    table = state(
        ship("Stinger"),
        *gate_pair("Ring", "ALGOL", "TEDDY"),
        empire(
            "ann",
            contacts={"bea": contact(label="Q")},
            permits=(Permit("stop", "", "ALGOL"),),
            missiles={"Dart": MissileDesign("Dart", 5, 60, 10)},
            projects=(Project("TECH", "BL", Fraction(17), "B"),),
        ),
        hulls={"h1": Hull("h1", "Bumble", "ann", "ann", "ann/Frigate", "VIRUS", 40)},
        goals=(Goal("production", 2500),),
    )
    found = view(table)
    lists = [value[0] for value in found.values() if isinstance(value, list) and value]
    names = [*found, *found["empire"], *(name for one in lists for name in one)]
    assert len(lists) == 10
    assert [name for name in names if f"`{name}`" not in text] == []
