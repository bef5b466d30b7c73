"""The first page of a report: the forces in a few rows, and what the next sheet decides."""

from __future__ import annotations

from msgspec.structs import replace

from pbm.games.deltavee.report import art as deltavee_art
from pbm.games.deltavee.report import forces as deltavee
from pbm.games.deltavee.view.view import build_view as deltavee_view
from pbm.games.knighthawks.report import forces as knighthawks
from pbm.games.knighthawks.view.view import build_view
from pbm.games.nova.report.annex import briefing
from pbm.games.nova.rules.battle_by_mail.waiting import build_view as nova_view
from pbm.packets.briefing import MOST, Briefing
from tests.games.deltavee import scenes
from tests.games.deltavee.report import test_log as logs
from tests.games.knighthawks import worlds
from tests.games.nova.builders import DEFAULTS, SEATS
from tests.games.nova.scenes.report import cluster


def test_ships_stand_with_hull_and_supplies_and_many_are_counted() -> None:
    state = worlds.battle()
    (own,) = [ship for ship in state.ships if ship.owner == "ann" and ship.status == "in play"]
    left = "2 torpedos, 4 ICMs, 1 masking screen"

    def brief(number: int) -> Briefing:
        more = [replace(own, id=f"more{n}", designation=f"A{n}") for n in range(10, 9 + number)]
        view = build_view(
            replace(state, ships=(*state.ships, *more)), "ann", worlds.SEATS, worlds.options()
        )
        return knighthawks.briefing(view)

    assert brief(1).rows == [("A1 Dread", "1412", "4", "3", "22 of 40", left)]
    assert (brief(1).orders, brief(1).is_whole) == ("orders for 1 ship", True)
    assert {"A1 Dread", "A15 Dread"} < {row[0] for row in brief(MOST).rows}
    many = brief(MOST + 1)
    assert (len(many.rows), many.rows[-1]) == (MOST, ("and 2 more ships", "", "", "", "", ""))
    assert (many.orders, many.is_whole) == ("orders for 8 ships", False)


def test_that_a_ship_is_to_be_placed_is_not_said_again() -> None:
    view = build_view(worlds.battle(), "bea", worlds.SEATS, worlds.options())
    waiting = replace(view, ships=[replace(one, status="waiting") for one in view.ships])
    assert "evaded" in knighthawks.briefing(view).rows[0][-1]
    assert next(row[-1] for row in knighthawks.briefing(waiting).rows) == "3 assault rockets"


def test_units_stand_with_energy_and_damage_and_not_again_in_a_table() -> None:
    view = deltavee_view(logs.busy(), "ann", scenes.SEATS, logs.OPTIONS)
    found = deltavee.briefing(view)
    assert [row[0] for row in found.rows][:2] == ["A Flute", "A1 Terwillicker-5000"]
    assert found.rows[0][4:6] == ("32 of 35 blocks", "0 + 1")
    assert found.orders == "orders for 5 units"
    packet = {"known": view.written(), "story": []}
    titles = [table["title"] for table in deltavee_art.art(packet)["forces"]]
    assert deltavee.YOURS not in titles
    assert deltavee.YOURS in [table["title"] for table in deltavee.forces(view)]


def test_places_stand_with_what_they_give_and_the_ships_there() -> None:
    view = nova_view(cluster(), "ann", SEATS, DEFAULTS)
    found = briefing(view)
    by_place = {row[0]: row[1:] for row in found.rows}
    assert next(iter(by_place)) == "VIRUS"
    for place, (status, mcr, *_rest) in by_place.items():
        own = [one for one in view.systems if one.name == place and one.yours]
        assert bool(status) == bool(own)
        assert mcr == ("".join(str(one.revenue or "") for one in own))
    assert found.orders.startswith(f"{view.empire.production_next} MCr of production and ")


def test_whoever_has_nothing_has_no_table_and_nothing_to_order() -> None:
    gm = build_view(worlds.battle(), "", worlds.SEATS, worlds.options())
    assert (knighthawks.briefing(gm).rows, knighthawks.briefing(gm).orders) == ([], "")
    book = deltavee_view(logs.busy(), "", scenes.SEATS, logs.OPTIONS)
    assert (deltavee.briefing(book).rows, deltavee.briefing(book).orders) == ([], "")
    nobody = briefing(nova_view(cluster(), "", SEATS, DEFAULTS))
    assert nobody.orders == ""
