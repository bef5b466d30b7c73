"""Fleets at set-up: what is bought, where it stands, who may know of it and when."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.orders.orders import Orders
from pbm.games.deltavee.orders.purchase.purchase import BuyLine
from pbm.games.deltavee.orders.setup.place import PlaceLine
from pbm.games.deltavee.orders.setup.pods import PodsLine
from pbm.games.deltavee.orders.sheet import read
from pbm.games.deltavee.orders.template import template
from pbm.games.deltavee.report.log import logs
from pbm.games.deltavee.report.story import summary
from pbm.games.deltavee.rules.phases import phases
from pbm.games.deltavee.rules.setup import set_up
from pbm.games.deltavee.rules.victory.victory import holds
from pbm.games.deltavee.state.geometry import Direction
from pbm.games.deltavee.state.state import Buy, State, Wanted
from pbm.games.deltavee.state.units import ABOARD, DESTROYED, IN_PLAY, JUMPED
from pbm.games.deltavee.view.record import View
from pbm.games.deltavee.view.view import build_view
from pbm.service import api
from tests.core.table import BEGUN, RUN, SENT
from tests.games.deltavee.builders import DEFAULTS, ref, told, work
from tests.games.deltavee.scenes import SEATS, opening, options, unit
from tests.games.deltavee.sheet_table import sheet_of

SWORD = BuyLine(
    ref(),
    Buy("A", "sword", "Rook", (Wanted("arsenal", 2), Wanted("battlecraft", 1, "terwillicker_x"))),
)


def set_up_with(
    name: str, ann: Orders | None = None, bea: Orders | None = None, chosen: Any = None
) -> PhaseContext:
    made = work(opening(name, chosen), {"ann": [], "bea": []}, chosen, phase="setup")
    made.commands = {"ann": ann or Orders("ann", missing=True), "bea": bea or Orders("bea")}
    set_up(made)
    return made


def stands(state: State) -> dict[str, tuple[str, int, int, str]]:
    return {
        f"{one.side}{one.designation}": (
            state.maps.label(one.at), one.direction, one.velocity, one.status
        )
        for one in state.units
    }  # fmt: skip


def test_a_fleet_is_laid_out_as_it_was_bought() -> None:
    dagger = BuyLine(
        ref(),
        Buy("B", "dagger", wanted=(Wanted("hunter"),)),
        place=(PlaceLine(ref(), direction=Direction(5)),),
    )
    made = set_up_with("battle-for-bmali", Orders("ann", buys=(SWORD, dagger)))
    assert {name: where for name, where in stands(made.state).items() if name[0] == "1"} == {
        "1A": ("A0707", 3, 1, IN_PLAY),
        "1A1": ("A0707", 3, 0, ABOARD),
        "1B": ("A0707", 5, 1, IN_PLAY),
    }
    sword = unit(made.state, "1A")
    assert [pod.kind for pod in sword.pods] == ["arsenal", "arsenal", "battlecraft"]
    assert [pod.holds for pod in sword.pods] == ["", "", unit(made.state, "1A1").id]
    assert (sword.name, sword.owner, sword.energy) == ("Rook", "ann", 78)
    assert not unit(made.state, "1A1").revealed
    assert made.state.turn == 1
    assert made.state.placements == {}
    total = told(made, "fleet_bought")[0].facts
    assert (total["trans"], total["lost"]) == (39500 + 14200, 100_000 - 53_700)


def test_pods_go_into_boxes_with_their_battlecraft() -> None:
    buy = replace(SWORD, pods=(PodsLine(ref(), {1: "battlecraft"}),))
    made = set_up_with("battle-for-bmali", Orders("ann", buys=(buy,)))
    assert unit(made.state, "1A1").pod == 1
    assert [pod.box for pod in unit(made.state, "1A").pods_of("arsenal")] == [2, 3]


def test_two_energy_pods_of_one_place_have_a_box_each() -> None:
    wanted = (Wanted("arsenal", 4), Wanted("energy", 2))
    pods = (PodsLine(ref(), {1: "energy", 6: "energy"}),)
    buy = BuyLine(ref(), Buy("A", "sword", wanted=wanted), pods=pods)
    orders = Orders("ann", buys=(buy,))
    made = set_up_with("battle-for-bmali", orders, chosen={"energy_pods.two_for_one": "yes"})
    assert [pod.box for pod in unit(made.state, "1A").pods_of("energy")] == [1, 6]
    made = set_up_with("battle-for-bmali", orders)
    assert len(unit(made.state, "1A").pods) == 5


def test_a_fleet_begins_where_its_line_says() -> None:
    at = opening("chess-players").maps.parse("C1212")
    orders = Orders("ann", buys=(SWORD,), fleet=PlaceLine(ref(), at, None, 4))
    made = set_up_with("chess-players", orders, Orders("bea", buys=(SWORD,)))
    found = stands(made.state)
    assert found["1A"] == ("C1212", 3, 4, IN_PLAY)
    assert found["2A"] == ("D0809", 9, 3, IN_PLAY)


def test_at_an_edge_of_the_maps_fewer_hexes_are_free() -> None:
    maps = opening("chess-players").maps
    orders = Orders("ann", buys=(SWORD,), fleet=PlaceLine(ref(), maps.parse("A0101")))
    made = work(opening("chess-players"), {"ann": [], "bea": []}, phase="setup")
    made.commands = {"ann": orders}
    off = maps.parse("A0102")
    placed = replace(SWORD, place=(PlaceLine(ref(), off),))
    made.commands = {"ann": replace(orders, buys=(placed,))}
    set_up(made)
    assert stands(made.state)["1A"][0] == "A0102"
    assert not told(made, "not_done")


def test_without_a_purchase_the_fleet_is_that_of_the_scenario() -> None:
    made = set_up_with("chess-players")
    ships = [one for one in made.state.units if one.is_ship]
    assert [(one.side, one.klass) for one in ships] == [
        (side, klass)
        for side in "12"
        for klass in ("sword", "sword", "clarinet", "dagger", "dagger", "dagger")
    ]
    assert [event.facts["given"] for event in told(made, "fleet_bought")] == [True, True]
    assert summary(made.events, build_view(made.state, "bea", SEATS, DEFAULTS), "bea", (), ())[
        0
    ] == ("No ship was bought by your sheet: you have the fleet of the scenario.")


def test_what_cannot_be_paid_is_told_to_its_player_alone() -> None:
    spears = tuple(BuyLine(ref(n), Buy(letter, "spear")) for n, letter in enumerate("ABCD", 1))
    made = set_up_with("battle-for-bmali", Orders("ann", buys=spears))
    (event,) = told(made, "not_bought")
    assert event.facts["what"] == "Spear D"
    assert event.order == ref(4)
    assert event.shown_to("ann") is not None
    assert event.shown_to("bea") is None
    assert summary(made.events, build_view(made.state, "ann", SEATS, DEFAULTS), "ann", (), ())[
        :2
    ] == (
        "Your fleet costs 83,700 of 100,000 Trans.",
        "Line 4 of your sheet was not carried out as written; the reasons are below.",
    )


@pytest.mark.parametrize("kind", ["bought", "fleet_bought", "pods"])
def test_the_enemy_is_not_told_what_a_fleet_carries(kind: str) -> None:
    made = set_up_with("chess-players", Orders("ann", buys=(SWORD,)))
    mine = [one for one in told(made, kind) if one.shown_to("ann") is not None]
    assert mine
    assert [one for one in mine if one.shown_to("bea") is not None] == []


def test_with_sheets_of_ones_own_a_purchase_is_its_player_s_alone() -> None:
    made = set_up_with("chess-players", Orders("ann", buys=(SWORD,)), chosen={"share": "own"})
    (mine, _theirs) = told(made, "fleet_bought")
    assert list(mine.seen) == ["ann"]


def test_a_fleet_line_outside_the_freedom_counts_for_nothing() -> None:
    at = opening("battle-for-bmali").maps.parse("B0707")
    orders = Orders("ann", buys=(SWORD,), fleet=PlaceLine(ref(), at))
    made = set_up_with("battle-for-bmali", orders)
    assert stands(made.state)["1A"][0] == "A0707"


def test_a_purchase_is_the_view_of_its_player_alone_and_before_the_game_alone() -> None:
    state = opening("battle-for-bmali")
    assert build_view(state, "ann", SEATS, DEFAULTS).written()["purchase"]["budget"] == 100_000
    assert "purchase" not in build_view(state, "bea", SEATS, DEFAULTS).written()
    made = set_up_with("battle-for-bmali")
    assert "purchase" not in build_view(made.state, "ann", SEATS, DEFAULTS).written()


def test_the_prefilled_sheet_buys_the_fleet_of_the_scenario() -> None:
    for name, spent in (("battle-for-bmali", "99,800"), ("chess-players", "171,500")):
        found = build_view(opening(name), "ann", SEATS, DEFAULTS).written()
        body = template(View.read(found), "", DEFAULTS)
        assert f"costs {spent}" in body.replace("\n  # ", " ")
        reading = read(sheet_of(body, "SETUP", "0"), View.read(found), DEFAULTS)
        assert not reading.problems
        terms = opening(name).purchases[0]
        bought = [line.ship for line in reading.commands.buys]
        assert tuple(bought) == terms.fleet
        assert all(len(line) <= 72 for line in body.splitlines())


def test_a_battlecraft_without_a_ship_has_a_log_of_its_own() -> None:
    craft = BuyLine(ref(), Buy("T", "terwillicker_x"))
    made = set_up_with("battle-for-bmali", Orders("ann", buys=(SWORD, craft)))
    found = logs([build_view(made.state, "ann", SEATS, DEFAULTS)])
    assert [(one.ship.designation, one.sheet.type) for one in found] == [("A", 1), ("T", 1)]


# --- the end ----------------------------------------------------------------------------------


def test_a_fleet_is_destroyed_with_its_last_craft() -> None:
    made = set_up_with("chess-players", Orders("ann", buys=(SWORD,)))
    first, second = made.state.victory
    assert not holds(made.state, second)
    sword, craft = unit(made.state, "1A"), unit(made.state, "1A1")
    left = made.state.with_units(replace(sword, status=DESTROYED))
    assert not holds(left, second)
    gone = left.with_units(replace(craft, status=JUMPED))
    assert holds(gone, second)
    assert not holds(gone, first)


def test_a_fleet_that_can_fire_no_more_has_lost() -> None:
    omega = BuyLine(ref(), Buy("A", "corco_omega"))
    chosen = {"extra_craft": "yes"}
    made = set_up_with("battle-for-bmali", Orders("ann", buys=(omega,)), chosen=chosen)
    (unarmed,) = [part for part in made.state.victory if part.kind == "unarmed"]
    assert holds(made.state, unarmed)
    made = set_up_with("battle-for-bmali", Orders("ann", buys=(SWORD,)))
    assert not holds(made.state, unarmed)


def test_when_the_game_is_over_everybody_reads_what_was_spent() -> None:
    made = set_up_with("chess-players", Orders("ann", buys=(SWORD,)))
    gone = [one for one in made.state.units if one.side == "1"]
    over = made.state.with_units(*(replace(one, status=DESTROYED) for one in gone))
    end = work(over, {"ann": [], "bea": []}, phase="1.move")
    (move, *_rest) = phases(over, 1, options())
    move.resolve(end)
    assert end.state.winner == "2"
    shown = [event.facts for event in told(end, "fleet_shown")]
    assert [(one["player"], one["trans"]) for one in shown] == [("ann", 39_500), ("bea", 171_500)]
    assert [one["budget"] for one in shown] == [175_000, 175_000]
    assert shown[0]["ships"] == [
        'Sword A "Rook" (2 arsenal pods, battlecraft pod with Terwillicker-X) for 39,500'
    ]
    assert all(event.shown_to("ann") is not None for event in told(end, "fleet_shown"))


# --- secrets ----------------------------------------------------------------------------------

MARJAN = b"""SETUP game turn 0 for Marjan
FLEET at A0505
BUY A Sword: 2 arsenal, energy
END
"""
GANDAPOR = """SETUP game turn 0 for Gandapor
FLEET at C0505 dir 9
BUY A Sword: {pods}
BUY B Dagger
END
"""


def set_up_by_mail(folder: Path, *sheets: str) -> dict[str, dict[str, bytes]]:
    """All that each player gets of a set-up for which Gandapor sends these sheets."""
    campaign = api.new_campaign(folder / "game", "deltavee/chess-players", seed="x", at=BEGUN)
    texts = [("a.txt", MARJAN), *(("b.txt", sheet.encode()) for sheet in sheets)]
    api.submit(campaign, texts, at=SENT)
    api.run_turn(campaign, at=RUN)
    return {
        player: {
            str(path.relative_to(campaign.folder)): path.read_bytes()
            for part in ("inbox", "turns")
            for path in sorted((campaign.folder / part).rglob("*"))
            if path.is_file() and player in path.parts
        }
        for player in ("marjan", "gandapor")
    }


def test_a_player_cannot_tell_fleets_apart_that_differ_in_pods_and_price(tmp_path: Path) -> None:
    made = []
    for place, pods in enumerate(("hunter, crew", "3 arsenal, battlecraft with Terwillicker-X")):
        (tmp_path / str(place)).mkdir()
        draft = [GANDAPOR.format(pods="5 arsenal")] * place
        sheets = [*draft, GANDAPOR.format(pods=pods)]
        made.append(set_up_by_mail(tmp_path / str(place), *sheets))
    assert made[0]["marjan"] == made[1]["marjan"]
    assert made[0]["gandapor"] != made[1]["gandapor"]
    names = {Path(name).name for name in made[0]["marjan"]}
    assert {"report.pdf", "packet.json", "orders.txt"} <= names
