"""Chases: the program finds the commands (DV 6.0, 7.1, 7.2)."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.engine.context import PhaseContext
from pbm.games.deltavee.orders.commands.control import Control
from pbm.games.deltavee.state.maps import Tile
from pbm.games.deltavee.state.state import Dock
from tests.games.deltavee.builders import MAPS, planet, ship, shot, state, told
from tests.games.deltavee.lines import battle, commanded, given, only, spent, whys


def missile(at: str = "B0609", direction: int = 12, velocity: int = 2, **fields: Any) -> Any:
    return shot(1, "03", "intelligent", at, direction, velocity, **fields)


def chased(hunter: Any, *others: Any, orders: str = "chase 2b", **table: Any) -> PhaseContext:
    options = table.pop("options", None)
    return commanded(state(hunter, *others, **table), given(hunter.id, orders), options=options)


def found(run: PhaseContext) -> tuple[list[str], str, int]:
    facts = only(run, "chosen").facts
    return facts["commands"], facts["reaches"], facts["distance"]


def test_a_missile_that_will_hit_gets_no_command() -> None:
    """Its two hexes straight on lead through the target's hex; nothing is spent."""
    for at in ("B0608", "B0607"):
        run = chased(missile(), ship(2, "B", "sword", at, 3, 4))
        assert found(run) == ([], at, 0)
        assert spent(run, "103") == 0


def test_it_takes_the_cheapest_way_to_the_target() -> None:
    """Three hexes ahead one Accelerate; one hexside to the right two turns."""
    run = chased(missile(), ship(2, "B", "sword", "B0606", 3, 4))
    assert found(run) == (["accelerate"], "B0606", 0)
    assert (run.state.unit("103").velocity, spent(run, "103")) == (3, 1)
    run = chased(missile(), ship(2, "B", "sword", "B0808", 3, 4))
    assert found(run) == (["right", "right"], "B0808", 0)
    assert run.state.unit("103").direction == 2


def test_out_of_reach_it_comes_as_near_as_it_can_to_where_the_target_will_be() -> None:
    """A Sword at B0501 moves to B0903; four hexes on is as near to it as any turn, and cheaper."""
    run = chased(missile(), ship(2, "B", "sword", "B0501", 4, 4))
    assert found(run) == (["accelerate", "accelerate"], "B0605", 4)


@pytest.mark.parametrize(("status", "target"), [("in play", "2b"), ("destroyed", "2c")])
def test_the_first_target_in_play(status: str, target: str) -> None:
    others = [
        ship(2, "B", "sword", "B0601", 3, 0, status=status),
        ship(2, "C", "sword", "B0608", 3, 0),
    ]
    run = chased(missile(), *others, orders="chase 2b > any ship")
    assert only(run, "chosen").facts["target"] == target


def test_without_a_target_nothing_is_chosen() -> None:
    run = chased(missile(), orders="chase 2x > any ship")
    assert whys(run) == ["no unit of its list is in play"]
    assert told(run, "chosen") == []


def test_what_it_cannot_pay_it_does_not_choose() -> None:
    """With one unit left: one command (intelligent, Civ Level 8: 9 units)."""
    run = chased(missile(spent=8), ship(2, "B", "sword", "B0605", 3, 0))
    assert found(run) == (["accelerate"], "B0606", 1)
    run = chased(missile(spent=9), ship(2, "B", "sword", "B0605", 3, 0))
    assert found(run) == ([], "B0607", 2)


def test_ratings_limit_the_choice() -> None:
    """Velocity 7 of Maneuver Rating 7: one change of velocity, no turn."""
    run = chased(missile(velocity=7), ship(2, "B", "sword", "B0909", 3, 0))
    assert found(run)[0] in (["decelerate"], ["accelerate"], [])
    assert whys(run) == []


def test_after_other_commands_there_may_be_none_left() -> None:
    run = chased(
        missile(velocity=6), ship(2, "B", "sword", "B0601", 3, 0), orders="accelerate, chase 2b"
    )
    assert whys(run) == ["it has had its 1 Maneuver Command"]


def test_a_planet_in_the_way_is_shunned_by_missiles_and_the_edge_of_the_maps() -> None:
    world = (planet("B0608"),)
    target = ship(2, "B", "sword", "B0607", 3, 0)
    run = chased(missile(), target, planets=world)
    assert found(run)[2] == 1
    edge = chased(missile("A0101", 1, 3), ship(2, "B", "sword", "A0501", 3, 0))
    after = edge.state.unit("103")
    way = MAPS.grid.course(after.at, after.direction, after.zig, after.velocity)
    assert all(at in MAPS for at in way)
    assert state().maps.tiles[0] == Tile("A", 0, 0)


@pytest.mark.parametrize(
    ("fields", "options", "goal"),
    [
        ({"revealed": True}, {}, "B0604"),
        ({"revealed": False, "contact": 1}, {}, "B0605"),
        ({"revealed": False, "contact": 1}, {"contacts.direction": "hidden"}, "B0608"),
    ],
)
def test_what_its_side_cannot_know_is_not_used(
    fields: dict[str, Any], options: dict[str, str], goal: str
) -> None:
    """An unguided missile north of a Dagger, 3 fast: it will be one faster if that is known."""
    hunter = ship(1, "A", "dagger", "B0612", 12, 0)
    target = shot(2, "b", "unguided", "B0608", 12, 3, **fields)
    commands, reaches, distance = found(chased(hunter, target, options=options))
    assert (commands, reaches) == (["accelerate", "accelerate"], "B0610")
    assert distance == MAPS.grid.distance(MAPS.parse("B0610"), MAPS.parse(goal))


def test_at_the_greatest_velocity_it_grows_no_faster() -> None:
    hunter = ship(1, "A", "dagger", "B0617", 12, 0)
    for cap, away in (("9", 9), ("none", 10)):
        target = shot(2, "b", "unguided", "B0615", 12, 9, revealed=True)
        run = chased(hunter, target, options={"velocity.cap": cap})
        assert found(run)[2] == away


def test_a_ship_ends_where_its_target_will_stand() -> None:
    """A Sword comes up with a Dagger of its own side: the same hex after both have moved."""
    hunter = ship(1, "A", "sword", "B0609", 12, 1)
    friend = ship(1, "B", "dagger", "B0610", 12, 3)
    run = chased(hunter, friend, orders="chase 1b")
    assert found(run) == (["accelerate"], "B0607", 0)
    assert spent(run) == 0


def test_a_free_single_command_goes_before_a_block() -> None:
    """Of ways equally near a ship takes the one that costs nothing."""
    hunter = ship(1, "A", "sword", "B0609", 12, 2)
    run = chased(hunter, ship(2, "B", "dagger", "B0607", 12, 0))
    assert found(run) == ([], "B0607", 0)


def test_a_pair_chases_as_one() -> None:
    """The Mu's Velocity Rating of 1 holds for the Flute that tows it."""
    lead = ship(1, "A", "flute", "B0609", 12, 1)
    other = ship(1, "C", "corco_mu", "B0609", 12, 1)
    target = ship(2, "B", "dagger", "B0603", 12, 0)
    run = chased(lead, other, target, docks=(Dock("1a", "1c"),))
    assert found(run) == (["accelerate"], "B0607", 4)
    assert run.state.unit("1c").velocity == 2


def test_a_guided_missile_chases_under_control() -> None:
    flute = ship(1, "A", "flute", "B0612", 12, 1, pods=("heavy weapon",))
    guided = shot(1, "A-01", "guided", "B0609", 12, 2, mother="1a", pod=1)
    target = ship(2, "B", "dagger", "B0605", 12, 0)
    run = commanded(
        [flute, guided, target],
        given("1a", battle(Control("1a-01"))),
        given("1a-01", "chase 2b"),
    )
    assert found(run) == (["accelerate", "accelerate"], "B0605", 0)
    assert only(run, "chosen").shown_to("bea") is None
