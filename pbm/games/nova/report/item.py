"""What an item of the story holds in Nova besides its sentence."""

from typing import Any

from msgspec import field

from pbm.engine import story


class Item(story.Item, frozen=True, kw_only=True):
    """``ships`` are names here, ``track`` systems.

    ``sitrep`` is the item of the situation report in codes, ``mcr`` what the treasury gained or
    lost, ``facts`` what happened in a round of a battle.
    """

    sitrep: str = ""
    mcr: int = 0
    facts: dict[str, Any] = field(default_factory=dict)
