"""What doctrine makes of the lines: who fires at whom, in which hex, in which order, and why not.

Each pair of cases differs in the one thing it is about.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import pytest

from pbm.drawing.hexgrid import parse_hex
from pbm.engine.options import settle
from pbm.games.knighthawks.options import OPTIONS
from pbm.games.knighthawks.orders.conditions import ConditionTest
from pbm.games.knighthawks.orders.fire import FireLine
from pbm.games.knighthawks.orders.ship_orders import Orders
from pbm.games.knighthawks.rules.combat.aiming import announce
from pbm.games.knighthawks.rules.combat.shot import Shot, mounts_meant
from pbm.games.knighthawks.state.state import DESTROYED, LOST, WAITING, Screen, Ship, State
from tests.games.knighthawks.builders import planet, ship, state
from tests.games.knighthawks.fire import chance_at_least, fire, hold, mounts, mover, orders

FULL = {"torpedo": 3, "assault_rocket": 3, "rocket_battery": 3}
NEAR, FAR = "2018", "2012"  # from 2020: 2 and 8 hexes straight ahead


def announced(
    table: State, lines: Sequence[FireLine] = (), side: str = "A", moving: str = "A", **chosen: str
) -> tuple[list[Shot], list[str]]:
    """Shots and reasons; the lines are those of the first ship of the side."""
    named = {key.replace("__", "."): value for key, value in chosen.items()}
    options, problems = settle(OPTIONS, named)
    assert not problems
    first = table.fleet(side)[0]
    section = "attack" if side == moving else "defence"
    given = {first.owner: Orders(first.owner, {first.id: orders(first.id, **{section: lines})})}
    shots, refusals = announce(table, side, moving, given, options)
    assert all(refusal.ship == first.id for refusal in refusals)
    return list(shots), [refusal.why for refusal in refusals]


def aims(table: State, *lines: FireLine, **more: str) -> list[tuple[str, str]]:
    return [(shot.mount, shot.target) for shot in announced(table, lines, **more)[0]]


def why(table: State, *lines: FireLine, **more: str) -> list[str]:
    return announced(table, lines, **more)[1]


def gunner(*labels: str, **fields: Any) -> Ship:
    return ship("A1", "2020", **{"mounts": mounts(*labels), "supplies": FULL, **fields})


# --- targets ----------------------------------------------------------------------------------


def test_the_first_target_that_can_be_hit() -> None:
    table = state(gunner("LC"), ship("B1", FAR), ship("B2", NEAR))
    assert aims(table, fire("LC", "b1", "b2")) == [("LC", "b1")]
    assert aims(table, fire("LC", "b2", "b1")) == [("LC", "b2")]
    behind = state(gunner("LC"), ship("B1", "2021"), ship("B2", NEAR))
    assert aims(behind, fire("LC", "b1", "b2")) == [("LC", "b2")]


def test_nearest_and_any() -> None:
    # B1 is further but straight ahead (60 + 10 - 15); B2 is nearer, beside the row (60 - 10).
    table = state(gunner("LC"), ship("B1", "2017"), ship("B2", "2119"), ship("B3", "2030"))
    assert aims(table, fire("LC", "nearest")) == [("LC", "b2")]
    assert aims(table, fire("LC", "any")) == [("LC", "b1")]


def test_nearest_of_two_as_near_is_the_better_chance_then_fleet_order() -> None:
    table = state(gunner("LC"), ship("B1", "2119"), ship("B2", "2018"))
    assert aims(table, fire("LC", "nearest")) == [("LC", "b2")]
    equal = state(gunner("LB"), ship("B1", "2119"), ship("B2", "2018"))
    assert aims(equal, fire("LB", "nearest")) == aims(equal, fire("LB", "any")) == [("LB", "b1")]


def test_a_line_for_all_weapons_is_one_for_each_kind() -> None:
    table = state(gunner("LC", "LB1", "LB2", "T"), ship("B1", FAR), ship("B2", NEAR))
    shots = [("LC", "b1"), ("LB1", "b1"), ("LB2", "b1"), ("T", "b2")]
    assert aims(table, fire("all", "b1")) == [pair for pair in shots if pair != ("T", "b2")]
    # The torpedo reaches 4 hexes, its line says why it does not fire at B1.
    assert len(why(table, fire("all", "b1"))) == 1
    assert aims(table, fire("T", "b2"), fire("all", "b1")) == [shots[3], *shots[:3]]


def test_a_line_for_all_weapons_in_defence_is_for_those_that_may_fire() -> None:
    table = state(gunner("LB", "T"), mover("B1", "2015", "2016", NEAR))
    shots, refused = announced(table, [fire("all", "nearest")], moving="B")
    assert ([shot.mount for shot in shots], refused) == (["LB"], [])


def test_targets_that_are_none() -> None:
    table = state(
        gunner("LB"),
        ship("A2", NEAR),
        ship("B1", NEAR, status=DESTROYED),
        ship("B2", NEAR, status=LOST),
        ship("B3", NEAR, status=WAITING),
    )
    assert why(table, fire("LB", "a2")) == ["A2: it is on your own side"]
    assert why(table, fire("LB", "b1")) == ["B1: it is destroyed"]
    assert why(table, fire("LB", "b2")) == ["B2: it has left the map"]
    assert why(table, fire("LB", "b3")) == ["B3: not on the map"]
    assert why(table, fire("LB", "nearest")) == ["no enemy can be fired at"]
    assert why(table, fire("LB", "any")) == ["no enemy can be fired at"]


def test_reasons_name_at_most_three_targets_each_once() -> None:
    many = state(gunner("T"), *(ship(f"B{number}", f"200{number}") for number in range(1, 6)))
    assert why(many, fire("T", "b1", "b2", "b3", "b4")) == [
        "; ".join(f"B{each}: range {20 - each}, torpedo range 4" for each in (1, 2, 3))
    ]
    assert why(many, fire("T", "b1", "b1")) == ["B1: range 19, torpedo range 4"]
    assert why(many, fire("T", "any")) == [
        "none of 5 enemies; the nearest, B5: range 15, torpedo range 4"
    ]
    alone = state(gunner("T"), ship("B1", "2001"))
    assert why(alone, fire("T", "nearest")) == ["B1: range 19, torpedo range 4"]


def test_nearness_in_defence_is_that_of_the_hexes_passed() -> None:
    table = state(gunner("LB"), ship("B1", "2012"), mover("B2", "2015", "2014", "2010"))
    line = fire("LB", "nearest", least_chance=90)
    (still,), (moving,) = why(table, line), why(table, line, moving="B")
    assert still.startswith("none of 2 enemies; the nearest, B1: chance")
    assert moving.startswith("none of 2 enemies; the nearest, B2: chance")


# --- limits -----------------------------------------------------------------------------------


def test_chance() -> None:
    table = state(gunner("LC"), ship("B1", FAR))  # 60 + 10 - 40 = 30
    assert aims(table, fire("LC", "b1", least_chance=30)) == [("LC", "b1")]
    assert why(table, fire("LC", "b1", least_chance=31)) == ["B1: chance 30, wanted 31"]


def test_within() -> None:
    table = state(gunner("LC"), ship("B1", FAR))
    assert aims(table, fire("LC", "b1", within=8)) == [("LC", "b1")]
    assert why(table, fire("LC", "b1", within=7)) == ["B1: range 8, wanted within 7"]


def test_in_arc() -> None:
    behind = state(gunner("LB"), ship("B1", "2022"))
    assert aims(behind, fire("LB", "b1")) == [("LB", "b1")]
    assert why(behind, fire("LB", "b1", in_arc=True)) == [
        "B1: 2022 is not in arc from 2020 facing 12"
    ]
    ahead = state(gunner("LB"), ship("B1", NEAR))
    assert aims(ahead, fire("LB", "b1", in_arc=True)) == [("LB", "b1")]


def test_conditions() -> None:
    table = state(gunner("LC"), ship("B1", FAR, hull=10))
    more_than_9 = ConditionTest("hull", "b1", op=">", number=9)
    more_than_10 = ConditionTest("hull", "b1", op=">", number=10)
    assert aims(table, fire("LC", "b1", when=more_than_9)) == [("LC", "b1")]
    assert why(table, fire("LC", "b1", when=more_than_10)) == ["B1: its condition does not hold"]
    assert aims(table, fire("LC", "b1", when=chance_at_least(30))) == [("LC", "b1")]
    assert why(table, fire("LC", "b1", when=chance_at_least(31)))


def test_keep() -> None:
    table = state(gunner("T"), ship("B1", NEAR))
    assert aims(table, fire("T", "b1", keep=2)) == [("T", "b1")]
    assert why(table, fire("T", "b1", keep=3)) == ["3 torpedos left, 3 to be kept"]
    one = state(gunner("T", supplies={"torpedo": 1}), ship("B1", NEAR))
    assert why(one, fire("T", "b1", keep=1)) == ["1 torpedo left, 1 to be kept"]
    none = state(gunner("T", supplies={"torpedo": 0}), ship("B1", NEAR))
    assert why(none, fire("T", "b1")) == ["no torpedos left"]
    assert aims(state(gunner("LB"), ship("B1", NEAR)), fire("LB", "b1", keep=9)) == [("LB", "b1")]


def test_hold() -> None:
    table = state(gunner("LB"), ship("B1", NEAR))
    assert aims(table, hold("LB")) == []
    assert why(table, hold("LB")) == []
    assert aims(table) == [("LB", "b1")]
    far = ConditionTest("within", "b1", number=1)
    assert aims(table, hold("LB", when=far), fire("LB", "b1")) == [("LB", "b1")]
    assert why(table, hold("LB", when=far), fire("LB", "b1")) == ["its condition does not hold"]
    assert aims(table, hold("LB"), fire("LB", "b1")) == []


# --- mounts, rate of fire ---------------------------------------------------------------------


def test_mounts_by_label_and_by_kind() -> None:
    two = gunner("LC", "LB1", "LB2")
    assert mounts_meant(two, "lb1") == mounts("LB1")
    assert mounts_meant(two, "LB") == mounts_meant(two, "laser_battery") == mounts("LB1", "LB2")
    assert mounts_meant(two, "T") == ()
    table = state(two, ship("B1", NEAR))
    assert why(table, fire("T", "b1"), fire("", "b1")) == ["it has no T", "it has no such weapon"]


def test_a_mount_fires_once_and_lines_are_tried_from_the_top() -> None:
    table = state(gunner("LB1", "LB2"), ship("B1", NEAR), ship("B2", "2022"))
    assert aims(table, fire("LB2", "b2"), fire("LB", "b1")) == [("LB2", "b2"), ("LB1", "b1")]
    lines = (fire("LB", "b1", least_chance=90), fire("LB", "b2"))
    assert aims(table, *lines) == [("LB1", "b2"), ("LB2", "b2")]
    (reason,) = why(table, *lines)
    assert reason.startswith("B1: chance")
    assert why(table, fire("LB", "b1"), fire("LB", "b2")) == []


def test_one_of_each_limited_kind() -> None:
    twice = gunner("T1", "T2", "RB1", "RB2")
    table = state(twice, ship("B1", NEAR))
    found = announced(table, [fire(label, "b1") for label in ("T1", "T2", "RB1", "RB2")])
    assert [shot.mount for shot in found[0]] == ["T1", "RB1"]
    assert found[1] == [
        "a ship fires one of its torpedos at a time",
        "a ship fires one of its rocket batteries at a time",
    ]
    by_kind = announced(table, [fire("T", "b1"), fire("T", "b1"), hold("RB")])
    assert [shot.mount for shot in by_kind[0]] == ["T1"]
    assert by_kind[1] == []
    lasers = state(gunner("LC", "LB1", "LB2"), ship("B1", NEAR))
    assert len(aims(lasers, fire("LC", "b1"), fire("LB", "b1"))) == 3


@pytest.mark.parametrize(
    ("rate", "fired_in", "fires"),
    [
        ("per phase", 1, True),
        ("per game-turn", 1, False),
        ("per game-turn", 0, True),
    ],
)
def test_rocket_batteries_a_game_turn(rate: str, fired_in: int, fires: bool) -> None:
    table = state(gunner("RB", "T", rockets_fired_in=fired_in), ship("B1", NEAR))
    lines = (fire("RB", "b1"), fire("T", "b1"))
    found, reasons = announced(table, lines, rate__rocket_battery=rate)
    assert [shot.mount for shot in found] == (["RB", "T"] if fires else ["T"])
    assert reasons == ([] if fires else ["its rocket batteries have fired in this Game-Turn"])


# --- plans ------------------------------------------------------------------------------------


def test_spread_and_all() -> None:
    # LB at range 2: chance 40, expected 40 x 5.5 = 2.2 points each.
    table = state(gunner("LB1", "LB2", "LB3"), ship("B1", NEAR), ship("B2", "2119"))
    everything = fire("LB", "b1", "b2", plan="all")
    assert [target for _mount, target in aims(table, everything)] == ["b1", "b1", "b1"]
    assert aims(table, fire("LB", "b1", "b2")) == aims(table, everything)
    spread_2 = fire("LB", "b1", "b2", plan="spread", enough=2)
    assert [target for _mount, target in aims(table, spread_2)] == ["b1", "b2"]
    enough = "2 points expected already, 2 are enough"
    assert why(table, spread_2) == [f"LB3: B1: {enough}; B2: {enough}"]
    spread_3 = fire("LB", "b1", "b2", plan="spread", enough=3)
    assert [target for _mount, target in aims(table, spread_3)] == ["b1", "b1", "b2"]


def test_spread_counts_all_that_this_player_aimed() -> None:
    first = ship("A1", "2020", mounts=mounts("LB"))
    table = state(gunner("LC", "LB"), ship("B1", NEAR), ship("B2", "2119"))
    # LC at range 2, head-on: chance 60, expected 6.6 points
    lines = [fire("LC", "b1"), fire("LB", "b1", "b2", plan="spread", enough=6)]
    assert aims(table, *lines) == [("LC", "b1"), ("LB", "b2")]
    for owner, expected in (("ann", "b2"), ("ada", "b1")):
        second = ship("A2", "2019", mounts=mounts("LB"), owner=owner)
        both = state(first, second, ship("B1", NEAR), ship("B2", "2119"))
        options, _problems = settle(OPTIONS, {})
        given = {
            "ann": {"a1": orders("a1", attack=[fire("LB", "b1")])},
            "ada": {},
        }
        spread = orders("a2", attack=[fire("LB", "b1", "b2", plan="spread", enough=2)])
        given[owner]["a2"] = spread
        by_player = {player: Orders(player, ships) for player, ships in given.items()}
        shots, _refused = announce(both, "A", "A", by_player, options)
        assert [shot.target for shot in shots] == ["b1", expected]


def test_points_expected_are_exact() -> None:
    table = state(gunner("T", "LC"), ship("B1", NEAR, screen=Screen(parse_hex(NEAR))))
    options, _problems = settle(OPTIONS, {})
    torpedo, cannon = announced(table, [fire("T", "b1"), fire("LC", "b1")])[0]
    assert torpedo.expected(options) == Fraction(70, 100) * 22
    # 20 + 10 - 10 = 20 per cent; half of 2d10, rounded up, is 5.75 in the mean
    assert cannon.expected(options) == Fraction(20, 100) * Fraction(23, 4)


# --- without a line ---------------------------------------------------------------------------


def test_weapons_without_a_line_fire_at_the_nearest() -> None:
    table = state(gunner("LC", "LB"), ship("B1", FAR), ship("B2", NEAR))
    assert aims(table) == [("LC", "b2"), ("LB", "b2")]
    assert aims(table, fire("LB", "b1")) == [("LB", "b1"), ("LC", "b2")]
    shots, reasons = announced(table)
    assert all(shot.order is None for shot in shots)
    assert reasons == []


def test_a_weapon_whose_lines_all_fail_stays_silent() -> None:
    table = state(gunner("LB"), ship("B1", NEAR))
    assert aims(table, fire("LB", "b1", least_chance=90)) == []


def test_limited_weapons_without_a_line_wait_for_a_chance_of_50() -> None:
    table = state(gunner("T1", "T2", "AR", "RB"), ship("B1", NEAR))
    assert aims(table) == [("T1", "b1"), ("AR", "b1")]  # 70, 70; the rocket battery's is 40
    behind = state(gunner("T1", "AR"), ship("B1", "2021"))
    assert aims(behind) == [("T1", "b1")]


def test_limited_weapons_without_a_line_are_kept_in_defence() -> None:
    table = state(gunner("LB", "RB"), mover("B1", "2017", NEAR))
    assert aims(table, moving="B") == [("LB", "b1")]
    assert aims(table, fire("RB", "b1"), moving="B") == [("RB", "b1"), ("LB", "b1")]


def test_out_of_reach_without_a_line_says_nothing() -> None:
    assert announced(state(gunner("LB"), ship("B1", "2001"))) == ([], [])


def test_ships_fire_in_fleet_order_their_lines_as_written() -> None:
    table = state(gunner("LC", "LB"), ship("A2", "2019", mounts=mounts("LB")), ship("B1", NEAR))
    assert aims(table, fire("LB", "b1"), fire("LC", "b1")) == [
        ("LB", "b1"),
        ("LC", "b1"),
        ("LB", "b1"),
    ]
    gone = state(gunner("LC", status=DESTROYED), ship("A2", "2020"), ship("B1", NEAR))
    assert {shot.ship for shot in announced(gone)[0]} == {"a2"}


# --- defence ----------------------------------------------------------------------------------

PATH = ("2317", "2217", "2118", "2018", "1919")


def defended(*lines: FireLine, **more: Any) -> tuple[list[Shot], list[str]]:
    labels = more.pop("labels", ("LC",))
    table = state(gunner(*labels), mover("B1", "2416", *PATH))
    return announced(table, lines, moving="B", **more)


def test_the_best_hex_of_a_path() -> None:
    ((shot,), _reasons) = defended(fire("LC", "b1"))
    assert (str(shot.spot.at), shot.chance, shot.head_on) == ("2018", 60, True)
    assert shot.defending


def test_the_first_hex_of_a_path() -> None:
    ((shot,), _reasons) = defended(fire("LC", "b1", hexes="first"))
    assert (str(shot.spot.at), shot.chance) == ("2118", 45)
    ((turret,), _reasons) = defended(fire("LB", "b1", hexes="first"), labels=("LB",))
    assert str(turret.spot.at) == "2317"
    ((near,), _reasons) = defended(fire("LB", "b1", hexes="first", within=2), labels=("LB",))
    assert str(near.spot.at) == "2018"


def test_a_named_hex_of_a_path() -> None:
    ((shot,), _reasons) = defended(fire("LC", "b1", hex=parse_hex("1919")))
    assert (str(shot.spot.at), shot.chance) == ("1919", 50)
    assert defended(fire("LC", "b1", hex=parse_hex("2317"))) == (
        [],
        ["B1: 2317 is outside the forward field of fire from 2020 facing 12"],
    )
    assert defended(fire("LC", "b1", hex=parse_hex("2015"))) == ([], ["B1: it was not in 2015"])


def test_of_equal_hexes_the_earliest_and_head_on_before_it() -> None:
    # No weapon has both; a rocket battery's chance is the same in every hex: the earliest.
    table = state(gunner("RB"), mover("B1", "2317", *PATH[1:]))
    ((shot,), _reasons) = announced(table, [fire("RB", "b1")], moving="B")
    assert str(shot.spot.at) == "2118"
    # LC: 2120 at 1 (60 - 5) and later 2017 head-on at 3 (60 + 10 - 15): both 55.
    about = state(gunner("LC"), mover("B1", "2121", "2120", "2119", "2118", "2017"))
    ((shot,), _reasons) = announced(about, [fire("LC", "b1")], moving="B")
    assert (str(shot.spot.at), shot.chance) == ("2017", 55)
    assert shot.head_on


def test_the_reason_is_that_of_the_nearest_hex() -> None:
    table = state(gunner("LB"), mover("B1", "2006", "2007", "2008", "2009"))
    assert why(table, fire("LB", "b1"), moving="B") == ["B1: range 11, laser battery range 9"]


@pytest.mark.parametrize(("start", "at"), [("no", "2019"), ("yes", "2020")])
def test_the_starting_hex_by_option(start: str, at: str) -> None:
    table = state(gunner("LB"), mover("B1", "2020", "2019"))
    ((shot,), _reasons) = announced(
        table, [fire("LB", "b1")], moving="B", defensive__start_hex=start
    )
    assert str(shot.spot.at) == at


def test_only_the_moving_side_is_fired_at_in_defence() -> None:
    table = state(gunner("LB"), ship("B1", NEAR), ship("C1", "2019"), sides=("A", "B", "C"))
    assert aims(table, moving="B") == [("LB", "b1")]
    assert aims(table, moving="C") == [("LB", "c1")]
    assert aims(table, fire("LB", "c1", "b1"), moving="B") == [("LB", "b1")]
    # a line for another side's part of the turn is not a line that failed
    assert announced(table, [fire("LB", "c1")], moving="B") == ([], [])
    (reason,) = why(table, fire("LB", "c1", "nearest", least_chance=90), moving="B")
    assert reason.startswith("C1: it is not its part of the turn; B1: chance")
    assert aims(table, hold("LB"), moving="B") == []
    assert aims(table, fire("LB", "c1")) == [("LB", "c1")]


def test_planets_and_screens_count() -> None:
    table = state(gunner("LC"), ship("B1", NEAR), planets=(planet("P1", "2019"),))
    assert why(table, fire("LC", "b1")) == ["B1: a planet is in the way from 2020 to 2018"]
    own = state(gunner("LC", screen=Screen(parse_hex("2020"))), ship("B1", NEAR))
    ((shot,), _reasons) = announced(own, [fire("LC", "b1")])
    assert (shot.defence, shot.halved, shot.chance) == ("masking screen", True, 20)
