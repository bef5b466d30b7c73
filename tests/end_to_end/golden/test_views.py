"""The view that checks and reports read, and the one a packet holds, are the same record."""

from __future__ import annotations

import pytest

from pbm.service import api
from pbm.storage.turn_folders import in_force
from pbm.turns.history import game_state_after
from tests.shipped import played

NAMES = ("beacon", "pirates", "convoy-red", "age", "two-lamps")


@pytest.mark.parametrize("name", NAMES)
def test_a_packet_holds_all_of_a_view_and_a_view_no_more_than_its_packet(name: str) -> None:
    """What the packet leaves out must not stand in the record: checks would see it."""
    campaign = api.open_campaign(played(name))
    rules, chain = campaign.ruleset, in_force(campaign.folder)
    for count in range(1, len(chain) + 1):
        game_state = game_state_after(campaign, chain[:count])
        for player in ("", *(seat.id for seat in game_state.seats)):
            view = rules.build_view(game_state.state, player, game_state.seats, campaign.options)
            assert rules.view.read(view.written()) == view, (chain[count - 1].name, player)
