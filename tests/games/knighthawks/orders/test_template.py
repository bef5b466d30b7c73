"""The next sheet, prefilled: it reads without a problem and says how things stand."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.games.knighthawks.orders.reading import read
from pbm.games.knighthawks.orders.template import template
from pbm.games.knighthawks.state.state import DESTROYED, IN_PLAY, LOST, WAITING
from pbm.games.knighthawks.view.record import View
from pbm.games.knighthawks.view.view import build_view
from pbm.kit.problems import render_all
from pbm.sheets.envelope import envelope, find_sheets
from tests.games.knighthawks.builders import SEATS, ship, state
from tests.games.knighthawks.sheet_table import OPTIONS_IN_FORCE, known

EVADING = {"evading": True}
IN_ORBIT = {"orbit": {"planet": "pp1", "clockwise": False}, "speed": 0}
SCREENED = {"screen": {"made_at": "1009", "orbit_moves_left": 0}}


def test_what_the_template_says_of_a_ship() -> None:
    lines = template(View.read(known()), "", OPTIONS_IN_FORCE).splitlines()
    assert lines[:10] == [
        'SHIP B1  "Scimitar"',
        "  # Assault Scout at 0505, facing 4, speed 6; this turn 1 to 11, at",
        "  # most 4 turns",
        "  # hull 12 of 15; rockets 2",
        "  move    speed 6 plot 6",
        "  attack  AR at nearest, chance >= 50",
        "  attack  LB at nearest",
        "  defence LB at nearest, best hex",
        "  evade   if chance >= 50",
        "",
    ]
    assert "  # Space Station at 1011, facing 4, a station" in lines
    assert not any("Gone" in line or "Gawain" in line or "Sovereign" in line for line in lines)


def test_what_a_player_must_know_stands_in_a_remark() -> None:
    body = " ".join(
        template(View.read(known(B1=EVADING | SCREENED, B2=IN_ORBIT)), "", OPTIONS_IN_FORCE).split()
    )
    body = body.replace(" # ", " ")
    assert (
        "masking screen up; evaded: speed 4 at least, a turn in each of the first 4 hexes" in body
    )
    assert "in orbit of P1 counterclockwise; leaves it at speed 1 to 4" in body
    assert "most 1 turn\n" in template(View.read(known(B1={"mr": 1})), "", OPTIONS_IN_FORCE)


def test_a_zig_zag_off_the_map_is_not_offered_but_warned_of() -> None:
    body = " ".join(
        template(View.read(known(B1=EVADING | {"at": "0102"})), "", OPTIONS_IN_FORCE).split()
    )
    warning = (
        "without a move line it flies a zig-zag, and speed 4 plot 1 L 1 R 1 L 1 R leads off the map"
    )
    assert warning not in body
    edge = {"at": "0102", "facing": 10}
    body = " ".join(template(View.read(known(B1=EVADING | edge)), "", OPTIONS_IN_FORCE).split())
    assert warning in body.replace(" # ", " ")


SIDES = [
    {"id": "A", "name": "Sathar", "players": [], "moves": 1},
    {"id": "B", "name": "Spacefleet", "players": [], "moves": 2},
]


@pytest.mark.parametrize(
    ("due", "orders", "head", "verbs"),
    [
        ("3", "half-turn", "# For the part in which Sathar moves.", "defence icm evade"),
        ("3.2", "half-turn", "# For the part in which your own side moves.", "move attack icm"),
        ("3", "game-turn", 'SHIP B1  "Scimitar"', "move attack defence icm evade"),
    ],
)
def test_the_sheet_of_a_part_offers_what_counts_in_it(
    due: str, orders: str, head: str, verbs: str
) -> None:
    options = {**OPTIONS_IN_FORCE, "orders": orders}
    view = View.read({**known(B2={"supplies": {"icm": 4}}), "sides": SIDES})
    body = template(view, due, options)
    assert body.splitlines()[0] == head
    assert {line.split()[0] for line in body.splitlines() if line.startswith("  ")} - {"#"} == set(
        verbs.split()
    )
    text = envelope("ORDERS", "age", due, "Ilse", "K7QM", body)
    reading = read(find_sheets(text.encode(), "next.txt").sheets[0], view, options)
    assert not reading.problems, render_all(reading.problems)
    # What the whole turn's sheet says beside it is in vain, and said to be.
    whole = envelope("ORDERS", "age", due, "Ilse", "K7QM", template(view, due, OPTIONS_IN_FORCE))
    reading = read(find_sheets(whole.encode(), "next.txt").sheets[0], view, options)
    told = {problem.fault.split()[1] for problem in reading.problems}
    assert told == {"move", "attack", "defence", "icm", "evade"} - set(verbs.split())
    assert reading.understood


def test_what_the_template_offers_at_set_up() -> None:
    body = template(View.read(known(0)), "", OPTIONS_IN_FORCE)
    assert body.splitlines() == [
        'SHIP B1  "Scimitar"',
        "  # Assault Scout",
        "  # free to choose: columns 09 to 10, rows 09 to 11 (4 hexes), no",
        "  # planet's hex",
        "  # facing 2, 4; speed 0 to 4",
        "  place at 0505 facing 4 speed 6",
        "",
        'SHIP B2  "Zz\'Nakk"',
        "  # Frigate",
        "  # hexes as for B1",
        "  # facing 2, 4; speed 0 to 4",
        "  place at 1009 facing 4 speed 3",
        "",
        'SHIP B3  "Outpost"',
        "  # Space Station, stands at 1011, facing 4, speed 0",
    ]


def test_supplies_stand_in_the_order_of_the_book() -> None:
    table = known()
    assert "# hull 40 of 40; torpedos 0; RB 4; ICM 4; masking screens 1" in template(
        View.read(table), "", OPTIONS_IN_FORCE
    )


@pytest.mark.parametrize(
    ("status", "idle"), [(IN_PLAY, False), (WAITING, False), (LOST, True), (DESTROYED, True)]
)
def test_a_player_is_idle_whose_sheet_names_no_ship(status: str, *, idle: bool) -> None:
    now = state(ship("A1", "0505", status=status), ship("B1", "0909"))
    view = build_view(now, "ann", SEATS, OPTIONS_IN_FORCE)
    assert now.is_idle("ann") == idle == ("SHIP" not in template(view, "1", OPTIONS_IN_FORCE))
    assert not now.is_idle("bea")


def test_a_player_without_ships_gets_a_remark() -> None:
    table = known()
    table["ships"] = [ship for ship in table["ships"] if not ship["yours"]]
    assert (
        template(View.read(table), "", OPTIONS_IN_FORCE)
        == "# You have no ship that could take orders.\n"
    )
    table = known(0)
    table["placements"]["sb1"] = {**table["placements"]["sb1"], "hexes": []}
    assert "# Assault Scout\n  # free to choose: no hex" in template(
        View.read(table), "", OPTIONS_IN_FORCE
    )


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        ({"speed": 5}, "move    speed 5 plot 5"),
        ({"speed": 0}, "move    stay"),
        (IN_ORBIT, "move    stay"),
        (EVADING, "move    speed 4 plot 1 L 1 R 1 L 1 R"),
        (EVADING | {"speed": 11}, "move    speed 6 plot 1 L 1 R 1 L 1 R 2"),
        (EVADING | {"adf": 0, "speed": 3}, "# without a move line it flies a zig-zag"),
        ({"at": "0507", "facing": 12}, "move    speed 6 plot 6"),
        (
            {"at": "0506", "facing": 12},
            "# straight on leads off the map or to a planet; without a line it",
        ),
    ],
)
def test_the_move_the_template_offers(changes: dict[str, Any], line: str) -> None:
    assert (
        f"  {line}" in template(View.read(known(B1=changes)), "", OPTIONS_IN_FORCE).splitlines()[:6]
    )
