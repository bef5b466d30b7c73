"""Remember which turns match their records, so that a run need not read them all.

A run compares the files of every earlier turn with their hashes. For a turn that matches, it notes
what the disk says of each file: its size, the times of its last changes, and its inode. A turn for
which the disk says the same at the next run is not read again; any other turn is (a file written,
touched, put back or copied; another disk). So a run of turn 500 reads no more than a run of turn 5.
`pbm replay` reads every file, whatever is noted.

The notes are in campaign.lock, which belongs to this machine and is never copied; the process that
holds the lock writes them. If notes are missing or damaged, everything is read.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pbm.kit.records import Record
from pbm.storage.archive_format import PACK_FILE, PACK_SEAL, PACKED, is_packed
from pbm.storage.atomic_files import noted, put_note, time_of_disk
from pbm.storage.turn_folders import SEAL_FILE, StoredStage
from pbm.storage.turn_toml import TURN_FILE

FORMAT = "pbm-noted-1"
# Files can change twice within one tick of a disk's clock; the coarsest in use ticks every two
# seconds.
SETTLED_NS = 4_000_000_000


class VerifiedCache:
    """The notes on a campaign's turns: those of the last run and those for the next.

    A note has the names of a turn's files and a hash of what the disk says of each. Most turns have
    the same names, which are stored once.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._before = _notes(root)
        self._now: dict[str, tuple[str, str]] = {}

    def is_whole(self, stage: StoredStage) -> bool:
        """True for a turn that was found whole and of which nothing has changed since."""
        known = self._before.get(stage.name)
        if known is None or _said(stage, known[0])[0] != known[1]:
            return False
        self._now[stage.name] = known
        return True

    def look_at(self, stage: StoredStage) -> Looked:
        """The metadata of a turn's files, taken before they are read."""
        names = "\n".join(_names(stage))
        return Looked(stage.name, names, *_said(stage, names))

    def keep(self, whole: Sequence[Looked]) -> None:
        """Note turns that matched their records; the caller holds the lock.

        What changed in between is not as noted; what is too new is not noted.
        """
        settled = time_of_disk(self._root) - SETTLED_NS if whole else 0
        for turn in whole:
            if turn.mark and turn.newest < settled:
                self._now[turn.name] = (turn.names, turn.mark)
        if self._now != self._before:
            put_note(self._root, _noting(self._now))


class Looked(Record):
    """A turn on disk: its files, a hash of their metadata, the newest time (ns).

    The hash is empty for a turn that cannot be noted.
    """

    name: str
    names: str
    mark: str
    newest: int


def _noting(notes: Mapping[str, tuple[str, str]]) -> bytes:
    names = list(dict.fromkeys(names for names, _mark in notes.values()))
    places = {one: place for place, one in enumerate(names)}
    whole = {name: (places[one], mark) for name, (one, mark) in notes.items()}
    said = {"format": FORMAT, "names": names, "whole": whole}
    return json.dumps(said, separators=(",", ":")).encode()


def _notes(root: Path) -> dict[str, tuple[str, str]]:
    try:
        said: Any = json.loads(noted(root))
        if said["format"] == FORMAT:
            names = said["names"]
            return {
                str(name): (str(names[place]), str(mark))
                for name, (place, mark) in said["whole"].items()
            }
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        pass
    return {}


def _names(stage: StoredStage) -> list[str]:
    """The files that decide whether a turn matches its record."""
    if is_packed(stage.folder):
        return [TURN_FILE, SEAL_FILE, f"{PACKED}/{PACK_FILE}", f"{PACKED}/{PACK_SEAL}"]
    return [TURN_FILE, SEAL_FILE, PACKED, *stage.part.files]


def _said(stage: StoredStage, names: str) -> tuple[str, int]:
    """A hash of what the disk says of these files, and when the newest changed (ns).

    A missing file adds nothing. The hash is "" if the turn cannot be noted.
    """
    folder = str(stage.folder)
    said: list[object] = [stage.digest]
    newest = 0
    for name in names.split("\n"):
        try:
            stat = os.stat(f"{folder}/{name}")  # noqa: PTH116  (paths would take most of the time)
        except (FileNotFoundError, NotADirectoryError):
            said.append(None)
            continue
        except (OSError, ValueError):
            return "", 0
        changed = (stat.st_mtime_ns, stat.st_ctime_ns)
        newest = max(newest, *changed)
        said.append((stat.st_size, stat.st_ino, *changed))
    return hashlib.sha256(repr(said).encode()).hexdigest(), newest
