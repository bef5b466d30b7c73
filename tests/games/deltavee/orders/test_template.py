"""The next sheet, prefilled: it reads without a problem and says how things stand."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from pbm.games.deltavee.orders.template import _allowances, template
from pbm.games.deltavee.state.units import (
    ABOARD,
    DESTROYED,
    IN_PLAY,
    JUMPED,
    JUMPING,
    LANDED,
    LEFT,
    PREPARING,
    STATUSES,
)
from pbm.games.deltavee.view.record import View
from pbm.games.deltavee.view.view import build_view
from tests.games.deltavee.builders import DEFAULTS, SEATS, ship, state
from tests.games.deltavee.language import hit
from tests.games.deltavee.sheet_table import known, shop, table


def test_what_the_template_says_of_each_unit() -> None:
    body = template(View.read(known()), "", DEFAULTS)
    lines = body.splitlines()
    start = lines.index("SHIP A  (Lance)")
    assert lines[start : start + 11] == [
        "SHIP A  (Lance)",
        "  # at B0505, direction 12, velocity 3",
        "  # energy 78 of 78, 13 blocks; pod 1 heavy weapon (5 guided, 3",
        "  # intelligent, 1 MIMS, 6 unguided); pod 2 battle communications; pod",
        "  # 3 tractor beam; pod 4 battlecraft; pod 5 battlecraft",
        "  # 5 Maneuver Commands, of them 3 of velocity at most; 3 Battle",
        "  # Commands",
        "  fire burster: laser burst at any",
        "  pod 1: laser burst at any",
        "  field try",
        "",
    ]
    assert "BATTLECRAFT A1  (Terwillicker-X)\n  # aboard A, pod 4\n  # energy 15 of 15\n" in body
    assert "  # prepared atop A, pod 5\n" in body
    assert "MISSILE B-03  (guided missile)\n  # at B0606, direction 4, velocity 3\n" in body
    assert "# battle control 03 of B: without it no commands\n" in body
    assert "# it takes no commands and grows faster by 1 each turn\n" in body
    assert body.count("# missiles intercept what they meet unless") == 1
    assert body.index("MISSILE ") < body.index("# missiles intercept")
    assert "(Corco Mu)" not in body and "SHIP D" not in body and "SHIP E" not in body


def test_what_a_player_must_know_stands_in_a_remark() -> None:
    def said(**changes: Any) -> str:
        return " ".join(
            template(View.read(known(**changes)), "", DEFAULTS).replace("#", "").split()
        )

    assert "velocity 3; force field active; preparing a jump" in said(
        A={"field_up": True, "jump": PREPARING}
    )
    assert "velocity 2; jumping" in said(B={"jump": JUMPING})
    assert "pod 1 heavy weapon D (5 guided" in said(A=hit("1a", "pod 1", "D"))
    assert "bridge V" in said(A=hit("1a", "bridge", "V"))
    assert "1 Maneuver Command; 3 Battle" in said(A={"velocity": 7})
    assert "not yet alerted: it takes no orders now" in said(C={"dormant": True})
    orbiting = {"at": table().planets[0].at, "velocity": 1}
    assert "velocity 1; in orbit" in said(A=orbiting)
    assert "it is not revealed yet" in said()


def test_a_unit_that_is_docked_is_said_to_be() -> None:
    known_ = known()
    for unit in known_["units"]:
        if unit["designation"] == "A" and unit["yours"]:
            unit["docked_with"] = "1b"
    assert "velocity 3; docked" in template(View.read(known_), "", DEFAULTS)


@pytest.mark.parametrize(
    ("changes", "line", "there"),
    [
        ({}, "SHIP A  (Lance)\n", True),
        ({"A": {"status": DESTROYED}}, "SHIP A ", False),
        ({}, "  field try", True),
        (
            {
                "A": hit("1a", "force field", "X"),
                "B": hit("1b", "force field", "X"),
                "C": hit("1c", "force field", "X"),
            },
            "  field try",
            False,
        ),
        ({"B1": {"status": ABOARD}}, "aboard B, pod 2", True),
        ({"B1": {"status": ABOARD, "mother": ""}}, "aboard its ship, pod 2", True),
        ({"B1": {"revealed": True}}, "velocity 3\n  # energy", True),
    ],
)
def test_what_the_template_holds(changes: dict[str, Any], line: str, there: bool) -> None:
    assert (line in template(View.read(known(**changes)), "", DEFAULTS)) == there


def test_fire_is_not_offered_to_what_is_not_revealed() -> None:
    def lines(**changes: Any) -> list[str]:
        body = template(View.read(known(**changes)), "", DEFAULTS)
        return body.partition("BATTLECRAFT B1")[2].partition("\n\n")[0].splitlines()

    assert "  fire burster: laser burst at any" not in lines()
    assert "  fire burster: laser burst at any" in lines(B1={"revealed": True})
    assert "  fire burster: laser burst at any" in lines(B1={"status": IN_PLAY, "revealed": True})


def test_what_the_template_offers_at_set_up() -> None:
    changes: dict[str, Any] = {"A": {"at": table().unit("1c").at, "velocity": 2}}
    lines = template(View.read(known(0, **changes)), "", DEFAULTS).splitlines()
    assert lines[:7] == [
        "SHIP A  (Lance)",
        "  # free to choose: A0909, A0910, A0911",
        "  # direction 12, 2, 4; velocity 1 to 3",
        "  at A0909 dir 12 velocity 2",
        "  # its 5 pods may stand in any boxes",
        "  pods 1 heavy weapon, 2 battle communications, 3 tractor beam,",
        "       4 battlecraft, 5 battlecraft",
    ]
    start = lines.index("SHIP B  (Dagger)")
    assert lines[start + 1 : start + 4] == [
        "  # hexes as for A",
        "  # direction 12, 2, 4; velocity 0, 2",
        "  # at ...",
    ]
    assert "  # Spear at A0909, direction 4, velocity 0: not free to be placed" in lines


def test_many_hexes_are_not_all_listed() -> None:
    known_ = known(0)
    free = known_["placements"]["1a"]
    free["hexes"] = [f"A01{row:02d}" for row in range(1, 8)]
    assert "  # free to choose: 7 hexes, such as A0101\n" in template(
        View.read(known_), "", DEFAULTS
    )
    free["hexes"] = []
    assert "# free to choose: no hex" in template(View.read(known_), "", DEFAULTS)


@pytest.mark.parametrize("status", STATUSES)
def test_a_player_is_idle_whose_sheet_names_no_unit(status: str) -> None:
    own = structs.replace(ship(1, "A", "dagger", "B0505", 6, 2), status=status)
    now = state(own, ship(2, "A", "dagger", "B1010", 6, 2))
    body = template(build_view(now, "ann", SEATS, DEFAULTS), "1", DEFAULTS)
    gone = status in (DESTROYED, LANDED, JUMPED, LEFT)
    assert now.is_idle("ann") == gone == ("SHIP A" not in body)
    assert not now.is_idle("bea")


def test_only_before_the_game_is_a_buyer_not_idle() -> None:
    assert not shop().is_idle("ann")
    assert structs.replace(shop(), turn=1).is_idle("ann")
    assert shop(owner="bea").is_idle("ann")


def test_a_player_without_units_gets_a_remark() -> None:
    known_ = known()
    known_["units"] = [unit for unit in known_["units"] if not unit["yours"]]
    assert (
        template(View.read(known_), "", DEFAULTS) == "# You have no unit that could take orders.\n"
    )


def test_no_more_commands_of_velocity_than_commands_are_offered() -> None:
    unit = structs.replace(View.read(known()).units[0], velocity_rating=2, battle_commands=0)
    assert list(_allowances(structs.replace(unit, commands_allowed=2))) == ["2 Maneuver Commands"]
    more = structs.replace(unit, commands_allowed=3)
    assert list(_allowances(more)) == ["3 Maneuver Commands, of them 2 of velocity at most"]
