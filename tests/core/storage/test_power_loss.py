"""Power loss: what was not synced may be dropped, reordered or torn, at every point of a write."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbm.storage.atomic_files import (
    drop_folder,
    move_file,
    put_aside,
    put_file,
    put_folder,
    take_up,
)
from tests.faults.disk import losses, recorded, whole

TRIES = 8  # different losses at each point


def lost(root: Path, act: Callable[[], object]) -> Iterator[tuple[dict[str, bytes], bool]]:
    """The files after each loss of an act, and whether the act had ended."""
    for held, ended in losses(recorded(root, act), TRIES):
        yield whole(held), ended


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "disk"
    folder.mkdir()
    (folder / "kept.txt").write_bytes(b"kept")
    return folder


def test_a_file_is_the_old_or_the_new_one(root: Path) -> None:
    (root / "a.txt").write_bytes(b"old contents")
    seen = set()
    for files, ended in lost(root, lambda: put_file(root / "a.txt", b"new contents")):
        seen.add(files["a.txt"])
        assert files["a.txt"] == b"new contents" or not ended
    assert seen == {b"old contents", b"new contents"}


def test_a_file_in_new_folders_is_there_once_it_was_written(root: Path) -> None:
    path = root / "inbox" / "003" / "ilse" / "1.txt"
    for files, ended in lost(root, lambda: put_file(path, b"add 2")):
        found = files.get("inbox/003/ilse/1.txt")
        assert found == b"add 2" or (found is None and not ended)


def test_a_folder_is_whole_or_not_there(root: Path) -> None:
    made = {"turn.toml": b"x" * 50, "reports/ilse/packet.json": b"y" * 50, "orders/1.txt": b""}
    for files, ended in lost(root, lambda: put_folder(root / "turns" / "003", made)):
        found = {name: data for name, data in files.items() if name.startswith("turns/")}
        assert found == {f"turns/003/{name}": data for name, data in made.items()} or (
            not found and not ended
        )


def test_a_file_that_is_moved_is_at_one_of_both_places(root: Path) -> None:
    for files, ended in lost(
        root, lambda: move_file(root / "kept.txt", root / "read" / "mail" / "kept.txt")
    ):
        found = {name for name, data in files.items() if data == b"kept"}
        assert found == {"read/mail/kept.txt"} or (found == {"kept.txt"} and not ended)


def test_contents_put_aside_are_taken_up_whole(root: Path) -> None:
    path = root / "kept.txt"

    def act() -> None:
        put_aside(path, b"then")
        take_up(path)

    for files, ended in lost(root, act):
        assert files["kept.txt"] in ((b"then",) if ended else (b"kept", b"then"))


def test_a_folder_that_is_dropped_is_whole_or_gone(root: Path) -> None:
    put_folder(root / "003.open", {"docket.json": b"{}", "beacon.txt": b"3"})
    whole = {"003.open/docket.json", "003.open/beacon.txt"}
    for files, ended in lost(root, lambda: drop_folder(root / "003.open")):
        found = files.keys() - {"kept.txt"}
        assert found == set() or (found == whole and not ended)
