"""Stages that worlds are made from: those of the shipped campaigns, and those of all cases.

A base is a stage with everything that goes into it: the campaign, the game state before it, the
texts, the rulings. Cases are played with the dice written in them; what they do not say (a
roll that only the second world makes) a seed says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

from msgspec.structs import replace

from pbm.campaign.campaign import Campaign, CampaignPart, PlayerPart, open_campaign
from pbm.campaign.scenarios import Loaded
from pbm.campaign.secrets import Secret
from pbm.conformance import play_case, runner
from pbm.conformance.case_file import Case, read_cases
from pbm.dice.keyed import Dice, KeyedDice
from pbm.engine.context import GameState
from pbm.engine.events import Event
from pbm.engine.game import Ruleset
from pbm.engine.messages import Message
from pbm.engine.options import settle
from pbm.engine.registry import ruleset
from pbm.engine.turn import Inputs, Stage, run
from pbm.kit.problems import Faults
from pbm.kit.records import Record
from pbm.sheets.envelope import Sheet
from pbm.sheets.received import Text
from pbm.storage.turn_folders import StoredStage, in_force
from pbm.storage.turn_toml import NEW
from pbm.turns.history import begin_of, given_of, held_stages, stored_game_state
from pbm.turns.play import Given, Played
from pbm.turns.stage_draft import Before, before_of
from tests.shipped import NAMES, played

ROOT = Path(__file__).parents[2]
GAMES = ("knighthawks", "deltavee", "nova")
WHEN = "2026-05-01T20:00:00+00:00"
CASE_SEED = "conformance"  # the one cases are played with


class Table(Campaign):
    """A campaign whose dice show the faces that are written down, and a seed's for all others."""

    faces: Mapping[tuple[str, str], tuple[int, ...]] = {}

    def dice(self, game_state: GameState) -> Dice:
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


# --- shipped campaigns ------------------------------------------------------------------------


@cache
def campaigns(game: str) -> tuple[tuple[Campaign, tuple[StoredStage, ...]], ...]:
    """The shipped campaigns of a game with their stages."""
    found = []
    for name in NAMES:
        root = played(name)
        campaign = open_campaign(root)
        if campaign.ruleset.name == game:
            found.append((campaign, tuple(in_force(root))))
    return tuple(found)


@cache
def played_bases(game: str) -> tuple[Base, ...]:
    """Every stage of the shipped campaigns of a game."""
    found = []
    for campaign, chain in campaigns(game):
        found.append(_before_set_up(campaign, chain[0]))
        for place, stage in enumerate(chain[1:], 1):
            game_state = stored_game_state(campaign, chain[place - 1])
            assert game_state is not None
            # What goes past notes without an answer may as well be told to do so.
            given = replace(given_of(stage), go_on=True)
            earlier = held_stages(campaign, chain[:place])
            found.append(
                Base(
                    f"{campaign.name}/{stage.label}",
                    campaign,
                    game_state,
                    given,
                    stage.part.run_at,
                    before_of(chain[place - 1]),
                    earlier,
                )
            )
    return tuple(found)


def _before_set_up(campaign: Campaign, stage: StoredStage) -> Base:
    """What a campaign begins with: the first reports and set-up sheets."""
    given = Given(NEW, go_on=True)
    return Base(f"{campaign.name}/new", campaign, begin_of(campaign), given, stage.part.run_at)


# --- cases ------------------------------------------------------------------------------------


@cache
def case_bases(game: str, every: int = 1) -> tuple[Base, ...]:
    """The stages that the cases of a game play and that two players or more have a part in.

    Of all cases, or of each so manyth.
    """
    found: list[Base] = []
    count = 0
    folders = [ROOT / "tests" / "rulebook" / game, Path(__file__).parent / "cases" / game]
    for file in runner.case_files([folder for folder in folders if folder.is_dir()]):
        cases, problems = read_cases(file.read_text(encoding="utf-8"), file.name)
        assert not problems
        for case in cases:
            count += 1
            if count % every == 0 or case.id.startswith("SEC-"):
                found += _bases_of(case)
    return tuple(found)


def _bases_of(case: Case) -> Iterator[Base]:
    seen: list[tuple[Ruleset, GameState, str, Inputs, Mapping[str, str], Stage]] = []

    def listening(
        game: Ruleset,
        game_state: GameState,
        mailing: str,
        inputs: Inputs,
        options: Mapping[str, str],
        *rest: Any,
    ) -> Stage:
        stage = run(game, game_state, mailing, inputs, options, *rest)
        seen.append((game, game_state, mailing, inputs, options, stage))
        return stage

    with mock.patch.object(play_case, "run", listening):
        runner.run_case(case)
    for number, (game, game_state, mailing, inputs, options, stage) in enumerate(seen, 1):
        if stage.game_state is None or len(game_state.seats) < 2:
            continue
        yield _base(f"{case.id}/{number}", game, game_state, mailing, inputs, options, stage)


def _base(
    name: str,
    game: Ruleset,
    game_state: GameState,
    mailing: str,
    inputs: Inputs,
    options: Mapping[str, str],
    stage: Stage,
) -> Base:
    players = tuple(
        PlayerPart.model_construct(id=seat.id, name=seat.name, side=seat.side, address="")
        for seat in game_state.seats
    )
    part = CampaignPart.model_construct(
        name=play_case.CAMPAIGN,
        title="A case",
        game=game.name,
        adjudication=game.adjudication,
        begun=WHEN,
        players=players,
        options=dict(options),
    )
    table = Table(
        Path("case"),
        part,
        Loaded(game, None, b"", ""),
        settle(game.all_options, options)[0],
        game_state.seats,
        Secret(seed=CASE_SEED),
        faces=_faces(stage.events),
    )
    rulings = "".join(f"{one.text} because {one.reason}\n" for one in inputs.rulings)
    texts = _texts(game_state, mailing or str(game_state.turn), inputs)
    given = Given(mailing or str(game_state.turn), texts, rulings.encode(), go_on=True)
    return Base(name, table, game_state, given)


def _faces(events: tuple[Event, ...]) -> dict[tuple[str, str], tuple[int, ...]]:
    return {(roll.die, roll.name): roll.faces for event in events for roll in event.rolls}


def _texts(game_state: GameState, mailing: str, inputs: Inputs) -> tuple[Text, ...]:
    """The sheets and letters of a case as texts that come by mail."""
    written: dict[str, list[str]] = {seat.id: [] for seat in game_state.seats}
    names = {seat.id: seat.name for seat in game_state.seats}
    for seat, also in inputs.also.items():
        written[seat] += [_typed(sheet) for sheet in also]
    for seat, sheet in inputs.sheets.items():
        written[seat].append(_typed(sheet))
    for message in inputs.messages:
        written[message.player].append(letter_text(message, mailing, names[message.player]))
    return tuple(
        Text(seat, number, WHEN, "sheet.txt", text.encode())
        for seat, texts in written.items()
        for number, text in enumerate(texts, 1)
    )


def _typed(sheet: Sheet) -> str:
    head = f"{sheet.kind} {sheet.campaign} turn {sheet.mailing} for {sheet.player}"
    lines = [text for line in sheet.lines for _number, text in line.typed]
    return "\n".join([head, *lines, "END", ""])


def letter_text(message: Message, mailing: str, writer: str, campaign: str = "case") -> str:
    """A letter as its writer would mail it."""
    to = f" to {message.to}" if message.to else ""
    return f"MESSAGE {campaign} turn {mailing} for {writer}{to}\n{message.text}\nEND\n"


@cache
def bases(game: str, every: int = 1) -> tuple[Base, ...]:
    """The stages of a game, of its cases each so manyth."""
    return (*played_bases(game), *case_bases(game, every))


__all__ = ["GAMES", "Base", "Faults", "Table", "bases", "case_bases", "played_bases", "ruleset"]
