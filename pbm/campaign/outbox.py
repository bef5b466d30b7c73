"""The outbox: what is to be sent to whom, a list for each leg.

It follows from turn.toml, so a list that is missing is made again.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import tomlkit

from pbm.campaign.campaign import Campaign
from pbm.storage.atomic_files import put_file
from pbm.storage.turn_folders import OUTBOX, StoredStage, folder_name, in_force, leg_names
from pbm.storage.turn_toml import NEW, REPORTS, TurnPart


def outbox_name(leg: str) -> str:
    """The path of a leg's list."""
    return f"{OUTBOX}/{leg}.toml"


def outbox_bytes(part: TurnPart) -> bytes:
    """The list of a leg: each player with his address and files; ``sent`` is still empty."""
    leg = NEW if part.mailing == NEW else folder_name(part.mailing, part.revision)
    letters: list[Mapping[str, Any]] = []
    for player in part.outbox:
        folder = f"{REPORTS}/{player}/"
        letters.append(
            {
                "player": player,
                "name": part.names.get(player, player),
                "address": part.addresses.get(player, ""),
                "corrected": player in part.corrected,
                "sent": "",
                "files": [
                    {"path": f"turns/{leg}/{name}", "sha256": sha}
                    for name, sha in part.files.items()
                    if name.startswith(folder)
                ],
            }
        )
    return tomlkit.dumps(
        {"turn": part.mailing, "folder": f"turns/{leg}", "letters": letters}
    ).encode()


def fill(campaign: Campaign, leg: StoredStage) -> None:
    """Write the list of a leg if it is not there."""
    path = campaign.folder / outbox_name(leg.name)
    if not path.exists():
        put_file(path, outbox_bytes(leg.part))


def fill_all(campaign: Campaign, newest: StoredStage) -> None:
    """Write the list of the newest leg, and of any other in force that lost its own."""
    fill(campaign, newest)
    root = campaign.folder
    if not all((root / outbox_name(name)).exists() for name in leg_names(root)):
        for leg in in_force(root):
            fill(campaign, leg)


def unsent(campaign: Campaign) -> list[Path]:
    """The lists that are there, by name."""
    folder = campaign.folder / OUTBOX
    return sorted(folder.glob("*.toml")) if folder.is_dir() else []


def note_sent(campaign: Campaign, leg: str, sent: Mapping[str, str]) -> None:
    """Write into the list of a leg (its folder's name) when these players' letters were sent.

    The list is for people; what counts stands in the records of the mails.
    """
    path = campaign.folder / outbox_name(leg)
    if not path.exists():
        return
    data = path.read_bytes()
    whole = tomlkit.parse(data.decode())
    letters: Any = whole["letters"]
    for letter in letters:
        if when := sent.get(letter["player"]):
            letter["sent"] = when
    after = tomlkit.dumps(whole).encode()
    if after != data:
        put_file(path, after)
