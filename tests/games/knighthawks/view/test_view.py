from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from pbm.engine.events import canonical
from pbm.games.knighthawks.state.state import IN_PLAY, WAITING, State
from pbm.games.knighthawks.view.record import View
from pbm.games.knighthawks.view.view import build_view
from tests.games.knighthawks import worlds


def view(player: str, state: State | None = None, **options: str) -> dict[str, Any]:
    return build_view(
        state or worlds.battle(), player, worlds.SEATS, worlds.options(**options)
    ).written()


def ships(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {ship["designation"]: ship for ship in found["ships"]}


def test_own_ships_are_whole_and_enemies_without_their_supplies() -> None:
    found = ships(view("bea"))
    assert found["B1"]["supplies"] == {"assault_rocket": 3}
    assert found["B1"]["supplies_at_start"] == {"assault_rocket": 4}
    assert found["B1"]["yours"] is True
    assert found["A1"]["supplies"] is None
    assert found["A1"]["supplies_at_start"] is None
    assert found["A1"]["yours"] is False
    assert found["A1"]["hull"] == 22


@pytest.mark.parametrize(("share", "sees"), [("side", True), ("own", False)])
def test_share_decides_on_the_records_of_the_own_side(share: str, sees: bool) -> None:
    found = ships(view("bea", share=share))
    assert (found["B3"]["supplies"] is not None) is sees
    assert found["B3"]["yours"] is False
    assert found["B3"]["owner"] == "Bob"
    # His own he has either way, those of another side neither.
    assert found["B1"]["supplies"] == {"assault_rocket": 3}
    assert found["C1"]["supplies"] is None


@pytest.mark.parametrize(("records", "sees"), [("closed", False), ("open", True)])
def test_records_decide_on_the_supplies_of_enemies(records: str, sees: bool) -> None:
    assert (ships(view("bea", records=records))["C1"]["supplies"] is not None) is sees


def test_ships_that_wait_are_known_to_others_as_the_scenario_lists_them() -> None:
    found = view("bea", worlds.before_set_up())
    assert list(ships(found)) == ["B1", "B2"]
    unplaced = {ship.pop("designation"): ship for ship in found["unplaced"]}
    assert list(unplaced) == ["A1", "A2", "B3", "C1"]
    assert unplaced["B3"] == {
        key: ships(view("bea"))["B3"][key]
        for key in ("name", "class", "side", "owner", "hull_points", "adf", "mr", "mounts")
    }
    assert sorted(found["placements"]) == ["idbeab1", "idbeab2"]
    place = found["placements"]["idbeab1"]
    assert place["hexes"][0] == "0203"
    assert place["facings"] == [2, 4]
    assert (place["speed_least"], place["speed_most"]) == (0, 5)


def test_ships_placed_by_the_scenario_are_known_before_set_up() -> None:
    state = worlds.before_set_up()
    fixed = replace(state.ship("idcyc1"), status=IN_PLAY)
    assert "C1" in ships(view("bea", state.with_ships([fixed])))


def test_placements_are_gone_once_set_up_is_over() -> None:
    state = replace(worlds.before_set_up(), turn=1)
    assert view("bea", state)["placements"] == {}
    assert "unplaced" not in view("bea")


def test_sides_players_and_the_reader() -> None:
    found = view("bob")
    assert found["sides"][1] == {
        "id": "B",
        "name": "Spacefleet",
        "players": ["Bea", "Bob"],
        "moves": 2,
    }
    assert found["you"] == {"player": "bob", "name": "Bob", "side": "B"}
    assert found["players"][3] == {"id": "cy", "name": "Cy", "side": "C"}


def test_nobody_in_particular_sees_what_all_see() -> None:
    found = view("")
    assert found["you"] == {"player": "", "name": "", "side": ""}
    assert all(ship["supplies"] is None and not ship["yours"] for ship in found["ships"])


def test_details_of_a_ship() -> None:
    found = ships(view("bea"))
    assert found["B3"]["orbit"] == {"planet": "planet1", "clockwise": True}
    assert found["B3"]["screen"] == {"made_at": "1910", "orbit_moves_left": 3}
    assert found["B1"]["orbit"] is None
    assert found["B1"]["screen"] is None
    assert found["B1"]["path"] == ["1913", "1812", "1712"]
    assert found["B1"]["came_from"] == "2013"
    assert found["B2"]["came_from"] is None
    assert found["B1"]["mounts"] == [
        {"label": "AR", "kind": "assault_rocket"},
        {"label": "LB", "kind": "laser_battery"},
    ]
    assert found["A2"]["status"] == "destroyed"


@given(st.data())
def test_every_view_has_the_stated_form(data: st.DataObject) -> None:
    state = data.draw(worlds.states())
    player = data.draw(st.sampled_from(["ann", "bea", "bob", "cy", ""]))
    found = build_view(state, player, worlds.SEATS, worlds.options()).written()
    View.read(found)
    assert json.loads(canonical(found)) == found
    mine = [ship for ship in state.ships if ship.owner == player]
    assert len([s for s in found["ships"] if s["yours"]]) == len(mine)
    assert not [s for s in found["ships"] if s["status"] == WAITING and not s["yours"]]
