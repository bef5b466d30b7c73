"""Players who are away, and until when: ``ABSENT until turn 14``.

`inbox/absent.toml` lists them. A player's next sheet without that line ends the absence.
"""

import tomllib
from collections.abc import Sequence
from pathlib import Path

from pbm.kit.problems import CampaignFault
from pbm.kit.toml_writer import toml_bytes
from pbm.sheets.envelope import Sheet
from pbm.storage.atomic_files import put_file

ABSENT_FILE = "inbox/absent.toml"


def absent(root: Path) -> dict[str, int]:
    """Map each absent player to the turn for which they will send orders again."""
    try:
        found = tomllib.loads((root / ABSENT_FILE).read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError):
        raise CampaignFault.invalid(
            f"{ABSENT_FILE} is not as pbm wrote it", remedy="Delete it"
        ) from None
    return {player: turn for player, turn in found.items() if isinstance(turn, int)}


def note_absence(root: Path, player: str, sheets: Sequence[Sheet], *, early: bool) -> None:
    """Note what a player's sheets say about absence; the caller holds the lock.

    Sheets for the turn that is due end an absence that they do not mention; those for later
    turns (``early``) do not, since a player may send such before going away.
    """
    said = [sheet.absent for sheet in sheets if not sheet.is_message]
    until = max(said, default=0)
    if said and (until or not early):
        set_absence(root, player, until)


def set_absence(root: Path, player: str, until: int) -> None:
    """Note until which turn a player is absent; 0 ends the absence."""
    was = absent(root)
    now = {**was, player: until} if until else {k: v for k, v in was.items() if k != player}
    if now != was:
        put_file(root / ABSENT_FILE, toml_bytes(dict(sorted(now.items()))))
