"""A stage that worlds are made from, with everything that goes into it."""

from __future__ import annotations

from collections.abc import Mapping

from pbm.campaign.campaign import Campaign
from pbm.dice.keyed import Dice, KeyedDice
from pbm.engine.context import GameState
from pbm.kit.records import Record
from pbm.turns.play import Given, Played
from pbm.turns.stage_draft import Before

WHEN = "2026-05-01T20:00:00+00:00"


class Table(Campaign):
    """A campaign whose dice show the faces that are written down, and a seed's for all others."""

    faces: Mapping[tuple[str, str], tuple[int, ...]] = {}

    def dice(self, game_state: GameState, mailing: str = "", beacon: str = "") -> Dice:
        del mailing, beacon
        return _Written(self.faces, KeyedDice(self.seed, game_state.turn))


class _Written(Record):
    written: Mapping[tuple[str, str], tuple[int, ...]]
    others: Dice

    def faces(self, name: str, die: str, count: int, group: str) -> tuple[int, ...]:
        known = self.written.get((die, name), ())
        return known if len(known) == count else self.others.faces(name, die, count, group)


NOTHING_BEFORE = Before()


class Base(Record, eq=False):
    """A stage before it is played; compared and remembered by itself."""

    name: str
    campaign: Campaign
    game_state: GameState
    given: Given
    at: str = WHEN
    before: Before = NOTHING_BEFORE
    earlier: tuple[Played, ...] = ()

    def __repr__(self) -> str:
        return self.name

    @property
    def game(self) -> str:
        return self.campaign.ruleset.name

    @property
    def players(self) -> tuple[str, ...]:
        """The seats that are still played."""
        return tuple(seat.id for seat in self.game_state.seats if not seat.closed)
