"""What stands on the pages of Nova: tables, ship logs, and the pages themselves."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any
from xml.etree import ElementTree

import pytest
from msgspec.structs import replace

from pbm.engine.events import Change, only
from pbm.games.nova.game import RULESET
from pbm.games.nova.report.annex import Accounts, Annex
from pbm.games.nova.report.art import art
from pbm.games.nova.report.log import Log, chart_columns
from pbm.games.nova.report.saying import parts_lost
from pbm.games.nova.report.star_map.plots import bar, money
from pbm.games.nova.report.story import tell
from pbm.games.nova.report.summary import summary
from pbm.games.nova.rules.battle_by_mail.waiting import build_view
from pbm.games.nova.rules.history import note
from pbm.games.nova.state.components import Component
from pbm.games.nova.state.state import Goal, State
from pbm.games.nova.view.record import (
    ChartRow,
    DamageView,
    GoalView,
    View,
    YouView,
    empty_view,
)
from pbm.packets.build import CampaignFacts, Packet, StageFacts, build, packet_bytes, packet_in
from pbm.packets.gm_book import build_book
from pbm.packets.record import PacketRecord
from pbm.pages.render import html, pdf, print_html
from pbm.pages.report_files import UNDATED, context_of
from tests.games.nova.builders import (
    DEFAULTS,
    SEATS,
    design,
    empire,
    home,
    ship,
    sight,
    state,
    work,
)
from tests.games.nova.scenes.report import cluster, packet_of

SVG = "{http://www.w3.org/2000/svg}"


# --- tables -----------------------------------------------------------------------------------


def annex(table: State, **options: str) -> Annex:
    """The tables of Ann's report."""
    found: Annex = art(packet_of(table, (), **options))["annex"]
    return found


def logs(table: State) -> list[Log]:
    """The ship logs of Ann's report."""
    found: list[Log] = art(packet_of(table))["logs"]
    return found


def test_accounts_add_up_from_what_was_told() -> None:
    made = work(cluster())
    for kind, before, after in (
        ("production", 50, 290), ("ships_built", 290, 250), ("hull_begun", 250, 240),
        ("hull_paid", 240, 235), ("gift", 235, 245),
    ):  # fmt: skip
        made.emit(kind, "ann", rule="NV X", seen=only("ann"),
                  changes=(Change("empire/ann/treasury", before, after),))  # fmt: skip
    view = build_view(made.state, "ann", SEATS, DEFAULTS).written()
    told = tell(made.events, View.read(view), "ann")
    rows = [
        ("Production", "+240"),
        ("Ships built", "−40"),
        ("Ships paid for in part", "−15"),
        ("Other", "+10"),
    ]
    assert art(packet_of(made.state, told))["annex"].accounts == Accounts(50, rows, 245)


def test_tables_say_what_the_next_sheet_needs() -> None:
    found = annex(cluster())
    assert ("Treasury", "245 at VIRUS") in found.empire
    assert ("Debt", "12") in found.empire
    assert ("Builds at", "ALGOL") in found.empire
    assert found.project(found.view.projects[0]) == "BL20"
    assert found.bar(found.view.projects[0]) is None
    assert found.levels(found.view.empire.tech) == "BL 15, JD 3"
    assert [one.name for one in found.systems][:2] == ["ALGOL", "VIRUS"]
    systems = {one.name: one for one in found.systems}
    assert found.status(systems["ALGOL"]) == "Outpost of aliens, captured by you"
    assert found.status(systems["MAVIS"]) == "Outpost yours, captured by aliens"
    assert found.planet(systems["ALGOL"]) == "2 AA, 1 C of aliens"
    assert found.planet(systems["TEDDY"]) == "SDUs, armies, aliens"
    assert found.seen(systems["TEDDY"]) == "now"
    assert found.seen(systems["SHOOT"]) == "turn 1"
    assert found.remarks(systems["TEDDY"]) == "2 alien ships, home by B"
    later = annex(replace(cluster(), turn=4))
    assert "2 alien ships in turn 2, home by B" in map(later.remarks, later.systems)
    alone = annex(state(ship("Stinger", at="TEDDY")))
    assert list(map(alone.seen, alone.systems)) == ["now", "not explored"]
    assert found.remarks(systems["MAVIS"]) == "met aliens, stopped there in turn 2, home by V"
    assert found.remarks(systems["VIRUS"]).startswith("home star, suppressed, IC builds nothing")
    assert found.lines(systems["VIRUS"]) == ["D ALGOL", "X MAVIS"]
    assert list(map(found.gate, found.view.gates)) == [
        "in the warp point of ALGOL", "stored at VIRUS", "in the warp point of TEDDY",
    ]  # fmt: skip
    assert list(map(found.permit, found.view.permits)) == [
        "Empire Q (MINKY) may pass through Ring-A",
        "Empire Q (MINKY) is not stopped by your interdiction",
        "Your own ships are stopped at ALGOL",
    ]


def test_an_empire_without_a_home_says_so() -> None:
    table = state(empire("ann", home=""))
    assert ("Home star", "destroyed") in annex(table).empire


def test_ships_stand_by_place_with_what_they_carry_below() -> None:
    rows = annex(cluster()).ships
    assert [(one.place, one.name, one.depth) for one in rows] == [
        ("ALGOL", "Wasp", 0),
        ("ALGOL", "Pup", 1),
        ("ALGOL", "Kid", 2),
        ("VIRUS", "Stinger", 0),
        ("retreats to VIRUS", "Runner", 0),
    ]
    assert (rows[0].load, rows[0].remarks) == ("2 C", "named by the program")
    assert (rows[1].remarks, rows[2].remarks) == ("in LB1", "aboard")
    assert rows[3].damage == (
        "lost: 3 armour, 2 structure, 1 level of the impulse engine, 2 levels of the jump drive, "
        "BL1"
    )


def test_ships_of_which_nothing_else_is_said_share_a_row() -> None:
    table = state(
        ship("Ant", "Scout", at="ALGOL"),
        ship("Bee", "Scout", at="ALGOL"),
        ship("Cow", "Hauler", at="ALGOL", cargo=(("C", 1),)),
        ship("Dog", "Hauler", at="ALGOL"),
        ship("Elk", "Hauler", at="ALGOL"),
        ship("Pup", "Scout", at="", carrier="elk", bay="CH1"),
        ship("Fly", "Hauler", at="VIRUS", cargo=(("C", 2),)),
        ship("Gnu", "Hauler", at="VIRUS", cargo=(("C", 2),)),
    )
    rows = annex(table).ships
    assert [one.name for one in rows] == ["Cow", "Dog", "Elk", "Pup", "Ant, Bee", "Fly, Gnu"]
    assert (rows[0].load, rows[5].load) == ("1 C", "2 C each")
    assert annex(state()).ships == []


def test_progress_that_is_told_is_drawn() -> None:
    found = annex(cluster(), research_reports="all")
    assert found.view.projects[0].done == 12
    assert "12 of 45 Tech Points" in str(found.bar(found.view.projects[0]))


@pytest.mark.parametrize(("done", "goal", "width"), [(0, 45, 0), (12, 45, 32), (50, 45, 120)])
def test_a_bar_is_as_long_as_what_is_done(done: int, goal: int, width: int) -> None:
    assert f'<rect width="{width}"' in str(bar(done, Fraction(goal)))
    assert '<rect width="120"' in str(bar(0, Fraction(0)))


def test_money_over_the_turns_is_drawn_from_the_second_on() -> None:
    assert money([]) is None
    assert money([[1, 200, 50]]) is None
    drawn = str(money([[1, 200, 100], [2, 200, 0], [3, 100, 0]]))
    # 200 MCr at the top, none at the bottom.
    assert 'd="M0 0 L280 0 L560 55"' in drawn
    assert 'd="M0 55 L280 110 L560 110"' in drawn
    assert "production 100, treasury 0 MCr at the end, at most 200" in drawn


@pytest.mark.parametrize(
    ("production", "treasury", "heights"), [(100, 100, (-3, 11)), (90, 100, (22, 8))]
)
def test_names_of_lines_that_end_together_stand_apart(
    production: int, treasury: int, heights: tuple[int, int]
) -> None:
    svg = ElementTree.fromstring(str(money([[1, 0, 0], [2, production, treasury]])))
    found = {str(one.text): int(str(one.get("y"))) for one in svg.iter(f"{SVG}text")}
    assert found[f"production {production}"] == heights[0]
    assert found[f"treasury {treasury}"] == heights[1]


def test_the_end_of_a_turn_is_noted() -> None:
    tech = {"BL": 15, "JD": 3}
    ann = empire("ann", production=200, treasury=40, tech=tech, annals=((2, 180, 10, 17),))
    made = work(state(ann))
    note(made)
    assert made.state.empires["ann"].annals == ((2, 180, 10, 17), (3, 200, 40, 18))
    table = made.state
    assert "Production and treasury from turn 2 to 3" in str(annex(table).course)


def test_only_the_last_hundred_turns_are_noted() -> None:
    annals = tuple((turn, 10, 5, 40) for turn in range(-97, 3))
    made = work(state(empire("ann", production=200, treasury=40, annals=annals)))
    note(made)
    noted = made.state.empires["ann"].annals
    assert (noted[0][0], noted[-1][0], len(noted)) == (-96, 3, 100)


def test_a_campaign_may_want_events_only() -> None:
    assert annex(cluster()).lists
    assert not annex(cluster(), status_annex="no").lists


@pytest.mark.parametrize(
    ("goal", "text"),
    [
        (GoalView(method="population", level=60, last=None, by=""),
         "Population: 60 points for outposts, settlements and worlds"),
        (GoalView(method="production", level=None, last=30, by=""),
         "Production: more than a hidden number of MCr a turn, or the most after turn 30"),
        (GoalView(method="territory", level=9, last=None, by=""),
         "Territory: 9 points for systems held"),
        (GoalView(method="time", level=None, last=30, by="points"),
         "Time: the highest points after turn 30"),
        (GoalView(method="time", level=None, last=None, by="production"),
         "Time: the highest production after a hidden turn"),
    ],
)  # fmt: skip
def test_goals_in_words(goal: GoalView, text: str) -> None:
    view = empty_view(1, YouView(player="ann", name=""))
    assert Annex(view, [], lists=True).goal(goal) == text


# --- logs -------------------------------------------------------------------------------------


def test_a_log_holds_all_ships_of_a_design() -> None:
    found = {log.design.name: log for log in logs(cluster())}
    assert set(found) == {"Frigate", "Hauler", "Scout"}
    log = found["Frigate"]
    (stinger,) = log.ships
    assert (log.number, stinger.ie, stinger.jd) == ("1 ship", 1, 1)
    assert log.armour(stinger).startswith("-1 <svg")
    assert log.structure(stinger).startswith("33 <svg")
    assert (log.load(stinger), log.place(stinger)) == ("missiles Dart", "VIRUS")
    assert log.lost(stinger).startswith("3 armour, 2 structure, ")
    scouts, (hauler,) = found["Scout"], found["Hauler"].ships
    assert list(map(scouts.place, scouts.ships)) == [
        "aboard Pup", "aboard Wasp, LB1", "retreats to VIRUS",
    ]  # fmt: skip
    assert [scouts.armour(one) for one in scouts.ships] == ["0"] * 3
    assert found["Hauler"].load(hauler) == "2 C"
    assert dict(log.figures)["Shields"] == "0"


def test_a_log_says_what_shields_recover() -> None:
    made = design("Wall", Component("SI", 3, 9))
    table = state(
        empire("ann", designs={"Wall": "ann/Wall"}),
        ship("Brick", "Wall"),
        designs={"ann/Wall": made},
    )
    (log,) = logs(table)
    assert dict(log.figures)["Shields"].startswith("27, +")


def test_a_chart_stands_in_columns_and_ends_with_000() -> None:
    rows = [("IE 2", 1, 74), ("JD 3", 75, 185), ("BL 15", 186, 925), ("No Effect", 926, 1000)]
    assert chart_columns([ChartRow(*row) for row in rows]) == [
        [("001-074", "IE 2"), ("075-185", "JD 3")],
        [("186-925", "BL 15"), ("926-000", "No Effect")],
    ]


def test_the_book_has_the_logs_of_all_players() -> None:
    table = state(ship("Stinger"), ship("Bee", owner="bea"))
    views = [build_view(table, seat.id, SEATS, DEFAULTS).written() for seat in SEATS[:2]]
    (log,) = art({**packet_of(table), "records": views})["logs"]
    assert (log.number, log.whose) == ("2 ships", "2 empires")
    assert log.rows == [
        ("VIRUS", "Stinger", "VIRUS", "2", "35", "2", "3", ""),
        ("MINKY", "Bee", "VIRUS", "2", "35", "2", "3", ""),
    ]


def test_the_book_has_a_log_of_each_design_that_differs() -> None:
    table = state(ship("Stinger"), ship("Wasp", "Hauler", owner="bea"))
    views = [build_view(table, seat.id, SEATS, DEFAULTS).written() for seat in SEATS[:2]]
    found = art({**packet_of(table), "records": views})["logs"]
    assert [log.whose for log in found] == ["VIRUS", "MINKY"]


def test_foreign_cargo_says_whose_it_is() -> None:
    table = state(ship("Wasp", "Hauler", cargo=(("AA", 1),)))
    wasp = table.ships["wasp"]
    mixed = replace(wasp, cargo=(*wasp.cargo, replace(wasp.cargo[0], kind="RA", owner="bea")))
    (log,) = logs(replace(table, ships={"wasp": mixed}))
    assert log.load(log.ships[0]) == "1 AA, 1 RA of alien"


def test_losses_in_words() -> None:
    assert parts_lost(DamageView(armour=0, structure=0, parts={}, ie=0, jd=0)) == []


# --- pages ------------------------------------------------------------------------------------


def told_of(table: State) -> StageFacts:
    made = work(table, phase="L")
    made.emit("research_done", "ann", rule="NV REP-04", seen=only("ann"), project="MD7",
              project_kind="TECH", subject="MD", teams=3)  # fmt: skip
    return StageFacts("3", "2026-01-01T00:00:00+00:00", table, SEATS, made.events)


GAME = replace(RULESET, build_view=build_view, tell=tell, summary=summary)
CAMPAIGN = CampaignFacts("age", "The Age", DEFAULTS, 1, "x")


def page(packet: Packet | PacketRecord[Any, Any], name: str) -> str:
    said = context_of(packet_in(packet_bytes(packet)), "ORDERS\nEND\n")
    return html(f"nova/{name}.html", said)


def test_a_report_holds_the_situation_report_and_every_table() -> None:
    text = page(build(GAME, CAMPAIGN, told_of(cluster()), SEATS[0]), "report")
    for part in (
        "* VIRUS    Turn 3",
        "* MD7 in",
        "MD7 is in. Its 3 teams are disbanded.",
        "<svg",
        "Treasury now",
        "BL20",
        "captured by you",
        "Stinger",
        "Bumble",
        "Ring-A",
        "Dart",
        "MINKY",
        "Ship logs",
        "ORDERS\nEND",
    ):
        assert part in text, part


def test_the_star_map_stands_before_all_but_the_first_lines() -> None:
    packet = build(GAME, CAMPAIGN, told_of(cluster()), SEATS[0])
    said = context_of(packet_in(packet_bytes(packet)), "ORDERS\nEND\n")
    for written in (html, print_html):
        text = written("nova/report.html", said)
        assert text.count("The star map</h2>") == 1
        due, heading, map = (
            text.index(part) for part in ('class="due"', "The star map</h2>", "Star map of ")
        )
        assert due < heading < map < text.index("Situation report</h2>")


def test_what_never_changes_stands_in_the_first_report_alone() -> None:
    never = ("Production: more than 2500 MCr a turn.", "Options of this campaign</h2>")
    first = page(build(GAME, CAMPAIGN, StageFacts("new", "", cluster(), SEATS), SEATS[0]), "report")
    later = page(build(GAME, CAMPAIGN, told_of(cluster()), SEATS[0]), "report")
    assert [part in first for part in never] == [True, True]
    assert [part in later for part in never] == [False, False]
    assert "Money</h2>" in later and "Money</h2>" not in first


def test_a_report_of_next_to_nothing_stands_too() -> None:
    bare = state(empire("ann", home="", sights={}, tech={}, designs={}),
                 home("ann", owner="bea", colonizer="bea", surface={}))  # fmt: skip
    told = StageFacts("new", "", bare, SEATS)
    text = page(build(GAME, CAMPAIGN, told, SEATS[0]), "report")
    assert text.index("Your first sheet</h2>") < text.index("Options of this campaign</h2>")
    assert "No part of the map is known yet." not in text


def test_the_book_and_the_logs_stand() -> None:
    table = cluster()
    book = page(build_book(GAME, CAMPAIGN, told_of(table)), "book")
    assert "All events" in book
    assert "Stinger" in book
    logs_page = page(build(GAME, CAMPAIGN, told_of(table), SEATS[0]), "logs")
    assert "Critical hits" in logs_page


@pytest.mark.parametrize("name", ["report", "logs", "book"])
def test_the_press_has_nothing_to_remark(name: str, caplog: pytest.LogCaptureFixture) -> None:
    told = told_of(cluster())
    packet = (
        packet_bytes(build_book(GAME, CAMPAIGN, told))
        if name == "book"
        else packet_bytes(build(GAME, CAMPAIGN, told, SEATS[0]))
    )
    said = context_of(packet_in(packet), "")
    said["made"] = UNDATED.isoformat()
    with caplog.at_level("WARNING"):
        assert pdf(f"nova/{name}.html", said, UNDATED).startswith(b"%PDF")
    assert caplog.messages == []


def test_a_book_has_no_header_of_an_empire() -> None:
    packet = build_book(GAME, CAMPAIGN, told_of(cluster()))
    assert art(json.loads(json.dumps(packet)))["sitrep"] == ["* MD7 in"]


@pytest.mark.parametrize(
    ("seen", "when", "remarks"),
    [(1, "turn 1", "your ships are there"), (2, "now", "")],
)
def test_ships_in_a_system_do_not_see_its_planet(seen: int, when: str, remarks: str) -> None:
    table = state(
        empire("ann", sights={"TEDDY": sight("TEDDY", seen=seen, lines={"A": "", "B": ""})}),
        ship("Stinger", at="TEDDY"),
    )
    found = annex(table)
    (teddy,) = (one for one in found.systems if one.name == "TEDDY")
    assert (found.seen(teddy), found.remarks(teddy)) == (when, remarks)


def test_the_book_names_whose_ships_are_in_a_system() -> None:
    table = state(
        empire("ann"),
        empire("bea"),
        ship("Stinger", at="TEDDY"),
        ship("Wasp", at="TEDDY", owner="bea"),
    )
    book = build_book(GAME, CAMPAIGN, StageFacts("3", "", table, SEATS))
    found: Annex = art(json.loads(json.dumps(book)))["annex"]
    (teddy,) = (one for one in found.systems if one.name == "TEDDY")
    assert found.remarks(teddy) == "ships of MINKY and VIRUS are there"


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        (Goal("territory", 100), True),
        (Goal("time", 0, 57, "territory", True), True),
        (Goal("time", 0, 57), False),
        (Goal("production", 2500), False),
    ],
)
def test_territory_points_are_told_where_they_decide(goal: Goal, told: bool) -> None:
    table = state(empire("ann", points=3), goals=(goal,))
    assert (("Territory points", "3") in annex(table).empire) is told


def test_a_message_to_several_readers_stands_once() -> None:
    packet = build(GAME, CAMPAIGN, told_of(cluster()), SEATS[0])
    post = [
        {"event": "e1", "sent": True, "name": "MINKY", "text": "Peace?", "refused": ""},
        {"event": "e2", "sent": True, "name": "PAGAN", "text": "Peace?", "refused": ""},
        {"event": "e3", "sent": True, "name": "SHOOT", "text": "Peace?", "refused": "not known"},
        {"event": "e4", "sent": False, "name": "MINKY", "text": "Peace?", "refused": ""},
    ]
    text = page({**packet_in(packet_bytes(packet)), "messages": post}, "report")
    assert text.count("Peace?") == 3
    assert "To MINKY, PAGAN</strong>: delivered" in text
    assert "To SHOOT</strong>: not delivered, not known" in text
    assert "From MINKY</strong>" in text


def test_the_book_names_whom_a_sentence_is_about() -> None:
    made = work(cluster(), phase="L")
    made.emit("treasury_lost", "bea", rule="NV X", seen=only("bea"), system="MINKY", amount=9)
    made.emit("game_over", rule="NV X", title="MINKY wins", winner="MINKY")
    told = StageFacts("3", "2026-01-01T00:00:00+00:00", made.state, SEATS, made.events)
    text = page(build_book(GAME, CAMPAIGN, told), "book")
    assert ">MINKY&#39;s treasury at MINKY falls to aliens: 9 MCr." in text
    assert ">The game is over. MINKY wins." in text
