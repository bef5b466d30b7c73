"""The base of views: what one player may know, opaque to the core."""

from collections.abc import Mapping
from typing import Self

from msgspec import Meta, Struct, convert

from pbm.engine.events import json_form
from pbm.kit.facts import Fact


def one_of(*words: str) -> Meta:
    """The type of a text that is one of these words."""
    return Meta(pattern=f"^({'|'.join(words)})$")


class YouView(Struct, frozen=True, kw_only=True):
    """The reader of a view, in a game of sides."""

    player: str
    name: str
    side: str


class PlayerView(Struct, frozen=True, kw_only=True):
    """A seat of the campaign, in a game of sides."""

    id: str
    name: str
    side: str


class VictoryView(Struct, frozen=True, kw_only=True):
    """A victory condition of a side, in words."""

    side: str
    title: str


class GameView(Struct, frozen=True, kw_only=True):
    """The base of every game's view: built once, read by its fields, kept in packets."""

    def stored(self) -> Fact:
        """What a packet stores of the view as ``known``."""
        return self

    def written(self) -> dict[str, Fact]:
        """The view as it is read again from a packet's ``known``."""
        found: dict[str, Fact] = json_form(self.stored())
        return found

    @classmethod
    def read(cls, known: Mapping[str, Fact]) -> Self:
        """The view in a packet; msgspec.ValidationError for anything else."""
        return convert(known, cls)
