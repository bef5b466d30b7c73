"""Systems on a star map: each gets its place once, near those it is joined to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from zlib import crc32

import pytest
from msgspec import convert

from pbm.dice.keyed import Ids
from pbm.games.nova.rules.charting import _Squares, chart, crosses, neighbours, passes, placed
from pbm.games.nova.scenario.generator import generate
from pbm.games.nova.view.record import SystemView
from tests.games.nova.builders import empire, sight, state, work
from tests.games.nova.sheet_table import system
from tests.games.nova.star_lines import seldom_crossed


def test_neighbours_are_those_of_known_lines_both_ways() -> None:
    found = neighbours({"VIRUS": ["ALGOL", ""], "TEDDY": ["TEDDY"]})
    assert found == {"ALGOL": ["VIRUS"], "TEDDY": [], "VIRUS": ["ALGOL"]}


@pytest.mark.parametrize(
    ("one", "other", "cross"),
    [
        (((0, 0), (4, 0)), ((2, 2), (2, -2)), True),
        (((0, 0), (4, 0)), ((2, 2), (2, 1)), False),
        (((0, 0), (4, 0)), ((5, 1), (6, -2)), False),
        (((0, 0), (4, 0)), ((0, 0), (2, -2)), False),
    ],
)
def test_lines_cross(
    one: tuple[tuple[int, int], tuple[int, int]],
    other: tuple[tuple[int, int], tuple[int, int]],
    cross: bool,
) -> None:
    assert crosses(one, other) is crosses(other, one) is cross


def test_a_line_passes_by_what_lies_on_it() -> None:
    assert passes(((0, 0), (4, 0)), (2, 0))
    assert not passes(((0, 0), (4, 0)), (3, 1))
    assert not passes(((0, 0), (4, 0)), (6, 0))


def test_a_first_system_stands_in_the_middle() -> None:
    assert placed({}, {"ALGOL": [], "VIRUS": []}, "VIRUS")["VIRUS"] == (0, 0)
    # One that is not known cannot be the first.
    assert placed({}, {"ALGOL": []}, "VIRUS") == {"ALGOL": (0, 0)}
    assert placed({}, {}, "VIRUS") == {}


def test_neighbours_stand_a_step_apart() -> None:
    found = placed({}, neighbours({"VIRUS": ["ALGOL"]}), "VIRUS")
    x, y = found["ALGOL"]
    assert x * x + 3 * y * y == 4


def test_what_is_joined_to_nothing_stands_beside() -> None:
    found = placed({"VIRUS": (0, 0), "ALGOL": (2, 0)}, {"ALGOL": [], "TEDDY": [], "VIRUS": []}, "")
    assert found["TEDDY"] == (6, 0)


def test_a_ring_is_drawn_without_a_crossing() -> None:
    names = [f"S{n}" for n in range(6)]
    joined = neighbours({one: [names[n - 1]] for n, one in enumerate(names)})
    places = placed({}, joined, "S0")
    edges = [(places[a], places[b]) for a in joined for b in joined[a] if a < b]
    assert not any(crosses(one, other) for one, other in combinations(edges, 2))


def test_a_place_is_found_where_all_around_is_full() -> None:
    full = {
        f"F{x}/{y}": (x, y)
        for x in range(-12, 13)
        for y in range(-12, 13)
        if (x + y) % 2 == 0 and x * x + 3 * y * y <= 64
    }
    joined = {**{key: [] for key in full}, "F0/0": ["NEW"], "NEW": ["F0/0"]}
    found = placed(full, joined, "")["NEW"]
    assert found not in full.values()


def test_no_place_within_reach_is_found_beside_the_map() -> None:
    full = {
        f"F{x}/{y}": (x, y)
        for x in range(-18, 19)
        for y in range(-10, 11)
        if (x + y) % 2 == 0
    }  # fmt: skip
    joined = {**{key: [] for key in full}, "F0/0": ["NEW"], "NEW": ["F0/0"]}
    x, _y = placed(full, joined, "")["NEW"]
    assert x > 18


def test_places_never_change_and_are_never_shared() -> None:
    """A map that grows by one line at a time, in any order."""
    for seed in range(8):
        lines: dict[str, list[str]] = {"S0": []}
        places = placed({}, neighbours(lines), "S0")
        for n in range(1, 25):
            lines[f"S{n}"] = [f"S{(n * n + seed) % n}", f"S{n * seed * 7 % n}"]
            after = placed(places, neighbours(lines), "S0")
            assert places.items() <= after.items()
            assert len(set(after.values())) == len(after) == len(lines)
            assert all((x + y) % 2 == 0 for x, y in after.values())
            places = after


def explored(empires: int, lines: int, step: int) -> Iterator[dict[str, dict[str, str]]]:
    """The lines an empire knows of a generated cluster, turn by turn, until it knows all."""
    found, _advice = generate(empires, 10, lines, Ids(b"charted"))
    all = {name: {k: v.to for k, v in one.lines.items()} for name, one in found.systems.items()}
    seen = [found.homes[0]]
    while True:
        known = {name: all[name] for name in seen}
        yield known | {to: {} for one in known.values() for to in one.values() if to not in known}
        waiting = sorted({to for one in known.values() for to in one.values()} - known.keys())
        if not waiting:
            return
        seen += sorted(waiting, key=lambda name: crc32(name.encode()))[:step]


@pytest.mark.parametrize(
    ("empires", "step", "last", "most"),
    [(4, 2, 99, 33), (12, 8, 99, 25), (12, 120, 1, 10)],
)
def test_a_cluster_is_charted_with_few_lines_told(
    empires: int, step: int, last: int, most: int
) -> None:
    """At most so many of a hundred lines need arrows when everything is known.

    Found out step by step, or (the ``last`` of the turns alone) all at once.
    """
    places: dict[str, tuple[int, int]] = {}
    turns = list(explored(empires, 4, step))[-last:]
    for known in turns:
        after = placed(places, neighbours({n: list(one.values()) for n, one in known.items()}), "")
        assert places.items() <= after.items()
        places = after
    assert len(places) == len(set(places.values())) == 10 * empires
    told, all = seldom_crossed(
        {n: convert(system(n, lines=one), SystemView) for n, one in turns[-1].items()}, places
    )
    assert told * 100 <= all * most


def test_a_map_is_the_same_each_time_and_in_every_order_of_reading() -> None:
    known = list(explored(4, 4, 4))[-1]
    one = placed({}, neighbours({name: list(to.values()) for name, to in known.items()}), "")
    back = {name: list(reversed(to.values())) for name, to in reversed(known.items())}
    assert placed({}, neighbours(back), "") == one


def test_at_the_end_of_a_turn_new_systems_are_charted() -> None:
    sights = {
        "VIRUS": sight("VIRUS", lines={"D": "ALGOL", "X": ""}),
        "ALGOL": sight("ALGOL", explored=False, lines={"B": "VIRUS"}),
    }
    made = work(state(empire("ann", sights=sights), empire("bea", chart={"MINKY": (4, 2)})))
    chart(made)
    assert made.state.empires["ann"].chart.keys() == {"VIRUS", "ALGOL"}
    assert made.state.empires["ann"].chart["VIRUS"] == (0, 0)
    assert made.state.empires["bea"].chart == {"MINKY": (4, 2)}
    lost = work(state(empire("ann", home="", capital="ALGOL", sights=sights)))
    chart(lost)
    assert lost.state.empires["ann"].chart["ALGOL"] == (0, 0)


def test_whatever_touches_a_box_is_near_it() -> None:
    """Boxes of all sizes about the middle of the map, where the numbers change their sign."""
    boxes = [
        (left, top, left + wide, top + high)
        for left in range(-9, 9, 3)
        for top in range(-9, 9, 3)
        for wide in (0, 2, 11)
        for high in (0, 5)
    ]
    squares = _Squares(boxes)
    for left, top, right, bottom in boxes:
        touching = {
            number
            for number, (west, north, east, south) in enumerate(boxes)
            if west <= right and left <= east and north <= bottom and top <= south
        }
        assert touching <= squares.near((left, top, right, bottom))
    assert squares.near((90, 90, 95, 95)) == set()
