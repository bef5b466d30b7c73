"""The only module that writes: files and folders appear whole, by one rename.

Unfinished files lie beside their place under names that begin with ``.tmp-``. A process that holds
the lock leaves a mark while it writes; if the next process finds the mark, the writer was killed,
and its unfinished files are swept. Looking for such files every time took as long as half a turn
in a campaign of five hundred turns.
"""

import contextlib
import errno
import fcntl
import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextvars import ContextVar
from pathlib import Path

from pbm.kit.problems import CampaignFault, Faults

TEMPORARY = ".tmp-"
LOCK = "campaign.lock"
AT_WORK = f"{TEMPORARY}at-work"


def put_file(path: Path, data: bytes, mode: int = 0o644) -> None:
    """Write a file, replacing its contents; CampaignFault if the disk refuses."""
    temporary = path.with_name(f"{TEMPORARY}{path.name}")
    with _said(path):
        _make(path.parent)
        _write(temporary, data, mode)
        temporary.rename(path)
        _sync_folder(path.parent)


def put_folder(
    path: Path, files: Mapping[str, bytes], modes: Mapping[str, int] | None = None
) -> None:
    """Write a folder of files (names with ``/`` make folders inside) by one rename.

    The folder must be empty or not exist yet; CampaignFault if the disk refuses.
    """
    temporary = path.with_name(f"{TEMPORARY}{path.name}")
    with _said(path):
        _make(path.parent)
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
    """Move a file within one disk, making its new folder if necessary."""
    with _said(to):
        _make(to.parent)
        path.rename(to)
        _sync_folder(to.parent)


def drop_folder(path: Path) -> None:
    """Remove a folder by one rename, then its files; nothing if it does not exist."""
    gone = path.with_name(f"{TEMPORARY}{path.name}.gone")
    with _said(path):
        if gone.exists():
            shutil.rmtree(gone)
        if path.exists():
            path.rename(gone)
            _sync_folder(path.parent)  # else a power loss could bring back a part of it
            shutil.rmtree(gone)


def drop_file(path: Path) -> None:
    """Remove a file; nothing if it does not exist."""
    with _said(path):
        path.unlink(missing_ok=True)
        _sync_folder(path.parent)


def sweep(folder: Path) -> None:
    """Remove what killed writers left in a folder and its subfolders."""
    with _said(folder):
        for left in sorted(folder.rglob(f"{TEMPORARY}*"), reverse=True):
            if left.is_dir() and not left.is_symlink():
                shutil.rmtree(left)
            elif left != folder / AT_WORK:
                left.unlink(missing_ok=True)
        (folder / AT_WORK).unlink(missing_ok=True)  # last of all: a process killed here leaves it


def put_aside(path: Path, data: bytes) -> None:
    """Write a file's next contents aside, so that `take_up` needs no more disk space."""
    put_file(_aside(path), data)


def take_up(path: Path) -> None:
    """Move the contents put aside into place; CampaignFault if the disk refuses."""
    with _said(path):
        _aside(path).rename(path)
        _sync_folder(path.parent)


def _aside(path: Path) -> Path:
    return path.with_name(f"{path.name}.next")


_First = Callable[[], None]
_FIRST: ContextVar[_First | None] = ContextVar("first", default=None)


@contextlib.contextmanager
def checked_first(check: _First) -> Iterator[None]:
    """Call ``check`` when the next lock is held, before anything is done under it.

    What it raises ends the work; it sees what no other process can change meanwhile.
    """
    before = _FIRST.set(check)
    try:
        yield
    finally:
        _FIRST.reset(before)


@contextlib.contextmanager
def locked(root: Path, *, patient: bool = False) -> Iterator[None]:
    """Hold the campaign's lock; CampaignFault at once if another process holds it.

    ``patient`` waits for the other process: for work that is short and must be done.
    """
    with _alone(root, f"another pbm is at work on {root.name}", patient):
        if (check := _FIRST.get()) is not None:
            _FIRST.set(None)
            check()
        _swept(root)
        with contextlib.suppress(OSError):  # a disk that refuses this refuses all else
            (root / AT_WORK).touch()
        try:
            yield
        except (Exception, KeyboardInterrupt) as stopped:
            if isinstance(stopped, Faults) and not isinstance(stopped, CampaignFault):
                _leave(root)  # refused before anything was written
            with contextlib.suppress(CampaignFault):  # the next writer may succeed
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
    """The notes that the last writer left in the lock file, which nothing depends on."""
    try:
        return (root / LOCK).read_bytes()
    except OSError:
        return b""


def put_note(root: Path, data: bytes) -> None:
    """Leave notes in the lock file, written in place; the caller holds the lock.

    A killed writer leaves damaged notes, and a disk that refuses leaves none.
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
    """The time in nanoseconds that the campaign's disk gives a file changed now.

    0 if unknown. It serves only to tell whether a file has just changed.
    """
    try:
        os.utime(root / LOCK)
        return (root / LOCK).stat().st_mtime_ns
    except OSError:
        return 0


@contextlib.contextmanager
def sending_alone(root: Path, folder: str) -> Iterator[None]:
    """Hold the lock for sending mail; CampaignFault if another process holds it.

    The lock is in a folder of the campaign; the campaign's own lock stays free.
    """
    with _said(root / folder):
        _make(root / folder)
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
            raise CampaignFault.invalid(
                fault, reason=f"it holds {LOCK}", remedy="Wait until it has finished and try again"
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


def _make(folder: Path) -> None:
    """Make a folder and those above it so that a power loss leaves them there."""
    if not folder.is_dir():
        _make(folder.parent)
        folder.mkdir(exist_ok=True)
        _sync_folder(folder.parent)


def _sync_folder(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


@contextlib.contextmanager
def _said(path: Path) -> Iterator[None]:
    """Turn errors of the disk into problems; what was there before stays as it was."""
    try:
        yield
    except OSError as refused:
        if refused.errno in (errno.ENOSPC, errno.EDQUOT):
            reason, remedy = "the disk is full", "Make room and try again"
        elif refused.errno == errno.EFBIG:
            reason = "the file would be larger than this disk allows"
            remedy = "Raise the limit (ulimit -f) or use another disk, and try again"
        elif refused.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            reason, remedy = "it is not writable", "Check the permissions of the folder"
        elif refused.errno in (errno.EEXIST, errno.ENOTEMPTY):
            reason, remedy = "something with that name exists", "Choose another folder"
        else:
            reason, remedy = (refused.strerror or "the disk refused"), ""
        raise CampaignFault.invalid(
            f"{path} cannot be written", reason=reason, outcome="Nothing was changed", remedy=remedy
        ) from refused
