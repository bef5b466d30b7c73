"""What a player is told of battles while his turn waits for his sheets, figure by figure.

Rule: NV SPC-13, NV SPC-14, NV SPC-41, NV SPC-52, NV REP-21. Ambiguity: NV A-JD-HIT.
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from pbm.games.nova.orders.rounds.round_words import part_words, vector_words
from pbm.games.nova.rules.battle_by_mail.battle_view import view_in_battle
from pbm.games.nova.rules.battle_by_mail.waiting import battles_due
from pbm.games.nova.state.battle.arena import DESTROYED, Fighter, Seen
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.damage import Damage
from pbm.games.nova.state.design import figures
from pbm.games.nova.view.record import PartView, View
from tests.games.nova import builders as t
from tests.games.nova.scenes import third_round as r


def battle(**more: Any) -> Any:
    """The one battle that Ann is told of."""
    known = r.known(**more)
    msgspec.convert(known, View)
    (found,) = known["battles"]
    return found


def own(*ships: Fighter, **more: Any) -> dict[str, dict[str, Any]]:
    """Ann's ships by name: those of the table, or these in their place."""
    there = {one.id: one for one in (*r.fighters().values(), *ships)}
    return {one["name"]: one for one in battle(fighters=there, **more)["own"]}


def test_a_turn_waits_for_the_battles_that_have_a_round_to_come() -> None:
    waits = r.state()
    there = waits.battles["SHOOT"]
    other = replace(there, battle=replace(there.battle, system="MAVIS", round=0))
    assert battles_due(waits) == ("/SHOOT/3",)
    assert battles_due(replace(waits, battles={"SHOOT": there, "MAVIS": other})) == (
        "/MAVIS/1",
        "/SHOOT/3",
    )
    over = replace(there, battle=replace(there.battle, over="alone"))
    assert battles_due(replace(waits, battles={"SHOOT": over, "MAVIS": other})) == ("/MAVIS/1",)
    assert battles_due(replace(waits, battles={})) == ()


def test_of_the_galaxy_he_is_told_what_fights_there_and_no_more() -> None:
    known = r.known()
    assert (known["game"], known["scenario"], known["title"]) == ("nova", "test", "Test")
    assert (known["turn"], known["you"]) == (12, {"player": "ann", "name": "VIRUS"})
    # Not the Scouts and Haulers at home; Bea's Frigate he only sees.
    assert sorted(one["name"] for one in known["designs"]) == [
        "Carrier",
        "Crate",
        "Cruiser",
        "Gnat",
    ]
    assert [one["name"] for one in known["missiles"]] == ["Dart"]
    for empty in ("projects", "systems", "ships", "hulls", "gates", "permits", "goals", "notes"):
        assert known[empty] == []
    assert (known["empire"], known["options_told"], known["result"]) == ({}, {}, "")


def test_a_round_of_which_he_is_not_told_yet_is_not_there() -> None:
    waits = r.state()
    behind = replace(waits.battles["SHOOT"], told={"ann": 1, "bea": 2})
    ann = replace(waits.empires["ann"], contacts={"bea": t.contact(since=3)})
    waits = replace(waits, empires={**waits.empires, "ann": ann}, battles={"SHOOT": behind})
    known = view_in_battle(waits, "ann", "VIRUS", t.DEFAULTS).written()
    for what in ("battles", "designs", "missiles", "contacts"):
        assert known[what] == []


@pytest.mark.parametrize(("since", "told"), [(11, ["B"]), (12, [])])
def test_whom_he_met_this_turn_he_hears_of_at_its_end(since: int, told: list[str]) -> None:
    waits = r.state()
    ann = replace(waits.empires["ann"], contacts={"bea": t.contact(since=since)})
    waits = replace(waits, empires={**waits.empires, "ann": ann})
    known = view_in_battle(waits, "ann", "VIRUS", t.DEFAULTS).written()
    assert [one["label"] for one in known["contacts"]] == told


def test_how_the_battle_stands() -> None:
    found = battle()
    assert (found["system"], found["mailing"]) == ("SHOOT", "12/SHOOT/3")
    # Seven ships came, carried ones included; Clark is lost.
    assert (found["round"], found["over"], found["started"], found["gone"]) == (2, "", 7, 1)
    ended = battle(over="stalemate")
    assert (ended["mailing"], ended["over"]) == ("", "stalemate")


def test_who_is_told_without_being_mailed_is_asked_for_nothing() -> None:
    waits = r.state()
    there = waits.battles["SHOOT"]
    sides = {**there.battle.sides}
    sides["ann"] = replace(sides["ann"], mailed=False)
    sides["bea"] = replace(sides["bea"], mailed=True)
    both = replace(there, battle=replace(there.battle, sides=sides))
    known = view_in_battle(
        replace(waits, battles={"SHOOT": both}), "ann", "VIRUS", t.DEFAULTS
    ).written()
    assert [one["mailing"] for one in known["battles"]] == [""]


def test_own_ships_stand_by_name_each_with_what_it_has() -> None:
    ships = own()
    assert list(ships) == ["Africa", "Clark", "Crate", "Erie", "Gnat", "Huron", "Lewis"]
    africa = ships["Africa"]
    assert {key: africa[key] for key in ("id", "design", "state", "carrier", "bay")} == {
        "id": "f-Africa",
        "design": "Carrier",
        "state": "in play",
        "carrier": "",
        "bay": "",
    }
    assert (africa["at"], africa["vector"], africa["cycle"]) == ([2, 0], [1, 0], 7)
    assert (africa["ie"], africa["jd"], africa["lag"], africa["dg"]) == (4, 3, 8, 0)
    assert [tuple(one.values()) for one in africa["parts"]] == [
        ("BL1", "BL", 20, True),
        ("BL2", "BL", 15, True),
        ("BL3", "BL", 15, True),
        ("XL1", "XL", 12, True),
        ("ML1", "ML", 12, True),
        ("ML2", "ML", 12, True),
        ("LB1", "LB", 30, True),
        ("CH1", "CH", 30, True),
    ]
    assert list(africa["parts"][0]) == ["name", "kind", "level", "works"]
    assert (africa["lost"], africa["missiles"]) == ({}, ["Dart"])
    assert (ships["Gnat"]["carrier"], ships["Gnat"]["bay"]) == ("Africa", "LB1")
    assert ships["Clark"]["state"] == DESTROYED


def test_what_a_ship_lost_and_what_it_has_left() -> None:
    cruiser = figures(r.DESIGNS["ann/Cruiser"])
    ships = own(replace(r.fighters()["Erie"], damage=Damage(3, 1, {"JD1": 3}), shields=20))
    lewis, erie, huron = ships["Lewis"], ships["Erie"], ships["Huron"]
    # 2 SI 12, one of them lost.
    assert (lewis["shields_full"], huron["shields_full"], huron["shields"]) == (12, 24, 5)
    assert erie["shields"] == 20
    assert (erie["armour"], erie["structure"]) == (cruiser.ta - 3, cruiser.ssz - 1)
    assert (lewis["armour"], lewis["structure"]) == (cruiser.ta, cruiser.ssz - 2)
    assert lewis["lost"] == {"IE1": 2, "PL2": 1, "SM1": 1}
    assert list(lewis["lost"]) == ["IE1", "PL2", "SM1"]
    assert (lewis["ie"], lewis["jd"], lewis["lag"], lewis["cycle"]) == (0, 3, 8, 3)
    assert (erie["jd"], erie["lag"], huron["cycle"]) == (0, 0, -1)
    works = {one["name"]: one["works"] for one in lewis["parts"]}
    assert {"PL1": True, "PL2": False}.items() <= works.items()
    assert "IE1" not in works
    assert "JD1" not in works


def test_what_was_mended_is_no_loss() -> None:
    repaired = replace(r.fighters()["Erie"], damage=Damage(parts={"PL2": 1, "PL1": 0, "JD1": 1}))
    lost = own(repaired)["Erie"]["lost"]
    assert list(lost.items()) == [("JD1", 1), ("PL2", 1)]


def test_the_lag_time_is_that_of_the_drive_whose_cycle_runs() -> None:
    """JD 3 L3 in use, hit twice: JD 1 of it goes on, though the spare JD 2 L2 is better now."""
    two = t.design("Two", Component("JD", 1, 3, lt=3), Component("JD", 1, 2, lt=2))
    hit = Damage(parts={"JD1": 2})
    spare = Fighter("f-Spare", "spare", "ann", "Spare", "ann/Two", cycle=1, drive="JD1", damage=hit)
    waits = r.state()
    there = waits.battles["SHOOT"]
    ships = {**there.battle.fighters, spare.id: spare}
    waits = replace(
        waits,
        designs={**waits.designs, "ann/Two": two},
        empires={
            **waits.empires,
            "ann": replace(
                waits.empires["ann"],
                designs={**waits.empires["ann"].designs, "Two": "ann/Two"},
            ),
        },
        battles={"SHOOT": replace(there, battle=replace(there.battle, fighters=ships))},
    )
    (found,) = view_in_battle(waits, "ann", "VIRUS", t.DEFAULTS).written()["battles"]
    told = next(one for one in found["own"] if one["name"] == "Spare")
    assert (told["jd"], told["lag"], told["cycle"]) == (2, 3, 1)


def test_ranges_are_to_what_is_seen_and_fought_now() -> None:
    """From (2, 0) to c1 at (4, -1) it is once 3 and once 2; c2 is out of sight, c3 no enemy."""
    ships = own()
    assert ships["Africa"]["ranges"] == {"c1": 2}
    assert ships["Huron"]["ranges"] == {"c1": 4}
    assert ships["Gnat"]["ranges"] == ships["Clark"]["ranges"] == {}


def test_gate_ends_own_and_of_others() -> None:
    """An alien end is a ship like another until a probe tells what it is. Rule: NV SPC-51."""
    mine = Fighter("g-Mine", "", "ann", "Ring-A", "0", at=(1, 1), gate="ring-a")
    known = Fighter("g-Known", "", "bea", "Arc-A", "0", at=(2, 3), gate="arc-a")
    hidden = Fighter("g-Hidden", "", "bea", "Arc-B", "0", at=(2, 1), gate="arc-b")
    there = {one.id: one for one in (*r.fighters().values(), mine, known, hidden)}
    seen = {
        **r.state().battles["SHOOT"].battle.seen["ann"],
        "g-Known": Seen(5, (2, 3), (0, 0), 2, probed=1),
        "g-Hidden": Seen(6, (2, 1), (0, 0), 2),
    }
    found = battle(fighters=there, seen={"ann": seen, "bea": {}, "cyd": {}})
    assert found["gates"] == [{"name": "Ring-A", "at": [1, 1], "state": "in play"}]
    assert "Ring-A" not in [one["name"] for one in found["own"]]
    ends = {one["counter"]: (one["gate"], one["now"]) for one in found["foes"]}
    assert (ends[5], ends[6]) == ((True, True), (False, True))
    africa = next(one for one in found["own"] if one["name"] == "Africa")
    assert africa["ranges"] == {"c1": 2, "c5": 3, "c6": 1}


def test_alien_ships_stand_by_their_counters_as_they_were_last_seen() -> None:
    unknown = {"size": "", "shields": None, "ew": None, "ss": None, "dg": None, "fc": None}
    plain: dict[str, Any] = {
        "now": False,
        "enemy": True,
        "gate": False,
        "gone": False,
        "vector": [0, 0],
        "last": 1,
        "probed": 0,
        **unknown,
        "guns": {},
        "ie": 0,
        "cycling": 0,
        "hurt": False,
        "echoes": 0,
    }
    close = {  # whether distortion generators operate is seen by all
        "counter": 1,
        "dg": 0,
        "now": True,
        "at": [4, -1],
        "vector": [0, 1],
        "last": 2,
        "probed": 2,
        "size": "FG",
        "shields": 9,
        "ew": 1,
        "guns": {"BL 15": 1},
        "ie": 2,
    }
    far = {
        "counter": 2,
        "at": [20, 0],
        "vector": [3, 0],
        "cycling": 1,
        "hurt": True,
        "echoes": 2,
    }
    guest = {"counter": 3, "dg": 0, "now": True, "enemy": False, "at": [0, 5], "last": 2}
    wreck = {"counter": 4, "gone": True, "at": [1, 1]}
    assert battle()["foes"] == [{**plain, **one} for one in (close, far, guest, wreck)]


def test_echoes_are_shown_while_they_deceive_and_guns_in_order() -> None:
    seen = dict(r.state().battles["SHOOT"].battle.seen["ann"])
    guns = {"ML": 2, "BL 15": 1}
    seen["f-Far"] = replace(seen["f-Far"], echoes=3, ghosts=False, guns=guns, ss=30, dg=5, fc=2)
    foe = battle(seen={"ann": seen, "bea": {}, "cyd": {}})["foes"][1]
    assert (foe["echoes"], list(foe["guns"])) == (0, ["BL 15", "ML"])
    assert (foe["ss"], foe["dg"], foe["fc"]) == (30, 5, 2)


def test_a_ship_that_comes_into_sight_between_rounds_was_not_seen_before_them() -> None:
    """It stands where it is now; "last seen" never names a round that is not over."""
    near = replace(r.fighters()["Far"], at=(12, 0))
    there = {one.id: one for one in (*r.fighters().values(), near)}
    far = battle(fighters=there)["foes"][1]
    assert (far["now"], far["at"], far["last"]) == (True, [12, 0], 2)


def parts_in_words(*parts: tuple[str, int]) -> str:
    return part_words(
        [PartView(name=name, kind=name[:2], level=level, works=True) for name, level in parts]
    )


def test_vectors_and_installations_in_words() -> None:
    assert vector_words((3, -1)) == "2*1 3*2"
    assert vector_words((0, 0)) == "none"
    assert parts_in_words(("BL1", 20), ("BL2", 15), ("XC1", 0), ("SX1", 0)) == (
        "BL1 (BL 20), BL2 (BL 15), XC1, SX1"
    )
    assert parts_in_words(("BL1", 15), ("BL2", 15)) == "BL1, BL2 (BL 15)"


def test_a_ship_that_aliens_built_goes_by_the_name_its_design_has_with_him() -> None:
    """As in his reports: his own Frigate is another design."""
    waits = r.state()
    there = waits.battles["SHOOT"]
    given = replace(waits.ships["huron"], design="bea/Frigate", builder="bea")
    ships = {**waits.ships, given.id: given}
    huron = replace(there.battle.fighters["f-Huron"], design=given.design, builder="bea")
    fighters = {**there.battle.fighters, "f-Huron": huron}
    battles = {"SHOOT": replace(there, battle=replace(there.battle, fighters=fighters))}
    known = view_in_battle(
        replace(waits, ships=ships, battles=battles), "ann", "VIRUS", t.DEFAULTS
    ).written()
    (found,) = known["battles"]
    named = {one["name"]: one["design"] for one in found["own"]}
    assert (named["Huron"], named["Erie"]) == ("alien Frigate", "Cruiser")
    assert "alien Frigate" in [one["name"] for one in known["designs"]]
    assert "Frigate" not in [one["name"] for one in known["designs"]]
