"""The same on disk: sheets sent, turns run, files written, by the commands themselves."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from pbm.campaign.campaign import Campaign, open_campaign
from pbm.engine.types import every_player
from pbm.service.api import How, check_sheet, run_turn, submit, template
from pbm.sheets.received import Text
from pbm.storage.turn_folders import in_force
from tests.games.contract import contract
from tests.secrecy.base import Base
from tests.secrecy.bases import GAMES, base_of
from tests.secrecy.harness import difference, world_of
from tests.secrecy.secrets import others, the_sheet, with_lines
from tests.sheets import as_it_stands


def copied(base: Base, folder: Path) -> Campaign:
    """The campaign as it stood before a stage."""
    source = base.campaign.folder
    shutil.copytree(source, folder, ignore=shutil.ignore_patterns("inbox", "outbox", "made"))
    chain = in_force(folder)
    place = next(at for at, stage in enumerate(chain) if stage.label == base.given.mailing)
    kept = {stage.name for stage in chain[:place]}
    for turn in (folder / "turns").iterdir():
        if turn.name not in kept:
            shutil.rmtree(turn)
    (folder / "secret.toml").chmod(0o600)
    return open_campaign(folder)


def secret_texts(base: Base, player: str) -> list[Text]:
    """The texts of a stage, with much in others' that the player cannot know."""
    world = world_of(base)
    found = list(world.texts)
    mailing = base.given.mailing
    for other in others(world, player):
        text, name = the_sheet(world, other), world.seat(other).name
        if text is None:
            continue
        place = found.index(text)
        lines = ["Zq nobody understands this", "NOTE TO GM: Zq by night"]
        found[place] = with_lines(text, [*lines, "WAIT", "ABSENT until turn 99"])
        head = f"{base.campaign.name} turn {mailing} for {name}"
        extra = [
            f"MESSAGE {head}\nZq words for the game master alone\nEND\n",
            f"ORDERS {base.campaign.name} turn 77 for {name}\nZq\nEND\n",
            f"ORDERS {base.campaign.name} turn {mailing} for Zqnobody\nZq\nEND\n",
        ]
        found += [replace(text, number=90 + at, data=one.encode()) for at, one in enumerate(extra)]
    return found


def got(base: Base, texts: list[Text], player: str, folder: Path, *, last: bool) -> dict[str, Any]:
    """What a player gets of the stage when these texts are sent, his own first or last."""
    campaign = copied(base, folder)
    found: dict[str, Any] = {}
    for text in sorted(texts, key=lambda one: ((one.player == player) is last, one.number)):
        taken = submit(campaign, [(text.name, text.data)], at=text.received)
        if text.player == player:
            found |= {f"receipt {text.number}": one.receipt.encode() for one in taken}
    sheet = template(campaign, player)
    found["template"] = sheet.encode()
    checked = check_sheet(as_it_stands(sheet).encode(), "sheet.txt", campaign=campaign)
    found["check"] = "\n".join(one.findings for one in checked).encode()
    ran = run_turn(
        campaign, base.given.mailing, how=How(missing_ok=True, go_on=True, pdfs=False), at=base.at
    )
    assert ran.folder is not None
    reports = ran.folder / "reports" / player
    found |= {f"report/{file.name}": file.read_bytes() for file in sorted(reports.iterdir())}
    outbox = tomllib.loads((folder / "outbox" / f"{ran.folder.name}.toml").read_text())
    letters = [one for one in outbox["letters"] if one["player"] == player]
    found["outbox"] = repr(letters).encode()
    return found


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=pytest.mark.slow) if contract(game).is_big else game
        for game in GAMES
    ],
)
def test_what_others_send_changes_nothing_that_is_written_for_a_player(
    game: str, tmp_path: Path
) -> None:
    base = base_of(game)
    player = base.players[-1]
    world = world_of(base)
    assert world.texts_of(player)
    name = base.campaign.name
    one = got(base, list(world.texts), player, tmp_path / "one" / name, last=True)
    other = got(base, secret_texts(base, player), player, tmp_path / "two" / name, last=False)
    assert not difference(one, other), difference(one, other)
    assert {"report/packet.json", "report/report.html", "template", "check"} <= set(one)


@pytest.mark.parametrize("game", GAMES)
def test_who_plays_is_told_only_where_players_know_each_other(game: str, tmp_path: Path) -> None:
    """A sheet for nobody is answered with the names of the players, or with none of them."""
    base = base_of(game)
    campaign = copied(base, tmp_path / base.campaign.name)
    text = f"ORDERS {campaign.name} turn {base.given.mailing} for ZORK\nEND\n".encode()
    (taken,) = submit(campaign, [("a.txt", text)], at=base.at)
    (checked,) = check_sheet(text, "a.txt", campaign=campaign)
    everybody = [seat.name for seat in campaign.seats]
    known = everybody if campaign.ruleset.correspondents is every_player else []
    for said in (taken.receipt, checked.findings):
        assert '"ZORK" is not a player in this campaign' in said
        assert [name for name in everybody if name in said] == known
