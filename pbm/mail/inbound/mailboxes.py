"""Mailboxes on disk: a Maildir, an mbox, a folder of .eml files.

Each lists its mails without reading them, reads the bytes of one, and marks it as taken only on
request, which comes after its bytes are kept. An mbox is never written to: the records of mails
tell what was taken from it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from pbm.kit.problems import Faults
from pbm.mail.inbound.headers import said_date
from pbm.mail.inbound.limits import MOST_HEAD
from pbm.mail.inbound.mime import read_head
from pbm.mail.inbound.source import SourceMail
from pbm.storage.atomic_files import move_file

TAKEN = "taken"


def _head(file: BinaryIO) -> str:
    return said_date(read_head(file.read(MOST_HEAD)))


class _Files:
    """Mails that are files of their own."""

    def __init__(self, path: Path) -> None:
        self.where = str(path)
        self.path = path

    def item(self, file: Path) -> SourceMail | None:
        """Describe a file as a mail; None for one that is gone, or not a file."""
        try:
            with file.open("rb") as opened:
                return SourceMail(
                    str(file.relative_to(self.path)), file.stat().st_size, _head(opened)
                )
        except OSError:
            return None

    def read(self, id: str, most: int) -> bytes:
        """See `Source`."""
        try:
            with (self.path / id).open("rb") as opened:
                return opened.read(most)
        except OSError as refused:
            raise Faults.invalid(
                f"{self.path / id} cannot be read", reason=(refused.strerror or "").lower()
            ) from None

    def close(self) -> None:
        """See `Source`."""


class FolderSource(_Files):
    """A folder of .eml files; taken ones are moved to its folder ``taken``."""

    def items(self) -> Iterator[SourceMail]:
        """See `Source`."""
        for file in sorted(self.path.iterdir()):
            if file.suffix.casefold() == ".eml" and (item := self.item(file)) is not None:
                yield item

    def taken(self, id: str) -> None:
        """See `Source`."""
        target = self.path / TAKEN / id
        number = 1
        while target.exists():
            number += 1
            target = self.path / TAKEN / f"{Path(id).stem}.{number}.eml"
        move_file(self.path / id, target)


class MaildirSource(_Files):
    """A Maildir: new and unseen mails; taken ones are in cur, with the flag S (seen)."""

    def items(self) -> Iterator[SourceMail]:
        """See `Source`."""
        for box in ("new", "cur"):
            for file in sorted((self.path / box).iterdir()):
                seen = box == "cur" and "S" in file.name.partition(":2,")[2]
                if seen or file.name.startswith("."):
                    continue
                if (item := self.item(file)) is not None:
                    yield item

    def taken(self, id: str) -> None:
        """See `Source`."""
        name, _, flags = Path(id).name.partition(":2,")
        move_file(self.path / id, self.path / "cur" / f"{name}:2,{''.join(sorted({*flags, 'S'}))}")


_PIECE = 65_536


class MboxSource:
    """An mbox, read piece by piece; a mail is named by the position where it begins."""

    def __init__(self, path: Path) -> None:
        self.where = str(path)
        self.path = path
        self.sizes: dict[str, int] = {}

    def items(self) -> Iterator[SourceMail]:
        """See `Source`."""
        for start, end in list(self._bounds()):
            self.sizes[str(start)] = end - start
            yield SourceMail(
                str(start), end - start, said_date(read_head(self.read(str(start), MOST_HEAD)))
            )

    def _bounds(self) -> Iterator[tuple[int, int]]:
        """Yield start and end of each mail, which follows an empty line and ``From ``."""
        start, at, blank, line_start = -1, 0, True, True
        with self.path.open("rb") as file:
            while piece := file.readline(_PIECE):
                if line_start and blank and piece.startswith(b"From "):
                    if start >= 0:
                        yield start, at
                    start = at + len(piece)
                if line_start:
                    blank = piece in (b"\n", b"\r\n")
                line_start = piece.endswith(b"\n")
                at += len(piece)
        if start >= 0:
            yield start, at

    def read(self, id: str, most: int) -> bytes:
        """See `Source`; ``>From `` becomes ``From `` again."""
        with self.path.open("rb") as file:
            file.seek(int(id))
            data = file.read(min(most, self.sizes[id]))
        whole = len(data) == self.sizes[id]
        data = data.replace(b"\n>From ", b"\nFrom ")
        return data[:-1] if whole and data.endswith(b"\n\n") else data

    def taken(self, id: str) -> None:
        """See `Source`; an mbox is never written to."""

    def close(self) -> None:
        """See `Source`."""
