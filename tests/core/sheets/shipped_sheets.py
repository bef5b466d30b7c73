"""The prefilled sheets of the campaigns that are shipped."""

from __future__ import annotations

from functools import cache

from pbm.service import api
from pbm.storage.turn_folders import in_force
from pbm.turns.assemble import next_sheet
from pbm.turns.history import game_state_after
from tests.shipped import played


@cache
def prefilled_sheets() -> tuple[str, ...]:
    """Prefilled sheets of all kinds and games, from set-up to the last turns."""
    found = []
    for name in ("beacon", "twin-moons", "showdown", "first-shot", "two-lamps", "age"):
        campaign = api.open_campaign(played(name))
        chain = in_force(campaign.folder)
        battles = [place for place, stage in enumerate(chain) if "/" in stage.label]
        for place in sorted({1, 2, len(chain) // 2, len(chain) - 1, *battles[:1]}):
            game_state = game_state_after(campaign, chain[:place])
            for seat in game_state.seats if place in battles else game_state.seats[:2]:
                text = next_sheet(campaign, game_state, seat, passes=True, prefilled=True)
                found += [f"{one}END\n" for one in text.split("END\n") if one.strip()]
    return tuple(found)
