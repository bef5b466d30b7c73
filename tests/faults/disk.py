"""A simulated disk that drops, reorders and tears what was not synced when the power failed.

Calls that write are recorded as an act does them, once. What the disk may hold after a loss is
worked out from that record alone, so every point of an act can be tried without doing it again.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pbm.dice.keyed import KeyedDice
from pbm.storage.atomic_files import TEMPORARY

# What a disk holds: the bytes of each file by its path, None for a folder.
Contents = dict[str, bytes | None]


@dataclass
class Step:
    """A call that writes: what it did, where, and the folder or file whose sync keeps it."""

    what: str
    path: str
    kept_by: str
    data: bytes = b""
    to: str = ""
    synced_at: float = float("inf")


@dataclass
class Disk:
    """What a folder held before an act, and the act's steps."""

    root: Path
    before: Contents
    steps: list[Step] = field(default_factory=list)

    def lost_at(self, point: int, attempt: int) -> Contents:
        """What the disk may hold after a loss at a point of the act.

        In attempt 0 everything had reached it, in attempt 1 only what was synced; in others any
        part of the rest, torn or whole.
        """
        held = dict(self.before)
        luck = KeyedDice(b"loss", attempt).faces(str(point), "d3", point, "") if point else ()
        for step, fell in zip(self.steps, luck, strict=False):
            synced = step.synced_at < point
            fate = 3 if synced or not attempt else 1 if attempt == 1 else fell
            if fate > 1:
                _do(step, held, torn=fate == 2)
        return held


def _do(step: Step, held: Contents, *, torn: bool) -> None:
    """Do a step on what a disk holds, if what it needs is there."""
    path, there = step.path, held.get(step.path, b"")
    match step.what:
        case "create" if path not in held and _has_folder(held, path):
            held[path] = b""
        case "write" if path in held and there is not None:
            held[path] = there + (step.data[: len(step.data) // 2] if torn else step.data)
        case "empty" if path in held:
            held[path] = b""
        case "mkdir" if path not in held and _has_folder(held, path):
            held[path] = None
        case "unlink":
            held.pop(path, None)
        case "rename" if path in held and _has_folder(held, step.to):
            if not _inside(held, step.to):
                for name in [path, *_inside(held, path)]:
                    held[step.to + name[len(path) :]] = held.pop(name)
        case "rmtree":
            for number, name in enumerate(reversed([path, *_inside(held, path)])):
                if not (torn and (number % 2 or _inside(held, name))):
                    held.pop(name, None)


def _has_folder(held: Contents, path: str) -> bool:
    folder = path.rpartition("/")[0]
    return not folder or held.get(folder, b"") is None


def _inside(held: Contents, path: str) -> list[str]:
    return sorted(name for name in held if name.startswith(f"{path}/"))


def held_in(root: Path) -> Contents:
    """What a folder holds."""
    return {
        path.relative_to(root).as_posix(): None if path.is_dir() else path.read_bytes()
        for path in root.rglob("*")
    }


def make(held: Contents, place: Path) -> None:
    """Make a folder anew that holds this."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    for name, data in sorted(held.items()):
        if data is None:
            (place / name).mkdir()
        else:
            (place / name).write_bytes(data)


@contextmanager
def _watched(disk: Disk) -> Iterator[None]:
    """Record every call that writes below the disk's root."""
    names: dict[int, Path] = {}
    real: dict[str, Any] = {
        name: getattr(os, name)
        for name in ("open", "write", "fsync", "ftruncate", "mkdir", "unlink", "rename", "close")
    }
    rmtree = shutil.rmtree

    def note(what: str, path: Any, *, data: bytes = b"", to: Any = "") -> None:
        where = Path(path)
        if not where.is_relative_to(disk.root):
            return
        kept_by = where if what in ("write", "empty") else Path(to or where).parent
        name, by, target = (
            it.relative_to(disk.root).as_posix() if it != Path() else ""
            for it in (where, kept_by, Path(to))
        )
        disk.steps.append(Step(what, name, by, data, target))

    def opened(path: Any, flags: int, *rest: Any, **more: Any) -> int:
        handle: int = real["open"](path, flags, *rest, **more)
        if "dir_fd" not in more and isinstance(path, (str, Path)):
            names[handle] = Path(path)
            if flags & os.O_CREAT:
                note("create", path)
        return handle

    def written(handle: int, data: Any) -> int:
        count: int = real["write"](handle, data)
        if handle in names:
            note("write", names[handle], data=bytes(data[:count]))
        return count

    def emptied(handle: int, length: int) -> None:
        real["ftruncate"](handle, length)
        note("empty", names[handle])

    def synced(handle: int) -> None:
        real["fsync"](handle)
        name = names[handle].relative_to(disk.root).as_posix()
        for step in disk.steps:
            if step.kept_by == name:
                step.synced_at = min(step.synced_at, len(disk.steps))
        disk.steps.append(Step("sync", name, ""))

    def closed(handle: int) -> None:
        names.pop(handle, None)
        real["close"](handle)

    def simple(name: str) -> Callable[..., None]:
        def act(path: Any, *rest: Any, **more: Any) -> None:
            real[name](path, *rest, **more)
            if more.get("dir_fd") is None:
                note(name, path)

        return act

    def renamed(path: Any, to: Any, **more: Any) -> None:
        real["rename"](path, to, **more)
        note("rename", path, to=to)

    def removed(path: Any, *rest: Any, **more: Any) -> None:
        rmtree(path, *rest, **more)
        note("rmtree", path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "open", opened)
        patch.setattr(os, "write", written)
        patch.setattr(os, "fsync", synced)
        patch.setattr(os, "ftruncate", emptied)
        patch.setattr(os, "close", closed)
        patch.setattr(os, "mkdir", simple("mkdir"))
        patch.setattr(os, "unlink", simple("unlink"))
        patch.setattr(os, "rename", renamed)
        patch.setattr(shutil, "rmtree", removed)
        yield


def recorded(root: Path, act: Callable[[], object]) -> Disk:
    """Do an act on a folder, and record each of its steps."""
    disk = Disk(root, held_in(root))
    with _watched(disk):
        act()
    assert any(step.what == "sync" for step in disk.steps)
    # No call that writes was missed.
    assert disk.lost_at(len(disk.steps), 0) == held_in(root)
    return disk


def losses(disk: Disk, tries: int, every: int = 1) -> Iterator[tuple[Contents, bool]]:
    """What the disk may hold after each loss, each once, and whether the act had ended."""
    seen = set()
    last = len(disk.steps)
    for point in sorted({*range(0, last, max(1, every)), last}):
        for attempt in range(tries):
            held = disk.lost_at(point, attempt)
            key = (frozenset(held.items()), point == last)
            if key not in seen:
                seen.add(key)
                yield held, point == last


def whole(held: Mapping[str, bytes | None]) -> dict[str, bytes]:
    """Every file but unfinished ones."""
    return {name: data for name, data in held.items() if data is not None and TEMPORARY not in name}
