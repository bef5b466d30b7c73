"""Into which hex a unit weaves (DV 7.2)."""

from __future__ import annotations

from typing import Any

import pytest

from pbm.games.deltavee.orders.commands.maneuvers import Weave
from pbm.games.deltavee.rules.commands.weaving import weave_hex
from pbm.games.deltavee.state.geometry import Direction
from tests.games.deltavee.builders import MAPS, planet, ship, shot, state


def woven(table: Any, weave: Weave) -> tuple[str, str]:
    at, why = weave_hex(table, table.unit("1a"), weave)
    return "" if at is None else MAPS.label(at), why


def sword(direction: int = 12) -> Any:
    return ship(1, "A", "sword", "B0609", direction, 2)


@pytest.mark.parametrize(
    ("weave", "at", "why"),
    [
        (Weave(bearing=Direction(2)), "B0709", ""),
        (Weave(bearing=Direction(3)), "", "3 o'clock is not a hexside"),
        (Weave(hex=MAPS.parse("B0610")), "B0610", ""),
        (Weave(hex=MAPS.parse("B0611")), "", "the hex is not adjacent"),
        (Weave(hex=MAPS.parse("B0609")), "", "the hex is not adjacent"),
        (Weave(), "", "the hex is not adjacent"),
    ],
)
def test_bearing_and_hex(weave: Weave, at: str, why: str) -> None:
    assert woven(state(sword()), weave) == (at, why)


@pytest.mark.parametrize(
    ("away", "at"),
    [
        # Contact 1, three hexes to the south, is the nearest that may be a missile: 10, 12 and
        # 2 o'clock are four from it, 12 is the unit's direction.
        (("missile",), "B0608"),
        # The Dagger at 1 o'clock is nearer: 6 and 8 o'clock are three from it.
        (("enemy",), "B0610"),
        (("2b",), "B0610"),
        (("2x", "any ship"), "B0610"),  # what is not in play is passed over
        (("A0101", "B0605"), "B0709"),  # a hex: the first, far to the west
        (("B0605",), "B0710"),  # due north: 4, 6 and 8 o'clock are five from it
    ],
)
def test_away_from(away: tuple[str, ...], at: str) -> None:
    table = state(
        sword(),
        shot(2, "01", "unguided", "B0612", 12, 1, contact=1),
        ship(2, "B", "dagger", "B0708", 8, 1),
        ship(2, "X", "dagger", "B0609", 8, 1, status="destroyed"),
    )
    assert woven(table, Weave(away=away)) == (at, "")


def test_a_revealed_missile_is_one_a_revealed_ship_is_none() -> None:
    table = state(sword(), ship(2, "B", "dagger", "B0708", 8, 1))
    assert woven(table, Weave(away=("missile",)))[1] == (
        "there is nothing of the kind to weave away from"
    )
    known = shot(2, "01", "unguided", "B0606", 6, 1, revealed=True)
    assert woven(state(sword(), known), Weave(away=("missile",)))[0] == "B0710"


@pytest.mark.parametrize(("direction", "at"), [(12, "B0608"), (1, "B0709"), (6, "B0610")])
def test_ties_go_clockwise_from_its_direction(direction: int, at: str) -> None:
    """A missile in its own hex is one hex away from every adjacent one."""
    table = state(sword(direction), shot(2, "01", "unguided", "B0609", 12, 1, contact=1))
    assert woven(table, Weave(away=("missile",)))[0] == at


def test_asteroids_planets_and_missiles_are_shunned() -> None:
    """From due north: 4, 6, 8 o'clock are farthest, and each in turn is taken away."""
    danger = ship(2, "B", "dagger", "B0605", 6, 1)
    away = Weave(away=("2b",))
    assert woven(state(sword(), danger), away)[0] == "B0710"
    rocks = (MAPS.parse("B0710"),)
    assert woven(state(sword(), danger, asteroids=rocks), away)[0] == "B0610"
    world = (planet("B0610"),)
    assert woven(state(sword(), danger, asteroids=rocks, planets=world), away)[0] == "B0510"
    hidden = shot(2, "01", "unguided", "B0510", 12, 1, contact=1)
    table = state(sword(), danger, hidden, asteroids=rocks, planets=world)
    assert woven(table, away)[0] == "B0709"


def test_nowhere_to_go() -> None:
    grid = state().maps.grid
    rocks = grid.neighbours(MAPS.parse("B0609"))
    table = state(sword(), ship(2, "B", "dagger", "B0605", 6, 1), asteroids=rocks)
    assert woven(table, Weave(away=("2b",)))[1] == (
        "every adjacent hex holds asteroids, a planet or a missile"
    )
