"""Work out how a battle may end: the work of ``pbm odds``.

A player gives a packet.json and guesses the enemy; the game master gives the campaign.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pbm.campaign.campaign import Progress, open_campaign, quiet
from pbm.campaign.inbox import counting, entries, text_of
from pbm.engine import registry
from pbm.engine.game import Ruleset
from pbm.engine.options import settle
from pbm.engine.view import GameView
from pbm.kit.english import listed
from pbm.kit.problems import Faults
from pbm.kit.records import Record
from pbm.packets.schema import read_packet
from pbm.sheets.envelope import find_sheets
from pbm.storage.turn_folders import in_force
from pbm.turns.history import game_state_after, verify_newest
from pbm.turns.submissions import all_submissions, read_sheets

TOOL = "odds"
BATTLES = 1000


class Times(Record):
    """Number of battles, seed, and number of processes (None: one a core)."""

    battles: int = BATTLES
    seed: str = "odds"
    jobs: int | None = None


USUAL = Times()


def odds_of_packet(
    packet: bytes,
    file: str,
    at: str,
    enemy: str,
    *,
    own: str = "",
    arrives: bool = False,
    designs: tuple[bytes, str] | None = None,
    sheet: tuple[bytes, str] | None = None,
    ground: bool = False,
    times: Times = USUAL,
    progress: Progress = quiet,
) -> Any:
    """Work out the odds of a player's units against those of a guessed enemy.

    ``enemy`` and ``own`` are units as ``3 Frigate, 1 Hauler``; without ``own`` the player's units
    at the place fight. ``arrives``: the enemy comes in. ``designs`` and ``sheet`` are bytes and
    name of a text with designs, and of the player's own sheet, whose lines apply. ``ground``:
    only armies fight. Returns what the game's tool returns. Faults for everything wrong.
    """
    read = read_packet(packet, file)
    game = _game(read["game"])
    view = game.view.read(read["known"])
    chosen = {option["key"]: option["value"] for option in read["options"]}
    options = settle(game.options, chosen)[0]
    turn = str(read["known"]["turn"])
    orders = None if sheet is None else _commands(game, view, turn, options, *sheet)
    guess = {"at": at, "enemy": enemy, "own": own, "arrives": arrives}
    scene = game.tools["odds_of_packet"](view, options, guess, designs, orders, ground)
    return _fought(game, scene, times, progress)


def odds_of_campaign(
    folder: Path,
    at: str,
    *,
    sides: Sequence[str] = (),
    ground: bool = False,
    times: Times = USUAL,
    progress: Progress = quiet,
) -> Any:
    """Work out the odds of a battle in a campaign, by the sheets in force.

    ``sides`` are ``PLAYER=UNITS``; without any the units at the place fight, all against all.
    Returns what the game's tool returns.
    """
    campaign = open_campaign(folder)
    game = _game(campaign.ruleset.name)
    chain = in_force(campaign.folder)
    verify_newest(chain)
    game_state = game_state_after(campaign, chain)
    commands: dict[str, Any] = {}
    for due in game_state.due:
        texts = [text_of(one) for one in counting(entries(campaign.folder, due))]
        for player, submitted in all_submissions(campaign, game_state, due, texts).items():
            if submitted.main is not None:
                commands[player] = submitted.main.reading.commands
    find = game.tools["odds_of_campaign"]
    scene = find(game_state.state, commands, campaign.options, at, sides, ground)
    return _fought(game, scene, times, progress)


def _fought(game: Ruleset, scene: Any, times: Times, progress: Progress) -> Any:
    return game.tools[TOOL](scene, times.battles, times.seed, times.jobs, progress)


def _game(name: str) -> Ruleset:
    """Look up a game; Faults if it has no odds."""
    game = registry.ruleset(name)
    if TOOL not in game.tools:
        titles = listed([registry.ruleset(one.name).title for one in registry.having(TOOL)])
        raise Faults.illegal(
            f"{name} has no odds",
            reason=f"pbm odds works for {titles} only",
            remedy="Fight it out in play",
        )
    return game


def _commands(
    game: Ruleset, view: GameView, mailing: str, options: Any, data: bytes, file: str
) -> Any:
    """Read the last ORDERS sheet of a text; Faults if there is none."""
    text = find_sheets(data, file, game.all_kinds)
    found = (*text.sheets, *text.unchanged)
    read = read_sheets(game, view, options, mailing, [(1, sheet) for sheet in found])
    orders = [one.reading for one in read if one.sheet.kind == "ORDERS"]
    if not orders:
        raise Faults.invalid(
            f"{file} has no ORDERS sheet", remedy="Give the sheet that you would send"
        )
    return orders[-1].commands
