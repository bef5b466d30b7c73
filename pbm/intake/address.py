"""The player and the stage that a sheet is for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbm.kit.records import Record
from pbm.sheets.kinds import HeadExample

if TYPE_CHECKING:
    from pbm.campaign.campaign import Campaign
    from pbm.engine.context import GameState


class Place(Record):
    """The player and the stage (``mailing``) of a sheet; ``early`` if not yet due."""

    player: str
    mailing: str
    early: bool = False


def head_example(campaign: Campaign, game_state: GameState) -> HeadExample:
    """The head of a sheet that is due now, for messages; the player's name stays open."""
    turn = next((due for due in game_state.due if "/" not in due), str(game_state.turn))
    kind = campaign.ruleset.awaited(turn).name
    return HeadExample(campaign.name, turn, kind=kind)
