"""Stages that worlds are made from: those of the campaigns of a game, and those of all cases.

A base is a stage with everything that goes into it: the campaign, the game state before it, the
texts, the rulings. Cases are played with the dice written in them; what they do not say (a
roll that only the second world makes) a seed says.
"""

from __future__ import annotations

import atexit
import shutil
import tempfile
import tomllib
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
from pbm.engine.context import GameState
from pbm.engine.events import Event
from pbm.engine.game import Ruleset
from pbm.engine.messages import Message
from pbm.engine.options import settle
from pbm.engine.registry import names
from pbm.engine.turn import Inputs, Stage, run
from pbm.sheets.envelope import Sheet
from pbm.sheets.received import Text
from pbm.storage.turn_folders import StoredStage, in_force
from pbm.storage.turn_toml import NEW
from pbm.turns.history import begin_of, given_of, held_stages, stored_game_state
from pbm.turns.play import Given
from pbm.turns.stage_draft import before_of
from tests.case_files import folder_of
from tests.games import prefilled
from tests.games.contract import contract
from tests.secrecy.base import WHEN, Base, Table
from tests.shipped import CAMPAIGNS, NAMES, played

GAMES = names()
CASE_SEED = "conformance"  # the one cases are played with


# --- campaigns --------------------------------------------------------------------------------


@cache
def campaigns(game: str) -> tuple[tuple[Campaign, tuple[StoredStage, ...]], ...]:
    """The campaigns of a game with their stages: the shipped ones, else one played for this."""
    roots = [played(name) for name in NAMES if _game_of(name) == game] or [_prefilled(game)]
    return tuple((open_campaign(root), tuple(in_force(root))) for root in roots)


def _game_of(name: str) -> str:
    text = (CAMPAIGNS / name / "campaign.toml").read_text(encoding="utf-8")
    return str(tomllib.loads(text)["game"])


def _prefilled(game: str) -> Path:
    made = tempfile.mkdtemp(prefix="pbm-prefilled-")
    atexit.register(shutil.rmtree, made, ignore_errors=True)
    return prefilled.play(Path(made) / game, contract(game)).folder


@cache
def played_bases(game: str) -> tuple[Base, ...]:
    """Every stage of the campaigns of a game."""
    found = []
    for campaign, chain in campaigns(game):
        found.append(_before_set_up(campaign, chain[0]))
        for place, stage in enumerate(chain[1:], 1):
            game_state = stored_game_state(campaign, chain[place - 1])
            assert game_state is not None
            # What goes past notes without an answer may as well be told to do so.
            given = replace(given_of(stage), go_on=True)
            earlier = held_stages(campaign, chain[:place], game_state)
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


def base_of(game: str) -> Base:
    """The stage that a game's contract names, else the last of its campaign."""
    found = played_bases(game)
    return next((one for one in found if one.name == contract(game).stage), found[-1])


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
    tests = folder_of(game)
    folders = [tests / "rulebook" / game, tests / "secrecy" / "cases" / game]
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
        PlayerPart(id=seat.id, name=seat.name, side=seat.side, address="")
        for seat in game_state.seats
    )
    part = CampaignPart(
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
