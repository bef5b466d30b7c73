"""Writing: whole or not at all, one at a time, with a message where the disk refuses."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbm.kit.problems import CampaignFault, Faults, invalid
from pbm.storage.atomic_files import AT_WORK, drop_folder, locked, put_file, put_folder, sweep


def test_a_file_is_written_and_replaced(tmp_path: Path) -> None:
    put_file(tmp_path / "in" / "it.txt", b"one")
    put_file(tmp_path / "in" / "it.txt", b"two")
    assert (tmp_path / "in" / "it.txt").read_bytes() == b"two"
    assert [path.name for path in (tmp_path / "in").iterdir()] == ["it.txt"]


def test_a_secret_is_its_owner_s_alone(tmp_path: Path) -> None:
    put_folder(tmp_path / "it", {"open": b"1", "secret": b"2"}, {"secret": 0o600})
    assert (tmp_path / "it" / "secret").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "it" / "open").stat().st_mode & 0o077 != 0


def test_a_folder_appears_whole_with_its_subfolders(tmp_path: Path) -> None:
    put_folder(tmp_path / "turns" / "003", {"a/b/c.txt": b"deep", "d.txt": b""})
    assert (tmp_path / "turns/003/a/b/c.txt").read_bytes() == b"deep"
    assert (tmp_path / "turns/003/d.txt").read_bytes() == b""


def test_a_written_folder_is_never_written_again(tmp_path: Path) -> None:
    put_folder(tmp_path / "003", {"a": b"1"})
    with pytest.raises(CampaignFault, match="cannot be written") as fault:
        put_folder(tmp_path / "003", {"a": b"2"})
    assert fault.value.problems[0].reason == "something with that name exists"
    assert (tmp_path / "003" / "a").read_bytes() == b"1"
    sweep(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["003"]


def test_an_empty_folder_may_be_filled(tmp_path: Path) -> None:
    (tmp_path / "003").mkdir()
    put_folder(tmp_path / "003", {"a": b"1"})
    assert (tmp_path / "003" / "a").read_bytes() == b"1"


def test_what_a_crash_left_is_in_nobody_s_way(tmp_path: Path) -> None:
    (tmp_path / ".tmp-003").mkdir()
    (tmp_path / ".tmp-003" / "half").write_bytes(b"x")
    (tmp_path / ".tmp-003.gone").mkdir()
    (tmp_path / ".tmp-file").write_bytes(b"half")
    put_folder(tmp_path / "003", {"a": b"1"})
    drop_folder(tmp_path / "003")
    sweep(tmp_path)
    assert not list(tmp_path.iterdir())


def test_dropping_what_is_not_there_is_nothing(tmp_path: Path) -> None:
    drop_folder(tmp_path / "003")
    assert not list(tmp_path.iterdir())


def test_sweeping_follows_no_link(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "a").write_bytes(b"1")
    root = tmp_path / "root"
    root.mkdir()
    (root / ".tmp-link").symlink_to(kept)
    sweep(root)
    assert (kept / "a").exists()
    assert not list(root.iterdir())


def leftover(root: Path) -> Path:
    """Something half done, deep inside."""
    left = root / "turns" / ".tmp-003"
    left.mkdir(parents=True)
    (left / "half").write_bytes(b"x")
    return left


def test_what_a_killed_writer_left_is_swept_by_the_next(tmp_path: Path) -> None:
    left = leftover(tmp_path)
    (tmp_path / AT_WORK).touch()  # he had no time to take it away
    with locked(tmp_path):
        assert not left.exists()
        assert (tmp_path / AT_WORK).exists()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["campaign.lock", "turns"]


def test_nobody_looks_for_leftovers_of_a_writer_who_was_done(tmp_path: Path) -> None:
    with locked(tmp_path):
        pass
    left = leftover(tmp_path)
    with locked(tmp_path):
        assert left.exists()


@contextmanager
def half_way(root: Path) -> Iterator[None]:
    """Under the lock, with something begun."""
    with locked(root):
        leftover(root)
        yield


class Killed(BaseException):
    """What no code of the product may catch."""


@pytest.mark.parametrize(
    "stop",
    [
        Faults(invalid("a sheet is missing")),
        CampaignFault(invalid("the disk is full")),
        KeyboardInterrupt(),
        RuntimeError(),
    ],
)
def test_an_interrupted_writer_sweeps_its_unfinished_files(
    tmp_path: Path, stop: BaseException
) -> None:
    left = tmp_path / "turns" / ".tmp-003"
    with pytest.raises(type(stop)), half_way(tmp_path):
        raise stop
    assert not (tmp_path / AT_WORK).exists()
    # What is refused as it was given is refused before anything is written: nobody looks.
    assert left.exists() == (type(stop) is Faults)


def test_a_killed_writer_leaves_its_mark(tmp_path: Path) -> None:
    left = tmp_path / "turns" / ".tmp-003"
    with pytest.raises(Killed), half_way(tmp_path):
        raise Killed
    assert left.exists()
    assert (tmp_path / AT_WORK).exists()


def test_a_writer_that_cannot_sweep_leaves_its_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(path: Path) -> None:
        raise OSError(errno.EIO, "the disk is ill")

    left = tmp_path / "turns" / ".tmp-003"
    monkeypatch.setattr("pbm.storage.atomic_files.shutil.rmtree", refused)
    with pytest.raises(CampaignFault, match="full"), half_way(tmp_path):
        raise CampaignFault(invalid("the disk is full"))
    assert left.exists()
    assert (tmp_path / AT_WORK).exists()


def test_a_writer_killed_while_sweeping_leaves_the_mark(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = leftover(tmp_path)
    (tmp_path / AT_WORK).touch()

    def killed(_path: Path) -> None:
        raise Killed

    monkeypatch.setattr("pbm.storage.atomic_files.shutil.rmtree", killed)
    with pytest.raises(Killed), locked(tmp_path):
        pass
    monkeypatch.undo()
    assert left.exists()
    assert (tmp_path / AT_WORK).exists()
    with locked(tmp_path):
        assert not left.exists()


def test_two_writers_exclude_each_other(tmp_path: Path) -> None:
    with (
        locked(tmp_path),
        pytest.raises(CampaignFault, match="another pbm is at work"),
        locked(tmp_path),
    ):
        pass
    with locked(tmp_path):  # and the lock is free again
        pass


def test_a_lock_needs_its_folder(tmp_path: Path) -> None:
    with pytest.raises(CampaignFault, match="cannot be written"), locked(tmp_path / "none"):
        pass


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (errno.ENOSPC, "the disk is full"),
        (errno.EDQUOT, "the disk is full"),
        (errno.EFBIG, "the file would be larger than this disk allows"),
        (errno.EROFS, "it is not writable"),
        (errno.EACCES, "it is not writable"),
        (errno.EIO, os.strerror(errno.EIO)),
    ],
)
def test_a_disk_that_refuses_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, reason: str
) -> None:
    put_file(tmp_path / "it", b"old")

    def refuse(_handle: int, _data: bytes) -> int:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "write", refuse)
    with pytest.raises(CampaignFault) as fault:
        put_file(tmp_path / "it", b"new")
    assert fault.value.problems[0].reason == reason
    assert (tmp_path / "it").read_bytes() == b"old"


def test_a_refusal_without_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_handle: int) -> None:
        raise OSError

    monkeypatch.setattr(os, "fsync", refuse)
    with pytest.raises(CampaignFault) as fault:
        put_file(tmp_path / "it", b"new")
    assert fault.value.problems[0].reason == "the disk refused"


def test_short_writes_are_finished(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:3]))
    put_file(tmp_path / "it", b"ten signs.")
    assert (tmp_path / "it").read_bytes() == b"ten signs."
