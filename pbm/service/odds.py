"""How a battle may end: what ``pbm odds`` asks of the game that can tell.

For a player from his packet.json and an enemy he guesses, for the game master from the campaign.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from pbm.campaign.campaign import Progress, open_campaign, quiet
from pbm.campaign.inbox import counting, entries, text_of
from pbm.engine.game import Ruleset
from pbm.engine.options import settle
from pbm.engine.registry import ruleset
from pbm.kit.problems import Faults, illegal, invalid
from pbm.packets.schema import read_packet
from pbm.sheets.envelope import find_sheets
from pbm.storage.turn_folders import in_force
from pbm.turns.history import standing_after, verify_newest
from pbm.turns.submissions import hands_of, weigh

# The one game with odds; asked by name, as games are, so that nothing else depends on it.
_GAME, _COMMAND = "nova", "pbm.games.nova.tools.odds.command"
BATTLES = 1000


@dataclass(frozen=True, slots=True)
class Times:
    """How often a battle is fought, from which seed, by how many processes (None: one a core)."""

    battles: int = BATTLES
    seed: str = "odds"
    jobs: int | None = None


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
    times: Times = Times(),
    progress: Progress = quiet,
) -> Any:
    """The odds of a player's ships against those he guesses: see `shown.Odds` of the tool.

    ``enemy`` and ``own`` are ships as ``3 Frigate, 1 Hauler``; without ``own`` his ships at the
    place fight. ``arrives``: the enemy jumps in. ``designs`` and ``sheet`` are bytes and name of
    a text with designs, and of his own sheet, whose lines hold. ``ground``: armies fight for the
    planet, and ships are left out. Faults for all that is wrong.
    """
    read = read_packet(packet, file)
    command = _command(read["game"])
    game, known = ruleset(_GAME), read["known"]
    chosen = {option["key"]: option["value"] for option in read["options"]}
    options = settle(game.options, chosen)[0]
    orders = None if sheet is None else _commands(game, known, options, *sheet)
    guess = {"at": at, "enemy": enemy, "own": own, "arrives": arrives}
    scene = command.of_player(known, options, guess, designs, orders, ground)
    return command.fought(scene, times.battles, times.seed, times.jobs, progress)


def odds_of_campaign(
    folder: Path,
    at: str,
    *,
    sides: Sequence[str] = (),
    ground: bool = False,
    times: Times = Times(),
    progress: Progress = quiet,
) -> Any:
    """The odds of a battle in a campaign, by the sheets in force: see `shown.Odds` of the tool.

    ``sides`` are ``EMPIRE=SHIPS``; without any the ships at the place fight, all against all.
    """
    campaign = open_campaign(folder)
    command = _command(campaign.ruleset.name)
    chain = in_force(campaign.folder)
    verify_newest(chain)
    standing = standing_after(campaign, chain)
    commands: dict[str, Any] = {}
    for due in standing.due:
        texts = [text_of(one) for one in counting(entries(campaign.folder, due))]
        for player, hand in hands_of(campaign, standing, due, texts).items():
            if hand.main is not None:
                commands[player] = hand.main.reading.commands
    scene = command.of_game_master(standing.state, commands, campaign.options, at, sides, ground)
    return command.fought(scene, times.battles, times.seed, times.jobs, progress)


def _command(game: str) -> Any:
    if game != _GAME:
        raise Faults(
            illegal(f"pbm odds is for Nova, and this is {game}", remedy="Fight it out in play")
        )
    return import_module(_COMMAND)


def _commands(game: Ruleset, known: Any, options: Any, data: bytes, file: str) -> Any:
    """What the last ORDERS sheet of a text orders; Faults if there is none."""
    found = find_sheets(data, file, game.all_kinds).sheets
    read = weigh(game, known, options, str(known["turn"]), [(1, sheet) for sheet in found])
    orders = [one.reading for one in read if one.sheet.kind == "ORDERS"]
    if not orders:
        raise Faults(
            invalid(f"{file} holds no ORDERS sheet", remedy="Give the sheet you would send")
        )
    return orders[-1].commands
