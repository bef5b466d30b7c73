"""What lies on a planet: units, the garrison it needs, its revenue. Rule: NV ECO-30, UNI-03."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbm.games.nova.state.planets import is_garrisoned, potential, with_units
from pbm.games.nova.state.state import System
from tests.games.nova.builders import system


@pytest.mark.parametrize(
    ("type", "colonies", "home_of", "needed", "half"),
    [(5, 1, "", 1, 5), (5, 2, "", 2, 10), (5, 3, "", 3, 25), (8, 3, "bea", 10, 100)],
)
def test_the_garrison_that_revenue_needs(
    type: int, colonies: int, home_of: str, needed: int, half: int
) -> None:
    def held(armies: int) -> System:
        return system(
            "TEDDY",
            colonizer="bea",
            type=type,
            colonies=colonies,
            home_of=home_of,
            owner="ann",
            surface={"ann": {"AA": 1, "RA": armies - 1, "SDU": 5}},
        )

    assert potential(held(needed)) == half
    assert is_garrisoned(held(needed))
    assert not is_garrisoned(held(needed - 1)) and potential(held(needed - 1)) == 0


def test_units_come_and_go() -> None:
    assert with_units({}, "ann", {"AA": 2}) == {"ann": {"AA": 2}}
    surface = {"ann": {"AA": 2}, "bea": {"SDU": 1}}
    assert with_units(surface, "ann", {"AA": -2}) == {"bea": {"SDU": 1}}
    assert with_units(surface, "ann", {"AA": -1, "C": 1})["ann"] == {"AA": 1, "C": 1}
    with pytest.raises(ValueError, match="ann has not 3 AA there"):
        with_units(surface, "ann", {"AA": -3})


CHANGES = st.tuples(
    st.sampled_from(["ann", "bea"]), st.sampled_from(["AA", "SDU"]), st.integers(-3, 3)
)


@given(st.lists(CHANGES, max_size=30))
def test_units_never_appear_nor_vanish_on_their_way(changes: list[tuple[str, str, int]]) -> None:
    surface: dict[str, Any] = {}
    total = 0
    for who, kind, number in changes:
        if surface.get(who, {}).get(kind, 0) + number >= 0:
            surface = with_units(surface, who, {kind: number})
            total += number
        assert sum(sum(held.values()) for held in surface.values()) == total
        assert all(held and all(held.values()) for held in surface.values())
