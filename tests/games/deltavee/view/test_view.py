from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.drawing.hexgrid import Hex
from pbm.engine.events import Event, canonical
from pbm.engine.types import Seat
from pbm.games.deltavee.report.story import summary, tell
from pbm.games.deltavee.rules.movement.asteroids import check
from pbm.games.deltavee.rules.movement_phase import move_side
from pbm.games.deltavee.state.geometry import DIRECTIONS
from pbm.games.deltavee.state.outfit import missile
from pbm.games.deltavee.state.specials import (
    LOG,
    MISSILES_AT_START,
    POD_TRANSFER,
    REINFORCEMENT,
    RELIEF,
)
from pbm.games.deltavee.state.state import Dock, Special, State
from pbm.games.deltavee.state.units import ABOARD, DESTROYED, PREPARED, RESERVE, Part, Unit
from pbm.games.deltavee.view.record import View
from pbm.games.deltavee.view.view import build_view, marked
from tests.games.deltavee.builders import MAPS, planet, ship, shot, state, work
from tests.games.deltavee.scenes import SEATS, changed, opening, options, started, unit
from tests.games.deltavee.sheet_table import buying

TEAM = (*SEATS, Seat("bob", "Bob", "2"))


def view(table: State, player: str = "ann", **chosen: str) -> dict[str, Any]:
    found = build_view(table, player, TEAM, options(chosen)).written()
    View.read(found)
    return found


def units(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {one["designation"]: one for one in found["units"]}


def battle() -> State:
    """Missiles of both sides in play and prepared, a battlecraft aboard, one of them docked."""
    sword = ship(1, "A", "sword", "A0909", 3, 2, pods=("arsenal", "battle communications"))
    dagger = ship(2, "A", "dagger", "A1209", 9, 2, pods=("heavy weapon", "energy"), spent=13)
    return state(
        sword,
        dagger,
        shot(1, "A-01", "guided", "A0909", 3, 0, mother="1a", pod=1, status=PREPARED),
        shot(1, "02", "intelligent", "A1009", 3, 3, mother="1a", pod=1, contact=1, zig=1),
        shot(2, "01", "unguided", "A1109", 9, 4, mother="2a", pod=1, contact=1, zig=1),
        shot(2, "A-02", "guided", "A1209", 9, 0, mother="2a", pod=1, status=PREPARED),
        shot(2, "03", "mims", "A1101", 9, 4, mother="2a", contact=2, status=DESTROYED),
        planets=(planet("A0101"),),
        asteroids=(sword.at,),
    )


def test_own_units_are_whole() -> None:
    found = units(view(battle()))
    sword = found["A-01"], found["A"]
    assert found["02"]["contact"] == 1
    assert sword[0]["status"] == PREPARED
    assert (sword[0]["energy"], sword[0]["pod"], sword[0]["mother"]) == (10, 1, "1a")
    mine = view(battle())["units"][0]
    assert (mine["maneuver_rating"], mine["velocity_rating"]) == (8, 3)
    assert (mine["commands_allowed"], mine["battle_commands"]) == (6, 3)
    assert (mine["energy"], mine["blocks_left"], mine["burn"]) == (78, 13, 6)
    assert mine["parts"][3]["stock"] == {"unguided": 8, "guided": 7, "intelligent": 5, "mims": 2}
    assert mine["prepared"] == 1


def test_of_the_enemy_only_what_lies_open() -> None:
    found = view(battle())
    theirs = [one for one in found["units"] if one["side"] == "2"]
    assert [one["designation"] for one in theirs] == ["A"]
    assert "parts" not in theirs[0]
    assert "spent" not in theirs[0]
    assert theirs[0]["prepared"] == 1
    assert found["contacts"] == [
        {"id": "201", "number": 1, "status": "in play", "at": "A1109", "direction": 9,
         "velocity": 4, "zig": 1, "damage": {}},
        {"id": "203", "number": 2, "status": "gone", "at": None, "direction": None,
         "velocity": 0, "zig": 0, "damage": {}},
    ]  # fmt: skip


def test_where_contacts_point_is_an_option() -> None:
    hidden = view(battle(), **{"contacts.direction": "hidden"})["contacts"][0]
    assert (hidden["direction"], hidden["zig"], hidden["velocity"]) == (None, 0, 4)


def test_a_revealed_missile_is_a_unit() -> None:
    table = changed(battle(), "201", revealed=True)
    found = view(table)
    assert [one["designation"] for one in found["units"] if one["side"] == "2"] == ["A", "01"]
    assert [one["number"] for one in found["contacts"]] == [2]


def test_what_is_aboard_stays_secret_even_if_it_was_a_contact() -> None:
    craft = ship(2, "A1", "terwillicker_x", "A1209", 9, 0, mother="2a", status=ABOARD, contact=3,
                 revealed=False)  # fmt: skip
    found = view(battle().with_new((craft,)))
    assert found["contacts"][-1] == {
        "id": "2a1", "number": 3, "status": "gone", "at": None, "direction": None,
        "velocity": 0, "zig": 0, "damage": {},
    }  # fmt: skip
    seen = view(battle().with_new((replace(craft, revealed=True),)))
    assert "A1" not in units(seen)


def test_the_logs_of_the_enemy_are_an_option() -> None:
    table = battle()
    enemy = table.unit("2a")
    engine = enemy.part("engine")
    assert engine is not None
    hit = table.with_units(enemy.with_part(replace(engine, status="D", told="D")))
    assert "parts" not in view(hit)["units"][1]
    assert view(hit)["units"][1]["damage"] == {"engine": "D"}
    # What was damaged unseen is known to nobody.
    unseen = table.with_units(enemy.with_part(replace(engine, status="D")))
    assert view(unseen)["units"][1]["damage"] == {}
    assert "parts" not in view(unseen, log_inspection="show log")["units"][1]
    shown = view(hit, log_inspection="show log")["units"][1]
    assert [part["status"] for part in shown["parts"]] == ["ok", "D", "ok", "ok", "ok"]
    assert "stock" not in shown["parts"][3]
    assert "parts" not in view(table, log_inspection="show log")["units"][1]


def test_the_game_master_sees_everything_by_marks_of_both_sides() -> None:
    found = view(battle(), "")
    assert len(found["units"]) == 7
    assert found["contacts"] == []
    assert list(units(found)) == ["1A", "2A", "1A-01", "1-02", "2-01", "2A-02", "2-03"]
    assert marked(battle().unit("2a")) == "2A"


def test_units_of_the_own_side_are_whole_whoever_plays_them() -> None:
    for share in ("side", "own"):
        found = view(battle(), "bob", share=share)
        mine = units(found)["A-02"]
        assert (mine["yours"], mine["owner"], mine["energy"]) == (False, "Bea", 10)


def test_docked_units_and_jumps_are_open() -> None:
    table = changed(battle(), "2A", jump="preparing")
    table = replace(table, docks=(Dock("1a", "2a"),))
    found = units(view(table, "bea"))
    one, other = view(table)["units"][:2]
    assert (one["docked_with"], one["lead"], other["docked_with"], other["lead"]) == (
        "2a", True, "1a", False,
    )  # fmt: skip
    assert found["A-02"]["jump"] == ""
    assert other["jump"] == "preparing"


def test_before_set_up_a_player_knows_enemy_ships_as_the_scenario_lists_them() -> None:
    table = opening("convoy-red")
    found = view(table)
    assert {one["side"] for one in found["units"]} == {"1"}
    titles = [(one.pop("title"), one.pop("designation"), one) for one in found["unplaced"]]
    enemy = {"name": "", "side": "2", "owner": "Bea"}
    assert titles == [("Clarinet", "A", enemy), ("Flute", "B", enemy), ("Flute", "C", enemy)]
    # Battlecraft aboard are not listed.
    theirs = view(table, "bea")["unplaced"]
    assert [one["designation"] for one in theirs] == ["A", "B", "C", "D", "E"]
    assert len(found["placements"]) == 5
    assert len(found["companies"]) == 1
    assert found["companies"][0]["same_direction"]
    own = {one["id"] for one in found["units"]}
    assert set(found["companies"][0]["units"]) <= own
    # What the other side must keep together is its own to know.
    theirs = [set(one["units"]) for one in view(table, "bea")["companies"]]
    assert not any(units & own for units in theirs)
    place = found["placements"][unit(table, "1A").id]
    assert (len(place["hexes"]), place["directions"], place["velocities"]) == (
        7, list(range(1, 13)), [0, 1, 2, 3, 4],
    )  # fmt: skip
    after = view(started("convoy-red"))
    assert (after["placements"], after["companies"]) == ({}, [])
    assert "unplaced" not in after
    assert [one["designation"] for one in after["units"] if one["side"] == "2"] == ["A", "B", "C"]


def test_maps_points_and_sides_are_open() -> None:
    found = view(started("tau-ceti", points={"1": 2, "2": 0}), "bea")
    assert [tile["letter"] for tile in found["maps"]["tiles"]] == ["A", "B", "C", "D"]
    assert found["maps"]["later"] == [{"letter": "E", "x": 4, "y": 0}]
    assert [(side["number"], side["points"]) for side in found["sides"]] == [(1, 2), (2, 0)]
    assert found["jumps"] is True
    assert [side["players"] for side in found["sides"]] == [["Ann"], ["Bea", "Bob"]]
    assert found["you"] == {"player": "bea", "name": "Bea", "side": "2"}
    assert view(battle(), "")["you"] == {"player": "", "name": "", "side": ""}
    assert [side["points"] for side in view(battle())["sides"]] == [0, 0]


def test_a_part_of_ones_own_log_is_told_whole() -> None:
    bay = Part("pod 1", "battlecraft", 1, box=1, holds="2b1", civ=8, room=2)
    grid = Part("grid", "grid", 1, box=0, strength=3)
    unit = ship(1, "A", "spear", "A0909", 3, 2, pods=(bay,))
    found = view(state(replace(unit, parts=(*unit.parts, grid))))["units"][0]["parts"]
    assert found[-2] == {
        "name": "pod 1",
        "kind": "battlecraft",
        "armor": 1,
        "status": "ok",
        "box": 1,
        "room": 2,
        "civ": 8,
        "stock": {},
        "holds": "2b1",
    }
    assert found[-1]["strength"] == 3


# --- what a player cannot know changes nothing he sees --------------------------------------


def hidden_twins() -> list[tuple[State, State]]:
    """Pairs of tables that differ only in what Ann cannot know."""
    table = battle()
    dagger = table.unit("2a")
    twins = [
        changed(table, "201", klass="intelligent", civ=7, energy=7, spent=2, mother="", pod=0),
        changed(table, "201", designation="77"),
        changed(table, "2A", spent=40),
        table.with_units(dagger.with_part(replace(dagger.pods[0], status="X", stock={}))),
        table.with_units(dagger.with_part(replace(dagger.pods[0], kind="energy"))),
        changed(table, "2A-02", klass="intelligent", designation="44", energy=9),
        changed(table, "203", klass="guided", designation="B-09"),
        table.with_new((replace(aboard(), id="other"),)),
    ]
    # A contact that is a battlecraft reads as one that is a missile.
    craft = replace(aboard(), id="201", status="in play", contact=1, at=table.unit("201").at,
                    direction=table.unit("201").direction, velocity=4, zig=1)  # fmt: skip
    others = tuple(craft if one.id == "201" else one for one in table.units)
    return [(table, twin) for twin in (*twins, replace(table, units=others))]


def aboard() -> Unit:
    return ship(2, "A1", "terwillicker_x", "A1209", 9, 0, mother="2a", status=ABOARD,
                revealed=False)  # fmt: skip


@pytest.mark.parametrize("twins", hidden_twins(), ids=range(len(hidden_twins())))
def test_a_player_cannot_tell_tables_apart_that_differ_in_secrets(
    twins: tuple[State, State],
) -> None:
    one, other = (canonical(view(table)) for table in twins)
    assert one == other
    assert canonical(view(twins[0], "bea")) != canonical(view(twins[1], "bea"))


def said(events: Sequence[Event], table: State) -> str:
    found = view(table)
    story = [[item.text for item in part.items] for part in tell(events, View.read(found), "ann")]
    return canonical([story, list(summary(events, View.read(found), "ann", (), ()))])


@pytest.mark.parametrize("twins", hidden_twins()[-1:], ids=["battlecraft"])
def test_moves_of_contacts_read_the_same_whatever_they_are(twins: tuple[State, State]) -> None:
    told = []
    for table in twins:
        # Away from what a missile would try to intercept, which shows it (DV-A16).
        far = changed(changed(table, "1A", at=Hex(1, 16)), "102", at=Hex(1, 17))
        made = work(far, phase="2.move")
        move_side(made, "2")
        told.append(said(made.events, made.state))
    assert told[0] == told[1]
    assert "Contact 1 moves from A1109" in told[0]


def test_an_asteroid_that_hits_a_contact_does_not_tell_what_it_is() -> None:
    told = []
    for face in (3, 9):
        made = work(battle(), faces=f"asteroid 201 *: 9\nasteroid 201 *: {face}", phase="2.move")
        check(made, "201", 1)
        told.append(said(made.events, made.state))
    assert told[0] == told[1]


def test_a_missile_of_ones_own_makes_its_record() -> None:
    shell = missile("guided", 8, id="x", designation="B-05", name="", side="1", owner="ann",
                    at=battle().unit("1a").at, direction=3, velocity=1)  # fmt: skip
    found = units(view(battle().with_new((shell,))))
    assert (found["B-05"]["title"], found["B-05"]["battle_commands"]) == ("guided missile", 0)


@pytest.mark.parametrize("status", ["aboard", "prepared"])
@pytest.mark.parametrize("revealed", [True, False])
def test_what_went_aboard_revealed_is_known_to_be_there(status: str, revealed: bool) -> None:
    craft = ship(1, "A1", "terwillicker_x", "A0909", 3, 2, mother="1a", revealed=revealed)
    table = state(ship(1, "A", "sword", "A0909", 3, 2), replace(craft, status=status))
    told = view(table, "bea")
    assert [(one["designation"], one["ship"]) for one in told["aboard"]] == [
        ("A1", "1a")
    ] * revealed
    assert not view(table)["aboard"]


# --- before the game, and what only some scenarios have ---------------------------------------


def test_what_he_may_buy_stands_in_the_view_of_the_buyer_alone() -> None:
    found = buying(budget=90_000, within=2, anywhere=False, velocity=3, velocities=(3, 4))
    assert found["purchase"] == {
        "budget": 90_000,
        "start": "A0909",
        "within": 2,
        "anywhere": False,
        "direction": int(MAPS.grid.sides[0]),
        "velocity": 3,
        "directions": [int(one) for one in DIRECTIONS],
        "velocities": [3, 4],
        "fleet": [
            {
                "counter": "A",
                "klass": "piccolo",
                "name": "",
                "pods": [{"kind": "hunter", "number": 1, "holds": ""}],
            }
        ],
    }
    assert "purchase" not in buying(owner="bea")


def test_what_brings_a_reserve_on_and_who_hands_over_pods_is_told_to_its_side() -> None:
    sword, dagger = ship(1, "A", "sword", "A0909", 3, 2), ship(1, "B", "dagger", "A0909", 3, 2)
    foe, late = ship(2, "A", "sword", "A0101", 3, 2), ship(2, "B", "dagger", "A0101", 3, 2)
    table = state(
        sword,
        replace(dagger, status=RESERVE),
        foe,
        replace(late, status=RESERVE),
        special=(
            Special(REINFORCEMENT, ("1b",), limit=2),
            Special(RELIEF, ("2b", "2a")),
            Special(POD_TRANSFER, ("1a", "1b")),
        ),
    )
    mine = view(table)
    assert mine["coming"] == {"1b": "with a die of 1 to 2, in the turns after the first shot"}
    assert mine["transfers"] == [["1a", "1b"]]
    hers = view(table, "bea")
    relief = "when it is called in, once an energy pod of A is hit or empty"
    assert hers["coming"] == {"2b": relief}
    assert "transfers" not in hers
    surely = replace(table, special=(Special(REINFORCEMENT, ("1b",), limit=1),))
    assert view(surely)["coming"] == {"1b": "with a die of 1, in the turns after the first shot"}
    there = replace(table, units=(sword, dagger, foe, late))
    assert "coming" not in view(there)


def test_logs_and_missiles_at_the_start_stand_with_their_own_units() -> None:
    sword, dagger = ship(1, "A", "sword", "A0909", 3, 2), ship(1, "B", "dagger", "A0909", 3, 2)
    special = (Special(LOG, ("1a",), 4), Special(MISSILES_AT_START, ("1b",), 3, "guided"))
    found = units(view(state(sword, dagger, special=special)))
    assert (found["A"]["log"], found["B"]["log"]) == (4, 0)
    assert found["A"]["missiles_at_start"] == {}
    assert found["B"]["missiles_at_start"] == {"guided": 3}


def test_counters_atop_contacts_and_owners_stand_with_their_unit() -> None:
    found = view(battle())["units"]
    mine = {one["designation"]: one for one in found if one["yours"]}
    assert (mine["A"]["prepared"], mine["02"]["prepared"]) == (1, 0)
    assert (mine["A"]["docked_with"], mine["A"]["owner"]) == ("", "Ann")
    assert mine["A"]["endless"] is False
    two = [shot(1, f"A-0{n}", "guided", "A0909", 3, 0, mother="1a", pod=1) for n in (1, 2)]
    atop = (replace(one, status=PREPARED) for one in two)
    assert view(state(ship(1, "A", "sword", "A0909", 3, 2), *atop))["units"][0]["prepared"] == 2
    # The number under which a counter of the enemy's lay face down is not told of it later.
    foe = replace(ship(2, "A", "sword", "A0909", 3, 2), revealed=True, contact=3)
    assert [one["contact"] for one in view(state(foe))["units"]] == [0]
    nobodys = state(replace(ship(1, "A", "sword", "A0909", 3, 2), owner="zed"))
    assert view(nobodys)["units"][0]["owner"] == ""


def test_of_a_log_that_was_looked_at_the_marks_alone_are_damage() -> None:
    foe = ship(2, "A", "sword", "A0909", 3, 2)
    first, second = foe.parts[:2]
    hurt = replace(
        foe,
        revealed=True,
        parts=(replace(first, status="D", told="D"), *foe.parts[1:]),
    )
    found = view(state(hurt, ship(1, "A", "sword", "A0101", 3, 2)), log_inspection="show log")
    (seen,) = [one for one in found["units"] if one["side"] == "2"]
    assert seen["damage"] == {first.name: "D"}
    assert second.name not in seen["damage"]
