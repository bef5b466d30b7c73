"""What one player may know of a game: a record of the game's own, opaque to the core."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from msgspec import Meta, Struct, convert, to_builtins

from pbm.kit.facts import Fact


def one_of(*words: str) -> Meta:
    """The bound of a text that is one of these words."""
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
    """The base of every game's view record: built once, read by its fields, written for packets."""

    def written(self) -> dict[str, Fact]:
        """The view as ``known`` of a packet holds it."""
        found: dict[str, Fact] = to_builtins(self)
        return found

    @classmethod
    def read(cls, known: Mapping[str, Fact]) -> Self:
        """The view that stands in a packet; msgspec.ValidationError for anything else."""
        return convert(known, cls)
