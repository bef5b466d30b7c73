"""A mailbox: it lists mails, reads their bytes and marks them as taken.

A mail is marked only on request, which comes after its bytes are kept.
"""

from collections.abc import Iterator
from typing import Protocol

from pbm.kit.records import Record


class SourceMail(Record):
    """A mail in a mailbox: its name there, its size in bytes, its Date."""

    id: str
    size: int
    date: str


class Source(Protocol):
    """A mailbox with mails to be taken; ``where`` names it in messages."""

    where: str

    def items(self) -> Iterator[SourceMail]:
        """Yield the mails that were not taken yet."""

    def read(self, id: str, most: int) -> bytes:
        """Read a mail, at most its first ``most`` bytes."""

    def taken(self, id: str) -> None:
        """Mark or move a mail after its bytes are kept."""

    def close(self) -> None:
        """Close the mailbox."""
