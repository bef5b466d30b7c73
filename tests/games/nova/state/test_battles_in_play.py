"""Turns of random play with battles in the run: what is left of them is in good order.

Rule: NV SPC-02, NV SPC-39, NV MOV-19.
"""

from __future__ import annotations

from collections import Counter

import pytest

from pbm.games.nova.state.design import figures
from pbm.games.nova.state.fitted import fitted
from pbm.games.nova.state.state import ABOARD, GONE, State
from tests.games.nova.random_play import played


def in_order(state: State) -> None:
    """Each ship and gate end is in one place, with no more damage than it can have."""
    room: Counter[tuple[str, str]] = Counter()
    for ship in state.ships.values():
        design = state.designs[ship.design]
        whole = figures(design)
        assert bool(ship.at) + bool(ship.carrier) + (ship.retreat is not None) == 1, ship.name
        assert 0 <= ship.damage.armour <= whole.ta
        assert 0 <= ship.damage.structure < max(whole.ssz, 1)
        names = {piece.name for piece in whole.installations}
        assert set(ship.damage.parts) <= names
        if ship.carrier:
            assert ship.carrier in state.ships
            room[ship.carrier, ship.bay] += whole.carried
    for (carrier, bay), used in room.items():
        ship = state.ships[carrier]
        bays = dict(fitted(state.designs[ship.design], ship.damage.parts).bays)
        assert bay not in bays or used <= bays[bay]
    for end in state.gates.values():
        assert (end.carrier in state.ships) == (end.place == ABOARD)
        assert end.place != GONE or not end.at


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_after_battles_every_ship_is_in_one_place_and_none_is_there_twice(seed: int) -> None:
    fights = 0
    for _before, leg, _packets in played(seed, 8, "doctrine"):
        assert leg.game_state is not None
        after = leg.game_state.state
        in_order(after)
        ended = [event for event in leg.events if event.kind == "fight_ended"]
        fights += len(ended)
        told = [event for event in leg.events if event.kind == "battle"]
        lost = {
            one["ship"]
            for event in told
            for one in event.facts["own"]
            if one.get("fate") == "destroyed"
        }
        alive = {ship.name for ship in after.ships.values()}
        assert not lost & alive
    assert fights
