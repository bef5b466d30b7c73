"""The only module that writes. A file or a folder appears whole, by one rename, or not at all.

What is being written stands beside its place under a name that begins with ``.tmp-``. A writer
who holds the lock leaves a mark while he is at work; the next one who finds it knows that he was
killed, and sweeps what is left. To look for that each time took as long as half a turn in a
campaign of five hundred.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from pbm.kit.problems import CampaignFault, Faults, invalid

TEMPORARY = ".tmp-"
LOCK = "campaign.lock"
AT_WORK = f"{TEMPORARY}at-work"


def put_file(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write a file in place of whatever it held; CampaignFault if the disk refuses."""
    temporary = path.with_name(f"{TEMPORARY}{path.name}")
    with _said(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(temporary, data, mode)
        temporary.rename(path)
        _sync_folder(path.parent)


def put_folder(
    path: Path, files: Mapping[str, bytes], modes: Mapping[str, int] | None = None
) -> None:
    """Write a folder of files (names with ``/`` make folders inside) by one rename.

    The folder must not be there yet, or be empty; CampaignFault if the disk refuses.
    """
    temporary = path.with_name(f"{TEMPORARY}{path.name}")
    with _said(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        if temporary.exists():
            shutil.rmtree(temporary)
        temporary.mkdir()
        folders = {temporary}
        for name, data in files.items():
            inside = temporary / name
            inside.parent.mkdir(parents=True, exist_ok=True)
            folders.update(parent for parent in inside.parents if parent.is_relative_to(temporary))
            _write(inside, data, (modes or {}).get(name, 0o644))
        for folder in sorted(folders, reverse=True):
            _sync_folder(folder)
        temporary.rename(path)
        _sync_folder(path.parent)


def move_file(path: Path, to: Path) -> None:
    """Move a file within one disk, into a folder that is made if it is not there."""
    with _said(to):
        to.parent.mkdir(parents=True, exist_ok=True)
        path.rename(to)
        _sync_folder(to.parent)


def drop_folder(path: Path) -> None:
    """Take a folder away by one rename, then its files; nothing if it is not there."""
    gone = path.with_name(f"{TEMPORARY}{path.name}.gone")
    with _said(path):
        if gone.exists():
            shutil.rmtree(gone)
        if path.exists():
            path.rename(gone)
            shutil.rmtree(gone)


def drop_file(path: Path) -> None:
    """Take a file away; nothing if it is not there."""
    with _said(path):
        path.unlink(missing_ok=True)


def sweep(folder: Path) -> None:
    """Take away what writers that were killed left in a folder and in those inside it."""
    with _said(folder):
        for left in sorted(folder.rglob(f"{TEMPORARY}*"), reverse=True):
            if left.is_dir() and not left.is_symlink():
                shutil.rmtree(left)
            elif left != folder / AT_WORK:
                left.unlink(missing_ok=True)
        (folder / AT_WORK).unlink(missing_ok=True)  # at last: who is killed here leaves it


def put_aside(path: Path, data: bytes) -> None:
    """Write what a file is to hold next; `take_up` then needs no room on the disk any more."""
    put_file(_aside(path), data)


def take_up(path: Path) -> None:
    """Put what was put aside into its place; CampaignFault if the disk refuses."""
    with _said(path):
        _aside(path).rename(path)
        _sync_folder(path.parent)


def _aside(path: Path) -> Path:
    return path.with_name(f"{path.name}.next")


@contextlib.contextmanager
def locked(root: Path, *, patient: bool = False) -> Iterator[None]:
    """Hold the campaign's lock; CampaignFault at once if another process holds it.

    ``patient`` waits for the other: for those whose work is short and must be done.
    """
    with _alone(root, f"another pbm is at work on {root.name}", patient):
        _swept(root)
        with contextlib.suppress(OSError):  # who cannot leave it can write nothing else
            (root / AT_WORK).touch()
        try:
            yield
        except (Exception, KeyboardInterrupt) as stopped:
            if isinstance(stopped, Faults) and not isinstance(stopped, CampaignFault):
                _leave(root)  # refused before anything was written
            with contextlib.suppress(CampaignFault):  # the next writer may have more success
                _swept(root)
            raise
        _leave(root)


def _swept(root: Path) -> None:
    if (root / AT_WORK).exists():
        sweep(root)


def _leave(root: Path) -> None:
    with contextlib.suppress(OSError):
        (root / AT_WORK).unlink(missing_ok=True)


def noted(root: Path) -> bytes:
    """What the last writer left in the lock's file for the next: notes that nothing rests on."""
    try:
        return (root / LOCK).read_bytes()
    except OSError:
        return b""


def put_note(root: Path, data: bytes) -> None:
    """Leave notes in the lock's file, in place, for a lock is held on it; the caller holds it.

    A writer that is killed leaves spoilt ones, and a disk that refuses none.
    """
    with contextlib.suppress(OSError):
        handle = os.open(root / LOCK, os.O_WRONLY | os.O_CLOEXEC)
        try:
            os.ftruncate(handle, 0)
            while data:
                data = data[os.write(handle, data) :]
        finally:
            os.close(handle)


def time_of_disk(root: Path) -> int:
    """The time in nanoseconds as the campaign's disk now gives it to a file that changes.

    0 where it cannot be had. It tells only whether a file changed a moment ago.
    """
    try:
        os.utime(root / LOCK)
        return (root / LOCK).stat().st_mtime_ns
    except OSError:
        return 0


@contextlib.contextmanager
def sending_alone(root: Path, folder: str) -> Iterator[None]:
    """Be the only one who sends a campaign's mail; CampaignFault if another process does.

    Its lock lies in a folder of the campaign; the campaign's own lock stays free meanwhile.
    """
    with _said(root / folder):
        (root / folder).mkdir(parents=True, exist_ok=True)
    with _alone(root / folder, f"another pbm is sending the mail of {root.name}", False):
        yield


@contextlib.contextmanager
def _alone(folder: Path, fault: str, patient: bool) -> Iterator[None]:
    with _said(folder):
        handle = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | (0 if patient else fcntl.LOCK_NB))
        except BlockingIOError:
            raise CampaignFault(
                invalid(
                    fault,
                    reason=f"it holds {LOCK}",
                    remedy="Wait until it is done and try again",
                )
            ) from None
        yield
    finally:
        os.close(handle)


def _write(path: Path, data: bytes, mode: int) -> None:
    path.unlink(missing_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(handle, rest) :]
        os.fsync(handle)
    finally:
        os.close(handle)


def _sync_folder(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def _said(path: Path) -> Iterator[None]:
    """Errors of the disk in words; what was there before still stands."""
    try:
        yield
    except OSError as refused:
        if refused.errno in (errno.ENOSPC, errno.EDQUOT):
            reason, remedy = "the disk is full", "Make room and try again"
        elif refused.errno == errno.EFBIG:
            reason = "the file would be larger than files may be here"
            remedy = "Make room and try again: raise the limit (ulimit -f), or use another disk"
        elif refused.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            reason, remedy = "it may not be written to", "Look at the rights of the folder"
        elif refused.errno in (errno.EEXIST, errno.ENOTEMPTY):
            reason, remedy = "something of that name is there", "Choose another folder"
        else:
            reason, remedy = (refused.strerror or "the disk refused"), ""
        raise CampaignFault(
            invalid(
                f"{path} cannot be written",
                reason=reason,
                outcome="Nothing was changed",
                remedy=remedy,
            )
        ) from refused
