"""Power loss: what was not synced may be dropped, reordered or torn, at every point of every act.

A disk is simulated: calls that write are recorded as they happen; for a loss after each of them the
disk is made anew from what was synced by then, and from any part of what was not.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pbm.campaign.campaign import open_campaign
from pbm.dice.keyed import KeyedDice
from pbm.service.api import replay, run_turn, status, submit
from pbm.storage.atomic_files import (
    TEMPORARY,
    drop_folder,
    move_file,
    put_aside,
    put_file,
    put_folder,
    take_up,
)
from tests.core import table

MOST = 30  # points of an act at which the power fails
TRIES = 4  # different losses at each point


@dataclass
class Step:
    """A call that writes: what it did, where, and the folder or file whose sync keeps it."""

    what: str
    path: Path
    kept_by: Path
    data: bytes = b""
    to: Path = Path()


@dataclass
class Disk:
    """The steps of an act on a folder that was as in a copy before it."""

    before: Path
    steps: list[Step] = field(default_factory=list)

    def lost_at(self, point: int, attempt: int, root: Path, place: Path) -> None:
        """Make in a place what the disk may hold after a loss at a point of the act."""
        shutil.copytree(self.before, place)
        done = self.steps[:point]
        for number, step in enumerate(done):
            if step.what == "sync":
                continue
            synced = any(it.what == "sync" and it.path == step.kept_by for it in done[number:])
            luck = KeyedDice(b"loss", attempt).faces(f"{point}/{number}", "d3", 1, "")[0]
            if synced or luck > 1:
                _do(step, root, place, torn=not synced and luck == 2)


def _do(step: Step, root: Path, place: Path, *, torn: bool) -> None:
    """Do a step again on another disk, as far as what it needs is there."""
    path = place / step.path.relative_to(root)
    try:
        match step.what:
            case "create":
                path.write_bytes(b"")
            case "write" if path.exists():
                with path.open("ab") as file:
                    file.write(step.data[: len(step.data) // 2] if torn else step.data)
            case "mkdir":
                path.mkdir()
            case "unlink":
                path.unlink()
            case "rename":
                path.rename(place / step.to.relative_to(root))
            case "rmtree":
                shutil.rmtree(path)
    except OSError:
        return


@contextmanager
def recorded(root: Path, disk: Disk) -> Iterator[None]:
    """Record every call that writes below a folder."""
    names: dict[int, Path] = {}
    was: dict[str, Any] = {
        name: getattr(os, name)
        for name in ("open", "write", "fsync", "mkdir", "unlink", "rename", "close")
    }
    rmtree = shutil.rmtree

    def note(what: str, path: object, **more: Any) -> None:
        where = Path(str(path))
        if where.is_relative_to(root):
            by = where if what in ("write", "sync") else where.parent
            disk.steps.append(Step(what, where, more.pop("kept_by", by), **more))

    def opened(path: Any, flags: int, *rest: Any, **more: Any) -> int:
        handle: int = was["open"](path, flags, *rest, **more)
        if "dir_fd" not in more and isinstance(path, (str, Path)):
            names[handle] = Path(path)
            if flags & os.O_CREAT:
                note("create", path)
        return handle

    def written(handle: int, data: Any) -> int:
        count: int = was["write"](handle, data)
        if handle in names:
            note("write", names[handle], data=bytes(data[:count]))
        return count

    def synced(handle: int) -> None:
        was["fsync"](handle)
        note("sync", names[handle])

    def closed(handle: int) -> None:
        names.pop(handle, None)
        was["close"](handle)

    def simple(name: str) -> Callable[..., None]:
        def act(path: Any, *rest: Any, **more: Any) -> None:
            was[name](path, *rest, **more)
            if more.get("dir_fd") is None:
                note(name, path)

        return act

    def renamed(path: Any, to: Any, **more: Any) -> None:
        was["rename"](path, to, **more)
        note("rename", path, to=Path(to), kept_by=Path(to).parent)

    def removed(path: Any, *rest: Any, **more: Any) -> None:
        rmtree(path, *rest, **more)
        note("rmtree", path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "open", opened)
        patch.setattr(os, "write", written)
        patch.setattr(os, "fsync", synced)
        patch.setattr(os, "close", closed)
        patch.setattr(os, "mkdir", simple("mkdir"))
        patch.setattr(os, "unlink", simple("unlink"))
        patch.setattr(os, "rename", renamed)
        patch.setattr(shutil, "rmtree", removed)
        yield


def losses(
    tmp_path: Path, root: Path, act: Callable[[], object], most: int = MOST, tries: int = TRIES
) -> Iterator[tuple[Path, bool]]:
    """The disk after each loss of an act, and whether the act had ended."""
    disk = Disk(tmp_path / "before")
    shutil.copytree(root, disk.before)
    with recorded(root, disk):
        act()
    assert any(step.what == "sync" for step in disk.steps)
    points = range(0, len(disk.steps), max(1, len(disk.steps) // most))
    for point in (*points, len(disk.steps)):
        for attempt in range(tries):
            place = tmp_path / f"lost-{point}-{attempt}"
            disk.lost_at(point, attempt, root, place)
            yield place, point == len(disk.steps)
            shutil.rmtree(place)


def files(place: Path) -> dict[str, bytes]:
    """Every file but unfinished ones."""
    return {
        path.relative_to(place).as_posix(): path.read_bytes()
        for path in place.rglob("*")
        if path.is_file() and TEMPORARY not in path.relative_to(place).as_posix()
    }


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "disk"
    folder.mkdir()
    (folder / "kept.txt").write_bytes(b"kept")
    return folder


def test_a_file_is_the_old_or_the_new_one(tmp_path: Path, root: Path) -> None:
    (root / "a.txt").write_bytes(b"old contents")
    seen = set()
    for place, ended in losses(tmp_path, root, lambda: put_file(root / "a.txt", b"new contents")):
        seen.add(files(place)["a.txt"])
        assert files(place)["a.txt"] == b"new contents" or not ended
    assert seen == {b"old contents", b"new contents"}


def test_a_file_in_new_folders_is_there_once_it_was_written(tmp_path: Path, root: Path) -> None:
    path = root / "inbox" / "003" / "ilse" / "1.txt"
    for place, ended in losses(tmp_path, root, lambda: put_file(path, b"add 2")):
        found = files(place).get("inbox/003/ilse/1.txt")
        assert found == b"add 2" or (found is None and not ended)


def test_a_folder_is_whole_or_not_there(tmp_path: Path, root: Path) -> None:
    made = {"turn.toml": b"x" * 50, "reports/ilse/packet.json": b"y" * 50, "orders/1.txt": b""}
    for place, ended in losses(tmp_path, root, lambda: put_folder(root / "turns" / "003", made)):
        found = {name: data for name, data in files(place).items() if name.startswith("turns/")}
        assert found == {f"turns/003/{name}": data for name, data in made.items()} or (
            not found and not ended
        )


def test_a_file_that_is_moved_is_at_one_of_both_places(tmp_path: Path, root: Path) -> None:
    for place, ended in losses(
        tmp_path, root, lambda: move_file(root / "kept.txt", root / "read" / "mail" / "kept.txt")
    ):
        found = {name for name, data in files(place).items() if data == b"kept"}
        assert found == {"read/mail/kept.txt"} or (found == {"kept.txt"} and not ended)


def test_contents_put_aside_are_taken_up_whole(tmp_path: Path, root: Path) -> None:
    path = root / "kept.txt"

    def act() -> None:
        put_aside(path, b"then")
        take_up(path)

    for place, ended in losses(tmp_path, root, act):
        assert files(place)["kept.txt"] in ((b"then",) if ended else (b"kept", b"then"))


def test_a_folder_that_is_dropped_is_whole_or_gone(tmp_path: Path, root: Path) -> None:
    put_folder(root / "003.open", {"docket.json": b"{}", "beacon.txt": b"3"})
    whole = {"003.open/docket.json", "003.open/beacon.txt"}
    for place, ended in losses(tmp_path, root, lambda: drop_folder(root / "003.open")):
        found = files(place).keys() - {"kept.txt"}
        assert found == set() or (found == whole and not ended)


# --- a campaign ------------------------------------------------------------------------------


@pytest.fixture
def campaign_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    table.set_table(monkeypatch)
    return table.played(tmp_path, 0).folder


def test_a_text_that_was_acknowledged_is_not_lost(tmp_path: Path, campaign_folder: Path) -> None:
    campaign = open_campaign(campaign_folder)
    text = table.sheet("Ilse", "1", "add 2")
    act = lambda: submit(campaign, [("a.txt", text)], at=table.LATER)  # noqa: E731
    for place, ended in losses(tmp_path, campaign_folder, act, 6, 2):
        kept = [data for name, data in files(place).items() if name.endswith("ilse/1.txt")]
        assert text in kept or not ended
        assert status(open_campaign(place)).due == ("1",)


def test_a_turn_is_run_or_not(tmp_path: Path, campaign_folder: Path) -> None:
    campaign = open_campaign(campaign_folder)
    table.send(
        campaign, *(table.sheet(who, "1", "add 2") for who in ("Ilse", "Bob")), at=table.LATER
    )
    act = lambda: run_turn(campaign, at="2026-03-05T12:00:00Z")  # noqa: E731
    seen = set()
    for place, ended in losses(tmp_path, campaign_folder, act, 6, 2):
        due = status(open_campaign(place)).due
        seen.add(due)
        assert due == ("2",) or not ended
        assert replay(open_campaign(place)) == [] or not ended
    assert seen == {("1",), ("2",)}
