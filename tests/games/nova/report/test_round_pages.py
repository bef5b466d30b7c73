"""What a battle packet shows: first lines, tables, the hex map. Rule: NV REP-07, NV SPC-13."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

import msgspec
from msgspec import UNSET

from pbm.engine.events import canonical
from pbm.games.nova.report.art import art
from pbm.games.nova.report.battles.round_art import BattlePage
from pbm.games.nova.report.battles.round_story import round_summary
from pbm.games.nova.state.battle.arena import JUMPED
from pbm.games.nova.view.record import BattleView, View
from tests.games.nova.scenes import third_round as r


def page_of(known: Mapping[str, Any]) -> BattlePage:
    """The page's part of the battle."""
    made = art({"known": known, "story": []})
    assert made["page"] == "battle"
    (battle,) = made["battles"]
    assert isinstance(battle, BattlePage)
    return battle


def shown(**more: Any) -> BattlePage:
    return page_of(r.known(**more))


def test_the_form_of_a_packet_holds_a_battle() -> None:
    (battle,) = cast(list[BattleView], msgspec.json.decode(canonical(r.known()), type=View).battles)
    assert (battle.system, battle.round, battle.own[0].name) == ("SHOOT", 2, "Africa")


def test_own_ships_stand_whole() -> None:
    rows = {row[0]: row[1:] for row in shown().own}
    assert rows["Africa"][:4] == ["Carrier", "3*2", "3*1", "4"]
    assert rows["Africa"][7] == "JD 3, 7 of 8 rounds"
    assert rows["Gnat"][1] == "aboard Africa"
    assert rows["Clark"] == ["Cruiser", "destroyed", *[""] * 8]
    assert rows["Huron"][7] == "JD 3, stopped"
    assert rows["Erie"][7] == "none"
    assert rows["Lewis"][9] == "IE1 -2, PL2, SM1"


def test_others_stand_as_they_are_known() -> None:
    rows = {row[0]: row[1:] for row in shown().foes}
    assert rows["c1"] == [
        *("FG", "now", "2*1 3*3", "4*1", "9 in round 2", "1", "", "", "1 BL 15"),
        "IE 2 or more",
    ]
    assert rows["c2"][1] == "round 1"
    assert rows["c2"][9] == "damaged, 2 echoes, cycles since round 1"
    assert rows["c3"][9] == "no enemy"
    assert rows["c4"][9] == "gone"


def test_the_map_names_what_is_there_in_words_too() -> None:
    drawn = str(shown().map)
    assert "Africa at 3*2" in drawn
    assert "(c2) at 3*20" in drawn
    assert "c4" not in drawn
    assert "stroke-dasharray" in drawn


def test_a_map_of_wide_spaces_has_no_grid_and_one_of_nothing_is_not_drawn() -> None:
    grid = "h30l15"
    assert grid in str(shown().map)
    wide = r.known()
    wide["battles"][0]["foes"][1]["at"] = [200, 0]
    assert grid not in str(page_of(wide).map)
    empty = r.known()
    empty["battles"][0].update(own=[], foes=[])
    assert page_of(empty).map is None


def test_two_sides_in_one_hex_are_both_seen() -> None:
    view = r.known()
    view["battles"][0]["foes"][0]["at"] = [2, 0]
    drawn = str(page_of(view).map)
    assert "Africa at 3*2, vector 3*1. " in drawn
    assert "c1 at 3*2, vector 4*1." in drawn
    assert ">Africa, c1<" in drawn


def first_lines(known: Mapping[str, Any]) -> tuple[str, ...]:
    battles = View.read(known).battles
    return () if battles is UNSET else round_summary(battles)


def test_the_first_lines() -> None:
    assert first_lines(r.known()) == (
        "Round 2 of the battle at SHOOT is fought.",
        "You have Africa, Crate, Erie, Gnat, Huron and Lewis there.",
        "You lost Clark.",
        "In sight: c1.",
    )
    assert first_lines(r.known(round=0))[0] == "Your ships fight at SHOOT."
    assert first_lines(r.known(over="alone"))[0] == "The battle at SHOOT is over after 2 rounds."
    view = r.known()
    battle = view["battles"][0]
    for ship in battle["own"]:
        ship["state"] = JUMPED
    foe, battle["foes"] = battle["foes"][0], []
    assert first_lines(view) == (
        "Round 2 of the battle at SHOOT is fought.",
        "No enemy is in sight.",
    )
    battle["foes"] = [{**foe, "counter": n, "now": True, "enemy": True} for n in range(1, 11)]
    assert first_lines(view)[-1] == "In sight: c1, c2, c3, c4, c5, c6, c7, c8 and 2 more."


def test_the_title_of_a_battle_before_its_first_round() -> None:
    assert shown(round=0).title == "The battle at SHOOT before its first round"
    assert shown().title == "The battle at SHOOT after round 2"
