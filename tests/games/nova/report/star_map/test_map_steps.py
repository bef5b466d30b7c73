"""The ways of ships on the star map, the steps of a turn on it, and the plots of growth."""

from __future__ import annotations

import re
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.drawing.tick_boxes import gauge
from pbm.engine.story import Section
from pbm.games.nova.report.item import Item
from pbm.games.nova.report.star_map.map_steps import map_steps, ways_drawn
from pbm.games.nova.report.star_map.plots import growth
from pbm.games.nova.report.trips import Trip, trips
from pbm.games.nova.rules.battle_by_mail.waiting import build_view
from pbm.games.nova.view.record import EmpireView, View, YouView, empty_view
from pbm.packets.record import Order
from tests.core.stories import item_as
from tests.games.nova.builders import DEFAULTS, SEATS, ship, state

YOU = YouView(player="ann", name="PALM")
LINES = {
    "PALM": {"Y": "HELIO", "B": ""},
    "HELIO": {"R": "PALM", "K": "AMBER", "Z": "FAR"},
    "AMBER": {"F": "HELIO"},
    "FAR": {},
}
(SYSTEM,) = build_view(state(), "", SEATS, DEFAULTS).systems[:1]
SHIP = build_view(state(ship("Hawk")), "ann", SEATS, DEFAULTS).ships[0]


def knows(**where: str) -> View:
    """The systems, and the ships that are left with where they are."""
    return replace(
        empty_view(3, YOU),
        systems=[replace(SYSTEM, name=name, lines=ways) for name, ways in LINES.items()],
        ships=[
            replace(SHIP, name=name.replace("_", " "), at=at) for name, at in sorted(where.items())
        ],
    )


def gone(*understood: str, **where: str) -> list[Trip]:
    """The ways of orders as they were understood."""
    orders = [
        Order(line=line, text="", understood=said, heading=False, faulty=False, fates=[], event=[])
        for line, said in enumerate(understood, start=3)
    ]
    return trips(knows(**where), orders)


def item(event: str, *track: str, **more: Any) -> Item:
    return item_as(Item, event, track=track, **more)


def test_a_way_is_what_the_order_says_as_far_as_the_ships_came() -> None:
    order = "PALM Hawk > Y=HELIO > K=AMBER H [PALM, Y to HELIO, K to AMBER]"
    (whole,) = gone(order, Hawk="AMBER")
    assert whole == Trip(("Hawk",), ("PALM", "HELIO", "AMBER"), 3)
    assert whole.words == "Hawk went from PALM by HELIO to AMBER."
    assert gone(order, Hawk="HELIO") == [Trip(("Hawk",), ("PALM", "HELIO"), 3)]
    assert gone(order, Hawk="PALM") == []


def test_names_with_blanks_loads_and_retreats_are_read() -> None:
    told = gone(
        'PALM "Ox 1", Lark (3 C, 1 AA) > Y N,X [PALM, Y to HELIO]',
        "retreating HELIO Mint > K [HELIO, K to AMBER]",
        Ox_1="HELIO",
        Lark="HELIO",
        Mint="AMBER",
    )
    assert [(trip.ships, trip.way) for trip in told] == [
        (("Ox 1", "Lark"), ("PALM", "HELIO")),
        (("Mint",), ("HELIO", "AMBER")),
    ]


def test_the_unknown_is_where_the_line_is_known_to_lead_now() -> None:
    (far,) = gone("HELIO Hawk > Z F [HELIO, Z to the unknown]", Hawk="FAR")
    assert far.way == ("HELIO", "FAR")
    assert gone("PALM Hawk > B F [PALM, B to the unknown]", Hawk="PALM") == []


def test_of_ships_that_are_gone_the_whole_way_is_told_as_theirs() -> None:
    (trip,) = gone("PALM Hawk > Y > K H [PALM, Y to HELIO, K to AMBER]")
    assert trip.lost
    assert trip.words == "Hawk, lost since, set out from PALM by HELIO to AMBER."


def test_other_brackets_and_unmoved_ships_are_no_ways() -> None:
    assert not gone("Maintain IE 2-3 [12] @ 10 = 120", "PALM Hawk T/H", "X [NOWHERE, Y to HELIO]")


POINTS = {"PALM": (0, 0), "HELIO": (120, 0), "AMBER": (120, 208)}


def test_each_leg_is_drawn_once_and_broken_where_all_were_lost() -> None:
    one, two = Trip(("a",), ("PALM", "HELIO"), 3), Trip(("b",), ("PALM", "HELIO"), 4, True)
    assert str(ways_drawn([one, two], POINTS, {})).count("stroke-opacity") == 1
    assert "dasharray" not in ways_drawn([one, two], POINTS, {})
    assert "dasharray" in ways_drawn([two], POINTS, {})
    assert ways_drawn([], POINTS, {}) == ""


def test_the_steps_of_a_turn_stand_in_its_order_with_movement_between() -> None:
    told = [
        Section(title="C Construction", items=[item("e1", "PALM")]),
        Section(title="G Contact", items=[item("e2", "AMBER"), item("e3", "AMBER"), item("e4")]),
        Section(title="The battle at AMBER", items=[item("e5", "AMBER", facts={"round": 1})]),
        Section(title="L Accounts", items=[item("e6")]),
    ]
    ways = gone("PALM Hawk > Y H [PALM, Y to HELIO]", Hawk="HELIO")
    found = map_steps(told, ways, POINTS, {}, (0, 0, 300, 300), 15)
    assert [(one.title, one.source) for one in found] == [
        ("C Construction", "s0"),
        ("F Movement", "ways"),
        ("G Contact", "s1"),
    ]
    assert 'data-e="e2 e3"' in found[2].drawn
    assert ">2</text>" in found[2].drawn
    assert found[1].words == "Hawk went from PALM to HELIO."
    way = re.search(r'data-way="([^"]*)"', str(found[1].drawn))
    assert way is not None
    assert way[1].startswith("0,0 ")


def test_growth_counts_systems_in_all_and_ships_by_turn() -> None:
    view = replace(
        empty_view(3, YOU),
        empire=EmpireView(annals=[[1, 10, 5, 40], [2, 10, 5, 40], [3, 20, 5, 45]]),
        systems=[
            replace(SYSTEM, explored=True, explored_on=0),
            replace(SYSTEM, explored=True, explored_on=2),
            replace(SYSTEM, explored=False, explored_on=0),
        ],
        ships=[replace(SHIP, built=0), replace(SHIP, built=3), replace(SHIP, built=3)],
    )
    research, explored, built = map(str, growth(view))
    assert "since turn 1. turn 0: 0, turn 1: 0, turn 2: 0, turn 3: 5." in research
    assert "turn 0: 1, turn 1: 1, turn 2: 2, turn 3: 2." in explored
    assert "turn 0: 1, turn 1: 0, turn 2: 0, turn 3: 2." in built
    assert growth(replace(view, empire=EmpireView(annals=[[1, 10, 5, 40]]))) == []
    idle = replace(view, empire=EmpireView(annals=[[1, 10, 5, 40], [2, 10, 5, 40]]))
    assert not any("Technology" in plot for plot in map(str, growth(idle)))
    assert growth(replace(view, empire=EmpireView())) == []


@pytest.mark.parametrize(("last", "first"), [(100, 0), (101, 2)])
def test_of_a_long_campaign_the_last_hundred_turns_are_plotted(last: int, first: int) -> None:
    annals = [[turn, 10, 5, 40] for turn in range(max(1, last - 99), last + 1)]
    view = replace(
        empty_view(3, YOU),
        empire=EmpireView(annals=annals),
        systems=[replace(SYSTEM, explored=True, explored_on=0)],
        ships=[replace(SHIP, built=1), replace(SHIP, built=100)],
    )
    explored, built = map(str, growth(view))
    assert f". turn {first}: 1, " in explored
    assert f"turn {last}: 1." in explored
    assert f"turn {first - 1}:" not in explored
    assert ("Ships of today built since turn 2, by turn" in built) == bool(first)
    assert f"turn {last}: {int(last == 100)}." in built


def test_a_gauge_is_scribbled_over_as_far_as_it_is_lost() -> None:
    def strokes(left: int, full: int) -> int:
        return str(gauge(left, full, "armour")).count("L")

    assert strokes(10, 10) == 0
    assert strokes(0, 10) == 80 // 3
    assert strokes(5, 10) == 40 // 3
    assert strokes(999, 1000) == 1
    assert 'aria-label="armour"' in gauge(0, 0, "armour")


def test_turns_before_levels_were_noted_have_none() -> None:
    view = replace(empty_view(3, YOU), empire=EmpireView(annals=[[1, 2, 3], [2, 2, 3]]))
    assert len(growth(view)) == 2
    annals = [[1, 2, 3], [2, 2, 3, 10], [3, 2, 3, 12]]
    research = str(growth(replace(view, empire=EmpireView(annals=annals)))[0])
    assert "since turn 2" in research
    assert "turn 2: 0, turn 3: 2" in research


def test_what_happened_at_a_place_that_is_not_on_the_map_is_not_drawn() -> None:
    items = [item("e1", "PALM", "NOWHERE"), item("e2", "PALM"), item("e3")]
    (step,) = map_steps(
        [Section(title="A Movement", items=items)], (), {"PALM": (0, 0)}, {}, (0, 0, 10, 10), 15
    )
    assert step.words == "Something happened at PALM."
