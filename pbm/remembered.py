"""Which turns were found to be as they are recorded, so that the next run need not read them all.

A run holds every earlier turn's files against their hashes. What was found whole is noted with
what the disk then said of each file: its size, when it and its entry last changed, and which file
it is. A turn of which the disk says all that again is not read again; anything else (a file
written, touched, put back, copied; another disk) is. So a run of turn 500 reads what a run of turn
5 reads. `pbm replay` reads every file, whatever is noted.

The notes stand in campaign.lock, which is of this machine and in no copy: whoever holds it writes
them. Notes that are missing or spoilt only mean that all is read.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from pbm.legs import StoredLeg
from pbm.store import noted, put_note, time_of_disk

FORMAT = "pbm-noted-1"
# Files can change twice within one tick of a disk's clock; the coarsest in use ticks every two
# seconds.
SETTLED_NS = 4_000_000_000


class Remembered:
    """What was noted of a campaign's turns before, and what is to be noted now."""

    def __init__(self, root: Path) -> None:
        self._root = root
        self._before = _notes(root)
        self._now: dict[str, str] = {}
        self._seen: dict[str, tuple[str, int]] = {}

    def is_whole(self, leg: StoredLeg) -> bool:
        """True for a turn that was found whole and of which nothing has changed since."""
        mark, newest = _looked_at(leg)
        if mark and mark == self._before.get(leg.name):
            self._now[leg.name] = mark
            return True
        self._seen[leg.name] = (mark, newest)
        return False

    def keep(self, whole: Sequence[StoredLeg]) -> None:
        """Note these turns, asked for before and found whole since; the caller holds the lock.

        What changed after it was asked for is not as noted; what is too new is not noted.
        """
        settled = time_of_disk(self._root) - SETTLED_NS if whole else 0
        for leg in whole:
            mark, newest = self._seen[leg.name]
            if mark and newest < settled:
                self._now[leg.name] = mark
        if self._now != self._before:
            text = json.dumps({"format": FORMAT, "whole": self._now}, separators=(",", ":"))
            put_note(self._root, text.encode())


def _notes(root: Path) -> dict[str, str]:
    try:
        said = json.loads(noted(root))
        if said["format"] == FORMAT:
            return {str(name): str(mark) for name, mark in said["whole"].items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        pass
    return {}


def _looked_at(leg: StoredLeg) -> tuple[str, int]:
    """What the disk says of all files of a turn, as one hash, and when the newest changed (ns).

    "" for one that cannot be noted: files that are elsewhere, or cannot be looked at.
    """
    try:
        found = sorted(_files(str(leg.folder), ""))
    except OSError:
        return "", 0
    newest = max((max(changed) for _name, _size, _id, *changed in found), default=0)
    said = json.dumps([leg.digest, found])
    return hashlib.sha256(said.encode()).hexdigest(), newest


def _files(folder: str, inside: str) -> Iterator[tuple[str, int, int, int, int]]:
    """Every file by its name in the leg's folder: size, number on the disk, its two times."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_symlink():
                raise OSError(f"{entry.path} is a link")
            name = f"{inside}{entry.name}"
            if entry.is_dir():
                yield from _files(entry.path, f"{name}/")
            else:
                stat = entry.stat()
                yield name, stat.st_size, stat.st_ino, stat.st_mtime_ns, stat.st_ctime_ns
