"""The outbox: for each stage a list of the files to send to each player.

It is made from turn.toml, so a missing list is made again.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pbm.campaign.campaign import Campaign
from pbm.kit.toml_writer import toml_bytes
from pbm.storage.atomic_files import put_file
from pbm.storage.turn_folders import OUTBOX, StoredStage, folder_name, in_force, stage_names
from pbm.storage.turn_toml import NEW, REPORTS, TurnPart


def outbox_name(stage: str) -> str:
    """The path of a stage's list."""
    return f"{OUTBOX}/{stage}.toml"


def outbox_bytes(part: TurnPart) -> bytes:
    """Write a stage's list: each player's address and files; ``sent`` is empty."""
    stage = NEW if part.mailing == NEW else folder_name(part.mailing, part.revision)
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
                    {"path": f"turns/{stage}/{name}", "sha256": sha}
                    for name, sha in part.files.items()
                    if name.startswith(folder)
                ],
            }
        )
    return toml_bytes({"turn": part.mailing, "folder": f"turns/{stage}", "letters": letters})


def fill(campaign: Campaign, stage: StoredStage) -> None:
    """Write the list of a stage if it is missing."""
    path = campaign.folder / outbox_name(stage.name)
    if not path.exists():
        put_file(path, outbox_bytes(stage.part))


def fill_all(campaign: Campaign, newest: StoredStage) -> None:
    """Write the list of the newest stage, and any list missing of a stage in force."""
    fill(campaign, newest)
    root = campaign.folder
    if not all((root / outbox_name(name)).exists() for name in stage_names(root)):
        for stage in in_force(root):
            fill(campaign, stage)


def unsent(campaign: Campaign) -> list[Path]:
    """List the files of the outbox, by name."""
    folder = campaign.folder / OUTBOX
    return sorted(folder.glob("*.toml")) if folder.is_dir() else []


def not_noted(root: Path) -> set[str]:
    """The stages (by their folder's name) whose list has a mail that is not noted as sent."""
    lists = (root / OUTBOX).glob("*.toml")
    return {path.stem for path in lists if b'sent = ""' in path.read_bytes()}


def note_sent(campaign: Campaign, stage: str, sent: Mapping[str, str]) -> None:
    """Note in a stage's list (by its folder's name) when each player's mail was sent.

    The list is for people; the records of the mails are what counts.
    """
    path = campaign.folder / outbox_name(stage)
    if not path.exists():
        return
    import tomlkit  # keeps what people wrote beside it

    data = path.read_bytes()
    whole = tomlkit.parse(data.decode())
    letters: Any = whole["letters"]
    for letter in letters:
        if when := sent.get(letter["player"]):
            letter["sent"] = when
    after = tomlkit.dumps(whole).encode()
    if after != data:
        put_file(path, after)
